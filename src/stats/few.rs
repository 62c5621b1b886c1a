//! Estimates from a handful of games that people played.
//!
//! In: plain counts. Out: intervals that hold for few games, and what counts
//! and a prior say together.

use super::distribution::{alpha, beta_quantile};
use super::rate::clopper_pearson_ends;
use super::{Estimate, Method};

/// A share from a count, by inverting the binomial distribution (Clopper and
/// Pearson 1934): holds at any number of games, and is wide for few.
#[must_use]
pub fn share(successes: u64, games: u64, level: f64) -> Estimate {
    let (x, n) = (successes as f64, games as f64);
    Estimate::new(x / n, clopper_pearson_ends(x, n, level), level, Method::CountExact, games)
}

/// The same count together with a prior that is worth `weight` games of which
/// `prior` are successes: the mean and the equal-tailed interval of the Beta
/// distribution. A weight of 0 is the reference prior of Jeffreys 1946.
#[must_use]
pub fn posterior(successes: u64, games: u64, prior: f64, weight: f64, level: f64) -> Estimate {
    let tail = alpha(level) / 2.0;
    let (a, b) = match weight {
        0.0 => (0.5, 0.5),
        weight => (prior * weight, (1.0 - prior) * weight),
    };
    let (a, b) = (a + successes as f64, b + games.saturating_sub(successes) as f64);
    // A prior that rules something out is not moved by what was not seen.
    let ends = match (a > 0.0, b > 0.0) {
        (true, true) => (beta_quantile(a, b, tail), beta_quantile(a, b, 1.0 - tail)),
        (false, _) => (0.0, 0.0),
        (_, false) => (1.0, 1.0),
    };
    Estimate::new(a / (a + b), ends, level, Method::Posterior, games)
}

#[cfg(test)]
mod tests {
    use super::super::distribution::binomial_cdf;
    use super::*;

    /// Reference: `scipy` 1.17.1 (`binomtest(...).proportion_ci("exact")`).
    #[test]
    fn the_exact_interval_is_the_published_one() {
        let told = share(7, 20, 0.95);
        assert!((told.low - 0.153_91).abs() < 1e-4 && (told.high - 0.592_19).abs() < 1e-4, "{told:?}");
        let none = share(0, 10, 0.95);
        assert!(none.low == 0.0 && (none.high - 0.308_5).abs() < 1e-4, "{none:?}");
        assert!(share(10, 10, 0.95).high == 1.0);
    }

    /// Enumerated: how often the interval holds the truth.
    #[test]
    fn the_exact_interval_holds_for_every_share_and_number_of_games() {
        for games in [1, 5, 20, 40] {
            for hundredths in 1..100 {
                let p = f64::from(hundredths) / 100.0;
                let chance = |k: u64| {
                    binomial_cdf(k, games, p) - if k == 0 { 0.0 } else { binomial_cdf(k - 1, games, p) }
                };
                let holds: f64 = (0..=games).filter(|&k| share(k, games, 0.95).contains(p)).map(chance).sum();
                assert!(holds >= 0.95 - 1e-9, "{games} games of {p}: {holds}");
            }
        }
    }

    #[test]
    fn a_prior_counts_as_much_as_it_weighs() {
        let none = posterior(10, 20, 0.25, 0.0, 0.95);
        assert!((none.value - 0.5).abs() < 1e-12);
        let some = posterior(10, 20, 0.25, 20.0, 0.95);
        assert!((some.value - 0.375).abs() < 1e-12 && some.half_width() < none.half_width());
        let whole = posterior(10, 20, 0.25, 1e9, 0.95);
        assert!((whole.value - 0.25).abs() < 1e-6 && whole.half_width() < 1e-4);
        assert_eq!(posterior(0, 20, 0.0, 10.0, 0.95).high, 0.0);
    }
}
