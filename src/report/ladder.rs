//! A ladder told: how much thinking pays, and where it stops to.

use schemars::JsonSchema;
use serde::Serialize;

use super::charts::point;
use super::csv::Columns;
use super::document::{Heading, text};
use super::figure::{self, Axis, Figure, Forest, ForestRow, Format, Key, Order, Reference, Standing};
use super::page::{FileLink, Footer, Method, Page, Rows, Section, Show, Table, Verdict, opened};
use super::tell::{self, cell, together};
use super::{Answer, Beside, caution};
use crate::game::Unit;
use crate::game::called::signed;
use crate::lab::tournament::ladder::{Gains, Ladder, Rung};
use crate::verdict::{Opening, Status, count, enumerated, show};

/// Names that a sentence lists.
const NAMED: usize = 6;

/// The document that `skill-ladder --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// Ruleset id.
    ruleset: &'a str,
    /// What is to be told behind the summary, most important first.
    verdicts: Vec<String>,
    /// The upper bot of the last rung that gains: from it on no further one
    /// clearly does. None where none gains.
    pays_up_to: Option<&'a str>,
    #[serde(flatten)]
    ladder: &'a Ladder,
}

fn title(ladder: &Ladder) -> &'static str {
    ladder.plan.arms[0].ruleset.title
}

fn named(rungs: &[&Rung]) -> String {
    let names: Vec<String> = rungs.iter().map(|rung| format!("`{}`", rung.bot)).collect();
    enumerated(&names, NAMED)
}

fn of(rungs: &[Rung], wanted: Gains) -> Vec<&Rung> {
    rungs.iter().filter(|rung| rung.gains == wanted).collect()
}

/// How a rung's gain is told.
fn gain(rung: &Rung) -> String {
    format!("{} against `{}`", show(&rung.met.share, Unit::Share), rung.below)
}

/// The answer: status and first sentence.
fn answer(ladder: &Ladder) -> (Status, String) {
    let rungs = &ladder.rungs;
    if rungs.is_empty() {
        return (Status::Undecided, "No rung has been played.".to_owned());
    }
    let rest = ladder.rest();
    let open = of(rest, Gains::NotClear);
    let unclear = if open.is_empty() {
        String::new()
    } else {
        let verb = if open.len() == 1 { "is" } else { "are" };
        format!("; {} {verb} not clear: more games would tell", named(&open))
    };
    match (ladder.last_gain(), rest.is_empty()) {
        (Some(last), true) => {
            let top = &rungs[last];
            (
                Status::Plain,
                format!(
                    "Thinking pays up to the top of this ladder: `{}` still takes {}. Where it stops, only a longer ladder tells (--rungs).",
                    top.bot,
                    gain(top)
                ),
            )
        }
        (Some(last), false) => {
            let (top, status) =
                (&rungs[last], if open.is_empty() { Status::Plain } else { Status::Undecided });
            let said = if open.is_empty() {
                format!(
                    "Thinking stops paying at `{}`: no further rung takes more than an equal share from the rung below it.",
                    top.bot
                )
            } else {
                format!("Thinking is shown to pay up to `{}`{unclear}.", top.bot)
            };
            (status, said)
        }
        (None, _) if open.is_empty() => (
            Status::Plain,
            "Thinking does not pay: no rung takes more than an equal share from the rung below it."
                .to_owned(),
        ),
        (None, _) => (
            Status::Undecided,
            format!(
                "Thinking is not shown to pay: no rung clearly takes more than an equal share from the rung below it{unclear}."
            ),
        ),
    }
}

fn opening(ladder: &Ladder) -> Opening {
    let (status, first) = answer(ladder);
    let printing = match (ladder.last_gain(), of(ladder.rest(), Gains::NotClear).is_empty()) {
        (Some(_), _) => {
            "practice is rewarded as far as the ladder rises; whether the game is fair, `levelpitch run` says"
        }
        (None, true) if ladder.rungs.is_empty() => "nothing yet",
        (None, true) => {
            "as a game of luck, if these bots play as people do; whether it is fair, `levelpitch run` says"
        }
        (None, false) => "nothing is sure yet; more games tell",
    };
    Opening::new(status, first, printing)
        .behind(&caution::of_endless(ladder.endless()))
        .cut(ladder.interrupted)
}

/// What is to be told behind the opening, most important first.
#[must_use]
pub fn sentences(ladder: &Ladder) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(stop) = ladder.rest().first() {
        all.push(format!("Where it stops: `{}` takes {}, {}.", stop.bot, gain(stop), word(stop.gains)));
    }
    if let Some(best) = ladder
        .rungs
        .iter()
        .filter(|rung| rung.gains == Gains::More)
        .max_by(|a, b| a.elo.value.total_cmp(&b.elo.value))
    {
        all.push(format!("The highest step is `{}`: it takes {}.", best.bot, gain(best)));
    }
    let less = of(&ladder.rungs, Gains::Less);
    if !less.is_empty() {
        let verb = if less.len() == 1 { "takes" } else { "take" };
        all.push(format!(
            "The ladder falls at {}, which {verb} less than an equal share from the rung below: the order of these bots is not that of their strength.",
            named(&less)
        ));
    }
    all
}

const fn word(gains: Gains) -> &'static str {
    match gains {
        Gains::More => "more than equal",
        Gains::Nothing => "equal",
        Gains::Less => "less than equal",
        Gains::NotClear => "not clear",
    }
}

const fn standing(gains: Gains) -> Standing {
    match gains {
        Gains::More | Gains::Less => Standing::Clear,
        Gains::Nothing => Standing::Good,
        Gains::NotClear => Standing::Unclear,
    }
}

fn forest(ladder: &Ladder) -> Figure {
    let row = |rung: &Rung| ForestRow {
        group: String::new(),
        label: format!("{} v {}", rung.bot, rung.below),
        point: point(&rung.met.share),
        standing: standing(rung.gains),
    };
    let others = if ladder.seats == 2 { "" } else { ", one of it among the others" };
    Figure::Forest(Forest {
        head: figure::Heading {
            id: "ladder".to_owned(),
            title: format!("{}: what each rung takes from the one below", title(ladder)),
            subtitle: format!(
                "{} games per rung on shared luck, seats rotated{others}; the bars of all rungs hold together at {} %",
                count(ladder.games),
                100.0 * ladder.plan.level
            ),
            note: String::new(),
        },
        axis: Axis::new("Share of wins of the upper bot", Format::percent(0)),
        rows: ladder.rungs.iter().map(row).collect(),
        order: Order::Given,
        references: vec![Reference::new(ladder.equal(), "an equal share")],
        margin: None,
        keys: Key::list([
            (Standing::Clear, "clearly more than an equal share, or less"),
            (Standing::Good, "equal: the whole interval inside the margin"),
            (Standing::Unclear, "not clear"),
        ]),
    })
}

fn table(ladder: &Ladder) -> Table {
    Rows::of(&ladder.rungs)
        .words("bot", |rung: &Rung| rung.bot.as_str())
        .words("against", |rung| rung.below.as_str())
        .numbers("share of wins", |rung| cell(&rung.met.share, Unit::Share))
        .words("that is", |rung| word(rung.gains))
        .numbers("Elo points gained", |rung| match rung.elo.half_width() {
            width if width.is_finite() => format!("{} ± {width:.0}", signed(rung.elo.value, 0)),
            _ => format!("{} or so", signed(rung.elo.value, 0)),
        })
        .numbers("decisions", |rung| format!("{:.1}", rung.decisions))
        .numbers("playouts", |rung| count(rung.playouts.round() as u64))
        .table("The rungs, from the bottom up")
        .note(format!(
            "An equal share is {:.1} %; a rung within {:.0} percentage points of it gains nothing to speak of. Decisions \
             and playouts are those of one seat in one game: what a rung costs, whatever the machine.",
            100.0 * ladder.equal(),
            100.0 * ladder.margin
        ))
        .show(Show::All)
}

impl Answer for Ladder {
    const NAME: &'static str = "skill-ladder";

    fn opening(&self) -> Opening {
        opening(self)
    }

    fn page(&self) -> Page {
        Page {
            title: format!("Skill ladder — {}, {} players", title(self), self.seats),
            question: "How much thinking does the game reward?".to_owned(),
            verdicts: opened(
                &opening(self),
                sentences(self).into_iter().map(|said| Verdict::new(Standing::Plain, said)),
            ),
            reading: format!(
                "Shares of the games that somebody won, with intervals that hold {} at {} %; {} games \
                 per rung; seed {}.",
                together(self.rungs.len(), "rungs"),
                100.0 * self.plan.level,
                count(self.games),
                self.plan.seed
            ),
            sections: vec![Section::new("The ladder", vec![forest(self).into(), table(self).into()])],
            methods: vec![
                Method::new(
                    "Blocks",
                    "Every block plays the same luck once with each rotation of the bots over the seats, on every rung: one of \
                     the upper bot among bots of the lower.",
                ),
                Method::new(
                    "Wilson's interval",
                    "with the variance between blocks, each at a level at which all of them hold together (Bonferroni).",
                ),
                Method::new(
                    "Elo points",
                    "the strength by which one bot among equals takes this share (Bradley and Terry 1952; Luce 1959): 400 \
                     points are a tenfold strength.",
                ),
            ],
            assumptions: tell::assumptions(&self.plan),
            assumption_note: String::new(),
            files: vec![
                FileLink::new("rungs.csv", "every rung with its interval"),
                FileLink::new("skill-ladder.json", "everything, for programs"),
            ],
            plots: tell::PLOTS.to_owned(),
            footer: Footer::of(&self.plan, self.all_games),
        }
    }

    fn json(&self) -> String {
        text(&Document {
            heading: Heading::from(&self.plan).opening(opening(self)),
            ruleset: self.plan.arms[0].ruleset.id,
            verdicts: sentences(self),
            pays_up_to: self.last_gain().map(|last| self.rungs[last].bot.as_str()),
            ladder: self,
        })
    }

    fn csv(&self) -> Vec<u8> {
        Columns::of(&self.rungs)
            .with("bot", |rung| rung.bot.as_str())
            .with("below", |rung| rung.below.as_str())
            .interval(["share", "low", "high"], |rung| rung.met.share)
            .made(|rung| rung.met.share)
            .with("gains", |rung| word(rung.gains))
            .interval(["elo", "elo_low", "elo_high"], |rung| rung.elo)
            .with("decisions", |rung| rung.decisions)
            .with("playouts", |rung| rung.playouts)
            .with("games", |rung| rung.met.games)
            .with("unfinished", |rung| rung.met.unfinished)
            .bytes()
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![Beside::csv("rungs.csv"), Beside::json("skill-ladder.json")]
    }

    fn exit(&self) -> u8 {
        if self.interrupted { 130 } else { 0 }
    }
}
