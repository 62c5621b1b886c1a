//! What a baseline is asked: a gate per tolerance that somebody states, else how
//! far fairness, length and health may move.

use super::{ALPHA, Baseline, difference_unit, may_drift};
use crate::lab::check::gate::{Gate, Kind};
use crate::lab::check::healthy;
use crate::metric::Metric;
use crate::scenario::judged::Severity;
use crate::scenario::{Budget, Plan, PlanArm};
use crate::stats::equivalence::Bounds;

impl Baseline {
    /// One gate per tolerance and arm; without any, one per arm for fairness and
    /// one for length, or one for all counts.
    #[must_use]
    pub fn gates(&self, plan: &Plan) -> Vec<Gate> {
        let mut gates = Vec::new();
        let mut add = |budget: &Budget, drift: f64, arm: usize| {
            let mut gate = Gate::of(plan, budget, arm, Kind::Drift);
            gate.name = budget.name.clone().unwrap_or_else(|| format!("drift of {}", budget.metric));
            gate.bounds = Bounds::around(0.0, drift);
            // A difference of shares is told in points.
            gate.unit = difference_unit(gate.unit);
            gates.push(gate);
        };
        for budget in &plan.budgets {
            let Some(drift) = budget.drift else { continue };
            let meant = |arm: &PlanArm| budget.arm.as_ref().is_none_or(|name| arm.name.means(name));
            let flagged = self.tolerances.iter().any(|(metric, _)| *metric == budget.metric);
            for arm in (0..plan.arms.len()).filter(|&i| !flagged && meant(&plan.arms[i])) {
                add(budget, drift, arm);
            }
        }
        for &(metric, drift) in &self.tolerances {
            let budget = nameless(metric);
            for arm in (0..plan.arms.len()).filter(|&i| may_drift(&plan.arms[i], metric)) {
                add(&budget, drift, arm);
            }
        }
        if gates.is_empty() && !self.identical {
            gates = usual(plan);
        }
        if gates.is_empty() {
            let metric = plan.main_metric(&plan.arms[0]);
            let mut gate = Gate::of(plan, &nameless(metric), 0, Kind::Identity);
            "same as the baseline".clone_into(&mut gate.name);
            gate.bounds = Bounds::around(0.0, 0.0);
            gate.unit = difference_unit(gate.unit);
            gates.push(gate);
        }
        gates
    }
}

/// What an edit may move where nobody says: fairness by the margin, the length of
/// a game, or what else a scenario is about, by a share of what it was (settled
/// when its value is known), and health by what is ill.
fn usual(plan: &Plan) -> Vec<Gate> {
    let gate = |arm: usize, what: &str, metric: Metric, bounds: Bounds| {
        let mut gate = Gate::of(plan, &nameless(metric), arm, Kind::Drift);
        gate.name = format!("{what}: drift of {metric}");
        (gate.bounds, gate.unit) = (bounds, difference_unit(gate.unit));
        gate
    };
    let of = |(index, arm): (usize, &PlanArm)| {
        let main = plan.main_metric(arm);
        // Between different bots no share is fair, but it is not to drift either.
        let has_margin = main.fair(arm.bots.len()).is_some() || plan.yardstick(arm, main).is_some();
        let margin = plan.within(main).filter(|_| has_margin);
        let bounds = margin.map_or(Bounds::NONE, |margin| Bounds::around(0.0, margin));
        let fairness = may_drift(arm, main).then(|| gate(index, "fairness", main, bounds));
        let turns = arm.metrics().turns().filter(|turns| *turns != main);
        let length = turns.map(|turns| gate(index, "length", turns, Bounds::NONE));
        // A game that must not be printed any more must not pass for a level one.
        let health = healthy::gate(plan, &nameless(healthy::METRIC), index);
        fairness.into_iter().chain(length).chain([health]).collect::<Vec<Gate>>()
    };
    plan.arms.iter().enumerate().flat_map(of).collect()
}

/// A budget that carries nothing but a metric.
fn nameless(metric: Metric) -> Budget {
    Budget {
        name: None,
        why: None,
        metric,
        arm: None,
        against: None,
        min: None,
        max: None,
        alpha: ALPHA,
        drift: None,
        severity: Severity::Error,
    }
}
