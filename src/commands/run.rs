//! `levelpitch run`: scenarios to reports.

use std::path::Path;
#[cfg(feature = "tables")]
use std::sync::atomic::AtomicBool;

use super::album::Album;
use super::desk::Desk;
use super::notebook::Notebook;
use super::pipeline::Room;
use super::{Outcome, Refusal, note, pipeline, process};
use crate::app::App;
use crate::campaign::Share;
#[cfg(feature = "tables")]
use crate::campaign::{Ended, Hall};
use crate::cli::{Format, Keep, RunArgs};
use crate::report::index::Index;
use crate::report::{Answer as _, Run, folder, manifest};
use crate::scenario::{Length, Plan, PlanArm, Problem};
use crate::settings::Fault;
#[cfg(feature = "tables")]
use crate::tables;

/// Worst first: an interruption, a refusal, a broken budget, an open question.
fn worse(a: u8, b: u8) -> u8 {
    let rank = |status| match status {
        130 => 4,
        2 => 3,
        1 => 2,
        3 => 1,
        _ => 0,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// Tells a run with the tables of its games, if they are asked for.
fn told(desk: &Desk<Run>, run: &Run, #[allow(unused, reason = "without tables")] args: &RunArgs) -> Outcome {
    #[cfg(feature = "tables")]
    if args.parquet {
        return tabled(desk, run, args.threads);
    }
    desk.tell(run)
}

/// Tells a run with the tables of its games, which are played again for them: of an
/// interrupted one, whose process is to end, none.
#[cfg(feature = "tables")]
pub fn tabled(desk: &Desk<Run>, run: &Run, threads: usize) -> Outcome {
    if run.ended == Ended::Interrupted {
        note("tables of games are written when all are played");
        return desk.tell(run);
    }
    process::clerks()?;
    let (blocks, pool, stop) = (run.blocks(), process::pool(threads)?, AtomicBool::new(false));
    let write = |stage: &Path| {
        let hall = Hall::new(&stop, &|_| {});
        pool.install(|| tables::write(&run.plan, &blocks, stage, tables::Format::Parquet, &hall))
    };
    desk.tell_beside(run, &tables::names(tables::Format::Parquet), write)
}

/// Refuses the folder of another share of as many, whose counts would be lost.
fn no_other(app: &App, Share { k, n }: Share, path: &Path) -> Result<(), Refusal> {
    let name = path.display().to_string();
    let there = pipeline::read(path).ok().and_then(|text| manifest::read(app, &name, &text).ok());
    // One that can't be understood is lost already.
    let Some(there) = there.filter(|there| there.share.n == n && there.share.k != k) else { return Ok(()) };
    let found = format!("shard {} of {n}", there.share.k);
    Err(Problem::file(&name, found, "a folder of its own for every shard").into())
}

/// The notebook of an atlas in this folder. Of one that is shared out no game is told
/// before all are known.
fn of_atlas(
    app: &App,
    args: &RunArgs,
    folder: Option<&Path>,
    keep: &Keep,
    plans: &[Plan],
) -> Result<Notebook, Refusal> {
    let quiet = args.output.quiet;
    if keep.share() == Share::WHOLE && !keep.joined && keep.parts.is_empty() {
        return Notebook::open(app, folder, keep, quiet);
    }
    let _held = folder.map(folder::hold).transpose()?;
    let notebook = Notebook::open(app, folder, keep, quiet)?;
    Room { threads: args.threads, quiet, notebook: &notebook }.play_all(plans)?;
    Ok(notebook)
}

/// What is to be played, and the album of an atlas.
fn asked(app: &App, args: &RunArgs) -> Result<(Option<Album>, Vec<Plan>), Refusal> {
    pipeline::few("SCENARIO", args.scenarios.len(), pipeline::MOST_SCENARIOS)?;
    let mut overrides = pipeline::overrides(&args.changes)?;
    (overrides.games, overrides.precision) = (args.games, args.precision);
    overrides.margin = args.margin;
    overrides.anytime = args.look_anytime;
    let (album, mut plans): (_, Vec<Plan>) = if args.all {
        let (album, plans) = Album::open(app, args, &overrides, args.keep.share())?;
        (Some(album), plans)
    } else if args.scenarios.is_empty() {
        (None, vec![pipeline::plan(app, app.first().unwrap_or_default(), &overrides)?])
    } else {
        // All faults of all scenarios are told before anything is played.
        let plans = args.scenarios.iter().map(|s| pipeline::plan(app, s, &overrides));
        (None, plans.collect::<Result<_, _>>()?)
    };
    for plan in &mut plans {
        plan.assumptions = args.assumptions;
    }
    Ok((album, plans))
}

/// Refuses for several scenarios what only one can be asked for.
fn several(args: &RunArgs, plans: &[Plan], atlas: bool, in_rounds: bool) -> Result<(), Refusal> {
    if plans.len() < 2 {
        return Ok(());
    }
    let refused = |flag: &str, found: String, allowed: &str| {
        Err(Problem::flag(Fault::new(flag, found, allowed)).into())
    };
    let found = format!("{} scenarios", plans.len());
    if args.output.format == Format::Json && !atlas {
        return refused("--format json", found, "one scenario at a time");
    }
    let keep = &args.keep;
    let shared = in_rounds && keep.share() != Share::WHOLE;
    let kept = keep.checkpoint.is_some() || !keep.parts.is_empty() || shared;
    if kept && (!atlas || args.assumptions.is_some()) {
        return refused("--checkpoint, --parts, --shard", found, "one at a time");
    }
    if atlas {
        return Ok(());
    }
    if args.out.is_some() {
        return refused("--out", "several scenarios".to_owned(), "one scenario, or no --out");
    }
    let twice = |at: &usize| plans[..*at].iter().any(|plan| plan.name == plans[*at].name);
    match (0..plans.len()).find(twice) {
        Some(at) => {
            let found = format!("`{}` twice", plans[at].name);
            refused("SCENARIO", found, "each once: their reports share a folder")
        }
        None => Ok(()),
    }
}

/// How many games are played, if more than were asked for, so that everybody sits everywhere
/// equally often.
fn rounded(games: u64, plans: &[Plan]) -> Option<String> {
    let played = |arm: &PlanArm| games.next_multiple_of(u64::from(arm.rotations()));
    let most = plans.iter().flat_map(|plan| &plan.arms).map(played).max().unwrap_or(games);
    (most > games).then(|| {
        format!("--games {games}: up to {most} per arm, so that everybody sits everywhere equally often")
    })
}

pub fn execute(app: &App, args: &RunArgs) -> Outcome {
    let (mut album, plans) = asked(app, args)?;
    // How far a run for a precision goes no shard can see, nor what assumptions change: both are
    // played in rounds. An atlas is one part, whose games are joined at once.
    let goes_on = |plan: &Plan| plan.assumptions.is_some() || matches!(plan.length, Length::Precision { .. });
    let in_rounds = album.is_some() || plans.iter().any(goes_on);
    several(args, &plans, album.is_some(), in_rounds)?;
    let shard = args.keep.share();
    let share = if in_rounds { Share::WHOLE } else { shard };
    let desk = |plan: &Plan| {
        let folder = match &album {
            Some(album) => album.folder(plan),
            None => pipeline::folder(args.out.as_ref(), plan, shard),
        };
        if share != Share::WHOLE && !args.no_files {
            no_other(app, share, &folder.join("run.json"))?;
        }
        let desk = Desk::open((!args.no_files).then_some(folder), &args.output)?;
        #[cfg(feature = "tables")]
        if let Some(folder) = desk.folder().filter(|_| args.parquet) {
            folder::free(folder, &tables::names(tables::Format::Parquet))?;
        }
        Ok(if album.as_ref().is_some_and(Album::prints) { desk.muted() } else { desk })
    };
    let keep = if in_rounds { args.keep.clone() } else { Keep { shard: None, ..args.keep.clone() } };
    let quiet = args.output.quiet;
    let base = album.as_ref().map(Album::base).filter(|_| !args.no_files);
    if let Some(base) = base {
        folder::ours(base, &Index::names())?;
    }
    let all = album.is_some().then(|| of_atlas(app, args, base, &keep, &plans)).transpose()?;
    #[cfg(feature = "tables")]
    if args.parquet {
        process::clerks()?;
    }
    let desks = plans.iter().map(desk).collect::<Result<Vec<_>, Refusal>>()?;
    let mut rounding = args.games.filter(|_| !quiet).and_then(|games| rounded(games, &plans));
    let mut status = 0;
    for (plan, desk) in plans.into_iter().zip(desks) {
        let own = match &all {
            Some(_) => None,
            None => Some(Notebook::open(app, desk.folder(), &keep, quiet)?),
        };
        let Some(notebook) = own.as_ref().or(all.as_ref()) else { continue };
        if let Some(rounding) = rounding.take() {
            note(rounding);
        }
        let room = Room { threads: args.threads, quiet, notebook };
        let campaign = room.play(&plan, share, Vec::new())?;
        let mut run = pipeline::judge(plan, share, campaign)?;
        room.try_assumptions(&mut run)?;
        if desk.folder().is_some() {
            process::writing(run.plan.arms.len(), quiet);
        }
        let outcome = told(&desk, &run, args);
        if own.is_some() || outcome.is_err() {
            notebook.told(&outcome);
        }
        status = worse(status, outcome?);
        if let Some(album) = &mut album {
            album.add(&run, args.output.format);
        }
        if status == 130 {
            break;
        }
    }
    let Some(album) = album else { return Ok(status) };
    let closed = album.close(app, args).map(|()| status);
    if let Some(notebook) = all {
        notebook.told(&closed);
    }
    closed
}
