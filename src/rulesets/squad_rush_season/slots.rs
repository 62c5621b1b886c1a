//! Which of a seven's slots some cards leave empty, and whether they fill them all.

use super::cards::{
    self, Card, FWD, MAX_NATIONS, NEED, POSITION_MASK, POSITION_OF_PLACE, SQUAD, STARS, SUBS,
};
use super::rules::Rules;

/// Counts of field cards by what they can fill: GK, DEF, MID, FWD other than
/// stars, stars, Super Subs.
pub type Counts = [u8; 6];

/// Index of a card's class in [`Counts`].
#[inline]
#[must_use]
pub const fn class(card: Card) -> usize {
    if cards::is_star(card) {
        4
    } else {
        let position = cards::position(card);
        if position == cards::ANY { 5 } else { position }
    }
}

/// Slots that cards of these counts leave empty; 0 means a seven is complete.
/// Nations are not looked at.
#[inline]
#[must_use]
pub fn empty_slots(counts: &Counts, one_ten: bool) -> u8 {
    let stars = if one_ten { counts[4].min(1) } else { counts[4] };
    let filled = counts[0].min(1) + counts[1].min(2) + counts[2].min(2) + (counts[3] + stars).min(2);
    (7 - filled).saturating_sub(counts[5])
}

/// Counts of a set of field cards.
#[must_use]
pub fn counts(field: u128) -> Counts {
    let of = |mask: u128| (field & mask).count_ones() as u8;
    [
        of(POSITION_MASK[0]),
        of(POSITION_MASK[1]),
        of(POSITION_MASK[2]),
        of(POSITION_MASK[FWD] & !STARS),
        of(STARS),
        of(SUBS),
    ]
}

/// Fewest empty slots with at most `cap` nations.
#[must_use]
pub fn empty_slots_capped(field: u128, one_ten: bool, cap: u8) -> u8 {
    fn go(field: u128, taken: u128, from: u32, left: u8, one_ten: bool) -> u8 {
        let mut best = empty_slots(&counts(taken | field & SUBS), one_ten);
        if left == 0 {
            return best;
        }
        for nation in from..MAX_NATIONS as u32 {
            let squad = field & (0x7FF << (nation * u32::from(SQUAD)));
            if best > 0 && squad != 0 {
                best = best.min(go(field, taken | squad, nation + 1, left - 1, one_ten));
            }
        }
        best
    }
    go(field, 0, 0, cap, one_ten)
}

/// Whether some cards hold a legal seven of the season.
#[inline]
#[must_use]
pub fn complete(rules: &Rules, field: u128, counts: &Counts) -> bool {
    empty_slots(counts, rules.one_ten) == 0
        && (!rules.capped_nations() || empty_slots_capped(field, rules.one_ten, rules.nations_cap) == 0)
}

/// Slots per position that the held places of a squad leave open.
pub(super) const fn open_slots(held: usize) -> [u8; 4] {
    let mut open = NEED;
    let mut place = 0;
    while place < SQUAD as usize {
        let slots = &mut open[POSITION_OF_PLACE[place]];
        if held >> place & 1 == 1 && *slots > 0 {
            *slots -= 1;
        }
        place += 1;
    }
    open
}

/// Open slots of all positions, by the places of a squad that are held.
static OPEN: [u8; 1 << SQUAD] = {
    let mut table = [0; 1 << SQUAD];
    let mut held = 0;
    while held < table.len() {
        let [keeper, defence, midfield, forward] = open_slots(held);
        table[held] = keeper + defence + midfield + forward;
        held += 1;
    }
    table
};

/// Fewest empty slots of a seven of the base game, of one nation and Super
/// Subs (GEN-06).
#[inline]
#[must_use]
pub fn empty_slots_pure(field: u128) -> u8 {
    let mut left = field & !SUBS;
    let mut open = OPEN[0];
    while left != 0 {
        open = open.min(OPEN[left as usize % OPEN.len()]);
        left >>= SQUAD;
    }
    open.saturating_sub((field & SUBS).count_ones() as u8)
}

/// Whether some cards hold a legal seven of the base game.
#[must_use]
pub fn complete_pure(field: u128) -> bool {
    empty_slots_pure(field) == 0
}
