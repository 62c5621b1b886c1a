//! What a card or a match is worth: the measures that the ledger's bots share.

#![expect(clippy::inline_always, reason = "measured: every card that may be taken is judged by them")]

use super::super::data::POSITIONS;
use super::super::moves::{COMMIT_BONUS, COMMIT_VAR, PLAY, SELL_CARD, SELL_CHIP, TAKE_LAST, TAKE_SIXTH};
use super::super::play::market::DIAMOND;
use super::super::rules::Rules;
use super::super::state::class;
use super::super::view::{View, colour_and_position};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::moves::MoveMask;

/// Gains are counted in twentieths of a point: 0.45 is nine of them.
pub const POINT: i32 = 20;
/// Certainty, in thousand-millionths.
pub const CERTAIN: u32 = 1_000_000_000;

/// TAKE codes.
const TAKES: u128 = ((1 << PLAY) - 1) | (1 << TAKE_SIXTH);

/// A seat's view with the rules it judges by.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What the seat sees.
    pub view: View<'a>,
}

/// min + 0.45 max of the two columns, packed like those of a team.
fn strength(columns: u16) -> i32 {
    let (defence, attack) = (i32::from(columns & 255), i32::from(columns >> 8));
    9 * (defence + attack) + (POINT - 9) * defence.min(attack)
}

impl Judge<'_> {
    /// Change of strength if `seat` had `chip` at `position` instead of what
    /// lies there.
    #[inline(always)]
    fn change(self, seat: u8, chip: u8, position: u8) -> i32 {
        let points = |chip: u8| self.rules.points[usize::from(chip)][usize::from(position - 1)];
        let before = self.view.packed_columns(seat);
        // Both bytes are sums over chips, so taking one off cannot borrow.
        let after = before - points(self.view.chip(seat, position)) + points(chip);
        strength(after) - strength(before)
    }

    /// Gain of a player card if it were played now; nothing where it cannot
    /// be played (a captain's position, or a downgrade that is forbidden).
    #[inline(always)]
    pub fn gain(self, seat: u8, kind: u8) -> i32 {
        let (colour, position) = colour_and_position(kind);
        let there = self.view.chip(seat, position);
        if there == DIAMOND || (!self.rules.downgrade && there > colour) {
            return 0;
        }
        self.change(seat, colour + 1, position)
    }

    /// Levels that a player card would lift the team by if it were played now.
    pub fn lift(self, seat: u8, kind: u8) -> i32 {
        let (colour, position) = colour_and_position(kind);
        let points = |chip: u8| self.rules.points[usize::from(chip)][usize::from(position - 1)];
        let before = self.view.packed_columns(seat);
        let after = before - points(self.view.chip(seat, position)) + points(colour + 1);
        let level = |columns: u16| i32::from(self.rules.level([columns as u8, (columns >> 8) as u8], false));
        level(after) - level(before)
    }

    /// Gain of the captain at a position.
    pub fn captain_gain_at(self, seat: u8, position: u8) -> i32 {
        self.change(seat, DIAMOND, position)
    }

    /// Gain of the captain at its best position, where it is known and not yet
    /// placed.
    pub fn captain_gain(self, seat: u8) -> i32 {
        if self.view.captain_at(seat) != 0 {
            return 0;
        }
        let Some(positions) = self.view.captain(seat) else { return 0 };
        let gains = (1..=POSITIONS as u8).filter(|p| positions >> p & 1 == 1);
        gains.map(|position| self.captain_gain_at(seat, position)).max().unwrap_or(0)
    }

    /// What selling the chip at a position loses.
    pub fn chip_worth(self, position: u8) -> i32 {
        -self.change(self.view.seat(), 0, position)
    }

    /// Level of a seat, with BONUS or without.
    pub fn level(self, seat: u8, bonus: bool) -> u8 {
        self.view.level(seat, bonus)
    }

    /// Own level.
    pub fn own_level(self) -> u8 {
        self.level(self.view.seat(), false)
    }

    /// Chance of `seat` against `rival` with these commitments; `challenging`
    /// tells which of them is the challenger.
    pub fn chance(self, seat: u8, rival: u8, challenging: bool, own: u8, other: u8) -> u32 {
        let bonus = [own, other].map(|choice| choice & COMMIT_BONUS != 0);
        let var = [own, other].map(|choice| choice & COMMIT_VAR != 0);
        let levels = [self.level(seat, bonus[0]), self.level(rival, bonus[1])];
        let chances = &self.rules.book.chances;
        if challenging {
            chances.billionths(levels, var)
        } else {
            CERTAIN - chances.billionths([levels[1], levels[0]], [var[1], var[0]])
        }
    }

    /// W of the own level against the King's, nothing committed.
    pub fn challenge_chance(self, opponent: u8) -> u32 {
        let challenging = self.view.seat() != self.view.king();
        self.chance(self.view.seat(), opponent, challenging, 0, 0)
    }

    /// Chance as King against this rival, nothing committed.
    pub fn defence_chance(self, rival: u8) -> u32 {
        self.chance(self.view.seat(), rival, false, 0, 0)
    }

    /// Class of the card that a TAKE code takes.
    pub fn class_of(self, card: u8) -> u8 {
        self.rules.class_of[usize::from(card) & 127]
    }

    /// The legal TAKE codes, each with its card and whether it is free.
    pub fn takes(self, moves: MoveMask) -> impl Iterator<Item = (u8, u8, bool)> {
        MoveMask(moves.0 & TAKES).iter().map(move |code| {
            let (card, cubes) = self.view.offer(code);
            (code, card, cubes == 0)
        })
    }

    /// The TAKE of a card of this class: the free one if it is one, else any
    /// of those that cost.
    pub fn take_class(self, moves: MoveMask, wanted: u8, whim: &mut Whim) -> Option<u8> {
        let mut pick = Pick::new();
        for (code, _, free) in self.takes(moves).filter(|&(_, card, _)| self.class_of(card) == wanted) {
            pick.offer(code, free, whim);
        }
        pick.option()
    }

    /// The TAKE of the player card with the largest gain, the free one first;
    /// `wanted(gain, colour, free)` says which are considered.
    pub fn take_player(
        self,
        moves: MoveMask,
        wanted: impl Fn(i32, u8, bool) -> bool,
        whim: &mut Whim,
    ) -> Option<u8> {
        let mut pick = Pick::new();
        for (code, card, free) in self.takes(moves).filter(|&(_, card, _)| self.class_of(card) < class::MATCH)
        {
            let gain = self.gain(self.view.seat(), self.rules.kind_of[usize::from(card) & 127]);
            if wanted(gain, self.class_of(card), free) {
                pick.offer(code, (free, gain), whim);
            }
        }
        pick.option()
    }

    /// The PLAY with the largest gain, and that gain.
    pub fn best_play(self, moves: MoveMask, whim: &mut Whim) -> Option<(u8, i32)> {
        let mut pick = Pick::new();
        for code in codes(moves, PLAY, SELL_CARD) {
            pick.offer(code, self.gain(self.view.seat(), code - PLAY), whim);
        }
        pick.scored()
    }

    /// The SELL CARD with the smallest gain.
    pub fn worst_card(self, moves: MoveMask, whim: &mut Whim) -> Option<u8> {
        let mut pick = Pick::new();
        for code in codes(moves, SELL_CARD, SELL_CHIP) {
            pick.offer(code, -self.gain(self.view.seat(), code - SELL_CARD), whim);
        }
        pick.option()
    }

    /// Whether any TAKE is free of charge in this variant's last slot.
    pub fn free_take(self, moves: MoveMask) -> Option<u8> {
        let free = moves.0 >> TAKE_LAST & 1 == 1 && self.rules.free_last;
        free.then_some(TAKE_LAST)
    }
}

/// The legal codes from `first` to below `end`, fewer than 64, as the bits of
/// a word.
pub const fn span(moves: MoveMask, first: u8, end: u8) -> u64 {
    (moves.0 >> first) as u64 & ((1 << (end - first)) - 1)
}

/// The set bits of a word in rising order.
pub fn bits(word: u64) -> impl Iterator<Item = u8> {
    let mut left = word;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let lowest = left.trailing_zeros() as u8;
            left &= left - 1;
            lowest
        })
    })
}

/// The legal codes from `first` to below `end`.
pub fn codes(moves: MoveMask, first: u8, end: u8) -> impl Iterator<Item = u8> {
    bits(span(moves, first, end)).map(move |code| first + code)
}
