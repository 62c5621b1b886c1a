//! A playtest told: what to play at a table, the sheet to write it on, and what
//! the games that people played say.

mod read;
mod schedule;
pub mod sheet;

pub use schedule::FILLED_IN;

use schemars::JsonSchema;
use serde::Serialize;

use super::document::Heading;
use crate::game::called::rounded;
use crate::lab::playtest::{Reading, Schedule};

/// The document that `playtest plan --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanDocument<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Ruleset id.
    ruleset: &'a str,
    #[serde(flatten)]
    schedule: &'a Schedule,
    /// Games to play for the effect asked about, in whole turns of the seats.
    games: Option<u64>,
    /// Answers, most important first.
    verdicts: Vec<String>,
}

/// The document that `playtest read --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadDocument<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Ruleset id.
    ruleset: &'a str,
    #[serde(flatten)]
    reading: &'a Reading,
    /// Answers, most important first.
    verdicts: Vec<String>,
}

fn per_cent(share: f64) -> String {
    format!("{} %", points(share))
}

/// Percentage points, without a sign.
fn points(share: f64) -> String {
    rounded(100.0 * share, 1)
}
