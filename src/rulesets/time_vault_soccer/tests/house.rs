//! House rules that the printed game lacks (TVS-HOUSE).

use super::*;

/// A match at its first card, seat 0 having started by lot unless said otherwise.
fn kicked_off(changes: &[(&str, &str)], block: u64) -> Table<Stream> {
    let rules = rules_with(&[&[("subs", "0")], changes].concat(), &["debut-50s", "debut-60s"]);
    let mut table = Table::new(rules, stream(block));
    table.skip(&mut whim(block), |state| state.stage == Stage::Match && state.game.step == Step::Play);
    table
}

/// Sides in the order of their turns, as long as nobody scores.
fn order(changes: &[(&str, &str)], goals: [u8; 2], turns: u8) -> Vec<u8> {
    let changes =
        [&[("subs", "0"), ("clear-on-save", "none"), ("defence-pillar-max", "none")], changes].concat();
    let mut scene = Scene::new(&changes);
    for side in 0..2 {
        scene = scene.hand(side, &[3, 3, 4, 4]).deck(side, &[5, 5, 6, 6, 8, 8, 9, 9]);
    }
    scene.game.turns = 1;
    for (side, goals) in goals.into_iter().enumerate() {
        scene.game.sides[side].open.goals = goals;
    }
    let mut seen = Vec::new();
    for _ in 0..turns {
        seen.push(scene.game.active);
        let squads = [scene.squad(0), scene.squad(1)];
        let pitch = Pitch { rules: &scene.rules, squads: [&squads[0], &squads[1]] };
        let chosen = *scene.moves().iter().find(|m| matches!(m, Move::Play { defence: true, .. })).unwrap();
        pitch::apply(&pitch, &mut scene.game, chosen, &mut stream(3), &mut Silent);
    }
    seen
}

#[test]
fn tvs_house_01_a_bonus_at_kick_off() {
    for (value, home, card) in
        [("none", 0, 0), ("home-1", 1, 0), ("home-2", 2, 0), ("home-3", 3, 0), ("card", 0, 1)]
    {
        let game = kicked_off(&[("bonus-2", value)], 1).state.game;
        assert_eq!([0, 1].map(|side: usize| game.sides[side].open.home_left), [0, home], "{value}");
        assert_eq!([0, 1].map(|side: usize| game.sides[side].hand.count_ones()), [5, 5 + card], "{value}");
    }
    let both = kicked_off(&[("bonus-1", "home-2"), ("home-advantage-scope", "always")], 1).state.game;
    assert_eq!(both.sides[0].open.home_left, 7);
    let mut scene = kicked_off(&[("bonus-1", "home-1"), ("bonus-2", "home-1")], 2);
    let homes = scene.list().into_iter().filter(|m| matches!(m, Move::Play { home: 1, .. })).count();
    assert!(homes > 0, "they are spent like home points");
    scene.skip(&mut whim(3), |state| state.stage == Stage::Over);
    let league = [("competition", "league"), ("bosses", "3"), ("draft", "generated"), ("bonus-2", "home-2")];
    let table = Table::new(rules(&league), stream(1));
    assert_eq!(
        [0, 1].map(|side: usize| table.state.game.sides[side].open.home_left),
        [5, 2],
        "of every match"
    );
}

#[test]
fn tvs_house_02_the_first_turn_is_short_or_left_out() {
    let first = |value| {
        let changes = [("subs", "0"), ("first-turn", value)];
        let mut scene = Scene::new(&changes).hand(0, &[13, 14]).hand(1, &[13, 14]);
        scene.game.turns = 1;
        scene.then(attack(13));
        (scene.game.step, scene.game.active)
    };
    assert_eq!(first("full"), (Step::Shoot, 0));
    assert_eq!(first("short"), (Step::Play, 1), "no shot");
    let mut later = Scene::new(&[("subs", "0"), ("first-turn", "short")]).hand(0, &[13, 14]).hand(1, &[3]);
    later.game.turns = 2;
    later.then(attack(13));
    assert_eq!(later.game.step, Step::Shoot, "in the first turn only");
    for block in 0..4 {
        let game = kicked_off(&[("first-turn", "skipped")], block).state.game;
        assert_eq!((game.active, game.turns, game.rounds), (1 - game.starter, 1, 0));
    }
    // The turn left out completes the first round.
    assert_eq!(
        order(&[("first-turn", "skipped")], [0, 0], 4)[..2],
        [0, 0],
        "seat 0 stands for the second here"
    );
}

#[test]
fn tvs_house_03_who_begins_a_round() {
    assert_eq!(order(&[], [0, 0], 6), [0, 1, 0, 1, 0, 1]);
    assert_eq!(order(&[("who-begins", "rotates")], [0, 0], 6), [0, 1, 1, 0, 0, 1]);
    assert_eq!(order(&[("who-begins", "lowest")], [1, 0], 6), [0, 1, 1, 0, 1, 0]);
    assert_eq!(order(&[("who-begins", "lowest")], [1, 1], 6), [0, 1, 0, 1, 0, 1]);
    // After a goal of the first side the second begins, until it scores itself.
    let mut scene = Scene::new(&[("subs", "0"), ("who-begins", "loser"), ("responses-per-shot", "0")])
        .hand(0, &[13, 14, 8])
        .hand(1, &[3, 4, 5, 6]);
    scene.game.turns = 1;
    scene.then(attack(13)).then(Move::Shoot(true));
    assert_eq!((scene.open(0).goals, scene.game.active, scene.game.conceded), (1, 1, 2));
    scene.then(defend(3));
    assert_eq!((scene.game.active, scene.game.rounds), (1, 1), "the Boss who conceded begins the round");
    scene.then(defend(4)).then(defend(8)).then(defend(5));
    assert_eq!(scene.game.rounds, 2);
    assert_eq!(scene.game.active, 0, "in the third round, the second turn");
}

#[test]
fn tvs_house_04_a_card_more_in_the_opening_hand() {
    for block in 0..4 {
        let hands = |value| {
            let game = kicked_off(&[("extra-draw", value)], block).state.game;
            [game.starter, 1 - game.starter].map(|side| game.sides[usize::from(side)].hand.count_ones())
        };
        assert_eq!([hands("none"), hands("last"), hands("everyone")], [[5, 5], [5, 6], [6, 6]]);
    }
}

#[test]
fn tvs_house_05_full_time_at_the_turn_cap() {
    for (changes, rounds) in [(vec![("turn-cap", "3")], 3), (vec![("turn-cap", "3"), ("full-time", "12")], 3)]
    {
        let rules = rules_with(&changes, &["debut-50s", "debut-60s"]);
        for block in 0..6 {
            let state = game(&rules, "random", block);
            assert_eq!((state.game.rounds, state.game.turns), (rounds, 2 * rounds));
        }
    }
    let skipped = rules_with(&[("turn-cap", "3"), ("first-turn", "skipped")], &["debut-50s", "debut-60s"]);
    assert_eq!(game(&skipped, "random", 1).game.turns, 5);
    let late = rules_with(&[("turn-cap", "22")], &["debut-50s", "debut-60s"]);
    let printed = rules_with(&[], &["debut-50s", "debut-60s"]);
    assert_eq!(game(&late, "random", 1).game, game(&printed, "random", 1).game, "cards run out before");
}

#[test]
fn tvs_house_06_how_a_level_match_ends_at_the_cap() {
    let mut drawn = 0;
    for block in 0..20 {
        let end = |value| {
            let changes = [("turn-cap", "2"), ("cap-tie-break", value)];
            game(&rules_with(&changes, &["debut-50s", "debut-60s"]), "random", block)
        };
        let (shared, penalties, attack) = (end("shared"), end("penalties"), end("attack"));
        let goals = [0, 1].map(|side: usize| shared.game.sides[side].open.goals);
        let pillars = [0, 1].map(|side: usize| pitch::attack(&shared.game.sides[side].open));
        if goals[0] != goals[1] {
            assert_eq!((shared.winner, penalties.winner), (attack.winner, attack.winner));
            assert_eq!(penalties.counts.shoot_outs, 0);
            continue;
        }
        drawn += 1;
        assert_eq!((shared.winner, shared.counts.shoot_outs), (None, 0));
        assert!(penalties.winner.is_some() && penalties.counts.shoot_outs == 1);
        let stronger = (pillars[0] != pillars[1]).then(|| u8::from(pillars[1] > pillars[0]));
        assert_eq!((attack.winner, attack.counts.shoot_outs), (stronger, 0));
    }
    assert!(drawn > 3, "{drawn} matches were level");
    let late = rules_with(&[("cap-tie-break", "penalties")], &["debut-50s", "debut-60s"]);
    assert!((0..20).all(|block| game(&late, "random", block).counts.shoot_outs == 0), "only at the cap");
}

#[test]
fn tvs_house_07_the_boss_behind_is_helped_after_a_goal() {
    let after = |value, before: [u8; 2]| {
        let mut scene = Scene::new(&[("subs", "0"), ("catch-up", value), ("responses-per-shot", "0")])
            .hand(0, &[13, 14])
            .hand(1, &[3, 4])
            .deck(1, &[5]);
        scene.game.turns = 1;
        for (side, goals) in before.into_iter().enumerate() {
            scene.game.sides[side].open.goals = goals;
        }
        let script = if value == "card" && before == [0, 0] {
            let [card] = scene.game.sides[1].deck()[..] else { panic!("one card") };
            Script::default().then_cards(&[card])
        } else {
            Script::default()
        };
        scene.then(attack(13)).with(Move::Shoot(true), script);
        [0, 1].map(|side: usize| (scene.open(side).home_left, scene.game.sides[side].hand.count_ones()))
    };
    assert_eq!(after("none", [0, 0]), [(0, 1), (0, 2)]);
    assert_eq!(after("home-1", [0, 0]), [(0, 1), (1, 2)]);
    assert_eq!(after("card", [0, 0]), [(0, 1), (0, 3)]);
    assert_eq!(after("home-1", [0, 1]), [(0, 1), (0, 2)], "level again");
    assert_eq!(after("home-1", [0, 2]), [(1, 1), (0, 2)], "still behind, the scorer");
}

#[test]
fn tvs_house_08_the_other_boss_begins_after_half_time() {
    // Twelve cards each: half-time is at the end of the first round.
    assert_eq!(order(&[("half-time-swap", "on")], [0, 0], 8), [0, 1, 1, 0, 1, 0, 1, 0]);
    assert_eq!(order(&[("half-time-swap", "on"), ("who-begins", "rotates")], [0, 0], 6), [0, 1, 0, 1, 1, 0]);
    let rules = rules_with(&[("half-time-swap", "on")], &["debut-50s", "debut-60s"]);
    let state = game(&rules, "random", 1);
    assert!(state.game.second_half);
    let printed = rules_with(&[], &["debut-50s", "debut-60s"]);
    assert!(!game(&printed, "random", 1).game.second_half);
}
