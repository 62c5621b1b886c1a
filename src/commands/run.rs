//! `levelpitch run`: scenarios to reports.

#[cfg(feature = "tables")]
use std::sync::atomic::AtomicBool;

use super::album::Album;
use super::desk::Desk;
use super::{Outcome, Refusal, note, pipeline};
use crate::app::App;
use crate::campaign::Share;
use crate::cli::{Format, RunArgs};
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

pub fn execute(app: &App, args: &RunArgs) -> Outcome {
    let mut overrides = pipeline::overrides(&args.changes)?;
    (overrides.games, overrides.precision) = (args.games, args.precision);
    overrides.margin = args.margin;
    overrides.anytime = args.look_anytime;
    let share = args.shard.map_or(Share::WHOLE, |(k, n)| Share { k, n });
    let mut album = None;
    let mut plans: Vec<Plan> = if args.all {
        let (found, plans) = Album::open(app, args, &overrides, share)?;
        album = Some(found);
        plans
    } else if args.scenarios.is_empty() {
        vec![pipeline::plan(app, app.first().unwrap_or_default(), &overrides)?]
    } else {
        // All faults of all scenarios are told before anything is played.
        args.scenarios.iter().map(|s| pipeline::plan(app, s, &overrides)).collect::<Result<_, _>>()?
    };
    for plan in &mut plans {
        plan.assumptions = args.assumptions;
    }
    if args.output.format == Format::Json && plans.len() > 1 && album.is_none() {
        let fault =
            Fault::new("--format json", format!("{} scenarios", plans.len()), "one scenario at a time");
        return Err(Problem::flag(fault).into());
    }
    if share != Share::WHOLE && plans.iter().any(|p| matches!(p.length, Length::Precision { .. })) {
        let fault = Fault::new(
            "--shard",
            "a precision run",
            "--games: a shard cannot see when all shards are precise enough",
        );
        return Err(Problem::flag(fault).into());
    }
    if args.out.is_some() && plans.len() > 1 && album.is_none() {
        let fault = Fault::new("--out", "several scenarios", "one scenario, or no --out");
        return Err(Problem::flag(fault).into());
    }
    let desk = |plan: &Plan| {
        let folder = match &album {
            Some(album) => album.folder(plan),
            None => pipeline::folder(args.out.as_ref(), plan, share),
        };
        let desk = Desk::open((!args.no_files).then_some(folder), &args.output)?;
        let desk = if album.as_ref().is_some_and(Album::prints) { desk.muted() } else { desk };
        #[cfg(feature = "tables")]
        let desk = if args.parquet { desk.beside(tables::names(tables::Format::Parquet)) } else { desk };
        Ok::<_, Refusal>(desk)
    };
    let desks = plans.iter().map(desk).collect::<Result<Vec<_>, _>>()?;
    if let Some(games) = args.games.filter(|_| !args.output.quiet) {
        let played = |arm: &PlanArm| games.next_multiple_of(u64::from(arm.rotations()));
        let most = plans.iter().flat_map(|plan| &plan.arms).map(played).max().unwrap_or(games);
        if most > games {
            note(format_args!(
                "--games {games}: up to {most} per arm, so that everybody sits everywhere equally often"
            ));
        }
    }
    let stop = pipeline::interruptible();
    let mut status = 0;
    for (plan, desk) in plans.into_iter().zip(desks) {
        let campaign = pipeline::play(&plan, share, Vec::new(), args.threads, args.output.quiet, stop)?;
        let mut run = pipeline::judge(plan, share, campaign)?;
        pipeline::try_assumptions(&mut run, args.threads, args.output.quiet)?;
        if desk.folder().is_some() {
            pipeline::writing(run.plan.arms.len(), args.output.quiet);
        }
        #[cfg(feature = "tables")]
        if let Some(folder) = desk.folder().filter(|_| args.parquet) {
            // What is finished is written, of an interrupted run too.
            let stop = AtomicBool::new(false);
            let (blocks, pool) = (run.blocks(), pipeline::pool(args.threads)?);
            pool.install(|| tables::write(&run.plan, &blocks, folder, tables::Format::Parquet, &stop))?;
        }
        status = worse(status, desk.tell(&run)?);
        if let Some(album) = &mut album {
            album.add(&run, args.output.format);
        }
        if status == 130 {
            break;
        }
    }
    if let Some(album) = album {
        album.close(app, args)?;
    }
    Ok(status)
}
