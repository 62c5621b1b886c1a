//! Every metric of two arms side by side: their values, the difference, and
//! whether it is clear among all rows.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::Table;
use super::pace::Pace;
use crate::estimates::{ArmResult, Manner, Named};
use crate::game::Unit;
use crate::metric::Metric;
use crate::stats::estimate::Estimate;
use crate::stats::{combine, many};

/// A metric of both arms.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Row {
    /// Metric.
    #[serde(rename = "name")]
    pub metric: Metric,
    /// What is counted.
    pub definition: String,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// Value in arm A.
    pub a: Estimate,
    /// Value in arm B.
    pub b: Estimate,
    /// B minus A.
    pub difference: Estimate,
    /// Whether the difference excludes 0: for the metric that decides, chosen
    /// beforehand, at its own level; for all others at the level corrected for
    /// the number of rows (Bonferroni).
    pub clear: bool,
    /// How many games without shared luck one game here is worth: unpaired
    /// variance over paired variance. None without shared luck, or where
    /// nothing varies.
    #[serde(rename = "gain")]
    pub worth: Option<f64>,
}

/// Every metric of both arms at one level.
struct Measured {
    a: ArmResult,
    b: ArmResult,
}

impl Measured {
    fn new(table: &Table, manner: Manner) -> Option<Self> {
        let mut results = table.results(manner).into_iter();
        Some(Self { a: results.next()?, b: results.next()? })
    }

    /// Metrics that both arms have, in A's order.
    fn pairs(&self) -> impl Iterator<Item = (&Named, &Named)> {
        self.a.metrics.iter().filter_map(|a| Some((a, self.b.metric(a.metric)?)))
    }
}

/// B minus A of one metric. `halves` are the same metric's values at half the
/// error, for arms (or metrics) that are not paired.
fn difference(b: &Named, halves: (&Named, &Named), level: f64) -> Estimate {
    match &b.difference {
        Some(paired) => paired.estimate,
        None => {
            let (a, b) = (&halves.0.estimate, &halves.1.estimate);
            combine::union(a, b, level, a.method.union())
        }
    }
}

/// Every metric with its difference, at the level of `manner`, called `level`:
/// that which it holds with over all looks.
pub(super) fn differences(table: &Table, manner: Manner, level: f64) -> Vec<(Named, Named, Estimate)> {
    let half = Manner { level: many::level_of_each(manner.level, 2), ..manner };
    let (Some(full), Some(halves)) = (Measured::new(table, manner), Measured::new(table, half)) else {
        return Vec::new();
    };
    let one = |((a, b), halves): ((&Named, &Named), (&Named, &Named))| {
        let made = difference(b, halves, manner.level);
        let [mut a, mut b] = [a, b].map(Named::clone);
        (a.estimate.level, b.estimate.level) = (level, level);
        (a, b, Estimate { level, ..made })
    };
    full.pairs().zip(halves.pairs()).map(one).collect()
}

/// All rows, each marked when it is clear: the metric that decides by its own
/// interval, so that the table says what the sentence says, the others at the
/// level corrected for the number of rows (Bonferroni over intervals that hold
/// at every look: however the comparison was stopped, at most one table in
/// twenty marks any of them falsely).
pub(super) fn rows(
    table: &Table,
    pace: &Pace,
    look: usize,
    decides: (Metric, Estimate),
    told: Estimate,
) -> Vec<Row> {
    let level = decides.1.level;
    let plain = differences(table, pace.manner(look, level), level);
    let strict = pace.manner(look, many::level_of_each(level, plain.len()));
    let corrected = differences(table, strict, level);
    let row = |((a, b, difference), (.., strict)): ((Named, Named, Estimate), (_, _, Estimate))| {
        let main = a.metric == decides.0;
        let judged = if main { &decides.1 } else { &strict };
        Row {
            clear: judged.value.is_finite() && !judged.contains(0.0),
            metric: a.metric,
            definition: a.metric.definition(),
            unit: a.unit,
            a: a.estimate,
            b: b.estimate,
            worth: b.difference.and_then(|paired| paired.worth).filter(|worth| worth.is_finite()),
            difference: if main { told } else { difference },
        }
    };
    plain.into_iter().zip(corrected).map(row).collect()
}
