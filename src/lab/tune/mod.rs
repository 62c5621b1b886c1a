//! Which values of the rules meet a target?
//!
//! In: a [`Question`]: an arm per bot, knobs with their ranges, targets, a
//! budget of games. Out: [`Tuned`]: every point measured, the winner, and the
//! winner measured again on luck that the search never saw, beside the printed
//! game on that same luck and under every bot.
//!
//! Half of the budget searches, the other half confirms. The search is [`root`]
//! for one ordered knob and one equality, [`halving`] for a short list of
//! points, [`ntbea`] for a long one; all points share luck. Whatever it finds,
//! only the confirmation's numbers are reported as the answer's.

mod answer;
pub mod calibration;
mod confirm;
mod field;
pub mod halving;
mod made_up;
pub mod ntbea;
pub mod pareto;
mod possible;
pub mod root;
mod search;
pub mod space;
pub mod target;

use schemars::JsonSchema;
use serde::Serialize;

use crate::lab::Hall;
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::Estimate;
use crate::stats::curve::Meeting;
use crate::stats::sequential::precision;
use crate::verdict::Status;

pub use confirm::{Confirmation, Confirmed, Reached};
use field::Field;
pub use space::{Knob, Space};
pub use target::{Sense, Target, reached};

/// Points up to which every one of them is measured.
pub const SHORT_LIST: usize = 64;
/// Games when nothing is said, and with a bot that searches.
pub const DEFAULT_GAMES: (u64, u64) = (200_000, 20_000);
/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Races along one ordered knob.
    Root,
    /// Successive halving of a short list.
    Halving,
    /// The N-tuple bandit evolutionary algorithm.
    Ntbea,
}

impl Method {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Halving => "halving",
            Self::Ntbea => "ntbea",
        }
    }
}

/// What is asked.
#[derive(Serialize, JsonSchema)]
pub struct Question {
    /// Name, seed and level of the scenario; its arms don't matter.
    #[serde(skip)]
    pub plan: Plan,
    /// The arm to tune, once per bot, the strongest last: the search plays all
    /// of them and takes a point for as good as it is under the worst.
    #[serde(skip)]
    pub bots: Vec<PlanArm>,
    /// What may be turned.
    #[serde(flatten)]
    pub space: Space,
    /// What is aimed at.
    pub targets: Vec<Target>,
    /// Games of search and confirmation together.
    #[serde(skip)]
    pub games: u64,
    /// How to search, if the user says so.
    #[serde(skip)]
    pub method: Option<Method>,
}

impl Question {
    /// The arm of the bot to believe.
    fn tuned(&self) -> &PlanArm {
        &self.bots[self.bots.len() - 1]
    }

    /// What is fixed at every point and differs from the printed game, in words:
    /// `players = 4`.
    #[must_use]
    pub fn fixed(&self) -> Vec<String> {
        self.tuned().changes(|key| self.space.knobs.iter().all(|knob| knob.key != key))
    }

    /// What the game is called whose knobs stand as printed.
    #[must_use]
    pub fn base(&self) -> &'static str {
        if self.fixed().is_empty() { "as printed" } else { "as set" }
    }

    /// All that has to be printed to play a point: its values behind what is
    /// fixed.
    #[must_use]
    pub fn whole(&self, point: usize) -> String {
        let mut parts = self.fixed();
        parts.push(self.space.words(point));
        parts.join(", ")
    }

    /// A plan of these arms on the luck of `seed`.
    fn plan_of(&self, arms: Vec<PlanArm>, seed: u64) -> Plan {
        let mut plan = self.plan.clone();
        (plan.arms, plan.seed, plan.verdict) = (arms, seed, None);
        plan.budgets.clear();
        plan.findings.clear();
        plan.asked = self.targets.iter().map(|target| target.metric).collect();
        plan
    }

    /// The knob of a question that a root finder can answer.
    fn only_knob(&self) -> Option<&[f64]> {
        let mut moving = self.space.knobs.iter().filter(|knob| knob.values.len() > 1);
        let (knob, None) = (moving.next()?, moving.next()) else { return None };
        let one = self.targets.len() == 1 && self.targets[0].sense == Sense::Equal;
        knob.numbers.as_deref().filter(|xs| one && xs.len() >= 3)
    }

    /// How the search will go.
    ///
    /// # Errors
    /// When the method asked for doesn't fit the question.
    pub fn method(&self) -> Result<Method, Fault> {
        let fitting = if self.only_knob().is_some() {
            Method::Root
        } else if self.space.points() <= SHORT_LIST {
            Method::Halving
        } else {
            Method::Ntbea
        };
        match self.method {
            Some(Method::Root) if fitting != Method::Root => {
                let found = "root for this question";
                Err(Fault::new(
                    "--method",
                    found,
                    "one knob of three or more rising numbers and one target METRIC=VALUE",
                )
                .hint(format!("{} fits", fitting.name())))
            }
            Some(method) => Ok(method),
            None => Ok(fitting),
        }
    }
}

/// A point as the search measured it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Measured {
    /// The point.
    #[serde(skip)]
    pub point: usize,
    /// Games played of it.
    pub games: u64,
    /// One always-valid interval per target, in their order; all points' hold
    /// together.
    pub metrics: Vec<Estimate>,
    /// Sum of squared misses in tolerances; none where it is unknown.
    #[schemars(with = "Option<f64>")]
    pub loss: f64,
}

/// What the root finder adds.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Root {
    /// Direction of the curve.
    pub shape: root::Shape,
    /// Whether all places lie surely on one side of the target.
    #[serde(skip)]
    pub missed: bool,
    /// Places that the confirmation measured.
    #[serde(skip)]
    pub window: (usize, usize),
    /// Last place surely before the crossing and first surely behind.
    #[serde(skip)]
    pub sure: (Option<usize>, Option<usize>),
    /// Where the confirmed curve crosses the target.
    #[serde(flatten, serialize_with = "root::ends")]
    #[schemars(with = "Meeting")]
    pub crossing: Option<Meeting>,
}

/// Whether the targets are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The winner's confirmed intervals lie inside every target, under every
    /// bot.
    Met,
    /// They do under the strongest bot, but not under every other.
    Partly,
    /// The winner misses a target surely, and so does every other point.
    Unattainable,
    /// Not shown either way within the games allowed.
    Undecided,
}

/// What came out.
#[derive(Serialize, JsonSchema)]
pub struct Tuned {
    /// Whether the targets are met.
    pub answer: Answer,
    /// Whether play was stopped before its end.
    pub interrupted: bool,
    /// How the search went.
    pub method: Method,
    /// Every point measured in the search, by number.
    #[serde(skip)]
    pub measured: Vec<Measured>,
    /// Points that can't be played, with the reason.
    #[serde(skip)]
    pub unplayable: Vec<(usize, String)>,
    /// The point recommended.
    #[serde(skip)]
    pub winner: usize,
    /// Where the curve of one ordered knob meets the target.
    pub root: Option<Root>,
    /// Rounds of halving.
    #[serde(skip)]
    pub rounds: Vec<halving::Round>,
    /// Points that no other beats, where there are several targets.
    #[serde(skip)]
    pub front: Vec<usize>,
    /// The winner on luck of its own; none when play was stopped before.
    pub confirmation: Option<Confirmation>,
    /// Games of the search.
    pub search_games: u64,
    /// Whether the knobs do nothing: the search played the same games at all points.
    #[serde(rename = "never_met")]
    pub idle: bool,
}

impl Tuned {
    /// Games played in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.search_games + self.confirmation.as_ref().map_or(0, |c| c.games)
    }

    /// A point as the search measured it.
    #[must_use]
    pub fn at(&self, point: usize) -> Option<&Measured> {
        self.measured.iter().find(|measured| measured.point == point)
    }

    /// The points that no other beats on every target, by their estimates.
    #[must_use]
    pub fn unbeaten(&self, question: &Question) -> Vec<&Measured> {
        let misses: Vec<Vec<pareto::Miss>> =
            self.measured.iter().map(|m| answer::misses(question, m)).collect();
        pareto::by_value(&misses).into_iter().map(|i| &self.measured[i]).collect()
    }

    /// About how many games it takes to decide, to two figures (more would
    /// claim what a forecast can't know), if a thousand times these can: an
    /// interval narrows with the root of their number.
    #[must_use]
    pub fn forecast(&self, games: u64) -> Option<u64> {
        let confirmed = self.confirmation.as_ref()?.bots.last()?;
        let open = confirmed.reached.iter().filter(|reached| reached.status == Status::Undecided);
        let times = open.map(|Reached { target, winner, .. }| {
            let room = target.stretch().room(target.sized(winner).value);
            precision::times(winner, room)
        });
        let times = times.fold(0.0, f64::max);
        if self.answer != Answer::Undecided || !(times > 1.0 && times < 1000.0) {
            return None;
        }
        let games = 1.2 * times * games as f64;
        let unit = 10_f64.powf(games.log10().floor() - 1.0);
        Some(((games / unit).ceil() * unit) as u64)
    }
}

/// Answers a question. `None` when play was stopped before anything was
/// measured.
///
/// # Errors
/// A method that doesn't fit, a budget too small for the space, a target that
/// counts nothing in these games, or a space of which nothing can be played.
pub fn run(question: &Question, hall: &Hall<'_>) -> Result<Option<Tuned>, Vec<Fault>> {
    let method = question.method().map_err(|fault| vec![fault])?;
    let rotations = u64::from(question.tuned().rotations());
    // Each bot's half: all of them play every point.
    let budget = question.games / 2 / question.bots.len().max(1) as u64;
    let mut field = Field::new(question, hall, possible::judged_together(question, method), budget);
    possible::enough(question, method, rotations).map_err(|fault| vec![fault])?;
    if !possible::countable(question, &mut field, rotations)? {
        return Ok(None);
    }
    let found = search::by(method, question, &mut field, budget, rotations);
    field.refuse_if_barred()?;
    let Some(mut found) = found else { return Ok(None) };
    let measured = field.measured();
    found.winner = answer::fewest(question, &measured, found.winner);
    let search_games = field.games();
    let others = if found.interrupted {
        None
    } else {
        let window = found.root.as_ref().map_or(vec![], |root| (root.window.0..=root.window.1).collect());
        let left = question.games.saturating_sub(search_games);
        confirm::run(question, found.winner, &window, left, hall)?
    };
    if let (Some(root), Some(confirmation)) = (&mut found.root, &others) {
        root.crossing = answer::crossing(question, root, confirmation);
    }
    let front = if question.targets.len() > 1 { answer::front(question, &measured) } else { Vec::new() };
    let answer = answer::of(question, &measured, &found, others.as_ref());
    let interrupted = found.interrupted || others.as_ref().is_none_or(|c| c.interrupted);
    Ok(Some(Tuned {
        method,
        measured,
        unplayable: field.unplayable(),
        winner: found.winner,
        root: found.root,
        rounds: found.rounds,
        front,
        confirmation: others,
        answer,
        search_games,
        idle: field.is_idle(),
        interrupted,
    }))
}
