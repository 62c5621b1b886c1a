//! The JSON document of `levelpitch check`: stable, documented keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Report, Told, command};
use crate::lab::check::{Baseline, Gate, baseline};
use crate::report::document;
use crate::stats::estimate::Estimate;
use crate::verdict::Opening;

/// One claim about one number.
#[derive(Debug, Serialize, JsonSchema)]
struct GateDocument<'a> {
    /// Arm judged.
    arm: String,
    /// Arm that is subtracted, if one is.
    against: Option<String>,
    #[serde(flatten)]
    gate: &'a Gate,
    /// The value with its interval at the deciding look, or the last one.
    estimate: Option<Estimate>,
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
struct Drift<'a> {
    /// Arm.
    arm: String,
    #[serde(flatten)]
    row: &'a baseline::Row,
}

/// The comparison with an earlier run.
#[derive(Serialize, JsonSchema)]
struct BaselineDocument<'a> {
    /// Its seed, on which it was replayed.
    seed: u64,
    #[serde(flatten)]
    baseline: &'a Baseline,
    /// Metrics of arms that are not identical.
    metrics: Vec<Drift<'a>>,
}

/// One scenario.
#[derive(Serialize, JsonSchema)]
struct ScenarioDocument<'a> {
    /// Name.
    scenario: &'a str,
    /// Its question.
    question: &'a str,
    /// Root of the luck of its budgets.
    seed: u64,
    /// Games played, all arms together.
    games: u64,
    /// Most games per arm.
    most_games: u64,
    /// Whether the user stopped it.
    interrupted: bool,
    /// Its budgets.
    budgets: Vec<GateDocument<'a>>,
    /// Its comparison with an earlier run.
    baseline: Option<BaselineDocument<'a>>,
}

/// The document that `check --format json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    /// Version of levelpitch.
    version: &'static str,
    /// The command that gives this document again, as a shell takes it.
    #[serde(skip_serializing_if = "String::is_empty")]
    command: String,
    /// Its words, for `rerun`.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    arguments: &'a [String],
    /// `passed`, `failed`, `undecided` or `interrupted`.
    verdict: &'static str,
    /// Exit status: 0, 1, 3 or 130.
    exit_status: u8,
    /// What the report opens with.
    opening: Opening,
    /// The verdict in one sentence.
    text: String,
    /// Budgets that can fail the check and share their error rates.
    family: usize,
    /// One entry per scenario.
    scenarios: Vec<ScenarioDocument<'a>>,
}

fn scenario<'a>(told: &'a Told) -> ScenarioDocument<'a> {
    let case = &told.case;
    let arm = |index: usize| case.plan.arms[index].name.to_string();
    let gate = |gate: &'a Gate| {
        let last = gate.last();
        GateDocument {
            arm: arm(gate.arm),
            against: gate.against.map(arm),
            gate,
            estimate: last.map(|last| last.estimate),
            games: last.map_or(0, |last| last.games),
            looks: gate.looks.len(),
            forecast: gate.forecast(),
            command: command(told, gate),
        }
    };
    ScenarioDocument {
        scenario: &case.plan.name,
        question: &case.plan.question,
        seed: case.plan.seed,
        games: case.games,
        most_games: case.pace.most(),
        interrupted: case.interrupted,
        budgets: case.gates.iter().map(gate).collect(),
        baseline: case.baseline.as_ref().map(|baseline| BaselineDocument {
            seed: baseline.seed(),
            baseline,
            metrics: baseline.rows.iter().map(|row| Drift { arm: arm(row.arm), row }).collect(),
        }),
    }
}

/// The document of a check.
fn document(report: &Report) -> Document<'_> {
    Document {
        version: report.program.version,
        command: report.told.first().map_or(String::new(), |told| told.case.plan.command()),
        arguments: report.told.first().map_or(&[], |told| &told.case.plan.typed),
        verdict: report.answer.word(),
        exit_status: report.answer.exit(),
        opening: report.opening(),
        text: report.sentence(),
        family: report.family,
        scenarios: report.told.iter().map(scenario).collect(),
    }
}

/// The document as text.
#[must_use]
pub fn text(report: &Report) -> String {
    document::text(&document(report))
}
