//! `explain.json` and `explain.csv`: stable, documented keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::words::headline;
use crate::lab::explain::{Case, Explained, Row, What, under};
use crate::report::csv::{Columns, p_value, word};
use crate::report::document::{Heading, text};
use crate::settings::Origin;

/// One arm explained.
#[derive(Debug, Serialize, JsonSchema)]
struct Arm<'a> {
    /// Bot of each entrant.
    bots: &'a [String],
    /// What the verdict depends on, in words.
    summary: String,
    #[serde(flatten)]
    case: &'a Case,
}

/// The document that `explain --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// The scenario's question.
    question: &'a str,
    /// Level of the intervals.
    level: f64,
    #[serde(flatten)]
    explained: &'a Explained,
    /// The arms explained.
    arms: Vec<Arm<'a>>,
}

/// The document of an explanation.
fn document<'a>(explained: &'a Explained) -> Document<'a> {
    let arm = |case: &'a Case| Arm {
        bots: &explained.plan.arms[case.arm].bots,
        summary: headline(explained, case).0,
        case,
    };
    Document {
        heading: Heading::from(&explained.plan).opening(super::opening(explained)),
        question: &explained.plan.question,
        level: explained.manner.level,
        explained,
        arms: explained.cases.iter().map(arm).collect(),
    }
}

/// The document as text.
#[must_use]
pub fn json(explained: &Explained) -> String {
    text(&document(explained))
}

/// One row per setting and card intervention of every arm; numbers in full.
#[must_use]
pub fn csv(explained: &Explained) -> Vec<u8> {
    let rows = explained.cases.iter().flat_map(|case| case.rows.iter().map(move |row| (case, row)));
    let origin = |row: &Row| row.what.origin();
    Columns::of(rows)
        .with("arm", |(case, _)| case.name.as_str())
        .with("kind", |(_, row)| if origin(row).is_some() { "switch" } else { "card" })
        .with("name", |(_, row)| row.what.name())
        .with("from", |(_, row)| match &row.what {
            What::Setting { from, .. } => Some(from.as_str()),
            What::Card { .. } => None,
        })
        .with("to", |(_, row)| row.to())
        .with("status", |(_, row)| origin(row).map(|origin| origin.status().word()))
        .with("origin", |(_, row)| origin(row).map(Origin::name))
        .with("under", |(_, row)| under(&row.with))
        .with("metric", |_| explained.metric.name())
        .interval(["value", "low", "high"], |(_, row)| row.value)
        .with("corrected_low", |(_, row)| row.corrected.low)
        .with("corrected_high", |(_, row)| row.corrected.high)
        .interval(["effect", "effect_low", "effect_high"], |(_, row)| row.effect)
        .with("method", |(_, row)| row.effect.method.name())
        .with("p", |(_, row)| row.p.map(p_value))
        .with("corrected_p", |(_, row)| row.q.map(p_value))
        .with("verdict", |(_, row)| word(row.ruling))
        .with("changes_verdict", |(_, row)| word(row.sway))
        .bytes()
}
