//! The strengths of a field whose match-ups were played on the same deals.
//!
//! A table of two is Davidson and Beaver's model (1977), in which whoever sits
//! first is worth something, too; a larger one Plackett and Luce's with known
//! winners, one newcomer among others of one kind, with the same term for the
//! first seat. Entrants are rotated over the seats: each sits first equally
//! often. A home side is a seat in this where a game has one (a single match
//! whose 1st player is at home); in a league, where all are at home equally
//! often, it is none. The strengths are those
//! of maximum likelihood, as if all games were independent; their errors come
//! from what the rows of blocks show (the "sandwich" of White 1982, by clusters:
//! Liang and Zeger 1986), so that luck which match-ups share is in them.

use schemars::JsonSchema;
use serde::Serialize;

use super::choice::{self, Choice};
use super::davidson::{Pairing, predict, strongly_connected};
use super::{Basis, PRIOR_DEVIATION, Rating};
use crate::stats::linear::Matrix;
use crate::stats::{Estimate, Method};

/// Strengths, and who lies how far behind.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// The fitted scale.
    pub rating: Rating,
    /// How far each entrant's strength lies below that of the strongest, which
    /// was chosen by looking: all at once (Bonferroni), exactly 0 of itself.
    pub behind: Vec<Estimate>,
}

/// Wins, shared wins and defeats of the first of two in some blocks, and what the
/// first seat took of these games, whoever sat there: wins and half of the shared
/// ones.
pub type Counts = [f64; 4];

/// Who met whom at a table of how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Number of entrants.
    pub entrants: usize,
    /// Seats at the table: 2, or one newcomer among all others.
    pub seats: usize,
    /// The match-ups: first and second of two, or newcomer and what all others
    /// are.
    pub met: Vec<(usize, usize)>,
}

impl Field {
    /// The parameter of the first seat.
    const fn first(&self) -> usize {
        self.entrants
    }

    /// The parameter of draws.
    const fn drawish(&self) -> usize {
        self.entrants + 1
    }

    /// What happened in some blocks, as choices between winners, the first of a
    /// match-up sitting first in one of them and elsewhere in the other; with a
    /// term for draws if there are any.
    ///
    /// Of the winners only two sums are known, that of the first of a match-up and
    /// that of the first seat. The likelihood knows no more than these, so any
    /// counts with these sums have the same maximum and errors: they are shared
    /// out evenly.
    fn choices(&self, counts: &[Counts], drawn: bool) -> Vec<Choice> {
        let (seats, first) = (self.seats as f64, self.first());
        let one = |(&(own, other), &[wins, draws, losses, seat]): (&(usize, usize), &Counts)| {
            let games = wins + draws + losses;
            // A shared win among many is half of one and half of the other.
            let (wins, draws) = if self.seats == 2 { (wins, draws) } else { (wins + draws / 2.0, 0.0) };
            let there = (wins + seat - games / seats) / seats;
            let each = |count: f64, others: usize| {
                (0..others).map(move |_| (vec![(other, 1.0)], count / others as f64))
            };
            let mut at_first = vec![(vec![(own, 1.0), (first, 1.0)], there)];
            at_first.extend(each(games / seats - there - draws / 2.0, self.seats - 1));
            let others_first = seat - draws / 2.0 - there;
            let mut elsewhere =
                vec![(vec![(own, 1.0)], wins - there), (vec![(other, 1.0), (first, 1.0)], others_first)];
            let rest = games * (1.0 - 1.0 / seats) - (wins - there) - others_first - draws / 2.0;
            elsewhere.extend(each(rest, self.seats - 2));
            [at_first, elsewhere].map(|mut alternatives| {
                if drawn {
                    let level = vec![(own, 0.5), (other, 0.5), (self.drawish(), 1.0)];
                    alternatives.push((level, draws / 2.0));
                }
                Choice { alternatives }
            })
        };
        self.met.iter().zip(counts).flat_map(one).collect()
    }

    /// The shares of the wins that the model gives to the first of a match-up and
    /// to the first seat.
    fn predicted(&self, parameters: &[f64], (own, other): (usize, usize)) -> [f64; 2] {
        let (a, b, first) = (parameters[own], parameters[other], parameters[self.first()]);
        let n = self.seats as f64;
        let (at_first, elsewhere, others_first) = if self.seats == 2 {
            let draws = parameters.get(self.drawish()).copied().unwrap_or(f64::NEG_INFINITY);
            let points = |home, away| {
                let [win, draw, _] = predict(home, away, first, draws);
                win + draw / 2.0
            };
            (points(a, b), 1.0 - points(b, a), points(b, a))
        } else {
            // Relative to one of the others elsewhere.
            let (own, seat) = ((a - b).exp(), first.exp());
            let all = own + seat + n - 2.0;
            (own * seat / (own * seat + n - 1.0), own / all, seat / all)
        };
        let over = |elsewhere: f64| (at_first + (n - 1.0) * elsewhere) / n;
        [over(elsewhere), over(others_first)]
    }

    /// Fits all counts of the field.
    fn fit(&self, counts: &[Counts]) -> Option<(choice::Fit, Basis)> {
        if self.entrants == 0 {
            return None;
        }
        let drawn = self.seats == 2 && counts.iter().any(|&[_, draws, ..]| draws > 0.0);
        let choices = self.choices(counts, drawn);
        let parameters = self.entrants + 1 + usize::from(drawn);
        let strengths = 0..self.entrants;
        let group = std::slice::from_ref(&strengths);
        let whole = |x: f64| x.ceil() as u64;
        let pairings = self.met.iter().zip(counts).map(|(&(home, away), &[wins, draws, losses, _])| {
            Pairing { home, away, wins: whole(wins), draws: whole(draws), losses: whole(losses) }
        });
        let connected = strongly_connected(self.entrants, &pairings.collect::<Vec<_>>());
        let data = if connected { choice::fit(&choices, parameters, group, 0.0) } else { None };
        let (fitted, basis) = match data {
            Some(fitted) => (fitted, Basis::Data),
            None => (choice::fit(&choices, parameters, group, PRIOR_DEVIATION.powi(-2))?, Basis::WeakPrior),
        };
        Some((fitted, basis))
    }

    /// Strengths from the counts of every row of blocks, per match-up. `reach` is
    /// how many standard errors an interval of this `level` takes to either
    /// side. Two imagined games in each match-up, one to either side, keep who
    /// always won from having no error ([`imagined`](crate::stats::imagined)).
    ///
    /// `None` without entrants, or where nobody won anything.
    #[must_use]
    pub fn rate(&self, rows: &[Vec<Counts>], (reach, level): (f64, f64)) -> Option<Rated> {
        let total = self.total(rows);
        let games = |counts: &Counts| counts[..3].iter().sum::<f64>();
        let won: f64 = total.iter().map(games).sum();
        let (fitted, basis) = self.fit(&total).filter(|_| won > 0.0)?;
        let covariance = self.covariance(&fitted, rows);
        let mut played = vec![0.0; self.entrants];
        for (&(own, other), counts) in self.met.iter().zip(&total) {
            for entrant in [own, other] {
                played[entrant] += games(counts);
            }
        }
        let method = if self.seats == 2 { Method::Davidson } else { Method::PlackettLuce };
        let estimate = |value: f64, variance: f64, n: f64| {
            Estimate::around(value, reach * variance.max(0.0).sqrt(), level, method, n as u64)
        };
        let at = |k: usize| (fitted.parameters[k], covariance.at(k, k));
        let strength: Vec<Estimate> =
            (0..self.entrants).map(|k| estimate(at(k).0, at(k).1, played[k])).collect();
        let best = (0..self.entrants).rev().max_by(|&a, &b| at(a).0.total_cmp(&at(b).0))?;
        let behind = |k: usize| {
            if k == best {
                return Estimate::exact(0.0);
            }
            let variance = at(best).1 + at(k).1 - 2.0 * covariance.at(best, k);
            let apart = estimate(at(best).0 - at(k).0, variance, played[k]).together(self.entrants - 1);
            Estimate { method: Method::Bonferroni, ..apart }
        };
        let rating = Rating {
            strength,
            terms: (self.first()..fitted.parameters.len()).map(|k| estimate(at(k).0, at(k).1, won)).collect(),
            log_likelihood: fitted.log_likelihood,
            basis,
        };
        Some(Rated { behind: (0..self.entrants).map(behind).collect(), rating })
    }

    /// Counts of all rows together.
    #[must_use]
    pub fn total(&self, rows: &[Vec<Counts>]) -> Vec<Counts> {
        let mut total = vec![[0.0; 4]; self.met.len()];
        for row in rows {
            for (sum, counts) in total.iter_mut().zip(row) {
                for (sum, count) in sum.iter_mut().zip(counts) {
                    *sum += count;
                }
            }
        }
        total
    }

    /// Covariance of the parameters from the scores of the rows.
    fn covariance(&self, fitted: &choice::Fit, rows: &[Vec<Counts>]) -> Matrix {
        let parameters = fitted.parameters.len();
        let drawn = parameters > self.drawish();
        let scores: Vec<Vec<f64>> =
            rows.iter().map(|row| choice::score(&self.choices(row, drawn), &fitted.parameters)).collect();
        let count = scores.len() as f64;
        let mean: Vec<f64> =
            (0..parameters).map(|k| scores.iter().map(|score| score[k]).sum::<f64>() / count).collect();
        let mut between = Matrix::zero(parameters);
        // One row shows no error at all; `reach` knows that it has no end.
        let widening = if count > 1.0 { count / (count - 1.0) } else { 1.0 };
        for score in &scores {
            for k in 0..parameters {
                for l in 0..parameters {
                    between.add(k, l, widening * (score[k] - mean[k]) * (score[l] - mean[l]));
                }
            }
        }
        // Imagined: one game to either side in each match-up, and one won by either
        // seat.
        between.add(self.first(), self.first(), 2.0);
        for &(own, other) in &self.met {
            for (k, l, sign) in [(own, own, 1.0), (other, other, 1.0), (own, other, -1.0), (other, own, -1.0)]
            {
                between.add(k, l, 2.0 * sign);
            }
        }
        fitted.covariance.times(&between).times(&fitted.covariance)
    }
}

/// Refits by which chance is told from misfit.
const REFITS: usize = 250;

/// How well one strength per entrant predicts the match-ups that the strengths
/// were fitted to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Fit {
    /// G² = 2 Σ seen ln(seen / predicted), over points won and lost.
    pub g2: f64,
    /// Match-ups less the strengths that were fitted to them.
    pub df: u32,
    /// Chance of so large a G² if the model held: among fits of what it predicts,
    /// with errors that hang together as those of the match-ups do.
    pub p: f64,
    /// The match-up that is predicted worst: first, second, and the share that
    /// is predicted.
    #[serde(skip)]
    pub worst: (usize, usize, f64),
}

impl Fit {
    /// Whether the table contradicts the model.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.p < 0.05
    }
}

impl Field {
    /// Predicted shares and G² of a fit to these counts.
    fn deviance(&self, counts: &[Counts]) -> Option<(Vec<[f64; 2]>, f64)> {
        let (fitted, _) = self.fit(counts)?;
        let shares: Vec<[f64; 2]> =
            self.met.iter().map(|&met| self.predicted(&fitted.parameters, met)).collect();
        let one = |(&[wins, draws, losses, _], &[share, _]): (&Counts, &[f64; 2])| {
            let seen = [wins + draws / 2.0, losses + draws / 2.0];
            let total = seen[0] + seen[1];
            let parts = seen.into_iter().zip([share, 1.0 - share]).filter(|&(n, p)| n > 0.0 && p > 0.0);
            parts.map(|(n, p)| 2.0 * n * (n / (total * p)).ln()).sum::<f64>()
        };
        let g2 = counts.iter().zip(&shares).map(one).sum::<f64>().max(0.0);
        Some((shares, g2))
    }

    /// Tests whether one strength per entrant predicts the match-ups.
    /// `errors` are draws of errors that the match-ups' shares may carry together
    /// ([`Joint`](crate::stats::joint::Joint)); the model's own predictions with
    /// such errors are fitted in their turn (a parametric bootstrap, Efron and
    /// Tibshirani 1993, section 16.4). Nothing where the model has as many
    /// strengths as there are match-ups.
    #[must_use]
    pub fn test(&self, counts: &[Counts], errors: &[Vec<f64>]) -> Option<Fit> {
        let df = self.met.len().checked_sub(self.entrants.saturating_sub(1)).filter(|&df| df > 0)?;
        let (shares, g2) = self.deviance(counts)?;
        let imagined = |error: &Vec<f64>| -> Vec<Counts> {
            let one = |((&counts, &[share, seat]), error): ((&Counts, &[f64; 2]), &f64)| {
                let total: f64 = counts[..3].iter().sum();
                let points = (share + error).clamp(0.0, 1.0) * total;
                let draws = counts[1].min(2.0 * points).min(2.0 * (total - points));
                [points - draws / 2.0, draws, total - points - draws / 2.0, seat * total]
            };
            counts.iter().zip(&shares).zip(error).map(one).collect()
        };
        let every = (errors.len() / REFITS).max(1);
        let drawn = errors.iter().step_by(every).filter_map(|error| self.deviance(&imagined(error)));
        let (mut fits, mut larger) = (0, 0);
        for (_, drawn) in drawn {
            fits += 1;
            larger += u32::from(drawn >= g2);
        }
        let gap = |m: usize| {
            let [wins, draws, losses, _] = counts[m];
            let total = wins + draws + losses;
            if total > 0.0 { ((wins + draws / 2.0) / total - shares[m][0]).abs() } else { 0.0 }
        };
        let worst = (0..self.met.len()).max_by(|&a, &b| gap(a).total_cmp(&gap(b)))?;
        let (own, other) = self.met[worst];
        let p = f64::from(larger + 1) / f64::from(fits + 1);
        Some(Fit { g2, df: df as u32, p, worst: (own, other, shares[worst][0]) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::davidson::davidson;
    use super::*;
    use crate::stats::distribution::z;
    use crate::stats::simulate::Dice;

    fn three(seats: usize) -> Field {
        Field { entrants: 3, seats, met: vec![(0, 1), (0, 2), (1, 2)] }
    }

    /// Rows of two games of every match-up with these chances of win and draw,
    /// either of the two sitting first in one of them, each row told `times` over,
    /// as games on the same luck may be; and the same games one by one, whoever
    /// sits first as the home side.
    fn rows(met: &[(usize, usize)], count: usize, times: u64) -> (Vec<Vec<Counts>>, Vec<Pairing>) {
        let mut dice = Dice::new("field rows", 0);
        let chances = [[0.5, 0.2, 0.3], [0.6, 0.2, 0.2], [0.4, 0.2, 0.4]];
        let mut pairings = Vec::new();
        let mut row = || {
            let one = |(&(home, away), chances): (&(usize, usize), &[f64; 3])| {
                let mut counts = [0.0; 4];
                for is_first in [true, false] {
                    let face = dice.face(chances);
                    counts[face] += times as f64;
                    counts[3] +=
                        times as f64 * if is_first { [1.0, 0.5, 0.0] } else { [0.0, 0.5, 1.0] }[face];
                    let [wins, draws, losses] = [0, 1, 2].map(|k| if k == face { times } else { 0 });
                    pairings.push(if is_first {
                        Pairing { home, away, wins, draws, losses }
                    } else {
                        Pairing { home: away, away: home, wins: losses, draws, losses: wins }
                    });
                }
                counts
            };
            met.iter().zip(&chances).map(one).collect()
        };
        ((0..count).map(|_| row()).collect(), pairings)
    }

    /// Independent games: the model's own errors. Games that only repeat each
    /// other: those of half as many.
    #[test]
    fn errors_are_those_of_the_rows() {
        let field = three(2);
        let (rows, pairings) = rows(&field.met, 1_000, 1);
        let plain = davidson(3, &pairings, true, 0.95).unwrap();
        let found = field.rate(&rows, (z(0.95), 0.95)).unwrap();
        let twice = field.rate(&self::rows(&field.met, 1_000, 2).0, (z(0.95), 0.95)).unwrap();
        for k in 0..3 {
            let (plain, found) = (plain.strength[k], found.rating.strength[k]);
            assert!((plain.value - found.value).abs() < 1e-9);
            assert!((found.half_width() / plain.half_width() - 1.0).abs() < 0.05, "{plain:?} {found:?}");
            let twice = twice.rating.strength[k];
            assert!((twice.half_width() / found.half_width() - 1.0).abs() < 0.01, "{twice:?} {found:?}");
        }
        // What sitting first is worth, and draws.
        for (plain, found) in plain.terms.iter().zip(&found.rating.terms) {
            assert!((plain.value - found.value).abs() < 1e-9, "{plain:?} {found:?}");
            assert!((found.half_width() / plain.half_width() - 1.0).abs() < 0.05, "{plain:?} {found:?}");
        }
        // The best of three is 0; between it and the others the error is that of
        // a difference, at half of 5 % each.
        assert_eq!(found.behind[0], Estimate::exact(0.0));
        assert!(
            found.behind[2].low > 0.0 && found.behind[2].half_width() > found.rating.strength[2].half_width()
        );
    }

    #[test]
    fn who_always_won_has_a_prior_and_an_error() {
        let always = vec![vec![[2.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0]]; 200];
        let found = three(2).rate(&always, (2.0, 0.95)).unwrap().rating;
        assert_eq!(found.basis, Basis::WeakPrior);
        assert!(
            found.strength[0].low > found.strength[1].high && found.strength[0].half_width() < 10.0,
            "{found:?}"
        );
        assert!(found.strength[0].half_width() > 0.5, "{found:?}");
        let nobody = vec![vec![[0.0; 4]; 3]; 5];
        assert!(three(2).rate(&nobody, (2.0, 0.95)).is_none() && three(2).rate(&[], (2.0, 0.95)).is_none());
    }

    #[test]
    fn a_shared_win_among_many_is_half_a_win_and_half_a_defeat() {
        let field = Field { entrants: 2, seats: 4, met: vec![(0, 1), (1, 0)] };
        let strengths = |there: Counts, back: Counts| {
            let rated = field.rate(&[vec![there, back], vec![there, back]], (2.0, 0.95)).unwrap();
            rated.rating.strength.iter().map(|e| e.value).collect::<Vec<_>>()
        };
        let shared = strengths([300.0, 200.0, 500.0, 250.0], [100.0, 80.0, 820.0, 250.0]);
        let split = strengths([400.0, 0.0, 600.0, 250.0], [140.0, 0.0, 860.0, 250.0]);
        for (a, b) in shared.iter().zip(&split) {
            assert!((a - b).abs() < 1e-9, "{shared:?} {split:?}");
        }
        // Equal shares are equal strengths: a quarter for a lone newcomer.
        let even = strengths([250.0, 0.0, 750.0, 250.0], [250.0, 0.0, 750.0, 250.0]);
        assert!(even.iter().all(|e| e.abs() < 1e-9), "{even:?}");
    }

    /// The worth of the first seat at a table of four is found again from sums of
    /// what the model predicts, whatever the strengths.
    #[test]
    fn what_sitting_first_is_worth_is_found_again() {
        for seats in [2, 3, 4, 6] {
            let met = vec![(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
            let field = Field { entrants: 3, seats, met: met.clone() };
            let truth = [0.7, -0.1, -0.6, 0.4];
            let counts: Vec<Counts> = (met.iter())
                .map(|&pair| {
                    let [own, first] = field.predicted(&truth, pair);
                    [1e6 * own, 0.0, 1e6 * (1.0 - own), 1e6 * first]
                })
                .collect();
            let rating = field.rate(&[counts.clone(), counts], (2.0, 0.95)).unwrap().rating;
            let found = rating.strength.iter().chain(&rating.terms);
            assert!(found.zip(truth).all(|(e, x)| (e.value - x).abs() < 1e-6), "{seats}: {rating:?}");
        }
        // By hand: e is what one of equals takes more at the first seat of four.
        let field = Field { entrants: 2, seats: 4, met: vec![(0, 1)] };
        let [own, first] = field.predicted(&[0.0, 0.0, 1.0], (0, 1));
        let e = std::f64::consts::E;
        assert!((own - 0.25).abs() < 1e-12 && (first - e / (e + 3.0)).abs() < 1e-12, "{own} {first}");
    }

    /// 1 000 games of each match-up with these shares of the first, tested with
    /// errors of independent games.
    fn tested(shares: [f64; 3]) -> Fit {
        let counts: Vec<Counts> =
            shares.iter().map(|s| [1_000.0 * s, 0.0, 1_000.0 * (1.0 - s), 500.0]).collect();
        let mut dice = Dice::new("fit errors", 0);
        let errors: Vec<Vec<f64>> = (0..1_000)
            .map(|_| shares.iter().map(|s| (s * (1.0 - s) / 1_000.0).sqrt() * dice.normal()).collect())
            .collect();
        three(2).test(&counts, &errors).unwrap()
    }

    #[test]
    fn a_ladder_fits_and_a_circle_does_not() {
        // Odds of 2 to 1 twice make 4 to 1.
        let ladder = tested([2.0 / 3.0, 0.8, 2.0 / 3.0]);
        assert!(!ladder.fails() && ladder.g2 < 0.1 && ladder.df == 1, "{ladder:?}");
        let circle = tested([0.6, 0.4, 0.6]);
        assert!(circle.fails() && circle.p < 0.005, "{circle:?}");
        assert!((circle.worst.2 - 0.5).abs() < 1e-6, "{circle:?}");
        // G² by hand: every match-up is predicted level, 600 to 400 seen.
        let hand = 3.0 * 2.0 * (600.0 * 1.2_f64.ln() + 400.0 * 0.8_f64.ln());
        assert!((circle.g2 - hand).abs() < 0.5, "{} {hand}", circle.g2);
        let two = Field { entrants: 2, seats: 2, met: vec![(0, 1)] };
        assert!(two.test(&[[6.0, 0.0, 4.0, 5.0]], &[vec![0.1]]).is_none());
    }
}
