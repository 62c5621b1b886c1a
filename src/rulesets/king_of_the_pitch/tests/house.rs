//! KOP-HOUSE: house rules that the printed game lacks.

use super::desk::{BRONZE, Desk, GOLD, SILVER, play, rules, sell};
use super::ending::games;
use crate::chance::Stream;
use crate::conformance;
use crate::game::{Ending, Play, WIN};
use crate::rulesets::king_of_the_pitch::KingOfThePitch;
use crate::rulesets::king_of_the_pitch::moves::PASS;
use crate::rulesets::king_of_the_pitch::state::{BONUSES, End, HAND, MATCHES, State, VARS, ids};
use crate::seed::Luck;
use crate::settings::Fault;
use crate::watch::Silent;

fn refused(changes: &[(&str, &str)]) -> Vec<Fault> {
    conformance::rules::<KingOfThePitch>(changes).expect_err("refused")
}

fn dealt(changes: &[(&str, &str)]) -> State {
    KingOfThePitch::setup(&rules(changes), &[], &mut Stream::new(Luck::new(3, 5, 8)), &mut Silent)
}

/// A card to sell in every hand.
fn sellers(changes: &[(&str, &str)], players: u8) -> Desk {
    (0..players).fold(Desk::new(changes), |desk, seat| {
        (6..=8).fold(desk, |desk, position| {
            let card =
                desk.player([BRONZE, SILVER, GOLD][usize::from(seat) % 3], position, u32::from(seat / 3));
            desk.give(seat, card)
        })
    })
}

/// Seats in the order in which they sell their three cards.
fn order(desk: &mut Desk, turns: usize) -> Vec<u8> {
    let mut seats = Vec::new();
    for _ in 0..turns {
        let seat = desk.asked().0;
        let colour = [BRONZE, SILVER, GOLD][usize::from(seat) % 3];
        let code = (6..=8).map(|position| sell(colour, position)).find(|&code| desk.can(code));
        desk.quiet(code.unwrap_or(PASS));
        seats.push(seat);
    }
    seats
}

#[test]
fn kop_house_01_players_start_with_a_bonus() {
    let printed = rules(&[("players", "4")]).start;
    for (value, colour) in [("bronze", 0), ("silver", 1), ("gold", 2)] {
        let start = rules(&[("players", "4"), ("bonus-3", value)]).start;
        for seat in 0..4 {
            let more = u16::from(seat == 2);
            assert_eq!(start.teams[seat].cubes[colour], printed.teams[seat].cubes[colour] + more);
        }
        assert_eq!(start.bank[colour] + 1, printed.bank[colour]);
    }
    for (value, kind, cards) in [
        ("match-card", MATCHES, ids::MATCHES),
        ("var-card", VARS, ids::VARS),
        ("bonus-card", BONUSES, ids::BONUSES),
    ] {
        let start = rules(&[("bonus-2", value)]).start;
        assert_eq!((start.teams[0].cards, start.teams[1].cards[kind]), ([0; 4], 1));
        assert_eq!(((start.teams[1].held & cards).count_ones(), start.deck_len), (1, 84));
    }
    let card = dealt(&[("bonus-1", "player-card")]);
    assert_eq!([0, 1].map(|seat| card.teams[seat].cards[HAND]), [1, 0]);
    assert_eq!((card.teams[0].held & ids::PLAYERS).count_ones(), 1);
    let win = rules(&[("players", "5"), ("bonus-5", "win"), ("wins-to-win", "3")]).start;
    assert_eq!([0, 1, 2, 3, 4].map(|seat| win.teams[seat].victories), [0, 0, 0, 0, 1]);
    let both = rules(&[("bonus-1", "win"), ("first-king", "king-has-one-win")]).start;
    assert_eq!(both.teams[0].victories, 2);
}

#[test]
fn kop_house_01_what_cannot_be_given_is_refused() {
    let absent = refused(&[("players", "3"), ("bonus-4", "gold")]);
    assert_eq!((absent[0].key.as_str(), absent[0].found.as_str()), ("bonus-4", "`gold` where 3 play"));
    let bonuses: Vec<(&str, &str)> =
        [("players", "5"), ("bonus-1", "gold"), ("bonus-2", "gold"), ("bonus-3", "gold")].to_vec();
    let [fault] = &refused(&bonuses)[..] else { panic!("one fault") };
    assert_eq!(
        (fault.key.as_str(), fault.hint.as_deref()),
        ("bonus-3", Some("no gold cube is left in the bank"))
    );
    let without = refused(&[("var-cards", "off"), ("bonus-1", "var-card")]);
    assert_eq!(without[0].hint.as_deref(), Some("no such card is left in the deck"));
    assert!(conformance::rules::<KingOfThePitch>(&[&bonuses[..], &[("cube-limit", "off")]].concat()).is_ok());
}

#[test]
fn kop_house_02_the_first_turn_is_short_or_left_out() {
    let mut short = sellers(&[("first-turn", "short")], 2).lay_bronze();
    assert!(short.must_pass(), "the hand is full, so the last card may not be taken");
    short.quiet(PASS);
    assert!(short.can(sell(SILVER, 6)) && !short.can(PASS), "the 2nd player's turn is whole");
    let mut open = Desk::new(&[("first-turn", "short"), ("actions-per-turn", "2")]).lay_bronze();
    assert_eq!(open.legal(), [4]);
    open.takes(4);
    assert_eq!((open.legal(), open.asked().0), (vec![4], 0));
    assert!(Desk::new(&[]).lay_bronze().legal().len() > 1);
    let mut skipped = sellers(&[("first-turn", "skipped"), ("players", "3")], 3);
    assert_eq!((skipped.state.king, skipped.rules.max_turns), (0, 899));
    assert_eq!(order(&mut skipped, 4), [1, 2, 0, 1]);
}

#[test]
fn kop_house_03_who_begins_a_round() {
    let table = |value| sellers(&[("players", "3"), ("who-begins", value)], 3);
    assert_eq!(order(&mut table("printed"), 6), [0, 1, 2, 0, 1, 2]);
    assert_eq!(order(&mut table("rotates"), 9), [0, 1, 2, 1, 2, 0, 2, 0, 1]);
    let mut lowest = table("lowest");
    lowest.state.teams[0].victories = 1;
    lowest.state.teams[1].victories = 1;
    assert_eq!(order(&mut lowest, 6), [0, 1, 2, 2, 0, 1]);
    // Before a match as printed; then whoever lost it, the King or not.
    let mut loser = table("loser").ready(1);
    assert_eq!(order(&mut loser, 4), [0, 1, 2, 0]);
    loser.fight(&[1], &[6], &[]);
    assert_eq!(order(&mut loser, 4), [2, 1, 2, 0]);
    // A stalemate needs a whole round of forced passes, whoever begins.
    let mut dead = Desk::new(&[("who-begins", "rotates")]).empty_deck().without_discards();
    dead = dead.turn_of(0);
    for turns in 1..=3 {
        dead.quiet(PASS);
        assert_eq!(dead.state.end == End::Stalemate, turns == 3);
    }
}

#[test]
fn kop_house_04_a_card_more_is_dealt() {
    let hands = |value, more: &[(&str, &str)]| {
        let state = dealt(&[&[("players", "4"), ("extra-draw", value)], more].concat());
        [0, 1, 2, 3].map(|seat| state.teams[seat].cards[HAND])
    };
    assert_eq!(hands("none", &[]), [0; 4]);
    assert_eq!(hands("last", &[]), [0, 0, 0, 1]);
    assert_eq!(hands("not-first", &[]), [0, 1, 1, 1]);
    assert_eq!(hands("everyone", &[("start-players", "2"), ("bonus-2", "player-card")]), [3, 4, 3, 3]);
}

#[test]
fn kop_house_05_at_the_turn_cap_the_leader_wins() {
    let mut desk = sellers(&[("players", "3"), ("turn-cap", "2")], 3);
    desk.state.teams[2].victories = 2;
    desk.state.teams[1].victories = 1;
    order(&mut desk, 5);
    assert_eq!(desk.state.end, End::Running);
    order(&mut desk, 1);
    let outcome = KingOfThePitch::outcome(&desk.rules, &desk.state);
    assert_eq!((outcome.ending, outcome.share[2], desk.state.turns), (Ending::Decided, WIN, 6));
    let late = rules(&[("turn-cap", "400")]);
    assert_eq!((late.max_turns, late.house.cap), (600, None));
    assert!(games(&[("turn-cap", "1")], "rusher", 20).iter().all(|state| state.turns == 2));
}

#[test]
fn kop_house_06_ties_at_the_turn_cap_are_broken() {
    // Seats 0 and 2 lead; seat 2 won last, seat 0 is King, seat 1 has the best team.
    let winner = |value, king| {
        let changes = [("players", "3"), ("turn-cap", "1"), ("cap-tie-break", value)];
        let mut desk = sellers(&changes, 3).ready(0).ready(2).at_level(1, 3);
        desk.state.king = 1;
        desk.fight(&[6], &[1, 1, 1, 1], &[]);
        order(&mut desk, 1);
        desk.fight(&[6], &[1], &[]);
        assert_eq!([0, 1, 2].map(|seat| desk.victories(seat)), [1, 0, 1]);
        desk.state.end = End::Running;
        desk.state.king = king;
        crate::rulesets::king_of_the_pitch::house::leader(
            &desk.rules,
            &desk.state,
            desk.rules.house.cap.unwrap(),
        )
    };
    assert_eq!([winner("king", 0), winner("king", 2), winner("king", 1)], [0, 2, 2]);
    assert_eq!([winner("latest", 0), winner("level", 0)], [2, 2]);
    let level = |seat| {
        let changes = [("players", "3"), ("turn-cap", "1"), ("cap-tie-break", "level")];
        let mut desk = sellers(&changes, 3).chip(0, 1, 1).at_level(seat, 2);
        order(&mut desk, 3);
        desk.state.end
    };
    assert_eq!([level(1), level(2)], [End::Won(1), End::Won(2)]);
    let mut nobody = sellers(&[("turn-cap", "1")], 2);
    order(&mut nobody, 2);
    assert_eq!(nobody.state.end, End::Won(0), "the King, where nobody has won anything");
}

#[test]
fn kop_house_07_the_last_gets_a_cube_after_each_match() {
    for (value, colour) in [("bronze", BRONZE), ("silver", SILVER), ("gold", GOLD)] {
        let mut desk = Desk::new(&[("players", "3"), ("catch-up", value)]).lay_bronze().ready(1).turn_of(1);
        let colour = usize::from(colour);
        let before = desk.state.teams.map(|team| team.cubes[colour]);
        desk.state.teams[0].victories = 1;
        desk.fight(&[6], &[5], &[]);
        let after = desk.state.teams.map(|team| team.cubes[colour]);
        assert_eq!([0, 1, 2].map(|seat| after[seat] - before[seat]), [0, 0, 1]);
        // Two who share the last place get nothing.
        let mut shared = Desk::new(&[("players", "3"), ("catch-up", value)]).lay_bronze().ready(1).turn_of(1);
        shared.fight(&[6], &[5], &[]);
        assert_eq!(shared.state.teams.map(|team| team.cubes[colour]), before);
        let mut dry = Desk::new(&[("catch-up", value)]).lay_bronze().ready(1).turn_of(1).bank([0; 3]);
        dry.fight(&[6], &[5], &[]);
        assert_eq!(dry.state.bank, [0; 3]);
    }
}

#[test]
fn kop_house_08_seats_are_swapped_at_half_time() {
    let half = |wins: &str, victories| {
        let changes = [("players", "3"), ("half-time-swap", "on"), ("wins-to-win", wins)];
        let mut desk = sellers(&changes, 3).ready(1);
        desk.state.teams[1].victories = victories;
        order(&mut desk, 1);
        desk.fight(&[6], &[5], &[]);
        order(&mut desk, 7)
    };
    assert_eq!(half("5", 2), [2, 2, 1, 0, 2, 1, 0], "the 3rd victory of 5");
    assert_eq!(half("5", 1), [2, 0, 1, 2, 0, 1, 2]);
    assert_eq!(half("4", 1), [2, 2, 1, 0, 2, 1, 0], "the 2nd of 4");
    let view = |value| {
        let desk = sellers(&[("players", "3"), ("half-time-swap", value)], 3);
        (desk.view(0).next_seat(), desk)
    };
    let (next, mut desk) = view("on");
    assert_eq!(next, 1);
    desk.state.rounds.end_half();
    assert_eq!(order(&mut desk, 3), [0, 1, 2]);
    assert_eq!((desk.state.active, desk.view(2).next_seat()), (2, 1), "bots see who is next");
}

#[test]
fn a_game_without_hooks_is_the_printed_one() {
    let off = [
        ("bonus-1", "none"),
        ("first-turn", "full"),
        ("who-begins", "printed"),
        ("extra-draw", "none"),
        ("turn-cap", "none"),
        ("cap-tie-break", "king"),
        ("catch-up", "none"),
        ("half-time-swap", "off"),
    ];
    assert_eq!(dealt(&off), dealt(&[]));
    assert!(rules(&off).house.plain);
    assert!(play(BRONZE, 1) > 4);
}
