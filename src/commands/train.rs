//! `levelpitch train`: better weights for the bot `trained`, by self-play.

use std::path::Path;

use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, note, pipeline};
use crate::app::App;
use crate::cli::TrainArgs;
use crate::game::weights::{self, TRAINED};
use crate::lab::train::{self, Question};
use crate::report::folder;
use crate::scenario::resolve::no_bot;
use crate::scenario::{Plan, Problem};

/// The bots that candidates meet.
fn opponents(args: &TrainArgs, plan: &Plan) -> Result<Vec<String>, Refusal> {
    let ruleset = plan.arms[0].ruleset;
    if let Some(named) = &args.lab.changes.bots {
        return match named.iter().find(|bot| !ruleset.has_bot(bot)) {
            Some(bot) => Err(Problem::flag(no_bot("--bots", ruleset, bot)).into()),
            None => Ok(named.clone()),
        };
    }
    let listed = ruleset.bot_names();
    Ok(listed
        .into_iter()
        .filter(|bot| *bot != TRAINED && !ruleset.searches(bot))
        .map(str::to_owned)
        .collect())
}

pub fn execute(app: &App, args: &TrainArgs) -> Outcome {
    let lab = &args.lab;
    let mut overrides = pipeline::overrides(&lab.changes)?;
    // `--bots` are the opponents; every table is built from them.
    overrides.bots = None;
    let plan = pipeline::plan(app, &args.scenario, &overrides)?;
    let opponents = opponents(args, &plan)?;
    if let Some(path) = &args.write {
        writable(path)?;
    }
    let desk = Desk::of_lab(lab, &format!("train-{}", plan.name), &plan.changes)?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{}: {} generations of {}", plan.name, args.generations, args.population));
    let question = Question {
        plan,
        opponents,
        itself: true,
        generations: args.generations,
        population: usize::from(args.population),
        games: args.games,
        measured: args.measured,
        self_play: args.self_play,
    };
    let course = hall.run(|hall| train::train(&question, hall))?;
    hall.count(course.games);
    hall.close();
    let told = hall.tell(&desk, &course);
    match &args.write {
        Some(path) if matches!(told, Ok(130)) && path.exists() => {
            let name = path.display();
            note(format_args!(
                "{name} stays as it is: the weights of a training that was cut short are not its like"
            ));
        }
        Some(path) => folder::write(path, course.table.as_bytes())?,
        None => {}
    }
    told
}

/// Proves that weights can be written there, before the first game, and that only
/// others of their kind are replaced.
fn writable(path: &Path) -> Result<(), Refusal> {
    let is_weights = |text: String| weights::with("", &text).is_ok();
    if path.is_file() && !std::fs::read_to_string(path).is_ok_and(is_weights) {
        let name = path.display().to_string();
        return Err(
            Problem::file(&name, "a file that holds no weights", "another name, or a free place").into()
        );
    }
    Ok(folder::reach(path)?)
}
