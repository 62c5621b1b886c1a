//! A table of values by colour, with the values written in where they fit.

use super::axis::{Scale, TICK, round_step, span};
use super::letters::{self, Weight};
use super::scene::{Anchor, Label, Scene};
use super::sheet::{Look, ROW, SMALL, SMALL_LINE, Sheet};
use super::theme::Ink;
use crate::report::figure::{Figure, Heatmap, Point, Unit};

/// The widest that cells get.
const WIDEST: f64 = 132.0;
/// The highest the columns' names get when turned.
const MOST: f64 = 130.0;

/// Colours from low over neutral to high, apart for colour-blind readers and
/// all so light that dark letters are read on them.
const LOW: [f64; 3] = [238.0, 138.0, 66.0];
const MIDDLE: [f64; 3] = [247.0, 247.0, 245.0];
const HIGH: [f64; 3] = [74.0, 151.0, 205.0];
/// The least value where there is no neutral one: clearly a colour, so that
/// what was seen rarely stands out from what was never seen.
const RARE: [f64; 3] = [222.0, 235.0, 246.0];
/// The letters on a cell.
const LETTERS: Ink = Ink::Cell(16, 19, 22);

/// From values to colours.
struct Tint {
    from: f64,
    centre: Option<f64>,
    to: f64,
}

impl Tint {
    fn new(figure: &Heatmap) -> Self {
        let values = figure.cells.iter().flatten().flatten().map(|point| point.value);
        let (low, high) = span(values);
        match figure.centre {
            Some(centre) => {
                // Equal distances get equally strong colours.
                let reach = (high - centre).max(centre - low).max(1e-9);
                Self { from: centre - reach, centre: Some(centre), to: centre + reach }
            }
            None => Self { from: low, centre: None, to: if high > low { high } else { low + 1.0 } },
        }
    }

    fn ink(&self, value: f64) -> Ink {
        let mix = |one: [f64; 3], other: [f64; 3], part: f64| {
            let part = part.clamp(0.0, 1.0);
            let channel = |index: usize| (one[index] + (other[index] - one[index]) * part).round() as u8;
            Ink::Cell(channel(0), channel(1), channel(2))
        };
        match self.centre {
            Some(centre) if value >= centre => mix(MIDDLE, HIGH, (value - centre) / (self.to - centre)),
            Some(centre) => mix(MIDDLE, LOW, (centre - value) / (centre - self.from)),
            None => mix(RARE, HIGH, (value - self.from) / (self.to - self.from)),
        }
    }
}

/// Lays the plot out.
pub(super) fn lay_out(source: &Figure, figure: &Heatmap, look: Look) -> Scene {
    let mut sheet = Sheet::new(source, look);
    let format = &figure.value.format;
    let narrow = look.narrow();
    let total = sheet.right - sheet.left;
    let row_room = total * if narrow { 0.34 } else { 0.3 };
    let label_width =
        letters::widest(figure.rows.iter().map(String::as_str), ROW, Weight::Regular).min(row_room);
    let columns = figure.columns.len().max(1) as f64;
    let width = ((sheet.right - sheet.left - label_width - 10.0) / columns).min(WIDEST);
    // A table of few columns stands in the middle.
    let spare = (sheet.right - sheet.left - label_width - 10.0 - width * columns).max(0.0);
    let left = sheet.left + label_width + 10.0 + spare / 2.0;
    let right = left + width * columns;
    let height = width.clamp(26.0, 40.0);

    if !figure.row_title.is_empty() || !figure.column_title.is_empty() {
        let titles: Vec<&str> = [figure.row_title.as_str(), figure.column_title.as_str()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let text = match titles[..] {
            [rows, columns] => format!("rows: {rows}; columns: {columns}"),
            [one] => one.to_owned(),
            _ => String::new(),
        };
        sheet.upright_label(&text);
    }

    // Level names where they fit on up to three lines, turned ones elsewhere.
    let longest_word =
        letters::widest(figure.columns.iter().flat_map(|name| name.split(' ')), SMALL, Weight::Regular);
    let level = longest_word <= width - 6.0;
    let names = letters::labels(figure.columns.iter().map(String::as_str), |name| {
        if level {
            letters::wrap(name, SMALL, Weight::Regular, width - 6.0, 3)
        } else {
            vec![letters::shorten(name, SMALL, Weight::Regular, MOST)]
        }
    });
    let row_names = letters::labels(figure.rows.iter().map(String::as_str), |name| {
        vec![letters::shorten(name, ROW, Weight::Regular, row_room)]
    });
    let head = if level {
        names.iter().map(Vec::len).max().unwrap_or(0) as f64 * SMALL_LINE + 4.0
    } else {
        letters::widest(names.iter().flatten().map(String::as_str), SMALL, Weight::Regular) + 8.0
    };
    let top = sheet.y + head;
    for (index, lines) in names.iter().enumerate() {
        let middle = left + (index as f64 + 0.5) * width;
        sheet.scene.told(figure.columns[index].clone(), |scene| {
            for (line, text) in lines.iter().enumerate() {
                let label = if level {
                    let y = top - 7.0 - (lines.len() - 1 - line) as f64 * SMALL_LINE;
                    Label::new((middle, y), text, SMALL, Ink::Text).anchored(Anchor::Middle)
                } else {
                    Label::new((middle + 4.0, top - 6.0), text, SMALL, Ink::Text).turned()
                };
                scene.text(label);
            }
        });
    }

    let tint = Tint::new(figure);
    let cells = || figure.cells.iter().flatten().flatten().filter(|point| point.is_finite());
    let fits = |text: &dyn Fn(&Point) -> String, size: f64, weight: Weight| {
        cells().all(|point| letters::width(&text(point), size, weight) <= width - 4.0)
    };
    let with_unit = fits(&|point| format.value(point.value), SMALL, Weight::Strong);
    let size = if with_unit || fits(&|point| format.bare(point.value), SMALL, Weight::Strong) {
        SMALL
    } else {
        10.0
    };
    let written = fits(&|point| format.bare(point.value), size, Weight::Strong);
    let half = |point: &Point| {
        let (below, above) = (point.value - point.low, point.high - point.value);
        match (below > 0.0, above > 0.0) {
            // What was never seen is bounded on one side.
            (true, false) => format!("≥\u{a0}{}", format.bare(point.low)),
            (false, true) => format!("≤\u{a0}{}", format.bare(point.high)),
            // The longer arm: that of a distance towards 0 ends there.
            _ => format!("±\u{a0}{}", format.bare_size(below.max(above))),
        }
    };
    let with_error = written && height >= 34.0 && fits(&half, 10.5, Weight::Regular);
    for (row, name) in figure.rows.iter().enumerate() {
        let y = top + row as f64 * height;
        let label = row_names[row].concat();
        sheet.scene.told(name.clone(), |scene| {
            let place = (left - 10.0, y + height / 2.0 + 4.5);
            scene.text(Label::new(place, &label, ROW, Ink::Text).anchored(Anchor::End));
        });
        for column in 0..figure.columns.len() {
            let x = left + column as f64 * width;
            let corners = [x + 1.0, y + 1.0, x + width - 1.0, y + height - 1.0];
            let cell = figure.cells.get(row).and_then(|cells| cells.get(column).copied().flatten());
            let Some(point) = cell.filter(Point::is_finite) else {
                let label = Label::new((x + width / 2.0, y + height / 2.0 + 4.0), "–", SMALL, Ink::Muted);
                sheet.scene.text(label.anchored(Anchor::Middle));
                continue;
            };
            let words = format!("{name}, {}: {}", figure.columns[column], format.point(&point));
            sheet.scene.told(words, |scene| {
                let ink = tint.ink(point.value);
                scene.fill(corners, ink);
                if !written {
                    return;
                }
                let text = if with_unit { format.value(point.value) } else { format.bare(point.value) };
                let error = with_error && !point.is_exact();
                let middle = y + height / 2.0 + if error { -1.5 } else { 4.3 };
                let label = Label::new((x + width / 2.0, middle), &text, size, LETTERS);
                scene.text(label.strong().anchored(Anchor::Middle));
                if error {
                    let place = (x + width / 2.0, middle + 13.0);
                    scene.text(Label::new(place, &half(&point), 10.5, LETTERS).anchored(Anchor::Middle));
                }
            });
        }
    }
    sheet.y = top + figure.rows.len() as f64 * height + 16.0;
    colour_bar(&mut sheet, figure, &tint, (left, right));
    sheet.finish()
}

/// The colours with their values, below the table.
fn colour_bar(sheet: &mut Sheet, figure: &Heatmap, tint: &Tint, (left, right): (f64, f64)) {
    let wanted = 320.0_f64.min(sheet.right - sheet.left - 40.0);
    let middle = f64::midpoint(left, right).min(sheet.right - 20.0 - wanted / 2.0);
    let from = (middle - wanted / 2.0).max(sheet.left + 20.0);
    let (from, to) = (from, from + wanted);
    let top = sheet.y;
    let pieces = 64;
    for piece in 0..pieces {
        let part = (piece as f64 + 0.5) / pieces as f64;
        let ink = tint.ink(tint.from + (tint.to - tint.from) * part);
        // Each piece reaches under the next, so that no seam shows between them.
        let corners = [
            from + wanted * piece as f64 / pieces as f64,
            top,
            (from + wanted * (piece + 1) as f64 / pieces as f64 + 1.5).min(to),
            top + 12.0,
        ];
        sheet.scene.fill(corners, ink);
    }
    let scale = Scale::linear((tint.from, tint.to), (from, to));
    let ticks = match tint.centre {
        Some(centre) => {
            let step = round_step((tint.to - centre) / 2.6);
            let reach = ((tint.to - centre) / step + 1e-6).floor() as i64;
            (-reach..=reach)
                .map(|index| centre + index as f64 * step)
                // No share is below 0 or above 1, wherever the colours end.
                .filter(|value| figure.value.format.unit != Unit::Percent || (0.0..=1.0).contains(value))
                .map(|value| (value, figure.value.format.tick(value, step)))
                .collect()
        }
        None => scale.ticks(4, &figure.value.format),
    };
    for (value, text) in ticks {
        let x = scale.at(value);
        sheet.scene.line(&[(x, top + 12.0), (x, top + 16.0)], Ink::Axis, 1.0);
        sheet.scene.text(Label::new((x, top + 29.0), &text, TICK, Ink::Muted).anchored(Anchor::Middle));
    }
    sheet.y = top + 36.0;
    sheet.axis_label(&figure.value.label, (from, to));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as the accessibility guidelines define it.
    fn luminance(ink: Ink) -> f64 {
        let (red, green, blue) = ink.rgb();
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    }

    #[test]
    fn letters_are_read_on_every_colour_and_the_rarest_is_no_ground() {
        for centre in [None, Some(0.5)] {
            let tint = Tint { from: 0.0, centre, to: 1.0 };
            for step in 0..=20 {
                let light = luminance(tint.ink(f64::from(step) / 20.0));
                let contrast = (light + 0.05) / (luminance(LETTERS) + 0.05);
                assert!(contrast >= 5.5, "{contrast} at {step} of {centre:?}");
            }
        }
        let rare = Tint { from: 0.0, centre: None, to: 1.0 }.ink(0.0);
        assert!((luminance(Ink::Paper) + 0.05) / (luminance(rare) + 0.05) > 1.15);
    }
}
