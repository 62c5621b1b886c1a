//! Games with three or more seats: who came first, second, ...
//!
//! Plackett and Luce: the winner is drawn among all in proportion to
//! strength times a seat term, the second among the rest, and so on (Luce
//! 1959; Plackett 1975; Hunter 2004). The seat terms separate "sits first"
//! from "plays better".

use super::choice::{Choice, fit};
use super::{Basis, PRIOR_DEVIATION, Rating};
use crate::stats::distribution::z;
use crate::stats::{Estimate, Method};

/// One entrant's place in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Who.
    pub entrant: usize,
    /// On which seat, from 0.
    pub seat: usize,
    /// Finishing rank, 0 is best; equal ranks are ties.
    pub rank: u32,
}

/// Fits strengths and seat terms (`terms`, adding up to 0; left out unless
/// `seats` > 1). Wald intervals, method `plackett-luce`.
///
/// `games` are final tables with how often each occurred. Ties share their
/// place: each of the tied counts as chosen from all who are tied or behind
/// (Breslow 1974), and a group tied last says nothing. Only winners known:
/// give everybody else one shared last rank. What the results don't determine
/// gets a stated weak prior. `None` without entrants; games naming entrants or
/// seats that don't exist are passed over.
#[must_use]
pub fn plackett_luce(
    entrants: usize,
    seats: usize,
    games: &[(Vec<Place>, u64)],
    level: f64,
) -> Option<Rating> {
    if entrants == 0 {
        return None;
    }
    let with_seats = seats > 1;
    let features = |place: &Place| {
        let mut features = vec![(place.entrant, 1.0)];
        if with_seats {
            features.push((entrants + place.seat, 1.0));
        }
        features
    };
    let mut choices = Vec::new();
    let mut played = vec![0; entrants];
    for (table, times) in games {
        if *times == 0 || table.iter().any(|p| p.entrant >= entrants || p.seat >= seats.max(1)) {
            continue;
        }
        for place in table {
            played[place.entrant] += times;
        }
        let mut ranks: Vec<u32> = table.iter().map(|p| p.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.pop();
        for rank in ranks {
            let alternatives = table
                .iter()
                .filter(|p| p.rank >= rank)
                .map(|p| (features(p), if p.rank == rank { *times as f64 } else { 0.0 }))
                .collect();
            choices.push(Choice { alternatives });
        }
    }
    let parameters = entrants + if with_seats { seats } else { 0 };
    let groups: Vec<_> =
        [0..entrants, entrants..parameters].into_iter().filter(|group| !group.is_empty()).collect();
    let (fitted, basis) = match fit(&choices, parameters, &groups, 0.0) {
        Some(fitted) => (fitted, Basis::Data),
        None => (fit(&choices, parameters, &groups, PRIOR_DEVIATION.powi(-2))?, Basis::WeakPrior),
    };
    let total = games.iter().map(|game| game.1).sum();
    let z = z(level);
    let estimate = |k: usize, n: u64| {
        let half = z * fitted.covariance.at(k, k).max(0.0).sqrt();
        Estimate::around(fitted.parameters[k], half, level, Method::PlackettLuce, n)
    };
    Some(Rating {
        strength: (0..entrants).map(|k| estimate(k, played[k])).collect(),
        terms: (entrants..parameters).map(|k| estimate(k, total)).collect(),
        log_likelihood: fitted.log_likelihood,
        basis,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, count};
    use super::*;

    fn table(order: &[(usize, usize)]) -> Vec<Place> {
        order
            .iter()
            .enumerate()
            .map(|(rank, &(entrant, seat))| Place { entrant, seat, rank: rank as u32 })
            .collect()
    }

    /// One seat in each of three always held by the same: the share of wins.
    #[test]
    fn winners_only_give_their_shares() {
        let game = |winner: usize| -> Vec<Place> {
            (0..3)
                .map(|entrant| Place { entrant, seat: entrant, rank: u32::from(entrant != winner) })
                .collect()
        };
        let r = plackett_luce(3, 1, &[], 0.95).unwrap();
        assert_eq!(r.basis, Basis::WeakPrior);
        let seatless = |winner: usize| -> Vec<Place> {
            game(winner).into_iter().map(|p| Place { seat: 0, ..p }).collect()
        };
        let r =
            plackett_luce(3, 1, &[(seatless(0), 20), (seatless(1), 30), (seatless(2), 50)], 0.95).unwrap();
        let strength: Vec<f64> = r.strength.iter().map(|e| e.value.exp()).collect();
        let sum: f64 = strength.iter().sum();
        for (s, share) in strength.iter().zip([0.2, 0.3, 0.5]) {
            assert!((s / sum - share).abs() < 1e-9);
        }
        assert_eq!((r.basis, r.strength[0].n, r.terms.len()), (Basis::Data, 100, 0));
    }

    /// References: the same likelihood maximised with `scipy` 1.17.1
    /// (Nelder-Mead, then BFGS), errors from its numerical Hessian.
    #[test]
    fn plackett_luce_matches_direct_maximisation() {
        let games = [
            (table(&[(0, 0), (1, 1), (2, 2)]), 7),
            (table(&[(2, 1), (0, 2), (1, 0)]), 4),
            (table(&[(1, 2), (2, 0), (0, 1)]), 5),
            (table(&[(0, 1), (2, 2), (1, 0)]), 6),
            (table(&[(1, 0), (0, 1), (2, 2)]), 3),
            (table(&[(2, 0), (1, 1), (0, 2)]), 2),
        ];
        let r = plackett_luce(3, 3, &games, 0.95).unwrap();
        let close = |e: &Estimate, value: f64, error: f64| {
            assert!((e.value - value).abs() < 1e-6, "{e:?} {value}");
            assert!((e.half_width() / 1.959_963_984_540_054 - error).abs() < 1e-5, "{e:?} {error}");
        };
        close(&r.strength[0], 0.247_208_54, 0.230_280_56);
        close(&r.strength[1], -0.374_542_46, 0.268_565_52);
        close(&r.terms[0], 0.179_945_97, 0.238_516_65);
        close(&r.terms[1], 0.310_401_21, 0.244_736_69);
        assert!((r.log_likelihood + 45.868_297_73).abs() < 1e-7);
    }

    #[test]
    fn ties_for_last_and_wrong_games_say_nothing() {
        let mut tied = table(&[(0, 0), (1, 1), (2, 2)]);
        for place in &mut tied {
            place.rank = 0;
        }
        let wrong = table(&[(0, 0), (9, 1)]);
        let r = plackett_luce(3, 3, &[(tied, 10), (wrong, 10)], 0.95).unwrap();
        assert_eq!(r.basis, Basis::WeakPrior);
        assert!(r.strength.iter().all(|e| e.value == 0.0) && r.strength[0].n == 10);
        assert!(plackett_luce(0, 3, &[], 0.95).is_none());
    }

    #[test]
    fn who_won_or_lost_everything_gets_a_stated_prior() {
        let won = |winner: usize, rest: &[usize]| -> Vec<Place> {
            let place = |entrant: usize, rank| Place { entrant, seat: 0, rank };
            [place(winner, 0)].into_iter().chain(rest.iter().map(|&e| place(e, 1))).collect()
        };
        for times in [1, 3, 100, 1_000_000] {
            // Nobody beats 0; nobody loses to 2; two groups that never met.
            let first = [(won(0, &[1, 2]), times), (won(1, &[2]), times), (won(2, &[1]), times)];
            let last = [(won(0, &[1, 2]), times), (won(1, &[0, 2]), times)];
            let apart = [(won(0, &[1]), times), (won(1, &[0]), times), (won(2, &[3]), times)];
            for (games, best, entrants) in [(&first[..], 0, 3), (&last, 1, 3), (&apart, 2, 4)] {
                let r = plackett_luce(entrants, 0, games, 0.95).unwrap();
                assert_eq!(r.basis, Basis::WeakPrior, "{games:?}");
                let sound = |e: &Estimate| e.value.abs() < 25.0 && e.half_width() < 10.0;
                assert!(r.strength.iter().all(sound), "{:?}", r.strength);
                assert!(r.strength.iter().all(|e| e.value <= r.strength[best].value + 1e-9), "{r:?}");
            }
        }
    }

    #[test]
    fn calibration_seat_terms_cover() {
        let strength = [0.5, 0.0, -0.5];
        let seat = [0.3, 0.0, -0.3];
        let experiments = 4_000;
        let held = count(experiments, |experiment| {
            let mut dice = Dice::new("plackett-luce", experiment);
            let games: Vec<(Vec<Place>, u64)> = (0..240)
                .map(|game| {
                    let mut open: Vec<(usize, usize)> = (0..3).map(|e| (e, (e + game) % 3)).collect();
                    let mut order = Vec::new();
                    while !open.is_empty() {
                        let weights: Vec<f64> =
                            open.iter().map(|&(e, s)| f64::exp(strength[e] + seat[s])).collect();
                        let sum: f64 = weights.iter().sum();
                        let p: Vec<f64> = weights.iter().map(|w| w / sum).collect();
                        order.push(open.remove(dice.face(&p)));
                    }
                    (table(&order), 1)
                })
                .collect();
            let r = plackett_luce(3, 3, &games, 0.95).unwrap();
            let told =
                |i: usize| if i < 3 { (r.strength[i], strength[i]) } else { (r.terms[i - 3], seat[i - 3]) };
            std::array::from_fn::<bool, 6, _>(|i| told(i).0.contains(told(i).1))
        });
        let share = held.map(|h| h as f64 / experiments as f64);
        assert!(share.iter().all(|s| (0.94..0.965).contains(s)), "{share:?}");
    }
}
