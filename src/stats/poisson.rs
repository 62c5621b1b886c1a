//! Do goals behave like a textbook's? A check on the game, never a substitute
//! for it.
//!
//! In: sums or histograms of goals per game. Out: the dispersion test, and the
//! simulated goal differences against the Skellam distribution.

use serde::Serialize;

use super::distribution::chi_squared_tail;
use super::sums::{BlockSums, Counts};

/// Result of a test of fit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Fit {
    /// χ² statistic.
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: u64,
    /// Probability of a statistic this large if the model held. With very many
    /// games any game deviates: judge by `effect`.
    pub p_value: f64,
    /// Size of the deviation: variance / mean (1 for Poisson) for the
    /// dispersion test, total variation distance (0..1) for Skellam.
    pub effect: f64,
    /// Name of the test.
    pub method: &'static str,
}

/// Poisson dispersion test (Fisher 1950): Σ(x - x̄)² / x̄ is χ² with n - 1
/// degrees of freedom. Two-sided p value, because football goals may well be
/// less dispersed than Poisson's. Method `dispersion`.
///
/// `goals` are the goals of one side per game, each game a block of its own.
/// `None` with fewer than two games or no goal.
#[must_use]
pub fn dispersion(goals: &BlockSums) -> Option<Fit> {
    let (mean, variance) = (goals.mean()?, goals.variance()?);
    if mean <= 0.0 {
        return None;
    }
    let df = goals.blocks - 1;
    let statistic = df as f64 * variance / mean;
    let above = chi_squared_tail(statistic, df as f64);
    Some(Fit {
        statistic,
        df,
        p_value: (2.0 * above.min(1.0 - above)).min(1.0),
        effect: variance / mean,
        method: "dispersion",
    })
}

/// Probability that two independent Poisson counts with means `first` and
/// `second` differ by `k` (Skellam 1946), summed from the Poisson
/// probabilities. 0 for means that are not finite and at least 0.
#[must_use]
pub fn skellam(k: i64, first: f64, second: f64) -> f64 {
    if !(first >= 0.0 && second >= 0.0 && first.is_finite() && second.is_finite()) {
        return 0.0;
    }
    if k < 0 {
        return skellam(-k, second, first);
    }
    let log = |mean: f64, count: f64| {
        if count == 0.0 {
            -mean
        } else if mean == 0.0 {
            f64::NEG_INFINITY
        } else {
            count * mean.ln() - mean - statrs::function::gamma::ln_gamma(count + 1.0)
        }
    };
    let term = |j: f64| (log(first, j + k as f64) + log(second, j)).exp();
    // Terms rise up to about j = √(first · second), then fall faster than any
    // power.
    let peak = (first * second).sqrt();
    let mut sum = 0.0;
    let mut j = 0.0;
    loop {
        let next = term(j);
        sum += next;
        if j > peak && next <= 1e-17 * sum {
            break;
        }
        j += 1.0;
    }
    sum
}

/// Goal differences of a simulation against Skellam's distribution with the
/// observed mean goals: χ² over cells of at least five expected games, one
/// degree of freedom fewer than cells; the effect is the total variation
/// distance over all differences. Method `skellam`.
///
/// The means come from the goals themselves, not from the cells, so the true
/// reference lies between χ² with one and with three degrees of freedom fewer
/// than cells (Chernoff and Lehmann 1954); this is the cautious end.
///
/// `differences` are first minus second per game, `first` and `second` the
/// mean goals. `None` without games or with fewer than four such cells.
#[must_use]
pub fn skellam_fit(differences: &Counts, first: f64, second: f64) -> Option<Fit> {
    let n = differences.total() as f64;
    if n == 0.0 {
        return None;
    }
    let least = differences.cells().next()?.0;
    let most = differences.cells().next_back()?.0;
    let observed: std::collections::BTreeMap<i64, u64> = differences.cells().collect();
    let mut cells: Vec<(f64, f64)> = Vec::new();
    // What the model expects beyond the extremes joins the outermost cells.
    let below: f64 = (1..200).map(|step| skellam(least - step, first, second)).sum();
    let (mut inside, mut distance) = (below, below);
    let mut open = (0.0, n * below);
    for k in least..=most {
        let seen = observed.get(&k).copied().unwrap_or(0) as f64;
        let p = skellam(k, first, second);
        inside += p;
        distance += (seen / n - p).abs();
        open = (open.0 + seen, open.1 + n * p);
        if open.1 >= 5.0 {
            cells.push(open);
            open = (0.0, 0.0);
        }
    }
    let above = (1.0 - inside).max(0.0);
    if let Some(last) = cells.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1 + n * above);
    }
    if cells.len() < 4 {
        return None;
    }
    let statistic: f64 = cells.iter().map(|&(o, e)| (o - e).powi(2) / e).sum();
    let df = cells.len() as u64 - 1;
    Some(Fit {
        statistic,
        df,
        p_value: chi_squared_tail(statistic, df as f64),
        effect: f64::midpoint(distance, above).min(1.0),
        method: "skellam",
    })
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    /// References: `scipy` 1.17.1 (`skellam.pmf`, `chi2`).
    #[test]
    fn they_match_scipy() {
        for (k, a, b, p) in [
            (0, 1.6, 1.1, 0.248_910_980_641_434_8),
            (3, 1.6, 1.1, 0.069_988_794_535_201_88),
            (-4, 0.5, 2.2, 0.081_423_022_909_794_13),
            (10, 30.0, 25.0, 0.042_720_193_892_606_82),
        ] {
            assert!((skellam(k, a, b) - p).abs() < 1e-12);
        }
        let fit = dispersion(&BlockSums::from_iter([0, 1, 3, 2, 5, 0, 1, 1, 4, 2])).unwrap();
        assert!((fit.statistic - 13.105_263_157_894_738).abs() < 1e-12 && fit.df == 9);
        assert!((fit.p_value - 0.315_801_559_312_877_46).abs() < 1e-10);
        assert!((fit.effect - 1.456_140_350_877_193_3).abs() < 1e-12);
    }

    #[test]
    fn edges() {
        assert!(dispersion(&BlockSums::EMPTY).is_none());
        assert!(dispersion(&BlockSums::from_iter([0, 0])).is_none());
        assert!(skellam_fit(&Counts::new(), 1.0, 1.0).is_none());
        assert!(skellam_fit(&Counts::from_iter([0, 1, 1]), 1.0, 1.0).is_none());
        assert_eq!(skellam(3, f64::NAN, 1.0), 0.0);
        assert_eq!(skellam(0, 0.0, 0.0), 1.0);
        assert_eq!(skellam(2, 0.0, 1.0), 0.0);
    }

    #[test]
    fn calibration_poisson_goals_pass_and_others_do_not() {
        let mut dice = Dice::new("poisson", 0);
        let experiments = 2_000;
        let (mut dispersed, mut fitted, mut caught) = (0, 0, 0);
        for _ in 0..experiments {
            let mut goals = BlockSums::EMPTY;
            let mut differences = Counts::new();
            let (mut first, mut second) = (0, 0);
            let mut clumped = BlockSums::EMPTY;
            for _ in 0..300 {
                let (x, y) = (dice.poisson(1.6), dice.poisson(1.1));
                goals.add(x);
                first += x;
                second += y;
                differences.add(x - y);
                let rate = if dice.unit() < 0.5 { 0.8 } else { 2.4 };
                clumped.add(dice.poisson(rate));
            }
            dispersed += i32::from(dispersion(&goals).unwrap().p_value <= 0.05);
            caught += i32::from(dispersion(&clumped).unwrap().p_value <= 0.05);
            let fit = skellam_fit(&differences, first as f64 / 300.0, second as f64 / 300.0).unwrap();
            fitted += i32::from(fit.p_value <= 0.05);
        }
        let share = [dispersed, fitted, caught].map(|c| f64::from(c) / f64::from(experiments));
        assert!((0.035..0.065).contains(&share[0]) && (0.01..0.055).contains(&share[1]), "{share:?}");
        assert!(share[2] > 0.9, "{share:?}");
    }
}
