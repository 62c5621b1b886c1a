//! Telling what `tune` found: the sentence to read aloud, the tables, the page.

mod document;
mod page;
mod words;

pub use document::Document;

use std::fmt::Write;
use std::path::Path;

use super::page::Page;
use super::terminal::aligned;
use super::{Answer, File};
use crate::lab::tune::{Answer as Answered, Question, Tuned};

/// A question and what came out.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// What came out.
    pub tuned: &'a Tuned,
}

impl Answer for Telling<'_> {
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

    fn files(&self) -> Vec<File> {
        vec![("tune.json".to_owned(), self.json().into_bytes()), ("tune.csv".to_owned(), self.csv())]
    }

    /// 0 met, 1 unattainable, 3 undecided, 130 interrupted.
    fn exit(&self) -> u8 {
        match self.tuned.answer {
            _ if self.tuned.interrupted => 130,
            Answered::Met => 0,
            Answered::Unattainable => 1,
            Answered::Undecided => 3,
        }
    }

    fn text(&self, folder: Option<&Path>, colour: bool) -> String {
        let mut text = String::new();
        for (i, (_, sentence)) in words::sentences(self).iter().enumerate() {
            let _ = match (i, colour) {
                (0, true) => writeln!(text, "\u{1b}[1m{sentence}\u{1b}[0m"),
                _ => writeln!(text, "{sentence}"),
            };
        }
        for (header, rows) in [words::confirmed(self), words::searched(self, words::MOST_ROWS)] {
            if !rows.is_empty() {
                let _ = write!(text, "\n{}", aligned(&header, &rows));
            }
        }
        let _ = writeln!(text, "\n{}", words::method_line(self));
        if let Some(folder) = folder {
            let _ = writeln!(text, "Report: {}", folder.join("report.html").display());
        }
        text
    }
}
