//! Markdown for a job summary or a pull request: the answer, what to mend, the
//! rest in a fold.

use std::fmt::Write;

use super::{Report, Told, bound, command, found, mark, methods, outlook, place};
use crate::game::called::fixed;
use crate::lab::check::{Gate, Kind};
use crate::stats::equivalence::Verdict;
use crate::verdict::{Hundredths, count, show_difference};

/// Rows of the longest table.
const MOST_ROWS: usize = 200;

fn cell(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            '\n' => out.push(' '),
            _ => out.push(letter),
        }
    }
    out
}

fn table(rows: &[(&Told, &Gate)]) -> String {
    let mut text =
        "| | scenario | budget | arm | measured | allowed | games |\n|---|---|---|---|---|---|---:|\n"
            .to_owned();
    for (told, gate) in rows.iter().take(MOST_ROWS) {
        let plan = &told.case.plan;
        let cells = [
            mark(gate).to_owned(),
            plan.name.clone(),
            gate.name.clone(),
            place(gate, plan),
            found(gate, Hundredths::Spelt),
            bound(gate, Hundredths::Spelt),
            gate.last().map_or(String::new(), |last| count(last.games)),
        ];
        let _ = writeln!(text, "| {} |", cells.map(|c| cell(&c)).join(" | "));
    }
    if rows.len() > MOST_ROWS {
        let _ = writeln!(text, "\n… and {} more", rows.len() - MOST_ROWS);
    }
    text
}

/// The whole text.
#[must_use]
pub fn text(report: &Report) -> String {
    let opening = report.opening();
    let (summary, printing) = (cell(&opening.summary), cell(&opening.line()));
    let mut text = format!("### {} check\n\n**{summary}**\n{printing}\n", report.program.name);
    let (held, open): (Vec<_>, Vec<_>) = report.gates().partition(|(_, gate)| gate.verdict == Verdict::Pass);
    if !open.is_empty() {
        let _ = write!(text, "\n{}", table(&open));
        for (told, gate) in open.iter().take(MOST_ROWS) {
            let _ = write!(text, "\n* {} · {}", cell(&told.case.plan.name), cell(&gate.name));
            if let Some(why) = gate.why.as_ref().filter(|_| gate.verdict == Verdict::Fail) {
                let _ = write!(text, ": {}", cell(why));
            }
            if gate.verdict == Verdict::Undecided && gate.kind == Kind::Budget {
                let _ = write!(text, "; {}", cell(&outlook(gate)));
            }
            let _ = writeln!(text, "\n  ```sh\n  {}\n  ```", command(told, gate));
        }
    }
    for told in &report.told {
        let Some(baseline) = told.case.baseline.as_ref().filter(|baseline| !baseline.rows.is_empty()) else {
            continue;
        };
        let _ = writeln!(text, "\nAgainst `{}`, {} games per arm:", baseline.file, count(baseline.games));
        for changed in &baseline.changed {
            let _ = writeln!(text, "* {}", cell(changed));
        }
        let rows: Vec<_> = baseline.drifts().into_iter().filter(|row| row.has_moved()).collect();
        if rows.is_empty() {
            text.push_str("\nNo metric has clearly moved.\n");
            continue;
        }
        text.push_str("\n| metric | arm | baseline | now | drift |\n|---|---|---:|---:|---:|\n");
        for row in rows.iter().take(MOST_ROWS) {
            let arm = told.case.plan.arms[row.arm].name.to_string();
            let shown = show_difference(&row.drift, row.unit);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} |",
                row.metric,
                cell(&arm),
                fixed(row.then, 4),
                fixed(row.now, 4),
                cell(&shown)
            );
        }
    }
    if !held.is_empty() {
        let (n, budgets) =
            (held.len(), if held.len() == 1 { "budget that holds" } else { "budgets that hold" });
        let _ = write!(text, "\n<details><summary>{n} {budgets}</summary>\n\n{}\n</details>\n", table(&held));
    }
    if report.family > 0 {
        let _ = writeln!(text, "\n<sub>{}</sub>", methods(report));
    }
    text
}
