//! The strengths of a field whose match-ups were played on the same deals.
//!
//! A table of two is Davidson's model, a larger one Plackett and Luce's with
//! known winners, one newcomer among others of one kind. The strengths are those
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

/// Wins, shared wins and defeats of the first of two in some blocks.
pub type Counts = [f64; 3];

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
    /// What happened in some blocks, as choices between winners; with a term for
    /// draws if there are any.
    fn choices(&self, counts: &[Counts], drawn: bool) -> Vec<Choice> {
        let one = |(&(own, other), &[wins, draws, losses]): (&(usize, usize), &Counts)| {
            let mut alternatives = vec![(vec![(own, 1.0)], wins)];
            if self.seats == 2 {
                alternatives.push((vec![(other, 1.0)], losses));
                if drawn {
                    alternatives.push((vec![(own, 0.5), (other, 0.5), (self.entrants, 1.0)], draws));
                }
            } else {
                // A shared win is half of one and half of the other.
                alternatives[0].1 = wins + draws / 2.0;
                let each = (losses + draws / 2.0) / (self.seats - 1) as f64;
                alternatives.extend((1..self.seats).map(|_| (vec![(other, 1.0)], each)));
            }
            Choice { alternatives }
        };
        self.met.iter().zip(counts).map(one).collect()
    }

    /// The share of the wins that the model gives to the first of a match-up.
    fn predicted(&self, parameters: &[f64], (own, other): (usize, usize)) -> f64 {
        let (a, b) = (parameters[own], parameters[other]);
        if self.seats == 2 {
            let draws = parameters.get(self.entrants).copied().unwrap_or(f64::NEG_INFINITY);
            let [win, draw, _] = predict(a, b, 0.0, draws);
            return win + draw / 2.0;
        }
        1.0 / (1.0 + (self.seats - 1) as f64 * (b - a).exp())
    }

    /// Fits all counts of the field.
    fn fit(&self, counts: &[Counts]) -> Option<(choice::Fit, Basis)> {
        if self.entrants == 0 {
            return None;
        }
        let drawn = self.seats == 2 && counts.iter().any(|&[_, draws, _]| draws > 0.0);
        let choices = self.choices(counts, drawn);
        let parameters = self.entrants + usize::from(drawn);
        let strengths = 0..self.entrants;
        let group = std::slice::from_ref(&strengths);
        let whole = |x: f64| x.ceil() as u64;
        let pairings = self.met.iter().zip(counts).map(|(&(home, away), &[wins, draws, losses])| Pairing {
            home,
            away,
            wins: whole(wins),
            draws: whole(draws),
            losses: whole(losses),
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
        let won: f64 = total.iter().flatten().sum();
        let (fitted, basis) = self.fit(&total).filter(|_| won > 0.0)?;
        let covariance = self.covariance(&fitted, rows);
        let mut played = vec![0.0; self.entrants];
        for (&(own, other), counts) in self.met.iter().zip(&total) {
            for entrant in [own, other] {
                played[entrant] += counts.iter().sum::<f64>();
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
            terms: (self.entrants..fitted.parameters.len())
                .map(|k| estimate(at(k).0, at(k).1, won))
                .collect(),
            log_likelihood: fitted.log_likelihood,
            basis,
        };
        Some(Rated { behind: (0..self.entrants).map(behind).collect(), rating })
    }

    /// Counts of all rows together.
    #[must_use]
    pub fn total(&self, rows: &[Vec<Counts>]) -> Vec<Counts> {
        let mut total = vec![[0.0; 3]; self.met.len()];
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
        let drawn = parameters > self.entrants;
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
        // Imagined: one game to either side in each match-up.
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
    fn deviance(&self, counts: &[Counts]) -> Option<(Vec<f64>, f64)> {
        let (fitted, _) = self.fit(counts)?;
        let shares: Vec<f64> = self.met.iter().map(|&met| self.predicted(&fitted.parameters, met)).collect();
        let one = |(&[wins, draws, losses], &share): (&Counts, &f64)| {
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
            let one = |((&counts, share), error): ((&Counts, &f64), &f64)| {
                let total: f64 = counts.iter().sum();
                let points = (share + error).clamp(0.0, 1.0) * total;
                let draws = counts[1].min(2.0 * points).min(2.0 * (total - points));
                [points - draws / 2.0, draws, total - points - draws / 2.0]
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
            let [wins, draws, losses] = counts[m];
            let total = wins + draws + losses;
            if total > 0.0 { ((wins + draws / 2.0) / total - shares[m]).abs() } else { 0.0 }
        };
        let worst = (0..self.met.len()).max_by(|&a, &b| gap(a).total_cmp(&gap(b)))?;
        let (own, other) = self.met[worst];
        let p = f64::from(larger + 1) / f64::from(fits + 1);
        Some(Fit { g2, df: df as u32, p, worst: (own, other, shares[worst]) })
    }
}
