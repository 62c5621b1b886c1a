//! Coins and answers whose truths are sums over all of them, for the table of
//! `calibrate`: whether what an analysis says of decisions, of the course of
//! games, of luck and of forbidden moves holds as often as it says.

use super::bans::{self, Banning, Restriction, Use};
use super::coins::{ANSWERS, CARELESS, COIN, HASTY, plan};
use super::course::Course;
use super::kinds::{self, Kind};
use super::luck::{self, Freezing};
use super::measures::{self, Measure, Measured};
use super::{Telling, effort};
use crate::arena::oracle::{Effort, Oracle};
use crate::arena::pool::Work;
use crate::lab::calibrate::{Claim, Experiment};
use crate::scenario::{Plan, Problem};

/// Level of every interval.
const LEVEL: f64 = 0.95;
/// Answers of each player where nothing else is said.
pub(in crate::lab) const ROUNDS: u8 = 12;
/// Games of an analysis.
const GAMES: u64 = 60;

/// Chances of 0, 1, 2 … of two things together whose own chances are these.
fn joined(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut both = vec![0.0; one.len() + other.len() - 1];
    for (i, p) in one.iter().enumerate() {
        for (j, q) in other.iter().enumerate() {
            both[i + j] += p * q;
        }
    }
    both
}

/// Chances of 0, 1, 2 … in so many tries of a thing whose chances are these.
pub(in crate::lab) fn summed(one: &[f64], tries: u8) -> Vec<f64> {
    (0..tries).fold(vec![1.0], |sum, _| joined(&sum, one))
}

/// What a player takes who is so many points ahead: all, half, nothing.
const fn taken(ahead: i64) -> f64 {
    match ahead {
        1.. => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}

/// What a player takes on average who is `ahead` before both add up.
pub(in crate::lab) fn share(ahead: i64, own: &[f64], other: &[f64]) -> f64 {
    let one = |(i, p): (usize, &f64)| -> f64 {
        let with = |(j, q): (usize, &f64)| p * q * taken(ahead + i as i64 - j as i64);
        other.iter().enumerate().map(with).sum()
    };
    own.iter().enumerate().map(one).sum()
}

/// Chances of a player's own coin at one answer: none or one.
pub(in crate::lab) fn coin(spoilt: f64) -> [f64; 2] {
    let heads = (1.0 - spoilt) / 2.0;
    [1.0 - heads, heads]
}

/// What games on luck of this number say of decisions and of their course. Played
/// on the thread that asks: trials are what is shared out.
fn told(plan: &Plan, number: u64, effort: Effort) -> Option<(Vec<Measure>, Vec<Kind>)> {
    let runner = plan.arms[0].runner(number).ok()?;
    let (oracle, classes) = (Oracle { bot: None, effort, of: Vec::new() }, runner.classes());
    let telling = Telling { runner: &*runner, oracle: &oracle, classes: classes.len(), numbers: &[] };
    let stories = telling.batch(0..GAMES);
    let kinds = kinds::of(&stories, &classes, effort, LEVEL, &[]);
    Some((measures::of(&stories, effort, LEVEL), kinds))
}

/// What so many blocks say of each class of moves that is forbidden.
fn restricted(plan: &Plan, number: u64, blocks: u64) -> Option<Vec<Restriction>> {
    let runner = plan.arms[0].runner(number).ok()?;
    let classes = runner.classes();
    let banning = Banning { runner: &*runner, classes: classes.len() };
    Some(bans::of(&banning.batch(0..blocks), &classes, LEVEL))
}

fn holds(found: &[Measure], measured: Measured, truth: f64) -> Option<bool> {
    found.iter().find(|measure| measure.name == measured).map(|measure| measure.estimate.contains(truth))
}

/// Answers that all toss a coin, each another one: nothing is a blunder, nothing
/// matters, leads neither grow nor shrink, nobody makes kings.
fn apart(players: u8) -> Result<Experiment, Vec<Problem>> {
    let plan = plan("apart", (players, ROUNDS), "random")?;
    let rows = vec![
        ("blunder found where there is none", Claim::ErrsAtMost),
        ("regret of a decision, none", Claim::HoldsAtLeast),
        ("dead decisions, all", Claim::HoldsAtLeast),
        ("growth of a lead, none", Claim::Holds),
        ("ill found where there is none", Claim::ErrsAtMost),
    ];
    let about = format!("coins of one's own, {players} players, {GAMES} games");
    Ok(Experiment::of_rows(about, rows, move |number| {
        let Some((found, kinds)) = told(&plan, number, effort(64)) else { return vec![None; 5] };
        vec![
            Some(kinds.iter().any(|kind| kind.blunder)),
            holds(&found, Measured::RegretPerDecision, 0.0),
            holds(&found, Measured::Dead, 1.0),
            holds(&found, Measured::RunAway, 0.0),
            Some(found.iter().any(Measure::is_ill)),
        ]
    }))
}

/// A lead that grows by just what runs away, a last word that moves just what makes
/// a king: neither is blamed.
fn at_limits() -> Result<[Experiment; 2], Vec<Problem>> {
    let limit = |what: &'static str, players: u8, measured: Measured, claims: [(&'static str, Claim); 2]| {
        let plan = plan(what, (players, ROUNDS), "random")?;
        let about = format!("at the limit, {players} players, {GAMES} games");
        Ok::<_, Vec<Problem>>(Experiment::of_rows(about, claims.to_vec(), move |number| {
            let Some((found, _)) = told(&plan, number, effort(256)) else { return vec![None; 2] };
            let found = found.iter().find(|measure| measure.name == measured);
            let limit = measured.limit().unwrap_or(f64::NAN);
            vec![found.map(|found| found.estimate.contains(limit)), found.map(Measure::is_ill)]
        }))
    };
    Ok([
        limit(
            "grows",
            2,
            Measured::RunAway,
            [("growth of a lead", Claim::Holds), ("a lead wrongly said to run away", Claim::ErrsAtMost)],
        )?,
        limit(
            "whispers",
            3,
            Measured::LastWord,
            [
                ("what the last word moves", Claim::HoldsAtLeast),
                ("a king wrongly said to be made", Claim::ErrsAtMost),
            ],
        )?,
    ])
}

/// Answers that spoil the own coin, so many of [`ANSWERS`]: what that costs, with
/// every other coin still in the air, is the same at each of them.
fn spoils(bot: &str, slips: u8, claim: Claim) -> Result<Experiment, Vec<Problem>> {
    let plan = plan("spoils", (2, ROUNDS), bot)?;
    let habit = f64::from(slips) / f64::from(ANSWERS);
    let one = coin(habit);
    let (others, all) = (summed(&one, ROUNDS - 1), summed(&one, ROUNDS));
    let cost = (share(1, &others, &all) - share(0, &others, &all)) / 2.0;
    let rows = vec![("regret of a decision", claim), ("cost of a blunder", claim)];
    let about = format!("{slips} of {ANSWERS} coins are spoilt, {GAMES} games");
    Ok(Experiment::of_rows(about, rows, move |number| {
        let Some((found, kinds)) = told(&plan, number, effort(256)) else { return vec![None; 2] };
        let slip = kinds.iter().find(|kind| kind.name == "slip");
        vec![
            holds(&found, Measured::RegretPerDecision, habit * cost),
            slip.map(|slip| slip.regret.contains(cost)),
        ]
    }))
}

/// The course of games of eight coins, by every way they may fall.
fn course() -> Result<Experiment, Vec<Problem>> {
    const EACH: u8 = 4;
    let plan = plan("coins", (2, EACH), "random")?;
    let coins = 2 * EACH;
    let fair = coin(0.0);
    let lead = |fallen: u32, seen: u8| {
        let heads = |seat: u8| (seat..seen).step_by(2).filter(|&at| fallen >> at & 1 == 1).count() as i64;
        heads(0) - heads(1)
    };
    // A moment's chances are those before the coin that its decision tosses.
    let fallen = |fallen: u32| {
        let moment = |at: u8| {
            let left =
                |seat: u8| summed(&fair, (seat..coins).step_by(2).filter(|&later| later >= at).count() as u8);
            let chance = share(lead(fallen, at), &left(0), &left(1));
            (f64::from(at + 1) / f64::from(coins + 1), vec![chance, 1.0 - chance])
        };
        let ahead = lead(fallen, coins);
        let won = taken(ahead);
        let mut points: Vec<(f64, Vec<f64>)> = (0..coins).map(moment).collect();
        points.push((1.0, vec![won, 1.0 - won]));
        (ahead != 0).then(|| Course::known(points, usize::from(ahead < 0)))
    };
    let courses: Vec<Course> = (0..1 << coins).filter_map(fallen).collect();
    let mean = |of: fn(&Course) -> f64| courses.iter().map(of).sum::<f64>() / courses.len() as f64;
    let truths = [
        (Measured::LeadChanges, mean(Course::lead_changes)),
        (Measured::Drama, mean(Course::drama)),
        (Measured::KnownFrom, mean(Course::known_from)),
    ];
    let rows = ["lead changes", "drama", "when a result is known"].map(|kind| (kind, Claim::Holds));
    let effort = Effort { looks: 0, ..effort(512) };
    Ok(Experiment::of_rows(format!("{coins} coins, {GAMES} games"), rows.to_vec(), move |number| {
        let Some((found, _)) = told(&plan, number, effort) else { return vec![None; 3] };
        truths.iter().map(|&(measured, truth)| holds(&found, measured, truth)).collect()
    }))
}

/// Coins beside answers at random: what either explains of the result.
fn luck(blocks: u64) -> Result<Experiment, Vec<Problem>> {
    let plan = plan("both", (2, ROUNDS), "random")?;
    let mut one = vec![0.0; usize::from(COIN) + 1];
    (one[0], one[usize::from(COIN)]) = (0.5, 0.5);
    let (luck, play) = (summed(&one, ROUNDS), summed(&[0.25; 4], ROUNDS));
    // How far a player is ahead by one of the two: chances from the most behind on.
    let ahead = |sum: &[f64]| {
        let other: Vec<f64> = sum.iter().rev().copied().collect();
        joined(sum, &other)
    };
    let (luck, play) = (ahead(&luck), ahead(&play));
    // The variance of what is expected once one of the two is known.
    let explained = |known: &[f64], open: &[f64]| {
        let level = (known.len() + open.len()) as i64 / 2 - 1;
        let expected = |i: usize| -> f64 {
            open.iter().enumerate().map(|(j, q)| q * taken((i + j) as i64 - level)).sum()
        };
        known.iter().enumerate().map(|(i, p)| p * (expected(i) - 0.5).powi(2)).sum::<f64>()
    };
    let whole = explained(&joined(&luck, &play), &[1.0]);
    let (by_luck, by_play) = (explained(&luck, &play) / whole, explained(&play, &luck) / whole);
    let truths = [
        (Measured::Luck, by_luck),
        (Measured::Play, by_play),
        (Measured::LuckAndPlay, 1.0 - by_luck - by_play),
    ];
    let rows = ["luck alone", "play alone", "luck and play together"].map(|kind| (kind, Claim::Holds));
    Ok(Experiment::of_rows(format!("coins beside answers, {blocks} blocks"), rows.to_vec(), move |number| {
        let Ok(runner) = plan.arms[0].runner(number) else { return vec![None; 3] };
        let found = luck::of(&Freezing(&*runner).batch(0..blocks), runner.seats(), LEVEL);
        truths.iter().map(|&(measured, truth)| holds(&found, measured, truth)).collect()
    }))
}

/// One class of moves forbidden at a time: what the spoilt coin is worth, and
/// that none matters where all are alike.
fn bans(blocks: u64) -> Result<[Experiment; 2], Vec<Problem>> {
    let careless = plan("spoils", (2, ROUNDS), "careless")?;
    let alike = plan("apart", (2, ROUNDS), "random")?;
    let habit = f64::from(CARELESS) / f64::from(ANSWERS);
    let (kept, own) = (summed(&coin(habit), ROUNDS), summed(&coin(0.0), ROUNDS));
    let change = share(0, &own, &kept) - 0.5;
    let of_class = Experiment::new(
        "change by a forbidden move",
        format!("a spoilt coin in five, {blocks} blocks"),
        Claim::Holds,
        move |number| {
            let row = restricted(&careless, number, blocks)?.into_iter().find(|row| row.name == "slip")?;
            Some(row.change?.contains(change))
        },
    );
    let none = Experiment::new(
        "a move called a trap or a rule that matters where none is",
        format!("coins of one's own, {blocks} blocks"),
        Claim::ErrsAtMost,
        move |number| {
            let found = restricted(&alike, number, blocks)?;
            Some(found.iter().any(|row| matches!(row.ruling, Use::Matters | Use::Trap)))
        },
    );
    Ok([of_class, none])
}

/// Every experiment with coins.
///
/// # Errors
/// When the game of coins can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    let mut all = vec![
        apart(2)?,
        apart(3)?,
        spoils("careless", CARELESS, Claim::Holds)?,
        spoils("hasty", HASTY, Claim::HoldsAtLeast)?,
        course()?,
        luck(200)?,
        luck(2000)?,
    ];
    all.extend(at_limits()?);
    all.extend(bans(400)?);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_analyses() {
        held(&experiments().unwrap(), 150);
    }
}
