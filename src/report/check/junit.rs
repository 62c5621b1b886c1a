//! `JUnit` XML, for the test view of a CI service.
//!
//! One `testsuite` per scenario, one `testcase` per budget and arm. A broken
//! budget is a `failure`; an undecided one is `skipped` (it did not pass, and
//! nothing is wrong with the game as far as is known); a broken budget that
//! only warns passes and says so in `system-out`. What could not be judged at
//! all, because the scenario is no scenario or the user stopped the check, is
//! an `error`. A suite's `time` is that of its games, which its cases share
//! evenly: one play serves them all.

use super::{Report, Told, bound, command, found, outlook, percent, place, sentence};
use crate::app::Program;
use crate::lab::check::{Gate, Kind};
use crate::report::escape::escape;
use crate::scenario::judged::Severity;
use crate::stats::equivalence::Verdict;
use crate::verdict::Hundredths;

#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    seconds: f64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.seconds += other.seconds;
    }

    fn text(&self) -> String {
        let Self { tests, failures, errors, skipped, seconds } = self;
        format!(
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\""
        )
    }
}

/// One case: its name is unique within its suite.
fn testcase(suite: &str, name: &str, body: &str, seconds: f64) -> String {
    let (suite, name) = (escape(suite), escape(name));
    let head = format!("    <testcase classname=\"{suite}\" name=\"{name}\" time=\"{seconds:.3}\"");
    if body.is_empty() { format!("{head}/>\n") } else { format!("{head}>\n{body}    </testcase>\n") }
}

fn element(name: &str, kind: &str, message: &str, text: &str) -> String {
    let kind = if kind.is_empty() { String::new() } else { format!(" type=\"{kind}\"") };
    let head = format!("      <{name}{kind} message=\"{}\"", escape(&message.replace('\n', " ")));
    if text.is_empty() { format!("{head}/>\n") } else { format!("{head}>{}</{name}>\n", escape(text)) }
}

fn gate(told: &Told, gate: &Gate, counts: &mut Counts) -> String {
    let plan = &told.case.plan;
    let told_in_full = || {
        let mut lines = vec![
            format!("measured: {}", found(gate, Hundredths::Spelt)),
            format!("allowed: {}", bound(gate, Hundredths::Spelt)),
            format!("arm: {}", place(gate, plan)),
        ];
        if let Some(last) = gate.last() {
            lines.push(format!("games: {}", last.games));
            lines.push(format!("method: {} at {}", last.estimate.method, percent(gate.level)));
        }
        lines.extend(gate.why.iter().map(|why| format!("why: {why}")));
        lines.push(format!("see it: {}", command(told, gate)));
        lines.join("\n")
    };
    counts.tests += 1;
    let message = sentence(gate, plan);
    let body = match (gate.verdict, gate.severity) {
        (Verdict::Pass, _) => String::new(),
        (Verdict::Fail, Severity::Error) => {
            counts.failures += 1;
            element("failure", "broken", &message, &told_in_full())
        }
        (Verdict::Fail, Severity::Warn) => {
            format!(
                "      <system-out>{}</system-out>\n",
                escape(&format!("warning: {message}\n{}", told_in_full()))
            )
        }
        (Verdict::Undecided, _) if told.case.interrupted => {
            counts.errors += 1;
            element("error", "interrupted", &message, &told_in_full())
        }
        (Verdict::Undecided, _) => {
            counts.skipped += 1;
            let outlook =
                if gate.kind == Kind::Budget { format!(" {}", outlook(gate)) } else { String::new() };
            element("skipped", "", &format!("{message}{outlook}"), "")
        }
    };
    let name = match gate.kind {
        Kind::Identity => gate.name.clone(),
        Kind::Health => format!("health of {}", place(gate, plan)),
        _ => format!(
            "{}: {} of {}, {}",
            gate.name,
            gate.metric,
            place(gate, plan),
            bound(gate, Hundredths::Spelt)
        ),
    };
    testcase(&plan.name, &name, &body, told.seconds / told.case.gates.len().max(1) as f64)
}

fn document(program: Program, suites: &[(String, Counts, String)]) -> String {
    let mut all = Counts::default();
    let mut text = String::new();
    for (name, counts, cases) in suites {
        all.add(counts);
        text +=
            &format!("  <testsuite name=\"{}\" {}>\n{cases}  </testsuite>\n", escape(name), counts.text());
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{} check\" {}>\n{text}</testsuites>\n",
        escape(program.name),
        all.text()
    )
}

/// The document of a check.
#[must_use]
pub fn text(report: &Report) -> String {
    let suites = report.told.iter().map(|told| {
        let mut counts = Counts { seconds: told.seconds, ..Counts::default() };
        let cases: String = told.case.gates.iter().map(|g| gate(told, g, &mut counts)).collect();
        (told.case.plan.name.clone(), counts, cases)
    });
    document(report.program, &suites.collect::<Vec<_>>())
}

/// The document of a check that was refused: one `error` per scenario that
/// could not be read, with everything that is wrong with it.
#[must_use]
pub fn refused(program: Program, faults: &[(String, Vec<String>)]) -> String {
    let suites = faults.iter().map(|(scenario, lines)| {
        let counts = Counts { tests: 1, errors: 1, ..Counts::default() };
        let first = lines.first().map_or("", String::as_str);
        let body = element("error", "bad-input", first, &lines.join("\n"));
        (scenario.clone(), counts, testcase(scenario, "can be checked", &body, 0.0))
    });
    document(program, &suites.collect::<Vec<_>>())
}
