//! Budgets whose names exist: metric, arm, and the arm it is held against.

use super::Resolver;
use crate::scenario::arm::PlanArm;
use crate::scenario::fault::unknown;
use crate::scenario::judged::{Budget, Severity};
use crate::scenario::wire::WireBudget;
use crate::settings::Fault;

/// The arm that arm `i` is held against when a budget says `against`: the one
/// of that name (with the same bot of a panel, if there is one) that shares
/// its luck.
#[must_use]
pub fn opponent(arms: &[PlanArm], i: usize, against: &str) -> Option<usize> {
    let shares = |j: &usize| *j != i && arms[*j].pairing == arms[i].pairing;
    let mut others = (0..arms.len()).filter(shares);
    let of_one_bot =
        |j: &usize| arms[*j].name.of_all_bots() == *against && arms[*j].name.bot == arms[i].name.bot;
    others.clone().find(|&j| arms[j].name.is(against)).or_else(|| others.find(of_one_bot))
}

/// The arms that a budget is about.
#[must_use]
pub fn concerned(arms: &[PlanArm], budget: &Budget) -> Vec<usize> {
    let meant = |i: &usize| {
        budget.arm.as_ref().is_none_or(|name| arms[*i].name.means(name))
            && budget
                .against
                .as_ref()
                .is_none_or(|name| !arms[*i].name.means(name) && opponent(arms, *i, name).is_some())
    };
    (0..arms.len()).filter(meant).collect()
}

impl Resolver<'_> {
    pub(super) fn budget(&mut self, arms: &[PlanArm], wire: &WireBudget) -> Option<Budget> {
        if self.enough() {
            return None;
        }
        let metric = self.metric(arms, &wire.metric, wire.arm.as_ref())?;
        let (min, max) = wire.bounds();
        let budget = Budget {
            name: wire.name.clone(),
            why: wire.why.clone(),
            metric,
            arm: wire.arm.as_ref().map(|a| a.value.clone()),
            against: wire.against.as_ref().map(|a| a.value.clone()),
            min,
            max,
            alpha: wire.alpha(),
            drift: wire.drift.as_ref().map(|drift| drift.value),
            severity: wire.severity.unwrap_or(Severity::Error),
        };
        if let Some(against) = &wire.against {
            let names: Vec<String> = arms.iter().map(|a| a.name.to_string()).collect();
            if !arms.iter().any(|a| a.name.means(&against.value)) {
                self.fault(against.offset, unknown("against", &against.value, &names));
            } else if concerned(arms, &budget).is_empty() {
                let found = format!("`{}`, which shares its luck with no other arm meant", against.value);
                let allowed = "an arm of the same ruleset and table size, other than the arm itself";
                self.fault(against.offset, Fault::new("against", found, allowed));
            } else if !metric.has_differences() {
                let found = format!("a difference of `{metric}`");
                self.fault(against.offset, Fault::new("against", found, "a metric of one seat"));
            }
        }
        if wire.drift.is_some() && !metric.has_differences() {
            let found = format!("a drift of `{metric}`");
            self.fault(wire.offset, Fault::new("drift", found, "a metric of one seat"));
        }
        Some(budget)
    }
}
