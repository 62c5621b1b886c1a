//! Home advantage points (TVS-HOME).

use super::super::play::matches::pays_home;
use super::*;

#[test]
fn tvs_home_01_five_points_for_the_home_boss_of_a_league_match() {
    let league = rules(&[("competition", "league"), ("bosses", "3"), ("draft", "generated")]);
    let table = Table::new(league, stream(1));
    assert!(table.state.game.has_home);
    assert_eq!([0, 1].map(|s: usize| table.state.game.sides[s].open.home_left), [5, 0]);
    for (points, left) in [("0", 0), ("10", 10)] {
        let changes =
            [("competition", "league"), ("bosses", "3"), ("draft", "generated"), ("home-advantage", points)];
        let table = Table::new(rules(&changes), stream(1));
        assert!(table.state.game.has_home, "the role stays without points");
        assert_eq!(table.state.game.sides[0].open.home_left, left);
    }
    let single = Table::new(rules_with(&[], &["debut-50s", "debut-60s"]), stream(1));
    assert!(!single.state.game.has_home);
    assert_eq!(single.state.game.sides[0].open.home_left, 0);
    // V6: five points, uses of 2, 0 and 3 leave none for a fourth card.
    let mut scene = Scene::new(&[("subs", "0")])
        .home(5)
        .hand(0, &[3, 8, 9, 13, 14])
        .hand(1, &[3, 4, 5, 6, 8])
        .defence(1, &[(10, 50)]);
    for (shirt, home) in [(3, 2), (8, 0), (9, 3)] {
        scene.then(play(shirt, false, home, 0));
        let reply = scene.moves()[0];
        scene.then(reply);
        if scene.game.step == Step::Shoot {
            scene.then(Move::Shoot(false));
        }
    }
    assert_eq!((scene.open(0).home_left, scene.open(0).home_used), (0, 5));
    assert_eq!(scene.moves(), [attack(13), defend(13), attack(14), defend(14)]);
}

#[test]
fn tvs_home_02_any_split_in_attack_and_defence() {
    let scene = |changes: &[(&str, &str)]| Scene::new(changes).home(3).hand(0, &[8]).hand(1, &[3]);
    let all = scene(&[]).moves();
    for home in 0..=3 {
        assert!(all.contains(&play(8, false, home, 0)) && all.contains(&play(8, true, home, 0)));
    }
    assert_eq!(all.len(), 8);
    let limited = scene(&[("home-points-max-per-card", "2")]).moves();
    assert_eq!(limited.len(), 6);
    let attack_only = scene(&[("home-points-use", "attack-only")]).moves();
    assert_eq!(attack_only.iter().filter(|m| matches!(m, Move::Play { defence: true, .. })).count(), 1);
    let defence_only = scene(&[("home-points-use", "defence-only")]).moves();
    assert_eq!(defence_only.iter().filter(|m| matches!(m, Move::Play { defence: false, .. })).count(), 1);
    // The away Boss has none.
    let mut away = Scene::new(&[("subs", "0")]).home(3).hand(0, &[8, 9]).hand(1, &[3]);
    away.then(defend(8));
    assert_eq!(away.moves().len(), 2);
}

#[test]
fn tvs_home_03_declared_with_the_card() {
    let mut scene = Scene::new(&[]).home(5).hand(0, &[8, 9]).hand(1, &[3]);
    scene.then(play(8, true, 4, 0));
    assert_eq!((scene.open(0).home_left, scene.defence_of(0)), (1, 3 + 4));
    assert_eq!(scene.open(0).defence.values[0], 7, "part of the card from then on");
}

#[test]
fn tvs_home_04_the_goalkeeper_does_not_double_them() {
    // V5: a 3-star goalkeeper to Defence with 2 home points: 10, not 12.
    let mut scene = Scene::new(&[]).stars(0, 1, 3).home(5).hand(0, &[1, 8]).hand(1, &[3]);
    scene.then(play(1, true, 2, 0));
    assert_eq!(scene.defence_of(0), 4 * 2 + 2);
    let mut whole =
        Scene::new(&[("gk-double", "whole-pillar")]).stars(0, 1, 3).home(5).hand(0, &[1, 8]).hand(1, &[3]);
    whole.then(play(1, true, 2, 0));
    assert_eq!(whole.defence_of(0), 4 * 2 + 2);
    let mut double = Scene::new(&[]).home(5).hand(0, &[4, 8]).hand(1, &[3]);
    double.then(play(4, true, 2, 1));
    assert_eq!(double.defence_of(0), 4 * 2 + 2);
}

#[test]
fn tvs_home_05_answers_may_carry_points_and_unused_ones_are_lost() {
    let mut scene =
        Scene::new(&[]).home(5).attack(1, &[(13, 6)]).hand(0, &[3, 8]).hand(1, &[3, 8]).step(Step::Shoot);
    scene.game.active = 1;
    scene.then(Move::Shoot(true));
    assert!(scene.moves().contains(&answer(3, 5, false)));
    scene.then(answer(3, 2, false));
    assert_eq!((scene.open(0).saves, scene.open(0).home_left, scene.defence_of(0)), (1, 3, 6));
    // Points leave with the card: pushed out by the limit.
    let mut scene =
        Scene::new(&[]).home(5).defence(0, &[(3, 9), (8, 3), (9, 3), (11, 3)]).hand(0, &[6]).hand(1, &[3]);
    scene.then(defend(6));
    assert_eq!(scene.defence_of(0), 9 + 4);
    // Every match starts with the full number.
    let league = rules(&[("competition", "league"), ("bosses", "3"), ("draft", "generated")]);
    let mut table = Table::new(league, stream(2));
    let mut whim = whim(2);
    let first = table.state.fixture;
    table.skip(&mut whim, |state| state.fixture != first);
    assert_eq!(table.state.game.sides[0].open.home_left, 5);
}

#[test]
fn the_scope_says_which_matches_pay() {
    let kinds = [Kind::League, Kind::Cup, Kind::TieBreak, Kind::Single];
    for (scope, pays) in [
        ("league", [true, false, false, false]),
        ("league-and-cup", [true, true, false, false]),
        ("always", [true; 4]),
        ("never", [false; 4]),
    ] {
        let rules = rules(&[("home-advantage-scope", scope)]);
        assert_eq!(kinds.map(|kind| pays_home(&rules, kind)), pays, "{scope}");
    }
}
