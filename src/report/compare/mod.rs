//! A comparison told: sentence, table, JSON, CSV, page.

mod document;
mod page;
mod words;
mod worth;

use super::Answer;
use super::page::Page;
use crate::lab::compare::{Comparison, Finding, Row};
use crate::verdict::{Opening, players};
pub use document::Document;

/// Comparisons of one change, one per bot of the panel, ready to be told.
pub struct Telling {
    /// What was found.
    pub comparisons: Vec<Comparison>,
    /// The answers, the overall one first.
    pub sentences: Vec<String>,
    /// Whether the terminal shows the first game that parts, side by side.
    pub divergence: bool,
}

impl Telling {
    /// Words for what was found.
    #[must_use]
    pub fn new(comparisons: Vec<Comparison>, divergence: bool) -> Self {
        let sentences = words::sentences(&comparisons);
        Self { comparisons, sentences, divergence }
    }
}

impl Answer for Telling {
    const NAME: &'static str = "compare";

    fn opening(&self) -> Opening {
        words::opening(&self.comparisons)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        document::json_text(self)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    /// 0 answered, 3 undecided for any bot, 130 interrupted.
    fn exit(&self) -> u8 {
        if self.comparisons.iter().any(|found| found.interrupted) {
            130
        } else if self.comparisons.iter().any(|found| found.finding == Finding::Undecided) {
            3
        } else {
            0
        }
    }
}

/// Who plays, of either arm if they differ.
fn entrants(found: &Comparison) -> String {
    let plan = &found.question.plan;
    let (a, b) = (players(plan, 0), players(plan, 1));
    if a == b { a } else { format!("{a} against {b} at the other table") }
}

/// Rows of the short table: the metric that decides, then the clearest of
/// those that moved.
fn shown(found: &Comparison, most: usize) -> Vec<&Row> {
    let mut moved: Vec<&Row> = found
        .rows
        .iter()
        .filter(|row| row.clear && row.metric != found.main().metric)
        .filter(|row| !row.metric.is_of_place())
        .collect();
    let size = |row: &Row| row.difference.value.abs() / row.difference.half_width();
    moved.sort_by(|a, b| size(b).total_cmp(&size(a)));
    moved.truncate(most);
    std::iter::once(found.main()).chain(moved).collect()
}
