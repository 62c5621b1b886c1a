//! Differences between two arms that share luck, and what the sharing is
//! worth.
//!
//! In: sums over blocks of both arms' values. Out: an [`Estimate`] of first
//! minus second per unit; how many plain games a paired one replaces.

use serde::Serialize;

use super::distribution::t;
use super::estimate::Estimate;
use super::mean;
use super::sums::{BlockSums, PairSums};

/// Difference of means per unit, first minus second, over shared blocks
/// (paired t; Student 1908). Method `paired-t`.
///
/// `per_block` is the number of units in a block of either arm. One block
/// gives an unbounded interval; `None` without blocks or with `per_block` not
/// positive.
#[must_use]
pub fn difference(sums: &PairSums, per_block: f64, level: f64) -> Option<Estimate> {
    let e = mean::block_t(&sums.difference(), per_block, level)?;
    Some(Estimate { method: "paired-t", ..e })
}

/// Two-sided p value of "the arms do not differ" (paired t).
#[must_use]
pub fn test(sums: &PairSums) -> f64 {
    mean::t_test(&sums.difference(), 0.0)
}

/// What sharing luck gains.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gain {
    /// Correlation of the arms over blocks; `None` when an arm doesn't vary.
    pub correlation: Option<f64>,
    /// How many blocks without shared luck one block with it is worth, the
    /// sum of the arms' variances over the variance of their difference
    /// (common random numbers: Glasserman and Yao 1992). Infinite when the
    /// arms differ by a constant.
    pub blocks: f64,
    /// How many plain games (each with luck of its own, in both arms) one game
    /// of these blocks is worth; `None` unless the variance of single games
    /// was given.
    pub games: Option<f64>,
}

/// What sharing luck gains over plain play.
///
/// `games_per_block` is the number of games of one arm in a block; `single`,
/// if known, holds the two arms' values GAME by game (as if each game were a
/// block), in the same unit. `None` with fewer than two blocks or when neither
/// arm varies.
#[must_use]
pub fn gain(sums: &PairSums, games_per_block: u32, single: Option<(&BlockSums, &BlockSums)>) -> Option<Gain> {
    let apart = sums.first().variance()? + sums.second().variance()?;
    let together = sums.difference().variance()?;
    if apart <= 0.0 {
        return None;
    }
    let over = |variance: f64| if together > 0.0 { variance / together } else { f64::INFINITY };
    let games = single.and_then(|(x, y)| {
        // A block of G independent games has G times the variance of one.
        Some(over(f64::from(games_per_block) * (x.variance()? + y.variance()?)))
    });
    Some(Gain { correlation: sums.correlation(), blocks: over(apart), games })
}

/// Mean of the first value with the second as control variate of known mean
/// `known` (Lavenberg and Welch 1981): x̄ - b (ȳ - known), b = Cov / Var y,
/// t with B - 2 degrees of freedom. Method `control-variate`.
///
/// The control is an exactly solved part of the game (an expected duel
/// result, say); its mean per block is `known` in the block's own units. The
/// slope comes from the same blocks, which costs a bias of order 1/B. Falls
/// back to `block-t` when the control doesn't vary or B < 3; `None` without
/// blocks.
#[must_use]
pub fn controlled(sums: &PairSums, known: f64, per_block: f64, level: f64) -> Option<Estimate> {
    let plain = mean::block_t(&sums.first(), per_block, level)?;
    let (Some(spread), Some(joint)) = (sums.second().variance(), sums.covariance()) else {
        return Some(plain);
    };
    if spread <= 0.0 || sums.blocks < 3 {
        return Some(plain);
    }
    let n = sums.blocks as f64;
    let slope = joint / spread;
    let off = sums.second().mean()? - known;
    let value = sums.first().mean()? - slope * off;
    let residual = mean::residual_variance(sums, slope)? * (n - 1.0) / (n - 2.0);
    let error = (residual * (1.0 / n + off * off / ((n - 1.0) * spread))).sqrt();
    let half = t(level, n - 2.0) * error;
    Some(Estimate::around(value / per_block, half / per_block, level, "control-variate", sums.blocks))
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    /// References: `scipy` 1.17.1 `ttest_rel`; `statsmodels` 0.15.0 OLS of x
    /// on the centred control, whose intercept is the controlled mean.
    #[test]
    fn paired_numbers_match_scipy() {
        let sums: PairSums =
            [(3, 2), (5, 3), (2, 1), (8, 4), (4, 3), (4, 2), (7, 3), (1, 1)].into_iter().collect();
        let e = difference(&sums, 1.0, 0.95).unwrap();
        assert_eq!((e.value, e.method, e.n), (1.875, "paired-t", 8));
        assert!(
            (e.low - 0.656_300_555_723_230_2).abs() < 1e-11 && (e.high - 3.093_699_444_276_77).abs() < 1e-11
        );
        assert!((test(&sums) - 0.008_308_738_602_296_983).abs() < 1e-12);
        assert!((gain(&sums, 1, None).unwrap().blocks - 3.184_873_949_579_832).abs() < 1e-12);
        let e = controlled(&sums, 2.5, 1.0, 0.95).unwrap();
        assert!((e.value - 4.507_936_507_936_507).abs() < 1e-11);
        assert!(
            (e.low - 3.638_293_387_506_617).abs() < 1e-10 && (e.high - 5.377_579_628_366_397).abs() < 1e-10
        );
    }

    #[test]
    fn edges() {
        assert!(difference(&PairSums::EMPTY, 1.0, 0.95).is_none());
        let one: PairSums = [(3, 1)].into_iter().collect();
        assert!(difference(&one, 1.0, 0.95).unwrap().high.is_infinite());
        assert!(gain(&one, 1, None).is_none());
        let constant: PairSums = [(3, 1), (4, 2), (9, 7)].into_iter().collect();
        let e = difference(&constant, 1.0, 0.95).unwrap();
        assert_eq!((e.low, e.high), (2.0, 2.0));
        assert!(gain(&constant, 1, None).unwrap().blocks.is_infinite());
        let still: PairSums = [(3, 1), (4, 1), (9, 1)].into_iter().collect();
        assert_eq!(controlled(&still, 1.0, 1.0, 0.95).unwrap().method, "block-t");
    }

    /// Half of both scores is the shared deal: pairing is worth a factor two,
    /// twice as many plain games.
    #[test]
    fn calibration_paired_differences_cover_and_pay() {
        let mut dice = Dice::new("paired", 0);
        let experiments = 10_000;
        let (mut held, mut steadied) = (0, 0);
        let mut worth = 0.0;
        for _ in 0..experiments {
            let mut control = PairSums::EMPTY;
            let mut singles = (BlockSums::EMPTY, BlockSums::EMPTY);
            let pairs: PairSums = (0..40)
                .map(|_| {
                    let deal = dice.normal();
                    let mut own = |shift: f64| ((deal + dice.normal() + shift) * 1e4) as i64;
                    let (x, y) = (own(0.3), own(0.0));
                    control.add(x, (deal * 1e4) as i64);
                    singles.0.add(x);
                    singles.1.add(y);
                    (x, y)
                })
                .collect();
            held += i32::from(difference(&pairs, 1e4, 0.95).unwrap().contains(0.3));
            steadied += i32::from(controlled(&control, 0.0, 1e4, 0.95).unwrap().contains(0.3));
            let gain = gain(&pairs, 1, Some((&singles.0, &singles.1))).unwrap();
            assert!((gain.blocks - gain.games.unwrap()).abs() < 1e-9);
            worth += gain.blocks / f64::from(experiments);
        }
        let share = [held, steadied].map(|h| f64::from(h) / f64::from(experiments));
        assert!(share.iter().all(|s| (0.94..0.965).contains(s)), "{share:?}");
        assert!((1.95..2.2).contains(&worth), "{worth}");
    }
}
