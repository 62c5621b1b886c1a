//! How much one quantity changes per unit of another: the ratio of two
//! differences between the same two arms, on shared luck.
//!
//! In: sums over blocks of both changes. Out: the ratio with Fieller's set of
//! values that the data don't contradict, which is an interval only where the
//! change below is clearly not nothing.

use super::distribution::{t, z};
use super::estimate::Estimate;
use super::method::Method;
use super::sums::PairSums;

/// The values of a ratio that the data don't contradict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Set {
    /// All from the first to the second.
    Between(f64, f64),
    /// All but those strictly between the two.
    Outside(f64, f64),
    /// Every value.
    All,
}

/// A ratio of two changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exchange {
    /// The change above over the change below; NaN when nothing changes below.
    pub value: f64,
    /// The values that may be true.
    pub set: Set,
    /// Confidence level of the set.
    pub level: f64,
    /// Name of the method.
    pub method: Method,
    /// Blocks.
    pub n: u64,
}

impl Exchange {
    /// As an interval: unbounded where the set is none.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let ends = match self.set {
            Set::Between(low, high) => (low, high),
            Set::Outside(..) | Set::All => (f64::NEG_INFINITY, f64::INFINITY),
        };
        Estimate::new(self.value, ends, self.level, self.method, self.n)
    }

    /// In another unit: every value times a positive factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let set = match self.set {
            Set::Between(low, high) => Set::Between(factor * low, factor * high),
            Set::Outside(low, high) => Set::Outside(factor * low, factor * high),
            Set::All => Set::All,
        };
        Self { value: factor * self.value, set, ..self }
    }
}

/// Mean change x per mean change y over shared blocks (Fieller 1954): the r
/// for which a paired t test of "x - r y is 0 on average" does not reject.
/// Method `fieller`.
///
/// `None` with fewer than two blocks.
#[must_use]
pub fn per_unit(changes: &PairSums, level: f64) -> Option<Exchange> {
    let blocks = changes.blocks;
    if blocks < 2 {
        return None;
    }
    let reach = t(level, blocks as f64 - 1.0) / (blocks as f64).sqrt();
    with_reach(changes, reach, level, Method::Fieller)
}

/// The same for any test whose interval for a mean reaches `reach` standard
/// deviations of a block to either side.
#[must_use]
pub(crate) fn with_reach(changes: &PairSums, reach: f64, level: f64, method: Method) -> Option<Exchange> {
    let (above, below) = (changes.first(), changes.second());
    let (x, y) = (above.mean()?, below.mean()?);
    let (xx, yy, xy) = (above.variance()?, below.variance()?, changes.covariance()?);
    // The test of r is (x - r y)² ≤ reach² (xx - 2 r xy + r² yy): a quadratic
    // square r² - 2 linear r + constant ≤ 0.
    let reach = reach * reach;
    let (square, linear, constant) = (y * y - reach * yy, x * y - reach * xy, x * x - reach * xx);
    let root = linear * linear - square * constant;
    let ends = |root: f64| ((linear - root.sqrt()) / square, (linear + root.sqrt()) / square);
    let set = if square > 0.0 {
        // The estimate itself is never contradicted, so that a negative root
        // is rounding.
        let (low, high) = ends(root.max(0.0));
        Set::Between(low, high)
    } else if square < 0.0 && root > 0.0 {
        let (high, low) = ends(root);
        Set::Outside(low, high)
    } else {
        Set::All
    };
    Some(Exchange { value: if y == 0.0 { f64::NAN } else { x / y }, set, level, method, n: changes.blocks })
}

/// A normal estimate: value and standard error.
#[derive(Clone, Copy)]
struct Normal {
    value: f64,
    error: f64,
}

/// The ratio of two normal estimates with this covariance, by Fieller's theorem
/// (Fieller 1954): the values r for which over - r · under may be 0. Ends are
/// infinite when `under` could be 0.
fn fieller(over: Normal, under: Normal, covariance: f64, level: f64, n: u64) -> Estimate {
    let t2 = z(level).powi(2);
    let square = under.value.powi(2) - t2 * under.error.powi(2);
    let linear = over.value * under.value - t2 * covariance;
    let constant = over.value.powi(2) - t2 * over.error.powi(2);
    let root = linear * linear - square * constant;
    let ends = if square > 0.0 && root >= 0.0 {
        ((linear - root.sqrt()) / square, (linear + root.sqrt()) / square)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    };
    Estimate::new(over.value / under.value, ends, level, Method::Fieller, n)
}

/// Share of the gap from `fair` in `from` that is gone in `to`: 1 when `to` is
/// fair, 0 when nothing changed.
#[must_use]
pub fn closed(from: &Estimate, to: &Estimate, difference: &Estimate, fair: f64) -> Estimate {
    let (gap, change) = (from.value - fair, -difference.value);
    let (se_from, se_to, se_change) = (from.error(), to.error(), difference.error());
    // Var(from - to) = Var from + Var to - 2 Cov(from, to).
    let covariance = (se_from.powi(2) + se_to.powi(2) - se_change.powi(2)) / 2.0;
    let with_gap = se_from.powi(2) - covariance;
    let (change, gap) = (Normal { value: change, error: se_change }, Normal { value: gap, error: se_from });
    fieller(change, gap, with_gap, difference.level, difference.n)
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    /// By hand. Changes (3, 1), (5, 2), (4, 3), (6, 2), (7, 4), (5, 3): x̄ = 5,
    /// ȳ = 2.5, variances 2 and 1.1, covariance 1; t(0.95, 5) = 2.570 581 835 6,
    /// t²/6 = 1.101 315 162 3. Then square = 6.25 - 1.211 446 678 5, linear =
    /// 12.5 - 1.101 315 162 3, constant = 25 - 2.202 630 324 5.
    #[test]
    fn hand_worked_set() {
        let changes: PairSums = [(3, 1), (5, 2), (4, 3), (6, 2), (7, 4), (5, 3)].into_iter().collect();
        let e = per_unit(&changes, 0.95).unwrap();
        assert_eq!((e.value, e.n, e.method), (2.0, 6, Method::Fieller));
        let (square, linear, constant) = (5.038_553_321_5_f64, 11.398_684_837_7_f64, 22.797_369_675_5_f64);
        let root = (linear * linear - square * constant).sqrt();
        let Set::Between(low, high) = e.set else { panic!("{e:?}") };
        assert!((low - (linear - root) / square).abs() < 1e-8, "{low}");
        assert!((high - (linear + root) / square).abs() < 1e-8, "{high}");
        assert!((low - 1.491_978_9).abs() < 1e-6 && (high - 3.032_607_5).abs() < 1e-6, "{low} {high}");
        assert!(low < 2.0 && 2.0 < high);
        let doubled = e.scaled(2.0);
        assert_eq!((doubled.value, doubled.set), (4.0, Set::Between(2.0 * low, 2.0 * high)));
        assert_eq!(e.estimate().low, low);
    }

    /// At both ends of a set the paired t test of x - r y is just at its limit.
    #[test]
    fn the_ends_are_where_the_paired_test_turns() {
        let pairs: [(i32, i32); 7] = [(30, 10), (52, 20), (-4, 31), (61, 22), (75, -4), (53, 30), (12, 9)];
        let open = [(30, 10), (52, -20), (-4, 31), (61, -22), (75, -4), (53, 30), (42, 9)];
        for (pairs, bounded) in [(pairs, true), (open, false)] {
            let e = per_unit(&pairs.map(|(x, y)| (i64::from(x), i64::from(y))).into_iter().collect(), 0.95)
                .unwrap();
            let (low, high) = match e.set {
                Set::Between(low, high) if bounded => (low, high),
                Set::Outside(low, high) if !bounded => (low, high),
                other => panic!("{other:?}"),
            };
            assert!(low < high);
            let tested = |r: f64| {
                let values = pairs.map(|(x, y)| f64::from(x) - r * f64::from(y));
                let mean = values.iter().sum::<f64>() / 7.0;
                let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 6.0;
                mean.abs() / (variance / 7.0).sqrt() / t(0.95, 6.0)
            };
            assert!((tested(low) - 1.0).abs() < 1e-9 && (tested(high) - 1.0).abs() < 1e-9);
            assert_eq!(tested(f64::midpoint(low, high)) < 1.0, bounded);
            assert_eq!(tested(high + 1.0) > 1.0, bounded);
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_told() {
        let nothing: PairSums = [(3, 0), (4, 0), (5, 0)].into_iter().collect();
        let e = per_unit(&nothing, 0.95).unwrap();
        assert!(e.value.is_nan() && e.set == Set::All, "{e:?}");
        let noise: PairSums = [(1, -9), (-1, 8), (0, -7), (2, 9)].into_iter().collect();
        assert_eq!(per_unit(&noise, 0.95).unwrap().set, Set::All);
        assert!(per_unit(&noise, 0.95).unwrap().estimate().high.is_infinite());
        assert!(per_unit(&[(1, 1)].into_iter().collect(), 0.95).is_none());
        assert!(per_unit(&PairSums::EMPTY, 0.95).is_none());
        let exact: PairSums = [(20, 10), (22, 11), (18, 9)].into_iter().collect();
        let Set::Between(low, high) = per_unit(&exact, 0.95).unwrap().set else { panic!("no luck at all") };
        assert!((low - 2.0).abs() < 1e-6 && (high - 2.0).abs() < 1e-6, "{low} {high}");
    }

    /// The share of 10,000 experiments whose set holds the truth, for a change
    /// below that is clear (sets are intervals) and one that is not (most are
    /// unbounded): 95 % up to four standard errors (0.22 points) either way,
    /// and the skew of 60 blocks.
    #[test]
    fn calibration_sets_hold_the_truth() {
        for (below, intervals) in [(1.2, 0.99..=1.0), (0.25, 0.05..=0.75)] {
            let mut dice = Dice::new("exchange", (100.0 * below) as u64);
            let (experiments, truth) = (10_000, 1.5);
            let (mut held, mut bounded) = (0, 0);
            for _ in 0..experiments {
                let changes: PairSums = (0..60)
                    .map(|_| {
                        let shared = dice.normal();
                        let y = below + 0.8 * shared + 0.6 * dice.normal();
                        let x = truth * below + 0.9 * shared + 0.9 * dice.normal();
                        ((1e4 * x) as i64, (1e4 * y) as i64)
                    })
                    .collect();
                let set = per_unit(&changes, 0.95).unwrap().set;
                bounded += u32::from(matches!(set, Set::Between(..)));
                held += u32::from(match set {
                    Set::Between(low, high) => low <= truth && truth <= high,
                    Set::Outside(low, high) => truth <= low || high <= truth,
                    Set::All => true,
                });
            }
            let share = |count: u32| f64::from(count) / f64::from(experiments);
            assert!((0.94..=0.965).contains(&share(held)), "{below}: {}", share(held));
            assert!(intervals.contains(&share(bounded)), "{below}: {} bounded", share(bounded));
        }
    }

    fn about(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::BlockT, 1000)
    }

    /// Reference: Fieller's quadratic solved by hand for x = 4 ± 1.96 · 0.5,
    /// y = 2 ± 1.96 · 0.25, uncorrelated.
    #[test]
    fn fieller_matches_the_quadratic() {
        let e = fieller(Normal { value: 4.0, error: 0.5 }, Normal { value: 2.0, error: 0.25 }, 0.0, 0.95, 10);
        let t2 = z(0.95).powi(2);
        for end in [e.low, e.high] {
            assert!(((4.0 - 2.0 * end).powi(2) - t2 * (0.25 + end * end * 0.0625)).abs() < 1e-9);
        }
        assert!(e.low < 2.0 && 2.0 < e.high);
        let near_zero = Normal { value: 0.1, error: 0.25 };
        assert!(fieller(Normal { value: 4.0, error: 0.5 }, near_zero, 0.0, 0.95, 10).high.is_infinite());
    }

    #[test]
    fn a_rule_that_removes_the_whole_gap_closes_all_of_it() {
        let e = closed(&about(0.6, 0.004), &about(0.5, 0.004), &about(-0.1, 0.002), 0.5);
        assert!((e.value - 1.0).abs() < 1e-12 && e.low > 0.9 && e.high < 1.1, "{e:?}");
        let none = closed(&about(0.6, 0.004), &about(0.6, 0.004), &about(0.0, 0.002), 0.5);
        assert!(none.value.abs() < 1e-12 && none.contains(0.0));
        // More than the gap: the other side is now ahead.
        assert!(closed(&about(0.6, 0.004), &about(0.48, 0.004), &about(-0.12, 0.002), 0.5).value > 1.0);
    }
}
