//! Who decides: the `random` bot, a ruleset's scripts, or a search bot.
//!
//! Every bot gets a seat's view, the legal moves and its own whims; none gets
//! the state. The search bots `rollout-N` ([`rollout`]) and `tree-N` ([`tree`])
//! are written once for all rulesets: they imagine N games per decision
//! ([`playout`]), so that thinking twice as hard is one number in a name.
//!
//! In: rules, view, legal moves, whims. Out: one of the moves. Nothing is dealt,
//! rolled or changed in the game that is played. `playout`, [`rollout`] and
//! [`tree`] know each other: the [`Desk`] of the first keeps what the others
//! remember, so that one allocation serves all decisions of a thread, and
//! [`slope`] takes from it what a playout is worth at most.

pub mod budget;
pub mod playout;
pub mod random;
pub mod rollout;
pub mod slope;
pub mod tree;

#[cfg(test)]
mod tests;

use self::budget::{Kind, Named};
pub use self::playout::Desk;
use self::playout::{Question, Search};
use crate::chance::Whim;
use crate::game::{Play, Ruleset};

/// A bot of ruleset `R`.
#[derive(Debug)]
pub enum Bot<R: Ruleset> {
    /// Uniform over the distinct legal moves.
    Random,
    /// One of the ruleset's own strategies.
    Script(R::Bot),
    /// Flat Monte Carlo.
    Rollout(Search<R>),
    /// Tree search over re-dealt hidden cards.
    Tree(Search<R>),
}

impl<R: Ruleset> Clone for Bot<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Bot<R> {}

impl<R: Ruleset> Bot<R> {
    /// The bot of this name: `random`, a script of the ruleset, or a search
    /// bot with its budget (`tree-256`).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == random::NAME {
            return Some(Self::Random);
        }
        if let Some(Named { kind, playouts }) = Named::read(name) {
            return Some(match kind {
                Kind::Rollout => Self::Rollout(Search::new(playouts)),
                Kind::Tree => Self::Tree(Search::new(playouts)),
            });
        }
        R::BOTS.iter().find(|info| info.name == name).map(|info| Self::Script(info.bot))
    }

    /// The names of `random` and the scripts, weak to strong. Search bots,
    /// whose names hold a number, are listed by [`budget::FORMS`].
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        std::iter::once(random::NAME).chain(R::BOTS.iter().map(|info| info.name)).collect()
    }

    /// Chooses one of `moves` for `seat`, seeing no more than its view. The
    /// view is made for each kind of bot apart, because most random choices
    /// don't look at it. Searches are kept out of line: whoever doesn't search
    /// doesn't pay for them.
    #[expect(clippy::too_many_arguments, reason = "bundled, random play is measurably slower")]
    #[inline]
    pub fn decide(
        self,
        rules: &R::Rules,
        state: &R::State,
        seat: u8,
        moves: &R::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
        desk: &mut Option<Box<Desk<R>>>,
    ) -> R::Move {
        let (search, think): (Search<R>, Think<R>) = match self {
            Self::Random => return random::decide::<R>(rules, R::view(rules, state, seat), moves, whim),
            Self::Script(bot) => {
                return R::decide(bot, rules, R::view(rules, state, seat), moves, memory, whim);
            }
            Self::Rollout(search) => (search, rollout::decide::<R>),
            Self::Tree(search) => (search, tree::decide::<R>),
        };
        let question = search.question(rules, R::view(rules, state, seat), seat, moves, memory, whim);
        think(&question, whim, desk.get_or_insert_default())
    }
}

/// How a search bot decides.
type Think<R> = fn(&Question<'_, R>, &mut Whim, &mut Desk<R>) -> <R as Play>::Move;
