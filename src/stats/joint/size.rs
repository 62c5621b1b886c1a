//! How large differences are, beyond their own noise.
//!
//! A sum of squared differences is never negative, so noise alone makes it
//! look like something. What it would be without noise is found by asking
//! which true size shows as much as was seen: differences in the direction
//! seen, made larger and smaller, with errors drawn on top (an interval by
//! inverting a test, Carpenter 1999; for a single normal difference it is that
//! of the noncentral χ², Venables 1975).

use super::super::distribution::bisect;
use super::super::{Estimate, Method};

/// The squared length of a vector of differences, with errors drawn for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Squares {
    /// As seen.
    seen: f64,
    /// Per draw: the product of the differences with its error, and the
    /// error's own squared length.
    drawn: Vec<[f64; 2]>,
}

impl Squares {
    /// Of these differences, and of the same linear map of each draw of errors.
    pub fn new(differences: &[f64], errors: impl Iterator<Item = Vec<f64>>) -> Self {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let drawn = errors.map(|error| [dot(differences, &error), dot(&error, &error)]).collect();
        Self { seen: dot(differences, differences), drawn }
    }

    /// What draw `r` shows if the differences are `t` times those seen.
    fn shown(&self, t: f64, r: usize) -> f64 {
        let [along, own] = self.drawn[r];
        (t * t * self.seen + 2.0 * t * along + own).max(0.0)
    }

    /// The least `t` at which no more than `share` of the draws say yes; 0 if
    /// so few do from the start.
    fn least(&self, share: f64, says: impl Fn(f64, usize) -> bool) -> f64 {
        let count = self.drawn.len();
        let above = |t: f64| (0..count).filter(|&r| says(t, r)).count() as f64 - share * count as f64;
        if self.seen <= 0.0 || above(0.0) <= 0.0 {
            return 0.0;
        }
        let mut most = 1.0;
        while above(most) > 0.0 && most < 1e9 {
            most *= 2.0;
        }
        bisect(0.0, most, above)
    }

    /// Times what was seen, so that a share `share` of the draws shows less
    /// than was seen.
    fn times(&self, share: f64) -> f64 {
        self.least(share, |t, r| self.shown(t, r) <= self.seen)
    }

    /// A middling draw of noise alone.
    fn noise(&self) -> f64 {
        let mut own: Vec<f64> = self.drawn.iter().map(|[_, own]| *own).collect();
        own.sort_by(f64::total_cmp);
        own.get(own.len() / 2).copied().unwrap_or(0.0)
    }

    /// The squared length that the true differences have: as often shown larger
    /// as smaller than seen, between those that are shown so large, or so small,
    /// in half of the error each. What is seen to be smaller than noise alone
    /// would mostly be is bounded as if it were as large as that. Method
    /// `test-inversion`; `n` is the number of draws.
    #[must_use]
    pub fn true_size(&self, level: f64) -> Estimate {
        let tail = (1.0 - level) / 2.0;
        let size = |t: f64| t * t * self.seen;
        let noise = self.noise();
        let high = if self.seen >= noise {
            size(self.times(tail))
        } else {
            let stretch = if self.seen > 0.0 { (noise / self.seen).sqrt() } else { 0.0 };
            let drawn = self.drawn.iter().map(|[along, own]| [along * stretch, *own]).collect();
            let as_noise = Self { seen: noise, drawn };
            as_noise.times(tail).powi(2) * noise
        };
        let ends = (size(self.times(1.0 - tail)), high);
        let value = size(self.times(0.5));
        Estimate::new(value, (ends.0.min(value), ends.1.max(value)), level, Method::TestInversion, self.n())
    }

    /// The share of this size in its sum with `rest`, found in the same way. 0
    /// to 1 where neither shows; method `test-inversion`. `None` if nothing at
    /// all was seen.
    #[must_use]
    pub fn true_share(&self, rest: &Self, level: f64) -> Option<Estimate> {
        let whole = self.seen + rest.seen;
        if whole <= 0.0 || whole.is_nan() {
            return None;
        }
        let seen = self.seen / whole;
        // How large the rest is, is estimated once, in the middle.
        let still = rest.times(0.5);
        let times = |share: f64| {
            self.least(share, |t, r| {
                let (own, rest) = (self.shown(t, r), rest.shown(still, r));
                own <= seen * (own + rest)
            })
        };
        let share = |t: f64| {
            let (own, rest) = (t * t * self.seen, still * still * rest.seen);
            if own > 0.0 { own / (own + rest) } else { 0.0 }
        };
        let tail = (1.0 - level) / 2.0;
        let [low, value, high] = [1.0 - tail, 0.5, tail].map(|part| share(times(part)));
        Some(Estimate::new(value, (low.min(value), high.max(value)), level, Method::TestInversion, self.n()))
    }

    const fn n(&self) -> u64 {
        self.drawn.len() as u64
    }
}
