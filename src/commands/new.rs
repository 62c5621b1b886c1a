//! `levelpitch new`: from a few answers to a scenario's file.

use std::fs::OpenOptions;
use std::io::{BufRead, ErrorKind, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::{Outcome, Refusal, note, out};
use crate::app::App;
use crate::cli::NewArgs;
use crate::scenario::Problem;
use crate::scenario::arm::shell_word;
use crate::scenario::draft::{self, Draft, Key};
use crate::scenario::fault::{in_one_line, unreadable};
use crate::settings::Fault;

/// Letters of a choice's name before what it means.
const NAME: usize = 20;

/// The answers that were given as options.
fn given(args: &NewArgs) -> Vec<(Key, &str)> {
    let all = [&args.game, &args.players, &args.question, &args.bots, &args.margin];
    Key::ALL.into_iter().zip(all).filter_map(|(key, typed)| Some((key, typed.as_deref()?))).collect()
}

/// Asks for what is not given, on standard error, and reads the answers line by
/// line. A wrong answer is told and asked again; `None` when no more lines come.
fn asked<'a>(
    app: &'a App,
    given: &[(Key, &str)],
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
) -> Result<Option<Draft<'a>>, Refusal> {
    let mut draft = Draft::new(app);
    while let Some(key) = draft.next() {
        if let Some((_, typed)) = given.iter().find(|(of, _)| *of == key) {
            draft.answer(key, typed).map_err(Problem::flag)?;
            continue;
        }
        let prompt = draft.prompt(key);
        note(&prompt.asked);
        for (choice, meaning) in &prompt.choices {
            note(format_args!("  {choice:NAME$} {meaning}").to_string().trim_end());
        }
        eprint(&format!("[{}] ", prompt.usual));
        let Some(line) = lines.next() else { return Ok(None) };
        let line = line.map_err(Refusal::new)?;
        let typed = if line.trim().is_empty() { prompt.usual } else { line };
        if let Err(fault) = draft.answer(key, &typed) {
            note(in_one_line(&app.named(&Problem::flag(fault).to_string())));
        }
    }
    Ok(Some(draft))
}

/// Prints to standard error without a new line.
fn eprint(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// Writes a file that is not there yet.
fn write(file: &Path, text: &str) -> Result<(), Refusal> {
    let name = file.display().to_string();
    let refuse = |error: &std::io::Error| {
        let allowed = "another FILE: what is there is never touched";
        match error.kind() {
            ErrorKind::AlreadyExists => Problem::file(&name, "a file that is there already", allowed),
            ErrorKind::NotFound => Problem::file(&name, "no such folder", "a folder that is there"),
            _ => Problem::file(&name, unreadable(error), "a file that can be written"),
        }
    };
    let made = OpenOptions::new().write(true).create_new(true).open(file);
    let mut made = made.map_err(|error| Refusal::from(refuse(&error)))?;
    let written = made.write_all(text.as_bytes()).and_then(|()| made.sync_all());
    written.map_err(|error| {
        // Half a scenario is none.
        let _ = std::fs::remove_file(file);
        refuse(&error).into()
    })
}

pub fn execute(app: &App, args: &NewArgs) -> Outcome {
    let given = given(args);
    if let Some(file) = args.file.as_ref().filter(|file| file.exists()) {
        let found = "a file that is there already";
        let name = file.display().to_string();
        return Err(Problem::file(&name, found, "another FILE: what is there is never touched").into());
    }
    let complete = draft::drawn(app, &given);
    let draft = match complete {
        Ok(draft) => draft,
        Err(faults) => {
            let stdin = std::io::stdin();
            // Only somebody who sits there can be asked, and told what is wrong.
            let told = |faults: Vec<Fault>| faults.into_iter().map(Problem::flag).collect::<Vec<_>>();
            if !stdin.is_terminal() || !std::io::stderr().is_terminal() {
                return Err(told(faults).into());
            }
            match asked(app, &given, &mut stdin.lock().lines())? {
                Some(draft) => draft,
                None => return Err(told(faults).into()),
            }
        }
    };
    let file = args.file.clone().unwrap_or_else(|| PathBuf::from(draft.file()));
    let name = file.display().to_string();
    let text = draft.text(&shell_word(&name)).ok_or_else(|| Refusal::new("an answer is missing"))?;
    write(&file, &text)?;
    out(&format!("{name}\nPlay it: {} run {}\n", app.program.name, shell_word(&name)))?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_line_by_line_make_a_scenario_and_a_wrong_one_is_asked_again() {
        let app = crate::rulesets::app();
        let typed = |lines: &'static str| lines.split('|').map(|line| Ok(line.to_owned()));
        let mut lines = typed("futbol-dsh|futbol-dash|9|4||planner|1%");
        let draft = asked(&app, &[], &mut lines).unwrap().unwrap();
        assert_eq!(draft.file(), "futbol-dash-4-fair.toml");
        let text = draft.text("x").unwrap();
        assert!(text.contains("panel = [\"planner\"]") && text.contains("margin = 0.01"), "{text}");
        assert!(lines.next().is_none());
        // What an option says is not asked, and a wrong option is no question.
        let mut lines = typed("||");
        let draft = asked(&app, &[(Key::Game, "futbol-dash"), (Key::Players, "3")], &mut lines).unwrap();
        assert_eq!(draft.unwrap().file(), "futbol-dash-3-fair.toml");
        assert!(asked(&app, &[(Key::Game, "futbol-dsh")], &mut typed("")).is_err());
        // The lines end before the answers do.
        assert!(asked(&app, &[], &mut std::iter::empty()).unwrap().is_none());
    }
}
