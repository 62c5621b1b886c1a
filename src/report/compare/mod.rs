//! A comparison told: sentence, table, JSON, CSV, page.

mod document;
mod page;
mod words;

use std::fmt::Write;
use std::path::Path;

use super::page::Page;
use super::terminal::aligned;
use super::{Answer, File};
use crate::lab::compare::{Comparison, Finding, Row};
use crate::verdict::{brief, brief_difference, count, players};
pub use document::Document;

/// Metrics beside the main one that the terminal shows: of one comparison, and
/// of each of a panel.
const MOST_ROWS: (usize, usize) = (10, 5);

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
        vec![("compare.json".to_owned(), self.json().into_bytes()), ("compare.csv".to_owned(), self.csv())]
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
    let place = |row: &&Row| row.name.starts_with("seat-") || row.name.starts_with("entrant-");
    let mut moved: Vec<&Row> = found
        .rows
        .iter()
        .filter(|row| row.clear && row.name != found.main().name)
        .filter(|row| !place(row))
        .collect();
    let size = |row: &Row| row.difference.value.abs() / row.difference.half_width();
    moved.sort_by(|a, b| size(b).total_cmp(&size(a)));
    moved.truncate(most);
    std::iter::once(found.main()).chain(moved).collect()
}

fn table(found: &Comparison, most: usize) -> String {
    let arms = &found.question.plan.arms;
    let header: Vec<String> =
        ["metric", &format!("A: {}", arms[0].name), &format!("B: {}", arms[1].name), "B − A", "gain"]
            .map(str::to_owned)
            .to_vec();
    let rows = shown(found, most);
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            vec![
                row.name.clone(),
                brief(&row.a, row.unit),
                brief(&row.b, row.unit),
                brief_difference(&row.difference, row.unit),
                row.worth.map_or(String::new(), words::times),
            ]
        })
        .collect();
    let clear = found.rows.iter().filter(|row| row.clear && row.name != found.main().name).count();
    let also = match rows.len() {
        1 => "No other metric clearly differs".to_owned(),
        2 => "Beside the metric that decides, the clearest other".to_owned(),
        n => format!("Beside the metric that decides, the {} clearest others", n - 1),
    };
    let count = format!("{clear} of {} others clearly differ after correction", found.rows.len() - 1);
    format!("{}\n{also}; {count}, all in compare.csv.\n", aligned(&header, &cells))
}

/// The transcripts of the first game that parts, side by side.
fn transcripts(found: &Comparison) -> Option<String> {
    let first = found.parting.as_ref()?.first.as_ref()?;
    let arms = &found.question.plan.arms;
    let header =
        ["line", "", &format!("A: {}", arms[0].name), &format!("B: {}", arms[1].name)].map(str::to_owned);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut before = None;
    for pair in &first.rows {
        if before.is_some_and(|line| line + 1 < pair.line) {
            rows.push(["", "", "…", "…"].map(str::to_owned).to_vec());
        }
        before = Some(pair.line);
        let side = |line: &Option<crate::watch::Line>| {
            line.as_ref().map_or("(over)".to_owned(), crate::watch::Line::told)
        };
        let mark = if pair.is_same() { "" } else { "≠" };
        let (a, b) = (fold(&side(&pair.a)), fold(&side(&pair.b)));
        for i in 0..a.len().max(b.len()) {
            let cell = |lines: &[String]| lines.get(i).cloned().unwrap_or_default();
            let (number, mark) = if i == 0 { (pair.line.to_string(), mark) } else { (String::new(), "") };
            rows.push(vec![number, mark.to_owned(), cell(&a), cell(&b)]);
        }
    }
    Some(format!("Game {}, where the arms part:\n\n{}", first.game, aligned(&header, &rows)))
}

/// Width of a transcript on the terminal, in characters.
const COLUMN: usize = 48;

/// A line broken at spaces.
fn fold(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > COLUMN {
            lines.push(format!("  {word}"));
        } else if let Some(line) = lines.last_mut() {
            if last > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// What a terminal shows: the answer, tables, what sharing luck was worth,
/// where games part, where the files are.
fn text(told: &Telling, folder: Option<&Path>, colour: bool) -> String {
    let mut text = String::new();
    for (i, sentence) in told.sentences.iter().enumerate() {
        let code = match told.exit() {
            3 | 130 => "33",
            _ => "1",
        };
        let _ = if colour && i == 0 {
            writeln!(text, "\u{1b}[{code}m{sentence}\u{1b}[0m")
        } else {
            writeln!(text, "{sentence}")
        };
    }
    for found in &told.comparisons {
        let _ = writeln!(text, "\n{}, {} games per arm\n", entrants(found), count(found.games));
        text += &table(found, if told.comparisons.len() > 1 { MOST_ROWS.1 } else { MOST_ROWS.0 });
        for line in words::gain(found).into_iter().chain(words::parting(found)) {
            let _ = writeln!(text, "{line}");
        }
        if told.divergence
            && let Some(side_by_side) = transcripts(found)
        {
            let _ = writeln!(text, "\n{side_by_side}");
        } else if let Some(pointer) = words::pointer(found) {
            let _ = writeln!(text, "{pointer}");
        }
    }
    if let Some(found) = told.comparisons.first() {
        let _ = writeln!(text, "\n{}", words::method(found));
        let _ = writeln!(text, "Seats are numbered in turn order from 0; seed {}.", found.question.plan.seed);
    }
    if let Some(folder) = folder {
        let _ = writeln!(text, "Report: {}", folder.join("report.html").display());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fold_at_spaces() {
        let text = "Seat 0: plays the Yellow card on the second defender of seat 1 and draws";
        let lines = fold(text);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.chars().count() <= COLUMN + 2));
        assert_eq!(
            lines.join(" ").split_whitespace().collect::<Vec<_>>(),
            text.split_whitespace().collect::<Vec<_>>()
        );
        assert_eq!(fold(""), [""]);
    }
}
