//! Luck is what happened minus its exact chances: nothing on average, shot by
//! shot and shoot-out by shoot-out.

use super::*;
use crate::conformance::check_luck;
use crate::game::LUCK;

/// Mean luck of a seat over every course of seat 0's shot from this grid.
fn mean(rules: &Rules, grid: Grid, goals: &[u8], seat: u8) -> f64 {
    let by_luck = enumerate(|chance| {
        let mut state = State::new(rules);
        state.grid = grid;
        for (player, &goals) in state.seats.iter_mut().zip(goals) {
            player.goals = goals;
        }
        let mut table = Table { rules, state: &mut state, chance, watch: &mut Silent };
        table.shoot(0);
        state.counts.luck[usize::from(seat)]
    });
    assert!(by_luck.len() > 1 || seat != 0 || goals.is_empty(), "something happened by chance");
    by_luck.into_iter().map(|(luck, p)| f64::from(luck) * p.value()).sum()
}

#[test]
fn a_shot_is_worth_its_exact_chance() {
    for own_goal in [OwnGoal::AllOpponents, OwnGoal::LeaderOnly, OwnGoal::MinusOne] {
        let mut rules = rules(&[("players", "3"), ("goals-to-win", "3")]);
        rules.own_goal = own_goal;
        for goals in [[0, 0, 0], [1, 0, 1], [0, 1, 0]] {
            for grid in [rules.grid, [2, 1, 0, 3, 1], [1, 0, 1, 0, 0], [0, 0, 0, 2, 0], [0; 5]] {
                for seat in 0..3 {
                    let mean = mean(&rules, grid, &goals, seat);
                    assert!(mean.abs() <= 1.0, "{own_goal:?}, {goals:?}, {grid:?}: {mean}");
                }
            }
        }
    }
}

#[test]
fn a_grid_that_can_run_out_fails_without_bad_luck() {
    let mut rules = rules(&[]);
    rules.empty_grid_fails = true;
    for grid in [[0; 5], [0, 0, 0, 2, 0]] {
        assert_eq!(mean(&rules, grid, &[], 0), 0.0);
    }
    assert!(mean(&rules, [1, 1, 0, 2, 1], &[1, 1], 0).abs() <= 1.0);
}

#[test]
fn luck_is_counted_against_the_rivals() {
    let rules = rules(&[("players", "3")]);
    let mut state = State::new(&rules);
    state.counts.luck[0] = LUCK;
    state.counts.luck[2] = -LUCK / 2;
    let luck = FutbolDash::luck(&rules, &state);
    assert_eq!(luck[..4], [LUCK + LUCK / 4, -LUCK / 4, -LUCK, 0]);
}

/// Every switch that touches shots or shoot-outs, strong and weak play.
#[test]
fn luck_is_nothing_on_average() {
    let mut furthest = 0.0_f64;
    for (changes, bot) in [
        (&[][..], "random"),
        (&[], "counter"),
        (&[("players", "4")], "random"),
        (&[("match", "express")], "rusher"),
        (&[("shot-replacement", "with")], "random"),
        (&[("own-goal", "minus-one")], "rusher"),
        (&[("own-goal", "leader-only"), ("players", "5")], "random"),
    ] {
        furthest = furthest.max(check_luck::<FutbolDash>(changes, bot, 4_000));
    }
    assert!(furthest > 0.0, "some luck was met");
}

/// A shoot-out of three from the printed grid favours nobody.
#[test]
fn a_shoot_out_is_fair() {
    let rules = rules(&[("players", "3")]);
    let mut sums = [0_i64; 3];
    let shoot_outs = 20_000;
    for block in 0..shoot_outs {
        let mut state = State::new(&rules);
        let mut chance = Stream::new(Luck::new(53, 1, block));
        let mut table = Table { rules: &rules, state: &mut state, chance: &mut chance, watch: &mut Silent };
        table.shoot_out(0b111);
        for (sum, &luck) in sums.iter_mut().zip(&state.counts.luck) {
            *sum += i64::from(luck);
        }
    }
    let error = (2.0 / 9.0 * shoot_outs as f64).sqrt() * f64::from(LUCK);
    assert!(sums.iter().all(|&sum| (sum as f64).abs() < 4.0 * error && sum != 0), "{sums:?} ± {error}");
}
