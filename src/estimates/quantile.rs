//! Quantiles of a ruleset's distributions as metrics: `median-turns`, the
//! length that half of the games don't exceed; `p90-turns`, the length that
//! nine in ten don't exceed.
//!
//! In: a name, and the histogram in an arm's tally. Out: an [`Estimate`] whose
//! value and ends are values that occurred. A report shows the quantiles that
//! its plan asks for ([`asked`]).
//!
//! A histogram doesn't say which values came from one block. Each block is
//! therefore taken for a single observation, as if all that it writes were
//! one value: the share of a block's values up to v lies between 0 and 1, and
//! of all such shares with one mean a plain yes or no varies most. Intervals
//! are wider than they had to be where the games of a block differ, never
//! narrower. Where blocks write differing numbers of values (goals of matches
//! whose number varies) that supposes that the number's spread does not
//! outweigh the differences within a block; where they write less than one per
//! game (margins of decided games), as many blocks count as those values would
//! fill with one per game.
//!
//! Two arms' histograms don't show what shared luck does to both, so that a
//! difference is made of both arms' own intervals, each at half the error: its
//! interval is honest and wide.

use super::{Difference, Manner, Named, unknown};
use crate::game::{Distribution, Unit};
use crate::scenario::plan::FindingKind;
use crate::scenario::{ArmName, Plan, PlanArm};
use crate::settings::nearest;
use crate::stats::order;
use crate::stats::sequential::beta_binomial;
use crate::stats::sums::Counts;
use crate::stats::{Estimate, Method, combine};
use crate::tally::Tally;

/// How quantiles beside the median are named, for lists of metrics.
pub const OTHERS: &str = "p1-… to p99-… for the other quantiles of the same (p90-turns)";

/// A quantile of one of a ruleset's distributions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantile {
    /// Position of the distribution.
    slot: usize,
    /// Values that are at most the quantile, of a hundred.
    percent: u8,
}

/// The per cent and the distribution that a name speaks of, if it has the form
/// of a quantile's.
fn parts(name: &str) -> Option<(u64, &str)> {
    if let Some(rest) = name.strip_prefix("median-") {
        return Some((50, rest));
    }
    let (percent, rest) = name.strip_prefix('p')?.split_once('-')?;
    Some((percent.parse().ok()?, rest))
}

/// Distributions whose values have an order that means something: all but the
/// joint scores of both sides.
fn ordered(arm: &PlanArm) -> impl Iterator<Item = (usize, &'static Distribution)> {
    let all = arm.ruleset.distributions;
    all.iter().enumerate().filter(|(_, distribution)| distribution.sides().is_none())
}

/// The medians that an arm can be asked for.
#[must_use]
pub fn medians(arm: &PlanArm) -> Vec<String> {
    ordered(arm).map(|(_, distribution)| format!("median-{}", distribution.name)).collect()
}

/// Whether a metric's name has the form of a quantile's.
#[must_use]
pub fn is_named(metric: &str) -> bool {
    parts(metric).is_some()
}

/// The name of a quantile that comes nearest to one that doesn't exist.
pub(super) fn near(arm: &PlanArm, name: &str) -> Option<String> {
    let (percent, rest) = parts(name)?;
    let found = nearest(rest, ordered(arm).map(|(_, distribution)| distribution.name))?;
    Some(match percent {
        50 => format!("median-{found}"),
        _ => format!("p{}-{found}", percent.clamp(1, 99)),
    })
}

/// Quantiles that a plan asks for, each once: those of its verdict, budgets and
/// findings, and those that a command adds.
#[must_use]
pub fn asked(plan: &Plan) -> Vec<&str> {
    let verdict = plan.verdict.iter().map(|verdict| &verdict.metric);
    let budgets = plan.budgets.iter().map(|budget| &budget.metric);
    let findings = plan.findings.iter().map(|finding| &finding.metric);
    let mut all: Vec<&str> = Vec::new();
    for name in verdict.chain(budgets).chain(findings).chain(&plan.asked) {
        if is_named(name) && !all.contains(&name.as_str()) {
            all.push(name);
        }
    }
    all
}

/// Whether a finding can be made from a quantile: others scale intervals as
/// only those of means may be.
#[must_use]
pub const fn suits(kind: &FindingKind) -> bool {
    matches!(kind, FindingKind::Difference { .. } | FindingKind::Range { .. })
}

impl Quantile {
    /// The quantile of this name that an arm has.
    #[must_use]
    pub fn of(arm: &PlanArm, name: &str) -> Option<Self> {
        let (percent, rest) = parts(name)?;
        let (slot, _) = ordered(arm).find(|(_, distribution)| distribution.name == rest)?;
        (1..=99).contains(&percent).then_some(Self { slot, percent: percent as u8 })
    }

    /// What it is, in words.
    #[must_use]
    pub fn definition(&self, arm: &PlanArm) -> String {
        let of = ordered(arm).find(|(slot, _)| *slot == self.slot);
        let of = of.map_or("", |(_, distribution)| distribution.definition);
        format!("{} at most this: {of}", share(self.percent))
    }

    /// Its value with its interval; unbounded while nothing was counted.
    #[must_use]
    pub fn estimate(&self, tally: &Tally, manner: Manner) -> Estimate {
        let Some(histogram) = tally.distributions.get(self.slot) else { return unknown(manner.level) };
        let mut counts = Counts::new();
        for (value, times) in histogram.iter() {
            counts.add_times(i64::from(value), times);
        }
        let blocks = tally.moments.blocks.max(1) as f64;
        let per_block = counts.total().max(tally.games) as f64 / blocks;
        let q = f64::from(self.percent) / 100.0;
        let made = if manner.always {
            beta_binomial::quantile(&counts, q, per_block, manner.tightest, manner.level)
        } else {
            order::quantile(&counts, q, per_block, manner.level)
        };
        made.unwrap_or_else(|| unknown(manner.level))
    }

    /// Its value minus that of a base arm: both arms' intervals, each at half
    /// the error (union bound). Method `order-statistic-union` or, always
    /// valid, `quantile-cs-union`. No p value: the intervals are steps.
    #[must_use]
    pub fn difference(&self, tally: &Tally, base: &Tally, manner: Manner) -> Estimate {
        let half = Manner { level: f64::midpoint(1.0, manner.level), ..manner };
        let (here, there) = (self.estimate(tally, half), self.estimate(base, half));
        let method = if manner.always { Method::QuantileCsUnion } else { Method::OrderStatisticUnion };
        combine::union(&there, &here, manner.level, method)
    }

    /// The metric of this name, with its difference from a base arm.
    pub(super) fn named(
        &self,
        name: &str,
        arm: &PlanArm,
        tally: &Tally,
        base: Option<(&ArmName, &Tally)>,
        manner: Manner,
    ) -> Named {
        let difference =
            base.map(|(base, there)| Difference::bare(base, self.difference(tally, there, manner)));
        Named {
            name: name.to_owned(),
            definition: self.definition(arm),
            unit: Unit::Number,
            estimate: self.estimate(tally, manner),
            adjusted: None,
            difference,
        }
    }
}

/// `half of the values are`, `90 % of the values are`.
fn share(percent: u8) -> String {
    if percent == 50 { "half of the values are".to_owned() } else { format!("{percent} % of the values are") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sample;
    use crate::stats::simulate::{Dice, count};
    use crate::tally::{Histogram, Moments};

    fn arm() -> PlanArm {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
        sample(text).arms.remove(0)
    }

    #[test]
    fn names_are_medians_and_whole_per_cents_of_what_is_counted() {
        let arm = arm();
        let median = Quantile::of(&arm, "median-turns").unwrap();
        assert_eq!(Quantile::of(&arm, "p50-turns"), Some(median));
        assert_eq!(
            median.definition(&arm),
            "half of the values are at most this: turns of all players of a game"
        );
        let high = Quantile::of(&arm, "p90-total-goals").unwrap();
        assert!(high.slot != median.slot && high.definition(&arm).starts_with("90 % of the values are"));
        for wrong in ["p0-turns", "p100-turns", "p-turns", "median-tuns", "turns", "p9.5-turns", "median-"] {
            assert_eq!(Quantile::of(&arm, wrong), None, "{wrong}");
        }
        assert_eq!(Quantile::of(&arm, "median-scorelines"), None, "a code has no middle");
        assert_eq!(near(&arm, "p90-turnss").as_deref(), Some("p90-turns"));
        assert_eq!(near(&arm, "p100-turns").as_deref(), Some("p99-turns"));
        assert_eq!(near(&arm, "goals"), None);
        assert!(medians(&arm).iter().all(|name| Quantile::of(&arm, name).is_some()));
    }

    /// A tally of blocks of `games` games.
    fn tally(histogram: Histogram, blocks: u64, games: u64) -> Tally {
        Tally {
            games: blocks * games,
            unfinished: vec![],
            seats: vec![],
            entrants: vec![],
            moments: Moments { blocks, sums: vec![], products: vec![] },
            distributions: vec![histogram],
            usage: vec![],
        }
    }

    const MEDIAN: Quantile = Quantile { slot: 0, percent: 50 };

    fn fixed(level: f64) -> Manner {
        Manner { level, always: false, tightest: 0 }
    }

    /// By hand: ten blocks of two equal games, the values 1 to 10. Ranks 2 and
    /// 9 of ten cover the median with 97.9 %, however many games a block has.
    #[test]
    fn a_block_counts_once() {
        let mut twice = Histogram::default();
        for value in 1..=10 {
            twice.count(value);
            twice.count(value);
        }
        let e = MEDIAN.estimate(&tally(twice, 10, 2), fixed(0.95));
        assert_eq!((e.value, e.low, e.high, e.n), (5.0, 2.0, 9.0, 10));
        // Five values in ten blocks of two games fill two blocks and a half.
        let mut few = Histogram::default();
        (1..=5).for_each(|value| few.count(value));
        assert_eq!(MEDIAN.estimate(&tally(few, 10, 2), fixed(0.95)).n, 2);
        let nothing = MEDIAN.estimate(&tally(Histogram::default(), 10, 2), fixed(0.95));
        assert!(nothing.value.is_nan() && nothing.half_width().is_infinite());
    }

    #[test]
    fn a_difference_reaches_from_end_to_end_of_both() {
        let of = |values: std::ops::RangeInclusive<i32>| {
            let mut histogram = Histogram::default();
            values.clone().for_each(|value| histogram.count(value));
            tally(histogram, values.count() as u64, 1)
        };
        let (here, there) = (of(11..=30), of(1..=20));
        let half = fixed(0.975);
        let (a, b) = (MEDIAN.estimate(&here, half), MEDIAN.estimate(&there, half));
        let e = MEDIAN.difference(&here, &there, fixed(0.95));
        assert_eq!((e.value, e.low, e.high), (10.0, a.low - b.high, a.high - b.low));
        assert!((e.level - 0.95).abs() < 1e-12 && e.method == Method::OrderStatisticUnion);
    }

    /// One value of a made-up game, from a number between 0 and 1.
    type Game = fn(f64) -> i32;

    fn length(u: f64) -> i32 {
        1 + (-9.5 * (1.0 - u).ln()) as i32
    }

    /// Games with the quantile asked of each and its true value.
    const GAMES: &[(&str, Game, u8, f64)] = &[
        // P(at most 6) = 0.468, P(at most 7) = 0.521.
        ("lengths", length, 50, 7.0),
        // P(at most 21) = 0.890, P(at most 22) = 0.901.
        ("long games", length, 90, 22.0),
        ("heavy ties", |u| i32::from(u >= 0.52) + i32::from(u >= 0.9), 50, 0.0),
        ("a thin middle", |u| 5 * i32::from(u >= 0.49) + 4 * i32::from(u >= 0.51), 50, 5.0),
        ("rare goals", |u| i32::from(u >= 0.08) + i32::from(u >= 0.97), 10, 1.0),
        ("a constant", |_| 3, 75, 3.0),
    ];

    /// How the values of a block of four games hang together.
    #[derive(Clone, Copy, PartialEq)]
    enum Block {
        Apart,
        Alike,
        /// Alike, and counted in some blocks only.
        Rare,
    }

    fn play(game: Game, block: Block, dice: &mut Dice, histogram: &mut Histogram) {
        let first = game(dice.unit());
        if block == Block::Rare && dice.below(3) > 0 {
            return;
        }
        for _ in 0..4 {
            histogram.count(if block == Block::Apart { game(dice.unit()) } else { first });
        }
    }

    #[test]
    fn calibration_fixed_intervals_cover_with_any_dependence_within_blocks() {
        const EXPERIMENTS: u64 = 3_000;
        for &(name, game, percent, truth) in GAMES {
            for block in [Block::Apart, Block::Alike, Block::Rare] {
                let mut held = 0;
                for experiment in 0..EXPERIMENTS {
                    let mut dice = Dice::new(name, experiment);
                    let mut histogram = Histogram::default();
                    (0..200).for_each(|_| play(game, block, &mut dice, &mut histogram));
                    let quantile = Quantile { slot: 0, percent };
                    let e = quantile.estimate(&tally(histogram, 200, 4), fixed(0.95));
                    held += u64::from(e.contains(truth));
                }
                assert!(held * 1000 >= EXPERIMENTS * 940, "{name}: {held} of {EXPERIMENTS}");
            }
        }
    }

    #[test]
    fn calibration_sequences_cover_at_a_look_after_every_block() {
        const EXPERIMENTS: u64 = 2_000;
        let manner = Manner { level: 0.95, always: true, tightest: 30 };
        for &(name, game, percent, truth) in GAMES {
            for block in [Block::Apart, Block::Alike] {
                let [missed] = count(EXPERIMENTS, |experiment| {
                    let mut dice = Dice::new(name, experiment + 10_000);
                    let mut seen = tally(Histogram::default(), 0, 4);
                    let quantile = Quantile { slot: 0, percent };
                    let ever = (1..=80).any(|blocks| {
                        play(game, block, &mut dice, &mut seen.distributions[0]);
                        (seen.moments.blocks, seen.games) = (blocks, 4 * blocks);
                        !quantile.estimate(&seen, manner).contains(truth)
                    });
                    [ever]
                });
                assert!(missed * 100 <= EXPERIMENTS * 5, "{name}: missed {missed} of {EXPERIMENTS}");
            }
        }
    }
}
