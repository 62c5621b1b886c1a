//! One comparison to be made, before anything is played: which arms, by which
//! metric, when to stop and how it is looked at.

use schemars::JsonSchema;
use serde::Serialize;

use super::gsprt::Hypotheses;
use super::pace::Design;
use super::rule::Rule;
use crate::arena::schedule;
use crate::estimates::Manner;
use crate::metric::Metric;
use crate::scenario::{Plan, PlanArm, resolve};

/// The first look of sequences, in blocks: before that they have no ends.
pub(super) const FIRST_LOOK: u64 = 128;

/// One comparison to be made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Question {
    /// Two arms: A, and B compared with it.
    #[serde(skip)]
    pub plan: Plan,
    /// Metric that decides.
    pub metric: Metric,
    /// When to stop.
    #[serde(flatten)]
    pub rule: Rule,
    /// The margin as a share of A's value, where none was stated: settled at the
    /// first look.
    #[serde(skip)]
    pub relative: Option<f64>,
    /// Whether every interval is to hold at any time and not only at the looks
    /// that are taken.
    #[serde(skip)]
    pub anytime: bool,
    /// Two hypotheses to decide between instead, by a sequential test.
    #[serde(skip)]
    pub test: Option<Hypotheses>,
    /// Games per arm after which to give up.
    #[serde(rename = "max_games")]
    pub most: u64,
    /// Games of each arm that are replayed to see where they part.
    #[serde(skip)]
    pub replays: u64,
    /// The words of the command that replays a game of B, its number left out.
    #[serde(skip)]
    pub replay: Vec<String>,
}

impl Question {
    /// A question about two arms of one ruleset. Seed, level and wording are
    /// those of `plan`; its arms are replaced.
    #[must_use]
    pub fn new(plan: &Plan, a: PlanArm, b: PlanArm, metric: Metric, rule: Rule, most: u64) -> Self {
        let mut plan = plan.clone();
        let mut arms = vec![a, b];
        for arm in &mut arms {
            arm.effect = None;
        }
        resolve::pair(&mut arms, false, false);
        plan.arms = arms;
        plan.verdict = None;
        plan.budgets = Vec::new();
        plan.asked = vec![metric];
        Self {
            plan,
            metric,
            rule,
            relative: None,
            anytime: false,
            test: None,
            most,
            replays: 0,
            replay: Vec::new(),
        }
    }

    /// Whether both arms see the same luck: the same ruleset and number of
    /// seats.
    #[must_use]
    pub fn shares_luck(&self) -> bool {
        self.plan.arms[1].base.is_some()
    }

    /// A margin that was not stated, as a share of A's value, to one figure.
    pub(super) fn settle_margin(&mut self, a: f64) {
        let Some(share) = self.relative.filter(|_| self.rule.margin.is_none()) else { return };
        let wanted = share * a.abs();
        if wanted.is_finite() && wanted > 0.0 {
            let unit = 10.0_f64.powi(wanted.log10().floor() as i32);
            self.rule.margin = Some((wanted / unit).round() * unit);
        }
    }

    /// How it is looked at.
    pub(super) fn design(&self) -> Design {
        match self.rule {
            _ if self.anytime || self.test.is_some() => Design::Anytime,
            Rule { exactly: true, .. } => Design::Fixed,
            Rule { precision: Some(_), margin: None, .. } => Design::Precision,
            _ => Design::GroupSequential,
        }
    }

    /// Always-valid intervals, narrowest where this question is likely to be
    /// answered.
    pub(super) fn manner(&self) -> Manner {
        let most = schedule::blocks_for(self.most, self.plan.arms[0].rotations());
        let tightest = match (self.rule.exactly, self.rule.precision) {
            (true, _) => most,
            // Where a share of a half would be this precise without pairing.
            (false, Some(wanted)) => ((2.0 / wanted).powi(2) as u64).min(most),
            (false, None) => most / 8,
        };
        Manner { level: self.plan.level, always: true, tightest: tightest.max(FIRST_LOOK) }
    }
}
