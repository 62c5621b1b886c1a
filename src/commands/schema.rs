//! `levelpitch schema`: what scenario files and the JSON output look like.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};

use super::{Outcome, Refusal, out, replay};
use crate::app::App;
use crate::cli::SchemaArgs;
use crate::report::{
    analyse, calibrate, cards, check, compare, diff, explain, exploit, index, json, ladder, odds, playtest,
    strategy, sweep, tournament, train, tune,
};
use crate::scenario::Problem;
use crate::scenario::wire::ScenarioFile;
use crate::settings::Fault;

type Describe = fn(SchemaGenerator) -> Schema;

/// Commands whose `--format json` is described.
const DOCUMENTS: &[(&str, Describe)] = &[
    ("run", SchemaGenerator::into_root_schema_for::<json::Document>),
    ("run-all", SchemaGenerator::into_root_schema_for::<json::Atlas>),
    ("compare", SchemaGenerator::into_root_schema_for::<compare::Document>),
    ("diff", SchemaGenerator::into_root_schema_for::<diff::Document>),
    ("sweep", SchemaGenerator::into_root_schema_for::<sweep::Document>),
    ("explain", SchemaGenerator::into_root_schema_for::<explain::Document>),
    ("analyse", SchemaGenerator::into_root_schema_for::<analyse::Document>),
    ("analyse-choices", SchemaGenerator::into_root_schema_for::<analyse::ScoredDocument>),
    ("strategy", SchemaGenerator::into_root_schema_for::<strategy::Document>),
    ("cards", SchemaGenerator::into_root_schema_for::<cards::Document>),
    ("train", SchemaGenerator::into_root_schema_for::<train::Document>),
    ("exploit", SchemaGenerator::into_root_schema_for::<exploit::Document>),
    ("skill-ladder", SchemaGenerator::into_root_schema_for::<ladder::Document>),
    ("tournament", SchemaGenerator::into_root_schema_for::<tournament::Document>),
    ("tune", SchemaGenerator::into_root_schema_for::<tune::Document>),
    ("playtest-plan", SchemaGenerator::into_root_schema_for::<playtest::PlanDocument>),
    ("playtest-read", SchemaGenerator::into_root_schema_for::<playtest::ReadDocument>),
    ("check", SchemaGenerator::into_root_schema_for::<check::json::Document>),
    ("calibrate", SchemaGenerator::into_root_schema_for::<calibrate::Document>),
    ("open", SchemaGenerator::into_root_schema_for::<index::Document>),
    ("odds", SchemaGenerator::into_root_schema_for::<odds::Document>),
    ("replay", SchemaGenerator::into_root_schema_for::<replay::Document>),
];

pub fn execute(app: &App, args: &SchemaArgs) -> Outcome {
    let mut schema = match &args.output {
        None => schemars::schema_for!(ScenarioFile),
        Some(name) => {
            let found = DOCUMENTS.iter().find(|(command, _)| command == name);
            let known = || DOCUMENTS.iter().map(|(command, _)| *command).collect::<Vec<_>>().join(", ");
            let fault = || Problem::flag(Fault::new("--output", format!("`{name}`"), known()));
            found.ok_or_else(fault)?.1(SchemaSettings::default().for_serialize().into_generator())
        }
    };
    let told = args.output.as_ref().map_or("scenario".to_owned(), |command| format!("{command} output"));
    schema.insert("title".to_owned(), format!("{} {told}", app.program.name).into());
    let text = serde_json::to_string_pretty(&schema).map_err(Refusal::new)?;
    out(&format!("{text}\n"))?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Keys without a description, by their path.
    fn bare(schema: &Value, path: &str, found: &mut Vec<String>) {
        for (name, inner) in schema.as_object().into_iter().flatten() {
            let path = format!("{path}/{name}");
            if name == "properties" {
                let keys = inner.as_object().into_iter().flatten();
                found.extend(
                    keys.filter(|(_, key)| !key["description"].is_string() && key.get("const").is_none())
                        .map(|(key, _)| format!("{path}/{key}")),
                );
            }
            bare(inner, &path, found);
        }
    }

    #[test]
    fn every_key_of_every_document_is_described() {
        for (command, schema) in DOCUMENTS {
            let schema = schema(SchemaSettings::default().for_serialize().into_generator());
            let mut found = Vec::new();
            bare(schema.as_value(), command, &mut found);
            assert!(found.is_empty(), "{found:?}");
        }
    }
}
