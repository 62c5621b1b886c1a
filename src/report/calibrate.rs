//! A calibration told: one row per kind of interval, with its claim and what
//! was measured.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answer;
use super::csv::Columns;
use super::document::text;
use super::figure::Standing;
use super::page::{Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Verdict};
use crate::lab::calibrate::{Calibration, Row};
use crate::verdict::count;

/// The document that `calibrate --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    /// Version of the program.
    version: &'static str,
    /// Trials asked of every row.
    trials: u64,
    /// Whether every row bears its claim out.
    passes: bool,
    /// One row per experiment.
    rows: &'a [Row],
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn sentence(found: &Calibration) -> String {
    let broken: Vec<&Row> = found.rows.iter().filter(|row| !row.passes).collect();
    let rows = count(found.rows.len() as u64);
    match broken[..] {
        [] => format!("All {rows} rows bear out what is claimed of them."),
        [first, ..] => format!(
            "{} of {rows} rows do not bear out what is claimed: {} ({}) {}, measured {}.",
            broken.len(),
            first.kind,
            first.about,
            first.claim.worded(),
            percent(first.measured)
        ),
    }
}

impl Answer for Calibration {
    const NAME: &'static str = "calibration";

    fn page(&self) -> Page {
        let standing = |row: &Row| if row.passes { Standing::Good } else { Standing::Bad };
        let table = Rows::of(&self.rows)
            .words("what", |row| row.kind)
            .words("played and estimated", |row| row.about.clone())
            .words("claim", |row| row.claim.worded())
            .numbers("trials", |row| count(row.trials))
            .numbers("measured", |row| Cell::new(percent(row.measured)).standing(standing(row)))
            .words("verdict", |row| if row.passes { "holds" } else { "fails" })
            .table("Claims and what was measured")
            .note(format!(
                "A row fails where it is off by more than {} trials can be by their own luck: three standard errors, \
                 which a claim that just holds exceeds in one row of 700.",
                count(self.trials)
            ));
        let all = if self.passes() { Standing::Good } else { Standing::Bad };
        let mut verdicts = vec![Verdict::new(all, sentence(self))];
        if self.interrupted {
            let text = format!("Interrupted: {} rows were finished.", count(self.rows.len() as u64));
            verdicts.push(Verdict::new(Standing::Undecided, text));
        }
        Page {
            title: "Calibration".to_owned(),
            question: "Do intervals hold as often as they say?".to_owned(),
            verdicts,
            sections: vec![Section {
                title: "Rows".to_owned(),
                parts: vec![Part::from(table.show(Show::All))],
                folded: false,
            }],
            methods: vec![Method::new(
                "Experiments whose truth is known",
                "Made-up games draw their numbers from tables, so that means, rates and quantiles are exact; real ones \
                 are blocks drawn with replacement from those that were played once, whose own values are then the \
                 truth. Play, tallies and estimates are those of every other command.",
            )],
            files: vec![
                FileLink::new("calibration.csv", "every row"),
                FileLink::new("calibration.json", "the same"),
            ],
            footer: Footer {
                program: self.program.name.to_owned(),
                version: self.program.version.to_owned(),
                ..Footer::default()
            },
            ..Page::default()
        }
    }

    fn json(&self) -> String {
        text(&Document {
            version: self.program.version,
            trials: self.trials,
            passes: self.passes(),
            rows: &self.rows,
        })
    }

    fn csv(&self) -> Vec<u8> {
        Columns::of(&self.rows)
            .with("kind", |row| row.kind)
            .with("about", |row| row.about.as_str())
            .with("claim", |row| row.claim.worded())
            .with("trials", |row| row.trials)
            .with("measured", |row| row.measured)
            .with("verdict", |row| if row.passes { "holds" } else { "fails" })
            .bytes()
    }

    fn exit(&self) -> u8 {
        if self.interrupted { 130 } else { u8::from(!self.passes()) }
    }
}
