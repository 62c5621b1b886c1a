//! Who decides: the `random` bot, a ruleset's scripts, a policy whose weights
//! are data ([`weights`](crate::game::weights)), or a search bot.
//!
//! Every bot gets a seat's view, the legal moves and its own whims; none gets
//! the state. The search bots ([`search`]) `rollout-N` and `tree-N`, which looks
//! ahead ([`tree`]), are written once for all rulesets: they imagine N games per
//! decision ([`playout`]), so that thinking twice as hard is one number in a name.
//!
//! Where weights say what a seat's standing is worth ([`prospects`]) they do so to the
//! end of a part of the game.
//!
//! In: rules, view, legal moves, whims. Out: one of the moves. Nothing is dealt,
//! rolled or changed in the game that is played. `playout`, [`search`] and
//! [`tree`] know each other: the [`Desk`] of the first keeps what the others
//! remember, so that one allocation serves all decisions of a thread, and
//! [`slope`] takes from it what a playout is worth at most.
//!
//! One kind of bot decides elsewhere: a [`program`] of somebody's own, which is
//! told what a seat sees and answers with one of the moves.

pub mod budget;
pub mod playout;
pub mod program;
pub mod prospects;
pub mod random;
pub mod search;
pub mod slope;
pub mod tree;

#[cfg(test)]
mod tests;

use self::budget::{Kind, Named};
pub use self::playout::Desk;
use self::playout::{Question, Search};
use crate::chance::Whim;
use crate::game::weights::TRAINED;
use crate::game::{Bots, Play, Ruleset, Weights};
use crate::halt;

/// The idea of the bot that plays by [`weights`](crate::game::weights), as listed.
pub const TRAINED_IDEA: &str = "plays the move worth most by weights found in self-play";

/// A bot of ruleset `R`.
#[derive(Debug)]
pub enum Bot<R: Ruleset> {
    /// One that looks at the table once and answers.
    Player(Player<R>),
    /// Flat Monte Carlo.
    Rollout(Search<R>),
    /// Tree search over re-dealt hidden cards.
    Tree(Search<R>),
    /// A program of somebody's own: the one of this entrant of the arm.
    Program(u8),
}

/// A bot that doesn't search: it can play imagined games on.
#[derive(Debug)]
pub enum Player<R: Ruleset> {
    /// Uniform over the distinct legal moves.
    Random,
    /// One of the ruleset's own strategies.
    Script(R::Bot),
    /// The ruleset's policy with these weights.
    Trained(Weights),
}

impl<R: Ruleset> Clone for Bot<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Bot<R> {}

impl<R: Ruleset> Clone for Player<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Player<R> {}

impl<R: Ruleset> Player<R> {
    /// The player of this name at a table of these rules.
    #[must_use]
    pub fn named(name: &str, rules: &R::Rules) -> Option<Self> {
        match name {
            random::NAME => Some(Self::Random),
            TRAINED if !R::FEATURES.is_empty() => Some(Self::Trained(R::weights(rules))),
            _ => R::BOTS.iter().find(|info| info.name == name).map(|info| Self::Script(info.bot)),
        }
    }

    /// Chooses one of `moves`.
    // Within the game loop: random play asks nobody else.
    #[expect(clippy::inline_always, reason = "measured")]
    #[inline(always)]
    pub fn decide(
        &self,
        rules: &R::Rules,
        view: R::View<'_>,
        moves: &R::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
    ) -> R::Move {
        match self {
            Self::Random => random::decide::<R>(rules, view, moves, whim),
            Self::Script(bot) => R::decide(*bot, rules, view, moves, memory, whim),
            Self::Trained(weights) => R::weigh(weights, rules, view, moves, memory, whim),
        }
    }
}

impl<R: Ruleset> Bot<R> {
    /// The bot of this name at a table of these rules: `random`, a script of
    /// the ruleset, `trained`, or a search bot with its budget (`tree-256`) and
    /// perhaps who plays on (`tree-256:planner`).
    #[must_use]
    pub fn named(name: &str, rules: &R::Rules) -> Option<Self> {
        if let Some(player) = Player::named(name, rules) {
            return Some(Self::Player(player));
        }
        let Named { kind, playouts, policy } = Named::read(name)?;
        let search = Search { playouts, policy: Player::named(policy.unwrap_or(R::POLICY), rules)? };
        Some(match kind {
            Kind::Rollout => Self::Rollout(search),
            Kind::Tree => Self::Tree(search),
        })
    }

    /// The names of `random`, the scripts and the trained policy, weak to
    /// strong. Search bots, whose names hold a number, are listed by
    /// [`budget::FORMS`].
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        let trained = (!R::FEATURES.is_empty()).then_some(TRAINED);
        std::iter::once(random::NAME).chain(R::BOTS.iter().map(|info| info.name)).chain(trained).collect()
    }

    /// Chooses one of `moves` for `seat`, seeing no more than its view.
    #[expect(clippy::too_many_arguments, reason = "bundled, random play is measurably slower")]
    #[expect(clippy::inline_always, reason = "measured")]
    #[inline(always)]
    pub fn decide(
        &self,
        rules: &R::Rules,
        state: &R::State,
        seat: u8,
        moves: &R::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
        desk: &mut Option<Box<Desk<R>>>,
    ) -> R::Move {
        if let Self::Player(player) = self {
            return player.decide(rules, R::view(rules, state, seat), moves, memory, whim);
        }
        self.consult(rules, state, seat, moves, memory, whim, desk.get_or_insert_default())
    }

    /// What searches and programs choose. Out of line: whoever asks neither
    /// doesn't pay for them.
    #[expect(clippy::too_many_arguments, reason = "as `decide`")]
    #[cold]
    #[inline(never)]
    fn consult(
        &self,
        rules: &R::Rules,
        state: &R::State,
        seat: u8,
        moves: &R::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
        desk: &mut Desk<R>,
    ) -> R::Move {
        let (search, think): (&Search<R>, Think<R>) = match self {
            Self::Player(player) => {
                return player.decide(rules, R::view(rules, state, seat), moves, memory, whim);
            }
            Self::Rollout(search) => (search, search::decide::<R, false>),
            Self::Tree(search) => (search, search::decide::<R, true>),
            Self::Program(entrant) => {
                halt::look_up();
                return desk.ask(*entrant, rules, state, seat, moves, whim);
            }
        };
        let question = search.question(rules, R::view(rules, state, seat), seat, moves, memory, whim);
        let (chosen, mind) = think(&question, whim, desk);
        *memory = mind;
        chosen
    }
}

/// How a search bot decides.
type Think<R> = fn(&Question<'_, R>, &mut Whim, &mut Desk<R>) -> (<R as Play>::Move, <R as Bots>::Memory);
