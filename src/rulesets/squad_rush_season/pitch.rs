//! A manager's pitch: which cards lie there, in what order they came, which are
//! booked.

use super::cards::{self, Card, MAX_PITCH, NONE, is_sub};
use super::rules::Rules;
use super::sevens::Sevens;
use super::slots::{self, Counts};

/// A manager's face-up cards, in order of arrival.
#[derive(Debug, Clone, Copy)]
pub struct Pitch {
    /// The cards as bits.
    pub(super) field: u128,
    /// Those with a booking marker.
    pub(super) booked: u128,
    /// The cards in order of arrival.
    pub(super) order: [Card; MAX_PITCH],
    pub(super) len: u8,
    /// How many of each class.
    pub(super) counts: Counts,
}

impl Pitch {
    /// No cards.
    pub(super) const EMPTY: Self =
        Self { field: 0, booked: 0, order: [0; MAX_PITCH], len: 0, counts: [0; 6] };

    /// The cards in order of arrival.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.order[..usize::from(self.len)]
    }

    /// The cards as a set.
    #[inline]
    #[must_use]
    pub const fn field(&self) -> u128 {
        self.field
    }

    /// The booked cards as a set.
    #[inline]
    #[must_use]
    pub const fn booked(&self) -> u128 {
        self.booked
    }

    /// Whether a card has a marker.
    #[inline]
    #[must_use]
    pub const fn is_booked(&self, card: Card) -> bool {
        self.booked >> card & 1 == 1
    }

    /// Slots of a seven that stay empty, nations aside.
    #[inline]
    #[must_use]
    pub fn empty_slots(&self, rules: &Rules) -> u8 {
        if rules.capped_nations() {
            slots::empty_slots_capped(self.field, rules.one_ten, rules.nations_cap)
        } else {
            slots::empty_slots(&self.counts, rules.one_ten)
        }
    }

    /// Whether a legal seven lies here.
    #[inline]
    #[must_use]
    pub fn complete(&self, rules: &Rules) -> bool {
        slots::complete(rules, self.field, &self.counts)
    }

    /// Whether no legal seven lies here without this card, nations aside.
    #[inline]
    #[must_use]
    pub(super) fn breaks_without(&self, rules: &Rules, card: Card) -> bool {
        let mut counts = self.counts;
        counts[slots::class(card)] -= 1;
        slots::empty_slots(&counts, rules.one_ten) > 0
    }

    /// The distinct legal sevens.
    #[must_use]
    pub(super) fn sevens(&self, rules: &Rules) -> Sevens {
        Sevens::counted(self.field, self.booked, self.counts, rules.one_ten, rules.nations_cap)
    }

    /// The longest-standing star: the captain (CAPT-03).
    #[must_use]
    pub fn captain(&self) -> Option<Card> {
        if self.counts[4] == 0 {
            return None;
        }
        self.cards().iter().copied().find(|&card| cards::is_star(card))
    }

    /// Positions of the distinct cards: all but later Super Subs of the same
    /// marking.
    #[inline]
    #[must_use]
    pub(super) fn kinds(&self) -> u128 {
        let all = (1_u128 << self.len) - 1;
        if self.counts[5] < 2 {
            return all;
        }
        let mut seen = [false; 2];
        let mut kinds = all;
        for (place, &card) in self.cards().iter().enumerate() {
            if is_sub(card) {
                let seen = &mut seen[usize::from(self.is_booked(card))];
                if *seen {
                    kinds &= !(1 << place);
                }
                *seen = true;
            }
        }
        kinds
    }

    /// How many cards [`Pitch::kinds`] are: all of them without Super Subs.
    #[inline]
    #[must_use]
    pub(super) const fn count(&self, kinds: u128) -> u32 {
        if self.counts[5] < 2 { self.len as u32 } else { kinds.count_ones() }
    }

    /// The index of a card on this pitch.
    #[must_use]
    pub fn index(&self, card: Card) -> u8 {
        self.cards().iter().position(|&c| c == card).map_or(NONE, |place| place as u8)
    }

    #[inline]
    pub(super) fn push(&mut self, card: Card) {
        self.order[usize::from(self.len)] = card;
        self.len += 1;
        self.field |= 1 << card;
        self.counts[slots::class(card)] += 1;
    }

    pub(super) fn remove(&mut self, card: Card) {
        let place = usize::from(self.index(card));
        debug_assert!(place < usize::from(self.len), "card {card} is not on the pitch");
        self.order.copy_within(place + 1..usize::from(self.len), place);
        self.len -= 1;
        self.field &= !(1 << card);
        self.booked &= !(1 << card);
        self.counts[slots::class(card)] -= 1;
    }
}
