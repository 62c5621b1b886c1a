//! Settings that do nothing, settings whose one block in a hundred is never met,
//! and a function whose shares of variance are known, for the table of `calibrate`.

use super::sway::{Ruling, Sway, Yardstick, ruled, sway};
use crate::estimates::{Difference, Named};
use crate::game::Unit;
use crate::lab::calibrate::{Claim, Experiment};
use crate::metric::Metric;
use crate::stats::distribution::z;
use crate::stats::sensitivity::sobol::{Noise, jansen};
use crate::stats::simulate::{Dice, ISHIGAMI_FIRST, ISHIGAMI_TOTAL, ishigami};
use crate::stats::{Estimate, Method, many};

const BAND: Yardstick = Yardstick { fair: 0.5, margin: Some(0.02) };

fn around(value: f64, half: f64) -> Estimate {
    Estimate::around(value, half, 0.95, Method::BlockT, 10)
}

/// Sixty settings that do nothing: whether any is said to change the verdict.
fn accusations(truth: f64) -> Experiment {
    const SETTINGS: usize = 60;
    const ERROR: f64 = 0.01;
    let about = format!("{SETTINGS} settings that do nothing, {truth} beside 0.5 ± 0.02");
    Experiment::new("a setting said to change the verdict", about, Claim::ErrsAtMost, move |number| {
        let mut dice = Dice::new("settings that do nothing", number);
        let base = BAND.rule(&around(truth + ERROR * dice.normal(), z(0.95) * ERROR));
        let half = z(many::level_of_each(0.95, SETTINGS)) * ERROR;
        let changes = |_| sway(base, &[BAND.rule(&around(truth + ERROR * dice.normal(), half))]) == Sway::Can;
        Some((0..SETTINGS).map(changes).fold(false, |any, one| any | one))
    })
}

/// A setting that parts in 1 % of the blocks and there moves the value by all it
/// can, just over the edge: 100 blocks that saw nothing of it don't say that it
/// cannot matter.
fn unmet() -> Experiment {
    const BLOCKS: u64 = 100;
    let about = format!("a change in 1 of 100 blocks, {BLOCKS} blocks");
    Experiment::new("a setting said not to matter that does", about, Claim::ErrsAtMost, |number| {
        let mut dice = Dice::new("settings unmet", number);
        let met = (0..BLOCKS).filter(|_| dice.unit() < 0.01).count();
        let estimate = Estimate::around(0.0, 2.8 / BLOCKS as f64, 0.95, Method::Unvaried, BLOCKS);
        let difference =
            Difference { base: "".into(), estimate, adjusted: None, worth: None, p: None, same: true };
        let seen = Named {
            metric: Metric::FIRST_SEAT,
            unit: Unit::Share,
            estimate: around(0.5, 0.2),
            adjusted: None,
            difference: Some(difference),
        };
        let (ruling, same) = ruled(&BAND, &around(0.5105, 0.0001), &seen);
        Some(met == 0 && same && sway(Ruling::Level, &[ruling]) == Sway::Cannot)
    })
}

/// The function of Ishigami and Homma (1990) with noise: what its first two factors
/// have a share in.
fn shares(points: usize) -> Experiment {
    const NOISE: f64 = 0.5;
    let rows = vec![
        ("share of variance, with others", Claim::Holds),
        ("share of variance, with others", Claim::Holds),
        ("share of variance, alone", Claim::Holds),
    ];
    let about = format!("Ishigami's function with noise, {points} points");
    Experiment::of_rows(about, rows, move |number| {
        let (a, b, mixed) = ishigami(points, NOISE, 100 + number);
        let noise = Noise { value: NOISE * NOISE, difference: 2.0 * NOISE * NOISE };
        let found = jansen(&a, &b, &mixed, noise, 0.95);
        let [first, second, ..] = &found[..] else { return vec![None; 3] };
        vec![
            Some(first.total.contains(ISHIGAMI_TOTAL[0])),
            Some(second.total.contains(ISHIGAMI_TOTAL[1])),
            Some(second.first.contains(ISHIGAMI_FIRST[1])),
        ]
    })
}

/// Every experiment with settings.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![accusations(0.5), accusations(0.52), unmet(), shares(1_600)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_settings_and_their_shares() {
        let rows = held(&experiments(), 4_000);
        for row in &rows {
            let within = match row.claim {
                Claim::ErrsAtMost => row.measured <= 0.05,
                _ => (0.94..0.965).contains(&row.measured),
            };
            assert!(within, "{row:?}");
        }
    }
}
