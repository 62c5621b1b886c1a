//! House rules that the printed game lacks: SQR-HOUSE.

use super::super::play::fixtures::fixtures;
use super::super::state::{Finish, NOBODY};
use super::*;
use crate::game::Ending;

const OFF: (&str, &str) = ("match-official", "off");

fn dealt(changes: &[(&str, &str)]) -> State {
    let rules = rules(&[&[("managers", "4"), ("first-starter", "seat-0")], changes].concat());
    SquadRushSeason::setup(&rules, &[], &mut Stream::new(Luck::new(9, 9, 9)), &mut Silent)
}

fn hands(state: &State) -> [usize; 4] {
    [0, 1, 2, 3].map(|seat: usize| state.hands[seat].iter().count())
}

/// Ends the turn: too many cards are discarded, nobody calls.
fn pass(desk: &mut Desk) {
    desk.game(|game| {
        game.acted();
    });
    while desk.asked().0 == Phase::Limit {
        let seat = desk.asked().1;
        desk.game(|game| {
            let card = game.s.hands[usize::from(seat)].at(0);
            game.spend(seat, card);
            game.limit();
        });
    }
    if desk.asked().0 == Phase::Call {
        desk.game(|game| game.call(false));
    }
}

/// Seats in the order in which they pass.
fn order(desk: &mut Desk, turns: usize) -> Vec<u8> {
    let mut seats = Vec::new();
    for _ in 0..turns {
        let (phase, seat) = desk.asked();
        assert_eq!(phase, Phase::Act);
        seats.push(seat);
        pass(desk);
    }
    seats
}

#[test]
fn sqr_house_01_managers_start_with_a_bonus() {
    assert_eq!(hands(&dealt(&[])), [7, 5, 5, 5], "seat 0 has drawn two");
    let card = dealt(&[("bonus-3", "card")]);
    assert_eq!((hands(&card), card.table[2].points), ([7, 5, 6, 5], 0));
    let point = dealt(&[("bonus-4", "point")]);
    assert_eq!(
        (hands(&point), [0, 1, 2, 3].map(|seat: usize| point.table[seat].points)),
        ([7, 5, 5, 5], [0, 0, 0, 1])
    );
    assert_eq!(point.log.counts[column::POINTS.place()], 1);
    let refused = conformance::rules::<SquadRushSeason>(&[("bonus-3", "card")]).unwrap_err();
    assert_eq!((refused[0].key.as_str(), refused[0].found.as_str()), ("bonus-3", "`card` where 2 play"));
}

#[test]
fn sqr_house_02_the_first_turn_is_short_or_left_out() {
    assert_eq!(hands(&dealt(&[("first-turn", "short")])), [5, 5, 5, 5]);
    let skipped = dealt(&[("first-turn", "skipped")]);
    assert_eq!((hands(&skipped), skipped.asked, skipped.starter), ([5, 7, 5, 5], 1, 0));
    // Only the first turn: the next manager draws.
    let mut desk = Desk::new(&[("first-turn", "short")]);
    desk.s.log.counts[column::TURNS.place()] = 1;
    let before = desk.dealer.drawn.len();
    order(&mut desk, 1);
    assert_eq!(desk.dealer.drawn.len() - before, 2);
    // Later matchdays begin with their first manager.
    let mut later = Desk::new(&[OFF, ("first-turn", "skipped"), ("managers", "4")]);
    later.lock(2).name_all();
    assert_eq!(later.asked(), (Phase::Act, 2));
}

fn beginner(changes: &[(&str, &str)], caller: u8) -> u8 {
    let mut desk = Desk::new(&[&[OFF, ("managers", "4")], changes].concat()).lay(2, &best(2));
    desk.s.starter = 1;
    desk.lock(caller).name_all();
    desk.asked().1
}

#[test]
fn sqr_house_03_who_begins_the_next_matchday() {
    assert_eq!(beginner(&[], 3), 3, "the caller");
    assert_eq!(beginner(&[("who-begins", "rotates")], 3), 2);
    assert_eq!(beginner(&[("who-begins", "lowest")], 2), 0, "three are last; the first lot is seat 0");
    assert_eq!(beginner(&[("who-begins", "printed"), ("next-starter", "rotate")], 3), 2);
    let both = [("who-begins", "lowest"), ("next-starter", "rotate")];
    let refused = conformance::rules::<SquadRushSeason>(&both).unwrap_err();
    assert_eq!((refused[0].key.as_str(), refused.len()), ("who-begins", 1));
}

#[test]
fn sqr_house_04_a_card_more_in_the_opening_hand() {
    assert_eq!(hands(&dealt(&[("extra-draw", "last")])), [7, 5, 5, 6]);
    assert_eq!(hands(&dealt(&[("extra-draw", "not-first")])), [7, 6, 6, 6]);
    assert_eq!(hands(&dealt(&[("extra-draw", "everyone"), ("bonus-1", "card")])), [9, 6, 6, 6]);
    // The order of play counts from whoever begins.
    let rules = rules(&[("managers", "4"), ("extra-draw", "last")]);
    for block in 0..12 {
        let luck = Luck::new(9, 9, block);
        let state = SquadRushSeason::setup(&rules, &[], &mut Stream::new(luck), &mut Silent);
        let last = usize::from((state.starter + 3) % 4);
        assert_eq!(hands(&state)[last], 6);
    }
}

#[test]
fn sqr_house_05_full_time_at_the_turn_cap() {
    let mut desk = Desk::new(&[OFF, ("turn-cap", "2"), ("matchdays", "1")]).lay(0, &best(0));
    assert_eq!(order(&mut desk, 3), [0, 1, 0]);
    assert_eq!((desk.s.turns[..2].to_vec(), desk.s.matchday), (vec![2, 2], 0));
    pass(&mut desk);
    assert_eq!(
        (desk.asked(), desk.s.caller),
        ((Phase::Name, 0), NOBODY),
        "matches follow, nobody has called"
    );
    desk.name_all();
    let outcome = SquadRushSeason::outcome(&desk.r, &desk.s);
    assert_eq!(
        (desk.s.finish, outcome.ending),
        (Finish::Won(0), Ending::Decided),
        "the season has its winner"
    );
    assert_eq!(desk.count(column::CAPPED), 0);
}

#[test]
fn sqr_house_06_the_last_in_the_table_draws_a_card_more() {
    let drawn = |value, points: [u16; 3]| {
        let mut desk = Desk::new(&[("managers", "3"), ("catch-up", value)]);
        for (row, points) in desk.s.table.iter_mut().zip(points) {
            row.points = points;
        }
        order(&mut desk, 2);
        [1, 2].map(|seat| desk.dealer.drawn.iter().filter(|&&(who, _)| who == seat).count())
    };
    assert_eq!(drawn("card", [3, 1, 2]), [3, 2]);
    assert_eq!(drawn("card", [3, 1, 1]), [2, 2], "not alone");
    assert_eq!(drawn("none", [3, 1, 2]), [2, 2]);
}

#[test]
fn sqr_house_07_seats_are_swapped_at_half_time() {
    let swap = ("half-time-swap", "on");
    let season = |changes: &[(&str, &str)], days: usize| {
        let mut desk = Desk::new(&[&[OFF, ("managers", "4")], changes].concat());
        for _ in 0..days {
            desk.lock(1).name_all();
        }
        order(&mut desk, 4)
    };
    assert_eq!(season(&[swap], 1), [1, 2, 3, 0]);
    assert_eq!(season(&[swap], 2), [2, 1, 0, 3], "two of three matchdays are over");
    assert_eq!(season(&[], 2), [1, 2, 3, 0]);
    assert_eq!(season(&[swap, ("matchdays", "2")], 1), [2, 1, 0, 3]);
    // Fixtures and closing turns follow the neighbours.
    let rules = rules(&[("managers", "4"), swap]);
    assert_eq!(fixtures(&rules, 1, 0).0[..2], [[0, 1], [2, 3]]);
    assert_eq!(fixtures(&rules, 2, 0).0[..2], [[0, 3], [2, 1]]);
}
