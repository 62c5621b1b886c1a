//! The table in small: a claim that just holds fails by its own luck in one
//! row of 700, one that holds in the middle of its range practically never.

use std::sync::atomic::AtomicBool;

use super::*;

/// Trials of every row.
const TRIALS: u64 = 150;

#[test]
fn calibration_of_every_kind_of_interval() {
    let stop = AtomicBool::new(false);
    let hall = Hall::new(&stop, &|_| {});
    let all = crate::lab::experiments().unwrap();
    let rows = run(&all, TRIALS, &hall, &|_| {});
    let broken: Vec<&Row> = rows.iter().filter(|row| !row.passes).collect();
    assert!(broken.is_empty(), "{broken:#?}");
    let wanted: usize = all.iter().map(|experiment| experiment.rows.len()).sum();
    assert!(rows.len() == wanted && rows.iter().all(|row| row.trials * 2 > TRIALS), "{rows:#?}");
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
