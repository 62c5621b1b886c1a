//! Differences between two arms that share luck, and what the sharing is
//! worth.
//!
//! In: sums over blocks of both arms' values. Out: an [`Estimate`] of first
//! minus second per unit; how many plain games a paired one replaces.

use super::distribution::{t, t_tails};
use super::estimate::Estimate;
use super::mean;
use super::method::Method;
use super::sums::PairSums;

/// How many blocks without shared luck one block with it is worth: the sum of
/// the arms' variances over the variance of their difference (common random
/// numbers: Glasserman and Yao 1992). Infinite when the arms differ by a
/// constant; `None` with fewer than two blocks or when neither arm varies.
#[must_use]
pub fn worth(sums: &PairSums) -> Option<f64> {
    let apart = sums.first().variance()? + sums.second().variance()?;
    let together = sums.difference().variance()?;
    (apart > 0.0).then(|| apart / together)
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
    let Some(Fit { slope, spread, residual }) = fit(sums) else {
        return Some(plain);
    };
    let n = sums.blocks as f64;
    let off = sums.second().mean()? - known;
    let value = sums.first().mean()? - slope * off;
    let error = (residual * (1.0 / n + off * off / ((n - 1.0) * spread))).sqrt();
    let half = t(level, n - 2.0) * error;
    Some(Estimate::around(value / per_block, half / per_block, level, Method::ControlVariate, sums.blocks))
}

/// The regression of the first value on the second.
pub(crate) struct Fit {
    /// b = Cov / Var y.
    pub slope: f64,
    /// Variance of y.
    pub spread: f64,
    /// Variance of x - b y with B - 2 degrees of freedom.
    pub residual: f64,
}

/// `None` when the second value doesn't vary or B < 3.
pub(crate) fn fit(sums: &PairSums) -> Option<Fit> {
    let (spread, joint) = (sums.second().variance()?, sums.covariance()?);
    if spread <= 0.0 || sums.blocks < 3 {
        return None;
    }
    let (n, slope) = (sums.blocks as f64, joint / spread);
    let residual = mean::residual_variance(sums, slope)? * (n - 1.0) / (n - 2.0);
    Some(Fit { slope, spread, residual })
}

/// How many plain blocks one block is worth through its control: the variance
/// of the first value over its variance around the fitted line. `None` when
/// the control doesn't vary, with fewer than three blocks, or when nothing is
/// left to estimate.
#[must_use]
pub fn control_worth(sums: &PairSums) -> Option<f64> {
    let residual = fit(sums)?.residual;
    (residual > 0.0).then_some(sums.first().variance()? / residual)
}

/// Sums over shared blocks of two arms' ratios x / y: each arm's own, and the
/// products across arms (first arm's column named first).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatioPairSums {
    /// The first arm's numerator x and denominator y.
    pub first: PairSums,
    /// The second arm's.
    pub second: PairSums,
    /// Σ x₁ x₂.
    pub xx: i128,
    /// Σ x₁ y₂.
    pub xy: i128,
    /// Σ y₁ x₂.
    pub yx: i128,
    /// Σ y₁ y₂.
    pub yy: i128,
}

/// Difference of two ratios of sums over shared blocks, first minus second, and
/// its variance per block, by the delta method (Cochran 1977, section 6.3,
/// applied to both arms): a block's share in the difference is
/// (x₁ - R₁ y₁) / ȳ₁ - (x₂ - R₂ y₂) / ȳ₂.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioSpread {
    /// First ratio minus second.
    pub value: f64,
    /// Variance per block if the arms did not share luck.
    pub apart: f64,
    /// Variance per block as they do.
    pub together: f64,
}

impl RatioSpread {
    /// The estimate over so many blocks (t with B - 1 degrees of freedom) and
    /// the two-sided p value of "no difference". Method `paired-ratio-delta`.
    #[must_use]
    pub fn difference(&self, blocks: u64, level: f64) -> (Estimate, f64) {
        let n = blocks as f64;
        let error = (self.together / n).sqrt();
        let half = t(level, n - 1.0) * error;
        let estimate = Estimate::around(self.value, half, level, Method::PairedRatioDelta, blocks);
        let p = match (error > 0.0, self.value == 0.0) {
            (true, _) => t_tails(self.value / error, n - 1.0),
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        (estimate, p)
    }

    /// How many blocks without shared luck one of these is worth; `None` when
    /// the arms differ by a constant.
    #[must_use]
    pub fn worth(&self) -> Option<f64> {
        (self.together > 0.0).then(|| self.apart / self.together)
    }
}

/// Value and variances of a difference of two ratios. `None` when a denominator's sum is 0 or there are
/// fewer than two blocks.
#[must_use]
pub fn ratio_spread(sums: &RatioPairSums) -> Option<RatioSpread> {
    let blocks = sums.first.blocks;
    if blocks < 2 || sums.first.y == 0 || sums.second.y == 0 {
        return None;
    }
    let n = blocks as f64;
    let mean = |s: i128| s as f64 / n;
    let (r1, r2) = (sums.first.x as f64 / sums.first.y as f64, sums.second.x as f64 / sums.second.y as f64);
    // Residuals sum to zero in each arm, so their raw second moments are
    // already centred.
    let own = |s: &PairSums, r: f64| {
        (s.xx as f64 - 2.0 * r * s.xy as f64 + r * r * s.yy as f64) / mean(s.y).powi(2)
    };
    let across = (sums.xx as f64 - r2 * sums.xy as f64 - r1 * sums.yx as f64 + r1 * r2 * sums.yy as f64)
        / (mean(sums.first.y) * mean(sums.second.y));
    let apart = (own(&sums.first, r1) + own(&sums.second, r2)).max(0.0);
    // What rounding leaves of an exact zero is no variance.
    let together = (apart - 2.0 * across).max(0.0);
    let together = if together < 1e-12 * apart { 0.0 } else { together };
    Some(RatioSpread { value: r1 - r2, apart: apart / (n - 1.0), together: together / (n - 1.0) })
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    fn difference(sums: &PairSums, per_block: f64, level: f64) -> Option<Estimate> {
        mean::block_t(&sums.difference(), per_block, level)
    }

    fn test(sums: &PairSums) -> f64 {
        mean::t_test(&sums.difference(), 0.0)
    }

    fn ratio_difference(sums: &RatioPairSums, level: f64) -> Option<(Estimate, Option<f64>, f64)> {
        let spread = ratio_spread(sums)?;
        let (estimate, p) = spread.difference(sums.first.blocks, level);
        Some((estimate, spread.worth(), p))
    }

    /// References: `scipy` 1.17.1 `ttest_rel`; `statsmodels` 0.15.0 OLS of x
    /// on the centred control, whose intercept is the controlled mean.
    #[test]
    fn paired_numbers_match_scipy() {
        let sums: PairSums =
            [(3, 2), (5, 3), (2, 1), (8, 4), (4, 3), (4, 2), (7, 3), (1, 1)].into_iter().collect();
        let e = difference(&sums, 1.0, 0.95).unwrap();
        assert_eq!((e.value, e.n), (1.875, 8));
        assert!(
            (e.low - 0.656_300_555_723_230_2).abs() < 1e-11 && (e.high - 3.093_699_444_276_77).abs() < 1e-11
        );
        assert!((test(&sums) - 0.008_308_738_602_296_983).abs() < 1e-12);
        assert!((worth(&sums).unwrap() - 3.184_873_949_579_832).abs() < 1e-12);
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
        assert!(worth(&one).is_none());
        let constant: PairSums = [(3, 1), (4, 2), (9, 7)].into_iter().collect();
        let e = difference(&constant, 1.0, 0.95).unwrap();
        assert_eq!((e.low, e.high), (2.0, 2.0));
        assert!(worth(&constant).unwrap().is_infinite());
        let still: PairSums = [(3, 1), (4, 1), (9, 1)].into_iter().collect();
        assert_eq!(controlled(&still, 1.0, 1.0, 0.95).unwrap().method, Method::BlockT);
    }

    /// Half of both scores is the shared deal: pairing is worth a factor two,
    /// twice as many plain games.
    #[test]
    fn calibration_paired_differences_cover_and_pay() {
        let mut dice = Dice::new("paired", 0);
        let experiments = 10_000;
        let (mut held, mut steadied) = (0, 0);
        let mut gain = 0.0;
        for _ in 0..experiments {
            let mut control = PairSums::EMPTY;
            let pairs: PairSums = (0..40)
                .map(|_| {
                    let deal = dice.normal();
                    let mut own = |shift: f64| ((deal + dice.normal() + shift) * 1e4) as i64;
                    let (x, y) = (own(0.3), own(0.0));
                    control.add(x, (deal * 1e4) as i64);
                    (x, y)
                })
                .collect();
            held += i32::from(difference(&pairs, 1e4, 0.95).unwrap().contains(0.3));
            steadied += i32::from(controlled(&control, 0.0, 1e4, 0.95).unwrap().contains(0.3));
            gain += worth(&pairs).unwrap() / f64::from(experiments);
        }
        let share = [held, steadied].map(|h| f64::from(h) / f64::from(experiments));
        assert!(share.iter().all(|s| (0.94..0.965).contains(s)), "{share:?}");
        assert!((1.95..2.2).contains(&gain), "{gain}");
    }

    /// Blocks of two arms as (x₁, y₁, x₂, y₂).
    fn ratios(blocks: &[[i64; 4]]) -> RatioPairSums {
        let sum = |a: usize, b: usize| blocks.iter().map(|r| i128::from(r[a]) * i128::from(r[b])).sum();
        RatioPairSums {
            first: blocks.iter().map(|r| (r[0], r[1])).collect(),
            second: blocks.iter().map(|r| (r[2], r[3])).collect(),
            xx: sum(0, 2),
            xy: sum(0, 3),
            yx: sum(1, 2),
            yy: sum(1, 3),
        }
    }

    #[test]
    fn with_constant_denominators_a_ratio_difference_is_the_paired_t() {
        let blocks = [[3, 2, 1, 2], [4, 2, 4, 2], [0, 2, 1, 2], [5, 2, 2, 2], [2, 2, 2, 2]];
        let (made, worth, p) = ratio_difference(&ratios(&blocks), 0.95).unwrap();
        let pairs: PairSums = blocks.iter().map(|r| (r[0], r[2])).collect();
        let plain = difference(&pairs, 2.0, 0.95).unwrap();
        assert!((made.value - plain.value).abs() < 1e-12 && (made.low - plain.low).abs() < 1e-9);
        assert!((p - test(&pairs)).abs() < 1e-9);
        assert!((worth.unwrap() - super::worth(&pairs).unwrap()).abs() < 1e-9);
    }

    #[test]
    fn equal_arms_differ_by_exactly_nothing() {
        let blocks: Vec<[i64; 4]> = (1..40).map(|i| [i % 7, 3 + i % 5, i % 7, 3 + i % 5]).collect();
        let (made, worth, p) = ratio_difference(&ratios(&blocks), 0.95).unwrap();
        assert_eq!((made.value, made.half_width(), worth, p), (0.0, 0.0, None, 1.0));
    }

    /// Two arms share half of their luck and have the same true ratio.
    #[test]
    fn calibration_ratio_differences_cover_zero() {
        let mut covered = 0;
        let experiments = 10_000;
        for experiment in 0..experiments {
            let mut dice = Dice::new("ratio difference", experiment);
            let blocks: Vec<[i64; 4]> = (0..120)
                .map(|_| {
                    let shared = i64::from(dice.below(6));
                    let mut arm = || {
                        let tries = 2 + shared + i64::from(dice.below(3));
                        let hits = (0..tries).filter(|_| dice.below(10) < 3).count() as i64;
                        [hits, tries]
                    };
                    let ([a, b], [c, d]) = (arm(), arm());
                    [a, b, c, d]
                })
                .collect();
            let (made, ..) = ratio_difference(&ratios(&blocks), 0.95).unwrap();
            covered += u64::from(made.contains(0.0));
        }
        let share = covered as f64 / experiments as f64;
        assert!((0.94..=0.965).contains(&share), "{share}");
    }
}
