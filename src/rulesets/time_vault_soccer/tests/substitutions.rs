//! Substitutions (TVS-SUBS). The scene's bench is shirts 2, 7, 12, 15, 16.

use super::*;

fn swap(off: u8, on: u8) -> Move {
    Move::Substitute { off: off - 1, on: on - 1 }
}

fn card(shirt: u8, copy: u8) -> u32 {
    1 << (2 * (shirt - 1) + copy)
}

#[test]
fn tvs_subs_01_at_most_three_per_boss_and_match() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 8, 9, 13, 14]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(8, 12)).then(swap(9, 15)).then(swap(13, 16));
    assert_eq!(scene.game.step, Step::Play, "no fourth");
    assert_eq!((scene.open(0).substitutions, scene.open(0).subs_left), (3, 0));
    let none = Scene::new(&[("subs", "0")]).hand(0, &[3]).hand(1, &[3, 4]);
    let mut none = none;
    none.then(defend(3));
    assert_eq!(none.game.step, Step::Play);
}

#[test]
fn tvs_subs_02_only_the_bench_of_at_most_five_comes_on() {
    let mut scene = Scene::new(&[]).hand(0, &[3]).hand(1, &[3]).step(Step::Substitute);
    scene.game.sides[0].open.bench = bit(12) | bit(15);
    assert_eq!(scene.moves(), [Move::Stop, swap(3, 12), swap(3, 15)]);
    let bench = |most: &str| {
        let table = Table::new(rules_with(&[("bench", most)], &["debut-50s", "debut-60s"]), stream(1));
        let benches: u32 =
            (0..=most.parse::<u32>().unwrap()).map(|k| super::super::teams::choose(5, k)).sum();
        assert_eq!(table.legal().len(), u64::from(2002 * benches));
        let moves = table.legal();
        (0..moves.len())
            .map(|i| match moves.nth(i) {
                Move::Team { bench, .. } => bench.count_ones(),
                _ => 99,
            })
            .max()
    };
    assert_eq!(bench("5"), Some(5));
    assert_eq!(bench("2"), Some(2));
    assert_eq!(bench("0"), Some(0));
}

#[test]
fn tvs_subs_03_a_player_in_hand_goes_off_for_one_of_the_bench() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Substitute);
    assert!(!scene.moves().contains(&swap(9, 12)), "9 is not in hand");
    scene.then(swap(3, 15));
    assert_eq!(scene.game.sides[0].hand, card(15, 0) | card(8, 0));
    let open = scene.open(0);
    assert_eq!((open.team & bit(3), open.team & bit(15), open.bench & bit(15)), (0, bit(15), 0));
    assert_eq!(open.discards, 0, "the copies taken off are no discards");
}

#[test]
fn tvs_subs_04_the_turn_goes_on() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(3, 15)).then(Move::Stop);
    assert_eq!((scene.game.active, scene.game.step), (0, Step::Play));
}

#[test]
fn tvs_subs_05_who_came_on_is_not_played_in_that_turn() {
    let mut scene =
        Scene::new(&[("subs", "1")]).hand(0, &[3, 8]).hand(1, &[13, 13, 3]).step(Step::Substitute);
    scene.then(swap(3, 15));
    assert_eq!(scene.moves(), [attack(8), defend(8)]);
    // But answers in the opponent's next turn.
    scene.then(defend(8));
    (scene.game.step, scene.game.sides[1].open.subs_left) = (Step::Play, 0);
    scene.then(attack(13)).then(Move::Shoot(true));
    assert!(scene.moves().contains(&answer(15, 0, false)));
    // With nobody else in hand the play is skipped.
    let mut alone = Scene::new(&[("subs", "1")]).hand(0, &[3]).hand(1, &[3]).step(Step::Substitute);
    alone.then(swap(3, 15));
    assert_eq!(alone.game.active, 1);
    assert_eq!(alone.game.sides[0].hand, card(15, 0));
}

#[test]
fn tvs_subs_06_a_copy_in_the_deck_is_exchanged() {
    // V12: other copy in the deck: two cards gained, one of them when drawn.
    let mut scene =
        Scene::new(&[("subs", "1")]).hand(0, &[3, 8]).deck(0, &[3, 9]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(3, 15));
    assert_eq!(scene.game.sides[0].hand, card(15, 0) | card(8, 0));
    assert_eq!(scene.game.sides[0].deck_cards(), card(15, 1) | card(9, 0));
    scene.with(defend(8), Script::default().then_cards(&[29, 16]));
    assert_eq!(scene.game.sides[0].hand, card(15, 0) | card(15, 1) | card(9, 0));
}

#[test]
fn tvs_subs_07_a_copy_in_play_is_discarded_without_replacement() {
    let mut scene =
        Scene::new(&[]).defence(0, &[(3, 4), (9, 3)]).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(3, 15));
    assert_eq!(scene.game.sides[0].hand, card(15, 0) | card(8, 0));
    let open = scene.open(0);
    assert_eq!((open.defence.cards(), open.discards), (&[16_u8][..], card(3, 0)));
    assert_eq!(scene.defence_of(0), 3);
}

#[test]
fn tvs_subs_08_discarded_copy_one_both_in_hand_two() {
    let mut one = Scene::new(&[]).discards(0, &[3]).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Substitute);
    one.then(swap(3, 15));
    assert_eq!(one.game.sides[0].hand, card(15, 0) | card(8, 0));
    assert_eq!(one.open(0).discards, card(3, 0));
    let mut two = Scene::new(&[]).hand(0, &[3, 3, 8]).hand(1, &[3]).step(Step::Substitute);
    assert_eq!(two.moves().iter().filter(|m| **m == swap(3, 15)).count(), 1, "one entry for two copies");
    two.then(swap(3, 15));
    assert_eq!(two.game.sides[0].hand, card(15, 0) | card(15, 1) | card(8, 0));
    assert_eq!(two.open(0).substitutions, 1);
}

#[test]
fn tvs_subs_09_several_at_once_and_the_set_is_tested_as_a_whole() {
    // A second goalkeeper on first, the first one off after: legal as a set.
    let mut scene = Scene::new(&[("subs", "2")]).hand(0, &[1, 3, 8]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(3, 2));
    assert!(!scene.moves().contains(&Move::Stop), "two goalkeepers");
    let off: Vec<Move> = scene.moves();
    assert!(off.iter().all(|m| matches!(m, Move::Substitute { off: 0, .. })), "{off:?}");
    scene.then(swap(1, 15));
    assert_eq!(scene.game.step, Step::Play);
    // With one substitution left that could not be completed.
    let scene = Scene::new(&[("subs", "1")]).hand(0, &[1, 3]).step(Step::Substitute);
    assert!(!scene.moves().contains(&swap(3, 2)));
    // Who came on in the set cannot go off in it.
    let mut scene = Scene::new(&[]).hand(0, &[3]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(3, 15));
    assert_eq!(scene.game.active, 1, "nobody is left who may go off, or be played");
}

#[test]
fn tvs_subs_10_none_in_answer_to_a_shot() {
    let mut scene = Scene::shot(&[], 9).hand(1, &[3, 8]);
    scene.then(Move::Shoot(true));
    assert_eq!(scene.game.asked(), 1);
    assert!(scene.moves().iter().all(|m| matches!(m, Move::NoAnswer | Move::Answer { .. })));
}

#[test]
fn tvs_subs_11_off_is_off_and_sent_off_is_not_replaced() {
    let mut scene = Scene::new(&[]).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Substitute);
    scene.then(swap(3, 15));
    assert!(scene.moves().iter().all(|m| !matches!(m, Move::Substitute { on: 2, .. })));
    assert_eq!(scene.open(0).bench & bit(3), 0);
    // A player sent off has no card to be taken off by.
    let mut scene = Scene::new(&[]).attack(0, &[(8, 3)]).hand(0, &[8, 3]).hand(1, &[3]);
    scene.game.sides[0].open.yellow = bit(8);
    scene.then(attack(8));
    assert_eq!(scene.open(0).sent_off, bit(8));
    scene.game.active = 0;
    scene.game.step = Step::Substitute;
    assert!(scene.moves().iter().all(|m| !matches!(m, Move::Substitute { off: 7, .. })));
}

/// The quick count of what can still be put right against trying every set.
#[test]
fn offered_steps_are_exactly_those_that_can_be_completed() {
    fn completes(scene: &Scene, depth: u8) -> bool {
        let open = scene.open(0);
        let squad = scene.squad(0);
        if super::super::subs::team_is_legal(&scene.rules, &squad, open.team, scene.game.cap) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let side = &scene.game.sides[0];
        super::super::squads::each(super::super::subs::may_go_off(side)).any(|off| {
            super::super::squads::each(open.bench).any(|on| {
                let mut next = Scene { rules: rules(&[]), players: scene.players, game: scene.game };
                super::super::subs::make(&squad, &mut next.game.sides[0], off, on, &mut Silent);
                completes(&next, depth - 1)
            })
        })
    }
    let mut whim = whim(9);
    let mut refused = 0;
    for round in 0..60 {
        let mut scene = Scene::new(&[]).hand(0, &[1, 3, 8, 13]).hand(1, &[3]).step(Step::Substitute);
        for shirt in 1..=16 {
            scene = scene.stars(0, shirt, 1 + whim.below(if round % 2 == 0 { 5 } else { 3 }) as u8);
        }
        let stars = scene.squad(0).stars_of(TEAM);
        scene = scene.cap(stars + whim.below(3) as u8);
        for limited in [None, scene.game.cap] {
            scene.game.cap = limited;
            let offered = scene.moves();
            for off in [1, 3, 8, 13] {
                for on in [2, 7, 12, 15, 16] {
                    let mut next = Scene { rules: rules(&[]), players: scene.players, game: scene.game };
                    super::super::subs::make(
                        &scene.squad(0),
                        &mut next.game.sides[0],
                        off - 1,
                        on - 1,
                        &mut Silent,
                    );
                    let possible = completes(&next, 2);
                    refused += u32::from(!possible);
                    assert_eq!(offered.contains(&swap(off, on)), possible, "{off} for {on}, cap {limited:?}");
                }
            }
        }
    }
    assert!(refused > 20);
}
