//! Findings along the values of a numeric switch: what a step is worth, where
//! a target is reached.

use super::super::words::{bound, spread};
use super::{Answer, Bench, Finding, paired, sign};
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::scenario::arm::PlanArm;
use crate::settings::amount;
use crate::stats::Estimate;
use crate::stats::curve::{Crossing, bend, crossing};
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
        .filter_map(|(arm, result)| Some((amount(arm.settings.text(key))?, arm, result)))
        .collect();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    line
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
    let unit = finding.metric.unit();
    let between = |a: &Place<'_>, b: &Place<'_>| {
        let whole = paired(bench.plan, (a.1, a.2), (b.1, b.2), finding.metric)?;
        Some(whole.scaled(1.0 / (b.0 - a.0), 0.0))
    };
    let estimate = between(low, high)?;
    let average = format!("{} per step from {} to {}", show_difference(&estimate, unit), low.0, high.0);
    // Differences from the base; its own is exactly nothing.
    let moved = |(x, _, result): &Place<'_>| {
        let difference = result.metric(finding.metric)?.difference.as_ref().map(|d| d.estimate);
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
        .filter_map(|(x, _, result)| Some((*x, result.metric(finding.metric)?.estimate)))
        .collect();
    let unit = finding.metric.unit();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

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
}
