//! Bars from zero, in groups: wins by seat, goals by bot.

use super::axis::{Scale, span};
use super::letters::{self, Weight};
use super::scene::{Anchor, Label, Scene, Shape};
use super::sheet::{
    Beside, Entry, Gutter, Look, SMALL, SMALL_LINE, Sheet, Swatch, line_entries, upright_whisker,
};
use super::theme::Ink;
use crate::report::figure::{Figure, Point, SeatBars, Unit};

/// A bar up to this high would be cut to pieces by the ground of its interval.
const SHORT: f64 = 30.0;

/// Lays the plot out.
pub(super) fn lay_out(source: &Figure, figure: &SeatBars, look: Look) -> Scene {
    let mut sheet = Sheet::new(source, look);
    let format = &figure.y.format;
    let count = figure.groups.iter().map(|group| group.points.len()).max().unwrap_or(0).max(1);
    let mut entries: Vec<Entry> = if figure.series.len() > 1 {
        let names = figure.series.iter().enumerate();
        names
            .map(|(index, name)| Entry { swatch: Swatch::Box(Ink::Series(index)), text: name.clone() })
            .collect()
    } else {
        Vec::new()
    };
    let gutter = if look.narrow() {
        entries.extend(line_entries(&figure.references, None));
        Gutter::new(Vec::new())
    } else {
        let labels = figure.references.iter();
        Gutter::new(
            labels.map(|line| Beside { value: line.value, text: line.label.clone(), mark: None }).collect(),
        )
    };
    // A share can't lie outside 0 and 1, whatever its interval does.
    let limits = if format.unit == Unit::Percent { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    let cut_above = |point: &Point| point.high > limits.1;
    if figure.groups.iter().flat_map(|group| &group.points).any(cut_above) {
        let text = format!("interval reaches beyond {}", format.tick(limits.1, 1.0));
        entries.push(Entry { swatch: Swatch::Dot(Shape::Up, Ink::Text), text });
    }
    sheet.legend(&entries);
    sheet.upright_label(&figure.y.label);

    let points = || figure.groups.iter().flat_map(|group| &group.points).filter(|point| point.is_finite());
    let mut everything = vec![0.0];
    everything.extend(points().flat_map(|point| [point.low, point.value, point.high]));
    everything.extend(figure.references.iter().map(|line| line.value));
    let (low, high) = span(everything);
    let (low, high) = (low.max(limits.0.min(0.0)), high.min(limits.1));
    let domain = (low * 1.04, high * 1.02);
    let height = if look.narrow() { 210.0 } else { 280.0 };
    // Room for the value above the highest bar.
    let top = sheet.y + 20.0;
    let bottom = top + height;
    let scale = Scale::linear(domain, (bottom, top));
    let ticks = scale.ticks(6, format);
    let inner_left = sheet.left
        + letters::widest(ticks.iter().map(|(_, text)| text.as_str()), 12.0, Weight::Regular)
        + 10.0;
    let inner_right = sheet.right - gutter.width;
    sheet.grid_up(&scale, &ticks, (inner_left, inner_right));

    let slot = (inner_right - inner_left) / figure.groups.len().max(1) as f64;
    let width = (slot * 0.8 / count as f64).min(64.0);
    let texts: Vec<String> = points().map(|point| format.value(point.value)).collect();
    let bare: Vec<String> = points().map(|point| format.bare(point.value)).collect();
    let fits = |texts: &[String]| {
        letters::widest(texts.iter().map(String::as_str), SMALL, Weight::Strong) + 4.0
            <= if count == 1 { slot } else { width }
    };
    let (with_unit, without_unit) = (fits(&texts), fits(&bare));
    let mut label_height = SMALL_LINE;
    let bars: Vec<(f64, usize, &Point, String)> = figure
        .groups
        .iter()
        .enumerate()
        .flat_map(|(index, group)| {
            let first = inner_left + (index as f64 + 0.5) * slot - width * count as f64 / 2.0;
            group.points.iter().enumerate().filter(|(_, point)| point.is_finite()).map(
                move |(series, point)| {
                    let name = figure.series.get(series).map_or("", String::as_str);
                    let join = if name.is_empty() { "" } else { ", " };
                    let words = format!("{}{join}{name}: {}", group.label, format.point(point));
                    (first + series as f64 * width, series, point, words)
                },
            )
        })
        .collect();
    let zero = scale.at(0.0);
    for (left, series, point, words) in &bars {
        let inset = (width * 0.06).min(2.0);
        let value = scale.within(point.value);
        let corners = [left + inset, value.min(zero), left + width - inset, value.max(zero)];
        sheet.scene.told(words.clone(), |scene| scene.fill(corners, Ink::Series(*series)));
    }
    sheet.level_lines(&scale, &figure.references, (inner_left, inner_right));
    // Intervals and values lie above the lines, which they would cut through.
    for (left, _, point, words) in &bars {
        let x = left + width / 2.0;
        let mut above = scale.within(point.value).min(zero);
        sheet.scene.told(words.clone(), |scene| {
            if !point.is_exact() {
                let (low, high) = (scale.within(point.low), scale.within(point.high));
                let ground = (scale.within(point.value) - zero).abs() >= SHORT;
                upright_whisker(scene, (low, high), x, (width * 0.2).min(5.0), (Ink::Text, ground));
                above = above.min(high);
                if cut_above(point) {
                    scene.dot((x, high), 4.5, Shape::Up, Ink::Text);
                    above -= 5.0;
                }
            }
            let text = match (with_unit, without_unit) {
                (true, _) => format.value(point.value),
                (false, true) => format.bare(point.value),
                (false, false) => return,
            };
            let label = Label::new((x, above - 7.0), &text, SMALL, Ink::Text);
            let label = label.strong().anchored(Anchor::Middle);
            let [left, top, right, bottom] = label.bounds();
            scene.rounded([left, top - 1.0, right, bottom], Ink::Paper, 2.0);
            scene.text(label);
        });
    }
    for (index, group) in figure.groups.iter().enumerate() {
        let middle = inner_left + (index as f64 + 0.5) * slot;
        let lines = letters::wrap(&group.label, SMALL, Weight::Regular, slot - 6.0, 3);
        label_height = label_height.max(lines.len() as f64 * SMALL_LINE);
        sheet.scene.told(group.label.clone(), |scene| {
            for (line, text) in lines.iter().enumerate() {
                let label =
                    Label::new((middle, bottom + 18.0 + line as f64 * SMALL_LINE), text, SMALL, Ink::Text);
                scene.text(label.anchored(Anchor::Middle));
            }
        });
    }
    gutter.draw(&mut sheet.scene, &scale, inner_right);
    sheet.scene.line(&[(inner_left, zero), (inner_right, zero)], Ink::Axis, 1.5);
    sheet.y = bottom + 8.0 + label_height + 6.0;
    sheet.axis_label(&figure.x, (inner_left, inner_right));
    sheet.finish()
}
