//! What a sweep has found, in sentences that can be read aloud.

use super::place;
use crate::estimates::Named;
use crate::game::Unit;
use crate::lab::sweep::{Axis, Curve, Sweep, Target, Trend, Way, extremes};
use crate::metric::Metric;
use crate::report::tell::{blocks, brackets};
use crate::stats::curve::Crossing;
use crate::stats::equivalence::Verdict;
use crate::stats::estimate::Estimate;
use crate::verdict::{
    self, Opening, Status, capital, is_none, metric_of, show, show_difference, value_of_difference,
};

/// A value to as many digits as its interval supports, without the interval.
fn bare(estimate: &Estimate, unit: Unit) -> String {
    crate::verdict::value(estimate, unit)
}

/// `1 percentage point`, `46 %` or `5`.
pub fn target(target: &Target, unit: Unit) -> String {
    let round = |x: f64| (x * 1e6).round() / 1e6;
    match unit {
        Unit::Number => format!("{}", round(target.value)),
        Unit::Share => format!("{} %", round(100.0 * target.value)),
        Unit::Points if (target.value.abs() - 0.01).abs() < 1e-12 => {
            format!("{} percentage point", round(100.0 * target.value))
        }
        Unit::Points => format!("{} percentage points", round(100.0 * target.value)),
    }
}

/// A place on the axis with its interval: `8.3 (7.9 to 8.8)`; an end beyond
/// the axis is open.
fn at(place: &Estimate) -> String {
    let Estimate { value, low, high, .. } = *place;
    let sides = [value - low, high - value].into_iter().filter(|side| side.is_finite());
    let width = sides.fold(0.0, f64::max);
    let digits = if width > 0.0 { (1.0 - width.log10()).floor().clamp(0.0, 4.0) as usize } else { 2 };
    let ends = match (low.is_finite(), high.is_finite()) {
        (true, false) => format!("{low:.digits$} or more"),
        (false, true) => format!("{high:.digits$} or less"),
        _ => format!("{low:.digits$} to {high:.digits$}"),
    };
    format!("{value:.digits$} ({ends})")
}

/// What a trend amounts to, per step.
fn per_step(trend: &Trend, unit: Unit) -> String {
    let size = value_of_difference(&trend.step(), unit);
    let even = if trend.monotone { "each step" } else { "not every step goes that way, but on average one" };
    let way = if trend.per_step < 0.0 { "takes away" } else { "adds" };
    format!("{even} {way} about {size}")
}

fn crossings(sweep: &Sweep, curve: &Curve, metric: Metric, unit: Unit) -> String {
    let mut text = String::new();
    for wanted in sweep.question.targets.iter().filter(|target| target.metric == metric) {
        let value = target(wanted, unit);
        text += &match sweep.crossing(curve, wanted) {
            Some(Crossing::At(place)) if is_everywhere(sweep, &place) => {
                format!("; where it crosses {value} is open, because its band holds that everywhere")
            }
            Some(Crossing::At(place)) => format!("; it crosses {value} at {}", at(&place)),
            Some(Crossing::Unclear) => {
                format!("; whether it crosses {value} is not clear, because its band reaches that")
            }
            Some(Crossing::Nowhere) => format!("; it does not cross {value}"),
            None => String::new(),
        };
    }
    text
}

/// The same of every table: the strongest bot's, and those of others where they say
/// something else.
fn crossed(sweep: &Sweep, best: &Curve, metric: Metric) -> String {
    let of = |curve: &Curve| crossings(sweep, curve, metric, metric.unit());
    let said = of(best);
    let others = sweep.curves.iter().filter(|other| of(other) != said);
    let others: Vec<String> =
        others.map(|other| format!("between {}{}", other.players, of(other).replacen(';', ":", 1))).collect();
    if others.is_empty() {
        return said;
    }
    let others: Vec<String> = others.into_iter().map(|other| other.replace("; ", ", ")).collect();
    format!("{said} between {}; {}", best.players, others.join("; "))
}

/// Whether a place's interval is the whole axis.
fn is_everywhere(sweep: &Sweep, place: &Estimate) -> bool {
    let numbers = sweep.question.axes.first().and_then(Axis::numbers).unwrap_or_default();
    numbers.iter().all(|&x| place.contains(x))
}

/// A metric as people read it.
pub fn called(sweep: &Sweep, metric: Metric) -> String {
    metric_of(sweep.question.series.iter().flat_map(|series| &series.plan.arms), metric)
}

/// At which points of a curve no game counted for a metric; `None` where some did everywhere.
fn untold(curve: &Curve, metric: Metric) -> Option<String> {
    let values = || curve.points.iter().filter_map(|point| Some(point.metric(metric)?.estimate.value));
    let (all, unknown) = (values().count(), values().filter(|value| !value.is_finite()).count());
    let which = if unknown == all { "any of these".to_owned() } else { format!("{unknown} of {all}") };
    (unknown > 0).then(|| format!("is not known at {which} points: no game counted for it"))
}

/// One metric of one curve, without who plays.
fn curve_words(sweep: &Sweep, curve: &Curve, metric: Metric) -> Option<String> {
    let named: Vec<&Named> = curve.points.iter().filter_map(|point| point.metric(metric)).collect();
    let (first, last) = (named.first()?, named.last()?);
    let unit = first.unit;
    let name = called(sweep, metric);
    if let (Some(trend), [axis]) = (sweep.trend(curve, metric), &sweep.question.axes[..]) {
        let over = format!("{} goes {} → {}", axis.key, axis.values[0], axis.values[axis.values.len() - 1]);
        let ends = format!("from {} to {}", bare(&first.estimate, unit), bare(&last.estimate, unit));
        let crossed = crossings(sweep, curve, metric, unit);
        let text = match trend.way {
            Way::Rises => format!("{name} rises {ends} as {over}; {}", per_step(&trend, unit)),
            Way::Falls => format!("{name} falls {ends} as {over}; {}", per_step(&trend, unit)),
            Way::Turns => {
                let (low, high) = extremes(&sweep.steps(curve, metric))?;
                format!(
                    "{name} turns as {over}: lowest at {} with {}, highest at {} with {}, about the same at both ends",
                    axis.values[low],
                    bare(&named[low].estimate, unit),
                    axis.values[high],
                    bare(&named[high].estimate, unit)
                )
            }
            Way::Level => format!(
                "{name} does not clearly change as {over} ({ends}, a change of {})",
                show_difference(&trend.change, unit)
            ),
        };
        return Some(text + &crossed);
    }
    let told = |point: usize| {
        let at: Vec<String> = sweep
            .question
            .axes
            .iter()
            .zip(place(sweep, point))
            .map(|(axis, value)| format!("{} = {value}", axis.key))
            .collect();
        format!("{} at {}", show(&named[point].estimate, unit), at.join(", "))
    };
    let mut text = match sweep.extremes(curve, metric) {
        Some((low, high)) => format!("{name} runs from {} to {}", told(low), told(high)),
        None => match untold(curve, metric) {
            Some(untold) => format!("{name} {untold}"),
            None => {
                let (low, high) = extremes(&sweep.steps(curve, metric))?;
                let [low, high] = [low, high].map(|at| bare(&named[at].estimate, unit));
                format!("{name} is not shown to differ between these points, which lie at {low} to {high}")
            }
        },
    };
    for wanted in sweep.question.targets.iter().filter(|target| target.metric == metric) {
        let off = |point: &usize| (named[*point].estimate.value - wanted.value).abs();
        let known = (0..named.len()).filter(|&point| named[point].estimate.value.is_finite());
        if let Some(nearest) = known.min_by(|a, b| off(a).total_cmp(&off(b))) {
            text += &format!("; nearest to {} is {}", target(wanted, unit), told(nearest));
        }
    }
    Some(text)
}

/// Whether all curves of a panel go the same way in the main metric.
fn panel(sweep: &Sweep, metric: Metric) -> Option<String> {
    if sweep.curves.len() < 2 {
        return None;
    }
    let ways: Option<Vec<Way>> =
        sweep.curves.iter().map(|curve| Some(sweep.trend(curve, metric)?.way)).collect();
    let ways = ways?;
    let name = capital(&called(sweep, metric));
    let [axis] = &sweep.question.axes[..] else { return None };
    let over = format!("as {} goes {} → {}", axis.key, axis.values[0], axis.values[axis.values.len() - 1]);
    let each: Vec<String> = sweep
        .curves
        .iter()
        .filter_map(|curve| {
            let (first, last) = (curve.points.first()?.metric(metric)?, curve.points.last()?.metric(metric)?);
            let ends =
                format!("{} to {}", bare(&first.estimate, first.unit), bare(&last.estimate, last.unit));
            Some(format!("{ends} between {}", curve.players))
        })
        .collect();
    let each = each.join("; ");
    Some(if ways.iter().all(|way| *way == ways[0]) {
        let verb = match ways[0] {
            Way::Rises => "rises",
            Way::Falls => "falls",
            Way::Turns => "turns",
            Way::Level => "does not clearly change",
        };
        format!("{name} {verb} {over}, whoever plays: {each}.")
    } else {
        format!("What {name} does {over} depends on who plays: {each}.")
    })
}

/// The curve of the strongest bot.
fn believed(sweep: &Sweep) -> Option<(&Curve, String)> {
    let bot = |at: usize| sweep.question.series.get(at)?.plan.arms.first()?.bots.first().cloned();
    let bots: Vec<String> = (0..sweep.curves.len()).filter_map(bot).collect();
    let first = sweep.question.series.first()?.plan.arms.first()?;
    let best = first.strongest(bots.iter().map(String::as_str))?.to_owned();
    let at = bots.iter().position(|bot| *bot == best)?;
    Some((&sweep.curves[at], best))
}

/// `wins-to-win = 3`, the settings of a point.
fn named(sweep: &Sweep, point: usize) -> String {
    let axes = sweep.question.axes.iter().zip(place(sweep, point));
    axes.map(|(axis, value)| format!("{} = {value}", axis.key)).collect::<Vec<_>>().join(", ")
}

/// Points told in a sentence.
const MOST: usize = 6;

fn listed(sweep: &Sweep, points: &[usize]) -> String {
    let short = |point: usize| match &sweep.question.axes[..] {
        [_] => place(sweep, point).concat(),
        _ => named(sweep, point),
    };
    let shown: Vec<String> = points.iter().take(MOST).map(|&point| short(point)).collect();
    let more = points.len().saturating_sub(MOST);
    let key = match &sweep.question.axes[..] {
        [axis] => format!("{} = ", axis.key),
        _ => String::new(),
    };
    // Points of two axes have commas of their own.
    let shown = shown.join(if key.is_empty() { " / " } else { ", " });
    if more > 0 { format!("{key}{shown} and {more} more") } else { key + &shown }
}

const fn verb(way: Way) -> &'static str {
    match way {
        Way::Rises => "rises",
        Way::Falls => "falls",
        Way::Turns => "turns",
        Way::Level => "does not clearly change",
    }
}

/// Whether every game of a curve has the same value of a metric at all points.
fn never_moves(curve: &Curve, metric: Metric) -> bool {
    let differences = curve.points.iter().filter_map(|point| point.metric(metric)?.difference.as_ref());
    let mut differences = differences.peekable();
    differences.peek().is_some() && !metric.is_quantile() && differences.all(|d| is_none(&d.estimate))
}

/// What goes with the swept switches where no point meets them.
fn elsewhere(sweep: &Sweep) -> String {
    let arms = sweep.question.series.first().map_or(&[][..], |series| &series.plan.arms[..]);
    let Some((base, points)) = arms.split_first() else { return String::new() };
    let mut told = points.iter().map(|point| verdict::elsewhere(base, point));
    told.find(|told| !told.is_empty()).unwrap_or_default()
}

/// What the report opens with.
pub fn opening(sweep: &Sweep) -> Opening {
    let found = believed(sweep).zip(sweep.question.metrics.first().copied());
    let Some(((curve, best), main)) = found else {
        return Opening::unplayed().cut(sweep.interrupted);
    };
    let name = match main {
        Metric::SEAT_GAP => "how far the seats are from equal shares".to_owned(),
        main => called(sweep, main),
    };
    let name = capital(&name);
    let way = |curve: &Curve| Some((sweep.trend(curve, main)?.way, never_moves(curve, main)));
    let verb = |(way, never): (Way, bool)| if never { "is the same in every game" } else { verb(way) };
    let never = never_moves(curve, main);
    let answer = match (way(curve), &sweep.question.axes[..]) {
        (Some(mine), [axis]) => {
            let over =
                format!("as {} goes {} → {}", axis.key, axis.values[0], axis.values[axis.values.len() - 1]);
            let others = sweep.curves.iter().filter(|other| way(other) != Some(mine));
            let others: Vec<String> = others
                .filter_map(|other| Some(format!("{} between {}", verb(way(other)?), other.players)))
                .collect();
            match (sweep.curves.len(), others.is_empty()) {
                (1, _) => format!("{name} {} {over}", verb(mine)),
                (_, true) => format!("{name} {} {over}, whoever plays", verb(mine)),
                (_, false) => {
                    format!(
                        "{name} {} {over} between `{best}` bots, the strongest, but {}",
                        verb(mine),
                        others.join(", ")
                    )
                }
            }
        }
        _ => match sweep.extremes(curve, main) {
            Some((low, high)) => {
                format!("{name} is lowest at {} and highest at {}", named(sweep, low), named(sweep, high))
            }
            None if never => format!("{name} is the same in every game at all points"),
            None => {
                let untold = untold(curve, main);
                let said = untold.as_deref().unwrap_or("is not shown to differ between these points");
                format!("{name} {said}")
            }
        },
    };
    let hint = if never { elsewhere(sweep) } else { String::new() };
    let answer = answer + &hint + &crossed(sweep, curve, main);
    let ill: Vec<usize> = (0..curve.points.len()).filter(|&at| curve.points[at].ill.is_some()).collect();
    let warning = ill.first().and_then(|&at| {
        Some(format!("Don't print {}: {}.", listed(sweep, &ill), curve.points[at].ill.as_ref()?))
    });
    let of = |wanted: Verdict| -> Vec<usize> {
        let judged = sweep.levels(curve).unwrap_or_default();
        (0..judged.len()).filter(|&at| judged[at] == wanted && curve.points[at].ill.is_none()).collect()
    };
    let parts: Vec<String> =
        [(Verdict::Pass, "level"), (Verdict::Fail, "not level"), (Verdict::Undecided, "undecided")]
            .into_iter()
            .filter(|(verdict, _)| !of(*verdict).is_empty())
            .map(|(verdict, word)| format!("{word} at {}", listed(sweep, &of(verdict))))
            .collect();
    let levels = if parts.is_empty() { String::new() } else { format!(" {}.", capital(&parts.join("; "))) };
    let level = of(Verdict::Pass);
    let base = sweep.question.base;
    let printing = match sweep.question.level {
        _ if !hint.is_empty() => {
            let keys: Vec<&str> = sweep.question.axes.iter().map(|axis| axis.key.as_str()).collect();
            format!("these games say nothing of {}", keys.join(" and "))
        }
        None => {
            "weigh the curve by what you want; nothing is said of fairness, `--metric seat-gap` asks for that"
                .to_owned()
        }
        Some(_) if level.contains(&base) => format!("{} is level; so keep it", named(sweep, base)),
        Some(_) if !level.is_empty() => format!("{} can be called level", listed(sweep, &level)),
        Some(_) if !of(Verdict::Undecided).is_empty() => {
            "no value is shown to be level yet; more games may".to_owned()
        }
        Some(_) => "none of these values as it is".to_owned(),
    };
    Opening::new(Status::Plain, format!("{answer}.{levels}"), printing)
        .behind(&warning.unwrap_or_default())
        .cut(sweep.interrupted)
}

/// The answers: the main metric for every table of bots, then the others.
pub fn sentences(sweep: &Sweep) -> Vec<String> {
    let mut all = Vec::new();
    let main = sweep.question.metrics.first().copied();
    all.extend(main.and_then(|main| panel(sweep, main)));
    for &metric in &sweep.question.metrics {
        let is_target = sweep.question.targets.iter().any(|target| target.metric == metric);
        if Some(metric) != main && !is_target && sweep.curves.len() > 1 {
            continue;
        }
        for curve in &sweep.curves {
            let constant =
                curve.points.iter().all(|p| p.metric(metric).is_some_and(|m| m.estimate.value == 0.0));
            if let Some(text) = curve_words(sweep, curve, metric).filter(|_| !constant) {
                all.push(format!("{} ({}).", capital(&text), curve.players));
            }
        }
    }
    if all.is_empty() {
        all.push("Nothing was played, or nothing varies.".to_owned());
    }
    if !sweep.precise && !sweep.interrupted {
        all.push(format!(
            "Undecided: not every point reached a half-width of {} in {} within {} games.",
            sweep.question.precision.unwrap_or(0.0),
            main.map_or(String::new(), |main| called(sweep, main)),
            sweep.question.games
        ));
    }
    all
}

/// How the intervals were made.
pub fn method(sweep: &Sweep) -> String {
    let level = sweep.question.series.first().map_or(95.0, |series| 100.0 * series.plan.level);
    let how = if sweep.watched {
        "always-valid (confidence sequences: self-normalised for shares, asymptotic for the rest), because the sweep could stop on what it saw"
    } else {
        "Wilson for shares and Student's t for means and differences"
    };
    let quantiles = sweep.question.metrics.iter().any(|metric| metric.is_quantile());
    format!(
        "± is half the width of a {level} % interval{} over {}, for each point on its own: {how}. All points share their luck; “against the base” is the paired difference from {}.",
        brackets(quantiles),
        sweep.question.series.first().map_or("single games", |series| blocks(&series.plan)),
        place(sweep, sweep.question.base).join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    #[test]
    fn targets_and_places_are_told_in_the_unit_of_the_metric() {
        let of = |value: f64| Target { metric: Metric::FIRST_SEAT, value };
        assert_eq!(target(&of(0.01), Unit::Points), "1 percentage point");
        assert_eq!(target(&of(-0.025), Unit::Points), "-2.5 percentage points");
        assert_eq!(target(&of(0.46), Unit::Share), "46 %");
        assert_eq!(target(&of(5.0), Unit::Number), "5");
        let place = Estimate::new(8.31, (7.92, 8.78), 0.95, Method::BlockT, 10);
        assert_eq!(at(&place), "8.3 (7.9 to 8.8)");
    }
}
