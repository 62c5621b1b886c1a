//! What one more card can add to a pitch at most: bounds that spare a search
//! from valuing every card exactly.

use super::cards::{self, Card};
use super::rules::Rules;
use super::squad::{Appraiser, EMPTY_SLOT, Worth};

/// Further than any worth reaches.
const UNBOUNDED: i32 = 1 << 20;

/// What one more card can add to the worth of a pitch at most.
///
/// Take the best seven with the newcomer. Of the pitch's two best cards of the
/// newcomer's position (of the one best, for a GK) one is not in it, and may
/// take the newcomer's place: the seven is then as complete as before, made of
/// cards that lay there already, and of at most one nation more, or none more
/// if nobody else is of the newcomer's nation. Where the pitch hasn't so many
/// cards of the position, and no legal seven, the place stays empty.
#[derive(Debug, Clone, Copy)]
pub struct Ceilings<'a> {
    rules: &'a Rules,
    /// Worth of what is left in the newcomer's place, less the chemistry of
    /// one more nation, by position, Super Subs last: for a newcomer whose
    /// nation is present, and for one whose nation isn't.
    spare: [[i32; 5]; 2],
    present: u16,
}

impl Ceilings<'_> {
    /// No more than this is gained by this card, unbooked.
    #[inline]
    #[must_use]
    pub fn of(&self, card: Card) -> i32 {
        let alone = self.present >> cards::nation(card) & 1 ^ 1;
        let worth = self.rules.current(card, false) + EMPTY_SLOT;
        worth - self.spare[usize::from(alone)][cards::position(card)]
    }
}

impl<'a> Appraiser<'a> {
    /// Whether one more unbooked card can't be in any best seven, because two
    /// of its nation and position that are as good lie there.
    #[inline]
    #[must_use]
    pub fn outclasses(&self, card: Card) -> bool {
        if cards::is_sub(card) {
            return false;
        }
        let lane = match cards::position(card) {
            cards::DEF => 1,
            cards::MID => 2,
            cards::FWD if !cards::is_star(card) => 3,
            // A squad has but one GK and one star.
            _ => return false,
        };
        let there = self.nation[usize::from(cards::nation(card))].second(lane);
        i32::from(there >> 4) >= self.rules.current(card, false) + EMPTY_SLOT
    }

    /// What one more card can add at most to a pitch that is worth `now`.
    #[inline]
    #[must_use]
    pub fn ceilings(&self, now: Worth) -> Ceilings<'a> {
        let spare = self.spares(self.all).map(i32::from);
        // A legal seven, which goes before any partial one, and a home bonus,
        // which is lost with its only player, break the reasoning.
        let none = if now.empty == 0 || self.rules.home_bonus > 0 { -UNBOUNDED } else { 0 };
        let step = self.rules.steps[7];
        let alone = spare.map(|spare| if spare == 0 { none } else { spare });
        let [gk, def, mid, fwd] = spare.map(|spare| if spare == 0 { none } else { spare - step });
        // A Super Sub may lie in any slot.
        let any = gk.min(def).min(mid).min(fwd);
        let mut spare = [[gk, def, mid, fwd, any], [alone[0], alone[1], alone[2], alone[3], any]];
        if self.is_capped() {
            spare = [[-UNBOUNDED; 5]; 2];
        }
        Ceilings { rules: self.rules, spare, present: self.present }
    }
}
