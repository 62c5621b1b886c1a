//! `levelpitch analyse`: what decisions are worth.

use std::path::Path;

use super::arms::{addressed, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline, recording};
use crate::app::App;
use crate::arena::RulesetId;
use crate::arena::oracle::{Effort, Oracle};
use crate::bots::{budget, program};
use crate::cli::{AnalyseArgs, Changes};
use crate::lab::analyse::{self, CONTINUATIONS, DECISIONS, OF_EACH, Question, Recorded};
use crate::report::analyse::{Scores, Telling};
use crate::scenario::fault::unknown;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;

/// Continuations that may be asked for.
const ALLOWED: std::ops::RangeInclusive<u64> = 16..=65_536;

/// The arm that is analysed: the one meant, with the strongest bot of its panel
/// where nobody names bots.
pub fn chosen(named: Option<&String>, plan: &Plan) -> Result<usize, Refusal> {
    let judged = plan.verdict.as_ref().and_then(|verdict| verdict.arm.clone());
    let name = named.cloned().or(judged).unwrap_or_else(|| plan.arms[0].name.of_all_bots().into_owned());
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

/// Whether a bot of the command line exists and decides by itself.
fn known(flag: &str, bot: Option<&String>, ruleset: RulesetId) -> Result<(), Refusal> {
    match bot.filter(|bot| !ruleset.has_bot(bot)) {
        Some(bot) => Err(Problem::flag(budget::unknown(flag, bot, &ruleset.bot_names())).into()),
        None => Ok(()),
    }
}

/// Scores recorded games.
fn recorded(app: &App, args: &AnalyseArgs, file: &Path, continuations: u64) -> Outcome {
    let (lab, record) = (&args.lab, recording::read(file)?);
    let (head, entrants) = (record.header(), record.entrants());
    let bot = format!("{}{}", program::CHOICES, record.file());
    if bot.contains(',') {
        let allowed = "a file without a comma in its name";
        return Err(Problem::flag(Fault::new("--choices", record.file(), allowed)).into());
    }
    if let Some(game) = app.find(&args.scenario) {
        recording::of_game(&record, game.id)?;
    }
    let mut overrides = pipeline::overrides(&lab.changes)?;
    let mut bots = head.bots.clone();
    for (entrant, name) in (0..).zip(&mut bots) {
        if entrants.contains(&entrant) {
            name.clone_from(&bot);
        } else if program::is_outside(name) {
            let fault =
                Fault::new("bots", format!("`{name}`"), "a bot of the game where no choices are known");
            return Err(Problem { file: record.file().to_owned(), line: Some(1), fault }.into());
        }
    }
    overrides.set = head.settings.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    overrides.squads = (!head.squads.is_empty()).then(|| head.squads.clone());
    (overrides.seed, overrides.bots) = (Some(head.seed), Some(bots));
    let mut plan = pipeline::plan(app, &args.scenario, &overrides)?;
    let arm = args.arm.as_ref().map_or(Ok(0), |name| pipeline::arm(&plan, name))?;
    recording::held(&mut plan, arm, &record)?;
    let ruleset = plan.arms[arm].ruleset;
    known("--oracle", args.oracle.as_ref(), ruleset)?;
    known("--beside", args.beside.as_ref(), ruleset)?;
    let strongest = || ruleset.panel(plan.arms[arm].bots.len()).pop().map(str::to_owned);
    let desk =
        Desk::of_lab(lab, &format!("analyse-{}", plan.name), &[format!("choices={}", file.display())])?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{}: recorded choices, played out again and again", plan.name));
    let mut replay = plan.arms[arm].replay_words();
    replay.extend(["--seed".to_owned(), plan.seed.to_string()]);
    let all = u32::MAX;
    let question = Recorded {
        arm,
        games: record.games(),
        names: head.bots.clone(),
        entrants,
        file: record.file().to_owned(),
        beside: args.beside.clone().or_else(strongest),
        oracle: args.oracle.clone(),
        effort: Effort { looks: all, moments: all, ..analyse::effort(continuations) },
        replay,
        plan,
    };
    let found = hall.run(|hall| analyse::score(&question, hall))?;
    hall.count(found.games);
    hall.close();
    hall.tell(&desk, &Scores { found, top: args.top })
}

pub fn execute(app: &App, args: &AnalyseArgs) -> Outcome {
    let lab = &args.lab;
    let (scenario, named) = addressed(app, &args.scenario, args.arm.as_ref(), &lab.changes)?;
    let args = &AnalyseArgs { scenario, arm: named, ..args.clone() };
    let refuse = |key: &str, found: String, allowed: &str| Problem::flag(Fault::new(key, found, allowed));
    if args.top == 0 {
        return Err(refuse("--top", "0".to_owned(), "1 or more").into());
    }
    let continuations = args.continuations.unwrap_or(CONTINUATIONS);
    if !ALLOWED.contains(&continuations) {
        return Err(refuse("--continuations", continuations.to_string(), "16 to 65536").into());
    }
    if let Some(file) = &args.choices {
        return recorded(app, args, file, continuations);
    }
    let plan = pipeline::plan(app, &args.scenario, &pipeline::overrides(&lab.changes)?)?;
    let arm = chosen(args.arm.as_ref(), &plan)?;
    let ruleset = plan.arms[arm].ruleset;
    known("--oracle", args.oracle.as_ref(), ruleset)?;
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
        oracle: Oracle { bot: args.oracle.clone(), effort: analyse::effort(continuations), of: Vec::new() },
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
