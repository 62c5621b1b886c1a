//! The JSON document and the table for spreadsheets.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Telling, place};
use crate::estimates::Named;
use crate::lab::sweep::{self, Curve, Sweep, Target};
use crate::metric::Metric;
use crate::report::Answer as _;
use crate::report::csv::Columns;
use crate::report::document::{Heading, text};
use crate::stats::{Estimate, curve};

/// A metric at one point.
#[derive(Debug, Serialize, JsonSchema)]
struct Told<'a> {
    /// Its value.
    value: &'a Estimate,
    /// This point minus the base point, on the same luck; null at the base
    /// itself and at points that seat another number.
    difference: Option<&'a Estimate>,
    /// Unpaired variance over paired variance: how many games without shared
    /// luck one game here is worth in the difference.
    gain: Option<f64>,
}

impl<'a> From<&'a Named> for Told<'a> {
    fn from(named: &'a Named) -> Self {
        let difference = named.difference.as_ref();
        Self {
            value: &named.estimate,
            difference: difference.map(|d| &d.estimate),
            gain: difference.and_then(|d| d.worth),
        }
    }
}

/// One point.
#[derive(Debug, Serialize, JsonSchema)]
struct Point<'a> {
    /// The swept keys with their values.
    settings: IndexMap<&'a str, String>,
    /// Games played.
    games: u64,
    /// The metrics asked for by name.
    metrics: IndexMap<Metric, Told<'a>>,
}

/// What a curve does, over a single axis of numbers.
#[derive(Debug, Serialize, JsonSchema)]
struct Trend {
    /// Metric.
    metric: Metric,
    #[serde(flatten)]
    trend: sweep::Trend,
}

/// A target and where the curve first crosses it.
#[derive(Debug, Serialize, JsonSchema)]
struct Crossing<'a> {
    #[serde(flatten)]
    target: &'a Target,
    /// `crosses`, `unclear` (only the band reaches it) or `nowhere`; null
    /// where the axis has no numbers.
    answer: Option<&'static str>,
    /// Where on the axis the curve first crosses it; an end is null where it
    /// may lie beyond the axis.
    at: Option<Estimate>,
}

/// One table of bots.
#[derive(Debug, Serialize, JsonSchema)]
struct One<'a> {
    /// Who plays.
    players: &'a str,
    /// In the order of the grid; the first key moves slowest.
    points: Vec<Point<'a>>,
    /// Trends of the metrics asked for.
    trends: Vec<Trend>,
    /// Targets.
    crossings: Vec<Crossing<'a>>,
}

/// The document that `sweep --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Ruleset id.
    ruleset: &'a str,
    #[serde(flatten)]
    sweep: &'a Sweep,
    /// Settings of the point that others are compared with.
    base: IndexMap<&'a str, String>,
    /// Answers, most important first.
    verdicts: &'a [String],
    /// One per table of bots.
    curves: Vec<One<'a>>,
    /// Exit status.
    exit_status: u8,
}

fn settings(sweep: &Sweep, point: usize) -> IndexMap<&str, String> {
    sweep.question.axes.iter().map(|axis| axis.key.as_str()).zip(place(sweep, point)).collect()
}

fn one<'a>(sweep: &'a Sweep, curve: &'a Curve) -> One<'a> {
    let metrics = &sweep.question.metrics;
    let point = |(i, point): (usize, &'a sweep::Point)| Point {
        settings: settings(sweep, i),
        games: point.games,
        metrics: metrics.iter().filter_map(|&metric| Some((metric, point.metric(metric)?.into()))).collect(),
    };
    let crossing = |target: &'a Target| {
        let (answer, at) = match sweep.crossing(curve, target) {
            Some(curve::Crossing::At(at)) => (Some("crosses"), Some(at)),
            Some(curve::Crossing::Unclear) => (Some("unclear"), None),
            Some(curve::Crossing::Nowhere) => (Some("nowhere"), None),
            None => (None, None),
        };
        Crossing { target, answer, at }
    };
    One {
        players: &curve.players,
        points: curve.points.iter().enumerate().map(point).collect(),
        trends: metrics
            .iter()
            .filter_map(|&metric| Some(Trend { metric, trend: sweep.trend(curve, metric)? }))
            .collect(),
        crossings: sweep.question.targets.iter().map(crossing).collect(),
    }
}

fn document(told: &Telling) -> Option<Document<'_>> {
    let sweep = &told.sweep;
    let plan = &sweep.question.series.first()?.plan;
    Some(Document {
        heading: Heading::from(plan).opening(told.opening()),
        ruleset: plan.arms[0].ruleset.id,
        sweep,
        base: settings(sweep, sweep.question.base),
        verdicts: &told.sentences,
        curves: sweep.curves.iter().map(|curve| one(sweep, curve)).collect(),
        exit_status: told.exit(),
    })
}

/// The document as text.
#[must_use]
pub fn json_text(told: &Telling) -> String {
    text(&document(told))
}

/// One row per table of bots, point and metric: all metrics, not only those
/// told.
#[must_use]
pub fn csv(told: &Telling) -> Vec<u8> {
    let sweep = &told.sweep;
    let points = sweep.curves.iter().flat_map(|curve| {
        curve.points.iter().enumerate().map(move |(i, point)| (curve.players.as_str(), i, point))
    });
    let rows = points.flat_map(|(players, i, point)| {
        point.metrics.iter().map(move |named| (players, i, point.games, named))
    });
    let mut columns = Columns::of(rows).with("players", |(players, ..)| players);
    for (k, axis) in sweep.question.axes.iter().enumerate() {
        columns = columns.with(&axis.key, |(_, i, ..)| place(sweep, i).swap_remove(k));
    }
    columns
        .with("games", |(_, _, games, _)| games)
        .with("metric", |(.., named)| named.metric.name())
        .interval(["value", "low", "high"], |(.., named)| named.estimate)
        .made(|(.., named)| named.estimate)
        .interval(["difference", "difference_low", "difference_high"], |(.., named)| {
            named.difference.as_ref().map(|d| d.estimate)
        })
        .with("gain", |(.., named)| named.difference.as_ref().and_then(|d| d.worth))
        .bytes()
}
