//! What a number of games can show: exact power of the binomial test, and the
//! games that a power takes.
//!
//! In: chances and error rates. Out: games, chances, powers. For games played
//! at real tables, which are few: nothing here is an approximation for many,
//! but where a docstring says so.

use super::distribution::{alpha, binomial_cdf, normal_quantile, z};
use super::root::{CLOSE, root};

/// Most games that [`games_for`] looks at.
pub(super) const MOST: u64 = 20_000;

/// Which counts of `games` the two-sided binomial test of chance `p` finds
/// usual: from the first to the second, equal tails of (1 − `level`) / 2 at
/// most each.
#[must_use]
pub fn usual(games: u64, p: f64, level: f64) -> (u64, u64) {
    let tail = alpha(level) / 2.0;
    // The lowest count whose lower tail exceeds what may be left out.
    let reaches = |share: f64, k: u64| binomial_cdf(k, games, p) > share;
    let first = |share: f64| {
        let (mut low, mut high) = (0, games);
        while low < high {
            let middle = u64::midpoint(low, high);
            if reaches(share, middle) { high = middle } else { low = middle + 1 }
        }
        low
    };
    let low = first(tail);
    // P(K > k) <= tail means P(K <= k) >= 1 - tail.
    let above = |k: u64| 1.0 - binomial_cdf(k, games, p) <= tail;
    let (mut from, mut to) = (low, games);
    while from < to {
        let middle = u64::midpoint(from, to);
        if above(middle) { to = middle } else { from = middle + 1 }
    }
    (low, from)
}

/// Probability that the test of `p` at `level` is surprised by `games` games
/// whose chance is `truth`.
#[must_use]
pub fn power(games: u64, p: f64, truth: f64, level: f64) -> f64 {
    let (low, high) = usual(games, p, level);
    let below = if low == 0 { 0.0 } else { binomial_cdf(low - 1, games, truth) };
    below + 1.0 - binomial_cdf(high, games, truth)
}

/// From how many games on the test of `p` has this power against `truth`,
/// without falling below it again (the exact power is a saw). `None` where more than
/// 20 000 games would have to be played.
#[must_use]
pub fn games_for(p: f64, truth: f64, level: f64, wanted: f64) -> Option<u64> {
    let apart = (truth - p).abs();
    let spread = |x: f64| (x * (1.0 - x)).max(0.0).sqrt();
    let about = ((z(level) * spread(p) + normal_quantile(wanted) * spread(truth)) / apart).powi(2);
    if !about.is_finite() || about > MOST as f64 {
        return None;
    }
    // The normal approximation errs by a few games; the saw's teeth are as
    // long as the games between two critical values.
    let last = (about * 1.2) as u64 + 60;
    let short = (1..=last).rev().find(|&games| power(games, p, truth, level) < wanted);
    Some(short.map_or(1, |games| games + 1))
}

/// The smallest chance above `p` that `games` games show with this power;
/// `None` where even certainty does not.
#[must_use]
pub fn detectable(games: u64, p: f64, level: f64, wanted: f64) -> Option<f64> {
    if power(games, p, 1.0, level) < wanted {
        return None;
    }
    Some(root((p, 1.0), CLOSE, |truth| power(games, p, truth, level) - wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: `scipy` 1.17.1 (`binom.ppf`, `binom.cdf`).
    #[test]
    fn usual_counts_and_power_are_the_binomial_distributions() {
        for (games, p, low, high) in [(20, 0.25, 2, 9), (40, 0.25, 5, 16), (20, 0.5, 6, 14), (5, 0.25, 0, 3)]
        {
            assert_eq!(usual(games, p, 0.95), (low, high), "{games} games of {p}");
        }
        // 1 − P(6 ≤ K ≤ 14) of 20 at 0.75, by hand from the distribution function.
        let by_hand = binomial_cdf(5, 20, 0.75) + 1.0 - binomial_cdf(14, 20, 0.75);
        assert!((power(20, 0.5, 0.75, 0.95) - by_hand).abs() < 1e-12);
        assert!((by_hand - 0.6172).abs() < 0.0001, "{by_hand}");
    }

    #[test]
    fn the_test_errs_at_most_as_often_as_it_says() {
        for games in 1..80 {
            for p in [0.1, 0.25, 1.0 / 3.0, 0.5, 0.9] {
                let errs = power(games, p, p, 0.95);
                assert!(errs <= 0.05 + 1e-12, "{games} games of {p}: {errs}");
            }
        }
    }

    #[test]
    fn games_and_smallest_effects_belong_together() {
        for (p, truth) in [(0.5, 0.6), (0.25, 0.35), (0.25, 0.5), (0.2, 0.05)] {
            let games = games_for(p, truth, 0.95, 0.8).unwrap();
            assert!((games..games + 40).all(|n| power(n, p, truth, 0.95) >= 0.8), "{p} {truth}: {games}");
            assert!(power(games - 1, p, truth, 0.95) < 0.8);
        }
        // By hand from exact sums: 199 games have 80.4 %, 200 have 78.7 %, 209
        // have 79.8 %, and from 210 on it stays above.
        assert_eq!(games_for(0.5, 0.6, 0.95, 0.8), Some(210));
        let edge = detectable(20, 0.25, 0.95, 0.8).unwrap();
        assert!(power(20, 0.25, edge, 0.95) >= 0.8 && power(20, 0.25, edge - 0.001, 0.95) < 0.8);
        assert_eq!(detectable(3, 0.5, 0.95, 0.8), None, "three games show nothing");
        assert_eq!(games_for(0.5, 0.5, 0.95, 0.8), None);
    }
}
