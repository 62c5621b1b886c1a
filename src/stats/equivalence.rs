//! Verdicts from an interval and a margin.
//!
//! "Balanced" is a claim of equivalence: it needs the whole interval inside
//! the margin. A difference that was not found is never a pass.

use serde::{Deserialize, Serialize};

use super::distribution::normal_quantile;
use super::estimate::Estimate;

/// What an interval says about a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole interval satisfies the claim.
    Pass,
    /// The interval reaches both sides: more games are needed.
    Undecided,
    /// The whole interval contradicts the claim.
    Fail,
}

/// Two one-sided tests (Schuirmann 1987): does the quantity lie within
/// `least..=most`? Pass when the whole interval does, fail when none of it
/// does, otherwise undecided.
///
/// With a two-sided interval of level L, passing wrongly has probability at
/// most (1 - L) / 2 and failing wrongly too; use [`level_for`] to get the
/// classical α. With a confidence sequence the verdict may be asked for at
/// every look.
#[must_use]
pub fn equivalence(estimate: &Estimate, least: f64, most: f64) -> Verdict {
    if least <= estimate.low && estimate.high <= most {
        Verdict::Pass
    } else if estimate.high < least || estimate.low > most {
        Verdict::Fail
    } else {
        Verdict::Undecided
    }
}

/// [`equivalence`] to `target` within ± `margin`.
#[must_use]
pub fn within(estimate: &Estimate, target: f64, margin: f64) -> Verdict {
    equivalence(estimate, target - margin, target + margin)
}

/// The level of the two-sided interval that makes the two one-sided tests of
/// size `alpha`: 1 - 2α.
#[must_use]
pub fn level_for(alpha: f64) -> f64 {
    1.0 - 2.0 * alpha.clamp(0.0, 0.5)
}

/// Units (games, blocks) at which equivalence within ± `margin` passes with
/// probability `power`, when one unit has standard deviation `deviation` and
/// the true difference is `truth`: normal approximation, ((z₁₋α + z) σ / (δ -
/// |truth|))² with z the power quantile, or that of (1 + power) / 2 at truth 0
/// (Chow, Shao and Wang 2008). `None` when the truth isn't inside the margin or
/// nothing varies.
#[must_use]
pub fn units_for(margin: f64, truth: f64, deviation: f64, alpha: f64, power: f64) -> Option<u64> {
    let room = margin - truth.abs();
    if room.is_nan() || room <= 0.0 || deviation.is_nan() || deviation <= 0.0 {
        return None;
    }
    let power = if truth == 0.0 { f64::midpoint(1.0, power) } else { power };
    let z = normal_quantile(1.0 - alpha) + normal_quantile(power);
    Some((z * deviation / room).powi(2).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::rate::wilson;
    use super::super::simulate::{Dice, allowance};
    use super::*;
    use crate::stats::Method;

    fn interval(low: f64, high: f64) -> Estimate {
        Estimate::new(f64::midpoint(low, high), (low, high), 0.9, Method::BlockT, 1)
    }

    #[test]
    fn three_answers() {
        assert_eq!(within(&interval(0.48, 0.51), 0.5, 0.02), Verdict::Pass);
        assert_eq!(within(&interval(0.47, 0.51), 0.5, 0.02), Verdict::Undecided);
        assert_eq!(within(&interval(0.53, 0.55), 0.5, 0.02), Verdict::Fail);
        assert_eq!(within(&interval(0.40, 0.60), 0.5, 0.02), Verdict::Undecided);
        assert_eq!(within(&interval(f64::NEG_INFINITY, f64::INFINITY), 0.5, 0.02), Verdict::Undecided);
        assert!((level_for(0.05) - 0.9).abs() < 1e-15);
    }

    /// By hand, (1.64485 + 1.28155)² ¼ / δ²: about 860, 5350, 21 400 and 85 600
    /// games for 5, 2, 1 and half a point at α = 0.05, power 0.8, p near ½.
    #[test]
    fn sizes_match_the_table() {
        for (margin, games) in [(0.05, 857), (0.02, 5_353), (0.01, 21_410), (0.005, 85_639)] {
            let found = units_for(margin, 0.0, 0.5, 0.05, 0.8).unwrap();
            assert!(found.abs_diff(games) <= 2, "{margin}: {found}");
        }
        assert_eq!(units_for(0.01, 0.02, 0.5, 0.05, 0.8), None);
    }

    #[test]
    fn calibration_equivalence_errs_at_most_alpha_and_has_its_power() {
        let mut dice = Dice::new("tost", 0);
        let experiments = 10_000;
        let games = 860;
        let (mut wrong, mut right) = (0, 0);
        for _ in 0..experiments {
            let mut wins = |p: f64| (0..games).filter(|_| dice.unit() < p).count() as u64;
            let edge = wilson(wins(0.55), games, level_for(0.05)).unwrap();
            wrong += i32::from(within(&edge, 0.5, 0.05) == Verdict::Pass);
            let fair = wilson(wins(0.5), games, level_for(0.05)).unwrap();
            right += i32::from(within(&fair, 0.5, 0.05) == Verdict::Pass);
        }
        let share = [wrong, right].map(|c| f64::from(c) / f64::from(experiments));
        assert!(share[0] <= 0.05 + allowance(0.05, 10_000) && (0.79..0.83).contains(&share[1]), "{share:?}");
    }
}
