//! A check told: to people, to CI, to scripts.
//!
//! In: cases that have been run. Out: a page, one JSON document, `JUnit` XML,
//! Markdown. None of them holds a machine's name, and none but `JUnit` XML a
//! time, so the same check gives the same bytes.

pub mod json;
pub mod junit;
pub mod markdown;
pub mod page;

use super::page::Page;
use super::{Answer, Beside};
use crate::app::Program;
use crate::game::Unit;
use crate::game::called::{fixed, signed};
use crate::lab::check::baseline::Match;
use crate::lab::check::{self, Case, Gate, Kind};
use crate::scenario::Plan;
use crate::scenario::arm::shell_word;
use crate::scenario::judged::Severity;
use crate::stats::equivalence::Verdict;
use crate::stats::{Estimate, Method};
use crate::verdict::{Hundredths, Light, Opening, Statement, Status, Yard, count, enumerated};

/// One scenario of a check, as it is told.
pub struct Told {
    /// What was checked.
    pub case: Case,
    /// The scenario as the user named it.
    pub scenario: String,
    /// What the user changed about it: flags, ready for a shell.
    pub flags: String,
    /// Seconds that it took.
    pub seconds: f64,
}

/// A whole check.
pub struct Report {
    /// The program that checked.
    pub program: Program,
    /// Its scenarios.
    pub told: Vec<Told>,
    /// What it comes to.
    pub answer: check::Answer,
    /// Gates that can fail it.
    pub family: usize,
}

impl Report {
    /// A check from its scenarios.
    #[must_use]
    pub fn new(program: Program, cases: Vec<Case>, named: Vec<(String, String, f64)>) -> Self {
        let answer = check::Answer::of(&cases);
        let gates = cases.iter().flat_map(|case| &case.gates);
        let family = gates.filter(|gate| gate.severity == Severity::Error).count();
        let told = cases.into_iter().zip(named);
        let told =
            told.map(|(case, (scenario, flags, seconds))| Told { case, scenario, flags, seconds }).collect();
        Self { program, told, answer, family }
    }

    fn gates(&self) -> impl Iterator<Item = (&Told, &Gate)> {
        self.told.iter().flat_map(|told| told.case.gates.iter().map(move |gate| (told, gate)))
    }

    fn games(&self) -> u64 {
        self.told.iter().map(|told| told.case.games).sum()
    }

    /// Whether every game is that of its baseline.
    fn is_identical(&self) -> bool {
        let baselines = self.told.iter().filter_map(|told| told.case.baseline.as_ref());
        baselines.flat_map(|baseline| &baseline.matches).all(|found| *found == Match::Identical)
    }

    /// The answer in one sentence with its numbers.
    #[must_use]
    pub fn sentence(&self) -> String {
        // What may drift is held to the baseline, not to a budget of its own.
        let all = self.gates().filter(|(_, gate)| gate.kind == Kind::Budget).count();
        let based = self.gates().count() > all;
        let identical = based && self.is_identical();
        let of = |verdict: Verdict, severity: Severity| {
            self.gates().filter(|(_, gate)| gate.verdict == verdict && gate.severity == severity).count()
        };
        let (broken, open) = (of(Verdict::Fail, Severity::Error), of(Verdict::Undecided, Severity::Error));
        let (warned, unsure) = (of(Verdict::Fail, Severity::Warn), of(Verdict::Undecided, Severity::Warn));
        let passed = self.gates().filter(|(_, gate)| gate.verdict == Verdict::Pass).count();
        let mut parts = Vec::new();
        for (number, one, many) in [
            (broken, "is broken", "are broken"),
            (open, "is undecided", "are undecided"),
            (warned, "is broken but only warns", "are broken but only warn"),
            (unsure, "is undecided and would only warn", "are undecided and would only warn"),
        ] {
            if number > 0 {
                parts.push(format!("{number} {}", if number == 1 { one } else { many }));
            }
        }
        let games = count(self.games());
        let scenarios = match self.told.len() {
            1 => String::new(),
            n => format!(" in {n} scenarios"),
        };
        let budgets = if all == 1 { "budget" } else { "budgets" };
        let kept = passed == self.gates().count();
        let beside = if based { " and the baseline" } else { "" };
        let word = self.answer.word();
        if all == 0 && kept && identical {
            format!("{word}: identical to the baseline{scenarios} ({games} games).")
        } else if all == 0 && kept {
            format!("{word}: not the baseline's game, but within what may drift{scenarios} ({games} games).")
        } else if parts.is_empty() {
            let number = if all == 1 { "the".to_owned() } else { all.to_string() };
            let hold = if all == 1 { "holds" } else { "hold" };
            let beside = match (based, identical) {
                (false, _) => "",
                (true, true) => ", and the game is the baseline's",
                (true, false) => ", and the game has drifted from the baseline by no more than it may",
            };
            format!("{word}: {number} {budgets} {hold}{beside}{scenarios} ({games} games).")
        } else if all == 0 {
            format!("{word}: the baseline{scenarios}, {} ({games} games).", parts.join(", "))
        } else {
            format!("{word}: of {all} {budgets}{beside}{scenarios}, {} ({games} games).", parts.join(", "))
        }
    }
}

/// Budgets named before the rest is counted.
const NAMED: usize = 2;

impl Report {
    /// What the report opens with: what must not be printed, the answer, which
    /// budgets it is about.
    fn opening(&self) -> Opening {
        let light = |told: &Statement| match told.judged {
            Yard::Health(light) => light,
            _ => Light::None,
        };
        let health = || self.told.iter().filter_map(|told| told.case.health.as_ref());
        let ill = health().find(|told| light(told) == Light::Ill).map_or("", |told| &told.text);
        let look = health().find(|told| light(told) == Light::Look);
        let look = look.filter(|_| ill.is_empty()).map_or(String::new(), |told| format!(" {}", told.text));
        let of = |verdict: Verdict| -> Vec<String> {
            let found =
                self.gates().filter(|(_, gate)| gate.verdict == verdict && gate.severity == Severity::Error);
            found
                .map(|(told, gate)| format!("“{}” of `{}`", gate.name, place(gate, &told.case.plan)))
                .collect()
        };
        let list = |names: &[String]| enumerated(names, NAMED);
        let (broken, open) = (of(Verdict::Fail), of(Verdict::Undecided));
        let (status, printing) = match self.answer {
            _ if !ill.is_empty() => {
                (Status::Bad, "not like this; what is ill comes first, budgets after it".to_owned())
            }
            check::Answer::Passed => {
                let promised = self.gates().any(|(_, gate)| gate.kind == Kind::Budget);
                let kept = match (promised, self.is_identical()) {
                    (true, _) => "what was promised of the game is kept",
                    (false, true) => "nothing has changed since the baseline",
                    (false, false) => "nothing has moved farther from the baseline than it may",
                };
                (Status::Good, kept.to_owned())
            }
            check::Answer::Failed => {
                (Status::Bad, format!("not before this is mended or its bound moved: {}", list(&broken)))
            }
            check::Answer::Undecided => {
                (Status::Undecided, format!("nothing yet; more games decide {} (`--max-games`)", list(&open)))
            }
            check::Answer::Interrupted => (Status::Undecided, "nothing yet; it was interrupted".to_owned()),
        };
        let summary = format!("{}{look}", self.sentence());
        Opening::new(status, summary, printing).word(self.answer.word()).behind(ill)
    }
}

impl Answer for Report {
    const NAME: &'static str = "check";

    fn opening(&self) -> Opening {
        self.opening()
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        json::text(self)
    }

    /// A check has no table of its own; the command line refuses to ask.
    fn csv(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The summary for a pull request, which has no plots beside it.
    fn markdown(&self) -> String {
        markdown::text(self)
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![Beside::json("check.json")]
    }

    fn exit(&self) -> u8 {
        self.answer.exit()
    }
}

/// How a gate is marked.
#[must_use]
pub fn mark(gate: &Gate) -> &'static str {
    match (gate.verdict, gate.severity) {
        (Verdict::Pass, _) => "holds",
        (Verdict::Fail, Severity::Error) => "BROKEN",
        (Verdict::Fail, Severity::Warn) => "warning",
        (Verdict::Undecided, _) => "undecided",
    }
}

/// Digits after the point that show an interval's width to two figures.
fn places(estimate: &Estimate, factor: f64) -> usize {
    let width = estimate.half_width() * factor;
    if width > 0.0 && width.is_finite() {
        (1.0 - width.log10()).ceil().clamp(0.0, 6.0) as usize
    } else {
        usize::from(factor == 1.0) + 1
    }
}

const fn factor(unit: Unit) -> f64 {
    match unit {
        Unit::Number => 1.0,
        Unit::Share | Unit::Points => 100.0,
    }
}

const fn suffix(unit: Unit, called: Hundredths) -> &'static str {
    match unit {
        Unit::Number => "",
        Unit::Share => " %",
        Unit::Points => called.word(),
    }
}

fn number(value: f64, unit: Unit, places: usize) -> String {
    let number = if unit == Unit::Points { signed } else { fixed };
    number(value * factor(unit), places)
}

/// A value with its interval, the ends spelled out: they are what is held
/// against the bounds.
#[must_use]
pub fn measured(estimate: &Estimate, unit: Unit, called: Hundredths) -> String {
    if !estimate.value.is_finite() {
        return "unknown".to_owned();
    }
    let places = places(estimate, factor(unit));
    let value = number(estimate.value, unit, places);
    if estimate.method == Method::Exact {
        return format!("{value}{} exactly", suffix(unit, called));
    }
    if !estimate.half_width().is_finite() {
        return format!("{value}{} (too few blocks for an interval)", suffix(unit, called));
    }
    let [low, high] = [estimate.low, estimate.high].map(|end| number(end, unit, places));
    format!("{value}{} ({low} to {high})", suffix(unit, called))
}

/// Digits of a bound that tell it from its neighbours: one that follows from a
/// baseline has no end of its own.
const FIGURES: f64 = 4.0;

/// A bound as a person would write it.
fn plain(value: f64, unit: Unit) -> String {
    let size = (value * factor(unit)).abs();
    let text = number(value, unit, (FIGURES - 1.0 - size.log10().floor()).clamp(3.0, 6.0) as usize);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What a gate allows: `at most 2 %`, `-2 to +2 points`.
#[must_use]
pub fn bound(gate: &Gate, called: Hundredths) -> String {
    let unit = if gate.against.is_some() { points(gate.unit) } else { gate.unit };
    let end = |value: f64| plain(value, unit);
    let words = suffix(unit, called);
    match (gate.kind, gate.bounds.least.is_finite(), gate.bounds.most.is_finite()) {
        (Kind::Identity, ..) => "the counts of the baseline, or no clear drift".to_owned(),
        (Kind::Health, ..) if gate.aspect.is_none() => {
            "nothing that must not be printed and could be in the baseline".to_owned()
        }
        (Kind::Drift, ..) => {
            format!("within {} to {}{words} of the baseline", end(gate.bounds.least), end(gate.bounds.most))
        }
        (_, true, true) => format!("{} to {}{words}", end(gate.bounds.least), end(gate.bounds.most)),
        (_, true, false) => format!("at least {}{words}", end(gate.bounds.least)),
        (_, false, _) => format!("at most {}{words}", end(gate.bounds.most)),
    }
}

const fn points(unit: Unit) -> Unit {
    match unit {
        Unit::Number => Unit::Number,
        Unit::Share | Unit::Points => Unit::Points,
    }
}

/// The arm that a gate is about, and the one that is subtracted.
#[must_use]
pub fn place(gate: &Gate, plan: &Plan) -> String {
    let name = |arm: usize| &plan.arms[arm].name;
    match gate.against {
        Some(other) => format!("{} minus {}", name(gate.arm), name(other)),
        None => name(gate.arm).to_string(),
    }
}

/// What a gate has measured, in words.
#[must_use]
pub fn found(gate: &Gate, called: Hundredths) -> String {
    let unit = if gate.against.is_some() { points(gate.unit) } else { gate.unit };
    gate.last().map_or_else(|| "nothing played".to_owned(), |last| measured(&last.estimate, unit, called))
}

/// What a gate comes to, in one sentence.
#[must_use]
pub fn sentence(gate: &Gate, plan: &Plan) -> String {
    let (metric, found) = (gate.metric.worded(), found(gate, Hundredths::Spelt));
    let name = |arm: usize| format!("`{}`", plan.arms[arm].name);
    let place = match gate.against {
        Some(other) => format!("{} minus {}", name(gate.arm), name(other)),
        None => name(gate.arm),
    };
    let word = match (gate.verdict, gate.severity) {
        (Verdict::Pass, _) => "holds",
        (Verdict::Fail, Severity::Error) => "is broken",
        (Verdict::Fail, Severity::Warn) => "is broken (a warning)",
        (Verdict::Undecided, _) => "is undecided",
    };
    match (gate.kind, gate.verdict) {
        (Kind::Identity, Verdict::Pass) => "Every count is that of the baseline.".to_owned(),
        (Kind::Identity, Verdict::Fail) => format!(
            "Not the baseline's game: {metric} of {place} drifts most clearly, by {found}; that is no luck."
        ),
        (Kind::Identity, Verdict::Undecided) => format!(
            "Not the baseline's counts, but no metric has clearly drifted; {metric} of {place} comes nearest, by {found}."
        ),
        (Kind::Health, _) => match &gate.why {
            None => format!(
                "“{}” {word}: nothing of {place} must not be printed now that could be in the baseline.",
                gate.name
            ),
            Some(told) => format!(
                "“{}” {word}: of {place} {told}, where no more than {} may be printed; the baseline kept to that.",
                gate.name,
                plain(gate.bounds.most, gate.unit) + suffix(gate.unit, Hundredths::Spelt)
            ),
        },
        (Kind::Drift, _) => {
            format!(
                "“{}” {word}: {metric} of {place} drifts by {found} and must stay {}.",
                gate.name,
                bound(gate, Hundredths::Spelt)
            )
        }
        _ => format!(
            "“{}” {word}: {metric} of {place} is {found} and must be {}.",
            gate.name,
            bound(gate, Hundredths::Spelt)
        ),
    }
}

/// The command that plays a gate's games again and tells everything about
/// them.
#[must_use]
pub fn command(told: &Told, gate: &Gate) -> String {
    let games = gate.last().map_or(told.case.pace.most(), |last| last.games);
    let seed = match (gate.kind, &told.case.baseline) {
        (Kind::Drift | Kind::Identity | Kind::Health, Some(baseline)) => {
            format!(" --seed {}", baseline.seed())
        }
        _ => String::new(),
    };
    format!(
        "{} run {} --games {games}{seed}{}",
        told.case.plan.program.name,
        shell_word(&told.scenario),
        told.flags
    )
}

/// How many games would decide an undecided gate, in words.
#[must_use]
pub fn outlook(gate: &Gate) -> String {
    match gate.forecast() {
        Some(games) => {
            format!("about {} games would decide it if the value stays (--max-games)", count(games))
        }
        None => "its value lies so near the bound that no number of games can be promised".to_owned(),
    }
}

/// A level in per cent, without needless zeros: `97.5 %`.
#[must_use]
pub fn percent(level: f64) -> String {
    format!("{} %", (1e6 * level).round() / 1e4)
}

/// What the error rates are, in one line.
#[must_use]
pub fn methods(report: &Report) -> String {
    let gates = report.family;
    let strict = report.gates().map(|(_, gate)| gate).filter(|gate| gate.severity == Severity::Error);
    let wrong = strict.map(|gate| gate.alpha).sum::<f64>() / gates.max(1) as f64;
    let percent = (wrong * 1e4).round() / 1e2;
    let shared = match gates {
        1 => format!(
            "that the answer of the one budget that can fail is wrong has a probability of at most {percent} %"
        ),
        _ => format!(
            "the {gates} budgets that can fail share the error allowed (Bonferroni): that any of these answers is \
             wrong has a probability of at most {percent} %"
        ),
    };
    format!("Every interval is always valid or of a fixed size; {shared}.")
}

#[cfg(test)]
mod tests;
