//! A sweep told: sentence, table, JSON, CSV, page.

mod document;
mod page;
mod words;

use super::Answer;
use super::page::Page;
use crate::lab::sweep::Sweep;
use crate::verdict::Opening;
pub use document::Document;

/// A sweep, ready to be told.
pub struct Telling {
    /// What was found.
    pub sweep: Sweep,
    /// The answers, the most important first.
    pub sentences: Vec<String>,
}

impl Telling {
    /// Words for what was found.
    #[must_use]
    pub fn new(sweep: Sweep) -> Self {
        let sentences = words::sentences(&sweep);
        Self { sweep, sentences }
    }
}

impl Answer for Telling {
    const NAME: &'static str = "sweep";

    fn opening(&self) -> Opening {
        words::opening(&self.sweep)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        document::json_text(self)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    /// 0 done, 3 less precise than asked for, 130 interrupted.
    fn exit(&self) -> u8 {
        match (self.sweep.interrupted, self.sweep.precise) {
            (true, _) => 130,
            (false, false) => 3,
            (false, true) => 0,
        }
    }
}

/// Settings of a point: `0`, or `0, on` on a grid.
fn place(sweep: &Sweep, point: usize) -> Vec<String> {
    let axes = &sweep.question.axes;
    let mut rest = point;
    let mut values: Vec<String> = Vec::new();
    for axis in axes.iter().rev() {
        values.insert(0, axis.values[rest % axis.values.len()].clone());
        rest /= axis.values.len();
    }
    values
}
