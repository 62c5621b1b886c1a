//! Sentences about single arms and about all arms together.

use super::words::{capital, count, players, round, show, show_difference};
use super::{BudgetResult, Statement, Status, equivalence, within};
use crate::estimates::{ArmResult, main_metric, mirrored};
use crate::game::Unit;
use crate::rulesets;
use crate::scenario::resolve::{concerned, is_named, opponent};
use crate::scenario::{Plan, Verdict};
use crate::stats::many;

/// The first seat's edge of one arm, in a sentence.
pub(super) fn edge(plan: &Plan, result: &ArmResult) -> Option<Statement> {
    let edge = &result.metric("first-seat-advantage")?.estimate;
    let seats = result.seats.len();
    if seats < 2 {
        return None;
    }
    let share = &result.seats[0].share;
    let fair = 100.0 / seats as f64;
    let equal =
        if (fair - fair.round()).abs() < 1e-9 { format!("{fair:.0} %") } else { format!("{fair:.1} %") };
    let judged = if edge.low > 0.0 {
        format!(
            "that is {} more than an equal share ({equal})",
            show(edge, Unit::Points).trim_start_matches('+')
        )
    } else if edge.high < 0.0 {
        format!(
            "that is {} less than an equal share ({equal})",
            show(&edge.negated(), Unit::Points).trim_start_matches('+')
        )
    } else {
        format!("no edge is shown against an equal share ({equal})")
    };
    let ruleset = rulesets::info(plan.arms[result.index].ruleset).map_or("", |info| info.title);
    let text = format!(
        "{ruleset}: the first seat wins {} of games between {}; {judged}.",
        show(share, Unit::Share),
        players(plan, result.index),
    );
    Some(Statement {
        text,
        status: Status::Plain,
        arm: Some(plan.arms[result.index].name.clone()),
        metric: Some("first-seat-advantage".to_owned()),
        estimate: Some(*edge),
        by_bot: Vec::new(),
    })
}

/// Who wins between different entrants.
pub(super) fn entrants(plan: &Plan, result: &ArmResult) -> Statement {
    let arm = &plan.arms[result.index];
    let label = |i: usize| match arm.squads.get(i).and_then(Clone::clone) {
        Some(squad) => format!("`{}` with {squad}", arm.bots[i]),
        None => format!("`{}`", arm.bots[i]),
    };
    let best = result.entrants.iter().max_by(|a, b| a.share.value.total_cmp(&b.share.value));
    let Some(best) = best else { return Statement::plain("Nothing was played.".to_owned()) };
    let rivals: Vec<String> = (0..result.entrants.len()).filter(|&i| i != best.index).map(label).collect();
    let fair = 1.0 / result.entrants.len() as f64;
    let clear = best.share.low > fair;
    let tail = if clear { "" } else { "; the difference could be luck" };
    let drawn = result.metric("shared-game-share").map_or(0.0, |m| m.estimate.value);
    let of = if drawn > 0.0 { "of the points (a draw counts half)" } else { "of games" };
    Statement {
        text: format!(
            "{} takes {} {of} against {}{tail}.",
            label(best.index),
            show(&best.share, Unit::Share),
            rivals.join(" and "),
        ),
        status: Status::Plain,
        arm: Some(arm.name.clone()),
        metric: Some(format!("entrant-{}-share", best.index)),
        estimate: Some(best.share),
        by_bot: Vec::new(),
    }
}

/// The plan's own yardstick, arm by arm.
pub(super) fn yardstick(plan: &Plan, results: &[ArmResult], verdict: &Verdict) -> Vec<Statement> {
    let about = verdict.about.clone().unwrap_or_else(|| verdict.metric.replace('-', " "));
    let concerned =
        results.iter().filter(|r| verdict.arm.as_ref().is_none_or(|a| is_named(&plan.arms[r.index], a)));
    let mut statements = Vec::new();
    for result in concerned {
        let Some(named) = result.metric(&verdict.metric) else { continue };
        let name = &plan.arms[result.index].name;
        let value = show(&named.estimate, named.unit);
        let (status, tail) = match (verdict.fair, verdict.margin) {
            (Some(fair), Some(margin)) => {
                let status = equivalence(&named.estimate, fair, margin);
                let factor = if named.unit == Unit::Number { 1.0 } else { 100.0 };
                let suffix = match named.unit {
                    Unit::Number => "",
                    Unit::Share => " %",
                    Unit::Points => " points",
                };
                let band = format!(
                    "{} to {}{suffix}",
                    round(factor * (fair - margin)),
                    round(factor * (fair + margin))
                );
                let judged = match status {
                    Status::Good => format!("level: all of it lies within {band}"),
                    Status::Bad => format!("not level: all of it lies outside {band}"),
                    _ => format!("undecided: it straddles the edge of {band}"),
                };
                (status, judged)
            }
            _ => (Status::Plain, named.definition.clone()),
        };
        statements.push(Statement {
            text: format!("{name}: {about} is {value}; {tail}."),
            status,
            arm: Some(name.clone()),
            metric: Some(verdict.metric.clone()),
            estimate: Some(named.estimate),
            by_bot: Vec::new(),
        });
    }
    if statements.len() < 2 {
        return statements;
    }
    if verdict.fair.is_none() || verdict.margin.is_none() {
        // Without a yardstick there is nothing to judge arm by arm: the range
        // is the answer, the rest stands in the table.
        let value = |s: &Statement| s.estimate.map_or(0.0, |e| e.value);
        let lowest = statements.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
        let highest = statements.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
        let unit = results.iter().find_map(|r| r.metric(&verdict.metric)).map_or(Unit::Number, |m| m.unit);
        let tell = |s: Option<&Statement>| {
            s.map_or(String::new(), |s| {
                let shown = s.estimate.as_ref().map_or(String::new(), |e| show(e, unit));
                format!("{shown} (`{}`)", s.arm.clone().unwrap_or_default())
            })
        };
        let definition = results.iter().find_map(|r| r.metric(&verdict.metric)).map(|m| m.definition.clone());
        let text = format!(
            "{} runs from {} to {}: {}.",
            capital(&about),
            tell(lowest),
            tell(highest),
            definition.unwrap_or_default(),
        );
        return vec![Statement { metric: Some(verdict.metric.clone()), ..Statement::plain(text) }];
    }
    let tally = |status| statements.iter().filter(|s| s.status == status).count();
    let (good, bad, open) = (tally(Status::Good), tally(Status::Bad), tally(Status::Undecided));
    let unit = results.iter().find_map(|r| r.metric(&verdict.metric)).map_or(Unit::Number, |m| m.unit);
    let off = |s: &Statement| s.estimate.map_or(0.0, |e| (e.value - verdict.fair.unwrap_or(0.0)).abs());
    let farthest = statements.iter().max_by(|a, b| off(a).total_cmp(&off(b)));
    let farthest = farthest.and_then(|s| Some((s.arm.clone()?, show(&s.estimate?, unit))));
    let (arm, value) = farthest.unwrap_or_default();
    let text = format!(
        "{}: level in {good} of {} arms, not level in {bad}, undecided in {open}; farthest off is `{arm}` with {value}.",
        capital(&about),
        statements.len()
    );
    let status = match (bad, open) {
        (0, 0) => Status::Good,
        (0, _) => Status::Undecided,
        _ => Status::Bad,
    };
    statements.insert(0, Statement { status, ..Statement::plain(text) });
    statements
}

/// Share of false alarms accepted among the effects that are called clear.
const FALSE_DISCOVERIES: f64 = 0.05;

/// The largest paired effect on the main metric among the arms of one ruleset
/// and bot, in a sentence, and how many of the effects are clear after
/// correction for their number (Benjamini and Hochberg 1995).
pub(super) fn effects(plan: &Plan, results: &[ArmResult]) -> Vec<Statement> {
    let mut bases: Vec<usize> = Vec::new();
    for arm in &plan.arms {
        if let (Some(effect), Some(_)) = (&arm.effect, arm.base)
            && !bases.contains(&effect.base)
        {
            bases.push(effect.base);
        }
    }
    let mut statements = Vec::new();
    for base in bases {
        let moved = results.iter().filter(|r| plan.arms[r.index].base == Some(base)).filter_map(|r| {
            let effect = plan.arms[r.index].effect.as_ref()?;
            let metric = main_metric(&plan.arms[base], plan);
            let difference = r.metric(&metric)?.difference.as_ref()?;
            Some((r, effect, difference, metric))
        });
        let moved: Vec<_> = moved.collect();
        let largest =
            moved.iter().max_by(|a, b| a.2.estimate.value.abs().total_cmp(&b.2.estimate.value.abs()));
        let Some((result, effect, difference, metric)) = largest else { continue };
        let unit = result.metric(metric).map_or(Unit::Share, |m| m.unit);
        let p: Option<Vec<f64>> = moved.iter().map(|(.., difference, _)| difference.p).collect();
        let clear =
            p.map(|p| many::benjamini_hochberg(&p).into_iter().filter(|&q| q <= FALSE_DISCOVERIES).count());
        let all = moved.len();
        let clear = match clear {
            Some(0) => format!("none of {all} changes clearly moves"),
            Some(1) => format!("1 of {all} changes clearly moves"),
            Some(n) => format!("{n} of {all} changes clearly move"),
            None => format!("of {all} changes some may move"),
        };
        let title = rulesets::info(plan.arms[base].ruleset).map_or("", |info| info.title);
        statements.push(Statement {
            text: format!(
                "{title}, {}: {clear} {} of `{}`; the largest shift is {} with `{} = {}`.",
                players(plan, base),
                metric.replace('-', " "),
                plan.arms[base].name,
                show_difference(&difference.estimate, unit),
                effect.key,
                effect.value,
            ),
            status: Status::Plain,
            arm: Some(plan.arms[result.index].name.clone()),
            metric: Some(metric.clone()),
            estimate: Some(difference.estimate),
            by_bot: Vec::new(),
        });
    }
    statements
}

/// One sentence over several rulesets: which is nearest to level.
pub(super) fn atlas(plan: &Plan, results: &[ArmResult]) -> Option<Statement> {
    let mut rows: Vec<(&str, f64, &ArmResult)> = Vec::new();
    for result in results {
        let arm = &plan.arms[result.index];
        if arm.effect.is_some() || !mirrored(arm) || arm.bots[0] == "random" || result.seats.len() < 2 {
            continue;
        }
        let edge = result.metric("first-seat-advantage")?.estimate.value;
        match rows.iter_mut().find(|(ruleset, ..)| *ruleset == arm.ruleset) {
            Some(row) if row.2.seats.len() > result.seats.len() => {}
            Some(row) => *row = (arm.ruleset, edge, result),
            None => rows.push((arm.ruleset, edge, result)),
        }
    }
    if rows.len() < 2 {
        return None;
    }
    rows.sort_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let tell = |row: &(&str, f64, &ArmResult)| {
        let estimate = row.2.metric("first-seat-advantage").map(|m| show(&m.estimate, m.unit));
        let title = rulesets::info(row.0).map_or(row.0, |info| info.title);
        format!("{title} ({}, {})", estimate.unwrap_or_default(), players(plan, row.2.index))
    };
    let (near, far) = (tell(&rows[0]), tell(&rows[rows.len() - 1]));
    Some(Statement::plain(format!(
        "First-seat edge as printed, of {} games: smallest in {near}, largest in {far}.",
        rows.len()
    )))
}

/// Every budget against every arm it concerns, and a sentence for each.
pub(super) fn budgets(plan: &Plan, results: &[ArmResult]) -> (Vec<BudgetResult>, Vec<Statement>) {
    let mut statements = Vec::new();
    let mut budgets = Vec::new();
    for budget in plan.budgets.iter().filter(|budget| budget.bounds().is_some()) {
        let concerned = concerned(&plan.arms, budget);
        for result in results.iter().filter(|r| concerned.contains(&r.index)) {
            let Some(named) = result.metric(&budget.metric) else { continue };
            let other = budget.against.as_ref().and_then(|a| opponent(&plan.arms, result.index, a));
            let other = other.map(|other| plan.arms[other].name.as_str());
            let difference = named.difference.as_ref().filter(|d| Some(d.base.as_str()) == other);
            let estimate = match (other, difference) {
                (None, _) => named.estimate,
                (Some(_), Some(difference)) => difference.estimate,
                (Some(other), None) => {
                    // Only arms with a common base are played side by side here.
                    statements.push(Statement::plain(format!(
                        "Not judged here: {} of `{}` against `{other}`; `levelpitch check` judges it.",
                        budget.metric, plan.arms[result.index].name
                    )));
                    continue;
                }
            };
            let status = within(&estimate, budget);
            let name = plan.arms[result.index].name.clone();
            let word = match status {
                Status::Good => "holds",
                Status::Bad => "is broken",
                _ => "is undecided",
            };
            let bound = match (budget.min, budget.max) {
                (Some(min), Some(max)) => format!("between {min} and {max}"),
                (Some(min), None) => format!("at least {min}"),
                (None, Some(max)) => format!("at most {max}"),
                (None, None) => "anything".to_owned(),
            };
            let (more, shown) = match other {
                Some(other) => (format!(" minus `{other}`"), show_difference(&estimate, named.unit)),
                None => (String::new(), show(&estimate, named.unit)),
            };
            let text =
                format!("Budget {word}: {} of `{name}`{more} must be {bound} and is {shown}.", budget.metric);
            statements.push(Statement {
                text,
                status,
                arm: Some(name.clone()),
                metric: Some(budget.metric.clone()),
                estimate: Some(estimate),
                by_bot: Vec::new(),
            });
            budgets.push(BudgetResult { budget: budget.clone(), arm: name, estimate, status });
        }
    }
    (budgets, statements)
}

/// A warning where more than half a per cent of an arm's games had no end.
pub(super) fn unfinished(plan: &Plan, result: &ArmResult) -> Option<Statement> {
    let unfinished: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
    if result.games == 0 || unfinished as f64 <= 0.005 * result.games as f64 {
        return None;
    }
    let reasons: Vec<String> = (result.unfinished.iter().filter(|(_, n)| *n > 0))
        .map(|(reason, n)| format!("{reason} {}", count(*n)))
        .collect();
    let name = &plan.arms[result.index].name;
    Some(Statement {
        status: Status::Undecided,
        arm: Some(name.clone()),
        ..Statement::plain(format!(
            "Warning: {} of {} games of `{name}` did not finish ({}); they count in every rate as won by nobody.",
            count(unfinished),
            count(result.games),
            reasons.join(", "),
        ))
    })
}
