//! A sweep told: sentence, table, JSON, CSV, page.

mod document;
mod page;
mod words;

use std::fmt::Write;
use std::path::Path;

use super::page::Page;
use super::terminal::aligned;
use super::{Answer, File};
use crate::estimates::worded;
use crate::lab::sweep::{Curve, Sweep};
use crate::verdict::{brief, brief_difference, count};
pub use document::Document;

/// Rows of a table on the terminal; the rest is in `sweep.csv`.
const MOST_ROWS: usize = 40;

/// A sweep, ready to be told.
pub struct Telling {
    /// What was found.
    pub sweep: Sweep,
    /// The answers, the most important first.
    pub sentences: Vec<String>,
}

impl Telling {
    /// Words for what was found.
    #[must_use]
    pub fn new(sweep: Sweep) -> Self {
        let sentences = words::sentences(&sweep);
        Self { sweep, sentences }
    }
}

impl Answer for Telling {
    fn page(&self) -> Page {
        page::page(self)
    }

    fn text(&self, folder: Option<&Path>, colour: bool) -> String {
        text(self, folder, colour)
    }

    fn json(&self) -> String {
        document::json_text(self)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    fn files(&self) -> Vec<File> {
        vec![("sweep.json".to_owned(), self.json().into_bytes()), ("sweep.csv".to_owned(), self.csv())]
    }

    /// 0 done, 3 less precise than asked for, 130 interrupted.
    fn exit(&self) -> u8 {
        match (self.sweep.interrupted, self.sweep.precise) {
            (true, _) => 130,
            (false, false) => 3,
            (false, true) => 0,
        }
    }
}

/// Settings of a point: `0`, or `0, on` on a grid.
fn place(sweep: &Sweep, point: usize) -> Vec<String> {
    let axes = &sweep.question.axes;
    let mut rest = point;
    let mut values: Vec<String> = Vec::new();
    for axis in axes.iter().rev() {
        values.insert(0, axis.values[rest % axis.values.len()].clone());
        rest /= axis.values.len();
    }
    values
}

/// Header and rows of one curve: every point with the metrics told.
fn rows(sweep: &Sweep, curve: &Curve) -> (Vec<String>, Vec<Vec<String>>) {
    let question = &sweep.question;
    let mut header: Vec<String> = question.axes.iter().map(|axis| axis.key.clone()).collect();
    for (i, metric) in question.metrics.iter().enumerate() {
        header.push(worded(metric));
        if i == 0 {
            header.push("against the base".to_owned());
        }
    }
    let row = |(i, point): (usize, &crate::lab::sweep::Point)| {
        let mut cells = place(sweep, i);
        for (m, metric) in question.metrics.iter().enumerate() {
            let named = point.metric(metric);
            cells.push(named.map_or(String::new(), |named| brief(&named.estimate, named.unit)));
            if m == 0 {
                let difference = named.and_then(|named| Some((named, named.difference.as_ref()?)));
                cells.push(match difference {
                    _ if i == question.base => "base".to_owned(),
                    Some((named, difference)) => brief_difference(&difference.estimate, named.unit),
                    None => "another table size".to_owned(),
                });
            }
        }
        cells
    };
    (header, curve.points.iter().enumerate().map(row).collect())
}

/// What a terminal shows: the answer, a table per table of bots, where the
/// files are.
fn text(told: &Telling, folder: Option<&Path>, colour: bool) -> String {
    let sweep = &told.sweep;
    let mut text = String::new();
    for (i, sentence) in told.sentences.iter().enumerate() {
        let code = if told.exit() == 0 { "1" } else { "33" };
        let _ = if colour && i == 0 {
            writeln!(text, "\u{1b}[{code}m{sentence}\u{1b}[0m")
        } else {
            writeln!(text, "{sentence}")
        };
    }
    for curve in &sweep.curves {
        let games = curve.points.iter().map(|point| point.games).min().unwrap_or(0);
        let _ = writeln!(text, "\n{}, {} games per point\n", curve.players, count(games));
        let (header, mut rows) = rows(sweep, curve);
        let all = rows.len();
        rows.truncate(MOST_ROWS);
        text += &aligned(&header, &rows);
        if all > rows.len() {
            let _ = writeln!(text, "… and {} more points in sweep.csv", all - rows.len());
        }
    }
    let _ = writeln!(text, "\n{}", words::method(sweep));
    if let Some(series) = sweep.question.series.first() {
        let _ = writeln!(text, "Seats are numbered in turn order from 0; seed {}.", series.plan.seed);
    }
    if let Some(folder) = folder {
        let _ = writeln!(text, "Report: {}", folder.join("report.html").display());
    }
    text
}
