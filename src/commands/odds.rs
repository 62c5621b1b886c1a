//! `levelpitch odds`: exact results, no simulation.

use super::desk::Desk;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::cli::OddsArgs;
use crate::report::odds::Odds;
use crate::scenario::fault::unknown;
use crate::scenario::resolve::Overrides;
use crate::scenario::{PlanArm, Problem};

fn arm(app: &App, args: &OddsArgs) -> Result<PlanArm, Refusal> {
    app.resolve(&args.ruleset).map_err(Problem::flag)?;
    let changes = crate::cli::Changes {
        set: args.set.clone(),
        bots: Some(vec!["random".to_owned()]),
        squads: None,
        data: args.data.clone(),
        weights: None,
        seed: None,
        minutes_per_turn: None,
        verify: false,
        bot_timeout: None,
        allow_programs: false,
    };
    let overrides: Overrides = pipeline::overrides(&changes)?;
    let plan = pipeline::plan(app, &args.ruleset, &overrides)?;
    plan.arms.into_iter().next().ok_or_else(|| Refusal::new("no arm"))
}

pub fn execute(app: &App, args: &OddsArgs) -> Outcome {
    let arm = arm(app, args)?;
    let runner = arm.runner(0).map_err(|faults| faults.into_iter().map(Problem::flag).collect::<Vec<_>>())?;
    let mut tables = runner.odds();
    if let Some(name) = &args.table {
        let known: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
        tables.retain(|table| table.name == *name);
        if tables.is_empty() {
            return Err(Problem::flag(unknown("table", name, &known)).into());
        }
    }
    let told = Odds {
        program: app.program.name,
        game: arm.ruleset.title,
        id: arm.ruleset.id,
        tables: &tables,
        exact: args.exact,
        whole: args.table.is_some(),
    };
    Desk::open(None, &args.output)?.tell(&told)
}
