//! What rules are worth: the arm beside the same with one switch set otherwise, on
//! the same luck. A head start is told by what the first player wins more; any
//! other rule that the game asks about by the metrics that it names.

use schemars::JsonSchema;
use serde::Serialize;

use crate::estimates::{ArmResult, Manner};
use crate::game::{Unit, Weighed};
use crate::lab::{Hall, Table};
use crate::metric::Metric;
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::{Estimate, many};

/// The switch that gives the first player something more at the start.
const BONUS: &str = "bonus-1";

/// What the first player wins by something more at the start.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HeadStart {
    /// The value of `bonus-1`.
    pub value: String,
    /// Change of the first player's share of wins.
    pub change: Estimate,
    /// The same with an interval that holds for all values together (Bonferroni).
    pub corrected: Estimate,
}

/// What a value of a rule changes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RuleWorth {
    /// What the rule is called.
    pub rule: &'static str,
    /// Its switch with all that is set beside it: `home-advantage = 3,
    /// home-advantage-scope = always`.
    pub set: String,
    /// The metric that it changes.
    pub metric: Metric,
    /// How that is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// The change.
    pub change: Estimate,
    /// The same with an interval that holds for all rows together (Bonferroni).
    pub corrected: Estimate,
}

/// Switches with their values: one, and what it needs beside it.
type Set = Vec<(&'static str, &'static str)>;

/// The arm, then the same with every other value of a switch that the game as it is
/// set up can have; each with what is set.
fn beside(plan: &Plan, arm: &PlanArm, key: &str) -> Option<(Plan, Vec<Set>)> {
    let switch = arm.ruleset.switches.iter().find(|switch| switch.key == key)?;
    let base = PlanArm { base: None, effect: None, paired: true, rotates: false, ..arm.clone() };
    let (mut arms, mut values) = (vec![base.clone()], Vec::new());
    for &value in switch.atlas {
        let set: Vec<(&str, &str)> =
            std::iter::once((switch.key, value)).chain(switch.beside(value)).collect();
        let name = told(&set);
        let mut more = PlanArm { base: Some(0), name: name.as_str().into(), ..base.clone() };
        let is_own = set.iter().all(|(key, value)| arm.settings.text(key) == *value);
        let fits = set.iter().all(|(key, value)| more.settings.set(key, value).is_ok());
        // What a table of so many has no room for is left out.
        if !is_own && fits && more.seats().is_ok_and(|seats| seats == arm.bots.len()) {
            arms.push(more);
            values.push(set);
        }
    }
    let quiet = Plan { verdict: None, budgets: Vec::new(), findings: Vec::new(), ..plan.clone() };
    (!values.is_empty()).then_some((Plan { arms, ..quiet }, values))
}

/// `bookings = off`.
fn told(set: &[(&str, &str)]) -> String {
    set.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// Results of a plan on so many games, for themselves and for so many together.
fn played(
    plan: Plan,
    games: u64,
    together: usize,
    hall: &Hall<'_>,
) -> Result<[Vec<ArmResult>; 2], Vec<Fault>> {
    let level = plan.level;
    let mut table = Table::new(plan)?;
    let finished = table.play_to(games, hall)?;
    let at = |level| table.results(Manner { level, always: !finished, tightest: games });
    Ok([at(level), at(many::level_of_each(level, together))])
}

/// What head starts are worth.
pub fn head_starts(
    plan: &Plan,
    arm: &PlanArm,
    games: u64,
    hall: &Hall<'_>,
) -> Result<Vec<HeadStart>, Vec<Fault>> {
    let Some((plan, values)) = beside(plan, arm, BONUS) else { return Ok(Vec::new()) };
    let [plain, corrected] = played(plan, games, values.len(), hall)?;
    let change = |results: &[ArmResult], place: usize| {
        let share = results.get(place + 1)?.metric(Metric::seat_share(0))?;
        Some(share.difference.as_ref()?.estimate)
    };
    let row = |(place, set): (usize, Set)| {
        let value = set.first()?.1.to_owned();
        Some(HeadStart { value, change: change(&plain, place)?, corrected: change(&corrected, place)? })
    };
    Ok(values.into_iter().enumerate().filter_map(row).collect())
}

/// What the rules are worth that the game asks about.
pub fn rules(plan: &Plan, arm: &PlanArm, games: u64, hall: &Hall<'_>) -> Result<Vec<RuleWorth>, Vec<Fault>> {
    let asked: Vec<_> = arm
        .ruleset
        .weighed
        .iter()
        .filter_map(|weighed: &'static Weighed| Some((weighed, beside(plan, arm, weighed.key)?)))
        .collect();
    let rows = asked.iter().map(|(weighed, (_, values))| weighed.tells.len() * values.len()).sum();
    let mut found = Vec::new();
    for (weighed, (plan, values)) in asked {
        if hall.closed() {
            break;
        }
        let [plain, corrected] = played(plan, games, rows, hall)?;
        for (place, set) in values.iter().enumerate() {
            let (Some(plain), Some(corrected)) = (plain.get(place + 1), corrected.get(place + 1)) else {
                continue;
            };
            let row = |&metric: &&str| {
                let (plain, corrected) = (plain.called(metric)?, corrected.called(metric)?);
                // What these games never count is not told.
                let change = Some(plain.difference.as_ref()?.estimate).filter(|c| c.value.is_finite())?;
                Some(RuleWorth {
                    rule: weighed.called,
                    set: told(set),
                    metric: plain.metric,
                    unit: plain.unit,
                    change,
                    corrected: corrected.difference.as_ref()?.estimate,
                })
            };
            found.extend(weighed.tells.iter().filter_map(row));
        }
    }
    Ok(found)
}
