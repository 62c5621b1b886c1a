//! A knock-out bracket: lots, byes, rounds.
//!
//! In: the sides, how odd numbers are dealt with, and each match's winner.
//! Out: the next two who meet, and in the end the one unbeaten side.

use super::{LOTS, MAX_SIDES, NOBODY};
use crate::chance::Chance;

/// How a number of sides that is not a power of two is dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Byes {
    /// One bracket, drawn once: some sides, by lot, skip the first round.
    FirstRound,
    /// New lots every round; if odd, one side by lot goes through.
    Redraw,
}

/// One knock-out competition in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bracket {
    /// This round's places, two by two; [`NOBODY`] opposite a bye.
    places: [u8; MAX_SIDES],
    /// Places of this round.
    len: u8,
    /// First place of the next match.
    cursor: u8,
    /// Who has gone through, in bracket order.
    through: [u8; MAX_SIDES],
    /// How many have gone through.
    count: u8,
    /// Rounds before this one.
    round: u8,
    byes: Byes,
}

impl Bracket {
    /// No cup at all.
    pub const NONE: Self = Self {
        places: [NOBODY; MAX_SIDES],
        len: 0,
        cursor: 0,
        through: [NOBODY; MAX_SIDES],
        count: 0,
        round: 0,
        byes: Byes::FirstRound,
    };

    /// Draws lots for the first round.
    ///
    /// With [`Byes::FirstRound`] every order of the first-round places
    /// (matches and byes) is equally likely, and neighbours meet in the next
    /// round.
    pub fn draw<C: Chance>(sides: &[u8], byes: Byes, chance: &mut C) -> Self {
        let mut bracket = Self { byes, ..Self::NONE };
        let mut order = [NOBODY; MAX_SIDES];
        let order = &mut order[..sides.len()];
        order.copy_from_slice(sides);
        chance.shuffle(LOTS, order);
        match byes {
            Byes::FirstRound => {
                let pairs = sides.len().next_power_of_two() / 2;
                let mut full = [false; MAX_SIDES];
                let full = &mut full[..pairs];
                full[..sides.len() - pairs].fill(true);
                if sides.len() != 2 * pairs {
                    chance.shuffle(LOTS, full);
                }
                let mut next = order.iter();
                for (pair, &two) in full.iter().enumerate() {
                    bracket.places[2 * pair] = next.next().copied().unwrap_or(NOBODY);
                    if two {
                        bracket.places[2 * pair + 1] = next.next().copied().unwrap_or(NOBODY);
                    }
                }
                bracket.len = 2 * pairs as u8;
            }
            Byes::Redraw => bracket.seat(order),
        }
        bracket
    }

    /// Puts sides into places in this order; the last of an odd number has a
    /// bye.
    fn seat(&mut self, order: &[u8]) {
        self.places = [NOBODY; MAX_SIDES];
        self.places[..order.len()].copy_from_slice(order);
        self.len = (order.len() + order.len() % 2) as u8;
    }

    /// Rounds completed before the current one.
    #[must_use]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The one side left, if the cup is over.
    #[must_use]
    pub const fn winner(&self) -> Option<u8> {
        if self.cursor >= self.len && self.count == 1 { Some(self.through[0]) } else { None }
    }

    /// Rounds that a side has gone through, byes among them; `None` of one that is
    /// out.
    #[must_use]
    pub fn rounds_of(&self, side: u8) -> Option<u8> {
        if self.through[..usize::from(self.count)].contains(&side) {
            return Some(self.round + 1);
        }
        let to_come = &self.places[usize::from(self.cursor)..usize::from(self.len)];
        to_come.contains(&side).then_some(self.round)
    }

    /// Whether new lots are due before the next match.
    #[must_use]
    pub const fn wants_lots(&self) -> bool {
        matches!(self.byes, Byes::Redraw) && self.cursor >= self.len && self.count > 1
    }

    /// The next match: its place in the round and who meets, the first drawn
    /// first. Byes go through on the way; `None` when the cup is over.
    pub fn next<C: Chance>(&mut self, chance: &mut C) -> Option<(u8, [u8; 2])> {
        loop {
            while self.cursor < self.len {
                let at = usize::from(self.cursor);
                let (first, second) = (self.places[at], self.places[at + 1]);
                if second != NOBODY {
                    return Some((self.cursor / 2, [first, second]));
                }
                self.pass(first);
            }
            if self.count <= 1 {
                return None;
            }
            let mut through = self.through;
            let order = &mut through[..usize::from(self.count)];
            if self.byes == Byes::Redraw {
                chance.shuffle(LOTS, order);
            }
            self.seat(order);
            (self.cursor, self.count) = (0, 0);
            self.round += 1;
        }
    }

    fn pass(&mut self, side: u8) {
        self.through[usize::from(self.count)] = side;
        self.count += 1;
        self.cursor += 2;
    }

    /// Enters the winner of the match that [`Bracket::next`] named.
    ///
    /// # Panics
    /// When `side` does not play in it.
    pub fn won(&mut self, side: u8) {
        let at = usize::from(self.cursor);
        assert!(self.places[at..at + 2].contains(&side), "side {side} does not play in this match");
        self.pass(side);
    }
}
