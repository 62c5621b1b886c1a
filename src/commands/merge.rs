//! `levelpitch merge`: the shards of a run become the run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::FromArgMatches as _;
use rayon::prelude::*;

use super::desk::Desk;
use super::{Outcome, Refusal, note, notebook, pipeline, rerun};
use crate::app::App;
use crate::campaign::Share;
use crate::cli::{self, Cli, MergeArgs};
use crate::report::manifest::{self, Joined, Manifest};
use crate::report::part::{self, Part};
use crate::scenario::Problem;

/// Parts that are read side by side.
pub const TOGETHER: usize = 256;

/// The files that are meant: a file, the one of this name in a folder, or all of
/// them in the folders of a folder.
pub fn files(part: &Path, name: &str) -> Result<Vec<PathBuf>, Refusal> {
    if !part.is_dir() {
        return Ok(vec![part.to_owned()]);
    }
    let own = part.join(name);
    if own.is_file() {
        return Ok(vec![own]);
    }
    let inner = std::fs::read_dir(part).map_err(|error| unreadable(part, &error))?;
    let mut found = Vec::new();
    for entry in inner {
        let file = entry.map_err(|error| unreadable(part, &error))?.path().join(name);
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

/// Carries out the command that parts are of, with all that they know: its
/// answer, or what it has to play next.
fn carried_out(app: &App, args: &MergeArgs, first: Part) -> Outcome {
    let Part { arguments, .. } = first;
    if !cli::is_joinable(app, &arguments) {
        let found = format!("a part of `{}`", arguments.join(" "));
        return Err(Problem::file("merge", found, "a part of a command that plays").into());
    }
    pipeline::consented("merge", rerun::named(&arguments), args.allow_programs)?;
    // Options stand before words that only look like some.
    let (options, rest) =
        arguments.split_at(arguments.iter().position(|word| word == "--").unwrap_or(arguments.len()));
    let mut words: Vec<OsString> = vec![app.program.name.into()];
    words.extend(options.iter().map(Into::into));
    words.push("--joined".into());
    words.extend(args.allow_programs.then(|| "--allow-programs".into()));
    // In one word each: a name may begin like an option.
    let valued = |option: &str, value: &Path| {
        let mut word = OsString::from(option);
        word.push(value);
        word
    };
    words.extend(args.parts.iter().map(|path| valued("--parts=", path)));
    words.extend(args.out.iter().map(|folder| valued("--out=", folder)));
    words.extend(rest.iter().map(Into::into));
    let matches = cli::command(app).try_get_matches_from(&words);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(Refusal::new)?;
    let told = App { typed: arguments, ..app.clone() };
    let command = cli.command.printed_as(&args.output);
    Ok(super::execute(&told, Cli { command }))
}

pub fn execute(app: &App, args: &MergeArgs) -> Outcome {
    let named = args.parts.iter().map(|part| {
        files(part, "run.json").or_else(|refusal| files(part, notebook::PART).map_err(|_| refusal))
    });
    let paths: Vec<PathBuf> = named.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    if let Some(path) = paths.first() {
        let (name, text) = (path.display().to_string(), pipeline::read(path)?);
        // A damaged part says no more what it is, but is called so.
        if part::is_one(app, &text) || path.ends_with(notebook::PART) {
            return carried_out(app, args, part::read(app, &name, &text)?);
        }
    }
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
    let ended = whole.ended;
    let (plan, played) = manifest::plan(app, "merge", whole)?;
    let target = pipeline::folder(args.out.as_ref(), &plan, Share::WHOLE);
    let desk = Desk::open(Some(target), &args.output)?;
    let campaign = pipeline::stored(&plan, played, ended)?;
    let run = pipeline::judge(plan, Share::WHOLE, campaign)?;
    if !args.output.quiet {
        note(format_args!("joined {} shards", paths.len()));
    }
    desk.tell(&run)
}
