//! The best two cards per position of a set of nations, in the lanes of two
//! machine words: nations are joined by lane-wise maxima.

use super::cards::{self, Card, STAR};
use super::rules::Rules;
use super::squad::EMPTY_SLOT;

/// Bits per lane: four of nation, six of worth (rating + 12), one spare and
/// one guard bit. Lanes: GK, DEF, MID, FWD other than stars, stars.
const LANE: u32 = 12;
pub(super) const LANES: u32 = 5;
const LOW: u64 = {
    let mut bits = 0;
    let mut lane = 0;
    while lane < LANES {
        bits |= 1 << (lane * LANE);
        lane += 1;
    }
    bits
};
const GUARD: u64 = LOW << (LANE - 1);
const LANE_MASK: u64 = (1 << LANE) - 1;
/// The worth in a lane, moved to its foot.
const WORTH: u64 = 0x3F;
/// Subsets of a squad.
const SUBSETS: usize = 1 << cards::SQUAD;

/// The best and second-best card per lane, each as `worth << 4 | nation + 1`.
///
/// The tag 0, of Super Subs, is the lowest: of equal cards the player is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tops {
    hi: u64,
    lo: u64,
}

/// All bits of the lanes in which `a >= b`, guards aside.
#[inline]
const fn at_least(a: u64, b: u64) -> u64 {
    let guards = ((a | GUARD) - b) & GUARD;
    guards - (guards >> (LANE - 1))
}

#[inline]
const fn larger(a: u64, b: u64) -> u64 {
    b ^ ((a ^ b) & at_least(a, b))
}

/// A 1 in every lane that holds a card.
#[inline]
const fn filled(word: u64) -> u64 {
    ((word + (GUARD - LOW)) & GUARD) >> (LANE - 1)
}

const fn lane_of(place: usize) -> u32 {
    if place == STAR as usize { 4 } else { cards::POSITION_OF_PLACE[place] as u32 }
}

impl Tops {
    /// A single card.
    #[inline]
    pub(super) fn single(rules: &Rules, card: Card, booked: bool) -> Self {
        let worth = (rules.current(card, booked) + EMPTY_SLOT) as u64;
        let tagged = worth << 4 | (u64::from(cards::nation(card)) + 1);
        Self { hi: tagged << (LANE * lane_of(cards::squad_place(card))), lo: 0 }
    }

    /// A card as a slot holds it.
    #[inline]
    pub(super) fn slot(rules: &Rules, card: Card, booked: bool) -> u16 {
        if cards::is_sub(card) {
            return rules.sub_worth[usize::from(booked)];
        }
        Self::single(rules, card, booked).best(lane_of(cards::squad_place(card)))
    }

    #[inline]
    pub(super) const fn merge(self, other: Self) -> Self {
        let hi = larger(self.hi, other.hi);
        let middle = self.hi ^ other.hi ^ hi;
        Self { hi, lo: larger(middle, larger(self.lo, other.lo)) }
    }

    /// The same with every card marked as of `nation`.
    #[inline]
    pub(super) const fn of_nation(self, nation: u64) -> Self {
        let hi = filled(self.hi) * (nation + 1);
        let lo = filled(self.lo) * (nation + 1);
        Self { hi: self.hi | hi, lo: self.lo | lo }
    }

    /// The best card of a lane, 0 for none.
    #[inline]
    pub(super) const fn best(self, lane: u32) -> u16 {
        (self.hi >> (lane * LANE) & LANE_MASK) as u16
    }

    /// The second-best card of a lane, 0 for none.
    #[inline]
    pub(super) const fn second(self, lane: u32) -> u16 {
        (self.lo >> (lane * LANE) & LANE_MASK) as u16
    }

    /// The worths of the best GK and of the best two DEF and MID together.
    #[inline]
    pub(super) const fn five(self) -> u16 {
        const PAIRS: u64 = WORTH << LANE | WORTH << (2 * LANE);
        let lanes = (self.hi >> 4 & (PAIRS | WORTH)) + (self.lo >> 4 & PAIRS);
        // The product's third lane is the sum of all three.
        let sums = lanes.wrapping_mul(1 | 1 << LANE | 1 << (2 * LANE));
        (sums >> (2 * LANE) & LANE_MASK) as u16
    }

    /// Tops of every subset of a squad, all of it booked or none.
    pub(super) fn table(ratings: &[u8; 11], booked: bool) -> Box<[Self]> {
        let mut table = vec![Self::default(); SUBSETS].into_boxed_slice();
        for subset in 1..SUBSETS {
            let place = subset.trailing_zeros() as usize;
            let worth = u64::from(ratings[place]) + EMPTY_SLOT as u64 - u64::from(booked);
            let card = Self { hi: worth << (4 + LANE * lane_of(place)), lo: 0 };
            table[subset] = card.merge(table[subset & (subset - 1)]);
        }
        table
    }

    /// A Super Sub in a slot, as lanes hold it.
    pub(super) const fn sub(rating: u8) -> u16 {
        (rating as u16 + EMPTY_SLOT as u16) << 4
    }
}
