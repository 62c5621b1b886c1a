//! Quantiles of a ruleset's distributions.
//!
//! In: which quantile, and the histograms in an arm's tally. Out: an
//! [`Estimate`] whose value and ends are values that occurred. A report shows
//! the quantiles that its plan asks for ([`Plan::quantiles`]).
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

use super::{Base, Difference, Manner, unknown};
use crate::metric::{Metric, Quantile};
#[cfg(doc)]
use crate::scenario::Plan;
use crate::scenario::PlanArm;
use crate::stats::order;
use crate::stats::sequential::beta_binomial;
use crate::stats::sums::Counts;
use crate::stats::{Estimate, Method, combine};
use crate::tally::{Histogram, Tally};

/// Its value with its interval; unbounded while nothing was counted, or where
/// the arm counts nothing of the kind.
pub(super) fn value(arm: &PlanArm, quantile: Quantile, tally: &Tally, manner: Manner) -> Estimate {
    let histogram = arm.metrics().slot(quantile).and_then(|slot| tally.distributions.get(slot));
    histogram.map_or_else(|| unknown(manner.level), |found| of(quantile.share(), found, tally, manner))
}

/// The quantile of a histogram in this tally.
fn of(q: f64, histogram: &Histogram, tally: &Tally, manner: Manner) -> Estimate {
    let mut counts = Counts::new();
    for (value, times) in histogram.iter() {
        counts.add_times(i64::from(value), times);
    }
    let blocks = tally.moments.blocks.max(1) as f64;
    let per_block = counts.total().max(tally.games) as f64 / blocks;
    let made = if manner.always {
        beta_binomial::quantile(&counts, q, per_block, manner.tightest, manner.level)
    } else {
        order::quantile(&counts, q, per_block, manner.level)
    };
    made.unwrap_or_else(|| unknown(manner.level))
}

/// What separates it from that of a base arm; `None` for what is no quantile.
/// No p value: the intervals are steps.
pub(super) fn difference(
    arm: &PlanArm,
    metric: Metric,
    tally: &Tally,
    base: &Base<'_>,
    manner: Manner,
) -> Option<Difference> {
    let Metric::Quantile(quantile) = metric else { return None };
    let half = halved(manner);
    let (here, there) = (value(arm, quantile, tally, half), value(arm, quantile, base.tally, half));
    Some(Difference::bare(base.name, apart(&here, &there, manner)))
}

/// The manner of each of two intervals that hold together in this one.
fn halved(manner: Manner) -> Manner {
    Manner { level: f64::midpoint(1.0, manner.level), ..manner }
}

/// One value minus another from both arms' intervals, each at half the error
/// (union bound). Method `order-statistic-union` or, always valid,
/// `quantile-cs-union`.
fn apart(here: &Estimate, there: &Estimate, manner: Manner) -> Estimate {
    let method = if manner.always { Method::QuantileCsUnion } else { Method::OrderStatisticUnion };
    combine::union(there, here, manner.level, method)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::{Dice, count};
    use crate::tally::{Moments, Spread};

    /// A tally of blocks of `games` games.
    fn tally(histogram: Histogram, blocks: u64, games: u64) -> Tally {
        Tally {
            games: blocks * games,
            unfinished: vec![],
            seats: vec![],
            entrants: vec![],
            moments: Moments { blocks, sums: vec![], products: vec![], triples: vec![] },
            distributions: vec![histogram],
            spreads: vec![Spread::default()],
            usage: vec![],
        }
    }

    /// The quantile of the only histogram.
    fn estimate(percent: u8, tally: &Tally, manner: Manner) -> Estimate {
        of(f64::from(percent) / 100.0, &tally.distributions[0], tally, manner)
    }

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
        let e = estimate(50, &tally(twice, 10, 2), fixed(0.95));
        assert_eq!((e.value, e.low, e.high, e.n), (5.0, 2.0, 9.0, 10));
        // Five values in ten blocks of two games fill two blocks and a half.
        let mut few = Histogram::default();
        (1..=5).for_each(|value| few.count(value));
        assert_eq!(estimate(50, &tally(few, 10, 2), fixed(0.95)).n, 2);
        let nothing = estimate(50, &tally(Histogram::default(), 10, 2), fixed(0.95));
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
        let (a, b) = (estimate(50, &here, half), estimate(50, &there, half));
        let e = apart(&a, &b, fixed(0.95));
        assert_eq!(halved(fixed(0.95)), half);
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
                    let e = estimate(percent, &tally(histogram, 200, 4), fixed(0.95));
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
                    let ever = (1..=80).any(|blocks| {
                        play(game, block, &mut dice, &mut seen.distributions[0]);
                        (seen.moments.blocks, seen.games) = (blocks, 4 * blocks);
                        !estimate(percent, &seen, manner).contains(truth)
                    });
                    [ever]
                });
                assert!(missed * 100 <= EXPERIMENTS * 5, "{name}: missed {missed} of {EXPERIMENTS}");
            }
        }
    }
}
