//! `levelpitch games`: single games as tables.

use super::hall::Hall;
use super::notebook::Notebook;
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
    let mut overrides = pipeline::overrides(&args.changes)?;
    overrides.games = args.games;
    let scenario = args.scenario.as_deref().or(app.first()).ok_or_else(|| Refusal::new("no scenario"))?;
    let plan = pipeline::plan(app, scenario, &overrides)?;
    let Length::Games(games) = plan.length else {
        let fault =
            Fault::new("--games", "a scenario that plays until it is precise enough", "a number of games");
        return Err(Problem::flag(fault).into());
    };
    let folder = args.out.clone().unwrap_or_else(|| {
        let changes: Vec<String> = plan.changes.iter().cloned().chain(args.keep.share().named()).collect();
        desk::place(&format!("games-{}", plan.name), &changes)
    });
    let _held = folder::hold(&folder)?;
    folder::ours(&folder, &names(args.format.into()))?;
    #[cfg(feature = "tables")]
    if matches!(args.format, TableFormat::Parquet) {
        super::process::clerks()?;
    }
    let blocks: Vec<_> =
        plan.arms.iter().map(|arm| 0..schedule::blocks_for(games, arm.rotations())).collect();
    let notebook = Notebook::open(app, Some(&folder), &args.keep, args.quiet)?;
    let hall = Hall::open(args.threads, args.quiet, &notebook)?;
    hall.say(plan.name.clone());
    let stage = folder::stage(&folder)?;
    let written = hall.run(|hall| match write(&plan, &blocks, &stage, args.format.into(), hall) {
        Err(Refused::Arm(faults)) => Err(faults),
        written => Ok(written),
    });
    hall.close();
    let whole = written.and_then(|written| Ok(written?));
    if !matches!(whole, Ok(true)) {
        let _ = std::fs::remove_dir_all(&stage);
        return whole.map(|_| 130);
    }
    let names = names(args.format.into());
    folder::write_all(&folder, Vec::new, Terms { beside: &names, ..Terms::default() })?;
    notebook.told(&Ok(0));
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
