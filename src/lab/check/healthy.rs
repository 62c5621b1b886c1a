//! Has anything of a game's health turned red since the baseline?
//!
//! In: the health of an arm then and now, both at the level of the gate. Out:
//! the gate judged. What was as bad before is no fault of the edit; every aspect
//! of health counts, by what of it must not be printed.

use super::gate::{Gate, Kind, Look};
use crate::game::Unit;
use crate::metric::{Common, Metric};
use crate::scenario::{Aspect, Budget, Plan};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::verdict::Health;
use crate::verdict::health::Item;

/// The gate of an arm's health, not looked at yet.
pub(super) fn gate(plan: &Plan, nameless: &Budget, arm: usize) -> Gate {
    let mut gate = Gate::of(plan, nameless, arm, Kind::Health);
    "health".clone_into(&mut gate.name);
    gate.bounds = allowed(plan.health.of(Aspect::Unfinished).ill);
    gate
}

/// What the gate is about until something turns red.
pub(super) const METRIC: Metric = Metric::Common(Common::UnfinishedShare);

fn allowed(ill: f64) -> Bounds {
    Bounds::between(f64::NEG_INFINITY, ill)
}

fn judge(item: &Item) -> Verdict {
    let known = item.estimate.filter(|estimate| estimate.value.is_finite());
    known.map_or(Verdict::Pass, |estimate| allowed(item.limit.ill).judge(&estimate))
}

const fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Pass => 0,
        Verdict::Undecided => 1,
        Verdict::Fail => 2,
    }
}

/// The worst of an aspect.
fn worst(health: &Health, aspect: Aspect) -> Option<(&Item, Verdict)> {
    let of = health.items.iter().filter(|item| item.aspect == aspect);
    of.map(|item| (item, judge(item))).max_by_key(|(_, verdict)| rank(*verdict))
}

/// Judges the gate: broken by what is surely ill now and was not before.
pub(super) fn look(gate: &mut Gate, [then, now]: [&Health; 2], games: u64) {
    let turned = |aspect: &Aspect| {
        let (item, verdict) = worst(now, *aspect)?;
        let before = worst(then, *aspect).map_or(Verdict::Pass, |(_, verdict)| verdict);
        (rank(verdict) > rank(before)).then_some((item, verdict))
    };
    let mut all: Vec<(&Item, Verdict)> = Aspect::ALL.iter().filter_map(turned).collect();
    // The first of those that are worst.
    all.sort_by_key(|(_, verdict)| std::cmp::Reverse(rank(*verdict)));
    gate.verdict = Verdict::Pass;
    if let Some((item, verdict)) = all.first() {
        gate.verdict = *verdict;
        gate.name = format!("health: {}", item.aspect.words());
        gate.aspect = Some(item.aspect.key());
        gate.why = Some(item.told.clone());
        gate.bounds = allowed(item.limit.ill);
        gate.unit = if item.aspect.is_minutes() { Unit::Number } else { Unit::Share };
    }
    let aspect = all.first().map_or(Aspect::Unfinished, |(item, _)| item.aspect);
    let seen = worst(now, aspect).and_then(|(item, _)| item.estimate);
    gate.looks.extend(seen.map(|estimate| Look { games, estimate }));
}
