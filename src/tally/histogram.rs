//! Exact counts per value. Values are small integers by nature (goals, turns),
//! so a dense row serves nearly all and a map the rest; both are exact.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values `0..DENSE` have a slot of their own.
const DENSE: usize = 1024;

/// How often each value occurred.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    dense: Vec<u64>,
    rest: BTreeMap<i32, u64>,
}

impl Histogram {
    /// Counts one occurrence.
    #[inline]
    pub fn count(&mut self, value: i32) {
        match self.dense.get_mut(value as usize) {
            Some(slot) if value >= 0 => *slot += 1,
            _ => self.insert(value, 1),
        }
    }

    #[cold]
    fn insert(&mut self, value: i32, times: u64) {
        if (0..DENSE as i32).contains(&value) {
            let needed = (value as usize + 1).next_power_of_two().min(DENSE);
            if self.dense.len() < needed {
                self.dense.resize(needed, 0);
            }
            self.dense[value as usize] += times;
        } else {
            *self.rest.entry(value).or_default() += times;
        }
    }

    /// Counts several occurrences.
    #[inline]
    pub fn count_times(&mut self, value: i32, times: u64) {
        match self.dense.get_mut(value as usize) {
            Some(slot) if value >= 0 => *slot += times,
            _ if times == 0 => {}
            _ => self.insert(value, times),
        }
    }

    /// Adds all occurrences of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (value, times) in other.iter() {
            self.insert(value, times);
        }
    }

    /// Every value that occurred, rising, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let negative = self.rest.range(..0).map(|(&v, &n)| (v, n));
        let dense = (0..).zip(&self.dense).filter(|(_, n)| **n > 0).map(|(v, &n)| (v, n));
        negative.chain(dense).chain(self.rest.range(0..).map(|(&v, &n)| (v, n)))
    }

    /// Number of occurrences in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.dense.iter().sum::<u64>() + self.rest.values().sum::<u64>()
    }
}

impl Serialize for Histogram {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(value, times)| (value.to_string(), times)))
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = BTreeMap::<String, u64>::deserialize(deserializer)?;
        let mut histogram = Self::default();
        for (value, times) in counts {
            let value = value.parse().map_err(serde::de::Error::custom)?;
            histogram.insert(value, times);
        }
        Ok(histogram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_exactly_once_through_merge_and_text() {
        let values = [-3, 0, 0, 7, 1023, 1024, 5000, 5000, 5000];
        let (mut left, mut right) = (Histogram::default(), Histogram::default());
        for (i, &value) in values.iter().enumerate() {
            if i % 2 == 0 { left.count(value) } else { right.count(value) }
        }
        left.merge(&right);
        let expected = [(-3, 1), (0, 2), (7, 1), (1023, 1), (1024, 1), (5000, 3)];
        assert_eq!(left.iter().collect::<Vec<_>>(), expected);
        assert_eq!(left.total(), 9);
        let text = serde_json::to_string(&left).unwrap();
        let back: Histogram = serde_json::from_str(&text).unwrap();
        assert_eq!(back.iter().collect::<Vec<_>>(), expected);
    }
}
