//! KOP-SETUP: decks, cubes, first King, first row.

use super::super::odds::{first_rollers, seat_is_first};
use super::super::state::Team;
use super::*;

const COUNTS: [&str; 4] = ["2", "3", "4", "5"];

fn deal(rules: &Rules, block: u64) -> State {
    KingOfThePitch::setup(rules, &[], &mut Stream::new(Luck::new(3, 5, block)), &mut Silent)
}

/// Cards of a class in the deck before the row is laid.
fn in_deck(rules: &Rules, wanted: u8) -> usize {
    let deck = &rules.start.deck[..usize::from(rules.start.deck_len)];
    deck.iter().filter(|&&card| rules.class_of[usize::from(card)] == wanted).count()
}

#[test]
fn kop_setup_01_two_to_five_players() {
    for (count, players) in COUNTS.iter().zip(2..) {
        assert_eq!(KingOfThePitch::seats(&rules(&[("players", count)])), players);
    }
    for count in ["1", "6"] {
        assert!(conformance::rules::<KingOfThePitch>(&[("players", count)]).is_err());
    }
}

#[test]
fn kop_setup_02_every_player_has_a_board_of_its_own() {
    let start = rules(&[("players", "5")]).start;
    assert!(start.teams.iter().all(|team| team.chips == 0 && team.columns == 0));
    let mut desk = Desk::new(&[("players", "3")]).lay_bronze().chip(1, 3, 5).turn_of(1);
    desk.quiet(super::desk::sell_chip(5));
    assert_eq!(desk.state.team(0), &desk.rules.start.teams[0], "other boards are untouched");
}

#[test]
fn kop_setup_03_markers_crowns_and_dice_are_each_players_own() {
    let mut desk = Desk::new(&[]).lay_bronze().ready(1).turn_of(1).at_level(0, 4).at_level(1, 4);
    // Both roll a full set of 4d6 + 1d8 at once, so no die is shared.
    desk.fight(&[1, 1, 1, 1, 8], &[6, 6, 6, 6, 7], &[]);
    assert_eq!([desk.victories(0), desk.victories(1)], [0, 1]);
}

#[test]
fn kop_setup_04_the_deck_has_all_players_and_no_captain() {
    for (players, captains) in [("2", "off"), ("5", "on")] {
        let rules = rules(&[("players", players), ("captains", captains)]);
        let deck = &rules.start.deck[..usize::from(rules.start.deck_len)];
        assert_eq!(deck.iter().filter(|&&card| card < ids::MATCH).count(), 66);
        assert!(deck.iter().all(|&card| card < ids::CAPTAIN));
    }
}

#[test]
fn kop_setup_05_event_cards_by_player_count() {
    let expected = [[15, 2, 2], [17, 3, 3], [19, 4, 4], [21, 5, 5]];
    for (count, events) in COUNTS.iter().zip(expected) {
        let rules = rules(&[("players", count)]);
        assert_eq!([class::MATCH, class::VAR, class::BONUS].map(|c| in_deck(&rules, c)), events);
        let without = super::desk::rules(&[("players", count), ("var-cards", "off"), ("bonus-cards", "off")]);
        let left = [class::MATCH, class::VAR, class::BONUS].map(|c| in_deck(&without, c));
        assert_eq!(left, [events[0], 0, 0]);
    }
}

#[test]
fn kop_setup_06_transfer_cards_only_with_captains() {
    for (count, transfers) in [("4", 4), ("5", 5)] {
        assert_eq!(in_deck(&rules(&[("players", count)]), class::TRANSFER), 0);
        let with = rules(&[("players", count), ("captains", "on")]);
        assert_eq!(in_deck(&with, class::TRANSFER), transfers);
    }
}

#[test]
fn kop_setup_07_deck_sizes() {
    let sizes = COUNTS.map(|count| rules(&[("players", count)]).start.deck_len);
    assert_eq!(sizes, [85, 89, 93, 97]);
    let with = ["4", "5"].map(|count| rules(&[("players", count), ("captains", "on")]).start.deck_len);
    assert_eq!(with, [97, 102]);
}

#[test]
fn kop_setup_08_starting_cubes() {
    // Bronze, silver, gold.
    let expected = [[1, 1, 1], [2, 1, 1], [2, 2, 1], [2, 2, 2]];
    for (count, cubes) in COUNTS.iter().zip(expected) {
        let rules = rules(&[("players", count)]);
        for team in &rules.start.teams[..usize::from(rules.players)] {
            assert_eq!(team.cubes, cubes);
        }
    }
    assert_eq!(rules(&[("start-cubes", "none")]).start.teams[0].cubes, [0; 3]);
    assert_eq!(rules(&[("start-cubes", "double")]).start.teams[0].cubes, [2; 3]);
    let five = rules(&[("start-cubes", "double"), ("players", "5")]);
    assert_eq!(five.start.teams[4].cubes, [2; 3], "no more than 12 / 5 of a colour");
}

#[test]
fn kop_setup_09_the_bank_starts_with_the_rest() {
    let expected = [[10, 10, 10], [6, 9, 9], [4, 4, 8], [2, 2, 2]];
    for (count, bank) in COUNTS.iter().zip(expected) {
        assert_eq!(rules(&[("players", count)]).start.bank, bank);
    }
    assert_eq!(rules(&[("start-cubes", "double"), ("players", "4")]).start.bank, [0, 0, 4]);
}

#[test]
fn kop_setup_10_the_deck_is_in_uniform_order() {
    // Every card is equally often the first to be drawn: 85 cards, 85 000
    // deals, chi-square with 84 degrees of freedom stays below mean + 5 sd.
    let rules = rules(&[]);
    let mut seen = [0_u32; 102];
    for block in 0..85_000 {
        seen[usize::from(deal(&rules, block).card(0))] += 1;
    }
    let deck = &rules.start.deck[..85];
    let chi: f64 =
        deck.iter().map(|&card| (f64::from(seen[usize::from(card)]) - 1000.0).powi(2) / 1000.0).sum();
    assert!((30.0..150.0).contains(&chi), "chi-square {chi}");
    let first = seen.iter().sum::<u32>();
    assert_eq!(first, 85_000);
}

#[test]
fn kop_setup_11_the_neutral_supporters_change_nothing() {
    let a = deal(&rules(&[]), 1);
    let b = deal(&rules(&[]), 1);
    assert_eq!(a, b, "a deal depends on its chance alone");
    assert_eq!(a.teams[0], rules(&[]).start.teams[0]);
}

#[test]
fn kop_setup_12_the_highest_roller_is_seat_0_and_starts_as_king() {
    // Set-up names the winner of the roll seat 0, whoever sits there.
    for (count, players) in COUNTS.into_iter().zip(2..) {
        for seating in [[0, 1, 2, 3, 4], [3, 4, 0, 2, 1]] {
            for (variant, king) in [("roll", 0), ("king-has-one-win", 0), ("last-seat-king", players - 1)] {
                let rules = rules(&[("players", count), ("first-king", variant)]);
                let mut chance = Stream::new(Luck::new(3, 5, 0));
                let state = KingOfThePitch::setup(&rules, &seating, &mut chance, &mut Silent);
                assert_eq!((state.king, state.active, state.asked), (king, 0, 0), "{variant}, {count}");
            }
        }
        // So the roll must favour nobody.
        assert_eq!(seat_is_first(players), Fraction::new(1, u128::from(players)), "{count} players");
    }
    let best = first_rollers(0b1111, &mut Script::dice(&[2, 5, 3, 4]));
    assert_eq!(best, 0b0010);
}

#[test]
fn kop_setup_13_only_those_who_share_the_highest_roll_again() {
    assert_eq!(first_rollers(0b1111, &mut Script::dice(&[5, 2, 5, 4])), 0b0101);
    let mut script = Script::dice(&[1, 6]);
    assert_eq!(first_rollers(0b0101, &mut script), 0b0100);
    script.done();
}

#[test]
fn kop_setup_14_the_first_king_is_in_the_stadium() {
    // Whoever uses the first MATCH card meets the first King.
    for challenger in 1..4 {
        let desk = Desk::new(&[("players", "4")]).lay_bronze();
        let mut desk = desk.ready(challenger).turn_of(challenger);
        desk.fight(&[6], &[5], &[]);
        assert_eq!(desk.state.log[0].unpack().seats, [challenger, 0]);
    }
}

#[test]
fn kop_setup_15_the_first_king_has_no_victory() {
    assert!(rules(&[]).start.teams.iter().all(|team| team.victories == 0));
    let one = rules(&[("first-king", "king-has-one-win")]).start;
    assert_eq!([one.teams[0].victories, one.teams[1].victories], [1, 0]);
}

#[test]
fn kop_setup_16_five_cards_lie_face_up_before_the_first_turn() {
    for line in ["3", "4", "5", "6"] {
        let rules = rules(&[("line-size", line)]);
        let state = deal(&rules, 9);
        assert_eq!(state.row_len, rules.line);
        assert_eq!(state.deck_len + state.row_len, 85);
    }
    assert_eq!(deal(&rules(&[]), 9).row_len, 5);
}

#[test]
fn kop_setup_17_nobody_starts_with_a_card() {
    let state = deal(&rules(&[("players", "5")]), 2);
    assert!(state.teams.iter().all(|team| team.held == 0 && team.cards == [0; 4]));
    for (count, each) in [("1", 1_u8), ("2", 2)] {
        let state = deal(&rules(&[("start-players", count), ("players", "5")]), 2);
        for team in &state.teams[..5] {
            assert_eq!(team.cards, [each, 0, 0, 0]);
            assert_eq!((team.held & ids::PLAYERS).count_ones(), u32::from(each));
        }
        assert_eq!(state.deck_len, 97 - 5 * each - 5);
        let deck = &state.deck[..usize::from(state.deck_len)];
        let mut all: u128 = deck.iter().fold(0, |all, card| all | 1 << card);
        all |= (0..5).fold(0, |row, place| row | 1 << state.card(place));
        all |= state.teams.iter().fold(0, |held, team| held | team.held);
        assert_eq!(all.count_ones(), 97, "no card is lost or doubled");
    }
}

#[test]
fn kop_setup_18_every_team_starts_at_white() {
    let desk = Desk::new(&[("players", "5")]);
    for seat in 0..5 {
        assert_eq!((desk.columns(seat), desk.level(seat)), ((0, 0), 0));
    }
    assert_eq!(desk.state.teams[4].columns, Team::EMPTY.columns);
}

#[test]
fn first_rolls_are_decided_as_often_as_stated() {
    let expected = [(5, 6), (55, 72), (25, 36), (4895, 7776)];
    for (players, (num, den)) in (2..).zip(expected) {
        let ends = enumerate(|chance| first_rollers((1 << players) - 1, chance).count_ones());
        assert_eq!(ends[&1], Fraction::new(num, den), "{players} players");
    }
}

#[test]
fn a_watched_set_up_tells_what_is_dealt() {
    let rules = rules(&[("start-players", "1")]);
    let mut watch = Transcript::default();
    KingOfThePitch::setup(&rules, &[], &mut Stream::new(Luck::new(3, 5, 1)), &mut watch);
    let text: Vec<&str> = watch.lines.iter().map(|line| line.text.as_str()).collect();
    assert!(text.iter().any(|line| line.starts_with("Seat 1 is dealt")));
    assert_eq!(text.iter().filter(|line| line.ends_with("enters the row")).count(), 5);
}
