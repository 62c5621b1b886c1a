//! A tournament as documents for programs: JSON and CSV.

use schemars::JsonSchema;
use serde::Serialize;

use super::sentences;
use crate::lab::tournament::{MatchUp, Tournament, needs_prior};
use crate::report::csv;
use crate::report::json::Value;

/// A match-up.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// Bot whose share is given.
    bot: String,
    /// Its rival; at a table of more than two, what all others are.
    rival: String,
    /// Games that the bot won alone.
    wins: u64,
    /// Games that it shared.
    draws: u64,
    /// Decided games without a share.
    losses: u64,
    /// Share of wins, shared ones divided.
    share: Value,
    /// Share of wins of seat 0, whoever sat there.
    first_seat_share: Value,
}

/// A bot.
#[derive(Debug, Serialize, JsonSchema)]
struct Bot {
    /// Name.
    bot: String,
    /// Strength in Elo points around the field's mean.
    elo: Option<Value>,
    /// Mean share over its match-ups with all others.
    share: Value,
    /// Weight in the mix that no bot of the field beats; two seats only.
    mix: Option<Value>,
    /// α-rank in the limit of strong selection; two seats only.
    alpha_rank: Option<f64>,
}

/// Shares of the variance of a result.
#[derive(Debug, Serialize, JsonSchema)]
struct Explained {
    /// Who plays.
    skill: Value,
    /// Who sits first.
    seat: Value,
    /// Dice, cards, whims.
    luck: Value,
}

/// Test of the match-ups against the model behind the ratings.
#[derive(Debug, Serialize, JsonSchema)]
struct Tested {
    /// Likelihood-ratio statistic G².
    g2: f64,
    /// Degrees of freedom.
    df: u32,
    /// Chance of so large a G² if the model held.
    p: f64,
}

/// The document that `levelpitch tournament --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch tournament output")]
pub struct Document {
    /// Name of the scenario.
    scenario: String,
    /// Version of levelpitch.
    version: String,
    /// Root of all luck.
    seed: u64,
    /// Ruleset id.
    ruleset: String,
    /// Seats at the table.
    seats: usize,
    /// Games per match-up.
    games: u64,
    /// Answers, most important first.
    verdicts: Vec<String>,
    /// The field from strong to weak.
    bots: Vec<Bot>,
    /// Model behind the ratings.
    rating_model: String,
    /// Whether the ratings needed a prior.
    rating_prior: bool,
    /// Whether the match-ups bear the model out; `null` for two bots.
    rating_fit: Option<Tested>,
    /// Listed bots that did not play.
    absent: Vec<String>,
    /// Share of the differences that no ladder explains; two seats only.
    intransitivity: Option<f64>,
    /// What decides a game between two bots drawn at random.
    explained: Explained,
    /// Every match-up.
    match_ups: Vec<Row>,
}

fn document(t: &Tournament) -> Document {
    let elo = t.rating.as_ref().map(crate::stats::rating::Rating::elo);
    let bot = |i: usize| Bot {
        bot: t.bots[i].clone(),
        elo: elo.as_ref().map(|elo| Value::from(&elo[i])),
        share: Value::from(&t.against_all(i)),
        mix: t.mix.as_ref().map(|mix| Value::from(&mix.weights[i])),
        alpha_rank: t.alpha_rank.as_ref().and_then(|rank| rank.get(i).copied()),
    };
    let row = |m: &MatchUp| Row {
        bot: t.bots[m.bot].clone(),
        rival: t.bots[m.rival].clone(),
        wins: m.results[0],
        draws: m.results[1],
        losses: m.results[2],
        share: Value::from(&m.share),
        first_seat_share: Value::from(&m.first_seat),
    };
    Document {
        scenario: t.plan.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: t.plan.seed,
        ruleset: t.plan.arms[0].ruleset.to_string(),
        seats: t.seats,
        games: t.games,
        verdicts: sentences(t),
        bots: t.ranking().into_iter().map(bot).collect(),
        rating_model: t.model.to_owned(),
        rating_prior: t.rating.as_ref().is_some_and(needs_prior),
        rating_fit: t.fit.as_ref().map(|fit| Tested { g2: fit.g2, df: fit.df, p: fit.p }),
        absent: t.absent.clone(),
        intransitivity: t.intransitivity,
        explained: Explained {
            skill: Value::from(&t.decides.skill),
            seat: Value::from(&t.decides.seat),
            luck: Value::from(&t.decides.luck),
        },
        match_ups: t.match_ups.iter().map(row).collect(),
    }
}

/// The document as text, one newline at its end.
#[must_use]
pub fn json_text(t: &Tournament) -> String {
    serde_json::to_string_pretty(&document(t)).unwrap_or_default() + "\n"
}

/// `match-ups.csv`: one row per bot and rival.
#[must_use]
pub fn csv(t: &Tournament) -> Vec<u8> {
    let header = [
        "bot",
        "rival",
        "wins",
        "draws",
        "losses",
        "share",
        "low",
        "high",
        "level",
        "method",
        "first_seat_share",
    ];
    let rows = t.match_ups.iter().map(|m| {
        vec![
            t.bots[m.bot].clone(),
            t.bots[m.rival].clone(),
            m.results[0].to_string(),
            m.results[1].to_string(),
            m.results[2].to_string(),
            csv::number(m.share.value),
            csv::number(m.share.low),
            csv::number(m.share.high),
            m.share.level.to_string(),
            m.share.method.name().to_owned(),
            csv::number(m.first_seat.value),
        ]
    });
    csv::table(&header, rows)
}
