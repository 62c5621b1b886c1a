//! The current match, packed: pillars, hands, decks.
//!
//! What everybody may see of a side is [`Open`]; hand and deck are apart from
//! it, so that a view cannot hand them out by mistake.

use super::squads::{KEEPER, Squad};
use crate::competitions::Bookings;
use crate::game::Lead;

/// Most cards a side can ever have in one pillar.
pub(super) const PILLAR: usize = 24;

/// A row of cards, oldest first, with what each added when it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pillar {
    /// Cards in it, as bits.
    pub mask: u32,
    /// Sum of the values.
    pub sum: u16,
    /// Sum of the printed defences.
    pub printed: u16,
    pub len: u8,
    /// Goalkeeper cards in it.
    pub keepers: u8,
    pub cards: [u8; PILLAR],
    pub values: [u8; PILLAR],
}

impl Pillar {
    #[inline]
    pub(super) fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn push(&mut self, card: u8, value: u8, squad: &Squad) {
        let player = usize::from(card / 2);
        self.cards[usize::from(self.len)] = card;
        self.values[usize::from(self.len)] = value;
        self.len += 1;
        self.mask |= 1 << card;
        self.sum += u16::from(value);
        self.printed += u16::from(squad.defence[player]);
        self.keepers += u8::from(squad.line[player] == KEEPER);
    }

    /// Takes out the card at a position; the others keep their order.
    #[inline]
    pub(super) fn remove(&mut self, at: usize, squad: &Squad) -> u8 {
        let card = self.cards[at];
        let player = usize::from(card / 2);
        self.mask &= !(1 << card);
        self.sum -= u16::from(self.values[at]);
        self.printed -= u16::from(squad.defence[player]);
        self.keepers -= u8::from(squad.line[player] == KEEPER);
        let len = usize::from(self.len);
        self.cards.copy_within(at + 1..len, at);
        self.values.copy_within(at + 1..len, at);
        self.len -= 1;
        card
    }

    /// Takes out a card if it is here.
    pub(super) fn take(&mut self, card: u8, squad: &Squad) {
        if self.mask >> card & 1 == 1 {
            let at = self.cards().iter().position(|&c| c == card).unwrap_or(0);
            self.remove(at, squad);
        }
    }

    /// Takes out everything and returns it.
    #[inline]
    pub(super) fn clear(&mut self) -> u32 {
        (self.sum, self.printed, self.len, self.keepers) = (0, 0, 0, 0);
        std::mem::take(&mut self.mask)
    }
}

/// What everybody sees of one side of the current match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Open {
    pub attack: Pillar,
    pub defence: Pillar,
    /// Discards of this match.
    pub discards: u32,
    /// Players now in the team.
    pub team: u16,
    /// Players who may still come on.
    pub bench: u16,
    /// Players who came on this turn.
    pub fresh: u16,
    pub yellow: u16,
    pub second: u16,
    pub sent_off: u16,
    /// Players suspended for this match.
    pub suspended: u16,
    pub boss: u8,
    pub subs_left: u8,
    pub home_left: u8,
    pub goals: u8,
    /// Cards left in the draw deck.
    pub deck: u8,
    /// Stars of the team at kick-off.
    pub stars: u8,
    pub home_used: u8,
    pub shots: u8,
    pub saves: u8,
    pub answers: u8,
    pub substitutions: u8,
    pub yellows: u8,
    pub reds: u8,
    pub lamps: u8,
    pub last_men: u8,
}

/// One side of the current match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Side {
    pub open: Open,
    /// Cards in hand, as bits.
    pub hand: u32,
    /// Cards of the draw deck in no particular order: it is drawn from lazily.
    pub deck: [u8; 22],
    /// Shuffled discards that an extra hand was drawn from and left.
    pub aside: u32,
    /// Team and bench chosen and not yet shown.
    pub chosen: (u16, u16),
}

/// Where a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Step {
    /// A side chooses team and bench (E6).
    Team,
    /// Substitutions of the active side (E7).
    Substitute,
    /// The active side plays a card (E8).
    Play,
    /// The active side may shoot (E9).
    Shoot,
    /// The other side answers a shot (E10).
    Answer,
    /// Full time.
    #[default]
    Over,
}

/// The current match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts about a match that don't exclude each other")]
pub(super) struct Match {
    pub sides: [Side; 2],
    pub step: Step,
    /// Whose turn it is, or who chooses a team: 0 or 1.
    pub active: u8,
    pub starter: u8,
    /// Cards played this turn.
    pub plays: u8,
    /// Cards played in answer to this shot.
    pub answers: u8,
    /// Rounds completed.
    pub rounds: u8,
    /// Turns begun.
    pub turns: u8,
    /// Limit on team stars.
    pub cap: Option<u8>,
    /// Whether the first side is at home.
    pub has_home: bool,
    /// Whether the first goal ends it.
    pub golden: bool,
    /// Whether it is in its extra hand.
    pub extra: bool,
    /// Whether it is the replay of a drawn cup match.
    pub replay: bool,
    /// Whether half-time is over, where it matters (TVS-HOUSE-08).
    pub second_half: bool,
    /// The side that conceded the latest goal and one; 0 before the first.
    pub conceded: u8,
    /// Whether it took more rounds than can be.
    pub endless: bool,
    /// What chance gave the first side and took from the second, in units of
    /// 1 / [`crate::game::LUCK`].
    pub luck: i32,
    /// Who is ahead, and since when.
    pub lead: Lead,
}

impl Match {
    /// Counts luck of a side, which is as much bad luck of the other.
    #[inline]
    pub(super) const fn lucky(&mut self, side: usize, luck: i32) {
        self.luck += if side == 0 { luck } else { -luck };
    }

    /// The side asked: the defender of a shot, else the active one.
    #[inline]
    pub(super) const fn asked(&self) -> usize {
        match self.step {
            Step::Answer => 1 - self.active as usize,
            _ => self.active as usize,
        }
    }
}

impl Open {
    /// The cards shown to a side.
    pub(super) const fn bookings(&self) -> Bookings {
        Bookings { yellow: self.yellow, second: self.second, sent_off: self.sent_off }
    }
}

impl Side {
    pub(super) fn deck(&self) -> &[u8] {
        &self.deck[..usize::from(self.open.deck)]
    }

    /// The cards of the draw deck, as bits.
    pub(super) fn deck_cards(&self) -> u32 {
        self.deck().iter().fold(0, |cards, &card| cards | 1 << card)
    }

    /// Takes every copy of these out of the draw deck.
    pub(super) fn strip_deck(&mut self, cards: u32) {
        let mut at = 0;
        while at < self.open.deck {
            let place = usize::from(at);
            if cards >> self.deck[place] & 1 == 1 {
                self.open.deck -= 1;
                self.deck[place] = self.deck[usize::from(self.open.deck)];
            } else {
                at += 1;
            }
        }
    }
}
