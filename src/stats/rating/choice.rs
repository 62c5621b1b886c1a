//! Conditional logit by Newton's method: one of several alternatives happens
//! with probability in proportion to exp(features · parameters).
//!
//! The log likelihood is concave, so the maximum is found from anywhere.

use super::super::linear::Matrix;

/// One situation, how often each alternative happened in it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Per alternative: its features (parameter, coefficient) and its count,
    /// which may lie below 0 where only sums of counts are known.
    pub(super) alternatives: Vec<(Vec<(usize, f64)>, f64)>,
}

/// A fitted model.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    pub(super) parameters: Vec<f64>,
    pub(super) covariance: Matrix,
    pub(super) log_likelihood: f64,
}

/// Largest log parameter that is taken for a maximum rather than for one that
/// runs away.
const RUNAWAY: f64 = 25.0;

/// Largest last step of a search that has arrived. Where somebody won
/// everything the likelihood flattens out while each step still goes on by
/// about one: there the decrement alone would call any place the maximum.
const ARRIVED: f64 = 1e-3;

/// Fits `parameters` parameters. `groups` are ranges of parameters to which
/// only differences matter: each is made to add up to 0. `ridge` is the
/// precision of a normal prior around 0 (0 for none).
///
/// `None` when the maximum doesn't exist or isn't unique.
pub(super) fn fit(
    choices: &[Choice],
    parameters: usize,
    groups: &[std::ops::Range<usize>],
    ridge: f64,
) -> Option<Fit> {
    let observed: f64 = choices.iter().flat_map(|c| &c.alternatives).map(|(_, count)| count).sum();
    let mut beta = vec![0.0; parameters];
    let (mut value, mut gradient, mut information) = derivatives(choices, &beta, groups, ridge);
    for _ in 0..200 {
        let factor = information.cholesky()?;
        let step = factor.solve_factored(&gradient);
        let decrement: f64 = step.iter().zip(&gradient).map(|(s, g)| s * g).sum();
        // The decrement is the squared distance to the maximum in standard
        // errors: this last step squares what is left of it away.
        if decrement < 1e-10 && step.iter().all(|s| s.abs() < ARRIVED) {
            for (b, s) in beta.iter_mut().zip(&step) {
                *b += s;
            }
            let (_, _, information) = derivatives(choices, &beta, groups, ridge);
            let mut covariance = information.cholesky().unwrap_or(factor).inverse_factored();
            // The constraint that fixed a group's sum added this much to the
            // inverse; differences never see it.
            for group in groups {
                let constant = 1.0 / (group.len() as f64).powi(2);
                for i in group.clone() {
                    for j in group.clone() {
                        covariance.add(i, j, -constant / (1.0 + ridge / group.len().max(1) as f64));
                    }
                }
            }
            let log_likelihood = derivatives(choices, &beta, &[], 0.0).0;
            return Some(Fit { parameters: beta, covariance, log_likelihood });
        }
        // Newton's step, halved until the likelihood rises.
        let mut length = 1.0;
        loop {
            let trial: Vec<f64> = beta.iter().zip(&step).map(|(b, s)| b + length * s).collect();
            if trial.iter().any(|b| b.abs() > RUNAWAY) && length <= 1e-3 {
                return None;
            }
            let next = derivatives(choices, &trial, groups, ridge);
            if next.0 >= value - 1e-14 * (observed + value.abs()) && next.0.is_finite() {
                beta = trial;
                (value, gradient, information) = next;
                break;
            }
            length /= 2.0;
            if length < 1e-9 {
                return None;
            }
        }
        if beta.iter().any(|b| b.abs() > RUNAWAY) {
            return None;
        }
    }
    None
}

/// The gradient of the log likelihood of these choices alone.
pub(super) fn score(choices: &[Choice], beta: &[f64]) -> Vec<f64> {
    derivatives(choices, beta, &[], 0.0).1
}

/// Penalised log likelihood, its gradient and the negative of its second
/// derivatives.
fn derivatives(
    choices: &[Choice],
    beta: &[f64],
    groups: &[std::ops::Range<usize>],
    ridge: f64,
) -> (f64, Vec<f64>, Matrix) {
    let n = beta.len();
    let mut value = 0.0;
    let mut gradient = vec![0.0; n];
    let mut information = Matrix::zero(n);
    for choice in choices {
        let scores: Vec<f64> = choice
            .alternatives
            .iter()
            .map(|(features, _)| features.iter().map(|&(k, c)| c * beta[k]).sum())
            .collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = scores.iter().map(|s| (s - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        // The likeliest has weight 1; the rest may be too small to show beside
        // it, but not in a billion games.
        let top = scores.iter().position(|&s| s == most).unwrap_or(0);
        let rest: f64 = weights.iter().enumerate().filter(|(i, _)| *i != top).map(|(_, w)| w).sum();
        let normaliser = most + rest.ln_1p();
        let total: f64 = choice.alternatives.iter().map(|(_, count)| count).sum();
        let mut expected: Vec<(usize, f64)> = Vec::new();
        for ((features, count), (score, weight)) in
            choice.alternatives.iter().zip(scores.iter().zip(&weights))
        {
            let p = weight / sum;
            value += if *count == 0.0 { 0.0 } else { count * (score - normaliser) };
            for &(k, c) in features {
                gradient[k] += (count - total * p) * c;
                expected.push((k, p * c));
                for &(l, d) in features {
                    information.add(k, l, total * p * c * d);
                }
            }
        }
        for &(k, c) in &expected {
            for &(l, d) in &expected {
                information.add(k, l, -total * c * d);
            }
        }
    }
    for (k, b) in beta.iter().enumerate() {
        value -= ridge * b * b / 2.0;
        gradient[k] -= ridge * b;
        information.add(k, k, ridge);
    }
    for group in groups {
        let sum: f64 = beta[group.clone()].iter().sum();
        value -= sum * sum / 2.0;
        for k in group.clone() {
            gradient[k] -= sum;
            for l in group.clone() {
                information.add(k, l, 1.0);
            }
        }
    }
    (value, gradient, information)
}
