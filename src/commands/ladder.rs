//! `levelpitch skill-ladder`: how much thinking a game rewards.

use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::bots::budget::PLAYOUTS;
use crate::bots::random;
use crate::cli::SkillLadderArgs;
use crate::lab::tournament::ladder::{self, Question};
use crate::scenario::resolve::no_bot;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;

/// What stands for the budget in the form of a search.
const BUDGET: &str = "-N";

/// The bots from the bottom up.
fn rungs(args: &SkillLadderArgs, plan: &Plan) -> Result<Vec<String>, Refusal> {
    let ruleset = plan.arms[0].ruleset;
    let flag = |key: &str, found: String, allowed: &str| Problem::flag(Fault::new(key, found, allowed));
    let mut bots: Vec<String> = match &args.lab.changes.bots {
        Some(named) => named.clone(),
        None => {
            let scripts = ruleset
                .panel(plan.arms[0].bots.len())
                .into_iter()
                .filter(|bot| *bot != random::NAME && !ruleset.searches(bot));
            std::iter::once(random::NAME).chain(scripts).map(str::to_owned).collect()
        }
    };
    let mut problems = Vec::new();
    for (at, bot) in bots.iter().enumerate() {
        if !ruleset.has_bot(bot) {
            problems.push(Problem::flag(no_bot("--bots", ruleset, bot)));
        } else if bots[..at].contains(bot) {
            problems.push(flag("--bots", format!("`{bot}` twice"), "every bot once"));
        }
    }
    let budgets = (0..args.rungs).map(|rung| 1 << rung).filter(|budget: &u32| PLAYOUTS.contains(budget));
    for budget in budgets {
        let bot = args.search.replacen(BUDGET, &format!("-{budget}"), 1);
        if bot == args.search || !ruleset.has_bot(&bot) {
            let allowed = "tree-N, rollout-N, or either with a listed bot: tree-N:planner";
            problems.push(flag("--search", format!("`{}`", args.search), allowed));
            break;
        }
        if !bots.contains(&bot) {
            bots.push(bot);
        }
    }
    if problems.is_empty() && bots.len() < 2 {
        problems.push(flag(
            "--bots",
            "one bot".to_owned(),
            "two rungs or more, searches (--rungs) among them",
        ));
    }
    if problems.is_empty() { Ok(bots) } else { Err(problems.into()) }
}

pub fn execute(app: &App, args: &SkillLadderArgs) -> Outcome {
    let lab = &args.lab;
    let mut overrides = pipeline::overrides(&lab.changes)?;
    // `--bots` are rungs; every table is built from them.
    overrides.bots = None;
    let plan = pipeline::plan(app, &args.scenario, &overrides)?;
    if plan.arms[0].bots.len() < 2 {
        let fault = Fault::new("scenario", "a table of one", "a game of two seats or more");
        return Err(Problem::flag(fault).into());
    }
    let bots = rungs(args, &plan)?;
    let desk = Desk::of_lab(lab, &format!("skill-ladder-{}", plan.name), &plan.changes)?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{} rungs, each against the one below", bots.len() - 1));
    let question = Question { plan, bots, games: args.games, margin: args.margin };
    let found = hall.run(|hall| ladder::climb(&question, hall))?;
    hall.count(found.all_games);
    hall.close();
    hall.tell(&desk, &found)
}
