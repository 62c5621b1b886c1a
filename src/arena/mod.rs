//! From a plan and its seeds to tallies: blocks of games, in batches, on all
//! cores, with the same bytes whatever the number of threads.

pub mod batch;
pub mod campaign;
pub mod group;
pub mod one_game;
pub mod pool;
pub mod ruleset;
pub mod runner;
pub mod schedule;
#[cfg(test)]
mod tests;

pub use ruleset::RulesetId;
pub use runner::{Replay, Runner, Seats};
