//! One or two integers per block.

use serde::{Deserialize, Serialize};

/// Sums of one integer per block: enough for a mean and its standard error.
///
/// A block's value is the sum over all of its games; what it is divided by
/// (games per block, sixtieths per win) is told to the estimator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BlockSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum of the block values.
    pub sum: i128,
    /// Sum of their squares.
    pub sum_sq: i128,
}

impl BlockSums {
    /// No block yet.
    pub const EMPTY: Self = Self { blocks: 0, sum: 0, sum_sq: 0 };

    /// Adds the value of one block.
    #[inline]
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.blocks += 1;
        self.sum += value;
        self.sum_sq += value * value;
    }

    /// Mean block value; `None` without blocks.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.blocks > 0).then(|| self.sum as f64 / self.blocks as f64)
    }

    /// Unbiased sample variance of the block values (divisor `blocks - 1`);
    /// `None` with fewer than two blocks.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        (self.blocks > 1).then(|| {
            let n = self.blocks;
            centred(n, self.sum, self.sum, self.sum_sq).max(0.0) / (n - 1) as f64
        })
    }
}

impl Extend<i64> for BlockSums {
    fn extend<I: IntoIterator<Item = i64>>(&mut self, values: I) {
        for value in values {
            self.add(value);
        }
    }
}

impl FromIterator<i64> for BlockSums {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut sums = Self::EMPTY;
        sums.extend(values);
        sums
    }
}

/// Sums of two integers per block: two arms that share luck, or the numerator
/// and denominator of a ratio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum of the first value.
    #[serde(with = "super::wide")]
    pub x: i128,
    /// Sum of the second value.
    #[serde(with = "super::wide")]
    pub y: i128,
    /// Sum of squares of the first value.
    #[serde(with = "super::wide")]
    pub xx: i128,
    /// Sum of squares of the second value.
    #[serde(with = "super::wide")]
    pub yy: i128,
    /// Sum of products.
    #[serde(with = "super::wide")]
    pub xy: i128,
}

impl PairSums {
    /// No block yet.
    pub const EMPTY: Self = Self { blocks: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };

    /// Adds the two values of one block.
    #[inline]
    pub fn add(&mut self, x: i64, y: i64) {
        let (x, y) = (i128::from(x), i128::from(y));
        self.blocks += 1;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// Adds all blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.yy += other.yy;
        self.xy += other.xy;
    }

    /// The first value alone.
    #[must_use]
    pub const fn first(&self) -> BlockSums {
        BlockSums { blocks: self.blocks, sum: self.x, sum_sq: self.xx }
    }

    /// The second value alone.
    #[must_use]
    pub const fn second(&self) -> BlockSums {
        BlockSums { blocks: self.blocks, sum: self.y, sum_sq: self.yy }
    }

    /// First minus second, block by block: exact.
    #[must_use]
    pub const fn difference(&self) -> BlockSums {
        BlockSums { blocks: self.blocks, sum: self.x - self.y, sum_sq: self.xx - 2 * self.xy + self.yy }
    }

    /// Sample covariance (divisor `blocks - 1`); `None` with fewer than two
    /// blocks.
    #[must_use]
    pub fn covariance(&self) -> Option<f64> {
        (self.blocks > 1).then(|| centred(self.blocks, self.x, self.y, self.xy) / (self.blocks - 1) as f64)
    }
}

impl FromIterator<(i64, i64)> for PairSums {
    fn from_iter<I: IntoIterator<Item = (i64, i64)>>(values: I) -> Self {
        let mut sums = Self::EMPTY;
        for (x, y) in values {
            sums.add(x, y);
        }
        sums
    }
}

/// `sum xy - (sum x)(sum y) / n`, exactly in integers as long as `n sum xy`
/// fits (values below 10^6 in 10^12 blocks do), and in floating point beyond.
fn centred(n: u64, x: i128, y: i128, xy: i128) -> f64 {
    let exact = || i128::from(n).checked_mul(xy)?.checked_sub(x.checked_mul(y)?);
    match exact() {
        Some(scaled) => scaled as f64 / n as f64,
        None => xy as f64 - x as f64 * (y as f64 / n as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_match_hand_work() {
        let pairs: PairSums = [(1, 2), (2, 1), (3, 5), (6, 4)].into_iter().collect();
        assert_eq!(pairs.first().mean(), Some(3.0));
        // deviations -2, -1, 0, 3 and -1, -2, 2, 1
        assert_eq!(pairs.first().variance(), Some(14.0 / 3.0));
        assert_eq!(pairs.covariance(), Some(7.0 / 3.0));
        assert_eq!(pairs.difference(), [-1, 1, -2, 2].into_iter().collect());
    }

    #[test]
    fn variance_survives_a_large_offset() {
        let offset = 1_000_000_000_000;
        let sums: BlockSums = [offset + 1, offset + 2, offset + 3].into_iter().collect();
        assert_eq!(sums.variance(), Some(1.0));
    }

    #[test]
    fn too_few_blocks_have_no_variance() {
        assert_eq!(BlockSums::EMPTY.mean(), None);
        assert_eq!(BlockSums::from_iter([3]).variance(), None);
    }
}
