//! KOP-CHIP, KOP-SELL, KOP-LEVEL, and the columns of section 5.2.

use super::super::odds::fewest;
use super::*;

/// A desk with one player card in the hand of seat 0.
fn holding(changes: &[(&str, &str)], colour: u8, position: u8) -> Desk {
    let desk = Desk::new(changes).lay_bronze();
    let card = desk.player(colour, position, 1 - u32::from(colour == GOLD));
    desk.give(0, card)
}

#[test]
fn kop_chip_01_a_player_card_becomes_a_chip() {
    let mut desk = holding(&[], SILVER, 8);
    desk.quiet(play(SILVER, 8));
    assert_eq!((desk.state.team(0).chip(8), desk.state.supply[2]), (2, 21));
    assert_eq!(desk.state.team(0).cards[0], 0);
    for (colour, chip) in [(BRONZE, 1), (SILVER, 2), (GOLD, 3)] {
        for position in 1..=11 {
            let mut desk = holding(&[], colour, position);
            desk.quiet(play(colour, position));
            assert_eq!(desk.state.team(0).positions_of(chip), 1 << (position - 1), "{chip} at {position}");
        }
    }
}

#[test]
fn kop_chip_02_both_columns_move_by_the_chips_points() {
    let mut desk = holding(&[], GOLD, 9).chip(0, 1, 2);
    desk.quiet(play(GOLD, 9));
    assert_eq!(desk.columns(0), (2, 3));
}

#[test]
fn kop_chip_03_a_replaced_chip_changes_by_the_difference() {
    let mut desk = holding(&[], BRONZE, 9).chip(0, 3, 9).chip(0, 2, 2);
    assert_eq!(desk.columns(0), (3, 3));
    desk.quiet(play(BRONZE, 9));
    assert_eq!((desk.columns(0), desk.state.team(0).chip(9)), ((2, 1), 1));
    let mut same = holding(&[], SILVER, 9).chip(0, 2, 9);
    same.quiet(play(SILVER, 9));
    assert_eq!(same.columns(0), (0, 2));
}

#[test]
fn kop_chip_04_the_replaced_chip_brings_no_cube() {
    let replace = |changes: &[(&str, &str)]| {
        let mut desk = holding(changes, GOLD, 9).chip(0, 2, 9);
        desk.quiet(play(GOLD, 9));
        assert_eq!((desk.state.supply[2], desk.state.supply[3]), (22, 10));
        desk.state.team(0).cubes
    };
    assert_eq!(replace(&[]), [1, 1, 1]);
    assert_eq!(replace(&[("replace-refund", "cube")]), [1, 2, 1]);
    let mut broke = holding(&[("replace-refund", "cube")], GOLD, 9).chip(0, 2, 9).bank([0; 3]);
    broke.quiet(play(GOLD, 9));
    assert_eq!(broke.state.team(0).cubes, [1, 1, 1], "only if the bank has one");
}

#[test]
fn kop_chip_05_equal_or_lower_chips_may_replace() {
    for (colour, there) in [(BRONZE, 1), (BRONZE, 2), (BRONZE, 3), (SILVER, 2), (SILVER, 3), (GOLD, 3)] {
        assert!(holding(&[], colour, 9).chip(0, there, 9).can(play(colour, 9)));
        let strict = holding(&[("downgrade", "forbidden")], colour, 9).chip(0, there, 9);
        assert!(!strict.can(play(colour, 9)), "{colour} over {there}");
    }
    assert!(holding(&[("downgrade", "forbidden")], SILVER, 9).chip(0, 1, 9).can(play(SILVER, 9)));
    assert!(holding(&[("downgrade", "forbidden")], BRONZE, 9).can(play(BRONZE, 9)));
}

#[test]
fn kop_chip_06_a_chip_of_the_colour_must_be_available() {
    let short = |there: u8| {
        let mut desk = holding(&[], BRONZE, 9);
        if there > 0 {
            desk = desk.chip(0, there, 9);
        }
        while desk.state.supply[1] > 0 {
            desk.state.move_supply(1, -1);
        }
        desk
    };
    assert!(!short(0).can(play(BRONZE, 9)));
    assert!(!short(2).can(play(BRONZE, 9)));
    let mut same = short(1);
    assert!(same.can(play(BRONZE, 9)), "the replaced chip itself is available");
    same.quiet(play(BRONZE, 9));
    assert_eq!((same.state.supply[1], same.state.team(0).chip(9)), (0, 1));
}

#[test]
fn kop_chip_07_the_played_card_is_discarded() {
    let mut desk = holding(&[], SILVER, 8);
    let card = desk.player(SILVER, 8, 1);
    desk.quiet(play(SILVER, 8));
    assert_eq!((desk.state.discard, desk.state.team(0).held), (1 << card, 0));
}

#[test]
fn kop_sell_01_a_chip_brings_a_cube_of_its_colour() {
    for chip in 1..=3 {
        let mut desk = Desk::new(&[]).lay_bronze().chip(0, chip, 7);
        desk.quiet(sell_chip(7));
        let mut cubes = [1; 3];
        cubes[usize::from(chip) - 1] = 2;
        assert_eq!(desk.state.team(0).cubes, cubes);
        assert_eq!(desk.state.bank.iter().sum::<u16>(), 29);
    }
}

#[test]
fn kop_sell_02_the_sold_chips_points_go() {
    let mut desk = Desk::new(&[]).lay_bronze().chip(0, 3, 5).chip(0, 3, 2);
    desk.quiet(sell_chip(5));
    assert_eq!((desk.columns(0), desk.state.team(0).chip(5)), ((3, 1), 0));
    assert!(!desk.turn_of(0).can(sell_chip(5)), "the position is white again");
}

#[test]
fn kop_sell_03_a_card_brings_a_cube_of_its_colour() {
    for colour in [BRONZE, SILVER, GOLD] {
        let mut desk = holding(&[], colour, 4);
        desk.quiet(sell(colour, 4));
        let mut cubes = [1; 3];
        cubes[usize::from(colour)] = 2;
        assert_eq!((desk.state.team(0).cubes, desk.state.team(0).cards[0]), (cubes, 0));
    }
}

#[test]
fn kop_sell_04_the_sold_card_is_discarded() {
    let mut desk = holding(&[], GOLD, 4);
    let card = desk.player(GOLD, 4, 0);
    desk.quiet(sell(GOLD, 4));
    assert_eq!(desk.state.discard, 1 << card);
}

#[test]
fn kop_sell_05_a_sale_needs_a_cube_in_the_bank() {
    let short = |changes: &[(&str, &str)]| holding(changes, SILVER, 4).chip(0, 2, 7).bank([10, 0, 10]);
    let desk = short(&[]);
    assert!(!desk.can(sell(SILVER, 4)) && !desk.can(sell_chip(7)));
    let free = holding(&[("cube-limit", "off"), ("start-cubes", "double"), ("players", "4")], SILVER, 4);
    assert_eq!(free.state.bank, [0, 0, 4]);
    assert!(free.can(sell(SILVER, 4)), "an unlimited bank is never short");
}

#[test]
fn kop_level_01_five_levels() {
    let levels: Vec<u8> = (0..=12).map(|points| rules(&[]).level_of[points]).collect();
    assert_eq!(levels, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
}

#[test]
fn kop_level_02_columns_count_without_end() {
    let mut desk = Desk::new(&[]);
    for position in 1..=11 {
        desk = desk.chip(0, 3, position);
    }
    assert_eq!((desk.columns(0), desk.level(0)), ((22, 22), 4));
    assert_eq!(desk.rules.level_of[99], 4);
}

#[test]
fn kop_level_03_thresholds() {
    let reached = |value: &str| {
        let rules = rules(&[("level-thresholds", value)]);
        (1..=4)
            .map(|level| rules.level_of.iter().position(|&l| l == level))
            .map(Option::unwrap)
            .collect::<Vec<_>>()
    };
    assert_eq!(reached("even-3"), [3, 6, 9, 12]);
    assert_eq!(reached("even-4"), [4, 8, 12, 16]);
    assert_eq!(reached("even-5"), [5, 10, 15, 20]);
    assert_eq!(reached("steep"), [2, 5, 9, 14]);
    assert_eq!(reached("1/2/3/22"), [1, 2, 3, 22]);
    let falling = crate::conformance::rules::<KingOfThePitch>(&[("level-thresholds", "3/3/9/12")]);
    assert_eq!(falling.expect_err("must rise")[0].key, "level-thresholds");
}

#[test]
fn kop_level_04_the_lower_column_counts() {
    let uneven = |changes: &[(&str, &str)]| {
        let desk = Desk::new(changes).chip(0, 3, 7).chip(0, 3, 8).chip(0, 3, 9);
        assert_eq!(desk.columns(0), (3, 9));
        (desk.level(0), desk.state.team(0).level(&desk.rules, true))
    };
    assert_eq!(uneven(&[]), (1, 3));
    assert_eq!(uneven(&[("level-rule", "average")]), (2, 3));
    assert_eq!(uneven(&[("level-rule", "higher")]), (3, 3));
}

#[test]
fn kop_level_05_dice_by_level() {
    let dice = |value: &str| rules(&[("dice-per-level", value)]).book.dice.law.by_level;
    assert_eq!(dice("printed"), [[1, 0], [2, 0], [3, 0], [4, 0], [4, 1]]);
    assert_eq!(dice("crown-5d6")[4], [5, 0]);
    assert_eq!(dice("crown-3d6-2d8")[4], [3, 2]);
    assert_eq!(dice("no-crown")[4], [4, 0]);
    let printed = rules(&[]);
    let pools: Vec<usize> = printed.book.dice.tables.iter().map(|table| table.pools.len()).collect();
    assert_eq!(pools, [6, 21, 56, 126, 1008]);
    assert_eq!(printed.book.dice.tables[4].lottery.tickets(), 6 * 6 * 6 * 6 * 8);
}

/// Columns, level, and level with BONUS of a hand-made board.
fn judged(chips: &[(u8, u8)]) -> ((u8, u8), u8, u8) {
    let desk = chips.iter().fold(Desk::new(&[]), |desk, &(chip, position)| desk.chip(0, chip, position));
    (desk.columns(0), desk.level(0), desk.state.team(0).level(&desk.rules, true))
}

#[test]
fn columns_and_levels_of_the_worked_examples() {
    let all = |chip: u8| (1..=11).map(|position| (chip, position)).collect::<Vec<_>>();
    let with_captain =
        |at: u8| (1..=11).map(|position| (if position == at { 4 } else { 3 }, position)).collect::<Vec<_>>();
    assert_eq!(judged(&[]), ((0, 0), 0, 0), "C1");
    let c2 = [(3, 2), (2, 9), (3, 5)];
    assert_eq!(judged(&c2), ((5, 5), 1, 1), "C2");
    assert_eq!(judged(&[(2, 1), (2, 3), (3, 10)]), ((5, 3), 1, 1), "C3");
    assert_eq!(judged(&[(2, 7), (2, 8), (2, 9), (1, 11), (1, 4)]), ((1, 7), 0, 2), "C4");
    assert_eq!(judged(&all(1)), ((6, 5), 1, 2), "C7");
    assert_eq!(judged(&all(2)), ((11, 11), 3, 3), "C8");
    assert_eq!(judged(&all(3)), ((22, 22), 4, 4), "C9");
    assert_eq!(judged(&with_captain(2)).0, (23, 22), "C10");
    assert_eq!(judged(&with_captain(5)).0, (22, 23), "C10");
    assert_eq!(judged(&with_captain(7)), ((22, 23), 4, 4), "C10");
    assert_eq!(judged(&[(4, 5)]), ((2, 3), 0, 1), "C11");
    let c2_desk = || c2.iter().fold(Desk::new(&[]).lay_bronze(), |desk, &(chip, p)| desk.chip(0, chip, p));
    let desk = c2_desk();
    let card = desk.player(GOLD, 9, 0);
    let mut desk = desk.give(0, card);
    desk.quiet(play(GOLD, 9));
    assert_eq!((desk.columns(0), desk.level(0)), ((6, 6), 2), "C5");
    let mut desk = c2_desk();
    desk.quiet(sell_chip(5));
    assert_eq!((desk.columns(0), desk.level(0), desk.state.team(0).cubes), ((3, 3), 1, [1, 1, 2]), "C6");
}

#[test]
fn fewest_chips_to_each_level() {
    let rules = rules(&[]);
    let row = |dearest: usize| [3, 6, 9, 12].map(|points| fewest(&rules, dearest, points));
    assert_eq!(row(3), [Some(2), Some(3), Some(5), Some(6)]);
    assert_eq!(row(2), [Some(3), Some(6), Some(9), None]);
    assert_eq!(row(1), [Some(6), None, None, None]);
    assert_eq!(fewest(&rules, 1, 5), Some(10), "bronze only reaches five");
}
