//! Where the seats of an unfinished game stand, in shares of the win.
//!
//! To the end of a long game chance blurs what one decision changes: a search
//! needs thousands of games to see a difference of a few wins in a hundred. A
//! ruleset may therefore name what it looks at in a seat's standing
//! ([`Bots::PROSPECTS`](crate::game::Bots::PROSPECTS)), its weights say how much
//! of each counts, and the win is shared out by the odds that these sums are the
//! logarithms of ("Conditional logit analysis of qualitative choice behavior",
//! 1974). The weights are found from games of self-play
//! ([`train`](crate::lab::train)).
//!
//! In: rules with their weights, a state. Out: what it is worth to each seat, in
//! the unit of finished games. Products and sums alone, rounded alike on every
//! machine.

use super::playout::SHARE;
use crate::chance::MAX_SEATS;
use crate::game::weights::MOST;
use crate::game::{Ruleset, WIN};

/// What doubles a seat's odds, in weights.
pub const DOUBLE: i64 = 1000;
/// Seats further behind than so many doublings have no prospects.
const HOPELESS: i64 = 60;

/// Whether these rules say anything of where a seat stands: with one seat there
/// is nothing to share out.
#[must_use]
pub fn judges<R: Ruleset>(rules: &R::Rules) -> bool {
    R::PROSPECTS > 0 && R::seats(rules) > 1 && {
        let first = R::FEATURES.len() - R::PROSPECTS;
        R::weights(rules).values()[first..R::FEATURES.len()].iter().any(|&weight| weight != 0)
    }
}

/// What the standing of each seat is worth to it.
#[must_use]
pub fn worths<R: Ruleset>(rules: &R::Rules, state: &R::State) -> [i64; MAX_SEATS] {
    let weights = R::weights(rules);
    let first = R::FEATURES.len() - R::PROSPECTS;
    let seats = R::seats(rules);
    let mut sums = [0; MAX_SEATS];
    for (seat, sum) in sums[..seats].iter_mut().enumerate() {
        let mut seen = [0; MOST];
        R::outlook(rules, state, seat, &mut seen[..R::PROSPECTS]);
        *sum =
            (first..).zip(&seen[..R::PROSPECTS]).map(|(feature, &much)| weights.times(feature, much)).sum();
    }
    shares(&sums[..seats])
}

/// The win shared out by odds of which these are the logarithms, in thousandths
/// of a doubling.
fn shares(sums: &[i64]) -> [i64; MAX_SEATS] {
    let best = sums.iter().copied().max().unwrap_or(0);
    let mut odds = [0.0; MAX_SEATS];
    for (odds, sum) in odds.iter_mut().zip(sums) {
        *odds = halved(best - sum);
    }
    let all: f64 = odds.iter().sum();
    odds.map(|odds| (odds / all * (i64::from(WIN) * SHARE) as f64) as i64)
}

/// One halved so often, in thousandths.
fn halved(times: i64) -> f64 {
    let (whole, part) = (times / DOUBLE, times % DOUBLE);
    if whole >= HOPELESS {
        return 0.0;
    }
    let x = -std::f64::consts::LN_2 * part as f64 / DOUBLE as f64;
    // The exponential series: the term left out is below 10⁻¹⁵.
    let series = (1..=16).rev().fold(1.0, |sum, n| 1.0 + sum * x / f64::from(n));
    series / (1_i64 << whole) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: i64 = WIN as i64 * SHARE;

    #[test]
    fn halves_are_powers_of_two() {
        for times in [0, 1, 250, 999, 1000, 1001, 59_999] {
            let exact = (-(times as f64) / 1000.0).exp2();
            assert!((halved(times) / exact - 1.0).abs() < 1e-14, "{times}");
        }
        assert_eq!(halved(60_000), 0.0);
    }

    #[test]
    fn the_win_is_shared_out_by_odds() {
        assert_eq!(shares(&[7, 7, 7, 7])[..5], [ALL / 4, ALL / 4, ALL / 4, ALL / 4, 0]);
        assert_eq!(shares(&[1000, 0, 1000])[..3], [ALL * 2 / 5, ALL / 5, ALL * 2 / 5]);
        assert_eq!(shares(&[-500_000, 500_000])[..2], [0, ALL]);
    }
}
