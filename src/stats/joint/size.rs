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

    /// The share of this size in its sum with `rest`, found in the same way: once
    /// by making this larger and smaller beside the middling `rest`, once the
    /// other way round, and whatever either allows. What is nearly nothing hangs
    /// on its own noise, what is nearly all on that of the rest. Where one of the
    /// two is not shown at all, from end to end of both. Method
    /// `test-inversion`; `None` if nothing at all was seen.
    #[must_use]
    pub fn true_share(&self, rest: &Self, level: f64) -> Option<Estimate> {
        let whole = self.seen + rest.seen;
        if whole <= 0.0 || whole.is_nan() {
            return None;
        }
        let share = |own: f64, rest: f64, none: f64| if own + rest > 0.0 { own / (own + rest) } else { none };
        let [low, value, high] = match (self.beside(rest, level), rest.beside(self, level)) {
            (Some([low, value, high]), Some([least, middle, most])) => {
                let value = if self.seen < rest.seen { value } else { 1.0 - middle };
                [low.min(1.0 - most), value, high.max(1.0 - least)]
            }
            _ => {
                let (own, rest) = (self.true_size(level), rest.true_size(level));
                let value = share(own.value, rest.value, self.seen / whole);
                [share(own.low, rest.high, 0.0), value, share(own.high, rest.low, 1.0)]
            }
        };
        Some(Estimate::new(value, (low.min(value), high.max(value)), level, Method::TestInversion, self.n()))
    }

    /// Least, middling and most share beside a `rest` of its middling size;
    /// nothing where that is 0.
    fn beside(&self, rest: &Self, level: f64) -> Option<[f64; 3]> {
        let seen = self.seen / (self.seen + rest.seen);
        let still = Some(rest.times(0.5)).filter(|&still| still > 0.0)?;
        let times = |share: f64| {
            self.least(share, |t, r| {
                let (own, rest) = (self.shown(t, r), rest.shown(still, r));
                own <= seen * (own + rest)
            })
        };
        let tail = (1.0 - level) / 2.0;
        Some([1.0 - tail, 0.5, tail].map(|part| {
            let own = times(part).powi(2) * self.seen;
            own / (own + still * still * rest.seen)
        }))
    }

    const fn n(&self) -> u64 {
        self.drawn.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::distribution::normal_quantile;
    use super::*;

    /// Differences of which the first alone has an error, one standard normal.
    fn squares(differences: &[f64]) -> Squares {
        let errors = (0..1_000).map(|r| {
            let mut error = vec![0.0; differences.len()];
            error[0] = normal_quantile((f64::from(r) + 0.5) / 1_000.0);
            error
        });
        Squares::new(differences, errors)
    }

    /// The noncentral χ² of one degree of freedom: far from 0 the interval of a
    /// square is the square of the interval.
    #[test]
    fn one_difference_is_that_of_the_noncentral_chi_squared() {
        for seen in [3.0, 5.0, 20.0] {
            let e = squares(&[seen]).true_size(0.95);
            let [low, high] = [seen - 1.96, seen + 1.96].map(|x: f64| x * x);
            assert!((e.value / (seen * seen) - 1.0).abs() < 0.01, "{e:?}");
            assert!((e.low / low - 1.0).abs() < 0.02 && (e.high / high - 1.0).abs() < 0.02, "{e:?}");
        }
    }

    #[test]
    fn noise_is_not_told_as_size_and_little_is_not_nothing() {
        // 0.67 is the middle of what noise alone shows.
        for seen in [0.0, 0.1, 0.6] {
            let e = squares(&[seen]).true_size(0.95);
            assert!(e.value == 0.0 && e.low == 0.0, "{e:?}");
            // Bounded as if noise of middling size had been seen, or nothing.
            assert!(e.high > 0.4 && e.high < 8.0, "{e:?}");
        }
        let shown = squares(&[1.9]).true_size(0.95);
        assert!(shown.low == 0.0 && shown.value > 2.0, "{shown:?}");
    }

    #[test]
    fn a_share_of_sizes_is_between_none_and_all() {
        let (large, small) = (squares(&[30.0]), squares(&[10.0]));
        let e = small.true_share(&large, 0.95).unwrap();
        assert!((e.value - 0.1).abs() < 0.002 && e.low < 0.09 && e.high > 0.11 && e.high < 0.2, "{e:?}");
        let noise = squares(&[0.1]).true_share(&squares(&[0.1]), 0.95).unwrap();
        assert!(noise.low == 0.0 && noise.high > 0.5, "{noise:?}");
        assert!(squares(&[0.0]).true_share(&squares(&[0.0]), 0.95).is_none());
    }
}
