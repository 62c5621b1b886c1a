//! The JSON document and the table for spreadsheets.

use schemars::JsonSchema;
use serde::Serialize;

use super::Telling;
use crate::lab::compare::{Comparison, Row};
use crate::report::csv::{number, table};
use crate::report::json::Value;
use crate::stats::estimate::Estimate;
use crate::watch::Line;

/// A metric of both arms.
#[derive(Debug, Serialize, JsonSchema)]
struct Metric {
    /// Name.
    name: String,
    /// What is counted.
    definition: String,
    /// Value in arm A.
    a: Value,
    /// Value in arm B.
    b: Value,
    /// B minus A.
    difference: Value,
    /// Whether the difference excludes 0 at the level corrected for the number
    /// of metrics (Bonferroni).
    clear: bool,
    /// Unpaired variance over paired variance: how many games without shared
    /// luck one game here is worth; null where it is unknown.
    gain: Option<f64>,
}

/// The difference of the main metric at one look.
#[derive(Debug, Serialize, JsonSchema)]
struct Look {
    /// Games per arm.
    games: u64,
    /// B minus A.
    difference: Value,
}

/// A line of both transcripts.
#[derive(Debug, Serialize, JsonSchema)]
struct Pair {
    /// Position in the transcripts, from 0.
    line: usize,
    /// Arm A's, null after its end.
    a: Option<String>,
    /// Arm B's, null after its end.
    b: Option<String>,
}

/// The first game that parts.
#[derive(Debug, Serialize, JsonSchema)]
struct First {
    /// Number of the game.
    game: u64,
    /// Entrant of each seat.
    seating: Vec<u8>,
    /// Position of the first decision that differs, from 0.
    decision: Option<usize>,
    /// Transcripts around the place.
    lines: Vec<Pair>,
}

/// Where the games part.
#[derive(Debug, Serialize, JsonSchema)]
struct Parting {
    /// Games of each arm that were replayed.
    games: u64,
    /// Share of games with any different decision.
    decisions: Value,
    /// Share of games with a different result.
    results: Value,
    /// Mean share of decisions before the first different one, of games that
    /// have one.
    common: Option<f64>,
    /// The first game that parts.
    first: Option<First>,
}

/// The end of a sequential test.
#[derive(Debug, Serialize, JsonSchema)]
struct Test {
    /// The difference if nothing is gained.
    h0: f64,
    /// The difference that was looked for.
    h1: f64,
    /// `accept-gain`, `accept-none` or `continue`.
    decision: String,
    /// Log likelihood ratio of h1 against h0.
    llr: f64,
    /// Its lower and upper bound.
    bounds: [f64; 2],
    /// B minus A with the interval that holds after stopping.
    difference: Option<Value>,
}

/// One comparison.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// Bot of each entrant of arm A.
    bots: Vec<String>,
    /// `different`, `equal`, `precise`, `accepted`, `rejected` (the last two by
    /// --test gsprt) or `undecided`.
    finding: String,
    /// Whether both arms saw the same luck.
    shared_luck: bool,
    /// Games per arm.
    games: u64,
    /// Games per arm in all that a decision would take, if undecided and
    /// foreseeable.
    forecast_games: Option<u64>,
    /// The sequential test, if one was asked for.
    test: Option<Test>,
    /// Every metric that both arms have.
    metrics: Vec<Metric>,
    /// The main metric as games were played.
    looks: Vec<Look>,
    /// Where the games part; null without shared luck.
    divergence: Option<Parting>,
}

/// The document that `levelpitch compare --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch compare output")]
pub struct Document {
    /// Name of the scenario of arm A.
    scenario: String,
    /// Version of levelpitch.
    version: String,
    /// Root of all luck.
    seed: u64,
    /// Ruleset id.
    ruleset: String,
    /// Name of arm A.
    a: String,
    /// Name of arm B.
    b: String,
    /// Metric that decides.
    metric: String,
    /// Differences up to this size count as none, if it was asked.
    margin: Option<f64>,
    /// Half-width asked for.
    precision: Option<f64>,
    /// Most games per arm.
    max_games: u64,
    /// Answers, the overall one first.
    verdicts: Vec<String>,
    /// One per bot of the panel, or one.
    comparisons: Vec<One>,
    /// Exit status.
    exit_status: u8,
}

fn value(estimate: &Estimate) -> Value {
    Value::from(estimate)
}

fn name(finding: impl Serialize) -> String {
    let text = serde_json::to_value(finding).ok();
    text.and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default()
}

fn one(found: &Comparison) -> One {
    let metric = |row: &Row| Metric {
        name: row.name.clone(),
        definition: row.definition.clone(),
        a: value(&row.a),
        b: value(&row.b),
        difference: value(&row.difference),
        clear: row.clear,
        gain: row.worth,
    };
    let line = |line: &Option<Line>| line.as_ref().map(crate::watch::Line::told);
    let parting = found.parting.as_ref().map(|parting| Parting {
        games: parting.games,
        decisions: value(&parting.decisions),
        results: value(&parting.results),
        common: parting.common,
        first: parting.first.as_ref().map(|first| First {
            game: first.game,
            seating: first.seating.clone(),
            decision: first.decision,
            lines: first.rows.iter().map(|p| Pair { line: p.line, a: line(&p.a), b: line(&p.b) }).collect(),
        }),
    });
    One {
        bots: found.question.plan.arms[0].bots.clone(),
        finding: name(found.finding),
        shared_luck: found.question.shares_luck(),
        games: found.games,
        forecast_games: found.forecast,
        test: found.tested.as_ref().map(|tested| Test {
            h0: tested.hypotheses.h0,
            h1: tested.hypotheses.h1,
            decision: name(tested.decision),
            llr: tested.llr,
            bounds: [tested.bounds.0, tested.bounds.1],
            difference: tested.after.as_ref().map(value),
        }),
        metrics: found.rows.iter().map(metric).collect(),
        looks: found
            .looks
            .iter()
            .map(|look| Look { games: look.games, difference: value(&look.difference) })
            .collect(),
        divergence: parting,
    }
}

fn document(told: &Telling) -> Option<Document> {
    let question = &told.comparisons.first()?.question;
    let arms = &question.plan.arms;
    Some(Document {
        scenario: question.plan.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: question.plan.seed,
        ruleset: arms[0].ruleset.to_owned(),
        a: arms[0].name.clone(),
        b: arms[1].name.clone(),
        metric: question.metric.clone(),
        margin: question.rule.margin,
        precision: question.rule.precision,
        max_games: question.most,
        verdicts: told.sentences.clone(),
        comparisons: told.comparisons.iter().map(one).collect(),
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

/// One row per bot and metric.
#[must_use]
pub fn csv(told: &Telling) -> Vec<u8> {
    let header = [
        "bots",
        "metric",
        "games",
        "a",
        "a_low",
        "a_high",
        "b",
        "b_low",
        "b_high",
        "difference",
        "difference_low",
        "difference_high",
        "level",
        "method",
        "clear_after_correction",
        "gain",
    ];
    let rows = told.comparisons.iter().flat_map(|found| {
        found.rows.iter().map(move |row| {
            let mut cells =
                vec![found.question.plan.arms[0].bots.join(" "), row.name.clone(), found.games.to_string()];
            for e in [&row.a, &row.b, &row.difference] {
                cells.extend([e.value, e.low, e.high].map(number));
            }
            cells.push(number(row.difference.level));
            cells.push(row.difference.method.to_owned());
            cells.push(if row.clear { "yes" } else { "no" }.to_owned());
            cells.push(row.worth.map_or(String::new(), number));
            cells
        })
    });
    table(&header, rows)
}
