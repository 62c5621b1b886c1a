//! `levelpitch open`: one page over all reports of a folder.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::desk::Desk;
use super::{Outcome, Refusal, out, shelf};
use crate::app::App;
use crate::cli::{Format, OpenArgs};
use crate::report::Answer as _;
use crate::report::index::{Index, counted};
use crate::scenario::Problem;
use crate::settings::PROGRAM;

/// The program that opens a file in what the user has chosen for it, with the
/// words in front of the file's name.
const OPENER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    &["cmd", "/C", "start", ""]
} else {
    &["xdg-open"]
};

/// Opens a page where somebody is there to see it. The path was printed: a
/// machine without a browser is no failure.
fn show(page: &Path) {
    // A whole path: none is taken for an option.
    let Ok(page) = std::path::absolute(page) else { return };
    let [program, words @ ..] = OPENER else { return };
    let mut opener = Command::new(program);
    opener.args(words).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(opener.spawn());
}

pub fn execute(app: &App, args: &OpenArgs) -> Outcome {
    let folder = &args.folder;
    let name = folder.display().to_string();
    let hint = format!("a folder of reports; `{PROGRAM} run` writes one");
    if !folder.is_dir() {
        let found = if folder.exists() { "a file" } else { "no such folder" };
        return Err(Problem::file(&name, found, hint).into());
    }
    let seen = !args.no_browser && args.output.format == Format::Table && std::io::stdout().is_terminal();
    if shelf::is_report(folder) {
        let page = folder.join(shelf::PAGE);
        out(&format!("Report: {}\n", page.display()))?;
        if seen {
            show(&page);
        }
        return Ok(0);
    }
    let index = index(app, folder, format!("Reports in {name}"));
    if index.entries.is_empty() {
        return Err(Refusal::from(Problem::file(&name, "no report in it", hint)));
    }
    let status = Desk::open(Some(folder.to_owned()), &args.output)?.tell(&index)?;
    if seen {
        show(&folder.join(Index::PAGES[0]));
    }
    Ok(status)
}

/// The index of a folder.
fn index(app: &App, folder: &Path, title: String) -> Index {
    let (entries, lost) = shelf::entries(folder, shelf::reports(folder));
    let lost = (lost > 0).then(|| format!("{lost} more in folders whose names are no text."));
    let sentences = std::iter::once(counted(&entries)).chain(lost).collect();
    let heading = "Reports, the newest first".to_owned();
    Index { program: app.program, title, heading, entries, sentences }
}
