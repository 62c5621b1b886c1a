//! How many changes of single switches move what a game is judged by: one
//! sentence per ruleset.

use super::words::{self, enumerated, players, show_difference};
use super::{Checkup, FALSE_DISCOVERIES, Statement};
use crate::arena::RulesetId;
use crate::estimates::{ArmResult, Difference};
use crate::scenario::{Plan, PlanArm};
use crate::stats::estimate::Estimate;
use crate::stats::many;

/// Settings named in a sentence.
const NAMED: usize = 2;

/// Whether an arm played the very games of its base: these bots never meet
/// what was changed.
#[must_use]
pub fn never_met(result: &ArmResult) -> bool {
    let mut differences = result.metrics.iter().filter_map(|m| m.difference.as_ref()).peekable();
    differences.peek().is_some() && differences.all(|d| d.estimate.value == 0.0)
}

/// Where a change may do something that none of these games has met: the end of a
/// sentence that says so; nothing where that isn't known.
#[must_use]
pub fn elsewhere(base: &PlanArm, changed: &PlanArm) -> String {
    match &changed.companions(base)[..] {
        [] => String::new(),
        missing => format!("; try it with {}", enumerated(missing, missing.len())),
    }
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
    enumerated(&names, NAMED)
}

/// How many changes of single switches move the main metric of a game clearly
/// after correction for their number (Benjamini and Hochberg 1995, within each
/// base), and the largest of these, as wide as its choice asks: one sentence per
/// ruleset. Arms that must not be
/// printed say nothing about it and are named instead.
pub(super) fn statements(plan: &Plan, results: &[ArmResult], health: &Checkup) -> Vec<Statement> {
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
            // The largest is chosen by looking at all of them.
            let among = |d: &Difference| d.estimate.together(moved.len());
            clear.extend(surely.map(|(_, (r, d))| (*r, base, among(d))));
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
