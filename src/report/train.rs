//! Weights found by self-play, told: how strong they are, and what they are.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::csv::Columns;
use super::document::{Heading, text};
use super::page::{FileLink, Footer, Method, Page, Rows, Section, Show, opened};
use super::tell::{self, cell};
use super::{Answer, Beside};
use crate::game::Unit;
use crate::lab::train::{Course, Generation, Rung, Weight};
use crate::verdict::{Opening, Status, enumerated, show};

/// The file of weights, beside the page.
const WEIGHTS: &str = "trained.toml";

/// `train.json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(flatten)]
    course: &'a Course,
}

/// A share in percent; a dash where nothing was measured.
fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1} %", 100.0 * share) } else { "–".to_owned() }
}

/// How a rung is told: above an equal share, below, or not to be told apart.
fn standing(rung: &Rung) -> &'static str {
    match (rung.after.low > rung.equal, rung.after.high < rung.equal) {
        (true, _) => "stronger",
        (_, true) => "weaker",
        _ => "not told apart",
    }
}

/// Against whom the weights found do better than those before, and worse.
fn changes(course: &Course) -> String {
    let rungs = |wanted: Ordering| -> Vec<String> {
        let moved = |rung: &&Rung| rung.change.is_some_and(|change| change.side_of(0.0) == wanted);
        course.ladder.iter().filter(moved).map(|rung| format!("`{}`", rung.opponent)).collect()
    };
    let told = [(Ordering::Greater, "more against"), (Ordering::Less, "less against")].map(|(way, what)| {
        let names = rungs(way);
        (!names.is_empty()).then(|| format!("{what} {}", enumerated(&names, 6)))
    });
    let told: Vec<String> = told.into_iter().flatten().collect();
    if told.is_empty() {
        "They are not shown to take more or less than those before.".to_owned()
    } else {
        format!("They take {} than those before.", told.join(" and "))
    }
}

fn opening(course: &Course) -> Opening {
    let Some(hardest) = course.ladder.iter().min_by(|a, b| a.after.value.total_cmp(&b.after.value)) else {
        let summary = "How strong these weights are is not known: no game was measured.";
        return Opening::new(Status::Undecided, summary, "nothing yet").cut(course.interrupted);
    };
    let rest = |wanted: &str| -> Vec<String> {
        let rungs = course.ladder.iter().filter(|rung| standing(rung) == wanted);
        rungs.map(|rung| format!("`{}`", rung.opponent)).collect()
    };
    let (weaker, open) = (rest("weaker"), rest("not told apart"));
    let all = format!(
        "A lone `trained` takes more than an equal share against each of {} bots",
        course.ladder.len()
    );
    let (status, first) = match (weaker.is_empty(), open.is_empty()) {
        (true, true) => (Status::Good, all),
        (true, false) => {
            (Status::Undecided, format!("`trained` is not told apart from {}", enumerated(&open, 6)))
        }
        (false, _) => (Status::Bad, format!("`trained` is weaker than {}", enumerated(&weaker, 6))),
    };
    // Cut short before the ladder there is nothing to tell of it.
    let summary = if hardest.after.value.is_finite() {
        format!(
            "{first}. Its hardest opponent is `{}`: {} of the wins with these weights, {} would be equal. {}",
            hardest.opponent,
            show(&hardest.after, Unit::Share),
            percent(hardest.equal),
            changes(course),
        )
    } else {
        format!(
            "How strong these weights are is not known: no game against {} was measured.",
            enumerated(&open, 6)
        )
    };
    Opening::new(
        status,
        summary,
        "nothing by itself: play with the weights beside this report (`--bots trained --bot …/trained.toml`) and see what \
         they find in the rules",
    )
    .cut(course.interrupted)
}

impl Answer for Course {
    const NAME: &'static str = "train";

    fn opening(&self) -> Opening {
        opening(self)
    }

    fn page(&self) -> Page {
        let ladder = Rows::of(self.ladder.iter())
            .words("at a table of", |rung: &Rung| rung.opponent.as_str())
            .numbers("wins before", |rung| cell(&rung.before, Unit::Share))
            .numbers("wins after", |rung| cell(&rung.after, Unit::Share))
            .numbers("change", |rung| rung.change.map_or("–".into(), |change| cell(&change, Unit::Points)))
            .numbers("equal", |rung| percent(rung.equal))
            .words("the trained bot is", |rung| standing(rung))
            .table("The ladder: one trained bot among others")
            .show(Show::All);
        let weights = Rows::of(self.weights.iter())
            .words("feature", |weight: &Weight| weight.name)
            .words("what it is", |weight| weight.about)
            .numbers("before", |weight| weight.before.to_string())
            .numbers("after", |weight| weight.after.to_string())
            .table("Weights");
        let course = Rows::of(self.generations.iter().enumerate())
            .numbers("generation", |(place, _): (usize, &Generation)| (place + 1).to_string())
            .numbers("mean share of its median", |(_, generation)| percent(generation.median))
            .numbers("mean share of its best", |(_, generation)| percent(generation.best))
            .numbers("step", |(_, generation)| format!("{:.2}", generation.step))
            .table("Generations");
        let judged = self.outlook.and_then(|outlook| Some((outlook.games, outlook.told?)));
        let judged = judged.map(|(games, told)| {
            Method::new(
                "Conditional logit (McFadden 1974)",
                format!(
                    "finds what a standing weighs, by which searches judge, from {games} games of self-play. By such \
                     weights of half of these games {} of who wins the others is told, over all parts of a game, where \
                     equal shares tell nothing.",
                    percent(told)
                ),
            )
        });
        let folded = |title: &str, part| Section { folded: true, ..Section::new(title, vec![part]) };
        let arm = &self.plan.arms[0];
        Page {
            title: format!("Weights for the trained bot — {}, {} players", arm.ruleset.title, self.seats),
            question: "How strong are the weights that self-play has found?".to_owned(),
            verdicts: opened(&opening(self), None),
            reading: format!(
                "Shares of wins of one trained bot at a table of others of one kind, with intervals of which all hold at once in {:.0} %.",
                100.0 * self.plan.level
            ),
            sections: vec![
                Section::new("How strong it is", vec![ladder.into()]),
                folded("The weights", weights.into()),
                folded("Generations", course.into()),
            ],
            methods: [
                Method::new(
                    "Separable covariance matrix adaptation (Ros and Hansen 2008)",
                    "moves a distribution over weights towards the candidates of each generation that won most; all \
                     candidates of a generation play the same games, each generation other ones.",
                ),
                Method::new(
                    "Won most",
                    "is the harmonic mean of a candidate's shares over all tables: alone among each opponent, alone among \
                     the best weights so far, and among its own kind, where it wins an equal share of the games that come \
                     to an end, and less of one that takes longer than health calls good. Stalling has a cost even where \
                     everybody does it.",
                ),
                Method::new(
                    "Luck of its own",
                    "Candidates are tried on luck apart from the ladder's: the weights were fixed before any of its \
                     games, so that its intervals are not those of the best of many.",
                ),
            ]
            .into_iter()
            .chain(judged)
            .collect(),
            assumptions: tell::assumptions(&self.plan),
            assumption_note: String::new(),
            files: vec![
                FileLink::new(WEIGHTS, "the weights: play with them by --bot"),
                FileLink::new("train.csv", "one row per opponent"),
                FileLink::new("train.json", "everything, with documented keys"),
            ],
            plots: tell::PLOTS.to_owned(),
            footer: Footer::of(&self.plan, self.games),
        }
    }

    fn json(&self) -> String {
        text(&Document { heading: Heading::from(&self.plan).opening(opening(self)), course: self })
    }

    fn csv(&self) -> Vec<u8> {
        Columns::of(self.ladder.iter())
            .with("opponent", |rung: &Rung| rung.opponent.as_str())
            .with("before", |rung| rung.before.value.to_string())
            .with("before_low", |rung| rung.before.low.to_string())
            .with("before_high", |rung| rung.before.high.to_string())
            .with("after", |rung| rung.after.value.to_string())
            .with("after_low", |rung| rung.after.low.to_string())
            .with("after_high", |rung| rung.after.high.to_string())
            .interval(["change", "change_low", "change_high"], |rung| rung.change)
            .with("equal", |rung| rung.equal.to_string())
            .bytes()
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::json("train.json"),
            Beside::csv("train.csv"),
            Beside::new(WEIGHTS, |trained| Some(trained.table.clone().into_bytes())),
        ]
    }

    fn exit(&self) -> u8 {
        if self.interrupted { 130 } else { 0 }
    }
}
