//! The winner, measured again on luck that no search has seen.
//!
//! In: a question and the point found. Out: the winner and the printed game
//! side by side, under every bot, and for a crossing the curve around it. The
//! number of games is fixed before the first is played, so intervals are those
//! of a fixed number; where play was stopped they are always-valid instead.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{Question, Target, target};
use crate::estimates::{ArmResult, Manner};
use crate::lab::{Hall, Table};
use crate::metric::Metric;
use crate::scenario::{ArmName, PlanArm};
use crate::seed;
use crate::settings::Fault;
use crate::stats::{Estimate, Method};
use crate::verdict::{Checkup, Light, Status, Yard};

/// Error of each place's interval when the crossing is made from them, as a
/// part of the error allowed: two neighbours at 0.4 each and the search at 0.2
/// add up to 1.
pub const CROSSING_SHARE: f64 = 0.4;

/// What one target comes to under one bot.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Reached {
    /// What was aimed at.
    #[serde(skip)]
    pub target: Target,
    /// The winner's value.
    pub winner: Estimate,
    /// The printed game's value on the same luck.
    pub printed: Estimate,
    /// Winner minus printed game; none where they are one, or sit at tables of
    /// different size.
    pub difference: Option<Estimate>,
    /// `met`, `missed` or `undecided` by the winner.
    #[serde(rename = "target", serialize_with = "word")]
    #[schemars(with = "String")]
    pub status: Status,
}

/// The winner under one bot.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Confirmed {
    /// Who plays.
    pub bots: String,
    /// Games of each arm.
    pub games: u64,
    /// Why the winner must not be printed, whatever it meets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ill: Option<String>,
    /// Whether nothing is met for that: the printed game may be printed, or the
    /// winner hardly ever ends.
    #[serde(skip)]
    pub spoilt: bool,
    /// One entry per target, by metric.
    #[serde(rename = "metrics", serialize_with = "by_metric")]
    #[schemars(with = "IndexMap<String, Vec<Reached>>")]
    pub reached: Vec<Reached>,
}

impl Confirmed {
    /// Whether the winner meets all targets, or misses one.
    #[must_use]
    pub fn standing(&self) -> Status {
        if self.spoilt {
            Status::Bad
        } else if self.reached.iter().all(|reached| reached.status == Status::Good) {
            Status::Good
        } else if self.reached.iter().any(|reached| reached.status == Status::Bad) {
            Status::Bad
        } else {
            Status::Undecided
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to `serialize_with`")]
fn word<S: Serializer>(status: &Status, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(target::reached(*status))
}

fn by_metric<S: Serializer>(reached: &[Reached], to: S) -> Result<S::Ok, S::Error> {
    let mut all: IndexMap<Metric, Vec<&Reached>> = IndexMap::new();
    for one in reached {
        all.entry(one.target.metric).or_default().push(one);
    }
    all.serialize(to)
}

/// All that the confirmation measured.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Confirmation {
    /// The seed of its luck.
    pub seed: u64,
    /// Games of all arms.
    pub games: u64,
    /// One entry per bot; the last is the one tuned for.
    pub bots: Vec<Confirmed>,
    /// Whether the winner is the printed game.
    #[serde(skip)]
    pub is_printed: bool,
    /// Health of the printed game and of the winner, bot by bot.
    #[serde(skip)]
    pub health: [Checkup; 2],
    /// The places around the crossing, with the intervals that the crossing is
    /// made from.
    #[serde(skip)]
    pub curve: Vec<(usize, Estimate)>,
    /// Whether play was stopped.
    #[serde(skip)]
    pub interrupted: bool,
}

impl Confirmation {
    /// Why the winner must not be printed, under the strongest bot of which that
    /// is so: a bot that only draws against its own mirror says nothing of the
    /// game.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        let [_, winner] = &self.health;
        winner.sentence.as_ref().filter(|told| told.judged == Yard::Health(Light::Ill))?;
        self.bots.iter().rev().find_map(|bot| bot.ill.as_deref())
    }
}

/// The seed of a confirmation: a function of the question's seed that no user
/// is likely to type, and small enough for every reader of JSON.
#[must_use]
pub const fn seed_of(seed: u64) -> u64 {
    seed::mix(seed ^ seed::of_text("levelpitch tune: confirmation")) >> 12
}

fn same(a: &PlanArm, b: &PlanArm) -> bool {
    let values = |arm: &PlanArm| arm.settings.iter().map(|(_, value)| value.to_owned()).collect::<Vec<_>>();
    values(a) == values(b) && a.data_text() == b.data_text()
}

/// The arms of one bot within the confirmation's plan: the printed game first,
/// every other compared with it.
struct Lineup<'a> {
    question: &'a Question,
    base: &'a PlanArm,
    bot: String,
    printed: usize,
}

impl<'a> Lineup<'a> {
    fn open(question: &'a Question, base: &'a PlanArm, arms: &mut Vec<PlanArm>) -> Result<Self, Vec<Fault>> {
        let bot = label(base);
        let mut printed = question.space.printed(base)?;
        printed.name = ArmName::of(question.base(), &bot);
        arms.push(printed);
        Ok(Self { question, base, bot, printed: arms.len() - 1 })
    }

    /// Position of a point's arm, which is the printed game's if they are one.
    fn add(&self, point: usize, arms: &mut Vec<PlanArm>) -> Result<usize, Vec<Fault>> {
        let mut arm = self.question.space.arm(self.base, point)?;
        let printed = &arms[self.printed];
        if same(&arm, printed) {
            return Ok(self.printed);
        }
        arm.name = ArmName::of(self.question.whole(point), &self.bot);
        arm.base = (arm.bots.len() == printed.bots.len()).then_some(self.printed);
        arms.push(arm);
        Ok(arms.len() - 1)
    }
}

/// Who plays an arm, in one or a few words.
fn label(arm: &PlanArm) -> String {
    let mut names: Vec<&str> = arm.bots.iter().map(String::as_str).collect();
    names.dedup();
    names.join(", ")
}

/// Measures `winner`, the printed game and, for the bot tuned for, the points
/// of `window`, on `games` games in all. `None` when play was stopped before
/// anything was finished.
///
/// # Errors
/// When an arm does not compile.
pub fn run(
    question: &Question,
    winner: usize,
    window: &[usize],
    games: u64,
    hall: &Hall<'_>,
) -> Result<Option<Confirmation>, Vec<Fault>> {
    let mut arms: Vec<PlanArm> = Vec::new();
    let mut places: Vec<(Lineup<'_>, usize)> = Vec::new();
    let mut curve: Vec<(usize, usize)> = Vec::new();
    for (b, base) in question.bots.iter().enumerate() {
        let lineup = Lineup::open(question, base, &mut arms)?;
        let at = lineup.add(winner, &mut arms)?;
        if b + 1 == question.bots.len() {
            for &point in window {
                curve.push((point, if point == winner { at } else { lineup.add(point, &mut arms)? }));
            }
        }
        places.push((lineup, at));
    }
    let each = games / arms.len() as u64;
    let seed = seed_of(question.plan.seed);
    let mut table = Table::new(question.plan_of(arms, seed))?;
    let finished = table.play_to(each, hall)?;
    if table.played().len() < table.plan.arms.len() || table.games() == 0 {
        return Ok(None);
    }
    let level = question.plan.level;
    let rotations = u64::from(question.tuned().rotations());
    let manner = Manner { level, always: !finished, tightest: (each / rotations).max(100) };
    let results = table.results(manner);
    let health = [true, false].map(|printed| {
        let arm = |(lineup, at): &(Lineup<'_>, usize)| if printed { lineup.printed } else { *at };
        let arms: Vec<ArmResult> = places.iter().map(|place| results[arm(place)].clone()).collect();
        Checkup::of(&table.plan, &arms)
    });
    let judged = health[0].arms.iter().zip(&health[1].arms);
    let bots = places.iter().zip(judged).map(|((lineup, at), (before, health))| {
        let reached = |target: &Target| {
            let winner = value(&results[*at], target, level);
            let found = results[*at].metric(target.metric);
            Reached {
                target: target.clone(),
                winner,
                printed: value(&results[lineup.printed], target, level),
                difference: found.and_then(|named| named.difference.as_ref()).map(|d| d.estimate),
                status: target.status(&winner),
            }
        };
        Confirmed {
            bots: lineup.bot.clone(),
            games: results[*at].games,
            ill: health.worst().filter(|_| health.is_ill()).map(|item| item.told.clone()),
            spoilt: health.is_ill() && (results[*at].is_stuck() || !before.is_ill()),
            reached: question.targets.iter().map(reached).collect(),
        }
    });
    let bots: Vec<Confirmed> = bots.collect();
    let strict = table.results(Manner { level: 1.0 - (1.0 - level) * CROSSING_SHARE, ..manner });
    let curve = curve.iter().map(|&(point, arm)| (point, value(&strict[arm], &question.targets[0], level)));
    let is_printed = places.last().is_some_and(|(lineup, at)| lineup.printed == *at);
    let curve = curve.collect();
    let (games, interrupted) = (table.all_games(), !finished);
    Ok(Some(Confirmation { seed, games, bots, is_printed, health, curve, interrupted }))
}

/// A target's metric of an arm.
fn value(result: &ArmResult, target: &Target, level: f64) -> Estimate {
    let found = result.metric(target.metric).map(|named| named.estimate);
    found.unwrap_or(Estimate::around(f64::NAN, f64::NAN, level, Method::Unknown, 0))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::Space;
    use super::*;
    use crate::scenario::sample;
    use crate::stats::distribution::z;

    /// Two neighbours and the search share the error of a crossing's interval.
    #[test]
    fn the_curve_around_a_crossing_is_surer_than_what_is_told_of_its_places() {
        let plan = sample("ruleset = \"futbol-dash\"\nbots = \"rusher\"\n");
        let arm = plan.arms[0].clone();
        let space = Space::read(&[("goals-to-win".to_owned(), "2|3|4".to_owned())], &arm).unwrap();
        let targets = vec![Target::read("seat-0-share=0.5", &arm).unwrap()];
        let question = Question { plan, bots: vec![arm], space, targets, games: 0, method: None };
        let stop = AtomicBool::new(false);
        let hall = Hall::new(&stop, &|_| {});
        let made = run(&question, 2, &[1, 2], 1_200, &hall).unwrap().unwrap();
        let told = made.bots[0].reached[0].winner;
        let (point, strict) = made.curve[1];
        assert_eq!((point, told.value, made.curve.len()), (2, strict.value, 2));
        let wider = strict.half_width() / told.half_width();
        assert!((wider / (z(0.98) / z(0.95)) - 1.0).abs() < 0.01, "{wider}: {told:?} {strict:?}");
    }
}
