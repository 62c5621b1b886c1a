//! A tournament as documents for programs: JSON and CSV.

use schemars::JsonSchema;
use serde::Serialize;

use super::{mixes, sentences};
use crate::lab::tournament::{MatchUp, Tournament, needs_prior};
use crate::report::csv::Columns;
use crate::report::document::{Heading, text};
use crate::stats::estimate::Estimate;
use crate::stats::rating::{ELO, Rating};

/// A match-up.
#[derive(Debug, Serialize, JsonSchema)]
struct Row<'a> {
    /// Bot whose share is given.
    bot: &'a str,
    /// Its rival; at a table of more than two, what all others are.
    rival: &'a str,
    #[serde(flatten)]
    found: &'a MatchUp,
}

/// A bot.
#[derive(Debug, Serialize, JsonSchema)]
struct Bot<'a> {
    /// Name.
    bot: &'a str,
    /// Strength in Elo points around the field's mean.
    elo: Option<Estimate>,
    /// Mean share over its match-ups with all others.
    share: Estimate,
    /// Weight in the mix that no bot of the field beats; two seats only.
    mix: Option<Estimate>,
    /// α-rank in the limit of strong selection.
    alpha_rank: Option<f64>,
    /// The same with its interval.
    alpha_rank_interval: Option<Estimate>,
    /// Elo points below the strongest bot; the intervals hold all at once.
    behind: Option<Estimate>,
}

/// The document that `tournament --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Ruleset id.
    ruleset: &'a str,
    /// Answers, most important first.
    verdicts: Vec<String>,
    /// The field from strong to weak.
    bots: Vec<Bot<'a>>,
    #[serde(flatten)]
    tournament: &'a Tournament,
    /// Share of the pay-offs that no ladder of strengths explains: 0 a ladder,
    /// 1 rock, paper, scissors; three bots or more at a table of two only.
    intransitivity: Option<f64>,
    /// The same with its interval.
    intransitivity_interval: Option<Estimate>,
    /// Bots that a table stays with once all play them, each with the lone newcomer
    /// that takes most from it: surely less than an equal share.
    stable_states: Vec<Row<'a>>,
    /// Mixes of two and three bots at a table of more than two; only with `--mixes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mixes: Option<mixes::Told<'a>>,
    /// Games between different bots that nobody won.
    won_by_nobody: u64,
    /// Whether the ratings needed a prior.
    rating_prior: bool,
    /// Every match-up.
    match_ups: Vec<Row<'a>>,
}

fn document<'t>(t: &'t Tournament) -> Document<'t> {
    let elo = t.rating.as_ref().map(Rating::elo);
    let rank = |i: usize| t.alpha_rank.as_ref().and_then(|rank| rank.get(i).copied());
    let bot = |i: usize| Bot {
        bot: &t.bots[i],
        elo: elo.as_ref().map(|elo| elo[i]),
        share: t.against_all[i],
        mix: t.mix.as_ref().map(|mix| mix.weights[i]),
        alpha_rank: rank(i).map(|rank| rank.value),
        alpha_rank_interval: rank(i),
        behind: t.behind.get(i).map(|behind| behind.scaled(ELO, 0.0)),
    };
    let row = |found: &'t MatchUp| {
        let MatchUp { bot, rival, .. } = *found;
        Row { bot: &t.bots[bot], rival: &t.bots[rival], found }
    };
    Document {
        heading: Heading::from(&t.plan).opening(super::opening(t)),
        ruleset: t.plan.arms[0].ruleset.id,
        verdicts: sentences(t),
        bots: t.ranking().into_iter().map(bot).collect(),
        tournament: t,
        intransitivity: t.intransitivity.map(|share| share.value),
        intransitivity_interval: t.intransitivity,
        won_by_nobody: t.nobodys().0,
        rating_prior: t.rating.as_ref().is_some_and(needs_prior),
        stable_states: t.stable_states().into_iter().map(row).collect(),
        mixes: mixes::told(t),
        match_ups: t.match_ups.iter().map(row).collect(),
    }
}

/// The document as text.
#[must_use]
pub fn json_text(t: &Tournament) -> String {
    text(&document(t))
}

/// `match-ups.csv`: one row per bot and rival.
#[must_use]
pub fn csv(t: &Tournament) -> Vec<u8> {
    Columns::of(&t.match_ups)
        .with("bot", |m| t.bots[m.bot].as_str())
        .with("rival", |m| t.bots[m.rival].as_str())
        .with("wins", |m| m.results.wins)
        .with("draws", |m| m.results.draws)
        .with("losses", |m| m.results.losses)
        .interval(["share", "low", "high"], |m| m.share)
        .made(|m| m.share)
        .interval(["first_seat_share", "first_seat_low", "first_seat_high"], |m| m.first_seat)
        .with("games", |m| m.games)
        .with("won_by_somebody", |m| m.won)
        .with("unfinished", |m| m.unfinished)
        .bytes()
}
