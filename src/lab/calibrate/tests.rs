//! The table in small: each row fails by its own luck in one suite of 700.

use std::sync::atomic::AtomicBool;

use super::*;

#[test]
fn calibration_of_every_kind_of_interval() {
    let stop = AtomicBool::new(false);
    let hall = Hall { stop: &stop, progress: &|_| {} };
    let all = table::made_up_games().unwrap();
    let trials = std::env::var("TRIALS").map_or(400, |n| n.parse().unwrap());
    let rows = run(&all, trials, &hall, &|_| {});
    for row in &rows {
        println!("{:5} {:.4} {:?} {}: {}", row.passes, row.measured, row.claim, row.kind, row.about);
    }
    assert!(rows.iter().all(|row| row.passes));
}
