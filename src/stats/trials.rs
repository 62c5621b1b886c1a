//! Means of many trials that share their blocks, each of which takes place in
//! some blocks only, and weighted sums of such means.
//!
//! In: per block and trial, whether it took place and what it changed. Out: an
//! [`Estimate`] of any Σ w · (mean change where it took place): one trial's own
//! mean, or how far it lies above the others'. What trials of a block have in
//! common is in every variance.

use super::distribution::t;
use super::estimate::Estimate;
use super::imagined::unseen;
use serde::{Deserialize, Serialize};

use super::method::Method;

/// Sums over blocks, with all products of two trials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialSums {
    trials: usize,
    blocks: u64,
    /// Changes of each trial, then in how many blocks each took place.
    sums: Vec<i64>,
    /// Products of any two of these, the earlier one first.
    products: Vec<i64>,
    /// What of a block isn't nothing.
    #[serde(skip)]
    row: Vec<(usize, i64)>,
}

impl TrialSums {
    /// Nothing yet of so many trials.
    #[must_use]
    pub fn new(trials: usize) -> Self {
        let width = 2 * trials;
        Self { trials, blocks: 0, sums: vec![0; width], products: vec![0; width * width], row: Vec::new() }
    }

    /// Whether these are sums of so many trials.
    #[must_use]
    pub fn fits(&self, trials: usize) -> bool {
        let width = 2 * trials;
        (self.trials, self.sums.len(), self.products.len()) == (trials, width, width * width)
    }

    /// Adds a block: what each trial changed, if it took place.
    pub fn add(&mut self, block: impl Iterator<Item = Option<i64>>) {
        let Self { trials, blocks, sums, products, row } = self;
        *blocks += 1;
        row.clear();
        for (at, change) in block.enumerate() {
            let Some(change) = change else { continue };
            row.push((at, change));
            row.push((*trials + at, 1));
        }
        for &(i, x) in &*row {
            sums[i] += x;
            for &(j, y) in &*row {
                products[i * 2 * *trials + j] += x * y;
            }
        }
    }

    /// Adds the blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            *mine += theirs;
        }
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            *mine += theirs;
        }
    }

    /// Blocks.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Blocks in which a trial took place.
    #[must_use]
    pub fn took(&self, trial: usize) -> u64 {
        self.sums[self.trials + trial] as u64
    }

    /// The slope through the origin of trials on others of mean 0, over all pairs
    /// of them (first on second); 0 where these never vary.
    #[must_use]
    pub fn slope(&self, pairs: impl Iterator<Item = (usize, usize)>) -> f64 {
        let both = |(x, y): (usize, usize)| [self.product(x, y), self.product(y, y)];
        let [joint, own] = pairs.map(both).fold([0.0; 2], |sum, pair| [sum[0] + pair[0], sum[1] + pair[1]]);
        if own > 0.0 { joint / own } else { 0.0 }
    }

    fn mean(&self, trial: usize) -> f64 {
        self.sums[trial] as f64 / self.took(trial) as f64
    }

    fn product(&self, i: usize, j: usize) -> f64 {
        self.products[i * 2 * self.trials + j] as f64
    }

    /// Σ w · mean change, over trials that are each named once, in units of
    /// `whole`.
    ///
    /// Each mean is a ratio of two sums over blocks; the variance is that of the
    /// blocks' linear parts Σ w (d - mean · h) / h̄ (delta method, Cochran 1977,
    /// section 6.3), t with one degree less than the rarest trial took place. Of
    /// blocks that never part it says no more than the rule of three does, so
    /// that no interval has no width. `None` where a trial took place in fewer
    /// than two blocks.
    #[must_use]
    pub fn weighted(&self, weights: &[(usize, f64)], whole: f64, level: f64) -> Option<Estimate> {
        let rarest = weights.iter().map(|&(trial, _)| self.took(trial)).min().filter(|&took| took > 1)?;
        let n = self.blocks as f64;
        let parts: Vec<(usize, f64, f64)> = (weights.iter())
            .map(|&(trial, w)| (trial, w * n / self.took(trial) as f64, self.mean(trial)))
            .collect();
        let mut squares = 0.0;
        for &(s, a, mean_s) in &parts {
            for &(t, b, mean_t) in &parts {
                let took = [s, t].map(|trial| self.trials + trial);
                squares += a
                    * b
                    * (self.product(s, t)
                        - mean_t * self.product(s, took[1])
                        - mean_s * self.product(took[0], t)
                        + mean_s * mean_t * self.product(took[0], took[1]));
            }
        }
        let value: f64 = weights.iter().map(|&(trial, w)| w * self.mean(trial)).sum();
        let error = (squares.max(0.0) / (n - 1.0) / n).sqrt();
        let largest = weights.iter().fold(0.0_f64, |most, &(_, w)| most.max(w.abs()));
        let half = (t(level, (rarest - 1) as f64) * error).hypot(largest * whole * unseen(rarest, level));
        let method = if error > 0.0 { Method::PairedRatioDelta } else { Method::Unvaried };
        Some(Estimate::around(value / whole, half / whole, level, method, rarest))
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulate::{Dice, allowance, shares};
    use super::*;

    /// Three trials: one in every block, one by a coin and tied to the first,
    /// one that changes nothing.
    fn sums(dice: &mut Dice, blocks: u32) -> TrialSums {
        let mut sums = TrialSums::new(3);
        for _ in 0..blocks {
            let common = i64::from(dice.below(3)) - 1;
            let first = 60 * common + if dice.unit() < 0.1 { 60 } else { 0 };
            let second = (dice.unit() < 0.5).then(|| 60 * common + if dice.unit() < 0.2 { 60 } else { 0 });
            sums.add([Some(first), second, Some(0)].into_iter());
        }
        sums
    }

    #[test]
    fn a_mean_is_that_of_its_own_blocks_and_a_contrast_knows_what_is_shared() {
        let mut dice = Dice::new("trials", 0);
        let sums = sums(&mut dice, 20_000);
        let mean = |weights: &[(usize, f64)]| sums.weighted(weights, 60.0, 0.95).unwrap();
        let (first, second) = (mean(&[(0, 1.0)]), mean(&[(1, 1.0)]));
        assert!(first.contains(0.1) && second.contains(0.2), "{first:?} {second:?}");
        let apart = mean(&[(1, 1.0), (0, -1.0)]);
        assert!((apart.value - (second.value - first.value)).abs() < 1e-12);
        let unshared = first.half_width().hypot(second.half_width());
        assert!(apart.half_width() < 0.75 * unshared, "{apart:?} {unshared}");
        let nothing = mean(&[(2, 1.0)]);
        assert_eq!((nothing.value, nothing.method), (0.0, Method::Unvaried));
        assert!(nothing.high > 0.0 && nothing.high < 0.001);
        assert!(TrialSums::new(3).weighted(&[(0, 1.0)], 60.0, 0.95).is_none());
    }

    #[test]
    fn halves_add_up_to_the_whole() {
        let mut dice = Dice::new("trials", 1);
        let (mut whole, mut parts) = (TrialSums::new(1), [TrialSums::new(1), TrialSums::new(1)]);
        for block in 0..100_usize {
            let change = (dice.unit() < 0.7).then(|| i64::from(dice.below(61)));
            whole.add(std::iter::once(change));
            parts[block % 2].add(std::iter::once(change));
        }
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!((first.sums, first.products), (whole.sums, whole.products));
    }

    #[test]
    fn calibration_contrasts_hold_as_often_as_they_say() {
        let experiments = 2000;
        let held = shares(experiments, |experiment| {
            let mut dice = Dice::new("trials-held", experiment);
            let sums = sums(&mut dice, 400);
            let holds = |weights: &[(usize, f64)], truth| {
                sums.weighted(weights, 60.0, 0.95).is_some_and(|estimate| estimate.contains(truth))
            };
            [holds(&[(1, 1.0)], 0.2), holds(&[(1, 1.0), (0, -0.5), (2, -0.5)], 0.15)]
        });
        let least = 0.95 - allowance(0.95, experiments);
        assert!(held.iter().all(|&share| share > least), "{held:?}");
    }
}
