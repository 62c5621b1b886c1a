//! What a whole field of bots says: the mix nobody exploits, and how much of a
//! result the pairing explains.

use super::{Decides, MatchUp};
use crate::chance::Whim;
use crate::seed::Luck;
use crate::stats::metagame::nash;
use crate::stats::{Estimate, combine};

/// Pay-off tables drawn from the intervals to see how firm the mix is.
const REPLICATES: u64 = 200;

/// A mix of bots that no bot of the field beats.
#[derive(Debug, Clone, PartialEq)]
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
                table[i][j] = redraw(e, &mut whim);
                table[j][i] = 1.0 - table[i][j];
            }
        }
        for (weights, weight) in drawn.iter_mut().zip(nash::equilibrium(&table)?.row) {
            weights.push(weight);
        }
    }
    let weights =
        centre.into_iter().zip(drawn).map(|(weight, drawn)| combine::among_redrawn(weight, drawn, level));
    Some(Mix { weights: weights.collect() })
}

/// Variance of the result of a game between two different bots drawn at random
/// from the field, split into what the pairing explains, what sitting first
/// explains, and the rest. The errors of the estimated shares are taken off,
/// so that noise does not count as skill.
pub(super) fn decides(match_ups: &[MatchUp], seats: usize, seed: u64) -> Decides {
    let different: Vec<MatchUp> = match_ups.iter().filter(|m| m.bot != m.rival).cloned().collect();
    let centre = split(&different, seats, 1.0);
    let level = different.iter().map(|m| m.share.level).fold(1.0, f64::min);
    let mut drawn: [Vec<f64>; 3] = Default::default();
    for replicate in 0..REPLICATES {
        let luck = Luck::new(seed, crate::seed::of_text("tournament shares"), replicate);
        let mut whim = Whim::new(luck, 0, 0);
        let mut redrawn = different.clone();
        for i in 0..redrawn.len() {
            let (bot, rival) = (redrawn[i].bot, redrawn[i].rival);
            // At a table of two both directions are the same games.
            let twin = (0..i).find(|&j| seats == 2 && (redrawn[j].bot, redrawn[j].rival) == (rival, bot));
            if let Some(twin) = twin {
                redrawn[i].share.value = 1.0 - redrawn[twin].share.value;
                redrawn[i].first_seat.value = redrawn[twin].first_seat.value;
            } else {
                redrawn[i].share.value = redraw(&different[i].share, &mut whim);
                redrawn[i].first_seat.value = redraw(&different[i].first_seat, &mut whim);
            }
        }
        // A redrawn table carries the error of the first and its own.
        for (drawn, share) in drawn.iter_mut().zip(split(&redrawn, seats, 2.0)) {
            drawn.push(share);
        }
    }
    let [skill, seat, luck] =
        [0, 1, 2].map(|part| combine::among_redrawn(centre[part], std::mem::take(&mut drawn[part]), level));
    Decides { skill, seat, luck }
}

/// A value drawn from an estimate's error.
fn redraw(estimate: &Estimate, whim: &mut Whim) -> f64 {
    let uniform = (f64::from(whim.below(1 << 30)) + 0.5) / f64::from(1 << 30);
    combine::redrawn(estimate, uniform)
}

/// Shares of skill, seat and luck, with the squared errors taken off so many
/// times.
fn split(different: &[MatchUp], seats: usize, times: f64) -> [f64; 3] {
    let equal = 1.0 / seats as f64;
    let count = different.len() as f64;
    if different.is_empty() {
        return [0.0, 0.0, 1.0];
    }
    let excess = |e: &Estimate, centre: f64| (e.value - centre).powi(2) - times * e.error().powi(2);
    let mean = different.iter().map(|m| m.share.value).sum::<f64>() / count;
    let skill = different.iter().map(|m| excess(&m.share, mean)).sum::<f64>() / count;
    // Sitting first moves seat 0 by d and the others by -d / (n - 1).
    let spread = 1.0 / (seats.max(2) - 1) as f64;
    let seat = different.iter().map(|m| excess(&m.first_seat, equal)).sum::<f64>() / count * spread;
    let total = different
        .iter()
        .map(|m| {
            let n = m.results.counts().iter().sum::<u64>().max(1) as f64;
            let [wins, draws, _] = m.results.counts().map(|x| x as f64 / n);
            // A shared game counts half; larger shares of more than two are
            // close enough for a share of variance.
            let p = wins + draws / 2.0;
            wins + draws / 4.0 - 2.0 * p * mean + mean * mean
        })
        .sum::<f64>()
        / count;
    if total <= 0.0 {
        return [0.0, 0.0, 1.0];
    }
    let skill = (skill / total).clamp(0.0, 1.0);
    let seat = (seat / total).clamp(0.0, 1.0 - skill);
    [skill, seat, 1.0 - skill - seat]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;
    use crate::stats::distribution::z;
    use crate::stats::simulate::Dice;

    fn match_up(bot: usize, rival: usize, wins: u64, losses: u64, first: f64) -> MatchUp {
        let share = wins as f64 / (wins + losses) as f64;
        let se = (share * (1.0 - share) / (wins + losses) as f64).sqrt();
        MatchUp {
            bot,
            rival,
            share: Estimate::around(share, z(0.95) * se, 0.95, Method::BlockT, wins + losses),
            results: [wins, 0, losses].into(),
            first_seat: Estimate::around(first, 0.0, 0.95, Method::BlockT, wins + losses),
        }
    }

    #[test]
    fn who_always_wins_is_all_skill_and_a_coin_is_all_luck() {
        let sure = [match_up(0, 1, 1000, 0, 0.5), match_up(1, 0, 0, 1000, 0.5)];
        assert!((decides(&sure, 2, 1).skill.value - 1.0).abs() < 1e-9);
        let coin = [match_up(0, 1, 500, 500, 0.5), match_up(1, 0, 500, 500, 0.5)];
        assert!(decides(&coin, 2, 1).luck.value > 0.999);
        // 100 % for whoever sits first.
        let seat = [match_up(0, 1, 500, 500, 1.0), match_up(1, 0, 500, 500, 1.0)];
        assert!(decides(&seat, 2, 1).seat.value > 0.99);
    }

    #[test]
    fn a_share_of_skill_has_an_interval_that_narrows_with_games() {
        let table = |games: u64| {
            let wins = games * 7 / 10;
            [match_up(0, 1, wins, games - wins, 0.5), match_up(1, 0, games - wins, wins, 0.5)]
        };
        let width = |games| {
            let skill = decides(&table(games), 2, 1).skill;
            assert!(skill.low < 0.16 && skill.high > 0.16, "{skill:?}");
            skill.half_width()
        };
        // 0.2² / 0.25: 16 % of the variance; an error of the share of 0.0145
        // is one of 0.023 of that.
        let (few, many) = (width(1000), width(16_000));
        assert!((0.03..0.07).contains(&few) && (3.0..5.0).contains(&(few / many)), "{few} {many}");
    }

    /// Six bots that toss coins, 40 times over: skill decides nothing, so it must
    /// not be said to.
    #[test]
    fn calibration_a_field_of_coins_is_not_said_to_be_decided_by_skill() {
        let (mut accused, mut above) = (0, 0);
        for experiment in 0..40 {
            let mut dice = Dice::new("coins", experiment);
            let mut coins = Vec::new();
            for (bot, rival) in (0..6).flat_map(|bot| (0..bot).map(move |rival| (bot, rival))) {
                let wins = (0..400).filter(|_| dice.unit() < 0.5).count() as u64;
                coins.extend([
                    match_up(bot, rival, wins, 400 - wins, 0.5),
                    match_up(rival, bot, 400 - wins, wins, 0.5),
                ]);
            }
            let found = decides(&coins, 2, experiment);
            accused += u32::from(found.skill.low > 0.0);
            above += u32::from(found.skill.value > 0.0);
        }
        // Half of the values lie above 0 by chance; one interval of 40 may.
        assert!(accused <= 3 && above > 10, "{accused} of 40, {above} values above 0");
    }

    #[test]
    fn rock_paper_scissors_mixes_evenly_and_says_how_firmly() {
        let e = |v: f64| Estimate::around(v, 0.02, 0.95, Method::BlockT, 100);
        let half = Estimate::exact(0.5);
        let table = vec![vec![half, e(0.7), e(0.3)], vec![e(0.3), half, e(0.7)], vec![e(0.7), e(0.3), half]];
        let mix = mix(&table, 1).unwrap();
        for weight in &mix.weights {
            assert!((weight.value - 1.0 / 3.0).abs() < 1e-9);
            assert!(weight.low < 0.33 && weight.high > 0.34 && weight.high < 0.5, "{weight:?}");
        }
    }
}
