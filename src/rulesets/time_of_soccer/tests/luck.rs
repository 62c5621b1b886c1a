//! Luck is what the dice gave minus what they give on average: nothing in the
//! mean of any attack, whatever is repeated, and nothing over seasons.

use super::super::luck::{Again, GoalValues};
use super::super::odds;
use super::*;
use crate::conformance::check_luck;
use crate::game::LUCK;

fn with(changes: &[(&str, &str)]) -> Rules {
    rules::<TimeOfSoccer>(changes).expect("these switches are allowed")
}

/// Mean luck of an attack: both first rolls in every way that they fall, each
/// repeated wherever `repeats` says so.
fn mean(
    rules: &Rules,
    [attack, defence]: [u8; 2],
    ways: [Again; 2],
    repeats: impl Fn(bool, u8, Again) -> bool,
) -> f64 {
    let values: &GoalValues = &rules.goal_values;
    let rolls = |lottery: &crate::chance::Lottery| -> Vec<(u8, f64)> {
        let all = f64::from(lottery.tickets());
        (0..).zip(lottery.weights()).map(|(hits, &w)| (hits, f64::from(w) / all)).collect()
    };
    let (attacks, defences) = (rolls(&rules.attack_roll), rolls(&rules.defence_roll));
    let against = (defence, ways[1]);
    let defend = |shots: u8| -> f64 {
        let first = defences.iter().map(|&(hits, p)| {
            let luck = f64::from(values.of_defence(defence, shots, hits, ways[1], false));
            let again = defences
                .iter()
                .map(|&(hits, q)| q * f64::from(values.of_defence(defence, shots, hits, ways[1], true)));
            p * (luck + if repeats(true, hits, ways[1]) { again.sum() } else { 0.0 })
        });
        first.sum()
    };
    let shots = |hits: u8| rules.shots[usize::from(attack)][usize::from(hits)];
    let first = attacks.iter().map(|&(hits, p)| {
        let luck = f64::from(values.of_attack(attack, against, hits, ways[0], false));
        let again = attacks.iter().map(|&(hits, q)| {
            q * (f64::from(values.of_attack(attack, against, hits, ways[0], true)) + defend(shots(hits)))
        });
        p * (luck + if repeats(false, hits, ways[0]) { again.sum() } else { defend(shots(hits)) })
    });
    first.sum()
}

/// With any use of the re-roll, clever or not.
#[test]
fn an_attack_is_worth_its_exact_mean() {
    for changes in [&[][..], &[("goal-table", "additive")], &[("hit-min", "6"), ("level-max", "8")]] {
        let rules = with(changes);
        for levels in [[0, 0], [4, 4], [7, 2], [2, 7], [rules.level_max, 5]] {
            for attack in [Again::Never, Again::NoHit, Again::Choice] {
                for defence in [Again::Never, Again::NoHit, Again::Choice] {
                    for most in [0, 1, 3] {
                        let repeats = |_: bool, hits: u8, way: Again| match way {
                            Again::Never => false,
                            Again::NoHit => hits == 0,
                            Again::Choice => hits < most,
                        };
                        let mean = mean(&rules, levels, [attack, defence], repeats);
                        assert!(mean.abs() < 4.0, "{levels:?}, {attack:?}, {defence:?}, {most}: {mean}");
                    }
                }
            }
        }
    }
}

/// Without choices the expected goals are those of the enumerated table.
#[test]
fn the_expectation_is_that_of_the_goals_table() {
    let rules = with(&[]);
    for (attack, defence) in [(0, 0), (4, 4), (6, 4), (3, 7)] {
        for (policy, way) in [(odds::Policy::Never, Again::Never), (odds::Policy::Neutral, Again::NoHit)] {
            let exact = odds::mean(&odds::goals(&rules, attack, defence, [policy; 2])).value();
            let expected = f64::from(rules.goal_values.before_attack(attack, (defence, way), way));
            let off = expected / f64::from(LUCK) - exact;
            assert!(off.abs() < 1e-5, "{attack} {defence} {way:?}: off by {off} from {exact}");
        }
    }
}

#[test]
fn luck_is_nothing_on_average() {
    let mut furthest = 0.0_f64;
    for (changes, bot, games) in [
        (&[][..], "random", 200),
        (&[], "youth", 200),
        (&[("players", "1")], "random", 200),
        (&[("players", "4")], "random", 100),
        (&[("manager-reroll", "off")], "youth", 100),
        (&[("home-reroll", "on")], "random", 100),
        (&[("neutral-reroll", "off")], "random", 100),
    ] {
        furthest = furthest.max(check_luck::<TimeOfSoccer>(changes, bot, games));
    }
    assert!(furthest > 0.0, "some luck was met");
    assert_eq!(check_luck::<TimeOfSoccer>(&[("no-random", "on")], "random", 5), 0.0);
}
