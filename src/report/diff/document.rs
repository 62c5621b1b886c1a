//! The JSON document and the table for spreadsheets.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Telling, now};
use crate::lab::diff::{Change, Kinship, Measured, Row};
use crate::report::Answer as _;
use crate::report::csv::Columns;
use crate::report::document::{Heading, text};
use crate::report::health::ArmHealth;
use crate::verdict::{Opening, Status};

/// Health before and now.
#[derive(Debug, Serialize, JsonSchema)]
struct Turn<'a> {
    /// Before.
    then: ArmHealth<'a>,
    /// Now.
    now: ArmHealth<'a>,
}

/// What was measured of a pair.
#[derive(Debug, Serialize, JsonSchema)]
struct Found<'a> {
    /// Games of either arm.
    games: u64,
    /// Whether every count is the same on both sides: what was edited is not in
    /// play.
    idle: bool,
    /// What fairness is judged by.
    fairness: &'a Row,
    /// Whether it is level, before and now.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<[Status; 2]>,
    /// Turns of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<&'a Row>,
    /// Whether it can be printed.
    health: Turn<'a>,
    /// Every metric that both arms have.
    metrics: &'a [Row],
}

impl<'a> From<&'a Measured> for Found<'a> {
    fn from(m: &'a Measured) -> Self {
        let [then, now] = m.health.each_ref().map(ArmHealth::from);
        Self {
            games: m.games,
            idle: m.idle,
            fairness: &m.fairness,
            level: m.level,
            length: m.length.as_ref(),
            health: Turn { then, now },
            metrics: &m.rows,
        }
    }
}

/// Two arms that belong together.
#[derive(Debug, Serialize, JsonSchema)]
struct Pair<'a> {
    /// Name of the arm, as it is now.
    arm: String,
    /// Ruleset id.
    ruleset: &'a str,
    /// How the two hang together.
    kinship: Kinship,
    /// What is set differently.
    changes: &'a [Change],
    /// What that does; missing where nothing is set differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Found<'a>>,
}

/// One scenario that both sides have.
#[derive(Debug, Serialize, JsonSchema)]
struct One<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Before and now, as they were named.
    sides: [&'a str; 2],
    /// How far from fair is still level.
    margin: f64,
    /// Arms that belong together.
    arms: Vec<Pair<'a>>,
    /// Names of arms that only one side has.
    alone: [Vec<String>; 2],
}

/// The document that `diff --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    /// Version of the program.
    version: &'a str,
    /// The words of the command, for `rerun`.
    arguments: &'a [String],
    /// What it opens with.
    opening: Opening,
    /// The answers, the most important first.
    verdicts: Vec<String>,
    /// The scenarios that both sides have.
    scenarios: Vec<One<'a>>,
}

pub(super) fn json(told: &Telling) -> String {
    let scenarios = told.diffs.iter().map(|diff| One {
        heading: (&diff.sides[1].plan).into(),
        sides: diff.sides.each_ref().map(|side| side.name.as_str()),
        margin: diff.margin,
        arms: (diff.pairs.iter())
            .map(|pair| Pair {
                arm: now(diff, pair).name.to_string(),
                ruleset: now(diff, pair).ruleset.id,
                kinship: pair.kinship,
                changes: &pair.changes,
                found: pair.measured.as_ref().map(Found::from),
            })
            .collect(),
        alone: [0, 1].map(|side| {
            diff.alone[side].iter().map(|&arm| diff.sides[side].plan.arms[arm].name.to_string()).collect()
        }),
    });
    let plan = told.diffs.first().map(|diff| &diff.sides[1].plan);
    text(&Document {
        version: plan.map_or("", |plan| plan.program.version),
        arguments: plan.map_or(&[], |plan| &plan.typed),
        opening: told.opening(),
        verdicts: told.sentences.iter().map(|said| said.verdict().spoken()).collect(),
        scenarios: scenarios.collect(),
    })
}

/// Every metric of every pair that was measured.
pub(super) fn csv(told: &Telling) -> Vec<u8> {
    let rows = told.pairs().filter_map(|(diff, pair)| Some((diff, pair, pair.measured.as_ref()?)));
    let rows = rows.flat_map(|(diff, pair, m)| m.rows.iter().map(move |row| (diff, pair, m, row)));
    Columns::of(rows)
        .with("scenario", |(diff, ..)| diff.sides[1].plan.name.as_str())
        .with("arm", |(diff, pair, ..)| now(diff, pair).name.to_string())
        .with("metric", |(.., row)| row.metric.name())
        .with("games", |(_, _, m, _)| m.games)
        .interval(["before", "before_low", "before_high"], |(.., row)| row.then)
        .interval(["now", "now_low", "now_high"], |(.., row)| row.now)
        .interval(["drift", "drift_low", "drift_high"], |(.., row)| row.drift)
        .with("clear", |(.., row)| row.clear)
        .bytes()
}
