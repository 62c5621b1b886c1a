//! Planted truths: openings that win and lose, a head start, games without goals;
//! the same answer whatever the threads.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::lab::analyse::tests::coins;
use crate::scenario::sample;

fn ask(plan: Plan, blocks: u64) -> Strategy {
    strategy(&Question { plan, arm: 0, blocks }, &Hall::new(&AtomicBool::new(false), &|_| {})).unwrap()
}

fn opening<'a>(found: &'a Strategy, name: &str) -> &'a Opening {
    found.openings.iter().find(|row| row.name == name).unwrap()
}

#[test]
fn the_opening_that_counts_is_found_and_coins_have_none() {
    // Only answers count: whoever begins with three has three more of all.
    let answers = ask(coins("answers", 2, "random"), 2000);
    assert_eq!(
        (opening(&answers, "three").ruling, answers.openings[0].name.as_str()),
        (Worth::Better, "three")
    );
    assert_eq!(opening(&answers, "slip").ruling, Worth::Worse);
    assert!(answers.goals.is_none() && answers.cards.is_none() && answers.head_starts.is_empty());
    let coins = ask(coins("coins", 2, "random"), 400);
    assert_eq!(coins.openings.len(), 4);
    for row in &coins.openings {
        assert_eq!(row.change.value, 0.0, "a coin is tossed whatever is said: {row:?}");
        assert_ne!(row.ruling, Worth::Better);
    }
}

/// A slip gives up the game by one coin in four.
#[test]
fn the_opening_that_loses_is_worse() {
    let found = ask(coins("slips", 2, "careful"), 1000);
    let slip = opening(&found, "slip");
    assert_eq!(slip.ruling, Worth::Worse);
    assert!(slip.change.contains(-0.125), "a quarter of half a win: {slip:?}");
    assert!(found.openings.iter().filter(|row| row.name != "slip").all(|row| row.ruling != Worth::Better));
}

#[test]
fn goals_and_head_starts_are_told() {
    let plan = sample("ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\n");
    let runner = plan.arms[0].runner(plan.seed).unwrap();
    let found = ask(plan, 30);
    let goals = found.goals.as_ref().unwrap();
    assert_eq!((goals.matches, found.games), (300, 300));
    // The goals of the games that `run` plays.
    let tally = runner.batch(0..300, None);
    let mean = |places: [usize; 2]| {
        let of = runner.distributions().iter().position(|of| of.sides().is_some()).unwrap();
        let all = tally.distributions[of]
            .iter()
            .map(|(score, times)| crate::game::sides(score)[places[0]] as f64 * times as f64);
        all.sum::<f64>() / 300.0
    };
    assert!((goals.means[0] - mean([0, 1])).abs() < 1e-12 && (goals.means[1] - mean([1, 0])).abs() < 1e-12);
    let dispersion = goals.dispersion.unwrap();
    assert!(dispersion.estimate.low < dispersion.estimate.value && dispersion.estimate.half_width() < 0.5);
    // Whoever has a goal in hand wins more.
    let goal = found.head_starts.iter().find(|start| start.value == "goal");
    assert!(goal.is_some_and(|start| start.change.value > 0.0), "{:?}", found.head_starts);
    assert!(!found.moves.is_empty() && found.cards.is_some());
}

#[test]
fn threads_change_nothing() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let plan = sample("ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\n");
        pool.install(|| serde_json::to_string(&ask(plan, 12)).unwrap())
    };
    assert_eq!(on(1), on(3));
}
