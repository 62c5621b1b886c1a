//! `levelpitch merge`: the shards of a run become the run.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::desk::Desk;
use super::{Outcome, Refusal, note, pipeline};
use crate::app::App;
use crate::campaign::Share;
use crate::cli::MergeArgs;
use crate::report::manifest::{self, Joined, Manifest};
use crate::scenario::Problem;

/// Shards that are read side by side.
const TOGETHER: usize = 256;

/// The files that are meant: a file, the run in a folder, or all runs in the
/// folders of a folder.
fn files(part: &Path) -> Result<Vec<PathBuf>, Refusal> {
    if !part.is_dir() {
        return Ok(vec![part.to_owned()]);
    }
    let own = part.join("run.json");
    if own.is_file() {
        return Ok(vec![own]);
    }
    let inner = std::fs::read_dir(part).map_err(|error| unreadable(part, &error))?;
    let mut found = Vec::new();
    for entry in inner {
        let file = entry.map_err(|error| unreadable(part, &error))?.path().join("run.json");
        found.extend(file.is_file().then_some(file));
    }
    found.sort();
    if found.is_empty() {
        let name = part.display().to_string();
        return Err(
            Problem::file(&name, "a folder without runs", "a run.json, or folders that hold one").into()
        );
    }
    Ok(found)
}

fn unreadable(part: &Path, error: &std::io::Error) -> Refusal {
    Problem::file(&part.display().to_string(), crate::scenario::fault::unreadable(error), "a readable folder")
        .into()
}

pub fn execute(app: &App, args: &MergeArgs) -> Outcome {
    let named = args.parts.iter().map(|part| files(part));
    let paths: Vec<PathBuf> = named.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = pipeline::read(path)?;
        Ok((name.clone(), manifest::read(app, &name, &text)?))
    };
    let mut joined: Option<Joined> = None;
    for some in paths.chunks(TOGETHER) {
        let parts: Vec<Result<(String, Manifest), Refusal>> = some.par_iter().map(read).collect();
        for part in parts {
            let (name, part) = part?;
            match &mut joined {
                Some(joined) => joined.add(&name, part)?,
                None => joined = Some(Joined::begin(app, &name, part)?),
            }
        }
    }
    let whole = joined.map_or_else(
        || Err(Problem::file("merge", "no file", "the run.json of every shard")),
        Joined::whole,
    )?;
    let (plan, played) = manifest::plan(app, "merge", &whole)?;
    let target = pipeline::folder(args.out.as_ref(), &plan, Share::WHOLE);
    let desk = Desk::open(Some(target), &args.output)?;
    let campaign = pipeline::stored(&plan, played, whole.ended)?;
    let run = pipeline::judge(plan, Share::WHOLE, campaign)?;
    if !args.output.quiet {
        note(format_args!("joined {} shards", paths.len()));
    }
    desk.tell(&run)
}
