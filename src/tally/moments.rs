//! Sums and sums of products over blocks: all that block-level variances and
//! covariances need.

use serde::{Deserialize, Serialize};

use super::Layout;

/// Sums over blocks of a layout's columns and of their products.
///
/// 128-bit sums: a column of at most 10^9 a block squares to 10^18, and 10^9
/// blocks of that still fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Number of blocks.
    pub blocks: u64,
    /// Per column.
    pub sums: Vec<i128>,
    /// Per pair of [`Layout::products`].
    pub products: Vec<i128>,
    /// Per three of [`Layout::triples`].
    pub triples: Vec<i128>,
}

impl Moments {
    /// Nothing summed yet.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        Self {
            blocks: 0,
            sums: vec![0; layout.columns()],
            products: vec![0; layout.products.len()],
            triples: vec![0; layout.triples.len()],
        }
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
        for (sum, &[a, b, c]) in self.triples.iter_mut().zip(&layout.triples) {
            let [a, b, c] = [a, b, c].map(|column| i128::from(block[usize::from(column)]));
            // Beyond 10³⁸ a skewness means nothing.
            *sum = sum.saturating_add((a * b).saturating_mul(c));
        }
    }

    /// Adds the blocks of `pending`, which is left empty.
    pub fn take(&mut self, pending: &mut Pending) {
        self.blocks += pending.blocks;
        pending.blocks = 0;
        for (sum, value) in self.sums.iter_mut().zip(&mut pending.sums) {
            *sum += i128::from(std::mem::take(value));
        }
        for (sum, value) in self.products.iter_mut().zip(&mut pending.products) {
            *sum += i128::from(std::mem::take(value));
        }
        for (sum, value) in self.triples.iter_mut().zip(&mut pending.triples) {
            *sum = sum.saturating_add(i128::from(std::mem::take(value)));
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
        for (mine, theirs) in self.triples.iter_mut().zip(&other.triples) {
            *mine = mine.saturating_add(*theirs);
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

    /// Sum of the product of three columns, if [`Layout::triples`] has them.
    #[must_use]
    pub fn triple(&self, layout: &Layout, columns: [usize; 3]) -> Option<i128> {
        let mut columns = columns.map(|column| column as u16);
        columns.sort_unstable();
        self.triples.get(layout.triples.binary_search(&columns).ok()?).copied()
    }

    /// Whether these moments have the shape of `layout`.
    #[must_use]
    pub fn fits(&self, layout: &Layout) -> bool {
        self.sums.len() == layout.columns()
            && self.products.len() == layout.products.len()
            && self.triples.len() == layout.triples.len()
    }
}

/// Sums of a few blocks in machine words: a block may be a single short game,
/// and wide sums at each of them would cost a tenth of it.
#[derive(Debug, Clone)]
pub struct Pending {
    blocks: u64,
    sums: Vec<i64>,
    products: Vec<i64>,
    triples: Vec<i64>,
}

impl Pending {
    /// Most blocks that may wait.
    const MOST: u64 = 64;
    /// Columns below this are summed here: 64 products of two stay below 2⁶².
    const BOUND: u64 = 1 << 28;
    /// Columns of triples below this are: 64 products of three stay below 2⁶³.
    const LEAST_BOUND: u64 = 1 << 19;

    /// Nothing waiting.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        Self {
            blocks: 0,
            sums: vec![0; layout.columns()],
            products: vec![0; layout.products.len()],
            triples: vec![0; layout.triples.len()],
        }
    }

    /// Adds one block's columns; what has waited long enough, or a block with
    /// large numbers, goes to `moments`.
    pub fn add(&mut self, layout: &Layout, block: &[i64], moments: &mut Moments) {
        let size = block.iter().fold(0, |size, &value| size | value.unsigned_abs());
        let first = |&[column, ..]: &[u16; 3]| block[usize::from(column)].unsigned_abs();
        let third = |&[.., column]: &[u16; 3]| block[usize::from(column)].unsigned_abs();
        // Of a triple of two columns each is its first or its last.
        let cubed = layout.triples.iter().fold(0, |size, triple| size | first(triple) | third(triple));
        if size >= Self::BOUND || cubed >= Self::LEAST_BOUND {
            moments.add(layout, block);
            return;
        }
        self.blocks += 1;
        for (sum, &value) in self.sums.iter_mut().zip(block) {
            *sum += value;
        }
        for (sum, &(a, b)) in self.products.iter_mut().zip(&layout.products) {
            *sum += block[usize::from(a)] * block[usize::from(b)];
        }
        for (sum, &[a, b, c]) in self.triples.iter_mut().zip(&layout.triples) {
            *sum += block[usize::from(a)] * block[usize::from(b)] * block[usize::from(c)];
        }
        if self.blocks == Self::MOST {
            moments.take(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::king_of_the_pitch::KingOfThePitch;
    use crate::tally::layout::column;

    #[test]
    fn waiting_blocks_add_up_as_wide_ones() {
        let layout = Layout::of::<KingOfThePitch>(3, 5);
        let (mut wide, mut narrow) = (Moments::new(&layout), Moments::new(&layout));
        let mut pending = Pending::new(&layout);
        for number in 0..200_i64 {
            let largest =
                [i64::from(i32::MAX) << 8, (1 << 28) - 1, (1 << 19) - 1][(number % 17).min(2) as usize];
            let value = |column: i64| (column * 7919 + number * 104_729) % largest - largest / 3;
            let block: Vec<i64> = (0..layout.columns() as i64).map(value).collect();
            wide.add(&layout, &block);
            pending.add(&layout, &block, &mut narrow);
        }
        narrow.take(&mut pending);
        assert_eq!(wide, narrow);
        narrow.take(&mut pending);
        assert_eq!(wide, narrow, "nothing is added twice");
    }

    #[test]
    fn the_largest_waiting_sums_fit() {
        let layout = Layout::of::<KingOfThePitch>(2, 5);
        let mut moments = Moments::new(&layout);
        let mut pending = Pending::new(&layout);
        let block = vec![-((1_i64 << 19) - 1); layout.columns()];
        for _ in 0..64 {
            pending.add(&layout, &block, &mut moments);
        }
        let value = i128::from(block[0]);
        assert_eq!((moments.products[0], moments.triples[0]), (64 * value.pow(2), 64 * value.pow(3)));
        let mut large = vec![0; layout.columns()];
        large[column::GAMES] = (1_i64 << 28) - 1;
        for _ in 0..64 {
            pending.add(&layout, &large, &mut moments);
        }
        assert_eq!(moments.product(&layout, 0, 0), 64 * (value.pow(2) + i128::from(large[0]).pow(2)));
    }
}
