//! What does a change do? Two arms on the same luck, played until the
//! difference of one metric is decided.
//!
//! In: a [`Question`]. Out: a [`Comparison`]: every metric of both arms with
//! the difference, what sharing luck was worth, how the estimate narrowed, and
//! where the games part. Looks are planned beforehand and every interval holds
//! at all of them ([`pace`]); the metric that decides has its luck taken out
//! ([`contrast`]), and is told as it stands after stopping.

pub mod calibration;
pub mod contrast;
pub mod gap;
pub mod gsprt;
pub mod pace;
pub mod parting;
mod question;
mod rows;
pub mod rule;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Hall, Table};
use crate::arena::schedule;
use crate::scenario::PlanArm;
use crate::settings::Fault;
use crate::stats::estimate::Estimate;
use crate::stats::sequential::gsprt::Decision;
use crate::verdict::{Checkup, Health};
pub use contrast::{Contrast, Removed, Saving};
pub use gsprt::{Hypotheses, Tested};
pub use pace::{Design, Pace};
pub use parting::Parting;
pub use question::Question;
pub use rows::Row;
pub use rule::{Finding, Rule};

/// Blocks of a design of fixed size per one by which luck is weighed.
const WEIGHED: u64 = 8;

/// Looks after which a difference that is still unknown, because one arm never
/// ends a game, is given up.
const GIVES_UP: usize = 3;

/// The difference of the main metric as games were played.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Look {
    /// Games per arm.
    pub games: u64,
    /// B minus A.
    pub difference: Estimate,
}

/// What was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Comparison {
    /// What was asked.
    #[serde(skip)]
    pub question: Question,
    /// What the main metric's difference says.
    pub finding: Finding,
    /// Whether either arm must not be printed, whatever the difference is.
    #[serde(skip)]
    pub health: Checkup,
    /// Whether the user ended it early.
    #[serde(skip)]
    pub interrupted: bool,
    /// Games of each arm.
    pub games: u64,
    /// Games of both arms and of the replays.
    #[serde(skip)]
    pub all_games: u64,
    /// Games per arm in all that a decision would take, if undecided and
    /// foreseeable.
    #[serde(rename = "forecast_games")]
    pub forecast: Option<u64>,
    /// How it was looked at.
    pub design: Design,
    /// Games per arm at which it would have ended undecided: where the interval
    /// is half as wide as the margin, or the most allowed.
    #[serde(rename = "budget_games")]
    pub budget: u64,
    /// The luck taken out of the difference that decides, where it is counted.
    #[serde(rename = "luck")]
    pub removed: Option<Removed>,
    /// What it saved, if it decided.
    pub saving: Option<Saving>,
    /// How the sequential test ended, if one was asked for.
    #[serde(rename = "test")]
    pub tested: Option<Tested>,
    /// Every metric that both arms have.
    #[serde(rename = "metrics")]
    pub rows: Vec<Row>,
    /// Position of the main metric among them.
    #[serde(skip)]
    pub main: usize,
    /// The main metric's difference at each look.
    pub looks: Vec<Look>,
    /// Where the games part; none without shared luck.
    #[serde(rename = "divergence")]
    pub parting: Option<Parting>,
}

impl Comparison {
    /// The main metric.
    #[must_use]
    pub fn main(&self) -> &Row {
        &self.rows[self.main]
    }

    /// Whether A (0) or B (1) must not be printed.
    #[must_use]
    pub fn is_ill(&self, arm: usize) -> bool {
        self.health.arms.get(arm).is_some_and(Health::is_ill)
    }
}

/// Plays a comparison until it is decided, precise enough, out of games, or
/// the hall closes.
///
/// # Errors
/// When an arm does not compile, or the metric is not one of both arms.
pub fn play(question: &Question, hall: &Hall<'_>) -> Result<Comparison, Vec<Fault>> {
    let tested = match question.test {
        Some(hypotheses) => {
            gsprt::check(&question.plan, question.metric)?;
            Some(gsprt::run(&question.plan, question.metric, hypotheses, question.most, hall)?)
        }
        None => None,
    };
    // Where the sequences are narrowest is settled before the test has seen
    // anything.
    let manner = question.manner();
    let level = question.plan.level;
    let design = question.design();
    let question = &mut stopped_by(question, tested.as_ref());
    let mut table = Table::new(question.plan.clone())?;
    let rotations = u64::from(question.plan.arms.iter().map(PlanArm::rotations).max().unwrap_or(1));
    let last = schedule::blocks_for(question.most, rotations as u32).max(1);
    let first = Pace::first(design, last);
    let mut contrast = Contrast::new(question.metric);
    if design == Design::Fixed {
        // One look, but luck is weighed by earlier games than those it is taken out of.
        table.play_to((first / WEIGHED).max(1) * rotations, hall)?;
        contrast.see(&table);
    }
    let mut interrupted = !table.play_to(first * rotations, hall)?;
    let Some((a, plain)) = contrast.plain(&table, level) else {
        return Err(vec![Fault::new("--metric", format!("`{}`", question.metric), "a metric of both arms")]);
    };
    question.settle_margin(a);
    let mut pace = Pace::new(design, &question.rule, &plain, (first, last), manner);
    let planned = pace.blocks().to_vec();
    let mut looks: Vec<Look> = Vec::new();
    let mut seen = plain;
    for (look, &blocks) in planned.iter().enumerate() {
        if look > 0 {
            interrupted = !table.play_to(blocks * rotations, hall)?;
        }
        if interrupted {
            pace = pace.cut_short();
        }
        seen = Estimate { level, ..contrast.look(&table, &pace, look, level).unwrap_or(seen) };
        looks.push(Look { games: table.games(), difference: seen });
        let unknown = look >= GIVES_UP && !seen.value.is_finite();
        if interrupted || unknown || question.rule.stops(&seen) {
            break;
        }
    }
    let at = looks.len().saturating_sub(1);
    let told = pace.after(at, &question.rule, &seen);
    let rows = rows::rows(&table, &pace, at, (question.metric, seen), told);
    let main = rows.iter().position(|row| row.metric == question.metric).unwrap_or(0);
    let decisive = &seen;
    let finding = match tested.as_ref().map(|tested| tested.decision) {
        Some(Decision::AcceptGain) => Finding::Accepted,
        Some(Decision::AcceptNone) => Finding::Rejected,
        Some(Decision::Continue) => Finding::Undecided,
        None => question.rule.finding(decisive),
    };
    let undecided = finding == Finding::Undecided && tested.is_none();
    let forecast = question.rule.forecast(decisive).filter(|_| undecided);
    let parting = if question.shares_luck() && !interrupted {
        parting::find(&question.plan, question.replays.min(table.games()), hall)?
    } else {
        None
    };
    let replayed = parting.as_ref().map_or(0, |parting| 2 * parting.games);
    Ok(Comparison {
        question: question.clone(),
        finding,
        health: Checkup::of(&question.plan, &table.results(pace.manner(at, level))),
        interrupted: interrupted || hall.closed(),
        games: table.games(),
        all_games: table.all_games() + replayed,
        main,
        looks,
        forecast: forecast.map(|blocks| blocks.saturating_mul(rotations)),
        design,
        budget: planned.last().map_or(0, |last| last * rotations),
        removed: contrast.removed(&question.plan),
        saving: contrast.saving(&table, question, finding, &told),
        parting,
        tested,
        rows,
    })
}

/// The same question, played to exactly where its test has stopped.
fn stopped_by(question: &Question, tested: Option<&Tested>) -> Question {
    let mut question = question.clone();
    if let Some(tested) = tested {
        let rotations = u64::from(question.plan.arms[0].rotations());
        question.most = (tested.blocks * rotations).max(rotations);
        question.rule.exactly = true;
    }
    question
}

#[cfg(test)]
mod tests {
    use super::question::FIRST_LOOK;
    use super::*;
    use crate::metric::Metric;
    use crate::scenario::Plan;
    use crate::stats::{Method, many};
    use std::sync::atomic::AtomicBool;

    fn arms(text: &str) -> Plan {
        crate::scenario::sample(text)
    }

    fn turns(plan: &Plan) -> Metric {
        plan.arms[0].metrics().turns().unwrap()
    }

    fn ask(text: &str, rule: Rule, most: u64) -> Comparison {
        let plan = arms(text);
        let (a, b) = (plan.arms[0].clone(), plan.arms[1].clone());
        let mut question = Question::new(&plan, a, b, turns(&plan), rule, most);
        question.replays = 20;
        let stop = AtomicBool::new(false);
        play(&question, &Hall::new(&stop, &|_| {})).unwrap()
    }

    const PAIR: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[vary]\nhalftimes = [0]\n";

    #[test]
    fn a_clear_difference_stops_at_a_look_and_sharing_luck_pays() {
        let found = ask(PAIR, Rule::default(), 20_000);
        assert_eq!((found.finding, found.forecast), (Finding::Different, None));
        assert!(found.games < 20_000 && found.games == found.looks.last().unwrap().games);
        let row = found.main();
        assert!(!row.difference.contains(0.0) && row.difference.method == Method::GroupSequential);
        // Corrected for having stopped on it, it is smaller than what was seen.
        let seen = found.looks.last().unwrap().difference;
        assert!((seen.value - (row.b.value - row.a.value)).abs() < 1e-9);
        assert!(row.difference.value.abs() < seen.value.abs() && seen.contains(row.difference.value));
        assert!(row.worth.unwrap() > 1.0);
        assert_eq!(found.parting.unwrap().games, 20);
    }

    /// Tests whether B, in which the better bot wins less often, is `gain` above
    /// A rather than level with it.
    fn tested(gain: f64, rule: Rule) -> (Comparison, u64) {
        let text = "ruleset = \"futbol-dash\"\nbots = [\"rusher\", \"random\"]\n[vary]\nap-target = [12]\n";
        let plan = arms(text);
        let (a, b) = (plan.arms[0].clone(), plan.arms[1].clone());
        let mut question = Question::new(&plan, a, b, Metric::entrant_share(0), rule, 6_000);
        question.test = Some(Hypotheses { h0: 0.0, h1: gain });
        question.replays = 21;
        let stop = AtomicBool::new(false);
        let found = play(&question, &Hall::new(&stop, &|_| {})).unwrap();
        let blocks = found.tested.as_ref().unwrap().blocks;
        (found, blocks)
    }

    #[test]
    fn a_test_accepts_what_b_minus_a_is_nearer_to() {
        // B is some eight points below A.
        for (gain, finding) in [(-0.08, Finding::Accepted), (0.08, Finding::Rejected)] {
            let (found, blocks) = tested(gain, Rule::default());
            assert_eq!(found.finding, finding, "{gain}");
            let after = found.tested.as_ref().unwrap().after.unwrap();
            assert!(after.value < 0.01, "{gain}: {after:?}");
            // The intervals beside it stand at the same games.
            assert_eq!(found.games, 2 * blocks);
            assert_eq!(found.parting.unwrap().games, 20, "whole blocks of two games");
            assert_eq!(found.forecast, None);
        }
    }

    #[test]
    fn the_intervals_beside_a_test_stop_with_it_and_not_on_their_own() {
        let (found, blocks) = tested(-0.02, Rule { precision: Some(1.0), ..Rule::default() });
        assert!(blocks > FIRST_LOOK, "{blocks}");
        assert_eq!(found.games, 2 * blocks, "though precise at the first look");
    }

    #[test]
    fn sequences_are_narrowest_where_the_comparison_is_expected_to_end() {
        let plan = arms(PAIR);
        let tightest = |rule: Rule| {
            let (a, b) = (plan.arms[0].clone(), plan.arms[1].clone());
            Question::new(&plan, a, b, turns(&plan), rule, 80_000).manner().tightest
        };
        assert_eq!(tightest(Rule { exactly: true, ..Rule::default() }), 80_000);
        assert_eq!(tightest(Rule { precision: Some(0.02), ..Rule::default() }), 10_000);
        assert_eq!(tightest(Rule::default()), 10_000);
        assert_eq!(tightest(Rule { precision: Some(0.01), ..Rule::default() }), 40_000);
    }

    /// Of many rows some differ by luck: what is called clear must stand out
    /// among all of them, but for the one metric that decides.
    #[test]
    fn a_row_is_clear_only_if_it_stands_out_among_all_rows() {
        let stop = AtomicBool::new(false);
        let hall = Hall::new(&stop, &|_| {});
        let question = Question::new(
            &arms(PAIR),
            arms(PAIR).arms[0].clone(),
            arms(PAIR).arms[1].clone(),
            turns(&arms(PAIR)),
            Rule::default(),
            4_000,
        );
        let mut table = Table::new(question.plan.clone()).unwrap();
        let mut seen = [false; 2];
        for games in [500, 1_000, 2_000, 4_000] {
            assert!(table.play_to(games, &hall).unwrap());
            let (_, plain) = Contrast::new(question.metric).plain(&table, 0.95).unwrap();
            let pace =
                Pace::new(Design::GroupSequential, &question.rule, &plain, (32, 4_000), question.manner());
            let rows = rows::rows(&table, &pace, 3, (question.metric, plain), plain);
            let strict = pace.manner(3, many::level_of_each(0.95, rows.len()));
            let strict = rows::differences(&table, strict, 0.95);
            for (row, (.., strict)) in rows.iter().zip(strict) {
                let judged = if row.metric == question.metric { row.difference } else { strict };
                assert_eq!(row.clear, judged.value.is_finite() && !judged.contains(0.0), "{}", row.metric);
                seen[0] |= row.clear;
                seen[1] |= !row.clear && row.difference.value.is_finite() && !row.difference.contains(0.0);
            }
        }
        assert_eq!(seen, [true; 2], "some are clear, some only taken alone");
    }

    #[test]
    fn other_tables_are_compared_without_shared_luck() {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[vary]\nplayers = [3]\n";
        let found = ask(text, Rule { exactly: true, ..Rule::default() }, 600);
        assert!(!found.question.shares_luck() && found.parting.is_none() && found.games >= 600);
        assert!(found.rows.iter().all(|row| row.worth.is_none()));
        // Two intervals that may each miss are wider than those shown alone.
        let row = found.main();
        assert!(row.difference.half_width() > 1.02 * (row.a.half_width() + row.b.half_width()), "{row:?}");
    }

    #[test]
    fn equal_arms_are_equal_only_within_a_margin_and_not_at_once() {
        let text =
            "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n";
        let found = ask(text, Rule::default(), 600);
        assert_eq!((found.finding, found.forecast), (Finding::Undecided, None));
        assert_eq!(found.main().difference.value, 0.0);
        assert!(found.main().difference.half_width() > 0.0);
        let parting = found.parting.unwrap();
        assert!(parting.first.is_none() && parting.decisions.value == 0.0);
        let found = ask(text, Rule { margin: Some(1.0), ..Rule::default() }, 20_000);
        assert_eq!(found.finding, Finding::Equal);
    }
}
