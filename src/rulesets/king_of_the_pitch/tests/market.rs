//! KOP-TURN and KOP-TAKE: the turn and the row.

use super::*;

/// MATCH, V.A.R., BONUS, bronze 1, gold 2 from the last slot on.
fn mixed(changes: &[(&str, &str)]) -> Desk {
    let desk = Desk::new(changes);
    let row = [ids::MATCH, ids::VAR, ids::BONUS, desk.player(BRONZE, 1, 0), desk.player(GOLD, 2, 0)];
    desk.lay(&row)
}

/// A desk where the active seat can do nothing but pass.
fn stuck(changes: &[(&str, &str)]) -> Desk {
    let desk = Desk::new(changes);
    let hand = [desk.player(BRONZE, 1, 0), desk.player(BRONZE, 1, 1), desk.player(BRONZE, 2, 0)];
    let row: Vec<u8> = (3..=7).map(|p| desk.player(BRONZE, p, 0)).collect();
    let desk = hand.iter().fold(desk.lay(&row), |desk, &card| desk.give(0, card));
    let mut desk = desk.cubes(0, [0; 3]).bank([0; 3]);
    for _ in 0..22 {
        desk.state.move_supply(1, -1);
    }
    desk
}

#[test]
fn kop_turn_01_clockwise_from_the_first_king() {
    let mut desk = Desk::new(&[("players", "3")]).lay_bronze();
    let mut order = Vec::new();
    for copy in 0..4 {
        order.push(desk.asked().0);
        let card = desk.player(BRONZE, 9 - copy, 0);
        desk.draws(4, card);
    }
    assert_eq!(order, [0, 1, 2, 0]);
}

#[test]
fn kop_turn_02_one_and_only_one_action() {
    let desk = Desk::new(&[]);
    let (card, chip_card) = (desk.player(SILVER, 8, 0), desk.player(BRONZE, 9, 0));
    let desk = desk.lay_bronze().ready(1).give(1, card).chip(1, 1, 4).turn_of(1);
    for code in [4, play(SILVER, 8), sell(SILVER, 8), super::desk::sell_chip(4), MATCH] {
        assert!(desk.can(code), "{code}");
    }
    assert!(!desk.can(PASS));
    let mut once = Desk { rules: desk.rules.clone(), state: desk.state };
    once.quiet(play(SILVER, 8));
    assert_eq!(once.asked(), (0, Phase::Action), "the turn is over");
    let twice = Desk::new(&[("actions-per-turn", "2")]);
    let mut twice = twice.lay_bronze().give(0, card);
    twice.quiet(sell(SILVER, 8));
    assert_eq!((twice.asked().0, twice.state.turns), (0, 0));
    twice.draws(4, chip_card);
    assert_eq!((twice.asked().0, twice.state.turns), (1, 1));
}

#[test]
fn kop_turn_03_only_a_player_without_any_action_passes() {
    let mut desk = stuck(&[]);
    assert!(desk.must_pass());
    desk.quiet(PASS);
    assert_eq!((desk.state.passes, desk.state.turns, desk.asked().0), (1, 1, 1));
    assert!(!Desk::new(&[]).lay_bronze().can(PASS));
    assert!(Desk::new(&[("free-pass", "on")]).lay_bronze().can(PASS));
    // flush-free: the free card goes instead, and that is no pass.
    let mut flush = stuck(&[("flush-free", "on")]);
    let (free, next) = (flush.row()[0], flush.player(BRONZE, 9, 0));
    flush.draws(PASS, next);
    assert_eq!((flush.state.passes, flush.state.turns), (0, 1));
    assert_eq!(flush.state.discard, 1 << free);
    assert_eq!(flush.row().last(), Some(&next));
}

#[test]
fn kop_turn_04_a_match_does_not_change_the_order() {
    for (challenger, king) in [([6], [1]), ([1], [6])] {
        let mut desk = Desk::new(&[("players", "4")]).lay_bronze().ready(1).turn_of(1);
        desk.fight(&challenger, &king, &[]);
        assert_eq!(desk.asked().0, 2);
    }
}

#[test]
fn kop_take_01_the_last_card_is_free() {
    let mut desk = mixed(&[]).cubes(0, [0; 3]);
    assert_eq!(desk.legal(), [4]);
    desk.draws(4, ids::MATCH + 1);
    assert_eq!((desk.state.team(0).cards, desk.state.team(0).cubes), ([0, 1, 0, 0], [0; 3]));
    let off = mixed(&[("free-last", "off")]).cubes(0, [0; 3]);
    assert_eq!(off.legal(), [PASS]);
    let off = mixed(&[("free-last", "off")]).cubes(0, [0, 1, 0]);
    assert_eq!(off.legal(), [2, 3, 4, PASS], "the last slot is bought like the others");
}

#[test]
fn kop_take_02_the_others_cost_one_cube_of_the_shown_colour() {
    let mut desk = mixed(&[]);
    assert_eq!(desk.legal(), [0, 1, 2, 3, 4]);
    desk.draws(0, ids::MATCH + 1);
    assert_eq!(desk.state.team(0).cubes, [1, 1, 0], "gold 2 cost the gold cube");
    assert!(mixed(&[]).cubes(0, [1, 1, 0]).legal() == [1, 2, 3, 4]);
    // Six slots: the one before the last is code 85.
    let desk = Desk::new(&[("line-size", "6")]);
    let last = desk.player(BRONZE, 6, 0);
    let desk = desk.lay_bronze().lay(&[last]);
    assert_eq!(desk.legal(), [0, 1, 2, 3, 4, 85]);
    let mut desk = desk;
    let (second, new) = (desk.row()[1], desk.player(GOLD, 1, 0));
    desk.draws(85, new);
    assert_eq!(desk.state.team(0).held, 1 << second);
}

#[test]
fn kop_take_03_the_price_belongs_to_the_card() {
    for code in 0..4 {
        let mut desk = Desk::new(&[]).lay_bronze().cubes(0, [1, 0, 0]);
        desk.takes(code);
        assert_eq!(desk.state.team(0).cubes, [0; 3], "slot {}", code + 1);
    }
    let stepped = Desk::new(&[("slot-price", "stepped")]).lay_bronze().cubes(0, [1, 0, 0]);
    assert_eq!(stepped.legal(), [2, 3, 4]);
    let mut stepped = Desk::new(&[("slot-price", "stepped")]).lay_bronze().cubes(0, [2, 0, 0]);
    assert_eq!(stepped.legal(), [0, 1, 2, 3, 4]);
    stepped.takes(1);
    assert_eq!(stepped.state.team(0).cubes, [0; 3]);
}

/// Colours of the cubes that each alone buy the card in slot 4.
fn buys(changes: &[(&str, &str)], card: impl Fn(&Desk) -> u8) -> Vec<usize> {
    (0..3)
        .filter(|&colour| {
            let desk = Desk::new(changes);
            let row = [desk.player(BRONZE, 1, 0), card(&desk)];
            let mut cubes = [0; 3];
            cubes[colour] = 1;
            desk.lay(&row).cubes(0, cubes).can(3)
        })
        .collect()
}

#[test]
fn kop_take_04_a_player_costs_a_cube_of_its_colour() {
    for colour in [BRONZE, SILVER, GOLD] {
        assert_eq!(buys(&[], |desk| desk.player(colour, 7, 0)), [usize::from(colour)]);
    }
    let lower = [BRONZE, SILVER, GOLD]
        .map(|colour| buys(&[("price-player", "one-lower")], |desk| desk.player(colour, 7, 0)));
    assert_eq!(lower, [[0], [0], [1]]);
}

#[test]
fn kop_take_05_event_cards_cost_silver() {
    for (card, key) in [(ids::MATCH, "price-match"), (ids::VAR, "price-var"), (ids::BONUS, "price-bonus")] {
        assert_eq!(buys(&[], |_| card), [1]);
        assert_eq!(buys(&[(key, "bronze")], |_| card), [0]);
        assert_eq!(buys(&[(key, "gold")], |_| card), [2]);
    }
}

#[test]
fn kop_take_06_a_captain_transfer_costs_gold() {
    assert_eq!(buys(&[("players", "4"), ("captains", "on")], |_| ids::TRANSFER), [2]);
}

#[test]
fn kop_take_07_payment_is_exact() {
    assert!(!buys(&[], |desk| desk.player(BRONZE, 7, 0)).contains(&2));
    assert_eq!(buys(&[("overpay", "on")], |desk| desk.player(BRONZE, 7, 0)), [0, 1, 2]);
    assert_eq!(buys(&[("overpay", "on")], |desk| desk.player(SILVER, 7, 0)), [1, 2]);
    // The cheapest cube that suffices pays, without change.
    let desk = Desk::new(&[("overpay", "on")]);
    let (row, new) = ([desk.player(BRONZE, 1, 0), desk.player(BRONZE, 2, 0)], desk.player(GOLD, 1, 0));
    let mut desk = desk.lay(&row).cubes(0, [0, 1, 1]);
    let fill: Vec<u8> = (3..=6).map(|p| desk.player(BRONZE, p, 0)).chain([new]).collect();
    desk.act(3, Script::default().then_cards(&fill[..4]));
    assert_eq!(desk.state.team(0).cubes, [0, 0, 1]);
}

#[test]
fn kop_take_08_the_row_moves_towards_the_end() {
    let mut desk = Desk::new(&[]).lay_bronze();
    let before = desk.row();
    let new = desk.takes(4);
    assert_eq!(desk.row(), [before[1], before[2], before[3], before[4], new]);
}

#[test]
fn kop_take_09_cards_beyond_the_gap_stay() {
    let mut desk = Desk::new(&[]).lay_bronze();
    let before = desk.row();
    let new = desk.player(GOLD, 1, 0);
    // Slot 3 is place 2 from the end: slots 4 and 5 stay.
    desk.draws(2, new);
    assert_eq!(desk.row(), [before[0], before[1], before[3], before[4], new]);
}

#[test]
fn kop_take_10_the_row_is_refilled_within_the_action() {
    let mut desk = Desk::new(&[]).lay_bronze();
    desk.takes(4);
    assert_eq!((desk.state.row_len, desk.asked().0), (5, 1));
}

#[test]
fn kop_take_11_an_empty_deck_is_made_from_the_discards() {
    let desk = Desk::new(&[]).lay_bronze().empty_deck();
    let discards = desk.state.discard;
    let mut desk = desk;
    desk.takes(4);
    assert_eq!((desk.state.reshuffles, desk.state.discard), (1, 0));
    assert_eq!(u32::from(desk.state.deck_len), discards.count_ones() - 1);
    let mut dry = Desk::new(&[("deck-out", "no-refill")]).lay_bronze().empty_deck();
    dry.quiet(4);
    assert_eq!((dry.state.reshuffles, dry.state.row_len, dry.state.dry_rows), (0, 4, 1));
}

#[test]
fn kop_take_12_a_dry_row_gets_shorter_and_fills_at_the_next_refill() {
    let mut desk = Desk::new(&[("hand-limit", "none")]).lay_bronze().empty_deck().without_discards();
    let row = desk.row();
    desk.quiet(4);
    assert_eq!(desk.row(), row[1..]);
    let takes: Vec<u8> = desk.legal().into_iter().filter(|&code| code < 5).collect();
    assert_eq!(takes, [1, 2, 3, 4], "the gap is slot 1, next to the deck");
    desk.plays(&[4, 4, 4]);
    assert_eq!((desk.state.row_len, desk.state.dry_rows), (1, 4));
    // Two discards: the next TAKE fills two of the five places.
    let (a, b) = (desk.player(GOLD, 1, 0), desk.player(GOLD, 2, 0));
    desk.state.gone &= !(1 << a | 1 << b);
    desk.state.discard = 1 << a | 1 << b;
    desk.act(4, Script::default().then_cards(&[b, a]));
    assert_eq!((desk.row(), desk.state.dry_rows), (vec![b, a], 5));
    desk.plays(&[4, 4]);
    assert!(desk.row().is_empty() && !desk.legal().iter().any(|&code| code < 5));
}

#[test]
fn kop_take_13_bought_event_cards_lie_open_beside_the_board() {
    let mut desk = mixed(&[]);
    desk.draws(3, ids::MATCH + 1);
    let view = desk.view(1);
    assert_eq!(view.events(0), [0, 1, 0], "the rival sees the V.A.R. card");
    assert_eq!(desk.state.team(0).cards, [0, 0, 1, 0]);
}

#[test]
fn kop_take_14_taken_players_go_to_the_hand_and_may_be_secret() {
    let mut desk = Desk::new(&[("hand-knowledge", "private")]).lay_bronze();
    let (card, new) = (desk.row()[0], desk.player(GOLD, 1, 0));
    desk.draws(4, new);
    assert_eq!(desk.state.team(0).held, 1 << card);
    assert_eq!((desk.view(1).hand(0), desk.view(1).hand_size(0)), (None, 1));
    assert_eq!(desk.view(0).hand(0), Some(desk.rules.kind_bit[usize::from(card)]));
}

#[test]
fn kop_take_15_at_most_one_match_card() {
    let held = |changes: &[(&str, &str)]| mixed(changes).ready(0);
    assert!(!held(&[]).can(4));
    assert!(held(&[("match-limit", "2")]).can(4));
    assert!(!held(&[("match-limit", "2")]).ready(0).can(4));
}

#[test]
fn kop_take_16_at_most_three_players_in_hand() {
    let with = |changes: &[(&str, &str)], count: u8| {
        let desk = Desk::new(changes).lay_bronze();
        (0..count).fold(desk, |desk, i| {
            let card = desk.player(SILVER, 1 + i, 0);
            desk.give(0, card)
        })
    };
    assert!(with(&[], 2).can(4) && !with(&[], 3).can(4));
    for (limit, most) in [("2", 2), ("4", 4)] {
        assert!(with(&[("hand-limit", limit)], most - 1).can(4));
        assert!(!with(&[("hand-limit", limit)], most).can(4));
    }
    assert!(with(&[("hand-limit", "none")], 9).can(4));
    // A captain in hand does not count.
    let changes = [("players", "4"), ("captains", "on")];
    let mut captain = with(&changes, 2);
    captain.state.teams[0].captain = 2;
    assert!(captain.can(4));
}

#[test]
fn kop_take_17_any_number_of_var_and_bonus() {
    let desk = Desk::new(&[("players", "5")]);
    let mut row = vec![ids::VAR, ids::BONUS];
    row.extend((1..=3).map(|p| desk.player(BRONZE, p, 0)));
    let mut desk = desk.lay(&row);
    for extra in 1..4 {
        desk = desk.give(0, ids::VAR + extra).give(0, ids::BONUS + extra);
    }
    assert!(desk.can(4) && desk.can(3));
}

#[test]
fn kop_take_18_at_its_limit_a_team_may_neither_buy_nor_take_free() {
    let desk = Desk::new(&[]);
    let row = [ids::MATCH, ids::MATCH + 1, desk.player(BRONZE, 1, 0), desk.player(BRONZE, 2, 0), ids::VAR];
    let mut desk = desk.lay(&row).ready(0);
    assert_eq!(desk.legal(), [0, 1, 2], "neither MATCH card");
    for position in 3..6 {
        let card = desk.player(GOLD, position, 0);
        desk = desk.give(0, card);
    }
    assert_eq!(desk.legal().iter().filter(|&&code| code < 5).collect::<Vec<_>>(), [&0]);
}

#[test]
fn kop_take_19_only_cards_of_the_row_are_taken() {
    let desk = mixed(&[]);
    assert_eq!(desk.legal().iter().filter(|&&code| code < 5 || code == 85).count(), 5);
    let empty = Desk::new(&[]);
    assert_eq!(empty.legal(), [PASS], "a full deck without a row offers nothing");
    for code in 0..5 {
        let mut desk = mixed(&[]);
        let (shown, new) = (desk.row()[4 - usize::from(code)], desk.player(GOLD, 1, 0));
        desk.draws(code, new);
        assert_eq!(desk.state.team(0).held, 1 << shown, "the card that lay in slot {}", code + 1);
    }
}

#[test]
fn kop_take_20_free_event_cards_work_like_bought_ones() {
    for (card, index) in [(ids::MATCH, 1), (ids::VAR, 2), (ids::BONUS, 3)] {
        let desk = Desk::new(&[]);
        let row = [card, desk.player(BRONZE, 1, 0)];
        let fill: Vec<u8> = (2..=5).map(|p| desk.player(BRONZE, p, 0)).collect();
        let mut desk = desk.lay(&row);
        desk.act(4, Script::default().then_cards(&fill));
        assert_eq!(desk.state.team(0).cards[index], 1);
        assert_eq!(desk.state.team(0).held, 1 << card);
    }
}

#[test]
fn the_state_stays_small() {
    assert_eq!(size_of::<State>(), 720);
}
