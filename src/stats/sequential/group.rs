//! Bounds for a test that is looked at a fixed number of times: group-sequential
//! designs with error spending (Lan and `DeMets` 1983; Jennison and Turnbull 2000,
//! chapters 7 and 19).
//!
//! In: the looks, in blocks, and how the error is spent over them. Out: for
//! every look the bound of |Z|, or the level of the fixed-size interval that has
//! it. An interval of that level made at each look holds at all looks together
//! (a repeated confidence interval: Jennison and Turnbull 1989), so that a
//! comparison may stop on whatever it shows, and its looks cost no more than
//! looks do.
//!
//! Paths of the score, a Gaussian walk with independent steps, are followed by
//! numerical integration from look to look (Armitage, `McPherson` and Rowe 1969):
//! `Walk`. A t quantile in place of the normal one at the same level makes up
//! for a variance that is estimated (Pocock 1977).

use super::super::distribution::{alpha, normal_cdf, z};
use super::super::root::{CLOSE, root};

/// How the error is spent as information comes in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spending {
    /// α tʳ: the larger r, the later (Kim and `DeMets` 1987).
    Power(f64),
    /// α ln(1 + (e - 1) t): bounds near Pocock's, which are the same at all looks.
    Pocock,
    /// Twice 2 (1 - Φ(z / √t)), z that of α/4: bounds near those of O'Brien and
    /// Fleming, which fall as 1 / √t.
    OBrienFleming,
}

impl Spending {
    /// The error spent when a share `t` of the information is in, of `error` in
    /// all.
    #[must_use]
    pub fn spent(self, t: f64, error: f64) -> f64 {
        let t = t.clamp(0.0, 1.0);
        match self {
            Self::Power(r) => error * t.powf(r),
            Self::Pocock => error * ((std::f64::consts::E - 1.0) * t).ln_1p(),
            Self::OBrienFleming => {
                let last = z(1.0 - 0.5 * error);
                4.0 * normal_cdf(-last / t.sqrt().max(1e-9))
            }
        }
    }
}

/// The looks of a two-sided test.
#[derive(Debug, Clone, PartialEq)]
pub struct Looks {
    /// Blocks at each look, rising.
    pub blocks: Vec<u64>,
    /// How the error is spent over them, the last one being the end.
    pub spending: Spending,
}

impl Looks {
    /// Bounds of |Z| at every look: some path of a walk without drift ever
    /// crosses one with probability 1 - `level`.
    #[must_use]
    pub fn bounds(&self, level: f64) -> Vec<f64> {
        let error = alpha(level);
        let last = self.blocks.last().map_or(1.0, |&last| last as f64);
        let mut walk = Walk::new(0.0);
        let mut spent = 0.0;
        let mut bounds = Vec::with_capacity(self.blocks.len());
        for (k, &blocks) in self.blocks.iter().enumerate() {
            let information = blocks as f64;
            let by_now = self.spending.spent(information / last, error);
            let bound = walk.bound(information, (by_now - spent) / 2.0);
            spent = by_now;
            bounds.push(bound);
            let far = bound * information.sqrt();
            let next = self.blocks.get(k + 1).map(|&next| next as f64);
            if let Some(next) = next {
                walk.goes_on(information, next, &[(-far, far)]);
            }
        }
        bounds
    }
}

/// The level of the fixed-size interval that reaches so many standard errors.
#[must_use]
pub fn level_of(bound: f64) -> f64 {
    1.0 - 2.0 * normal_cdf(-bound)
}

/// Evenly spaced scores, and what of a density belongs to each.
#[derive(Debug, Clone)]
struct Stretch {
    low: f64,
    size: f64,
    parts: Vec<f64>,
}

/// Points of a stretch whose kernel is worked out from the first of them.
const RUN: usize = 16;

impl Stretch {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.parts.iter().enumerate().map(|(i, &part)| (self.low + i as f64 * self.size, part))
    }

    /// The sum of parts times exp(-z² / 2), z being how far from `at` each lies in
    /// units of `width`. From point to point the factor changes by a ratio, which
    /// itself changes by one that is the same everywhere.
    fn kernel(&self, at: f64, width: f64) -> f64 {
        let step = self.size / width;
        let bend = (-step * step).exp();
        let mut sum = 0.0;
        let mut z = (at - self.low) / width;
        for run in self.parts.chunks(RUN) {
            let last = z - (run.len() - 1) as f64 * step;
            if last <= REACH && z >= -REACH {
                let mut factor = (-0.5 * z * z).exp();
                let mut ratio = (step * (z - 0.5 * step)).exp();
                for part in run {
                    sum += part * factor;
                    factor *= ratio;
                    ratio *= bend;
                }
            }
            z = last - step;
        }
        sum
    }
}

/// The score of all paths that have gone on so far: the part of its density that
/// is left.
#[derive(Debug, Clone)]
pub(super) struct Walk {
    /// Mean of a step, per unit of information.
    drift: f64,
    /// Information so far.
    information: f64,
    stretches: Vec<Stretch>,
}

/// Bounds beyond which no error is spent.
const FARTHEST: f64 = 9.0;
/// Standard deviations beyond which nothing of a density is left.
const REACH: f64 = 8.5;
/// Points per standard deviation of the narrower of two steps.
const FINENESS: f64 = 6.0;
/// Points at most on a stretch.
const MOST_POINTS: f64 = 2_000.0;

impl Walk {
    /// Before the first step.
    pub(super) fn new(drift: f64) -> Self {
        let begin = Stretch { low: 0.0, size: 0.0, parts: vec![1.0] };
        Self { drift, information: 0.0, stretches: vec![begin] }
    }

    /// Probability of having gone on so far.
    pub(super) fn left(&self) -> f64 {
        self.stretches.iter().flat_map(|stretch| &stretch.parts).sum()
    }

    /// Probability of having gone on so far and of a score above `score` at the
    /// next look.
    pub(super) fn above(&self, information: f64, score: f64) -> f64 {
        let step = information - self.information;
        let (shift, width) = (self.drift * step - score, step.sqrt());
        let points = self.stretches.iter().flat_map(Stretch::points);
        points.map(|(from, part)| part * normal_cdf((from + shift) / width)).sum()
    }

    /// The bound of Z that is crossed upwards at the next look with probability
    /// `error`.
    fn bound(&self, information: f64, error: f64) -> f64 {
        root((0.0, FARTHEST), CLOSE, |z| error - self.above(information, z * information.sqrt()))
    }

    /// Goes on to the next look and keeps the paths whose score lies in one of
    /// these ranges; `next` is the look after it, whose step says how finely the
    /// density must be known.
    pub(super) fn goes_on(&mut self, information: f64, next: f64, ranges: &[(f64, f64)]) {
        let step = information - self.information;
        let width = step.sqrt();
        let (mean, reach) = (self.drift * information, REACH * information.sqrt());
        let fine = width.min((next - information).sqrt()) / FINENESS;
        let kept = |&(low, high): &(f64, f64)| {
            let (low, high) = (low.max(mean - reach), high.min(mean + reach));
            if high <= low {
                return None;
            }
            // Simpson's rule on an even number of steps.
            let steps = 2 * (0.5 * ((high - low) / fine).clamp(8.0, MOST_POINTS)).ceil() as usize;
            let size = (high - low) / steps as f64;
            let part = |i: usize| {
                let weight = match i {
                    0 => 1.0,
                    i if i == steps => 1.0,
                    i if i % 2 == 1 => 4.0,
                    _ => 2.0,
                } * size
                    / 3.0;
                let at = low + i as f64 * size - self.drift * step;
                let density: f64 = self.stretches.iter().map(|stretch| stretch.kernel(at, width)).sum();
                weight * density / (width * std::f64::consts::TAU.sqrt())
            };
            Some(Stretch { low, size, parts: (0..=steps).map(part).collect() })
        };
        self.stretches = ranges.iter().filter_map(kept).collect();
        self.information = information;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds at equally many blocks between looks.
    fn even(looks: u64, spending: Spending) -> Vec<f64> {
        Looks { blocks: (1..=looks).map(|k| 1_000 * k).collect(), spending }.bounds(0.95)
    }

    /// What some path ever crosses bounds of these sizes with.
    fn crossed(bounds: &[f64]) -> f64 {
        let mut walk = Walk::new(0.0);
        let mut all = 0.0;
        for (k, bound) in bounds.iter().enumerate() {
            let (now, next) = (k as f64 + 1.0, k as f64 + 2.0);
            let far = bound * now.sqrt();
            all += 2.0 * walk.above(now, far);
            walk.goes_on(now, next, &[(-far, far)]);
        }
        all
    }

    /// Constants of Jennison and Turnbull 2000, tables 2.1 (Pocock) and 2.3
    /// (O'Brien and Fleming), two-sided α = 0.05.
    #[test]
    fn the_integration_agrees_with_published_constants() {
        for (looks, pocock, o_brien) in
            [(1, 1.960, 1.960), (2, 2.178, 1.977), (5, 2.413, 2.040), (10, 2.555, 2.087), (20, 2.672, 2.126)]
        {
            let same = crossed(&vec![pocock; looks]);
            let falling: Vec<f64> = (1..=looks).map(|k| o_brien * (looks as f64 / k as f64).sqrt()).collect();
            let falling = crossed(&falling);
            assert!((same - 0.05).abs() < 1e-4, "{looks}: {same}");
            assert!((falling - 0.05).abs() < 1e-4, "{looks}: {falling}");
        }
    }

    /// Error-spending bounds: Lan and `DeMets` 1983 (five looks, Pocock-like and
    /// O'Brien-Fleming-like, two-sided 0.05), as in `gsDesign` and `rpact`.
    #[test]
    fn spending_agrees_with_published_bounds() {
        let close = |found: Vec<f64>, wanted: &[f64]| {
            assert_eq!(found.len(), wanted.len());
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 2e-3), "{found:?} {wanted:?}");
        };
        close(even(5, Spending::OBrienFleming), &[4.8769, 3.3569, 2.6803, 2.2898, 2.0310]);
        close(even(5, Spending::Pocock), &[2.4380, 2.4268, 2.4101, 2.3966, 2.3859]);
        close(even(1, Spending::Power(1.0)), &[1.95996]);
        // α t: 2.576 at the first of five.
        assert!((even(5, Spending::Power(1.0))[0] - 2.5758).abs() < 1e-4);
    }

    #[test]
    fn a_kernel_by_ratios_is_the_sum_of_its_exponentials() {
        let parts: Vec<f64> = (0..203).map(|i| f64::from(i * i % 37)).collect();
        for (size, at, width) in [(0.5, 40.0, 3.0), (0.01, -3.0, 0.4), (2.0, 200.0, 90.0), (0.0, 1.0, 1.0)] {
            let stretch = Stretch { low: -1.0, size, parts: parts.clone() };
            let one = |(from, part): (f64, f64)| part * (-0.5 * ((at - from) / width).powi(2)).exp();
            let plain: f64 = stretch.points().map(one).sum();
            let found = stretch.kernel(at, width);
            assert!((found - plain).abs() <= 1e-12 * plain + 1e-14, "{size} {at} {width}: {found} {plain}");
        }
    }

    #[test]
    fn whatever_the_looks_the_error_is_spent() {
        for blocks in [vec![32, 40, 50, 63, 79, 100], vec![32, 33, 400, 401, 9_000], vec![7]] {
            for spending in [Spending::Power(0.5), Spending::Power(2.0), Spending::Pocock] {
                let looks = Looks { blocks: blocks.clone(), spending };
                let bounds = looks.bounds(0.9);
                let mut walk = Walk::new(0.0);
                let mut all = 0.0;
                for (k, (&now, bound)) in blocks.iter().zip(&bounds).enumerate() {
                    let far = bound * (now as f64).sqrt();
                    all += 2.0 * walk.above(now as f64, far);
                    let next = blocks.get(k + 1).map_or(2.0 * now as f64, |&next| next as f64);
                    walk.goes_on(now as f64, next, &[(-far, far)]);
                }
                assert!((all - 0.1).abs() < 1e-4, "{blocks:?} {spending:?}: {all}");
            }
        }
        let once = Looks { blocks: vec![50], spending: Spending::Power(1.0) }.bounds(0.95);
        assert!((level_of(once[0]) - 0.95).abs() < 1e-9);
    }
}
