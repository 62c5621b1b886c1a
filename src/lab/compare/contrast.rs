//! The difference that decides, with its luck taken out, and what that saved.

use schemars::JsonSchema;
use serde::Serialize;

use super::rows::differences;
use super::{Finding, Question};
use crate::estimates::Manner;
use crate::estimates::adjusted::{self, Change};
use crate::estimates::strict::Sample;
use crate::lab::Table;
use crate::metric::Metric;
use crate::scenario::Plan;
use crate::stats::distribution::{normal_quantile, z};
use crate::stats::sequential::stretches::Stretches;
use crate::stats::{Estimate, Method};

/// The power that a design of fixed size is given when games saved are counted.
const POWER: f64 = 0.9;

/// The difference of one metric, B minus A, look by look.
pub struct Contrast {
    metric: Metric,
    stretches: Stretches,
    change: Option<Change>,
}

/// What was taken out of the difference that decides.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Removed {
    /// What is counted as luck: the value function, part of the ruleset.
    pub counted: String,
    /// Its slope in every stretch between two looks, fitted on the blocks before
    /// that stretch: settled before any game that it is used on.
    pub slopes: Vec<f64>,
    /// How many paired games one game is worth through it.
    pub worth: f64,
}

/// What pairing, taking luck out and stopping early saved.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Saving {
    /// Games per arm of a design of fixed size without shared luck that decides
    /// the same with 90 % power if the difference is the one found.
    pub unpaired_games: u64,
    /// Games per arm that were played, all looks included, over those.
    pub share: f64,
}

impl Contrast {
    /// Nothing seen yet.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Self { metric, stretches: Stretches::default(), change: None }
    }

    /// The change of the metric so far, if arms share luck and it is a mean per
    /// game.
    fn change(&self, table: &Table) -> Option<Change> {
        let sample = |arm: usize| {
            let (played, (layout, _)) = (table.played().get(arm)?, table.shapes().get(arm)?);
            Some(Sample { arm: &table.plan.arms[arm], layout, played })
        };
        adjusted::change(&sample(1)?, &sample(0)?, self.metric)
    }

    /// A's value and the difference with a plain interval of this level: how much
    /// it varies, before anything is decided on what it shows.
    #[must_use]
    pub fn plain(&self, table: &Table, level: f64) -> Option<(f64, Estimate)> {
        let manner = Manner { level, always: false, tightest: 1 };
        let all = differences(table, manner, level);
        all.into_iter().find(|(a, ..)| a.metric == self.metric).map(|(a, _, made)| (a.estimate.value, made))
    }

    /// The difference at a look, as `manner` says; its luck taken out where that
    /// is counted.
    pub fn look(&mut self, table: &Table, manner: Manner) -> Option<Estimate> {
        let whole = |table| {
            let all = differences(table, manner, manner.level);
            all.into_iter().find(|(a, ..)| a.metric == self.metric).map(|(.., made)| made)
        };
        let Some(change) = self.change(table).filter(|_| !manner.always) else { return whole(table) };
        self.stretches.see(&change.sums);
        self.change = Some(change);
        let made = self.stretches.mean(change.room, change.per_block, manner.level)?;
        let same = change.sums.x == 0 && change.sums.xx == 0;
        Some(Estimate { method: if same { Method::Unvaried } else { made.method }, ..made })
    }

    /// What was taken out.
    #[must_use]
    pub fn removed(&self, plan: &Plan) -> Option<Removed> {
        let counted = plan.arms[0].ruleset.luck?.to_owned();
        let worth = self.stretches.worth()?;
        Some(Removed { counted, slopes: self.stretches.slopes.clone(), worth })
    }

    /// What a decision saved: `POWER` at the difference found.
    #[must_use]
    pub fn saving(
        &self,
        table: &Table,
        question: &Question,
        finding: Finding,
        found: &Estimate,
    ) -> Option<Saving> {
        let change = self.change?;
        let margin = question.rule.margin.unwrap_or(0.0);
        let room = match finding {
            Finding::Different => found.value.abs() - margin,
            Finding::Equal => margin - found.value.abs(),
            Finding::Precise | Finding::Accepted | Finding::Rejected | Finding::Undecided => return None,
        };
        if room <= 0.0 || change.apart <= 0.0 {
            return None;
        }
        let wide = z(question.plan.level) + normal_quantile(POWER);
        let blocks = change.apart / change.per_block.powi(2) * (wide / room).powi(2);
        let games = blocks * table.games() as f64 / change.sums.blocks.max(1) as f64;
        let unpaired_games = games.ceil() as u64;
        Some(Saving { unpaired_games, share: table.games() as f64 / games })
    }
}
