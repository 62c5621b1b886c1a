//! How much of a result is luck: games on the same deal and dice played
//! otherwise, and games played the same on another deal.
//!
//! The share of a result's variance that one of its two independent inputs
//! explains by itself is the covariance of two games that have it, and nothing
//! else, in common, over the variance (pick-freeze: Sobol 1993; Janon et al.
//! 2014, whose estimate uses both games for mean and variance). What neither
//! explains by itself is what both do together: cards that count by how they
//! are played.

use std::ops::Range;

use super::clusters::share;
use super::measures::{Measure, Measured};
use crate::arena::Runner;
use crate::arena::freeze::Frozen;
use crate::arena::pool::Work;
use crate::campaign::journal::Kept;
use crate::game::WIN;

/// Blocks being played.
pub struct Freezing<'a>(pub &'a dyn Runner);

impl Kept for Freezing<'_> {
    fn fits(&self, rows: &Vec<Frozen>, blocks: u64) -> bool {
        rows.len() as u64 == blocks && rows.iter().flatten().flatten().all(|&share| share <= WIN)
    }
}

impl Work for Freezing<'_> {
    type Sum = Vec<Frozen>;

    fn zero(&self) -> Vec<Frozen> {
        Vec::new()
    }

    fn batch(&self, range: Range<u64>) -> Vec<Frozen> {
        let mut rows = Vec::new();
        self.0.frozen(range, &mut |row| rows.push(row));
        rows
    }

    fn merge(&self, into: &mut Vec<Frozen>, later: Vec<Frozen>) {
        into.extend(later);
    }
}

/// Shares of luck alone, of play alone, and of both together.
pub fn of(rows: &[Frozen], seats: usize, level: f64) -> Vec<Measure> {
    // Game 0 and game 1 have the luck in common, game 0 and game 2 the play.
    let parts = |other: usize| {
        let value = |row: &Frozen, game: usize, seat: usize| f64::from(row[game][seat]) / f64::from(WIN);
        let mean = |seat: usize| {
            let sum: f64 = rows.iter().map(|row| value(row, 0, seat) + value(row, other, seat)).sum();
            sum / (2 * rows.len()) as f64
        };
        let means: Vec<f64> = (0..seats).map(mean).collect();
        rows.iter().map(move |row| {
            means.iter().enumerate().fold((0.0, 0.0), |(product, square), (seat, mean)| {
                let [a, b] = [0, other].map(|game| value(row, game, seat) - mean);
                (product + a * b, square + f64::midpoint(a * a, b * b))
            })
        })
    };
    let both = || {
        parts(1).zip(parts(2)).map(|((luck, one), (play, other))| {
            let square = f64::midpoint(one, other);
            (square - luck - play, square)
        })
    };
    if rows.len() < 2 || parts(1).all(|(_, square)| square == 0.0) {
        return Vec::new();
    }
    let measure = |name, pairs: Vec<(f64, f64)>| {
        let estimate = share(pairs, 0.5, level)?;
        Some(Measure { name, estimate })
    };
    let found = [
        measure(Measured::Luck, parts(1).collect()),
        measure(Measured::Play, parts(2).collect()),
        measure(Measured::LuckAndPlay, both().collect()),
    ];
    found.into_iter().flatten().collect()
}
