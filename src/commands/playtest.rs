//! `levelpitch playtest`: games that people play, before and after.

use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::cli::{Lab, PlaytestArgs, PlaytestPlanArgs, PlaytestReadArgs, PlaytestStep};
use crate::lab::playtest::{self, log, read, schedule};
use crate::report::folder;
use crate::report::playtest::FILLED_IN;
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;

/// Games that stand for people's, and with a bot that searches.
const GAMES: (u64, u64) = (20_000, 500);

/// The first table of a scenario, once per kind of bot, all alike.
fn plan(app: &App, scenario: &str, lab: &Lab) -> Result<Plan, Refusal> {
    let mut plan = pipeline::plan(app, scenario, &pipeline::overrides(&lab.changes)?)?;
    let first = plan.arms[0].name.clone();
    plan.arms.retain(|arm| arm.name.is_beside(&first));
    for arm in &mut plan.arms {
        if !arm.mirrored() {
            let fault = Fault::new("--bots", "different bots at one table", "one bot for everybody");
            return Err(Problem::flag(fault).into());
        }
        (arm.base, arm.effect) = (None, None);
    }
    if plan.arms[0].bots.len() < 2 {
        let fault = Fault::new("scenario", "a table of one", "a game of two seats or more");
        return Err(Problem::flag(fault).into());
    }
    Ok(plan)
}

fn simulated(asked: Option<u64>, arms: &[PlanArm]) -> u64 {
    let (quick, slow) = GAMES;
    asked.unwrap_or(if arms.iter().any(PlanArm::searches) { slow } else { quick })
}

fn before(app: &App, args: &PlaytestPlanArgs) -> Outcome {
    pipeline::few("--games", args.games.len(), pipeline::MOST_NAMED)?;
    let plan = plan(app, &args.scenario, &args.lab)?;
    let most = 1.0 - 1.0 / plan.arms[0].bots.len() as f64;
    if args.effect >= most {
        let points = |share: f64| (1000.0 * share).round() / 10.0;
        let allowed = format!("above 0 and below {}: no seat wins more than every game", points(most));
        return Err(Problem::flag(Fault::new("--effect", points(args.effect).to_string(), allowed)).into());
    }
    let desk = Desk::of_lab(&args.lab, &format!("playtest-{}", plan.name), &plan.changes)?;
    if let Some(folder) = desk.folder() {
        folder::untouched(folder, FILLED_IN)?;
    }
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    let simulated = simulated(None, &plan.arms[plan.arms.len() - 1..]);
    let question = schedule::Question {
        plan,
        effect: args.effect,
        power: args.power,
        tables: args.games.clone(),
        minutes: args.lab.changes.minutes_per_turn,
        simulated,
    };
    let found = hall.run(|hall| schedule::plan(&question, hall))?;
    hall.close();
    found.map_or(Ok(130), |found| hall.tell(&desk, &found))
}

fn after(app: &App, args: &PlaytestReadArgs) -> Outcome {
    let plan = plan(app, &args.scenario, &args.lab)?;
    let (file, text) = (args.log.display().to_string(), pipeline::read(&args.log)?);
    let refuse =
        |faults: Vec<Fault>| Refusal::from(faults.into_iter().map(Problem::flag).collect::<Vec<_>>());
    let (_, items) = plan.arms[0].shape().map_err(refuse)?;
    let log = log::read(&file, &text, plan.arms[0].bots.len(), &items)?;
    // The log may lie in the folder of the plan.
    let desk = Desk::of_lab(&args.lab, &format!("playtest-read-{}", plan.name), &plan.changes)?;
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    let games = simulated(args.games, &plan.arms);
    let found = hall
        .run(|hall| read::read(&playtest::read::Question { plan, log, weight: args.weight, games }, hall))?;
    hall.close();
    found.map_or(Ok(130), |found| hall.tell(&desk, &found))
}

pub fn execute(app: &App, args: &PlaytestArgs) -> Outcome {
    match &args.step {
        PlaytestStep::Plan(args) => before(app, args),
        PlaytestStep::Read(args) => after(app, args),
    }
}
