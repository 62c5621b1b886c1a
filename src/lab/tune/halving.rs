//! A short list of points: successive halving (Karnin, Koren and Somekh 2013).
//!
//! In: points, a budget, and a way to measure one point to so many games, which
//! answers with its loss. Out: the winner, and who fell in which round.
//!
//! The budget is cut into as many rounds as halvings are needed; in each round
//! the points still in share it equally, all on the same luck, and the better
//! half goes on. Unlike the original, a round adds to what a point has played
//! before: all points of a round have the same blocks, so their luck cancels.

/// One round.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The points still in, best first, with their losses after the round.
    pub points: Vec<(usize, f64)>,
    /// Games that each of them has now.
    pub games: u64,
}

/// What the search found out.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// The best point; `None` when not even the first round was measured.
    pub winner: Option<usize>,
    /// The rounds in order.
    pub rounds: Vec<Round>,
    /// Games asked for, all points together.
    pub games: u64,
    /// Whether measuring was stopped from outside.
    pub interrupted: bool,
}

/// Number of rounds that leave one of `points`.
#[must_use]
pub fn rounds(points: usize) -> u64 {
    u64::from(points.max(2).next_power_of_two().trailing_zeros())
}

/// Finds the point of least loss among `points`.
///
/// `already` is the number of games that every point has been measured to
/// before; `measure` plays a point on to so many games and answers with its
/// loss (any number; not a number counts as the worst), `None` when play was
/// stopped. Among equal losses the earlier point wins, so `points` come in the
/// order of preference.
pub fn search(
    points: &[usize],
    budget: u64,
    already: u64,
    measure: &mut dyn FnMut(usize, u64) -> Option<f64>,
) -> Search {
    let mut search =
        Search { winner: points.first().copied(), rounds: Vec::new(), games: 0, interrupted: false };
    let share = budget / rounds(points.len());
    let mut left: Vec<usize> = points.to_vec();
    let mut games = already;
    while !left.is_empty() {
        let each = (share / left.len() as u64).max(1);
        games += each;
        let mut losses: Vec<(usize, f64)> = Vec::with_capacity(left.len());
        for &point in &left {
            let Some(loss) = measure(point, games) else {
                // Half a round compares unequal luck: the one before stands.
                search.interrupted = true;
                return search;
            };
            search.games += each;
            losses.push((point, if loss.is_nan() { f64::INFINITY } else { loss }));
        }
        // A stable sort keeps the order of preference among equals.
        losses.sort_by(|a, b| a.1.total_cmp(&b.1));
        search.winner = losses.first().map(|&(point, _)| point);
        let kept: Vec<usize> = losses.iter().take(left.len().div_ceil(2)).map(|&(point, _)| point).collect();
        search.rounds.push(Round { points: losses, games });
        if left.len() <= 2 {
            break;
        }
        // Back to the order of preference for the next round.
        left.retain(|point| kept.contains(point));
    }
    search
}

#[cfg(test)]
mod tests {
    use super::super::made_up::Coins;
    use super::*;

    #[test]
    fn rounds_halve_and_spend_the_budget() {
        let points: Vec<usize> = (0..13).collect();
        let mut played = [0_u64; 13];
        let found = search(&points, 40_000, 0, &mut |p, games| {
            played[p] = games;
            Some((p as f64 - 8.0).abs())
        });
        assert_eq!(found.winner, Some(8));
        let sizes: Vec<usize> = found.rounds.iter().map(|r| r.points.len()).collect();
        assert_eq!(sizes, [13, 7, 4, 2]);
        assert_eq!(found.games, played.iter().sum::<u64>());
        assert!(found.games <= 40_000 && found.games > 39_000, "{}", found.games);
        assert!(found.rounds.windows(2).all(|w| w[0].games < w[1].games));
    }

    #[test]
    fn ties_go_to_the_point_that_is_preferred() {
        let found = search(&[3, 1, 2], 100, 0, &mut |_, _| Some(0.0));
        assert_eq!(found.winner, Some(3));
        let found = search(&[3, 1, 2], 100, 0, &mut |p, _| Some(if p == 1 { f64::NAN } else { 5.0 }));
        assert_eq!(found.winner, Some(3));
        assert_eq!(search(&[7], 100, 0, &mut |_, _| Some(1.0)).winner, Some(7));
    }

    #[test]
    fn three_points_are_halved_to_two_before_one_wins() {
        // Worst at first sight, best when looked at longer.
        let found = search(&[0, 1, 2], 60, 0, &mut |p, games| {
            Some(match (p, games > 10) {
                (0, _) => 1.0,
                (1, false) => 2.0,
                (1, true) => 0.0,
                _ => 3.0,
            })
        });
        let sizes: Vec<usize> = found.rounds.iter().map(|round| round.points.len()).collect();
        assert_eq!((sizes, found.winner), (vec![3, 2], Some(1)));
    }

    #[test]
    fn a_stopped_round_leaves_the_verdict_of_the_one_before() {
        let mut left = 5;
        let found = search(&[0, 1, 2, 3], 100, 0, &mut |p, _| {
            left -= 1;
            (left >= 0).then_some(if p == 2 { 0.0 } else { 1.0 })
        });
        assert!(found.interrupted && found.winner == Some(2) && found.rounds.len() == 1);
    }

    /// Karnin and others' theorem 4.1 bounds the chance of missing the best of
    /// K points by 3 log2 K exp(-B / (8 H2 log2 K)); here K = 16 coins, two of
    /// them near. Shared luck must not do worse than the bound, and the best or
    /// its neighbour must win nearly always.
    #[test]
    fn the_best_of_sixteen_noisy_points_is_found() {
        let chance = |p: usize| 0.40 + 0.02 * p as f64;
        let target = chance(11);
        let points: Vec<usize> = (0..16).collect();
        let (mut best, mut near) = (0, 0);
        for repetition in 0..500 {
            let mut coins = Coins::new("halving", repetition, 0.95, 1000);
            let found = search(&points, 40_000, 0, &mut |p, games| {
                Some((coins.fixed(p, chance(p), games).value - target).powi(2))
            });
            best += u32::from(found.winner == Some(11));
            near += u32::from(found.winner.is_some_and(|w| w.abs_diff(11) <= 1));
        }
        assert!(best >= 400, "{best} of 500");
        assert!(near >= 495, "{near} of 500");
    }
}
