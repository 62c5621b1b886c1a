//! Whether scores look like football's: goals against Poisson, their differences
//! against Skellam, low scores against Dixon and Coles.
//!
//! In: how often each score of two sides occurred. Out: sizes (how many times as
//! spread as Poisson, how many draws more than Skellam, how low scores depend)
//! and tests whose p values take every score for independent of all others.
//! These are checks of a game, never a substitute for playing it.

use std::collections::BTreeMap;

use super::distribution::{chi_squared_tail, normal_cdf};
use super::root::{CLOSE, root};

/// Degrees of freedom up to which χ² is taken as it is, not by its cube root.
const EXACT: f64 = 2000.0;
/// Scores that a cell of a χ² test must be expected to hold.
const LEAST_EXPECTED: f64 = 5.0;

/// How often scores of two sides occurred.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scores(BTreeMap<(u32, u32), u64>);

/// Upper tail of χ², by Wilson and Hilferty's cube root (1931) where there are
/// many degrees of freedom.
fn tail(x: f64, df: f64) -> f64 {
    if df <= EXACT {
        return chi_squared_tail(x, df);
    }
    let spread = 2.0 / (9.0 * df);
    1.0 - normal_cdf(((x / df).cbrt() - (1.0 - spread)) / spread.sqrt())
}

/// The chance of so many goals, Poisson.
#[must_use]
pub fn poisson(goals: u32, mean: f64) -> f64 {
    (1..=goals).fold((-mean).exp(), |p, k| p * mean / f64::from(k))
}

/// The chance that one side's goals exceed the other's by `difference`, both
/// Poisson and independent: Σ P(k + d) Q(k), which is Skellam's (1946) e^−(λ+μ)
/// (λ/μ)^(d/2) I_|d|(2√λμ).
#[must_use]
pub fn skellam(difference: i64, [lambda, mu]: [f64; 2]) -> f64 {
    let most = (lambda.max(mu) + 12.0 * lambda.max(mu).sqrt() + 30.0) as u32;
    let both = |k: u32| {
        let other = u32::try_from(i64::from(k) + difference).ok()?;
        Some(poisson(other, lambda) * poisson(k, mu))
    };
    (0..=most).filter_map(both).sum()
}

/// Bounds of ρ between which no chance of a low score is negative: max(−1/λ,
/// −1/μ) ≤ ρ ≤ min(1/(λμ), 1).
#[must_use]
pub fn rho_bounds([lambda, mu]: [f64; 2]) -> (f64, f64) {
    ((-1.0 / lambda).max(-1.0 / mu), (1.0 / (lambda * mu)).min(1.0))
}

/// What a low score's chance is multiplied by where goals of two sides depend
/// (Dixon and Coles 1997, section 4.1); 1 of every other score.
#[must_use]
pub fn tau((x, y): (u32, u32), [lambda, mu]: [f64; 2], rho: f64) -> f64 {
    1.0 + rho * slope((x, y), [lambda, mu])
}

/// What ρ is multiplied by in [`tau`].
fn slope(score: (u32, u32), [lambda, mu]: [f64; 2]) -> f64 {
    match score {
        (0, 0) => -lambda * mu,
        (0, 1) => lambda,
        (1, 0) => mu,
        (1, 1) => -1.0,
        _ => 0.0,
    }
}

impl Scores {
    /// Counts a score so many times more.
    pub fn add(&mut self, score: (u32, u32), times: u64) {
        if times > 0 {
            *self.0.entry(score).or_default() += times;
        }
    }

    /// The scores of both.
    pub fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|(&score, &times)| self.add(score, times));
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    fn sum(&self, of: impl Fn((u32, u32)) -> f64) -> f64 {
        self.0.iter().map(|(&score, &times)| of(score) * times as f64).sum()
    }

    /// Goals of either side on average.
    #[must_use]
    pub fn means(&self) -> [f64; 2] {
        let count = self.count().max(1) as f64;
        [self.sum(|(x, _)| f64::from(x)) / count, self.sum(|(_, y)| f64::from(y)) / count]
    }

    /// Σ (x − mean)² of both sides and n times both means: Fisher's index of
    /// dispersion is their quotient.
    fn spread(&self) -> Option<(f64, f64)> {
        let [lambda, mu] = self.means();
        let about = |x: u32, mean: f64| (f64::from(x) - mean).powi(2);
        // Each side in units of its own mean, so that both are χ².
        let all = |(x, y)| {
            let of = |x, mean: f64| if mean > 0.0 { about(x, mean) / mean } else { 0.0 };
            of(x, lambda) + of(y, mu)
        };
        let sides = f64::from(u8::from(lambda > 0.0) + u8::from(mu > 0.0));
        let df = sides * (self.count() as f64 - 1.0);
        (df > 0.0).then(|| (self.sum(all), df))
    }

    /// How many times as spread goals are as Poisson's: 1 of Poisson goals, below
    /// where they are more even.
    #[must_use]
    pub fn dispersion(&self) -> Option<f64> {
        self.spread().map(|(squares, df)| squares / df)
    }

    /// The two-sided p value of "goals are Poisson" by their dispersion (Fisher
    /// 1950; Cochran 1954): Σ (x − x̄)²/x̄ is χ² with n − 1 degrees of freedom.
    #[must_use]
    pub fn poisson_p(&self) -> Option<f64> {
        let (squares, df) = self.spread()?;
        let above = tail(squares, df);
        Some((2.0 * above.min(1.0 - above)).clamp(0.0, 1.0))
    }

    /// Share of draws above Skellam's.
    #[must_use]
    pub fn draws_beyond(&self) -> Option<f64> {
        let count = self.count() as f64;
        let draws = self.sum(|(x, y)| f64::from(u8::from(x == y))) / count;
        (count > 0.0).then(|| draws - skellam(0, self.means()))
    }

    /// The p value of "differences of goals are Skellam's" (Pearson's χ², rare
    /// differences joined to their neighbours). Of the two means only their
    /// difference is fitted to the differences: one degree of freedom less.
    #[must_use]
    pub fn skellam_p(&self) -> Option<f64> {
        let (count, means) = (self.count() as f64, self.means());
        let difference = |(x, y): (u32, u32)| i64::from(x) - i64::from(y);
        let mut found: BTreeMap<i64, f64> = BTreeMap::new();
        for (&score, &times) in &self.0 {
            *found.entry(difference(score)).or_default() += times as f64;
        }
        let (least, most) = (*found.keys().next()?, *found.keys().next_back()?);
        let mut cells: Vec<(f64, f64)> = Vec::new();
        let (mut seen, mut expected, mut told) = (0.0, 0.0, 0.0);
        for d in least.min(-40)..=most.max(40) {
            seen += found.get(&d).copied().unwrap_or_default();
            let more = count * skellam(d, means);
            (expected, told) = (expected + more, told + more);
            // What is left must fill a cell, too.
            if expected >= LEAST_EXPECTED && count - told >= LEAST_EXPECTED {
                cells.push((seen, expected));
                (seen, expected) = (0.0, 0.0);
            }
        }
        cells.push((seen, expected + count - told));
        let df = cells.len() as f64 - 2.0;
        let squares: f64 = cells.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
        (df > 0.0).then(|| tail(squares, df))
    }

    /// Dixon and Coles's ρ by maximum likelihood, means as they are: below 0
    /// there are more 0-0 and 1-1 than independent sides would have. None where
    /// no score tells of it: 0-0, 0-1, 1-0 and 1-1 alone do.
    #[must_use]
    pub fn rho(&self) -> Option<f64> {
        let means = self.means();
        if self.0.keys().all(|&score| slope(score, means) == 0.0) {
            return None;
        }
        // The likelihood is concave between the bounds: its slope falls.
        let falling = |rho: f64| {
            self.sum(|score| match slope(score, means) {
                0.0 => 0.0,
                slope => slope / (1.0 + rho * slope),
            })
        };
        // Just inside: at a bound some score's chance is 0.
        let (low, high) = rho_bounds(means);
        let inside = 1.0 - 1e-9;
        Some(root((low * inside, high * inside), CLOSE, |rho| -falling(rho)))
    }

    /// The p value of "the sides' low scores don't depend" (ρ = 0), by likelihood
    /// ratio.
    #[must_use]
    pub fn rho_p(&self) -> Option<f64> {
        let (rho, means) = (self.rho()?, self.means());
        let gain = self.sum(|score| tau(score, means, rho).max(f64::MIN_POSITIVE).ln());
        Some(chi_squared_tail(2.0 * gain.max(0.0), 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::{Dice, allowance, shares};

    /// Scores of so many matches.
    fn matches(count: u32, mut score: impl FnMut() -> (i64, i64)) -> Scores {
        let mut scores = Scores::default();
        for _ in 0..count {
            let (x, y) = score();
            scores.add((x as u32, y as u32), 1);
        }
        scores
    }

    #[test]
    fn models_are_what_tables_say() {
        // e⁻² I₀(2), e⁻² I₁(2) and a lopsided one by scipy.
        assert!((skellam(0, [1.0, 1.0]) - 0.308_508_322_553_671_6).abs() < 1e-12);
        assert!((skellam(1, [1.0, 1.0]) - 0.215_269_289_248_848_2).abs() < 1e-9);
        let all: f64 = (-40..=40).map(|d| skellam(d, [1.7, 0.9])).sum();
        assert!((all - 1.0).abs() < 1e-12);
        let mean: f64 = (-40..=40_i32).map(|d| f64::from(d) * skellam(d.into(), [1.7, 0.9])).sum();
        assert!((mean - 0.8).abs() < 1e-12);
        assert!((poisson(3, 1.5) - 0.125_510_715_1).abs() < 1e-9);
    }

    #[test]
    fn rho_keeps_every_chance_and_both_margins() {
        for means in [[1.4, 1.1], [0.3, 0.2], [3.0, 2.5]] {
            let (low, high) = rho_bounds(means);
            assert!(low < 0.0 && high > 0.0);
            for rho in [low, high] {
                let chance =
                    |x: u32, y: u32| tau((x, y), means, rho) * poisson(x, means[0]) * poisson(y, means[1]);
                let pairs = || (0..60).flat_map(|x| (0..60).map(move |y| (x, y)));
                assert!(pairs().all(|(x, y)| chance(x, y) >= -1e-15), "{means:?} {rho}");
                assert!((pairs().map(|(x, y)| chance(x, y)).sum::<f64>() - 1.0).abs() < 1e-9);
                let margin: f64 = (0..60).map(|y| chance(1, y)).sum();
                assert!((margin - poisson(1, means[0])).abs() < 1e-12, "{means:?} {rho}");
            }
        }
    }

    /// Poisson goals pass each test in 95 % of seeds.
    #[test]
    fn poisson_goals_pass() {
        for (means, games) in [([1.4, 1.1], 400), ([0.4, 2.5], 400), ([1.4, 1.4], 3000)] {
            let passed = shares(2000, |seed| {
                let mut dice = Dice::new("football", seed);
                let scores = matches(games, || (dice.poisson(means[0]), dice.poisson(means[1])));
                [scores.poisson_p(), scores.skellam_p(), scores.rho_p()].map(|p| p.unwrap() > 0.05)
            });
            for (which, passed) in passed.into_iter().enumerate() {
                let room = allowance(0.05, 2000) + 0.005;
                assert!((passed - 0.95).abs() < room, "{means:?} {games}, test {which}: {passed}");
            }
        }
    }

    /// Goals that are more spread, or more even, fail.
    #[test]
    fn other_spreads_fail() {
        let failed = shares(400, |seed| {
            let mut dice = Dice::new("not football", seed);
            // Days of plenty and days of want: variance 1.3 times the mean.
            let mut wild = |mean: f64| {
                let day = if dice.unit() < 0.5 { 0.5 } else { 1.5 };
                dice.poisson(mean * day)
            };
            let wild = matches(600, || (wild(1.4), wild(1.1)));
            // Ten tries each: variance 0.86 times the mean.
            let mut even = |p: f64| (0..10).filter(|_| dice.unit() < p).count() as i64;
            let even = matches(600, || (even(0.14), even(0.14)));
            [wild.poisson_p().unwrap() < 0.05, even.poisson_p().unwrap() < 0.05]
        });
        assert!(failed[0] > 0.98 && failed[1] > 0.85, "{failed:?}");
        let mut dice = Dice::new("not football", 9);
        let wild = matches(4000, || {
            let day = if dice.unit() < 0.5 { 0.5 } else { 1.5 };
            (dice.poisson(1.4 * day), dice.poisson(1.4 * day))
        });
        assert!((wild.dispersion().unwrap() - 1.35).abs() < 0.06, "{:?}", wild.dispersion());
        // Both sides share their day: draws beyond Skellam, which the test sees.
        assert!(wild.draws_beyond().unwrap() > 0.01 && wild.skellam_p().unwrap() < 0.01);
    }

    /// A planted ρ is found, and goals that agree at low scores fail.
    #[test]
    fn dixon_and_coles_are_found() {
        let (means, rho) = ([1.3, 1.0], -0.2);
        let mut dice = Dice::new("dixon and coles", 1);
        let scores = matches(20_000, || {
            loop {
                let score = (dice.poisson(means[0]), dice.poisson(means[1]));
                // Rejection: τ is at most 1.26 here.
                if dice.unit() < tau((score.0 as u32, score.1 as u32), means, rho) / 1.3 {
                    return score;
                }
            }
        });
        assert!((scores.rho().unwrap() - rho).abs() < 0.03, "{:?}", scores.rho());
        assert!(scores.rho_p().unwrap() < 1e-6 && scores.poisson_p().unwrap() > 0.001);
    }

    #[test]
    fn what_has_no_goals_has_no_model() {
        let mut scores = Scores::default();
        assert_eq!((scores.dispersion(), scores.skellam_p(), scores.rho()), (None, None, None));
        scores.add((0, 0), 100);
        assert_eq!((scores.dispersion(), scores.rho_p()), (None, None));
        // Where three goals win nothing is known of low scores.
        let mut to_three = Scores::default();
        to_three.add((3, 0), 10);
        to_three.add((2, 3), 20);
        assert_eq!((to_three.rho(), to_three.rho_p()), (None, None));
        assert!(to_three.dispersion().is_some());
        let mut other = scores.clone();
        other.merge(&scores);
        assert_eq!(other.count(), 200);
    }
}
