//! `levelpitch calibrate`: do intervals hold as often as they say?

use std::path::PathBuf;

use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, pipeline};
use crate::app::App;
use crate::cli::CalibrateArgs;
use crate::lab;
use crate::lab::calibrate::{self, Calibration, real_plan};
use crate::scenario::Plan;

pub fn execute(app: &App, args: &CalibrateArgs) -> Outcome {
    let rulesets: Vec<String> =
        if args.all { app.ids().map(str::to_owned).collect() } else { args.rulesets.clone() };
    let none = pipeline::none();
    let plans = rulesets.iter().map(|id| {
        let ruleset = app.resolve(id).map_err(crate::scenario::Problem::flag)?;
        pipeline::plan_of(app, ruleset.id, &real_plan(ruleset), &none)
    });
    let plans: Vec<Plan> = plans.collect::<Result<_, super::Refusal>>()?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("reports/calibration"));
    let desk = Desk::open((!args.no_files).then_some(folder), &args.output)?;
    let mut list = lab::experiments()?;
    let notebook = Notebook::none(app);
    let hall = Hall::open(args.threads, args.output.quiet, &notebook)?;
    let rows = hall.run(|inner| {
        for plan in plans {
            hall.say(format!("{}: blocks to draw from", plan.arms[0].ruleset.title));
            list.extend(calibrate::of_plan(plan)?);
        }
        let told = |experiment: &calibrate::Experiment| {
            let kind = experiment.rows.first().map_or("", |(kind, _)| kind);
            hall.say(format!("{kind}: {}", experiment.about));
        };
        Ok(calibrate::run(&list, args.trials, inner, &told))
    })?;
    hall.close();
    let interrupted = rows.len() < list.iter().map(|experiment| experiment.rows.len()).sum();
    desk.tell(&Calibration { program: app.program, trials: args.trials, rows, interrupted })
}
