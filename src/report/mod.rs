//! Answers to bytes: one file per format, and one writer.
//!
//! In: a finished [`Run`], or what the lab has found. Out: text or bytes of
//! each format, by way of an [`Answer`]. Only [`folder`] touches the file
//! system.

pub mod analyse;
mod arms;
pub mod calibrate;
pub mod cards;
mod caution;
pub mod charts;
pub mod check;
pub mod compare;
pub mod csv;
pub mod diff;
pub mod document;
pub mod escape;
pub mod explain;
pub mod exploit;
pub mod figure;
pub mod folder;
pub mod headline;
pub mod health;
pub mod html;
pub mod index;
pub mod json;
pub mod ladder;
pub mod luck;
pub mod manifest;
pub mod markdown;
pub mod odds;
pub mod page;
pub mod part;
mod pieces;
pub mod playtest;
pub mod plots;
pub mod ranking;
pub mod seal;
pub mod seats;
pub mod strategy;
pub mod sweep;
pub mod tell;
pub mod terminal;
pub mod tournament;
pub mod train;
pub mod tune;
#[cfg(test)]
mod wellformed;

use std::borrow::Cow;
use std::ops::Range;

use rayon::prelude::*;

use crate::arena::schedule;
use crate::campaign::{Ended, Played, Share};
use crate::estimates::{ArmResult, Manner};
use crate::lab::explain::Sways;
use crate::metric::Metric;
use crate::scenario::{Plan, PlanArm};
use crate::verdict::health::mark;
use crate::verdict::switches::Effect;
use crate::verdict::{Answers, Opening, metric_of, unmarked};
use figure::Figure;
use headline::Headline;
use page::Page;
use pieces::Pieces;
use terminal::Screen;

/// Longest heading that says what a verdict is about.
const LONGEST_HEADING: usize = 40;

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
    /// Which settings can change it, where arms vary them one at a time.
    pub varied: Sways,
    /// What those settings move, corrected for their number.
    pub effects: Vec<Effect>,
}

impl Run {
    /// An arm's name as people read it: one that must not be printed says so.
    #[must_use]
    pub fn label(&self, result: &ArmResult) -> String {
        mark(&self.plan.arms[result.index].name.to_string(), self.is_ill(result))
    }

    /// The estimates of all arms, the strongest bots' first.
    #[must_use]
    pub fn ordered(&self) -> Vec<&ArmResult> {
        self.plan.strongest_first(self.results.iter().collect(), |result| result.index)
    }

    /// A metric of some arms as people read it: by what the scenario says its
    /// verdict is about, where that fits a heading.
    #[must_use]
    pub fn called(&self, metric: Metric, arms: &[&ArmResult]) -> String {
        let verdict = self.plan.verdict.as_ref().filter(|verdict| verdict.metric == metric);
        let about = verdict.and_then(|verdict| verdict.about.clone());
        about.filter(|about| about.chars().count() <= LONGEST_HEADING).unwrap_or_else(|| {
            unmarked(&metric_of(arms.iter().map(|result| &self.plan.arms[result.index]), metric))
        })
    }

    /// Whether an arm must not be printed: it leads no ranking.
    #[must_use]
    pub fn is_ill(&self, result: &ArmResult) -> bool {
        self.answers.health.is_ill(result)
    }

    /// What is stored of it: its `run.json`.
    #[must_use]
    pub fn stored(&self) -> Vec<u8> {
        manifest::of(self).collect::<Vec<_>>().concat()
    }

    /// The blocks that each arm has played.
    #[must_use]
    pub fn blocks(&self) -> Vec<Range<u64>> {
        let of = |(arm, played): (&PlanArm, &Played)| {
            let blocks = schedule::blocks_for(self.plan.length.most(), arm.rotations());
            let first = schedule::shard(blocks, self.share.k, self.share.n).start;
            first..first + played.blocks
        };
        self.plan.arms.iter().zip(&self.played).map(of).collect()
    }
}

/// A file by its name, with one subfolder at most, and its bytes. A large one comes in pieces:
/// what follows a file under the same name goes on with it.
pub type File = (String, Vec<u8>);

/// A file that may lie beside the page of an answer.
pub struct Beside<A> {
    /// Its name.
    pub name: Cow<'static, str>,
    make: Make<A>,
}

/// How the bytes of a file are made.
enum Make<A> {
    /// At once, if there is anything to tell in it.
    Whole(fn(&A) -> Option<Vec<u8>>),
    /// Piece by piece: the whole is too large to be held.
    Pieces(fn(&A) -> Pieces<'_>),
}

impl<A> Beside<A> {
    /// A file of this name.
    pub fn new(name: impl Into<Cow<'static, str>>, make: fn(&A) -> Option<Vec<u8>>) -> Self {
        Self { name: name.into(), make: Make::Whole(make) }
    }

    /// A file of this name that grows with the arms.
    fn in_pieces(name: &'static str, make: fn(&A) -> Pieces<'_>) -> Self {
        Self { name: name.into(), make: Make::Pieces(make) }
    }

    fn pieces<'a>(&self, answer: &'a A) -> Pieces<'a> {
        match self.make {
            Make::Whole(make) => Box::new(make(answer).into_iter()),
            Make::Pieces(make) => make(answer),
        }
    }
}

impl<A: Answer> Beside<A> {
    /// The one JSON document.
    pub fn json(name: impl Into<Cow<'static, str>>) -> Self {
        Self::new(name, |answer| Some(answer.json().into_bytes()))
    }

    /// The main table.
    pub fn csv(name: impl Into<Cow<'static, str>>) -> Self {
        Self::new(name, |answer| Some(answer.csv()))
    }
}

/// What a command has found, in every form in which it is told.
pub trait Answer: Sized {
    /// What its document and its table are called beside the page.
    const NAME: &'static str;

    /// What it opens with; empty where it is no answer about a game.
    fn opening(&self) -> Opening {
        Opening::default()
    }

    /// The page that people read.
    fn page(&self) -> Page;

    /// What a terminal shows.
    fn text(&self, screen: Screen) -> String {
        terminal::page(&self.page(), screen)
    }

    /// The one JSON document, a newline at its end.
    fn json(&self) -> String;

    /// The main table for other programs.
    fn csv(&self) -> Vec<u8>;

    /// The page as Markdown on its own.
    fn markdown(&self) -> String {
        markdown::page(&self.page())
    }

    /// The files that may lie beside the page, whatever is found: before anything is
    /// played it is seen that nobody else has one of them there. The first is what is
    /// kept where a report cannot be written.
    #[must_use]
    fn beside() -> Vec<Beside<Self>> {
        vec![Beside::json(format!("{}.json", Self::NAME)), Beside::csv(format!("{}.csv", Self::NAME))]
    }

    /// Files whose names hang on what was found.
    fn further(&self) -> Vec<File> {
        Vec::new()
    }

    /// The files that the page is told in, the one that people open first.
    const PAGES: &'static [&'static str] = &["report.html", "report.md", headline::FILE];

    /// Names of every file of the report that are known before anything is.
    #[must_use]
    fn names() -> Vec<Cow<'static, str>> {
        let pages = Self::PAGES.iter().copied().map(Cow::Borrowed);
        Self::beside().into_iter().map(|file| file.name).chain(pages).collect()
    }

    /// The files beside the page, each made when it is its turn: no two large ones
    /// are held at once.
    fn files(&self) -> impl Iterator<Item = File> {
        let made = |file: Beside<Self>| {
            let pieces = file.pieces(self);
            pieces.map(move |bytes| (file.name.clone().into_owned(), bytes))
        };
        Self::beside().into_iter().flat_map(made).chain(std::iter::once_with(|| self.further()).flatten())
    }

    /// Every file of the report.
    fn written(&self) -> impl Iterator<Item = File> {
        self.files().chain(std::iter::once_with(|| told(&self.page())).flatten())
    }

    /// Exit status: 0 fine, 1 broken, 3 undecided, 130 interrupted.
    fn exit(&self) -> u8;
}

impl Answer for Run {
    const NAME: &'static str = "run";

    fn opening(&self) -> Opening {
        self.answers.opening.clone()
    }

    fn page(&self) -> Page {
        tell::page(self, charts::figures(self))
    }

    fn json(&self) -> String {
        json::text(self)
    }

    fn csv(&self) -> Vec<u8> {
        csv::summary(self).collect::<Vec<_>>().concat()
    }

    /// All but the tables of single games.
    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::in_pieces("run.json", manifest::of),
            Beside::in_pieces("summary.csv", csv::summary),
            Beside::in_pieces("seats.csv", csv::seats),
            Beside::in_pieces("goals.csv", csv::goals),
            Beside::in_pieces("usage.csv", csv::usage),
            Beside::in_pieces("health.csv", health::csv),
            Beside::in_pieces("switches.csv", ranking::csv),
        ]
    }

    /// Of a shard nobody asks for an answer: that it was played is all.
    fn exit(&self) -> u8 {
        match (self.share, self.ended) {
            (Share::WHOLE, _) => self.answers.exit,
            (_, Ended::Interrupted) => 130,
            _ => 0,
        }
    }
}

/// A page as `report.html` and `report.md`, what it says in short, and its
/// figures as SVG and PNG, drawn on all cores.
#[must_use]
pub fn told(page: &Page) -> Vec<File> {
    let parts = page.sections.iter().flat_map(|section| &section.parts);
    let figures: Vec<&Figure> = parts
        .filter_map(|part| match part {
            page::Part::Figure(figure) => Some(&**figure),
            page::Part::Text(_) | page::Part::Lead(_) | page::Part::Table(_) => None,
        })
        .collect();
    let drawn = || -> Vec<File> {
        let draw = |figure: &&Figure| {
            let id = &figure.head().id;
            let (svg, png) = rayon::join(|| plots::svg(figure), || plots::png(figure));
            [
                (format!("{}/{id}.svg", page.plots), svg.into_bytes()),
                (format!("{}/{id}.png", page.plots), png),
            ]
        };
        // One by one: the largest picture must not wait at the end of a half.
        figures.par_iter().with_max_len(1).flat_map_iter(draw).collect()
    };
    let written = || {
        let said = (headline::FILE.to_owned(), document::text(&Headline::of(page)).into_bytes());
        let html = ("report.html".to_owned(), html::page(page).into_bytes());
        [html, ("report.md".to_owned(), markdown::page(page).into_bytes()), said]
    };
    let (mut files, pages) = rayon::join(drawn, written);
    files.extend(pages);
    files
}
