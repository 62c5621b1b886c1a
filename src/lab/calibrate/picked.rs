//! What is picked by looking at many: the largest of equal effects, the ends of
//! equal points, the rare among cards.

use super::{Claim, Experiment};
use crate::estimates::unused::rare;
use crate::lab::sweep::{Step, Way, told_apart, trend};
use crate::stats::distribution::t;
use crate::stats::simulate::Dice;
use crate::stats::{Estimate, Method};

/// What so many blocks without any effect are measured as.
fn nothing(blocks: u64, dice: &mut Dice) -> Estimate {
    let n = blocks as f64;
    let values: Vec<f64> = (0..blocks).map(|_| dice.normal()).collect();
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Estimate::around(mean, t(0.95, n - 1.0) * (variance / n).sqrt(), 0.95, Method::BlockT, blocks)
}

/// So many equal effects: whether the largest lies where it is said to.
fn largest(parts: usize, blocks: u64) -> Experiment {
    let about = format!("{parts} equal effects, {blocks} blocks each");
    Experiment::new("the largest of many", about, Claim::HoldsAtLeast, move |number| {
        let mut dice = Dice::new("largest", number);
        let all = (0..parts).map(|_| nothing(blocks, &mut dice));
        let largest = all.max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
        largest.map(|largest| largest.together(parts).contains(0.0))
    })
}

/// So many equal points: whether a lowest and a highest are named.
fn ends(points: usize, blocks: u64, shared: bool) -> Experiment {
    let luck = if shared { "measured from the first" } else { "on luck of their own" };
    let about = format!("{points} equal points, {blocks} blocks each, {luck}");
    Experiment::new("lowest and highest of equals", about, Claim::ErrsAtMost, move |number| {
        let mut dice = Dice::new("ends", number);
        let step = |place: usize, dice: &mut Dice| {
            let value = nothing(blocks, dice);
            Step { value, difference: (shared && place > 0).then_some(value), base: shared && place == 0 }
        };
        let steps: Vec<Step> = (0..points).map(|place| step(place, &mut dice)).collect();
        Some(told_apart(&steps).is_some())
    })
}

/// So many equal points in a row: whether they are said to rise, fall or turn.
fn trend(points: usize, blocks: u64) -> Experiment {
    let about = format!("{points} equal points in a row, {blocks} blocks each");
    Experiment::new("a trend of equals", about, Claim::ErrsAtMost, move |number| {
        let mut dice = Dice::new("trend", number);
        // On the luck of the first, whose own error all differences have.
        let error = |dice: &mut Dice| nothing(blocks, dice);
        let base = error(&mut dice);
        let step = |place: usize, dice: &mut Dice| match place {
            0 => Step { value: base, difference: None, base: true },
            _ => {
                let moved = error(dice);
                let value = Estimate { value: base.value + moved.value, ..base };
                Step { value, difference: Some(moved), base: false }
            }
        };
        let steps: Vec<Step> = (0..points).map(|place| step(place, &mut dice)).collect();
        Some(trend::of(&steps)?.way != Way::Level)
    })
}

/// So many cards that are used a little more often than the rare, which hangs on
/// the deal alone: whether any is called rare.
fn unused(cards: usize, blocks: u64) -> Experiment {
    const LIMIT: f64 = 0.005;
    let about = format!("{cards} cards used in 0.51 % of {blocks} deals, played by four bots");
    Experiment::new("used cards called unused", about, Claim::ErrsAtMost, move |number| {
        let mut dice = Dice::new("unused", number);
        let mut uses = || 4 * (0..blocks).filter(|_| dice.unit() < 0.0051).count() as u64;
        let games = 4 * blocks;
        Some((0..cards).any(|_| rare(uses(), games, blocks, LIMIT, cards, 0.95)[0]))
    })
}

/// Every experiment with what is picked.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![
        largest(5, 200),
        largest(60, 200),
        largest(20, 8),
        ends(20, 200, false),
        ends(100, 200, true),
        ends(20, 8, false),
        trend(2, 200),
        trend(5, 200),
        trend(11, 40),
        unused(57, 2_000),
        unused(10, 4_000),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::held;
    use super::*;

    #[test]
    fn calibration_of_what_is_picked() {
        held(&experiments(), 1_000);
    }
}
