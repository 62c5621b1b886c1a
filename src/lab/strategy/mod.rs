//! What play says about the rules of a game, on one page: goals beside football's
//! models, openings, moves, cards, squads, head starts and other rules.
//!
//! In: an arm. Out: [`Strategy`]. Every part is an experiment of its own on the
//! same bots: openings and restricted play force one player's moves
//! ([`crate::arena::oracle`]), cards are handed out ([`super::cards`]), squads are
//! searched or enumerated ([`crate::game::SquadMap`]), a head start is the house rule `bonus-1` beside the game without it. Goals are a
//! check, not a model: nothing is played by them.

pub mod calibration;
mod goals;
mod openings;
mod squads;
#[cfg(test)]
mod tests;
mod worth;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::goals::{Fit, Goals, Like};
pub use self::openings::{Opening, Worth};
pub use self::squads::{Cell as SquadCell, Squads};
pub use self::worth::{HeadStart, RuleWorth};
use super::analyse::{Restriction, restrictions};
use super::cards::{self, List};
use super::{Hall, cards::PRINTED};
use crate::arena::pool::Work;
use crate::campaign;
use crate::campaign::journal::{self, Kept};
use crate::game::Role;
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;

/// Blocks of every experiment where nobody says how many.
pub const BLOCKS: u64 = 2000;
/// The same of a bot that searches.
pub const SEARCHED: u64 = 100;
/// Games by which goals and head starts are told, for every block of an
/// experiment.
pub const GAMES: u64 = 10;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The scenario.
    pub plan: Plan,
    /// The arm of it that is played.
    pub arm: usize,
    /// Blocks of every experiment.
    pub blocks: u64,
}

/// What play says about a game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Strategy {
    /// What was played.
    #[serde(skip)]
    pub plan: Plan,
    /// The arm in it.
    #[serde(skip)]
    pub arm: usize,
    /// Name of the arm.
    pub name: String,
    /// Bot of each entrant.
    pub bots: Vec<String>,
    /// Level of the intervals.
    pub level: f64,
    /// Blocks of every experiment.
    pub blocks: u64,
    /// Games by which goals and head starts are told.
    pub games: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
    /// Goals beside football's models; none of a game without goals of two sides.
    pub goals: Option<Goals>,
    /// What a player can begin with, the best first.
    pub openings: Vec<Opening>,
    /// What a player loses that may not make one class of moves, what matters most
    /// first.
    pub moves: Vec<Restriction>,
    /// What one more of each card, player or tile is worth; none of a game that
    /// deals nothing.
    pub cards: Option<List>,
    /// The best squad of every kind; none of a game in which nobody puts one
    /// together.
    pub squads: Option<Squads>,
    /// What the first player wins by something more at the start; empty where the
    /// game has no such house rule.
    pub head_starts: Vec<HeadStart>,
    /// What other rules change that the game asks about.
    pub rules: Vec<RuleWorth>,
}

/// Plays a work's blocks, from where a journal leaves off.
fn played<W: Work + Kept>(work: &W, key: &str, blocks: u64, hall: &Hall<'_>) -> W::Sum
where
    W::Sum: Serialize + for<'a> Deserialize<'a>,
{
    let (mut sum, from) = journal::known(work, hall.journal, key, &(0..blocks));
    if from < blocks && !hall.closed() {
        (sum, _) = journal::play(work, (sum, 0), (hall.journal, key), from..blocks, hall.stop, &|_, _| {});
    }
    sum
}

/// Plays all experiments.
///
/// # Errors
/// When the arm does not compile.
pub fn strategy(question: &Question, hall: &Hall<'_>) -> Result<Strategy, Vec<Fault>> {
    let &Question { ref plan, arm, blocks } = question;
    let level = plan.level;
    // Every block one game: what is told of goals is told of independent games.
    let single = PlanArm { rotates: false, ..plan.arms[arm].clone() };
    let runner = single.runner(plan.seed)?;
    let (seats, classes) = (runner.seats(), runner.classes());
    let key = |kind: &str| journal::key(&campaign::key_of(plan, kind, &[arm]), &blocks);
    let games = GAMES * blocks;
    // Scores need not be goals: where nobody can be goalless they count something
    // else, such as matches won.
    let counts_goals = single.metrics().telling(Role::Goalless).next().is_some();
    let scores = runner.distributions().iter().position(|of| of.sides().is_some());
    let goals = scores.filter(|_| counts_goals).and_then(|place| {
        let counting = goals::Counting { runner: &*runner, place, blocks: games };
        goals::of(&played(&counting, &key("goals"), games, hall), &runner.distributions()[place], level)
    });
    let (mut openings, mut moves, mut cards) = (Vec::new(), Vec::new(), None);
    let (mut best, mut starts, mut rules) = (None, Vec::new(), Vec::new());
    if seats > 1 {
        // As many of every seat.
        let even = blocks.next_multiple_of(seats as u64);
        let opened = openings::Openings { runner: &*runner, classes: classes.len() };
        openings = openings::of(&played(&opened, &key("openings"), even, hall), &classes, level);
        moves = restrictions(plan, arm, &*runner, even, hall);
        if !runner.goods().is_empty() && !hall.closed() {
            let asked = cards::Question {
                plan: plan.clone(),
                arms: vec![arm],
                rule: *PRINTED,
                games: blocks,
                most: blocks,
            };
            cards = cards::strengths(&asked, hall)?.lists.pop();
        }
        if !hall.closed() {
            best = squads::squads(plan, arm, blocks, hall)?;
        }
        if !hall.closed() {
            starts = worth::head_starts(plan, &plan.arms[arm], games, hall)?;
            rules = worth::rules(plan, &plan.arms[arm], games, hall)?;
        }
    }
    Ok(Strategy {
        name: plan.arms[arm].name.to_string(),
        bots: plan.arms[arm].bots.clone(),
        level,
        blocks,
        games,
        interrupted: hall.closed(),
        goals,
        openings,
        moves,
        cards,
        squads: best,
        head_starts: starts,
        rules,
        plan: plan.clone(),
        arm,
    })
}
