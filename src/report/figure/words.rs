//! What a figure shows, in words, for those who can't see it.

use std::fmt::Write as _;

use super::{Axis, CurveSeries, Figure, Forest, Heatmap, Histogram, Point, Reference, SeatBars, Tornado};

/// A sentence or two: title, subtitle, what is drawn and its extremes.
pub(super) fn alt(figure: &Figure) -> String {
    let head = figure.head();
    let mut text = sentence(&head.title);
    let body = match figure {
        Figure::Forest(plot) => forest_words(plot),
        Figure::Histogram(plot) => histogram_words(plot),
        Figure::SeatBars(plot) => bar_words(plot),
        Figure::Tornado(plot) => tornado_words(plot),
        Figure::Heatmap(plot) => heatmap_words(plot),
        Figure::Curve(plot) => curve_words("Curves", &plot.x, &plot.y, &plot.series, &plot.references),
        Figure::Convergence(plot) => {
            curve_words("Running estimates", &plot.x, &plot.y, &plot.series, &plot.references)
        }
    };
    for part in [sentence(&head.subtitle), body] {
        if !part.is_empty() {
            text.push(' ');
            text.push_str(&part);
        }
    }
    text.trim().to_owned()
}

fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text.ends_with(['.', '?', '!', ':']) { text.to_owned() } else { format!("{text}.") }
}

fn lines_words(references: &[Reference]) -> String {
    if references.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = references.iter().map(|line| line.label.as_str()).collect();
    format!(" Compared with {}.", names.join("; "))
}

/// The largest and the smallest of named values.
fn extremes<'a>(points: impl Iterator<Item = (&'a str, Point)>) -> Option<[(&'a str, Point); 2]> {
    let mut found: Option<[(&str, Point); 2]> = None;
    for (name, point) in points.filter(|(_, point)| point.value.is_finite()) {
        let [top, bottom] = found.get_or_insert([(name, point); 2]);
        if point.value > top.1.value {
            *top = (name, point);
        }
        if point.value < bottom.1.value {
            *bottom = (name, point);
        }
    }
    found
}

fn span_words(axis: &Axis, found: Option<[(&str, Point); 2]>) -> String {
    let Some([(top, high), (bottom, low)]) = found else { return "No values.".to_owned() };
    if top == bottom {
        return format!("{top}: {}.", axis.format.point(&high));
    }
    format!("Highest: {top}, {}; lowest: {bottom}, {}.", axis.format.point(&high), axis.format.point(&low))
}

fn forest_words(figure: &Forest) -> String {
    let found = extremes(figure.rows.iter().map(|row| (row.label.as_str(), row.point)));
    format!(
        "Estimates with intervals of {} in {} rows. {}{}",
        figure.axis.label,
        figure.rows.len(),
        span_words(&figure.axis, found),
        lines_words(&figure.references)
    )
}

fn histogram_words(figure: &Histogram) -> String {
    let mut text = format!("Distribution of {} over {} bins.", figure.x.label, figure.bins.count);
    for series in &figure.series {
        let mut best = None;
        for (bin, &share) in series.shares.iter().enumerate() {
            if best.is_none_or(|(_, most)| share > most) {
                best = Some((bin, share));
            }
        }
        if let Some((bin, share)) = best {
            let name = if series.name.is_empty() { String::new() } else { format!("{}: ", series.name) };
            let last = bin + 1 == figure.bins.count && !figure.apart.is_empty();
            let bin = if last { figure.apart.clone() } else { figure.bins.name(bin) };
            let _ = write!(text, " {name}most often {bin}, {}", figure.y.format.value(share));
            for mark in &series.marks {
                let _ = write!(text, "; {}", mark.label);
            }
            text.push('.');
        }
    }
    text
}

fn bar_words(figure: &SeatBars) -> String {
    let mut text = format!("Bars of {} by {}.", figure.y.label, figure.x);
    for (index, name) in figure.series.iter().enumerate() {
        let points: Vec<String> = figure
            .groups
            .iter()
            .filter_map(|group| {
                let point = group.points.get(index)?;
                Some(format!("{} {}", group.label, figure.y.format.value(point.value)))
            })
            .collect();
        let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
        let _ = write!(text, " {name}{}.", points.join(", "));
    }
    text + &lines_words(&figure.references)
}

fn tornado_words(figure: &Tornado) -> String {
    let names: Vec<(String, Point)> = figure
        .rows
        .iter()
        .flat_map(|row| row.ends.iter().map(|end| (format!("{} = {}", row.label, end.setting), end.effect)))
        .collect();
    let found = extremes(names.iter().map(|(name, point)| (name.as_str(), *point)));
    format!(
        "Effects of {} switches on {}. {}",
        figure.rows.len(),
        figure.axis.label,
        span_words(&figure.axis, found)
    )
}

fn heatmap_words(figure: &Heatmap) -> String {
    let mut names = Vec::new();
    for (row, cells) in figure.rows.iter().zip(&figure.cells) {
        for (column, cell) in figure.columns.iter().zip(cells) {
            if let Some(point) = cell {
                names.push((format!("{row} against {column}"), *point));
            }
        }
    }
    let found = extremes(names.iter().map(|(name, point)| (name.as_str(), *point)));
    format!(
        "Table of {} by colour: {} rows, {} columns. {}",
        figure.value.label,
        figure.rows.len(),
        figure.columns.len(),
        span_words(&figure.value, found)
    )
}

fn curve_words(kind: &str, x: &Axis, y: &Axis, series: &[CurveSeries], references: &[Reference]) -> String {
    let mut text = format!("{kind} of {} over {}.", y.label, x.label);
    for curve in series {
        if let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) {
            let name = if curve.name.is_empty() { String::new() } else { format!("{}: ", curve.name) };
            let _ = write!(
                text,
                " {name}from {} at {} to {} at {}.",
                y.format.point(&first.y),
                x.format.value(first.x),
                y.format.point(&last.y),
                x.format.value(last.x)
            );
        }
    }
    text + &lines_words(references)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::figure::{BarGroup, Format, Heading};

    #[test]
    fn a_figure_describes_itself() {
        let figure = Figure::SeatBars(SeatBars {
            head: Heading { title: "Wins by seat".to_owned(), ..Heading::default() },
            x: "seat".to_owned(),
            y: Axis::new("share of wins", Format::percent(1)),
            series: vec![String::new()],
            groups: vec![BarGroup { label: "Seat 1".to_owned(), points: vec![Point::new(0.5, 0.4, 0.6)] }],
            references: vec![Reference::new(0.5, "fair: 50 %")],
        });
        assert_eq!(
            figure.alt(),
            "Wins by seat. Bars of share of wins by seat. Seat 1 50.0\u{a0}%. Compared with fair: 50 %."
        );
    }
}
