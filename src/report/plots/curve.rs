//! A quantity over a setting, or over the games played: lines with bands.

use super::axis::{Scale, TICK, aired, span};
use super::letters::{self, Weight};
use super::scene::{Mark, Place, Scene, Shape};
use super::sheet::{Beside, Entry, Gutter, Look, Sheet, Swatch, line_entries, upright_whisker};
use super::theme::Ink;
use crate::report::figure::{
    Axis, Convergence, Curve, CurvePoint, CurveSeries, Figure, Margin, Point, Reference, Unit,
};

/// What curves and convergence plots have in common.
struct Lines<'a> {
    x: &'a Axis,
    y: &'a Axis,
    series: &'a [CurveSeries],
    references: &'a [Reference],
    places: &'a [Reference],
    margin: Option<&'a Margin>,
    /// Over the number of games: a logarithmic axis and no mark per point.
    running: bool,
}

/// Lays out a quantity over a setting.
pub(super) fn lay_out(source: &Figure, figure: &Curve, look: Look) -> Scene {
    let lines = Lines {
        x: &figure.x,
        y: &figure.y,
        series: &figure.series,
        references: &figure.references,
        places: &figure.places,
        margin: figure.margin.as_ref(),
        running: false,
    };
    lay_out_lines(source, &lines, look)
}

/// Lays out an estimate over the games played.
pub(super) fn lay_out_running(source: &Figure, figure: &Convergence, look: Look) -> Scene {
    let lines = Lines {
        x: &figure.x,
        y: &figure.y,
        series: &figure.series,
        references: &figure.references,
        places: figure.decided.as_slice(),
        margin: figure.margin.as_ref(),
        running: true,
    };
    lay_out_lines(source, &lines, look)
}

fn lay_out_lines(source: &Figure, figure: &Lines, look: Look) -> Scene {
    let mut sheet = Sheet::new(source, look);
    let height: f64 = if look.narrow() { 230.0 } else { 320.0 };
    let gutter = beside(figure);
    let in_gutter = !look.narrow() && gutter.height() <= height;
    let gutter = if in_gutter { gutter } else { Gutter::new(Vec::new()) };
    let mut entries = Vec::new();
    if !in_gutter {
        if figure.series.len() > 1 {
            entries.extend(figure.series.iter().enumerate().map(|(index, series)| Entry {
                swatch: Swatch::Line(Shape::of_series(index), Ink::Series(index)),
                text: series.name.clone(),
            }));
        }
        entries.extend(line_entries(figure.references, None));
    }
    entries.extend(line_entries(&[], figure.margin));

    let points = || figure.series.iter().flat_map(|series| &series.points).filter(|point| drawable(point));
    let mut heights: Vec<f64> =
        points().flat_map(|point| [point.y.low, point.y.value, point.y.high]).collect();
    if figure.running {
        heights = running_heights(figure);
    }
    heights.extend(figure.references.iter().map(|line| line.value));
    heights.extend(figure.margin.iter().flat_map(|margin| [margin.low, margin.high]));
    let limits =
        if figure.y.format.unit == Unit::Percent { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    let domain = aired(span(heights), 0.06, limits);
    let cut = |point: &CurvePoint| point.y.high > domain.1 || point.y.low < domain.0;
    if points().any(cut) {
        let text = "the interval reaches beyond the picture".to_owned();
        entries.push(Entry { swatch: Swatch::Dot(Shape::Up, Ink::Series(0)), text });
    }
    sheet.legend(&entries);
    sheet.upright_label(&figure.y.label);
    // The labels' width is needed before the plot's top is known.
    let ticks = Scale::linear(domain, (height, 0.0)).ticks(6, &figure.y.format);
    let tick_width = letters::widest(ticks.iter().map(|(_, text)| text.as_str()), TICK, Weight::Regular);
    let (left, right) = (sheet.left + tick_width + 10.0, sheet.right - gutter.width.max(8.0));
    let mut wide: Vec<f64> = points().map(|point| point.x).collect();
    if !figure.running {
        wide.extend(figure.places.iter().map(|line| line.value));
    }
    let across = if figure.running {
        Scale::logarithmic(span(wide), (left, right))
    } else {
        Scale::linear(span(wide), (left + 8.0, right - 8.0))
    };
    let wanted: Vec<(f64, String)> =
        figure.places.iter().map(|line| (line.value, line.label.clone())).collect();
    let labels = sheet.lanes_above(&across, &wanted);
    let (top, bottom) = (sheet.y + 4.0, sheet.y + 4.0 + height);
    let up = Scale::linear(domain, (bottom, top));
    if let Some(margin) = figure.margin {
        sheet.margin_ground([left, up.within(margin.high), right, up.within(margin.low)]);
    }
    sheet.grid_up(&up, &up.ticks(6, &figure.y.format), (left, right));
    sheet.grid_across(&across, figure.x, (top, bottom), false);
    sheet.scene.line(&[(left, bottom), (right, bottom)], Ink::Axis, 1.0);
    sheet.level_lines(&up, figure.references, (left, right));
    sheet.upright_lines(&across, figure.places, &labels, (top - 4.0, bottom));
    // Bands first, so that none tints another's line.
    for (index, series) in figure.series.iter().enumerate() {
        draw_band(&mut sheet.scene, series, index, (&across, &up));
        mark_cuts(&mut sheet.scene, series, index, (&across, &up));
    }
    for (index, series) in figure.series.iter().enumerate() {
        draw(&mut sheet.scene, figure, series, index, (&across, &up));
    }
    gutter.draw(&mut sheet.scene, &up, right);
    sheet.y = bottom + 24.0;
    let kind = if figure.running { " (logarithmic scale: equal steps multiply)" } else { "" };
    sheet.axis_label(&format!("{}{kind}", figure.x.label), (left, right));
    sheet.finish()
}

fn drawable(point: &CurvePoint) -> bool {
    point.x.is_finite() && point.y.is_finite()
}

/// The heights that a running plot must show: the first intervals are so wide
/// that they would press everything else flat, so they may leave the picture.
fn running_heights(figure: &Lines) -> Vec<f64> {
    let mut heights = Vec::new();
    for series in figure.series {
        let points: Vec<_> = series.points.iter().filter(|point| drawable(point)).collect();
        heights.extend(points.iter().map(|point| point.y.value));
        let skipped = points.len() / 5;
        heights.extend(points.iter().skip(skipped).flat_map(|point| [point.y.low, point.y.high]));
    }
    heights
}

/// Names of curves and lines, for the right of the plot.
fn beside(figure: &Lines) -> Gutter {
    let mut labels = Vec::new();
    if figure.series.len() > 1 {
        for (index, series) in figure.series.iter().enumerate() {
            if let Some(last) = series.points.iter().rfind(|point| drawable(point)) {
                labels.push(Beside {
                    value: last.y.value,
                    text: series.name.clone(),
                    mark: Some((Shape::of_series(index), Ink::Series(index))),
                });
            }
        }
    }
    for line in figure.references {
        labels.push(Beside { value: line.value, text: line.label.clone(), mark: None });
    }
    Gutter::new(labels)
}

/// The places of a series at the height that `height` picks.
fn places(
    points: &[&CurvePoint],
    (across, up): (&Scale, &Scale),
    height: impl Fn(&Point) -> f64,
) -> Vec<Place> {
    points.iter().map(|point| (across.at(point.x), up.within(height(&point.y)))).collect()
}

fn draw_band(scene: &mut Scene, series: &CurveSeries, index: usize, scales: (&Scale, &Scale)) {
    let points: Vec<_> = series.points.iter().filter(|point| drawable(point)).collect();
    if points.len() > 1 && points.iter().any(|point| !point.y.is_exact()) {
        scene.marks.push(Mark::Band {
            upper: places(&points, scales, |point| point.high),
            lower: places(&points, scales, |point| point.low),
            ink: Ink::Series(index),
        });
    }
}

/// One end of an interval.
type End = fn(&Point) -> f64;

/// Marks where a band leaves the picture: an arrowhead at the middle of every
/// stretch that is cut off.
fn mark_cuts(scene: &mut Scene, series: &CurveSeries, index: usize, (across, up): (&Scale, &Scale)) {
    let points: Vec<_> = series.points.iter().filter(|point| drawable(point)).collect();
    let (bottom, top) = up.places();
    // Just inside the picture, the mark there, and the end it stands for.
    let ends: [(f64, Shape, End); 2] =
        [(top + 5.0, Shape::Up, |point| point.high), (bottom - 5.0, Shape::Down, |point| point.low)];
    for (y, shape, end) in ends {
        let beyond = |point: &&CurvePoint| !up.holds(end(&point.y));
        for stretch in points.chunk_by(|one, other| beyond(one) == beyond(other)) {
            let [first, ..] = stretch else { continue };
            if beyond(first) {
                let last = stretch[stretch.len() - 1];
                let x = f64::midpoint(across.at(first.x), across.at(last.x));
                let (left, right) = across.places();
                scene.dot((x.clamp(left + 5.0, right - 5.0), y), 4.5, shape, Ink::Series(index));
            }
        }
    }
}

fn draw(scene: &mut Scene, figure: &Lines, series: &CurveSeries, index: usize, scales: (&Scale, &Scale)) {
    let points: Vec<_> = series.points.iter().filter(|point| drawable(point)).collect();
    let (ink, up) = (Ink::Series(index), scales.1);
    let middle = places(&points, scales, |point| point.value);
    if middle.len() > 1 {
        scene.line(&middle, ink, 2.0);
    }
    if figure.running {
        return;
    }
    let name = if series.name.is_empty() { String::new() } else { format!("{}, ", series.name) };
    for (point, &place) in points.iter().zip(&middle) {
        let words = format!("{name}{}: {}", figure.x.format.value(point.x), figure.y.format.point(&point.y));
        scene.told(words, |scene| {
            if points.len() == 1 && !point.y.is_exact() {
                let ends = (up.within(point.y.low), up.within(point.y.high));
                upright_whisker(scene, ends, place.0, 4.0, (ink, true));
            }
            if points.len() <= 60 {
                scene.dot(place, 4.0, Shape::of_series(index), ink);
            }
        });
    }
}
