//! Use of cards, tiles and actions beside the results of those who used them.
//!
//! This describes play; it is no measure of strength. Whoever is winning has
//! more turns to play good cards in, so a card's strength is measured by taking
//! it away under the same luck, never by the win rate of its users.

use serde::{Deserialize, Serialize};

/// Use of one item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Times used.
    pub uses: u64,
    /// Seats and games in which it was used at least once.
    pub seat_games: u64,
    /// Sixtieths of wins of those.
    pub share: u64,
}

impl Usage {
    /// Adds a seat's uses in a game in which it got `share` sixtieths.
    #[inline]
    pub fn add(&mut self, uses: u8, share: u8) {
        self.uses += u64::from(uses);
        self.seat_games += u64::from(uses > 0);
        self.share += if uses > 0 { u64::from(share) } else { 0 };
    }

    /// Adds another count.
    pub fn merge(&mut self, other: &Self) {
        self.uses += other.uses;
        self.seat_games += other.seat_games;
        self.share += other.share;
    }
}
