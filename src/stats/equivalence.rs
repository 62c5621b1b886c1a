//! Verdicts from an interval and a margin.
//!
//! "Balanced" is a claim of equivalence: it needs the whole interval inside
//! the margin. A difference that was not found is never a pass.

use schemars::JsonSchema;
use serde::Serialize;

use super::estimate::Estimate;

/// What an interval says about a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole interval satisfies the claim.
    Pass,
    /// The interval reaches both sides: more games are needed.
    Undecided,
    /// The whole interval contradicts the claim.
    Fail,
}

/// Where an interval lies beside [`Bounds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// All of it within.
    Within,
    /// All of it above the upper one.
    Above,
    /// All of it below the lower one.
    Below,
    /// It reaches over one of them or both.
    Across,
}

/// The values allowed: from the least to the most, both included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Bounds {
    /// Least value allowed; -∞ where nothing is said.
    #[schemars(with = "Option<f64>")]
    pub least: f64,
    /// Largest value allowed; ∞ where nothing is said.
    #[schemars(with = "Option<f64>")]
    pub most: f64,
}

impl Bounds {
    /// Any value at all.
    pub const NONE: Self = Self::between(f64::NEG_INFINITY, f64::INFINITY);

    /// From `least` to `most`.
    #[must_use]
    pub const fn between(least: f64, most: f64) -> Self {
        Self { least, most }
    }

    /// Within ± `margin` of `target`.
    #[must_use]
    pub const fn around(target: f64, margin: f64) -> Self {
        Self::between(target - margin, target + margin)
    }

    /// `least` or more.
    #[must_use]
    pub const fn at_least(least: f64) -> Self {
        Self { least, ..Self::NONE }
    }

    /// `most` or less.
    #[must_use]
    pub const fn at_most(most: f64) -> Self {
        Self { most, ..Self::NONE }
    }

    /// Where an interval lies.
    #[must_use]
    pub fn place(self, estimate: &Estimate) -> Place {
        if self.least <= estimate.low && estimate.high <= self.most {
            Place::Within
        } else if estimate.low > self.most {
            Place::Above
        } else if estimate.high < self.least {
            Place::Below
        } else {
            Place::Across
        }
    }

    /// Two one-sided tests (Schuirmann 1987): does the quantity lie within?
    /// Pass when the whole interval does, fail when none of it does, otherwise
    /// undecided.
    ///
    /// With a two-sided interval of level L, passing wrongly has probability at
    /// most (1 - L) / 2 and failing wrongly too: level 1 - 2α gives the
    /// classical tests of size α. With a confidence sequence the verdict may be
    /// asked for at every look.
    #[must_use]
    pub fn judge(self, estimate: &Estimate) -> Verdict {
        match self.place(estimate) {
            Place::Within => Verdict::Pass,
            Place::Above | Place::Below => Verdict::Fail,
            Place::Across => Verdict::Undecided,
        }
    }

    /// How far a value is from the nearer bound, on either side of it.
    #[must_use]
    pub fn room(self, value: f64) -> f64 {
        (value - self.least).abs().min((value - self.most).abs())
    }

    /// Bounds of the size of what lies within these.
    #[must_use]
    pub fn size(self) -> Self {
        let (low, high) = (self.least.abs(), self.most.abs());
        let least = if self.least <= 0.0 && self.most >= 0.0 { 0.0 } else { low.min(high) };
        Self::between(least, low.max(high))
    }

    /// Whether no stretch of values lies within both: a point that they share
    /// is none.
    #[must_use]
    pub fn excludes(self, other: Self) -> bool {
        self.least.max(other.least) >= self.most.min(other.most)
    }
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
        assert_eq!(Bounds::around(0.5, 0.02).judge(&interval(0.48, 0.51)), Verdict::Pass);
        assert_eq!(Bounds::around(0.5, 0.02).judge(&interval(0.47, 0.51)), Verdict::Undecided);
        assert_eq!(Bounds::around(0.5, 0.02).judge(&interval(0.53, 0.55)), Verdict::Fail);
        assert_eq!(Bounds::around(0.5, 0.02).judge(&interval(0.40, 0.60)), Verdict::Undecided);
        assert_eq!(
            Bounds::around(0.5, 0.02).judge(&interval(f64::NEG_INFINITY, f64::INFINITY)),
            Verdict::Undecided
        );
    }

    #[test]
    fn bounds_have_named_ends() {
        assert_eq!(Bounds::at_most(2.0).judge(&interval(f64::NEG_INFINITY, 2.0)), Verdict::Pass);
        assert_eq!(Bounds::at_least(2.0).place(&interval(0.0, 1.0)), Place::Below);
        assert_eq!(Bounds::around(0.0, 1.0).place(&interval(1.5, 2.0)), Place::Above);
        assert_eq!(Bounds::between(-3.0, 2.0).size(), Bounds::between(0.0, 3.0));
        assert_eq!(Bounds::between(-3.0, -2.0).size(), Bounds::between(2.0, 3.0));
        assert_eq!(Bounds::between(1.0, 4.0).room(2.0), 1.0);
        assert!(Bounds::at_most(1.0).excludes(Bounds::at_least(1.0)));
        assert!(!Bounds::at_most(1.0).excludes(Bounds::at_least(0.9)));
    }

    #[test]
    fn calibration_equivalence_errs_at_most_alpha_and_has_its_power() {
        let mut dice = Dice::new("tost", 0);
        let experiments = 10_000;
        let games = 860;
        let (mut wrong, mut right) = (0, 0);
        for _ in 0..experiments {
            let mut wins = |p: f64| (0..games).filter(|_| dice.unit() < p).count() as u64;
            let edge = wilson(wins(0.55), games, 0.9).unwrap();
            wrong += i32::from(Bounds::around(0.5, 0.05).judge(&edge) == Verdict::Pass);
            let fair = wilson(wins(0.5), games, 0.9).unwrap();
            right += i32::from(Bounds::around(0.5, 0.05).judge(&fair) == Verdict::Pass);
        }
        let share = [wrong, right].map(|c| f64::from(c) / f64::from(experiments));
        assert!(share[0] <= 0.05 + allowance(0.05, 10_000) && (0.79..0.83).contains(&share[1]), "{share:?}");
    }
}
