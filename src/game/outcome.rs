//! How a game ended, and for whom.

use serde::{Deserialize, Serialize};

use crate::chance::MAX_SEATS;

/// Sixtieths of a won game: what one sole winner gets. Shared wins and drawn
/// matches divide it exactly for up to six seats.
pub const WIN: u8 = 60;

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The rules named a winner, a draw or shared winners.
    Decided,
    /// Stopped by a termination ruling; the index names the reason in
    /// [`Facts::unfinished`](super::Facts::unfinished). No seat has won, drawn or lost.
    Unfinished(u8),
}

/// The result of one game, by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Sixtieths of the win per seat: `WIN` for a sole winner, `WIN / k` for
    /// each of `k` who share it. All zero when unfinished.
    pub share: [u8; MAX_SEATS],
    /// The game's own score per seat: goals, victories, league or victory
    /// points.
    pub score: [i32; MAX_SEATS],
}

impl Outcome {
    /// A game with one winner.
    #[must_use]
    pub fn won(winner: u8, score: [i32; MAX_SEATS]) -> Self {
        let mut share = [0; MAX_SEATS];
        share[usize::from(winner)] = WIN;
        Self { ending: Ending::Decided, share, score }
    }

    /// A game whose win is shared by the seats of `winners`.
    #[must_use]
    pub fn shared(winners: impl Iterator<Item = u8> + Clone, score: [i32; MAX_SEATS]) -> Self {
        let mut share = [0; MAX_SEATS];
        let each = WIN / winners.clone().count().max(1) as u8;
        for seat in winners {
            share[usize::from(seat)] = each;
        }
        Self { ending: Ending::Decided, share, score }
    }

    /// A game that the highest score wins; the scores are those of all seats,
    /// and equal ones share the win.
    #[must_use]
    pub fn highest(scores: &[impl Into<i32> + Copy]) -> Self {
        let mut score = [0; MAX_SEATS];
        for (score, &given) in score.iter_mut().zip(scores) {
            *score = given.into();
        }
        let seats = scores.len().min(MAX_SEATS);
        let best = score[..seats].iter().max().copied();
        Self::shared((0..seats as u8).filter(|&seat| Some(score[usize::from(seat)]) == best), score)
    }

    /// A game stopped for reason `reason` of [`Facts::unfinished`](super::Facts::unfinished).
    #[must_use]
    pub const fn unfinished(reason: u8, score: [i32; MAX_SEATS]) -> Self {
        Self { ending: Ending::Unfinished(reason), share: [0; MAX_SEATS], score }
    }
}
