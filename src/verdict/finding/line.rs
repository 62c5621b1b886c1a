//! Findings along the values of a numeric switch: what a step is worth, where
//! a target is reached.

use super::super::words::{bound, spread};
use super::{Answer, Bench, Finding, paired, sign, unit};
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::scenario::plan::PlanArm;
use crate::stats::{Estimate, Method};
use crate::verdict::show_difference;

/// Uneven steps that are told one by one; of more, both sides of the bend are.
const TOLD_STEPS: usize = 3;

/// An arm at one value of the switch.
type Place<'a> = (f64, &'a PlanArm, &'a ArmResult);

/// The arms of a numeric switch by rising value, the base (of this name, or the
/// only one) among them. Nothing where the switch was varied from several bases
/// and none is named: points of different lines make no line.
fn line<'a>(bench: &Bench<'a>, key: &str, from: Option<&str>) -> Vec<Place<'a>> {
    let base_of = |arm: &PlanArm| arm.effect.as_ref().filter(|e| e.key == key).map(|e| e.base);
    let base = match from {
        Some(name) => bench.named(name).map(|(_, result)| result.index),
        None => {
            let mut bases = bench.arms().filter_map(|(arm, _)| base_of(arm));
            bases.next().filter(|first| bases.all(|other| other == *first))
        }
    };
    let Some(base) = base else { return Vec::new() };
    let mut line: Vec<Place<'a>> = bench
        .arms()
        .filter(|(arm, result)| base_of(arm) == Some(base) || result.index == base)
        .filter_map(|(arm, result)| Some((arm.settings.text(key).parse::<f64>().ok()?, arm, result)))
        .collect();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    line
}

/// The point between the ends that leaves the straight line between them by
/// most of what its errors allow, if any surely does. All are differences from
/// one base, whose errors may be correlated either way: their sum bounds the
/// error, widened for the number of points tried (Bonferroni).
fn bend(points: &[(f64, Estimate)]) -> Option<usize> {
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

/// What a step is worth: the whole way over its steps, or, where the points
/// between surely leave that line, step by step.
pub(super) fn per_step(
    bench: &Bench<'_>,
    finding: &Finding,
    key: &str,
    from: Option<&str>,
) -> Option<Answer> {
    let line = line(bench, key, from);
    let (low, high) = (line.first()?, line.last()?);
    let steps = high.0 - low.0;
    if steps <= 0.0 {
        return None;
    }
    let unit = unit(bench, &finding.metric);
    let between = |a: &Place<'_>, b: &Place<'_>| {
        let whole = paired(bench.plan, (a.1, a.2), (b.1, b.2), &finding.metric)?;
        Some(whole.scaled(1.0 / (b.0 - a.0), 0.0))
    };
    let estimate = between(low, high)?;
    let average = format!("{} per step from {} to {}", show_difference(&estimate, unit), low.0, high.0);
    // Differences from the base; its own is exactly nothing.
    let moved = |(x, _, result): &Place<'_>| {
        let difference = result.metric(&finding.metric)?.difference.as_ref().map(|d| d.estimate);
        let level = estimate.level;
        Some((*x, difference.unwrap_or(Estimate { level, ..Estimate::exact(0.0) })))
    };
    let points: Option<Vec<(f64, Estimate)>> = line.iter().map(moved).collect();
    let tell = |a: &Place<'_>, b: &Place<'_>| {
        Some(format!("{} from {} to {}", show_difference(&between(a, b)?, unit), a.0, b.0))
    };
    let text = match points.as_deref().and_then(bend) {
        None => average,
        Some(_) if line.len() <= TOLD_STEPS + 1 => {
            let each: Option<Vec<String>> = line.windows(2).map(|pair| tell(&pair[0], &pair[1])).collect();
            format!("not the same at each step: {}", each?.join(", "))
        }
        Some(place) => {
            let (near, far) = (tell(low, &line[place])?, tell(&line[place], high)?);
            format!("{average} on average, but not evenly: per step {near}, {far}")
        }
    };
    Some(Answer::new(text, sign(&estimate), Some(estimate)))
}

/// `2.4 (1.0 to 3.8)`; an end that is only the end of what was tried says so.
fn told_place(e: &Estimate, least: f64, most: f64) -> String {
    let (cut_low, cut_high) = (e.low <= least, e.high >= most);
    let interval = match (cut_low, cut_high) {
        (false, false) => format!("{:.1} to {:.1}", e.low, e.high),
        (true, false) => format!("up to {:.1}; perhaps below {least}, the lowest tried", e.high),
        (false, true) => format!("from {:.1}; perhaps above {most}, the highest tried", e.low),
        (true, true) => format!("it may be anywhere from {least} to {most} or beyond: too few games"),
    };
    format!("at {:.1} ({interval})", e.value)
}

/// Where the line reaches a target.
pub(super) fn reaches(
    bench: &Bench<'_>,
    finding: &Finding,
    key: &str,
    from: Option<&str>,
    target: f64,
) -> Option<Answer> {
    let line = line(bench, key, from);
    let points: Vec<(f64, Estimate)> = line
        .iter()
        .filter_map(|(x, _, result)| Some((*x, result.metric(&finding.metric)?.estimate)))
        .collect();
    let unit = unit(bench, &finding.metric);
    let (low, high) = (points.first()?, points.last()?);
    let runs = if unit == Unit::Number || points.len() < 2 {
        format!("from {} to {}", bound(low.1.value, unit), bound(high.1.value, unit))
    } else {
        let mut ends = [low.1, high.1];
        ends.sort_by(|a, b| a.value.total_cmp(&b.value));
        spread(&ends, unit)
    };
    let answer = match crossing(&points, target)? {
        Crossing::At(e) => Answer::new(told_place(&e, low.0, high.0), 1, Some(e)),
        Crossing::Unclear => {
            let text = format!("not clear, perhaps nowhere from {} to {} (it is {runs})", low.0, high.0);
            Answer::new(text, 0, None)
        }
        Crossing::Nowhere => {
            Answer::new(format!("nowhere from {} to {} (it is {runs})", low.0, high.0), -1, None)
        }
    };
    Some(answer)
}

/// What a line of points says about a target.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::Dice;

    fn about(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::BlockT, 1000)
    }

    #[test]
    fn a_crossing_is_interpolated_inside_its_band() {
        let line: Vec<(f64, Estimate)> =
            (0..=10).map(|x| (f64::from(x), about(0.4 + 0.01 * f64::from(x), 0.003))).collect();
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
            (0..=4).map(|x| (f64::from(x), about(last - 0.01 * f64::from(4 - x), 0.003))).collect()
        };
        assert_eq!(crossing(&line(0.498), 0.5), Some(Crossing::Unclear));
        assert_eq!(crossing(&line(0.49), 0.5), Some(Crossing::Nowhere));
        let Some(Crossing::At(open)) = crossing(&line(0.502), 0.5) else { panic!() };
        assert!((open.value - 3.8).abs() < 1e-9 && open.low > 3.2 && open.high.is_infinite(), "{open:?}");
        assert_eq!(told_place(&open, 0.0, 4.0), "at 3.8 (from 3.4; perhaps above 4, the highest tried)");
    }

    /// A line that truly crosses at 3.75 of 0 to 4: a stated place that misses
    /// it and a false "nowhere" come to at most 5 % together.
    #[test]
    fn calibration_crossings_near_the_end() {
        let experiments = 4_000;
        for (truth, error) in [(3.75, 0.0158), (4.0, 0.0158), (3.75, 0.005)] {
            let (mut wrong, mut denied) = (0, 0);
            for experiment in 0..experiments {
                let mut dice = Dice::new("crossing", experiment);
                let line: Vec<(f64, Estimate)> = (0..=4)
                    .map(|x| (f64::from(x), about(0.02 * f64::from(x) + error * dice.normal(), 1.96 * error)))
                    .collect();
                match crossing(&line, 0.02 * truth) {
                    Some(Crossing::At(e)) => wrong += u64::from(!e.contains(truth)),
                    Some(Crossing::Nowhere) => denied += 1,
                    _ => {}
                }
            }
            assert!(wrong + denied <= experiments / 20, "{truth} {error}: {wrong} wrong, {denied} denied");
        }
    }

    #[test]
    fn an_end_of_the_range_is_no_end_of_the_interval() {
        let e =
            |low: f64, high: f64| Estimate::new(3.0, (low, high), 0.95, Method::InterpolatedBonferroni, 9);
        assert_eq!(told_place(&e(2.5, 3.5), 1.0, 6.0), "at 3.0 (2.5 to 3.5)");
        assert_eq!(
            told_place(&e(1.0, 3.5), 1.0, 6.0),
            "at 3.0 (up to 3.5; perhaps below 1, the lowest tried)"
        );
        assert_eq!(
            told_place(&e(2.5, 6.0), 1.0, 6.0),
            "at 3.0 (from 2.5; perhaps above 6, the highest tried)"
        );
        assert!(told_place(&e(1.0, 6.0), 1.0, 6.0).contains("anywhere from 1 to 6"));
    }

    #[test]
    fn a_first_step_that_gives_all_is_no_straight_line() {
        let nothing = Estimate { level: 0.95, ..Estimate::exact(0.0) };
        let line = |middle: f64| [(0.0, nothing), (1.0, about(middle, 0.005)), (2.0, about(0.041, 0.005))];
        assert_eq!(bend(&line(0.041)), Some(1));
        assert_eq!(bend(&line(0.0205)), None);
        // Within what the errors allow.
        assert_eq!(bend(&line(0.027)), None);
        assert_eq!(bend(&[(0.0, nothing), (1.0, about(0.04, 0.001))]), None);
    }
}
