//! Quantiles of a histogram: the median length of a game, the longest that
//! one game in twenty lasts.
//!
//! In: counts per integer value. Out: an [`Estimate`] whose ends are values
//! that occurred.

use super::distribution::{alpha, binomial_cdf, t, z};
use super::estimate::Estimate;
use super::method::Method;
use super::sums::Counts;

/// Order-statistic interval for the `q` quantile (Thompson 1936; David and
/// Nagaraja 2003, section 7.1): ranks from Binomial(n, q) quantiles, so it
/// covers at least its level whatever the distribution, and more where values
/// tie. Method `order-statistic`.
///
/// `design_effect` is the variance of a count over blocks divided by that of
/// independent games ([`UpTo::effect`]): 1 when every game is a block of its
/// own, at most the values of a block otherwise (the share of a block's values below v lies
/// between 0 and 1, so that it varies at most as much as a yes or no of the
/// same mean); the ranks are then those of n / effect independent games, and
/// that is the estimate's `n`. An end that the sample can't bound (few games,
/// extreme `q`) is infinite. The value is the smallest v with a share of at
/// least `q` at or below it. `None` when nothing was counted or `q` is not in
/// `0..=1`.
#[must_use]
pub fn quantile(counts: &Counts, q: f64, design_effect: f64, level: f64) -> Option<Estimate> {
    let n = counts.total();
    if n == 0 || !(0.0..=1.0).contains(&q) {
        return None;
    }
    let effect = design_effect.max(0.25);
    let effective = ((n as f64 / effect) as u64).max(1);
    let tail = alpha(level) / 2.0;
    // low: the largest rank r with P(X <= r - 1) <= tail, X ~ Bin(n, q);
    // high: the smallest rank s with P(X <= s - 1) >= 1 - tail.
    let lower = first(effective, |r| binomial_cdf(r, effective, q) > tail);
    let upper = first(effective, |s| binomial_cdf(s, effective, q) >= 1.0 - tail) + 1;
    let rank = |r: u64| r as f64 * (n as f64 / effective as f64);
    let low =
        if lower == 0 { f64::NEG_INFINITY } else { value_at(counts, rank(lower).floor().max(1.0) as u64) };
    let high =
        if upper > effective { f64::INFINITY } else { value_at(counts, (rank(upper).ceil() as u64).min(n)) };
    Some(Estimate::new(point(counts, q, n), (low, high), level, Method::OrderStatistic, effective))
}

/// Values up to a bound, over blocks: of every block N of its K values.
#[derive(Debug, Clone, Copy)]
pub struct UpTo {
    /// Number of blocks.
    pub blocks: u64,
    /// Σ N.
    pub values: u64,
    /// Σ N².
    pub squares: u128,
    /// Σ N K.
    pub sizes: u128,
    /// Σ K.
    pub all: u64,
    /// Σ K².
    pub all_squares: u128,
}

impl UpTo {
    /// The share of values up to the bound.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.values as f64 / self.all as f64
    }

    /// Variance over blocks of N - p K, with p the share: a block's part in the
    /// share, by the delta method.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let p = self.share();
        let sum = self.squares as f64 - 2.0 * p * self.sizes as f64 + p * p * self.all_squares as f64;
        (self.blocks > 1).then(|| sum.max(0.0) / (self.blocks - 1) as f64)
    }

    /// How many times as much the share varies as that of independent values,
    /// with Student's correction for the blocks that say so; `None` where
    /// all or none lie below the bound.
    #[must_use]
    pub fn effect(&self, level: f64) -> Option<f64> {
        let (p, blocks) = (self.share(), self.blocks as f64);
        let plain = p * (1.0 - p) * self.all as f64;
        let effect = self.variance()? * (blocks - 1.0) / plain * (t(level, blocks - 1.0) / z(level)).powi(2);
        // Few values on one side can't show that luck is shared to advantage.
        let rare = self.all as f64 * p.min(1.0 - p) < 20.0;
        (plain > 0.0).then(|| effect.max(if rare { 1.0 } else { 0.25 }))
    }
}

/// The smallest `k` in `0..=n` that satisfies a condition which stays true.
fn first(n: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The smallest value with a share of at least `q` at or below it.
pub(crate) fn point(counts: &Counts, q: f64, n: u64) -> f64 {
    value_at(counts, ((q * n as f64).ceil() as u64).clamp(1, n))
}

/// The value of the `rank`-th smallest observation, `1 <= rank <= n`.
pub(crate) fn value_at(counts: &Counts, rank: u64) -> f64 {
    let mut seen = 0;
    for (value, times) in counts.cells() {
        seen += times;
        if seen >= rank {
            return value as f64;
        }
    }
    f64::INFINITY
}

#[cfg(test)]
mod tests {
    use super::super::simulate::{Dice, allowance, shares};
    use super::*;

    /// Ranks by hand from the binomial table: n = 10, q = ½ gives ranks 2 and
    /// 9 (coverage 97.85 %); n = 20 gives 6 and 15 (95.86 %).
    #[test]
    fn ranks_match_the_binomial_table() {
        let ten: Counts = (1..=10).collect();
        let e = quantile(&ten, 0.5, 1.0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high), (5.0, 2.0, 9.0));
        let twenty: Counts = (1..=20).collect();
        let e = quantile(&twenty, 0.5, 1.0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high), (10.0, 6.0, 15.0));
        // scipy 1.17.1: binom.ppf gives ranks 40 and 61 for n = 100
        let hundred: Counts = (1..=100).collect();
        let e = quantile(&hundred, 0.5, 1.0, 0.95).unwrap();
        assert_eq!((e.low, e.high), (40.0, 61.0));
    }

    #[test]
    fn what_the_sample_cannot_bound_is_infinite() {
        let five: Counts = (1..=5).collect();
        let e = quantile(&five, 0.5, 1.0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high), (3.0, f64::NEG_INFINITY, f64::INFINITY));
        assert!(quantile(&Counts::new(), 0.5, 1.0, 0.95).is_none());
        assert!(quantile(&five, 1.5, 1.0, 0.95).is_none());
    }

    #[test]
    fn games_that_share_luck_widen_the_ranks() {
        let games: Counts = (0..1_000).collect();
        let plain = quantile(&games, 0.5, 1.0, 0.95).unwrap();
        let shared = quantile(&games, 0.5, 4.0, 0.95).unwrap();
        assert!((shared.half_width() / plain.half_width() - 2.0).abs() < 0.1);
    }

    /// Whole ranks cover at least 95 %, and the fewer games lie beyond the
    /// quantile the more: 97 % for the 90 % quantile of 150 games. The more
    /// games, the nearer to 95 %.
    #[test]
    fn calibration_order_statistics_cover() {
        for (number, experiments, most) in [(150, 10_000, 0.98), (2_000, 4_000, 0.965)] {
            let share = shares(experiments, |experiment| {
                let mut dice = Dice::new("quantiles", experiment);
                let games: Counts = (0..number).map(|_| (dice.exponential() * 1e6) as i64).collect();
                [0.5_f64, 0.9].map(|q| {
                    let truth = -(1.0 - q).ln() * 1e6;
                    let e = quantile(&games, q, 1.0, 0.95).unwrap();
                    e.low <= truth && truth <= e.high + 1.0
                })
            });
            let least = 0.95 - allowance(0.05, experiments);
            assert!(share.iter().all(|s| (least..most).contains(s)), "{number}: {share:?}");
        }
    }
}
