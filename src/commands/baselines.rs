//! Baselines: runs kept under a name, in a folder beside the reports.
//!
//! `baselines/NAME/` holds one `run.json` per scenario under the scenario's name,
//! and beside each, as text, what that run says. They are meant to be committed:
//! nothing in them depends on machine or time. Here names become files and files
//! become runs; nothing is written.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Refusal, pipeline};
use crate::app::App;
use crate::campaign::{Ended, Played, Share};
use crate::report::folder;
use crate::report::manifest;
use crate::scenario::{Plan, Problem};
use crate::settings::{Fault, PROGRAM};

/// Where they are kept, from where the program is called.
pub const FOLDER: &str = "baselines";
/// Most letters of a name.
const LONGEST: usize = 60;

/// A run that was read from its file.
pub struct Stored {
    /// The file.
    pub file: PathBuf,
    /// Its text as it stands there.
    pub text: String,
    /// What was played, and what came of it.
    pub plan: Plan,
    /// What each arm played.
    pub played: Vec<Played>,
    /// Why it ended.
    pub ended: Ended,
}

/// Whether a text can name a baseline, which is a folder's name on any system.
fn is_name(text: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let first = text.chars().next().is_some_and(|letter| letter.is_ascii_alphanumeric());
    first && text.len() <= LONGEST && !text.ends_with('.') && text.chars().all(fits)
}

/// The folder of a new baseline.
///
/// # Errors
/// A name that no folder may have, or that a game or scenario has.
pub fn place(app: &App, name: &str) -> Result<PathBuf, Refusal> {
    let refuse =
        |found: String, allowed: String| Err(Problem::flag(Fault::new("NAME", found, allowed)).into());
    if !is_name(name) {
        let allowed = format!("letters, digits, - _ and . (at most {LONGEST}), such as before-the-edit");
        return refuse(format!("`{name}`"), allowed);
    }
    if app.find(name).is_some() || app.text(name).is_some() {
        let found = format!("`{name}`, the name of a game or scenario");
        return refuse(found, format!("another name: `{PROGRAM} diff` could not tell the two apart"));
    }
    Ok(Path::new(FOLDER).join(name))
}

/// Names of the baselines that there are, in order.
pub fn names() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The files of runs that a path or a name means; `None` if it means no stored
/// run.
///
/// # Errors
/// When a baseline of this name holds nothing.
pub fn files(typed: &Path) -> Result<Option<Vec<PathBuf>>, Refusal> {
    if typed.extension().is_some_and(|end| end == "json") {
        return Ok(Some(vec![typed.to_owned()]));
    }
    let run = typed.join("run.json");
    if run.is_file() {
        return Ok(Some(vec![run]));
    }
    let name = typed.to_str().filter(|name| is_name(name));
    let named = name.map(|name| Path::new(FOLDER).join(name));
    let own = typed.parent().is_some_and(|parent| parent.ends_with(FOLDER)).then(|| typed.to_owned());
    let Some(folder) = named.into_iter().chain(own).find(|folder| folder.is_dir()) else { return Ok(None) };
    let is_run = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "json")
            && path.file_name().is_some_and(|name| name != folder::LIST)
    };
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_run).collect();
    files.sort();
    if files.is_empty() {
        let allowed = format!("a baseline that `{PROGRAM} save` wrote");
        return Err(Problem::file(&folder.display().to_string(), "no run in it", allowed).into());
    }
    Ok(Some(files))
}

/// Reads a run that can be compared: a whole and finished one.
///
/// # Errors
/// When it is none, damaged, or of another version.
pub fn read(app: &App, file: &Path) -> Result<Stored, Refusal> {
    let name = file.display().to_string();
    let text = pipeline::read(file)?;
    let manifest = manifest::read(app, &name, &text)?;
    let refuse = |found: String, allowed: String| Err(Problem::file(&name, found, allowed).into());
    if manifest.share != Share::WHOLE {
        let Share { k, n } = manifest.share;
        return refuse(
            format!("shard {k} of {n}"),
            format!("a whole run; `{PROGRAM} merge` joins the shards"),
        );
    }
    if manifest.ended == Ended::Interrupted {
        let allowed = format!("a finished one; `{PROGRAM} rerun` completes it");
        return refuse("an interrupted run".to_owned(), allowed);
    }
    let ended = manifest.ended;
    let (plan, played) = manifest::plan(app, &name, manifest)?;
    Ok(Stored { file: file.to_owned(), text, plan, played, ended })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_folder_of_its_own_and_leads_nowhere_else() {
        for name in ["printed", "v1.2", "2026-03-01", "Before_the_edit"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", ".", "..", "a/b", "../x", "/etc", "a b", "-x", ".hidden", "x.", "ü", "a\\b", "c:"] {
            assert!(!is_name(name), "{name}");
        }
        assert!(!is_name(&"x".repeat(LONGEST + 1)));
        let app = crate::rulesets::app();
        assert!(place(&app, "futbol-dash").is_err() && place(&app, "first-seat").is_err());
    }
}
