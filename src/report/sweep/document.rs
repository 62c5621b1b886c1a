//! The JSON document and the table for spreadsheets.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Telling, place};
use crate::lab::sweep::{Curve, Sweep, Way};
use crate::report::Answer as _;
use crate::report::csv::{number, table};
use crate::report::json::Value;
use crate::verdict;

/// A metric at one point.
#[derive(Debug, Serialize, JsonSchema)]
struct Metric {
    /// Its value.
    value: Value,
    /// This point minus the base point, on the same luck; null at the base
    /// itself and at points that seat another number.
    difference: Option<Value>,
    /// Unpaired variance over paired variance: how many games without shared
    /// luck one game here is worth in the difference.
    gain: Option<f64>,
}

/// One point.
#[derive(Debug, Serialize, JsonSchema)]
struct Place {
    /// The swept keys with their values.
    settings: IndexMap<String, String>,
    /// Games played.
    games: u64,
    /// The metrics asked for by name.
    metrics: IndexMap<String, Metric>,
}

/// What a curve does, over a single axis of numbers.
#[derive(Debug, Serialize, JsonSchema)]
struct Trend {
    /// Metric.
    metric: String,
    /// `rises`, `falls`, `turns` or `level` (no clear change).
    way: String,
    /// Last point minus first.
    change: Value,
    /// The change divided by the number of steps.
    per_step: f64,
    /// Whether every step goes the same way.
    monotone: bool,
}

/// A target and where the curve first crosses it.
#[derive(Debug, Serialize, JsonSchema)]
struct Crossing {
    /// Metric.
    metric: String,
    /// The value wanted.
    target: f64,
    /// `crosses`, `unclear` (only the band reaches it) or `nowhere`; null
    /// where the axis has no numbers.
    answer: Option<&'static str>,
    /// Where on the axis the curve first crosses it; an end is null where it
    /// may lie beyond the axis.
    at: Option<Value>,
}

/// One table of bots.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// Who plays.
    players: String,
    /// In the order of the grid; the first key moves slowest.
    points: Vec<Place>,
    /// Trends of the metrics asked for.
    trends: Vec<Trend>,
    /// Targets.
    crossings: Vec<Crossing>,
}

/// A swept key.
#[derive(Debug, Serialize, JsonSchema)]
struct Key {
    /// Switch, assumption, or `data.PATH`.
    key: String,
    /// Its values in order.
    values: Vec<String>,
}

/// The document that `levelpitch sweep --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch sweep output")]
pub struct Document {
    /// Name of the scenario.
    scenario: String,
    /// Version of levelpitch.
    version: String,
    /// Root of all luck.
    seed: u64,
    /// Ruleset id.
    ruleset: String,
    /// One or two swept keys.
    axes: Vec<Key>,
    /// Settings of the point that others are compared with.
    base: IndexMap<String, String>,
    /// Metrics asked for, the main one first.
    metrics: Vec<String>,
    /// Whether the intervals are always-valid.
    always_valid: bool,
    /// Answers, most important first.
    verdicts: Vec<String>,
    /// One per table of bots.
    curves: Vec<One>,
    /// Exit status.
    exit_status: u8,
}

fn settings(sweep: &Sweep, point: usize) -> IndexMap<String, String> {
    sweep.question.axes.iter().map(|axis| axis.key.clone()).zip(place(sweep, point)).collect()
}

fn one(sweep: &Sweep, curve: &Curve) -> One {
    let metrics = &sweep.question.metrics;
    let point = |(i, point): (usize, &crate::lab::sweep::Point)| Place {
        settings: settings(sweep, i),
        games: point.games,
        metrics: metrics
            .iter()
            .filter_map(|name| {
                let named = point.metric(name)?;
                let difference = named.difference.as_ref();
                Some((
                    name.clone(),
                    Metric {
                        value: Value::from(&named.estimate),
                        difference: difference.map(|d| Value::from(&d.estimate)),
                        gain: difference.and_then(|d| d.worth).filter(|gain| gain.is_finite()),
                    },
                ))
            })
            .collect(),
    };
    let trend = |metric: &String| {
        let trend = sweep.trend(curve, metric)?;
        let way = match trend.way {
            Way::Rises => "rises",
            Way::Falls => "falls",
            Way::Turns => "turns",
            Way::Level => "level",
        };
        Some(Trend {
            metric: metric.clone(),
            way: way.to_owned(),
            change: Value::from(&trend.change),
            per_step: trend.per_step,
            monotone: trend.monotone,
        })
    };
    One {
        players: curve.players.clone(),
        points: curve.points.iter().enumerate().map(point).collect(),
        trends: metrics.iter().filter_map(trend).collect(),
        crossings: sweep
            .question
            .targets
            .iter()
            .map(|target| {
                let found = sweep.crossing(curve, target);
                let (answer, at) = match &found {
                    Some(verdict::Crossing::At(at)) => (Some("crosses"), Some(at.into())),
                    Some(verdict::Crossing::Unclear) => (Some("unclear"), None),
                    Some(verdict::Crossing::Nowhere) => (Some("nowhere"), None),
                    None => (None, None),
                };
                Crossing { metric: target.metric.clone(), target: target.value, answer, at }
            })
            .collect(),
    }
}

fn document(told: &Telling) -> Option<Document> {
    let sweep = &told.sweep;
    let plan = &sweep.question.series.first()?.plan;
    Some(Document {
        scenario: plan.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: plan.seed,
        ruleset: plan.arms[0].ruleset.to_string(),
        axes: sweep
            .question
            .axes
            .iter()
            .map(|axis| Key { key: axis.key.clone(), values: axis.values.clone() })
            .collect(),
        base: settings(sweep, sweep.question.base),
        metrics: sweep.question.metrics.clone(),
        always_valid: sweep.watched,
        verdicts: told.sentences.clone(),
        curves: sweep.curves.iter().map(|curve| one(sweep, curve)).collect(),
        exit_status: told.exit(),
    })
}

/// The document as text, one newline at its end.
#[must_use]
pub fn json_text(told: &Telling) -> String {
    let mut text = serde_json::to_string_pretty(&document(told)).unwrap_or_default();
    text.push('\n');
    text
}

/// One row per table of bots, point and metric: all metrics, not only those
/// told.
#[must_use]
pub fn csv(told: &Telling) -> Vec<u8> {
    let sweep = &told.sweep;
    let mut header: Vec<&str> = vec!["players"];
    header.extend(sweep.question.axes.iter().map(|axis| axis.key.as_str()));
    header.extend([
        "games",
        "metric",
        "value",
        "low",
        "high",
        "level",
        "method",
        "difference",
        "difference_low",
        "difference_high",
        "gain",
    ]);
    let mut rows = Vec::new();
    for curve in &sweep.curves {
        for (i, point) in curve.points.iter().enumerate() {
            for named in &point.metrics {
                let mut row = vec![curve.players.clone()];
                row.extend(place(sweep, i));
                row.extend([point.games.to_string(), named.name.clone()]);
                let e = &named.estimate;
                row.extend([e.value, e.low, e.high, e.level].map(number));
                row.push(e.method.name().to_owned());
                match &named.difference {
                    Some(d) => {
                        row.extend([d.estimate.value, d.estimate.low, d.estimate.high].map(number));
                        row.push(d.worth.map_or(String::new(), number));
                    }
                    None => row.extend(std::iter::repeat_n(String::new(), 4)),
                }
                rows.push(row);
            }
        }
    }
    table(&header, rows.into_iter())
}
