//! Quantiles of a histogram: the median length of a game, the longest that
//! one game in twenty lasts.
//!
//! In: counts per integer value. Out: an [`Estimate`] whose ends are values
//! that occurred.

use super::distribution::{alpha, binomial_cdf};
use super::estimate::Estimate;
use super::method::Method;
use super::sums::Counts;

/// Order-statistic interval for the `q` quantile (Thompson 1936; David and
/// Nagaraja 2003, section 7.1): ranks from Binomial(n, q) quantiles, so it
/// covers at least its level whatever the distribution, and more where values
/// tie. Method `order-statistic`.
///
/// `design_effect` is the variance of a count over blocks divided by that of
/// independent games: 1 when every game is a block of its own, at most the
/// values of a block otherwise (the share of a block's values below v lies
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
    let effect = design_effect.max(1.0);
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
