//! `levelpitch explain`: which switch, assumption or card a verdict hangs on.

use super::arms::{addressed, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, note, pipeline};
use crate::app::App;
use crate::cli::ExplainArgs;
use crate::game::Unit;
use crate::lab::explain::{self, Question, Scope, Yardstick, deep};
use crate::metric::Metric;
use crate::report::explain::Telling;
use crate::scenario::fault::unknown;
use crate::scenario::judged::{MARGIN, judged_by};
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;

/// Rows of the design for Sobol's indices; combinations repeat, so that many
/// cost little.
const ROWS: usize = 512;

fn refuse(fault: Fault) -> Refusal {
    Problem::flag(fault).into()
}

/// Positions of the arms to explain: one by name, for every bot of its panel,
/// the strongest first.
fn chosen(args: &ExplainArgs, plan: &Plan) -> Result<Vec<usize>, Refusal> {
    let judged = plan.verdict.as_ref().and_then(|verdict| verdict.arm.clone());
    let name = match (&args.arm, judged) {
        (Some(name), _) => name.clone(),
        (None, Some(name)) => name,
        (None, None) => plan.arms[0].name.of_all_bots().into_owned(),
    };
    let found: Vec<usize> = (0..plan.arms.len()).rev().filter(|&i| plan.arms[i].name.means(&name)).collect();
    if found.is_empty() {
        return Err(refuse(unknown("--arm", &name, &stems(plan))));
    }
    Ok(found)
}

/// The metric judged, which every chosen arm must have.
fn metric(app: &App, args: &ExplainArgs, plan: &Plan, arms: &[usize]) -> Result<Metric, Refusal> {
    let first = &plan.arms[arms[0]];
    let metric = match &args.metric {
        Some(name) => pipeline::metric(app, first, "--metric", name)?,
        // The farthest seat is another one in every arm: no sum over games.
        None => match plan.asked_metric(first) {
            Metric::SEAT_GAP if args.deep => Metric::FIRST_SEAT,
            main => main,
        },
    };
    if args.deep && (metric.is_quantile() || metric == Metric::SEAT_GAP) {
        let fault = Fault::new("--deep", format!("`{metric}`"), "a metric that adds up over games");
        return Err(refuse(fault.hint("without --deep, one setting at a time is compared")));
    }
    Ok(metric)
}

/// What the metric is judged by: the command line's, else the scenario's, else
/// an equal share; nothing where no value is called fair.
fn yardstick(
    args: &ExplainArgs,
    plan: &Plan,
    arm: &PlanArm,
    metric: Metric,
) -> Result<Option<Yardstick>, Refusal> {
    if let Some(margin) = args.margin {
        judged_by("--margin", margin, metric).map_err(refuse)?;
    }
    let known = plan.yardstick(arm, metric);
    let usual = (metric.unit() != Unit::Number).then_some(MARGIN);
    let margin = args.margin.or(known.map_or(usual, |(_, margin)| margin));
    match args.fair.or(known.map(|(fair, _)| fair)) {
        Some(fair) => Ok(Some(Yardstick { fair, margin })),
        None if args.margin.is_some() => {
            let allowed = format!("beside --margin, the value of {metric} that is called fair");
            Err(refuse(Fault::new("--fair", "nothing", allowed)))
        }
        None => Ok(None),
    }
}

pub fn execute(app: &App, args: &ExplainArgs) -> Outcome {
    let (scenario, arm) = addressed(app, &args.scenario, args.arm.as_ref(), &args.lab.changes)?;
    let args = &ExplainArgs { scenario, arm, ..args.clone() };
    let lab = &args.lab;
    let plan = pipeline::plan(app, &args.scenario, &pipeline::overrides(&lab.changes)?)?;
    let arms = chosen(args, &plan)?;
    let metric = metric(app, args, &plan, &arms)?;
    let yardstick = yardstick(args, &plan, &plan.arms[arms[0]], metric)?;
    if args.top == 0 {
        return Err(refuse(Fault::new("--top", "0", "1 or more")));
    }
    let mut changes = plan.changes.clone();
    changes.extend(args.arm.iter().chain(&args.metric).cloned());
    let desk = Desk::of_lab(lab, &format!("explain-{}", plan.name), &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &lab.keep, lab.output.quiet)?;
    let others = plan.arms.len() - arms.len();
    if others > 0 && args.arm.is_none() && !lab.output.quiet {
        let name = plan.arms[arms[0]].name.of_all_bots();
        note(format_args!("of several arms this explains `{name}`; --arm names another"));
    }
    let hall = Hall::open(lab.threads, lab.output.quiet, &notebook)?;
    hall.say(format!("{}: every setting and card, one at a time", plan.name));
    let effort = deep::Effort { walks: usize::from(args.walks), rows: ROWS };
    let deep = args.deep.then_some(effort);
    // A verdict is played out; bots that search get what was asked for.
    let searched = arms.iter().any(|&arm| plan.arms[arm].searches());
    let (games, most) = match args.games {
        Some(games) => (games, games),
        None if searched => (explain::GAMES, explain::GAMES),
        None => (explain::GAMES, explain::MOST),
    };
    let question = Question { plan, arms, metric, yardstick, games, most, scope: Scope::Everything, deep };
    let explained = hall.run(|hall| explain::explain(&question, hall))?;
    hall.count(explained.games);
    hall.close();
    hall.tell(&desk, &Telling { explained, top: args.top })
}
