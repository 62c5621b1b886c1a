//! A season in progress: packed, `Copy`, of fixed size.

use super::cards::{Card, Cards, MAX_DECK, NONE, Official};
use super::moves::Move;
use super::observe::{Counts, TABLES};
use super::pitch::Pitch;
use super::sevens::{NO_SEVEN, Seven};
use crate::game::rounds::alone_last;
use crate::game::{Column, Lead};

/// Most managers.
pub const SEATS: usize = 4;
/// No seat.
pub const NOBODY: u8 = 255;

/// A line of the league table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Row {
    /// League points.
    pub points: u16,
    /// Of these, Golden Boot points.
    pub boots: u16,
    /// Goals scored.
    pub scored: u16,
    /// Goals conceded.
    pub conceded: u16,
    /// Own cards sent off.
    pub sent_off: u16,
}

impl Row {
    /// Goal difference.
    #[inline]
    #[must_use]
    pub fn difference(&self) -> i32 {
        i32::from(self.scored) - i32::from(self.conceded)
    }

    /// Orders the table: points, then the first three tie-breaks (TABLE-02).
    #[inline]
    #[must_use]
    pub fn standing(&self) -> (u16, i32, u16, i32) {
        (self.points, self.difference(), self.scored, -i32::from(self.sent_off))
    }
}

/// What the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// D1: the action.
    Act,
    /// D2: a card after QUICK RESTART's draw.
    Quick,
    /// D3: PLAY ON against a Tackle.
    WindowA,
    /// D4: VAR REVIEW against a Yellow or Red.
    WindowB,
    /// D5: OFFSIDE! against a forward.
    WindowC,
    /// D6: PLAY ON against the INSTANT just played.
    WindowD,
    /// D7: a discard at the end of a turn.
    Limit,
    /// D8: the full-time call.
    Call,
    /// D9: naming a seven.
    Name,
    /// D10: an INSTANT in the match.
    Drama,
    /// D11: the exchange under SUBSTITUTION.
    Swap,
    /// D11: the card under QUICK RESTART.
    Restart,
    /// D7 after QUICK RESTART.
    MatchLimit,
    /// The season is over.
    Over,
}

/// What an open window is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Nothing.
    None,
    /// A Tackle at `card`; `second` follows for a double-Tackle.
    Tackle,
    /// A Yellow.
    Yellow,
    /// A Red.
    Red,
    /// A forward put on the pitch.
    Forward,
}

/// An action that waits for answers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub deed: Deed,
    /// Whose card is named (for a forward: who is asked).
    pub seat: u8,
    pub card: Card,
    pub second: Card,
}

/// Where a naming of sevens leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// At the lock.
    Lock,
    /// After the official is flipped (a house timing).
    Flipped,
    /// After an official reopened pitches.
    Reopened,
}

/// Counters and results of the season.
#[derive(Debug, Clone, Copy)]
pub(super) struct Log {
    pub counts: Counts,
    pub results: [[u16; 2]; 40],
    pub result_count: u8,
    /// Scoring sevens by number of nations.
    pub nations: [u8; 8],
    pub first_caller: u8,
    pub last_caller: u8,
    pub first_starter: u8,
    /// Who leads the table, and since when.
    pub lead: Lead,
}

/// How the season ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// Not yet.
    Playing,
    /// This seat won the cup.
    Won(u8),
    /// A matchday hit the turn cap.
    BuildCap,
    /// Sudden death hit the turn cap.
    SuddenDeathCap,
}

/// A season in progress.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)]
pub struct State {
    pub(super) pitches: [Pitch; SEATS],
    pub(super) hands: [Cards; SEATS],
    pub(super) discard: Cards,
    /// Sent off for good (a house rule).
    pub(super) out: Cards,
    pub(super) deck: [Card; MAX_DECK],
    pub(super) deck_len: u8,
    /// Sum of the values of its cards ([`super::luck::values`]).
    pub(super) deck_value: i32,
    /// What each seat drew better than average, in units of 1 /
    /// [`crate::game::LUCK`].
    pub(super) luck: [i32; SEATS],
    /// Shuffles of the deck so far.
    pub(super) epoch: u8,
    pub(super) phase: Phase,
    pub(super) finish: Finish,
    /// Who is asked.
    pub(super) asked: u8,
    /// Whose turn it is.
    pub(super) active: u8,
    /// Seats at the table; in sudden death those still tied.
    pub(super) playing: u8,
    pub(super) matchday: u8,
    /// Who began this matchday.
    pub(super) starter: u8,
    /// Seats have been swapped: play goes the other way round.
    pub(super) swapped: bool,
    pub(super) caller: u8,
    /// Closing turns still to begin.
    pub(super) closing: u8,
    pub(super) actions_left: u8,
    /// ADDED TIME was played this turn.
    pub(super) extra_due: bool,
    /// This turn is an extra turn.
    pub(super) extra_turn: bool,
    pub(super) sudden_death: bool,
    pub(super) capped: bool,
    /// Seats behind THE WALL.
    pub(super) walls: u8,
    /// Seats whose captain has used its shrug.
    pub(super) shrugged: u8,
    pub(super) turns: [u16; SEATS],
    pub(super) pending: Pending,
    pub(super) fixtures: [[u8; 2]; 4],
    pub(super) fixture_count: u8,
    pub(super) fixture: u8,
    /// Seats with a legal seven when matches started.
    pub(super) legal: u8,
    pub(super) naming: Naming,
    /// Seats that still have to name.
    pub(super) to_name: u8,
    /// Seats of the naming under way.
    pub(super) namers: u8,
    pub(super) sevens: [Seven; SEATS],
    /// Sevens named but not yet revealed.
    pub(super) hidden_sevens: [Seven; SEATS],
    /// Choices of D10 and D11 not yet revealed, by side.
    pub(super) hidden: [Move; 2],
    /// The official flipped, if any.
    pub(super) official: Option<Official>,
    /// Its card, and that of a first leg, beside the piles until the match ends.
    pub(super) official_cards: [Card; 2],
    pub(super) official_cancelled: bool,
    pub(super) second_leg: bool,
    pub(super) leg_goals: [u16; 2],
    /// INSTANTs in force against each side: VAR REVIEW, OFFSIDE!.
    pub(super) var_on: [bool; 2],
    pub(super) offside_on: [bool; 2],
    /// Sides whose pitch an official has changed.
    pub(super) changed: u8,
    pub(super) table: [Row; SEATS],
    pub(super) log: Log,
}

impl State {
    /// Nothing dealt yet.
    pub(super) fn blank() -> Self {
        Self {
            pitches: [Pitch::EMPTY; SEATS],
            hands: [Cards::EMPTY; SEATS],
            discard: Cards::EMPTY,
            out: Cards::EMPTY,
            deck: [0; MAX_DECK],
            deck_len: 0,
            deck_value: 0,
            luck: [0; SEATS],
            epoch: 0,
            phase: Phase::Act,
            finish: Finish::Playing,
            asked: 0,
            active: 0,
            playing: 0,
            matchday: 0,
            starter: 0,
            swapped: false,
            caller: NOBODY,
            closing: 0,
            actions_left: 0,
            extra_due: false,
            extra_turn: false,
            sudden_death: false,
            capped: false,
            walls: 0,
            shrugged: 0,
            turns: [0; SEATS],
            pending: Pending { deed: Deed::None, seat: 0, card: NONE, second: NONE },
            fixtures: [[0; 2]; 4],
            fixture_count: 0,
            fixture: 0,
            legal: 0,
            naming: Naming::Lock,
            to_name: 0,
            namers: 0,
            sevens: [NO_SEVEN; SEATS],
            hidden_sevens: [NO_SEVEN; SEATS],
            hidden: [Move::NONE; 2],
            official: None,
            official_cards: [NONE; 2],
            official_cancelled: false,
            second_leg: false,
            leg_goals: [0; 2],
            var_on: [false; 2],
            offside_on: [false; 2],
            changed: 0,
            table: [Row::default(); SEATS],
            log: Log {
                counts: [0; TABLES.metrics.len()],
                results: [[0; 2]; 40],
                result_count: 0,
                nations: [0; 8],
                first_caller: NOBODY,
                last_caller: NOBODY,
                first_starter: NOBODY,
                lead: Lead::default(),
            },
        }
    }

    #[inline]
    pub(super) fn count(&mut self, what: Column) {
        self.log.counts[what.place()] += 1;
    }

    #[inline]
    pub(super) fn add(&mut self, what: Column, amount: i32) {
        self.log.counts[what.place()] += amount as u16;
    }

    #[inline]
    pub(super) fn plays(&self, seat: u8) -> bool {
        self.playing >> seat & 1 == 1
    }

    /// The next seat in turn order that takes part: clockwise, or the other way
    /// round after a swap of seats (SQR-HOUSE-07).
    #[inline]
    pub(super) fn left_of(&self, seat: u8) -> u8 {
        if self.swapped {
            let below = self.playing & ((1_u8 << seat) - 1);
            return 7 - if below == 0 { self.playing } else { below }.leading_zeros() as u8;
        }
        let above = self.playing & !((2_u8 << seat) - 1);
        if above == 0 { self.playing.trailing_zeros() as u8 } else { above.trailing_zeros() as u8 }
    }

    /// The manager who alone has the fewest league points, if one has.
    pub(super) fn last_alone(&self, managers: u8) -> Option<u8> {
        alone_last(managers, |seat| self.table[usize::from(seat)].points)
    }

    /// The two sides of the match under way.
    #[inline]
    pub(super) fn sides(&self) -> [u8; 2] {
        self.fixtures[usize::from(self.fixture)]
    }

    /// The referee whose call is in force in the match under way.
    #[inline]
    pub(super) fn call(&self) -> Option<Official> {
        if self.official_cancelled { None } else { self.official }
    }

    /// Places in the table, 1 for the first; equals share a place (TABLE-04).
    #[must_use]
    pub fn place(&self, seat: u8, seats: u8) -> u8 {
        let own = self.table[usize::from(seat)].standing();
        1 + self.table[..usize::from(seats)].iter().filter(|row| row.standing() > own).count() as u8
    }
}
