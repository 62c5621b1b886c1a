//! `levelpitch schema`: what scenario files and the JSON output look like.

use super::{Outcome, Refusal, out};
use crate::cli::SchemaArgs;
use crate::report::json;
use crate::scenario::wire::ScenarioFile;

pub fn execute(args: &SchemaArgs) -> Outcome {
    let schema =
        if args.output { schemars::schema_for!(json::Document) } else { schemars::schema_for!(ScenarioFile) };
    let text = serde_json::to_string_pretty(&schema).map_err(Refusal::new)?;
    out(&format!("{text}\n"));
    Ok(0)
}
