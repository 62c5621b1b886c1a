//! One claim about one number, and what becomes of it look by look.

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::judged::Severity;
use crate::scenario::resolve::{concerned, opponent};
use crate::scenario::{Budget, Plan};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::estimate::Estimate;
use crate::stats::sequential::precision;

/// What a gate holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A value, or a difference from another arm, within bounds.
    Budget,
    /// What a metric may drift from a baseline.
    Drift,
    /// Not one count other than in the baseline, or no clear drift at least.
    Identity,
    /// Nothing of the game's health that must not be printed now and could be in
    /// the baseline.
    Health,
}

/// What was seen at one look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Games of the arm so far.
    pub games: u64,
    /// The value with its interval at the gate's level.
    pub estimate: Estimate,
}

/// One claim about one number.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Gate {
    /// Its name in lists: the budget's own, or the metric.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Arm judged; of an identity the first one.
    #[serde(skip)]
    pub arm: usize,
    /// Arm that is subtracted.
    #[serde(skip)]
    pub against: Option<usize>,
    /// Metric judged; of an identity the one that moved most clearly, once
    /// known.
    pub metric: Metric,
    /// Of a gate of health what has turned worst, if anything has: bounds and
    /// value are then of this aspect, in shares or minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspect: Option<&'static str>,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// One line for whoever breaks it.
    pub why: Option<String>,
    /// The values allowed.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// Its own error rate.
    pub alpha: f64,
    /// Level of its intervals, once the error rates are shared.
    pub level: f64,
    /// Whether it can fail the check.
    pub severity: Severity,
    /// What it has come to.
    #[serde(rename = "status")]
    pub verdict: Verdict,
    /// Every look, the deciding one last.
    #[serde(skip)]
    pub looks: Vec<Look>,
    /// Games of one block of the arm.
    #[serde(skip)]
    pub rotations: u64,
}

/// Gates of every budget of a plan, one per arm it is about.
#[must_use]
pub fn of_budgets(plan: &Plan) -> Vec<Gate> {
    let bounded = plan.budgets.iter().filter_map(|budget| Some((budget, budget.bounds()?)));
    bounded
        .flat_map(|(budget, bounds)| {
            concerned(&plan.arms, budget).into_iter().map(move |arm| {
                let against = budget.against.as_ref().and_then(|name| opponent(&plan.arms, arm, name));
                Gate { against, bounds, ..Gate::of(plan, budget, arm, Kind::Budget) }
            })
        })
        .collect()
}

impl Gate {
    /// A gate without bounds that carries a budget's words and weight.
    pub(super) fn of(plan: &Plan, budget: &Budget, arm: usize, kind: Kind) -> Self {
        Self {
            kind,
            name: budget.name.clone().unwrap_or_else(|| budget.metric.name()),
            why: budget.why.clone(),
            arm,
            against: None,
            metric: budget.metric,
            aspect: None,
            unit: budget.metric.unit(),
            bounds: Bounds::NONE,
            alpha: budget.alpha,
            level: 1.0 - budget.alpha,
            severity: budget.severity,
            verdict: Verdict::Undecided,
            looks: Vec::new(),
            rotations: u64::from(plan.arms[arm].rotations()),
        }
    }

    /// Whether it holds a drift whose bounds are still to be settled.
    pub(super) fn is_relative(&self) -> bool {
        self.kind == Kind::Drift && self.bounds == Bounds::NONE
    }

    pub(super) fn is_open_budget(&self) -> bool {
        self.kind == Kind::Budget && self.verdict == Verdict::Undecided
    }

    /// Sees a look. The first decision stands: its interval is the one that
    /// the error rate is about.
    pub fn look(&mut self, games: u64, estimate: Estimate) {
        if self.verdict == Verdict::Undecided {
            self.looks.push(Look { games, estimate });
            self.verdict = self.bounds.judge(&estimate);
        }
    }

    /// The deciding look, or the last one.
    #[must_use]
    pub fn last(&self) -> Option<&Look> {
        self.looks.last()
    }

    /// Games per arm at which an undecided gate can be expected to be decided
    /// if the value stays where it is; a forecast, not a bound.
    #[must_use]
    pub fn forecast(&self) -> Option<u64> {
        let last = self.last().filter(|_| self.verdict == Verdict::Undecided)?;
        let blocks = precision::forecast(&last.estimate, self.bounds.room(last.estimate.value))?;
        let games = blocks.saturating_mul(self.rotations);
        (games < 1_000_000_000_000).then_some(games)
    }
}
