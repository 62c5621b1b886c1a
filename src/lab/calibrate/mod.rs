//! Do intervals hold as often as they say? Experiments whose truth is known,
//! played and estimated many times over by the code that every report uses.
//!
//! In: how many times. Out: a [`Calibration`], one [`Row`] per kind of interval
//! and of error rate, each with what is claimed, what was measured and whether
//! that bears the claim out. To add a row, add an [`Experiment`] to the table of
//! [`made_up_games`](table::made_up_games) if `run` shows the number, or else to the
//! `calibration` of the module that makes it ([`super::experiments`] has them all).

mod bench;
pub mod findings;
pub mod made_up;
pub mod picked;
mod real;
pub mod table;
#[cfg(test)]
pub(crate) mod tests;

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

pub use bench::Bench;
pub use real::{of_plan, real_plan};

use super::Hall;
use crate::app::Program;
use crate::arena::pool::Work;
use crate::campaign::journal::{self, Kept};

/// What is claimed of an interval or a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// An interval of 95 % holds the truth in 94 to 96.5 % of experiments.
    Holds,
    /// It does so in 94 % or more: counts are whole numbers, and of few events
    /// no interval can do better; or it is a bound that is meant to be one.
    HoldsAtLeast,
    /// Something goes wrong in 5 % of experiments at most.
    ErrsAtMost,
    /// A value lies above the truth as often as below it, give or take ten in
    /// a hundred.
    Median,
}

impl Claim {
    /// Least and most of what may be measured.
    #[must_use]
    pub const fn range(self) -> (f64, f64) {
        match self {
            Self::Holds => (0.94, 0.965),
            Self::HoldsAtLeast => (0.94, 1.0),
            Self::ErrsAtMost => (0.0, 0.05),
            Self::Median => (0.4, 0.6),
        }
    }

    /// The claim in words.
    #[must_use]
    pub const fn worded(self) -> &'static str {
        match self {
            Self::Holds => "holds in 94 to 96.5 %",
            Self::HoldsAtLeast => "holds in 94 % or more",
            Self::ErrsAtMost => "errs in 5 % or fewer",
            Self::Median => "lies above the truth in 40 to 60 %",
        }
    }

    /// Whether a share of so many trials bears it out: outside of the range
    /// by what the experiment's own luck may add, three standard errors at the
    /// nearer end, which a claim that just holds exceeds in one row of 700.
    #[must_use]
    pub fn judge(self, share: f64, trials: u64) -> bool {
        let (least, most) = self.range();
        let luck = |rate: f64| 3.0 * (rate * (1.0 - rate) / trials.max(1) as f64).sqrt();
        share >= least - luck(least) && share <= most + luck(most)
    }
}

/// What one trial of an experiment says to each of its rows: whether the
/// interval held, whether the test erred. Nothing where the claim doesn't apply.
type Trial = Box<dyn Fn(u64) -> Vec<Option<bool>> + Sync + Send>;

/// What is played again and again, and the rows of the table to be that it
/// fills.
pub struct Experiment {
    /// What is played and estimated.
    pub about: String,
    /// Per row the kind of number (`rate`, `difference of means`) and what is
    /// claimed of it.
    pub rows: Vec<(&'static str, Claim)>,
    trial: Trial,
}

impl Experiment {
    /// One row, whose trials are told by their number alone.
    pub fn new(
        kind: &'static str,
        about: impl Into<String>,
        claim: Claim,
        trial: impl Fn(u64) -> Option<bool> + Sync + Send + 'static,
    ) -> Self {
        Self::of_rows(about, vec![(kind, claim)], move |number| vec![trial(number)])
    }

    /// Several rows from the same trials.
    pub fn of_rows(
        about: impl Into<String>,
        rows: Vec<(&'static str, Claim)>,
        trial: impl Fn(u64) -> Vec<Option<bool>> + Sync + Send + 'static,
    ) -> Self {
        Self { about: about.into(), rows, trial: Box::new(trial) }
    }

    /// Plays trials until they are done or the hall closes.
    #[must_use]
    pub fn play(&self, trials: u64, hall: &Hall<'_>) -> Vec<Row> {
        let key = hall.journal.map(|_| journal::key(&self.about, &(&self.rows, self.batch(0..PROBED))));
        let key = key.unwrap_or_default();
        let (mut counts, from) = journal::known(self, hall.journal, &key, &(0..trials));
        if from < trials {
            let kept = (hall.journal, key.as_str());
            (counts, _) = journal::play(self, (counts, 0), kept, from..trials, hall.stop, &|_, _| {});
        }
        let rows = self.rows.iter().zip(counts);
        rows.map(|(&(kind, claim), [trials, yes])| Row::new(kind, self.about.clone(), claim, trials, yes))
            .collect()
    }
}

/// Trials that tell whether an experiment is still that of an earlier start.
const PROBED: u64 = 2;

impl Work for Experiment {
    /// Per row, the trials to which its claim applies, and those that said yes.
    type Sum = Vec<[u64; 2]>;

    fn zero(&self) -> Vec<[u64; 2]> {
        vec![[0, 0]; self.rows.len()]
    }

    fn batch(&self, range: Range<u64>) -> Vec<[u64; 2]> {
        let mut counts = self.zero();
        for number in range {
            for ([trials, yes], said) in counts.iter_mut().zip((self.trial)(number)) {
                *trials += u64::from(said.is_some());
                *yes += u64::from(said == Some(true));
            }
        }
        counts
    }

    fn merge(&self, into: &mut Vec<[u64; 2]>, later: Vec<[u64; 2]>) {
        for (sum, more) in into.iter_mut().zip(later) {
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
    }
}

impl Kept for Experiment {
    fn fits(&self, counts: &Vec<[u64; 2]>, trials: u64) -> bool {
        counts.len() == self.rows.len() && counts.iter().all(|&[told, yes]| yes <= told && told <= trials)
    }
}

/// What an experiment has shown.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// The kind of number.
    pub kind: &'static str,
    /// What was played and estimated.
    pub about: String,
    /// What is claimed.
    pub claim: Claim,
    /// Trials, each on luck of its own.
    pub trials: u64,
    /// The share of them in which an interval held, a test erred, a value lay
    /// above the truth.
    #[schemars(with = "Option<f64>")]
    pub measured: f64,
    /// Whether that bears the claim out.
    pub passes: bool,
}

impl Row {
    /// A row from counts.
    #[must_use]
    pub fn new(kind: &'static str, about: String, claim: Claim, trials: u64, yes: u64) -> Self {
        let measured = yes as f64 / trials as f64;
        Self { kind, about, claim, trials, measured, passes: trials > 0 && claim.judge(measured, trials) }
    }
}

/// The whole table.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// The program that made it.
    pub program: Program,
    /// Trials asked of every row.
    pub trials: u64,
    /// The rows of every experiment.
    pub rows: Vec<Row>,
    /// Whether it was ended early.
    pub interrupted: bool,
}

impl Calibration {
    /// Whether every row bears its claim out.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.rows.iter().all(|row| row.passes)
    }
}

/// Plays every experiment of a list; `told` hears of each before it begins.
#[must_use]
pub fn run(list: &[Experiment], trials: u64, hall: &Hall<'_>, told: &dyn Fn(&Experiment)) -> Vec<Row> {
    let open = list.iter().take_while(|_| !hall.closed());
    open.flat_map(|experiment| {
        told(experiment);
        experiment.play(trials, hall)
    })
    .collect()
}
