//! Answers to bytes: one file per format, and one writer.
//!
//! In: a finished [`Run`]. Out: text or bytes of each format. Only
//! [`folder`] touches the file system.

pub mod charts;
pub mod check;
pub mod compare;
pub mod csv;
pub mod document;
pub mod escape;
pub mod explain;
pub mod figure;
pub mod folder;
pub mod html;
pub mod json;
pub mod luck;
pub mod manifest;
pub mod markdown;
pub mod odds;
pub mod page;
pub mod parquet;
pub mod plots;
pub mod ranking;
pub mod seats;
pub mod sweep;
pub mod tell;
pub mod terminal;
pub mod tournament;
pub mod tune;
#[cfg(test)]
mod wellformed;

use crate::arena::campaign::{Ended, Played, Share};
use crate::estimates::{ArmResult, Manner};
use crate::lab::explain::Sways;
use crate::scenario::Plan;
use crate::verdict::Answers;

/// A finished run: what was asked, what was played, what came out.
pub struct Run {
    /// What was asked.
    pub plan: Plan,
    /// Which share of the blocks was played.
    pub share: Share,
    /// What each arm played.
    pub played: Vec<Played>,
    /// Why it ended.
    pub ended: Ended,
    /// How intervals were made.
    pub manner: Manner,
    /// Estimates per arm.
    pub results: Vec<ArmResult>,
    /// Answers.
    pub answers: Answers,
    /// Which assumptions can change the verdict, where the plan asks for it.
    pub sways: Sways,
}

/// Every file of a run's report by name, plots included, without
/// `games.parquet`.
#[must_use]
pub fn files(run: &Run) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![
        ("summary.csv".to_owned(), csv::summary(run)),
        ("seats.csv".to_owned(), csv::seats(run)),
        ("goals.csv".to_owned(), csv::goals(run)),
        ("usage.csv".to_owned(), csv::usage(run)),
        ("run.json".to_owned(), manifest::bytes(&manifest::of(run))),
    ];
    files.extend(ranking::csv(run).map(|bytes| ("switches.csv".to_owned(), bytes)));
    files.extend(told(&tell::page(run, charts::figures(run))));
    files
}

/// A page as `report.html` and `report.md`, with its figures as SVG and PNG.
#[must_use]
pub fn told(page: &page::Page) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let parts = page.sections.iter().flat_map(|section| &section.parts);
    for part in parts {
        let page::Part::Figure(figure) = part else { continue };
        let id = &figure.head().id;
        files.push((format!("{}/{id}.svg", page.plots), plots::svg(figure).into_bytes()));
        files.push((format!("{}/{id}.png", page.plots), plots::png(figure)));
    }
    files.push(("report.html".to_owned(), html::page(page).into_bytes()));
    files.push(("report.md".to_owned(), markdown::page(page).into_bytes()));
    files
}

/// `report.md` alone.
#[must_use]
pub fn markdown_text(run: &Run) -> String {
    markdown::page(&tell::page(run, charts::figures(run)))
}
