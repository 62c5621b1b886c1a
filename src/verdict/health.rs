//! Whether a game can be printed at all, before anybody asks whether it is fair.
//!
//! In: the estimates of an arm and the limits of its plan ([`Limits`]). Out: the
//! [`Health`] of the arm: every aspect with its number, its limits and a light,
//! the worst first in [`Health::worst`]. A light is judged by the whole interval:
//! an arm is only called ill when all of it lies beyond the limit, and only
//! called well when all of it lies within.

mod words;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Statement;
use crate::estimates::unused::unused;
use crate::estimates::{ArmResult, Named};
use crate::game::Role;
use crate::metric::{Common, Metric};
use crate::scenario::{Aspect, Limit, Limits, Plan, PlanArm};
use crate::stats::Estimate;

pub use words::{limit, mark, newly, open, turn};

/// How an aspect of a game looks, from good to ill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    /// The game has nothing of the kind, or nothing was counted.
    None,
    /// The whole interval lies within the limit.
    Good,
    /// The interval reaches over the limit: more games will tell.
    Unsure,
    /// The whole interval lies beyond the limit to look at.
    Look,
    /// The whole interval lies beyond what may be printed.
    Ill,
}

impl Light {
    /// How much of something bad there is, against its limits.
    #[must_use]
    pub fn of(estimate: &Estimate, limit: Limit) -> Self {
        if !estimate.value.is_finite() {
            Self::None
        } else if estimate.low > limit.ill {
            Self::Ill
        } else if estimate.low > limit.look {
            Self::Look
        } else if estimate.high > limit.look {
            Self::Unsure
        } else {
            Self::Good
        }
    }

    /// The word for it; empty where there is nothing to judge.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Good => "good",
            Self::Unsure => "not sure",
            Self::Look => "look at it",
            Self::Ill => "ill",
        }
    }
}

/// One aspect of an arm's health.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is about.
    pub aspect: Aspect,
    /// How it looks.
    pub light: Light,
    /// How much of it there is: a share, or minutes. None where the game has
    /// nothing of the kind.
    pub estimate: Option<Estimate>,
    /// What it is judged by.
    pub limit: Limit,
    /// It as part of a sentence: `12.1 % ± 0.3 of matches are goalless`.
    pub told: String,
    /// The cards or actions that it is about.
    pub names: Vec<String>,
}

/// Whether an arm's game can be printed.
#[derive(Debug, Clone)]
pub struct Health {
    /// Every aspect, in the order of the card.
    pub items: Vec<Item>,
}

/// Items used in fewer games than this count as unused; the card's note says so.
const RARE: f64 = 0.005;

impl Health {
    /// The health of an arm on its own: cards count as unused where its own bots
    /// don't use them.
    #[must_use]
    pub fn of(arm: &PlanArm, result: &ArmResult, limits: &Limits, level: f64) -> Self {
        Self::among(arm, result, idle(&[(arm, result)], level).as_ref(), limits)
    }

    /// The same with what all arms that play the same game with other bots leave
    /// unused.
    fn among(arm: &PlanArm, result: &ArmResult, idle: Option<&Seen>, limits: &Limits) -> Self {
        let mut items = Vec::new();
        for aspect in Aspect::ALL {
            let limit = limits.of(aspect);
            let found = measured(arm, result, idle, aspect, limits);
            if found.is_empty() {
                let told = words::absent(aspect).to_owned();
                let (light, estimate, names) = (Light::None, None, Vec::new());
                items.push(Item { aspect, light, estimate, limit, told, names });
            }
            items.extend(found.into_iter().map(|Seen { estimate, told, names }| Item {
                aspect,
                light: Light::of(&estimate, limit),
                estimate: Some(estimate),
                limit,
                told,
                names,
            }));
        }
        Self { items }
    }

    /// The item with the worst light, the first of several.
    #[must_use]
    pub fn worst(&self) -> Option<&Item> {
        let worst = self.items.iter().map(|item| item.light).max().filter(|light| *light > Light::None)?;
        self.items.iter().find(|item| item.light == worst)
    }

    /// The worst light.
    #[must_use]
    pub fn light(&self) -> Light {
        self.worst().map_or(Light::None, |item| item.light)
    }

    /// Whether it must not be printed: such an arm leads no ranking and meets no
    /// target.
    #[must_use]
    pub fn is_ill(&self) -> bool {
        self.light() == Light::Ill
    }
}

/// The health of all arms of a run.
#[derive(Debug, Clone, Default)]
pub struct Checkup {
    /// Each arm's, in the order of the results.
    pub arms: Vec<Health>,
    /// The first sentence of a report: whether anything speaks against printing,
    /// and the worst of it. None where nothing was judged.
    pub sentence: Option<Statement>,
}

impl Checkup {
    /// Of these results of a plan.
    #[must_use]
    pub fn of(plan: &Plan, results: &[ArmResult]) -> Self {
        let arms = all(plan, results);
        Self { sentence: words::first(plan, results, &arms), arms }
    }

    /// Whether the arm of a result must not be printed: it leads no ranking and
    /// meets no target.
    #[must_use]
    pub fn is_ill(&self, result: &ArmResult) -> bool {
        self.arms.get(result.index).is_some_and(Health::is_ill)
    }
}

fn all(plan: &Plan, results: &[ArmResult]) -> Vec<Health> {
    let game = |result: &ArmResult| {
        let arm = &plan.arms[result.index];
        let values: Vec<&str> = arm.settings.iter().map(|(_, value)| value).collect();
        (arm.ruleset.id, values, &arm.data, &arm.squads)
    };
    let mut games: BTreeMap<_, Vec<(&PlanArm, &ArmResult)>> = BTreeMap::new();
    for result in results {
        games.entry(game(result)).or_default().push((&plan.arms[result.index], result));
    }
    let idle: BTreeMap<_, Option<Seen>> =
        games.into_iter().map(|(game, arms)| (game, idle(&arms, plan.level))).collect();
    let one = |result: &ArmResult| {
        let arm = &plan.arms[result.index];
        Health::among(arm, result, idle[&game(result)].as_ref(), &plan.health)
    };
    results.iter().map(one).collect()
}

/// What was measured of an aspect, with its words and what it is about.
#[derive(Clone)]
struct Seen {
    estimate: Estimate,
    told: String,
    names: Vec<String>,
}

impl Seen {
    const fn new(estimate: Estimate, told: String) -> Self {
        Self { estimate, told, names: Vec::new() }
    }
}

/// What is left unused in these arms of one game, which differ in their bots at most.
fn idle(arms: &[(&PlanArm, &ArmResult)], level: f64) -> Option<Seen> {
    let (arm, _) = arms.first()?;
    let results: Vec<&ArmResult> = arms.iter().map(|(_, result)| *result).collect();
    let mut found = unused(&results, |_| true, RARE, level)?;
    // What the game under these settings doesn't have is only looked up where something
    // seems missing.
    if found.share.high > 0.0 {
        let absent = arm.absent_items();
        found = unused(&results, |item| !absent.contains(&item), RARE, level)?;
    }
    let bots: BTreeSet<&str> = arms.iter().flat_map(|(arm, _)| &arm.bots).map(String::as_str).collect();
    let told = words::unused(arm.ruleset.item, &bots, &found);
    Some(Seen { estimate: found.share, told, names: found.items })
}

/// What was measured of an aspect; nothing where the game has nothing of the
/// kind.
fn measured(
    arm: &PlanArm,
    result: &ArmResult,
    idle: Option<&Seen>,
    aspect: Aspect,
    limits: &Limits,
) -> Vec<Seen> {
    let known = |metric: Metric| result.metric(metric).filter(|named| named.estimate.value.is_finite());
    let common = |common| known(Metric::Common(common)).map(|named| named.estimate);
    let told = |estimate: Option<Estimate>, words: &dyn Fn(&Estimate) -> String| {
        estimate.map(|estimate| Seen::new(estimate, words(&estimate))).into_iter().collect()
    };
    let own = |role: Role, words: &dyn Fn(&Named, bool) -> String| {
        let telling = arm.metrics().telling(role);
        let found = telling.filter_map(|(metric, of_games)| Some((known(metric)?, of_games)));
        found.map(|(named, of_games)| Seen::new(named.estimate, words(named, of_games))).collect()
    };
    match aspect {
        Aspect::Unfinished => {
            told(common(Common::UnfinishedShare), &|share| words::unfinished(share, result))
        }
        Aspect::Draws => told(common(Common::SharedGameShare), &words::draws),
        Aspect::DeadTurns => {
            told(common(Common::DecisionShare).map(Estimate::complement), &words::dead_turns)
        }
        Aspect::Goalless => own(Role::Goalless, &words::goalless),
        Aspect::TieBreaks => own(Role::TieBreak, &words::tie_breaks),
        Aspect::RunAway => own(Role::RunAway, &|named, _| words::run_away(named)),
        Aspect::Limits => own(Role::Struck, &|named, _| words::struck(named)),
        Aspect::Minutes => {
            let Some(duration) = result.duration else { return Vec::new() };
            let minutes = limits.turn_of(arm.ruleset.facts());
            let [least, most] = duration.range.map(|turns| turns.scaled(minutes, 0.0));
            let told = words::minutes(&duration, [&least, &most], minutes, limits.minutes_per_turn.is_none());
            if most.value.is_finite() { vec![Seen::new(most, told)] } else { Vec::new() }
        }
        Aspect::Unused => idle.cloned().into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    const LIMIT: Limit = Limit { look: 0.2, ill: 0.5 };

    fn light(low: f64, high: f64) -> Light {
        Light::of(&Estimate::new(f64::midpoint(low, high), (low, high), 0.95, Method::BlockT, 9), LIMIT)
    }

    #[test]
    fn a_light_is_judged_by_the_whole_interval() {
        assert_eq!(light(0.0, 0.2), Light::Good);
        assert_eq!(light(0.0, 0.201), Light::Unsure);
        assert_eq!(light(0.2, 0.9), Light::Unsure, "it may be good, it may be ill");
        assert_eq!(light(0.201, 0.9), Light::Look);
        assert_eq!(light(0.5, 0.9), Light::Look, "it may be no worse than that");
        assert_eq!(light(0.501, 0.9), Light::Ill);
        assert_eq!(light(f64::NEG_INFINITY, f64::INFINITY), Light::None, "nothing was counted");
        assert!(Light::Good < Light::Unsure && Light::Unsure < Light::Look && Light::Look < Light::Ill);
    }
}
