//! Section 6: what each script does, on tables made for the purpose.

use super::super::bots::Script;
use super::*;
use crate::game::Bots;

const ALL: [Script; 4] = [Script::Rusher, Script::Hoarder, Script::Balanced, Script::Calculator];

/// What a script chooses over many whims, each choice once, in order.
fn chooses(desk: &Desk, script: Script) -> Vec<u8> {
    let mut moves = RankedMask::default();
    KingOfThePitch::legal(&desk.rules, &desk.state, &mut moves);
    let mut seen = std::collections::BTreeSet::new();
    for entrant in 0..60 {
        let mut whim = Whim::new(Luck::new(4, 4, entrant), 0, 0);
        let view = desk.view(desk.state.asked);
        let chosen = KingOfThePitch::decide(script, &desk.rules, view, &moves, &mut (), &mut whim);
        assert!(moves.mask.0 >> chosen & 1 == 1, "{script:?} plays {chosen}, which is not legal");
        seen.insert(chosen);
    }
    seen.into_iter().collect()
}

/// Seat 1 of two with the turn.
fn table() -> Desk {
    Desk::new(&[]).turn_of(1)
}

fn row(desk: Desk, cards: &[(u8, u8)]) -> Desk {
    let row: Vec<u8> = cards.iter().map(|&(colour, position)| desk.player(colour, position, 0)).collect();
    desk.lay(&row)
}

#[test]
fn the_rusher_challenges_whenever_it_can() {
    let desk = table().lay_bronze().ready(1).at_level(0, 4);
    assert_eq!(chooses(&desk, Script::Rusher), [MATCH], "even white against crown");
    for other in [Script::Hoarder, Script::Balanced, Script::Calculator] {
        assert_ne!(chooses(&desk, other), [MATCH]);
    }
}

#[test]
fn the_rusher_takes_match_cards_free_before_paid() {
    let desk = table();
    let bronze = desk.player(BRONZE, 1, 0);
    let free = table().lay(&[ids::MATCH, ids::MATCH + 1, bronze]);
    assert_eq!(chooses(&free, Script::Rusher), [4]);
    let paid = table().lay(&[bronze, ids::MATCH, ids::MATCH + 1]);
    assert_eq!(chooses(&paid, Script::Rusher), [2, 3], "equally good ones at random");
}

#[test]
fn the_rusher_plays_the_largest_gain_then_takes_then_sells() {
    // A gold attacker gains 3 attack and 1 defence; a bronze one little.
    let desk = table().lay_bronze();
    let (gold, bronze) = (desk.player(GOLD, 9, 0), desk.player(BRONZE, 8, 0));
    let desk = desk.give(1, gold).give(1, bronze);
    assert_eq!(chooses(&desk, Script::Rusher), [play(GOLD, 9)]);
    // The free player card comes before dearer ones with a larger gain.
    let desk = row(table(), &[(BRONZE, 8), (SILVER, 7), (GOLD, 9)]);
    assert_eq!(chooses(&desk, Script::Rusher), [4]);
    let event = table();
    let row: Vec<u8> = vec![ids::VAR, event.player(GOLD, 9, 0), event.player(SILVER, 7, 0)];
    assert_eq!(chooses(&event.lay(&row), Script::Rusher), [3], "gold 9 for a gold cube");
    let broke = table().lay(&row).cubes(1, [0; 3]);
    assert_eq!(chooses(&broke, Script::Rusher), [4], "a free V.A.R. is better than nothing");
}

#[test]
fn gains_weigh_the_lower_column_fully_and_the_higher_at_0_45() {
    // Attack 3, defence 0: a bronze defender lifts the minimum by 1, a silver
    // attacker only the maximum by 2 (0.9).
    let desk = table().lay_bronze().chip(1, 2, 7).chip(1, 1, 8);
    let (defender, attacker) = (desk.player(BRONZE, 6, 0), desk.player(SILVER, 9, 0));
    let desk = desk.give(1, defender).give(1, attacker);
    assert_eq!(chooses(&desk, Script::Rusher), [play(BRONZE, 6)]);
}

#[test]
fn the_hoarder_challenges_only_when_clearly_ahead() {
    let at = |own: u8, king: u8| {
        chooses(&table().lay_bronze().ready(1).at_level(1, own).at_level(0, king), Script::Hoarder)
    };
    assert_eq!(at(3, 1), [MATCH], "gold with 0.745");
    assert_ne!(at(3, 2), [MATCH], "gold with 0.62");
    assert_ne!(at(1, 0), [MATCH], "0.745, but only bronze");
    assert_eq!(at(2, 0), [MATCH], "0.826");
}

#[test]
fn the_hoarder_wants_a_match_card_from_silver_on() {
    let desk = |level: u8| {
        let desk = table().at_level(1, level);
        let row = [desk.player(BRONZE, 9, 0), ids::MATCH];
        chooses(&desk.lay(&row), Script::Hoarder)
    };
    assert_eq!(desk(2), [3]);
    assert_eq!(desk(1), [4], "below silver it takes the free player card");
}

#[test]
fn the_hoarder_sells_what_gains_nothing() {
    let desk = table().lay(&[ids::MATCH]).ready(1).chip(1, 3, 9).cubes(1, [0; 3]);
    let (worse, other) = (desk.player(BRONZE, 9, 0), desk.player(SILVER, 9, 0));
    let desk = desk.give(1, worse).give(1, other);
    assert_eq!(chooses(&desk, Script::Hoarder), [sell(BRONZE, 9), sell(SILVER, 9)]);
    let stuck = table().cubes(1, [0; 3]).bank([0; 3]);
    assert_eq!(chooses(&stuck, Script::Hoarder), [PASS]);
}

#[test]
fn balanced_challenges_from_even_chances_on() {
    let at = |own: u8, king: u8| {
        let desk = table().lay_bronze().ready(1).at_level(1, own).at_level(0, king);
        chooses(&desk, Script::Balanced) == [MATCH]
    };
    assert!(at(0, 0) && at(2, 2) && at(3, 1));
    assert!(!at(1, 2) && !at(0, 1));
}

#[test]
fn balanced_scores_takes_and_plays() {
    // MATCH 20 when it would have 0.45; 3 when not.
    let even = table();
    let cards = [even.player(BRONZE, 1, 0), ids::MATCH];
    assert_eq!(chooses(&even.lay(&cards), Script::Balanced), [3], "20 - 2 beats a bronze card");
    // Without hope MATCH is worth 3 - 2 = 1, bronze 1 free 2 * 0.45 = 0.9.
    let hopeless = table().lay(&cards).at_level(0, 4);
    assert_eq!(chooses(&hopeless, Script::Balanced), [3]);
    // V.A.R. 4 - 2 = 2 against BONUS 3 - 2 + |0 - 8| / 4 = 3.
    let desk = table().chip(1, 4, 7).chip(1, 4, 8).at_level(0, 4);
    let filler = desk.player(BRONZE, 7, 0);
    let desk = desk.lay(&[filler, ids::VAR, ids::BONUS]);
    assert_eq!(desk.columns(1), (2, 8));
    assert_eq!(chooses(&desk, Script::Balanced), [2]);
    // PLAY counts three times the gain.
    let desk = table();
    let card = desk.player(GOLD, 5, 0);
    let desk = desk.lay_bronze().give(1, card);
    assert_eq!(chooses(&desk, Script::Balanced), [play(GOLD, 5)]);
}

#[test]
fn balanced_pays_for_its_captain_when_it_gains_enough() {
    let desk = Desk::new(&[("players", "4"), ("captains", "on")]).lay_bronze();
    let mut desk = desk.turn_of(1).cubes(1, [0, 0, 2]).chip(1, 3, 7).chip(1, 3, 8).chip(1, 3, 9);
    desk.state.teams[1].captain = 1;
    // Defence 3 to 7, attack 9 to 10: gain 4.45, score 7.35; bronze 1: 2.
    assert_eq!(chooses(&desk, Script::Balanced), [PAY_CAPTAIN]);
    desk.quiet(PAY_CAPTAIN);
    assert_eq!(chooses(&desk, Script::Balanced), [2, 3, 4, 6], "equally good positions at random");
    let better = desk.chip(1, 3, 2);
    assert_eq!(chooses(&better, Script::Rusher), [3, 4, 6], "position 2 holds a gold chip");
}

#[test]
fn everybody_commits_by_its_own_rule() {
    // Seat 1 at silver with gold attack, level with the King.
    let ready = || {
        let desk = Desk::new(&[("players", "5")]).lay_bronze().ready(1).turn_of(1);
        let desk = desk.at_level(1, 2).chip(1, 3, 9).chip(1, 1, 8).at_level(0, 2);
        desk.give(1, ids::VAR).give(1, ids::BONUS)
    };
    let mut desk = ready();
    assert_eq!((desk.columns(1), desk.level(1)), ((7, 10), 2));
    desk.quiet(MATCH);
    for script in [Script::Rusher, Script::Hoarder, Script::Balanced] {
        assert_eq!(chooses(&desk, script), [3], "{script:?}");
    }
    // 0.620 with BONUS alone, 0.699 with both: V.A.R. adds less than 0.08.
    assert_eq!(chooses(&desk, Script::Calculator), [2]);
    // Against crown the chance is below 0.2 and BONUS does not help.
    let mut weak = Desk::new(&[("players", "5")]).lay_bronze().ready(1).turn_of(1).at_level(0, 4);
    weak = weak.give(1, ids::VAR).give(1, ids::BONUS);
    weak.quiet(MATCH);
    assert_eq!(chooses(&weak, Script::Rusher), [1], "BONUS would not raise the level");
    assert_eq!(chooses(&weak, Script::Balanced), [1]);
    assert_eq!(chooses(&weak, Script::Hoarder), [0]);
    assert_eq!(chooses(&weak, Script::Calculator), [0], "0.05 more is less than 0.08");
    weak.state.teams[0].victories = 4;
    assert_eq!(chooses(&weak, Script::Hoarder), [1], "the rival needs one more");
    assert_eq!(chooses(&weak, Script::Calculator), [1], "only what adds nothing is dropped");
}

#[test]
fn the_calculator_counts_its_cards_and_the_score() {
    // White against bronze: 0.25 without cards, 0.39 with V.A.R.
    let desk = |own: u8, king: u8, var: bool| {
        let mut desk = table().lay_bronze().ready(1).at_level(0, 1);
        if var {
            desk = desk.give(1, ids::VAR);
        }
        desk.state.teams[1].victories = own;
        desk.state.teams[0].victories = king;
        chooses(&desk, Script::Calculator) == [MATCH]
    };
    assert!(!desk(0, 0, false) && !desk(0, 0, true));
    assert!(desk(4, 1, true), "three victories ahead: 0.35 is enough");
    assert!(!desk(4, 1, false));
    let even = |own: u8, king: u8| {
        let mut desk = table().lay_bronze().ready(1);
        desk.state.teams[1].victories = own;
        desk.state.teams[0].victories = king;
        chooses(&desk, Script::Calculator) == [MATCH]
    };
    assert!(even(0, 0), "a half at level score");
    assert!(!even(0, 1), "0.55 is asked when the King leads");
    assert!(even(1, 0));
}

#[test]
fn the_calculator_denies_a_card_that_the_next_player_wants() {
    // The free V.A.R. card is worth 4 to both; playing bronze 2 only 0.9 * 3.
    let desk = table().at_level(1, 1);
    let card = desk.player(BRONZE, 2, 0);
    let desk = desk.chip(1, 1, 8).lay(&[ids::VAR]).give(1, card);
    assert_eq!(desk.columns(1), (4, 5));
    assert_eq!(chooses(&desk, Script::Balanced), [4]);
    let desk = desk.chip(1, 1, 10);
    let second = desk.player(SILVER, 6, 0);
    let desk = desk.give(1, second);
    // Silver 6: defence 4 to 6, attack 6: gain 2, PLAY 6 > 4, yet 4 >= 0.6 * 6.
    assert_eq!(desk.columns(1), (4, 6));
    assert_eq!(chooses(&desk, Script::Balanced), [play(SILVER, 6)]);
    assert_eq!(chooses(&desk, Script::Calculator), [4]);
}

#[test]
fn any_one_die_is_chosen_for_its_chance() {
    let changes = [("var-scope", "any-one-die"), ("players", "5")];
    let mut desk = Desk::new(&changes).lay_bronze().ready(1).turn_of(1).at_level(1, 1).at_level(0, 1);
    desk = desk.give(1, ids::VAR);
    desk.quiet(MATCH);
    desk.act(1, desk.rolls_at([1, 1], &[6, 2], &[6, 4], &[]));
    for script in ALL {
        assert_eq!(chooses(&desk, script), [1], "the 6 is worth keeping");
    }
}

#[test]
fn scripts_finish_their_games_and_stronger_ones_win_more() {
    for (bot, players) in [("rusher", "2"), ("hoarder", "3"), ("balanced", "4"), ("calculator", "5")] {
        let ended = games(&[("players", players)], bot, 150);
        assert!(ended.iter().all(|state| matches!(state.end, End::Won(_))), "{bot}");
    }
    // The stall test of mirror hoarders.
    let hoarders = games(&[], "hoarder", 300);
    assert!(hoarders.iter().all(|state| matches!(state.end, End::Won(_))));
}
