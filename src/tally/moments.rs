//! Sums and sums of products over blocks: all that block-level variances and
//! covariances need.

use serde::{Deserialize, Serialize};

use super::Layout;

/// Sums over blocks of a layout's columns and of their products.
///
/// 128-bit sums: a column of at most 10^9 a block squares to 10^18, and 10^9
/// blocks of that still fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Number of blocks.
    pub blocks: u64,
    /// Per column.
    pub sums: Vec<i128>,
    /// Per pair of [`Layout::products`].
    pub products: Vec<i128>,
}

impl Moments {
    /// Nothing summed yet.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        Self { blocks: 0, sums: vec![0; layout.columns()], products: vec![0; layout.products.len()] }
    }

    /// Adds one block's columns.
    pub fn add(&mut self, layout: &Layout, block: &[i64]) {
        self.blocks += 1;
        for (sum, &value) in self.sums.iter_mut().zip(block) {
            *sum += i128::from(value);
        }
        for (sum, &(a, b)) in self.products.iter_mut().zip(&layout.products) {
            *sum += i128::from(block[usize::from(a)]) * i128::from(block[usize::from(b)]);
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

    /// Sum of a column.
    #[must_use]
    pub fn sum(&self, column: usize) -> i128 {
        self.sums[column]
    }

    /// Sum of the product of two columns of [`Layout::products`].
    ///
    /// # Panics
    /// For a pair that the layout does not carry.
    #[must_use]
    pub fn product(&self, layout: &Layout, a: usize, b: usize) -> i128 {
        let pair = (a.min(b) as u16, a.max(b) as u16);
        let index = layout.products.binary_search(&pair).expect("the layout carries this product");
        self.products[index]
    }

    /// Whether these moments have the shape of `layout`.
    #[must_use]
    pub fn fits(&self, layout: &Layout) -> bool {
        self.sums.len() == layout.columns() && self.products.len() == layout.products.len()
    }
}
