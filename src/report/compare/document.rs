//! The JSON document and the table for spreadsheets.

use schemars::JsonSchema;
use serde::Serialize;

use super::Telling;
use crate::lab::compare::{Comparison, Question};
use crate::report::Answer as _;
use crate::report::csv::Columns;
use crate::report::document::{Heading, text};

/// One comparison.
#[derive(Debug, Serialize, JsonSchema)]
struct One<'a> {
    /// Bot of each entrant of arm A.
    bots: &'a [String],
    /// Whether both arms saw the same luck.
    shared_luck: bool,
    #[serde(flatten)]
    found: &'a Comparison,
}

impl<'a> From<&'a Comparison> for One<'a> {
    fn from(found: &'a Comparison) -> Self {
        let question = &found.question;
        Self { bots: &question.plan.arms[0].bots, shared_luck: question.shares_luck(), found }
    }
}

/// The document that `compare --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Ruleset id.
    ruleset: &'a str,
    /// Name of arm A.
    a: String,
    /// Name of arm B.
    b: String,
    #[serde(flatten)]
    question: &'a Question,
    /// Answers, the overall one first.
    verdicts: &'a [String],
    /// One per bot of the panel, or one.
    comparisons: Vec<One<'a>>,
    /// Exit status.
    exit_status: u8,
}

fn document(told: &Telling) -> Option<Document<'_>> {
    let question = &told.comparisons.first()?.question;
    let arms = &question.plan.arms;
    Some(Document {
        heading: Heading::from(&question.plan).opening(told.opening()),
        ruleset: arms[0].ruleset.id,
        a: arms[0].name.to_string(),
        b: arms[1].name.to_string(),
        question,
        verdicts: &told.sentences,
        comparisons: told.comparisons.iter().map(One::from).collect(),
        exit_status: told.exit(),
    })
}

/// The document as text.
#[must_use]
pub fn json_text(told: &Telling) -> String {
    text(&document(told))
}

/// One row per bot and metric.
#[must_use]
pub fn csv(told: &Telling) -> Vec<u8> {
    let rows = told.comparisons.iter().flat_map(|found| found.rows.iter().map(move |row| (found, row)));
    Columns::of(rows)
        .with("bots", |(found, _)| found.question.plan.arms[0].bots.join(" "))
        .with("metric", |(_, row)| row.metric.name())
        .with("games", |(found, _)| found.games)
        .interval(["a", "a_low", "a_high"], |(_, row)| row.a)
        .interval(["b", "b_low", "b_high"], |(_, row)| row.b)
        .interval(["difference", "difference_low", "difference_high"], |(_, row)| row.difference)
        .made(|(_, row)| row.difference)
        .with("clear_after_correction", |(_, row)| row.clear)
        .with("gain", |(_, row)| row.worth)
        .bytes()
}
