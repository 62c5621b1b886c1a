//! Made-up experiments for calibrations: unit numbers, normals and
//! weighted faces from the project's own generators.

#[cfg(test)]
use rayon::prelude::*;

use crate::chance::Whim;
use crate::seed::{Luck, of_text};

/// How many of `experiments` say yes to each question. An experiment depends on
/// its number alone and counts add up in any order, so that all cores may play.
#[cfg(test)]
pub fn count<const N: usize>(experiments: u64, experiment: impl Fn(u64) -> [bool; N] + Sync) -> [u64; N] {
    let add = |a: [u64; N], b: [u64; N]| std::array::from_fn(|i| a[i] + b[i]);
    (0..experiments).into_par_iter().map(|number| experiment(number).map(u64::from)).reduce(|| [0; N], add)
}

/// The same as shares of all experiments.
#[cfg(test)]
pub fn shares<const N: usize>(experiments: u64, experiment: impl Fn(u64) -> [bool; N] + Sync) -> [f64; N] {
    count(experiments, experiment).map(|yes| yes as f64 / experiments as f64)
}

/// What the simulation's own luck may add to an error rate of at most `rate`:
/// three standard errors of a share of so many experiments, which a method that
/// errs just so often exceeds in one simulation of 700.
#[cfg(test)]
pub fn allowance(rate: f64, experiments: u64) -> f64 {
    3.0 * (rate * (1.0 - rate) / experiments as f64).sqrt()
}

/// A seeded source of made-up data.
pub struct Dice(Whim);

impl Dice {
    /// Keyed by what is simulated and the experiment's number.
    pub fn new(what: &str, experiment: u64) -> Self {
        Self(Whim::new(Luck::new(20_240_601, of_text(what), experiment), 0, 0))
    }

    /// Uniform in `0..1`.
    pub fn unit(&mut self) -> f64 {
        (self.0.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in `0..n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }

    /// Standard normal (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Exponential with mean 1.
    #[cfg(test)]
    pub fn exponential(&mut self) -> f64 {
        -(1.0 - self.unit()).ln()
    }

    /// Index of a face by cumulative probabilities.
    pub fn face(&mut self, probabilities: &[f64]) -> usize {
        let mut left = self.unit();
        for (i, p) in probabilities.iter().enumerate() {
            left -= p;
            if left < 0.0 {
                return i;
            }
        }
        probabilities.len() - 1
    }

    /// Poisson by multiplication (Knuth 1969).
    pub fn poisson(&mut self, mean: f64) -> i64 {
        let floor = (-mean).exp();
        let mut product = self.unit();
        let mut count = 0;
        while product > floor {
            product *= self.unit();
            count += 1;
        }
        count
    }
}

/// What a function came to at two sets of points, and at those of the first with
/// one factor after the other taken from the second.
pub type Designs = (Vec<f64>, Vec<f64>, Vec<Vec<f64>>);

/// Shares of the variance of [`ishigami`] that each factor has alone: exact values
/// of Ishigami and Homma 1990 for a = 7, b = 0.1; the fourth does nothing.
pub const ISHIGAMI_FIRST: [f64; 4] = [0.3139, 0.4424, 0.0, 0.0];
/// The same with others.
pub const ISHIGAMI_TOTAL: [f64; 4] = [0.5576, 0.4424, 0.2437, 0.0];

/// Ishigami's function at random points, with noise of deviation `noise` on every
/// value.
#[must_use]
pub fn ishigami(size: usize, noise: f64, experiment: u64) -> Designs {
    let model = |x: [f64; 4]| x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin();
    let mut dice = Dice::new("sobol", experiment);
    let mut designs = (vec![], vec![], vec![vec![]; 4]);
    for _ in 0..size {
        let mut point = || [(); 4].map(|()| std::f64::consts::PI * (2.0 * dice.unit() - 1.0));
        let (base, other) = (point(), point());
        let mut value = |x| model(x) + noise * dice.normal();
        designs.0.push(value(base));
        designs.1.push(value(other));
        for (i, column) in designs.2.iter_mut().enumerate() {
            let mut point = base;
            point[i] = other[i];
            column.push(value(point));
        }
    }
    designs
}
