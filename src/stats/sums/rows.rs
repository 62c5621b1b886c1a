//! Many integers per block.

use serde::{Deserialize, Serialize};

/// A row of integers per block, in index order. Where there are more than
/// `MOST` rows neighbours are added together, so that memory stays flat in
/// the number of blocks: what several numbers of the same blocks have to do
/// with each other is as well known from some hundred rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows {
    width: usize,
    /// Blocks of a whole row.
    span: u64,
    /// Whole rows, one after another.
    whole: Vec<i64>,
    /// The row being filled.
    open: Vec<i64>,
    /// Blocks in it.
    opened: u64,
    blocks: u64,
}

/// Rows that are kept at most.
pub const MOST: usize = 1024;

impl Rows {
    /// No block yet, for rows of `width` integers.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self { width, span: 1, whole: Vec::new(), open: vec![0; width], opened: 0, blocks: 0 }
    }

    /// Whether these are rows of so many integers.
    #[must_use]
    pub fn fits(&self, width: usize) -> bool {
        (self.width, self.open.len()) == (width, width)
            && self.whole.len().checked_rem(width) == Some(0)
            && self.span > 0
    }

    /// Adds the next block; `block` has the width of the rows.
    pub fn push(&mut self, block: &[i64]) {
        for (sum, value) in self.open.iter_mut().zip(block) {
            *sum += value;
        }
        self.blocks += 1;
        self.opened += 1;
        if self.opened < self.span {
            return;
        }
        self.whole.extend_from_slice(&self.open);
        self.open.fill(0);
        self.opened = 0;
        if self.whole.len() >= MOST * self.width && self.width > 0 {
            let (width, mut halved) = (self.width, Vec::with_capacity(MOST * self.width));
            for pair in self.whole.chunks_exact(2 * width) {
                halved.extend((0..width).map(|k| pair[k] + pair[width + k]));
            }
            self.whole = halved;
            self.span *= 2;
        }
    }

    /// Number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The rows, each the sum of equally many blocks but for the last.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> + Clone {
        let open = (self.opened > 0).then_some(&self.open[..]);
        self.whole.chunks_exact(self.width.max(1)).chain(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_few_and_lose_nothing() {
        for blocks in [0, 1, 3, 1023, 1024, 1025, 5_000, 70_001_i64] {
            let mut rows = Rows::new(2);
            for block in 0..blocks {
                rows.push(&[block, 1]);
            }
            let all: Vec<&[i64]> = rows.iter().collect();
            assert_eq!(rows.blocks(), blocks as u64);
            assert!(all.len() <= MOST && (all.len() as i64) >= blocks.min(MOST as i64 / 2), "{}", all.len());
            assert_eq!(all.iter().map(|row| row[0]).sum::<i64>(), blocks * (blocks - 1).max(0) / 2);
            assert_eq!(all.iter().map(|row| row[1]).sum::<i64>(), blocks);
            // Consecutive blocks, equally many but for the last.
            assert!(all.windows(2).all(|w| w[0][1] >= w[1][1]), "{blocks}");
        }
    }
}
