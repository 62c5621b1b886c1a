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
//! Card counts, colours and dice are the box's (`data`); which position a
//! card shows, prices and level thresholds are not in the rulebook and are
//! switches (`switches`) or data with a stated default. House rules that the
//! printed game lacks are switches too; what they do is in `house`.
//!
//! `rules` knows `moves`, `start` and `words`, which read it: what they would look
//! up in every game is made once and kept with the rules; and `odds`, which it
//! hands out.

mod bots;
mod data;
mod dice;
mod exact;
mod goods;
mod house;
mod interventions;
mod laws;
mod moves;
mod observe;
mod odds;
mod play;
mod pool;
mod record;
mod rules;
mod start;
mod state;
mod switches;
mod view;
mod words;

#[cfg(test)]
mod tests;

pub use bots::Script;
pub use rules::Rules;
pub use state::State;
pub use view::View;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct KingOfThePitch;
