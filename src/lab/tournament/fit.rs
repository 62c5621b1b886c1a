//! Whether one number per bot tells the match-ups: the likelihood-ratio test
//! of the pay-off table against the model behind the ratings.

use schemars::JsonSchema;
use serde::Serialize;

use super::{MatchUp, effective};
use crate::stats::distribution::chi_squared_tail;
use crate::stats::rating::Rating;
use crate::stats::rating::davidson::predict;

/// How well a rating's model predicts the match-ups that it was fitted to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Fit {
    /// G² = 2 Σ seen ln(seen / predicted), over results scaled to independent
    /// games (Kish 1965).
    pub g2: f64,
    /// Degrees of freedom: results that the table leaves free less the
    /// model's own parameters.
    pub df: u32,
    /// Chance of so large a G² if the model held (chi-squared; about, because
    /// the match-ups share their luck).
    pub p: f64,
    /// The match-up that is predicted worst: position among the match-ups and
    /// the share that the model predicts.
    #[serde(skip)]
    pub worst: (usize, f64),
}

impl Fit {
    /// Whether the table contradicts the model.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.p < 0.05
    }
}

/// The model's chances of a win, a shared win and a loss of the first of two.
fn chances(rating: &Rating, seats: usize, bot: usize, rival: usize) -> [f64; 3] {
    let (own, other) = (rating.strength[bot].value, rating.strength[rival].value);
    if seats == 2 {
        let draws = rating.terms.last().map_or(f64::NEG_INFINITY, |term| term.value);
        return predict(own, other, 0.0, draws);
    }
    // One newcomer among seats - 1 of its rivals; shared wins are split.
    let win = 1.0 / (1.0 + (seats - 1) as f64 * (other - own).exp());
    [win, 0.0, 1.0 - win]
}

/// Tests a rating against the match-ups that it was fitted to. Nothing where
/// the model has as many parameters as the table has results.
#[must_use]
pub fn test(bots: usize, seats: usize, match_ups: &[MatchUp], rating: &Rating) -> Option<Fit> {
    let two = seats == 2;
    let counted = |m: &&(usize, &MatchUp)| if two { m.1.bot < m.1.rival } else { m.1.bot != m.1.rival };
    let all: Vec<(usize, &MatchUp)> = match_ups.iter().enumerate().collect();
    let mut g2 = 0.0;
    let mut worst = (0, 0.5, -1.0);
    let mut results = 0;
    for &(place, m) in all.iter().filter(counted) {
        let [wins, draws, losses] = effective(m).map(|n| n as f64);
        let seen = if two { [wins, draws, losses] } else { [wins + draws / 2.0, 0.0, losses + draws / 2.0] };
        let total: f64 = seen.iter().sum();
        if total <= 0.0 {
            continue;
        }
        let chances = chances(rating, seats, m.bot, m.rival);
        let parts = seen.iter().zip(chances).filter(|(n, p)| **n > 0.0 && *p > 0.0);
        g2 += parts.map(|(n, p)| 2.0 * n * (n / (total * p)).ln()).sum::<f64>();
        let share = chances[0] + chances[1] / 2.0;
        let gap = (m.share.value - share).abs();
        if gap > worst.2 {
            worst = (place, share, gap);
        }
        results += 1;
    }
    let drawn = usize::from(two && !rating.terms.is_empty());
    let free = results * (1 + drawn);
    let df = free.checked_sub(bots.saturating_sub(1) + drawn).filter(|&df| df > 0)?;
    let g2 = g2.max(0.0);
    Some(Fit { g2, df: df as u32, p: chi_squared_tail(g2, df as f64), worst: (worst.0, worst.1) })
}

#[cfg(test)]
mod tests {
    use super::super::rate;
    use super::*;
    use crate::stats::distribution::z;
    use crate::stats::{Estimate, Method};

    /// Match-ups of a table of two in which `bot` takes `share` of 1000 games.
    fn table(shares: &[(usize, usize, f64)]) -> Vec<MatchUp> {
        let one = |bot, rival, share: f64| {
            let error = (share * (1.0 - share) / 1000.0).sqrt();
            let wins = (share * 1000.0).round() as u64;
            MatchUp {
                bot,
                rival,
                share: Estimate::around(share, z(0.95) * error, 0.95, Method::BlockT, 1000),
                results: [wins, 0, 1000 - wins].into(),
                first_seat: Estimate::exact(0.5),
            }
        };
        shares.iter().flat_map(|&(i, j, s)| [one(i, j, s), one(j, i, 1.0 - s)]).collect()
    }

    fn tested(shares: &[(usize, usize, f64)]) -> Fit {
        let table = table(shares);
        let (rating, _) = rate(3, 2, &table, 0.95);
        test(3, 2, &table, &rating.unwrap()).unwrap()
    }

    #[test]
    fn a_ladder_fits_and_a_circle_does_not() {
        // Odds of 2 to 1 twice make 4 to 1.
        let ladder = tested(&[(0, 1, 2.0 / 3.0), (1, 2, 2.0 / 3.0), (0, 2, 0.8)]);
        assert!(!ladder.fails() && ladder.g2 < 0.1 && ladder.df == 1, "{ladder:?}");
        let circle = tested(&[(0, 1, 0.6), (1, 2, 0.6), (0, 2, 0.4)]);
        assert!(circle.fails() && circle.p < 1e-9, "{circle:?}");
        assert!((circle.worst.1 - 0.5).abs() < 1e-6, "{circle:?}");
        // G² by hand: every match-up is predicted level, 600 to 400 seen.
        let hand = 3.0 * 2.0 * (600.0 * 1.2_f64.ln() + 400.0 * 0.8_f64.ln());
        assert!((circle.g2 - hand).abs() < 0.5, "{} {hand}", circle.g2);
    }

    #[test]
    fn draws_take_a_degree_of_freedom_and_give_one_per_match_up() {
        let mut table = table(&[(0, 1, 0.6), (1, 2, 0.6), (0, 2, 0.7)]);
        for match_up in &mut table {
            let [wins, _, losses] = match_up.results.counts();
            match_up.results = [wins - 50, 100, losses - 50].into();
        }
        let (rating, _) = rate(3, 2, &table, 0.95);
        // Three match-ups of two numbers each, two strengths and one draw term.
        assert_eq!(test(3, 2, &table, &rating.unwrap()).unwrap().df, 3);
    }

    #[test]
    fn among_equals_at_a_table_of_four_a_newcomer_wins_a_quarter() {
        let table: Vec<MatchUp> = [(0, 1), (1, 0)]
            .map(|(bot, rival)| MatchUp {
                bot,
                rival,
                share: Estimate::around(0.25, 0.02, 0.95, Method::BlockT, 1000),
                results: [250, 0, 750].into(),
                first_seat: Estimate::exact(0.25),
            })
            .into();
        let (rating, _) = rate(2, 4, &table, 0.95);
        let fit = test(2, 4, &table, &rating.unwrap()).unwrap();
        assert!((fit.worst.1 - 0.25).abs() < 1e-3 && !fit.fails(), "{fit:?}");
    }

    #[test]
    fn two_bots_leave_nothing_to_test() {
        let table = table(&[(0, 1, 0.6)]);
        let (rating, _) = rate(2, 2, &table, 0.95);
        assert_eq!(test(2, 2, &table, &rating.unwrap()), None);
    }
}
