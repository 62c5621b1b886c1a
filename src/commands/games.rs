//! `levelpitch games`: single games as tables.

use super::{Outcome, Refusal, desk, note, pipeline};
use crate::app::App;
use crate::arena::schedule;
use crate::cli::{GamesArgs, TableFormat};
use crate::report::folder::{self, Terms};
use crate::scenario::{Length, Problem};
use crate::settings::Fault;
use crate::tables::write::Refused;
use crate::tables::{Format, names, write};
use crate::verdict;

impl From<TableFormat> for Format {
    fn from(format: TableFormat) -> Self {
        match format {
            #[cfg(feature = "tables")]
            TableFormat::Parquet => Self::Parquet,
            TableFormat::Csv => Self::Csv,
        }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Arm(faults) => faults.into_iter().map(Problem::flag).collect::<Vec<_>>().into(),
            Refused::File(error) => error.into(),
        }
    }
}

pub fn execute(app: &App, args: &GamesArgs) -> Outcome {
    let asked = [("--shard", &args.shard), ("--checkpoint", &args.checkpoint)];
    if let Some((flag, Some(value))) = asked.into_iter().find(|(_, value)| value.is_some()) {
        let allowed = "tables in one piece: a row is no sum that could be added to others; another --seed gives \
                       games that another machine can play";
        return Err(Problem::flag(Fault::new(flag, format!("`{value}`"), allowed)).into());
    }
    let mut overrides = pipeline::overrides(&args.changes)?;
    overrides.games = args.games;
    let scenario = args.scenario.as_deref().or(app.first()).ok_or_else(|| Refusal::new("no scenario"))?;
    let plan = pipeline::plan(app, scenario, &overrides)?;
    let Length::Games(games) = plan.length else {
        let fault =
            Fault::new("--games", "a scenario that plays until it is precise enough", "a number of games");
        return Err(Problem::flag(fault).into());
    };
    let own = || desk::place(&format!("games-{}", plan.name), &plan.changes);
    let folder = args.out.clone().unwrap_or_else(own);
    let _held = folder::hold(&folder)?;
    folder::ours(&folder, &[])?;
    let blocks: Vec<_> =
        plan.arms.iter().map(|arm| 0..schedule::blocks_for(games, arm.rotations())).collect();
    let stop = pipeline::interruptible();
    let pool = pipeline::pool(args.threads)?;
    let stage = folder::stage(&folder)?;
    if !pool.install(|| write(&plan, &blocks, &stage, args.format.into(), stop))? {
        let _ = std::fs::remove_dir_all(&stage);
        note("tables are whole or not at all: nothing was saved");
        return Ok(130);
    }
    let names = names(args.format.into());
    folder::write_all(&folder, Vec::new, Terms { beside: &names, ..Terms::default() })?;
    if !args.quiet {
        let arms = plan.arms.iter().zip(&blocks);
        let all: u64 = arms.map(|(arm, blocks)| blocks.end * u64::from(arm.rotations())).sum();
        note(format_args!(
            "{} games, one row each, and one per seat, in {}",
            verdict::count(all),
            folder.display()
        ));
    }
    Ok(0)
}
