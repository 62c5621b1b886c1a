//! Confidence sequences from counts: quantiles by way of rates.
//!
//! Robbins' mixture (Robbins 1970; Howard, Ramdas, `McAuliffe` and Sekhon
//! 2021, arXiv 1810.08240): the likelihood of p against its average over a
//! Beta(a, b) prior exceeds 1/α with probability at most α, over all looks
//! together.

use super::super::distribution::{alpha, ln_beta};
use super::super::estimate::Estimate;
use super::super::method::Method;
use super::super::order::{point, value_at};
use super::super::sums::Counts;

/// The Beta prior that is mixed over. It must be chosen before the data; it
/// affects the width, never the validity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    /// First parameter, positive.
    pub a: f64,
    /// Second parameter, positive.
    pub b: f64,
}

impl Prior {
    /// A prior around `expected` that makes the sequence tightest after about
    /// `trials` trials: concentration `trials` / (t ρ²) with t ρ² = 8.3 at 95 %
    /// (Howard et al. 2021, section 3.5).
    #[must_use]
    pub fn tuned(expected: f64, trials: u64, level: f64) -> Self {
        let mass = (trials as f64 / tightest(level)).max(2.0);
        let expected = expected.clamp(0.5 / mass, 1.0 - 0.5 / mass);
        Self { a: mass * expected, b: mass * (1.0 - expected) }
    }
}

/// t ρ² at which the normal mixture is tightest: -W₋₁(-α²/e) - 1, i.e. the
/// root above 0 of x = ln((1 + x) / α²).
pub(crate) fn tightest(level: f64) -> f64 {
    let target = -2.0 * alpha(level).ln();
    let mut x = target + 1.0;
    for _ in 0..100 {
        x = target + x.ln_1p();
    }
    x
}

/// ln of the mixture's likelihood ratio against p, from parts of events: what
/// happened and what did not.
fn evidence_of(hits: f64, rest: f64, prior: Prior) -> impl Fn(f64) -> f64 {
    let (a, b) = (prior.a.max(1e-9), prior.b.max(1e-9));
    let constant = if hits + rest == 0.0 { 0.0 } else { ln_beta(hits + a, rest + b) - ln_beta(a, b) };
    move |p: f64| {
        let term = |count: f64, p: f64| if count > 0.0 { count * p.ln() } else { 0.0 };
        constant - term(hits, p) - term(rest, 1.0 - p)
    }
}

/// Confidence sequence for the `q` quantile of a histogram (Howard and Ramdas
/// 2022, theorem 1, by the beta-binomial mixture in place of their stitched
/// bound): the values v for which q is compatible with the share below v and the
/// share up to v. Method `quantile-cs`.
///
/// `per_block` is the number of values that a block writes, or the most that it
/// can write: a block is then one trial, or less, whose success is a fraction.
/// Nothing is lost by that. Let v be the quantile, and let a value that ties
/// with it count as below in the proportion that makes the chance exactly q.
/// With S the part of a block's values below v and R the rest, each divided by
/// `per_block`, (θ/q)^S ((1-θ)/(1-q))^R is convex in (S, R), so that its mean
/// is at most that of a block that is all below, all above or empty: 1. The
/// mixture over θ is a supermartingale however the values of one block hang
/// together (Ville 1939).
///
/// `trials` is the number of blocks at which the sequence is to be tightest. An
/// end that the sample can't bound is infinite; `None` when nothing was counted
/// or `q` is not strictly between 0 and 1.
#[must_use]
pub fn quantile(counts: &Counts, q: f64, per_block: f64, trials: u64, level: f64) -> Option<Estimate> {
    let n = counts.total();
    if n == 0 || q.is_nan() || q <= 0.0 || q >= 1.0 {
        return None;
    }
    let prior = Prior::tuned(q, trials, level);
    let room = -alpha(level).ln();
    let per_block = per_block.max(1.0);
    let excess =
        |x: u64| evidence_of(x as f64 / per_block, (n - x.min(n)) as f64 / per_block, prior)(q) - room;
    // As a function of x the evidence falls, then rises again; near q n it is
    // below the threshold.
    let middle = ((q * n as f64).round() as u64).min(n);
    let least = edge(middle, 0, |x| excess(x) < 0.0);
    let most = edge(middle, n, |x| excess(x) < 0.0);
    // v stays when some count between #(below v) and #(up to v) is compatible:
    // #(up to v) >= least and #(below v) <= most.
    let low = if least == 0 { f64::NEG_INFINITY } else { value_at(counts, least) };
    let high = if most >= n { f64::INFINITY } else { value_at(counts, most + 1) };
    let units = (n as f64 / per_block) as u64;
    Some(Estimate::new(point(counts, q, n), (low, high), level, Method::QuantileCs, units))
}

/// The last number on the way from `inside` to `end` for which `holds`, by
/// halving; `inside` itself is taken to hold.
fn edge(inside: u64, end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    if holds(end) {
        return end;
    }
    let (mut good, mut bad) = (inside, end);
    while good.abs_diff(bad) > 1 {
        let middle = good.midpoint(bad);
        if holds(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

#[cfg(test)]
mod tests {
    use super::super::super::rate::wilson;
    use super::super::super::simulate::{Dice, count, shares};
    use super::*;

    const FLAT: Prior = Prior { a: 1.0, b: 1.0 };

    /// Evidence from `x` events in `n` trials.
    fn evidence(x: u64, n: u64, prior: Prior) -> impl Fn(f64) -> f64 {
        evidence_of(x as f64, (n - x) as f64, prior)
    }

    #[test]
    fn edges() {
        assert!(quantile(&Counts::new(), 0.5, 1.0, 10, 0.95).is_none());
        let few: Counts = (0..4).collect();
        let e = quantile(&few, 0.5, 1.0, 100, 0.95).unwrap();
        assert!(e.low.is_infinite() && e.high.is_infinite());
    }

    /// A fair game, looked at every 100 games up to 100 000: Wilson's interval
    /// leaves ½ outside at some look in half of the runs, the sequence in less
    /// than one in a hundred.
    #[test]
    fn calibration_watching_a_fixed_interval_raises_false_alarms() {
        let share = shares(2_000, |experiment| {
            let mut dice = Dice::new("watched", experiment);
            let (mut wins, mut alarms) = (0, [false; 2]);
            for n in 1..=100_000_u64 {
                wins += u64::from(dice.below(2));
                if n.is_multiple_of(100) {
                    alarms[0] = alarms[0] || !wilson(wins, n, 0.95).unwrap().contains(0.5);
                    alarms[1] = alarms[1] || evidence(wins, n, FLAT)(0.5) >= 20_f64.ln();
                }
            }
            alarms
        });
        assert!((0.44..0.60).contains(&share[0]) && share[1] <= 0.03, "{share:?}");
    }

    /// A fair game and an unfair one, looked at after every game.
    #[test]
    fn calibration_rate_sequence_ever_misses() {
        let experiments = 4_000;
        let missed = count(experiments, |experiment| {
            let mut dice = Dice::new("beta-binomial cs", experiment);
            [(0.5, Prior::tuned(0.5, 1_000, 0.95)), (0.07, FLAT)].map(|(p, prior)| {
                let mut x = 0;
                (1..=2_000).any(|n| {
                    x += u64::from(dice.unit() < p);
                    // In the interval if and only if the evidence is small.
                    evidence(x, n, prior)(p) >= -(0.05_f64).ln()
                })
            })
        });
        assert!(missed.iter().all(|&m| 0 < m && m <= experiments / 20), "{missed:?} of {experiments}");
    }

    /// By hand: with the flat prior the evidence of x in 20 against ½ is
    /// 2^20 / (21 C(20, x)), which is 43.8 at 3 and 10.3 at 4: below 20 from
    /// 4 to 16.
    #[test]
    fn ranks_match_the_bound_worked_by_hand() {
        let twenty: Counts = (1..=20).collect();
        let e = quantile(&twenty, 0.5, 1.0, 0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high, e.n), (10.0, 4.0, 17.0, 20));
        // Two values per block and each block twice the same: the same ranks.
        let pairs: Counts = (1..=20).flat_map(|v| [v, v]).collect();
        let e = quantile(&pairs, 0.5, 2.0, 0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high, e.n), (10.0, 4.0, 17.0, 20));
        // All in one place, and half in each of two.
        let tied: Counts = std::iter::repeat_n(7, 40).collect();
        let e = quantile(&tied, 0.5, 1.0, 0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high), (7.0, 7.0, 7.0));
        let two: Counts = (0..400).map(|i| i % 2).collect();
        let e = quantile(&two, 0.5, 1.0, 400, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high), (0.0, 0.0, 1.0));
    }
}
