//! `levelpitch diff`: what changed between two runs, or between a run and the
//! game as it stands now.

use std::path::Path;

use super::desk::{self, Desk};
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, baselines, pipeline};
use crate::app::App;
use crate::cli::{Changes, DiffArgs};
use crate::lab::diff::{Diff, Side};
use crate::report::diff::Telling;
use crate::scenario::Problem;
use crate::settings::{Fault, PROGRAM};

fn refuse(key: &str, found: impl Into<String>, allowed: impl Into<String>) -> Refusal {
    Problem::flag(Fault::new(key, found, allowed)).into()
}

/// The runs that a word means: stored ones, or a scenario as it would be played
/// now.
fn sides(app: &App, key: &str, typed: &str, args: &DiffArgs) -> Result<Vec<Side>, Refusal> {
    if let Some(files) = baselines::files(Path::new(typed))? {
        let read = |file: &std::path::PathBuf| {
            let stored = baselines::read(app, file)?;
            let bots = stored.plan.arms.iter().flat_map(|arm| arm.bots.iter().map(String::as_str));
            pipeline::consented(&file.display().to_string(), bots, args.lab.changes.allow_programs)?;
            Ok(Side { name: typed.to_owned(), plan: stored.plan, played: Some(stored.played) })
        };
        return files.iter().map(read).collect();
    }
    let path = Path::new(typed);
    let names = baselines::names();
    let is_scenario = path.is_file() || app.text(typed).is_some() || app.find(typed).is_some();
    if !is_scenario && path.extension().is_none() && !typed.contains(['/', '\\']) {
        let saved = if names.is_empty() { "none is saved yet".to_owned() } else { names.join(", ") };
        let allowed = format!("a baseline ({saved}), a run.json, a scenario or a game");
        let others = app.scenarios.iter().map(|(name, _)| *name).chain(app.ids());
        let known: Vec<String> = names.into_iter().chain(others.map(str::to_owned)).collect();
        let fault = Fault::new(key, format!("`{typed}`"), allowed);
        return Err(Problem::flag(fault.nearest(typed, known.iter().map(String::as_str))).into());
    }
    Ok(vec![as_it_stands(app, typed, &args.lab.changes, args)?])
}

/// A scenario with these changes, to be played.
fn as_it_stands(app: &App, typed: &str, changes: &Changes, args: &DiffArgs) -> Result<Side, Refusal> {
    let mut overrides = pipeline::overrides(changes)?;
    overrides.games = args.games;
    overrides.margin = args.margin;
    let plan = pipeline::plan(app, typed, &overrides)?;
    Ok(Side { name: format!("{typed} now"), plan, played: None })
}

/// What is to be played, with everything that the stored run of the same name
/// was played with and nobody has typed anew: its bots, its table.
fn like(app: &App, typed: &str, side: Side, stored: &[Side], args: &DiffArgs) -> Result<Side, Refusal> {
    let mut same = stored.iter().filter(|other| other.plan.name == side.plan.name);
    match (same.next(), same.next()) {
        (Some(one), None) if one.plan.changes != side.plan.changes => {
            let changes = pipeline::inherited(&args.lab.changes, &one.plan.changes)?;
            as_it_stands(app, typed, &changes, args)
        }
        _ => Ok(side),
    }
}

/// Runs of one scenario put beside each other, and what only one side has.
fn together(mut then: Vec<Side>, now: Vec<Side>) -> Result<(Vec<Diff>, Vec<String>), Refusal> {
    let single = then.len() == 1 && now.len() == 1;
    let live = now.iter().any(|side| side.played.is_none());
    let fault = |fault: Fault| Refusal::from(Problem::flag(fault));
    let (mut diffs, mut left) = (Vec::new(), Vec::new());
    for side in now {
        let same =
            |other: &Side| other.plan.name == side.plan.name && other.plan.changes == side.plan.changes;
        let by_name = |other: &Side| other.plan.name == side.plan.name;
        let found = then.iter().position(same).or_else(|| then.iter().position(by_name));
        match found.or((single && !then.is_empty()).then_some(0)) {
            Some(at) => diffs.push(Diff::new(then.remove(at), side).map_err(fault)?),
            None if live => {
                let known: Vec<&str> = then.iter().map(|side| side.plan.name.as_str()).collect();
                return Err(refuse("B", format!("`{}`", side.plan.name), known.join(", ")));
            }
            None => left.push(format!("Only in {}: {}.", side.name, side.plan.name)),
        }
    }
    if !live {
        left.extend(then.iter().map(|side| format!("Only in {}: {}.", side.name, side.plan.name)));
    }
    if diffs.is_empty() {
        return Err(refuse("B", left.join(" "), "two runs of one scenario"));
    }
    Ok((diffs, left))
}

pub fn execute(app: &App, args: &DiffArgs) -> Outcome {
    let mut then = sides(app, "A", &args.first, args)?;
    let Some(second) = &args.second else {
        let example = then.first().map_or("scenario", |side| side.plan.name.as_str());
        let allowed = format!(
            "what to compare with: a baseline, a run.json, or the game as it stands now, as in `{PROGRAM} diff {} {example}`",
            args.first
        );
        return Err(Problem::flag(Fault::absent("B", "nothing", allowed)).into());
    };
    let mut now = sides(app, "B", second, args)?;
    let live = |sides: &[Side]| sides.iter().any(|side| side.played.is_none());
    if live(&then) && live(&now) {
        let allowed =
            format!("a stored run on one side; `{PROGRAM} compare` plays two scenarios against each other");
        return Err(refuse("A, B", "two scenarios", allowed));
    }
    if !live(&then) && !live(&now) && !pipeline::overrides(&args.lab.changes)?.changes().is_empty() {
        return Err(refuse(
            "--set, --bots, --squads, --data, --seed",
            "two stored runs",
            "a scenario or game as B",
        ));
    }
    let alike = |typed: &str, sides: Vec<Side>, stored: &[Side]| -> Result<Vec<Side>, Refusal> {
        sides.into_iter().map(|side| like(app, typed, side, stored, args)).collect()
    };
    if live(&then) {
        then = alike(&args.first, then, &now)?;
    } else if live(&now) {
        now = alike(second, now, &then)?;
    }
    let (mut diffs, left) = together(then, now)?;
    if let Some(margin) = args.margin {
        for diff in &mut diffs {
            diff.judge_by(margin);
        }
    }
    let changes = [args.first.clone(), format!("v-{second}")];
    let changed = diffs.first().map(|diff| diff.sides[1].plan.changes.clone()).filter(|_| second.len() < 100);
    let changes: Vec<String> = changes.into_iter().chain(changed.into_iter().flatten()).collect();
    let own = || desk::place("diff", &changes);
    let folder = (!args.lab.no_files).then(|| args.lab.out.clone().unwrap_or_else(own));
    let desk = Desk::open(folder, &args.lab.output)?;
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    for diff in &mut diffs {
        hall.say(format!("{}: both sides on the same luck", diff.sides[1].plan.name));
        let before = diff.games;
        hall.run(|hall| diff.play(args.games, hall))?;
        hall.count(diff.games - before);
        if diff.interrupted {
            break;
        }
    }
    hall.close();
    hall.tell(&desk, &Telling::new(diffs, left))
}
