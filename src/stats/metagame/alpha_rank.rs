//! Which strategies evolution keeps: α-rank (Omidshafiei et al. 2019, arXiv
//! 1903.01373), in its form for symmetric games of any number of players.
//!
//! A population of m all play strategy σ; now and then one tries τ, which
//! takes over with the fixation probability of its advantages on the way. The
//! share of time spent on each strategy is its rank.
//!
//! At a table of two an advantage is the same on the whole way. At a larger one
//! it depends on how many of each kind sit there, and of all these tables only
//! the two ends are measured: a lone τ among σ and a lone σ among τ. In between
//! the advantage is taken to be linear in the number of mutants.

/// Population size that the literature uses.
pub const POPULATION: u32 = 50;

/// What a mutant takes more than a resident: while it is the only mutant, and
/// when only one resident is left.
pub type Advantage = [f64; 2];

/// Advantages at a table of two, of the row over the column: `payoff[i][j]` are
/// the expected points of i against j.
#[must_use]
pub fn of_pairs(payoff: &[Vec<f64>]) -> Vec<Vec<Advantage>> {
    let back = |i: usize, j: usize| payoff.get(j).and_then(|row| row.get(i)).copied().unwrap_or(f64::NAN);
    let row = |(i, row): (usize, &Vec<f64>)| {
        row.iter().enumerate().map(|(j, there)| [there - back(i, j); 2]).collect()
    };
    payoff.iter().enumerate().map(row).collect()
}

/// Advantages at a larger table, of the row over the column: `lone[i][j]` is the
/// share of the wins that a lone i takes among j. The others share the rest.
#[must_use]
pub fn of_tables(lone: &[Vec<f64>], seats: usize) -> Vec<Vec<Advantage>> {
    let over = |share: f64| (seats as f64).mul_add(share, -1.0) / (seats as f64 - 1.0);
    let back = |i: usize, j: usize| lone.get(j).and_then(|row| row.get(i)).copied().unwrap_or(f64::NAN);
    let row = |(i, row): (usize, &Vec<f64>)| {
        row.iter().enumerate().map(|(j, there)| [over(*there), -over(back(i, j))]).collect()
    };
    lone.iter().enumerate().map(row).collect()
}

/// Share of time that the population spends on each strategy, for selection
/// strength `alpha` > 0 and population `m` >= 2.
///
/// A mutant of constant advantage Δ takes over with probability
/// ρ = (1 - e^(-αΔ)) / (1 - e^(-mαΔ)), 1 / m at Δ = 0, and one whose advantage
/// is Δₖ among k mutants with 1 / Σₗ e^(-α (Δ₁ + … + Δₗ)), l from 0 to m - 1. The
/// chain is solved in logarithms by state reduction without subtractions
/// (Grassmann, Taksar and Heyman 1985), so any α is fine. Empty when the
/// matrix is empty, ragged or not finite.
#[must_use]
pub fn shares(advantage: &[Vec<Advantage>], alpha: f64, m: u32) -> Vec<f64> {
    let n = advantage.len();
    if n == 0
        || alpha.is_nan()
        || alpha <= 0.0
        || m < 2
        || advantage.iter().any(|row| row.len() != n || row.iter().flatten().any(|x| !x.is_finite()))
    {
        return Vec::new();
    }
    // ln of the rate from row to column.
    let mut rate = vec![vec![f64::NEG_INFINITY; n]; n];
    for from in 0..n {
        for to in 0..n {
            if from != to {
                rate[from][to] = ln_fixation(advantage[to][from].map(|x| alpha * x), f64::from(m));
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
pub fn limit(advantage: &[Vec<Advantage>], m: u32) -> Vec<f64> {
    let sizes = advantage.iter().flatten().flatten().map(|x| x.abs());
    let least = sizes.filter(|&size| size > 1e-12).fold(f64::INFINITY, f64::min);
    shares(advantage, if least.is_finite() { 1e4 / least } else { 1.0 }, m)
}

/// ln of the chance that a mutant takes over a population of m whose advantage
/// goes from the first of these to the last.
fn ln_fixation([first, last]: Advantage, m: f64) -> f64 {
    let rise = last - first;
    if rise.abs() >= 1e-12 {
        let way = |l: u32| {
            let l = f64::from(l);
            -(l * first + rise * l * (l - 1.0) / (2.0 * (m - 2.0).max(1.0)))
        };
        return -sum((0..m as u32).map(way));
    }
    // ln ((1 - e^-x) / (1 - e^-mx)).
    let x = first;
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
            let found = shares(&of_pairs(&payoff), alpha, 50);
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-10), "{found:?}");
        }
    }

    #[test]
    fn a_cycle_shares_and_a_champion_takes_all() {
        let cycle = [vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        for alpha in [0.01, 1.0, 100.0, 1e6] {
            assert!(
                shares(&of_pairs(&cycle), alpha, POPULATION).iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-9)
            );
        }
        let champion = [vec![0.5, 0.6, 0.7], vec![0.4, 0.5, 0.9], vec![0.3, 0.1, 0.5]];
        assert!(limit(&of_pairs(&champion), POPULATION)[0] > 1.0 - 1e-9);
        let weak = shares(&of_pairs(&champion), 1e-9, POPULATION);
        assert!(weak.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-5), "{weak:?}");
    }

    /// The chance of taking over from the two ends of a linear way is that of the
    /// same way walked step by step, and that of a constant where both are equal.
    /// References: sums of 60 digits, the stationary distribution by spanning trees.
    #[test]
    fn tables_of_four_match_the_chain_walked_step_by_step() {
        let lone = [vec![0.25, 0.3, 0.2], vec![0.22, 0.25, 0.35], vec![0.28, 0.15, 0.25]];
        for (alpha, wanted) in [
            (0.5, [0.394_596_970_348, 0.415_656_987_583, 0.189_746_042_068]),
            (5.0, [0.481_784_218_514, 0.329_750_306_329, 0.188_465_475_157]),
        ] {
            let found = shares(&of_tables(&lone, 4), alpha, 50);
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-9), "{found:?} {wanted:?}");
        }
        let near = (ln_fixation([0.1, 0.1 + 1e-9], 50.0) - ln_fixation([0.1, 0.1], 50.0)).abs();
        assert!(near < 1e-7, "{near}");
    }

    /// Two strategies among whom no lone newcomer gains: the population stays
    /// where it is, longest where a newcomer loses most. One that gains among
    /// everybody takes all.
    #[test]
    fn of_two_stable_states_the_deeper_one_is_kept() {
        let two = [vec![0.25, 0.10], vec![0.20, 0.25]];
        assert!(limit(&of_tables(&two, 4), POPULATION)[1] > 1.0 - 1e-9);
        let even = [vec![0.25, 0.10], vec![0.10, 0.25]];
        assert!(limit(&of_tables(&even, 4), POPULATION).iter().all(|p| (p - 0.5).abs() < 1e-9));
        let champion = [vec![0.25, 0.40], vec![0.15, 0.25]];
        assert!(limit(&of_tables(&champion, 4), POPULATION)[0] > 1.0 - 1e-9);
    }

    #[test]
    fn edges() {
        assert!(shares(&[], 1.0, 50).is_empty() && limit(&[], 50).is_empty());
        let ragged = of_pairs(&[vec![0.0, 1.0]]);
        assert!(shares(&ragged, 1.0, 50).is_empty() && limit(&ragged, 50).is_empty());
        let one = of_pairs(&[vec![0.5]]);
        assert!(shares(&one, 0.0, 50).is_empty() && shares(&one, 1.0, 1).is_empty());
        assert_eq!(shares(&one, 1.0, 50), [1.0]);
        assert_eq!(limit(&of_pairs(&[vec![0.5, 0.5], vec![0.5, 0.5]]), 50), [0.5, 0.5]);
        // A population of two has one step.
        assert!((ln_fixation([0.5, -3.0], 2.0) + (1.0 + (-0.5_f64).exp()).ln()).abs() < 1e-12);
    }
}
