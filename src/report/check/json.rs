//! The JSON document of `levelpitch check`: stable, documented keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Report, Told, command};
use crate::lab::check::baseline::Match;
use crate::lab::check::{Gate, Kind};
use crate::report::json::Value;
use crate::scenario::plan::Severity;
use crate::stats::equivalence::Verdict;

/// One claim about one number.
#[derive(Debug, Serialize, JsonSchema)]
struct GateDocument {
    /// Name of the budget, or its metric.
    name: String,
    /// `budget`, `drift` (from a baseline) or `identity` (with a baseline).
    kind: String,
    /// Arm judged.
    arm: String,
    /// Arm that is subtracted, if one is.
    against: Option<String>,
    /// Metric judged.
    metric: String,
    /// What the scenario says about it.
    why: Option<String>,
    /// `error` or `warn`.
    severity: String,
    /// Least value allowed, a fraction for shares.
    least: Option<f64>,
    /// Largest value allowed.
    most: Option<f64>,
    /// The budget's own error rate.
    alpha: f64,
    /// Level of its interval, once the error rates are shared.
    level: f64,
    /// `pass`, `fail` or `undecided`.
    status: String,
    /// The value with its interval at the deciding look, or the last one.
    estimate: Option<Value>,
    /// Games of the arm at that look.
    games: u64,
    /// Looks taken.
    looks: usize,
    /// Games that would decide an undecided budget if the value stays.
    forecast: Option<u64>,
    /// Command that plays these games again.
    command: String,
}

/// One metric then and now.
#[derive(Debug, Serialize, JsonSchema)]
struct Drift {
    /// Arm.
    arm: String,
    /// Metric.
    metric: String,
    /// Value in the baseline.
    baseline: Option<f64>,
    /// Value now.
    now: Option<f64>,
    /// Now minus baseline.
    drift: Value,
    /// Two-sided p value of "no drift".
    p: f64,
    /// The same, corrected for all rows (Benjamini and Hochberg).
    adjusted_p: f64,
}

/// The comparison with an earlier run.
#[derive(Debug, Serialize, JsonSchema)]
struct BaselineDocument {
    /// Its file.
    file: String,
    /// Its seed, on which it was replayed.
    seed: u64,
    /// Games per arm.
    games: u64,
    /// What is set differently now.
    changed: Vec<String>,
    /// Per arm: `identical`, `paired` or `unpaired`.
    matches: Vec<String>,
    /// Metrics of arms that are not identical.
    metrics: Vec<Drift>,
}

/// One scenario.
#[derive(Debug, Serialize, JsonSchema)]
struct ScenarioDocument {
    /// Name.
    scenario: String,
    /// Its question.
    question: String,
    /// Root of the luck of its budgets.
    seed: u64,
    /// Games played, all arms together.
    games: u64,
    /// Most games per arm.
    most_games: u64,
    /// Whether the user stopped it.
    interrupted: bool,
    /// Its budgets.
    budgets: Vec<GateDocument>,
    /// Its comparison with an earlier run.
    baseline: Option<BaselineDocument>,
}

/// The document that `levelpitch check --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch check output")]
pub struct Document {
    /// Version of levelpitch.
    version: String,
    /// `passed`, `failed`, `undecided` or `interrupted`.
    verdict: String,
    /// Exit status: 0, 1, 3 or 130.
    exit_status: u8,
    /// The verdict in one sentence.
    text: String,
    /// Budgets that can fail the check and share their error rates.
    family: usize,
    /// One entry per scenario.
    scenarios: Vec<ScenarioDocument>,
}

fn gate(told: &Told, gate: &Gate) -> GateDocument {
    let arm = |index: usize| told.case.plan.arms[index].name.to_string();
    let finite = |x: f64| x.is_finite().then_some(x);
    GateDocument {
        name: gate.name.clone(),
        kind: match gate.kind {
            Kind::Budget => "budget",
            Kind::Drift => "drift",
            Kind::Identity => "identity",
        }
        .to_owned(),
        arm: arm(gate.arm),
        against: gate.against.map(arm),
        metric: gate.metric.clone(),
        why: gate.why.clone(),
        severity: if gate.severity == Severity::Error { "error" } else { "warn" }.to_owned(),
        least: finite(gate.bounds.least),
        most: finite(gate.bounds.most),
        alpha: gate.alpha,
        level: gate.level,
        status: match gate.verdict {
            Verdict::Pass => "pass",
            Verdict::Undecided => "undecided",
            Verdict::Fail => "fail",
        }
        .to_owned(),
        estimate: gate.last().map(|last| Value::from(&last.estimate)),
        games: gate.last().map_or(0, |last| last.games),
        looks: gate.looks.len(),
        forecast: gate.forecast(),
        command: command(told, gate),
    }
}

fn scenario(told: &Told) -> ScenarioDocument {
    let case = &told.case;
    let finite = |x: f64| x.is_finite().then_some(x);
    let baseline = case.baseline.as_ref().map(|baseline| BaselineDocument {
        file: baseline.file.clone(),
        seed: baseline.seed(),
        games: baseline.games,
        changed: baseline.changed.clone(),
        matches: baseline
            .matches
            .iter()
            .map(|found| {
                match found {
                    Match::Identical => "identical",
                    Match::Paired => "paired",
                    Match::Unpaired => "unpaired",
                }
                .to_owned()
            })
            .collect(),
        metrics: baseline
            .rows
            .iter()
            .map(|row| Drift {
                arm: case.plan.arms[row.arm].name.to_string(),
                metric: row.metric.clone(),
                baseline: finite(row.then),
                now: finite(row.now),
                drift: (&row.drift).into(),
                p: row.p,
                adjusted_p: row.adjusted,
            })
            .collect(),
    });
    ScenarioDocument {
        scenario: case.plan.name.clone(),
        question: case.plan.question.clone(),
        seed: case.plan.seed,
        games: case.games,
        most_games: case.pace.most(),
        interrupted: case.interrupted,
        budgets: case.gates.iter().map(|g| gate(told, g)).collect(),
        baseline,
    }
}

/// The document of a check.
#[must_use]
pub fn document(report: &Report) -> Document {
    Document {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        verdict: report.answer.word().to_owned(),
        exit_status: report.answer.exit(),
        text: report.sentence(),
        family: report.family,
        scenarios: report.told.iter().map(scenario).collect(),
    }
}

/// The document as text, one newline at its end.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(&document(report)).unwrap_or_default();
    text.push('\n');
    text
}
