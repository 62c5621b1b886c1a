//! `levelpitch tournament`: all bots against all.

use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::cli::TournamentArgs;
use crate::lab::tournament;
use crate::scenario::resolve::no_bot;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;

/// The bots of the field: those named, or all that the ruleset lists.
fn field(args: &TournamentArgs, plan: &Plan) -> Result<Vec<String>, Refusal> {
    let ruleset = plan.arms[0].ruleset;
    let known = ruleset.bot_names();
    let Some(named) = &args.lab.changes.bots else {
        let seated = |bot: &&&str| args.searchers || !ruleset.searches(bot);
        return Ok(known.iter().filter(seated).map(|bot| (*bot).to_owned()).collect());
    };
    let refuse = |found: String, allowed: String| Fault::new("--bots", found, allowed);
    let mut problems = Vec::new();
    for (i, bot) in named.iter().enumerate() {
        if !ruleset.has_bot(bot) {
            problems.push(Problem::flag(no_bot("--bots", ruleset, bot)));
        } else if named[..i].contains(bot) {
            problems.push(Problem::flag(refuse(format!("`{bot}` twice"), "every bot once".to_owned())));
        }
    }
    if named.len() < 2 {
        let allowed = "two bots or more: the field of the tournament".to_owned();
        problems.push(Problem::flag(refuse(format!("{} bot", named.len()), allowed)));
    }
    if problems.is_empty() { Ok(named.clone()) } else { Err(problems.into()) }
}

pub fn execute(app: &App, args: &TournamentArgs) -> Outcome {
    let mut overrides = pipeline::overrides(&args.lab.changes)?;
    // `--bots` is the field; the table itself is built from it.
    overrides.bots = None;
    let plan = pipeline::plan(app, &args.scenario, &overrides)?;
    let seats = plan.arms[0].bots.len();
    if seats < 2 {
        let fault = Fault::new("scenario", "a table of one", "a game of two seats or more");
        return Err(Problem::flag(fault).into());
    }
    if args.mixes && plan.arms[0].squads.windows(2).any(|pair| pair[0] != pair[1]) {
        let allowed = "one squad for all: who sits between two of a kind is told by the bot alone";
        return Err(Problem::flag(Fault::new("--mixes", "squads that differ", allowed)).into());
    }
    let bots = field(args, &plan)?;
    let field = args.lab.changes.bots.iter().map(|bots| format!("bots={}", bots.join(",")));
    let changes: Vec<String> = plan.changes.iter().cloned().chain(field).collect();
    let desk = Desk::of_lab(&args.lab, &format!("tournament-{}", plan.name), &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    hall.say(format!("{} bots, all against all", bots.len()));
    let found = hall.run(|hall| tournament::play(&plan, &bots, (args.games, args.mixes), hall))?;
    hall.count(found.all_games);
    hall.close();
    hall.tell(&desk, &found)
}
