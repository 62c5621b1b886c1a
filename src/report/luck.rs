//! Telling what the luck adjustment gives: one line under a table, cells of
//! the tables, the method's entry. The plain estimates stay the main ones.

use super::Run;
use super::page::Method;
use crate::estimates::{Adjusted, ArmResult, Named};
use crate::metric::{Group, Kind, Metric, Place};
use crate::scenario::PlanArm;
use crate::verdict::{self, show};

/// A worth that is told as no gain.
const NEXT_TO_NOTHING: f64 = 1.05;

/// What one game is worth, as read: `2.3`.
#[must_use]
pub fn worth(worth: f64) -> String {
    if worth < 9.95 { format!("{worth:.1}") } else { format!("{worth:.0}") }
}

/// The metric whose adjusted value is told: the arm's main one if it has any,
/// else the first seat's edge or the first entrant's share.
fn told<'a>(run: &Run, result: &'a ArmResult) -> Option<(&'a Named, Adjusted)> {
    let arm = &run.plan.arms[result.index];
    [run.plan.main_metric(arm), arm.usual_metric()].into_iter().find_map(|metric| {
        let named = result.metric(metric)?;
        Some((named, named.adjusted.as_deref().copied()?))
    })
}

fn counted(run: &Run, result: &ArmResult) -> &'static str {
    run.plan.arms[result.index].ruleset.luck.unwrap_or("nothing")
}

/// What is measured, as a subject: `first seat`, ``share of wins of `rusher` ``.
fn subject(arm: &PlanArm, metric: Metric) -> String {
    if metric == Metric::FIRST_SEAT { "first seat".to_owned() } else { verdict::metric(arm, metric) }
}

/// One line about one arm.
#[must_use]
pub fn line(run: &Run, result: &ArmResult) -> Option<String> {
    let (named, adjusted) = told(run, result)?;
    Some(format!(
        "Adjusted for luck ({}): {} {}; each game here is worth {} plain games{}.",
        counted(run, result),
        subject(&run.plan.arms[result.index], named.metric),
        show(&adjusted.estimate, named.unit),
        worth(adjusted.worth),
        if adjusted.worth < NEXT_TO_NOTHING {
            ": with these bots the luck counted decides next to nothing"
        } else {
            ""
        }
    ))
}

/// One line about these arms.
#[must_use]
pub fn lines<'a>(run: &Run, results: impl IntoIterator<Item = &'a ArmResult>) -> Option<String> {
    let all: Vec<(&ArmResult, f64)> = results
        .into_iter()
        .filter_map(|result| told(run, result).map(|(_, adjusted)| (result, adjusted.worth)))
        .collect();
    let [(first, _), ..] = all[..] else { return None };
    if let [(only, _)] = all[..]
        && run.results.len() == 1
    {
        return line(run, only);
    }
    let (least, most) =
        all.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), (_, w)| (low.min(*w), high.max(*w)));
    let range = if worth(least) == worth(most) {
        worth(least)
    } else {
        format!("{} to {}", worth(least), worth(most))
    };
    let games: Vec<_> = all.iter().map(|(r, _)| run.plan.arms[r.index].ruleset).collect();
    let what = if games.iter().all(|game| *game == games[0]) {
        format!("luck ({})", counted(run, first))
    } else {
        "the luck of solved chance events".to_owned()
    };
    Some(format!(
        "Adjusted for {what}, each game is worth {range} plain games; the adjusted estimates are in summary.csv."
    ))
}

/// A place's share of wins adjusted for luck, with its worth, if the arm has
/// one.
#[must_use]
pub fn share(result: &ArmResult, group: Group, index: usize) -> Option<Adjusted> {
    result.metric(Metric::Place(Place { group, index, kind: Kind::Share }))?.adjusted.as_deref().copied()
}

/// Whether any share of an arm is adjusted.
#[must_use]
pub fn has_shares(result: &ArmResult) -> bool {
    (0..result.seats.len()).any(|seat| share(result, Group::Seat, seat).is_some())
}

/// How it is done, with the value function of every game of the run.
#[must_use]
pub fn method(run: &Run) -> Option<Method> {
    let mut games: Vec<String> = Vec::new();
    for result in &run.results {
        let arm = &run.plan.arms[result.index];
        let Some(luck) = arm.ruleset.luck.filter(|_| result.metrics.iter().any(|m| m.adjusted.is_some()))
        else {
            continue;
        };
        let text = format!("{}: {luck}", arm.ruleset.title);
        if !games.contains(&text) {
            games.push(text);
        }
    }
    (!games.is_empty()).then(|| Method {
        name: "Luck adjustment (control variate of known mean: Lavenberg and Welch 1981; Burch and others 2018)"
            .to_owned(),
        text: format!(
            "what happened in solved chance events minus its exact expectation, whose mean is 0 whoever plays, \
             explains part of the results and is taken out; slope fitted on the same blocks. The plain estimates decide \
             every verdict and the exit status, whatever the adjusted ones say. “Worth” is the variance \
             of an independent plain game, in which nobody changes seats, over what is left per game between blocks. Value function, fixed before the run: {}.",
            games.join("; ")
        ),
    })
}
