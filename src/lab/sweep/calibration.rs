//! Lines that cross a target near their end, for the table of `calibrate`.

use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::curve::{Crossing, crossing};
use crate::stats::distribution::z;
use crate::stats::simulate::Dice;
use crate::stats::{Estimate, Method};

/// A line of slope 0.02 over 0 to 4 that truly crosses at `truth`: a stated place
/// that misses it and a false "nowhere" are errors.
fn crossed(truth: f64, error: f64) -> Experiment {
    const SLOPE: f64 = 0.02;
    let about = format!("a line of 5 points with errors of {error}, {truth} of 4");
    Experiment::new("a crossing misplaced or denied", about, Claim::ErrsAtMost, move |number| {
        let mut dice = Dice::new("crossing", number);
        let mut point = |x: f64| {
            let value = SLOPE * x + error * dice.normal();
            (x, Estimate::around(value, z(0.95) * error, 0.95, Method::BlockT, 100))
        };
        let line: Vec<(f64, Estimate)> = (0..=4).map(|x| point(f64::from(x))).collect();
        Some(match crossing(&line, SLOPE * truth) {
            Some(Crossing::At(place)) => !place.contains(truth),
            Some(Crossing::Nowhere) => true,
            _ => false,
        })
    })
}

/// Every experiment with lines.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    [(3.75, 0.0158), (4.0, 0.0158), (3.75, 0.005)].map(|(truth, error)| crossed(truth, error)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_crossings_near_the_end() {
        let rows = held(&experiments(), 4_000);
        assert!(rows.iter().all(|row| row.measured <= 0.05), "{rows:#?}");
    }
}
