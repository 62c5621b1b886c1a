//! What decisions are worth, told: words first, then how games go, then
//! blunders by kind.

mod choices;
mod document;
mod page;

pub use choices::{Scored as ScoredDocument, Scores};
pub use document::{Document, restricted};

use super::page::Page;
use super::{Answer, Beside};
use crate::game::Unit;
use crate::lab::analyse::{Analysis, Kind, Measure, Measured, Restriction, Use};
use crate::stats::Estimate;
use crate::verdict::{Opening, Status, brief_difference, capital, count, enumerated, players, show, size};

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

    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::json("analyse.json"),
            Beside::csv("analyse.csv"),
            Beside::new("measures.csv", |answer| Some(document::measures(&answer.found))),
            Beside::new("decisions.csv", |answer| Some(document::decisions(&answer.found))),
            Beside::new("restricted.csv", |answer| Some(restricted(&answer.found.restrictions))),
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

/// Classes of moves that are traps, the largest first, with what a player wins
/// that keeps out of them.
pub(super) fn traps(rows: &[Restriction]) -> Vec<String> {
    let mut traps: Vec<(&Restriction, Estimate)> = rows
        .iter()
        .filter(|row| row.ruling == Use::Trap)
        .filter_map(|row| row.change.map(|change| (row, change)))
        .collect();
    traps.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let told = |(row, change): &(&Restriction, Estimate)| {
        format!("“{}” ({} without it)", row.name, brief_difference(change, Unit::Points))
    };
    traps.iter().map(told).collect()
}

/// Classes of moves without which nothing is different, what is done in most
/// games first.
pub(super) fn idle(rows: &[Restriction]) -> Vec<String> {
    let mut idle: Vec<&Restriction> = rows.iter().filter(|row| row.ruling == Use::NoDifference).collect();
    idle.sort_by(|a, b| b.games.total_cmp(&a.games));
    idle.iter().map(|row| format!("“{}”", row.name)).collect()
}

/// Up to three of them and what they do, if there are any.
pub(super) fn they(names: &[String], one: &str, many: &str) -> Option<String> {
    let verb = if names.len() == 1 { one } else { many };
    (!names.is_empty()).then(|| format!("{} {verb}", enumerated(names, 3)))
}

/// What is wrong with the game, as far as its measures and bans say.
fn ills(found: &Analysis) -> Vec<String> {
    let of = |of: Measured| found.measure(of).filter(|measure| measure.is_ill());
    let moved = |measure: &Measure| size(&measure.estimate, Unit::Points);
    let last = of(Measured::LastWord).map(|measure| {
        let moved = moved(measure);
        format!("who has no chance left has the last word of a game and moves {moved} of another player's")
    });
    let made = last.or_else(|| {
        let moved = moved(of(Measured::Kingmaking)?);
        Some(format!("a decision of a player without a chance moves {moved} of another's"))
    });
    let ills = [
        of(Measured::RunAway).map(|measure| {
            let part = show(&measure.estimate, Unit::Number);
            format!("leads run away: one grows by {part} times itself to the end of the game")
        }),
        made.map(|made| format!("kings are made: {made}")),
        they(&traps(&found.restrictions), "is a trap", "are traps"),
        they(&idle(&found.restrictions), "makes no difference", "make no difference"),
    ];
    ills.into_iter().flatten().map(|ill| format!("{}.", capital(&ill))).collect()
}

/// What a report opens with: what the bot gives away and by what, how many of
/// the game's decisions matter, when it is over.
#[must_use]
pub fn opening(found: &Analysis) -> Opening {
    if found.games == 0 {
        return Opening::unplayed().cut(found.interrupted);
    }
    if found.decisions == 0 {
        let text = "Nobody had anything to decide in these games: every question had one answer.";
        return Opening::new(Status::Bad, text, "not as a game of decisions").cut(found.interrupted);
    }
    let who = players(&found.plan, found.arm);
    let most: Vec<String> = found.kinds.iter().filter(|kind| kind.blunder).take(2).map(named).collect();
    // Per decision: what a game's decisions would have won each alone adds up to
    // more than a game.
    let lost = found.measure(Measured::RegretPerDecision).map(|measure| measure.estimate);
    let first = match (lost, most.is_empty()) {
        (Some(lost), false) => format!(
            "With a decision {who} give away at least {} of win on average, most by {}",
            size(&lost, Unit::Points),
            most.join(" and ")
        ),
        _ => format!("No kind of move is shown to be a blunder of {who}"),
    };
    // Fewer would be found alike by more of them.
    let looked = count(found.measuring);
    let dead = told(found, Measured::Dead)
        .map(|dead| format!("{dead} of the decisions make no difference that {looked} continuations show"));
    let known = found.measure(Measured::KnownFrom).map(|known| {
        let told = show(&known.estimate, Unit::Share);
        format!("the result is known after {told} of the game")
    });
    let second: Vec<String> = dead.into_iter().chain(known).collect();
    let mut summary = format!("{first}.");
    if !second.is_empty() {
        summary += &format!(" {}.", capital(&second.join(", and ")));
    }
    let unfinished = found.measure(Measured::Unfinished).filter(|measure| measure.estimate.low > 0.01);
    let warning = unfinished.map_or_else(String::new, |measure| {
        format!("{} of the games did not finish.", show(&measure.estimate, Unit::Share))
    });
    let ills = ills(found);
    if !ills.is_empty() {
        summary = format!("{} {summary}", ills.join(" "));
    }
    let wrong =
        |names: [Measured; 3]| names.into_iter().any(|of| found.measure(of).is_some_and(Measure::is_ill));
    let printing = match (found.measure(Measured::Dead), most.is_empty()) {
        _ if unfinished.is_some_and(|measure| measure.estimate.low > 0.05) => {
            "not before its games end: find out first what keeps these players from finishing".to_owned()
        }
        _ if wrong([Measured::RunAway, Measured::LastWord, Measured::Kingmaking]) => {
            "look first at the rule that lets leads grow, or players without a chance decide who wins".to_owned()
        }
        _ if !ills.is_empty() => {
            "look at the moves that are named first: a rule that harms whoever uses it, or does nothing, is one to change, \
             unless it is only this bot that uses it badly"
                .to_owned()
        }
        (Some(dead), _) if dead.estimate.low > 0.5 => {
            "if more continuations (`--continuations`) find no difference either, ask whether these decisions are worth the \
             time they take at a table"
                .to_owned()
        }
        (_, false) => {
            "nothing yet; what this bot plays badly is where verdicts that rest on it are to be doubted"
                .to_owned()
        }
        _ => "nothing here speaks against it".to_owned(),
    };
    Opening::new(Status::Plain, summary, printing).behind(&warning).cut(found.interrupted)
}
