//! The JSON document and the table for spreadsheets.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Telling, words};
use crate::lab::tune::{Measured, Question, Target, Tuned, reached};
use crate::report::Answer as _;
use crate::report::csv::Columns;
use crate::report::document::Heading;
use crate::stats::Estimate;

/// A point as the search measured it.
#[derive(Debug, Serialize, JsonSchema)]
struct Point<'a> {
    /// Value of each knob.
    values: IndexMap<&'a str, &'a str>,
    #[serde(flatten)]
    measured: &'a Measured,
    /// Whether no other point beats it (nowhere worse by the estimates, surely
    /// better somewhere); none with a single target.
    front: Option<bool>,
}

/// The document that `tune --format json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Confidence level.
    level: f64,
    /// The answer in a sentence, then what else was found.
    sentences: Vec<String>,
    /// Exit status.
    exit_status: u8,
    #[serde(flatten)]
    question: &'a Question,
    /// The values recommended.
    winner: IndexMap<&'a str, &'a str>,
    #[serde(flatten)]
    tuned: &'a Tuned,
    /// Points measured in the search.
    points: Vec<Point<'a>>,
    /// Combinations that can't be played: their words and the reason.
    unplayable: Vec<[String; 2]>,
}

impl<'a> Document<'a> {
    /// The document of a finished search.
    #[must_use]
    pub fn of(telling: &Telling<'a>) -> Self {
        let (question, tuned) = (telling.question, telling.tuned);
        let space = &question.space;
        let values = |point: usize| -> IndexMap<&'a str, &'a str> {
            space.knobs.iter().map(|knob| knob.key.as_str()).zip(space.values(point)).collect()
        };
        let point = |measured: &'a Measured| Point {
            values: values(measured.point),
            measured,
            front: (question.targets.len() > 1).then(|| tuned.front.contains(&measured.point)),
        };
        let unplayable = tuned.unplayable.iter();
        Self {
            heading: Heading::from(&question.plan).opening(telling.opening()),
            level: question.plan.level,
            sentences: words::sentences(telling).into_iter().map(|(_, text)| text).collect(),
            exit_status: telling.exit(),
            question,
            winner: values(tuned.winner),
            tuned,
            points: tuned.measured.iter().map(point).collect(),
            unplayable: unplayable.map(|(p, reason)| [space.words(*p), reason.clone()]).collect(),
        }
    }
}

/// One target at one point, as one phase has measured it.
#[derive(Clone, Copy)]
struct Line<'a> {
    phase: &'static str,
    bots: &'a str,
    /// `None` is the printed game.
    point: Option<usize>,
    games: u64,
    target: &'a Target,
    estimate: Estimate,
    loss: Option<f64>,
}

/// One row per phase, bot, rules and target.
pub fn csv(telling: &Telling<'_>) -> Vec<u8> {
    let (question, tuned) = (telling.question, telling.tuned);
    let space = &question.space;
    let tuned_for = question.bots.last().and_then(|arm| arm.bots.first()).map_or("", String::as_str);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for Measured { point, games, metrics, loss } in &tuned.measured {
        lines.extend(question.targets.iter().zip(metrics).map(|(target, &estimate)| Line {
            phase: "search",
            bots: tuned_for,
            point: Some(*point),
            games: *games,
            target,
            estimate,
            loss: Some(*loss),
        }));
    }
    if let Some(confirmation) = &tuned.confirmation {
        for bot in &confirmation.bots {
            for reached in &bot.reached {
                let rules = [(None, reached.printed), (Some(tuned.winner), reached.winner)];
                lines.extend(rules.map(|(point, estimate)| Line {
                    phase: "confirmation",
                    bots: &bot.bots,
                    point,
                    games: bot.games,
                    target: &reached.target,
                    estimate,
                    loss: None,
                }));
            }
        }
        let games = confirmation.bots.last().map_or(0, |bot| bot.games);
        lines.extend(confirmation.curve.iter().map(|&(point, estimate)| Line {
            phase: "curve",
            bots: tuned_for,
            point: Some(point),
            games,
            target: &question.targets[0],
            estimate,
            loss: None,
        }));
    }
    let mut columns = Columns::of(lines)
        .with("phase", |line| line.phase)
        .with("bots", |line| line.bots)
        .with("rules", |line| line.point.map_or("as printed".to_owned(), |point| space.words(point)));
    for (i, knob) in space.knobs.iter().enumerate() {
        columns = columns.with(&knob.key, |line| match line.point {
            Some(point) => Some(space.values(point)[i]),
            None => knob.printed.as_deref(),
        });
    }
    columns
        .with("games", |line| line.games)
        .with("metric", |line| line.target.metric.name())
        .interval(["value", "low", "high"], |line| line.estimate)
        .made(|line| line.estimate)
        .with("target", |line| reached(line.target.status(&line.estimate)))
        .with("loss", |line| line.loss)
        .bytes()
}
