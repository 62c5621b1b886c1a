//! One match: kick-off, turns, pillars, shots, skills, full time, penalties
//! (TVS-MATCH, -PEN).

use super::super::play::shootout;
use super::super::sides::Side;
use super::super::squads::cards_of;
use super::*;
use crate::chance::Source;
use crate::competitions::{Kind, NOBODY};
use crate::game::{Ending, WIN};

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
    let imagined: std::collections::BTreeSet<u16> = (0..50)
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
    assert_eq!(compensated.kickoff, super::super::rules::KickOff::Away);
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
    let mut hands = std::collections::BTreeSet::new();
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
    let mut two = Scene::new(&[("responses-per-shot", "2"), ("combos", "off")])
        .attack(0, &[(13, 8)])
        .hand(0, &[3])
        .hand(1, &[5, 3, 6])
        .step(Step::Shoot);
    two.then(Move::Shoot(true)).then(answer(5, 0, false));
    assert_eq!(two.game.step, Step::Answer);
    two.then(answer(3, 0, false));
    assert_eq!(two.open(1).saves, 1);
}

#[test]
fn tvs_match_13_attack_must_still_exceed_defence() {
    for (value, goal) in [(4, false), (5, true)] {
        let mut scene =
            Scene::new(&[]).attack(0, &[(13, value)]).hand(0, &[3]).hand(1, &[5, 6]).step(Step::Shoot);
        scene.then(Move::Shoot(true)).then(answer(5, 0, false));
        assert_eq!(scene.open(0).goals == 1, goal, "{value} against 4");
        assert_eq!(scene.open(1).saves == 1, !goal);
    }
}

#[test]
fn tvs_match_14_what_is_cleared_after_a_shot() {
    let scene = |changes: &[(&str, &str)]| {
        Scene::new(changes)
            .attack(0, &[(13, 9)])
            .defence(0, &[(3, 4)])
            .attack(1, &[(13, 4)])
            .defence(1, &[(8, 3), (9, 1), (10, 1), (11, 1)])
            .hand(0, &[3])
            .hand(1, &[5, 6])
            .step(Step::Shoot)
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

#[test]
fn tvs_match_17_a_goalkeeper_is_doubled_in_defence() {
    let scene = Scene::new(&[]).hand(0, &[1]).hand(1, &[3]);
    let printed = scene.squad(0).defence[0];
    let mut scene = scene;
    scene.then(defend(1));
    assert_eq!(scene.defence_of(0), 2 * u16::from(printed));
}

#[test]
fn tvs_match_18_printed_defence_twice_however_played_and_nothing_in_attack() {
    let mut forward = Scene::new(&[]).hand(0, &[1]).hand(1, &[3]);
    forward.then(attack(1));
    assert_eq!(forward.attack_of(0), 0);
    let shot = |changes: &[(&str, &str)]| {
        let mut scene =
            Scene::new(changes).attack(0, &[(13, 20)]).hand(0, &[3]).hand(1, &[1, 6]).step(Step::Shoot);
        scene.game.golden = false;
        scene.then(Move::Shoot(true));
        scene
    };
    // As an answer it is doubled too: 20 against 6 beats it, but 6 counts.
    for (doubles, answered, played) in [("own-printed", 6, 6), ("answer-only", 6, 3), ("whole-pillar", 6, 6)]
    {
        let changes = [("gk-double", doubles), ("clear-on-goal", "none")];
        let mut scene = shot(&changes);
        scene.then(answer(1, 0, false));
        assert_eq!(scene.defence_of(1), answered, "{doubles}");
        let mut scene = Scene::new(&changes).hand(0, &[1]).hand(1, &[3]);
        scene.then(defend(1));
        assert_eq!(scene.defence_of(0), played, "{doubles}");
    }
    // The whole pillar: every printed defence twice while the keeper is there.
    let mut scene = Scene::new(&[("gk-double", "whole-pillar")])
        .defence(0, &[(3, 4), (8, 5)])
        .hand(0, &[1])
        .hand(1, &[3]);
    assert_eq!(scene.defence_of(0), 9);
    scene.then(defend(1));
    assert_eq!(scene.defence_of(0), 9 + 3 + (4 + 3 + 3));
}

#[test]
fn tvs_match_19_a_combo_adds_two_next_to_the_same_icon() {
    // Shirts 8, 9, 10 carry M; 11 none.
    let value = |changes: &[(&str, &str)], there: u8, shirt: u8, other_pillar: bool| {
        let scene = Scene::new(changes).hand(0, &[shirt, 3]).hand(1, &[3]);
        let mut scene =
            if other_pillar { scene.defence(0, &[(there, 3)]) } else { scene.attack(0, &[(there, 3)]) };
        scene.then(attack(shirt));
        *scene.open(0).attack.values[..usize::from(scene.open(0).attack.len)].last().unwrap()
    };
    assert_eq!(value(&[], 8, 9, false), 3 + 2);
    assert_eq!(value(&[], 11, 9, false), 3);
    assert_eq!(value(&[], 13, 9, false), 3, "another icon");
    assert_eq!(value(&[], 8, 9, true), 3, "the other pillar");
    assert_eq!(value(&[("combos", "off")], 8, 9, false), 3);
    assert_eq!(value(&[("combo-bonus", "4")], 8, 9, false), 3 + 4);
    // Fixed when played: the partner may go, the bonus stays.
    let mut scene =
        Scene::new(&[]).defence(0, &[(3, 4), (8, 3), (9, 3), (10, 3)]).hand(0, &[4, 11, 6]).hand(1, &[3]);
    scene.then(defend(4));
    assert_eq!(scene.open(0).defence.values[3], 4, "the D was pushed out before (TVS-MATCH-24)");
}

#[test]
fn tvs_match_20_skills_are_optional_and_can_be_switched_off() {
    let scene = |changes: &[(&str, &str)]| {
        Scene::new(changes).stars(1, 13, 4).attack(1, &[(13, 7)]).hand(0, &[4, 6]).hand(1, &[3])
    };
    let on = scene(&[]).moves();
    for option in [attack(4), defend(4), play(4, true, 0, 1), attack(6), defend(6), play(6, true, 0, 2)] {
        assert!(on.contains(&option), "{option:?}");
    }
    assert_eq!(on.len(), 6);
    let off = scene(&[("skills", "off")]).moves();
    assert_eq!(off, [attack(4), defend(4), attack(6), defend(6)]);
    assert_eq!(scene(&[("lamp", "0")]).moves().len(), 5);
    assert_eq!(Scene::new(&[("lamp", "3")]).squad(0).skills[2].count_ones(), 3);
}

#[test]
fn tvs_match_21_lamp_removes_a_card_of_a_better_player() {
    // V11: own stars 2, opposing Attack 1, 2, 4: only the 4 can be chosen.
    let mut scene = Scene::new(&[])
        .stars(1, 8, 1)
        .stars(1, 13, 4)
        .attack(1, &[(8, 2), (9, 3), (13, 7)])
        .hand(0, &[6, 3])
        .hand(1, &[3]);
    let lamps: Vec<Move> =
        scene.moves().into_iter().filter(|m| matches!(m, Move::Play { skill, .. } if *skill >= 2)).collect();
    assert_eq!(lamps, [play(6, true, 0, 2 + 2)]);
    scene.then(lamps[0]);
    assert_eq!((scene.attack_of(1), scene.open(1).attack.len), (5, 2));
    assert_eq!(scene.open(1).discards, 1 << 24);
    assert_eq!((scene.open(0).yellow, scene.open(0).yellows), (bit(6), 1));
    // Both copies of one player are two options; not as an answer.
    let scene = Scene::new(&[]).stars(1, 13, 4).attack(1, &[(13, 7), (13, 7)]).hand(0, &[6]).hand(1, &[3]);
    assert_eq!(scene.moves(), [attack(6), defend(6), play(6, true, 0, 2), play(6, true, 0, 3)]);
}

#[test]
fn tvs_match_22_double_teaming_counts_the_printed_defence_twice() {
    let mut scene = Scene::new(&[]).hand(0, &[4, 3]).hand(1, &[3]);
    scene.then(play(4, true, 0, 1));
    assert_eq!((scene.defence_of(0), scene.open(0).yellow), (8, bit(4)));
    let mut scene = Scene::new(&[]).attack(0, &[(13, 8)]).hand(0, &[3]).hand(1, &[4, 6]).step(Step::Shoot);
    scene.then(Move::Shoot(true)).then(answer(4, 0, true));
    assert_eq!((scene.open(1).saves, scene.open(1).yellow), (1, bit(4)));
}

/// A shot that shirt 7 may answer as the last man.
fn last_man(changes: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::new(changes)
        .attack(0, &[(13, 20)])
        .defence(1, &[(7, 4), (8, 3)])
        .hand(0, &[3])
        .hand(1, &[7, 9])
        .step(Step::Shoot);
    scene.game.sides[1].open.team |= bit(7);
    scene.then(Move::Shoot(true));
    scene
}

#[test]
fn tvs_match_23_the_last_man_makes_it_a_penalty_and_is_sent_off() {
    for (kick, goals) in [(1, 1), (0, 0)] {
        let mut scene = last_man(&[]);
        scene.with(Move::LastMan { player: 6 }, Script::default().then(&[kick]));
        let open = scene.open(1);
        assert_eq!((scene.open(0).goals, open.saves), (goals, 1 - goals));
        assert_eq!((open.reds, open.yellows, open.sent_off, open.yellow), (1, 0, bit(7), 0), "no yellow");
        assert_eq!(scene.game.sides[1].hand, 1 << 16);
        assert_eq!(open.answers, 1);
        // MATCH-14 applies: a goal clears both pillars, a save the attack.
        assert_eq!(scene.open(0).attack.len, 0);
        assert_eq!(open.defence.len, u8::from(goals != 1));
    }
    let mut quiet = last_man(&[("bookings", "off")]);
    quiet.with(Move::LastMan { player: 6 }, Script::default().then(&[0]));
    assert_eq!((quiet.open(1).reds, quiet.open(1).defence.len), (0, 2));
    assert_eq!(quiet.open(1).discards, 1 << 13, "discarded from hand");
}

#[test]
fn tvs_match_24_order_within_one_play() {
    // The first copy is pushed out by the limit: it is no longer in play, so
    // the second is no yellow, and its icon gives no combo.
    let mut scene =
        Scene::new(&[]).defence(0, &[(5, 4), (8, 3), (9, 3), (10, 3)]).hand(0, &[5, 6]).hand(1, &[3]);
    scene.then(defend(5));
    assert_eq!((scene.open(0).yellows, scene.defence_of(0)), (0, 9 + 4));
    // Second copy first, skill second: at most two yellows, the lamp stands.
    let mut scene = Scene::new(&[])
        .stars(1, 13, 4)
        .attack(1, &[(13, 7)])
        .attack(0, &[(6, 2)])
        .hand(0, &[6, 3])
        .hand(1, &[3]);
    scene.then(play(6, true, 0, 2));
    let open = scene.open(0);
    assert_eq!((open.yellows, open.reds, open.attack.len, open.defence.len), (2, 1, 0, 0));
    assert_eq!(scene.open(1).attack.len, 0, "the skill took effect before the bookings");
    // Booked before: the second copy sends him off and the skill brings no
    // third card.
    let mut scene = Scene::new(&[]).attack(0, &[(4, 2)]).hand(0, &[4, 3]).hand(1, &[3]);
    scene.game.sides[0].open.yellow = bit(4);
    scene.then(play(4, true, 0, 1));
    assert_eq!((scene.open(0).yellows, scene.open(0).reds), (1, 1));
}

#[test]
fn tvs_pen_01_five_kicks_each_then_pairs() {
    let rules = rules(&[]);
    let shoot = |values: &[u32]| {
        let mut script = Script::default().then(values);
        let result = shootout::play([0, 1], &rules.kick, &mut script, &mut Silent);
        script.done();
        result
    };
    // First kicker by lot (0: the first side). 3:0 after three pairs of kicks
    // decides: the others can reach 2 at most.
    assert_eq!(shoot(&[0, 1, 0, 1, 0, 1, 0]), (0, false, 6));
    assert_eq!(shoot(&[1, 1, 0, 1, 0, 1, 0]), (1, false, 6));
    // Level after five: pairs of kicks until one pair differs.
    let mut kicks = vec![0];
    kicks.extend([1, 1].repeat(5));
    kicks.extend([0, 0, 1, 1, 0, 1]);
    assert_eq!(shoot(&kicks), (1, false, 16));
    // The cap: fifty further pairs, then a coin, and the game is unfinished.
    let mut level = vec![0];
    level.extend([1, 1].repeat(55));
    level.push(1);
    assert_eq!(shoot(&level), (1, true, 110));
}

#[test]
fn tvs_pen_02_shoot_out_goals_decide_the_winner_only() {
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4")]);
    let mut seen = 0;
    for block in 0..30 {
        let state = game(&rules, "bus-parker", block);
        if state.counts.shoot_outs == 0 {
            continue;
        }
        seen += 1;
        let by_match: u32 = state.counts.goals_per_side.iter().zip(0..).map(|(&n, g)| u32::from(n) * g).sum();
        assert_eq!(by_match, state.counts.goals, "no kick is a goal of the match");
        assert!(state.counts.draws >= state.counts.shoot_outs, "the match stays drawn");
        let outcome = TimeVaultSoccer::outcome(&rules, &state);
        assert_eq!(outcome.ending, Ending::Decided);
    }
    assert!(seen > 5);
}

#[test]
fn a_coin_after_fifty_pairs_leaves_the_competition_unfinished() {
    /// Every kick scores, every coin is 1, everything else is seeded.
    struct Level(Stream);
    impl Chance for Level {
        fn below(&mut self, source: Source, n: u32) -> u32 {
            self.0.below(source, n)
        }
        fn lottery(&mut self, _: Source, _: &crate::chance::Lottery) -> u16 {
            1
        }
        fn draw(&mut self, draw: crate::chance::Draw, cards: &[u8]) -> usize {
            self.0.draw(draw, cards)
        }
    }
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4"), ("clear-on-goal", "both")]);
    let mut found = false;
    for block in 0..20 {
        let seating = [0, 1, 2, 3];
        let bot = crate::bots::Bot::<TimeVaultSoccer>::named("bus-parker").expect("a bot");
        let mut whims: Vec<Whim> = (0..4).map(|e| Whim::new(luck(block), e, 0)).collect();
        let state = crate::arena::one_game::play(
            &rules,
            &seating,
            &[bot; 4],
            &mut whims,
            &mut Level(stream(block)),
            &mut Silent,
            &mut crate::arena::one_game::Scratch::default(),
        );
        if state.counts.shoot_outs > 0 {
            let outcome = TimeVaultSoccer::outcome(&rules, &state);
            assert_eq!(outcome.ending, Ending::Unfinished(1));
            assert_eq!(TimeVaultSoccer::UNFINISHED[1], "shootout-cap");
            assert_ne!(state.season.cup_winner, NOBODY, "the bracket is played to its end");
            assert!(outcome.share.iter().all(|&share| share == 0));
            found = true;
        }
    }
    assert!(found);
}

#[test]
fn tvs_cup_03_an_extra_hand_is_five_of_the_own_discards_of_players_still_in_the_team() {
    for hand in ["4", "5", "6"] {
        extra_hand_with(hand);
    }
}

/// A drawn cup match at full time, with discards to draw an extra hand from:
/// five cards whatever the opening hand.
fn extra_hand_with(hand: &str) {
    let rules = rules(&[
        ("competition", "killer-cup"),
        ("bosses", "4"),
        ("cup-draw", "extra-hand"),
        ("hand-size", hand),
    ]);
    let mut table = Table::new(rules, stream(5));
    let mut whim = whim(5);
    table.skip(&mut whim, |state| state.game.turns == 12 && state.fixture.kind == Kind::Cup);
    // Put both sides at full time by hand: level, one card out.
    let game = &mut table.state.game;
    for side in &mut game.sides {
        let gone: u32 = side.hand | side.deck_cards();
        (side.hand, side.open.deck, side.open.goals) = (0, 0, 1);
        side.open.discards |= gone;
        side.open.attack.clear();
        side.open.defence.clear();
    }
    let off = game.sides[0].open.team & game.sides[0].open.team.wrapping_neg();
    game.sides[0].open.team &= !off;
    let before: Vec<u32> = game.sides.iter().map(|side| side.open.discards).collect();
    game.step = Step::Over;
    super::super::play::matches::follow(&table.rules, &mut table.state, &mut table.chance, &mut Silent);
    let game = &table.state.game;
    assert!(game.extra && table.state.counts.extra_hands == 1);
    for (side, before) in game.sides.iter().zip(before) {
        let eligible = before & cards_of(side.open.team);
        assert_eq!(side.hand.count_ones(), 5.min(eligible.count_ones()));
        assert_eq!(side.hand | side.aside, eligible);
        assert_eq!((side.open.deck, side.open.discards & side.hand), (0, 0));
    }
    let turns = game.turns;
    assert_ne!(game.step, Step::Substitute, "no substitutions");
    table.skip(&mut whim, |state| !state.game.extra);
    assert!(table.state.counts.turns > u32::from(turns), "rounds went on");
}

#[test]
fn a_replay_is_one_more_full_match_then_penalties() {
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4"), ("cup-draw", "replay")]);
    let mut replays = 0;
    for block in 0..40 {
        let state = game(&rules, "bus-parker", block);
        assert_eq!(u32::from(state.counts.matches), 3 + u32::from(state.counts.replays));
        assert!(state.counts.shoot_outs <= state.counts.replays);
        replays += state.counts.replays;
    }
    assert!(replays > 10);
}

#[test]
fn hidden_cards_are_sixteen_bits_of_players_twice() {
    assert_eq!(cards_of(0b101), 0b11_0011);
    for mask in [0, 1, 0x8000, 0x5A5A, 0xFFFF] {
        assert_eq!(super::super::squads::players_of(cards_of(mask)), mask);
        assert_eq!(super::super::squads::players_of(cards_of(mask) & 0x5555_5555), mask);
        assert_eq!(super::super::squads::players_of(cards_of(mask) & 0xAAAA_AAAA), mask);
    }
    let mut side: Side = Match::NONE.sides[0];
    side.deck[..4].copy_from_slice(&[3, 8, 9, 21]);
    side.open.deck = 4;
    side.strip_deck(1 << 8 | 1 << 9);
    assert_eq!(side.deck_cards(), 1 << 3 | 1 << 21);
}
