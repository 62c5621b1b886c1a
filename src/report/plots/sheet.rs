//! What all plots share: the words above and below, legends, axes, lines to
//! compare with. A plot kind fills the middle.

use super::axis::{Scale, TICK, lanes, spread};
use super::letters::{self, Weight};
use super::scene::{Anchor, Label, Scene, Shape};
use super::theme::Ink;
use crate::report::figure::{Axis, Figure, Heading, Margin, Point, Reference};

/// The size of row labels and values.
pub(super) const ROW: f64 = 13.0;
/// The size of legends, axis labels, subtitles.
pub(super) const SMALL: f64 = 12.0;
/// The distance between lines of small text.
pub(super) const SMALL_LINE: f64 = 16.0;

/// For whom a plot is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The width in CSS pixels.
    pub width: f64,
    /// Whether title, subtitle and note are part of the drawing.
    pub words: bool,
}

impl Look {
    /// A file of its own.
    pub(super) const FILE: Self = Self { width: 840.0, words: true };
    /// Inside a page that carries the words itself.
    pub(super) const PAGE: Self = Self { width: 840.0, words: false };
    /// The same on a phone.
    pub(super) const PHONE: Self = Self { width: 350.0, words: false };

    /// Whether there is little room.
    pub(super) fn narrow(self) -> bool {
        self.width < 520.0
    }
}

/// A line of a legend.
pub(super) struct Entry {
    pub swatch: Swatch,
    pub text: String,
}

/// What stands before a legend's words.
#[derive(Clone, Copy)]
pub(super) enum Swatch {
    Dot(Shape, Ink),
    Box(Ink),
    Line(Shape, Ink),
    Dashes,
    Beyond,
}

/// A plot being laid out, from top to bottom.
pub(super) struct Sheet {
    pub scene: Scene,
    pub look: Look,
    /// The leftmost place that may be drawn on.
    pub left: f64,
    /// The rightmost place that may be drawn on.
    pub right: f64,
    /// How far down the drawing has come.
    pub y: f64,
    note: String,
}

impl Sheet {
    /// Begins a plot with its heading.
    pub(super) fn new(figure: &Figure, look: Look) -> Self {
        let Heading { id, title, subtitle, note } = figure.head();
        let pad = if look.words { 20.0 } else { 2.0 };
        let mut sheet = Self {
            scene: Scene {
                width: look.width,
                alt: figure.alt(),
                title: title.clone(),
                id: id.clone(),
                ..Scene::default()
            },
            look,
            left: pad,
            right: look.width - pad,
            y: pad,
            note: note.clone(),
        };
        if look.words {
            sheet.lines(title, 17.0, Weight::Strong, Ink::Text, 23.0);
            if !subtitle.is_empty() {
                sheet.y += 2.0;
                sheet.lines(subtitle, ROW, Weight::Regular, Ink::Muted, 18.0);
            }
            sheet.y += 14.0;
        }
        sheet
    }

    fn lines(&mut self, text: &str, size: f64, weight: Weight, ink: Ink, line: f64) {
        if text.is_empty() {
            return;
        }
        for part in letters::wrap(text, size, weight, self.right - self.left, 12) {
            let mut label = Label::new((self.left, self.y + size), &part, size, ink);
            label.weight = weight;
            self.scene.text(label);
            self.y += line;
        }
    }

    /// Adds the note and closes the drawing.
    pub(super) fn finish(mut self) -> Scene {
        if self.look.words && !self.note.is_empty() {
            self.y += 12.0;
            let note = std::mem::take(&mut self.note);
            self.lines(&note, 11.5, Weight::Regular, Ink::Muted, 15.5);
        }
        self.scene.height = (self.y + if self.look.words { 16.0 } else { 4.0 }).ceil();
        self.scene
    }

    /// A legend that flows over as many lines as it needs.
    pub(super) fn legend(&mut self, entries: &[Entry]) {
        if entries.is_empty() {
            return;
        }
        let (mut x, mut y) = (self.left, self.y + 12.0);
        for Entry { swatch, text } in entries {
            let before = match swatch {
                Swatch::Dot(..) | Swatch::Box(_) | Swatch::Beyond => 17.0,
                Swatch::Line(..) | Swatch::Dashes => 31.0,
            };
            let text = letters::shorten(text, SMALL, Weight::Regular, self.right - self.left - before);
            let width = before + letters::width(&text, SMALL, Weight::Regular);
            if x > self.left && x + width > self.right {
                x = self.left;
                y += 20.0;
            }
            let middle = y - 4.0;
            match *swatch {
                Swatch::Dot(shape, ink) => self.scene.dot((x + 6.0, middle), 5.0, shape, ink),
                Swatch::Box(ink) => self.scene.rounded([x, middle - 6.0, x + 12.0, middle + 6.0], ink, 2.0),
                Swatch::Line(shape, ink) => {
                    self.scene.line(&[(x, middle), (x + 25.0, middle)], ink, 2.0);
                    self.scene.dot((x + 12.5, middle), 4.0, shape, ink);
                }
                Swatch::Beyond => {
                    self.scene.line(&[(x, middle), (x + 12.0, middle)], Ink::Text, 2.0);
                    self.scene.arrow((x + 12.0, middle), -1.0, Ink::Text);
                }
                Swatch::Dashes => {
                    self.scene.dashed(&[(x, middle), (x + 25.0, middle)], Ink::Text, 1.2);
                }
            }
            self.scene.text(Label::new((x + before, y), &text, SMALL, Ink::Text));
            x += width + 20.0;
        }
        self.y = y + 14.0;
    }

    /// Vertical grid lines and tick labels of an axis below (and for tall plots
    /// also above) the plot, from `top` to `bottom`. The label comes with
    /// [`Sheet::axis_label`].
    pub(super) fn grid_across(&mut self, scale: &Scale, axis: &Axis, (top, bottom): (f64, f64), above: bool) {
        for (value, text) in scale.ticks_across(&axis.format) {
            let x = scale.at(value);
            self.scene.line(&[(x, top), (x, bottom)], Ink::Grid, 1.0);
            let mut places = vec![bottom + 16.0];
            if above {
                places.push(top - 6.0);
            }
            for y in places {
                let half = letters::width(&text, TICK, Weight::Regular) / 2.0;
                let x = x.min(self.right - half).max(self.left + half);
                self.scene.text(Label::new((x, y), &text, TICK, Ink::Muted).anchored(Anchor::Middle));
            }
        }
    }

    /// An axis label centred below `from`..`to`; moves on below it.
    pub(super) fn axis_label(&mut self, text: &str, (from, to): (f64, f64)) {
        if text.is_empty() {
            return;
        }
        let room = self.right - self.left;
        for part in letters::wrap(text, SMALL, Weight::Regular, room, 3) {
            let half = letters::width(&part, SMALL, Weight::Regular) / 2.0;
            let x = f64::midpoint(from, to).min(self.right - half).max(self.left + half);
            let label = Label::new((x, self.y + SMALL), &part, SMALL, Ink::Text);
            self.scene.text(label.anchored(Anchor::Middle));
            self.y += SMALL_LINE;
        }
        self.y += 2.0;
    }

    /// The name of an upright axis, written level above it; moves on below it.
    pub(super) fn upright_label(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        for part in letters::wrap(text, SMALL, Weight::Regular, self.right - self.left, 3) {
            self.scene.text(Label::new((self.left, self.y + SMALL), &part, SMALL, Ink::Text));
            self.y += SMALL_LINE;
        }
        self.y += 4.0;
    }

    /// Level grid lines and their labels left of `left`.
    pub(super) fn grid_up(&mut self, scale: &Scale, ticks: &[(f64, String)], (left, right): (f64, f64)) {
        for (value, text) in ticks {
            let y = scale.at(*value);
            let ink = if *value == 0.0 { Ink::Axis } else { Ink::Grid };
            self.scene.line(&[(left, y), (right, y)], ink, 1.0);
            let label = Label::new((left - 8.0, y + 4.2), text, TICK, Ink::Muted);
            self.scene.text(label.anchored(Anchor::End));
        }
    }

    /// Makes room above a plot for the labels of upright lines. Answers where
    /// each label goes.
    pub(super) fn lanes_above(&mut self, scale: &Scale, lines: &[(f64, String)]) -> Vec<(f64, f64, String)> {
        let room = self.right - self.left;
        let texts: Vec<String> =
            lines.iter().map(|(_, text)| letters::shorten(text, SMALL, Weight::Regular, room)).collect();
        let wishes: Vec<(f64, f64)> = lines
            .iter()
            .zip(&texts)
            .map(|((value, _), text)| (scale.within(*value), letters::width(text, SMALL, Weight::Regular)))
            .collect();
        let places =
            apart(&wishes, self.left, self.right).unwrap_or_else(|| lanes(&wishes, self.left, self.right));
        let count = places.iter().map(|&(_, lane)| lane + 1).max().unwrap_or(0);
        let top = self.y;
        self.y += count as f64 * SMALL_LINE + if count > 0 { 4.0 } else { 0.0 };
        places
            .into_iter()
            .zip(texts)
            .map(|((x, lane), text)| {
                // The first lane is the lowest, next to the plot.
                (x, top + (count - lane) as f64 * SMALL_LINE - 4.0, text)
            })
            .collect()
    }

    /// Draws upright lines with their labels at the places found.
    pub(super) fn upright_lines(
        &mut self,
        scale: &Scale,
        lines: &[Reference],
        labels: &[(f64, f64, String)],
        (top, bottom): (f64, f64),
    ) {
        for (line, (x, y, text)) in lines.iter().zip(labels) {
            if scale.holds(line.value) {
                let place = scale.at(line.value);
                self.scene.dashed(&[(place, top), (place, bottom)], Ink::Text, 1.2);
            }
            self.scene.text(Label::new((*x, *y), text, SMALL, Ink::Text).anchored(Anchor::Middle));
        }
    }

    /// Draws level lines from `left` to `right`.
    pub(super) fn level_lines(&mut self, scale: &Scale, lines: &[Reference], (left, right): (f64, f64)) {
        for line in lines.iter().filter(|line| scale.holds(line.value)) {
            let y = scale.at(line.value);
            self.scene.dashed(&[(left, y), (right, y)], Ink::Text, 1.2);
        }
    }

    /// The ground of what counts as fair, between two places across.
    pub(super) fn margin_ground(&mut self, corners: [f64; 4]) {
        self.scene.fill(corners, Ink::Fair);
    }
}

/// Two labels side by side, the one left and the other right of their lines,
/// where they can't both be centred but so fit into one lane.
fn apart(wishes: &[(f64, f64)], left: f64, right: f64) -> Option<Vec<(f64, usize)>> {
    let &[one, other] = wishes else { return None };
    if lanes(wishes, left, right).iter().all(|&(_, lane)| lane == 0) {
        return None;
    }
    let swapped = other.0 < one.0;
    let (first, second) = if swapped { (other, one) } else { (one, other) };
    // Each label still reaches a little over its line.
    let first_middle = first.0 + 6.0 - first.1 / 2.0;
    let second_middle = second.0 - 6.0 + second.1 / 2.0;
    let fits = first_middle - first.1 / 2.0 >= left
        && second_middle + second.1 / 2.0 <= right
        && second.0 - first.0 >= 22.0;
    let (one, other) = if swapped { (second_middle, first_middle) } else { (first_middle, second_middle) };
    fits.then(|| vec![(one, 0), (other, 0)])
}

/// The words of a legend for lines that have no room beside the plot.
pub(super) fn line_entries(references: &[Reference], margin: Option<&Margin>) -> Vec<Entry> {
    let lines = references.iter().map(|line| Entry { swatch: Swatch::Dashes, text: line.label.clone() });
    let ground = margin.map(|margin| Entry { swatch: Swatch::Box(Ink::Fair), text: margin.label.clone() });
    lines.chain(ground).collect()
}

/// A label of a [`Gutter`].
pub(super) struct Beside {
    /// The value next to which it stands.
    pub value: f64,
    pub text: String,
    /// The mark of what it names; lines to compare with have none.
    pub mark: Option<(Shape, Ink)>,
}

/// A value, the lines of its label, and the mark of what it names.
type Named = (f64, Vec<String>, Option<(Shape, Ink)>);

/// Labels to the right of a plot, each near the height of what it names.
pub(super) struct Gutter {
    items: Vec<Named>,
    /// How far the words stand from the plot.
    indent: f64,
    /// How wide it is.
    pub width: f64,
}

impl Gutter {
    /// The widest its words get.
    const MOST: f64 = 165.0;

    /// Breaks the labels into lines.
    pub(super) fn new(labels: Vec<Beside>) -> Self {
        let indent = if labels.iter().any(|label| label.mark.is_some()) { 26.0 } else { 10.0 };
        let items: Vec<Named> = labels
            .into_iter()
            .map(|label| {
                let lines = letters::wrap(&label.text, SMALL, Weight::Regular, Self::MOST, 3);
                (label.value, lines, label.mark)
            })
            .collect();
        let texts = items.iter().flat_map(|(_, lines, _)| lines.iter().map(String::as_str));
        let width = letters::widest(texts, SMALL, Weight::Regular);
        Self { items, indent, width: if width > 0.0 { width + indent } else { 0.0 } }
    }

    /// How much height the labels need.
    pub(super) fn height(&self) -> f64 {
        self.items.iter().map(|(_, lines, _)| lines.len() as f64 * 15.0 + 3.0).sum()
    }

    /// Draws the labels right of `x`.
    pub(super) fn draw(&self, scene: &mut Scene, scale: &Scale, x: f64) {
        let (one, other) = scale.places();
        let (top, bottom) = (one.min(other) - 8.0, one.max(other) + 8.0);
        let wishes: Vec<(f64, f64)> = self
            .items
            .iter()
            .map(|(value, lines, _)| (scale.within(*value), lines.len() as f64 * 15.0 + 3.0))
            .collect();
        for (middle, ((wish, _), (_, lines, mark))) in
            spread(&wishes, top, bottom).into_iter().zip(wishes.iter().zip(&self.items))
        {
            let ink = mark.map_or(Ink::Muted, |(_, ink)| ink);
            let end = if mark.is_some() { 12.0 } else { self.indent - 3.0 };
            if (middle - wish).abs() > 3.0 {
                scene.line(&[(x + 1.0, *wish), (x + end, middle)], ink, 1.0);
            }
            if let Some((shape, ink)) = *mark {
                scene.dot((x + 16.0, middle), 4.0, shape, ink);
            }
            let first = middle - lines.len() as f64 * 7.5 + 11.5;
            for (index, line) in lines.iter().enumerate() {
                let place = (x + self.indent, first + index as f64 * 15.0);
                scene.text(Label::new(place, line, SMALL, Ink::Text));
            }
        }
    }
}

/// Draws a value with its interval and short ends, level at `y`; what lies
/// beyond the scale is an arrow at its edge.
pub(super) fn whisker(scene: &mut Scene, scale: &Scale, point: &Point, y: f64, (shape, ink): (Shape, Ink)) {
    let [low, high] = [point.low, point.high].map(|end| scale.within(end));
    if high - low > 0.5 {
        scene.line(&[(low, y), (high, y)], ink, 2.0);
    }
    for (end, place) in [(point.low, low), (point.high, high)] {
        if !scale.holds(end) {
            let back = if place > scale.places().0 { -12.0 } else { 12.0 };
            scene.line(&[(place, y), (place + back, y)], ink, 2.0);
            scene.arrow((place, y), back.signum(), ink);
        } else if high - low > 0.5 {
            scene.line(&[(place, y - 3.5), (place, y + 3.5)], ink, 1.5);
        }
    }
    if scale.holds(point.value) {
        scene.dot((scale.at(point.value), y), 4.6, shape, ink);
    }
}

/// Draws an upright interval with short ends. With a `ground`, a wider line of
/// the page's colour lies under it, so that it shows on any bar; a short bar
/// would be cut to pieces by that.
pub(super) fn upright_whisker(
    scene: &mut Scene,
    (low, high): (f64, f64),
    x: f64,
    reach: f64,
    (ink, ground): (Ink, bool),
) {
    for (ink, width) in [(Ink::Paper, 3.5), (ink, 1.5)].into_iter().skip(usize::from(!ground)) {
        let more = (width - 1.5) / 2.0;
        scene.line(&[(x, low + more), (x, high - more)], ink, width);
        for end in [low, high] {
            scene.line(&[(x - reach - more, end), (x + reach + more, end)], ink, width);
        }
    }
}
