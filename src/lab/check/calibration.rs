//! Budgets whose true values lie on a bound and runs that don't differ, for the
//! table of `calibrate`.

use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::mean::block_t;
use crate::stats::sequential::{asymptotic, self_normalised};
use crate::stats::simulate::Dice;
use crate::stats::sums::{BlockSums, PairSums};
use crate::stats::{Estimate, combine, imagined, many};

/// Blocks, with a look after each.
const BLOCKS: u64 = 240;

/// Four budgets on whose bound the truth lies, where any answer may be wrong: two
/// that hold by a hair (fail is wrong), two that break by one (pass is wrong).
fn budgets() -> Experiment {
    let hair = 1e-9;
    let bounds = [
        // Seat share 0.5 in quarters, at most 0.5: holds.
        Bounds::at_most(0.5 + hair),
        // An event of 2 %, at most 2 %: just broken.
        Bounds::at_most(0.02 - hair),
        // Goals with mean 1.4, at least 1.4: holds.
        Bounds::between(1.4 - hair, f64::INFINITY),
        // Goals per match of 1, equal to 1.5 ± 0.5: just broken.
        Bounds::between(1.0 + hair, 2.0),
    ];
    let wrong = [Verdict::Fail, Verdict::Pass, Verdict::Fail, Verdict::Pass];
    let level = many::level_of_each(0.95, bounds.len());
    let about = format!("4 budgets on their bounds, a look after each of {BLOCKS} blocks");
    Experiment::new("a budget wrongly broken or held", about, Claim::ErrsAtMost, move |number| {
        let mut dice = Dice::new("check gates", number);
        let mut open = bounds.map(Some);
        let mut sums = [BlockSums::EMPTY; 3];
        let mut ratio = PairSums::EMPTY;
        for _ in 0..BLOCKS {
            sums[0].add(dice.face(&[0.1, 0.2, 0.4, 0.2, 0.1]) as i64);
            sums[1].add(i64::from(dice.unit() < 0.02));
            sums[2].add(dice.poisson(1.4));
            let matches = 1 + i64::from(dice.below(3));
            ratio.add((0..matches).map(|_| i64::from(dice.below(3))).sum(), matches);
            let seen: [Option<Estimate>; 4] = [
                self_normalised::mean(&sums[0], 4.0, (0.0, 1.0), 200, level),
                self_normalised::mean(&sums[1], 1.0, (0.0, 1.0), 200, level),
                asymptotic::mean(&imagined::mean(&sums[2], 1), 1.0, 200, level),
                asymptotic::ratio(&imagined::ratio(&ratio, 1), 200, level),
            ];
            for ((open, seen), wrong) in open.iter_mut().zip(seen).zip(wrong) {
                let Some(verdict) = open.zip(seen).map(|(bounds, seen)| bounds.judge(&seen)) else {
                    continue;
                };
                if verdict == wrong {
                    return Some(true);
                }
                if verdict != Verdict::Undecided {
                    *open = None;
                }
            }
        }
        Some(false)
    })
}

/// What the comparison with a baseline calls drift: two runs of one game on other
/// luck, with the interval that supposes nothing about how they hang together.
fn drift() -> Experiment {
    let about = "two runs of 200 games that don't differ";
    Experiment::new("a drift found where there is none", about, Claim::ErrsAtMost, |number| {
        let mut dice = Dice::new("two intervals", number);
        let mut draw = || -> BlockSums { (0..200).map(|_| dice.poisson(2.0)).collect() };
        let level = many::level_of_each(0.95, 2);
        let [then, now] = [draw(), draw()].map(|sums| block_t(&sums, 1.0, level));
        let (drift, p) = combine::two_intervals(&then?, &now?, 0.95);
        Some(!drift.contains(0.0) || p < 0.05)
    })
}

/// Every experiment with gates.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![budgets(), drift()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_a_family_of_gates_is_rarely_wrong_with_a_look_after_every_block() {
        let rows = held(&experiments(), 2_000);
        assert!(rows.iter().all(|row| row.measured <= 0.05), "{rows:#?}");
        assert!(rows[0].measured > 0.0, "gates that are never wrong are not tested: {rows:#?}");
    }
}
