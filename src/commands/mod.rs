//! One file per subcommand: reads files, joins the pipeline, prints.
//!
//! Results go to standard output, everything else to standard error. Exit
//! status: 0 fine, 1 a budget is broken or a reproduction differs, 2 bad usage
//! or input, 3 undecided, 130 interrupted.

mod arms;
mod check;
mod compare;
mod completions;
mod data;
mod desk;
mod explain;
mod hall;
mod list;
mod merge;
mod odds;
mod pipeline;
mod replay;
mod report;
mod rerun;
mod rules;
mod run;
mod schema;
mod sweep;
mod tournament;
mod tune;

use std::fmt::Display;
use std::io::Write;

use crate::cli::{Cli, Command};
use crate::report::folder::WriteError;
use crate::scenario::Problem;

/// Why a command could not do its work: always exit status 2.
#[derive(Debug)]
pub struct Refusal {
    /// One line each.
    pub lines: Vec<String>,
}

impl Refusal {
    fn new(line: impl Display) -> Self {
        Self { lines: vec![line.to_string()] }
    }
}

impl From<Vec<Problem>> for Refusal {
    fn from(problems: Vec<Problem>) -> Self {
        Self { lines: problems.iter().map(ToString::to_string).collect() }
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
fn out(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    let _ = std::io::stdout().lock().flush();
}

/// Prints a note to standard error.
fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Carries out a command and returns the exit status.
#[must_use]
pub fn execute(cli: Cli) -> u8 {
    let outcome = match cli.command {
        Command::Run(args) => run::execute(&args),
        Command::Compare(args) => compare::execute(&args),
        Command::Sweep(args) => sweep::execute(&args),
        Command::Tune(args) => tune::execute(&args),
        Command::Explain(args) => explain::execute(&args),
        Command::Check(args) => check::execute(&args),
        Command::Tournament(args) => tournament::execute(&args),
        Command::Odds(args) => odds::execute(&args),
        Command::Replay(args) => replay::execute(&args),
        Command::Rerun(args) => rerun::execute(&args),
        Command::Merge(args) => merge::execute(&args),
        Command::Report(args) => report::execute(&args),
        Command::List(args) => list::execute(&args),
        Command::Rules(args) => rules::execute(&args),
        Command::Data(args) => data::execute(&args),
        Command::Schema(args) => schema::execute(&args),
        Command::Completions(args) => completions::execute(&args),
        Command::Man => completions::man(),
    };
    outcome.unwrap_or_else(|refusal| {
        for line in refusal.lines {
            note(format_args!("error: {line}"));
        }
        2
    })
}
