//! The exact shape of a scenario file.
//!
//! In: TOML text. Out: a [`Wire`] whose values carry their place in the text,
//! and every fault of shape: unknown keys, wrong types, missing keys. Every
//! key is declared here and nowhere else: reader, lists of what is allowed and
//! the JSON Schema of editors come from its line. Meaning (does that switch
//! exist?) is [`super::resolve`]'s business.

mod budget;
mod finding;
mod health;
mod reader;

use toml::Spanned;
use toml::de::DeTable;

use self::reader::{Reader, Table};
use super::fault::Problem;
use super::judged::Severity;
use crate::settings::{Fault, document};

pub use finding::WireFinding;

/// A value and its byte offset in the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub offset: usize,
}

/// `key = value` pairs of a `set` table; values in switch spelling.
pub type Pairs = Vec<(At<String>, At<String>)>;
/// The values of every switch of `[vary]`.
pub type Vary = Vec<(At<String>, Vec<At<String>>)>;

/// Whose luck an arm plays on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Luck {
    /// That of all arms of its table size.
    Shared,
    /// Its own.
    Independent,
}

reader::tables! {
    /// A scenario: a question, its arms, how long to play and what must hold.
    Wire as ScenarioFile {
        /// The question in one sentence.
        "question" question: Option<At<String>>,
        /// Ruleset id for arms that name none.
        "ruleset" ruleset: Option<At<String>>,
        /// Games per arm.
        "games" games: Option<At<i64>> as Option<u64>,
        /// Half-width wanted of the main estimate, as a fraction (0.005 = half a
        /// percentage point).
        "precision" precision: Option<At<f64>>,
        /// Most games per arm when `precision` is given.
        "max-games" max_games: Option<At<i64>> as Option<u64>,
        /// Root of all luck.
        "seed" seed: Option<At<i64>> as Option<u64>,
        /// Confidence level of every interval, 0.95 by default.
        "level" level: Option<At<f64>>,
        /// `shared` (default): arms of one table size see the same luck;
        /// `independent`: each arm has its own.
        "luck" luck: Option<Luck>,
        /// Switches and assumptions for every arm.
        "set" set: Pairs,
        /// One bot for all entrants, or one per entrant: a listed name, or a
        /// search with its budget, such as `tree-64`.
        "bots" bots: Option<At<Vec<String>>>,
        /// Every arm once with each of these bots in all seats.
        "panel" panel: Option<At<Vec<String>>>,
        /// One squad, club or deck per entrant.
        "squads" squads: Option<At<Vec<String>>>,
        /// Component data file, relative to the scenario.
        "data" data: Option<At<String>>,
        /// What is compared.
        "arm" arms: Vec<WireArm>,
        /// One more arm per value, one switch at a time.
        "vary" vary: Vary,
        /// The question's yardstick.
        "verdict" verdict: Option<WireVerdict>,
        /// Squads against squads: one more arm per pair.
        "match-ups" match_ups: Vec<WireMatchUps>,
        /// Answers that take several arms.
        "finding" findings: Vec<WireFinding>,
        /// Bounds that must hold.
        "budget" budgets: Vec<WireBudget>,
        /// What is healthy enough to print.
        "health" health: Option<WireHealth>,
    }

    /// The `[health]`: how much of each bad thing is to be looked at, and how much
    /// is ill; what is left out stays as printed (`levelpitch list health`).
    WireHealth as HealthTable {
        /// How long a turn takes at a table, in minutes (0.5 is half a minute).
        "minutes-per-turn" minutes_per_turn: Option<At<f64>>,
        /// Games that never end, of all games.
        "unfinished" unfinished: Option<WireLimit>,
        /// Games without a sole winner, of all games.
        "draws" draws: Option<WireLimit>,
        /// Games or matches in which nobody scores.
        "goalless" goalless: Option<WireLimit>,
        /// Games or matches that a tie-break settles.
        "tie-breaks" tie_breaks: Option<WireLimit>,
        /// Minutes that 95 games of 100 stay below.
        "minutes" minutes: Option<WireLimit>,
        /// Questions with a single legal answer, of all questions.
        "dead-turns" dead_turns: Option<WireLimit>,
        /// Decided games led by their winner from before half of the turns on.
        "run-away" run_away: Option<WireLimit>,
        /// Cards, tiles and actions that nearly nobody uses, of all.
        "unused" unused: Option<WireLimit>,
        /// Games in which a limit strikes that stands in no rulebook.
        "limits" limits: Option<WireLimit>,
    } => bounded

    /// The limits of one aspect of health.
    WireLimit as LimitTable {
        /// More than this should be looked at.
        "look" look: Option<At<f64>>,
        /// More than this must not be printed.
        "ill" ill: Option<At<f64>>,
    }

    /// One `[[arm]]`.
    WireArm as ArmTable {
        /// Unique name.
        "name" name: Option<At<String>> as String,
        /// Ruleset id.
        "ruleset" ruleset: Option<At<String>>,
        /// Switches and assumptions of this arm.
        "set" set: Pairs,
        /// One bot for all entrants, or one per entrant.
        "bots" bots: Option<At<Vec<String>>>,
        /// One squad, club or deck per entrant.
        "squads" squads: Option<At<Vec<String>>>,
        /// Component data file.
        "data" data: Option<At<String>>,
        /// Name of the arm that this one is compared with on the same luck (the
        /// first by default).
        "against" against: Option<At<String>>,
    } => named

    /// One `[[match-ups]]`.
    WireMatchUps as MatchUpsTable {
        /// Name of the group.
        "name" name: At<String>,
        /// Squads of the first entrant.
        "rows" rows: At<Vec<String>>,
        /// Squads of the second entrant.
        "columns" columns: At<Vec<String>>,
        /// Switches and assumptions of these arms.
        "set" set: Pairs,
    }

    /// The `[verdict]`.
    WireVerdict as VerdictTable {
        /// Metric judged (fairness over all seats if absent); `median-turns` and
        /// `p90-turns` are quantiles of `turns`.
        "metric" metric: Option<At<String>>,
        /// Arm judged; all arms if absent.
        "arm" arm: Option<At<String>>,
        /// The value called fair.
        "fair" fair: Option<f64>,
        /// Deviation from `fair` still called balanced.
        "margin" margin: Option<At<f64>>,
        /// The metric in the words of the sentence.
        "about" about: Option<String>,
    }

    /// One `[[budget]]`.
    WireBudget as BudgetTable {
        /// Short name for lists; the metric and its bound if absent.
        "name" name: Option<String>,
        /// One line shown when the budget breaks.
        "why" why: Option<String>,
        /// Metric bounded; `median-turns` and `p90-turns` are quantiles of `turns`.
        "metric" metric: At<String>,
        /// Arm concerned; every arm if absent.
        "arm" arm: Option<At<String>>,
        /// The bounds are on the difference from this arm, on shared luck.
        "against" against: Option<At<String>>,
        /// Smallest value allowed.
        "min" min: Option<f64>,
        /// Largest value allowed.
        "max" max: Option<f64>,
        /// Value that must hold within `margin` (instead of `min` and `max`).
        "equal" equal: Option<f64>,
        /// Deviation from `equal` that is allowed.
        "margin" margin: Option<At<f64>>,
        /// Most probable that the budget is judged wrongly, 0.05 by default; the
        /// budgets of a check share their error rates.
        "alpha" alpha: Option<At<f64>>,
        /// Deviation from a baseline that is allowed (`check --baseline`).
        "drift" drift: Option<At<f64>>,
        /// `error` (default) or `warn`.
        "severity" severity: Option<Severity>,
    } => bounded
}

impl Wire {
    /// The same with another name for the arm that verdict, budgets and
    /// findings call `from`.
    #[must_use]
    pub fn renamed(&self, from: &str, to: &str) -> Self {
        let mut renamed = self.clone();
        let verdict = renamed.verdict.iter_mut().filter_map(|verdict| verdict.arm.as_mut());
        let budgets = renamed.budgets.iter_mut().flat_map(|budget| [&mut budget.arm, &mut budget.against]);
        for name in verdict.chain(budgets.flatten()).filter(|name| name.value == from) {
            to.clone_into(&mut name.value);
        }
        let findings = renamed.findings.iter_mut().flat_map(|finding| finding.finding.kind.arms());
        for name in findings.filter(|name| *name == from) {
            to.clone_into(name);
        }
        renamed
    }
}

impl WireArm {
    fn named(&self, reader: &mut Reader<'_>, table: &DeTable<'_>) {
        let offset = match &self.name {
            Some(name) if name.value.trim().is_empty() => name.offset,
            None if !table.contains_key("name") => self.offset,
            _ => return,
        };
        reader
            .fault(offset, Fault::new("name", "an arm without a name", "name = \"...\", unique in the file"));
    }
}

/// Most bytes of a text of which every error is told.
const LONG: usize = 1 << 20;

/// Reads a scenario file.
///
/// # Errors
/// Every fault of shape in the file, in the order of its lines.
pub fn read(file: &str, text: &str) -> Result<Wire, Vec<Problem>> {
    match read_on(file, text) {
        (Some(wire), problems) if problems.is_empty() => Ok(wire),
        (_, problems) => Err(problems),
    }
}

/// Reads as much of a scenario file as has a shape, with every fault in the
/// order of its lines; nothing of a text that is no TOML.
#[must_use]
pub fn read_on(file: &str, text: &str) -> (Option<Wire>, Vec<Problem>) {
    let mut reader = Reader { file, text, problems: Vec::new() };
    if let Err(fault) = document::is_readable(text) {
        reader.fault_at(fault.offset, fault);
        return (None, reader.problems);
    }
    // Of a long text the first error alone: a list of them takes three hundred times
    // as much memory as what is wrong.
    let (document, errors) = match text.len() {
        0..=LONG => DeTable::parse_recoverable(text),
        _ => match DeTable::parse(text) {
            Ok(document) => (document, Vec::new()),
            Err(error) => (Spanned::new(0..0, DeTable::new()), vec![error]),
        },
    };
    for error in &errors {
        let offset = error.span().map_or(0, |span| span.start);
        reader.fault(offset, Fault::new("TOML", error.message(), ""));
    }
    let wire = if errors.is_empty() { Wire::read(&mut reader, document.get_ref(), 0) } else { None };
    if wire.is_some() {
        reader.problems.sort_by_key(|p| p.line);
    }
    (wire, reader.problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_shape_is_told_at_once_with_its_line() {
        let text =
            "question = 3\ngmaes = 100\n[[arm]]\nname = \"a\"\nbots = [1]\n[[budget]]\nmetric = \"x\"\n";
        let problems = read("x.toml", text).unwrap_err();
        let lines: Vec<Option<usize>> = problems.iter().map(|p| p.line).collect();
        assert_eq!(lines, [Some(1), Some(2), Some(5), Some(6)]);
        assert_eq!(problems[1].fault.hint.as_deref(), Some("did you mean `games`?"));
        assert!(
            problems[1].to_string().starts_with(
                "x.toml:2: gmaes: found an unknown key; did you mean `games`?; allowed: question,"
            )
        );
    }
}
