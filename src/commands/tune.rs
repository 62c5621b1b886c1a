//! `levelpitch tune`: find switch or data values that meet a target.

use super::arms::{settled, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, note, pipeline};
use crate::app::App;
use crate::cli::{Spec, TuneArgs, TuneMethod};
use crate::lab::range;
use crate::lab::tune::{self, DEFAULT_GAMES, Method, Question, Space, Target, target};
use crate::metric::Metric;
use crate::report::tune::Telling;
use crate::scenario::fault::unknown;
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;

fn refusal(faults: impl IntoIterator<Item = Fault>) -> Refusal {
    faults.into_iter().map(Problem::flag).collect::<Vec<_>>().into()
}

/// The arm to tune, once per bot of a panel.
fn arms(plan: &Plan, name: Option<&str>) -> Result<Vec<PlanArm>, Refusal> {
    let known = stems(plan);
    let wanted = name.or(known.first().map(|first| &**first)).unwrap_or_default();
    let found: Vec<PlanArm> = plan.arms.iter().filter(|arm| arm.name.means(wanted)).cloned().collect();
    if found.is_empty() {
        return Err(refusal([unknown("arm", wanted, &known)]));
    }
    Ok(found)
}

fn question(app: &App, args: &TuneArgs) -> Result<Question, Refusal> {
    let spec: Spec = args.scenario.parse().map_err(Refusal::new)?;
    let spec = settled(app, &spec, &args.lab.changes)?;
    let mut overrides = pipeline::overrides(&args.lab.changes)?;
    overrides.set.extend(spec.set);
    // Single values are set as they are; ranges are what is tuned.
    let (ranges, fixed) = overrides.set.into_iter().partition(|(_, value)| range::is_range(value));
    overrides.set = fixed;
    let plan = pipeline::plan(app, &spec.scenario, &overrides)?;
    let bots = arms(&plan, spec.arm.as_deref())?;
    let tuned = &bots[bots.len() - 1];
    if ranges.is_empty() {
        let fault = Fault::new("--set", "no range", "KEY=a..b, KEY=a..b/step or KEY=x|y|z, at least once");
        return Err(refusal([fault]));
    }
    let space = Space::read(&ranges, tuned).map_err(refusal)?;
    let mut targets = Vec::new();
    let mut faults = Vec::new();
    let usual = [format!("{}<{}", Metric::SEAT_GAP, args.margin.unwrap_or(plan.margin()))];
    for text in if args.targets.is_empty() { &usual[..] } else { &args.targets[..] } {
        if let Some(at) = text.find(['=', '<', '>']) {
            pipeline::metric(app, tuned, "--target", text[..at].trim())?;
        }
        match Target::read(text, tuned) {
            Ok(target) => targets.push(target),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(refusal(faults));
    }
    target::agree(&targets).map_err(|fault| refusal([fault]))?;
    let slow = bots.iter().any(PlanArm::searches);
    let usual = if slow { DEFAULT_GAMES.1 } else { DEFAULT_GAMES.0 };
    let method = match args.method {
        TuneMethod::Auto => None,
        TuneMethod::Root => Some(Method::Root),
        TuneMethod::Halving => Some(Method::Halving),
        TuneMethod::Ntbea => Some(Method::Ntbea),
    };
    let question = Question { plan, bots, space, targets, games: args.games.unwrap_or(usual), method };
    question.method().map_err(|fault| refusal([fault]))?;
    Ok(question)
}

pub fn execute(app: &App, args: &TuneArgs) -> Outcome {
    let question = question(app, args)?;
    let name = format!("tune-{}", question.plan.name);
    let ranges = args.lab.changes.set.iter().filter(|(_, value)| range::is_range(value));
    let mut changes = question.plan.changes.clone();
    changes.extend(ranges.map(|(key, values)| format!("{key}={values}")).chain(args.targets.iter().cloned()));
    let desk = Desk::of_lab(&args.lab, &name, &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    hall.say(format!(
        "tuning {}",
        question.space.knobs.iter().map(|k| k.key.as_str()).collect::<Vec<_>>().join(", ")
    ));
    let tuned = hall.run(|hall| tune::run(&question, hall))?;
    let Some(tuned) = tuned else {
        hall.close();
        note("interrupted before anything was measured");
        return Ok(130);
    };
    hall.count(tuned.games());
    hall.close();
    hall.tell(&desk, &Telling { question: &question, tuned: &tuned })
}
