//! The JSON document and the table for spreadsheets.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Telling, words};
use crate::lab::tune::root::Shape;
use crate::lab::tune::{Answer, Confirmed, Sense};
use crate::report::Answer as _;
use crate::report::csv::{number, table};
use crate::report::json::Value;
use crate::stats::Estimate;
use crate::verdict::Status;

/// A switch, assumption or data value that was turned.
#[derive(Debug, Serialize, JsonSchema)]
struct Knob {
    /// Its key.
    key: String,
    /// The values allowed.
    values: Vec<String>,
    /// The printed value; null for data.
    printed: Option<String>,
}

/// What was aimed at.
#[derive(Debug, Serialize, JsonSchema)]
struct Goal {
    /// Metric.
    metric: String,
    /// `equal`, `below` or `above`; for differences of shares the last two
    /// compare the size.
    sense: String,
    /// The value.
    value: f64,
    /// Half of the stretch that meets an equality; the unit of misses.
    tolerance: f64,
}

/// A metric of the winner under one bot.
#[derive(Debug, Serialize, JsonSchema)]
struct Reached {
    /// The winner's value.
    winner: Value,
    /// The printed game's value on the same luck.
    printed: Value,
    /// Winner minus printed game; null where they are the same game.
    difference: Option<Value>,
    /// `met`, `missed` or `undecided`.
    target: String,
}

/// The confirmation under one bot.
#[derive(Debug, Serialize, JsonSchema)]
struct Bot {
    /// Who plays.
    bots: String,
    /// Games of each arm.
    games: u64,
    /// By metric.
    metrics: IndexMap<String, Vec<Reached>>,
}

/// The confirmation.
#[derive(Debug, Serialize, JsonSchema)]
struct Confirmation {
    /// Seed of its luck, derived from the search's.
    seed: u64,
    /// Games of all arms.
    games: u64,
    /// One entry per bot; the last is the one tuned for.
    bots: Vec<Bot>,
}

/// Where the curve of one knob meets the target.
#[derive(Debug, Serialize, JsonSchema)]
struct Root {
    /// `rising`, `falling`, `flat` or `broken`.
    shape: String,
    /// Where straight lines between the confirmed places cross the target.
    value: Option<f64>,
    /// Lower end of the interval, at the scenario's level.
    low: Option<f64>,
    /// Upper end.
    high: Option<f64>,
}

/// A point as the search measured it.
#[derive(Debug, Serialize, JsonSchema)]
struct Point {
    /// Value of each knob.
    values: IndexMap<String, String>,
    /// Games played of it.
    games: u64,
    /// One always-valid interval per target, in the order of `targets`.
    metrics: Vec<Value>,
    /// Sum of squared misses in tolerances; null where it is unknown.
    loss: Option<f64>,
    /// Whether no other point beats it (nowhere worse by the estimates, surely
    /// better somewhere); null with a single target.
    front: Option<bool>,
}

/// The document that `levelpitch tune --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch tune output")]
pub struct Document {
    /// Name of the scenario.
    scenario: String,
    /// Version of levelpitch.
    version: String,
    /// Root of the search's luck.
    seed: u64,
    /// Confidence level.
    level: f64,
    /// The answer in a sentence, then what else was found.
    sentences: Vec<String>,
    /// `met`, `unattainable` or `undecided`.
    answer: String,
    /// Exit status.
    exit_status: u8,
    /// Whether play was stopped before its end.
    interrupted: bool,
    /// `root`, `halving` or `ntbea`.
    method: String,
    /// What was turned.
    knobs: Vec<Knob>,
    /// What was aimed at.
    targets: Vec<Goal>,
    /// The values recommended.
    winner: IndexMap<String, String>,
    /// Where the curve meets the target, with one ordered knob.
    root: Option<Root>,
    /// The winner on luck of its own.
    confirmation: Option<Confirmation>,
    /// Games of the search.
    search_games: u64,
    /// Points measured in the search.
    points: Vec<Point>,
    /// Combinations that can't be played: their words and the reason.
    unplayable: Vec<[String; 2]>,
}

const fn reached(status: Status) -> &'static str {
    match status {
        Status::Good => "met",
        Status::Bad => "missed",
        Status::Undecided | Status::Plain => "undecided",
    }
}

impl Document {
    /// The document of a finished search.
    #[must_use]
    pub fn of(telling: &Telling<'_>) -> Self {
        let (question, tuned) = (telling.question, telling.tuned);
        let space = &question.space;
        let values = |point: usize| -> IndexMap<String, String> {
            let pairs = space.knobs.iter().zip(space.values(point));
            pairs.map(|(knob, value)| (knob.key.clone(), value.to_owned())).collect()
        };
        let finite = |x: f64| x.is_finite().then_some(x);
        let bot = |bot: &Confirmed| {
            let mut metrics: IndexMap<String, Vec<Reached>> = IndexMap::new();
            for (i, target) in question.targets.iter().enumerate() {
                metrics.entry(target.metric.clone()).or_default().push(Reached {
                    winner: (&bot.winner[i]).into(),
                    printed: (&bot.printed[i]).into(),
                    difference: bot.differences[i].as_ref().map(|d| (&d.estimate).into()),
                    target: reached(bot.statuses[i]).to_owned(),
                });
            }
            Bot { bots: bot.bots.clone(), games: bot.games, metrics }
        };
        Self {
            scenario: question.plan.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: question.plan.seed,
            level: question.plan.level,
            sentences: words::sentences(telling).into_iter().map(|(_, text)| text).collect(),
            answer: match tuned.answer {
                Answer::Met => "met",
                Answer::Unattainable => "unattainable",
                Answer::Undecided => "undecided",
            }
            .to_owned(),
            exit_status: telling.exit(),
            interrupted: tuned.interrupted,
            method: tuned.method.name().to_owned(),
            knobs: space
                .knobs
                .iter()
                .map(|k| Knob { key: k.key.clone(), values: k.values.clone(), printed: k.printed.clone() })
                .collect(),
            targets: question
                .targets
                .iter()
                .map(|t| Goal {
                    metric: t.metric.clone(),
                    sense: match t.sense {
                        Sense::Equal => "equal",
                        Sense::Below => "below",
                        Sense::Above => "above",
                    }
                    .to_owned(),
                    value: t.value,
                    tolerance: t.tolerance,
                })
                .collect(),
            winner: values(tuned.winner),
            root: tuned.root.as_ref().map(|root| Root {
                shape: match root.shape {
                    Shape::Rising => "rising",
                    Shape::Falling => "falling",
                    Shape::Flat => "flat",
                    Shape::Broken { .. } => "broken",
                }
                .to_owned(),
                value: root.crossing.map(|c| c.value),
                low: root.crossing.map(|c| c.low),
                high: root.crossing.map(|c| c.high),
            }),
            confirmation: tuned.confirmation.as_ref().map(|c| Confirmation {
                seed: c.seed,
                games: c.games,
                bots: c.bots.iter().map(bot).collect(),
            }),
            search_games: tuned.search_games,
            points: tuned
                .measured
                .iter()
                .map(|m| Point {
                    values: values(m.point),
                    games: m.games,
                    metrics: m.metrics.iter().map(Value::from).collect(),
                    loss: finite(m.loss),
                    front: (question.targets.len() > 1).then(|| tuned.front.contains(&m.point)),
                })
                .collect(),
            unplayable: tuned
                .unplayable
                .iter()
                .map(|(p, reason)| [space.words(*p), reason.clone()])
                .collect(),
        }
    }
}

/// One row per phase, bot, rules and target.
pub fn csv(telling: &Telling<'_>) -> Vec<u8> {
    let (question, tuned) = (telling.question, telling.tuned);
    let space = &question.space;
    let mut header = vec!["phase", "bots", "rules"];
    header.extend(space.knobs.iter().map(|knob| knob.key.as_str()));
    header.extend(["games", "metric", "value", "low", "high", "level", "method", "target", "loss"]);
    let row = |phase: &str,
               bots: &str,
               point: Option<usize>,
               games: u64,
               target: usize,
               e: &Estimate,
               loss: Option<f64>| {
        let goal = &question.targets[target];
        let rules = point.map_or("as printed".to_owned(), |point| space.words(point));
        let mut row = vec![phase.to_owned(), bots.to_owned(), rules];
        match point {
            Some(point) => row.extend(space.values(point).into_iter().map(str::to_owned)),
            None => row.extend(space.knobs.iter().map(|knob| knob.printed.clone().unwrap_or_default())),
        }
        row.extend([games.to_string(), goal.metric.clone(), number(e.value), number(e.low), number(e.high)]);
        row.extend([number(e.level), e.method.name().to_owned(), reached(goal.status(e)).to_owned()]);
        row.push(loss.map_or(String::new(), number));
        row
    };
    let tuned_for = question.bots.last().and_then(|arm| arm.bots.first()).map_or("", String::as_str);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for measured in &tuned.measured {
        for (target, e) in measured.metrics.iter().enumerate() {
            rows.push(row(
                "search",
                tuned_for,
                Some(measured.point),
                measured.games,
                target,
                e,
                Some(measured.loss),
            ));
        }
    }
    if let Some(confirmation) = &tuned.confirmation {
        for bot in &confirmation.bots {
            for target in 0..question.targets.len() {
                rows.push(row(
                    "confirmation",
                    &bot.bots,
                    None,
                    bot.games,
                    target,
                    &bot.printed[target],
                    None,
                ));
                rows.push(row(
                    "confirmation",
                    &bot.bots,
                    Some(tuned.winner),
                    bot.games,
                    target,
                    &bot.winner[target],
                    None,
                ));
            }
        }
        let games = confirmation.bots.last().map_or(0, |bot| bot.games);
        for (point, e) in &confirmation.curve {
            rows.push(row("curve", tuned_for, Some(*point), games, 0, e, None));
        }
    }
    table(&header, rows.into_iter())
}
