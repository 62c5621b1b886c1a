//! `levelpitch tournament`: all bots against all.

use std::path::PathBuf;

use super::hall::Hall;
use super::{Outcome, Refusal, out, pipeline};
use crate::cli::{Format, TournamentArgs};
use crate::lab::tournament;
use crate::report::{folder, tournament as report};
use crate::rulesets;
use crate::scenario::{Plan, Problem};
use crate::settings::{Fault, nearest};

/// The bots of the field: those named, or all of the ruleset's.
fn field(args: &TournamentArgs, plan: &Plan) -> Result<Vec<String>, Refusal> {
    let info = rulesets::info(plan.arms[0].ruleset);
    let (known, searchers) = info.map_or((Vec::new(), &[][..]), |info| (info.bots, info.searchers));
    let known: Vec<&str> = known.into_iter().map(|(name, _)| name).collect();
    let Some(named) = &args.lab.changes.bots else {
        let seated = |bot: &&&str| args.searchers || !searchers.contains(bot);
        return Ok(known.iter().filter(seated).map(|bot| (*bot).to_owned()).collect());
    };
    let refuse = |found: String, allowed: String| Fault::new("--bots", found, allowed);
    let mut problems = Vec::new();
    for (i, bot) in named.iter().enumerate() {
        if !known.contains(&bot.as_str()) {
            let fault = refuse(format!("`{bot}`"), known.join(", "));
            problems.push(Problem::flag(match nearest(bot, known.iter().copied()) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            }));
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

pub fn execute(args: &TournamentArgs) -> Outcome {
    let mut overrides = pipeline::overrides(&args.lab.changes)?;
    // `--bots` is the field; the table itself is built from it.
    overrides.bots = None;
    let plan = pipeline::plan(&args.scenario, &overrides)?;
    let seats = plan.arms[0].bots.len();
    if seats < 2 {
        let fault = Fault::new("scenario", "a table of one", "a game of two seats or more");
        return Err(Problem::flag(fault).into());
    }
    let bots = field(args, &plan)?;
    let default = || PathBuf::from("reports").join(format!("tournament-{}", plan.name));
    let target = (!args.lab.no_files).then(|| args.lab.out.clone().unwrap_or_else(default));
    if let Some(target) = &target {
        folder::prepare(target)?;
    }
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    hall.say(format!("{} bots, all against all", bots.len()));
    let found = hall.run(|hall| tournament::play(&plan, &bots, args.games, hall))?;
    hall.count(found.all_games);
    hall.close();
    if let Some(target) = &target {
        folder::write_all(target, &report::files(&found))?;
    }
    match args.lab.output.format {
        Format::Table => out(&report::text(&found, target.as_deref())),
        Format::Json => out(&report::json_text(&found)),
        Format::Csv => out(&String::from_utf8_lossy(&report::csv(&found))),
        Format::Md => out(&report::markdown_text(&found)),
    }
    Ok(if found.interrupted { 130 } else { 0 })
}
