//! `levelpitch analyse`: what decisions are worth.

use super::arms::{addressed, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::arena::oracle::Oracle;
use crate::bots::budget;
use crate::cli::{AnalyseArgs, Changes};
use crate::lab::analyse::{self, CONTINUATIONS, DECISIONS, OF_EACH, Question};
use crate::report::analyse::Telling;
use crate::scenario::fault::unknown;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;

/// Continuations that may be asked for.
const ALLOWED: std::ops::RangeInclusive<u64> = 16..=65_536;

/// The arm that is analysed: the one meant, with the strongest bot of its panel
/// where nobody names bots.
fn chosen(args: &AnalyseArgs, plan: &Plan) -> Result<usize, Refusal> {
    let judged = plan.verdict.as_ref().and_then(|verdict| verdict.arm.clone());
    let name = args.arm.clone().or(judged).unwrap_or_else(|| plan.arms[0].name.of_all_bots().into_owned());
    let found: Vec<usize> = (0..plan.arms.len()).filter(|&i| plan.arms[i].name.means(&name)).collect();
    let Some(&first) = found.first() else {
        return Err(Problem::flag(unknown("--arm", &name, &stems(plan))).into());
    };
    let bots = |arm: usize| plan.arms[arm].bots.iter().map(String::as_str);
    let strongest = plan.arms[first].strongest(found.iter().flat_map(|&arm| bots(arm)));
    let plays = |&arm: &usize| bots(arm).any(|bot| Some(bot) == strongest);
    Ok(found.iter().copied().find(plays).unwrap_or(first))
}

/// The words that `replay` is asked with for a game of the arm.
fn replay(args: &AnalyseArgs, plan: &Plan, arm: usize) -> Vec<String> {
    let mut words = vec!["replay".to_owned(), args.scenario.clone()];
    let mut add = |flag: &str, value: String| words.extend([format!("--{flag}"), value]);
    let Changes { set, squads, data, bots, weights, .. } = &args.lab.changes;
    for (key, value) in set {
        add("set", format!("{key}={value}"));
    }
    if let Some(squads) = squads {
        add("squads", squads.join(","));
    }
    if let Some(data) = data {
        add("data", data.display().to_string());
    }
    if let Some(bots) = bots {
        add("bots", bots.join(","));
    }
    if let Some(weights) = weights {
        add("bot", weights.display().to_string());
    }
    if plan.arms.len() > 1 {
        add("arm", plan.arms[arm].name.to_string());
    }
    add("seed", plan.seed.to_string());
    words
}

pub fn execute(app: &App, args: &AnalyseArgs) -> Outcome {
    let lab = &args.lab;
    let (scenario, named) = addressed(app, &args.scenario, args.arm.as_ref(), &lab.changes)?;
    let args = &AnalyseArgs { scenario, arm: named, ..args.clone() };
    let plan = pipeline::plan(app, &args.scenario, &pipeline::overrides(&lab.changes)?)?;
    let arm = chosen(args, &plan)?;
    let refuse = |key: &str, found: String, allowed: &str| Problem::flag(Fault::new(key, found, allowed));
    if args.top == 0 {
        return Err(refuse("--top", "0".to_owned(), "1 or more").into());
    }
    let continuations = args.continuations.unwrap_or(CONTINUATIONS);
    if !ALLOWED.contains(&continuations) {
        return Err(refuse("--continuations", continuations.to_string(), "16 to 65536").into());
    }
    let ruleset = plan.arms[arm].ruleset;
    if let Some(bot) = args.oracle.as_ref().filter(|bot| !ruleset.has_bot(bot)) {
        return Err(Problem::flag(budget::unknown("--oracle", bot, &ruleset.bot_names())).into());
    }
    let mut changes = plan.changes.clone();
    changes.extend(args.arm.iter().cloned());
    let desk = Desk::of_lab(lab, &format!("analyse-{}", plan.name), &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{}: decisions, played out again and again", plan.name));
    let games = args.decisions.unwrap_or(DECISIONS).div_ceil(u64::from(OF_EACH));
    let last = &plan.arms[arm];
    let slow = last.searches() || last.bots.iter().any(|bot| ruleset.is_unhurried(bot));
    let question = Question {
        arm,
        oracle: Oracle { bot: args.oracle.clone(), effort: analyse::effort(continuations) },
        games,
        blocks: if slow { games } else { analyse::BLOCKS },
        restrict: args.restrict,
        replay: replay(args, &plan, arm),
        plan,
    };
    let found = hall.run(|hall| analyse::analyse(&question, hall))?;
    hall.count(found.games);
    hall.close();
    hall.tell(&desk, &Telling { found, top: args.top })
}
