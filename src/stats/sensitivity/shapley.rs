//! Fair shares of a joint effect: Shapley values by sampling orders (Shapley
//! 1953; Castro, Gómez and Tejada 2009).
//!
//! For small sets of cards, rules or assumptions that interact: a player's
//! value is its mean marginal contribution over all orders of adding players.

use crate::chance::Whim;
use crate::seed::{Luck, of_text};
use crate::stats::distribution::t;
use crate::stats::estimate::Estimate;

/// `pairs` pairs of orders of `players` players, each second the reverse of the
/// first (antithetic; Mitchell, Cooper, Frank and Holmes 2022): a pure
/// function of its arguments.
#[must_use]
pub fn orders(players: usize, pairs: usize, seed: u64) -> Vec<[Vec<usize>; 2]> {
    let one = |number: usize| {
        let mut whim = Whim::new(Luck::new(seed, of_text("shapley"), number as u64), 0, 0);
        let mut order: Vec<usize> = (0..players).collect();
        for last in (1..players).rev() {
            order.swap(last, whim.below(last as u32 + 1) as usize);
        }
        let reverse = order.iter().rev().copied().collect();
        [order, reverse]
    };
    (0..pairs).map(one).collect()
}

/// Shapley values from orders and the worth of every prefix: `worth` maps a set
/// of players (a bit per player) to its value. Intervals by t over pairs of
/// orders (the two orders of a pair are not independent). Method `shapley`.
///
/// Values add up to the worth of all minus the worth of none in every sample,
/// not only on average. Simulation noise of `worth` is part of the intervals
/// as far as it differs between calls; keep results per set (they repeat).
/// At most 64 players; with one pair the intervals are unbounded; empty
/// without orders.
pub fn values(
    players: usize,
    orders: &[[Vec<usize>; 2]],
    level: f64,
    mut worth: impl FnMut(u64) -> f64,
) -> Vec<Estimate> {
    if orders.is_empty() || players > 64 {
        return Vec::new();
    }
    let mut sums = vec![(0.0, 0.0); players];
    for pair in orders {
        let mut means = vec![0.0; players];
        for order in pair {
            let mut set = 0;
            let mut before = worth(set);
            for &player in order {
                set |= 1 << player;
                let after = worth(set);
                means[player] += (after - before) / 2.0;
                before = after;
            }
        }
        for (sum, mean) in sums.iter_mut().zip(means) {
            sum.0 += mean;
            sum.1 += mean * mean;
        }
    }
    let n = orders.len() as f64;
    let half = |(sum, squares): (f64, f64)| {
        if orders.len() < 2 {
            f64::INFINITY
        } else {
            t(level, n - 1.0) * ((squares - sum * sum / n).max(0.0) / (n - 1.0) / n).sqrt()
        }
    };
    sums.iter()
        .map(|&sum| Estimate::around(sum.0 / n, half(sum), level, "shapley", orders.len() as u64))
        .collect()
}

/// Shapley values of up to 20 players from the worth of all 2^n sets, exactly.
/// `worth[set]` with a bit per player. Empty when the length is not 2^n.
#[must_use]
pub fn exact(players: usize, worth: &[f64]) -> Vec<f64> {
    if players == 0 || players > 20 || worth.len() != 1 << players {
        return Vec::new();
    }
    // Weight of a set of size s that lacks the player: s! (n - s - 1)! / n!.
    let mut weight = vec![1.0 / players as f64; players];
    for s in 1..players {
        weight[s] = weight[s - 1] * s as f64 / (players - s) as f64;
    }
    let mut values = vec![0.0; players];
    for (set, worth_without) in worth.iter().enumerate() {
        let size = set.count_ones() as usize;
        for (player, value) in values.iter_mut().enumerate() {
            if set & (1 << player) == 0 {
                *value += weight[size] * (worth[set | 1 << player] - worth_without);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The glove game: player 0 owns a left glove, 1 and 2 a right one each;
    /// exact values 2/3, 1/6, 1/6.
    fn gloves(set: u64) -> f64 {
        f64::from(u8::from(set & 1 != 0 && set & 6 != 0))
    }

    #[test]
    fn the_glove_game() {
        let worth: Vec<f64> = (0..8).map(gloves).collect();
        for (found, wanted) in exact(3, &worth).iter().zip([2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]) {
            assert!((found - wanted).abs() < 1e-12);
        }
        let sampled = values(3, &orders(3, 2_000, 5), 0.95, gloves);
        for (e, wanted) in sampled.iter().zip([2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]) {
            assert!((e.value - wanted).abs() < 2.0 * e.half_width(), "{e:?}");
        }
        assert!((sampled.iter().map(|e| e.value).sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn additive_games_need_one_pair() {
        let worth = |set: u64| (0..5).filter(|k| set >> k & 1 == 1).map(|k| f64::from(k) + 0.5).sum();
        let e = values(5, &orders(5, 3, 1), 0.95, worth);
        assert!(e.iter().enumerate().all(|(k, e)| (e.value - k as f64 - 0.5).abs() < 1e-12));
        let all: Vec<f64> = (0..32).map(worth).collect();
        assert!(exact(5, &all).iter().enumerate().all(|(k, v)| (v - k as f64 - 0.5).abs() < 1e-12));
    }

    #[test]
    fn edges() {
        assert!(values(3, &[], 0.95, gloves).is_empty());
        assert!(values(3, &orders(3, 1, 1), 0.95, gloves)[0].high.is_infinite());
        assert!(exact(3, &[0.0; 7]).is_empty() && exact(0, &[0.0]).is_empty());
    }

    #[test]
    fn calibration_shapley_intervals_cover() {
        let worth = |set: u64| f64::from(set.count_ones().pow(2)) + 3.0 * gloves(set);
        let all: Vec<f64> = (0..64).map(worth).collect();
        let truth = exact(6, &all);
        let experiments = 1_000;
        let held: usize = (0..experiments)
            .map(|seed| {
                let e = values(6, &orders(6, 40, seed), 0.95, worth);
                e.iter().zip(&truth).filter(|(e, t)| (e.value - **t).abs() <= e.half_width() + 1e-9).count()
            })
            .sum();
        let share = held as f64 / 6.0 / experiments as f64;
        assert!((0.93..0.985).contains(&share), "{share}");
    }
}
