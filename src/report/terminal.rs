//! Plain text: the verdict first, then the table, then where the files are.

use std::fmt::Write;
use std::path::Path;

use super::{Run, luck};
use crate::estimates::{ArmResult, main_metric, mirrored};
use crate::game::Unit;
use crate::verdict::{Status, count, show, show_difference};

/// Rows of the arm table before it is cut; the rest is in `summary.csv`.
const MOST_ROWS: usize = 24;

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A table with aligned columns; numbers to the right.
#[must_use]
pub fn aligned(header: &[String], rows: &[Vec<String>]) -> String {
    let columns = header.len();
    let cell = |row: &Vec<String>, c: usize| row.get(c).cloned().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|c| rows.iter().map(|row| width(&cell(row, c))).chain([width(&header[c])]).max().unwrap_or(0))
        .collect();
    let numeric: Vec<bool> = (0..columns)
        .map(|c| {
            rows.iter().all(|row| {
                cell(row, c).starts_with(|x: char| x.is_ascii_digit() || "+-−".contains(x))
                    || cell(row, c).is_empty()
            })
        })
        .collect();
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        let mut out = String::new();
        for c in 0..columns {
            let pad = " ".repeat(widths[c] - width(&cells[c]));
            let gap = if c == 0 { "" } else { "  " };
            let _ = if numeric[c] {
                write!(out, "{gap}{pad}{}", cells[c])
            } else {
                write!(out, "{gap}{}{pad}", cells[c])
            };
        }
        let _ = writeln!(text, "{}", out.trim_end());
    };
    line(header);
    line(&widths.iter().map(|w| "-".repeat(*w)).collect::<Vec<_>>());
    for row in rows {
        line(&(0..columns).map(|c| cell(row, c)).collect::<Vec<_>>());
    }
    text
}

/// The same as a Markdown table.
#[must_use]
pub fn markdown(header: &[String], rows: &[Vec<String>]) -> String {
    let escape = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
    let line =
        |cells: &[String]| format!("| {} |\n", cells.iter().map(escape).collect::<Vec<_>>().join(" | "));
    let mut text = line(header);
    text += &format!("|{}\n", "---|".repeat(header.len()));
    for row in rows {
        text += &line(row);
    }
    text
}

/// The arms that a short table shows: all of them, or, when there are too many,
/// those that are no change of another and then the largest effects.
fn chosen(run: &Run) -> Vec<&ArmResult> {
    if run.results.len() <= MOST_ROWS {
        return run.results.iter().collect();
    }
    let effect = |result: &ArmResult| {
        let arm = &run.plan.arms[result.index];
        let metric = result.metric(&main_metric(arm, &run.plan))?;
        Some(metric.difference.as_ref()?.estimate.value.abs())
    };
    let (mut bases, mut moved): (Vec<&ArmResult>, Vec<&ArmResult>) =
        run.results.iter().partition(|r| run.plan.arms[r.index].effect.is_none());
    moved.sort_by(|a, b| effect(b).unwrap_or(-1.0).total_cmp(&effect(a).unwrap_or(-1.0)));
    bases.truncate(MOST_ROWS / 2);
    moved.truncate(MOST_ROWS - bases.len());
    bases.extend(moved);
    bases
}

/// Header and rows of the arm table.
#[must_use]
pub fn arm_table(run: &Run) -> (Vec<String>, Vec<Vec<String>>) {
    table_of(run, &run.results.iter().collect::<Vec<_>>())
}

fn table_of(run: &Run, results: &[&ArmResult]) -> (Vec<String>, Vec<Vec<String>>) {
    let plan = &run.plan;
    let own = |result: &ArmResult| main_metric(&plan.arms[result.index], plan);
    let paired = results.iter().any(|r| plan.arms[r.index].base.is_some());
    let several = results.iter().any(|r| own(r) != own(results[0]));
    let title = results.first().map_or(String::new(), |r| own(r).replace('-', " "));
    let mut header = vec!["arm".to_owned(), "bots".to_owned(), "games".to_owned()];
    header.push(if several { "main estimate".to_owned() } else { title });
    header.push("turns".to_owned());
    header.push("unfinished".to_owned());
    if paired {
        header.push("against its base".to_owned());
    }
    let rows = results.iter().map(|result| {
        let arm = &plan.arms[result.index];
        let main = own(result);
        let bots = if mirrored(arm) { arm.bots[0].clone() } else { arm.bots.join(", ") };
        let value = result.metric(&main).map_or(String::new(), |m| show(&m.estimate, m.unit));
        let turns = result.metric("turns-per-game").map_or(String::new(), |m| show(&m.estimate, m.unit));
        let unfinished = result.metric("unfinished-share").map_or(0.0, |m| m.estimate.value);
        let mut row = vec![arm.name.clone(), bots, count(result.games)];
        row.push(if several { format!("{}: {value}", main.replace('-', " ")) } else { value });
        row.push(turns);
        row.push(if unfinished == 0.0 { "0".to_owned() } else { format!("{:.2} %", unfinished * 100.0) });
        if paired {
            let difference = result.metric(&main).and_then(|m| Some((m, m.difference.as_ref()?)));
            row.push(difference.map_or(String::new(), |(m, d)| show_difference(&d.estimate, m.unit)));
        }
        row
    });
    (header, rows.collect())
}

/// Seats and entrants of a single arm.
fn place_table(run: &Run, result: &ArmResult) -> (Vec<String>, Vec<Vec<String>>) {
    let arm = &run.plan.arms[result.index];
    let score = crate::rulesets::info(arm.ruleset).map_or("points", |info| info.score);
    let header =
        ["place", "wins", "shared", "lost", "share of wins", &format!("{score} per game")].map(str::to_owned);
    let mut rows = Vec::new();
    let mut add = |label: String, place: &crate::estimates::Place| {
        rows.push(vec![
            label,
            count(place.results.wins),
            count(place.results.draws),
            count(place.results.losses),
            show(&place.share, Unit::Share),
            show(&place.score, Unit::Number),
        ]);
    };
    for place in &result.seats {
        add(format!("seat {}", place.index), place);
    }
    if !mirrored(arm) {
        for place in &result.entrants {
            let squad = arm.squads.get(place.index).cloned().flatten();
            let with = squad.map_or(String::new(), |squad| format!(" ({squad})"));
            add(format!("{}{with}", arm.bots[place.index]), place);
        }
    }
    (header.to_vec(), rows)
}

/// Metrics of a single arm.
fn metric_table(result: &ArmResult) -> (Vec<String>, Vec<Vec<String>>) {
    let header = ["metric", "value", "what is counted"].map(str::to_owned);
    let common = |name: &str| name.starts_with("seat-") || name.starts_with("entrant-");
    let rows = result
        .metrics
        .iter()
        .filter(|m| !common(&m.name))
        .map(|m| vec![m.name.clone(), show(&m.estimate, m.unit), m.definition.clone()]);
    (header.to_vec(), rows.collect())
}

pub(super) fn painted(text: &str, status: Status, colour: bool) -> String {
    let code = match status {
        Status::Good => "32",
        Status::Bad => "31",
        Status::Undecided => "33",
        Status::Plain => "1",
    };
    if colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
}

/// How the intervals were made, in one line.
#[must_use]
pub fn method_line(run: &Run) -> String {
    let level = run.manner.level * 100.0;
    let how = if run.manner.always {
        "anytime-valid sequences (asymptotic, by blocks), because this run could stop on what it saw"
    } else {
        "Wilson for shares and Student's t for means, both with the variance between blocks of rotated games"
    };
    format!("± is half the width of a {level} % interval: {how}.")
}

/// The whole text.
#[must_use]
pub fn text(run: &Run, folder: Option<&Path>, colour: bool) -> String {
    let mut text = String::new();
    for (i, statement) in run.answers.statements.iter().enumerate() {
        if i == MOST_ROWS {
            let _ = writeln!(text, "… and {} more in report.md", run.answers.statements.len() - i);
            break;
        }
        let _ = writeln!(text, "{}", painted(&statement.text, statement.status, colour));
    }
    text.push('\n');
    if let [result] = &run.results[..] {
        let (header, rows) = place_table(run, result);
        text += &aligned(&header, &rows);
        text.push('\n');
        let (header, rows) = metric_table(result);
        text += &aligned(&header, &rows);
    } else {
        let shown = chosen(run);
        let (header, rows) = table_of(run, &shown);
        text += &aligned(&header, &rows);
        if run.results.len() > shown.len() {
            let more = run.results.len() - shown.len();
            let _ = writeln!(
                text,
                "… and {more} more arms in summary.csv; these are the printed games and the largest effects"
            );
        }
    }
    if let Some(line) = luck::lines(run, &run.results) {
        let _ = writeln!(text, "\n{line}");
    }
    let _ = writeln!(text, "\n{}", method_line(run));
    let _ = writeln!(text, "Seats are numbered in turn order from 0; seed {}.", run.plan.seed);
    if let Some(folder) = folder {
        let _ = writeln!(text, "Report: {}", folder.join("report.html").display());
    }
    text
}
