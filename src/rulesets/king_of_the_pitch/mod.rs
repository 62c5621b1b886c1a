//! King of the Pitch: a team-building dice duel for two to five players.
//!
//! Everybody runs a team of eleven positions that start worthless. A turn is
//! one action: take a card from the open row, turn a player card into a chip,
//! sell, or spend a MATCH card to challenge the King of the pitch. The weaker
//! of a team's two columns fixes its level, the level its dice; the winner of
//! a match takes a victory and is King. Five victories win.
//!
//! Chance enters in three places: the deck (every card that enters the row is
//! drawn uniformly from what is left, which is what a shuffled deck gives),
//! captains and opening hands dealt at set-up, and the dice of a match,
//! V.A.R. and shoot-out, each side from its own stream. Nothing else is
//! random; what the players choose is in the ledger's decisions KOP-D1 to
//! KOP-D6.
//!
//! Card counts, colours and dice are the box's ([`data`]); which position a
//! card shows, prices and level thresholds are not in the rulebook and are
//! switches ([`switches`]) or data with a stated default.

pub mod bots;
pub mod data;
pub mod dice;
pub mod exact;
mod interventions;
pub mod moves;
pub mod observe;
pub mod odds;
pub mod play;
pub mod pool;
pub mod record;
pub mod rules;
pub mod start;
pub mod state;
pub mod switches;
pub mod view;
pub mod words;

#[cfg(test)]
mod tests;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct KingOfThePitch;
