//! What an arm's games add up to: integers only.
//!
//! In: finished games, block by block. Out: a [`Tally`] whose merge is exact
//! and order-free, so that threads, batches and shards never show in a result.
//! Nothing here is an estimate; see [`crate::estimates`].

pub mod histogram;
pub mod layout;
pub mod moments;
pub mod spread;
pub mod usage;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use histogram::Histogram;
pub use layout::{Layout, Shape};
pub use moments::{Moments, Pending};
pub use spread::Spread;
pub use usage::{Usage, UsageSums};

/// Results of a seat or of an entrant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// Games won alone.
    pub wins: u64,
    /// Games shared with others: drawn matches, shared wins.
    pub draws: u64,
    /// Decided games without a share.
    pub losses: u64,
}

impl From<[u64; 3]> for Results {
    fn from([wins, draws, losses]: [u64; 3]) -> Self {
        Self { wins, draws, losses }
    }
}

impl Results {
    /// Won, shared, lost.
    #[must_use]
    pub const fn counts(self) -> [u64; 3] {
        [self.wins, self.draws, self.losses]
    }

    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// All counts of one arm over some blocks. Lists have the lengths of the arm's [`Layout`], and
/// no room beyond: there may be 20 000 arms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Unfinished games by reason.
    pub unfinished: Box<[u64]>,
    /// Results by seat.
    pub seats: Box<[Results]>,
    /// Results by entrant.
    pub entrants: Box<[Results]>,
    /// Sums over blocks of the columns of the arm's [`Layout`].
    pub moments: Moments,
    /// One histogram per distribution of the ruleset.
    pub distributions: Box<[Histogram]>,
    /// How the values that a block adds to each of them hang together.
    pub spreads: Box<[Spread]>,
    /// Use of each item.
    pub usage: Box<[Usage]>,
}

impl Tally {
    /// Nothing played yet.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        Self {
            games: 0,
            unfinished: vec![0; layout.reasons].into(),
            seats: vec![Results::default(); layout.seats].into(),
            entrants: vec![Results::default(); layout.seats].into(),
            moments: Moments::new(layout),
            distributions: vec![Histogram::default(); layout.distributions].into(),
            spreads: vec![Spread::default(); layout.distributions].into(),
            usage: vec![Usage::default(); layout.items].into(),
        }
    }

    /// Whether a seat won any of the games, alone or with others.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.seats.iter().any(|seat| seat.wins + seat.draws > 0)
    }

    /// Games of each block.
    #[must_use]
    pub fn per_block(&self) -> u32 {
        self.games.checked_div(self.moments.blocks).unwrap_or(1).max(1) as u32
    }

    /// Adds the games of `other`, which must come from the same layout.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (mine, theirs) in self.unfinished.iter_mut().zip(&other.unfinished) {
            *mine += theirs;
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.add(*theirs);
        }
        for (mine, theirs) in self.entrants.iter_mut().zip(&other.entrants) {
            mine.add(*theirs);
        }
        self.moments.merge(&other.moments);
        for (mine, theirs) in self.distributions.iter_mut().zip(&other.distributions) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.spreads.iter_mut().zip(&other.spreads) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.usage.iter_mut().zip(&other.usage) {
            mine.merge(theirs);
        }
    }

    /// Gives back what histograms hold beyond their values.
    pub fn trim(&mut self) {
        let spreads = self.spreads.iter_mut().flat_map(|spread| [&mut spread.pairs, &mut spread.sizes]);
        self.distributions.iter_mut().chain(spreads).for_each(Histogram::trim);
    }

    /// Whether this tally has the shape of `layout` (a manifest may come from
    /// another version).
    #[must_use]
    pub fn fits(&self, layout: &Layout) -> bool {
        self.unfinished.len() == layout.reasons
            && self.seats.len() == layout.seats
            && self.entrants.len() == layout.seats
            && self.moments.fits(layout)
            && self.distributions.len() == layout.distributions
            && self.spreads.len() == layout.distributions
            && self.usage.len() == layout.items
    }
}
