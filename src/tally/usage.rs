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
    /// Adds another count.
    pub fn merge(&mut self, other: &Self) {
        self.uses += other.uses;
        self.seat_games += other.seat_games;
        self.share += other.share;
    }
}

/// Use of every item in the games of a batch, in narrow counters side by side:
/// a seat's game is added by a few operations on many items at once, and goes
/// to the wide [`Usage`] counts now and then.
#[derive(Debug, Clone)]
pub struct UsageSums {
    uses: Vec<u32>,
    seat_games: Vec<u32>,
    share: Vec<u32>,
    /// Seats and games that may still be added before a counter could overflow.
    room: u32,
}

/// A seat's game adds at most 255 to a counter.
const ROOM: u32 = u32::MAX / 255;

impl UsageSums {
    /// Nothing used yet.
    #[must_use]
    pub fn new(items: usize) -> Self {
        Self { uses: vec![0; items], seat_games: vec![0; items], share: vec![0; items], room: ROOM }
    }

    /// Adds a seat's uses in a game in which it got `share` sixtieths.
    #[inline]
    pub fn add(&mut self, uses: &[u8], share: u8, into: &mut [Usage]) {
        if self.room == 0 {
            self.flush(into);
        }
        self.room -= 1;
        let sums = self.uses.iter_mut().zip(&mut self.seat_games).zip(&mut self.share);
        for (((all, seat_games), shares), &uses) in sums.zip(uses) {
            *all += u32::from(uses);
            *seat_games += u32::from(uses > 0);
            *shares += if uses > 0 { u32::from(share) } else { 0 };
        }
    }

    /// Moves all counts to the wide ones.
    pub fn flush(&mut self, into: &mut [Usage]) {
        for (item, usage) in into.iter_mut().enumerate() {
            usage.uses += u64::from(self.uses[item]);
            usage.seat_games += u64::from(self.seat_games[item]);
            usage.share += u64::from(self.share[item]);
        }
        *self = Self::new(self.uses.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_counters_are_flushed_before_they_overflow() {
        let mut wide = [Usage::default(); 2];
        let mut sums = UsageSums::new(2);
        sums.add(&[3, 0], 60, &mut wide);
        sums.room = 1;
        sums.add(&[255, 0], 30, &mut wide);
        assert_eq!(wide[0].uses, 0, "there was room");
        sums.add(&[1, 2], 0, &mut wide);
        assert_eq!((wide[0].uses, sums.room), (258, ROOM - 1), "there was none");
        sums.flush(&mut wide);
        assert_eq!(wide[0], Usage { uses: 259, seat_games: 3, share: 90 });
        assert_eq!(wide[1], Usage { uses: 2, seat_games: 1, share: 0 });
        assert!(ROOM.checked_mul(255).is_some());
    }
}
