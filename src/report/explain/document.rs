//! `explain.json` and `explain.csv`: stable, documented keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::{headline, origin};
use crate::lab::explain::deep::Deep;
use crate::lab::explain::{Case, Explained, Factor, Row, Ruling, Sway, What, under};
use crate::report::json::Value;

/// Effect of one setting or card intervention.
#[derive(Debug, Serialize, JsonSchema)]
struct Effect {
    /// `switch` or `card`.
    kind: String,
    /// Key of the switch, or name of the card.
    name: String,
    /// Value in force; missing for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// Value tried, or what is done to the card.
    to: String,
    /// Status of the switch: `given`, `inferred` or `assumed`; missing for a
    /// card.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    /// Why the switch exists: `rulebook option`, `house rule`, `second
    /// reading`, `missing datum` or `modelling`; missing for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// Further settings under which it was tried, `key = value, …`; empty for
    /// the scenario's own.
    under: String,
    /// The metric with this change.
    value: Value,
    /// The same with the corrected interval, which counts in verdicts.
    corrected: Value,
    /// Changed minus base.
    effect: Value,
    /// Whether the effect was measured on shared luck.
    shared_luck: bool,
    /// How many times as many games an unpaired comparison would need.
    worth: Option<f64>,
    /// Two-sided p value of no effect.
    p: Option<f64>,
    /// The same, corrected over all rows.
    corrected_p: Option<f64>,
    /// Verdict of the base.
    base_verdict: Ruling,
    /// Verdict with this change.
    verdict: Ruling,
    /// Whether this value changes the verdict.
    changes_verdict: Sway,
}

/// A switch or card with all values tried.
#[derive(Debug, Serialize, JsonSchema)]
struct Number {
    /// Key of the switch, or name of the card.
    name: String,
    /// `given`, `inferred`, `assumed` or `card`.
    status: String,
    /// Further settings under which it was tried.
    under: String,
    /// Whether some value changes the verdict.
    changes_verdict: Sway,
}

/// One number in the screening.
#[derive(Debug, Serialize, JsonSchema)]
struct Screened {
    /// Key of the switch.
    key: String,
    /// Values it took.
    values: Vec<String>,
    /// Mean effect of half its list of values.
    mean: f64,
    /// Mean absolute effect μ*, as measured.
    mean_absolute: f64,
    /// What noise alone would show.
    noise_floor: f64,
    /// μ* with the noise taken out.
    cleaned: f64,
    /// Standard error of μ*.
    error: Option<f64>,
    /// Spread σ of the effects, noise taken out.
    deviation: f64,
    /// Effects behind it.
    n: u64,
    /// Whether it is on the short list.
    short_list: bool,
}

/// Sobol's indices of one number.
#[derive(Debug, Serialize, JsonSchema)]
struct Share {
    /// Key of the switch.
    key: String,
    /// First-order index.
    first: Value,
    /// Total index.
    total: Value,
}

/// The unknown numbers all together.
#[derive(Debug, Serialize, JsonSchema)]
struct Together {
    /// Morris's screening, the largest first.
    screening: Vec<Screened>,
    /// Walks played.
    walks: usize,
    /// Walks refused and drawn anew.
    walks_refused: usize,
    /// Indices of the short list.
    shares: Vec<Share>,
    /// Rows of the design.
    rows: usize,
    /// Rows refused and drawn anew.
    rows_refused: usize,
    /// Standard deviation of the metric over the short list's values.
    deviation: Option<f64>,
    /// Combinations played.
    combinations: usize,
    /// Games per combination.
    games_per_combination: u64,
    /// Whether it was ended early.
    interrupted: bool,
}

/// One arm explained.
#[derive(Debug, Serialize, JsonSchema)]
struct Arm {
    /// Name.
    name: String,
    /// Bot of each entrant.
    bots: Vec<String>,
    /// The metric.
    value: Value,
    /// Its verdict.
    verdict: Ruling,
    /// What the verdict depends on, in words.
    summary: String,
    /// Switches and cards with all their values.
    numbers: Vec<Number>,
    /// Every value, the largest effect first.
    effects: Vec<Effect>,
    /// The unknown numbers all together, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<Together>,
}

/// What could not be tried.
#[derive(Debug, Serialize, JsonSchema)]
struct LeftOut {
    /// Arm concerned.
    arm: String,
    /// Setting or card.
    what: String,
    /// Why.
    why: String,
}

/// The document that `levelpitch explain --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch explain output")]
pub struct Document {
    /// Name of the scenario.
    scenario: String,
    /// Its question.
    question: String,
    /// Version of levelpitch.
    version: String,
    /// Root of all luck.
    seed: u64,
    /// Metric judged.
    metric: String,
    /// The value called fair; `null` where none is and only effects are told.
    fair: Option<f64>,
    /// Deviation still called level; `null` if only the side is judged.
    margin: Option<f64>,
    /// Level of the intervals.
    level: f64,
    /// Level of the intervals that count in verdicts (Bonferroni over all
    /// rows).
    corrected_level: f64,
    /// Games per arm.
    games_per_arm: u64,
    /// Games in all.
    games: u64,
    /// Whether it was ended early.
    interrupted: bool,
    /// The arms explained.
    arms: Vec<Arm>,
    /// What could not be tried.
    left_out: Vec<LeftOut>,
}

fn effect(row: &Row) -> Effect {
    let (kind, from) = match &row.what {
        What::Setting { from, .. } => ("switch", Some(from.clone())),
        What::Card { .. } => ("card", None),
    };
    let origin = origin(row);
    Effect {
        kind: kind.to_owned(),
        name: row.what.name().to_owned(),
        from,
        to: row.to().to_owned(),
        status: origin.map(|o| o.status().to_owned()),
        origin: origin.map(|o| o.name().to_owned()),
        under: under(&row.with),
        value: (&row.value).into(),
        corrected: (&row.corrected).into(),
        effect: (&row.effect).into(),
        shared_luck: row.shared,
        worth: row.worth.filter(|worth| worth.is_finite()),
        p: row.p,
        corrected_p: row.q,
        base_verdict: row.base,
        verdict: row.ruling,
        changes_verdict: row.sway(),
    }
}

fn together(deep: &Deep) -> Together {
    Together {
        screening: deep
            .screened
            .iter()
            .map(|s| Screened {
                key: s.key.clone(),
                values: s.values.clone(),
                mean: s.mean,
                mean_absolute: s.raw,
                noise_floor: s.floor,
                cleaned: s.size,
                error: s.error,
                deviation: s.deviation,
                n: s.n,
                short_list: s.short,
            })
            .collect(),
        walks: deep.walks,
        walks_refused: deep.walks_refused,
        shares: deep
            .shares
            .iter()
            .map(|s| Share { key: s.key.clone(), first: (&s.first).into(), total: (&s.total).into() })
            .collect(),
        rows: deep.rows,
        rows_refused: deep.rows_refused,
        deviation: deep.deviation,
        combinations: deep.combinations,
        games_per_combination: deep.each,
        interrupted: deep.interrupted,
    }
}

fn arm(explained: &Explained, case: &Case) -> Arm {
    let numbered = |factor: &Factor| Number {
        name: factor.name.clone(),
        status: factor.origin.map_or("card", |o| o.status()).to_owned(),
        under: under(&factor.with),
        changes_verdict: factor.sway,
    };
    Arm {
        name: case.name.clone(),
        bots: explained.plan.arms[case.arm].bots.clone(),
        value: (&case.value).into(),
        verdict: case.ruling,
        summary: headline(explained, case).0,
        numbers: case.factors.iter().map(numbered).collect(),
        effects: case.rows.iter().map(effect).collect(),
        together: case.deep.as_ref().map(together),
    }
}

/// The document of an explanation.
#[must_use]
pub fn document(explained: &Explained) -> Document {
    let left = explained.left.iter().map(|left| LeftOut {
        arm: left.arm.clone(),
        what: left.what.clone(),
        why: left.why.clone(),
    });
    Document {
        scenario: explained.plan.name.clone(),
        question: explained.plan.question.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: explained.plan.seed,
        metric: explained.metric.clone(),
        fair: explained.yardstick.map(|yardstick| yardstick.fair),
        margin: explained.yardstick.and_then(|yardstick| yardstick.margin),
        level: explained.manner.level,
        corrected_level: explained.corrected,
        games_per_arm: explained.each,
        games: explained.games,
        interrupted: explained.interrupted,
        arms: explained.cases.iter().map(|case| arm(explained, case)).collect(),
        left_out: left.collect(),
    }
}

/// The document as text, one newline at its end.
#[must_use]
pub fn json(explained: &Explained) -> String {
    let mut text = serde_json::to_string_pretty(&document(explained)).unwrap_or_default();
    text.push('\n');
    text
}

fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// One row per setting and card intervention of every arm.
#[must_use]
pub fn csv(explained: &Explained) -> Vec<u8> {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    let header = [
        "arm",
        "kind",
        "name",
        "from",
        "to",
        "status",
        "origin",
        "under",
        "metric",
        "value",
        "low",
        "high",
        "corrected_low",
        "corrected_high",
        "effect",
        "effect_low",
        "effect_high",
        "method",
        "p",
        "corrected_p",
        "verdict",
        "changes_verdict",
    ];
    let number = |x: f64| if x.is_finite() { x.to_string() } else { String::new() };
    // Writing to a Vec can't fail.
    let _ = writer.write_record(header);
    for case in &explained.cases {
        for row in &case.rows {
            let e = effect(row);
            let record = [
                case.name.clone(),
                e.kind,
                e.name,
                e.from.unwrap_or_default(),
                e.to,
                e.status.unwrap_or_default(),
                e.origin.unwrap_or_default(),
                e.under,
                explained.metric.clone(),
                number(row.value.value),
                number(row.value.low),
                number(row.value.high),
                number(row.corrected.low),
                number(row.corrected.high),
                number(row.effect.value),
                number(row.effect.low),
                number(row.effect.high),
                row.effect.method.to_string(),
                row.p.map_or(String::new(), number),
                row.q.map_or(String::new(), number),
                word(row.ruling),
                word(row.sway()),
            ];
            let _ = writer.write_record(record);
        }
    }
    writer.into_inner().unwrap_or_default()
}
