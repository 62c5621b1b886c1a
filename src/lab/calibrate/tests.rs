//! The table in small: a claim that just holds fails by its own luck in one
//! row of 700, one that holds in the middle of its range practically never.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::lab::compare;

/// Rows of these experiments after so many trials; every claim is borne out, by
/// trials of which most told something.
pub(crate) fn held(experiments: &[Experiment], trials: u64) -> Vec<Row> {
    let stop = AtomicBool::new(false);
    let rows = run(experiments, trials, &Hall::new(&stop, &|_| {}), &|_| {});
    let broken: Vec<&Row> = rows.iter().filter(|row| !row.passes).collect();
    assert!(broken.is_empty(), "{broken:#?}");
    let wanted: usize = experiments.iter().map(|experiment| experiment.rows.len()).sum();
    assert!(rows.len() == wanted && rows.iter().all(|row| row.trials * 2 > trials), "{rows:#?}");
    rows
}

/// Experiments of other commands are held in the `calibration` of each.
#[test]
fn calibration_of_every_kind_of_interval() {
    let mut all = table::made_up_games().unwrap();
    all.extend(compare::calibration::experiments());
    held(&all, 150);
}

#[test]
fn a_claim_is_judged_by_its_range_and_the_luck_of_its_trials() {
    let row =
        |claim: Claim, trials: u64, yes: u64| Row::new("rate", String::new(), claim, trials, yes).passes;
    assert!(row(Claim::Holds, 10_000, 9_500) && row(Claim::Holds, 10_000, 9_340));
    assert!(!row(Claim::Holds, 10_000, 9_300), "three standard errors of 94 % are 0.71 %");
    assert!(!row(Claim::Holds, 10_000, 9_750) && row(Claim::HoldsAtLeast, 10_000, 10_000));
    assert!(row(Claim::ErrsAtMost, 1_000, 0) && !row(Claim::ErrsAtMost, 1_000, 80));
    assert!(row(Claim::Median, 1_000, 560) && !row(Claim::Median, 1_000, 700));
    assert!(!row(Claim::HoldsAtLeast, 0, 0), "nothing measured bears nothing out");
}
