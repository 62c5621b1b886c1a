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
    pub sums: Box<[i128]>,
    /// Per pair of [`Layout::products`].
    pub products: Box<[i128]>,
    /// Per three of [`Layout::triples`].
    pub triples: Box<[i128]>,
}

impl Moments {
    /// Nothing summed yet.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        Self {
            blocks: 0,
            sums: vec![0; layout.columns()].into(),
            products: vec![0; layout.products.len()].into(),
            triples: vec![0; layout.triples.len()].into(),
        }
    }

    /// Adds the blocks of `pending`, which is left empty.
    pub fn take(&mut self, layout: &Layout, pending: &mut Pending) {
        let Pending { blocks, columns, bits, short } = pending;
        let (columns, _) = columns.as_chunks_mut::<{ Pending::MOST }>();
        if *blocks < Pending::MOST {
            for column in &mut *columns {
                column[*blocks..].fill(0);
            }
        }
        self.blocks += std::mem::take(blocks) as u64;
        for (((column, bits), short), sum) in
            columns.iter().zip(&mut *bits).zip(&mut *short).zip(&mut self.sums)
        {
            *bits = magnitude(column);
            *short = column.map(|value| value as i16);
            *sum += if *bits <= Pending::NARROW {
                i128::from(column.iter().sum::<i64>())
            } else {
                column.iter().map(|&value| i128::from(value)).sum()
            };
        }
        for (sum, &(a, b)) in self.products.iter_mut().zip(&layout.products) {
            let (a, b) = (usize::from(a), usize::from(b));
            let both = columns[a].iter().zip(&columns[b]);
            *sum += if bits[a].max(bits[b]) <= Pending::SHORT && bits[a] + bits[b] <= Pending::SHORT_PAIR {
                let both = short[a].iter().zip(&short[b]);
                i128::from(both.map(|(&x, &y)| i32::from(x) * i32::from(y)).sum::<i32>())
            } else if bits[a] + bits[b] <= Pending::NARROW {
                i128::from(both.map(|(x, y)| x * y).sum::<i64>())
            } else {
                both.map(|(&x, &y)| i128::from(x) * i128::from(y)).sum()
            };
        }
        for (sum, &[a, b, c]) in self.triples.iter_mut().zip(&layout.triples) {
            let [a, b, c] = [a, b, c].map(usize::from);
            let all = columns[a].iter().zip(&columns[b]).zip(&columns[c]);
            if bits[a] + bits[b] + bits[c] <= Pending::NARROW {
                *sum = sum.saturating_add(all.map(|((x, y), z)| x * y * z).sum::<i64>().into());
            } else {
                *sum = all.fold(*sum, |sum, ((&x, &y), &z)| {
                    let square = i128::from(x) * i128::from(y);
                    // Beyond 10³⁸ a skewness means nothing.
                    sum.saturating_add(square.saturating_mul(z.into()))
                });
            }
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

/// A few blocks that wait to be summed, column by column: a block may be a
/// single short game, and sums of products at each of them would cost a
/// thirtieth of it.
#[derive(Debug, Clone)]
pub struct Pending {
    blocks: usize,
    /// [`Pending::MOST`] values of each column; beyond the last block what was
    /// there before.
    columns: Vec<i64>,
    /// [`magnitude`] of each column.
    bits: Vec<u32>,
    /// The columns again, of use where their values fit.
    short: Vec<[i16; Pending::MOST]>,
}

/// Bits b such that every value v has -2^b <= v < 2^b.
#[inline]
fn magnitude(column: &[i64; Pending::MOST]) -> u32 {
    // The highest bit that differs from its neighbour is the one behind the sign.
    let changes = column.iter().fold(0, |all, &value| all | (value ^ (value << 1)));
    (i64::BITS - changes.leading_zeros()).saturating_sub(1)
}

impl Pending {
    /// Most blocks that may wait.
    const MOST: usize = 16;
    /// Bits of factors whose products still add up in a machine word.
    const NARROW: u32 = i64::BITS - 2 - Self::MOST.ilog2();
    /// Bits of values that sixteen bits hold, the sign being one of them.
    const SHORT: u32 = i16::BITS - 1;
    /// Bits of two such values whose products add up in half a word: then the
    /// processor multiplies eight pairs at once.
    const SHORT_PAIR: u32 = i32::BITS - 2 - Self::MOST.ilog2();

    /// Nothing waiting.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let columns = layout.columns();
        let short = vec![[0; Self::MOST]; columns];
        Self { blocks: 0, columns: vec![0; columns * Self::MOST], bits: vec![0; columns], short }
    }

    /// Adds one block's columns; when enough blocks wait, all go to `moments`.
    pub fn add(&mut self, layout: &Layout, block: &[i64], moments: &mut Moments) {
        let place = self.blocks;
        for (column, &value) in self.columns.as_chunks_mut::<{ Self::MOST }>().0.iter_mut().zip(block) {
            column[place] = value;
        }
        self.blocks += 1;
        if self.blocks == Self::MOST {
            moments.take(layout, self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::king_of_the_pitch::KingOfThePitch;
    use crate::tally::layout::column;

    /// Reference: block after block in wide words.
    fn wide(layout: &Layout, blocks: &[Vec<i64>]) -> Moments {
        let mut moments = Moments::new(layout);
        for block in blocks {
            let of = |column: u16| i128::from(block[usize::from(column)]);
            moments.blocks += 1;
            for (sum, &value) in moments.sums.iter_mut().zip(block) {
                *sum += i128::from(value);
            }
            for (sum, &(a, b)) in moments.products.iter_mut().zip(&layout.products) {
                *sum += of(a) * of(b);
            }
            for (sum, &triple) in moments.triples.iter_mut().zip(&layout.triples) {
                let [a, b, c] = triple.map(of);
                *sum = sum.saturating_add((a * b).saturating_mul(c));
            }
        }
        moments
    }

    fn waited(layout: &Layout, blocks: &[Vec<i64>]) -> Moments {
        let (mut moments, mut pending) = (Moments::new(layout), Pending::new(layout));
        for block in blocks {
            pending.add(layout, block, &mut moments);
        }
        moments.take(layout, &mut pending);
        let all = moments.clone();
        moments.take(layout, &mut pending);
        assert_eq!(moments, all, "nothing is added twice");
        all
    }

    #[test]
    fn waiting_blocks_add_up_as_wide_ones() {
        let layout = Layout::of::<KingOfThePitch>(3, 5);
        for largest in [i64::from(i32::MAX) << 8, (1 << 28) - 1, (1 << 19) - 1, (1 << 14) + 9, 9000, 60] {
            let value = |number: i64, column: i64| (column * 7919 + number * 104_729) % largest - largest / 3;
            let block = |number| (0..layout.columns() as i64).map(|column| value(number, column)).collect();
            let blocks: Vec<Vec<i64>> = (0..203).map(block).collect();
            assert_eq!(waited(&layout, &blocks), wide(&layout, &blocks), "up to {largest}");
        }
    }

    #[test]
    fn the_largest_narrow_sums_fit() {
        let layout = Layout::of::<KingOfThePitch>(2, 5);
        let narrowest = |factors: u32| -((1_i64 << (Pending::NARROW / factors)) - 1);
        let half = 1 << (Pending::SHORT_PAIR / 2);
        let short = [-half, half, i64::from(i16::MIN), i64::from(i16::MAX), 1 << Pending::SHORT];
        let narrow = [narrowest(2), narrowest(3), narrowest(2) - 1, narrowest(3) - 1, i64::from(i32::MIN)];
        for value in short.into_iter().chain(narrow) {
            let mut block = vec![value; layout.columns()];
            block[column::GAMES] = 1;
            let blocks = vec![block; Pending::MOST];
            assert_eq!(waited(&layout, &blocks), wide(&layout, &blocks), "{value}");
        }
    }
}
