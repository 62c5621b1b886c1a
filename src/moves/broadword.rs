//! Choosing among set bits by arithmetic, for processors that have no
//! instruction for it.

use super::{MoveMask, MoveSet};
use crate::chance::Whim;

/// Position of the `rank`-th set bit of `word`, `rank` below its population:
/// six halvings by broadword counting (Vigna 2008), no table, no branch on
/// data.
#[inline]
#[must_use]
pub fn select_u64(word: u64, rank: u32) -> u32 {
    let mut rank = rank;
    let mut base = 0;
    let mut word = word;
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (word & ((1 << width) - 1)).count_ones();
        let above = u32::from(rank >= low);
        rank -= low * above;
        base += width * above;
        word >>= width * above;
    }
    base
}

const LOWEST_OF_BYTES: u64 = 0x0101_0101_0101_0101;
const HIGHEST_OF_BYTES: u64 = 0x8080_8080_8080_8080;

/// Position of the `rank`-th set bit of every byte: `[rank << 8 | byte]`.
const IN_BYTE: [u8; 2048] = {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank << 8 | byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Numbers of set bits up to and including each byte.
#[inline]
const fn running_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(LOWEST_OF_BYTES)
}

/// The same for a narrower word.
#[inline]
const fn running_counts_u32(word: u32) -> u32 {
    let pairs = word - (word >> 1 & 0x5555_5555);
    let nibbles = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F).wrapping_mul(0x0101_0101)
}

/// Moves `0..96` as a bit set with the running counts of its bytes: all that
/// counting and choosing need.
///
/// A set that is put together from parts carries its counts along, so the
/// counts of parts that are known early are worked out while the last part is
/// still being looked up. Words of two widths, because two of one width would
/// be counted in a vector, and vectors multiply slowly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RankedMask {
    /// The moves.
    pub mask: MoveMask,
    /// [`running_counts`] of the moves below 64.
    low: u64,
    /// The same of the other 32.
    high: u32,
}

impl RankedMask {
    /// Counts the moves of a mask.
    #[inline]
    #[must_use]
    pub const fn new(mask: MoveMask) -> Self {
        debug_assert!(mask.0 >> 96 == 0);
        let (low, high) = (running_counts(mask.0 as u64), running_counts_u32((mask.0 >> 64) as u32));
        Self { mask, low, high }
    }

    /// Both sets of moves, which must have none in common.
    #[inline]
    #[must_use]
    pub const fn join(self, other: Self) -> Self {
        debug_assert!(self.mask.0 & other.mask.0 == 0);
        // No byte of a running count exceeds 64, so none carries.
        let (low, high) = (self.low + other.low, self.high + other.high);
        Self { mask: MoveMask(self.mask.0 | other.mask.0), low, high }
    }
}

/// A running count beyond any rank for each byte that the high word hasn't.
const NO_BYTES: u64 = 0x7F7F_7F7F << 32;

impl MoveSet for RankedMask {
    type Move = u8;

    #[inline]
    fn len(&self) -> u64 {
        (self.low >> 56) + u64::from(self.high >> 24)
    }

    #[inline]
    fn nth(&self, index: u64) -> u8 {
        self.mask.nth(index)
    }

    /// The same move as `nth` of a random index, by a shorter chain of
    /// operations (Vigna 2008, select by broadword); nothing branches on the
    /// data.
    #[inline]
    fn sample(&self, whim: &mut Whim) -> u8 {
        let (low, high) = (self.mask.0 as u64, (self.mask.0 >> 64) as u64);
        let in_low = self.low >> 56;
        let rank = u64::from(whim.below(self.len() as u32));
        let upper = rank >= in_low;
        let (word, counts, rank) = if upper {
            (high, u64::from(self.high) | NO_BYTES, rank - in_low)
        } else {
            (low, self.low, rank)
        };
        // Bytes whose running count doesn't exceed the rank lie below the byte.
        let below = (((rank * LOWEST_OF_BYTES) | HIGHEST_OF_BYTES) - counts) & HIGHEST_OF_BYTES;
        let shift = (below >> 7).wrapping_mul(LOWEST_OF_BYTES) >> 53 & 0x38;
        let before = (counts << 8) >> shift & 0xFF;
        let in_byte = IN_BYTE[((rank - before) << 8 | (word >> shift & 0xFF)) as usize & 2047];
        u8::from(upper) * 64 + shift as u8 + in_byte
    }

    #[inline]
    fn contains(&self, chosen: u8) -> bool {
        self.mask.contains(chosen)
    }
}
