//! How the values that one block adds to a distribution hang together: enough
//! for the exact variance, over blocks, of the share of values up to any bound.

use serde::{Deserialize, Serialize};

use super::Histogram;

/// Two histograms beside that of the values themselves. With H, M and W the
/// sums of all three up to a bound v, and N a block's number of values up to v
/// of K in all: Σ N = H, Σ N² = H + 2 M and Σ N K = W; beyond the last value
/// W = Σ K².
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The larger value of every pair of a block's values.
    pub pairs: Histogram,
    /// Every value, as often as its block has values.
    pub sizes: Histogram,
}

impl Spread {
    /// Adds the values of one block, which leave the bag; `each` is told of them,
    /// rising, with how often they occur.
    #[inline]
    pub fn add(&mut self, bag: &mut Bag, mut each: impl FnMut(i32, u64)) {
        let (size, mut smaller) = (bag.size, 0);
        bag.empty(|value, times| {
            self.sizes.count_times(value, times * size);
            if smaller + times > 1 {
                self.pairs.count_times(value, times * smaller + times * (times - 1) / 2);
            }
            smaller += times;
            each(value, times);
        });
    }

    /// Adds the blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.pairs.merge(&other.pairs);
        self.sizes.merge(&other.sizes);
    }
}

/// The values that one block adds to a distribution: those near zero are
/// counted, so that no block has to be sorted.
#[derive(Debug, Clone)]
pub struct Bag {
    /// How often each value from [`Bag::LEAST`] on occurs.
    times: [u32; Bag::NEAR],
    /// Which of them do, as bits.
    seen: [u64; Bag::NEAR / 64],
    /// All other values.
    far: Vec<i32>,
    /// Number of values.
    size: u64,
}

impl Default for Bag {
    fn default() -> Self {
        Self { times: [0; Self::NEAR], seen: [0; Self::NEAR / 64], far: Vec::new(), size: 0 }
    }
}

impl Bag {
    const LEAST: i32 = -32;
    const NEAR: usize = 128;

    /// Adds a value so many times.
    #[inline]
    pub fn add(&mut self, value: i32, times: u32) {
        if times == 0 {
            return;
        }
        self.size += u64::from(times);
        let place = value.wrapping_sub(Self::LEAST) as usize;
        match self.times.get_mut(place) {
            Some(slot) => {
                *slot += times;
                self.seen[place / 64] |= 1 << (place % 64);
            }
            None => self.far.extend(std::iter::repeat_n(value, times as usize)),
        }
    }

    /// Takes out all values, rising, each with how often it occurs; a far one may
    /// come several times in a row.
    #[inline]
    fn empty(&mut self, mut each: impl FnMut(i32, u64)) {
        self.size = 0;
        self.far.sort_unstable();
        let below = self.far.partition_point(|&value| value < Self::LEAST);
        self.far[..below].iter().for_each(|&value| each(value, 1));
        for (word, seen) in self.seen.iter_mut().enumerate() {
            while *seen != 0 {
                let place = 64 * word + seen.trailing_zeros() as usize;
                *seen &= *seen - 1;
                each(place as i32 + Self::LEAST, std::mem::take(&mut self.times[place]).into());
            }
        }
        self.far[below..].iter().for_each(|&value| each(value, 1));
        self.far.clear();
    }
}

/// Counts the larger value of every pair of one value here and one there, both
/// rising, each value with how often it occurs: up to a bound, the product of
/// both numbers of values.
pub fn pairs_across(mut here: &[(i32, u64)], mut there: &[(i32, u64)], pairs: &mut Histogram) {
    let take = |from: &mut &[(i32, u64)], value: i32| match from.split_first() {
        Some((&(first, times), rest)) if first == value => {
            *from = rest;
            times
        }
        _ => 0,
    };
    let (mut before_here, mut before_there) = (0, 0);
    while let Some(value) = here.first().into_iter().chain(there.first()).map(|&(value, _)| value).min() {
        let (mine, theirs) = (take(&mut here, value), take(&mut there, value));
        pairs.count_times(value, mine * (before_there + theirs) + theirs * before_here);
        before_here += mine;
        before_there += theirs;
    }
}

/// The rising values of blocks, each with how often it occurs, one block after
/// another.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    values: Vec<(i32, u64)>,
    ends: Vec<usize>,
}

impl Blocks {
    /// Adds a value to the block at hand.
    #[inline]
    pub fn push(&mut self, value: i32, times: u64) {
        self.values.push((value, times));
    }

    /// Ends the block at hand.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.values.len());
    }

    /// Forgets all blocks.
    pub fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    /// The values of each block.
    pub fn iter(&self) -> impl Iterator<Item = &[(i32, u64)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.values[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: the blocks themselves.
    #[test]
    fn sums_up_to_a_bound_are_those_of_the_blocks() {
        let blocks: [&[i32]; 7] =
            [&[3, 1, 1, 7], &[2], &[], &[5, 5, 0], &[1, 9], &[-40, 96, 5, -32, 95, 300, 96], &[-40, -40, 7]];
        let (mut spread, mut values) = (Spread::default(), Histogram::default());
        let mut rows = Blocks::default();
        let mut bag = Bag::default();
        for block in blocks {
            for &value in block {
                bag.add(value, 1);
            }
            spread.add(&mut bag, |value, times| {
                values.count_times(value, times);
                rows.push(value, times);
            });
            rows.end();
        }
        let rows: Vec<_> = rows.iter().collect();
        for bound in [-41, -40, -33, -32, -31, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 94, 95, 96, 97, 300] {
            let up_to = |h: &Histogram| h.iter().filter(|(v, _)| *v <= bound).map(|(_, n)| n).sum::<u64>();
            let number = |block: &[i32]| block.iter().filter(|v| **v <= bound).count() as u64;
            let sum = |of: &dyn Fn(&[i32]) -> u64| blocks.iter().map(|block| of(block)).sum::<u64>();
            assert_eq!(up_to(&values), sum(&number));
            assert_eq!(up_to(&values) + 2 * up_to(&spread.pairs), sum(&|block| number(block).pow(2)));
            assert_eq!(up_to(&spread.sizes), sum(&|block| number(block) * block.len() as u64));
            let (mut across, mut product) = (Histogram::default(), 0);
            for next in 1..blocks.len() {
                pairs_across(rows[next - 1], rows[next], &mut across);
                product += number(blocks[next - 1]) * number(blocks[next]);
            }
            assert_eq!(up_to(&across), product);
        }
    }
}
