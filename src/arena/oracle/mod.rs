//! What single decisions were worth: games told decision by decision, and some
//! of their decisions played out again and again.
//!
//! In: an arm, numbers of games, an [`Effort`]. Out: a [`Story`] per game, in
//! integers. A continuation is played by the game's own bots (one that searches
//! is played on by the script of its imagined games) or by another bot that is
//! asked for, with fresh chance and fresh whims.
//!
//! Two kinds of continuations never mix:
//!
//! * *choosing*: from what the seat could see, hidden cards dealt anew in each
//!   ([`Sight::determinize`](crate::game::Sight::determinize)). They name the
//!   best move, so that nothing that the seat could not know makes a move look
//!   bad;
//! * *measuring*: from the true state. They say what the moves named were worth.
//!
//! What is measured had no part in the choosing, so that its mean is the truth:
//! where moves make no difference the one called best gains nothing (the two
//! halves of cross-fitting: Chernozhukov et al. 2018, "Double/debiased machine
//! learning"). And since the move called best may not be, a regret that is
//! measured is the least that there is to regret.

mod choose;
mod restrict;
mod story;
mod table;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use self::restrict::Ban;
pub use self::story::{Look, Moment, Story};
use super::batch::Arm;
use crate::bots::{Bot, Player};
use crate::game::Ruleset;

/// How closely games are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Decisions of a game whose moves are tried; all of a game with fewer.
    pub looks: u32,
    /// Moments of a game at which every seat's chance is measured, likewise; at
    /// least as many.
    pub moments: u32,
    /// Continuations of a decision by which its best move is chosen.
    pub choosing: u64,
    /// Continuations of each move that is measured.
    pub measuring: u64,
}

/// Who plays on, and how closely games are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oracle {
    /// The bot that plays every seat of a continuation; the game's own where
    /// none is named.
    pub bot: Option<String>,
    /// How closely.
    pub effort: Effort,
    /// The entrants whose decisions are looked at, and nobody else's; everybody's
    /// where none are named.
    pub of: Vec<u8>,
}

impl<R: Ruleset> Bot<R> {
    /// Who plays this bot's games to their end: itself, or whoever plays its
    /// imagined games where it searches or is a program.
    fn plays_on(self, rules: &R::Rules) -> Self {
        let searches = |bot: R::Bot| {
            let info = R::BOTS.iter().find(|info| info.bot == bot);
            info.is_some_and(|info| R::SEARCHERS.contains(&info.name))
        };
        Self::Player(match self {
            Self::Rollout(search) | Self::Tree(search) => search.policy,
            Self::Player(Player::Script(bot)) if searches(bot) => {
                Player::named(R::POLICY, rules).unwrap_or(Player::Random)
            }
            Self::Program(_) => Player::named(R::POLICY, rules).unwrap_or(Player::Random),
            Self::Player(player) => player,
        })
    }

    /// Whether one goes on from what the other remembers.
    fn remembers_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Player(Player::Script(one)), Self::Player(Player::Script(other))) => one == other,
            (Self::Player(Player::Trained(_)), Self::Player(Player::Trained(_))) => true,
            _ => false,
        }
    }
}

impl<R: Ruleset> Arm<R> {
    /// Tells the games of `range`, one by one.
    pub fn stories(&self, range: Range<u64>, oracle: &Oracle, each: &mut dyn FnMut(Story)) {
        let named = oracle.bot.as_deref().and_then(|name| Bot::<R>::named(name, &self.rules));
        let mut table = table::Table::new(self, named.map(|bot| bot.plays_on(&self.rules)), oracle.effort);
        for game in range {
            each(table.story(game, &oracle.of));
        }
    }
}

/// Names of the classes of moves that are told apart: items, then acts that use
/// none, then all that the ruleset doesn't tell apart.
#[must_use]
pub fn classes<R: Ruleset>(rules: &R::Rules) -> Vec<String> {
    let mut names = R::items(rules);
    names.extend(R::acts(rules));
    names.push("anything else".to_owned());
    names
}

/// The class of a move, a position among [`classes`].
#[must_use]
pub fn class<R: Ruleset>(rules: &R::Rules, state: &R::State, chosen: R::Move) -> usize {
    let items = || R::items(rules).len();
    match (R::item(rules, state, chosen), R::act(rules, state, chosen)) {
        (Some(item), _) => usize::from(item),
        (None, Some(act)) => items() + usize::from(act),
        (None, None) => items() + R::acts(rules).len(),
    }
}
