//! `levelpitch data`: the component data of a game, ready to be edited.

use super::{Outcome, Refusal, note, out};
use crate::app::App;
use crate::cli::DataArgs;
use crate::report::folder;
use crate::scenario::Problem;

pub fn execute(app: &App, args: &DataArgs) -> Outcome {
    let info = app.resolve(&args.ruleset).map_err(Problem::flag)?;
    match &args.output {
        None => out(info.data)?,
        Some(path) => {
            if path.exists() {
                let found = "a file that exists";
                let problem = Problem::file(&path.display().to_string(), found, "a new file name");
                return Err(Refusal::from(problem));
            }
            folder::write(path, info.data.as_bytes())?;
            note(format_args!(
                "wrote {}; play with it: {} run {} --data {0}",
                path.display(),
                app.program.name,
                info.id
            ));
        }
    }
    Ok(0)
}
