//! A pool of rolled dice in one integer, and every pool of a level.

use crate::chance::{Chance, Lottery, Source};

/// Most dice in one pool.
pub const MAX_DICE: usize = 5;

/// Rolled dice, sorted: five nibbles of faces from the highest die down (0
/// where there is no die), then one bit per die that is a d8.
///
/// The faces are the upper bits, so that pools compare like integers
/// (KOP-MATCH-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Pool(u32);

/// The bits of a pool that hold faces.
pub const FACE_BITS: u32 = !((1 << 12) - 1);

impl Pool {
    /// Sorts dice, each with its face and whether it is a d8. Of dice with
    /// equal faces the one that V.A.R. would re-roll comes last, so that "the
    /// lowest die" is always the last one.
    #[must_use]
    pub fn new(dice: &[(u8, bool)], d8_first: bool) -> Self {
        let mut sorted = [(0, false); MAX_DICE];
        sorted[..dice.len()].copy_from_slice(dice);
        sorted[..dice.len()].sort_unstable_by_key(|&(face, d8)| (std::cmp::Reverse(face), d8 == d8_first));
        let mut packed = 0;
        for (index, &(face, d8)) in sorted[..dice.len()].iter().enumerate() {
            packed |= u32::from(face) << (28 - 4 * index);
            packed |= u32::from(d8) << index;
        }
        Self(packed)
    }

    /// The faces alone, comparable as an integer.
    #[inline]
    #[must_use]
    pub const fn faces(self) -> u32 {
        self.0 & FACE_BITS
    }

    /// Face of die `index`, counted from the highest; 0 if there is none.
    #[inline]
    #[must_use]
    pub const fn face(self, index: usize) -> u8 {
        (self.0 >> (28 - 4 * index)) as u8 & 15
    }

    /// Whether die `index` is a d8.
    #[inline]
    #[must_use]
    pub const fn is_d8(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Number of faces of die `index`.
    #[inline]
    #[must_use]
    pub const fn sides(self, index: usize) -> u8 {
        if self.is_d8(index) { 8 } else { 6 }
    }

    /// Number of dice.
    #[inline]
    #[must_use]
    pub const fn dice(self) -> usize {
        // Faces are at least 1, so the last die ends where the zeros begin.
        (32 - self.faces().trailing_zeros() as usize).div_ceil(4)
    }

    /// The pool after die `index` shows `face` instead.
    #[must_use]
    pub fn with(self, index: usize, face: u8, d8_first: bool) -> Self {
        let mut dice = [(0, false); MAX_DICE];
        let count = self.dice();
        for (place, die) in dice[..count].iter_mut().enumerate() {
            *die = (self.face(place), self.is_d8(place));
        }
        dice[index].0 = face;
        Self::new(&dice[..count], d8_first)
    }

    /// The dice in words: `6-3-1`, a d8 marked as such.
    #[must_use]
    pub fn words(self) -> String {
        let dice = (0..self.dice()).map(|i| {
            let mark = if self.is_d8(i) { " (d8)" } else { "" };
            format!("{}{mark}", self.face(i))
        });
        dice.collect::<Vec<_>>().join("-")
    }
}

/// Every distinct pool of a level with its multiplicity.
#[derive(Debug, Clone)]
pub struct PoolTable {
    /// One ticket per ordered roll, one outcome per distinct pool.
    pub lottery: Lottery,
    /// The pool of each outcome, in rising order.
    pub pools: Box<[Pool]>,
}

impl PoolTable {
    /// Walks through every roll of `count` d6 and d8.
    #[must_use]
    pub fn new(count: [u8; 2], d8_first: bool) -> Self {
        let kinds: Vec<bool> = (0..count[0]).map(|_| false).chain((0..count[1]).map(|_| true)).collect();
        let mut multiplicity = std::collections::BTreeMap::<Pool, u32>::new();
        let mut faces = vec![1_u8; kinds.len()];
        loop {
            let dice: Vec<(u8, bool)> = faces.iter().copied().zip(kinds.iter().copied()).collect();
            *multiplicity.entry(Pool::new(&dice, d8_first)).or_default() += 1;
            let turned = faces.iter_mut().zip(&kinds).find_map(|(face, &d8)| {
                if *face < if d8 { 8 } else { 6 } {
                    *face += 1;
                    return Some(());
                }
                *face = 1;
                None
            });
            if turned.is_none() {
                break;
            }
        }
        let weights: Vec<u32> = multiplicity.values().copied().collect();
        Self { lottery: Lottery::new(&weights), pools: multiplicity.into_keys().collect() }
    }

    /// Rolls the pool: one bounded integer and two look-ups.
    #[inline]
    pub fn roll<C: Chance>(&self, source: Source, chance: &mut C) -> Pool {
        self.pools[usize::from(chance.lottery(source, &self.lottery))]
    }

    /// The outcome that is this pool.
    ///
    /// # Panics
    /// When the pool is not one of this level: re-rolls stay within it.
    #[must_use]
    pub fn index(&self, pool: Pool) -> usize {
        self.pools.binary_search(&pool).expect("a re-rolled pool is a pool of the same dice")
    }
}
