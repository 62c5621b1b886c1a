//! What a card is worth: goalkeepers, combos, skills (TVS-MATCH-17 to -24).

use super::*;

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
        let mut scene = Scene::shot(changes, 20).hand(1, &[1, 6]);
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
    let mut scene = Scene::new(&[("subs", "0")])
        .defence(0, &[(8, 3), (11, 3), (13, 3)])
        .hand(0, &[9, 6])
        .hand(1, &[11, 13]);
    scene.then(defend(9));
    assert_eq!(scene.open(0).defence.values[3], 3 + 2);
    scene.then(defend(11)).then(defend(6));
    assert_eq!(scene.open(0).defence.cards()[..3], [20, 24, 16], "8 was pushed out");
    assert_eq!(scene.open(0).defence.values[2], 3 + 2);
    // Judged after the discard for the limit.
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
    let mut scene = Scene::shot(&[], 8).hand(1, &[4, 6]);
    scene.then(Move::Shoot(true)).then(answer(4, 0, true));
    assert_eq!((scene.open(1).saves, scene.open(1).yellow), (1, bit(4)));
}

/// A shot that shirt 7 may answer as the last man.
pub(super) fn last_man(changes: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::shot(changes, 20).defence(1, &[(7, 4), (8, 3)]).hand(1, &[7, 9]);
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

/// Bots value whole squads at once: as play does card by card.
#[test]
fn a_squad_at_once_is_worth_what_each_card_is() {
    use super::super::play::cards::{Card, worth, worths};
    for doubles in ["own-printed", "answer-only", "whole-pillar"] {
        let rules = rules(&[("gk-double", doubles)]);
        for squad in &rules.squads {
            for there in [0, 1, 3 << 6, 0x0F0F_0F0F, 0x1234_5678, u32::MAX] {
                for (defence, answer) in [(false, false), (true, false), (true, true)] {
                    let of = |player| {
                        worth(&rules, squad, there, Card { player, defence, home: 0, skill: 0, answer })
                    };
                    let each: [u8; 16] = std::array::from_fn(|player| of(player as u8));
                    assert_eq!(worths(&rules, squad, there, (defence, answer)), each, "{doubles} {there:#x}");
                }
            }
        }
    }
}
