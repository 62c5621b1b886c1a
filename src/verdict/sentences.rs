//! Sentences about single arms and about all arms together.

use super::fairness::{self, beside};
use super::finding::{Rival, extremes};
use super::opening::more_games;
use super::words::{
    self, band, bound, capital, count, listed, players, points, round, show, show_difference,
};
use super::{BudgetResult, Checkup, Plain, Statement, Status, Yard};
use crate::arena::RulesetId;
use crate::estimates::{ArmResult, Difference, Named};
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::resolve::{concerned, opponent};
use crate::scenario::{Budget, Plan, Verdict};
use crate::stats::equivalence::Bounds;
use crate::stats::estimate::Estimate;
use crate::stats::many;

/// Arms named in a sentence.
const NAMED: usize = 2;

/// What a yardstick's number comes to.
const fn told(status: Status) -> &'static str {
    match status {
        Status::Good => "level",
        Status::Bad => "not level",
        _ => "undecided",
    }
}

/// What a verdict is about, explained where it is first told.
fn about(verdict: &Verdict) -> String {
    match (&verdict.about, verdict.metric) {
        (Some(about), _) => about.clone(),
        (None, Metric::FIRST_SEAT) => fairness::FIRST_SEAT.to_owned(),
        (None, metric) => metric.worded(),
    }
}

/// The plan's own yardstick: all arms in one sentence, then arm by arm.
pub(super) fn yardstick(
    plan: &Plan,
    results: &[ArmResult],
    verdict: &Verdict,
    health: &Checkup,
) -> Vec<Statement> {
    let about = about(verdict);
    let concerned: Vec<(&ArmResult, &Named)> = results
        .iter()
        .filter(|r| verdict.arm.as_ref().is_none_or(|a| plan.arms[r.index].name.means(a)))
        .filter_map(|r| Some((r, r.metric(verdict.metric)?)))
        .collect();
    // Of several what must not be printed is named and not judged.
    let (ill, well): (Vec<_>, Vec<_>) = concerned.iter().copied().partition(|(r, _)| health.is_ill(r));
    let left = match (ill.is_empty(), well.is_empty()) {
        (false, false) => {
            let names: Vec<String> =
                ill.iter().map(|(r, _)| format!("`{}`", plan.arms[r.index].name)).collect();
            format!("; left out, because such a game must not be printed: {}", listed(&names, NAMED))
        }
        _ => String::new(),
    };
    let concerned = if left.is_empty() { concerned } else { well };
    let concerned = plan.strongest_first(concerned, |(result, _)| result.index);
    let Some(unit) = concerned.first().map(|(_, named)| named.unit) else { return Vec::new() };
    let name = |result: &ArmResult| plan.arms[result.index].name.to_string();
    let statement = |result: &ArmResult, named: &Named, text: String, status: Status| Statement {
        status,
        judged: Yard::Level,
        arm: Some(name(result)),
        metric: Some(verdict.metric),
        estimate: Some(named.estimate),
        ..Statement::plain(text)
    };
    let (Some(fair), Some(margin)) = (verdict.fair, verdict.margin) else {
        // Without a yardstick there is nothing to judge arm by arm: the range
        // is the answer, the rest stands in the table.
        let rows = Rival::all(plan, concerned.iter().map(|(r, named)| (name(r), *r, *named)));
        let definition = match &verdict.about {
            Some(_) => String::new(),
            None => format!(" ({})", concerned[0].1.metric.definition()),
        };
        let Some(told) = extremes(&rows, unit) else { return Vec::new() };
        let text = format!("{}{definition}: {told}{left}.", capital(&about));
        return vec![Statement { metric: Some(verdict.metric), ..Statement::plain(text) }];
    };
    // Whoever moves first: wins more, or less, or as often as others.
    let moves_first = verdict.metric == Metric::FIRST_SEAT && fair == 0.0;
    let level = Bounds::around(fair, margin);
    let band = band(level.least, level.most, unit);
    let judge = |e: &Estimate| Status::from(level.judge(e));
    let judged: Vec<Status> = concerned.iter().map(|(_, named)| judge(&named.estimate)).collect();
    let alone = concerned.len() == 1;
    let mut statements: Vec<Statement> = concerned
        .iter()
        .zip(&judged)
        .map(|((result, named), &status)| {
            let what = if alone { about.clone() } else { plain_about(verdict) };
            // Of several arms the sentence about all says what level is.
            let level = if alone { format!(" (level is {band})") } else { String::new() };
            let text = format!(
                "{}: {what} is {}, {}{level}{}.",
                name(result),
                show(&named.estimate, named.unit),
                told(status),
                beside(named, status, judge, told),
            );
            let off = Estimate {
                value: named.estimate.value - fair,
                low: named.estimate.low - fair,
                high: named.estimate.high - fair,
                ..named.estimate
            };
            let mut made = statement(result, named, text, status);
            made.plain = alone.then(|| Plain {
                answer: if moves_first {
                    format!("{}: {}", name(result), first_mover(status, off.value, margin))
                } else {
                    format!("{}: {what} is {}", name(result), told(status))
                },
                beside: String::new(),
                printing: printing(status, &off, margin, result.games),
            });
            made
        })
        .collect();
    if alone {
        return statements;
    }
    let mut parts: Vec<String> = Vec::new();
    for status in [Status::Bad, Status::Undecided, Status::Good] {
        let mut mine: Vec<usize> = (0..judged.len()).filter(|&i| judged[i] == status).collect();
        let off = |i: usize| (concerned[i].1.estimate.value - fair).abs();
        mine.sort_by(|&a, &b| off(b).total_cmp(&off(a)));
        let tell = |&i: &usize| match status {
            Status::Bad => format!("`{}` ({})", name(concerned[i].0), show(&concerned[i].1.estimate, unit)),
            _ => format!("`{}`", name(concerned[i].0)),
        };
        let names: Vec<String> = mine.iter().map(tell).collect();
        if !names.is_empty() {
            parts.push(format!("{} in {}", told(status), listed(&names, NAMED)));
        }
    }
    let text = format!("{}: {} (level is {band}){left}.", capital(&about), parts.join("; "));
    let status = if judged.contains(&Status::Bad) {
        Status::Bad
    } else if judged.contains(&Status::Undecided) {
        Status::Undecided
    } else {
        Status::Good
    };
    // The strongest bot of a panel is believed, the others agree or don't.
    let off = |i: usize| concerned[i].1.estimate.value - fair;
    if let Some(best) = believed(plan, &concerned) {
        let bot = |i: usize| plan.arms[concerned[i].0.index].bots[0].as_str();
        let mut differ: Vec<String> = Vec::new();
        for wanted in [Status::Bad, Status::Undecided, Status::Good] {
            let mine = (0..judged.len()).filter(|&i| judged[i] == wanted && wanted != judged[best]);
            let names: Vec<String> = mine.map(|i| format!("`{}`", bot(i))).collect();
            if !names.is_empty() {
                differ.push(format!("{} under {}", told(wanted), listed(&names, NAMED)));
            }
        }
        let under = if differ.is_empty() {
            ", whoever plays".to_owned()
        } else {
            format!(" under `{}`, the strongest bot", bot(best))
        };
        // Arms that are not judged differ from this one.
        let only = match &verdict.arm {
            Some(arm) => format!(" in “{arm}”"),
            None => String::new(),
        };
        let what = match judged[best] {
            Status::Good => format!("{about} is as it should be"),
            Status::Bad if off(best) > 0.0 => format!("{about} is too high"),
            Status::Bad => format!("{about} is too low"),
            _ => format!("it takes more games to say whether {about} is as it should be"),
        };
        let others = if differ.is_empty() { String::new() } else { format!(" ({})", differ.join("; ")) };
        let named = concerned[best].1.estimate;
        let from_fair =
            Estimate { value: off(best), low: named.low - fair, high: named.high - fair, ..named };
        let plain = Some(Plain {
            answer: capital(&format!("{}{only}{under}: {what}{others}", told(judged[best]))),
            beside: String::new(),
            printing: printing(judged[best], &from_fair, margin, concerned[best].0.games),
        });
        let of_all = Statement { status: judged[best], judged: Yard::Level, plain, ..Statement::plain(text) };
        statements.insert(0, of_all);
        return statements;
    }
    let mut plainly: Vec<(String, Vec<String>)> = Vec::new();
    for wanted in [Status::Bad, Status::Undecided, Status::Good] {
        for i in (0..judged.len()).filter(|&i| judged[i] == wanted) {
            let word =
                if moves_first { first_mover(wanted, off(i), margin) } else { told(wanted).to_owned() };
            let name = format!("`{}`", name(concerned[i].0));
            match plainly.iter_mut().find(|(known, _)| *known == word) {
                Some((_, names)) => names.push(name),
                None => plainly.push((word, vec![name])),
            }
        }
    }
    let plainly: Vec<String> =
        plainly.iter().map(|(word, names)| format!("{word} in {}", listed(names, NAMED))).collect();
    let plain = Some(Plain {
        answer: if moves_first {
            capital(&plainly.join("; "))
        } else {
            format!("{}: {}", capital(&plain_about(verdict)), plainly.join("; "))
        },
        beside: String::new(),
        printing: match status {
            Status::Good => "any of these, as far as bots can tell".to_owned(),
            Status::Bad => {
                let bad = (0..judged.len()).filter(|&i| judged[i] == Status::Bad);
                let bad: Vec<String> = bad.map(|i| format!("`{}`", name(concerned[i].0))).collect();
                let stand = if bad.len() == 1 { "it stands" } else { "they stand" };
                format!("not {} as {stand}", listed(&bad, NAMED))
            }
            _ => "don't decide on this; it takes more games".to_owned(),
        },
    });
    statements.insert(0, Statement { status, judged: Yard::Level, plain, ..Statement::plain(text) });
    statements
}

/// The place of the strongest bot where these are one arm under the bots of a
/// panel; none where they are several arms.
fn believed(plan: &Plan, concerned: &[(&ArmResult, &Named)]) -> Option<usize> {
    let arm = |i: usize| &plan.arms[concerned[i].0.index];
    let first = arm(0);
    let is_panel = (1..concerned.len()).all(|i| arm(i).name.is_beside(&first.name))
        && (0..concerned.len()).all(|i| arm(i).name.bot.is_some());
    let best = first.strongest((0..concerned.len()).map(|i| arm(i).bots[0].as_str()))?;
    (0..concerned.len()).find(|&i| arm(i).bots[0] == best).filter(|_| is_panel)
}

/// Whether whoever moves first wins more: without figures, before "in" and the
/// arms that it holds for.
fn first_mover(status: Status, edge: f64, margin: f64) -> String {
    match status {
        Status::Bad if edge > 0.0 => "whoever moves first wins more than an equal share".to_owned(),
        Status::Bad => "whoever moves first wins less than an equal share".to_owned(),
        Status::Good => {
            format!("it makes no difference beyond {}", points(margin))
        }
        _ => "it takes more games to say".to_owned(),
    }
}

/// What a yardstick's answer means for printing.
fn printing(status: Status, off: &Estimate, margin: f64, games: u64) -> String {
    match status {
        Status::Good => "as far as this goes, print it".to_owned(),
        Status::Bad => "not as it is".to_owned(),
        _ => more_games(off, margin, games),
    }
}

/// The same without an explanation, where it was told before.
fn plain_about(verdict: &Verdict) -> String {
    verdict.about.clone().unwrap_or_else(|| verdict.metric.worded())
}

/// Share of false alarms accepted among the effects that are called clear.
const FALSE_DISCOVERIES: f64 = 0.05;

/// Whether an arm played the very games of its base: these bots never meet
/// what was changed.
#[must_use]
pub fn never_met(result: &ArmResult) -> bool {
    let mut differences = result.metrics.iter().filter_map(|m| m.difference.as_ref()).peekable();
    differences.peek().is_some() && differences.all(|d| d.estimate.value == 0.0)
}

/// Names of settings, by what was set.
fn settings(plan: &Plan, results: &[&ArmResult]) -> String {
    let mut names: Vec<String> = Vec::new();
    for result in results {
        if let Some(effect) = &plan.arms[result.index].effect {
            let name = format!("`{} = {}`", effect.key, effect.value);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    listed(&names, NAMED)
}

/// How many changes of single switches move the main metric of a game clearly
/// after correction for their number (Benjamini and Hochberg 1995, within each
/// base), and the largest of these: one sentence per ruleset. Arms that must not be
/// printed say nothing about it and are named instead.
pub(super) fn effects(plan: &Plan, results: &[ArmResult], health: &Checkup) -> Vec<Statement> {
    let is_ill = |r: &ArmResult| !r.is_finished() || health.is_ill(r);
    let mut games: Vec<RulesetId> = Vec::new();
    for arm in &plan.arms {
        if arm.effect.is_some() && arm.base.is_some() && !games.contains(&arm.ruleset) {
            games.push(arm.ruleset);
        }
    }
    let of_game = |ruleset: &RulesetId| {
        let arms = || results.iter().filter(|r| plan.arms[r.index].ruleset == *ruleset);
        let void: Vec<&ArmResult> =
            arms().filter(|r| plan.arms[r.index].effect.is_some() && is_ill(r)).collect();
        let mut bases: Vec<usize> = Vec::new();
        for base in arms().filter_map(|r| plan.arms[r.index].effect.as_ref().map(|e| e.base)) {
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
        let (mut all, mut unmet, mut watched) = (0, 0, false);
        let mut clear: Vec<(&ArmResult, usize, Estimate)> = Vec::new();
        for &base in &bases {
            let metric = plan.main_metric(&plan.arms[base]);
            let moved: Vec<(&ArmResult, &Difference)> = arms()
                .filter(|r| plan.arms[r.index].base == Some(base) && plan.arms[r.index].effect.is_some())
                .filter(|r| !is_ill(r))
                .filter_map(|r| Some((r, r.metric(metric)?.difference.as_ref()?)))
                .filter(|(_, d)| d.estimate.value.is_finite())
                .collect();
            all += moved.len();
            unmet += moved.iter().filter(|(r, _)| never_met(r)).count();
            let p: Option<Vec<f64>> = moved.iter().map(|(_, difference)| difference.p).collect();
            let corrected = p.map(|p| many::benjamini_hochberg(&p));
            watched |= corrected.is_none();
            let surely = corrected.into_iter().flatten().zip(&moved).filter(|(q, _)| *q <= FALSE_DISCOVERIES);
            clear.extend(surely.map(|(_, (r, d))| (*r, base, d.estimate)));
        }
        let first = *bases.first()?;
        let metric = plan.main_metric(&plan.arms[first]);
        let unit = metric.unit();
        let clearly = match (clear.len(), watched) {
            (_, true) => format!("of {all} single changes some may move"),
            (0, _) if all == 1 => "the one change tried does not clearly move".to_owned(),
            (_, _) if all == 1 => "the one change tried clearly moves".to_owned(),
            (0, _) => format!("none of {all} single changes clearly moves"),
            (1, _) => format!("1 of {all} single changes clearly moves"),
            (n, _) => format!("{n} of {all} single changes clearly move"),
        };
        let largest = clear.iter().max_by(|a, b| a.2.value.abs().total_cmp(&b.2.value.abs()));
        let who = |base: usize| players(plan, base);
        let several = bases.len() > 1;
        let shift = largest.and_then(|(r, base, e)| {
            let effect = plan.arms[r.index].effect.as_ref()?;
            let between = if several { format!(" between {}", who(*base)) } else { String::new() };
            let shown = show_difference(e, unit);
            Some(format!("; the largest shift is {shown} with `{} = {}`{between}", effect.key, effect.value))
        });
        let met = match unmet {
            0 => String::new(),
            1 => "; 1 is never met in these games".to_owned(),
            n => format!("; {n} are never met in these games"),
        };
        let left = if void.is_empty() {
            String::new()
        } else {
            format!("; left out, because such a game must not be printed: {}", settings(plan, &void))
        };
        let title = ruleset.title;
        let between = if several { String::new() } else { format!(", {}", who(first)) };
        Some(Statement {
            arm: largest.map(|(r, ..)| plan.arms[r.index].name.to_string()),
            metric: Some(metric),
            estimate: largest.map(|(.., e)| *e),
            ..Statement::plain(format!(
                "{title}{between}: {clearly} the {} of the game as printed{}{met}{left}.",
                words::metric(&plan.arms[first], metric),
                shift.unwrap_or_default(),
            ))
        })
    };
    games.iter().filter_map(of_game).collect()
}

/// Every budget against every arm it concerns, and a sentence for each.
pub(super) fn budgets(plan: &Plan, results: &[ArmResult]) -> (Vec<BudgetResult>, Vec<Statement>) {
    let mut statements = Vec::new();
    let mut budgets = Vec::new();
    for (budget, bounds) in plan.budgets.iter().filter_map(|budget| Some((budget, budget.bounds()?))) {
        let concerned = concerned(&plan.arms, budget);
        for result in results.iter().filter(|r| concerned.contains(&r.index)) {
            let Some(named) = result.metric(budget.metric) else { continue };
            let other = budget.against.as_ref().and_then(|a| opponent(&plan.arms, result.index, a));
            let other = other.map(|other| &plan.arms[other].name);
            let difference =
                named.difference.as_ref().filter(|d| other.is_some_and(|other| other.is(&d.base)));
            let estimate = match (other, difference) {
                (None, _) => named.estimate,
                (Some(_), Some(difference)) => difference.estimate,
                (Some(other), None) => {
                    // Only arms with a common base are played side by side here.
                    statements.push(Statement::plain(format!(
                        "Not judged here: {} of `{}` against `{other}`; `{} check` judges it.",
                        budget.metric, plan.arms[result.index].name, plan.program.name
                    )));
                    continue;
                }
            };
            let status = Status::from(bounds.judge(&estimate));
            let name = plan.arms[result.index].name.to_string();
            let is = if status == Status::Good { "" } else { "is " };
            let word = kept(status);
            let unit = match other {
                Some(_) if named.unit == Unit::Share => Unit::Points,
                _ => named.unit,
            };
            let must = match (budget.min, budget.max) {
                (Some(min), Some(max)) => format!("within {}", band(min, max, unit)),
                (Some(min), None) => format!("at least {}", bound(min, unit)),
                (None, Some(max)) => format!("at most {}", bound(max, unit)),
                (None, None) => "anything".to_owned(),
            };
            let (more, shown) = match other {
                Some(other) => (format!(" minus `{other}`"), show_difference(&estimate, named.unit)),
                None => (String::new(), show(&estimate, named.unit)),
            };
            let luck = match other {
                Some(_) => String::new(),
                None => beside(named, status, |e| bounds.judge(e).into(), kept),
            };
            let text = format!(
                "Budget {is}{word}: {} of `{name}`{more} must be {must} and is {shown}{luck}.",
                words::metric(&plan.arms[result.index], budget.metric)
            );
            statements.push(Statement {
                status,
                judged: Yard::Budget,
                arm: Some(name.clone()),
                metric: Some(budget.metric),
                estimate: Some(estimate),
                ..Statement::plain(text)
            });
            budgets.push(BudgetResult { budget: budget.clone(), arm: name, estimate, status });
        }
    }
    if let Some(level) = budgets.first().map(|b| b.estimate.level) {
        statements.push(Statement::plain(format!(
            "Each budget is judged for itself here, at these games and {} %; `{} check` decides with its stated \
             error rates.",
            round(100.0 * level),
            plan.program.name
        )));
    }
    (budgets, statements)
}

/// Which budgets are broken, and why the first of them is there; nothing where
/// all hold.
pub(super) fn broken(budgets: &[BudgetResult]) -> String {
    let mut broken = budgets.iter().filter(|result| result.status == Status::Bad);
    let Some(first) = broken.next() else { return String::new() };
    let Budget { name, why, metric, .. } = &first.budget;
    let name = name.clone().unwrap_or_else(|| metric.worded());
    let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
    let more = match broken.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Budget broken: “{name}” of `{}`{more}{why}.", first.arm)
}

/// What became of a budget.
const fn kept(status: Status) -> &'static str {
    match status {
        Status::Good => "holds",
        Status::Bad => "broken",
        _ => "undecided",
    }
}

/// Warnings that are told one by one: an atlas has dozens, and its answers must
/// stay in sight.
const MOST_WARNINGS: usize = 6;

/// [`unfinished`] for all arms, in their order; of many arms those with the
/// largest shares, and how many more there are.
pub(super) fn all_unfinished(plan: &Plan, results: &[ArmResult]) -> Vec<Statement> {
    let share = |result: &ArmResult| {
        let open: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
        open as f64 / result.games.max(1) as f64
    };
    let mut found: Vec<(f64, Statement)> =
        results.iter().filter_map(|result| Some((share(result), unfinished(plan, result)?))).collect();
    let more = found.len().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
    let most = found.get(MOST_WARNINGS).map_or(0.0, |(share, _)| *share);
    let mut told: Vec<Statement> =
        found.into_iter().take(MOST_WARNINGS).map(|(_, statement)| statement).collect();
    if more > 0 {
        let (arms, what) = if more == 1 { ("arm", "it") } else { ("arms", "each") };
        let text = format!(
            "{} more {arms} did not finish all games, at most {:.1} % of {what}: `unfinished-share` in summary.csv.",
            count(more as u64),
            100.0 * most
        );
        told.push(Statement::warning(&text));
    }
    told
}

/// A warning where more than half a per cent of an arm's games had no end.
pub(super) fn unfinished(plan: &Plan, result: &ArmResult) -> Option<Statement> {
    let unfinished: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
    if result.games == 0 || unfinished as f64 <= 0.005 * result.games as f64 {
        return None;
    }
    let reasons: Vec<String> = (result.unfinished.iter().filter(|(_, n)| *n > 0))
        .map(|(reason, n)| format!("{} in {}", reason.words, count(*n)))
        .collect();
    let name = &plan.arms[result.index].name;
    Some(Statement {
        arm: Some(name.to_string()),
        ..Statement::warning(&format!(
            "{} of {} games of `{name}` did not finish ({}); they count in every rate as won by nobody.",
            count(unfinished),
            count(result.games),
            reasons.join(", "),
        ))
    })
}
