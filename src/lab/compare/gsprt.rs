//! The other way to decide: is the difference in shares rather `h1` than `h0`?
//! A generalised sequential probability ratio test on the paired score of
//! blocks (`stats::sequential::gsprt`).
//!
//! The score of a block is B's share minus A's over all rotations of one deal:
//! between -1 and 1, a few values only, so that the test sees the whole
//! distribution and not only its variance.

mod calibration;

pub(super) use calibration::experiments;

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use crate::arena::pool::Work;
use crate::arena::runner::Runner;
use crate::arena::schedule;
use crate::campaign;
use crate::campaign::journal::{self, Kept};
use crate::lab::Hall;
use crate::metric::{Kind, Metric, Reading};
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::estimate::Estimate;
use crate::stats::sequential::asymptotic;
use crate::stats::sequential::gsprt::{Decision, Gsprt, Overshoot};
use crate::stats::sequential::stopped;
use crate::tally::Layout;

/// Blocks between two looks.
const STEP: u64 = 32;
/// Steps that are played side by side; what lies behind the look that decides
/// is thrown away.
const WAVE: u64 = 16;

/// The test of two hypotheses that errs in at most `error` of all cases, either
/// way.
///
/// Its bounds are those of nine tenths of that: with the overshoot taken off
/// and a variance that is estimated along the way, bounds of 5 % erred in 5.2 %
/// and 5.4 % of 12 000 simulated tests.
fn test_of(hypotheses: Hypotheses, error: f64) -> Gsprt {
    let bound = 0.9 * error;
    Gsprt { s0: hypotheses.h0, s1: hypotheses.h1, alpha: bound, beta: bound }
}

/// The two hypotheses: B minus A, as a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Hypotheses {
    /// The difference if nothing (more) is gained.
    pub h0: f64,
    /// The difference that is looked for.
    pub h1: f64,
}

/// How a test ended.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Tested {
    /// What was asked.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// What was accepted, if anything.
    pub decision: Decision,
    /// Log likelihood ratio of `h1` against `h0` at the end.
    pub llr: f64,
    /// Wald's bounds of it.
    pub bounds: (f64, f64),
    /// B minus A, median-unbiased, with the interval that holds after stopping
    /// by this test.
    #[serde(rename = "difference")]
    pub after: Option<Estimate>,
    /// Blocks played.
    #[serde(skip)]
    pub blocks: u64,
}

/// Column of a metric that is a share of games, and what a block's sum is
/// divided by.
fn column_of(metric: Metric, arm: &PlanArm, layout: &Layout) -> Option<(usize, f64)> {
    let is_share = match metric {
        Metric::FIRST_SEAT => true,
        Metric::Place(place) => matches!(place.kind, Kind::Share | Kind::WinRate),
        Metric::Common(_) | Metric::Own(_) | Metric::Quantile(_) => false,
    };
    let Reading { column, parts, .. } = Reading::of(metric, &arm.metrics(), layout).filter(|_| is_share)?;
    Some((column, parts * f64::from(arm.rotations())))
}

/// How often each difference of column sums occurred.
type Counts = BTreeMap<i64, u64>;

fn counts(a: &dyn Runner, b: &dyn Runner, column: usize, blocks: Range<u64>) -> Counts {
    let (mut rows_a, mut rows_b) = (Vec::new(), Vec::new());
    a.batch(blocks.clone(), Some(&mut rows_a));
    b.batch(blocks, Some(&mut rows_b));
    let values = |rows: &[i64], columns: usize| -> Vec<i64> {
        rows.chunks_exact(columns).map(|row| row[column]).collect()
    };
    let (mine, theirs) = (values(&rows_a, a.layout().columns()), values(&rows_b, b.layout().columns()));
    let mut counts = Counts::new();
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        *counts.entry(theirs - mine).or_default() += 1;
    }
    counts
}

/// Steps of the test, one after another.
struct Steps<'a> {
    a: &'a dyn Runner,
    b: &'a dyn Runner,
    column: usize,
    /// Number of blocks.
    last: u64,
}

impl Work for Steps<'_> {
    type Sum = Vec<Counts>;

    fn zero(&self) -> Vec<Counts> {
        Vec::new()
    }

    fn batch(&self, steps: Range<u64>) -> Vec<Counts> {
        let blocks = |step: u64| step * STEP..self.last.min((step + 1) * STEP);
        steps.map(|step| counts(self.a, self.b, self.column, blocks(step))).collect()
    }

    fn merge(&self, into: &mut Vec<Counts>, later: Vec<Counts>) {
        into.extend(later);
    }
}

impl Kept for Steps<'_> {
    fn fits(&self, sum: &Vec<Counts>, blocks: u64) -> bool {
        let of = |counts: &Counts| counts.values().try_fold(0_u64, |sum, &times| sum.checked_add(times));
        sum.len() as u64 == blocks && sum.iter().all(|counts| of(counts).is_some_and(|sum| sum <= STEP))
    }
}

/// The test's cells: the scores that occurred, and both ends and the middle of
/// what is possible.
fn cells(counts: &Counts, per_block: f64) -> Vec<(f64, u64)> {
    let mut all = counts.clone();
    for end in [-1.0, 0.0, 1.0] {
        all.entry((end * per_block) as i64).or_default();
    }
    all.into_iter().map(|(sum, times)| (sum as f64 / per_block, times)).collect()
}

/// A test under way.
struct Progress {
    test: Gsprt,
    overshoot: Overshoot,
    counts: Counts,
    per_block: f64,
    blocks: u64,
    llr: f64,
}

impl Progress {
    /// Adds the blocks of one step and decides.
    fn see(&mut self, step: &Counts) -> Decision {
        for (&score, &times) in step {
            *self.counts.entry(score).or_default() += times;
            self.blocks += times;
        }
        self.llr = self.test.llr(&cells(&self.counts, self.per_block));
        self.overshoot.see(self.llr);
        if self.blocks < asymptotic::LEAST_BLOCKS {
            // Neither the ratio's variance nor the intervals told beside it
            // are to be trusted yet.
            return Decision::Continue;
        }
        self.test.decide(self.llr, &self.overshoot)
    }
}

/// Whether the two arms of `plan` can be tested in this metric.
///
/// # Errors
/// When an arm does not compile, the arms do not share luck, or the metric is
/// not a share of games.
pub fn check(plan: &Plan, metric: Metric) -> Result<(), Vec<Fault>> {
    if plan.arms[1].base.is_none() {
        let allowed = "arms that seat equally many: the test needs paired blocks";
        return Err(vec![Fault::new("--test", "gsprt without shared luck", allowed)]);
    }
    let (layout, _) = plan.arms[0].shape()?;
    column_of(metric, &plan.arms[0], &layout).map(drop).ok_or_else(|| vec![not_a_share(metric)])
}

fn not_a_share(metric: Metric) -> Fault {
    let allowed = "first-seat-advantage, or the share or win rate of a seat or an entrant";
    Fault::new("--metric", format!("`{metric}` with --test gsprt"), allowed)
}

/// Runs the test on the two arms of `plan`, which must share luck, for at most
/// `most` games per arm. Errors of both kinds are 1 - level.
///
/// # Errors
/// When an arm does not compile, or the metric is not a share of games.
pub fn run(
    plan: &Plan,
    metric: Metric,
    hypotheses: Hypotheses,
    most: u64,
    hall: &Hall<'_>,
) -> Result<Tested, Vec<Fault>> {
    let a = plan.arms[0].runner(plan.seed)?;
    let b = plan.arms[1].runner(plan.seed)?;
    let Some((column, per_block)) = column_of(metric, &plan.arms[0], a.layout()) else {
        return Err(vec![not_a_share(metric)]);
    };
    let test = test_of(hypotheses, 1.0 - plan.level);
    let mut progress = Progress {
        test,
        overshoot: Overshoot::default(),
        counts: Counts::new(),
        per_block,
        blocks: 0,
        llr: 0.0,
    };
    let last = schedule::blocks_for(most, a.rotations());
    let mut decision = Decision::Continue;
    let steps = Steps { a: a.as_ref(), b: b.as_ref(), column, last };
    let key = hall.journal.map(|_| campaign::key_of(plan, "steps", &[0, 1])).unwrap_or_default();
    let all = last.div_ceil(STEP);
    'play: for first in (0..all).step_by(WAVE as usize) {
        let wave = first..all.min(first + WAVE);
        let (begun, from) = journal::known(&steps, hall.journal, &key, &wave);
        let kept = (hall.journal, key.as_str());
        let (played, reached) = if from == wave.end {
            (begun, from)
        } else {
            journal::play(&steps, (begun, first), kept, from..wave.end, hall.stop, &|_, _| {})
        };
        if reached < wave.end {
            break;
        }
        for step in &played {
            decision = progress.see(step);
            if decision != Decision::Continue {
                break 'play;
            }
        }
    }
    let cells = cells(&progress.counts, per_block);
    Ok(Tested {
        hypotheses,
        decision,
        llr: progress.llr,
        bounds: test.bounds(),
        after: stopped::interval(&test, decision, &cells, plan.level),
        blocks: progress.blocks,
    })
}

#[cfg(test)]
mod tests {
    use super::calibration::simulate;
    use super::*;
    use crate::stats::simulate::shares;
    use crate::tally::layout::column;

    #[test]
    fn calibration_paired_scores_keep_both_error_rates() {
        let experiments = 8_000;
        for (mean, wrong) in [(0.0, Decision::AcceptGain), (0.03, Decision::AcceptNone)] {
            let [errors, covered] = shares(experiments, |number| {
                let (decision, after) = simulate(mean, number);
                [decision == wrong, after.is_some_and(|e| e.contains(mean))]
            });
            assert!((0.04..=0.05).contains(&errors), "{errors} at {mean}");
            assert!((0.94..0.965).contains(&covered), "{covered} at {mean}");
        }
    }

    #[test]
    fn no_ratio_of_a_few_blocks_decides() {
        let test = test_of(Hypotheses { h0: 0.0, h1: 0.03 }, 0.05);
        let (overshoot, counts) = (Overshoot::default(), Counts::new());
        let mut progress = Progress { test, overshoot, counts, per_block: 120.0, blocks: 0, llr: 0.0 };
        // B takes everything that A took, and more: as clear as can be.
        let clear: Counts = [(60, STEP / 2), (120, STEP / 2)].into();
        let decisions: Vec<Decision> = (0..5).map(|_| progress.see(&clear)).collect();
        assert!(progress.llr > test.bounds().1);
        assert_eq!(decisions[..3], [Decision::Continue; 3], "fewer than 100 blocks");
        assert_eq!(decisions[3..], [Decision::AcceptGain; 2]);
    }

    #[test]
    fn a_quantile_is_refused_before_anything_is_played() {
        let text = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[vary]\nhalftimes = [0]\n";
        let mut plan = crate::scenario::sample(text);
        check(&plan, Metric::FIRST_SEAT).unwrap();
        for metric in ["median-turns", "p90-turns", "turns-per-game"] {
            let metric = plan.arms[0].metrics().find(metric).unwrap();
            let faults = check(&plan, metric).unwrap_err();
            let said = (faults[0].key.as_str(), faults[0].found.as_str());
            assert_eq!(said, ("--metric", format!("`{metric}` with --test gsprt").as_str()));
        }
        plan.arms[1].base = None;
        let faults = check(&plan, Metric::FIRST_SEAT).unwrap_err();
        assert_eq!(faults[0].found, "gsprt without shared luck");
    }

    #[test]
    fn only_shares_of_games_have_block_scores() {
        let plan = crate::scenario::sample("ruleset = \"futbol-dash\"\nbots = [\"random\", \"rusher\"]\n");
        let arm = &plan.arms[0];
        let (layout, _) = arm.shape().unwrap();
        let of = |name: &str| column_of(arm.metrics().find(name).unwrap(), arm, &layout);
        assert_eq!(of("entrant-1-share"), Some((layout.entrant_share(1), 120.0)));
        assert_eq!(of("seat-0-win-rate"), Some((layout.seat_win(0), 2.0)));
        assert_eq!(of("first-seat-advantage"), Some((column::ADVANTAGE, 240.0)));
        for other in ["turns-per-game", "seat-0-score", "shared-game-share"] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(column_of(Metric::seat_share(2), arm, &layout), None);
    }
}
