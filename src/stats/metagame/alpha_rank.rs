//! Which strategies evolution keeps: α-rank (Omidshafiei et al. 2019, arXiv
//! 1903.01373), in its form for symmetric games of any number of players.
//!
//! A population of m all play strategy σ; now and then one tries τ, which
//! takes over with the fixation probability of its advantages on the way. The
//! share of time spent on each strategy is its rank.
//!
//! At a table of two an advantage is the same on the whole way. At a larger one
//! it depends on how many of each kind sit there. Where tables of every number of
//! both are measured it is exact ([`Drawn`]); where only the two ends are, a lone
//! τ among σ and a lone σ among τ, it is taken to be linear in the number of
//! mutants in between.

use super::mixes::each;

/// Population size that the literature uses.
pub const POPULATION: u32 = 50;

/// What a mutant takes more than a resident.
#[derive(Debug, Clone, PartialEq)]
pub enum Advantage {
    /// While it is the only mutant, and when only one resident is left.
    Ends([f64; 2]),
    /// Of 1, 2 … mutants, up to a single resident: one less than the population.
    Steps(Vec<f64>),
}

impl Advantage {
    fn known(&self) -> &[f64] {
        match self {
            Self::Ends(ends) => ends,
            Self::Steps(steps) => steps,
        }
    }

    /// Whether it tells the whole way of a population of m.
    fn fits(&self, m: u32) -> bool {
        let is_whole = match self {
            Self::Ends(_) => true,
            Self::Steps(steps) => steps.len() + 1 == m as usize,
        };
        is_whole && self.known().iter().all(|x| x.is_finite())
    }
}

/// How tables are drawn from a population of two kinds, without replacement.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// Per number of mutants from 1 on: the chance that 0, 1, 2 … others at the
    /// table of a mutant are mutants, and of a resident.
    chances: Vec<[Vec<f64>; 2]>,
}

impl Drawn {
    /// Tables of so many seats from a population of m.
    #[must_use]
    pub fn new(seats: usize, m: u32) -> Self {
        let others = seats.saturating_sub(1) as u32;
        let among = |mutants: u32| -> Vec<f64> {
            let all = ways(m - 1, others);
            let one = |j| ways(mutants, j) * ways((m - 1).saturating_sub(mutants), others - j) / all;
            (0..=others).map(one).collect()
        };
        Self { chances: (1..m).map(|mutants| [among(mutants - 1), among(mutants)]).collect() }
    }

    /// Advantage of a mutant over a resident (Omidshafiei et al. 2019, symmetric
    /// games of several players), where `takes[k - 1]` is what k mutants take
    /// together of the wins of a table.
    #[must_use]
    pub fn advantage(&self, takes: &[f64]) -> Advantage {
        let each = each(takes);
        let mean = |kind: usize, chances: &[f64]| -> f64 {
            each[kind].iter().zip(chances).map(|(one, chance)| one * chance).sum()
        };
        let step = |[mutant, resident]: &[Vec<f64>; 2]| mean(0, mutant) - mean(1, resident);
        Advantage::Steps(self.chances.iter().map(step).collect())
    }
}

/// Ways to choose k of n.
fn ways(n: u32, k: u32) -> f64 {
    if k > n { 0.0 } else { (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product() }
}

/// Advantages at a table of two, of the row over the column: `payoff[i][j]` are
/// the expected points of i against j.
#[must_use]
pub fn of_pairs(payoff: &[Vec<f64>]) -> Vec<Vec<Advantage>> {
    let back = |i: usize, j: usize| payoff.get(j).and_then(|row| row.get(i)).copied().unwrap_or(f64::NAN);
    let row = |(i, row): (usize, &Vec<f64>)| {
        row.iter().enumerate().map(|(j, there)| Advantage::Ends([there - back(i, j); 2])).collect()
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
        row.iter().enumerate().map(|(j, there)| Advantage::Ends([over(*there), -over(back(i, j))])).collect()
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
        || advantage.iter().any(|row| row.len() != n || row.iter().any(|x| !x.fits(m)))
    {
        return Vec::new();
    }
    // ln of the rate from row to column.
    let mut rate = vec![vec![f64::NEG_INFINITY; n]; n];
    for from in 0..n {
        for to in 0..n {
            if from != to {
                rate[from][to] = ln_fixation(&advantage[to][from], alpha, m);
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
    let sizes = advantage.iter().flatten().flat_map(Advantage::known).map(|x| x.abs());
    let least = sizes.filter(|&size| size > 1e-12).fold(f64::INFINITY, f64::min);
    shares(advantage, if least.is_finite() { 1e4 / least } else { 1.0 }, m)
}

/// ln of the chance that a mutant takes over a population of m whose advantage
/// is this, at selection of strength alpha.
fn ln_fixation(advantage: &Advantage, alpha: f64, m: u32) -> f64 {
    let [first, last] = match advantage {
        Advantage::Ends(ends) => ends.map(|x| alpha * x),
        Advantage::Steps(steps) => {
            let way = steps.iter().scan(0.0, |so_far, step| {
                *so_far -= alpha * step;
                Some(*so_far)
            });
            return -sum(std::iter::once(0.0).chain(way));
        }
    };
    let m = f64::from(m);
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

    fn ends(ends: [f64; 2], m: u32) -> f64 {
        ln_fixation(&Advantage::Ends(ends), 1.0, m)
    }

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
        let near = (ends([0.1, 0.1 + 1e-9], 50) - ends([0.1, 0.1], 50)).abs();
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

    /// What k of the row take together of the wins at a table of four with the
    /// column's, k from 1 to 3; of the diagonal nothing is asked.
    fn takes(i: usize, j: usize) -> Vec<f64> {
        let of = |i, j| match (i, j) {
            (0, 1) => [0.35, 0.55, 0.70],
            (0, 2) => [0.20, 0.52, 0.80],
            (1, 2) => [0.30, 0.40, 0.82],
            _ => [0.25, 0.50, 0.75],
        };
        if i <= j { of(i, j).to_vec() } else { of(j, i).iter().rev().map(|share| 1.0 - share).collect() }
    }

    fn drawn(takes: impl Fn(usize, usize) -> Vec<f64>, seats: usize, m: u32) -> Vec<Vec<Advantage>> {
        let tables = Drawn::new(seats, m);
        (0..3).map(|i| (0..3).map(|j| tables.advantage(&takes(i, j))).collect()).collect()
    }

    /// Strength of selection, population, shares.
    const REFERENCES: [(f64, u32, [f64; 3]); 4] = [
        (0.5, 50, [0.450_757_372_233_480, 0.272_229_580_328_956, 0.277_013_047_437_564]),
        (5.0, 50, [0.985_596_903_943_860, 0.002_811_499_548_851, 0.011_591_596_507_289]),
        (5.0, 12, [0.640_078_914_752_816, 0.160_969_189_439_378, 0.198_951_895_807_806]),
        (40.0, 20, [0.999_998_654_810_994, 0.000_000_558_362_053, 0.000_000_786_826_954]),
    ];

    /// References: advantages over all tables in fractions, sums of 60 digits, the
    /// stationary distribution by spanning trees.
    #[test]
    fn tables_drawn_from_a_population_match_a_count_of_all_of_them() {
        for (alpha, m, wanted) in REFERENCES {
            let found = shares(&drawn(takes, 4, m), alpha, m);
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-10), "{found:?} {wanted:?}");
        }
    }

    /// Where each mutant takes more than each resident by what goes up in a straight
    /// line with their number, the way is straight: that between the ends, less what
    /// a player's own seat takes out of the population.
    #[test]
    fn straight_ways_are_those_between_the_ends() {
        let seats = 5.0;
        let gap = |i: usize, j: usize, k: f64| match (i, j) {
            (0, 1) => 0.10 - 0.06 * (k - 1.0),
            (0, 2) => 0.02 + 0.03 * (k - 1.0),
            (1, 2) => -0.05 + 0.01 * (k - 1.0),
            _ => 0.0,
        };
        let straight = |i: usize, j: usize| -> Vec<f64> {
            let one = |k: f64| {
                let more = if i <= j { gap(i, j, k) } else { -gap(j, i, seats - k) };
                k * (1.0 + (seats - k) * more) / seats
            };
            (1..5).map(|k| one(f64::from(k))).collect()
        };
        let lone: Vec<Vec<f64>> = (0..3).map(|i| (0..3).map(|j| straight(i, j)[0]).collect()).collect();
        let m = 50.0;
        let shorter = (seats - 1.0) * m / (seats * (m - 1.0));
        for alpha in [0.5, 5.0, 200.0] {
            let exact = shares(&drawn(straight, 5, 50), alpha, 50);
            let ends = shares(&of_tables(&lone, 5), alpha * shorter, 50);
            assert!(exact.iter().zip(&ends).all(|(e, l)| (e - l).abs() < 1e-9), "{exact:?} {ends:?}");
        }
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
        assert!((ends([0.5, -3.0], 2) + (1.0 + (-0.5_f64).exp()).ln()).abs() < 1e-12);
    }
}
