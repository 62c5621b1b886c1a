//! Curves of estimates: where one crosses a value, where it bends.
//!
//! In: places on an axis, rising, with an estimate each. Out: a place with its
//! interval. The places' errors may depend on each other in any way.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Estimate, Method};

/// What a curve says about a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Crossing {
    /// Where it first crosses the target: linear interpolation between
    /// neighbours. An end of the interval is infinite where the band still
    /// contains the target at the line's own end: the crossing may lie beyond.
    At(Estimate),
    /// The values do not cross the target, but the band contains it.
    Unclear,
    /// The whole band stays on one side of the target.
    Nowhere,
}

/// Where a line of points with intervals, by rising place, first crosses
/// `target`. The interval is where the band of all intervals (Bonferroni over
/// the points) contains the target. `None` without points.
#[must_use]
pub fn crossing(points: &[(f64, Estimate)], target: f64) -> Option<Crossing> {
    let (first, last) = (points.first()?.1, points.last()?.1);
    let at = |a: (f64, f64), b: (f64, f64)| a.0 + (target - a.1) / (b.1 - a.1) * (b.0 - a.0);
    let crosses = |low: f64, high: f64| (low - target) * (high - target) <= 0.0 && low != high;
    let value = points.windows(2).find_map(|w| {
        let (a, b) = ((w[0].0, w[0].1.value), (w[1].0, w[1].1.value));
        crosses(a.1, b.1).then(|| at(a, b))
    });
    let band = |e: &Estimate| e.together(points.len());
    let Some(value) = value else {
        let open = points.iter().any(|(_, e)| band(e).contains(target));
        return Some(if open { Crossing::Unclear } else { Crossing::Nowhere });
    };
    let (mut low, mut high) = (value, value);
    for w in points.windows(2) {
        let (b0, b1) = (band(&w[0].1), band(&w[1].1));
        let (x0, x1) = (w[0].0, w[1].0);
        let mut inside: Vec<f64> = Vec::new();
        inside.extend([(x0, b0), (x1, b1)].iter().filter(|(_, b)| b.contains(target)).map(|(x, _)| *x));
        for (y0, y1) in [(b0.low, b1.low), (b0.high, b1.high)] {
            if y0.is_finite() && y1.is_finite() && crosses(y0, y1) {
                inside.push(at((x0, y0), (x1, y1)));
            }
        }
        low = inside.iter().copied().fold(low, f64::min);
        high = inside.iter().copied().fold(high, f64::max);
    }
    if band(&first).contains(target) {
        low = f64::NEG_INFINITY;
    }
    if band(&last).contains(target) {
        high = f64::INFINITY;
    }
    Some(Crossing::At(Estimate::new(
        value,
        (low, high),
        first.level,
        Method::InterpolatedBonferroni,
        first.n,
    )))
}

/// The crossing of a curve with a target, and all places that the data don't
/// rule out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Meeting {
    /// Where the straight lines between the means cross the target.
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// The interval's lower end.
    #[schemars(with = "Option<f64>")]
    pub low: f64,
    /// The interval's upper end.
    #[schemars(with = "Option<f64>")]
    pub high: f64,
}

/// Where straight lines between neighbouring places cross the target, with an
/// interval by inversion (Fieller's idea, 1954): all x at which the band
/// between the lower and between the upper ends contains the target.
///
/// The band at x is at least as wide as the interval of the interpolated mean,
/// however the places' errors depend on each other (triangle inequality). The
/// band covers the curve at x when the intervals of both neighbours cover, so
/// intervals of level 1 - α/2 each give a crossing's interval of at least
/// 1 - α. `None` when the band avoids the target everywhere. `places` rise.
#[must_use]
pub fn invert(places: &[(f64, Estimate)], target: f64) -> Option<Meeting> {
    let mut hull: Option<(f64, f64)> = None;
    let mut take = |low: f64, high: f64| {
        hull = Some(hull.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
    };
    for (x, e) in places {
        if e.contains(target) {
            take(*x, *x);
        }
    }
    for pair in places.windows(2) {
        let ((x0, a), (x1, b)) = (pair[0], pair[1]);
        // Shares of the way at which the lower ends stay below the target, and
        // the upper ends above it.
        let lower = below(a.low - target, b.low - target);
        let upper = below(target - a.high, target - b.high);
        if let (Some(l), Some(u)) = (lower, upper) {
            let (from, to) = (l.0.max(u.0), l.1.min(u.1));
            if from <= to {
                take(x0 + from * (x1 - x0), x0 + to * (x1 - x0));
            }
        }
    }
    let (low, high) = hull?;
    let crossed = places.windows(2).find_map(|pair| {
        let ((x0, a), (x1, b)) = (pair[0], pair[1]);
        let (da, db) = (a.value - target, b.value - target);
        (da * db <= 0.0 && da != db).then(|| x0 + (x1 - x0) * da / (da - db))
    });
    let off = |e: &Estimate| (e.value - target).abs();
    let nearest = || places.iter().min_by(|a, b| off(&a.1).total_cmp(&off(&b.1))).map(|(x, _)| *x);
    let value = crossed.or_else(nearest)?;
    Some(Meeting { value: value.clamp(low, high), low, high })
}

/// The stretch of 0..=1 on which the line from `a` to `b` is at most 0.
fn below(a: f64, b: f64) -> Option<(f64, f64)> {
    match (a <= 0.0, b <= 0.0) {
        (true, true) => Some((0.0, 1.0)),
        (false, false) => None,
        (true, false) if a == f64::NEG_INFINITY => Some((0.0, 1.0)),
        (false, true) if b == f64::NEG_INFINITY => Some((0.0, 1.0)),
        (true, false) if b == f64::INFINITY => Some((0.0, 0.0)),
        (false, true) if a == f64::INFINITY => Some((1.0, 1.0)),
        (true, false) => Some((0.0, a / (a - b))),
        (false, true) => Some((a / (a - b), 1.0)),
    }
}

/// The point between the ends that leaves the straight line between them by
/// most of what its errors allow, if any surely does. All are differences from
/// one base, whose errors may be correlated either way: their sum bounds the
/// error, widened for the number of points tried (Bonferroni).
#[must_use]
pub fn bend(points: &[(f64, Estimate)]) -> Option<usize> {
    let [(x0, first), middle @ .., (x1, last)] = points else { return None };
    let half = |e: &Estimate| e.together(middle.len()).half_width();
    let over = |(x, e): &(f64, Estimate)| {
        let part = (x - x0) / (x1 - x0);
        let off = e.value - (1.0 - part) * first.value - part * last.value;
        off.abs() / (half(e) + (1.0 - part) * half(first) + part * half(last))
    };
    let sizes = middle.iter().map(over).enumerate().filter(|(_, size)| *size > 1.0);
    sizes.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::BlockT, 100)
    }

    #[test]
    fn the_crossing_of_straight_lines_and_its_interval() {
        // 40 % at 5, 44 % at 6, 50 % at 7: 46 % is reached a third of the way.
        let places = [(5.0, point(0.40, 0.01)), (6.0, point(0.44, 0.01)), (7.0, point(0.50, 0.01))];
        let found = invert(&places, 0.46).unwrap();
        assert!((found.value - (6.0 + 1.0 / 3.0)).abs() < 1e-12);
        // Upper ends cross at 6 + (0.46 - 0.45) / 0.06, lower at 6 + 0.03 / 0.06.
        assert!((found.low - (6.0 + 1.0 / 6.0)).abs() < 1e-12 && (found.high - 6.5).abs() < 1e-12);
        // At a place itself the interval reaches into both neighbours.
        let at = invert(&places, 0.44).unwrap();
        assert!((at.value - 6.0).abs() < 1e-12 && at.low < 6.0 && at.high > 6.0);
        assert!((at.low - 5.75).abs() < 1e-12);
        // A falling curve is the mirror image.
        let mirrored: Vec<_> = places.iter().map(|(x, e)| (*x, e.complement())).collect();
        let fallen = invert(&mirrored, 0.54).unwrap();
        assert!((fallen.value - found.value).abs() < 1e-12 && (fallen.low - found.low).abs() < 1e-12);
        assert_eq!(invert(&places, 0.60), None);
        let edge = invert(&places, 0.505).unwrap();
        assert!(edge.value == 7.0 && edge.high == 7.0);
        let unknown = [(1.0, point(0.4, f64::INFINITY)), (2.0, point(0.6, f64::INFINITY))];
        assert_eq!(invert(&unknown, 0.5), Some(Meeting { value: 1.5, low: 1.0, high: 2.0 }));
    }

    #[test]
    fn a_crossing_is_interpolated_inside_its_band() {
        let line: Vec<(f64, Estimate)> =
            (0..=10).map(|x| (f64::from(x), point(0.4 + 0.01 * f64::from(x), 0.003))).collect();
        let place = |line: &[(f64, Estimate)], target: f64| match crossing(line, target) {
            Some(Crossing::At(e)) => e,
            other => panic!("{other:?}"),
        };
        let e = place(&line, 0.456);
        assert!((e.value - 5.6).abs() < 1e-9);
        // The band is wider than ±0.3 steps because it holds for eleven points.
        assert!(e.low < 5.3 && e.low > 5.0 && e.high > 5.9 && e.high < 6.2, "{e:?}");
        assert_eq!(crossing(&line, 0.6), Some(Crossing::Nowhere));
        assert!(crossing(&[], 0.6).is_none());
        let falling: Vec<(f64, Estimate)> = line.iter().map(|(x, e)| (*x, e.negated())).collect();
        assert!((place(&falling, -0.456).value - 5.6).abs() < 1e-9);
    }

    /// A crossing near the end of the line is not denied because the values
    /// happen to stop short of the target, and not bounded by the line's end.
    #[test]
    fn near_the_end_of_a_line_a_crossing_is_open_or_unclear() {
        let line = |last: f64| -> Vec<(f64, Estimate)> {
            (0..=4).map(|x| (f64::from(x), point(last - 0.01 * f64::from(4 - x), 0.003))).collect()
        };
        assert_eq!(crossing(&line(0.498), 0.5), Some(Crossing::Unclear));
        assert_eq!(crossing(&line(0.49), 0.5), Some(Crossing::Nowhere));
        let Some(Crossing::At(open)) = crossing(&line(0.502), 0.5) else { panic!() };
        assert!((open.value - 3.8).abs() < 1e-9 && open.low > 3.2 && open.high.is_infinite(), "{open:?}");
    }

    #[test]
    fn a_first_step_that_gives_all_is_no_straight_line() {
        let nothing = Estimate { level: 0.95, ..Estimate::exact(0.0) };
        let line = |middle: f64| [(0.0, nothing), (1.0, point(middle, 0.005)), (2.0, point(0.041, 0.005))];
        assert_eq!(bend(&line(0.041)), Some(1));
        assert_eq!(bend(&line(0.0205)), None);
        // Within what the errors allow.
        assert_eq!(bend(&line(0.027)), None);
        assert_eq!(bend(&[(0.0, nothing), (1.0, point(0.04, 0.001))]), None);
    }
}
