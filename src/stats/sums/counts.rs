//! How often each integer occurred.

use std::collections::BTreeMap;

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
