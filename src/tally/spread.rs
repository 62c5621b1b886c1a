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
    /// Adds the values of one block and leaves them sorted.
    pub fn add(&mut self, values: &mut [i32]) {
        if let [only] = values {
            self.sizes.count(*only);
        } else {
            values.sort_unstable();
            let size = values.len() as u64;
            for (smaller, &value) in values.iter().enumerate() {
                self.sizes.count_times(value, size);
                if smaller > 0 {
                    self.pairs.count_times(value, smaller as u64);
                }
            }
        }
    }

    /// Adds the blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.pairs.merge(&other.pairs);
        self.sizes.merge(&other.sizes);
    }
}

/// Counts the larger value of every pair of one value here and one there, both
/// sorted: up to a bound, the product of both numbers of values.
pub fn pairs_across(here: &[i32], there: &[i32], pairs: &mut Histogram) {
    for &value in here {
        pairs.count_times(value, there.partition_point(|&other| other <= value) as u64);
    }
    for &value in there {
        pairs.count_times(value, here.partition_point(|&other| other < value) as u64);
    }
}

/// The sorted values of blocks, one block after another.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    values: Vec<i32>,
    ends: Vec<usize>,
}

impl Blocks {
    /// Adds the values of the next block.
    pub fn push(&mut self, values: &[i32]) {
        self.values.extend_from_slice(values);
        self.ends.push(self.values.len());
    }

    /// Forgets all blocks.
    pub fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    /// The values of each block.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
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
        let blocks: [&[i32]; 5] = [&[3, 1, 1, 7], &[2], &[], &[5, 5, 0], &[1, 9]];
        let (mut spread, mut values) = (Spread::default(), Histogram::default());
        for block in blocks {
            for &value in block {
                values.count(value);
            }
            spread.add(&mut block.to_vec());
        }
        for bound in -1..11 {
            let up_to = |h: &Histogram| h.iter().filter(|(v, _)| *v <= bound).map(|(_, n)| n).sum::<u64>();
            let number = |block: &[i32]| block.iter().filter(|v| **v <= bound).count() as u64;
            let sum = |of: &dyn Fn(&[i32]) -> u64| blocks.iter().map(|block| of(block)).sum::<u64>();
            assert_eq!(up_to(&values), sum(&number));
            assert_eq!(up_to(&values) + 2 * up_to(&spread.pairs), sum(&|block| number(block).pow(2)));
            assert_eq!(up_to(&spread.sizes), sum(&|block| number(block) * block.len() as u64));
            let (mut across, mut product) = (Histogram::default(), 0);
            for (here, there) in blocks.iter().zip(&blocks[1..]) {
                let [mut a, mut b] = [here.to_vec(), there.to_vec()];
                a.sort_unstable();
                b.sort_unstable();
                pairs_across(&a, &b, &mut across);
                product += number(here) * number(there);
            }
            assert_eq!(up_to(&across), product);
        }
    }
}
