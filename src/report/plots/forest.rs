//! Many estimates of one quantity, one row each, with their intervals.

use super::axis::{Scale, aired, span};
use super::letters::{self, Weight};
use super::scene::{Anchor, Label, Scene};
use super::sheet::{Entry, Look, ROW, SMALL, Sheet, Swatch, line_entries, whisker};
use super::theme::{Ink, mark};
use crate::report::figure::{Figure, Forest, ForestRow, Order, Unit};

/// The distance between the lines of a row's label.
const LINE: f64 = 16.0;

/// The rows by group, sorted as asked; groups in order of first appearance.
fn grouped(figure: &Forest) -> Vec<(&str, Vec<&ForestRow>)> {
    let mut groups: Vec<(&str, Vec<&ForestRow>)> = Vec::new();
    for row in &figure.rows {
        match groups.iter_mut().find(|(name, _)| *name == row.group) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((&row.group, vec![row])),
        }
    }
    if figure.order == Order::ByValue {
        for (_, rows) in &mut groups {
            rows.sort_by(|one, other| other.point.value.total_cmp(&one.point.value));
        }
    }
    groups
}

/// One row in so many may reach beyond the scale.
const BEYOND: usize = 6;
/// How many times as far as all others such a row reaches.
const MOST_STRETCH: f64 = 3.0;

/// What the scale has to hold: every interval, or where few rows reach several
/// times as far as all others, what those need. The values stand in a column
/// beside the plot, whole.
fn extent(figure: &Forest, rows: &[&ForestRow]) -> (f64, f64) {
    let ends = |row: &ForestRow| [row.point.low, row.point.high];
    let lines = figure.references.iter().map(|line| line.value);
    let lines: Vec<f64> =
        lines.chain(figure.margin.iter().flat_map(|margin| [margin.low, margin.high])).collect();
    let mut values: Vec<f64> = rows.iter().map(|row| row.point.value).collect();
    values.sort_by(f64::total_cmp);
    let median = values.get(values.len() / 2).copied();
    let middle = figure.references.first().map(|line| line.value).or(median).unwrap_or(0.0);
    let reach = |row: &ForestRow| ends(row).map(|end| (end - middle).abs()).into_iter().fold(0.0, f64::max);
    let mut reaches: Vec<f64> = rows.iter().map(|row| reach(row)).collect();
    reaches.sort_by(f64::total_cmp);
    let usual = reaches.len().checked_sub(1 + rows.len() / BEYOND).map_or(0.0, |at| reaches[at]);
    let most = if usual > 0.0 { MOST_STRETCH * usual } else { f64::INFINITY };
    let shown = rows.iter().filter(|row| reach(row) <= most).flat_map(|row| ends(row));
    span(shown.chain(lines))
}

/// Lays the plot out.
pub(super) fn lay_out(source: &Figure, figure: &Forest, look: Look) -> Scene {
    let mut sheet = Sheet::new(source, look);
    let format = &figure.axis.format;
    let mut entries: Vec<Entry> = figure
        .keys
        .iter()
        .filter(|key| figure.rows.iter().any(|row| row.standing == key.standing))
        .map(|key| {
            let (shape, ink) = mark(key.standing);
            Entry { swatch: Swatch::Dot(shape, ink), text: key.text.clone() }
        })
        .collect();
    entries.extend(line_entries(&[], figure.margin.as_ref()));
    let finite: Vec<&ForestRow> = figure.rows.iter().filter(|row| row.point.is_finite()).collect();
    let shown = extent(figure, &finite);
    let off = |end: f64| end < shown.0 || end > shown.1;
    if finite.iter().any(|row| off(row.point.low) || off(row.point.high)) {
        entries.push(Entry { swatch: Swatch::Beyond, text: "goes on beyond the scale".to_owned() });
    }
    sheet.legend(&entries);

    // Columns: label, plot, value and (where there is room) interval.
    let groups = grouped(figure);
    let value_texts: Vec<String> = finite.iter().map(|row| format.value(row.point.value)).collect();
    let values = letters::widest(value_texts.iter().map(String::as_str), ROW, Weight::Strong);
    let interval_texts: Vec<String> = finite.iter().map(|row| interval(figure, row)).collect();
    let intervals = letters::widest(interval_texts.iter().map(String::as_str), SMALL, Weight::Regular);
    let total = sheet.right - sheet.left;
    let narrow = look.narrow();
    let room = if narrow { total } else { (total * 0.36).min(total - values - intervals - 300.0).max(120.0) };
    let longest = letters::widest(figure.rows.iter().map(|row| row.label.as_str()), ROW, Weight::Regular);
    let label_width = if narrow { 0.0 } else { longest.min(room) };
    let inner_left = sheet.left + label_width + if narrow { 6.0 } else { 14.0 };
    let interval_right = sheet.right - 4.0;
    let value_right =
        if narrow || intervals == 0.0 { interval_right } else { interval_right - intervals - 10.0 };
    let inner_right = value_right - values - 16.0;

    let limits = if format.unit == Unit::Percent { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    let domain = aired(shown, 0.04, limits);
    let scale = Scale::linear(domain, (inner_left, inner_right));

    let lines: Vec<(f64, String)> =
        figure.references.iter().map(|line| (line.value, line.label.clone())).collect();
    let labels = sheet.lanes_above(&scale, &lines);
    let rows_count = figure.rows.len();
    let above = rows_count > 24;
    if above {
        sheet.y += 16.0;
    }

    // Heights first: the grid lies behind the rows.
    let ordered = || groups.iter().flat_map(|(_, rows)| rows.iter().copied());
    let wrapped = letters::labels(ordered().map(|row| row.label.as_str()), |name| {
        letters::wrap(name, ROW, Weight::Regular, room, 2)
    });
    let air = if rows_count > 40 { 5.0 } else { 10.0 };
    let height_of = |lines: &[String]| {
        let label = lines.len() as f64 * LINE;
        if narrow { label + 18.0 + air } else { label + air }
    };
    let top = sheet.y;
    let (mut places, mut titles) = (Vec::new(), Vec::new());
    let mut y = top;
    for (name, rows) in &groups {
        let heading = if name.is_empty() { 0.0 } else { 24.0 };
        if heading > 0.0 && y > top {
            y += 6.0;
        }
        let begin = y;
        y += heading;
        for _ in rows {
            let height = height_of(&wrapped[places.len()]);
            places.push((y, height));
            y += height;
        }
        if !name.is_empty() {
            titles.push((begin, letters::shorten(name, ROW, Weight::Strong, total - 8.0)));
        }
    }
    let bottom = y + 4.0;
    let striped = rows_count > 5;
    if striped {
        for (index, &(y, height)) in places.iter().enumerate() {
            if index % 2 == 0 {
                sheet.scene.fill([sheet.left, y, sheet.right, y + height], Ink::Stripe);
            }
        }
    }
    if let Some(margin) = &figure.margin {
        sheet.margin_ground([scale.within(margin.low), top, scale.within(margin.high), bottom]);
    }
    sheet.grid_across(&scale, &figure.axis, (top, bottom), above);
    sheet.scene.line(&[(inner_left, bottom), (inner_right, bottom)], Ink::Axis, 1.0);
    let plain = !narrow && groups.iter().all(|(name, _)| name.is_empty());
    let begin = if plain { top - 2.0 } else { top + 4.0 };
    sheet.upright_lines(&scale, &figure.references, &labels, (begin, bottom));
    for (y, title) in titles {
        // The title's ground interrupts the grid: a new group begins.
        sheet.scene.fill([sheet.left, y, sheet.right, y + 23.0], Ink::Paper);
        sheet.scene.text(Label::new((sheet.left + 4.0, y + 17.0), &title, ROW, Ink::Text).strong());
    }

    for (index, (row, &(y, height))) in groups.iter().flat_map(|(_, rows)| rows).zip(&places).enumerate() {
        if narrow {
            // Labels stand above their marks; the grid mustn't run through them.
            let ink = if striped && index % 2 == 0 { Ink::Stripe } else { Ink::Paper };
            sheet.scene.fill([sheet.left, y, sheet.right, y + height - 22.0], ink);
        }
        let words = format!("{}: {}", row.label, format.point(&row.point));
        let lines = &wrapped[index];
        let text_height = lines.len() as f64 * LINE;
        let first = if narrow { y + 13.0 + air / 2.0 } else { y + (height - text_height) / 2.0 + 12.0 };
        let middle = if narrow { y + height - 12.0 } else { y + height / 2.0 };
        let (shape, ink) = mark(row.standing);
        sheet.scene.told(words, |scene| {
            for (index, line) in lines.iter().enumerate() {
                let x = if narrow { inner_left - 4.0 } else { inner_left - 14.0 - label_width + 4.0 };
                scene.text(Label::new((x, first + index as f64 * LINE), line, ROW, Ink::Text));
            }
            if row.point.is_finite() {
                whisker(scene, &scale, &row.point, middle, (shape, ink));
            }
            let value =
                Label::new((value_right, middle + 4.5), &format.value(row.point.value), ROW, Ink::Text);
            scene.text(value.strong().anchored(Anchor::End));
            if !narrow {
                let text = interval(figure, row);
                let label = Label::new((interval_right, middle + 4.5), &text, SMALL, Ink::Muted);
                scene.text(label.anchored(Anchor::End));
            }
        });
    }
    sheet.y = bottom + 24.0;
    sheet.axis_label(&figure.axis.label, (inner_left, inner_right));
    sheet.finish()
}

/// The interval as the rightmost column shows it.
fn interval(figure: &Forest, row: &ForestRow) -> String {
    if row.point.is_exact() || !row.point.is_finite() {
        String::new()
    } else {
        figure.axis.format.bare_range(row.point.low, row.point.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::figure::{Point, Reference, Standing};

    #[test]
    fn one_row_does_not_stretch_the_scale_of_all_others() {
        let extent = |reaches: &[f64]| {
            let row = |&reach: &f64| ForestRow {
                group: String::new(),
                label: reach.to_string(),
                point: Point::new(reach / 2.0, 0.0, reach),
                standing: Standing::Plain,
            };
            let rows: Vec<ForestRow> = reaches.iter().map(row).collect();
            let figure = Forest { references: vec![Reference::new(0.0, "none")], ..Forest::default() };
            super::extent(&figure, &rows.iter().collect::<Vec<_>>())
        };
        assert_eq!(extent(&[1.0, 2.0, 1.5, 1.0, 2.0, 50.0]), (0.0, 2.0));
        assert_eq!(extent(&[1.0, 2.0, 1.5, 1.0, 2.0, -50.0]), (0.0, 2.0));
        assert_eq!(extent(&[1.0, 2.0, 1.5, 1.0, 2.0, 5.0]), (0.0, 5.0), "not far enough to be cut");
        assert_eq!(extent(&[1.0, 50.0]), (0.0, 50.0), "of two neither is the odd one");
        assert_eq!(extent(&[0.0, 0.0, 0.0, 0.0, 0.0, 3.0]), (0.0, 3.0), "what all others are is no scale");
        assert_eq!(extent(&[]), (0.0, 0.0));
    }
}
