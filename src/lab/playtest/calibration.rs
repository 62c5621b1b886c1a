//! People who play as bots do, for the table of `calibrate`: whether what is said of
//! their seats and of their likeness to bots holds as often as it says.

use std::sync::atomic::AtomicBool;

use super::log::{Log, Played};
use super::read::{LONGER, Question, Reading, told};
use super::{length, schedule};
use crate::lab::Hall;
use crate::lab::calibrate::made_up::{Draws, Rules};
use crate::lab::calibrate::{Bench, Claim, Experiment};
use crate::scenario::{Plan, Problem};
use crate::stats::fits::MidRanks;
use crate::stats::power;
use crate::stats::simulate::Dice;

/// Seats at the table.
const SEATS: u8 = 3;
/// Games that the simulation counts for beside people's.
const WEIGHT: f64 = 20.0;

/// A log of so many games that go as those of the made-up game, but for this share,
/// which two players share.
fn log(games: u64, shared: f64, rules: &Rules, dice: &mut Dice) -> Log {
    let mut game = || Played {
        winners: if dice.unit() < shared { vec![0, 1] } else { vec![dice.below(u32::from(SEATS)) as usize] },
        turns: Some(rules.quantile(1.0 - dice.unit())),
        scores: vec![None; SEATS.into()],
        players: vec![None; SEATS.into()],
        ..Played::default()
    };
    Log { games: (0..games).map(|_| game()).collect() }
}

/// So many games of people, who share some, beside so many blocks of bots, who share
/// none.
fn beside(people: u64, shared: f64, blocks: u64) -> Result<Experiment, Vec<Problem>> {
    let bench = Bench::made_up(&format!("bots = \"this\"\nset = {{ players = {SEATS} }}\n"))?;
    let rules = Rules::new(Draws::of(&bench.plan.arms[0].settings));
    let how = if shared > 0.0 { format!(", but share {:.0} %", 100.0 * shared) } else { String::new() };
    let about = format!("{people} games of people who play as bots do{how}, {blocks} of bots");
    let rows = vec![
        ("seats of people, at once", Claim::HoldsAtLeast),
        ("seats of people and bots together, at once", Claim::HoldsAtLeast),
        ("people's winners found unlike", Claim::ErrsAtMost),
        ("people's lengths found unlike", Claim::ErrsAtMost),
    ];
    Ok(Experiment::of_rows(about, rows, move |number| {
        let log = log(people, shared, &rules, &mut Dice::new("people", number));
        let played = bench.played(bench.sums(number, blocks));
        let results = bench.results(&played, bench.fixed());
        let question = Question { plan: bench.plan.clone(), log, weight: WEIGHT, games: blocks };
        let Some(Reading { seats, beside, .. }) = told(&question, &results, blocks) else {
            return vec![None; 4];
        };
        let truth = 1.0 / f64::from(SEATS);
        let unlike = |p: f64| p <= 0.05;
        vec![
            Some(seats.iter().all(|seat| seat.people.contains(truth))),
            Some(seats.iter().all(|seat| seat.together.contains(truth))),
            beside.first().and_then(|bot| bot.seats).map(|seats| unlike(seats.p)),
            beside.first().and_then(|bot| bot.length).map(|length| unlike(length.p)),
        ]
    }))
}

/// As many games as a plan asks for at a power of 95 %, at a table where a seat is as
/// much stronger as was asked, games last a fifth longer, and at one where all is as
/// the bots play it.
fn planned(effect: f64) -> Result<Experiment, Vec<Problem>> {
    let bench =
        Bench::made_up(&format!("bots = \"this\"\nset = {{ players = {SEATS}, shape = \"long\" }}\n"))?;
    let rules = Rules::new(Draws::of(&bench.plan.arms[0].settings));
    let asked = schedule::Question {
        plan: bench.plan.clone(),
        effect,
        power: 0.95,
        tables: Vec::new(),
        minutes: None,
        simulated: 5_000,
    };
    let about = format!("a plan for {:.0} points at a table of {SEATS}", 100.0 * effect);
    let rows = vec![
        ("an edge that was planned for, not seen", Claim::ErrsAtMost),
        ("a length that was planned for, not seen", Claim::ErrsAtMost),
        ("equal seats that stand out", Claim::ErrsAtMost),
    ];
    Ok(Experiment::of_rows(about, rows, move |number| {
        static STOP: AtomicBool = AtomicBool::new(false);
        let asked = schedule::Question { plan: Plan { seed: number, ..bench.plan.clone() }, ..asked.clone() };
        let Ok(Some(plan)) = schedule::plan(&asked, &Hall::new(&STOP, &|_| {})) else {
            return vec![None; 3];
        };
        // What is known when the games are read was played on other luck.
        let played = bench.results(&bench.played(bench.sums(number, asked.simulated)), bench.fixed());
        let lengths: Vec<(i32, u64)> =
            length(&played[0]).map(|(_, known)| known.iter().collect()).unwrap_or_default();
        let mut dice = Dice::new("planned", number);
        let games = plan.wanted[0].games.unwrap_or(0);
        let (low, high) = power::usual(games, plan.equal, plan.level);
        let wins = (0..games).filter(|_| dice.unit() < plan.equal + effect).count() as u64;
        let longer = plan.length.and_then(|length| {
            let mut turns = || (LONGER * rules.quantile(1.0 - dice.unit())).round();
            let turns: Vec<f64> = (0..length.games?).map(|_| turns()).collect();
            Some(MidRanks::new(&lengths)?.fit(&turns, LONGER, 0.95)?.p > 0.05)
        });
        // At an even table every seat is looked at.
        let mut even = [0; SEATS as usize];
        for _ in 0..games {
            even[dice.below(u32::from(SEATS)) as usize] += 1;
        }
        vec![
            Some((low..=high).contains(&wins)),
            longer,
            Some(even.iter().any(|wins| !(low..=high).contains(wins))),
        ]
    }))
}

/// Every experiment with people: a few evenings, as many games as the bots have, and
/// as many as were planned.
///
/// # Errors
/// When the made-up game can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    let mut all = vec![beside(24, 0.0, 3_000)?, beside(24, 0.4, 3_000)?, beside(3_000, 0.0, 3_000)?];
    all.push(planned(0.1)?);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_what_people_play() {
        held(&experiments().unwrap(), 300);
    }
}
