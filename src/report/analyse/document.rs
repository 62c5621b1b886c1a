//! `analyse.json` and the tables beside it: stable, documented keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::opening;
use crate::game::WIN;
use crate::lab::analyse::{Analysis, Kind, Restriction};
use crate::report::csv::{Columns, p_value, word};
use crate::report::document::{Heading, text};

/// The document that `analyse --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(flatten)]
    found: &'a Analysis,
}

/// The document as text.
#[must_use]
pub fn json(found: &Analysis) -> String {
    text(&Document { heading: Heading::from(&found.plan).opening(opening(found)), found })
}

/// One row per kind of move.
#[must_use]
pub fn kinds(kinds: &[Kind]) -> Vec<u8> {
    Columns::of(kinds)
        .with("kind", |kind| kind.name.as_str())
        .with("blunder", |kind| kind.blunder)
        .with("per_game", |kind| kind.per_game)
        .with("decisions", |kind| kind.decisions)
        .interval(["cost", "cost_low", "cost_high"], |kind| kind.cost)
        .interval(["regret", "regret_low", "regret_high"], |kind| kind.regret)
        .with("adjusted_p", |kind| p_value(kind.adjusted))
        .with("rather", |kind| kind.rather.clone().unwrap_or_default())
        .with("replay", |kind| {
            kind.example.as_ref().map(|example| example.command.clone()).unwrap_or_default()
        })
        .bytes()
}

/// One row per measure.
#[must_use]
pub fn measures(found: &Analysis) -> Vec<u8> {
    Columns::of(&found.measures)
        .with("measure", |measure| word(measure.name))
        .interval(["value", "low", "high"], |measure| measure.estimate)
        .with("meaning", |measure| measure.name.title())
        .bytes()
}

/// One row per decision whose moves were tried.
#[must_use]
pub fn decisions(found: &Analysis) -> Vec<u8> {
    let rows = found.stories.iter().flat_map(|story| story.looks.iter().map(move |look| (story, look)));
    let rows: Vec<_> = rows.collect();
    let unit = (found.measuring * u64::from(WIN)) as f64;
    let share = move |sum: i64| sum as f64 / unit;
    Columns::of(&rows)
        .with("game", |(story, _)| story.game)
        .with("decision", |(_, look)| u64::from(look.at) + 1)
        .with("seat", |(_, look)| u64::from(look.seat))
        .with("moves", |(_, look)| look.moves)
        .with("kind", |(_, look)| found.classes[usize::from(look.chosen)].as_str())
        .with("best_kind", |(_, look)| found.classes[usize::from(look.best)].as_str())
        .with("regret", |(_, look)| share(look.regret))
        .with("gap", |(_, look)| share(look.gap))
        .with("spread", |(_, look)| share(look.spread))
        .with("chosen", |(_, look)| look.said.as_str())
        .with("best", |(_, look)| look.rather.as_str())
        .bytes()
}

/// One row per class of moves that was forbidden.
#[must_use]
pub fn restricted(rows: &[Restriction]) -> Vec<u8> {
    Columns::of(rows)
        .with("class", |row| row.name.as_str())
        .with("ruling", |row| word(row.ruling))
        .interval(["change", "change_low", "change_high"], |row| row.change)
        .with("adjusted_p", |row| p_value(row.adjusted))
        .with("games", |row| row.games)
        .with("per_game", |row| row.per_game)
        .bytes()
}
