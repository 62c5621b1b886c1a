//! The JSON document on standard output: stable, documented keys.
//! `levelpitch schema --output` prints its schema, which is derived from the
//! types below.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::Run;
use crate::estimates::{Adjusted, Named, Place};
use crate::stats::estimate::Estimate;
use crate::verdict::Statement;

/// A value with its interval. Numbers are fractions, never per cent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Value {
    /// The estimate.
    value: Option<f64>,
    /// Lower end of the interval.
    low: Option<f64>,
    /// Upper end of the interval.
    high: Option<f64>,
    /// Confidence level, e.g. 0.95.
    level: f64,
    /// Method of the interval.
    method: String,
}

impl From<&Estimate> for Value {
    fn from(e: &Estimate) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        Self {
            value: finite(e.value),
            low: finite(e.low),
            high: finite(e.high),
            level: e.level,
            method: e.method.to_string(),
        }
    }
}

/// A value with the luck of solved chance events taken out.
#[derive(Debug, Serialize, JsonSchema)]
struct WithoutLuck {
    #[serde(flatten)]
    value: Value,
    /// How many plain games one game is worth through the adjustment.
    worth: f64,
}

/// A metric: its plain value and, where the ruleset counts luck, the adjusted
/// one beside it.
#[derive(Debug, Serialize, JsonSchema)]
struct Measured {
    #[serde(flatten)]
    value: Value,
    /// The same with the luck of solved chance events taken out: a control
    /// variate whose mean is known to be 0 (`levelpitch list rulesets` names
    /// what it counts).
    #[serde(skip_serializing_if = "Option::is_none")]
    adjusted: Option<WithoutLuck>,
}

impl Measured {
    fn new(estimate: &Estimate, adjusted: Option<&Adjusted>) -> Self {
        let without = |a: &Adjusted| WithoutLuck { value: (&a.estimate).into(), worth: a.worth };
        Self { value: estimate.into(), adjusted: adjusted.map(without) }
    }
}

/// Results of one seat.
#[derive(Debug, Serialize, JsonSchema)]
struct Seat {
    /// Seat in turn order, from 0.
    seat: usize,
    /// Games won alone.
    wins: u64,
    /// Games shared.
    draws: u64,
    /// Decided games without a share.
    losses: u64,
    /// Games won alone over all games.
    win_rate: Value,
    /// Share of wins, shared ones divided, over all games.
    share: Value,
    /// Mean score.
    score: Value,
}

/// The test that all seats win equally often.
#[derive(Debug, Serialize, JsonSchema)]
struct EqualSeats {
    /// Probability of shares this unequal at a table of equal seats. A large
    /// one does not prove that the seats are equal.
    p_value: f64,
    /// `g-test` (every block one game with one winner) or `block-hotelling`
    /// (T² of the contrasts between seats, over blocks).
    method: String,
    /// The test's statistic, G or T²; null where the blocks never vary.
    statistic: Option<f64>,
    /// Seats minus one.
    degrees_of_freedom: u32,
    /// Largest deviation of a seat's share from an equal share.
    largest_deviation: f64,
    /// The seat that deviates most.
    seat: usize,
}

/// Results of one entrant over all seats.
#[derive(Debug, Serialize, JsonSchema)]
struct Entrant {
    /// Number, from 0.
    entrant: usize,
    /// Bot.
    bot: String,
    /// Squad, club or deck, where the game has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    squad: Option<String>,
    /// Games won alone.
    wins: u64,
    /// Games shared.
    draws: u64,
    /// Decided games without a share.
    losses: u64,
    /// Games won alone over all games.
    win_rate: Value,
    /// Share of wins, shared ones divided, over all games.
    share: Value,
    /// Mean score.
    score: Value,
}

/// Difference from the base arm on the same luck.
#[derive(Debug, Serialize, JsonSchema)]
struct Against {
    /// Base arm.
    base: String,
    /// Difference per metric: this arm minus the base.
    metrics: IndexMap<String, Measured>,
}

/// Use of a card, tile or action.
#[derive(Debug, Serialize, JsonSchema)]
struct Use {
    /// Uses in all games.
    uses: u64,
    /// Seats and games with at least one use.
    seat_games: u64,
    /// Wins of those, shared ones divided: a description of play, no measure
    /// of strength.
    wins: f64,
}

/// One arm.
#[derive(Debug, Serialize, JsonSchema)]
struct Arm {
    /// Name.
    name: String,
    /// Ruleset id.
    ruleset: String,
    /// Every switch and assumption in force.
    switches: IndexMap<String, String>,
    /// Games played.
    games: u64,
    /// Games that did not finish, all reasons together.
    unfinished: u64,
    /// Unfinished games by reason.
    unfinished_reasons: IndexMap<String, u64>,
    /// By seat; the intervals of their shares hold all at once, those of the
    /// metrics each on its own.
    seats: Vec<Seat>,
    /// Are the seats equal? Missing at a table of one and in runs that could
    /// stop on what they saw.
    #[serde(skip_serializing_if = "Option::is_none")]
    equal_seats: Option<EqualSeats>,
    /// By entrant.
    entrants: Vec<Entrant>,
    /// Metrics by name (`levelpitch list metrics` defines them).
    metrics: IndexMap<String, Measured>,
    /// Distributions by name: value to count.
    distributions: IndexMap<String, IndexMap<String, u64>>,
    /// Use of cards, tiles and actions by name.
    usage: IndexMap<String, Use>,
    /// Differences from the base arm, if the arm has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Against>,
}

/// One answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Verdict {
    /// The sentence.
    text: String,
    /// `good`, `bad`, `undecided` or `plain`.
    status: String,
    /// Arm concerned.
    arm: Option<String>,
    /// Metric concerned.
    metric: Option<String>,
    /// The number.
    estimate: Option<Value>,
    /// The numbers by bot, where an answer was made for each bot of a panel.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    by_bot: IndexMap<String, Value>,
}

/// The document that `levelpitch run --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch run output")]
pub struct Document {
    /// Name of the scenario.
    scenario: String,
    /// Its question.
    question: String,
    /// Version of levelpitch.
    version: String,
    /// Root of all luck.
    seed: u64,
    /// `complete`, `interrupted` or `undecided`.
    ended: String,
    /// One entry per arm.
    arms: Vec<Arm>,
    /// Answers, most important first.
    verdicts: Vec<Verdict>,
    /// Exit status of the run.
    exit_status: u8,
}

fn values<'a>(
    metrics: impl Iterator<Item = (&'a Named, &'a Estimate, Option<&'a Adjusted>)>,
) -> IndexMap<String, Measured> {
    metrics.map(|(named, plain, adjusted)| (named.name.clone(), Measured::new(plain, adjusted))).collect()
}

fn seat(place: &Place) -> Seat {
    Seat {
        seat: place.index,
        wins: place.results.wins,
        draws: place.results.draws,
        losses: place.results.losses,
        win_rate: (&place.win_rate).into(),
        share: (&place.share).into(),
        score: (&place.score).into(),
    }
}

fn equal_seats(test: &crate::stats::seats::EqualShares) -> EqualSeats {
    EqualSeats {
        p_value: test.p_value,
        method: test.test.name().to_owned(),
        statistic: test.statistic.is_finite().then_some(test.statistic),
        degrees_of_freedom: test.df,
        largest_deviation: test.effect,
        seat: test.seat,
    }
}

fn verdict(statement: &Statement) -> Verdict {
    let status = serde_json::to_value(statement.status).ok().and_then(|s| s.as_str().map(str::to_owned));
    Verdict {
        text: statement.text.clone(),
        status: status.unwrap_or_default(),
        arm: statement.arm.clone(),
        metric: statement.metric.clone(),
        estimate: statement.estimate.as_ref().map(Value::from),
        by_bot: statement.by_bot.iter().map(|(bot, e)| (bot.clone(), Value::from(e))).collect(),
    }
}

/// The document of a run.
#[must_use]
pub fn document(run: &Run) -> Document {
    let arm = |result: &crate::estimates::ArmResult| {
        let plan_arm = &run.plan.arms[result.index];
        let entrant = |place: &Place| Entrant {
            entrant: place.index,
            bot: plan_arm.bots[place.index].clone(),
            squad: plan_arm.squads.get(place.index).cloned().flatten(),
            wins: place.results.wins,
            draws: place.results.draws,
            losses: place.results.losses,
            win_rate: (&place.win_rate).into(),
            share: (&place.share).into(),
            score: (&place.score).into(),
        };
        let differences = result.metrics.iter().filter_map(|m| Some((m, m.difference.as_ref()?)));
        let base = differences.clone().map(|(_, d)| d.base.clone()).next();
        Arm {
            name: plan_arm.name.to_string(),
            ruleset: plan_arm.ruleset.to_string(),
            switches: plan_arm
                .settings
                .iter()
                .map(|(s, value)| (s.key.to_owned(), value.to_owned()))
                .collect(),
            games: result.games,
            unfinished: result.unfinished.iter().map(|(_, n)| n).sum(),
            unfinished_reasons: result.unfinished.iter().map(|(r, n)| ((*r).to_owned(), *n)).collect(),
            seats: result.seats.iter().map(seat).collect(),
            equal_seats: result.equal_seats.as_ref().map(equal_seats),
            entrants: result.entrants.iter().map(entrant).collect(),
            metrics: values(result.metrics.iter().map(|m| (m, &m.estimate, m.adjusted.as_ref()))),
            distributions: result
                .distributions
                .iter()
                .map(|(d, h)| (d.name.to_owned(), h.iter().map(|(v, n)| (v.to_string(), n)).collect()))
                .collect(),
            usage: result
                .usage
                .iter()
                .map(|(name, u)| {
                    let wins = u.share as f64 / f64::from(crate::game::WIN);
                    (name.clone(), Use { uses: u.uses, seat_games: u.seat_games, wins })
                })
                .collect(),
            against: base.map(|base| {
                let metrics = differences.map(|(m, d)| (m, &d.estimate, d.adjusted.as_ref()));
                Against { base, metrics: values(metrics) }
            }),
        }
    };
    let ended = serde_json::to_value(run.ended).ok().and_then(|e| e.as_str().map(str::to_owned));
    Document {
        scenario: run.plan.name.clone(),
        question: run.plan.question.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: run.plan.seed,
        ended: ended.unwrap_or_default(),
        arms: run.results.iter().map(arm).collect(),
        verdicts: run.answers.statements.iter().map(verdict).collect(),
        exit_status: run.answers.exit,
    }
}

/// The document as text, one newline at its end.
#[must_use]
pub fn text(run: &Run) -> String {
    let mut text = serde_json::to_string_pretty(&document(run)).unwrap_or_default();
    text.push('\n');
    text
}
