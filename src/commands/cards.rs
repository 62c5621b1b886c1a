//! `levelpitch cards`: which card is too strong, which is dead.

use super::arms::{addressed, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::cli::CardsArgs;
use crate::lab::cards::{self, PRINTED, Question, Rule};
use crate::report::cards::Telling;
use crate::scenario::fault::unknown;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;

/// Positions of the arms that are judged: the one meant, with the first and the
/// strongest bot of its panel where nobody names bots, the strongest last.
fn chosen(args: &CardsArgs, plan: &Plan) -> Result<Vec<usize>, Refusal> {
    let judged = plan.verdict.as_ref().and_then(|verdict| verdict.arm.clone());
    let name = args.arm.clone().or(judged).unwrap_or_else(|| plan.arms[0].name.of_all_bots().into_owned());
    let mut found: Vec<usize> = (0..plan.arms.len()).filter(|&i| plan.arms[i].name.means(&name)).collect();
    let Some(&first) = found.first() else {
        return Err(Problem::flag(unknown("--arm", &name, &stems(plan))).into());
    };
    let bots = |arm: usize| plan.arms[arm].bots.iter().map(String::as_str);
    let strongest = plan.arms[first].strongest(found.iter().flat_map(|&arm| bots(arm)));
    found.sort_by_key(|&arm| bots(arm).any(|bot| Some(bot) == strongest));
    // Of a panel, the beginner is asked beside the one to believe.
    if let [beginner, _, .., judge] = found[..] {
        found = vec![beginner, judge];
    }
    Ok(found)
}

pub fn execute(app: &App, args: &CardsArgs) -> Outcome {
    let lab = &args.lab;
    let (scenario, arm) = addressed(app, &args.scenario, args.arm.as_ref(), &lab.changes)?;
    let args = &CardsArgs { scenario, arm, ..args.clone() };
    let plan = pipeline::plan(app, &args.scenario, &pipeline::overrides(&lab.changes)?)?;
    let arms = chosen(args, &plan)?;
    if args.top == 0 {
        return Err(Problem::flag(Fault::new("--top", "0", "1 or more")).into());
    }
    let mut changes = plan.changes.clone();
    changes.extend(args.arm.iter().cloned());
    let desk = Desk::of_lab(lab, &format!("cards-{}", plan.name), &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{}: one of everything, handed out", plan.name));
    let last = &plan.arms[arms[arms.len() - 1]];
    let (games, most) = match args.games {
        Some(games) => (games, games),
        None if last.searches() => (cards::SEARCHED, cards::SEARCHED),
        None if last.bots.iter().any(|bot| last.ruleset.is_unhurried(bot)) => (cards::GAMES, cards::GAMES),
        None => (cards::GAMES, cards::MOST),
    };
    let rule = Rule { too_strong: args.margin.unwrap_or(PRINTED.too_strong), ..*PRINTED };
    let question = Question { plan, arms, rule, games, most };
    let found = hall.run(|hall| cards::strengths(&question, hall))?;
    hall.count(found.games);
    hall.close();
    hall.tell(&desk, &Telling { found, top: args.top })
}
