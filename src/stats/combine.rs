//! Estimates made from estimates, where no sums say how their errors hang
//! together.
//!
//! In: estimates with their intervals. Out: one whose interval holds whatever
//! the errors have to do with each other, or, where a function says so, if they
//! share no luck.

use super::distribution::{normal_cdf, z};
use super::{Estimate, Method};

/// Second minus first, from end to end: it misses only if one of the two does,
/// so that each at half the error gives both together `level` (union bound).
#[must_use]
pub fn union(first: &Estimate, second: &Estimate, level: f64, method: Method) -> Estimate {
    let ends = (second.low - first.high, second.high - first.low);
    Estimate::new(second.value - first.value, ends, level, method, first.n.min(second.n))
}

/// [`union`] of two arms' own intervals, with a p value for "no difference" from
/// the same widths. Method `two-intervals`.
#[must_use]
pub fn two_intervals(first: &Estimate, second: &Estimate, level: f64) -> (Estimate, f64) {
    let estimate = union(first, second, level, Method::TwoIntervals);
    let error = estimate.half_width() / z(f64::midpoint(1.0, level));
    let p = if estimate.value == 0.0 {
        1.0
    } else if error > 0.0 {
        // Each interval may miss: twice the two-sided tail.
        (4.0 * normal_cdf(-estimate.value.abs() / error)).min(1.0)
    } else {
        0.0
    };
    (estimate, p)
}

/// Second minus first of two that share no luck: their ends combined (Zou and
/// Donner 2008), p from the normal distribution. No p value where an interval
/// has no end, and none for quantiles and sequences. Method `mover`.
#[must_use]
pub fn mover(first: &Estimate, second: &Estimate) -> (Estimate, Option<f64>) {
    let value = second.value - first.value;
    let (below, above) = reach(first, second);
    let ends = (value - below, value + above);
    let effect = Estimate::new(value, ends, second.level, Method::Mover, second.n.min(first.n));
    let error = effect.error();
    let untold = second.method.is_sequence() || second.method.is_of_quantile() || !error.is_finite();
    let p = match (untold, error > 0.0) {
        (true, _) => None,
        (_, true) => Some(2.0 * normal_cdf(-(value / error).abs())),
        (_, false) => Some(if value == 0.0 { 1.0 } else { 0.0 }),
    };
    (effect, p)
}

/// How far the ends of "second minus first" lie below and above its value when
/// the two share no luck.
fn reach(first: &Estimate, second: &Estimate) -> (f64, f64) {
    reach_together(first, second, 0.0)
}

/// The same of two whose errors have this correlation (Zou and Donner 2008).
fn reach_together(first: &Estimate, second: &Estimate, correlation: f64) -> (f64, f64) {
    let ([b0, a0], [b1, a1]) = (first.arms(), second.arms());
    let side = |a: f64, b: f64| {
        if a.is_finite() && b.is_finite() {
            (a * a + b * b - 2.0 * correlation * a * b).max(0.0).sqrt()
        } else {
            f64::INFINITY
        }
    };
    (side(b1, a0), side(a1, b0))
}

/// Second minus first of two whole numbers whose errors have this correlation:
/// the ends of [`mover`], outward to whole numbers. `method` names it.
#[must_use]
pub fn whole_difference(first: &Estimate, second: &Estimate, correlation: f64, method: Method) -> Estimate {
    let value = second.value - first.value;
    let (below, above) = reach_together(first, second, correlation);
    let ends = ((value - below + 1e-9).floor(), (value + above - 1e-9).ceil());
    Estimate::new(
        value,
        (ends.0.min(value - 1.0), ends.1.max(value + 1.0)),
        second.level,
        method,
        first.n.min(second.n),
    )
}

/// Second minus first of two that share luck with a base: each with its
/// difference from that (`None` where there is none, exactly 0 of the base
/// itself). The interval is the shorter of two: the ends of both differences
/// taken together, and what the two values would give without shared luck
/// (sharing it makes them rise and fall together; [`mover`]). Method
/// `bounded-half-width`.
#[must_use]
pub fn through_base(
    first: (&Estimate, Option<&Estimate>),
    second: (&Estimate, Option<&Estimate>),
) -> Estimate {
    let value = second.0.value - first.0.value;
    let apart = reach(first.0, second.0);
    let together = first.1.zip(second.1).map(|(first, second)| {
        let ([b0, a0], [b1, a1]) = (first.arms(), second.arms());
        (b1 + a0, a1 + b0)
    });
    let (below, above) = together.filter(|(b, a)| b + a < apart.0 + apart.1).unwrap_or(apart);
    let n = second.0.n.min(first.0.n);
    Estimate::new(value, (value - below, value + above), second.0.level, Method::BoundedHalfWidth, n)
}

/// Second minus first of the same blocks, whose errors may be correlated either
/// way: the sum of the half-widths bounds the difference's. Method
/// `sum-of-half-widths`.
#[must_use]
pub fn difference(first: &Estimate, second: &Estimate) -> Estimate {
    let half = first.half_width() + second.half_width();
    Estimate::around(second.value - first.value, half, first.level, Method::SumOfHalfWidths, first.n)
}

/// The mean of several, whose errors may be correlated either way: the error of
/// a mean is at most the mean of the errors. `n` is that of the first. Method
/// `mean-of-intervals`; `None` of nothing.
#[must_use]
pub fn mean(all: &[Estimate]) -> Option<Estimate> {
    let first = all.first()?;
    let mean = |of: fn(&Estimate) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let ends = (mean(|e| e.low), mean(|e| e.high));
    Some(Estimate::new(mean(|e| e.value), ends, first.level, Method::MeanOfIntervals, first.n))
}

/// The largest of several whose intervals hold all at once: which one it is was
/// chosen by looking, so it lies between the largest of the ends. `n` and level
/// are those of the first; `None` of nothing.
#[must_use]
pub fn largest(all: &[Estimate], method: Method) -> Option<Estimate> {
    let first = all.first()?;
    let most = |end: fn(&Estimate) -> f64| all.iter().map(end).fold(f64::NEG_INFINITY, f64::max);
    let ends = (most(|e| e.low), most(|e| e.high));
    Some(Estimate::new(most(|e| e.value), ends, first.level, method, first.n))
}

/// Widens intervals so that all of them hold at once (Bonferroni): whichever
/// of them are picked by looking, what they show of each other stands.
pub fn at_once(estimates: &mut [Estimate]) {
    let all = estimates.len();
    for e in estimates {
        *e = Estimate { method: Method::Bonferroni, ..e.together(all) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::AsymptoticCs, 200)
    }

    #[test]
    fn a_union_reaches_from_end_to_end() {
        let union = |a: &Estimate, b: &Estimate| union(a, b, 0.95, a.method.union());
        let e = union(&around(0.5, 0.02), &around(0.6, 0.03));
        assert!((e.low - 0.05).abs() < 1e-12 && (e.high - 0.15).abs() < 1e-12);
        let open = union(&around(0.5, f64::INFINITY), &around(0.6, 0.03));
        assert!(open.low.is_infinite() && open.high.is_infinite());
    }

    #[test]
    fn a_mean_and_the_largest_lie_between_means_and_largest_ends() {
        let all = [around(0.2, 0.1), around(0.4, 0.3)];
        let e = mean(&all).unwrap();
        assert!((e.value - 0.3).abs() < 1e-12 && (e.half_width() - 0.2).abs() < 1e-12, "{e:?}");
        let e = largest(&all, Method::Bonferroni).unwrap();
        assert!(e.value == 0.4 && (e.low - 0.1).abs() < 1e-12 && (e.high - 0.7).abs() < 1e-12, "{e:?}");
        assert!(mean(&[]).is_none() && largest(&[], Method::Bonferroni).is_none());
    }

    #[test]
    fn what_shares_no_luck_is_tested_from_both_sides() {
        let mean = |value: f64| Estimate::around(value, 3.0 * z(0.95), 0.95, Method::BlockT, 50);
        let other = |value: f64| Estimate::around(value, 4.0 * z(0.95), 0.95, Method::BlockT, 40);
        // Errors of 3 and 4 make one of 5: the interval of 95 % ends at 0 where p is 5 %.
        for sign in [1.0, -1.0] {
            let (effect, p) = mover(&other(0.0), &mean(sign * 5.0 * z(0.95)));
            assert!((effect.half_width() - 5.0 * z(0.95)).abs() < 1e-9 && effect.n == 40);
            assert!((p.unwrap() - 0.05).abs() < 1e-9, "{p:?}");
        }
        assert_eq!(mover(&other(1.0), &mean(1.0)).1, Some(1.0));
    }
}
