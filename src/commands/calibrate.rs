//! `levelpitch calibrate`: do intervals hold as often as they say?

use super::desk::{self, Desk};
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, pipeline};
use crate::app::App;
use crate::cli::CalibrateArgs;
use crate::lab;
use crate::lab::calibrate::{self, Calibration, real_plan};
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;

pub fn execute(app: &App, args: &CalibrateArgs) -> Outcome {
    let rulesets: Vec<String> =
        if args.all { app.ids().map(str::to_owned).collect() } else { args.rulesets.clone() };
    if let Some(twice) = (1..rulesets.len()).find(|&at| rulesets[..at].contains(&rulesets[at])) {
        let found = format!("`{}` twice", rulesets[twice]);
        return Err(Problem::flag(Fault::new("RULESET", found, "each once")).into());
    }
    let none = pipeline::none();
    let plans = rulesets.iter().map(|id| {
        let ruleset = app.resolve(id).map_err(Problem::flag)?;
        pipeline::plan_of(app, ruleset.id, &real_plan(ruleset), &none)
    });
    let plans: Vec<Plan> = plans.collect::<Result<_, super::Refusal>>()?;
    let own = || desk::place("calibration", args.keep.share().named().as_slice());
    let folder = args.out.clone().unwrap_or_else(own);
    let desk = Desk::open((!args.no_files).then_some(folder), &args.output)?;
    let mut list = lab::experiments()?;
    #[cfg(feature = "tables")]
    list.extend(crate::tables::calibration::experiments());
    let notebook = Notebook::open(app, desk.folder(), &args.keep, args.output.quiet)?;
    let hall = Hall::open(args.threads, args.output.quiet, &notebook)?;
    let (rows, interrupted) = hall.run(|inner| {
        for plan in plans {
            hall.say(format!("{}: blocks to draw from", plan.arms[0].ruleset.title));
            list.extend(calibrate::of_plan(plan)?);
        }
        let told = |experiment: &calibrate::Experiment| {
            let kind = experiment.rows.first().map_or("", |(kind, _)| kind);
            hall.say(format!("{kind}: {}", experiment.about));
        };
        Ok((calibrate::run(&list, args.trials, inner, &told), inner.closed()))
    })?;
    hall.close();
    hall.tell(&desk, &Calibration { program: app.program, trials: args.trials, rows, interrupted })
}
