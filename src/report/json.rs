//! The JSON document of a run: stable, documented keys.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::Run;
use super::document::{self, Heading};
use super::health::ArmHealth;
use crate::app::Program;
use crate::campaign::Ended;
use crate::estimates::{ArmResult, Difference, Named, Place};
use crate::game::WIN;
use crate::metric::Metric;
use crate::stats::seats::EqualShares;
use crate::verdict::Statement;

/// Results of one seat.
#[derive(Debug, Serialize, JsonSchema)]
struct Seat<'a> {
    /// Seat in turn order, from 0.
    seat: usize,
    #[serde(flatten)]
    place: &'a Place,
}

/// Results of one entrant over all seats.
#[derive(Debug, Serialize, JsonSchema)]
struct Entrant<'a> {
    /// Number, from 0.
    entrant: usize,
    /// Bot.
    bot: &'a str,
    /// Squad, club or deck, where the game has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    squad: Option<&'a str>,
    #[serde(flatten)]
    place: &'a Place,
}

/// Difference from the base arm on the same luck.
#[derive(Debug, Serialize, JsonSchema)]
struct Against<'a> {
    /// Base arm.
    base: &'a str,
    /// Difference per metric: this arm minus the base.
    metrics: IndexMap<Metric, Change<'a>>,
}

/// A difference of one metric.
#[derive(Debug, Serialize, JsonSchema)]
struct Change<'a> {
    #[serde(flatten)]
    difference: &'a Difference,
    /// How many times as many games an unpaired comparison would need for the
    /// same interval; null where the arms differ by a constant.
    worth_plain_games: Option<f64>,
}

/// Use of a card, tile or action.
#[derive(Debug, Serialize, JsonSchema)]
struct Use {
    /// Uses in all games.
    uses: u64,
    /// Seats and games with at least one use.
    seat_games: u64,
    /// Wins of those, shared ones divided: a description of play, no measure
    /// of strength.
    wins: f64,
}

/// One arm.
#[derive(Debug, Serialize, JsonSchema)]
struct Arm<'a> {
    /// Name.
    name: String,
    /// Ruleset id.
    ruleset: &'a str,
    /// Every switch and assumption in force.
    switches: IndexMap<&'a str, &'a str>,
    /// Games played.
    games: u64,
    /// Games that did not finish, all reasons together.
    unfinished: u64,
    /// Unfinished games by reason.
    unfinished_reasons: IndexMap<&'a str, u64>,
    /// Whether it can be printed at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    health: Option<ArmHealth<'a>>,
    /// By seat; the intervals of their shares hold all at once, those of the
    /// metrics each on its own.
    seats: Vec<Seat<'a>>,
    /// Are the seats equal? Missing at a table of one and in runs that could
    /// stop on what they saw.
    #[serde(skip_serializing_if = "Option::is_none")]
    equal_seats: Option<&'a EqualShares>,
    /// By entrant.
    entrants: Vec<Entrant<'a>>,
    /// Metrics by name (`levelpitch list metrics` defines them).
    metrics: IndexMap<Metric, &'a Named>,
    /// Distributions by name: value to count.
    distributions: IndexMap<&'a str, IndexMap<String, u64>>,
    /// Use of cards, tiles and actions by name.
    usage: IndexMap<&'a str, Use>,
    /// Differences from the base arm, if the arm has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Against<'a>>,
}

/// The document that `run --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    /// The scenario's question.
    question: &'a str,
    /// Why it ended.
    ended: Ended,
    /// Whether anything speaks against printing, and the worst of it.
    health: Option<&'a Statement>,
    /// One entry per arm.
    arms: Vec<Arm<'a>>,
    /// Answers, most important first.
    verdicts: &'a [Statement],
    /// Exit status of the run.
    exit_status: u8,
}

fn arm<'a>(run: &'a Run, result: &'a ArmResult) -> Arm<'a> {
    let arm = &run.plan.arms[result.index];
    let entrant = |place: &'a Place| Entrant {
        entrant: place.index,
        bot: &arm.bots[place.index],
        squad: arm.squads.get(place.index).and_then(Option::as_deref),
        place,
    };
    let differences = || result.metrics.iter().filter_map(|m| Some((m.metric, m.difference.as_ref()?)));
    let change = |(metric, difference): (Metric, &'a Difference)| {
        (metric, Change { difference, worth_plain_games: difference.worth })
    };
    let wins = |share: u64| share as f64 / f64::from(WIN);
    Arm {
        name: arm.name.to_string(),
        ruleset: arm.ruleset.id,
        switches: arm.settings.iter().map(|(switch, value)| (switch.key, value)).collect(),
        games: result.games,
        unfinished: result.unfinished.iter().map(|(_, n)| n).sum(),
        unfinished_reasons: result.unfinished.iter().map(|(stop, n)| (stop.code, *n)).collect(),
        health: run.answers.health.arms.get(result.index).map(ArmHealth::from),
        seats: result.seats.iter().map(|place| Seat { seat: place.index, place }).collect(),
        equal_seats: result.equal_seats.as_ref(),
        entrants: result.entrants.iter().map(entrant).collect(),
        metrics: result.metrics.iter().map(|named| (named.metric, named)).collect(),
        distributions: result
            .distributions
            .iter()
            .map(|(d, histogram)| (d.name, histogram.iter().map(|(v, n)| (v.to_string(), n)).collect()))
            .collect(),
        usage: result
            .used()
            .map(|(item, u)| (item, Use { uses: u.uses, seat_games: u.seat_games, wins: wins(u.share) }))
            .collect(),
        against: differences()
            .next()
            .map(|(_, first)| Against { base: &first.base, metrics: differences().map(change).collect() }),
    }
}

/// The document of a run as text.
#[must_use]
pub fn text(run: &Run) -> String {
    document::text(&Document {
        heading: Heading::from(&run.plan).opening(run.answers.opening.clone()),
        question: &run.plan.question,
        ended: run.ended,
        health: run.answers.health.sentence.as_ref(),
        arms: run.results.iter().map(|result| arm(run, result)).collect(),
        verdicts: &run.answers.statements,
        exit_status: run.answers.exit,
    })
}

/// The runs of an atlas as one document: what they say together, then each as
/// `run` prints it alone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Atlas<'a> {
    /// Version of the program.
    version: &'static str,
    /// The words of the command, for `rerun`.
    arguments: &'a [String],
    /// What the games say together, and what was left out.
    notes: &'a [String],
    /// The games, in their order.
    games: Vec<Document<'a>>,
}

/// The document of several runs whose own documents are made already: no two of
/// them are held at once.
#[must_use]
pub fn atlas(program: Program, arguments: &[String], notes: &[String], games: &[String]) -> String {
    let head = document::text(&Atlas { version: program.version, arguments, notes, games: Vec::new() });
    let games: Vec<&str> = games.iter().map(|game| game.trim_end()).collect();
    match head.rsplit_once("[]") {
        Some((before, behind)) => format!("{before}[\n{}\n]{behind}", games.join(",\n")),
        None => head,
    }
}
