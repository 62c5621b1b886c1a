//! Scene → SVG text. Colours are attributes for a light page, and classes that
//! a style sheet overrides on a dark one. No identifiers, scripts or links.

use std::fmt::Write as _;

use super::letters::Weight;
use super::scene::{Anchor, Mark, Place, Scene, Shape};
use super::theme::{self, FONTS, Ink};
use crate::game::called::rounded;
use crate::report::escape::escape;

/// Whether the drawing stands in a file of its own or inside a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// Its own file: carries its style sheet and its ground, so that it is
    /// readable on any page that shows it.
    File,
    /// Inside a page that carries the style sheet: the page shows through.
    Page,
}

/// Two decimals at most: a hundredth of a pixel.
fn number(value: f64) -> String {
    rounded(value, 2)
}

fn filled(ink: Ink) -> String {
    match ink.class() {
        Some(class) => format!(" class=\"f-{class}\" fill=\"{}\"", ink.hex()),
        None => format!(" fill=\"{}\"", ink.hex()),
    }
}

fn drawn(ink: Ink) -> String {
    match ink.class() {
        Some(class) => format!(" class=\"l-{class}\" stroke=\"{}\"", ink.hex()),
        None => format!(" stroke=\"{}\"", ink.hex()),
    }
}

fn path(places: &[Place]) -> String {
    let mut text = String::new();
    for (index, &(x, y)) in places.iter().enumerate() {
        let _ = write!(text, "{}{} {}", if index == 0 { "M" } else { "L" }, number(x), number(y));
    }
    text
}

/// Writes the scene as one SVG element.
pub(super) fn svg(scene: &Scene, host: Host) -> String {
    let mut out = String::new();
    let (width, height) = (number(scene.width), number(scene.height));
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lp\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\" font-family=\"{}\">",
        escape(&scene.alt),
        escape(FONTS)
    );
    if host == Host::File {
        let _ = write!(out, "<title>{}</title>", escape(&scene.title));
        let _ = write!(out, "<style>{}</style>", theme::css());
        let _ = write!(out, "<rect width=\"{width}\" height=\"{height}\"{}/>", filled(Ink::Paper));
    }
    out.push('\n');
    for mark in &scene.marks {
        write_mark(&mut out, mark);
    }
    out.push_str("</svg>\n");
    out
}

fn write_mark(out: &mut String, mark: &Mark) {
    match mark {
        Mark::Open(words) => {
            let _ = writeln!(out, "<g><title>{}</title>", escape(words));
        }
        Mark::Close => out.push_str("</g>\n"),
        Mark::Box { corners: [left, top, right, bottom], ink, round } => {
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                number(*left),
                number(*top),
                number((right - left).max(0.0)),
                number((bottom - top).max(0.0))
            );
            if *round > 0.0 {
                let _ = write!(out, " rx=\"{}\"", number(*round));
            }
            let _ = writeln!(out, "{}/>", filled(*ink));
        }
        Mark::Line { places, ink, width, dashed } => {
            let dash = if *dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dash}{}/>",
                path(places),
                number(*width),
                drawn(*ink)
            );
        }
        Mark::Band { upper, lower, ink } => {
            let mut places = upper.clone();
            places.extend(lower.iter().rev());
            let _ = writeln!(out, "<path d=\"{}Z\" fill-opacity=\"0.2\"{}/>", path(&places), filled(*ink));
        }
        Mark::Dot { at: (x, y), radius, shape, ink } => write_dot(out, (*x, *y), *radius, *shape, *ink),
        Mark::Text(label) => {
            let (x, y) = (number(label.at.0), number(label.at.1));
            let anchor = match label.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if label.weight == Weight::Strong { " font-weight=\"600\"" } else { "" };
            let turn =
                if label.turned { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{weight}{anchor}{turn}{}>{}</text>",
                number(label.size),
                filled(label.ink),
                escape(&label.text)
            );
        }
    }
}

fn write_dot(out: &mut String, (x, y): Place, radius: f64, shape: Shape, ink: Ink) {
    match shape {
        Shape::Circle => {
            let _ = writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
                number(x),
                number(y),
                number(radius),
                filled(ink)
            );
        }
        Shape::Ring => {
            // Two classes: the ring in its colour, the inside in the page's.
            let _ = writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"f-paper l-{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.8\"/>",
                number(x),
                number(y),
                number(radius - 0.6),
                ink.class().unwrap_or("text"),
                Ink::Paper.hex(),
                ink.hex()
            );
        }
        Shape::Square | Shape::Diamond | Shape::Up | Shape::Down => {
            let places: Vec<Place> =
                shape.corners().iter().map(|&(dx, dy)| (x + dx * radius, y + dy * radius)).collect();
            let _ = writeln!(out, "<path d=\"{}Z\"{}/>", path(&places), filled(ink));
        }
    }
}
