//! Legal moves in fixed-capacity buffers: a list for wide moves, a bit set for
//! games whose moves are numbered below 128.

use crate::chance::Whim;

/// The distinct legal moves of one decision.
///
/// Sets too large to list (a team of eleven with its bench) count and unrank
/// instead: `len` and `nth` are all that is asked.
pub trait MoveSet {
    /// One move.
    type Move: Copy + Eq;

    /// How many there are.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `index`-th move, `index < len()`.
    fn nth(&self, index: u64) -> Self::Move;

    /// Whether `chosen` is among them.
    fn contains(&self, chosen: Self::Move) -> bool {
        (0..self.len()).any(|index| self.nth(index) == chosen)
    }

    /// A uniformly random move.
    #[inline]
    fn sample(&self, whim: &mut Whim) -> Self::Move {
        self.nth(whim.below_u64(self.len()))
    }
}

/// Up to `N` moves in the order in which they were pushed.
#[derive(Debug, Clone, Copy)]
pub struct MoveList<M, const N: usize> {
    len: u32,
    moves: [M; N],
}

impl<M: Copy + Default, const N: usize> Default for MoveList<M, N> {
    fn default() -> Self {
        Self { len: 0, moves: [M::default(); N] }
    }
}

impl<M: Copy + Eq, const N: usize> MoveList<M, N> {
    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move. The caller sees to it that moves are distinct.
    ///
    /// # Panics
    /// Beyond the stated capacity: the ruleset's bound was wrong.
    #[inline]
    pub fn push(&mut self, legal: M) {
        self.moves[self.len as usize] = legal;
        self.len += 1;
    }

    /// The moves so far.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[M] {
        &self.moves[..self.len as usize]
    }
}

impl<M: Copy + Eq, const N: usize> MoveSet for MoveList<M, N> {
    type Move = M;

    #[inline]
    fn len(&self) -> u64 {
        u64::from(self.len)
    }

    #[inline]
    fn nth(&self, index: u64) -> M {
        self.as_slice()[index as usize]
    }

    #[inline]
    fn contains(&self, chosen: M) -> bool {
        self.as_slice().contains(&chosen)
    }
}

/// Moves `0..128` as a bit set, in rising order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MoveMask(pub u128);

impl MoveMask {
    /// Adds a move.
    #[inline]
    pub fn insert(&mut self, legal: u8) {
        self.0 |= 1 << legal;
    }

    /// The moves in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let lowest = left.trailing_zeros() as u8;
                left &= left - 1;
                lowest
            })
        })
    }
}

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

impl MoveSet for MoveMask {
    type Move = u8;

    #[inline]
    fn len(&self) -> u64 {
        u64::from(self.0.count_ones())
    }

    #[inline]
    fn nth(&self, index: u64) -> u8 {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let in_low = u64::from(low.count_ones());
        if index < in_low {
            select_u64(low, index as u32) as u8
        } else {
            64 + select_u64(high, (index - in_low) as u32) as u8
        }
    }

    #[inline]
    fn contains(&self, chosen: u8) -> bool {
        chosen < 128 && self.0 >> chosen & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Luck;

    #[test]
    fn select_finds_every_set_bit() {
        for word in [1, u64::MAX, 0x8000_0000_0000_0001, 0xF0F0_1234_5678_9ABC] {
            let bits: Vec<u32> = (0..64).filter(|b| word >> b & 1 == 1).collect();
            let found: Vec<u32> = (0..word.count_ones()).map(|k| select_u64(word, k)).collect();
            assert_eq!(found, bits);
        }
    }

    #[test]
    fn a_mask_lists_its_moves_in_rising_order() {
        let mut mask = MoveMask::default();
        for code in [84, 0, 63, 64, 127] {
            mask.insert(code);
        }
        let listed: Vec<u8> = (0..mask.len()).map(|k| mask.nth(k)).collect();
        assert_eq!(listed, [0, 63, 64, 84, 127]);
        assert_eq!(mask.iter().collect::<Vec<_>>(), listed);
        assert!(mask.contains(84) && !mask.contains(83));
    }

    #[test]
    fn a_sampled_move_is_the_nth_of_a_random_index() {
        let mut seeds = Whim::new(Luck::new(2, 2, 2), 0, 0);
        for round in 0..20_000 {
            let bits = u128::from(seeds.bits()) << 32 | u128::from(seeds.bits());
            let sparse = bits & u128::from(seeds.bits()) & (u128::from(seeds.bits()) << 64 | 0xFFFF);
            let mask = MoveMask(if round % 2 == 0 { bits } else { sparse } | 1 << (round % 96));
            let mut a = Whim::new(Luck::new(3, 3, round), 0, 0);
            let mut b = a.clone();
            let nth = mask.nth(b.below_u64(mask.len()));
            assert_eq!(
                (RankedMask::new(mask).len(), RankedMask::new(mask).sample(&mut a)),
                (mask.len(), nth)
            );
            assert_eq!(a.bits(), b.bits());
            let part = u128::from(seeds.bits()) << 32;
            let parts = [mask.0 & part, mask.0 & !part].map(|part| RankedMask::new(MoveMask(part)));
            assert_eq!(parts[0].join(parts[1]), RankedMask::new(mask));
        }
    }
}
