//! Exact counts per value. Values are small integers by nature (goals, turns,
//! differences), so a dense row serves nearly all and a map the rest; both are
//! exact.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The first `DENSE` values from this one on have a slot of their own.
const LEAST: i32 = -32;
const DENSE: usize = 1024 + 32;

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
        self.count_times(value, 1);
    }

    #[cold]
    fn insert(&mut self, value: i32, times: u64) {
        let place = Self::place(value);
        if place < DENSE {
            let needed = (place + 1).next_power_of_two().min(DENSE);
            if self.dense.len() < needed {
                self.dense.resize(needed, 0);
            }
            self.dense[place] += times;
        } else {
            *self.rest.entry(value).or_default() += times;
        }
    }

    /// Counts several occurrences.
    #[inline]
    pub fn count_times(&mut self, value: i32, times: u64) {
        match self.dense.get_mut(Self::place(value)) {
            Some(slot) => *slot += times,
            None if times == 0 => {}
            None => self.insert(value, times),
        }
    }

    /// Place in the dense row, beyond its end for values that have none.
    #[inline]
    const fn place(value: i32) -> usize {
        value.wrapping_sub(LEAST) as u32 as usize
    }

    /// Adds all occurrences of `other`.
    pub fn merge(&mut self, other: &Self) {
        if self.dense.len() < other.dense.len() {
            self.dense.resize(other.dense.len(), 0);
        }
        for (mine, theirs) in self.dense.iter_mut().zip(&other.dense) {
            *mine += theirs;
        }
        for (&value, times) in &other.rest {
            *self.rest.entry(value).or_default() += times;
        }
    }

    /// Every value that occurred, rising, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let below = self.rest.range(..LEAST).map(|(&v, &n)| (v, n));
        let dense = (LEAST..).zip(&self.dense).filter(|(_, n)| **n > 0).map(|(v, &n)| (v, n));
        below.chain(dense).chain(self.rest.range(LEAST..).map(|(&v, &n)| (v, n)))
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
        let values = [i32::MIN, -33, -32, -3, 0, 0, 7, 1023, 1024, 5000, 5000, 5000, i32::MAX];
        let (mut left, mut right) = (Histogram::default(), Histogram::default());
        for (i, &value) in values.iter().enumerate() {
            if i % 2 == 0 { left.count(value) } else { right.count(value) }
        }
        left.merge(&right);
        let small = [(i32::MIN, 1), (-33, 1), (-32, 1), (-3, 1), (0, 2), (7, 1)];
        let large = [(1023, 1), (1024, 1), (5000, 3), (i32::MAX, 1)];
        let expected = [&small[..], &large].concat();
        assert_eq!(left.iter().collect::<Vec<_>>(), expected);
        assert_eq!(left.total(), 13);
        let text = serde_json::to_string(&left).unwrap();
        let back: Histogram = serde_json::from_str(&text).unwrap();
        assert_eq!(back.iter().collect::<Vec<_>>(), expected);
    }
}
