//! Two-sided games: Bradley-Terry with draws and home advantage.
//!
//! Entrant i at home (or moving first) against j: win, draw and loss weigh
//! γ `π_i` : ν √(`π_i` `π_j`) : `π_j` (Bradley and Terry 1952; Davidson 1970;
//! Davidson and Beaver 1977).

use super::choice::{Choice, fit};
use super::{Basis, PRIOR_DEVIATION, Rating};
use crate::stats::distribution::z;
use crate::stats::{Estimate, Method};

/// Results of one ordered pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// Entrant at home (or moving first).
    pub home: usize,
    /// The other entrant.
    pub away: usize,
    /// Games that the home entrant won.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that the home entrant lost.
    pub losses: u64,
}

/// Fits strengths, home advantage (`terms[0]`, ln γ; left out unless
/// `with_home`) and draws (the last of `terms`, ln ν; left out when no game
/// was drawn, where it would be -∞). Wald intervals, method `davidson`.
///
/// Strengths that the results don't determine (Ford's condition: every split
/// of the entrants must have a point scored across it both ways) get a stated
/// weak prior. Pairings of entrants beyond `entrants`, or of an entrant with
/// itself, are passed over. `None` without entrants.
#[must_use]
pub fn davidson(entrants: usize, pairings: &[Pairing], with_home: bool, level: f64) -> Option<Rating> {
    if entrants == 0 {
        return None;
    }
    let pairings: Vec<Pairing> = pairings
        .iter()
        .copied()
        .filter(|p| {
            p.home < entrants && p.away < entrants && p.home != p.away && p.wins + p.draws + p.losses > 0
        })
        .collect();
    let drawn = pairings.iter().any(|p| p.draws > 0);
    let home = with_home.then_some(entrants);
    let draw = drawn.then_some(entrants + usize::from(with_home));
    let choices: Vec<Choice> = pairings
        .iter()
        .map(|p| {
            let mut win = vec![(p.home, 1.0)];
            win.extend(home.map(|k| (k, 1.0)));
            let mut alternatives = vec![(win, p.wins as f64), (vec![(p.away, 1.0)], p.losses as f64)];
            if let Some(k) = draw {
                alternatives.push((vec![(p.home, 0.5), (p.away, 0.5), (k, 1.0)], p.draws as f64));
            }
            Choice { alternatives }
        })
        .collect();
    let parameters = entrants + usize::from(with_home) + usize::from(drawn);
    let strengths = 0..entrants;
    let group = std::slice::from_ref(&strengths);
    let connected = strongly_connected(entrants, &pairings);
    let data = if connected { fit(&choices, parameters, group, 0.0) } else { None };
    let (fitted, basis) = match data {
        Some(fitted) => (fitted, Basis::Data),
        None => (fit(&choices, parameters, group, PRIOR_DEVIATION.powi(-2))?, Basis::WeakPrior),
    };
    let mut games = vec![0; entrants];
    for p in &pairings {
        for entrant in [p.home, p.away] {
            games[entrant] += p.wins + p.draws + p.losses;
        }
    }
    let total = games.iter().sum::<u64>() / 2;
    let z = z(level);
    let estimate = |k: usize, n: u64| {
        let half = z * fitted.covariance.at(k, k).max(0.0).sqrt();
        Estimate::around(fitted.parameters[k], half, level, Method::Davidson, n)
    };
    Some(Rating {
        strength: (0..entrants).map(|k| estimate(k, games[k])).collect(),
        terms: (entrants..parameters).map(|k| estimate(k, total)).collect(),
        log_likelihood: fitted.log_likelihood,
        basis,
    })
}

/// Win, draw and loss of `home` against `away` on logarithmic strengths; give
/// 0 for no home advantage and -∞ for no draws.
#[must_use]
pub fn predict(home: f64, away: f64, ln_gamma: f64, ln_nu: f64) -> [f64; 3] {
    let scores = [home + ln_gamma, f64::midpoint(home, away) + ln_nu, away];
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = scores.map(|s| (s - most).exp());
    weights.map(|w| w / weights.iter().sum::<f64>())
}

/// Whether from every entrant every other can be reached along "scored against
/// it" (Ford 1957; a draw scores both ways).
pub(super) fn strongly_connected(entrants: usize, pairings: &[Pairing]) -> bool {
    let reached = |backwards: bool| {
        let mut seen = vec![false; entrants];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(from) = open.pop() {
            for p in pairings {
                for (winner, loser, points) in
                    [(p.home, p.away, p.wins + p.draws), (p.away, p.home, p.losses + p.draws)]
                {
                    let (tail, head) = if backwards { (loser, winner) } else { (winner, loser) };
                    if points > 0 && tail == from && !seen[head] {
                        seen[head] = true;
                        open.push(head);
                    }
                }
            }
        }
        seen.into_iter().all(|s| s)
    };
    reached(false) && reached(true)
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::Dice;
    use super::*;

    const fn pairing(home: usize, away: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
        Pairing { home, away, wins, draws, losses }
    }

    /// References: the same likelihood maximised with `scipy` 1.17.1
    /// (Nelder-Mead, then BFGS), errors from its numerical Hessian.
    #[test]
    fn davidson_matches_direct_maximisation() {
        let table = [
            pairing(0, 1, 12, 5, 8),
            pairing(1, 0, 10, 6, 9),
            pairing(0, 2, 15, 3, 7),
            pairing(2, 0, 9, 4, 12),
            pairing(1, 2, 11, 8, 6),
            pairing(2, 1, 8, 7, 10),
        ];
        let r = davidson(3, &table, true, 0.95).unwrap();
        let close = |e: &Estimate, value: f64, error: f64| {
            assert!((e.value - value).abs() < 1e-6, "{e:?} {value}");
            assert!((e.half_width() / 1.959_963_984_540_054 - error).abs() < 1e-5, "{e:?} {error}");
        };
        close(&r.strength[0], 0.246_076_45, 0.154_632_56);
        close(&r.strength[1], 0.070_316_51, 0.153_223_27);
        close(&r.strength[2], -0.316_392_96, 0.155_649_85);
        close(&r.terms[0], 0.230_285_88, 0.189_098_83);
        close(&r.terms[1], -0.430_736_40, 0.224_285_93);
        assert!((r.log_likelihood + 157.076_789_81).abs() < 1e-7);
        assert_eq!((r.basis, r.strength[0].n, r.terms[0].n), (Basis::Data, 100, 150));
    }

    /// Two entrants, no draws, no home term: the odds themselves.
    #[test]
    fn two_entrants_by_hand() {
        let r = davidson(2, &[pairing(0, 1, 30, 0, 10)], false, 0.95).unwrap();
        assert_eq!(r.basis, Basis::Data);
        assert!((r.strength[0].value - 3_f64.ln() / 2.0).abs() < 1e-10);
        // Var(ln odds) = 1/30 + 1/10; each strength is half of it.
        let error = (1.0 / 30.0 + 0.1_f64).sqrt() / 2.0;
        assert!((r.strength[0].half_width() - 1.959_963_984_540_054 * error).abs() < 1e-9);
        assert!((r.elo()[0].value - 200.0 * 3_f64.log10()).abs() < 1e-8);
        let [win, draw, loss] = predict(r.strength[0].value, r.strength[1].value, 0.0, f64::NEG_INFINITY);
        assert!((win - 0.75).abs() < 1e-10 && draw == 0.0 && (loss - 0.25).abs() < 1e-10);
    }

    #[test]
    fn what_results_do_not_determine_gets_a_stated_prior() {
        // 0 won everything.
        let r = davidson(
            3,
            &[pairing(0, 1, 9, 0, 0), pairing(1, 2, 5, 1, 4), pairing(2, 0, 0, 0, 9)],
            false,
            0.95,
        )
        .unwrap();
        assert_eq!(r.basis, Basis::WeakPrior);
        assert!(r.strength[0].value > r.strength[1].value && r.strength[0].high < 30.0);
        // Two groups that never met.
        let r = davidson(4, &[pairing(0, 1, 5, 0, 5), pairing(2, 3, 6, 0, 4)], false, 0.95).unwrap();
        assert_eq!(r.basis, Basis::WeakPrior);
        // Home and strength can't be told apart: 0 is always at home.
        let r = davidson(2, &[pairing(0, 1, 7, 0, 3)], true, 0.95).unwrap();
        assert_eq!(r.basis, Basis::WeakPrior);
        // Home always wins.
        let r = davidson(2, &[pairing(0, 1, 7, 0, 0), pairing(1, 0, 7, 0, 0)], true, 0.95).unwrap();
        assert_eq!(r.basis, Basis::WeakPrior);
        assert!(r.terms[0].value > 1.0 && r.strength[0].value.abs() < 1e-9);
        // All drawn, and home always wins, from the first game on.
        for games in [1, 2, 8, 1_000_000] {
            let r = davidson(2, &[pairing(0, 1, 0, games, 0)], false, 0.95).unwrap();
            assert!(r.basis == Basis::WeakPrior && r.terms[0].value > 1.0, "{games}: {r:?}");
            let both = [pairing(0, 1, games, 0, 0), pairing(1, 0, games, 0, 0)];
            let r = davidson(2, &both, true, 0.95).unwrap();
            assert!(r.basis == Basis::WeakPrior && r.terms[0].half_width() < 10.0, "{games}: {r:?}");
        }
        // Nobody played.
        let r = davidson(2, &[], true, 0.95).unwrap();
        assert!(r.basis == Basis::WeakPrior && r.strength[0].value == 0.0 && r.strength[0].n == 0);
        assert!(davidson(0, &[], true, 0.95).is_none());
        assert!(davidson(1, &[pairing(0, 0, 5, 0, 0)], false, 0.95).is_some());
    }

    #[test]
    fn calibration_strengths_and_home_advantage_cover() {
        let truth = [0.6, 0.1, -0.2, -0.5];
        let (gamma, nu) = (0.4, -0.3);
        let experiments = 4_000;
        let (mut strength, mut home, mut draw) = (0, 0, 0);
        for experiment in 0..experiments {
            let mut dice = Dice::new("davidson", experiment);
            let mut table = Vec::new();
            for i in 0..4 {
                for j in 0..4 {
                    if i == j {
                        continue;
                    }
                    let p = predict(truth[i], truth[j], gamma, nu);
                    let mut counts = [0; 3];
                    for _ in 0..40 {
                        counts[dice.face(&p)] += 1;
                    }
                    table.push(pairing(i, j, counts[0], counts[1], counts[2]));
                }
            }
            let r = davidson(4, &table, true, 0.95).unwrap();
            assert_eq!(r.basis, Basis::Data);
            strength += r.strength.iter().zip(truth).filter(|(e, t)| e.contains(*t)).count();
            home += u32::from(r.terms[0].contains(gamma));
            draw += u32::from(r.terms[1].contains(nu));
        }
        let n = experiments as f64;
        let share = [strength as f64 / 4.0 / n, f64::from(home) / n, f64::from(draw) / n];
        assert!(share.iter().all(|s| (0.94..0.965).contains(s)), "{share:?}");
    }
}
