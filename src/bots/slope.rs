//! Luck taken out of imagined games.
//!
//! Rulesets that count the luck of a game ([`Record::luck`](crate::game::Record::luck):
//! what happened minus its exact chance) tell a search which of its playouts
//! were merely lucky. The mean of that luck is 0 whatever was chosen, so a
//! multiple of it may be taken off every playout (a control variate: Lavenberg
//! and Welch 1981), the multiple being the slope of worth over luck. A playout
//! then says as much as several plain ones. Without counted luck the slope
//! is 0.
//!
//! Sums are integers; the slope is one division of them, the same everywhere.

use super::playout::MOST;
use crate::game::LUCK;

/// Playouts below which a slope is not trusted.
const FEWEST: i64 = 12;
/// Playouts below which an error is not trusted: of two that differ by chance alone
/// every fourth pair lies further from 0 than one error.
const FEW: i64 = 4;

/// Luck in the unit of worths: one solved event counts as one won game.
#[must_use]
pub fn in_worths(luck: i32) -> i64 {
    i64::from(luck) * MOST / i64::from(LUCK)
}

/// What a slope is made of: playouts of some kind, worth and luck of each.
#[derive(Debug, Clone, Copy, Default)]
pub struct Slope {
    playouts: i64,
    // About each row's own mean, times its number of playouts.
    worth_luck: i128,
    luck_luck: i128,
}

/// Sums over playouts that are compared with each other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Row {
    /// Number of playouts.
    pub playouts: i64,
    worth: i64,
    luck: i64,
    worth_luck: i128,
    luck_luck: i128,
    worth_worth: i128,
}

impl Row {
    /// Sum of the worths once this slope's luck is taken out.
    #[must_use]
    pub fn sum(&self, slope: f64) -> f64 {
        self.worth as f64 - slope * self.luck as f64
    }

    /// Whether the mean of that is above 0 by more than so many of its standard
    /// errors, if there are playouts enough for one.
    #[must_use]
    pub fn is_above_zero(&self, slope: f64, proof: f64) -> bool {
        let (n, sum) = (self.playouts as f64, self.sum(slope));
        let squares =
            self.worth_worth as f64 - slope * (2.0 * self.worth_luck as f64 - slope * self.luck_luck as f64);
        // n times the mean against n times its error.
        let error = ((squares - sum * sum / n).max(0.0) * n / (n - 1.0)).sqrt();
        self.playouts >= FEW && sum > proof * error
    }

    /// Adds a playout.
    pub fn add(&mut self, worth: i64, luck: i64) {
        self.playouts += 1;
        self.worth += worth;
        self.luck += luck;
        self.worth_luck += i128::from(worth) * i128::from(luck);
        self.luck_luck += i128::from(luck) * i128::from(luck);
        self.worth_worth += i128::from(worth) * i128::from(worth);
    }

    /// The slope within this row alone.
    #[must_use]
    pub fn slope(&self) -> Slope {
        let mut slope = Slope::default();
        slope.add(self);
        slope
    }
}

impl Slope {
    /// Adds a row about its own mean: what all its playouts share is no
    /// matter of comparison.
    pub fn add(&mut self, row: &Row) {
        let (n, worth, luck) = (i128::from(row.playouts), i128::from(row.worth), i128::from(row.luck));
        self.playouts += row.playouts;
        self.worth_luck += n * row.worth_luck - worth * luck;
        self.luck_luck += n * row.luck_luck - luck * luck;
    }

    /// Worth per unit of luck.
    #[must_use]
    pub fn value(&self) -> f64 {
        if self.playouts < FEWEST || self.luck_luck == 0 {
            return 0.0;
        }
        self.worth_luck as f64 / self.luck_luck as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_within_rows_leaves_out_what_rows_share() {
        let mut slope = Slope::default();
        // Worth is three times the luck, and more in later rows, whose luck is
        // better too: across rows the slope would be 13.
        for row in 0..10 {
            let mut sums = Row::default();
            for luck in [-2, 0, 5] {
                sums.add(3 * luck + 1000 * row, luck + 100 * row);
            }
            slope.add(&sums);
        }
        assert_eq!(slope.value(), 3.0);
    }

    #[test]
    fn too_few_playouts_or_no_luck_have_no_slope() {
        let mut row = Row::default();
        (0..11).for_each(|k| row.add(3 * k, k));
        assert_eq!(row.slope().value(), 0.0);
        row.add(33, 11);
        assert_eq!(row.slope().value(), 3.0);
        let mut plain = Row::default();
        (0..20).for_each(|k| plain.add(k % 2, 0));
        assert_eq!(plain.slope().value(), 0.0);
    }

    #[test]
    fn one_event_is_one_game() {
        assert_eq!((in_worths(LUCK), in_worths(-LUCK / 2)), (MOST, -MOST / 2));
    }
}
