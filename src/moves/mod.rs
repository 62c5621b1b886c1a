//! Legal moves in fixed-capacity buffers: a list for wide moves, a bit set for
//! games whose moves are numbered below 128.

#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), path = "deposit.rs")]
#[cfg_attr(not(all(target_arch = "x86_64", target_feature = "bmi2")), path = "broadword.rs")]
mod ranked;

pub use ranked::{RankedMask, select_u64};

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
