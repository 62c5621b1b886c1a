//! `levelpitch completions` and `levelpitch man`.

use super::{Outcome, Refusal, out};
use crate::app::App;
use crate::cli::{self, CompletionsArgs};

pub fn execute(app: &App, args: &CompletionsArgs) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(app), app.program.name, &mut bytes);
    out(&String::from_utf8_lossy(&bytes))?;
    Ok(0)
}

pub fn man(app: &App) -> Outcome {
    let mut bytes = Vec::new();
    clap_mangen::Man::new(cli::command(app)).render(&mut bytes).map_err(Refusal::new)?;
    out(&String::from_utf8_lossy(&bytes))?;
    Ok(0)
}
