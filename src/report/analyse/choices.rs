//! Recorded games, told: what whoever played them gave away, choice by choice,
//! beside a bot in the same place.

use schemars::JsonSchema;
use serde::Serialize;

use super::page::kinds;
use crate::game::Unit;
use crate::game::called::player;
use crate::lab::analyse::{self, Choice, Side};
use crate::report::csv::Columns;
use crate::report::document::{Heading, text};
use crate::report::page::Rows;
use crate::report::page::{Cell, FileLink, Footer, Method, Page, Section, Show, Table, opened};
use crate::report::{Answer, Beside, tell};
use crate::scenario::Plan;
use crate::verdict::{Opening, Status, brief_size, capital, count, size};

/// Scored games, ready to be told.
pub struct Scores {
    /// What was found.
    pub found: analyse::Scored,
    /// Rows of the terminal's tables.
    pub top: usize,
}

/// The document that `analyse --choices --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Scored<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(flatten)]
    found: &'a analyse::Scored,
}

fn name(side: &Side) -> String {
    format!("`{}`", side.name)
}

fn opening(found: &analyse::Scored) -> Opening {
    let made = found.decisions.len();
    if made == 0 {
        let text = "Nobody had anything to decide in these games: every question had one answer.";
        return Opening::new(Status::Bad, text, "not as a game of decisions").cut(found.interrupted);
    }
    let games = match found.games {
        1 => "the recorded game".to_owned(),
        games => format!("{} recorded games", count(games)),
    };
    let gave = |side: &Side| {
        format!(
            "{} gave away {} of win in {} decisions",
            name(side),
            size(&side.total, Unit::Points),
            count(side.decisions)
        )
    };
    let (recorded, beside): (Vec<&Side>, Vec<&Side>) = found.sides.iter().partition(|side| side.recorded);
    let first: Vec<String> = recorded.into_iter().map(gave).collect();
    let blunders: Vec<String> = found
        .kinds
        .iter()
        .filter(|kind| kind.blunder)
        .take(2)
        .map(|kind| format!("“{}”", kind.name))
        .collect();
    let most = if blunders.is_empty() {
        "no kind of move is shown to be a blunder".to_owned()
    } else {
        format!("most of it by {}", blunders.join(" and "))
    };
    let mut summary = format!("In {games} {}; {most}.", first.join(", "));
    if !beside.is_empty() {
        let others: Vec<String> = beside.iter().map(|side| gave(side)).collect();
        summary += &format!(" In the same place {}.", others.join(", "));
    }
    let printing = "nothing; this is about how these games were played, not about the rules";
    Opening::new(Status::Plain, summary, printing).cut(found.interrupted)
}

fn sides(found: &analyse::Scored) -> Table {
    let won = |side: &Side| Cell::new(format!("{:.2} of {}", side.won, found.games));
    Rows::of(&found.sides)
        .words("who", name)
        .words("choices", |side| if side.recorded { "recorded" } else { "in the same place" })
        .numbers("wins", won)
        .numbers("decisions", |side| count(side.decisions))
        .numbers("gave away, all together", |side| brief_size(&side.total, Unit::Points))
        .numbers("per decision", |side| brief_size(&side.each, Unit::Points))
        .numbers("decisions shown to cost something", |side| count(side.costly))
        .table(format!("Whoever was recorded, and another in its place, in {} games", count(found.games)))
        .note("On the same luck, but each in games of its own: whoever is losing has little left to give away, so that less given \
             away is no better play.")
        .show(Show::All)
}

fn decisions(found: &analyse::Scored, top: usize) -> Table {
    let command = |text: &str| Cell::command(format!("{} {text}", found.plan.program.name));
    let table = Rows::of(&found.decisions)
        .words("player", |choice: &Choice| capital(&player(usize::from(choice.seat))))
        .words("chosen", |choice| choice.told.said.as_str())
        .words("better", |choice| choice.told.rather.as_str())
        .numbers("cost", |choice| brief_size(&choice.told.regret, Unit::Points))
        .words("see it", |choice| command(&choice.told.command))
        .table("Every recorded choice, the costliest first")
        .note("Where chosen and better are the same, nothing was shown to be better.");
    Table { show: Show::First(top), rest: "decisions.csv".to_owned(), ..table }
}

impl Scores {
    /// Every decision whose moves were tried.
    fn decisions(&self) -> Vec<u8> {
        Columns::of(&self.found.decisions)
            .with("game", |choice| choice.told.game)
            .with("decision", |choice| u64::from(choice.told.decision))
            .with("seat", |choice| u64::from(choice.seat))
            .with("entrant", |choice| u64::from(choice.entrant))
            .with("moves", |choice| choice.moves)
            .with("kind", |choice| choice.kind.as_str())
            .interval(["cost", "cost_low", "cost_high"], |choice| choice.told.regret)
            .with("chosen", |choice| choice.told.said.as_str())
            .with("better", |choice| choice.told.rather.as_str())
            .with("replay", |choice| choice.told.command.as_str())
            .bytes()
    }
}

impl Answer for Scores {
    const NAME: &'static str = "analyse";

    fn opening(&self) -> Opening {
        opening(&self.found)
    }

    fn page(&self) -> Page {
        let found = &self.found;
        let arm = found.plan.arms[found.arm].clone();
        let title = arm.ruleset.title;
        let scenario = Plan { arms: vec![arm], ..found.plan.clone() };
        let kinds = kinds(&found.kinds, "What moves cost in these games, by player and game", self.top);
        Page {
            title: format!("What recorded choices were worth — {title}"),
            question: format!("What was given away in the games of {}?", found.choices),
            verdicts: opened(&opening(found), None),
            reading: format!(
                "Points are percentage points of the chance to win; ± is half the width of a {:.0} % interval.",
                100.0 * found.level
            ),
            sections: vec![
                Section::new("Who gave away what", vec![sides(found).into()]),
                Section::new("Choices", vec![decisions(found, self.top).into()]),
                Section::new("Kinds of moves", vec![kinds.into()]),
            ],
            methods: vec![
                Method::new(
                    "The oracle",
                    format!(
                        "The recorded choices are made again under the rules, everybody else plays as then. Of each decision the \
                         best move is chosen by {} continuations from what the seat could see, and measured against the \
                         chosen one in {} others from the true state ({}). What measures a move had no part in choosing \
                         it (cross-fitting: Chernozhukov et al. 2018): where moves make no difference nothing was given \
                         away, on average; and what is told is the least that there was.",
                        count(found.choosing),
                        count(found.measuring),
                        match &found.oracle {
                            Some(bot) => format!("`{bot}` plays on in every seat"),
                            None => "bots play on as themselves, for recorded players the game's own strongest script".to_owned(),
                        }
                    ),
                ),
                Method::new(
                    "These games and no others",
                    "every choice counts once; intervals come from continuations alone (Student's t), so that they say what these \
                     games were worth, not what the next ones will be. Of the kinds called blunders at most one in \
                     twenty is called so wrongly (Benjamini and Hochberg 1995).",
                ),
            ],
            assumptions: tell::assumptions(&scenario),
            assumption_note: String::new(),
            files: vec![
                FileLink::new("decisions.csv", "one row per choice"),
                FileLink::new("analyse.csv", "one row per kind of move"),
                FileLink::new("analyse.json", "everything, with documented keys"),
            ],
            plots: tell::PLOTS.to_owned(),
            footer: Footer::of(&found.plan, found.games),
        }
    }

    fn json(&self) -> String {
        let found = &self.found;
        text(&Scored { heading: Heading::from(&found.plan).opening(opening(found)), found })
    }

    fn csv(&self) -> Vec<u8> {
        super::document::kinds(&self.found.kinds)
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::json("analyse.json"),
            Beside::csv("analyse.csv"),
            Beside::new("decisions.csv", |answer| Some(answer.decisions())),
        ]
    }

    fn exit(&self) -> u8 {
        if self.found.interrupted { 130 } else { 0 }
    }
}
