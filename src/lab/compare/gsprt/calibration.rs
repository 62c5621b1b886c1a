//! The sequential test of two hypotheses on made-up scores, for the table of
//! `calibrate`.

use super::{Counts, Hypotheses, Progress, STEP, test_of};
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::Estimate;
use crate::stats::sequential::gsprt::{Decision, Overshoot};
use crate::stats::sequential::stopped;
use crate::stats::simulate::Dice;

/// What is looked for.
const GAIN: f64 = 0.03;
/// What a block's sum is divided by: two games of sixtieths.
const PER_BLOCK: f64 = 120.0;
/// Steps after which a test is given up.
const STEPS: u64 = 2_000;

/// Paired scores of two-seat blocks: half of the blocks part, and there B
/// takes each of two games with another probability than A.
fn step(dice: &mut Dice, mean: f64) -> Counts {
    let mut counts = Counts::new();
    for _ in 0..STEP {
        let mut games = |win: f64| (0..2).map(|_| if dice.unit() < win { 60 } else { 0 }).sum::<i64>();
        let (a, b) = (games(0.5), games(0.5 + 2.0 * mean));
        let score = if dice.unit() < 0.5 { b - a } else { 0 };
        *counts.entry(score).or_default() += 1;
    }
    counts
}

/// A test at this mean: its decision, and what is told after it.
pub(super) fn simulate(mean: f64, number: u64) -> (Decision, Option<Estimate>) {
    let mut dice = Dice::new("compare gsprt", number);
    let test = test_of(Hypotheses { h0: 0.0, h1: GAIN }, 0.05);
    let mut progress = Progress {
        test,
        overshoot: Overshoot::default(),
        counts: Counts::new(),
        per_block: PER_BLOCK,
        blocks: 0,
        llr: 0.0,
    };
    for _ in 0..STEPS {
        let decision = progress.see(&step(&mut dice, mean));
        if decision != Decision::Continue {
            let cells = super::cells(&progress.counts, PER_BLOCK);
            return (decision, stopped::interval(&test, decision, &cells, 0.95));
        }
    }
    (Decision::Continue, None)
}

/// Every experiment with the test: either hypothesis true.
pub(in crate::lab::compare) fn experiments() -> Vec<Experiment> {
    let one = |(mean, wrong): (f64, Decision)| {
        let rows = vec![
            ("wrong decision of `compare --test gsprt`", Claim::ErrsAtMost),
            ("told after `compare --test gsprt`", Claim::Holds),
        ];
        let about = format!("no gain against {GAIN}, a gain of {mean}");
        Experiment::of_rows(about, rows, move |number| {
            let (decision, after) = simulate(mean, number);
            vec![Some(decision == wrong), after.map(|after| after.contains(mean))]
        })
    };
    [(0.0, Decision::AcceptGain), (GAIN, Decision::AcceptNone)].map(one).into()
}
