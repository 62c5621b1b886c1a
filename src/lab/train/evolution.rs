//! Evolution of a vector of numbers by rank alone: the separable covariance
//! matrix adaptation evolution strategy (Ros and Hansen 2008, "A simple
//! modification in CMA-ES achieving linear time and space complexity"), with
//! the constants of Hansen's tutorial (2016, arXiv:1604.00772).
//!
//! In: scores of one generation, the best first in mind. Out: the next points
//! to try. A fixed seed gives the same points on every machine but for the last
//! bit of logarithms and roots, which rounding to whole weights swallows unless
//! a weight lies within 10⁻¹⁵ of a half.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::distribution::{ContinuousCDF, Normal};

/// A distribution over vectors that moves to where scores are better. Numbers
/// are in units in which a step of 1 is large in every direction.
pub struct Evolution {
    generator: Xoshiro256PlusPlus,
    normal: Normal,
    mean: Vec<f64>,
    /// Overall step and the width of each direction beside it.
    sigma: f64,
    widths: Vec<f64>,
    /// Where the last steps led, of the mean and of the widths.
    path_sigma: Vec<f64>,
    path_width: Vec<f64>,
    generation: i32,
    /// What each rank counts, the best first.
    ranks: Vec<f64>,
}

impl Evolution {
    /// A first distribution around `mean`.
    #[must_use]
    pub fn new(mean: Vec<f64>, population: usize, seed: u64) -> Self {
        let parents = (population / 2).max(1);
        let raw: Vec<f64> =
            (0..parents).map(|i| (parents as f64 + 0.5).ln() - (i as f64 + 1.0).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let n = mean.len();
        Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            normal: Normal::standard(),
            sigma: 0.5,
            widths: vec![1.0; n],
            path_sigma: vec![0.0; n],
            path_width: vec![0.0; n],
            generation: 0,
            ranks: raw.iter().map(|weight| weight / sum).collect(),
            mean,
        }
    }

    /// The middle of the distribution.
    #[must_use]
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// How wide it still is.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.sigma
    }

    /// A point to try.
    pub fn sample(&mut self) -> Vec<f64> {
        let Self { generator, normal, mean, sigma, widths, .. } = self;
        let step = |width: &f64| {
            // Strictly inside (0, 1): the 53 bits, moved by half a unit.
            let uniform = ((generator.random::<u64>() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
            *sigma * width * normal.inverse_cdf(uniform)
        };
        mean.iter().zip(widths.iter().map(step)).map(|(middle, step)| middle + step).collect()
    }

    /// Moves to the best of a generation's points, which come with theirs first.
    pub fn learn(&mut self, best_first: &[Vec<f64>]) {
        let n = self.mean.len() as f64;
        let effective = 1.0 / self.ranks.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        // The separable strategy learns (n + 2) / 3 times as fast.
        let faster = (n + 2.0) / 3.0;
        let c_one = (faster * 2.0 / ((n + 1.3).powi(2) + effective)).min(1.0);
        let c_rank = (faster * 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective))
            .clamp(0.0, 1.0 - c_one);
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        self.generation += 1;

        let scaled = |point: &[f64], i: usize| (point[i] - self.mean[i]) / self.sigma;
        let chosen = || self.ranks.iter().zip(best_first);
        let steps: Vec<f64> = (0..self.mean.len())
            .map(|i| chosen().map(|(weight, point)| weight * scaled(point, i)).sum())
            .collect();
        let spreads: Vec<f64> = (0..self.mean.len())
            .map(|i| chosen().map(|(weight, point)| weight * scaled(point, i).powi(2)).sum())
            .collect();
        let mut length = 0.0;
        for ((path, step), width) in self.path_sigma.iter_mut().zip(&steps).zip(&self.widths) {
            *path = (1.0 - c_sigma) * *path + (c_sigma * (2.0 - c_sigma) * effective).sqrt() * step / width;
            length += *path * *path;
        }
        let length = length.sqrt();
        let unbiased = (1.0 - (1.0 - c_sigma).powi(2 * self.generation)).sqrt();
        let moving = f64::from(length / unbiased < (1.4 + 2.0 / (n + 1.0)) * expected);
        for i in 0..self.mean.len() {
            let path = &mut self.path_width[i];
            *path = (1.0 - c_path) * *path + moving * (c_path * (2.0 - c_path) * effective).sqrt() * steps[i];
            let stalled = (1.0 - moving) * c_path * (2.0 - c_path);
            let old = self.widths[i].powi(2);
            let variance =
                (1.0 - c_one - c_rank) * old + c_one * (path.powi(2) + stalled * old) + c_rank * spreads[i];
            self.widths[i] = variance.max(1e-12).sqrt();
            self.mean[i] += self.sigma * steps[i];
        }
        self.sigma *= ((c_sigma / damping) * (length / expected - 1.0)).exp();
        self.sigma = self.sigma.clamp(1e-3, 4.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points by what `cost` says of them, a generation at a time.
    fn evolve(cost: impl Fn(&[f64]) -> f64, n: usize, generations: u32) -> Evolution {
        let mut evolution = Evolution::new(vec![0.0; n], 16, 7);
        for _ in 0..generations {
            let mut points: Vec<Vec<f64>> = (0..16).map(|_| evolution.sample()).collect();
            points.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
            evolution.learn(&points);
        }
        evolution
    }

    #[test]
    fn a_bowl_of_unequal_sides_is_walked_down() {
        let cost = |x: &[f64]| -> f64 {
            x.iter().enumerate().map(|(i, x)| 10_f64.powi(i as i32 % 4) * (x - 3.0).powi(2)).sum()
        };
        let evolution = evolve(cost, 12, 300);
        assert!(evolution.mean().iter().all(|x| (x - 3.0).abs() < 0.01), "{:?}", evolution.mean());
    }

    #[test]
    fn scores_that_say_nothing_keep_the_step() {
        let evolution = evolve(|x| (x[0] * 1e9).fract(), 12, 100);
        assert!((0.05..=4.0).contains(&evolution.step()), "{}", evolution.step());
    }

    #[test]
    fn the_same_seed_gives_the_same_points() {
        let points = || {
            let mut evolution = evolve(|x| x[0], 5, 3);
            evolution.sample()
        };
        assert_eq!(points(), points());
    }
}
