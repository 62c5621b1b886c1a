//! What a whole field of bots says: the mix nobody exploits, and how much of a
//! result the pairing explains.

use serde::Serialize;

use super::{Decides, MatchUp};
use crate::chance::Whim;
use crate::seed::Luck;
use crate::stats::distribution::{normal_quantile, z};
use crate::stats::estimate::Estimate;
use crate::stats::metagame::nash;

/// Pay-off tables drawn from the intervals to see how firm the mix is.
const REPLICATES: u64 = 200;

/// A mix of bots that no bot of the field beats.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mix {
    /// Weight of each bot; the interval holds what `REPLICATES` tables
    /// redrawn within their errors gave (method `parametric-bootstrap`).
    pub weights: Vec<Estimate>,
}

/// The equilibrium of the pay-off table, with its uncertainty.
pub(super) fn mix(payoff: &[Vec<Estimate>], seed: u64) -> Option<Mix> {
    let n = payoff.len();
    let values: Vec<Vec<f64>> = payoff.iter().map(|row| row.iter().map(|e| e.value).collect()).collect();
    let centre = nash::equilibrium(&values)?.row;
    let level = payoff.iter().flatten().map(|e| e.level).fold(1.0, f64::min);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); n];
    for replicate in 0..REPLICATES {
        let mut whim = Whim::new(Luck::new(seed, crate::seed::of_text("tournament mix"), replicate), 0, 0);
        let mut table = values.clone();
        for i in 0..n {
            for j in i + 1..n {
                let e = &payoff[i][j];
                let uniform = (f64::from(whim.below(1 << 30)) + 0.5) / f64::from(1 << 30);
                let error = if e.level < 1.0 { e.half_width() / z(e.level) } else { 0.0 };
                table[i][j] = (e.value + error * normal_quantile(uniform)).clamp(0.0, 1.0);
                table[j][i] = 1.0 - table[i][j];
            }
        }
        for (weights, weight) in drawn.iter_mut().zip(nash::equilibrium(&table)?.row) {
            weights.push(weight);
        }
    }
    let tail = ((1.0 - level) / 2.0 * REPLICATES as f64) as usize;
    let weights = centre.iter().zip(&mut drawn).map(|(&weight, drawn)| {
        drawn.sort_by(f64::total_cmp);
        let ends = (drawn[tail].min(weight), drawn[drawn.len() - 1 - tail].max(weight));
        Estimate::new(weight, ends, level, "parametric-bootstrap", REPLICATES)
    });
    Some(Mix { weights: weights.collect() })
}

/// Variance of the result of a game between two different bots drawn at random
/// from the field, split into what the pairing explains, what sitting first
/// explains, and the rest. The errors of the estimated shares are taken off,
/// so that noise does not count as skill.
pub(super) fn decides(match_ups: &[MatchUp], seats: usize) -> Decides {
    let equal = 1.0 / seats as f64;
    let different: Vec<&MatchUp> = match_ups.iter().filter(|m| m.bot != m.rival).collect();
    let count = different.len() as f64;
    if different.is_empty() {
        return Decides { skill: 0.0, seat: 0.0, luck: 1.0 };
    }
    let error = |e: &Estimate| if e.level < 1.0 { (e.half_width() / z(e.level)).powi(2) } else { 0.0 };
    let excess = |e: &Estimate, centre: f64| (e.value - centre).powi(2) - error(e);
    let mean = different.iter().map(|m| m.share.value).sum::<f64>() / count;
    let skill = different.iter().map(|m| excess(&m.share, mean)).sum::<f64>() / count;
    // Sitting first moves seat 0 by d and the others by -d / (n - 1).
    let spread = 1.0 / (seats.max(2) - 1) as f64;
    let seat = different.iter().map(|m| excess(&m.first_seat, equal)).sum::<f64>() / count * spread;
    let total = different
        .iter()
        .map(|m| {
            let n = m.results.iter().sum::<u64>().max(1) as f64;
            let [wins, draws, _] = m.results.map(|x| x as f64 / n);
            // A shared game counts half; larger shares of more than two are
            // close enough for a share of variance.
            let p = wins + draws / 2.0;
            wins + draws / 4.0 - 2.0 * p * mean + mean * mean
        })
        .sum::<f64>()
        / count;
    if total <= 0.0 {
        return Decides { skill: 0.0, seat: 0.0, luck: 1.0 };
    }
    let skill = (skill / total).clamp(0.0, 1.0);
    let seat = (seat / total).clamp(0.0, 1.0 - skill);
    Decides { skill, seat, luck: 1.0 - skill - seat }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn match_up(bot: usize, rival: usize, wins: u64, losses: u64, first: f64) -> MatchUp {
        let share = wins as f64 / (wins + losses) as f64;
        let se = (share * (1.0 - share) / (wins + losses) as f64).sqrt();
        MatchUp {
            bot,
            rival,
            share: Estimate::around(share, z(0.95) * se, 0.95, "x", wins + losses),
            results: [wins, 0, losses],
            first_seat: Estimate::around(first, 0.0, 0.95, "x", wins + losses),
        }
    }

    #[test]
    fn who_always_wins_is_all_skill_and_a_coin_is_all_luck() {
        let sure = [match_up(0, 1, 1000, 0, 0.5), match_up(1, 0, 0, 1000, 0.5)];
        assert!((decides(&sure, 2).skill - 1.0).abs() < 1e-9);
        let coin = [match_up(0, 1, 500, 500, 0.5), match_up(1, 0, 500, 500, 0.5)];
        assert!(decides(&coin, 2).luck > 0.999);
        // 100 % for whoever sits first.
        let seat = [match_up(0, 1, 500, 500, 1.0), match_up(1, 0, 500, 500, 1.0)];
        assert!(decides(&seat, 2).seat > 0.99);
    }

    #[test]
    fn rock_paper_scissors_mixes_evenly_and_says_how_firmly() {
        let e = |v: f64| Estimate::around(v, 0.02, 0.95, "x", 100);
        let half = Estimate::exact(0.5);
        let table = vec![vec![half, e(0.7), e(0.3)], vec![e(0.3), half, e(0.7)], vec![e(0.7), e(0.3), half]];
        let mix = mix(&table, 1).unwrap();
        for weight in &mix.weights {
            assert!((weight.value - 1.0 / 3.0).abs() < 1e-9);
            assert!(weight.low < 0.33 && weight.high > 0.34 && weight.high < 0.5, "{weight:?}");
        }
    }
}
