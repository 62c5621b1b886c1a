//! One match: kick-off, turns, pillars, shots, full time (TVS-MATCH-01 to -16).

use super::*;

#[test]
fn tvs_match_01_most_goals_at_full_time_wins() {
    let rules = rules(&[]);
    let mut seen = [false; 3];
    for block in 0..60 {
        let state = game(&rules, "hoofer", block);
        let goals = [0, 1].map(|side: usize| state.game.sides[side].open.goals);
        let outcome = TimeVaultSoccer::outcome(&rules, &state);
        let expected = match goals[0].cmp(&goals[1]) {
            std::cmp::Ordering::Greater => [WIN, 0],
            std::cmp::Ordering::Equal => [WIN / 2, WIN / 2],
            std::cmp::Ordering::Less => [0, WIN],
        };
        assert_eq!(outcome.share[..2], expected);
        assert_eq!(outcome.score[..2], goals.map(i32::from));
        seen[usize::from(goals[0] > goals[1]) + 2 * usize::from(goals[0] == goals[1])] = true;
    }
    assert!(seen.iter().all(|&s| s), "wins, draws and losses occur");
}

#[test]
fn tvs_match_02_teams_are_chosen_before_either_is_shown() {
    let rules = rules_with(&[], &["debut-50s", "debut-60s"]);
    let mut table = Table::new(rules, stream(1));
    let Move::Team { team, bench } = table.legal().nth(5) else { panic!("a team is asked") };
    table.then(0, Move::Team { team, bench });
    assert_eq!(table.turn(), Turn::Ask(1));
    assert_eq!(table.state.game.sides[0].open.team, 0, "not shown yet");
    // What seat 2 imagines is some legal team, not the chosen one.
    let mut whim = whim(1);
    let imagined: BTreeSet<u16> = (0..50)
        .map(|_| {
            let view = TimeVaultSoccer::view(&table.rules, &table.state, 1);
            TimeVaultSoccer::determinize(&table.rules, view, &mut whim).game.sides[0].chosen.0
        })
        .collect();
    assert!(imagined.len() > 20);
    let Move::Team { team: other, bench: rest } = table.legal().nth(9) else { panic!("a team is asked") };
    table.then(1, Move::Team { team: other, bench: rest });
    assert_eq!(table.state.game.sides[0].open.team, team);
    assert_eq!(table.state.game.sides[1].open.team, other);
    assert_eq!(table.state.game.sides[1].open.bench, rest);
}

/// Both sides of a single match choose the scene's team; who starts and the
/// hands are dictated.
fn kicked_off(changes: &[(&str, &str)], starter: u32, hands: [&[u8]; 2], rest: &[u8]) -> Table<Script> {
    let script =
        Script::default().then(&[starter]).then_cards(hands[0]).then_cards(hands[1]).then_cards(rest);
    let mut table = Table::new(rules_with(changes, &["debut-50s", "debut-60s"]), script);
    table.then(0, Move::Team { team: TEAM, bench: BENCH });
    table.then(1, Move::Team { team: TEAM, bench: BENCH });
    table
}

#[test]
fn tvs_match_03_a_starter_by_lot_and_five_cards_each() {
    for starter in [0, 1] {
        let table = kicked_off(&[("subs", "0")], starter, [&[0, 1, 4, 5, 6], &[4, 6, 8, 10, 14]], &[]);
        assert_eq!(table.turn(), Turn::Ask(starter as u8));
        for side in &table.state.game.sides {
            assert_eq!((side.hand.count_ones(), side.open.deck), (5, 17));
        }
        assert_eq!(table.state.game.sides[0].hand, 0b111_0011);
        assert_eq!(table.chance.left(), 0);
    }
    // With a home Boss the kick-off may belong to home or away.
    for (kickoff, starter) in [("home", 0), ("away", 1)] {
        let changes = [("kickoff", kickoff), ("home-advantage-scope", "always")];
        let mut table = Table::new(rules_with(&changes, &["debut-50s", "debut-60s"]), stream(4));
        table.then(0, Move::Team { team: TEAM, bench: 0 }).then(1, Move::Team { team: TEAM, bench: 0 });
        assert_eq!(table.state.game.starter, starter);
    }
    let compensated = rules(&[("away-starts", "on")]);
    assert_eq!(compensated.kickoff, super::super::switches::KickOff::Away);
}

#[test]
fn tvs_match_04_two_pillars_each_built_by_turns() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 8]).hand(1, &[3, 8]);
    scene.then(attack(3));
    assert_eq!(scene.game.active, 0, "an Attack of 2 against 0 may shoot");
    scene.then(Move::Shoot(false)).then(Move::Stop).then(defend(8));
    let (own, other) = (scene.open(0), scene.open(1));
    assert_eq!((own.attack.cards(), own.defence.len), (&[4_u8][..], 0));
    assert_eq!((other.defence.cards(), other.attack.len), (&[14_u8][..], 0));
}

#[test]
fn tvs_match_05_hands_and_decks_are_hidden_the_rest_is_open() {
    let rules = rules(&[]);
    let mut table = Table::new(rules, stream(11));
    let mut whim = whim(2);
    table.skip(&mut whim, |state| state.game.turns == 9);
    let Turn::Ask(seat) = table.turn() else { panic!("the match goes on") };
    let (own, other) = (usize::from(seat), 1 - usize::from(seat));
    let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
    let half = view.half();
    let hidden = &table.state.game.sides[other];
    assert_eq!(half.unseen(), hidden.hand | hidden.deck_cards(), "which cards, not where");
    let mut hands = BTreeSet::new();
    for _ in 0..100 {
        let imagined = TimeVaultSoccer::determinize(&table.rules, view, &mut whim);
        let sides = &imagined.game.sides;
        assert_eq!(sides[own], table.state.game.sides[own], "the own side is known");
        assert_eq!(sides[other].open, hidden.open, "what is open stays");
        assert_eq!(sides[other].hand.count_ones(), hidden.hand.count_ones());
        assert_eq!(sides[other].hand | sides[other].deck_cards(), half.unseen());
        hands.insert(sides[other].hand);
    }
    assert!(hands.len() > 50, "the hand is resampled");
}

#[test]
fn tvs_match_06_a_round_is_a_turn_of_the_starter_and_one_of_the_other() {
    let mut scene = Scene::new(&[("subs", "0")]).hand(0, &[3, 8, 3]).hand(1, &[3, 8, 3]);
    scene.game.starter = 1;
    scene.game.active = 1;
    scene.then(defend(3));
    assert_eq!((scene.game.active, scene.game.rounds), (0, 0));
    scene.then(defend(3));
    assert_eq!((scene.game.active, scene.game.rounds), (1, 1));
}

#[test]
fn tvs_match_07_a_turn_begins_with_substitutions() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 8]).hand(1, &[3, 8]);
    scene.then(defend(3));
    assert_eq!((scene.game.active, scene.game.step), (1, Step::Substitute));
    scene.then(Move::Stop);
    assert_eq!(scene.game.step, Step::Play);
}

#[test]
fn tvs_match_08_exactly_one_card_is_played() {
    let scene = Scene::new(&[]).hand(0, &[3, 8]);
    // Two cards, two pillars, no pass.
    assert_eq!(scene.moves(), [attack(3), defend(3), attack(8), defend(8)]);
    let mut scene = Scene::new(&[("subs", "0")]).hand(0, &[3, 8, 9]).hand(1, &[3]);
    scene.then(defend(3));
    assert_eq!(scene.open(0).defence.len, 1);
    assert_eq!(scene.game.active, 1, "one card a turn");
    // With no playable card the step is skipped: the other side is asked.
    let mut scene = Scene::new(&[("subs", "0"), ("full-time", "both")]).hand(0, &[3]).hand(1, &[3, 4, 5]);
    scene.then(defend(3)).then(defend(3)).then(defend(4));
    assert_eq!((scene.game.active, scene.game.rounds, scene.game.turns), (1, 2, 5));
    // Two plays a turn by switch.
    let mut scene = Scene::new(&[("plays-per-turn", "2")]).hand(0, &[3, 8]).hand(1, &[3]);
    scene.then(defend(3));
    assert_eq!((scene.game.active, scene.game.step), (0, Step::Play));
    scene.then(defend(8));
    assert_eq!(scene.game.active, 1);
}

#[test]
fn tvs_match_09_pillars_add_up_attack_and_defence_values() {
    let mut scene = Scene::new(&[("combos", "off"), ("subs", "0")])
        .stars(0, 3, 4)
        .attack(0, &[(13, 4)])
        .hand(0, &[3, 3])
        .hand(1, &[8]);
    scene.then(attack(3));
    assert_eq!(scene.attack_of(0), 4 + 3);
    let mut scene = Scene::new(&[]).stars(0, 3, 4).hand(0, &[3]).hand(1, &[8]);
    scene.then(defend(3));
    assert_eq!(scene.defence_of(0), 7);
}

#[test]
fn tvs_match_10_a_fifth_defence_card_displaces_the_oldest() {
    let mut scene =
        Scene::new(&[]).defence(0, &[(8, 3), (9, 3), (10, 3), (11, 3)]).hand(0, &[3, 4]).hand(1, &[8]);
    scene.then(defend(3));
    let open = scene.open(0);
    assert_eq!(open.defence.cards(), [16, 18, 20, 4]);
    assert_eq!(open.discards, 1 << 14);
    assert_eq!(scene.defence_of(0), 3 * 3 + 4);
    // The Attack pillar has no limit.
    let mut scene = Scene::new(&[])
        .attack(0, &[(8, 3), (9, 3), (10, 3), (11, 3), (3, 2), (4, 2), (5, 2)])
        .hand(0, &[6, 4])
        .hand(1, &[8]);
    scene.then(attack(6));
    assert_eq!(scene.open(0).attack.len, 8);
    let mut free = Scene::new(&[("defence-pillar-max", "none")])
        .defence(0, &[(8, 3), (9, 3), (10, 3), (11, 3)])
        .hand(0, &[3, 4])
        .hand(1, &[8]);
    free.then(defend(3));
    assert_eq!(free.open(0).defence.len, 5);
}

#[test]
fn tvs_match_11_a_greater_attack_may_shoot_once_a_turn() {
    // V7: Attack 9 against Defence 9 is no shot, 10 is.
    for (value, shot) in [(9, false), (10, true)] {
        let mut scene =
            Scene::new(&[]).attack(0, &[(13, value)]).defence(1, &[(3, 9)]).hand(0, &[3, 8]).hand(1, &[8, 9]);
        // After a defensive play too.
        scene.then(defend(3));
        assert_eq!(scene.game.step == Step::Shoot, shot, "{value} against 9");
        if shot {
            assert_eq!(scene.moves(), [Move::Shoot(false), Move::Shoot(true)]);
            scene.then(Move::Shoot(true)).then(Move::NoAnswer);
            assert_eq!((scene.open(0).goals, scene.game.active), (1, 1), "once per turn");
        }
    }
    // After a skipped step 2 as well.
    let mut scene =
        Scene::new(&[("subs", "0"), ("full-time", "both")]).attack(0, &[(13, 5)]).hand(1, &[8, 9, 10]);
    (scene.game.active, scene.game.starter) = (1, 1);
    scene.then(attack(8)).then(Move::Shoot(false));
    assert_eq!((scene.game.active, scene.game.step), (0, Step::Shoot));
}

#[test]
fn tvs_match_12_at_most_one_answer_beyond_the_pillar_limit() {
    // V8: shot 14 v 9, answer 2-star defender (4): goal; 3-star (6): save.
    let scene = |stars| {
        Scene::new(&[("combos", "off"), ("subs", "0")])
            .attack(0, &[(13, 14)])
            .defence(1, &[(8, 3), (9, 2), (10, 2), (11, 2)])
            .stars(1, 5, stars)
            .hand(0, &[3, 3, 8])
            .hand(1, &[5, 5, 6])
            .step(Step::Shoot)
    };
    let mut beaten = scene(2);
    beaten.then(Move::Shoot(true));
    assert_eq!(beaten.game.asked(), 1);
    beaten.then(answer(5, 0, false));
    assert_eq!((beaten.open(0).goals, beaten.open(1).answers), (1, 1));
    let mut saved = scene(3);
    saved.then(Move::Shoot(true)).then(answer(5, 0, false));
    assert_eq!((saved.open(0).goals, saved.open(1).saves), (0, 1));
    // One answer even if it does not save; two by switch; none by switch.
    let mut none =
        Scene::new(&[("responses-per-shot", "0")]).attack(0, &[(13, 5)]).hand(0, &[3]).hand(1, &[5]);
    none.game.step = Step::Shoot;
    none.then(Move::Shoot(true));
    assert_eq!(none.open(0).goals, 1);
    let mut two = Scene::shot(&[("responses-per-shot", "2"), ("combos", "off")], 8).hand(1, &[5, 3, 6]);
    two.then(Move::Shoot(true)).then(answer(5, 0, false));
    assert_eq!(two.game.step, Step::Answer);
    two.then(answer(3, 0, false));
    assert_eq!(two.open(1).saves, 1);
}

#[test]
fn tvs_match_13_attack_must_still_exceed_defence() {
    for (value, goal) in [(4, false), (5, true)] {
        let mut scene = Scene::shot(&[], value).hand(1, &[5, 6]);
        scene.then(Move::Shoot(true)).then(answer(5, 0, false));
        assert_eq!(scene.open(0).goals == 1, goal, "{value} against 4");
        assert_eq!(scene.open(1).saves == 1, !goal);
    }
}

#[test]
fn tvs_match_14_what_is_cleared_after_a_shot() {
    let scene = |changes: &[(&str, &str)]| {
        Scene::shot(changes, 9)
            .defence(0, &[(3, 4)])
            .attack(1, &[(13, 4)])
            .defence(1, &[(8, 3), (9, 1), (10, 1), (11, 1)])
            .hand(1, &[5, 6])
    };
    let mut goal = scene(&[]);
    goal.then(Move::Shoot(true)).then(Move::NoAnswer);
    assert_eq!((goal.open(0).attack.len, goal.open(1).defence.len), (0, 0));
    assert_eq!((goal.open(0).defence.len, goal.open(1).attack.len), (1, 1), "the other two stay");
    assert_eq!(goal.open(0).discards, 1 << 24);
    assert_eq!(goal.open(1).discards, 1 << 14 | 1 << 16 | 1 << 18 | 1 << 20);
    let mut save = scene(&[]);
    save.then(Move::Shoot(true)).then(answer(5, 0, false));
    assert_eq!((save.open(0).attack.len, save.open(1).defence.len), (0, 4), "down to the limit");
    assert_eq!(save.open(1).discards, 1 << 14, "oldest first");
    let mut kept = scene(&[("clear-on-goal", "none")]);
    kept.then(Move::Shoot(true)).then(Move::NoAnswer);
    assert_eq!((kept.open(0).attack.len, kept.open(1).defence.len), (1, 4));
    let mut both = scene(&[("clear-on-save", "both")]);
    both.then(Move::Shoot(true)).then(answer(5, 0, false));
    assert_eq!((both.open(0).attack.len, both.open(1).defence.len), (0, 0));
}

#[test]
fn tvs_match_15_the_active_boss_draws_up_to_five() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 4]).deck(0, &[8, 8, 9, 9, 10, 10]).hand(1, &[3]);
    scene.with(defend(3), Script::default().then_cards(&[14, 16, 19, 15]));
    assert_eq!((scene.game.sides[0].hand.count_ones(), scene.open(0).deck), (5, 2));
    // Until the deck is empty; discards never return.
    let mut scene = Scene::new(&[]).hand(0, &[3, 4]).deck(0, &[8]).discards(0, &[9, 10]).hand(1, &[3]);
    scene.with(defend(3), Script::default().then_cards(&[14]));
    assert_eq!((scene.game.sides[0].hand.count_ones(), scene.open(0).deck), (2, 0));
    assert_eq!(scene.open(0).discards.count_ones(), 2);
    let mut six =
        Scene::new(&[("draw-to", "6")]).hand(0, &[3, 4]).deck(0, &[8, 8, 9, 9, 10, 10]).hand(1, &[3]);
    six.with(defend(3), Script::default().then_cards(&[14, 16, 19, 15, 17]));
    assert_eq!(six.game.sides[0].hand.count_ones(), 6);
}

#[test]
fn tvs_match_16_full_time_when_a_boss_is_out_of_cards() {
    // The starter is out, but the round is played to its end.
    let mut scene = Scene::new(&[("subs", "0")]).hand(0, &[3]).hand(1, &[3, 4]);
    scene.then(defend(3));
    assert_ne!(scene.game.step, Step::Over);
    scene.then(defend(3));
    assert_eq!(scene.game.step, Step::Over);
    let mut both = Scene::new(&[("subs", "0"), ("full-time", "both")]).hand(0, &[3]).hand(1, &[3, 4]);
    both.then(defend(3)).then(defend(3));
    assert_ne!(both.game.step, Step::Over);
    both.then(defend(4));
    assert_eq!(both.game.step, Step::Over);
    let mut rounds = Scene::new(&[("subs", "0"), ("full-time", "10")]).hand(0, &[3, 4]).hand(1, &[3, 4]);
    rounds.game.rounds = 9;
    rounds.then(defend(3)).then(defend(3));
    assert_eq!(rounds.game.step, Step::Over);
}
