//! Answers that take several arms: differences, shares of a gap that a rule
//! closes, what a step of a number is worth, where a target is reached, the
//! worst of many match-ups.
//!
//! A finding is made once per bot of the scenario's panel, and its sentence
//! names them all: a verdict that holds for one bot only is not a verdict.

use super::{Statement, show, show_difference};
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::scenario::plan::{Finding, FindingKind, PlanArm};
use crate::scenario::resolve::{is_named, panel_bot};
use crate::scenario::{Length, Plan};
use crate::stats::distribution::{normal_quantile, z};
use crate::stats::estimate::Estimate;

/// Match-ups named in a sentence.
const NAMED: usize = 3;

/// One bot's answer.
struct Answer {
    bot: Option<String>,
    text: String,
    /// Clearly on one side, so that bots can agree or not.
    sign: i8,
    estimate: Option<Estimate>,
}

/// The arms of one bot of the panel (of all arms without a panel).
struct Bench<'a> {
    plan: &'a Plan,
    results: &'a [ArmResult],
    bot: Option<String>,
}

impl<'a> Bench<'a> {
    fn arms(&self) -> impl Iterator<Item = (&'a PlanArm, &'a ArmResult)> + '_ {
        let all = self.results.iter().map(|result| (&self.plan.arms[result.index], result));
        all.filter(|(arm, _)| panel_bot(arm).map(str::to_owned) == self.bot)
    }

    fn named(&self, name: &str) -> Option<(&'a PlanArm, &'a ArmResult)> {
        self.arms().find(|(arm, _)| is_named(arm, name))
    }

    /// The arms of a numeric switch by rising value, the base (of this name,
    /// or of the first such arm) among them.
    fn line(&self, key: &str, from: Option<&str>) -> Vec<(f64, &'a PlanArm, &'a ArmResult)> {
        let base_of = |arm: &PlanArm| arm.effect.as_ref().filter(|e| e.key == key).map(|e| e.base);
        let base = match from {
            Some(name) => self.named(name).map(|(_, result)| result.index),
            None => self.arms().find_map(|(arm, _)| base_of(arm)),
        };
        let Some(base) = base else { return Vec::new() };
        let mut line: Vec<_> = self
            .arms()
            .filter(|(arm, result)| base_of(arm) == Some(base) || result.index == base)
            .filter_map(|(arm, result)| Some((arm.settings.text(key).parse::<f64>().ok()?, arm, result)))
            .collect();
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        line
    }
}

/// `to` minus `from` on shared luck, whichever of them is the base.
fn paired(
    plan: &Plan,
    from: (&PlanArm, &ArmResult),
    to: (&PlanArm, &ArmResult),
    metric: &str,
) -> Option<Estimate> {
    let against = |arm: (&PlanArm, &ArmResult), base: &ArmResult| {
        let matches = arm.0.base == Some(base.index) && plan.arms.len() > base.index;
        arm.1.metric(metric).filter(|_| matches)?.difference.as_ref().map(|d| d.estimate)
    };
    let direct = against(to, from.1).or_else(|| against(from, to.1).map(Estimate::negated));
    // Through the base that both are compared with, the errors of the two
    // differences may be correlated either way: their sum bounds the error.
    direct.or_else(|| {
        let base = from.0.base.filter(|_| from.0.base == to.0.base)?;
        let difference = |result: &ArmResult| {
            let found = result.metric(metric).and_then(|m| m.difference.as_ref()).map(|d| d.estimate);
            found.filter(|_| base < plan.arms.len())
        };
        let (a, b) = (difference(from.1)?, difference(to.1)?);
        let half = a.half_width() + b.half_width();
        Some(Estimate::around(b.value - a.value, half, a.level, "sum-of-half-widths", a.n))
    })
}

/// Standard error behind an interval.
fn error(estimate: &Estimate) -> f64 {
    estimate.half_width() / z(estimate.level)
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
    Estimate::new(over.value / under.value, ends, level, "fieller", n)
}

/// Share of the gap from `fair` in `from` that is gone in `to`: 1 when `to` is
/// fair, 0 when nothing changed.
fn closed(from: &Estimate, to: &Estimate, difference: &Estimate, fair: f64) -> Estimate {
    let (gap, change) = (from.value - fair, -difference.value);
    let (se_from, se_to, se_change) = (error(from), error(to), error(difference));
    // Var(from - to) = Var from + Var to - 2 Cov(from, to).
    let covariance = (se_from.powi(2) + se_to.powi(2) - se_change.powi(2)) / 2.0;
    let with_gap = se_from.powi(2) - covariance;
    let (change, gap) = (Normal { value: change, error: se_change }, Normal { value: gap, error: se_from });
    fieller(change, gap, with_gap, difference.level, difference.n)
}

/// Where a line of points with intervals first crosses `target`: linear
/// interpolation between neighbours; its interval is where the band of all
/// intervals (Bonferroni over the points) contains the target.
#[must_use]
pub fn crossing(points: &[(f64, Estimate)], target: f64) -> Option<Estimate> {
    let first = points.first()?.1;
    let at = |a: (f64, f64), b: (f64, f64)| a.0 + (target - a.1) / (b.1 - a.1) * (b.0 - a.0);
    let crosses = |low: f64, high: f64| (low - target) * (high - target) <= 0.0 && low != high;
    let value = points.windows(2).find_map(|w| {
        let (a, b) = ((w[0].0, w[0].1.value), (w[1].0, w[1].1.value));
        crosses(a.1, b.1).then(|| at(a, b))
    })?;
    // Widen every interval to hold for all points at once.
    let level = 1.0 - (1.0 - first.level) / points.len() as f64;
    let widen = z(level) / z(first.level);
    let band = |e: &Estimate| (e.value - (e.value - e.low) * widen, e.value + (e.high - e.value) * widen);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for w in points.windows(2) {
        let ((l0, h0), (l1, h1)) = (band(&w[0].1), band(&w[1].1));
        let (x0, x1) = (w[0].0, w[1].0);
        let mut inside: Vec<f64> = Vec::new();
        inside.extend(
            [(x0, l0, h0), (x1, l1, h1)].iter().filter(|p| p.1 <= target && target <= p.2).map(|p| p.0),
        );
        for (y0, y1) in [(l0, l1), (h0, h1)] {
            if crosses(y0, y1) {
                inside.push(at((x0, y0), (x1, y1)));
            }
        }
        low = inside.iter().copied().fold(low, f64::min);
        high = inside.iter().copied().fold(high, f64::max);
    }
    Some(Estimate::new(
        value,
        (low.min(value), high.max(value)),
        first.level,
        "interpolated-bonferroni",
        first.n,
    ))
}

fn sign(estimate: &Estimate) -> i8 {
    i8::from(estimate.low > 0.0) - i8::from(estimate.high < 0.0)
}

/// `87 % (84 to 90)`.
fn share(estimate: &Estimate) -> String {
    if estimate.low.is_finite() {
        format!(
            "{:.0} % ({:.0} to {:.0})",
            100.0 * estimate.value,
            100.0 * estimate.low,
            100.0 * estimate.high
        )
    } else {
        "an unknown part (there may be no gap)".to_owned()
    }
}

fn unit(bench: &Bench<'_>, metric: &str) -> Unit {
    bench.arms().find_map(|(_, result)| result.metric(metric)).map_or(Unit::Number, |named| named.unit)
}

fn difference(bench: &Bench<'_>, finding: &Finding, from: &str, to: &str) -> Option<Answer> {
    let (from, to) = (bench.named(from)?, bench.named(to)?);
    let estimate = paired(bench.plan, from, to, &finding.metric)?;
    let text = show_difference(&estimate, unit(bench, &finding.metric));
    Some(Answer { bot: None, text, sign: sign(&estimate), estimate: Some(estimate) })
}

fn gap_closed(bench: &Bench<'_>, finding: &Finding, from: &str, to: &str, fair: f64) -> Option<Answer> {
    let (from, to) = (bench.named(from)?, bench.named(to)?);
    let difference = paired(bench.plan, from, to, &finding.metric)?;
    let (before, after) = (from.1.metric(&finding.metric)?.estimate, to.1.metric(&finding.metric)?.estimate);
    let estimate = closed(&before, &after, &difference, fair);
    let edge = |e: &Estimate| show_difference(&e.scaled(1.0, -fair), Unit::Points);
    let text = format!("{} (from {} to {})", share(&estimate), edge(&before), edge(&after));
    Some(Answer { bot: None, text, sign: sign(&estimate), estimate: Some(estimate) })
}

fn per_step(bench: &Bench<'_>, finding: &Finding, key: &str, from: Option<&str>) -> Option<Answer> {
    let line = bench.line(key, from);
    let (low, high) = (line.first()?, line.last()?);
    let steps = high.0 - low.0;
    if steps <= 0.0 {
        return None;
    }
    let whole = paired(bench.plan, (low.1, low.2), (high.1, high.2), &finding.metric)?;
    let estimate = whole.scaled(1.0 / steps, 0.0);
    let text = format!(
        "{} per step from {} to {}",
        show_difference(&estimate, unit(bench, &finding.metric)),
        low.0,
        high.0
    );
    Some(Answer { bot: None, text, sign: sign(&estimate), estimate: Some(estimate) })
}

fn reaches(
    bench: &Bench<'_>,
    finding: &Finding,
    key: &str,
    from: Option<&str>,
    target: f64,
) -> Option<Answer> {
    let line = bench.line(key, from);
    let points: Vec<(f64, Estimate)> = line
        .iter()
        .filter_map(|(x, _, result)| Some((*x, result.metric(&finding.metric)?.estimate)))
        .collect();
    let unit = unit(bench, &finding.metric);
    let shown = |x: f64| match unit {
        Unit::Number => format!("{x}"),
        _ => format!("{} %", super::words::round(100.0 * x)),
    };
    let answer = match crossing(&points, target) {
        Some(e) => Answer {
            bot: None,
            text: format!("at {:.1} ({:.1} to {:.1})", e.value, e.low, e.high),
            sign: 1,
            estimate: Some(e),
        },
        None => {
            let (low, high) = (points.first()?, points.last()?);
            let text = format!(
                "nowhere from {} to {} (it runs from {} to {})",
                low.0,
                high.0,
                shown(low.1.value),
                shown(high.1.value)
            );
            Answer { bot: None, text, sign: -1, estimate: None }
        }
    };
    Some(answer)
}

fn worst(bench: &Bench<'_>, finding: &Finding, among: &str, fair: f64) -> Option<Answer> {
    let mut rows: Vec<(&PlanArm, Estimate)> = bench
        .arms()
        .filter(|(arm, _)| arm.group.as_deref() == Some(among))
        .filter_map(|(arm, result)| Some((arm, result.metric(&finding.metric)?.estimate)))
        .collect();
    let level = 1.0 - (1.0 - rows.first()?.1.level) / rows.len() as f64;
    for (_, e) in &mut rows {
        let widen = normal_quantile(0.5 + level / 2.0) / z(e.level);
        let ends = (e.value - (e.value - e.low) * widen, e.value + (e.high - e.value) * widen);
        *e = Estimate { method: "bonferroni", ..Estimate::new(e.value, ends, e.level, "", e.n) };
    }
    let clear = rows.iter().filter(|(_, e)| !e.contains(fair)).count();
    rows.sort_by(|a, b| (b.1.value - fair).abs().total_cmp(&(a.1.value - fair).abs()));
    let unit = unit(bench, &finding.metric);
    let name = |arm: &PlanArm| {
        let bare = arm.name.split(" · ").next().unwrap_or_default();
        bare.strip_prefix(&format!("{among}: ")).unwrap_or(bare).to_owned()
    };
    let named: Vec<String> =
        rows.iter().take(NAMED).map(|(arm, e)| format!("{} {}", name(arm), show(e, unit))).collect();
    let text = format!("{clear} of {} clearly off, farthest {}", rows.len(), named.join(", "));
    Some(Answer { bot: None, text, sign: i8::from(clear > 0), estimate: rows.first().map(|row| row.1) })
}

fn flagged(bench: &Bench<'_>, finding: &Finding, key: &str, bound: f64) -> Option<Answer> {
    let unit = unit(bench, &finding.metric);
    let mut rows: Vec<(String, Estimate)> = bench
        .arms()
        .filter_map(|(arm, result)| {
            let effect = arm.effect.as_ref().filter(|effect| effect.key == key)?;
            let difference = result.metric(&finding.metric)?.difference.as_ref()?;
            Some((effect.value.clone(), difference.estimate))
        })
        .collect();
    // Which rows are flagged is chosen by looking at all of them.
    let level = 1.0 - (1.0 - rows.first()?.1.level) / rows.len() as f64;
    let beyond = |e: &Estimate| {
        let nearest = e.value.abs() - e.half_width() * z(level) / z(e.level);
        nearest > bound
    };
    let all = rows.len();
    rows.sort_by(|a, b| b.1.value.abs().total_cmp(&a.1.value.abs()));
    let clear: Vec<String> = rows
        .iter()
        .filter(|(_, e)| beyond(e))
        .map(|(value, e)| format!("`{value}` {}", show_difference(e, unit)))
        .collect();
    let text = match (&clear[..], rows.first()) {
        ([], Some((value, e))) => {
            format!("none of {all}; the largest is `{value}` with {}", show_difference(e, unit))
        }
        _ => format!("{} of {all}: {}", clear.len(), clear.join(", ")),
    };
    Some(Answer {
        bot: None,
        text,
        sign: i8::from(!clear.is_empty()),
        estimate: rows.first().map(|row| row.1),
    })
}

fn range(bench: &Bench<'_>, finding: &Finding, among: &str) -> Option<Answer> {
    let mut rows: Vec<(&PlanArm, Estimate)> = bench
        .arms()
        .filter(|(arm, _)| arm.name.starts_with(among))
        .filter_map(|(arm, result)| Some((arm, result.metric(&finding.metric)?.estimate)))
        .filter(|(_, estimate)| estimate.value.is_finite())
        .collect();
    rows.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let unit = unit(bench, &finding.metric);
    let tell = |row: &(&PlanArm, Estimate)| {
        let bare = row.0.name.strip_prefix(among).unwrap_or(&row.0.name).trim_start_matches([':', ',', ' ']);
        let bare = bare.split(" · ").next().unwrap_or_default();
        format!("{} (`{}`)", show(&row.1, unit), if bare.is_empty() { &row.0.name } else { bare })
    };
    let (low, high) = (rows.first()?, rows.last()?);
    let text = format!("from {} to {}", tell(low), tell(high));
    Some(Answer { bot: None, text, sign: 0, estimate: Some(high.1) })
}

/// The two metrics' errors may be correlated either way: their sum bounds the
/// error of the difference.
fn gap(bench: &Bench<'_>, finding: &Finding, arm: &str, minus: &str) -> Option<Answer> {
    let (_, result) = bench.named(arm)?;
    let (x, y) = (result.metric(&finding.metric)?.estimate, result.metric(minus)?.estimate);
    let half = x.half_width() + y.half_width();
    let estimate = Estimate::around(x.value - y.value, half, x.level, "sum-of-half-widths", x.n);
    let unit = unit(bench, &finding.metric);
    let text =
        format!("{} ({} against {})", show_difference(&estimate, unit), show(&x, unit), show(&y, unit));
    Some(Answer { bot: None, text, sign: sign(&estimate), estimate: Some(estimate) })
}

/// What stands before and after the bots' answers.
fn frame(plan: &Plan, finding: &Finding, unit: Unit) -> (String, &'static str) {
    let Finding { about, what, .. } = finding;
    let number = |x: f64| match unit {
        Unit::Number => super::words::round(x),
        Unit::Share => format!("{} %", super::words::round(100.0 * x)),
        Unit::Points => format!("{} points", super::words::round(100.0 * x)),
    };
    let what = |default: &str| if what.is_empty() { default.to_owned() } else { what.clone() };
    let watched = if matches!(plan.length, Length::Precision { .. }) { ", always valid" } else { "" };
    match &finding.kind {
        FindingKind::Difference { from, to } => {
            (format!("What {} changes in {about}: ", what(&format!("`{to}` against `{from}`"))), watched)
        }
        FindingKind::GapClosed { .. } => {
            (format!("Share of {about} that {} closes: ", what("the change")), watched)
        }
        FindingKind::PerStep { key, .. } => (format!("What {} is worth in {about}: ", what(key)), watched),
        FindingKind::Reaches { key, target, .. } => {
            (format!("Where {} brings {about} to {}: ", what(key), number(*target)), watched)
        }
        FindingKind::Worst { among, .. } => {
            (format!("Match-ups of {} by {about}, corrected for their number: ", what(among)), watched)
        }
        FindingKind::Range { among } => (format!("{}, {}: ", super::words::capital(about), what(among)), watched),
        FindingKind::Gap { arm, minus } => {
            let other = what(&minus.replace('-', " "));
            (format!("{} against {other} in `{arm}`: ", super::words::capital(about)), watched)
        }
        FindingKind::Flagged { key, bound } => (
            format!("Settings of {} that move {about} by more than {}: ", what(key), number(*bound)),
            watched,
        ),
    }
}

/// The statements of a plan's findings.
pub(super) fn statements(plan: &Plan, results: &[ArmResult]) -> Vec<Statement> {
    let mut bots: Vec<Option<String>> = Vec::new();
    for result in results {
        let bot = panel_bot(&plan.arms[result.index]).map(str::to_owned);
        if !bots.contains(&bot) {
            bots.push(bot);
        }
    }
    let one = |finding: &Finding| {
        let answers: Vec<Answer> = bots
            .iter()
            .filter_map(|bot| {
                let bench = Bench { plan, results, bot: bot.clone() };
                let made = match &finding.kind {
                    FindingKind::Difference { from, to } => difference(&bench, finding, from, to),
                    FindingKind::GapClosed { from, to, fair } => gap_closed(&bench, finding, from, to, *fair),
                    FindingKind::PerStep { key, from } => per_step(&bench, finding, key, from.as_deref()),
                    FindingKind::Reaches { key, from, target } => {
                        reaches(&bench, finding, key, from.as_deref(), *target)
                    }
                    FindingKind::Worst { among, fair } => worst(&bench, finding, among, *fair),
                    FindingKind::Range { among } => range(&bench, finding, among),
                    FindingKind::Gap { arm, minus } => gap(&bench, finding, arm, minus),
                    FindingKind::Flagged { key, bound } => flagged(&bench, finding, key, *bound),
                };
                made.map(|answer| Answer { bot: bot.clone(), ..answer })
            })
            .collect();
        let last = answers.last()?;
        let unit = results.iter().find_map(|r| r.metric(&finding.metric)).map_or(Unit::Number, |m| m.unit);
        let (before, after) = frame(plan, finding, unit);
        let told: Vec<String> = answers
            .iter()
            .map(|answer| match &answer.bot {
                Some(bot) => format!("{} between `{bot}` bots", answer.text),
                None => answer.text.clone(),
            })
            .collect();
        let has = |sign: i8| answers.iter().any(|answer| answer.sign == sign);
        let tail = match (has(1), has(-1), has(0)) {
            (true, true, _) => " (the bots do not agree)",
            (true, _, true) | (_, true, true) => " (not clear for every bot)",
            _ => "",
        };
        Some(Statement {
            metric: Some(finding.metric.clone()),
            estimate: last.estimate,
            by_bot: answers.iter().filter_map(|a| Some((a.bot.clone()?, a.estimate?))).collect(),
            ..Statement::plain(format!("{before}{}{after}{tail}.", told.join("; ")))
        })
    };
    plan.findings.iter().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, "block-t", 1000)
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

    #[test]
    fn a_crossing_is_interpolated_inside_its_band() {
        let line: Vec<(f64, Estimate)> =
            (0..=10).map(|x| (f64::from(x), about(0.4 + 0.01 * f64::from(x), 0.003))).collect();
        let e = crossing(&line, 0.456).unwrap();
        assert!((e.value - 5.6).abs() < 1e-9);
        // The band is wider than ±0.3 steps because it holds for eleven points.
        assert!(e.low < 5.3 && e.low > 5.0 && e.high > 5.9 && e.high < 6.2, "{e:?}");
        assert!(crossing(&line, 0.6).is_none());
        assert!(crossing(&[], 0.6).is_none());
        let falling: Vec<(f64, Estimate)> = line.iter().map(|(x, e)| (*x, e.negated())).collect();
        assert!((crossing(&falling, -0.456).unwrap().value - 5.6).abs() < 1e-9);
    }
}
