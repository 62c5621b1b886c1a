//! What decisions are worth: one pass of an oracle over sampled decisions of a
//! bot's games.
//!
//! In: an arm, how many games, an [`Effort`]. Out: [`Analysis`]: what the bot
//! gives away and by which kind of move, how many of its decisions matter, and
//! how games go. Every number comes from the [`Story`] of each game
//! ([`crate::arena::oracle`]: who plays on, what is known, why measured
//! regrets are unbiased); games are the units of every interval.

mod bans;
pub mod calibration;
mod choices;
mod clusters;
pub(in crate::lab) mod coins;
mod course;
mod kinds;
mod luck;
mod measures;
#[cfg(test)]
pub(in crate::lab) mod tests;

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

pub use self::bans::{Restriction, Use, restrictions};
pub use self::choices::{Choice, Question as Recorded, Scored, Side, score};
pub use self::course::{Band, fan};
pub use self::kinds::{Example, Kind};
pub use self::measures::{Measure, Measured};
use super::Hall;
use crate::arena::Runner;
use crate::arena::oracle::{Effort, Oracle, Story};
use crate::arena::pool::Work;
use crate::campaign::journal::{self, Kept};
use crate::campaign::{self, Progress};
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::tally::Tally;

/// Decisions analysed where nobody says how many.
pub const DECISIONS: u64 = 2000;
/// Continuations that choose a decision's best move where nobody says how many.
pub const CONTINUATIONS: u64 = 512;
/// Blocks by which luck is told from play, and for each class of moves that is
/// forbidden, of quick bots.
pub const BLOCKS: u64 = 2000;
/// Decisions analysed of each game.
pub const OF_EACH: u32 = 10;

/// The effort of a number of continuations: a quarter as many measure each move
/// that is named, so that both cost about the same.
#[must_use]
pub const fn effort(continuations: u64) -> Effort {
    let measuring = continuations / 4;
    let measuring = if measuring < 8 { 8 } else { measuring + measuring % 2 };
    Effort { looks: OF_EACH, moments: 2 * OF_EACH, choosing: continuations, measuring }
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The scenario.
    pub plan: Plan,
    /// The arm of it whose games are analysed.
    pub arm: usize,
    /// Who plays on, and how often.
    pub oracle: Oracle,
    /// Games.
    pub games: u64,
    /// Blocks by which luck is told from play, and for each class of moves that is
    /// forbidden.
    pub blocks: u64,
    /// Whether classes of moves are forbidden one at a time.
    pub restrict: bool,
    /// The words of the command that replays one of them, its number left out.
    pub replay: Vec<String>,
}

/// What an analysis has found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Analysis {
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
    /// The bot that played on in every seat; none where each bot, or its script
    /// where it searches, played on itself.
    pub oracle: Option<String>,
    /// Level of the intervals.
    pub level: f64,
    /// Games told.
    pub games: u64,
    /// Decisions whose moves were tried.
    pub decisions: u64,
    /// Continuations by which the best move of each was chosen.
    pub choosing: u64,
    /// Continuations by which each move named was measured.
    pub measuring: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
    /// What was measured over all decisions and games.
    pub measures: Vec<Measure>,
    /// Kinds of moves by what they cost, the costliest first; those that cost
    /// something for sure before all others.
    pub kinds: Vec<Kind>,
    /// The winner's chance over the game.
    pub fan: Vec<Band>,
    /// What the bot loses that may not make one class of moves, what matters most
    /// first; only where that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub restrictions: Vec<Restriction>,
    /// The games themselves.
    #[serde(skip)]
    pub stories: Vec<Story>,
    /// Classes of moves by name.
    #[serde(skip)]
    pub classes: Vec<String>,
}

impl Analysis {
    /// A measure by its name, if the game has it.
    #[must_use]
    pub fn measure(&self, of: Measured) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.name == of)
    }
}

/// Games being told.
struct Telling<'a> {
    runner: &'a dyn Runner,
    oracle: &'a Oracle,
    classes: usize,
    /// Numbers of the games; empty where they are counted from 0.
    numbers: &'a [u64],
}

impl Telling<'_> {
    /// Tells all games of a range that are not told yet.
    fn told(&self, plan: &Plan, arm: usize, range: &Range<u64>, hall: &Hall<'_>) -> Vec<Story> {
        let (layout, none) = (self.runner.layout(), Tally::new(self.runner.layout()));
        let told = |_: &Vec<Story>, games: u64| {
            let expected = range.end;
            (hall.progress)(&Progress { arm, tally: &none, since: None, layout, games, expected });
        };
        let told_by = (self.oracle.effort, &self.oracle.bot);
        let mut key = journal::key(&campaign::key_of(plan, "analyse", &[arm]), &told_by);
        if !self.numbers.is_empty() {
            key = journal::key(&key, &(self.numbers, &self.oracle.of));
        }
        let (mut stories, from) = journal::known(self, hall.journal, &key, range);
        if from < range.end {
            let kept = (hall.journal, key.as_str());
            (stories, _) = journal::play(self, (stories, 0), kept, from..range.end, hall.stop, &told);
        }
        stories
    }
}

impl Kept for Telling<'_> {
    fn fits(&self, stories: &Vec<Story>, games: u64) -> bool {
        let seats = self.runner.seats();
        let class = |class: u16| usize::from(class) < self.classes;
        let whole = |story: &Story| {
            story.seating.len() == seats
                && story.moments.iter().all(|moment| {
                    usize::from(moment.seat) < seats
                        && moment.shares.iter().all(|half| half.len() == seats)
                        && moment.scores.len() == seats
                })
                && story
                    .looks
                    .iter()
                    .all(|look| usize::from(look.seat) < seats && class(look.chosen) && class(look.best))
        };
        stories.len() as u64 == games && stories.iter().all(whole)
    }
}

impl Work for Telling<'_> {
    type Sum = Vec<Story>;

    fn zero(&self) -> Vec<Story> {
        Vec::new()
    }

    fn batch(&self, range: Range<u64>) -> Vec<Story> {
        let mut stories = Vec::new();
        let mut tell = |games| self.runner.stories(games, self.oracle, &mut |story| stories.push(story));
        if self.numbers.is_empty() {
            tell(range);
        } else {
            range.map(|at| self.numbers[at as usize]).for_each(|game| tell(game..game + 1));
        }
        stories
    }

    fn merge(&self, into: &mut Vec<Story>, later: Vec<Story>) {
        into.extend(later);
    }
}

/// Plays and looks.
///
/// # Errors
/// When the arm does not compile.
pub fn analyse(question: &Question, hall: &Hall<'_>) -> Result<Analysis, Vec<Fault>> {
    let (plan, arm) = (&question.plan, &question.plan.arms[question.arm]);
    let runner = arm.runner(plan.seed)?;
    let classes = runner.classes();
    let work = Telling { runner: &*runner, oracle: &question.oracle, classes: classes.len(), numbers: &[] };
    let stories = work.told(plan, question.arm, &(0..question.games), hall);
    let level = plan.level;
    let effort = question.oracle.effort;
    let mut measures = measures::of(&stories, effort, level);
    let blocks = 0..question.blocks;
    if runner.seats() > 1 && !hall.closed() {
        let freezing = luck::Freezing(&*runner);
        let key = campaign::key_of(plan, "freeze", &[question.arm]);
        let (mut rows, from) = journal::known(&freezing, hall.journal, &key, &blocks);
        if from < blocks.end {
            let kept = (hall.journal, key.as_str());
            (rows, _) = journal::play(&freezing, (rows, 0), kept, from..blocks.end, hall.stop, &|_, _| {});
        }
        measures.extend(luck::of(&rows, runner.seats(), level));
    }
    let mut restrictions = Vec::new();
    if question.restrict && runner.seats() > 1 && !hall.closed() {
        restrictions = bans::restrictions(plan, question.arm, &*runner, question.blocks, hall);
    }
    Ok(Analysis {
        name: arm.name.to_string(),
        bots: arm.bots.clone(),
        oracle: question.oracle.bot.clone(),
        level,
        games: stories.len() as u64,
        decisions: stories.iter().map(|story| story.looks.len() as u64).sum(),
        choosing: effort.choosing,
        measuring: effort.measuring,
        interrupted: hall.closed(),
        measures,
        kinds: kinds::of(&stories, &classes, effort, level, &question.replay),
        fan: fan(&stories, effort),
        restrictions,
        plan: plan.clone(),
        arm: question.arm,
        stories,
        classes,
    })
}
