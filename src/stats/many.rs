//! When a table tests many things at once.
//!
//! In: p values in table order. Out: adjusted p values in the
//! same order, to be compared with the error rate wanted. Numbers that are not
//! in 0..1 count as 1: no evidence.

use super::distribution::alpha;

/// The level of each of `parts` intervals that hold together with probability
/// `level` (Bonferroni).
#[must_use]
pub fn level_of_each(level: f64, parts: usize) -> f64 {
    1.0 - alpha(level) / parts.max(1) as f64
}

/// Adjusted p values of Benjamini and Hochberg (1995): rejecting those at most
/// q keeps the expected share of false ones among the rejected at q, under
/// independence or positive dependence. For report tables.
#[must_use]
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let m = p.len() as f64;
    let mut adjusted = vec![1.0; p.len()];
    let mut least = 1.0_f64;
    for (rank, &i) in order.iter().enumerate().rev() {
        least = least.min(cleaned(p[i]) * m / (rank + 1) as f64);
        adjusted[i] = least;
    }
    adjusted
}

/// Adjusted p values of Holm (1979): rejecting those at most α keeps the
/// probability of any false one at α, under any dependence. For gates.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let mut adjusted = vec![1.0; p.len()];
    let mut most = 0.0_f64;
    for (rank, &i) in order.iter().enumerate() {
        most = most.max((cleaned(p[i]) * (p.len() - rank) as f64).min(1.0));
        adjusted[i] = most;
    }
    adjusted
}

fn cleaned(p: f64) -> f64 {
    if (0.0..=1.0).contains(&p) { p } else { 1.0 }
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| cleaned(p[a]).total_cmp(&cleaned(p[b])));
    order
}

#[cfg(test)]
mod tests {
    use super::super::distribution::normal_cdf;
    use super::super::simulate::Dice;
    use super::*;

    /// References: `statsmodels` 0.15.0 `multipletests` (`fdr_bh`, `fdr_by`,
    /// `holm`).
    #[test]
    fn adjusted_values_match_statsmodels() {
        let p = [0.04, 0.001, 0.03, 0.8, 0.012, 0.012, 0.2, 0.0005];
        let close = |found: Vec<f64>, wanted: [f64; 8]| {
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-12), "{found:?}");
        };
        let m = 0.4 / 7.5;
        close(benjamini_hochberg(&p), [m, 0.004, 0.048, 0.8, 0.024, 0.024, 1.6 / 7.0, 0.004]);
        close(holm(&p), [0.12, 0.007, 0.12, 0.8, 0.072, 0.072, 0.4, 0.004]);
    }

    #[test]
    fn edges() {
        assert!(benjamini_hochberg(&[]).is_empty() && holm(&[]).is_empty());
        assert_eq!(benjamini_hochberg(&[f64::NAN, 0.01]), [1.0, 0.02]);
        assert_eq!(holm(&[2.0]), [1.0]);
    }

    /// Forty rows, ten of them with an effect.
    #[test]
    fn calibration_error_rates() {
        let mut dice = Dice::new("many", 0);
        let experiments = 10_000;
        let (mut bh, mut any, mut found) = (0.0, 0, 0);
        for _ in 0..experiments {
            let z: Vec<f64> = (0..40).map(|i| dice.normal() + if i < 10 { 3.0 } else { 0.0 }).collect();
            let p: Vec<f64> = z.iter().map(|z| 2.0 * normal_cdf(-z.abs())).collect();
            let false_share = |rejected: &[bool]| {
                let all = rejected.iter().filter(|r| **r).count().max(1);
                rejected[10..].iter().filter(|r| **r).count() as f64 / all as f64
            };
            let at = |p: Vec<f64>, q: f64| p.into_iter().map(|p| p <= q).collect::<Vec<_>>();
            let rejected = at(benjamini_hochberg(&p), 0.1);
            found += rejected[..10].iter().filter(|r| **r).count();
            bh += false_share(&rejected);
            any += u32::from(at(holm(&p), 0.05)[10..].iter().any(|r| *r));
        }
        let n = f64::from(experiments);
        // BH is exact: q times the share of true nulls, 7.5 %.
        assert!((bh / n - 0.075).abs() < 0.005, "{}", bh / n);
        assert!(f64::from(any) / n <= 0.05, "{any}");
        assert!(found as f64 / n / 10.0 > 0.6, "{found}");
    }
}
