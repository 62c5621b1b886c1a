//! What play says about a game's rules, told: goals beside football's models,
//! openings, moves, cards, squads, head starts, other rules.

mod goals;
mod plays;
mod rules;
mod squads;

use schemars::JsonSchema;
use serde::Serialize;

use super::document::{Heading, text};
use super::page::{FileLink, Footer, Method, Page, Part, Section, Table, opened};
use super::{Answer, Beside, analyse, tell};
use crate::game::Unit;
use crate::lab::analyse::Restriction;
use crate::lab::cards::Ruling;
use crate::lab::strategy::{Strategy, Worth};
use crate::scenario::Plan;
use crate::stats::Estimate;
use crate::verdict::{Opening, Status, brief_difference, count, players};

/// A strategy page, ready to be told.
pub struct Telling {
    /// What was found.
    pub found: Strategy,
    /// Rows of the terminal's tables.
    pub top: usize,
}

/// The document that `strategy --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(flatten)]
    found: &'a Strategy,
}

/// Names of rows that are meant, in quotes.
fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    names.map(|name| format!("“{name}”")).collect()
}

fn opening(found: &Strategy) -> Opening {
    let openings =
        |ruling| quoted(found.openings.iter().filter(|row| row.ruling == ruling).map(|row| &row.name));
    let cards = |ruling| {
        let goods = found.cards.iter().flat_map(|list| list.of(ruling));
        quoted(goods.map(|row| &row.name))
    };
    let (better, traps) = (openings(Worth::Better), analyse::traps(&found.moves));
    let said = [
        analyse::they(
            &better,
            "opens better than the bot's own choice",
            "open better than the bot's own choice",
        ),
        analyse::they(&traps, "is a trap", "are traps"),
        analyse::they(&cards(Ruling::TooStrong), "is too strong", "are too strong"),
        analyse::they(&cards(Ruling::Dead), "is dead", "are dead"),
        analyse::they(&cards(Ruling::Harmful), "costs whoever holds it", "cost whoever holds them"),
        analyse::they(&analyse::idle(&found.moves), "makes no difference", "make no difference"),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    let who = players(&found.plan, found.arm);
    let first = if said.is_empty() {
        format!("No opening, move or card is shown to be dominated in play of {who}.")
    } else {
        format!("In play of {who} {}.", said.join("; "))
    };
    let second = found.goals.as_ref().map(goals::said).unwrap_or_default();
    let squads = found.squads.as_ref().map(squads::said).unwrap_or_default();
    let dominated = !cards(Ruling::TooStrong).is_empty() || !cards(Ruling::Dead).is_empty();
    let never = found.squads.iter().any(|squads| !squads.dominated().is_empty());
    let printing = match (dominated, better.is_empty()) {
        (true, _) => "look at the cards that are named first: what nobody wants, or everybody, is no choice",
        (false, false) => "nothing yet; a bot that could open better is one whose verdicts are to be doubted",
        (false, true) if !traps.is_empty() => {
            "look at the traps: a rule that harms whoever uses it is one to change, unless it is only this bot that uses it badly"
        }
        (false, true) if never => {
            "a kind of squad that is never best is no choice: look at what its players cost and can do"
        }
        (false, true) if found.interrupted => "nothing yet; it was interrupted",
        (false, true) => "nothing here speaks against it",
    };
    let status = if dominated { Status::Bad } else { Status::Plain };
    Opening::new(status, first, printing).beside(&squads).beside(&second).cut(found.interrupted)
}

/// How much a ban changes, whichever way.
fn size(row: &Restriction) -> f64 {
    row.change.as_ref().map_or(0.0, |change| change.value.abs())
}

fn change(estimate: &Estimate) -> String {
    brief_difference(estimate, Unit::Points)
}

fn methods(found: &Strategy) -> Vec<Method> {
    vec![
        Method::new(
            "Goals",
            "the spread is Σ (goals − mean)²/mean over what Poisson's would be (Fisher's index of dispersion), draws are \
             counted above Skellam's distribution of differences at the same means, ρ is by maximum likelihood within \
             max(−1/λ, −1/μ) ≤ ρ ≤ min(1/(λμ), 1). Intervals leave out each of fifty groups of games in turn (the \
             jackknife: Tukey 1958), so that matches of one game may have something in common. As football's: within \
             0.1 of Poisson's spread, two points of Skellam's draws, 0.1 of independence. The p values are those of \
             the dispersion test, of χ² over differences and of the likelihood ratio.",
        ),
        Method::new(
            "Openings",
            format!(
                "in {} games one player, each seat as often, makes its first decision by each class of moves in turn, on the \
                 same luck; intervals over games by the delta method, corrected for their number (Bonferroni).",
                count(found.blocks)
            ),
        ),
        Method::new(
            "Restricted play (Jaffe et al. 2012)",
            "as `analyse --restrict`: of the classes said to matter or to be traps at most one in twenty is called so \
             wrongly (Benjamini and Hochberg 1995); no difference: the whole interval within ± 1 point.",
        ),
        Method::new(
            "Cards",
            "as the command `cards`, looked at once; verdicts hold for the whole list (Bonferroni).",
        ),
        Method::new(
            "Squads",
            "where they are not enumerated: of each kind squads race on shared luck, half of them out after each round \
             (successive halving), then the winner against all that differ by one step, until none beats it; what is \
             told was played on other luck. Where the bot searches, the strongest quick bot of the panel chose the squads.",
        ),
    ]
}

impl Answer for Telling {
    const NAME: &'static str = "strategy";

    fn opening(&self) -> Opening {
        opening(&self.found)
    }

    fn page(&self) -> Page {
        let (found, top) = (&self.found, self.top);
        let arm = found.plan.arms[found.arm].clone();
        let title = arm.ruleset.title;
        let scenario = Plan { arms: vec![arm], ..found.plan.clone() };
        let mut sections = Vec::new();
        let mut add = |title: &str, parts: Vec<Part>| {
            if !parts.is_empty() {
                sections.push(Section::new(title, parts));
            }
        };
        add("What wins and what loses", plays::winners(found, top).map(Part::from).into_iter().collect());
        add("Goals", found.goals.iter().map(|goals| goals::table(goals).into()).collect());
        let of = |any: bool, table: Table| any.then(|| table.into()).into_iter().collect();
        add("Openings", of(!found.openings.is_empty(), plays::openings(found, top)));
        add("Moves", of(!found.moves.is_empty(), plays::moves(found, top)));
        add("Cards, players, tiles", plays::cards(found, top).map(Part::from).into_iter().collect());
        let best =
            found.squads.iter().flat_map(|best| [Part::from(squads::map(best)), squads::table(best).into()]);
        add("Squads", best.collect());
        add("Head starts", rules::head_starts(found).map(Part::from).into_iter().collect());
        add("Rules", rules::table(found).map(Part::from).into_iter().collect());
        Page {
            title: format!("Strategy — {title}"),
            question: format!("What do games of {} say about the rules?", players(&found.plan, found.arm)),
            verdicts: opened(&opening(found), None),
            reading: format!(
                "Points are percentage points of the share of wins; ± is half the width of a {:.0} % interval.",
                100.0 * found.level
            ),
            sections,
            methods: methods(found),
            assumptions: tell::assumptions(&scenario),
            assumption_note: String::new(),
            files: vec![
                FileLink::new("openings.csv", "one row per class of first moves"),
                FileLink::new("moves.csv", "one row per class of moves that was forbidden"),
                FileLink::new("cards.csv", "one row per card, player or tile"),
                FileLink::new("squads.csv", "the best squad of every kind"),
                FileLink::new("rules.csv", "what rules are worth, a row per value and metric"),
                FileLink::new("goals.csv", "goals beside football's models"),
                FileLink::new("strategy.json", "everything, with documented keys"),
            ],
            plots: tell::PLOTS.to_owned(),
            footer: Footer::of(&found.plan, found.games),
        }
    }

    fn json(&self) -> String {
        let found = &self.found;
        text(&Document { heading: Heading::from(&found.plan).opening(opening(found)), found })
    }

    fn csv(&self) -> Vec<u8> {
        plays::csv_of_openings(&self.found.openings)
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::json("strategy.json"),
            Beside::csv("openings.csv"),
            Beside::new("moves.csv", |answer| Some(analyse::restricted(&answer.found.moves))),
            Beside::new("cards.csv", |answer| Some(plays::csv_of_cards(&answer.found))),
            Beside::new("squads.csv", |answer| Some(squads::csv(answer.found.squads.as_ref()))),
            Beside::new("rules.csv", |answer| Some(rules::csv(&answer.found.rules))),
            Beside::new("goals.csv", |answer| Some(goals::csv(answer.found.goals.as_ref()))),
        ]
    }

    fn exit(&self) -> u8 {
        if self.found.interrupted { 130 } else { 0 }
    }
}
