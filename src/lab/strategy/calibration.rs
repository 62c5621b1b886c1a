//! Goals of football's models, openings, head starts, rules and squads of made-up
//! games, for the table of `calibrate`.

use std::sync::atomic::AtomicBool;

use super::goals::{self, Fit, GROUPS};
use super::openings::{self, Opening, Openings, Worth};
use super::squads::{self, Cell};
use super::worth::{self, HeadStart, RuleWorth};
use crate::arena::pool::Work;
use crate::game::{Distribution, Values, scoreline};
use crate::lab::Hall;
use crate::lab::analyse::calibration::{ROUNDS, share, summed};
use crate::lab::analyse::coins;
use crate::lab::calibrate::made_up::{Draws, Rules};
use crate::lab::calibrate::{Bench, Claim, Experiment};
use crate::scenario::{Plan, Problem};
use crate::stats::simulate::Dice;
use crate::tally::Histogram;

/// Goals of independent Poisson sides: a model rejected is an error, and each of
/// the three numbers is what the model says.
fn poisson(means: [f64; 2], matches: usize) -> Experiment {
    const SCORES: Distribution = Distribution {
        name: "goals",
        definition: "goals",
        of: "matches",
        values: Values::Scores(["one", "other"]),
        spelled: &[],
    };
    let rows = vec![
        ("Poisson's spread rejected", Claim::ErrsAtMost),
        ("Skellam's draws rejected", Claim::ErrsAtMost),
        ("no ρ of Dixon and Coles rejected", Claim::ErrsAtMost),
        ("spread of goals", Claim::Holds),
        ("draws beyond Skellam's", Claim::Holds),
        ("ρ of Dixon and Coles", Claim::Holds),
    ];
    Experiment::of_rows(format!("Poisson goals of means {means:?}, {matches} matches"), rows, move |number| {
        let mut dice = Dice::new("football", number);
        let mut groups = vec![Histogram::default(); GROUPS];
        for at in 0..matches {
            let [x, y] = means.map(|mean| dice.poisson(mean) as i32);
            groups[at * GROUPS / matches].count(scoreline(x, y));
        }
        let Some(found) = goals::of(&groups, &SCORES, 0.95) else { return vec![None; 6] };
        let fits = [found.dispersion, found.draws, found.rho];
        let rejected = |fit: Option<Fit>| Some(fit?.p? < 0.05);
        let held = |fit: Option<Fit>| fit.map(|fit| fit.estimate.contains(fit.model));
        fits.map(rejected).into_iter().chain(fits.map(held)).collect()
    })
}

/// Openings of so many blocks of a game of coins or answers.
fn opened(what: &str, blocks: u64) -> Result<impl Fn(u64) -> Option<Vec<Opening>> + use<>, Vec<Problem>> {
    let plan = coins::plan(what, (2, ROUNDS), "random")?;
    Ok(move |number: u64| {
        let runner = plan.arms[0].runner(number).ok()?;
        let classes = runner.classes();
        let openings = Openings { runner: &*runner, classes: classes.len() };
        Some(openings::of(&openings.batch(0..blocks), &classes, 0.95))
    })
}

/// The largest answer where answers are all that counts, and any where none does.
fn openings(blocks: u64) -> Result<[Experiment; 2], Vec<Problem>> {
    let answers = opened("answers", blocks)?;
    let alike = opened("apart", blocks)?;
    let of = |rounds: u8| summed(&[0.25; 4], rounds);
    let change = share(3, &of(ROUNDS - 1), &of(ROUNDS)) - 0.5;
    let best = move |number: u64| {
        let rows = answers(number)?;
        Some(rows.iter().find(|row| row.name == "three")?.change.contains(change))
    };
    let called = move |number: u64| {
        Some(alike(number)?.iter().any(|row| matches!(row.ruling, Worth::Better | Worth::Worse)))
    };
    let about = |what: &str| format!("{what}, {blocks} blocks");
    Ok([
        Experiment::new("change by an opening", about("answers at random"), Claim::Holds, best),
        Experiment::new(
            "an opening called better or worse among equals",
            about("coins of one's own"),
            Claim::ErrsAtMost,
            called,
        ),
    ])
}

/// Head starts and a rule of the made-up game.
fn worth(players: u8, games: u64) -> Result<Experiment, Vec<Problem>> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let plan = Bench::made_up(&format!("bots = \"this\"\nset = {{ players = {players} }}\n"))?.plan;
    let rows = vec![
        ("worth of a head start", Claim::Holds),
        ("worth of head starts, all at once", Claim::HoldsAtLeast),
        ("worth of a rule", Claim::Holds),
        ("worth of a rule, all values at once", Claim::HoldsAtLeast),
    ];
    let own = Rules::new(Draws::of(&plan.arms[0].settings)).chance();
    Ok(Experiment::of_rows(format!("{players} players, {games} games"), rows, move |number| {
        let plan = Plan { seed: number, ..plan.clone() };
        let hall = Hall::new(&STOP, &|_| {});
        let (Ok(starts), Ok(rules)) = (
            worth::head_starts(&plan, &plan.arms[0], games, &hall),
            worth::rules(&plan, &plan.arms[0], games, &hall),
        ) else {
            return vec![None; 4];
        };
        let start = |row: &HeadStart| {
            // Of what it is given the first player would have won an equal share anyway.
            let given: f64 = row.value.parse().ok()?;
            let truth = given / 100.0 * (1.0 - 1.0 / f64::from(players));
            Some([row.change.contains(truth), row.corrected.contains(truth)])
        };
        let rule = |row: &RuleWorth| {
            let chance: f64 = row.set.rsplit(' ').next()?.parse().ok()?;
            let truth = chance / 10_000.0 - own;
            Some([row.change.contains(truth), row.corrected.contains(truth)])
        };
        let starts: Option<Vec<[bool; 2]>> = starts.iter().map(start).collect();
        let rules: Option<Vec<[bool; 2]>> = rules.iter().map(rule).collect();
        let told = |held: Option<Vec<[bool; 2]>>| {
            let held = held.filter(|held| !held.is_empty());
            [
                held.as_ref().map(|held| held[held.len() - 1][0]),
                held.map(|held| held.iter().all(|row| row[1])),
            ]
        };
        told(starts).into_iter().chain(told(rules)).collect()
    }))
}

/// The best of squads that are alike, and of squads that are not.
fn squads(players: u8, blocks: u64) -> Result<Experiment, Vec<Problem>> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let plan = Bench::made_up(&format!("bots = \"this\"\nset = {{ players = {players} }}\n"))?.plan;
    let rows = vec![
        ("a squad called better or worse among equals", Claim::ErrsAtMost),
        ("worth of a squad that was searched for", Claim::Holds),
        ("worth of squads that were searched for, all at once", Claim::HoldsAtLeast),
    ];
    Ok(Experiment::of_rows(format!("{players} players, {blocks} blocks"), rows, move |number| {
        let plan = Plan { seed: number, ..plan.clone() };
        let hall = Hall::new(&STOP, &|_| {});
        let Ok(Some(map)) = squads::squads(&plan, 0, blocks, &hall) else { return vec![None; 3] };
        let truth = |cell: &Cell| {
            let given = f64::from(Rules::worth(&cell.squad)?) / 100.0;
            Some(given + (1.0 - given) * map.equal)
        };
        let [alike, rising] = &map.cells[..] else { return vec![None; 3] };
        let held = |cell: &Cell| truth(cell).map(|truth| cell.corrected.contains(truth));
        vec![
            Some(matches!(alike.ruling, Worth::Better | Worth::Worse)),
            truth(rising).map(|truth| rising.worth.contains(truth)),
            held(alike).zip(held(rising)).map(|(one, other)| one && other),
        ]
    }))
}

/// Every experiment with goals, openings, head starts, rules and squads.
///
/// # Errors
/// When the game of coins can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    let mut all = vec![poisson([1.4, 1.1], 400), poisson([0.4, 2.5], 400), poisson([1.4, 1.4], 3_000)];
    all.extend(openings(400)?);
    all.extend([worth(2, 400)?, worth(4, 1_000)?, squads(2, 50)?, squads(4, 100)?]);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_goals_and_openings() {
        held(&experiments().unwrap(), 400);
    }
}
