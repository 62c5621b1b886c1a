//! The difference that decides, with its luck taken out, and what that saved.

use schemars::JsonSchema;
use serde::Serialize;

use super::gap::{Gap, Levels};
use super::rows::differences;
use super::{Finding, Pace, Question};
use crate::estimates::Manner;
use crate::estimates::adjusted::{self, Change, Explained};
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
    taken: Taken,
}

/// What luck is taken out of.
enum Taken {
    /// A mean per game, as it was last seen.
    Mean(Stretches, Option<Box<Change>>),
    /// Every seat's edge, with the levels that these have at every look.
    Gap(Gap, Vec<Levels>),
}

/// What was taken out of the difference that decides.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Removed {
    /// What is counted as luck: the value function, part of the ruleset.
    pub counted: String,
    /// Its slope in every stretch between two looks, fitted on the blocks before
    /// that stretch: settled before any game that it is used on. Where the seat
    /// farthest from its share decides, that of this seat's share.
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
        let taken = match metric {
            Metric::SEAT_GAP => Taken::Gap(Gap::default(), Vec::new()),
            _ => Taken::Mean(Stretches::default(), None),
        };
        Self { metric, taken }
    }

    /// A's value and the difference with a plain interval of this level, as wide
    /// as what luck leaves of it: how much it varies, before anything is decided
    /// on what it shows.
    #[must_use]
    pub fn plain(&self, table: &Table, level: f64) -> Option<(f64, Estimate)> {
        let manner = Manner { level, always: false, tightest: 1 };
        let (a, made) = self.whole(table, manner)?;
        let half = match arms(table) {
            Some((own, base)) if self.metric == Metric::SEAT_GAP => {
                let edges = adjusted::edges(&own, &base).unwrap_or_default();
                Gap::of(edges).widest(Levels::once(table.shapes()[1].0.seats, level))
            }
            Some((own, base)) => adjusted::change(&own, &base, self.metric)
                .map(|change| made.half_width() / change.made.worth().sqrt()),
            None => None,
        };
        let half = half.unwrap_or_else(|| made.half_width());
        Some((a, Estimate { low: made.value - half, high: made.value + half, ..made }))
    }

    /// A's value and the difference as every report has it.
    fn whole(&self, table: &Table, manner: Manner) -> Option<(f64, Estimate)> {
        let all = differences(table, manner, manner.level);
        all.into_iter().find(|(a, ..)| a.metric == self.metric).map(|(a, _, made)| (a.estimate.value, made))
    }

    /// Takes the blocks so far, by which the luck of later ones is weighed.
    pub fn see(&mut self, table: &Table) {
        let Some((own, base)) = arms(table) else { return };
        match &mut self.taken {
            Taken::Mean(stretches, last) => {
                *last = adjusted::change(&own, &base, self.metric).map(Box::new);
                if let Some(change) = last {
                    stretches.see(&change.made.sums);
                }
            }
            Taken::Gap(gap, _) => gap.see(adjusted::edges(&own, &base).unwrap_or_default()),
        }
    }

    /// The difference at a look of `pace`, with intervals of `level` over all
    /// looks; its luck taken out where that is counted.
    pub fn look(&mut self, table: &Table, pace: &Pace, look: usize, level: f64) -> Option<Estimate> {
        let manner = pace.manner(look, level);
        let whole = |contrast: &Self| contrast.whole(table, manner).map(|(_, made)| made);
        if manner.always {
            return whole(self);
        }
        self.see(table);
        match &mut self.taken {
            Taken::Mean(stretches, Some(change)) => {
                let Explained { sums, per_block, room } = change.made;
                let made = stretches.mean(room, per_block, manner.level)?;
                let same = sums.x == 0 && sums.xx == 0;
                Some(Estimate { method: if same { Method::Unvaried } else { made.method }, ..made })
            }
            Taken::Gap(gap, levels) if gap.seats() > 0 => {
                if levels.is_empty() {
                    *levels = Levels::of(pace, gap.seats(), level);
                }
                gap.change(*levels.get(look)?)
            }
            Taken::Mean(..) | Taken::Gap(..) => whole(self),
        }
    }

    /// What was taken out.
    #[must_use]
    pub fn removed(&self, plan: &Plan) -> Option<Removed> {
        let counted = plan.arms[0].ruleset.luck?.to_owned();
        let stretches = match &self.taken {
            Taken::Mean(stretches, _) => stretches,
            Taken::Gap(gap, _) => gap.stretches()?,
        };
        Some(Removed { counted, slopes: stretches.slopes.clone(), worth: stretches.worth()? })
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
        let Change { made, apart } = match &self.taken {
            Taken::Mean(_, change) => **change.as_ref()?,
            Taken::Gap(gap, _) => gap.deciding()?.change,
        };
        let margin = question.rule.margin.unwrap_or(0.0);
        let room = match finding {
            Finding::Different => found.value.abs() - margin,
            Finding::Equal => margin - found.value.abs(),
            Finding::Precise | Finding::Accepted | Finding::Rejected | Finding::Undecided => return None,
        };
        if room <= 0.0 || apart <= 0.0 {
            return None;
        }
        let wide = z(question.plan.level) + normal_quantile(POWER);
        let blocks = apart / made.per_block.powi(2) * (wide / room).powi(2);
        let games = blocks * table.games() as f64 / made.sums.blocks.max(1) as f64;
        let unpaired_games = games.ceil() as u64;
        Some(Saving { unpaired_games, share: table.games() as f64 / games })
    }
}

/// B and A as they were played, if both were.
fn arms(table: &Table) -> Option<(Sample<'_>, Sample<'_>)> {
    let sample = |arm: usize| {
        let (played, (layout, _)) = (table.played().get(arm)?, table.shapes().get(arm)?);
        Some(Sample { arm: &table.plan.arms[arm], layout, played })
    };
    Some((sample(1)?, sample(0)?))
}
