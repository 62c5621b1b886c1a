//! Chance: the only way anything random enters a game.
//!
//! Rule code asks a [`Chance`] for bounded integers, lotteries and card draws
//! and never knows who answers. There are three answers:
//!
//! * [`stream::Stream`] plays: xoshiro256++ streams, one per [`Source`]; where
//!   two arms share luck each seat has its own way round a deck's permutation, so
//!   that they stay in step (`pairing`);
//! * [`script::Script`] is dictated (tests, replays of a real table), and a
//!   leftover or missing entry fails;
//! * [`mod@enumerate`] walks through every branch with exact integer weights.
//!
//! So one piece of rule code plays, is tested, and yields exact odds.

pub mod enumerate;
pub mod lottery;
pub mod pairing;
pub mod script;
pub mod stream;
pub mod whim;

pub use enumerate::{Fraction, enumerate};
pub use lottery::Lottery;
pub use script::Script;
pub use stream::Stream;
pub use whim::Whim;

/// Who a random number belongs to.
///
/// Each source has a stream of its own: a variant that rolls one more die for
/// seat 0 leaves every other seat's dice, the deal and the lots alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source(u8);

/// Most seats at one table (a cup may have as many as sixteen).
pub const MAX_SEATS: usize = 16;

/// Number of distinct sources.
pub const SOURCES: usize = 32;

impl Source {
    /// Shuffles and draws from a deck that all seats share.
    pub const DEAL: Self = Self(0);
    /// What belongs to nobody: first rolls, lots, neutral clubs, coin flips.
    pub const TABLE: Self = Self(1);

    /// The dice, kicks and private deck of one seat.
    #[inline]
    #[must_use]
    pub const fn seat(seat: u8) -> Self {
        debug_assert!((seat as usize) < MAX_SEATS);
        Self(2 + seat)
    }

    /// A further named stream of a ruleset, `0 <= index < 14`.
    #[inline]
    #[must_use]
    pub const fn named(index: u8) -> Self {
        debug_assert!((index as usize) < SOURCES - 2 - MAX_SEATS);
        Self(2 + MAX_SEATS as u8 + index)
    }

    /// Position among all sources, `0..SOURCES`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Most decks of one game of which a paired deal remembers what is left.
pub const DECKS: usize = 16;

/// A draw from a face-down deck: from which, for whom, and since which shuffle.
///
/// A paired deal looks at a permutation of the deck from the place of the `seat`;
/// `epoch` counts the shuffles of this deck, because a reshuffle asks for a fresh
/// permutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Tells decks apart that cards only leave between two shuffles,
    /// `0..DECKS`: a paired deal remembers such a deck, and so draws sooner.
    /// `None` where cards may also come; the permutation is then the seat's.
    pub deck: Option<u8>,
    /// Seat that draws, `0..MAX_SEATS`.
    pub seat: u8,
    /// Number of shuffles of the deck before this draw.
    pub epoch: u8,
}

/// A source of chance. See the module page for its implementations.
pub trait Chance {
    /// A uniform integer in `0..n`. `n` must be positive.
    fn below(&mut self, source: Source, n: u32) -> u32;

    /// The outcome of a weighted [`Lottery`], exactly in proportion.
    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16;

    /// The position in `cards` of the card that is drawn, uniform over all of
    /// them. `cards` holds distinct card ids (not kinds) and is not empty;
    /// order carries no information, so callers may `swap_remove`.
    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize;

    /// The kind of one of so many cards of each, every card with equal chance. There
    /// is a card.
    #[inline]
    fn kind(&mut self, source: Source, cards: &[u8]) -> usize {
        let mut place = self.below(source, cards.iter().map(|&cards| u32::from(cards)).sum());
        let holds = |&cards: &u8| match place.checked_sub(cards.into()) {
            Some(behind) => {
                place = behind;
                false
            }
            None => true,
        };
        cards.iter().position(holds).expect("a place among as many cards")
    }

    /// Enters part `id` of the game (a match of a season, say): all streams
    /// start afresh, keyed by `id`, so that what one part consumes does not
    /// shift the next. Sources without streams ignore it.
    fn section(&mut self, id: u32) {
        let _ = id;
    }

    /// One die with faces `1..=sides`.
    #[inline]
    fn die(&mut self, source: Source, sides: u32) -> u8 {
        (1 + self.below(source, sides)) as u8
    }

    /// A fair coin.
    #[inline]
    fn coin(&mut self, source: Source) -> bool {
        self.below(source, 2) == 1
    }

    /// Puts `items` into uniformly random order (Fisher-Yates, last place
    /// first).
    #[inline]
    fn shuffle<T>(&mut self, source: Source, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(source, last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}
