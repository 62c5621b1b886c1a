//! The moves, encoded as in section 3 of the ledger.
//!
//! A move is four bytes `(kind, a, b, c)`, the kind lowest. A seven (D9) is
//! kind 45 and seven bytes, the card in each slot GK, DEF, DEF, MID, MID, FWD,
//! FWD.

use super::sevens::Seven;

/// One choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Move(pub u64);

/// The kinds of moves.
pub mod kind {
    /// Pass, or no card after QUICK RESTART's draw.
    pub const PASS: u8 = 0;
    /// Play a player or Super Sub.
    pub const PLAY: u8 = 1;
    /// Tackle a card.
    pub const TACKLE: u8 = 2;
    /// Show a Yellow.
    pub const YELLOW: u8 = 3;
    /// Show a Red.
    pub const RED: u8 = 4;
    /// A double-Tackle.
    pub const TACKLE2: u8 = 5;
    /// Referee ADDED TIME.
    pub const ADDED_TIME: u8 = 6;
    /// Referee SUBSTITUTION.
    pub const SUBSTITUTION: u8 = 7;
    /// Referee QUICK RESTART.
    pub const QUICK_RESTART: u8 = 8;
    /// Referee THE WALL.
    pub const THE_WALL: u8 = 9;
    /// Referee OVERTURNED.
    pub const OVERTURNED: u8 = 10;
    /// No answer in a window.
    pub const DECLINE: u8 = 20;
    /// Answer PLAY ON.
    pub const ANSWER_PLAY_ON: u8 = 21;
    /// Answer VAR REVIEW.
    pub const ANSWER_VAR: u8 = 22;
    /// Answer OFFSIDE!.
    pub const ANSWER_OFFSIDE: u8 = 23;
    /// Discard a card.
    pub const DISCARD: u8 = 30;
    /// Don't call.
    pub const NO_CALL: u8 = 40;
    /// Call FULL-TIME.
    pub const CALL: u8 = 41;
    /// Name a seven.
    pub const SEVEN: u8 = 45;
    /// No INSTANT in the match.
    pub const NO_INSTANT: u8 = 50;
    /// VAR REVIEW in the match.
    pub const VAR: u8 = 51;
    /// OFFSIDE! in the match.
    pub const OFFSIDE: u8 = 52;
    /// PLAY ON in the match, at the other INSTANT (0) or the official (1).
    pub const PLAY_ON: u8 = 53;
    /// No change under an official.
    pub const NO_CHANGE: u8 = 60;
    /// Exchange a pitch card for a hand card.
    pub const SWAP: u8 = 61;
}

impl Move {
    /// No move has been made.
    pub const NONE: Self = Self(u64::MAX);

    /// The move `(kind, a, b, c)`.
    #[inline]
    #[must_use]
    pub const fn new(kind: u8, a: u8, b: u8, c: u8) -> Self {
        Self(u32::from_le_bytes([kind, a, b, c]) as u64)
    }

    /// A move without further bytes.
    #[inline]
    #[must_use]
    pub const fn plain(kind: u8) -> Self {
        Self(kind as u64)
    }

    /// The naming of a seven.
    #[inline]
    #[must_use]
    pub const fn seven(seven: Seven) -> Self {
        let mut bytes = [kind::SEVEN; 8];
        let mut slot = 0;
        while slot < 7 {
            bytes[slot + 1] = seven[slot];
            slot += 1;
        }
        Self(u64::from_le_bytes(bytes))
    }

    /// The bytes, the kind first.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> u8 {
        self.0 as u8
    }

    /// First byte after the kind.
    #[inline]
    #[must_use]
    pub const fn a(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Second byte after the kind.
    #[inline]
    #[must_use]
    pub const fn b(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// Third byte after the kind.
    #[inline]
    #[must_use]
    pub const fn c(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// The seven that this move names.
    #[inline]
    #[must_use]
    pub const fn named(self) -> Seven {
        let bytes = self.bytes();
        let mut seven = [0; 7];
        let mut slot = 0;
        while slot < 7 {
            seven[slot] = bytes[slot + 1];
            slot += 1;
        }
        seven
    }
}
