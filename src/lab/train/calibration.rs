//! Ladders of a game of coins, for the table of `calibrate`: as if weights that slip
//! had become weights that don't.

use super::{rungs, together};
use crate::estimates::Manner;
use crate::lab::analyse::calibration::{ROUNDS, coin, share, summed};
use crate::lab::analyse::coins::{self, ANSWERS, CARELESS, HASTY};
use crate::lab::calibrate::{Bench, Claim, Experiment};
use crate::scenario::{ArmName, PlanArm, Problem};

/// The ladder of so many games a rung, where a slip costs its coin.
fn ladder(games: u64) -> Result<Experiment, Vec<Problem>> {
    let plan = coins::plan("spoils", (2, ROUNDS), "careful")?;
    let habits = [("careful", 0), ("hasty", HASTY), ("careless", CARELESS)];
    let opponents: Vec<String> = habits.iter().map(|(bot, _)| (*bot).to_owned()).collect();
    let mut arms = Vec::new();
    for opponent in &opponents {
        for (place, own) in ["careless", "careful"].into_iter().enumerate() {
            arms.push(PlanArm {
                name: ArmName::of(format!("{own} against {opponent}"), ""),
                bots: vec![own.to_owned(), opponent.clone()],
                rotates: true,
                pairing: opponent.clone(),
                paired: true,
                base: (place == 1).then(|| arms.len() - 1),
                effect: None,
                ..plan.arms[0].clone()
            });
        }
    }
    let points = |slips: u8| summed(&coin(f64::from(slips) / f64::from(ANSWERS)), ROUNDS);
    let truths = habits.map(|(_, slips)| [CARELESS, 0].map(|own| share(0, &points(own), &points(slips))));
    let mut plan = plan;
    plan.arms = arms;
    let bench =
        Bench::new(plan).map_err(|faults| faults.into_iter().map(Problem::flag).collect::<Vec<_>>())?;
    let level = together(bench.plan.level, &opponents);
    let rows = vec![
        ("rungs before training, all at once", Claim::HoldsAtLeast),
        ("rungs after training, all at once", Claim::HoldsAtLeast),
        ("gains of trained weights, all at once", Claim::HoldsAtLeast),
    ];
    Ok(Experiment::of_rows(format!("a ladder of three, {games} games a rung"), rows, move |number| {
        let manner = Manner { level, ..bench.fixed() };
        let results = bench.results(&bench.played(bench.sums(number, games / 2)), manner);
        let rungs = rungs(&opponents, 2, &results);
        let told = || rungs.iter().zip(truths);
        let gained = told().map(|(rung, [before, after])| Some(rung.change?.contains(after - before)));
        let gained: Option<Vec<bool>> = gained.collect();
        vec![
            Some(told().all(|(rung, [before, _])| rung.before.contains(before))),
            Some(told().all(|(rung, [_, after])| rung.after.contains(after))),
            gained.map(|gained| gained.into_iter().all(|held| held)),
        ]
    }))
}

/// Every experiment with ladders.
///
/// # Errors
/// When the game of coins can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    Ok(vec![ladder(400)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_ladders() {
        held(&experiments().unwrap(), 400);
    }
}
