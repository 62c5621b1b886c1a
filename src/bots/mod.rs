//! Who decides: the `random` bot, a ruleset's scripts, or a search bot.
//!
//! Every bot gets a seat's view, the legal moves and its own whims; none gets
//! the state.

pub mod random;

use crate::chance::Whim;
use crate::game::Ruleset;

/// A bot of ruleset `R`.
#[derive(Debug)]
pub enum Bot<R: Ruleset> {
    /// Uniform over the distinct legal moves.
    Random,
    /// One of the ruleset's own strategies.
    Script(R::Bot),
}

impl<R: Ruleset> Clone for Bot<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Bot<R> {}

impl<R: Ruleset> Bot<R> {
    /// The bot of this name: `random` or a script of the ruleset.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "random" {
            return Some(Self::Random);
        }
        R::BOTS.iter().find(|info| info.name == name).map(|info| Self::Script(info.bot))
    }

    /// All names, weak to strong.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        std::iter::once("random").chain(R::BOTS.iter().map(|info| info.name)).collect()
    }

    /// Chooses one of `moves` for `seat`, seeing no more than its view. The
    /// view is made for each kind of bot apart, because most random choices
    /// don't look at it.
    #[inline]
    pub fn decide(
        self,
        rules: &R::Rules,
        state: &R::State,
        seat: u8,
        moves: &R::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
    ) -> R::Move {
        match self {
            Self::Random => random::decide::<R>(rules, R::view(rules, state, seat), moves, whim),
            Self::Script(bot) => R::decide(bot, rules, R::view(rules, state, seat), moves, memory, whim),
        }
    }
}
