//! How much thinking a game rewards: a ladder of bots, each against the one
//! below it.
//!
//! In: an arm of a game, bots from the bottom up. Out: per rung what one of the
//! upper bot takes at a table of the lower one, with intervals that hold for all
//! rungs together, and where the ladder stops to rise. The rungs are match-ups of
//! a tournament, played side by side on the same deals with every rotation of
//! the seats.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::play;
use super::{MatchUp, arm, asked, directions};
use crate::bots::budget::Named;
use crate::lab::Hall;
use crate::scenario::{Length, Plan};
use crate::settings::Fault;
use crate::stats::Estimate;
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::many::level_of_each;

/// Elo points of a tenfold strength.
const TENFOLD: f64 = 400.0;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The game: its first arm, whatever bots it names.
    pub plan: Plan,
    /// The bots from the bottom up, two or more, each once.
    pub bots: Vec<String>,
    /// Games of each rung, at least.
    pub games: u64,
    /// How far from an equal share a rung may be that gains nothing to speak of.
    pub margin: f64,
}

/// How a rung stands to the one below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gains {
    /// The whole interval lies above an equal share.
    More,
    /// The whole interval lies within the margin.
    Nothing,
    /// The whole interval lies below an equal share.
    Less,
    /// The interval is too wide to tell.
    NotClear,
}

/// One rung.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Rung {
    /// The upper bot.
    pub bot: String,
    /// The lower bot, which all others at the table are.
    pub below: String,
    /// How the upper bot stands to the lower.
    pub gains: Gains,
    /// Elo points that the upper bot gains: of strengths by which one bot among
    /// equals takes this share (Bradley and Terry 1952; Luce 1959).
    pub elo: Estimate,
    /// Decisions of a seat per game.
    pub decisions: f64,
    /// Games that the upper bot imagines in a game: playouts per decision times
    /// its decisions; 0 of one that does not search.
    pub playouts: f64,
    #[serde(flatten)]
    pub(crate) met: MatchUp,
}

/// A ladder that has been climbed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Ladder {
    /// The arm that was asked for.
    #[serde(skip)]
    pub plan: Plan,
    /// Seats at the table.
    pub seats: usize,
    /// Games of each rung.
    pub games: u64,
    /// Games in all.
    pub all_games: u64,
    /// How far from an equal share a rung may be that gains nothing to speak of.
    pub margin: f64,
    /// From the bottom up, as far as they have been played.
    pub rungs: Vec<Rung>,
    /// Whether the user stopped it.
    #[serde(skip)]
    pub interrupted: bool,
}

impl Ladder {
    /// An equal share at this table.
    #[must_use]
    pub fn equal(&self) -> f64 {
        1.0 / self.seats as f64
    }

    /// The last rung that clearly gains: from its upper bot on no further one
    /// does. None where none gains.
    #[must_use]
    pub fn last_gain(&self) -> Option<usize> {
        self.rungs.iter().rposition(|rung| rung.gains == Gains::More)
    }

    /// The rungs behind the last gain.
    #[must_use]
    pub fn rest(&self) -> &[Rung] {
        &self.rungs[self.last_gain().map_or(0, |last| last + 1)..]
    }

    /// Games that came to no end, of all games.
    #[must_use]
    pub fn endless(&self) -> (u64, u64) {
        super::endless(self.rungs.iter().map(|rung| &rung.met))
    }
}

/// Elo points by which a bot that takes this share is stronger than each of the
/// others, which are alike.
fn elo(share: f64, seats: usize) -> f64 {
    let share = share.clamp(0.0, 1.0);
    TENFOLD * (share * (seats as f64 - 1.0) / (1.0 - share)).log10()
}

/// How a share stands to an equal one: first whether a gain is shown at all,
/// then whether it is surely too small to speak of.
fn gains(share: &Estimate, equal: f64, margin: f64) -> Gains {
    match (share.side_of(equal), Bounds::around(equal, margin).judge(share)) {
        (Ordering::Greater, _) => Gains::More,
        (Ordering::Less, _) => Gains::Less,
        (Ordering::Equal, Verdict::Pass) => Gains::Nothing,
        (Ordering::Equal, Verdict::Undecided | Verdict::Fail) => Gains::NotClear,
    }
}

/// Plays every rung, at least so many games each, at the table of the first arm
/// of the plan.
///
/// # Errors
/// When an arm does not compile.
pub fn climb(question: &Question, hall: &Hall<'_>) -> Result<Ladder, Vec<Fault>> {
    let Question { plan, bots, games, margin } = question;
    let base = &plan.arms[0];
    let seats = base.bots.len();
    let pairs: Vec<(usize, usize)> = (1..bots.len()).map(|upper| (upper, upper - 1)).collect();
    let arms = pairs.iter().map(|&(upper, lower)| arm(base, bots, upper, lower, seats)).collect();
    let asked = Plan { length: Length::Games(*games), ..asked(plan, arms) };
    let (rounds, finished) = play::play(&asked, *games, hall)?;
    let level = level_of_each(plan.level, pairs.len());
    let rung = |(&(upper, lower), met): (&(usize, usize), &play::Met)| {
        // At a table of two the second direction is the same games.
        let told = directions(upper, lower, seats, met, level).swap_remove(0);
        let share = told.share;
        let ends = (elo(share.low, seats), elo(share.high, seats));
        let decisions = met.decisions as f64 / (met.games.max(1) * seats as u64) as f64;
        let each = Named::read(&bots[upper]).map_or(0, |named| named.playouts);
        Rung {
            bot: bots[upper].clone(),
            below: bots[lower].clone(),
            gains: gains(&share, 1.0 / seats as f64, *margin),
            elo: Estimate::new(elo(share.value, seats), ends, share.level, share.method, share.n),
            decisions,
            playouts: f64::from(each) * decisions,
            met: told,
        }
    };
    Ok(Ladder {
        seats,
        games: rounds.met.iter().map(|met| met.games).min().unwrap_or(0),
        all_games: rounds.met.iter().map(|met| met.games).sum(),
        margin: *margin,
        rungs: pairs.iter().zip(&rounds.met).filter(|(_, met)| met.games > 0).map(rung).collect(),
        plan: Plan { arms: vec![base.clone()], ..plan.clone() },
        interrupted: !finished,
    })
}
