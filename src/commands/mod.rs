//! One file per subcommand: reads files, joins the pipeline, prints.
//!
//! In: a program and what was typed. Out: files, text, an exit status. Nothing
//! is estimated here. `pipeline` and `hall` know each other: a run may try its
//! assumptions in a hall, and both share the pool of threads and Ctrl-C.
//!
//! Results go to standard output, everything else to standard error. Exit
//! status: 0 fine, 1 a budget is broken or a reproduction differs, 2 bad usage
//! or input or no memory or disk left, 3 undecided, 4 a law of a game is broken (`--verify`), 130
//! interrupted.

mod album;
mod analyse;
mod arms;
mod baselines;
mod calibrate;
mod cards;
mod check;
mod compare;
mod completions;
mod data;
mod desk;
mod diff;
mod drawer;
#[cfg(test)]
mod edited;
mod explain;
mod exploit;
mod games;
mod hall;
mod ladder;
mod list;
pub mod memory;
mod merge;
mod new;
mod notebook;
mod odds;
mod open;
mod pages;
mod pipeline;
mod playtest;
mod process;
mod recording;
mod replay;
mod report;
mod rerun;
mod rules;
mod run;
mod save;
mod schema;
mod shelf;
#[cfg(feature = "tables")]
mod slice;
mod strategy;
mod sweep;
mod tournament;
mod train;
mod tune;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};

use crate::app::App;
use crate::arena::Violation;
use crate::bots::program::Failure;
use crate::cli::{self, Cli, Command, VERIFY};
use crate::report::folder::WriteError;
use crate::scenario::Problem;
use crate::scenario::fault::{in_one_line, in_short_lines, unprintable};
use crate::settings::{Fault, nearest};

/// Why a command did not do all of its work: exit status 2, or that of a share
/// of it that is done.
#[derive(Debug)]
pub struct Refusal {
    /// One line each.
    pub lines: Vec<String>,
    /// The exit status.
    pub status: u8,
}

impl Refusal {
    fn new(line: impl Display) -> Self {
        Self { lines: vec![line.to_string()], status: 2 }
    }
}

impl From<Vec<Problem>> for Refusal {
    fn from(problems: Vec<Problem>) -> Self {
        Self { lines: problems.iter().map(ToString::to_string).collect(), status: 2 }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::new(problem)
    }
}

impl From<WriteError> for Refusal {
    fn from(error: WriteError) -> Self {
        Self::new(error)
    }
}

type Outcome = Result<u8, Refusal>;

/// Prints to standard output. A reader that went away (`| head`) is no error.
///
/// # Errors
/// When it can't be written: a result that nobody got is no success.
fn out(text: &str) -> Result<(), Refusal> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Refusal::new(format_args!("standard output: cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a note to standard error.
fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

impl App {
    /// The program: arguments to one command to an exit status.
    #[must_use]
    pub fn main(self) -> ExitCode {
        memory::spared();
        memory::bounded();
        ExitCode::from(self.run(std::env::args_os()))
    }

    /// The same with these arguments, of which the first is what the program is
    /// called by: a test that `check` holds a scenario's budgets is one line.
    pub fn run(&self, arguments: impl IntoIterator<Item: Into<OsString> + Clone>) -> u8 {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let odd = |argument: &OsString| unprintable(&argument.to_string_lossy());
        if let Some(found) = arguments.iter().find_map(odd) {
            return refuse(self, &Problem::flag(Fault::new("", found, "printable letters")).into());
        }
        let matches = cli::command(self).try_get_matches_from(&arguments);
        match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
            Ok(cli) => {
                let verified = arguments.iter().any(|word| word == VERIFY);
                execute(&Self { typed: cli::typed(&arguments), verified, ..self.clone() }, cli)
            }
            Err(error) => told(self, &error),
        }
    }
}

/// Carries out a command and returns the exit status. A law that is broken where
/// games are verified ends it, and a program that gives no legal answer, whatever
/// it was about to tell.
#[must_use]
pub fn execute(app: &App, cli: Cli) -> u8 {
    match catch_unwind(AssertUnwindSafe(|| carried_out(app, cli))) {
        Ok(status) => status,
        Err(cause) => match cause.downcast::<Violation>() {
            Ok(broken) => refuse(app, &Refusal { lines: vec![broken.to_string()], status: 4 }),
            Err(cause) => match cause.downcast::<Failure>() {
                Ok(failure) => refuse(app, &Refusal::new(failure)),
                Err(cause) => resume_unwind(cause),
            },
        },
    }
}

fn carried_out(app: &App, cli: Cli) -> u8 {
    let outcome = match cli.command {
        Command::New(args) => new::execute(app, &args),
        Command::Run(args) => run::execute(app, &args),
        Command::Compare(args) => compare::execute(app, &args),
        Command::Sweep(args) => sweep::execute(app, &args),
        Command::Tune(args) => tune::execute(app, &args),
        Command::Explain(args) => explain::execute(app, &args),
        Command::Analyse(args) => analyse::execute(app, &args),
        Command::Strategy(args) => strategy::execute(app, &args),
        Command::Cards(args) => cards::execute(app, &args),
        Command::Check(args) => check::execute(app, &args),
        Command::Save(args) => save::execute(app, &args),
        Command::Diff(args) => diff::execute(app, &args),
        Command::Tournament(args) => tournament::execute(app, &args),
        Command::Exploit(args) => exploit::execute(app, &args),
        Command::SkillLadder(args) => ladder::execute(app, &args),
        Command::Train(args) => train::execute(app, &args),
        Command::Calibrate(args) => calibrate::execute(app, &args),
        Command::Playtest(args) => playtest::execute(app, &args),
        Command::Games(args) => games::execute(app, &args),
        #[cfg(feature = "tables")]
        Command::Slice(args) => slice::execute(app, &args),
        Command::Odds(args) => odds::execute(app, &args),
        Command::Replay(args) => replay::execute(app, &args),
        Command::Rerun(args) => rerun::execute(app, &args),
        Command::Merge(args) => merge::execute(app, &args),
        Command::Report(args) => report::execute(app, &args),
        Command::Open(args) => open::execute(app, &args),
        Command::List(args) => list::execute(app, &args),
        Command::Rules(args) => rules::execute(app, &args),
        Command::Data(args) => data::execute(app, &args),
        Command::Schema(args) => schema::execute(app, &args),
        Command::Completions(args) => completions::execute(app, &args),
        Command::Man(args) => completions::man(app, &args),
    };
    outcome.unwrap_or_else(|refusal| refuse(app, &refusal))
}

/// Says why nothing was done, and returns the exit status for it.
fn refuse(app: &App, refusal: &Refusal) -> u8 {
    for line in &refusal.lines {
        note(format_args!("error: {}", in_one_line(&app.named(line))));
    }
    refusal.status
}

/// Prints what the reader of arguments has to say: help that was asked for, or
/// what is wrong with them.
fn told(app: &App, error: &clap::Error) -> u8 {
    if error.use_stderr() {
        // What was typed is repeated, however long it is.
        let plain = error.render().to_string();
        let short = in_short_lines(&plain);
        if plain == short {
            let _ = error.print();
        } else {
            note(short.trim_end());
        }
        let typed = error
            .get(ContextKind::InvalidSubcommand)
            .filter(|_| error.get(ContextKind::SuggestedSubcommand).is_none());
        if let Some(ContextValue::String(typed)) = typed {
            let command = cli::command(app);
            let near = nearest(typed, command.get_subcommands().map(clap::Command::get_name));
            if let Some(near) = near {
                note(format_args!("did you mean `{} {near}`?", app.program.name));
            }
        }
        return error.exit_code() as u8;
    }
    let styled = error.render();
    let text = if std::io::stdout().is_terminal() { styled.ansi().to_string() } else { styled.to_string() };
    match out(&text) {
        Ok(()) => error.exit_code() as u8,
        Err(refusal) => refuse(app, &refusal),
    }
}
