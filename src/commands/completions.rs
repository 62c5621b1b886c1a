//! `levelpitch completions` and `levelpitch man`.

use clap::CommandFactory;

use super::{Outcome, Refusal, out};
use crate::cli::{Cli, CompletionsArgs};

pub fn execute(args: &CompletionsArgs) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "levelpitch", &mut bytes);
    out(&String::from_utf8_lossy(&bytes));
    Ok(0)
}

pub fn man() -> Outcome {
    let mut bytes = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut bytes).map_err(Refusal::new)?;
    out(&String::from_utf8_lossy(&bytes));
    Ok(0)
}
