//! What is written down of a game that was looked at closely.

use serde::{Deserialize, Serialize};

use crate::game::WIN;

/// One game, told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// Its number.
    pub game: u64,
    /// Entrant of each seat.
    pub seating: Vec<u8>,
    /// Each seat's share of the win, in parts of [`WIN`]; none of an unfinished
    /// game.
    pub share: Option<Vec<u8>>,
    /// Questions with more than one legal answer.
    pub decisions: u32,
    /// Those of the entrants that were looked at.
    pub own: u32,
    /// All questions.
    pub questions: u32,
    /// Waits of a seat between two turns of its own, a turn being decisions in a
    /// row.
    pub waits: u32,
    /// Turns of others in all of them.
    pub turns_waited: u32,
    /// Decisions of others in all of them.
    pub decisions_waited: u32,
    /// The longest of them, in decisions of others.
    pub longest: u32,
    /// Moments at which chances were measured, in order.
    pub moments: Vec<Moment>,
    /// Decisions whose moves were tried, in order.
    pub looks: Vec<Look>,
    /// The last decision of the game, at a table of three or more: what it moved
    /// for another seat, as [`Look::swing`], where whoever made it could hardly win.
    #[serde(default)]
    pub last: Option<i64>,
}

/// Every seat's chance, behind a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Number of the decision, from 0.
    pub at: u32,
    /// The seat asked.
    pub seat: u8,
    /// Shares that each seat won in either half of the continuations, added up.
    pub shares: [Vec<u64>; 2],
    /// Scores at the end of all continuations, added up, by seat.
    pub scores: Vec<i64>,
    /// Scores at the moment, where the game keeps any.
    pub standing: Vec<i32>,
}

impl Moment {
    /// Each seat's chance by the first half of so many continuations, by the
    /// second, and by all.
    #[must_use]
    pub fn chances(&self, measuring: u64) -> [Vec<f64>; 3] {
        let [first, second] = &self.shares;
        let halves = [measuring / 2, measuring - measuring / 2];
        let of =
            |sums: &[u64], n: u64| sums.iter().map(|&sum| sum as f64 / (n * u64::from(WIN)) as f64).collect();
        let all: Vec<u64> = first.iter().zip(second).map(|(a, b)| a + b).collect();
        [of(first, halves[0]), of(second, halves[1]), of(&all, measuring)]
    }
}

/// One decision whose moves were tried. Differences are sums over the measured
/// continuations, in parts of [`WIN`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// Number of the decision, from 0.
    pub at: u32,
    /// Who decided.
    pub seat: u8,
    /// Legal moves.
    pub moves: u64,
    /// Moves tried.
    pub tried: u32,
    /// Class of the move that was chosen ([`super::classes`]).
    pub chosen: u16,
    /// Class of the move that is called best.
    pub best: u16,
    /// What the seat gains by the move called best instead of the chosen one; 0
    /// where that is the best.
    pub regret: i64,
    /// Squares of the same, added up.
    pub regret_squares: i64,
    /// What the first in the order of moves is worth above the second.
    pub gap: i64,
    /// What it is worth above the last.
    pub spread: i64,
    /// What the chosen move seemed to cost while moves were being tried, in
    /// parts of [`WIN`] per continuation times 1 000: for picking examples.
    pub hint: i64,
    /// Of a seat that had hardly a chance left, at a table of three or more:
    /// what another seat gains by one of its moves rather than another.
    pub swing: Option<i64>,
    /// The chosen move in the words of the game.
    pub said: String,
    /// The move called best, likewise.
    pub rather: String,
}
