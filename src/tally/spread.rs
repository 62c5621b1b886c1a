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
    /// Adds the values of one block, which are sorted and cleared.
    pub fn add(&mut self, values: &mut Vec<i32>) {
        if let [only] = values[..] {
            self.sizes.count(only);
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
        values.clear();
    }

    /// Adds the blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.pairs.merge(&other.pairs);
        self.sizes.merge(&other.sizes);
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
            block.iter().for_each(|&value| values.count(value));
            spread.add(&mut block.to_vec());
        }
        for bound in -1..11 {
            let up_to = |h: &Histogram| h.iter().filter(|(v, _)| *v <= bound).map(|(_, n)| n).sum::<u64>();
            let number = |block: &[i32]| block.iter().filter(|v| **v <= bound).count() as u64;
            let sum = |of: &dyn Fn(&[i32]) -> u64| blocks.iter().map(|block| of(block)).sum::<u64>();
            assert_eq!(up_to(&values), sum(&number));
            assert_eq!(up_to(&values) + 2 * up_to(&spread.pairs), sum(&|block| number(block).pow(2)));
            assert_eq!(up_to(&spread.sizes), sum(&|block| number(block) * block.len() as u64));
        }
    }
}
