//! What to report after stopping at a look: a comparison that may stop as soon
//! as its bound is crossed stops most readily on a value that is too large.
//!
//! In: at which values it goes on, look by look, and where it stopped. Out: the
//! true value for which as many stops would have shown more as less
//! (median-unbiased), and the interval of true values that are not contradicted,
//! both by the order of the values seen (Emerson and Fleming 1990; Jennison and
//! Turnbull 2000, section 8.4). Where widths shrink from look to look, as they
//! do here, the interval never contradicts the verdict that stopped it.

use super::super::root::root;
use super::group::Walk;

/// One look: the information (1 over the squared standard error) and the
/// stretches of values at which the comparison goes on; none at the last look.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// Information at this look.
    pub information: f64,
    /// Stretches of values, from and to.
    pub goes_on: Vec<(f64, f64)>,
}

/// What a stop shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct After {
    /// Lower end of the interval.
    pub low: f64,
    /// The median-unbiased value.
    pub value: f64,
    /// Its upper end.
    pub high: f64,
}

/// Probability of a stop that shows at least `seen` when the truth is `truth`.
#[must_use]
pub fn at_least(stages: &[Stage], seen: f64, truth: f64) -> f64 {
    let mut walk = Walk::new(truth);
    let mut all = 0.0;
    for (look, stage) in stages.iter().enumerate() {
        let above = |value: f64| walk.above(stage.information, value.max(seen) * stage.information);
        let on: f64 = stage.goes_on.iter().map(|&(from, to)| above(from) - above(to)).sum();
        let Some(next) = stages.get(look + 1) else {
            return all + above(seen);
        };
        all += above(seen) - on;
        let scores: Vec<(f64, f64)> = stage
            .goes_on
            .iter()
            .map(|&(from, to)| (from * stage.information, to * stage.information))
            .collect();
        walk.goes_on(stage.information, next.information, &scores);
        if walk.left() < 1e-7 {
            break;
        }
    }
    all
}

/// The value and interval of this level after a stop that showed `seen` at
/// information `information`. `None` without looks or information.
#[must_use]
pub fn interval(stages: &[Stage], seen: f64, information: f64, level: f64) -> Option<After> {
    let error = 1.0 / information.sqrt();
    if stages.is_empty() || !error.is_finite() || error <= 0.0 || !seen.is_finite() {
        return None;
    }
    let tail = (1.0 - level) / 2.0;
    let around = (seen - 8.0 * error, seen + 8.0 * error);
    let solve = |wanted: f64| root(around, 1e-7 * error, |truth| at_least(stages, seen, truth) - wanted);
    Some(After { low: solve(tail), value: solve(0.5), high: solve(1.0 - tail) })
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, shares};
    use super::super::group::{Looks, Spending};
    use super::*;

    /// A test of "no difference" with looks at these blocks, σ = 1.
    fn stages(blocks: &[u64], margin: f64) -> Vec<Stage> {
        let looks = Looks { blocks: blocks.to_vec(), spending: Spending::Power(0.5) };
        let last = blocks.len() - 1;
        let one = |(look, (&n, bound)): (usize, (&u64, f64))| {
            let half = bound / (n as f64).sqrt();
            let goes_on = match look {
                _ if look == last => Vec::new(),
                _ if margin > half => vec![(-margin - half, half - margin), (margin - half, margin + half)],
                _ => vec![(-margin - half, margin + half)],
            };
            Stage { information: n as f64, goes_on }
        };
        blocks.iter().zip(looks.bounds(0.95)).enumerate().map(one).collect()
    }

    #[test]
    fn one_look_is_the_plain_interval() {
        let once = stages(&[100], 0.0);
        let found = interval(&once, 0.3, 100.0, 0.95).unwrap();
        assert!((found.value - 0.3).abs() < 1e-5, "{found:?}");
        assert!((found.low - 0.104_003_6).abs() < 1e-5 && (found.high - 0.495_996_4).abs() < 1e-5);
        assert!(interval(&[], 0.3, 100.0, 0.95).is_none() && interval(&once, 0.3, 0.0, 0.95).is_none());
    }

    /// Jennison and Turnbull 2000, section 8.4: a stop on the bound of the first
    /// of several looks is pulled towards no difference and stays clear of it.
    #[test]
    fn an_early_stop_is_pulled_back_and_keeps_its_verdict() {
        for margin in [0.0, 0.1] {
            let stages = stages(&[50, 100, 200, 400, 800], margin);
            for (look, stage) in stages.iter().take(4).enumerate() {
                let seen = stage.goes_on.last().unwrap().1 + 1e-6;
                let found = interval(&stages, seen, stage.information, 0.95).unwrap();
                assert!(found.value < seen, "{look}: {found:?} {seen}");
                assert!(found.low > margin - 1e-4 && found.high > found.value, "{look}: {found:?}");
            }
        }
    }

    /// Whatever is true, 95 % of the intervals hold it and half of the values lie
    /// above it, while more than half of the plain means lie too far out.
    #[test]
    fn calibration_after_stopping() {
        let blocks = [32, 40, 50, 63, 79, 99, 124, 155, 194, 243, 304, 380];
        for (margin, truth) in [(0.0, 0.0), (0.0, 0.2), (0.15, 0.0), (0.15, 0.15), (0.15, 0.3)] {
            let stages = stages(&blocks, margin);
            let [held, above, beyond] = shares(2_000, |experiment| {
                let mut dice = Dice::new("after looks", experiment);
                let (mut sum, mut n) = (0.0, 0.0);
                let mut seen = 0.0;
                for stage in &stages {
                    while n < stage.information {
                        sum += dice.normal() + truth;
                        n += 1.0;
                    }
                    seen = sum / n;
                    if !stage.goes_on.iter().any(|&(from, to)| from < seen && seen < to) {
                        break;
                    }
                }
                let p = at_least(&stages, seen, truth);
                [(0.025..0.975).contains(&p), p < 0.5, seen.abs() > truth]
            });
            assert!((0.935..0.965).contains(&held), "{margin} {truth}: {held}");
            assert!((0.465..0.535).contains(&above), "{margin} {truth}: {above}");
            assert!(truth != 0.2 || beyond > 0.52, "{beyond}");
        }
    }
}
