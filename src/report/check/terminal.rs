//! Plain text: one line when everything holds, what to mend otherwise.

use std::fmt::Write;
use std::path::Path;

use super::{Report, command, mark, outlook, percent, sentence};
use crate::lab::check::Kind;
use crate::scenario::plan::Severity;
use crate::stats::equivalence::Verdict;
use crate::verdict::{count, show_difference};

/// Drifting metrics that are listed.
const MOST_ROWS: usize = 8;

/// The whole text.
#[must_use]
pub fn text(report: &Report, folder: Option<&Path>, colour: bool) -> String {
    let paint = |text: &str, code: &str| {
        if colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    };
    let code = match report.answer.exit() {
        0 => "32",
        3 => "33",
        _ => "31",
    };
    let mut text = format!("{}\n", paint(&report.sentence(), code));
    for told in &report.told {
        let plan = &told.case.plan;
        let open = told.case.gates.iter().filter(|gate| gate.verdict != Verdict::Pass);
        for gate in open {
            let code = match (gate.verdict, gate.severity) {
                (Verdict::Fail, Severity::Error) => "31",
                _ => "33",
            };
            let _ = writeln!(text, "\n{}  {}: {}", paint(mark(gate), code), plan.name, sentence(gate, plan));
            if let Some(why) = &gate.why {
                let _ = writeln!(text, "  why: {why}");
            }
            if let Some(last) = gate.last() {
                let level = percent(gate.level);
                let games = count(last.games);
                let _ = writeln!(text, "  after {games} games; {level} interval, {}", last.estimate.method);
            }
            if gate.verdict == Verdict::Undecided && gate.kind == Kind::Budget {
                let _ = writeln!(text, "  {}", outlook(gate));
            }
            let _ = writeln!(text, "  see it: {}", command(told, gate));
        }
        let Some(baseline) = told.case.baseline.as_ref().filter(|baseline| !baseline.rows.is_empty()) else {
            continue;
        };
        let _ = writeln!(text, "\nAgainst {} ({} games per arm):", baseline.file, count(baseline.games));
        for changed in &baseline.changed {
            let _ = writeln!(text, "  {changed}");
        }
        let mut rows: Vec<_> = baseline.rows.iter().filter(|row| row.adjusted <= 0.05).collect();
        rows.sort_by(|a, b| a.adjusted.total_cmp(&b.adjusted));
        if rows.is_empty() {
            let _ = writeln!(text, "  no metric has clearly moved (of {})", baseline.rows.len());
        }
        for row in rows.iter().take(MOST_ROWS) {
            let shown = show_difference(&row.drift, row.unit);
            let _ = writeln!(text, "  {} of `{}`: {shown}", row.metric, plan.arms[row.arm].name);
        }
        if rows.len() > MOST_ROWS {
            let _ = writeln!(text, "  … and {} more metrics that moved", rows.len() - MOST_ROWS);
        }
    }
    if let Some(folder) = folder.filter(|_| report.answer.exit() != 0) {
        let _ = writeln!(text, "\nReport: {}", folder.join("report.html").display());
    }
    text
}
