//! `levelpitch schema`: what scenario files and the JSON output look like.

use schemars::Schema;

use super::{Outcome, Refusal, out};
use crate::cli::SchemaArgs;
use crate::report::{compare, json, sweep, tournament, tune};
use crate::scenario::Problem;
use crate::scenario::wire::ScenarioFile;
use crate::settings::Fault;

type Document = (&'static str, fn() -> Schema);

/// Commands whose `--format json` is described.
const DOCUMENTS: &[Document] = &[
    ("run", || schemars::schema_for!(json::Document)),
    ("compare", || schemars::schema_for!(compare::Document)),
    ("sweep", || schemars::schema_for!(sweep::Document)),
    ("explain", || schemars::schema_for!(crate::report::explain::Document)),
    ("tournament", || schemars::schema_for!(tournament::Document)),
    ("tune", || schemars::schema_for!(tune::Document)),
    ("check", || schemars::schema_for!(crate::report::check::json::Document)),
];

pub fn execute(args: &SchemaArgs) -> Outcome {
    let schema = match &args.output {
        None => schemars::schema_for!(ScenarioFile),
        Some(name) => {
            let found = DOCUMENTS.iter().find(|(command, _)| command == name);
            let known = || DOCUMENTS.iter().map(|(command, _)| *command).collect::<Vec<_>>().join(", ");
            let fault = || Problem::flag(Fault::new("--output", format!("`{name}`"), known()));
            found.ok_or_else(fault)?.1()
        }
    };
    let text = serde_json::to_string_pretty(&schema).map_err(Refusal::new)?;
    out(&format!("{text}\n"));
    Ok(0)
}
