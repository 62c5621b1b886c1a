//! Quantiles of a ruleset's distributions.
//!
//! In: which quantile, and the histograms in an arm's tally. Out: an
//! [`Estimate`] whose value and ends are values that occurred. A report shows
//! the quantiles that its plan asks for ([`Plan::quantiles`]).
//!
//! A run of fixed length takes as many independent games as vary as much, over
//! blocks, in the share of values up to the quantile ([`UpTo::effect`]).
//!
//! Sequences take each block for a single observation, as if all that it
//! writes were one value: the share of a block's values up to v lies between 0
//! and 1, and of all such shares with one mean a plain yes or no varies most.
//! They are wider than they had to be where the games of a block differ, never
//! narrower. Where blocks write differing numbers of values (goals of matches
//! whose number varies) that supposes that the number's spread does not
//! outweigh the differences within a block; where they write less than one per
//! game (margins of decided games), as many blocks count as those values would
//! fill with one per game. So is a quantile at which all blocks agree.
//!
//! A difference of two arms is made of both arms' own intervals and of the
//! correlation, over blocks, of their shares of values up to either quantile
//! ([`combine::whole_difference`]); as a sequence from end to end of both, each
//! at half the error.

use super::{Base, Difference, Manner, unknown};
use crate::arena::group::Cross;
use crate::metric::{Metric, Quantile};
#[cfg(doc)]
use crate::scenario::Plan;
use crate::scenario::PlanArm;
use crate::stats::order::{self, UpTo};
use crate::stats::sequential::beta_binomial;
use crate::stats::sums::Counts;
use crate::stats::{Estimate, Method, combine};
use crate::tally::{Histogram, Tally};

/// Its value with its interval; unbounded while nothing was counted, or where
/// the arm counts nothing of the kind.
pub(super) fn value(arm: &PlanArm, quantile: Quantile, tally: &Tally, manner: Manner) -> Estimate {
    let slot = arm.metrics().slot(quantile).filter(|&slot| slot < tally.distributions.len());
    slot.map_or_else(|| unknown(manner.level), |slot| of(quantile.share(), slot, tally, manner))
}

/// The sum of a histogram up to a bound.
fn up_to(histogram: &Histogram, bound: f64) -> u64 {
    histogram.iter().take_while(|(value, _)| f64::from(*value) <= bound).map(|(_, times)| times).sum()
}

/// The values of a distribution up to a bound, over blocks.
fn values_up_to(slot: usize, tally: &Tally, bound: f64) -> UpTo {
    let (histogram, spread) = (&tally.distributions[slot], &tally.spreads[slot]);
    let values = up_to(histogram, bound);
    UpTo {
        blocks: tally.moments.blocks,
        values,
        squares: u128::from(values) + 2 * u128::from(up_to(&spread.pairs, bound)),
        sizes: up_to(&spread.sizes, bound).into(),
        all: histogram.total(),
        all_squares: spread.sizes.total().into(),
    }
}

/// The quantile of a distribution in this tally.
fn of(q: f64, slot: usize, tally: &Tally, manner: Manner) -> Estimate {
    let mut counts = Counts::new();
    for (value, times) in tally.distributions[slot].iter() {
        counts.add_times(i64::from(value), times);
    }
    let blocks = tally.moments.blocks.max(1) as f64;
    let per_block = counts.total().max(tally.games) as f64 / blocks;
    if counts.total() == 0 {
        return unknown(manner.level);
    }
    let made = if manner.always {
        beta_binomial::quantile(&counts, q, per_block, manner.tightest, manner.level)
    } else {
        let point = order::point(&counts, q, counts.total());
        // Where values tie the quantile lies between two shares.
        let sides = [point, point - 1.0].map(|bound| values_up_to(slot, tally, bound).effect(manner.level));
        let effect = sides.into_iter().flatten().fold(0.0, f64::max);
        let effect = if effect > 0.0 { effect.min(per_block.max(1.0) * 4.0) } else { per_block };
        order::quantile(&counts, q, effect, manner.level)
    };
    made.unwrap_or_else(|| unknown(manner.level))
}

/// The correlation, over blocks, of two arms' shares of values up to a bound;
/// 0 where blocks write differing numbers of values, which the sums don't tell
/// apart.
fn correlation(slot: usize, arms: [&Tally; 2], pairs: &Histogram, bound: f64) -> f64 {
    let [own, base] = arms.map(|tally| values_up_to(slot, tally, bound));
    let blocks = own.blocks as f64;
    let even = |sums: &UpTo| sums.all_squares * u128::from(sums.blocks) == u128::from(sums.all).pow(2);
    let (Some(a), Some(b)) = (own.variance(), base.variance()) else { return 0.0 };
    if !even(&own) || !even(&base) || a <= 0.0 || b <= 0.0 {
        return 0.0;
    }
    let joint = up_to(pairs, bound) as f64 - own.values as f64 * base.values as f64 / blocks;
    (joint / (blocks - 1.0) / (a * b).sqrt()).clamp(0.0, 1.0)
}

/// What separates it from that of a base arm; `None` for what is no quantile.
/// No p value: the intervals are steps. `cross` holds the products with the
/// base, if both were played side by side.
pub(super) fn difference(
    arm: &PlanArm,
    metric: Metric,
    tally: &Tally,
    base: &Base<'_>,
    cross: Option<&Cross>,
    manner: Manner,
) -> Option<Difference> {
    let Metric::Quantile(quantile) = metric else { return None };
    if manner.always {
        let half = halved(manner);
        let (here, there) = (value(arm, quantile, tally, half), value(arm, quantile, base.tally, half));
        return Some(Difference::bare(&base.name, apart(&here, &there, manner)));
    }
    let (here, there) = (value(arm, quantile, tally, manner), value(arm, quantile, base.tally, manner));
    let slot = arm.metrics().slot(quantile).filter(|&slot| slot < base.tally.distributions.len());
    let correlation = slot.zip(cross).and_then(|(slot, cross)| {
        let pairs = cross.pairs.get(slot)?;
        let at = |e: &Estimate| correlation(slot, [tally, base.tally], pairs, e.value);
        Some(at(&here).min(at(&there)))
    });
    let made =
        combine::whole_difference(&there, &here, correlation.unwrap_or(0.0), Method::OrderStatisticMover);
    Some(Difference::bare(&base.name, made))
}

/// The manner of each of two intervals that hold together in this one.
fn halved(manner: Manner) -> Manner {
    Manner { level: f64::midpoint(1.0, manner.level), ..manner }
}

/// One value minus another from both arms' sequences, each at half the error
/// (union bound). Method `quantile-cs-union`.
fn apart(here: &Estimate, there: &Estimate, manner: Manner) -> Estimate {
    combine::union(there, here, manner.level, Method::QuantileCsUnion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::{Dice, count};
    use crate::tally::spread::Bag;
    use crate::tally::{Moments, Spread};

    /// A tally of blocks of `games` games, of which each wrote so many values.
    fn tally_of(histogram: Histogram, spread: Spread, blocks: u64, games: u64) -> Tally {
        Tally {
            games: blocks * games,
            moments: Moments { blocks, ..Moments::default() },
            distributions: [histogram].into(),
            spreads: [spread].into(),
            ..Tally::default()
        }
    }

    /// A tally of blocks with these values, of `games` games each.
    fn tally(values: &[Vec<i32>], games: u64) -> Tally {
        let (mut histogram, mut spread) = (Histogram::default(), Spread::default());
        for block in values {
            let mut bag = Bag::default();
            for &value in block {
                bag.add(value, 1);
            }
            spread.add(&mut bag, |value, times| histogram.count_times(value, times));
        }
        tally_of(histogram, spread, values.len() as u64, games)
    }

    /// The quantile of the only histogram.
    fn estimate(percent: u8, tally: &Tally, manner: Manner) -> Estimate {
        of(f64::from(percent) / 100.0, 0, tally, manner)
    }

    fn fixed(level: f64) -> Manner {
        Manner { level, always: false, tightest: 0 }
    }

    /// Blocks of two equal games count as one each, but for what Student's
    /// correction of ten blocks takes: at most ten games' worth.
    #[test]
    fn a_block_of_equal_games_counts_once_and_one_of_unequal_ones_more() {
        let alike: Vec<Vec<i32>> = (1..=100).map(|value| vec![value; 2]).collect();
        let e = estimate(50, &tally(&alike, 2), fixed(0.95));
        assert!((95..=100).contains(&e.n) && e.value == 50.0 && e.method == Method::OrderStatistic, "{e:?}");
        let apart: Vec<Vec<i32>> = (1..=100).map(|value| vec![value, 101 - value]).collect();
        let other = estimate(50, &tally(&apart, 2), fixed(0.95));
        assert!(other.n > 300 && other.half_width() < 0.6 * e.half_width(), "mirrored games: {other:?}");
        let same: Vec<Vec<i32>> = vec![vec![3, 3]; 20];
        assert_eq!(estimate(50, &tally(&same, 2), fixed(0.95)).n, 20, "as many as blocks");
        let nothing = estimate(50, &tally(&vec![vec![]; 10], 2), fixed(0.95));
        assert!(nothing.value.is_nan() && nothing.half_width().is_infinite());
    }

    #[test]
    fn a_difference_is_as_narrow_as_shared_luck_makes_it() {
        let values =
            |shift: i32| -> Vec<Vec<i32>> { (0..400).map(|i| vec![(i * 7) % 101 + shift]).collect() };
        let (here, there) = (tally(&values(0), 1), tally(&values(0), 1));
        let mut pairs = Histogram::default();
        for block in values(0) {
            let block: Vec<_> = block.into_iter().map(|value| (value, 1)).collect();
            crate::tally::spread::pairs_across(&block, &block, &mut pairs);
        }
        assert!((correlation(0, [&here, &there], &pairs, 50.0) - 1.0).abs() < 1e-9);
        let own = estimate(50, &here, fixed(0.95));
        let together = combine::whole_difference(&own, &own, 1.0, Method::OrderStatisticMover);
        let alone = combine::whole_difference(&own, &own, 0.0, Method::OrderStatisticMover);
        assert_eq!((together.low, together.value, together.high), (-1.0, 0.0, 1.0), "never without width");
        assert!(alone.half_width() > 1.4 * own.half_width());
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

    fn play(game: Game, block: Block, dice: &mut Dice) -> Vec<i32> {
        let first = game(dice.unit());
        if block == Block::Rare && dice.below(3) > 0 {
            return Vec::new();
        }
        (0..4).map(|_| if block == Block::Apart { game(dice.unit()) } else { first }).collect()
    }

    #[test]
    fn calibration_fixed_intervals_cover_with_any_dependence_within_blocks() {
        const EXPERIMENTS: u64 = 3_000;
        for &(name, game, percent, truth) in GAMES {
            for block in [Block::Apart, Block::Alike, Block::Rare] {
                let mut held = 0;
                for experiment in 0..EXPERIMENTS {
                    let mut dice = Dice::new(name, experiment);
                    let values: Vec<Vec<i32>> = (0..200).map(|_| play(game, block, &mut dice)).collect();
                    let e = estimate(percent, &tally(&values, 4), fixed(0.95));
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
                    let mut seen = tally_of(Histogram::default(), Spread::default(), 0, 4);
                    let ever = (1..=80).any(|blocks| {
                        for value in play(game, block, &mut dice) {
                            seen.distributions[0].count(value);
                        }
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
