//! House rules that the printed game lacks: TOS-HOUSE.

use super::*;

/// Seats of the market turns of a Tuesday, with the operation points of each.
fn tuesday(b: &mut Bench) -> Vec<(u8, u8)> {
    let mut turns = Vec::new();
    for place in 0..b.r.players {
        b.s.next = Next::Market(place);
        b.s.question = Question::Over;
        b.act(|play| play.market_turn(place));
        if b.s.question == Question::Step {
            turns.push((b.s.asked, b.s.points_left));
        }
    }
    turns
}

fn market_day(changes: &[(&str, &str)], week: u8, points: [u8; 4]) -> Vec<(u8, u8)> {
    let mut b = Bench::new(changes);
    let tile = b.tile(Kind::Footballer, 0);
    b.lay(0, tile);
    (b.s.week, b.s.day) = (week, 1);
    b.s.points[..4].copy_from_slice(&points);
    for club in &mut b.s.clubs {
        club.scout = START_SCOUT;
    }
    tuesday(&mut b)
}

#[test]
fn tos_house_01_players_start_with_a_bonus() {
    let start = |changes: &[(&str, &str)]| {
        let (_, s) = fresh(changes, 3);
        [0, 1, 2, 3].map(|seat: usize| {
            let club = &s.clubs[seat];
            (club.cash, club.fans, s.points[usize::from(club.number)])
        })
    };
    let printed = (5, 13, 0);
    assert_eq!(start(&[]), [printed; 4]);
    for (value, more) in [
        ("money-2", (7, 13, 0)),
        ("money-5", (10, 13, 0)),
        ("money-10", (15, 13, 0)),
        ("fan", (5, 14, 0)),
        ("point", (5, 13, 1)),
    ] {
        assert_eq!(start(&[("bonus-3", value)]), [printed, printed, more, printed], "{value}");
    }
    let refused = rules::<TimeOfSoccer>(&[("players", "2"), ("bonus-3", "fan")]).unwrap_err();
    assert_eq!((refused[0].key.as_str(), refused[0].found.as_str()), ("bonus-3", "`fan` where 2 play"));
}

#[test]
fn tos_house_02_the_first_market_turn_is_short_or_left_out() {
    let day = |value, week| market_day(&[("first-turn", value)], week, [0; 4]);
    let whole = [(0, 4), (1, 4), (2, 4), (3, 4)];
    assert_eq!(day("full", 0), whole);
    assert_eq!(day("short", 0), [(0, 3), (1, 4), (2, 4), (3, 4)]);
    assert_eq!(day("skipped", 0), whole[1..]);
    assert_eq!([day("short", 1), day("skipped", 1)], [whole; 2], "pre-season only");
}

#[test]
fn tos_house_03_who_gets_the_marker() {
    let monday = |value, points: [u8; 4]| {
        let mut b = Bench::new(&[("who-begins", value)]);
        (b.s.first, b.s.week) = (3, 2);
        b.s.points[..4].copy_from_slice(&points);
        b.act(|play| play.monday());
        (b.s.first, b.s.order)
    };
    assert_eq!(monday("printed", [3, 6, 1, 3]), (0, [0, 1, 2, 3]));
    assert_eq!(monday("lowest", [3, 6, 1, 3]), (2, [2, 3, 0, 1]));
    assert_eq!(monday("lowest", [3, 3, 6, 3]), (0, [0, 1, 2, 3]), "of several the first from the left");
}

#[test]
fn tos_house_04_a_starting_footballer_more() {
    for block in 0..6 {
        let squads = |changes: &[(&str, &str)]| {
            let (r, s) = fresh(changes, block);
            let first = s.log.first_holder;
            [0, 1, 2, 3].map(|place| s.clubs[usize::from((first + place) % r.players)].squad().len())
        };
        assert_eq!(squads(&[]), [4; 4]);
        assert_eq!(squads(&[("extra-draw", "last")]), [4, 4, 4, 5]);
        assert_eq!(squads(&[("extra-draw", "not-first")]), [4, 5, 5, 5]);
        assert_eq!(squads(&[("extra-draw", "everyone")]), [5; 4]);
        let all = [("extra-draw", "everyone"), ("start-footballers", "6/6/6/6")];
        assert_eq!(squads(&all), [6; 4], "there are six");
    }
}

#[test]
fn tos_house_05_the_season_ends_early() {
    for (value, weeks) in [("none", 10), ("10", 10), ("5", 5), ("1", 1)] {
        let mut b = Bench::new(&[("turn-cap", value)]);
        (b.s.week, b.s.day) = (weeks, 6);
        b.luck(1, |play| play.end_day());
        assert_eq!(b.s.next, Next::Final(0), "{value}");
        if weeks > 1 {
            (b.s.week, b.s.day) = (weeks - 1, 6);
            b.luck(1, |play| play.end_day());
            assert_eq!((b.s.next, b.s.week), (Next::Monday, weeks));
        }
    }
    let r = rules::<TimeOfSoccer>(&[("turn-cap", "2")]).unwrap();
    let luck = Luck::new(5, 6, 7);
    let s = played::<TimeOfSoccer, _, _>(&r, &["random"], (luck, 0), &mut Stream::new(luck), &mut Silent);
    assert_eq!((s.week, s.question), (2, Question::Over));
}

#[test]
fn tos_house_06_the_last_player_has_an_operation_point_more() {
    let day = |value, points| market_day(&[("catch-up", value)], 3, points);
    assert_eq!(day("op-1", [3, 0, 1, 4]), [(0, 4), (1, 5), (2, 4), (3, 4)]);
    assert_eq!(day("op-1", [3, 0, 0, 4]), [(0, 4), (1, 4), (2, 4), (3, 4)], "not alone");
    assert_eq!(day("none", [3, 0, 1, 4]), [(0, 4), (1, 4), (2, 4), (3, 4)]);
}

#[test]
fn tos_house_07_seats_are_swapped_in_the_return_legs() {
    let marker = |value, week, first| {
        let mut b = Bench::new(&[("half-time-swap", value)]);
        (b.s.first, b.s.week) = (first, week);
        b.act(|play| play.monday());
        (b.s.first, b.s.order)
    };
    assert_eq!(marker("on", 5, 0), (1, [1, 2, 3, 0]));
    assert_eq!(marker("on", 6, 0), (2, [2, 1, 0, 3]), "across from seat 1, and the other way round");
    assert_eq!(marker("on", 7, 2), (1, [1, 0, 3, 2]));
    assert_eq!(marker("off", 6, 0), (1, [1, 2, 3, 0]));
    let mut two = Bench::new(&[("half-time-swap", "on"), ("players", "2")]);
    (two.s.first, two.s.week) = (0, 6);
    two.act(|play| play.monday());
    assert_eq!(two.s.first, 0, "the marker stays once");
}
