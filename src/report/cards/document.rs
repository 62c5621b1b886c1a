//! `cards.json` and `cards.csv`: stable, documented keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::{headline, opening, whose};
use crate::lab::cards::Strengths;
use crate::report::csv::{Columns, word};
use crate::report::document::{Heading, text};

/// The document that `cards --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// What the list to believe comes to, in words.
    summary: String,
    /// Whose play that is, and where other bots say otherwise.
    play: String,
    #[serde(flatten)]
    found: &'a Strengths,
}

/// The document as text.
#[must_use]
pub fn json(found: &Strengths) -> String {
    text(&Document {
        heading: Heading::from(&found.plan).opening(opening(found)),
        summary: found.judge().map(|list| headline(list).0).unwrap_or_default(),
        play: whose(found),
        found,
    })
}

/// One row per bot and good.
#[must_use]
pub fn csv(found: &Strengths) -> Vec<u8> {
    let rows = found.lists.iter().flat_map(|list| list.goods.iter().map(move |row| (list, row)));
    Columns::of(rows)
        .with("arm", |(list, _)| list.name.as_str())
        .with("bots", |(list, _)| list.bots.join("/"))
        .with("name", |(_, row)| row.name.as_str())
        .with("class", |(_, row)| row.class.as_str())
        .with("copies", |(_, row)| row.copies.to_string())
        .with("ruling", |(_, row)| word(row.ruling))
        .interval(["worth", "worth_low", "worth_high"], |(_, row)| row.worth)
        .with("typical", |(_, row)| row.typical)
        .interval(["edge", "edge_low", "edge_high"], |(_, row)| row.edge)
        .with("corrected_worth_low", |(_, row)| row.corrected_worth.low)
        .with("corrected_worth_high", |(_, row)| row.corrected_worth.high)
        .with("corrected_edge_low", |(_, row)| row.corrected_edge.low)
        .with("corrected_edge_high", |(_, row)| row.corrected_edge.high)
        .interval(["missed", "missed_low", "missed_high"], |(_, row)| row.missed)
        .with("corrected_missed_low", |(_, row)| row.corrected_missed.map(|missed| missed.low))
        .with("corrected_missed_high", |(_, row)| row.corrected_missed.map(|missed| missed.high))
        .with("used", |(_, row)| row.used)
        .with("games", |(_, row)| row.games.to_string())
        .bytes()
}
