//! Do a few observed games look like many simulated ones?
//!
//! In: counts or values that people's games gave, and the distribution that
//! simulation gave, with the number of games that it rests on: beside a dozen
//! games of people it is as good as known, beside thousands it is not. Out: p
//! values, and the power beside them.

use super::distribution::{normal_cdf, normal_quantile, z};
use super::power;
use super::root::{CLOSE, root};

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

/// Where values lie in a distribution of integers as it was counted: a rank test that
/// no outlier moves (Wilcoxon 1945; mid-ranks for ties), and what it can see.
#[derive(Debug, Clone, Copy)]
pub struct MidRanks<'a> {
    known: &'a [(i32, u64)],
    total: f64,
    /// Of the rank of one value.
    variance: f64,
}

impl<'a> MidRanks<'a> {
    /// Ranks in these values with how often each was counted. `None` where nothing
    /// varies.
    #[must_use]
    pub fn new(known: &'a [(i32, u64)]) -> Option<Self> {
        let total = known.iter().map(|(_, n)| n).sum::<u64>() as f64;
        let ties: f64 = known.iter().map(|(_, n)| (*n as f64 / total).powi(3)).sum();
        let variance = if total > 0.0 { (1.0 - ties) / 12.0 } else { 0.0 };
        (variance > 0.0).then_some(Self { known, total, variance })
    }

    /// The share of what is known that lies below, half of what is equal with it.
    fn of(&self, value: f64) -> f64 {
        let below: u64 = self.known.iter().filter(|(x, _)| f64::from(*x) < value).map(|(_, n)| n).sum();
        let at: u64 = self.known.iter().filter(|(x, _)| f64::from(*x) == value).map(|(_, n)| n).sum();
        (below as f64 + at as f64 / 2.0) / self.total
    }

    /// Standard error of the mean rank of so many values that have this variance.
    fn error(&self, values: u64, variance: f64) -> f64 {
        (variance / (values as f64 * shrunk(values, self.total as u64))).sqrt()
    }

    /// How far the mean rank of values `factor` times as large lies from ½, and the
    /// variance of one of their ranks.
    fn moved(&self, factor: f64) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for &(x, n) in self.known {
            let (share, rank) = (n as f64 / self.total, self.of((f64::from(x) * factor).round()));
            sums[0] += share * rank;
            sums[1] += share * rank * rank;
        }
        [sums[0] - 0.5, (sums[1] - sums[0] * sums[0]).max(0.0)]
    }

    /// Power of so many values against a distribution `factor` times as large.
    fn power(&self, values: u64, factor: f64, level: f64) -> f64 {
        let [moved, variance] = self.moved(factor);
        let [usual, spread] = [self.variance, variance].map(|variance| self.error(values, variance));
        let beyond = |moved: f64| normal_cdf((moved - z(level) * usual) / spread.max(f64::MIN_POSITIVE));
        beyond(moved) + beyond(-moved)
    }

    /// Whether values come from the distribution: their mean rank against ½. The
    /// power beside it is that against values `factor` times as large. `None`
    /// without a value.
    #[must_use]
    pub fn fit(&self, values: &[f64], factor: f64, level: f64) -> Option<Fit> {
        let n = values.len() as u64;
        let mean = values.iter().map(|&value| self.of(value)).sum::<f64>() / values.len() as f64;
        let z = (mean - 0.5) / self.error(n, self.variance);
        (n > 0).then(|| Fit { p: 2.0 * normal_cdf(-z.abs()), power: self.power(n, factor, level) })
    }

    /// Values from which on that power is reached; `None` where more than 20 000, or
    /// than are known, would have to be seen.
    #[must_use]
    pub fn values_for(&self, factor: f64, level: f64, wanted: f64) -> Option<u64> {
        let [moved, variance] = self.moved(factor);
        let errors = z(level) * self.variance.sqrt() + normal_quantile(wanted) * variance.sqrt();
        // Beside values that are known for certain; then what is left open of these.
        let certain = (errors / moved).powi(2);
        let values = certain * self.total / (self.total - certain);
        (values > 0.0 && values <= power::MOST as f64).then(|| values.ceil().max(2.0) as u64)
    }

    /// The smallest factor up to 2 that so many values show with this power.
    #[must_use]
    pub fn detectable(&self, values: u64, level: f64, wanted: f64) -> Option<f64> {
        let beyond = |factor: f64| self.power(values, factor, level) - wanted;
        (beyond(2.0) >= 0.0).then(|| root((1.0, 2.0), CLOSE, beyond))
    }
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
            MidRanks::new(&known).unwrap().fit(&values, 1.2, 0.95).unwrap()
        };
        let [errs, sees] = shares(4_000, |e| [told(1.0, e).p <= 0.05, told(1.2, e).p <= 0.05]);
        assert!((errs - 0.05).abs() < 0.012, "{errs}");
        let promised = told(1.0, 0).power;
        assert!((sees - promised).abs() < 0.08, "{sees} where {promised} was promised");
        assert!(MidRanks::new(&[(1, 10)]).is_none() && MidRanks::new(&[]).is_none(), "nothing varies");
    }

    #[test]
    fn values_factors_and_power_belong_together() {
        let known: Vec<(i32, u64)> = (20..60).map(|x| (x, 1_000)).collect();
        let ranks = MidRanks::new(&known).unwrap();
        let power =
            |values: u64, factor: f64| ranks.fit(&vec![40.0; values as usize], factor, 0.95).unwrap().power;
        let values = ranks.values_for(1.2, 0.95, 0.8).unwrap();
        assert!(power(values, 1.2) >= 0.8 - 1e-4 && power(values - 1, 1.2) < 0.8, "{values}");
        let factor = ranks.detectable(values, 0.95, 0.8).unwrap();
        assert!((1.0..=1.2).contains(&factor) && power(values, factor) >= 0.8 - 1e-4, "{factor}");
        assert!(ranks.detectable(values - 1, 0.95, 0.8).unwrap() >= factor);
        assert_eq!((ranks.values_for(1.0, 0.95, 0.8), ranks.detectable(2, 0.95, 0.8)), (None, None));
    }
}
