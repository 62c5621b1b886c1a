//! Recorded games: what every single choice of them was worth.
//!
//! These decisions are all that is asked about, none stands for others: nothing
//! of an interval comes from which games they were, all of it from continuations.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use super::Hall;
use super::kinds::{self, Example, Kind};
use crate::arena::oracle::{Effort, Look, Oracle, Story};
use crate::game::WIN;
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::stats::distribution::{t, t_tails};
use crate::stats::{Estimate, Method};

/// What is asked of recorded games.
#[derive(Debug, Clone)]
pub struct Question {
    /// The scenario.
    pub plan: Plan,
    /// The arm of it that was played; the bots that play as recorded sit in it.
    pub arm: usize,
    /// Numbers of the games.
    pub games: Vec<u64>,
    /// Entrants whose choices are known.
    pub entrants: Vec<u8>,
    /// What those are called, by entrant.
    pub names: Vec<String>,
    /// The file.
    pub file: String,
    /// A bot that plays the same games in their place.
    pub beside: Option<String>,
    /// The bot that plays on, where it is not the game's own.
    pub oracle: Option<String>,
    /// Continuations that choose and that measure.
    pub effort: Effort,
    /// The words of the command that replays one of them, its number left out.
    pub replay: Vec<String>,
}

/// Who played recorded games, and what was given away.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Side {
    /// Entrant, from 0.
    pub entrant: u8,
    /// What it is called; of a bot beside it, that bot.
    pub name: String,
    /// Whether these are the recorded choices, not those of the bot in their
    /// place.
    pub recorded: bool,
    /// Wins, shared ones in part, of all games.
    pub won: f64,
    /// Decisions.
    pub decisions: u64,
    /// Those that are shown to have cost something, each by an interval of its
    /// own.
    pub costly: u64,
    /// What all of them have cost together, in wins.
    pub total: Estimate,
    /// What one of them has cost on average.
    pub each: Estimate,
}

/// A recorded choice.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Choice {
    /// Seat of whoever chose, from 0 in turn order.
    pub seat: u8,
    /// Its entrant, from 0.
    pub entrant: u8,
    /// The class of move.
    pub kind: String,
    /// How many moves there were.
    pub moves: u64,
    /// Where it stands, what was chosen and what would have been better.
    #[serde(flatten)]
    pub told: Example,
}

/// What recorded games were worth.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Scored {
    /// What was played.
    #[serde(skip)]
    pub plan: Plan,
    /// The arm in it.
    #[serde(skip)]
    pub arm: usize,
    /// The file of choices.
    pub choices: String,
    /// The bot that played on in every seat; none where the game's own did.
    pub oracle: Option<String>,
    /// Level of the intervals.
    pub level: f64,
    /// Games.
    pub games: u64,
    /// Continuations by which the best move of a decision was chosen.
    pub choosing: u64,
    /// Continuations by which each move named was measured.
    pub measuring: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
    /// Whoever was recorded, and behind them the bot in their place.
    pub sides: Vec<Side>,
    /// What the recorded gave away beyond the bot in their place, in wins.
    pub beyond: Option<Estimate>,
    /// Kinds of moves by what they cost, blunders first.
    pub kinds: Vec<Kind>,
    /// Every recorded choice, the costliest first.
    pub decisions: Vec<Choice>,
}

/// The sum of what decisions cost, with the noise of their continuations.
fn sum<'a>(looks: impl Iterator<Item = &'a Look>, parts: f64, effort: Effort, level: f64) -> Estimate {
    let rows = effort.measuring as f64;
    let (mut value, mut variance, mut count) = (0.0, 0.0, 0);
    for look in looks {
        let (mean, spread) = kinds::spread(look, effort);
        (value, variance, count) = (value + mean, variance + spread / rows, count + 1);
    }
    let (value, half) = (value / parts, t(level, rows - 1.0) * f64::sqrt(variance) / parts);
    let method = if variance > 0.0 { Method::PairedT } else { Method::Unvaried };
    Estimate::around(value, half, level, method, count)
}

fn looks(stories: &[Story]) -> impl Iterator<Item = (&Story, &Look)> + Clone {
    stories.iter().flat_map(|story| story.looks.iter().map(move |look| (story, look)))
}

fn entrant((story, look): (&Story, &Look)) -> u8 {
    story.seating[usize::from(look.seat)]
}

fn sides(stories: &[Story], entrants: &[u8], names: &dyn Fn(u8) -> String, question: &Question) -> Vec<Side> {
    let (effort, level) = (question.effort, question.plan.level);
    let side = |&who: &u8| {
        let own: Vec<&Look> =
            looks(stories).filter(|&look| entrant(look) == who).map(|(_, look)| look).collect();
        let won = |story: &Story| {
            let seat = story.seating.iter().position(|&entrant| entrant == who)?;
            Some(f64::from(story.share.as_ref()?[seat]) / f64::from(WIN))
        };
        let costly = own.iter().filter(|look| kinds::single(look, effort, level).low > 0.0).count();
        let total = |parts: f64| sum(own.iter().copied(), parts, effort, level);
        Side {
            entrant: who,
            name: names(who),
            recorded: true,
            won: stories.iter().filter_map(won).sum(),
            decisions: own.len() as u64,
            costly: costly as u64,
            total: total(1.0),
            each: total(own.len().max(1) as f64),
        }
    };
    entrants.iter().map(side).collect()
}

/// Classes of moves by what they cost in these games.
fn kinds_of(stories: &[Story], classes: &[String], question: &Question) -> Vec<Kind> {
    let (effort, level) = (question.effort, question.plan.level);
    let games = stories.len().max(1) as f64;
    let kind = |(class, name): (u16, &String)| {
        let own: Vec<&Look> =
            looks(stories).map(|(_, look)| look).filter(|look| look.chosen == class).collect();
        if own.is_empty() {
            return None;
        }
        let total = |parts: f64| sum(own.iter().copied(), parts, effort, level);
        let cost = total(games);
        let df = effort.measuring as f64 - 1.0;
        let error = cost.half_width() / t(level, df);
        let tails = if error > 0.0 { t_tails(cost.value / error, df) } else { 1.0 };
        Some(Kind {
            name: name.clone(),
            per_game: own.len() as f64 / games,
            decisions: own.len() as u64,
            cost,
            regret: total(own.len() as f64),
            adjusted: if cost.value > 0.0 { tails / 2.0 } else { 1.0 - tails / 2.0 },
            blunder: false,
            rather: kinds::rather(class, stories, classes),
            example: kinds::example(class, stories, effort, level, &question.replay),
        })
    };
    kinds::ranked((0..).zip(classes).filter_map(kind).collect())
}

fn decisions(stories: &[Story], classes: &[String], question: &Question) -> Vec<Choice> {
    let choice = |(story, look): (&Story, &Look)| Choice {
        seat: look.seat,
        entrant: entrant((story, look)),
        kind: classes[usize::from(look.chosen)].clone(),
        moves: look.moves,
        told: kinds::told(story.game, look, question.effort, question.plan.level, &question.replay),
    };
    let mut all: Vec<Choice> = looks(stories).map(choice).collect();
    all.sort_by(|a, b| b.told.regret.value.total_cmp(&a.told.regret.value));
    all
}

/// Replays recorded games and looks at every choice of them.
///
/// # Errors
/// When the arm does not compile.
pub fn score(question: &Question, hall: &Hall<'_>) -> Result<Scored, Vec<Fault>> {
    let Question { plan, arm, entrants, effort, .. } = question;
    let oracle = Oracle { bot: question.oracle.clone(), effort: *effort, of: entrants.clone() };
    let numbers: Range<u64> = 0..question.games.len() as u64;
    let runner = plan.arms[*arm].runner(plan.seed)?;
    let classes = runner.classes();
    let told = |plan: &Plan, runner| {
        let telling =
            super::Telling { runner, oracle: &oracle, classes: classes.len(), numbers: &question.games };
        telling.told(plan, *arm, &numbers, hall)
    };
    let stories = told(plan, &*runner);
    let mut all = sides(&stories, entrants, &|who| question.names[usize::from(who)].clone(), question);
    let mut beyond = None;
    if let Some(bot) = question.beside.as_ref().filter(|_| !hall.closed()) {
        let mut plan = plan.clone();
        for &who in entrants {
            plan.arms[*arm].bots[usize::from(who)].clone_from(bot);
        }
        let runner = plan.arms[*arm].runner(plan.seed)?;
        let others = told(&plan, &*runner);
        let beside = sides(&others, entrants, &|_| bot.clone(), question);
        all.extend(beside.into_iter().map(|side| Side { recorded: false, ..side }));
        let total = |stories: &[Story]| sum(looks(stories).map(|(_, look)| look), 1.0, *effort, plan.level);
        let (one, other) = (total(&stories), total(&others));
        let half = one.half_width().hypot(other.half_width());
        let method = if half > 0.0 { Method::PairedT } else { Method::Unvaried };
        beyond = Some(Estimate::around(one.value - other.value, half, plan.level, method, one.n));
    }
    Ok(Scored {
        choices: question.file.clone(),
        oracle: question.oracle.clone(),
        level: plan.level,
        games: stories.len() as u64,
        choosing: effort.choosing,
        measuring: effort.measuring,
        interrupted: hall.closed(),
        sides: all,
        beyond,
        kinds: kinds_of(&stories, &classes, question),
        decisions: decisions(&stories, &classes, question),
        plan: plan.clone(),
        arm: *arm,
    })
}
