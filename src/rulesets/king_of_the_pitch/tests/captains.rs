//! KOP-CAP: captains and CAPTAIN TRANSFER cards.

use super::super::state::NONE;
use super::*;

const ON: [(&str, &str); 2] = [("players", "4"), ("captains", "on")];

/// Seat 0 has captain card `captain`, one CAPTAIN TRANSFER card is free and
/// one costs gold; bronze 1 to 3 lie behind.
fn desk(captain: u8) -> Desk {
    let desk = Desk::new(&ON);
    let mut row = vec![ids::TRANSFER, ids::TRANSFER + 1];
    row.extend((1..=3).map(|p| desk.player(BRONZE, p, 0)));
    let mut desk = desk.lay(&row);
    desk.state.teams[0].captain = captain;
    desk
}

#[test]
fn kop_cap_01_only_for_four_or_five_players() {
    for players in ["2", "3"] {
        let refused = conformance::rules::<KingOfThePitch>(&[("players", players), ("captains", "on")]);
        assert_eq!(refused.expect_err("illegal")[0].key, "captains");
    }
    assert!(conformance::rules::<KingOfThePitch>(&[("players", "5"), ("captains", "on")]).is_ok());
    let off = Desk::new(&[("players", "4")]).lay_bronze().cubes(0, [0, 0, 4]);
    assert!(!off.can(PAY_CAPTAIN), "without the option there is no captain to pay");
}

#[test]
fn kop_cap_02_each_team_is_dealt_one_secret_captain() {
    let rules = super::desk::rules(&ON);
    let mut first = [0_u32; 5];
    for block in 0..5_000 {
        let state = KingOfThePitch::setup(&rules, &[], &mut Stream::new(Luck::new(1, 2, block)), &mut Silent);
        let mut dealt: Vec<u8> = state.teams[..4].iter().map(|team| team.captain).collect();
        first[usize::from(dealt[0])] += 1;
        dealt.sort_unstable();
        dealt.dedup();
        assert_eq!(dealt.len(), 4, "no captain twice");
        let view = KingOfThePitch::view(&rules, &state, 1);
        assert!(view.captain(1).is_some() && view.captain(0).is_none());
    }
    assert!(first.iter().all(|&n| (850..1150).contains(&n)), "{first:?}");
}

#[test]
fn kop_cap_03_with_four_players_one_captain_stays_aside_unseen() {
    let rules = super::desk::rules(&ON);
    let state = KingOfThePitch::setup(&rules, &[], &mut Stream::new(Luck::new(1, 2, 3)), &mut Silent);
    assert_eq!(state.teams[4].captain, NONE);
    // From seat 0 each of the other four captains is as likely with seat 1.
    let mut seen = [0_u32; 5];
    let mut whim = Whim::new(Luck::new(9, 9, 9), 0, 0);
    for _ in 0..4_000 {
        let guess = KingOfThePitch::determinize(&rules, KingOfThePitch::view(&rules, &state, 0), &mut whim);
        assert_eq!(guess.teams[0], state.teams[0]);
        seen[usize::from(guess.teams[1].captain)] += 1;
    }
    assert_eq!(seen[usize::from(state.teams[0].captain)], 0);
    assert_eq!(seen.iter().filter(|&&n| (850..1150).contains(&n)).count(), 4, "{seen:?}");
}

#[test]
fn kop_cap_04_the_positions_of_the_five_captains() {
    let allowed = [vec![1], vec![2, 3, 4, 6], vec![5], vec![7, 8, 10], vec![9, 11]];
    for (captain, positions) in (0..).zip(allowed) {
        let desk = desk(captain);
        let mask = desk.view(0).captain(0).expect("the own captain");
        assert_eq!((0..16).filter(|p| mask >> p & 1 == 1).collect::<Vec<u8>>(), positions);
    }
}

#[test]
fn kop_cap_05_transfer_cards_are_shuffled_in_like_other_events() {
    let rules = super::desk::rules(&ON);
    let mut in_first_row = 0_u32;
    for block in 0..2_000 {
        let state = KingOfThePitch::setup(&rules, &[], &mut Stream::new(Luck::new(4, 2, block)), &mut Silent);
        let classes = (0..5).map(|place| rules.class_of[usize::from(state.card(place))]);
        in_first_row += classes.filter(|&c| c == class::TRANSFER).count() as u32;
    }
    // 4 of 97 cards, five places: mean 412 of 2000 rows, sd about 20.
    assert!((312..512).contains(&in_first_row), "{in_first_row}");
}

#[test]
fn kop_cap_06_the_captain_does_not_count_as_a_hand_card() {
    let bronze_in_slot_3 = 2;
    let mut desk = desk(1).cubes(0, [1, 0, 0]);
    for (held, position) in (0..).zip(7..=9) {
        assert!(desk.can(bronze_in_slot_3), "beside the captain and {held} player cards");
        let card = desk.player(GOLD, position, 0);
        desk = desk.give(0, card);
    }
    assert!(!desk.can(bronze_in_slot_3), "three player cards are a full hand");
    assert!(desk.can(4), "a full hand may still use the transfer");
}

#[test]
fn kop_cap_07_pay_captain_costs_two_gold_and_the_turn() {
    assert!(!desk(2).cubes(0, [9, 9, 1]).can(PAY_CAPTAIN));
    let mut desk = desk(2).cubes(0, [0, 0, 2]);
    desk.quiet(PAY_CAPTAIN);
    assert_eq!((desk.state.team(0).cubes, desk.state.team(0).chip(5)), ([0; 3], 4));
    assert_eq!((desk.columns(0), desk.state.supply[4], desk.state.bank[2]), ((2, 3), 4, 10));
    assert_eq!(desk.asked(), (1, Phase::Action));
}

#[test]
fn kop_cap_08_the_owner_chooses_among_several_positions() {
    let mut desk = desk(3).cubes(0, [0, 0, 2]);
    desk.quiet(PAY_CAPTAIN);
    assert_eq!((desk.asked(), desk.legal()), ((0, Phase::Position), vec![7, 8, 10]));
    desk.quiet(10);
    assert_eq!((desk.state.team(0).chip(10), desk.columns(0)), (4, (1, 4)));
    assert_eq!(desk.asked(), (1, Phase::Action));
}

#[test]
fn kop_cap_09_the_position_is_final() {
    let desk = desk(3).chip(0, 4, 8).cubes(0, [0, 0, 6]);
    assert!(!desk.can(PAY_CAPTAIN) && !desk.can(sell_chip(8)));
    let mut desk = desk;
    desk.takes(4);
    assert_eq!((desk.asked(), desk.state.team(0).positions_of(4)), ((1, Phase::Action), 1 << 7));
}

#[test]
fn kop_cap_10_captains_are_neither_sold_nor_traded() {
    let desk = desk(2).chip(0, 4, 5);
    let card = desk.player(GOLD, 5, 0);
    let desk = desk.give(0, card);
    assert!(!desk.can(sell_chip(5)) && !desk.can(play(GOLD, 5)));
}

#[test]
fn kop_cap_11_a_chip_there_is_replaced() {
    let mut desk = desk(2).chip(0, 3, 5).cubes(0, [0, 0, 2]);
    desk.quiet(PAY_CAPTAIN);
    assert_eq!((desk.columns(0), desk.state.supply[3], desk.state.supply[4]), ((2, 3), 11, 4));
    assert_eq!(desk.state.team(0).positions_of(3), 0);
}

#[test]
fn kop_cap_12_the_captains_position_is_closed() {
    let desk = desk(1).chip(0, 4, 3);
    let (own, other) = (desk.player(SILVER, 3, 0), desk.player(SILVER, 4, 0));
    let desk = desk.give(0, own).give(0, other);
    assert!(!desk.can(play(SILVER, 3)) && desk.can(play(SILVER, 4)) && !desk.can(sell_chip(3)));
}

#[test]
fn kop_cap_13_a_transfer_card_places_the_captain_at_once() {
    let mut free = desk(0);
    free.takes(4);
    assert_eq!((free.state.team(0).chip(1), free.state.discard), (4, 1 << ids::TRANSFER));
    assert_eq!((free.state.team(0).held, free.asked().0), (0, 1));
    let mut bought = desk(4);
    bought.takes(3);
    assert_eq!(bought.state.team(0).cubes, [2, 2, 0], "one gold cube");
    assert_eq!(bought.asked(), (0, Phase::Position));
    bought.quiet(11);
    assert_eq!((bought.state.team(0).chip(11), bought.state.discard), (4, 1 << (ids::TRANSFER + 1)));
}

#[test]
fn kop_cap_14_who_has_paid_may_only_take_it_free_for_nothing() {
    let mut desk = desk(2).cubes(0, [0, 0, 3]);
    desk.quiet(PAY_CAPTAIN);
    let mut desk = desk.turn_of(0);
    assert!(!desk.can(3) && desk.can(4), "not bought, but free");
    let (before, new) = (desk.state.team(0).columns, desk.player(GOLD, 1, 0));
    desk.draws(4, new);
    assert_eq!((desk.state.team(0).columns, desk.state.discard), (before, 1 << ids::TRANSFER));
    assert_eq!(desk.asked(), (1, Phase::Action), "the turn is over");
    let off = Desk::new(&[("players", "4"), ("captains", "on"), ("free-last", "off")]);
    let mut off = off.lay(&[ids::TRANSFER]).cubes(0, [0, 0, 1]);
    off.state.teams[0].captain = 2;
    assert!(off.can(4));
    assert!(!off.chip(0, 4, 5).can(4), "the last slot is bought like the others");
}

#[test]
fn kop_cap_15_the_same_after_a_transfer_card() {
    let mut desk = desk(2);
    desk.takes(4);
    let desk = desk.turn_of(0);
    assert_eq!(desk.row()[0], ids::TRANSFER + 1);
    assert!(desk.can(4));
    let rich = desk.turn_of(0).cubes(0, [2, 2, 9]);
    assert!(!rich.can(PAY_CAPTAIN), "there is no captain left to pay");
    let again = Desk::new(&ON);
    let row = [again.player(BRONZE, 1, 0), ids::TRANSFER];
    assert!(!again.lay(&row).chip(0, 4, 5).can(3));
}

#[test]
fn kop_cap_16_pay_captain_only_while_it_is_not_placed() {
    assert!(desk(2).cubes(0, [0, 0, 2]).can(PAY_CAPTAIN));
    assert!(!desk(2).cubes(0, [0, 0, 2]).chip(0, 4, 5).can(PAY_CAPTAIN));
}

#[test]
fn kop_cap_17_placing_reveals_the_captain() {
    let mut desk = desk(2);
    assert_eq!(desk.view(1).captain(0), None);
    desk.takes(4);
    assert_eq!(desk.view(1).captain(0), Some(1 << 5));
}

#[test]
fn kop_cap_18_the_transfer_card_cannot_come_back_by_its_own_taking() {
    for placed in [false, true] {
        let mut desk = desk(2).empty_deck();
        if placed {
            desk = desk.chip(0, 4, 5);
        }
        let new = desk.player(GOLD, 1, 0);
        desk.act(4, Script::default().then_cards(&[new]));
        assert_eq!((desk.state.reshuffles, desk.state.discard), (1, 1 << ids::TRANSFER));
        let deck = &desk.state.deck[..usize::from(desk.state.deck_len)];
        assert!(!deck.contains(&ids::TRANSFER));
    }
    // The position is asked after the refill and before the discard.
    let mut several = desk(1).empty_deck();
    let new = several.player(GOLD, 1, 0);
    several.act(4, Script::default().then_cards(&[new]));
    assert_eq!((several.asked().1, several.state.discard), (Phase::Position, 0));
    assert_eq!(several.state.row_len, 5);
    several.quiet(6);
    assert_eq!(several.state.discard, 1 << ids::TRANSFER);
}
