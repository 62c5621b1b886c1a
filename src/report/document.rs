//! JSON documents: what the lab has found, as its types describe themselves,
//! under a heading. Keys are stable; `levelpitch schema --output COMMAND`
//! documents them from the same types. What is not a finite number is `null`.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use crate::scenario::Plan;
use crate::scenario::fault::is_unprintable;
use crate::verdict::Opening;

/// What the document of a scenario begins with.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Heading<'a> {
    /// Name of the scenario.
    scenario: &'a str,
    /// Version of the program.
    version: &'static str,
    /// Root of all luck.
    seed: u64,
    /// The command that gives this document again, as a shell takes it.
    #[serde(skip_serializing_if = "String::is_empty")]
    command: String,
    /// Its words, for `rerun`.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    arguments: &'a [String],
    /// What the report opens with.
    opening: Option<Opening>,
}

impl Heading<'_> {
    /// The same over a report that opens so.
    pub(super) fn opening(self, opening: Opening) -> Self {
        Self { opening: Some(opening), ..self }
    }
}

impl<'a> From<&'a Plan> for Heading<'a> {
    fn from(plan: &'a Plan) -> Self {
        Self {
            scenario: &plan.name,
            version: plan.program.version,
            seed: plan.seed,
            command: plan.command(),
            arguments: &plan.typed,
            opening: None,
        }
    }
}

/// A document as text, one newline at its end. What is not printable stands in
/// it by its number, and so does the bracket of `##[` and `##vso[`: a terminal or
/// the log of a build may be where it is read.
#[must_use]
pub fn text(document: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    // Hashes stand in strings alone.
    let mut text = text.replace("##[", "##\\u005b").replace("##vso[", "##vso\\u005b");
    text.push('\n');
    let odd = |letter: char| letter != '\n' && is_unprintable(letter);
    if !text.contains(odd) {
        return text;
    }
    // Only strings hold any, all of them letters of two bytes in UTF-16.
    text.chars().fold(String::with_capacity(text.len()), |mut told, letter| {
        if odd(letter) {
            let _ = write!(told, "\\u{:04x}", u32::from(letter));
        } else {
            told.push(letter);
        }
        told
    })
}
