//! Matches of a two-sided ruleset joined into one game: a single match, a
//! knock-out cup, a home-and-away league, or a season of both.
//!
//! In: how many sides, the format, and the result of each match as it is
//! played. Out: the next [`Fixture`], the table, the bracket, who is suspended
//! and who wins what. Nothing here knows which game the matches are of, and
//! everything is plain `Copy` data, so that a competition can live inside a
//! ruleset's state.
//!
//! * [`fixtures`]: who meets whom in a league, in which order;
//! * [`table`]: points, goal difference, places;
//! * [`cup`]: lots, byes, rounds;
//! * [`season`]: the order of all of these, tie-breaks, trophies;
//! * [`suspensions`]: what a booking costs in later matches.
//!
//! Lots are drawn from a stream of their own ([`LOTS`]), in sections of their
//! own, so that drawing them shifts no match.

pub mod cup;
pub mod fixtures;
pub mod season;
pub mod suspensions;
pub mod table;

#[cfg(test)]
mod tests;

use crate::chance::{MAX_SEATS, Source};

pub use cup::{Bracket, Byes};
pub use season::{Competition, Fixture, Format, Kind, Plan, TitleBy};
pub use suspensions::{Bookings, Discipline};
pub use table::{Row, Table};

/// Most sides of a competition.
pub const MAX_SIDES: usize = MAX_SEATS;

/// No side: a bye, an undecided trophy.
pub const NOBODY: u8 = u8::MAX;

/// The stream that lots are drawn from.
pub const LOTS: Source = Source::named(13);
