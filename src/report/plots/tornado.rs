//! Effects of many switches on one quantity: bars from zero, largest first.

use super::axis::{Scale, aired, span};
use super::letters::{self, Weight};
use super::scene::{Anchor, Label, Scene};
use super::sheet::{Entry, Look, ROW, SMALL, Sheet, Swatch};
use super::theme::{Ink, mark};
use crate::report::figure::{Figure, Point, Standing, Tornado, TornadoEnd, TornadoRow};

/// The height of one bar with its air.
const LANE: f64 = 18.0;
/// A bar up to this long would be cut to pieces by the ground of its interval.
const SHORT: f64 = 30.0;
/// The distance between the lines of a label.
const LINE: f64 = 16.0;

/// Which way a bar points.
fn up(point: &Point) -> bool {
    point.value >= 0.0
}

/// Whether bar and interval stay on the bar's own side of zero.
fn on_its_side(point: &Point) -> bool {
    if up(point) { point.low >= 0.0 } else { point.high <= 0.0 }
}

/// The ends to draw with their lanes. One pointing left and one pointing right
/// share a lane only where both keep to their side of zero, intervals and words
/// included; any other end has a lane of its own.
fn in_lanes(row: &TornadoRow) -> (Vec<(&TornadoEnd, usize)>, usize) {
    // For each lane whether its left and its right side are taken.
    let mut taken: Vec<[bool; 2]> = Vec::new();
    let mut ends: Vec<(&TornadoEnd, usize)> = Vec::new();
    for end in row.ends.iter().filter(|end| end.effect.is_finite()) {
        let side = usize::from(up(&end.effect));
        let free = taken.iter().position(|lane| on_its_side(&end.effect) && !lane[side]);
        let lane = free.unwrap_or_else(|| {
            taken.push([false; 2]);
            taken.len() - 1
        });
        if on_its_side(&end.effect) {
            taken[lane][side] = true;
        } else {
            taken[lane] = [true; 2];
        }
        ends.push((end, lane));
    }
    (ends, taken.len().max(1))
}

/// The largest effect of a row, by which rows are sorted.
fn reach(row: &TornadoRow) -> f64 {
    row.ends.iter().map(|end| end.effect.value.abs()).filter(|value| value.is_finite()).fold(0.0, f64::max)
}

/// Lays the plot out.
pub(super) fn lay_out(source: &Figure, figure: &Tornado, look: Look) -> Scene {
    let mut sheet = Sheet::new(source, look);
    let format = &figure.axis.format;
    let narrow = look.narrow();
    let mut rows: Vec<&TornadoRow> = figure.rows.iter().collect();
    rows.sort_by(|one, other| reach(other).total_cmp(&reach(one)));

    let ends: Vec<&TornadoEnd> =
        rows.iter().flat_map(|row| &row.ends).filter(|end| end.effect.is_finite()).collect();
    let some_clear = ends.iter().any(|end| end.clear);
    let some_open = ends.iter().any(|end| !end.clear);
    let mut entries = Vec::new();
    if some_clear {
        let text = "clear".to_owned();
        entries.push(Entry { swatch: Swatch::Box(mark(Standing::Clear).1), text });
    }
    if some_open {
        let text = "not clear".to_owned();
        entries.push(Entry { swatch: Swatch::Box(mark(Standing::Unclear).1), text });
    }
    sheet.legend(&entries);

    let total = sheet.right - sheet.left;
    let room = if narrow { total } else { total * 0.36 };
    let longest = letters::widest(rows.iter().map(|row| row.label.as_str()), ROW, Weight::Regular);
    let label_width = if narrow { 0.0 } else { longest.min(room) };
    let inner_left = sheet.left + label_width + if narrow { 6.0 } else { 14.0 };
    let inner_right = sheet.right - 6.0;

    let mut everything = vec![0.0];
    for end in &ends {
        everything.extend([end.effect.low, end.effect.high, end.effect.value]);
    }
    everything.extend(figure.references.iter().map(|line| line.value));
    let domain = aired(span(everything), 0.02, (f64::NEG_INFINITY, f64::INFINITY));
    let setting_room = (inner_right - inner_left) * 0.28;
    let setting = |end: &TornadoEnd| letters::shorten(&end.setting, SMALL, Weight::Regular, setting_room);
    let scale = with_room(domain, (inner_left, inner_right), &ends, setting);

    let mut lines = figure.references.clone();
    lines.retain(|line| line.value != 0.0);
    let wanted: Vec<(f64, String)> = lines.iter().map(|line| (line.value, line.label.clone())).collect();
    let labels = sheet.lanes_above(&scale, &wanted);
    let above = rows.len() > 24;
    if above {
        sheet.y += 16.0;
    }

    let top = sheet.y;
    let air = 8.0;
    let wrapped = letters::labels(rows.iter().map(|row| row.label.as_str()), |name| {
        letters::wrap(name, ROW, Weight::Regular, room, 2)
    });
    let mut y = top;
    let mut places = Vec::new();
    for (row, lines) in rows.iter().zip(&wrapped) {
        let bars = in_lanes(row).1 as f64 * LANE;
        let text = lines.len() as f64 * LINE;
        let height = if narrow { text + bars + air } else { text.max(bars) + air };
        places.push((y, height));
        y += height;
    }
    let bottom = y + 4.0;
    let striped = rows.len() > 3;
    if striped {
        for (index, &(y, height)) in places.iter().enumerate() {
            if index % 2 == 0 {
                sheet.scene.fill([sheet.left, y, sheet.right, y + height], Ink::Stripe);
            }
        }
    }
    sheet.grid_across(&scale, &figure.axis, (top, bottom), above);
    sheet.upright_lines(&scale, &lines, &labels, (top - 2.0, bottom));

    let zero = scale.at(0.0);
    sheet.scene.line(&[(zero, top), (zero, bottom)], Ink::Axis, 1.5);
    for (index, (row, &(y, height))) in rows.iter().zip(&places).enumerate() {
        let lines = &wrapped[index];
        let text_height = lines.len() as f64 * LINE;
        if narrow {
            // Labels stand above their bars; the grid mustn't run through them.
            let ink = if striped && index % 2 == 0 { Ink::Stripe } else { Ink::Paper };
            sheet.scene.fill([sheet.left, y, sheet.right, y + text_height + 4.0], ink);
        }
        let (ends, lanes) = in_lanes(row);
        let first = if narrow { y + 15.0 } else { y + (height - text_height) / 2.0 + 12.0 };
        let bars_top = if narrow { y + text_height + 4.0 } else { y + (height - lanes as f64 * LANE) / 2.0 };
        let label_left = if narrow { inner_left - 4.0 } else { inner_left - 10.0 - label_width };
        for (index, line) in lines.iter().enumerate() {
            let place = (label_left, first + index as f64 * LINE);
            sheet.scene.told(row.label.clone(), |scene| {
                scene.text(Label::new(place, line, ROW, Ink::Text));
            });
        }
        for (end, lane) in ends {
            let middle = bars_top + (lane as f64 + 0.5) * LANE;
            let words = format!("{} = {}: {}", row.label, end.setting, format.point(&end.effect));
            sheet.scene.told(words, |scene| bar(scene, &scale, end, middle, &setting(end)));
        }
    }
    sheet.y = bottom + 24.0;
    sheet.axis_label(&figure.axis.label, (inner_left, inner_right));
    sheet.finish()
}

/// A scale that leaves room for each bar's words beyond its interval.
fn with_room(
    domain: (f64, f64),
    (left, right): (f64, f64),
    ends: &[&TornadoEnd],
    setting: impl Fn(&TornadoEnd) -> String,
) -> Scale {
    let widths: Vec<f64> =
        ends.iter().map(|end| letters::width(&setting(end), SMALL, Weight::Regular) + 9.0).collect();
    let (mut from, mut to) = (left, right);
    // Narrowing the scale moves the ends, so come close step by step.
    for _ in 0..12 {
        let scale = Scale::linear(domain, (from, to));
        let (mut over_left, mut over_right) = (0.0_f64, 0.0_f64);
        for (end, width) in ends.iter().zip(&widths) {
            if up(&end.effect) {
                over_right = over_right.max(scale.at(end.effect.high.max(0.0)) + width - right);
            } else {
                over_left = over_left.max(left - (scale.at(end.effect.low.min(0.0)) - width));
            }
        }
        if over_left <= 0.0 && over_right <= 0.0 {
            break;
        }
        from += over_left;
        to -= over_right;
        if to - from < (right - left) * 0.3 {
            break;
        }
    }
    Scale::linear(domain, (from, to))
}

fn bar(scene: &mut Scene, scale: &Scale, end: &TornadoEnd, middle: f64, setting: &str) {
    let point = &end.effect;
    let (_, ink) = mark(if end.clear { Standing::Clear } else { Standing::Unclear });
    let (zero, value) = (scale.at(0.0), scale.at(point.value));
    scene.fill([zero.min(value), middle - 6.0, zero.max(value), middle + 6.0], ink);
    if !point.is_exact() {
        let (low, high) = (scale.at(point.low), scale.at(point.high));
        // A wider line of the page's colour first, so that it shows on any bar;
        // not on a short one or along a whole one, which it would cut in two.
        let ground = (value - zero).abs() >= SHORT && on_its_side(point);
        for (ink, width) in [(Ink::Paper, 3.5), (Ink::Text, 1.5)].into_iter().skip(usize::from(!ground)) {
            let more = (width - 1.5) / 2.0;
            scene.line(&[(low - more, middle), (high + more, middle)], ink, width);
            for place in [low, high] {
                scene.line(&[(place, middle - 3.5 - more), (place, middle + 3.5 + more)], ink, width);
            }
        }
    }
    let (x, anchor) = if up(point) {
        (scale.at(point.high.max(0.0)) + 6.0, Anchor::Start)
    } else {
        (scale.at(point.low.min(0.0)) - 6.0, Anchor::End)
    };
    scene.text(Label::new((x, middle + 4.2), setting, SMALL, Ink::Text).anchored(anchor));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(effects: &[(f64, f64, f64)]) -> TornadoRow {
        let ends = effects
            .iter()
            .map(|&(value, low, high)| TornadoEnd::new(format!("{value}"), Point::new(value, low, high)));
        TornadoRow { label: "switch".to_owned(), ends: ends.collect() }
    }

    fn lanes(effects: &[(f64, f64, f64)]) -> Vec<usize> {
        in_lanes(&row(effects)).0.into_iter().map(|(_, lane)| lane).collect()
    }

    #[test]
    fn two_ends_share_a_lane_only_on_their_own_sides_of_zero() {
        assert_eq!(lanes(&[(-3.0, -4.0, -2.0), (3.0, 2.0, 4.0)]), [0, 0]);
        assert_eq!(lanes(&[(3.0, 2.0, 4.0), (5.0, 4.0, 6.0), (-3.0, -4.0, -2.0)]), [0, 1, 0]);
        assert_eq!(lanes(&[(-0.5, -1.0, 0.1), (0.5, 0.1, 1.0)]), [0, 1], "the left one reaches over zero");
        assert_eq!(lanes(&[(0.5, 0.1, 1.0), (-0.5, -1.0, 0.1)]), [0, 1]);
        assert_eq!(lanes(&[(0.1, -1.0, 1.2), (-0.1, -1.2, 1.0)]), [0, 1]);
        assert_eq!(in_lanes(&row(&[(f64::NAN, 0.0, 0.0)])), (Vec::new(), 1));
    }
}
