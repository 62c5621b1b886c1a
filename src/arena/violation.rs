//! A law of a game that was broken where games are verified. It ends play: it
//! unwinds from the game to whoever asked for it, and the first by the number of
//! its game is the one that arrives ([`super::pool::run`]).

use std::panic::resume_unwind;

/// What was broken, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Number of the game.
    pub game: u64,
    /// Root of all luck.
    pub seed: u64,
    /// The law, in one line.
    pub law: String,
    /// The command that tells the game, without its program.
    pub replay: String,
}

impl Violation {
    /// Ends play. No panic hook is called: the rules are wrong, not the program
    /// that says so.
    pub fn raise(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { game, seed, law, replay } = self;
        write!(f, "game {game}, seed {seed}: {law}; `{replay} --seed {seed} --game {game}` tells it")
    }
}
