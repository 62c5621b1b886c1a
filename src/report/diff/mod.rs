//! A diff told: what an edit changed, in a sentence, tables, JSON and CSV.

mod document;
mod page;
mod words;

use super::Answer;
use super::page::{Page, Verdict};
use super::tell::standing;
use crate::lab::diff::{Diff, Kinship, Pair};
use crate::scenario::PlanArm;
use crate::verdict::{Opening, Status};
pub use document::Document;

/// One sentence of a diff.
pub struct Said {
    /// How what it says stands.
    pub status: Status,
    /// The word for that; empty for a plain fact.
    pub word: &'static str,
    /// The sentence.
    pub text: String,
    /// Whether it is no answer but a warning.
    pub warns: bool,
}

impl Said {
    fn new(status: Status, word: &'static str, text: impl Into<String>) -> Self {
        Self { status, word, text: text.into(), warns: false }
    }

    fn plain(text: impl Into<String>) -> Self {
        Self::new(Status::Plain, "", text)
    }

    fn open(text: &str) -> Self {
        Self::new(Status::Undecided, "interrupted", text)
    }

    fn warning(text: &str) -> Self {
        Self { warns: true, ..Self::new(Status::Undecided, "", text) }
    }

    fn verdict(&self) -> Verdict {
        if self.warns {
            return Verdict::warning(self.text.clone());
        }
        let verdict = Verdict::new(standing(self.status), self.text.clone());
        Verdict { word: self.word.to_owned(), ..verdict }
    }
}

/// Diffs, one per scenario that both sides have, ready to be told.
pub struct Telling {
    /// What was found.
    pub diffs: Vec<Diff>,
    /// The answers, the most important first.
    pub sentences: Vec<Said>,
}

impl Telling {
    /// Words for what was found; `left` tells what only one side has.
    #[must_use]
    pub fn new(diffs: Vec<Diff>, left: Vec<String>) -> Self {
        let mut sentences: Vec<Said> = diffs.iter().flat_map(words::sentences).collect();
        sentences.extend(left.into_iter().map(Said::plain));
        Self { diffs, sentences }
    }

    /// The sentences behind what it opens with.
    fn rest(&self) -> &[Said] {
        let opened = usize::from(self.pairs().all(|(_, pair)| pair.measured.is_none()));
        self.sentences.get(opened..).unwrap_or_default()
    }

    fn pairs(&self) -> impl Iterator<Item = (&Diff, &Pair)> {
        self.diffs.iter().flat_map(|diff| diff.pairs.iter().map(move |pair| (diff, pair)))
    }
}

/// The arm of a pair as it is now.
fn now<'a>(diff: &'a Diff, pair: &Pair) -> &'a PlanArm {
    &diff.sides[1].plan.arms[pair.arms[1]]
}

impl Answer for Telling {
    const NAME: &'static str = "diff";

    fn opening(&self) -> Opening {
        words::opening(&self.diffs, &self.sentences)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        document::json(self)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    /// 0 answered, 1 counts that contradict their rules, 3 where it is undecided
    /// whether the game is level now, 130 interrupted.
    fn exit(&self) -> u8 {
        let open = |pair: &Pair| {
            let moved = pair.measured.as_ref().filter(|m| !m.idle);
            moved.and_then(|m| m.level).is_some_and(|[_, now]| now == Status::Undecided)
        };
        if self.diffs.iter().any(|diff| diff.interrupted) {
            130
        } else if self.pairs().any(|(_, pair)| pair.kinship == Kinship::Contradictory) {
            1
        } else if self.diffs.iter().filter_map(Diff::judge).any(open) {
            3
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests;
