//! Answers that take several arms: differences, shares of a gap that a rule
//! closes, what a step of a number is worth, where a target is reached, the
//! worst of many match-ups.
//!
//! A finding is made once per bot of the scenario's panel, and its sentence
//! names them all: a verdict that holds for one bot only is not a verdict.

mod flagged;
mod line;

use super::words::{bound, capital, digits, spread};
use super::{Plain, Statement, show, show_difference};
use crate::estimates::{ArmResult, Named};
use crate::game::Unit;
use crate::game::called::fixed;
use crate::metric::Metric;
use crate::scenario::arm::PlanArm;
use crate::scenario::judged::{Finding, FindingKind};
use crate::scenario::{Length, Plan};
use crate::stats::exchange::{self, Set};
use crate::stats::{Estimate, combine};

/// The sign of an answer that there is none.
const NO_ANSWER: i8 = i8::MAX;

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

impl Answer {
    fn new(text: String, sign: i8, estimate: Option<Estimate>) -> Self {
        Self { bot: None, text, sign, estimate }
    }
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
        all.filter(|(arm, _)| arm.name.bot == self.bot)
    }

    fn named(&self, name: &str) -> Option<(&'a PlanArm, &'a ArmResult)> {
        self.arms().find(|(arm, _)| arm.name.means(name))
    }
}

/// `to` minus `from` on shared luck, whichever of them is the base.
fn paired(
    plan: &Plan,
    from: (&PlanArm, &ArmResult),
    to: (&PlanArm, &ArmResult),
    metric: Metric,
) -> Option<Estimate> {
    let against = |arm: (&PlanArm, &ArmResult), base: &ArmResult| {
        let matches = arm.0.base == Some(base.index) && plan.arms.len() > base.index;
        arm.1.metric(metric).filter(|_| matches)?.difference.as_ref().map(|d| d.estimate)
    };
    let direct = against(to, from.1).or_else(|| against(from, to.1).map(Estimate::negated));
    // Or through the base that both are compared with.
    direct.or_else(|| {
        let base = from.0.base.filter(|_| from.0.base == to.0.base)?;
        let difference = |result: &ArmResult| {
            let found = result.metric(metric).and_then(|m| m.difference.as_ref()).map(|d| d.estimate);
            found.filter(|_| base < plan.arms.len())
        };
        let (a, b) = (difference(from.1)?, difference(to.1)?);
        Some(combine::difference(&a, &b))
    })
}

fn sign(estimate: &Estimate) -> i8 {
    estimate.side_of(0.0) as i8
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

fn difference(bench: &Bench<'_>, finding: &Finding, from: &str, to: &str) -> Option<Answer> {
    let (from, to) = (bench.named(from)?, bench.named(to)?);
    let estimate = paired(bench.plan, from, to, finding.metric)?;
    let text = show_difference(&estimate, finding.metric.unit());
    Some(Answer::new(text, sign(&estimate), Some(estimate)))
}

/// Where a metric stands in the two arms of a difference, over all bots: `Home
/// wins by bot: 22 to 34 % in `a`, 34 to 48 % in `b`. `.
fn standing(benches: &[Bench<'_>], finding: &Finding, arms: [&str; 2]) -> String {
    let values = |name: &str| -> Vec<Estimate> {
        let of = |bench: &Bench<'_>| Some(bench.named(name)?.1.metric(finding.metric)?.estimate);
        benches.iter().filter_map(of).filter(|e| e.value.is_finite()).collect()
    };
    let told = arms.map(|name| {
        let values = values(name);
        let unit = finding.metric.unit();
        if values.is_empty() { String::new() } else { format!("{} in `{name}`", spread(&values, unit)) }
    });
    if told.iter().any(String::is_empty) {
        return String::new();
    }
    let by_bot = if benches.len() > 1 { " by bot" } else { "" };
    format!("{}{by_bot}: {}. ", capital(finding.about.trim_end_matches(',')), told.join(", "))
}

/// What one unit of `per` changes in the metric, from both arms' changes.
fn worth(bench: &Bench<'_>, place: usize, finding: &Finding, per: Metric) -> Option<Answer> {
    let of = |result: &ArmResult| result.exchanges.iter().find(|(other, _)| *other == place).map(|(_, e)| *e);
    let found = bench.arms().find_map(|(_, result)| of(result))?;
    let points = finding.metric.unit() != Unit::Number;
    let found = if points { found.scaled(100.0) } else { found };
    let about =
        if points { format!("percentage points of {}", finding.about) } else { finding.about.clone() };
    let per = per.worded();
    let estimate = if points { found.scaled(0.01) } else { found }.estimate();
    let unknown = |why: &str| format!("an unknown number of {about} ({why})");
    let text = match found.set {
        Set::Between(low, high) => {
            let told = |x: f64| fixed(x, digits((high - low) / 2.0));
            let perhaps = if low <= 0.0 && high >= 0.0 { ", so perhaps nothing" } else { "" };
            format!("{} {about} ({} to {}{perhaps})", told(found.value), told(low), told(high))
        }
        Set::Outside(low, high) => {
            let told = |x: f64| fixed(x, digits((high - low) / 2.0));
            unknown(&format!(
                "the change in {per} may be nothing; only {} to {} is ruled out",
                told(low),
                told(high)
            ))
        }
        Set::All if found.value.is_nan() => unknown(&format!("no change in {per}")),
        Set::All => unknown(&format!("the change in {per} may be nothing")),
    };
    let shown = estimate.value.is_finite().then_some(estimate);
    // A bot that never takes what is asked about neither agrees nor not.
    let sign = if found.value.is_nan() { NO_ANSWER } else { sign(&estimate) };
    Some(Answer::new(text, sign, shown))
}

fn gap_closed(bench: &Bench<'_>, finding: &Finding, from: &str, to: &str, fair: f64) -> Option<Answer> {
    let (from, to) = (bench.named(from)?, bench.named(to)?);
    let difference = paired(bench.plan, from, to, finding.metric)?;
    let (before, after) = (from.1.metric(finding.metric)?.estimate, to.1.metric(finding.metric)?.estimate);
    let estimate = exchange::closed(&before, &after, &difference, fair);
    let unit = finding.metric.unit();
    let text = format!("{} (from {} to {})", share(&estimate), show(&before, unit), show(&after, unit));
    Some(Answer::new(text, sign(&estimate), Some(estimate)))
}

fn worst(bench: &Bench<'_>, finding: &Finding, among: &str, fair: f64) -> Option<Answer> {
    let mut rows: Vec<(&PlanArm, Estimate)> = bench
        .arms()
        .filter(|(arm, _)| arm.name.group.as_deref() == Some(among))
        .filter_map(|(arm, result)| Some((arm, result.metric(finding.metric)?.estimate)))
        .collect();
    let mut wide: Vec<Estimate> = rows.iter().map(|(_, e)| *e).collect();
    combine::at_once(&mut wide);
    for (row, e) in rows.iter_mut().zip(wide) {
        row.1 = e;
    }
    let clear = rows.iter().filter(|(_, e)| !e.contains(fair)).count();
    rows.sort_by(|a, b| (b.1.value - fair).abs().total_cmp(&(a.1.value - fair).abs()));
    let unit = finding.metric.unit();
    let name = |arm: &PlanArm| arm.squads.iter().flatten().cloned().collect::<Vec<_>>().join(" v ");
    let named: Vec<String> =
        rows.iter().take(NAMED).map(|(arm, e)| format!("{} {}", name(arm), show(e, unit))).collect();
    let text = format!("{clear} of {} clearly off, farthest {}", rows.len(), named.join(", "));
    Some(Answer::new(text, i8::from(clear > 0), rows.first().map(|row| row.1)))
}

/// One of several arms that a metric tells apart, or doesn't.
pub(super) struct Rival {
    name: String,
    estimate: Estimate,
    /// What it is told apart by: where all share the luck of one base their
    /// differences from it, which are narrower than the values.
    apart: Estimate,
}

impl Rival {
    /// One that shares its luck with no other.
    pub fn alone(name: String, estimate: Estimate) -> Self {
        Self { name, estimate, apart: estimate }
    }

    /// Arms by their names, with what was measured of each.
    pub fn all<'a>(plan: &Plan, arms: impl Iterator<Item = (String, &'a ArmResult, &'a Named)>) -> Vec<Self> {
        let arms: Vec<_> = arms.collect();
        let base = arms.iter().find_map(|(_, result, _)| plan.arms[result.index].base);
        let moved = |(_, result, named): &(String, &ArmResult, &Named)| {
            if base == Some(result.index) {
                return Some(Estimate::exact(0.0));
            }
            let difference = named.difference.as_ref().filter(|_| plan.arms[result.index].base == base);
            difference.map(|difference| difference.estimate).filter(|e| e.value.is_finite())
        };
        let moved: Option<Vec<Estimate>> = arms.iter().map(moved).collect();
        let values = || arms.iter().map(|(.., named)| named.estimate).collect();
        let apart: Vec<Estimate> = moved.unwrap_or_else(values);
        let rivals = arms.into_iter().zip(apart);
        rivals.map(|((name, _, named), apart)| Self { name, estimate: named.estimate, apart }).collect()
    }
}

/// Lowest and highest of several estimates, in a sentence. The two are named
/// only where they surely differ: among equal variants some always come out
/// lowest and highest by luck. Variants that the games don't tell from an end
/// are named with it.
pub(super) fn extremes(rows: &[Rival], unit: Unit) -> Option<String> {
    let mut rows: Vec<&Rival> = rows.iter().filter(|row| row.estimate.value.is_finite()).collect();
    rows.sort_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value));
    let (low, high) = (rows.first()?, rows.last()?);
    if rows.len() == 1 {
        return Some(format!("{} (`{}`)", show(&low.estimate, unit), low.name));
    }
    let mut wide: Vec<Estimate> = rows.iter().map(|row| row.apart).collect();
    combine::at_once(&mut wide);
    let (bottom, top) = (wide[0], wide[wide.len() - 1]);
    if low.estimate.value == high.estimate.value {
        return Some(format!("{} for all {}", show(&low.estimate, unit), rows.len()));
    }
    if !bottom.is_below(&top) {
        let all = spread(&[low.estimate, high.estimate], unit);
        return Some(format!("none is shown to differ from another; the {} lie at {all}", rows.len()));
    }
    let beside = |end: &Estimate, own: usize| {
        let apart = |e: &Estimate| e.is_below(end) || end.is_below(e);
        let like: Vec<String> = (0..rows.len())
            .filter(|&i| i != own && !apart(&wide[i]))
            .map(|i| format!("`{}`", rows[i].name))
            .collect();
        match like.len() {
            0 => String::new(),
            1..NAMED => format!("; not told apart from {}", like.join(" and ")),
            n => format!("; not told apart from {n} others"),
        }
    };
    Some(format!(
        "from {} (`{}`{}) to {} (`{}`{})",
        show(&low.estimate, unit),
        low.name,
        beside(&bottom, 0),
        show(&high.estimate, unit),
        high.name,
        beside(&top, rows.len() - 1),
    ))
}

fn range(bench: &Bench<'_>, finding: &Finding, among: &str) -> Option<Answer> {
    let named = |arm: &PlanArm| {
        // What they all begin with is told by the finding.
        let name = arm.name.of_all_bots();
        let bare = name.strip_prefix(among).map(|rest| rest.trim_start_matches([':', ',', ' ']));
        bare.filter(|bare| !bare.is_empty()).map_or_else(|| arm.name.to_string(), str::to_owned)
    };
    let among = bench.arms().filter(|(arm, _)| arm.name.to_string().starts_with(among));
    let measured =
        among.filter_map(|(arm, result)| Some((named(arm), result, result.metric(finding.metric)?)));
    let rows = Rival::all(bench.plan, measured.filter(|(.., named)| named.estimate.value.is_finite()));
    let text = extremes(&rows, finding.metric.unit())?;
    let highest = rows.iter().map(|row| row.estimate).max_by(|a, b| a.value.total_cmp(&b.value));
    Some(Answer::new(text, 0, highest))
}

fn gap(bench: &Bench<'_>, finding: &Finding, arm: &str, minus: Metric) -> Option<Answer> {
    let (_, result) = bench.named(arm)?;
    let (x, y) = (result.metric(finding.metric)?.estimate, result.metric(minus)?.estimate);
    let estimate = combine::difference(&y, &x);
    let unit = finding.metric.unit();
    let text =
        format!("{} ({} against {})", show_difference(&estimate, unit), show(&x, unit), show(&y, unit));
    Some(Answer::new(text, sign(&estimate), Some(estimate)))
}

/// What stands before and after the bots' answers.
fn frame(plan: &Plan, finding: &Finding, unit: Unit) -> (String, &'static str) {
    let Finding { about, what, .. } = finding;
    let what = |default: &str| if what.is_empty() { default.to_owned() } else { what.clone() };
    let watched =
        if matches!(plan.length, Length::Precision { anytime: true, .. }) { ", always valid" } else { "" };
    match &finding.kind {
        FindingKind::Difference { from, to } => {
            (format!("What {} changes: ", what(&format!("`{to}` against `{from}`"))), watched)
        }
        FindingKind::Worth { per, .. } => {
            let per = format!("one more of {}", per.worded());
            (format!("{} is worth ", capital(&what(&per))), watched)
        }
        FindingKind::GapClosed { .. } => {
            (format!("Share of {about} that {} closes: ", what("the change")), watched)
        }
        FindingKind::PerStep { key, .. } => (format!("What {} is worth in {about}: ", what(key)), watched),
        FindingKind::Reaches { key, target, .. } => {
            (format!("Where {} brings {about} to {}: ", what(key), bound(*target, unit)), watched)
        }
        FindingKind::Worst { among, .. } => {
            (format!("Match-ups of {} by {about}, corrected for their number: ", what(among)), watched)
        }
        FindingKind::Range { among } => (format!("{}, {}: ", capital(about), what(among)), watched),
        FindingKind::Gap { arm, minus } => {
            let other = what(&minus.worded());
            (format!("{} against {other} in `{arm}`: ", capital(about)), watched)
        }
        FindingKind::Flagged { key, bound } => {
            let all = if key.is_empty() { "settings".to_owned() } else { format!("settings of `{key}`") };
            (flagged::subject(&what(&all), about, *bound, unit), watched)
        }
    }
}

/// The statements of a plan's findings.
#[must_use]
pub fn statements(plan: &Plan, results: &[ArmResult]) -> Vec<Statement> {
    let mut bots: Vec<Option<String>> = Vec::new();
    for result in results {
        let bot = &plan.arms[result.index].name.bot;
        if !bots.contains(bot) {
            bots.push(bot.clone());
        }
    }
    let benches: Vec<Bench<'_>> = bots.iter().map(|bot| Bench { plan, results, bot: bot.clone() }).collect();
    let one = |(place, finding): (usize, &Finding)| {
        let unit = finding.metric.unit();
        if let FindingKind::Flagged { key, bound } = &finding.kind {
            let (subject, after) = frame(plan, finding, unit);
            let told = flagged::told(&benches, finding, key, *bound)?;
            return Some(Statement {
                metric: Some(finding.metric),
                estimate: told.by_bot.last().map(|(_, e)| *e),
                by_bot: told.by_bot.into_iter().filter_map(|(bot, e)| Some((bot?, e))).collect(),
                ..Statement::plain(format!("{subject}{}{after}.", told.text))
            });
        }
        let answers: Vec<Answer> = benches
            .iter()
            .filter_map(|bench| {
                let made = match &finding.kind {
                    FindingKind::Difference { from, to } => difference(bench, finding, from, to),
                    FindingKind::Worth { per, .. } => worth(bench, place, finding, *per),
                    FindingKind::GapClosed { from, to, fair } => gap_closed(bench, finding, from, to, *fair),
                    FindingKind::PerStep { key, from } => {
                        line::per_step(bench, finding, key, from.as_deref())
                    }
                    FindingKind::Reaches { key, from, target } => {
                        line::reaches(bench, finding, key, from.as_deref(), *target)
                    }
                    FindingKind::Worst { among, fair } => worst(bench, finding, among, *fair),
                    FindingKind::Range { among } => range(bench, finding, among),
                    FindingKind::Gap { arm, minus } => gap(bench, finding, arm, *minus),
                    FindingKind::Flagged { .. } => None,
                };
                made.map(|answer| Answer { bot: bench.bot.clone(), ..answer })
            })
            .collect();
        let last = answers.last()?;
        let (before, after) = frame(plan, finding, unit);
        let lead = match &finding.kind {
            FindingKind::Difference { from, to } => standing(&benches, finding, [from, to]),
            _ => String::new(),
        };
        // Whose play is to be believed speaks first.
        let bots = || answers.iter().filter_map(|answer| answer.bot.as_deref());
        let arm = &plan.arms[results.first()?.index];
        let best = arm.strongest(bots()).filter(|_| bots().nth(1).is_some());
        let mut order: Vec<&Answer> = answers.iter().rev().collect();
        order.sort_by_key(|answer| best.is_some() && answer.bot.as_deref() != best);
        let told: Vec<String> = order
            .into_iter()
            .map(|answer| match &answer.bot {
                Some(bot) if best == Some(bot) => {
                    format!("{} between `{bot}` bots, the strongest", answer.text)
                }
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
            plain: plain(finding, &answers),
            metric: Some(finding.metric),
            estimate: last.estimate,
            by_bot: answers.iter().filter_map(|a| Some((a.bot.clone()?, a.estimate?))).collect(),
            ..Statement::plain(format!("{lead}{before}{}{after}{tail}.", told.join("; ")))
        })
    };
    plan.findings.iter().enumerate().filter_map(one).collect()
}

/// What a change does, without figures; other findings are figures.
fn plain(finding: &Finding, answers: &[Answer]) -> Option<Plain> {
    let FindingKind::Difference { .. } = &finding.kind else { return None };
    let what = Some(&finding.what).filter(|what| !what.is_empty())?;
    let has = |sign: i8| answers.iter().any(|answer| answer.sign == sign);
    let verb = match (has(1), has(-1), has(0)) {
        (true, true, _) => "does one thing for some bots and the opposite for others:",
        (true, _, false) => "raises",
        (_, true, false) => "lowers",
        (true, ..) => "raises, but not clearly for every bot,",
        (_, true, _) => "lowers, but not clearly for every bot,",
        _ => "does not clearly move",
    };
    let all = if answers.len() > 1 && !has(0) && has(1) != has(-1) { ", whoever plays" } else { "" };
    let about = finding.about.trim_end_matches(',');
    Some(Plain { answer: format!("{} {verb} {about}{all}", capital(what)), ..Plain::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    fn about(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::BlockT, 1000)
    }

    #[test]
    fn extremes_are_named_only_where_they_differ() {
        let rows = |values: &[f64], half: f64| -> Vec<Rival> {
            values
                .iter()
                .zip('a'..)
                .map(|(v, name)| Rival::alone(name.to_string(), about(*v, half)))
                .collect()
        };
        let apart = extremes(&rows(&[0.2, 0.4, 0.41], 0.01), Unit::Share).unwrap();
        assert_eq!(apart, "from 20.0 % ± 1.0 (`a`) to 41.0 % ± 1.0 (`c`; not told apart from `b`)");
        let noise = extremes(&rows(&[0.48, 0.5, 0.52], 0.04), Unit::Share).unwrap();
        assert_eq!(noise, "none is shown to differ from another; the 3 lie at 48.0 to 52.0 %");
        // On the same luck the values are wide and what they differ by is not.
        let paired = [(0.48, 0.0), (0.5, 0.02), (0.52, 0.04)].map(|(value, moved)| Rival {
            apart: about(moved, 0.005),
            ..Rival::alone(value.to_string(), about(value, 0.04))
        });
        let told = extremes(&paired, Unit::Share).unwrap();
        assert_eq!(told, "from 48.0 % ± 4.0 (`0.48`) to 52.0 % ± 4.0 (`0.52`)");
        assert_eq!(extremes(&rows(&[0.5; 3], 0.0), Unit::Number).unwrap(), "0.5 in every game for all 3");
        assert!(extremes(&[], Unit::Share).is_none());
    }
}
