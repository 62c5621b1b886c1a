//! "Is B better than A?" decided as soon as it is decidable: the generalised
//! sequential probability ratio test on block scores (Wald 1945; Li, Liu and
//! Ying 2014; Van den Bergh's notes, as chess engine testing uses it).
//!
//! In: how often each block score occurred (the pentanomial 0, ¼, ½, ¾, 1 for
//! mirrored pairs; any finite support), two hypothetical means, two error
//! rates. Out: the log likelihood ratio and a decision.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::distribution::bisect;

/// What stands for a score that never occurred, so that the support stays
/// what it is (fishtest's regularisation).
const EMPTY_CELL: f64 = 1e-3;

/// The two hypotheses and how often the test may err.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gsprt {
    /// Mean block score if nothing is gained.
    pub s0: f64,
    /// Mean block score if what is looked for is there; not equal to `s0`.
    pub s1: f64,
    /// Probability of accepting `s1` when `s0` is true.
    pub alpha: f64,
    /// Probability of accepting `s0` when `s1` is true.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The mean is that of `s1` (or beyond).
    AcceptGain,
    /// The mean is that of `s0` (or beyond).
    AcceptNone,
    /// More blocks are needed.
    Continue,
}

impl Gsprt {
    /// Wald's bounds of the log likelihood ratio: ln(β / (1 - α)) and
    /// ln((1 - β) / α).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (self.alpha.clamp(1e-12, 0.5), self.beta.clamp(1e-12, 0.5));
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Log likelihood ratio of `s1` against `s0` over all distributions on the
    /// support with those means: N Σ p̂ ln(p(s₁) / p(s₀)), p(s) = p̂ / (1 + θ (a
    /// - s)) with θ the root of Σ p̂ (a - s) / (1 + θ (a - s)) = 0.
    ///
    /// `cells` are the block scores, those that have not occurred included,
    /// with their counts. 0 without blocks; ±∞ when only one of the means is
    /// possible on this support, 0 when neither is.
    #[must_use]
    pub fn llr(&self, cells: &[(f64, u64)]) -> f64 {
        if cells.iter().all(|cell| cell.1 == 0) {
            return 0.0;
        }
        let cells: Vec<(f64, f64)> =
            cells.iter().map(|&(a, n)| (a, if n == 0 { EMPTY_CELL } else { n as f64 })).collect();
        match (log_loss(&cells, self.s0), log_loss(&cells, self.s1)) {
            (Some(none), Some(gain)) => none - gain,
            (None, Some(_)) => f64::INFINITY,
            (Some(_), None) => f64::NEG_INFINITY,
            (None, None) => 0.0,
        }
    }

    /// The quick form N (s₁ - s₀)(2 ŝ - s₀ - s₁) / (2 v̂): accurate for small
    /// differences. 0 without blocks or variance.
    #[cfg(test)]
    pub(crate) fn llr_quick(&self, cells: &[(f64, u64)]) -> f64 {
        match moments(cells) {
            Some((n, mean, variance)) if variance > 0.0 => {
                n * (self.s1 - self.s0) * (2.0 * mean - self.s0 - self.s1) / (2.0 * variance)
            }
            _ => 0.0,
        }
    }

    /// Decides on `llr`, with both bounds moved inwards by the overshoot
    /// measured so far.
    #[must_use]
    pub fn decide(&self, llr: f64, overshoot: &Overshoot) -> Decision {
        let (low, high) = self.bounds();
        if llr >= high - overshoot.above() {
            Decision::AcceptGain
        } else if llr <= low + overshoot.below() {
            Decision::AcceptNone
        } else {
            Decision::Continue
        }
    }
}

/// Number of blocks, mean and variance (divisor n) of block scores, with empty
/// cells regularised.
pub(crate) fn moments(cells: &[(f64, u64)]) -> Option<(f64, f64, f64)> {
    if cells.iter().all(|cell| cell.1 == 0) {
        return None;
    }
    let weight = |n: u64| if n == 0 { EMPTY_CELL } else { n as f64 };
    let n: f64 = cells.iter().map(|cell| weight(cell.1)).sum();
    let mean = cells.iter().map(|cell| cell.0 * weight(cell.1)).sum::<f64>() / n;
    let variance = cells.iter().map(|cell| (cell.0 - mean).powi(2) * weight(cell.1)).sum::<f64>() / n;
    Some((n, mean, variance))
}

/// Σ n ln(1 + θ (a - s)): what the likelihood loses when the mean has to be
/// `s`. `None` when no distribution on the support has that mean.
fn log_loss(cells: &[(f64, f64)], s: f64) -> Option<f64> {
    let least = cells.iter().map(|cell| cell.0 - s).fold(f64::INFINITY, f64::min);
    let most = cells.iter().map(|cell| cell.0 - s).fold(f64::NEG_INFINITY, f64::max);
    if least.is_nan() || most.is_nan() || least >= 0.0 || most <= 0.0 {
        return None;
    }
    let slope =
        |theta: f64| -> f64 { cells.iter().map(|&(a, n)| n * (a - s) / (1.0 + theta * (a - s))).sum() };
    // 1 + θ (a - s) stays positive for all a inside this interval, at whose
    // ends the slope is +∞ and -∞.
    let (low, high) = (-1.0 / most, -1.0 / least);
    let inset = 1e-13 * (high - low);
    let theta = bisect(low + inset, high - inset, slope);
    Some(cells.iter().map(|&(a, n)| n * (theta * (a - s)).ln_1p()).sum())
}

/// How far the ratio jumps over its records, measured along the way (Siegmund
/// 1985, chapter X: the mean excess of ladder heights is E h² / 2 E h).
///
/// The test stops when it has jumped over a bound; leaving this out makes it
/// err less often than allowed and last longer. Fed with the ratio at each
/// look, in order of the blocks; left empty, the test is the cautious one.
/// Measured with α = β = 0.05 in 4000 simulated tests each: errors of 5.1 %
/// and 4.9 % looked at every 4 blocks (4.8 % and 4.6 % without it, 4 % more
/// blocks), 5.5 % and 5.1 % every 50 blocks (3.7 % and 3.8 %, 15 % more).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Overshoot {
    looks: u64,
    highest: f64,
    up: f64,
    up_squares: f64,
    lowest: f64,
    down: f64,
    down_squares: f64,
}

impl Overshoot {
    /// Sees the ratio at the next look.
    pub fn see(&mut self, llr: f64) {
        if !llr.is_finite() {
            return;
        }
        self.looks += 1;
        if self.looks == 1 {
            // Where the looks begin says nothing about how far they jump.
            (self.highest, self.lowest) = (llr, llr);
        }
        if llr > self.highest {
            let step = llr - self.highest;
            self.up += step;
            self.up_squares += step * step;
            self.highest = llr;
        }
        if llr < self.lowest {
            let step = self.lowest - llr;
            self.down += step;
            self.down_squares += step * step;
            self.lowest = llr;
        }
    }

    /// Mean overshoot of an upper bound, half a unit at most.
    #[must_use]
    pub fn above(&self) -> f64 {
        if self.up > 0.0 { (self.up_squares / self.up / 2.0).min(0.5) } else { 0.0 }
    }

    /// Mean overshoot of a lower bound, half a unit at most.
    #[must_use]
    pub fn below(&self) -> f64 {
        if self.down > 0.0 { (self.down_squares / self.down / 2.0).min(0.5) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::super::super::simulate::{Dice, allowance};
    use super::*;

    fn cells(counts: [u64; 5]) -> [(f64, u64); 5] {
        [(0.0, counts[0]), (0.25, counts[1]), (0.5, counts[2]), (0.75, counts[3]), (1.0, counts[4])]
    }

    /// References: fishtest's formulas (`LLRcalc.py`: `LLR`, `LLR_alt2`)
    /// in `numpy`, roots by `scipy` `brentq`.
    #[test]
    fn ratios_match_fishtest() {
        for (counts, s0, s1, llr, quick) in [
            ([10, 20, 40, 25, 12], 0.5, 0.52, 0.303_866_438_894_474_34, 0.305_522_431_095_407_2),
            ([100, 210, 400, 250, 140], 0.5, 0.51, 3.042_169_008_808_376_6, 3.064_874_644_611_022_4),
            ([0, 3, 9, 5, 1], 0.5, 0.6, 0.304_104_257_412_812_2, 0.257_674_205_292_960_2),
            ([37, 300, 812, 340, 33], 0.495, 0.505, 2.110_478_192_984_192, 2.119_114_932_933_891_6),
        ] {
            let test = Gsprt { s0, s1, alpha: 0.05, beta: 0.05 };
            let c = cells(counts);
            assert!((test.llr(&c) - llr).abs() < 1e-8, "{} {llr}", test.llr(&c));
            assert!((test.llr_quick(&c) - quick).abs() < 1e-10);
        }
        let (low, high) = Gsprt { s0: 0.5, s1: 0.52, alpha: 0.05, beta: 0.05 }.bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn edges() {
        let test = Gsprt { s0: 0.5, s1: 0.52, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.llr(&cells([0; 5])), 0.0);
        assert_eq!(test.llr_quick(&[]), 0.0);
        assert_eq!(Gsprt { s0: 0.5, s1: 1.5, ..test }.llr(&cells([1; 5])), f64::NEG_INFINITY);
        assert_eq!(Gsprt { s0: -1.0, s1: 0.5, ..test }.llr(&cells([1; 5])), f64::INFINITY);
        assert_eq!(Gsprt { s0: -1.0, s1: 1.5, ..test }.llr(&cells([1; 5])), 0.0);
        assert!(test.llr(&cells([0, 0, 10, 0, 0])).is_finite());
        let mut overshoot = Overshoot::default();
        overshoot.see(f64::INFINITY);
        assert_eq!((overshoot.above(), overshoot.below()), (0.0, 0.0));
        for llr in [0.0, 0.2, 0.1, 0.6, -0.3] {
            overshoot.see(llr);
        }
        // Ladder steps 0.2 and 0.4 up, 0.3 down.
        assert!((overshoot.above() - 0.2 / 0.6 / 2.0).abs() < 1e-12);
        assert!((overshoot.below() - 0.15).abs() < 1e-12);
    }

    #[test]
    fn overshoot_moves_both_bounds_inwards() {
        let test = Gsprt { s0: 0.5, s1: 0.52, alpha: 0.05, beta: 0.05 };
        let (low, high) = test.bounds();
        let mut jumped = Overshoot::default();
        for llr in [0.0, 0.6, -0.6] {
            jumped.see(llr);
        }
        // Steps of 0.6 both ways: 0.3 on average beyond a bound.
        for (llr, wanted) in [
            (high - 0.29, Decision::AcceptGain),
            (high - 0.31, Decision::Continue),
            (low + 0.31, Decision::Continue),
            (low + 0.29, Decision::AcceptNone),
        ] {
            assert_eq!(test.decide(llr, &jumped), wanted, "{llr}");
        }
        assert_eq!(test.decide(low + 0.29, &Overshoot::default()), Decision::Continue);
    }

    #[test]
    fn exchanging_the_hypotheses_turns_the_ratio_round() {
        let test = Gsprt { s0: 0.5, s1: 0.53, alpha: 0.05, beta: 0.05 };
        let turned = Gsprt { s0: 0.53, s1: 0.5, ..test };
        let c = cells([40, 90, 200, 110, 60]);
        assert!((test.llr(&c) + turned.llr(&c)).abs() < 1e-10);
    }

    /// One test of a true mean between `test`'s: what it decided and after how
    /// many pairs, looked at every `step` of them.
    fn simulate(test: &Gsprt, mean: f64, step: u64, experiment: u64) -> (Decision, u64) {
        let tilt = (mean - 0.5) * 2.0;
        // A pair of games with draws: variance 0.075 at ½.
        let p = [0.1 - 0.4 * tilt, 0.2 - 0.2 * tilt, 0.4, 0.2 + 0.2 * tilt, 0.1 + 0.4 * tilt];
        let mut dice = Dice::new("gsprt", experiment + (mean * 1e6) as u64 * 1_000_000);
        let mut c = cells([0; 5]);
        let mut overshoot = Overshoot::default();
        for n in 1..=20_000_u64 {
            c[dice.face(&p)].1 += 1;
            // The ratio of a few pairs is not to be trusted.
            if n >= 48 && n.is_multiple_of(step) {
                let llr = test.llr(&c);
                overshoot.see(llr);
                match test.decide(llr, &overshoot) {
                    Decision::Continue => {}
                    decision => return (decision, n),
                }
            }
        }
        (Decision::Continue, 20_000)
    }

    /// Errors of 5 %, and about half the pairs of a fixed test, looked at every
    /// four pairs and after every one.
    #[test]
    fn calibration_gsprt_keeps_its_error_rates() {
        let experiments = 2_000;
        for (s1, step) in [(0.52, 4), (0.54, 1)] {
            let test = Gsprt { s0: 0.5, s1, alpha: 0.05, beta: 0.05 };
            let ended = |mean: f64| -> (f64, f64) {
                let all: Vec<(Decision, u64)> = (0..experiments)
                    .into_par_iter()
                    .map(|experiment| simulate(&test, mean, step, experiment))
                    .collect();
                let gains = all.iter().filter(|end| end.0 == Decision::AcceptGain).count();
                let pairs: u64 = all.iter().map(|end| end.1).sum();
                (gains as f64 / experiments as f64, pairs as f64 / experiments as f64)
            };
            let (none, half, gain) = (ended(0.5), ended(f64::midpoint(0.5, s1)), ended(s1));
            let wrong = [none.0, 1.0 - gain.0];
            assert!(wrong.iter().all(|w| *w <= 0.05 + allowance(0.05, experiments)), "{s1}: {wrong:?}");
            assert!((0.45..0.55).contains(&half.0), "{s1}: {half:?}");
            // A fixed test with these errors needs (2 · 1.645)² v / (s1 - s0)² pairs.
            let fixed = (2.0 * 1.645_f64).powi(2) * 0.075 / (s1 - 0.5).powi(2);
            assert!(none.1 < 0.65 * fixed && gain.1 < 0.65 * fixed, "{none:?}, {gain:?} against {fixed}");
        }
    }
}
