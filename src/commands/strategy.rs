//! `levelpitch strategy`: what play says about the rules, on one page.

use super::analyse::chosen;
use super::arms::addressed;
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, pipeline};
use crate::app::App;
use crate::cli::StrategyArgs;
use crate::lab::strategy::{self, Question};
use crate::report::strategy::Telling;
use crate::scenario::Problem;
use crate::settings::Fault;

pub fn execute(app: &App, args: &StrategyArgs) -> Outcome {
    let lab = &args.lab;
    let (scenario, named) = addressed(app, &args.scenario, args.arm.as_ref(), &lab.changes)?;
    let plan = pipeline::plan(app, &scenario, &pipeline::overrides(&lab.changes)?)?;
    let arm = chosen(named.as_ref(), &plan)?;
    if args.top == 0 {
        return Err(Problem::flag(Fault::new("--top", "0", "1 or more")).into());
    }
    let mut changes = plan.changes.clone();
    changes.extend(named);
    let desk = Desk::of_lab(lab, &format!("strategy-{}", plan.name), &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{}: goals, openings, moves, cards, squads, rules", plan.name));
    let of = &plan.arms[arm];
    let slow = of.searches() || of.bots.iter().any(|bot| of.ruleset.is_unhurried(bot));
    let blocks = args.games.unwrap_or(if slow { strategy::SEARCHED } else { strategy::BLOCKS });
    let question = Question { plan, arm, blocks };
    let found = hall.run(|hall| strategy::strategy(&question, hall))?;
    hall.count(found.games);
    hall.close();
    hall.tell(&desk, &Telling { found, top: args.top })
}
