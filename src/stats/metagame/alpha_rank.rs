//! Which strategies evolution keeps: α-rank (Omidshafiei et al. 2019, arXiv
//! 1903.01373).
//!
//! A population of m all play strategy σ; now and then one tries τ, which
//! takes over with the fixation probability of the pay-off difference. The
//! share of time spent on each strategy is its rank.

/// Population size that the literature uses.
pub const POPULATION: u32 = 50;

/// Share of time that the population spends on each strategy, for selection
/// strength `alpha` > 0 and population `m` >= 2.
///
/// `payoff[i][j]` are the expected points of i against j; the advantage of a
/// mutant τ over residents σ is `payoff[τ][σ] - payoff[σ][τ]`, which takes over
/// with probability ρ = (1 - e^(-αΔ)) / (1 - e^(-mαΔ)), 1 / m at Δ = 0. The
/// chain is solved in logarithms by state reduction without subtractions
/// (Grassmann, Taksar and Heyman 1985), so any α is fine. Empty when the
/// matrix is empty, ragged or not finite.
#[must_use]
pub fn shares(payoff: &[Vec<f64>], alpha: f64, m: u32) -> Vec<f64> {
    let n = payoff.len();
    if n == 0
        || alpha.is_nan()
        || alpha <= 0.0
        || m < 2
        || payoff.iter().any(|row| row.len() != n || row.iter().any(|x| !x.is_finite()))
    {
        return Vec::new();
    }
    // ln of the rate from row to column.
    let mut rate = vec![vec![f64::NEG_INFINITY; n]; n];
    for from in 0..n {
        for to in 0..n {
            if from != to {
                rate[from][to] = ln_fixation(alpha * (payoff[to][from] - payoff[from][to]), f64::from(m));
            }
        }
    }
    // Remove the last state, sending its traffic on; then rebuild the
    // stationary distribution upwards.
    let mut out = vec![0.0; n];
    for last in (1..n).rev() {
        out[last] = sum((0..last).map(|to| rate[last][to]));
        for from in 0..last {
            for to in 0..last {
                if from != to {
                    rate[from][to] =
                        sum([rate[from][to], rate[from][last] + rate[last][to] - out[last]].into_iter());
                }
            }
        }
    }
    let mut weight = vec![0.0; n];
    for state in 1..n {
        weight[state] = sum((0..state).map(|from| weight[from] + rate[from][state])) - out[state];
    }
    let total = sum(weight.iter().copied());
    weight.into_iter().map(|w| (w - total).exp()).collect()
}

/// The limit of [`shares`] for infinitely strong selection: α is raised until
/// even the smallest non-zero advantage decides.
#[must_use]
pub fn limit(payoff: &[Vec<f64>], m: u32) -> Vec<f64> {
    let n = payoff.len();
    if payoff.iter().any(|row| row.len() != n) {
        return Vec::new();
    }
    let mut least = f64::INFINITY;
    for (i, row) in payoff.iter().enumerate() {
        for (j, x) in row.iter().enumerate().take(i) {
            let difference = (x - payoff[j][i]).abs();
            if difference > 1e-12 {
                least = least.min(difference);
            }
        }
    }
    shares(payoff, if least.is_finite() { 1e4 / least } else { 1.0 }, m)
}

/// ln ((1 - e^-x) / (1 - e^-mx)).
fn ln_fixation(x: f64, m: f64) -> f64 {
    if x.abs() < 1e-12 {
        -m.ln()
    } else if x > 0.0 {
        (-(-x).exp_m1()).ln() - (-(-m * x).exp_m1()).ln()
    } else {
        // Both multiplied by e^x and e^mx, which are small.
        (m - 1.0) * x + (-x.exp_m1()).ln() - (-(m * x).exp_m1()).ln()
    }
}

/// ln Σ e^x.
fn sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = terms.clone().fold(f64::NEG_INFINITY, f64::max);
    if most.is_finite() { most + terms.map(|x| (x - most).exp()).sum::<f64>().ln() } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// References: the chain's left eigenvector by `numpy`.
    #[test]
    fn shares_match_an_eigenvector() {
        let payoff = [
            vec![0.5, 0.7, 0.3, 0.55],
            vec![0.3, 0.5, 0.8, 0.4],
            vec![0.7, 0.2, 0.5, 0.6],
            vec![0.45, 0.6, 0.4, 0.5],
        ];
        for (alpha, wanted) in [
            (
                0.05,
                [
                    0.264_489_948_752_002_6,
                    0.249_467_708_474_431_17,
                    0.251_252_235_368_332_3,
                    0.234_790_107_405_233_98,
                ],
            ),
            (
                1.0,
                [
                    0.298_739_313_295_465_05,
                    0.251_369_352_984_045_9,
                    0.284_664_650_207_501_5,
                    0.165_226_683_512_987_55,
                ],
            ),
            (
                5.0,
                [
                    0.286_328_967_933_263_7,
                    0.223_612_068_588_741_7,
                    0.352_236_052_116_642_55,
                    0.137_822_911_361_352_08,
                ],
            ),
        ] {
            let found = shares(&payoff, alpha, 50);
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-10), "{found:?}");
        }
    }

    #[test]
    fn a_cycle_shares_and_a_champion_takes_all() {
        let cycle = [vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        for alpha in [0.01, 1.0, 100.0, 1e6] {
            assert!(shares(&cycle, alpha, POPULATION).iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-9));
        }
        let champion = [vec![0.5, 0.6, 0.7], vec![0.4, 0.5, 0.9], vec![0.3, 0.1, 0.5]];
        assert!(limit(&champion, POPULATION)[0] > 1.0 - 1e-9);
        let weak = shares(&champion, 1e-9, POPULATION);
        assert!(weak.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-5), "{weak:?}");
    }

    #[test]
    fn edges() {
        assert!(shares(&[], 1.0, 50).is_empty() && limit(&[], 50).is_empty());
        assert!(shares(&[vec![0.0, 1.0]], 1.0, 50).is_empty() && limit(&[vec![0.0, 1.0]], 50).is_empty());
        assert!(shares(&[vec![0.0]], 0.0, 50).is_empty() && shares(&[vec![0.0]], 1.0, 1).is_empty());
        assert_eq!(shares(&[vec![0.5]], 1.0, 50), [1.0]);
        assert_eq!(limit(&[vec![0.5, 0.5], vec![0.5, 0.5]], 50), [0.5, 0.5]);
    }
}
