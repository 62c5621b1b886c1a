//! What decisions are worth, told: words first, then how games go, then
//! blunders by kind.

mod choices;
mod document;
mod page;

pub use choices::{Scored as ScoredDocument, Scores};
pub use document::{Document, restricted};

use super::page::Page;
use super::{Answer, File};
use crate::game::Unit;
use crate::lab::analyse::{Analysis, Kind, Measured};
use crate::verdict::{Opening, Status, players, show, size};

/// An analysis, ready to be told.
pub struct Telling {
    /// What was found.
    pub found: Analysis,
    /// Kinds of moves in the terminal's table.
    pub top: usize,
}

impl Answer for Telling {
    const NAME: &'static str = "analyse";

    fn opening(&self) -> Opening {
        opening(&self.found)
    }

    fn page(&self) -> Page {
        page::page(&self.found, self.top)
    }

    fn json(&self) -> String {
        document::json(&self.found)
    }

    fn csv(&self) -> Vec<u8> {
        document::kinds(&self.found.kinds)
    }

    fn files(&self) -> Vec<File> {
        vec![
            ("analyse.json".to_owned(), self.json().into_bytes()),
            ("analyse.csv".to_owned(), self.csv()),
            ("measures.csv".to_owned(), document::measures(&self.found)),
            ("decisions.csv".to_owned(), document::decisions(&self.found)),
            ("restricted.csv".to_owned(), restricted(&self.found.restrictions)),
        ]
    }

    fn exit(&self) -> u8 {
        if self.found.interrupted { 130 } else { 0 }
    }
}

/// A measure in a sentence.
fn told(found: &Analysis, of: Measured) -> Option<String> {
    let measure = found.measure(of)?;
    Some(size(&measure.estimate, of.unit()))
}

fn named(kind: &Kind) -> String {
    match &kind.rather {
        Some(rather) if *rather != kind.name => format!("“{}” (mostly “{rather}” is better)", kind.name),
        _ => format!("“{}”", kind.name),
    }
}

/// What a report opens with: what the bot gives away and by what, how many of
/// the game's decisions matter, when it is over.
#[must_use]
pub fn opening(found: &Analysis) -> Opening {
    if found.decisions == 0 {
        let text = "Nobody had anything to decide in these games: every question had one answer.";
        return Opening::new(Status::Bad, text, "not as a game of decisions");
    }
    let who = players(&found.plan, found.arm);
    let most: Vec<String> = found.kinds.iter().filter(|kind| kind.blunder).take(2).map(named).collect();
    let lost = found.measure(Measured::RegretPerGame).map(|measure| measure.estimate);
    let first = match (lost, most.is_empty()) {
        (Some(lost), false) => format!(
            "In a game of {who} a player gives away at least {} of win, most by {}",
            size(&lost, Unit::Points),
            most.join(" and ")
        ),
        _ => format!("No kind of move is shown to be a blunder of {who}"),
    };
    let dead = told(found, Measured::Dead).map(|dead| format!("{dead} of the decisions make no difference"));
    let known = found.measure(Measured::KnownFrom).map(|known| {
        let told = show(&known.estimate, Unit::Share);
        format!("the result is known after {told} of the game")
    });
    let second: Vec<String> = dead.into_iter().chain(known).collect();
    let mut summary = format!("{first}.");
    if !second.is_empty() {
        summary += &format!(" {}.", crate::verdict::capital(&second.join(", and ")));
    }
    let unfinished = found.measure(Measured::Unfinished).filter(|measure| measure.estimate.low > 0.01);
    let warning = unfinished.map_or_else(String::new, |measure| {
        format!("{} of the games did not finish.", show(&measure.estimate, Unit::Share))
    });
    let printing = match (found.measure(Measured::Dead), most.is_empty()) {
        (Some(dead), _) if dead.estimate.low > 0.5 => {
            "ask whether the decisions that make no difference are worth the time they take at a table"
                .to_owned()
        }
        (_, false) => {
            "nothing yet; what this bot plays badly is where verdicts that rest on it are to be doubted"
                .to_owned()
        }
        _ => "nothing here speaks against it".to_owned(),
    };
    let cut = if found.interrupted { "It was interrupted; this is what the games so far say." } else { "" };
    Opening::new(Status::Plain, summary, printing).behind(&warning).beside(cut)
}
