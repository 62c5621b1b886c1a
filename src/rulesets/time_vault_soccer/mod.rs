//! Time Vault Soccer: a two-player football card game of squads, teams and
//! pillars, with drafts, cups and leagues for up to sixteen Bosses.
//!
//! A squad has sixteen players of one to five stars, two cards each. For a
//! match each Boss picks a team of eleven, shuffles its 22 cards and builds an
//! Attack and a Defence pillar, one card a turn; an Attack greater than the
//! opposing Defence may shoot, and the defender may answer with a card.
//!
//! Chance enters in lots (drafts, cups, league numbers), generated squads,
//! who starts, the order of the decks, and penalty kicks; nowhere else. Decks
//! are private to each Boss and drawn lazily.
//!
//! Luck counts kicks, shoot-outs and who starts. Cards drawn are not counted:
//! everybody draws the whole deck in the end, and values of printed attack and
//! defence by time of drawing, fitted for it, make a match worth 1.17 plain
//! ones of `hoofer` and none of any other bot, whose own lot they would hide.
//!
//! Squads come from `rules` (named or preset), `play::draft` or `builds`; teams
//! from `teams`; a match is played in `play::pitch` and joined to others by
//! [`crate::competitions`]. `rules` keeps what is made under it: squads that the
//! `builds` find.

mod bots;
mod builds;
mod counts;
mod data;
mod goods;
mod house;
mod interventions;
mod laws;
mod legal;
mod moves;
mod observe;
mod odds;
mod play;
mod rules;
mod sides;
mod squads;
mod state;
mod styles;
mod subs;
mod switches;
mod teams;
mod view;
mod words;

#[cfg(test)]
mod tests;

pub use bots::Bot;
pub use legal::Moves;
pub use moves::Move;
pub use rules::Rules;
pub use state::State;
pub use view::View;

/// The ruleset `time-vault-soccer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeVaultSoccer;
