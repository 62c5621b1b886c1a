//! From rules, bots and seeds to tallies: blocks of games, in batches, on all
//! cores, with the same bytes whatever the number of threads. Which arms there
//! are and how long they play is decided above ([`crate::campaign`]).
//!
//! In: an arm behind its ruleset's handle ([`RulesetId`]) and a range of blocks.
//! Out: a tally, or the rows of single games. No name is looked up, nothing is
//! estimated, no text is written.

pub mod batch;
pub mod freeze;
pub mod group;
pub mod handouts;
pub mod one_game;
pub mod oracle;
pub mod pool;
pub mod ruleset;
pub mod runner;
pub mod schedule;
pub mod standings;
mod violation;

pub use ruleset::RulesetId;
pub use runner::{Replay, Runner, Seats};
pub use violation::Violation;
