//! `levelpitch save`: runs kept under a name, to be compared with later.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::notebook::{self, Notebook};
use super::pipeline::Room;
use super::{Outcome, Refusal, baselines, desk, note, out, pipeline, shelf};
use crate::app::App;
use crate::campaign::{Campaign, Ended, Share};
use crate::cli::{Changes, SaveArgs};
use crate::report::folder::{self, Terms};
use crate::report::terminal::Screen;
use crate::report::{Answer as _, File, Run};
use crate::scenario::{Plan, Problem};
use crate::settings::{Fault, PROGRAM};
use crate::verdict::count;

/// Letters of a line in the text beside a run.
const WIDTH: usize = 100;

/// Where a run comes from: its file, or games to be played.
enum Source {
    Run(PathBuf),
    Plan(Box<Plan>),
}

impl Source {
    fn plan(&self) -> Option<&Plan> {
        match self {
            Self::Plan(plan) => Some(plan),
            Self::Run(_) => None,
        }
    }
}

/// Whether nothing is changed about a game.
fn unchanged(changes: &Changes) -> bool {
    let Changes { set, bots, squads, data, weights, seed, minutes_per_turn, verify, bot_timeout, .. } =
        changes;
    set.is_empty()
        && bots.is_none()
        && squads.is_none()
        && data.is_none()
        && weights.is_none()
        && seed.is_none()
        && minutes_per_turn.is_none()
        && !verify
        && bot_timeout.is_none()
}

/// The newest run among the reports, if nothing else is named.
fn newest() -> Result<PathBuf, Refusal> {
    let reports = Path::new("reports");
    let found = shelf::reports(reports).into_iter().map(|report| report.folder.join("run.json"));
    found.into_iter().find(|run| run.is_file()).ok_or_else(|| {
        let allowed = format!(
            "a run.json, a scenario or a game (or a report in {}: `{PROGRAM} run`)",
            reports.display()
        );
        Problem::flag(Fault::absent("RUN", "nothing to save", allowed)).into()
    })
}

fn sources(app: &App, args: &SaveArgs) -> Result<Vec<Source>, Refusal> {
    if args.sources.is_empty() {
        return Ok(vec![Source::Run(newest()?)]);
    }
    let mut overrides = pipeline::overrides(&args.changes)?;
    overrides.games = args.games;
    let mut all = Vec::new();
    for typed in &args.sources {
        match baselines::files(Path::new(typed))? {
            Some(files) => all.extend(files.into_iter().map(Source::Run)),
            None => all.push(Source::Plan(Box::new(pipeline::plan(app, typed, &overrides)?))),
        }
    }
    Ok(all)
}

/// What a run is called within a baseline.
fn name(plan: &Plan) -> String {
    let place = desk::place(&plan.name, &plan.changes);
    place.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// A run as it is kept, and what it says.
fn kept(text: Vec<u8>, run: &Run) -> [File; 2] {
    let name = name(&run.plan);
    let said = run.text(Screen { width: Some(WIDTH), colour: false });
    [(format!("{name}.json"), text), (format!("{name}.txt"), said.into_bytes())]
}

pub fn execute(app: &App, args: &SaveArgs) -> Outcome {
    let mut folder = baselines::place(app, &args.name)?;
    if args.keep.joined {
        // No part has its baseline put where it likes.
        let allowed = format!("the folder of the baseline, such as {}", folder.display());
        let absent = || Problem::flag(Fault::absent("--out", "nowhere to put a baseline", allowed));
        folder = args.out.clone().ok_or_else(absent)?;
    }
    folder::settle(&folder)?;
    // A kill may have left nothing but what was being written.
    let is_one = |entry: std::fs::DirEntry| {
        let path = entry.path();
        path.extension().is_some_and(|extension| extension == "json") && !path.ends_with(notebook::JOINED)
    };
    let taken = std::fs::read_dir(&folder).is_ok_and(|entries| entries.flatten().any(is_one));
    if taken && !args.replace {
        let fault = if args.keep.joined {
            let found = format!("`{}`, which holds a baseline", folder.display());
            Fault::new("--out", found, "a folder that is free")
        } else {
            let found = format!("`{}`, which is there already", args.name);
            Fault::new("NAME", found, "another name, or --replace to give the old one up")
        };
        return Err(Problem::flag(fault).into());
    }
    let sources = sources(app, args)?;
    let plays = sources.iter().any(|source| source.plan().is_some());
    if !plays && (args.games.is_some() || args.keep.share() != Share::WHOLE || !unchanged(&args.changes)) {
        let allowed = "a scenario or a game to be played; a run stays as it is";
        return Err(
            Problem::flag(Fault::new("RUN", "a stored run to be changed or shared out", allowed)).into()
        );
    }
    // All faults before the first game.
    let mut names = BTreeSet::new();
    for source in &sources {
        let name = match source {
            Source::Run(file) => name(&baselines::read(app, file)?.plan),
            Source::Plan(plan) => name(plan),
        };
        if let Some(twice) = names.replace(name) {
            let found = format!("two runs of `{twice}`");
            return Err(Problem::flag(Fault::new("RUN", found, "each scenario once in a baseline")).into());
        }
    }
    let mut files: Vec<File> = Vec::new();
    let mut told = Vec::new();
    // A command that was killed goes on with the games that it had played.
    let part = args.keep.share().named().map(|shard| desk::place(&format!("save-{}", args.name), &[shard]));
    let place = args.out.clone().or(part).unwrap_or_else(|| baselines::FOLDER.into());
    let _held = folder::hold(&place)?;
    let notebook = Notebook::open(app, plays.then_some(&place), &args.keep, args.quiet)?;
    let room = Room { threads: args.threads, quiet: args.quiet, notebook: &notebook };
    if notebook.is_shard() || args.keep.joined {
        room.play_all(sources.iter().filter_map(Source::plan))?;
    }
    let apart = !args.keep.joined && place != Path::new(baselines::FOLDER);
    let _baselines = apart.then(|| folder::hold(Path::new(baselines::FOLDER))).transpose()?;
    for source in sources {
        let (text, run) = match source {
            Source::Run(file) => {
                let stored = baselines::read(app, &file)?;
                if !args.quiet {
                    note(format_args!("saving {}", stored.file.display()));
                }
                let campaign: Campaign = pipeline::stored(&stored.plan, stored.played, stored.ended)?;
                (stored.text.into_bytes(), pipeline::judge(stored.plan, Share::WHOLE, campaign)?)
            }
            Source::Plan(plan) => {
                let campaign = room.play(&plan, Share::WHOLE, Vec::new())?;
                if campaign.ended == Ended::Interrupted {
                    note("interrupted: nothing was saved; the same command goes on where this one stopped");
                    return Ok(130);
                }
                let run = pipeline::judge(*plan, Share::WHOLE, campaign)?;
                (run.stored(), run)
            }
        };
        let games: u64 = run.results.iter().map(|result| result.games).sum();
        let arms = match run.plan.arms.len() {
            1 => "1 arm".to_owned(),
            n => format!("{n} arms"),
        };
        told.push(format!("{} ({arms}, {} games)", name(&run.plan), count(games)));
        files.extend(kept(text, &run));
    }
    folder::write_all(&folder, || files.iter().cloned(), Terms::default())?;
    notebook.told(&Ok(0));
    out(&format!("Saved as `{}`: {}.\nBaseline: {}\n", args.name, told.join("; "), folder.display()))?;
    Ok(0)
}
