//! How often each integer occurred.

use std::collections::BTreeMap;

use super::BlockSums;

/// How often each integer occurred: block scores (the pentanomial and its
/// cousins) or a histogram of lengths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    cells: BTreeMap<i64, u64>,
}

impl Counts {
    /// Nothing counted yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { cells: BTreeMap::new() }
    }

    /// A support whose values exist even while they have not occurred, as the
    /// likelihood-ratio test wants it.
    #[must_use]
    pub fn on(support: impl IntoIterator<Item = i64>) -> Self {
        Self { cells: support.into_iter().map(|value| (value, 0)).collect() }
    }

    /// Counts one occurrence.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Counts `times` occurrences.
    #[inline]
    pub fn add_times(&mut self, value: i64, times: u64) {
        *self.cells.entry(value).or_insert(0) += times;
    }

    /// Adds everything that `other` counted.
    pub fn merge(&mut self, other: &Self) {
        for (&value, &times) in &other.cells {
            self.add_times(value, times);
        }
    }

    /// Number of occurrences of all values.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cells.values().sum()
    }

    /// The values in ascending order with their counts.
    #[must_use]
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + Clone + '_ {
        self.cells.iter().map(|(&value, &times)| (value, times))
    }

    /// Values mapped onto a line: `(value - zero) / one`, e.g. sixtieths of a
    /// pair's wins onto `0..=1`.
    #[must_use]
    pub fn scaled(&self, zero: f64, one: f64) -> Vec<(f64, u64)> {
        self.cells().map(|(value, times)| ((value as f64 - zero) / one, times)).collect()
    }

    /// The sums these counts stand for.
    #[must_use]
    pub fn sums(&self) -> BlockSums {
        let mut sums = BlockSums::EMPTY;
        for (value, times) in self.cells() {
            let (value, times) = (i128::from(value), i128::from(times));
            sums.sum += value * times;
            sums.sum_sq += value * value * times;
        }
        sums.blocks = self.total();
        sums
    }
}

impl FromIterator<i64> for Counts {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut counts = Self::new();
        for value in values {
            counts.add(value);
        }
        counts
    }
}
