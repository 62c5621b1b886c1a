//! Experiments with the blocks of a real game: so many are played once, and
//! drawn from them with replacement. What they say together is then exactly
//! the truth, with every tail and every dependence that the game has.

use std::sync::Arc;

use rayon::prelude::*;

use super::{Bench, Claim, Experiment};
use crate::arena::RulesetId;
use crate::arena::group::GroupTally;
use crate::bots::random;
use crate::campaign::Played;
use crate::chance::Whim;
use crate::estimates::{ArmResult, Named};
use crate::game::Unit;
use crate::game::weights::TRAINED;
use crate::metric::Metric;
use crate::scenario::Plan;
use crate::seed::{Luck, of_text};
use crate::settings::{Fault, Settings};
use crate::stats::Estimate;

/// Blocks that are played.
const POOL: u64 = 2_000;
/// Blocks of one experiment.
const BLOCKS: u64 = 200;

/// What an interval is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rate,
    Number,
    Quantile,
}

impl Kind {
    const fn of(named: &Named) -> Self {
        match (named.metric, named.unit) {
            (Metric::Quantile(_), _) => Self::Quantile,
            (_, Unit::Share) => Self::Rate,
            _ => Self::Number,
        }
    }

    const fn worded(self, change: bool) -> &'static str {
        match (self, change) {
            (Self::Rate, false) => "rates of a game",
            (Self::Number, false) => "means of a game",
            (Self::Quantile, false) => "quantiles of a game",
            (Self::Rate, true) => "differences of rates of a game",
            (Self::Number, true) => "differences of means of a game",
            (Self::Quantile, true) => "differences of quantiles of a game",
        }
    }
}

/// Blocks that were played once, and what they say together.
struct Pool {
    bench: Bench,
    blocks: Vec<GroupTally>,
    truth: Vec<ArmResult>,
}

impl Pool {
    fn new(plan: Plan) -> Result<Self, Vec<Fault>> {
        let bench = Bench::new(plan)?;
        let blocks: Vec<GroupTally> =
            (0..POOL).into_par_iter().map(|block| bench.blocks(block..block + 1)).collect();
        let mut all = bench.nothing();
        for block in &blocks {
            bench.merge(&mut all, block.clone());
        }
        let truth = bench.results(&bench.played(all), bench.fixed());
        Ok(Self { bench, blocks, truth })
    }

    /// Blocks drawn with replacement.
    fn drawn(&self, number: u64) -> Vec<Played> {
        let mut whim = Whim::new(Luck::new(self.bench.plan.seed, of_text("calibration"), number), 0, 0);
        let mut sums = self.bench.nothing();
        for _ in 0..BLOCKS {
            let block = whim.below(self.blocks.len() as u32) as usize;
            self.bench.merge(&mut sums, self.blocks[block].clone());
        }
        self.bench.played(sums)
    }

    /// Metrics of a kind whose blocks vary, each with its truth.
    fn asked(&self, kind: Kind, change: bool) -> Vec<(Metric, f64)> {
        let Some(arm) = self.truth.get(usize::from(change)) else { return Vec::new() };
        let of_kind = arm.metrics.iter().filter(|named| Kind::of(named) == kind);
        let truth = of_kind.filter_map(|named| {
            let e = if change { named.difference.as_ref()?.estimate } else { named.estimate };
            let settled = e.method.is_unvaried()
                || kind == Kind::Rate && !(0.0 < named.estimate.value && named.estimate.value < 1.0);
            (e.value.is_finite() && !settled).then_some((named.metric, e.value))
        });
        truth.collect()
    }
}

/// What is played of a ruleset: two of its strongest script that change seats,
/// and the same with the first switch turned that leaves the table as it is.
#[must_use]
pub fn real_plan(ruleset: RulesetId) -> String {
    let panel = ruleset.panel(2);
    let last = panel.iter().rev().find(|bot| **bot != TRAINED).unwrap_or(&random::NAME);
    let mut text =
        format!("ruleset = \"{}\"\nbots = \"{last}\"\n[[arm]]\nname = \"as printed\"\n", ruleset.id);
    let mut turned = ruleset.switches.iter().filter(|switch| switch.companions.is_empty());
    let seats = |settings: &Settings| ruleset.table(settings).ok();
    let printed = Settings::printed(ruleset.switches);
    let other = turned.find_map(|switch| {
        let value = *switch.atlas.iter().find(|value| **value != switch.default)?;
        let mut settings = printed.clone();
        settings.set(switch.key, value).ok()?;
        (seats(&settings) == seats(&printed)).then_some((switch.key, value))
    });
    if let Some((key, value)) = other {
        text += &format!("[[arm]]\nname = \"{key}\"\nset = {{ {key} = \"{value}\" }}\n");
    }
    text
}

/// The experiments with one plan, whose second arm, if there is one, is
/// compared with the first. Trials take the metrics of a kind in turn, those of
/// seats and entrants among them.
///
/// # Errors
/// When an arm does not compile.
pub fn of_plan(plan: Plan) -> Result<Vec<Experiment>, Vec<Fault>> {
    let title = plan.arms[0].ruleset.title;
    let pool = Arc::new(Pool::new(plan)?);
    let manner = pool.bench.fixed();
    let mut all = Vec::new();
    for change in [false, true] {
        for kind in [Kind::Rate, Kind::Number, Kind::Quantile] {
            let asked = pool.asked(kind, change);
            if asked.is_empty() {
                continue;
            }
            let about = format!("{title}: {} of them in turn, {BLOCKS} blocks", asked.len());
            let pool = Arc::clone(&pool);
            let trial = move |number: u64| {
                let (metric, truth) = asked[(number % asked.len() as u64) as usize];
                let played = pool.drawn(number);
                let e = if change {
                    pool.bench.difference(&played, metric, manner)?
                } else {
                    pool.bench.value(&played, 0, metric, manner)
                };
                Some(e.contains(truth))
            };
            all.push(Experiment::new(kind.worded(change), about, Claim::HoldsAtLeast, trial));
        }
    }
    // What luck taken out leaves of each metric that it is taken out of.
    let adjusted = |result: &ArmResult| -> Vec<Estimate> {
        result.metrics.iter().filter_map(|named| Some(named.adjusted.as_ref()?.estimate)).collect()
    };
    let truth: Vec<Estimate> = pool.truth.first().map(adjusted).unwrap_or_default();
    if !truth.is_empty() {
        let about = format!("{title}: {} of them in turn, {BLOCKS} blocks", truth.len());
        let trial = move |number: u64| {
            let place = (number % truth.len() as u64) as usize;
            let found = adjusted(pool.bench.results(&pool.drawn(number), manner).first()?);
            Some(found.get(place).filter(|_| found.len() == truth.len())?.contains(truth[place].value))
        };
        all.push(Experiment::new("values with luck taken out", about, Claim::HoldsAtLeast, trial));
    }
    Ok(all)
}
