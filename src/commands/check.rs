//! `levelpitch check`: hold scenarios to their budgets and to a baseline, for
//! CI.
//!
//! Everything that can be wrong is told before the first game; then nothing is
//! judged and the exit status is 2. Files are written whole, whatever the
//! answer is.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, baselines, note, pipeline};
use crate::app::App;
use crate::cli::{Changes, CheckArgs, Format};
use crate::lab::check::{self, Baseline, Case, Pace};
use crate::report::check::{Report, junit};
use crate::report::{Answer, folder, manifest};
use crate::scenario::arm::shell_word;
use crate::scenario::fault::unknown;
use crate::scenario::{Budget, Plan, Problem};
use crate::settings::{Fault, PROGRAM};

/// What keeps a scenario from being checked.
type Faults = Vec<(String, Vec<String>)>;

pub fn execute(app: &App, args: &CheckArgs) -> Outcome {
    if args.output.format == Format::Csv {
        return Err(Problem::flag(Fault::new("--format", "csv", "table, json, md")).into());
    }
    for (file, begins) in args.junit.iter().zip([XML]).chain(args.markdown.iter().zip([HEADING])) {
        writable(file, begins)?;
    }
    if let Some(file) = args.markdown.as_ref().filter(|_| args.junit == args.markdown) {
        let found = format!("{}, which --junit writes", file.display());
        return Err(Problem::flag(Fault::new("--markdown", found, "another file")).into());
    }
    let written =
        args.junit.iter().chain(&args.markdown).any(|file| args.keep.checkpoint.as_ref() == Some(file));
    if let Some(file) = args.keep.checkpoint.as_ref().filter(|_| written) {
        let found = format!("{}, which --junit or --markdown writes", file.display());
        return Err(Problem::flag(Fault::new("--checkpoint", found, "another file")).into());
    }
    pipeline::few("SCENARIO", args.scenarios.len(), pipeline::MOST_SCENARIOS)?;
    pipeline::few("--baseline", args.baseline.len(), pipeline::MOST_SCENARIOS)?;
    let desk = Desk::open(args.out.clone(), &args.output)?;
    let mut cases = match cases(app, args) {
        Ok(cases) => cases,
        Err(mut faults) => {
            for line in faults.iter_mut().flat_map(|(_, lines)| lines) {
                *line = app.named(line);
            }
            if let Some(file) = &args.junit {
                folder::write(file, junit::refused(app.program, &faults).as_bytes())?;
            }
            let mut lines: Vec<String> = Vec::new();
            for line in faults.into_iter().flat_map(|(_, lines)| lines) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
            return Err(Refusal { lines, status: 2 });
        }
    };
    check::share(&mut cases, args.strict);
    let notebook = Notebook::open(app, desk.folder(), &args.keep, args.output.quiet)?;
    let hall = Hall::open(args.threads, true, &notebook)?;
    let mut seconds = Vec::new();
    for case in &mut cases {
        hall.say(format!("checking {}", case.plan.name));
        let begun = Instant::now();
        hall.run(|hall| check::run(case, hall))?;
        seconds.push(begun.elapsed().as_secs_f64());
    }
    hall.close();
    let flags = flags(&args.changes);
    let named =
        args.scenarios.iter().zip(seconds).map(|(scenario, took)| (scenario.clone(), flags.clone(), took));
    let report = Report::new(app.program, cases, named.collect());
    if let Some(file) = &args.junit {
        folder::write(file, junit::text(&report).as_bytes())?;
    }
    if let Some(file) = &args.markdown {
        folder::write(file, report.markdown().as_bytes())?;
    }
    hall.tell(&desk, &report)
}

/// What a file of test results begins with.
const XML: &str = "<?xml ";
/// What a summary begins with.
const HEADING: &str = "### ";

/// Proves that a file can be written, before the first game, and that nothing of
/// others is lost by it: one that is there begins so.
fn writable(file: &Path, begins: &str) -> Result<(), Refusal> {
    let name = file.display().to_string();
    if file.is_dir() {
        return Err(Problem::file(&name, "a folder", "a file to write").into());
    }
    if file.is_file() && !is_replaced(file, begins) {
        let found = "a file that is no result of an earlier check";
        return Err(Problem::file(&name, found, "another name, or a place that is free").into());
    }
    Ok(folder::reach(file)?)
}

/// Whether a file is empty, or begins as what replaces it does.
fn is_replaced(file: &Path, begins: &str) -> bool {
    let mut start = vec![0; begins.len()];
    let read = fs::File::open(file).and_then(|mut file| file.read(&mut start));
    read.is_ok_and(|read| read == 0 || start == begins.as_bytes())
}

/// Every scenario with its budgets and its baseline, or every fault of all of
/// them.
fn cases(app: &App, args: &CheckArgs) -> Result<Vec<Case>, Faults> {
    let changes =
        pipeline::overrides(&args.changes).map_err(|r| vec![("command line".to_owned(), r.lines)])?;
    let mut faults = Faults::new();
    let mut plans: Vec<Plan> = Vec::new();
    for scenario in &args.scenarios {
        match pipeline::plan(app, scenario, &changes) {
            Ok(mut plan) => {
                // Of a game by its name alone fairness is what is checked.
                if app.find(scenario).is_some() && args.baseline.is_empty() {
                    plan.budgets.extend(Budget::of_seats(&plan));
                }
                plans.push(plan);
            }
            Err(refusal) => faults.push((scenario.clone(), refusal.lines)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut baselines: Vec<Option<Baseline>> = plans.iter().map(|_| None).collect();
    let files = match recorded(app, args, &plans) {
        Ok(files) => files,
        Err(refusal) => return Err(vec![("baseline".to_owned(), refusal.lines)]),
    };
    for file in &files {
        if let Err(refusal) = baseline(app, args, file, &plans, &mut baselines) {
            faults.push((file.display().to_string(), refusal.lines));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let case = |(plan, baseline): (Plan, Option<Baseline>)| {
        let pace = match (args.games, args.max_games) {
            (Some(games), _) => Pace::Fixed(games),
            (None, Some(most)) => Pace::Until(most),
            (None, None) => Pace::Until(plan.length.most()),
        };
        Case::new(plan, pace, baseline)
    };
    let cases: Vec<Case> = plans.into_iter().zip(baselines).map(case).collect();
    let idle: Vec<&String> =
        cases.iter().zip(&args.scenarios).filter(|(case, _)| case.gates.is_empty()).map(|(_, s)| s).collect();
    if idle.len() == cases.len() || (args.strict && !idle.is_empty()) {
        let nothing = |scenario: &&String| {
            let fault = Fault::new(
                "budget",
                "nothing to check",
                "at least one [[budget]] with a bound, or --baseline NAME",
            );
            ((*scenario).clone(), vec![Problem { file: (*scenario).clone(), line: None, fault }.to_string()])
        };
        return Err(idle.iter().map(nothing).collect());
    }
    if !args.output.quiet {
        for scenario in idle {
            note(format_args!("note: {scenario} has no budget and was not checked"));
        }
    }
    Ok(cases)
}

/// The files that the baselines given stand for. Of a name that holds runs of
/// several scenarios those are meant that are checked.
fn recorded(app: &App, args: &CheckArgs, plans: &[Plan]) -> Result<Vec<PathBuf>, Refusal> {
    let mut all = Vec::new();
    for typed in &args.baseline {
        let Some(files) = baselines::files(typed)? else {
            if typed.extension().is_none() && !typed.exists() {
                let name = typed.display().to_string();
                let names = baselines::names();
                let fault = unknown("--baseline", &name, &names);
                let allowed = if names.is_empty() {
                    format!("a run.json, or what `{PROGRAM} save` has kept; nothing is saved yet")
                } else {
                    fault.allowed.clone()
                };
                return Err(Problem::flag(Fault { allowed, ..fault }).into());
            }
            all.push(typed.clone());
            continue;
        };
        if files.len() == 1 {
            all.extend(files);
            continue;
        }
        let mut scenarios = Vec::new();
        let before = all.len();
        for file in files {
            let name = file.display().to_string();
            let stored = manifest::read(app, &name, &pipeline::read(&file)?)?;
            if plans.iter().any(|plan| plan.name == stored.scenario) {
                all.push(file);
            }
            scenarios.push(stored.scenario);
        }
        if all.len() == before {
            let known: Vec<&str> = plans.iter().map(|plan| plan.name.as_str()).collect();
            let found = format!("runs of {}", scenarios.join(", "));
            let name = typed.display().to_string();
            return Err(Problem::file(&name, found, format!("a run of {}", known.join(", "))).into());
        }
    }
    Ok(all)
}

/// Reads a baseline and puts it beside the scenario that it is a run of.
fn baseline(
    app: &App,
    args: &CheckArgs,
    file: &Path,
    plans: &[Plan],
    into: &mut [Option<Baseline>],
) -> Result<(), Refusal> {
    let name = file.display().to_string();
    let stored = manifest::read(app, &name, &pipeline::read(file)?)?;
    let seed = args.changes.seed.filter(|seed| *seed != stored.seed);
    if let Some(seed) = seed {
        let fault = Fault::new("--seed", seed.to_string(), format!("{}, the seed of {name}", stored.seed));
        return Err(Problem::flag(fault).into());
    }
    let told = (stored.share, stored.ended);
    let run = manifest::plan(app, &name, stored)?;
    let found = plans.iter().position(|plan| plan.name == run.0.name);
    let Some(slot) = found.or((plans.len() == 1).then_some(0)) else {
        let known: Vec<&str> = plans.iter().map(|plan| plan.name.as_str()).collect();
        let found = format!("a run of `{}`", run.0.name);
        return Err(Problem::file(&name, found, format!("a run of {}", known.join(", "))).into());
    };
    let made = Baseline::of(&name, run, told, &plans[slot], &args.drift);
    let made = made.map_err(|fault| {
        if fault.key.is_empty() {
            Problem { file: name.clone(), line: None, fault }
        } else {
            Problem::flag(fault)
        }
    })?;
    if into[slot].is_some() {
        let found = format!("a second baseline of `{}`", plans[slot].name);
        return Err(Problem::file(&name, found, "one baseline per scenario").into());
    }
    into[slot] = Some(made.identical(args.identical));
    Ok(())
}

/// The user's changes as flags for a shell.
fn flags(changes: &Changes) -> String {
    let mut flags = String::new();
    for (key, value) in &changes.set {
        flags += &format!(" --set {}", shell_word(&format!("{key}={value}")));
    }
    for (flag, list) in [("bots", &changes.bots), ("squads", &changes.squads)] {
        if let Some(list) = list {
            flags += &format!(" --{flag} {}", shell_word(&list.join(",")));
        }
    }
    for (flag, file) in [("data", &changes.data), ("bot", &changes.weights)] {
        if let Some(file) = file {
            flags += &format!(" --{flag} {}", shell_word(&file.display().to_string()));
        }
    }
    if let Some(seed) = changes.seed {
        flags += &format!(" --seed {seed}");
    }
    flags
}
