//! Arguments to one command to an exit status; nothing else.

use std::process::ExitCode;

use clap::Parser;
use levelpitch::{cli, commands};

fn main() -> ExitCode {
    ExitCode::from(commands::execute(cli::Cli::parse()))
}
