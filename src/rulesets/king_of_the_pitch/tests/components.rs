//! KOP-COMP and KOP-VAL: what is in the box and what chips are worth.

use super::super::data::{Components, read};
use super::*;
use crate::game::Totals;
use crate::settings::Fault;

fn components() -> Components {
    read(KingOfThePitch::FACTS.data, Totals::Stated).expect("the shipped data is sound")
}

/// Reads the data with one passage replaced.
fn edited(from: &str, to: &str) -> Result<Components, Vec<Fault>> {
    assert!(KingOfThePitch::FACTS.data.contains(from), "{from}");
    read(&KingOfThePitch::FACTS.data.replacen(from, to, 1), Totals::Stated)
}

fn only_fault(from: &str, to: &str) -> Fault {
    let faults = edited(from, to).expect_err("must be refused");
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.into_iter().next().expect("one")
}

#[test]
fn kop_comp_01_the_box_has_108_cards() {
    let c = components();
    let players: u32 = c.players.iter().flatten().map(|&n| u32::from(n)).sum();
    let events: u32 = c.events.iter().map(|&n| u32::from(n)).sum();
    assert_eq!(c.events, [21, 5, 5, 5]);
    assert_eq!(players + events + c.captains.len() as u32 + u32::from(c.help_cards), 108);
    let fault = only_fault("var = 5\n", "var = 6\n");
    assert_eq!((fault.found.as_str(), fault.allowed.as_str()), ("6 in total", "5 in total"));
}

#[test]
fn kop_comp_02_11_gold_22_silver_33_bronze_players() {
    let sums = components().players.map(|row| row.iter().map(|&n| u32::from(n)).sum::<u32>());
    assert_eq!(sums, [33, 22, 11]);
    let rules = rules(&[]);
    let dealt = &rules.start.deck[..85];
    let of = |class: u8| dealt.iter().filter(|&&card| rules.class_of[usize::from(card)] == class).count();
    assert_eq!([BRONZE, SILVER, GOLD].map(of), [33, 22, 11], "as dealt");
    let row = "gold = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]";
    let fault = only_fault(row, "gold = [1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1]");
    assert_eq!(fault.key, "player-cards.gold");
    assert_eq!((fault.found.as_str(), fault.allowed.as_str()), ("12 in total", "11 in total"));
    let offset = fault.offset.expect("located");
    assert!(KingOfThePitch::FACTS.data[offset..].starts_with("[1, 1"), "points at the list");
}

#[test]
fn kop_comp_03_60_chips() {
    let c = components();
    assert_eq!(c.chips, [22, 22, 11, 5]);
    assert_eq!(c.chips.iter().map(|&n| u32::from(n)).sum::<u32>(), 60);
    assert_eq!(rules(&[]).start.supply, [0, 22, 22, 11, 5]);
    only_fault("diamond = 5\n", "diamond = 6\n");
}

#[test]
fn kop_comp_04_36_money_cubes_and_10_markers() {
    let c = components();
    assert_eq!((c.cubes, c.column_markers), ([12; 3], 10));
    for players in ["2", "3", "4", "5"] {
        let start = rules(&[("players", players)]).start;
        for colour in 0..3 {
            let owned: u16 = start.teams.iter().map(|team| team.cubes[colour]).sum();
            assert_eq!(start.bank[colour] + owned, 12, "markers are never money");
        }
    }
}

#[test]
fn kop_comp_05_each_team_owns_4_d6_and_1_d8() {
    let c = components();
    assert_eq!((c.dice_owned, u32::from(c.teams) * 5), ([4, 1], 25));
    assert!(c.dice.iter().all(|&[d6, d8]| d6 <= 4 && d8 <= 1), "no level needs more");
    only_fault("crown = { d6 = 4, d8 = 1 }", "crown = { d6 = 4, d8 = 2 }");
}

#[test]
fn kop_comp_06_crown_chips_count_victories_only() {
    assert_eq!(components().crown_chips, 25);
    let mut desk = Desk::new(&[]).lay_bronze().ready(1).turn_of(1);
    let before = (desk.columns(0), desk.columns(1), desk.state.supply);
    desk.fight(&[6], &[1], &[]);
    assert_eq!(desk.victories(1), 1);
    assert_eq!((desk.columns(0), desk.columns(1), desk.state.supply), before);
    only_fault("crown-chips = 25", "crown-chips = 24");
}

#[test]
fn kop_comp_07_five_identical_teams() {
    assert_eq!(components().teams, 5);
    let start = rules(&[("players", "5")]).start;
    assert!(start.teams[..5].iter().all(|team| *team == start.teams[0]));
    only_fault("teams = 5", "teams = 4");
}

#[test]
fn kop_comp_08_a_board_has_eleven_circles_and_two_columns() {
    let mut desk = Desk::new(&[]);
    for position in 1..=POSITIONS as u8 {
        desk = desk.chip(0, 1, position);
    }
    let all = (1..=11).map(sell_chip);
    assert!(all.clone().all(|code| desk.can(code)));
    assert_eq!(desk.legal().iter().filter(|&&code| (71..=81).contains(&code)).count(), 11);
    assert_eq!(desk.columns(0), (6, 5));
}

#[test]
fn kop_comp_09_help_card_and_box_have_no_effect() {
    let text = KingOfThePitch::FACTS.data.replace("help-cards = 1", "help-cards = 7");
    let changed =
        conformance::build::<KingOfThePitch>(&text, &[], &[]).expect("a number without effect may change");
    assert_eq!(changed.start, rules(&[]).start);
    assert_eq!(changed.points, rules(&[]).points);
}

#[test]
fn kop_comp_10_five_defenders_one_midfielder_five_attackers() {
    let bronze = rules(&[]).points[1];
    let in_defence: Vec<usize> = (1..=11).filter(|&p| bronze[p - 1] == 1).collect();
    let in_attack: Vec<usize> = (1..=11).filter(|&p| bronze[p - 1] == 1 << 8).collect();
    assert_eq!(in_defence, [1, 2, 3, 4, 5, 6], "the midfielder's bronze counts in defence");
    assert_eq!(in_attack, [7, 8, 9, 10, 11]);
    let faults = edited("midfielders = [5]", "midfielders = [6]").expect_err("6 is a defender");
    assert!(faults.iter().any(|fault| fault.key == "lines"));
}

#[test]
fn kop_comp_11_every_player_card_has_one_colour_and_position() {
    let rules = rules(&[]);
    for card in 0..66 {
        let kinds = rules.kind_cards.iter().filter(|cards| *cards >> card & 1 == 1).count();
        assert_eq!(kinds, 1, "card {card}");
        assert_eq!(rules.kind_of[card] / 11, rules.class_of[card]);
    }
}

#[test]
fn kop_comp_12_per_position_3_bronze_2_silver_1_gold() {
    assert_eq!(components().players, [[3; 11], [2; 11], [1; 11]]);
    let rules = rules(&[]);
    let copies: Vec<u32> = rules.kind_cards.iter().map(|cards| cards.count_ones()).collect();
    assert!(copies[..11].iter().all(|&n| n == 3));
    assert!(copies[11..22].iter().all(|&n| n == 2));
    assert!(copies[22..].iter().all(|&n| n == 1));
    // Another split of the same totals is data, and is dealt.
    let from = "gold = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]";
    let split = edited(from, "gold = [2, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]").expect("a legal split");
    assert_eq!(split.players[2][..2], [2, 0]);
}

#[test]
fn kop_comp_13_chips_and_cubes_are_limited_crowns_and_dice_are_not() {
    // All eleven gold chips lie on another board.
    let short = |changes: &[(&str, &str)]| {
        let desk = (1..=11).fold(Desk::new(changes), |desk, position| desk.chip(1, 3, position));
        let card = desk.player(GOLD, 3, 0);
        desk.give(0, card)
    };
    assert!(!short(&[]).can(play(GOLD, 3)));
    assert!(short(&[("chip-limit", "off")]).can(play(GOLD, 3)));
    assert!(!short(&[]).bank([0; 3]).can(sell(GOLD, 3)));
    let desk = Desk::new(&[("chip-limit", "off"), ("cube-limit", "off")]);
    let card = desk.player(GOLD, 3, 0);
    let mut desk = desk.lay_bronze().give(0, card).cubes(0, [0; 3]);
    desk.quiet(sell(GOLD, 3));
    assert_eq!(desk.state.team(0).cubes, [0, 0, 1]);
    assert_eq!(desk.state.bank, desk.rules.start.bank, "an unlimited bank isn't counted");
    // More crown chips and dice than the box holds are simply there.
    assert_eq!(rules(&[("wins-to-win", "7")]).wins, 7);
    assert_eq!(rules(&[("dice-per-level", "crown-3d6-2d8")]).book.dice.law.by_level[4], [3, 2]);
}

#[test]
fn kop_comp_14_a_chip_that_leaves_a_board_returns_to_the_supply() {
    let mut desk = Desk::new(&[]).lay_bronze().chip(0, 3, 2);
    assert_eq!(desk.state.supply[3], 10);
    desk.quiet(sell_chip(2));
    assert_eq!(desk.state.supply[3], 11);
    let replaced = Desk::new(&[]).lay_bronze().chip(0, 3, 2);
    let card = replaced.player(BRONZE, 2, 1);
    let mut replaced = replaced.give(0, card);
    replaced.quiet(play(BRONZE, 2));
    assert_eq!(replaced.state.supply[1..4], [21, 22, 11]);
}

#[test]
fn kop_comp_15_a_paid_cube_returns_to_the_bank() {
    let desk = Desk::new(&[]).lay_bronze();
    let card = desk.player(BRONZE, 9, 0);
    let mut desk = desk;
    assert_eq!(desk.state.bank, [10; 3]);
    desk.draws(3, card);
    assert_eq!((desk.state.bank, desk.state.team(0).cubes), ([11, 10, 10], [0, 1, 1]));
}

/// Points of a chip alone at a position.
fn worth(chip: u8, position: u8) -> (u8, u8) {
    Desk::new(&[]).chip(0, chip, position).columns(0)
}

/// Own and other column of a chip in each line.
fn line_values(chip: u8, own: u8, other: u8) {
    for position in [1, 2, 3, 4, 6] {
        assert_eq!(worth(chip, position), (own, other), "defender {position}");
    }
    for position in 7..=11 {
        assert_eq!(worth(chip, position), (other, own), "attacker {position}");
    }
}

#[test]
fn kop_val_01_white_is_worth_nothing() {
    assert_eq!(Desk::new(&[]).columns(0), (0, 0));
    assert_eq!(rules(&[]).points[0], [0; POSITIONS]);
}

#[test]
fn kop_val_02_bronze_is_one_in_its_own_column() {
    line_values(1, 1, 0);
}

#[test]
fn kop_val_03_silver_is_two_in_its_own_column() {
    line_values(2, 2, 0);
}

#[test]
fn kop_val_04_gold_is_three_and_one() {
    line_values(3, 3, 1);
}

#[test]
fn kop_val_05_diamond_is_four_and_one() {
    line_values(4, 4, 1);
}

#[test]
fn kop_val_06_the_midfielder_has_values_of_its_own() {
    assert_eq!([1, 2, 3, 4].map(|chip| worth(chip, 5)), [(1, 0), (1, 1), (2, 2), (2, 3)]);
}

#[test]
fn kop_val_07_a_cube_is_its_colour_without_change() {
    // Two silver cubes buy neither a bronze nor a gold card.
    let desk = Desk::new(&[]);
    let cards = [
        desk.player(BRONZE, 1, 0),
        desk.player(BRONZE, 2, 0),
        desk.player(SILVER, 3, 0),
        desk.player(GOLD, 4, 0),
        desk.player(BRONZE, 5, 0),
    ];
    let desk = desk.lay(&cards).cubes(0, [0, 2, 0]);
    let takes: Vec<u8> = desk.legal().into_iter().filter(|&code| code < 5).collect();
    assert_eq!(takes, [2, 4], "the free card and the silver one");
}

#[test]
fn broken_data_is_refused_with_its_place() {
    let faults = read("[player-cards]\nbronze = 3\n", Totals::Stated).expect_err("not even the shape");
    assert!(faults[0].offset.is_some());
    assert!(edited("help-cards = 1", "help-card = 1").is_err(), "unknown keys are refused");
    let row = "players = 2\nmatch = 15";
    let faults = edited(row, "players = 2\nmatch = 22").expect_err("only 21 MATCH cards exist");
    assert_eq!(faults[0].key, "set-up.match");
    assert!(edited(row, "players = 3\nmatch = 15").is_err(), "a row per player count");
}
