//! Do a few observed games look like many simulated ones?
//!
//! In: counts or values that people's games gave, and the distribution that
//! simulation gave, with the number of games that it rests on: beside a dozen
//! games of people it is as good as known, beside thousands it is not. Out: p
//! values, and the power beside them.

use super::distribution::normal_cdf;
use super::power;

/// Tables of counts drawn for [`likelihood_ratio`], and fewest where each holds very
/// many games: then all of them together hold [`GAMES`].
const DRAWS: std::ops::RangeInclusive<u64> = 999..=9_999;
/// Games in all drawn tables.
const GAMES: u64 = 20_000_000;

/// A test with what it could have seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Two-sided p value of "the same".
    pub p: f64,
    /// Probability that a difference of the stated size would have been called
    /// clear at the level asked for.
    pub power: f64,
}

/// The likelihood-ratio statistic of counts against probabilities.
fn statistic(counts: &[u64], chances: &[f64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let one = |(&count, &chance): (&u64, &f64)| match count {
        0 => 0.0,
        count => 2.0 * count as f64 * (count as f64 / (n * chance)).ln(),
    };
    counts.iter().zip(chances).map(one).sum()
}

/// Counts of `n` draws from cumulative chances.
fn drawn(n: u64, chances: &[f64], unit: &mut impl FnMut() -> f64) -> Vec<u64> {
    let mut counts = vec![0; chances.len()];
    for _ in 0..n {
        let mut left = unit();
        let face = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        counts[face.unwrap_or(chances.len() - 1)] += 1;
    }
    counts
}

/// How much less a deviation says where what it deviates from was itself measured
/// over `known` games: the variance of a difference of two samples.
fn shrunk(n: u64, known: u64) -> f64 {
    let (n, known) = (n as f64, known.max(1) as f64);
    known / (known + n)
}

/// Whether counts come from these chances, which rest on `known` games: the
/// likelihood-ratio test, whose distribution is drawn (Barnard 1963), because χ² does
/// not hold for a dozen games. For thousands it does, and there the statistic
/// shrinks by what `known` games leave open. The power beside it is that against
/// `otherwise`, at `level`. `unit` yields numbers from 0 to 1.
#[must_use]
pub fn likelihood_ratio(
    counts: &[u64],
    (chances, known): (&[f64], u64),
    otherwise: &[f64],
    level: f64,
    mut unit: impl FnMut() -> f64,
) -> Fit {
    let n = counts.iter().sum::<u64>();
    let draws = (GAMES / n.max(1)).clamp(*DRAWS.start(), *DRAWS.end());
    let shrunk = shrunk(n, known);
    let mut under: Vec<f64> = (0..draws).map(|_| statistic(&drawn(n, chances, &mut unit), chances)).collect();
    under.sort_by(f64::total_cmp);
    // Equal statistics differ in their last digits by the order of their sums.
    let reached = |value: f64| draws - under.partition_point(|&x| x < value - 1e-9) as u64;
    let p_of = |value: f64| (1 + reached(value)) as f64 / (draws + 1) as f64;
    let shown = (0..draws / 5)
        .filter(|_| p_of(shrunk * statistic(&drawn(n, otherwise, &mut unit), chances)) <= 1.0 - level)
        .count();
    Fit { p: p_of(shrunk * statistic(counts, chances)), power: shown as f64 / (draws / 5) as f64 }
}

/// Whether values come from a distribution of integers as it was counted: the mean of
/// their mid-ranks in it against ½, a rank test that no outlier moves (Wilcoxon 1945;
/// mid-ranks for ties). The power beside it is that against values `factor`
/// times as large. `None` without a value, or where nothing varies.
#[must_use]
pub fn mid_ranks(values: &[f64], known: &[(i32, u64)], factor: f64, level: f64) -> Option<Fit> {
    let total = known.iter().map(|(_, n)| n).sum::<u64>() as f64;
    let rank = |value: f64| {
        let below: u64 = known.iter().filter(|(x, _)| f64::from(*x) < value).map(|(_, n)| n).sum();
        let at: u64 = known.iter().filter(|(x, _)| f64::from(*x) == value).map(|(_, n)| n).sum();
        (below as f64 + at as f64 / 2.0) / total
    };
    let ties: f64 = known.iter().map(|(_, n)| (*n as f64 / total).powi(3)).sum();
    let variance = (1.0 - ties) / 12.0;
    if values.is_empty() || variance <= 0.0 {
        return None;
    }
    let n = values.len() as u64;
    let error = (variance / (n as f64 * shrunk(n, total as u64))).sqrt();
    let mean = values.iter().map(|&value| rank(value)).sum::<f64>() / values.len() as f64;
    let z = (mean - 0.5) / error;
    let moved: f64 =
        known.iter().map(|&(x, n)| n as f64 / total * rank((f64::from(x) * factor).round())).sum();
    let power = power::normal_power((moved - 0.5) / error, level);
    Some(Fit { p: 2.0 * normal_cdf(-z.abs()), power })
}

#[cfg(test)]
mod tests {
    use super::super::simulate::{Dice, shares};
    use super::*;

    /// Made-up tables of 20 games: the test errs as often as it says and sees
    /// what its power promises.
    #[test]
    fn the_drawn_test_errs_and_sees_as_often_as_it_says() {
        let (fair, tilted) = ([0.25, 0.25, 0.25, 0.25], [0.55, 0.15, 0.15, 0.15]);
        let told = |chances: &[f64], e: u64| {
            let mut dice = Dice::new("seats at a table", e);
            let counts = drawn(20, chances, &mut || dice.unit());
            likelihood_ratio(&counts, (&fair, u64::MAX), &tilted, 0.95, || dice.unit())
        };
        let [errs, sees] = shares(600, |e| [told(&fair, e).p <= 0.05, told(&tilted, e).p <= 0.05]);
        assert!(errs <= 0.05 + 0.027, "{errs}");
        let promised = told(&fair, 0).power;
        assert!((sees - promised).abs() < 0.07, "{sees} where {promised} was promised");
    }

    #[test]
    fn ranks_see_longer_games_and_no_difference_where_there_is_none() {
        let known: Vec<(i32, u64)> = (20..60).map(|x| (x, 100)).collect();
        let told = |factor: f64, e: u64| {
            let mut dice = Dice::new("lengths", e);
            let values: Vec<f64> =
                (0..20).map(|_| (f64::from(20 + dice.below(40) as i32) * factor).round()).collect();
            mid_ranks(&values, &known, 1.2, 0.95).unwrap()
        };
        let [errs, sees] = shares(4_000, |e| [told(1.0, e).p <= 0.05, told(1.2, e).p <= 0.05]);
        assert!((errs - 0.05).abs() < 0.012, "{errs}");
        let promised = told(1.0, 0).power;
        assert!((sees - promised).abs() < 0.08, "{sees} where {promised} was promised");
        assert_eq!(mid_ranks(&[1.0], &[(1, 10)], 1.2, 0.95), None, "nothing varies");
    }
}
