//! Where a calibration plays: the arms of one plan, over and over again, each
//! time on other luck.

use std::ops::Range;

use crate::arena::group::{Group, GroupTally, Member};
use crate::arena::pool::Work;
use crate::campaign::{Ended, Judge, Played};
use crate::estimates::strict::{self, Sample};
use crate::estimates::{self, ArmResult, Manner, Watched};
use crate::metric::Metric;
use crate::scenario::resolve::{Origin, Overrides, understood};
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;
use crate::stats::Estimate;
use crate::tally::Shape;

/// A plan with its arms compiled.
pub struct Bench {
    /// What is played.
    pub plan: Plan,
    group: Group,
    shapes: Vec<Shape>,
}

impl Bench {
    /// A plan ready to be played.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn new(plan: Plan) -> Result<Self, Vec<Fault>> {
        let judge = Watched(&plan);
        let members = plan.arms.iter().enumerate().map(|(arm, own)| {
            let runner = own.runner(plan.seed)?;
            let pairs = judge.pairs(arm, runner.layout());
            Ok(Member { arm, runner, base: own.base, pairs })
        });
        let group = Group { members: members.collect::<Result<Vec<_>, Vec<Fault>>>()? };
        let shapes = plan.shapes()?;
        Ok(Self { plan, group, shapes })
    }

    /// The plan of a scenario about the made-up game.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn made_up(text: &str) -> Result<Self, Vec<Problem>> {
        let app = super::made_up::app();
        let read = |_: &str| Err("no file belongs to it".to_owned());
        let text = format!("ruleset = \"made-up\"\n{text}");
        let origin = Origin { app: &app, name: "calibration", file: "calibration", text: &text, read: &read };
        let plan = understood(&origin, &Overrides::default())?;
        Self::new(plan).map_err(|faults| faults.into_iter().map(Problem::flag).collect())
    }

    /// What all arms add up to over the blocks of one experiment.
    #[must_use]
    pub fn sums(&self, experiment: u64, blocks: u64) -> GroupTally {
        self.blocks(experiment * blocks..(experiment + 1) * blocks)
    }

    /// What all arms add up to over some blocks.
    #[must_use]
    pub fn blocks(&self, range: Range<u64>) -> GroupTally {
        self.group.batch(range)
    }

    /// Nothing played.
    #[must_use]
    pub fn nothing(&self) -> GroupTally {
        self.group.zero()
    }

    /// Adds the blocks of `later`.
    pub fn merge(&self, into: &mut GroupTally, later: GroupTally) {
        self.group.merge(into, later);
    }

    /// Sums as arms that have played them.
    #[must_use]
    pub fn played(&self, sums: GroupTally) -> Vec<Played> {
        let arms = sums.tallies.into_iter().zip(sums.crosses);
        arms.map(|(tally, cross)| Played { blocks: tally.moments.blocks, tally, cross, looks: Vec::new() })
            .collect()
    }

    /// How a run of a fixed length is estimated.
    #[must_use]
    pub fn fixed(&self) -> Manner {
        Manner { always: false, ..Manner::of(&self.plan, Ended::Complete) }
    }

    fn sample<'a>(&'a self, played: &'a [Played], arm: usize) -> Sample<'a> {
        Sample { arm: &self.plan.arms[arm], layout: &self.shapes[arm].0, played: &played[arm] }
    }

    /// A metric of an arm.
    #[must_use]
    pub fn value(&self, played: &[Played], arm: usize, metric: Metric, manner: Manner) -> Estimate {
        strict::value(&self.sample(played, arm), metric, manner)
    }

    /// A metric of the second arm minus that of the first.
    #[must_use]
    pub fn difference(&self, played: &[Played], metric: Metric, manner: Manner) -> Option<Estimate> {
        let (own, base) = (self.sample(played, 1), self.sample(played, 0));
        Some(strict::against(&own, &base, metric, manner)?.estimate)
    }

    /// Everything about every arm.
    #[must_use]
    pub fn results(&self, played: &[Played], manner: Manner) -> Vec<ArmResult> {
        estimates::estimate(&self.plan, &self.shapes, played, manner)
    }
}
