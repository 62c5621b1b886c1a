//! Exact counts per value. Values are small integers by nature (goals, turns,
//! differences), so a dense row serves nearly all and a map the rest; both are
//! exact.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values from this one on, `DENSE` of them, may have a slot of their own.
const LEAST: i32 = -32;
const DENSE: usize = 1024 + 32;
/// Slots that a value in the map takes the room of, at most.
const OF_MAP: usize = 4;
/// Slots that are fewer than a map takes the room of.
const SHORT: usize = 64;

/// How often each value occurred.
#[derive(Debug, Clone, Default)]
pub struct Histogram {
    /// Counts of values that follow one another, from `first` on.
    dense: Vec<u64>,
    first: i32,
    /// Counts of values outside of the dense window; of all, where they were
    /// trimmed and lie far apart.
    rest: BTreeMap<i32, u64>,
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Histogram {}

impl Histogram {
    /// Counts one occurrence.
    #[inline]
    pub fn count(&mut self, value: i32) {
        self.count_times(value, 1);
    }

    #[cold]
    fn insert(&mut self, value: i32, times: u64) {
        if value.wrapping_sub(LEAST) as u32 as usize >= DENSE {
            *self.rest.entry(value).or_default() += times;
            return;
        }
        // What was trimmed takes its slots again.
        let mut apart = self.rest.split_off(&LEAST);
        self.rest.append(&mut apart.split_off(&(LEAST + DENSE as i32)));
        for (value, times) in apart.into_iter().chain([(value, times)]) {
            match self.dense.get_mut(value.wrapping_sub(self.first) as u32 as usize) {
                Some(slot) => *slot += times,
                None => self.widen(value, times),
            }
        }
    }

    /// Makes a slot for a value of the dense window.
    fn widen(&mut self, value: i32, times: u64) {
        let (low, high) = match self.dense.len() {
            0 => (value, value),
            slots => (self.first.min(value), (self.first + slots as i32 - 1).max(value)),
        };
        // As much again on the side that grows, so that it seldom has to.
        let slots = ((high - low + 1) as usize).next_power_of_two().min(DENSE) as i32;
        let end = LEAST + DENSE as i32;
        let low = if low < self.first { (high + 1 - slots).max(LEAST) } else { low.min(end - slots) };
        let mut dense = vec![0; slots as usize];
        for (of, times) in self.iter_dense() {
            dense[(of - low) as usize] = times;
        }
        dense[(value - low) as usize] += times;
        (self.dense, self.first) = (dense, low);
    }

    /// Counts several occurrences.
    #[inline]
    pub fn count_times(&mut self, value: i32, times: u64) {
        match self.dense.get_mut(value.wrapping_sub(self.first) as u32 as usize) {
            Some(slot) => *slot += times,
            None if times == 0 => {}
            None => self.insert(value, times),
        }
    }

    /// Adds all occurrences of `other`.
    pub fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(value, times)| self.count_times(value, times));
    }

    /// Gives back what it holds beyond the values that occurred.
    pub fn trim(&mut self) {
        let used = |times: &u64| *times > 0;
        let (from, last) = (self.dense.iter().position(used), self.dense.iter().rposition(used));
        if let (Some(from), Some(last)) = (from, last) {
            let values = self.iter_dense().count();
            if values * OF_MAP < last - from && last - from > SHORT {
                let apart: Vec<(i32, u64)> = self.iter_dense().collect();
                self.rest.extend(apart);
                (self.dense, self.first) = (Vec::new(), 0);
                return;
            }
            self.dense = self.dense[from..=last].to_vec();
            self.first += from as i32;
        }
    }

    fn iter_dense(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        (self.first..).zip(&self.dense).filter(|(_, n)| **n > 0).map(|(v, &n)| (v, n))
    }

    /// Every value that occurred, rising, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let below = self.rest.range(..LEAST).map(|(&v, &n)| (v, n));
        below.chain(self.iter_dense()).chain(self.rest.range(LEAST..).map(|(&v, &n)| (v, n)))
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
            histogram.count_times(value, times);
        }
        histogram.trim();
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
        // What is read has no room to spare.
        left.trim();
        assert_eq!((back.dense, back.first), (left.dense, left.first));
    }

    /// A few scorelines take the room of a few values, not of all between them.
    #[test]
    fn values_that_lie_far_apart_are_held_without_what_lies_between() {
        let mut histogram = Histogram::default();
        for value in [-40, 0, 302, 302, 2000] {
            histogram.count(value);
        }
        histogram.trim();
        assert!(histogram.dense.is_empty());
        let close = |histogram: &Histogram| histogram.iter().collect::<Vec<_>>();
        assert_eq!(close(&histogram), [(-40, 1), (0, 1), (302, 2), (2000, 1)]);
        histogram.merge(&histogram.clone());
        histogram.count(150);
        assert_eq!(close(&histogram), [(-40, 2), (0, 2), (150, 1), (302, 4), (2000, 2)]);
        assert_eq!((histogram.total(), histogram.rest.len()), (11, 2), "the dense ones have slots again");
    }

    #[test]
    fn whatever_comes_first_and_whenever_it_is_trimmed_nothing_is_lost() {
        for start in [-40, -32, -1, 0, 500, 1023, 1024] {
            let (mut whole, mut trimmed) = (Histogram::default(), Histogram::default());
            let mut expected = BTreeMap::new();
            for step in 0..400 {
                // Up and down by growing steps, over both ends of the dense window.
                let value = start + [1, -1][step as usize % 2] * step * step / 90;
                *expected.entry(value).or_insert(0) += 1 + step as u64;
                for histogram in [&mut whole, &mut trimmed] {
                    histogram.count_times(value, 1 + step as u64);
                }
                if step % 7 == 0 {
                    trimmed.trim();
                }
            }
            trimmed.trim();
            assert_eq!(whole.iter().collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
            assert_eq!((&whole, whole.total()), (&trimmed, trimmed.total()));
            assert!(trimmed.dense.len() <= whole.dense.len() && whole.dense.len() <= DENSE);
        }
    }
}
