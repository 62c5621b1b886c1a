//! Strategies, squads or clubs on one scale.
//!
//! In: results between entrants as integer counts. Out: maximum-likelihood
//! strengths with intervals, the worth of playing at home (or first), how
//! drawish the game is. Both models are conditional logits over outcomes, so
//! one Newton solver (`choice.rs`) fits them.
//!
//! A scale assumes that strength is one-dimensional. Where A beats B beats C
//! beats A it is not: read the pay-off matrix and
//! [`metagame`](super::metagame) instead.
//!
//! The intervals of [`davidson`] and [`plackett_luce`] treat every game as
//! independent; where games share deals, and match-ups do, [`field`] takes the
//! errors from whole blocks.

mod choice;
pub mod davidson;
pub mod field;
pub mod plackett_luce;

use super::estimate::Estimate;

/// Elo points per unit of log strength: 400 / ln 10.
pub const ELO: f64 = 173.717_792_761_248_2;

/// Standard deviation of the normal prior on log strengths (and other terms)
/// that stands in where the results alone don't determine them: about 520 Elo
/// points.
pub const PRIOR_DEVIATION: f64 = 3.0;

/// Why a prior was needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Maximum likelihood; no prior.
    Data,
    /// Somebody won (or lost) everything against a group, groups never met, or
    /// a term can't be told from the strengths: a normal prior of
    /// [`PRIOR_DEVIATION`] around equal strength was added.
    WeakPrior,
}

/// A fitted scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// ln strength per entrant; they add up to 0. `n` is the entrant's games.
    pub strength: Vec<Estimate>,
    /// Further terms of the model, all logarithms: for Davidson's model home
    /// advantage ln γ, then draws ln ν; for Plackett-Luce the seats, adding up
    /// to 0; for a [`field`] what sitting first is worth, then draws.
    pub terms: Vec<Estimate>,
    /// Log likelihood at the fit.
    pub log_likelihood: f64,
    /// Whether the results sufficed.
    pub basis: Basis,
}

impl Rating {
    /// Strengths in Elo points around 0.
    #[must_use]
    pub fn elo(&self) -> Vec<Estimate> {
        self.strength.iter().map(|e| e.scaled(ELO, 0.0)).collect()
    }
}
