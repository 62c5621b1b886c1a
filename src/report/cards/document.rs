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

/// One row per bot and good; numbers in full.
#[must_use]
pub fn csv(found: &Strengths) -> Vec<u8> {
    let number = |x: f64| x.is_finite().then(|| x.to_string());
    let rows = found.lists.iter().flat_map(|list| list.goods.iter().map(move |row| (list, row)));
    Columns::of(rows)
        .with("arm", |(list, _)| list.name.as_str())
        .with("bots", |(list, _)| list.bots.join("/"))
        .with("name", |(_, row)| row.name.as_str())
        .with("class", |(_, row)| row.class.as_str())
        .with("copies", |(_, row)| row.copies.to_string())
        .with("ruling", |(_, row)| word(row.ruling))
        .with("worth", |(_, row)| number(row.worth.value))
        .with("worth_low", |(_, row)| number(row.worth.low))
        .with("worth_high", |(_, row)| number(row.worth.high))
        .with("typical", |(_, row)| number(row.typical))
        .with("edge", |(_, row)| number(row.edge.value))
        .with("edge_low", |(_, row)| number(row.edge.low))
        .with("edge_high", |(_, row)| number(row.edge.high))
        .with("corrected_worth_low", |(_, row)| number(row.corrected_worth.low))
        .with("corrected_worth_high", |(_, row)| number(row.corrected_worth.high))
        .with("corrected_edge_low", |(_, row)| number(row.corrected_edge.low))
        .with("corrected_edge_high", |(_, row)| number(row.corrected_edge.high))
        .with("missed", |(_, row)| row.missed.and_then(|missed| number(missed.value)))
        .with("missed_low", |(_, row)| row.missed.and_then(|missed| number(missed.low)))
        .with("missed_high", |(_, row)| row.missed.and_then(|missed| number(missed.high)))
        .with("corrected_missed_low", |(_, row)| row.corrected_missed.and_then(|missed| number(missed.low)))
        .with("corrected_missed_high", |(_, row)| row.corrected_missed.and_then(|missed| number(missed.high)))
        .with("used", |(_, row)| row.used.and_then(number))
        .with("games", |(_, row)| row.games.to_string())
        .bytes()
}
