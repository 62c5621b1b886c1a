//! What a report says in short, for whoever lists reports: `answer.json`, the
//! same shape beside every page.
//!
//! In: a page, or the bytes of such a file. Out: the file's data. It holds
//! nothing that the page doesn't say, and no date.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::figure::Standing;
use super::page::{Page, Verdict};
use crate::verdict::{Light, unmarked};

/// Its name in the folder of a report.
pub const FILE: &str = "answer.json";

/// Answers that it keeps.
const MOST: usize = 4;
/// Letters of a text that are shown of what a file says.
const LONGEST: usize = 2_000;

/// One answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// What it comes to.
    pub standing: Standing,
    /// The word for that; empty for a plain fact.
    pub word: String,
    /// The sentence.
    pub sentence: String,
    /// The light of health that its word is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<Light>,
}

/// What a report says in short.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Headline {
    /// Program that wrote the report.
    pub program: String,
    /// Its version.
    pub version: String,
    /// What was asked about.
    pub title: String,
    /// The question.
    pub question: String,
    /// The first answers.
    pub answers: Vec<Said>,
}

impl Said {
    fn of(verdict: &Verdict) -> Self {
        let (standing, word) = (verdict.standing, verdict.tag().to_owned());
        Self { standing, word, sentence: unmarked(&verdict.sentence), light: verdict.light }
    }
}

/// The first answers, health among them wherever it stands.
fn first(verdicts: &[Verdict]) -> impl Iterator<Item = &Verdict> {
    let (first, rest) = verdicts.split_at(verdicts.len().min(MOST));
    let told = first.iter().any(|verdict| verdict.light.is_some());
    let health = rest.iter().find(|verdict| verdict.light.is_some() && !told);
    first.iter().take(MOST - usize::from(health.is_some())).chain(health)
}

impl Headline {
    /// What a page says.
    #[must_use]
    pub fn of(page: &Page) -> Self {
        Self {
            program: page.footer.program.clone(),
            version: page.footer.version.clone(),
            title: page.title.clone(),
            question: page.question.clone(),
            answers: first(&page.verdicts).map(Said::of).collect(),
        }
    }

    /// What a file says; `None` for one that says something else. Anybody may
    /// have written it: texts are cut.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let cut = |text: &mut String| *text = text.chars().take(LONGEST).collect();
        let mut read: Self = serde_json::from_slice(bytes).ok()?;
        read.answers.truncate(MOST);
        for text in [&mut read.program, &mut read.version, &mut read.title, &mut read.question] {
            cut(text);
        }
        for said in &mut read.answers {
            cut(&mut said.word);
            cut(&mut said.sentence);
        }
        Some(read)
    }

    /// Whether anything speaks against printing, where that was judged.
    #[must_use]
    pub fn health(&self) -> Option<&Said> {
        self.answers.iter().find(|said| said.light.is_some())
    }

    /// What it says first: what must not be printed says so before anything else.
    #[must_use]
    pub fn first(&self) -> Option<&Said> {
        self.answers.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::text;
    use crate::report::page::samples;

    #[test]
    fn a_headline_is_read_as_it_was_written_and_anything_else_refused() {
        let said = Headline::of(&samples::page());
        assert_eq!(Headline::read(text(&said).as_bytes()), Some(said.clone()));
        assert_eq!(said.first().map(|said| said.word.as_str()), Some("broken"));
        for other in ["", "{}", "[1]", "{\"title\": \"x\"}", "{\"files\": {}}"] {
            assert_eq!(Headline::read(other.as_bytes()), None, "{other}");
        }
        let long = Headline { title: "x".repeat(9_999), ..said };
        assert_eq!(Headline::read(text(&long).as_bytes()).unwrap().title.len(), LONGEST);
    }

    #[test]
    fn the_answer_comes_first_and_health_is_found_behind_it() {
        let said = |standing, word: &str, light| Said {
            standing,
            word: word.to_owned(),
            sentence: word.to_owned(),
            light,
        };
        let answers = vec![
            said(Standing::Good, "level", None),
            said(Standing::Undecided, "look at it", Some(Light::Look)),
        ];
        let headline = Headline { answers, ..Headline::default() };
        assert_eq!(headline.first().map(|said| said.word.as_str()), Some("level"));
        assert_eq!(headline.health().map(|said| said.word.as_str()), Some("look at it"));
    }
}
