//! Telling what `tune` found: the sentence to read aloud, the tables, the page.

mod document;
mod opening;
mod page;
mod words;

pub use document::Document;

use super::Answer;
use super::page::Page;
use crate::lab::tune::{Answer as Answered, Question, Tuned};
use crate::verdict::Opening;

/// A question and what came out.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// What came out.
    pub tuned: &'a Tuned,
}

impl Answer for Telling<'_> {
    const NAME: &'static str = "tune";

    fn opening(&self) -> Opening {
        opening::opening(self)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        super::document::text(&Document::of(self))
    }

    /// Every point and target measured, search and confirmation.
    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    /// 0 met, 1 unattainable, 3 undecided, 130 interrupted.
    fn exit(&self) -> u8 {
        match self.tuned.answer {
            _ if self.tuned.interrupted => 130,
            Answered::Met => 0,
            Answered::Unattainable => 1,
            Answered::Undecided | Answered::Partly => 3,
        }
    }
}

#[cfg(test)]
mod tests;
