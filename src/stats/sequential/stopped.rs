//! The interval after a sequential test has stopped.
//!
//! A test that stops because its ratio was high has, on average, been lucky:
//! the plain mean and its interval are biased. Here the end of the test
//! (where and when) is ordered among all ends that the same test could have
//! had, from "lost quickly" to "won quickly", and the means under which it
//! would be extreme are excluded (Siegmund 1978; Van den Bergh's Brownian
//! approximation, as in fishtest).

use super::super::distribution::{alpha, bisect, normal_cdf};
use super::super::estimate::Estimate;
use super::super::method::Method;
use super::gsprt::{Decision, Gsprt, moments};

/// Median-unbiased mean block score and its interval after a [`Gsprt`] ended
/// with this decision (or was given up while it said `Continue`) and these
/// block scores. Method `first-passage`.
///
/// Treats the ratio as a Brownian motion with the observed variance, so it
/// needs some dozens of blocks: at 95 % it holds in 94 to 96.5 % of simulated
/// tests of some hundred blocks, and in 98 % where most are decided by the
/// first look. With fewer, use the confidence sequence
/// ([`self_normalised`](super::self_normalised)). Ends are kept within the range of the scores.
/// `None` without blocks, variance, or two different hypotheses.
#[must_use]
pub fn interval(test: &Gsprt, decision: Decision, cells: &[(f64, u64)], level: f64) -> Option<Estimate> {
    let (n, mean, variance) = moments(cells)?;
    let step = (test.s1 - test.s0) / variance;
    if variance <= 0.0 || step == 0.0 || !step.is_finite() {
        return None;
    }
    // Position in units of score: the ratio is step · Σ (X - middle).
    let middle = f64::midpoint(test.s0, test.s1);
    let (low, high) = test.bounds();
    let (mut bottom, mut top) = (low / step, high / step);
    if step < 0.0 {
        (bottom, top) = (top, bottom);
    }
    // A walk whose bounds were moved inwards by its mean overshoot ends, on
    // average, where the motion would: at the bound, a little earlier or later.
    let end = n * (mean - middle);
    let bound = match decision {
        Decision::AcceptGain => Some(high / step),
        Decision::AcceptNone => Some(low / step),
        Decision::Continue => None,
    };
    let (time, end) = match bound {
        Some(bound) if bound * end > 0.0 => (n * bound / end, bound),
        _ => (n, end.clamp(bottom, top)),
    };
    let least = cells.iter().map(|cell| cell.0).fold(f64::INFINITY, f64::min);
    let most = cells.iter().map(|cell| cell.0).fold(f64::NEG_INFINITY, f64::max);
    let worse = |score: f64| {
        // If the true mean is `score`, the blocks vary about that.
        let motion = Motion { bottom, top, variance: variance + (score - mean).powi(2) };
        motion.ends_before(score - middle, time, end)
    };
    // The probability of a worse end falls as the true mean rises.
    let score_with = |p: f64| {
        if worse(least) <= p {
            least
        } else if worse(most) >= p {
            most
        } else {
            bisect(least, most, |score| worse(score) - p)
        }
    };
    let tail = alpha(level) / 2.0;
    let blocks = cells.iter().map(|cell| cell.1).sum();
    let ends = (score_with(1.0 - tail), score_with(tail));
    Some(Estimate::new(score_with(0.5), ends, level, Method::FirstPassage, blocks))
}

/// A Brownian motion from 0 between two absorbing bounds.
struct Motion {
    bottom: f64,
    top: f64,
    /// Variance per unit of time.
    variance: f64,
}

impl Motion {
    /// Probability of a worse end than "at `end` at time `time`": absorbed at
    /// the bottom by then, or still free and not above `end`.
    fn ends_before(&self, drift: f64, time: f64, end: f64) -> f64 {
        let width = self.top - self.bottom;
        let spread = self.variance * time;
        let p = if spread > 0.2 * width * width {
            self.by_sines(drift, time, end)
        } else {
            self.by_images(drift, time, end)
        };
        p.clamp(0.0, 1.0)
    }

    /// Eigenfunction series: fast when the motion had time to fill the strip.
    fn by_sines(&self, drift: f64, time: f64, end: f64) -> f64 {
        use std::f64::consts::PI;
        let width = self.top - self.bottom;
        let (start, end) = (-self.bottom, end - self.bottom);
        let tilt = drift / self.variance;
        // Absorbed at the bottom sooner or later, minus what is still free and
        // will be, plus what is free and not above `end`.
        let ever = if (tilt * width).abs() < 1e-9 {
            1.0 - start / width
        } else if tilt > 0.0 {
            (-2.0 * tilt * start).exp() * (-2.0 * tilt * (width - start)).exp_m1()
                / (-2.0 * tilt * width).exp_m1()
        } else {
            (2.0 * tilt * (width - start)).exp_m1() / (2.0 * tilt * width).exp_m1()
        };
        let mut sum = 0.0;
        for n in 1..=1_000 {
            let k = f64::from(n) * PI / width;
            let decay = self.variance * time * (k * k + tilt * tilt) / 2.0;
            // ∫ of e^(tilt y) sin(k y) up to `end`, less the free part that
            // ends at the bottom: only the primitive at `end` remains.
            let primitive = (tilt * (k * end).sin() - k * (k * end).cos()) / (tilt * tilt + k * k);
            let size = (tilt * (end - start) - decay).exp() * 2.0 / width;
            sum += size * primitive * (k * start).sin();
            if size < 1e-16 && n > 2 {
                break;
            }
        }
        ever + sum
    }

    /// Images in both bounds: fast when the motion has not seen them much.
    fn by_images(&self, drift: f64, time: f64, end: f64) -> f64 {
        let width = self.top - self.bottom;
        let (start, end) = (-self.bottom, end - self.bottom);
        let tilt = drift / self.variance;
        let spread = (self.variance * time).sqrt();
        let moved = drift * time;
        // P(free, not above `end`): a source at `start + 2 k width` with weight
        // e^(2 k width tilt), and one at its mirror image.
        let free = |source: f64, weight: f64| {
            weight_times_difference(weight, (end - source - moved) / spread, (-source - moved) / spread)
        };
        // P(absorbed at the bottom by `time`) by the same images of a first
        // passage over distance d.
        let passage = |d: f64| {
            let sign = d.signum();
            let d = d.abs();
            let near = scaled_tail(-tilt * (start + d), (moved - d) / spread);
            let far = scaled_tail(-tilt * (start - d), (-moved - d) / spread);
            sign * (near + far)
        };
        let mut p = 0.0;
        for k in -4..=4_i32 {
            let shift = 2.0 * f64::from(k) * width;
            p += free(start + shift, tilt * shift);
            p -= free(-start - shift, -2.0 * tilt * start - tilt * shift);
            p += passage(start + shift);
        }
        p
    }
}

/// e^`log` Φ(x), without overflow where the product is small.
fn scaled_tail(log: f64, x: f64) -> f64 {
    if x > -30.0 {
        let tail = normal_cdf(x);
        if tail > 0.0 { (log + tail.ln()).exp() } else { 0.0 }
    } else {
        // Mills' ratio far out.
        (log - 0.5 * x * x).exp() / (-x * (2.0 * std::f64::consts::PI).sqrt())
    }
}

/// e^`log` (Φ(b) - Φ(a)).
fn weight_times_difference(log: f64, b: f64, a: f64) -> f64 {
    if a > 0.0 {
        scaled_tail(log, -a) - scaled_tail(log, -b)
    } else {
        scaled_tail(log, b) - scaled_tail(log, a)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, shares};
    use super::super::gsprt::Overshoot;
    use super::*;

    #[test]
    fn both_series_agree_where_both_converge() {
        let motion = Motion { bottom: -2.0, top: 3.0, variance: 1.3 };
        for drift in [-1.0, -0.2, 0.0, 0.3, 0.9] {
            for time in [2.0, 3.5, 6.0, 10.0] {
                for end in [-2.0, -1.0, 0.0, 1.5, 3.0] {
                    let (sines, images) =
                        (motion.by_sines(drift, time, end), motion.by_images(drift, time, end));
                    assert!((sines - images).abs() < 1e-8, "{drift} {time} {end}: {sines} {images}");
                }
            }
        }
    }

    /// References: the series of fishtest's `brownian.py` in Python with 4000
    /// terms.
    #[test]
    fn the_order_of_ends_matches_fishtest() {
        let motion = Motion { bottom: -2.0, top: 3.0, variance: 1.3 };
        for (drift, time, end, p) in [
            (0.3, 2.0, 0.5, 0.478_059_537_561_778_2),
            (-0.4, 5.0, -1.0, 0.733_815_163_475_961_5),
            (0.0, 3.0, 3.0, 0.871_658_178_532_11),
        ] {
            assert!((motion.ends_before(drift, time, end) - p).abs() < 1e-9);
        }
    }

    #[test]
    fn edges() {
        let test = Gsprt { s0: 0.5, s1: 0.52, alpha: 0.05, beta: 0.05 };
        let on = Decision::Continue;
        assert!(interval(&test, on, &[], 0.95).is_none());
        assert!(interval(&test, on, &[(0.5, 10)], 0.95).is_none());
        assert!(interval(&Gsprt { s1: 0.5, ..test }, on, &[(0.0, 10), (1.0, 10)], 0.95).is_none());
        let falling = Gsprt { s0: 0.52, s1: 0.5, ..test };
        let cells = [(0.0, 400), (0.5, 300), (1.0, 300)];
        let (a, b) = (
            interval(&test, Decision::AcceptNone, &cells, 0.95).unwrap(),
            interval(&falling, Decision::AcceptGain, &cells, 0.95).unwrap(),
        );
        assert!((a.low - b.low).abs() < 1e-9 && (a.high - b.high).abs() < 1e-9);
        assert!(a.low < a.value && a.value < a.high && a.low >= 0.0 && a.high <= 1.0);
    }

    /// After stopping, the plain mean is too extreme and the interval here is
    /// centred and covers: with the quick ratio looked at after every block,
    /// and with the full one as `compare` plays it, every 32 blocks from 100
    /// on.
    #[test]
    fn calibration_the_interval_after_stopping_covers() {
        let experiments = 10_000;
        for (s1, step, first) in [(0.54, 1, 50), (0.53, 32, 100)] {
            let test = Gsprt { s0: 0.5, s1, alpha: 0.05, beta: 0.05 };
            let [held, above, high] = shares(experiments, |experiment| {
                let mut dice = Dice::new("after stopping", experiment);
                let mut cells = [(0.0, 0), (0.5, 0), (1.0, 0)];
                let mut overshoot = Overshoot::default();
                let mut decision = Decision::Continue;
                for n in 1..=5_000_u64 {
                    cells[dice.face(&[0.85 - s1, 0.3, s1 - 0.15])].1 += 1;
                    if n >= first && n.is_multiple_of(step) {
                        let llr = if step == 1 { test.llr_quick(&cells) } else { test.llr(&cells) };
                        overshoot.see(llr);
                        decision = test.decide(llr, &overshoot);
                    }
                    if decision != Decision::Continue {
                        break;
                    }
                }
                let e = interval(&test, decision, &cells, 0.95).unwrap();
                let (_, mean, _) = moments(&cells).unwrap();
                [e.contains(s1), e.value > s1, mean > s1]
            });
            assert!((0.94..0.965).contains(&held), "{s1}: {held}");
            assert!((0.48..0.52).contains(&above), "{s1}: {above}");
            assert!(high > 0.54, "the plain mean after stopping is too high: {high}");
        }
    }
}
