//! Choosing among set bits by the processor's own instructions (BMI2 and
//! population count), in programs that are built for those: see `.ci/dist`.

#![expect(unsafe_code, reason = "the instruction has no other name")]

use core::arch::x86_64::_pdep_u64;

use super::{MoveMask, MoveSet};
use crate::chance::Whim;

/// Position of the `rank`-th set bit of `word`, `rank` below its population.
#[inline]
#[must_use]
pub fn select_u64(word: u64, rank: u32) -> u32 {
    // SAFETY: this file belongs to the program only if all of it is built for
    // processors that have the instruction.
    unsafe { _pdep_u64(1 << rank, word) }.trailing_zeros()
}

/// Moves `0..96` as a bit set: counting and choosing need nothing else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RankedMask {
    /// The moves.
    pub mask: MoveMask,
}

impl RankedMask {
    /// The moves of a mask.
    #[inline]
    #[must_use]
    pub const fn new(mask: MoveMask) -> Self {
        debug_assert!(mask.0 >> 96 == 0);
        Self { mask }
    }

    /// Both sets of moves, which must have none in common.
    #[inline]
    #[must_use]
    pub const fn join(self, other: Self) -> Self {
        debug_assert!(self.mask.0 & other.mask.0 == 0);
        Self { mask: MoveMask(self.mask.0 | other.mask.0) }
    }
}

impl MoveSet for RankedMask {
    type Move = u8;

    #[inline]
    fn len(&self) -> u64 {
        self.mask.len()
    }

    #[inline]
    fn nth(&self, index: u64) -> u8 {
        self.mask.nth(index)
    }

    /// The same move as `nth` of a random index; nothing branches on the data.
    #[inline]
    fn sample(&self, whim: &mut Whim) -> u8 {
        let (low, high) = (self.mask.0 as u64, (self.mask.0 >> 64) as u64);
        let in_low = low.count_ones();
        let rank = whim.below(in_low + high.count_ones());
        let upper = rank >= in_low;
        let (word, rank) = if upper { (high, rank - in_low) } else { (low, rank) };
        u8::from(upper) * 64 + select_u64(word, rank) as u8
    }

    #[inline]
    fn contains(&self, chosen: u8) -> bool {
        self.mask.contains(chosen)
    }
}
