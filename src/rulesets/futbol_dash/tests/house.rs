//! FD-HOUSE: house rules that the printed game lacks.

use super::super::FutbolDash;
use super::super::rules::Rules;
use super::super::state::{Ending, Phase, State};
use super::table::{Bench, D2, Draw, HALF, L5, N2, T3, YEL, bench, p, rules};
use crate::chance::Stream;
use crate::conformance;
use crate::game::Play;
use crate::seed::Luck;
use crate::watch::{Silent, Transcript};

fn dealt(rules: &Rules) -> State {
    FutbolDash::setup(rules, &[], &mut Stream::new(Luck::new(4, 4, 4)), &mut Silent)
}

/// A table of three at which everybody holds cards that may always be laid.
fn three(changes: &[(&str, &str)]) -> Bench {
    let table = bench(&[&[("players", "3")], changes].concat());
    (0..3).fold(table, |table, seat| table.hand(seat, &[N2, N2, N2]))
}

/// Seats in the order in which they lay their cards.
fn order(mut table: Bench, turns: usize) -> Vec<u8> {
    let mut seats = Vec::new();
    for _ in 0..turns {
        let (phase, seat) = table.asks();
        assert_eq!(phase, Phase::Play);
        seats.push(seat);
        // Offensive cards come and go, so that nobody ever shoots.
        table.state.seat_mut(seat).ap = 0;
        table = table.then(p(N2), &[Draw(T3)]);
    }
    seats
}

#[test]
fn fd_house_01_players_start_with_a_bonus() {
    for (value, ap, cards, goals) in [
        ("none", 0, 6, 0),
        ("ap-1", 1, 6, 0),
        ("ap-2", 2, 6, 0),
        ("ap-3", 3, 6, 0),
        ("card", 0, 7, 0),
        ("goal", 0, 6, 1),
    ] {
        let state = dealt(&rules(&[("players", "3"), ("bonus-2", value)]));
        let seat = state.seat(1);
        assert_eq!((seat.ap, seat.hand_len, seat.goals), (ap, cards, goals), "{value}");
        for (other, cards) in [(0, 7), (2, 6)] {
            let seat = state.seat(other);
            assert_eq!((seat.ap, seat.hand_len, seat.goals), (0, cards, 0), "seat 0 has drawn");
        }
    }
    let both = dealt(&rules(&[("players", "3"), ("bonus-3", "ap-3"), ("last-seat-bonus", "one-ap")]));
    assert_eq!([0, 1, 2].map(|seat| both.seat(seat).ap), [0, 1, 5]);
    let refused =
        |changes: &[(&str, &str)]| conformance::rules::<FutbolDash>(changes).unwrap_err()[0].key.clone();
    assert_eq!(refused(&[("bonus-3", "card")]), "bonus-3");
    assert_eq!(refused(&[("bonus-1", "goal"), ("goals-to-win", "1")]), "bonus-1");
    assert!(
        conformance::rules::<FutbolDash>(&[("bonus-1", "goal"), ("goals-to-win", "1"), ("match", "express")])
            .is_ok()
    );
}

#[test]
fn fd_house_01_the_bonus_is_told() {
    let mut watch = Transcript::default();
    let rules = rules(&[("bonus-2", "goal"), ("bonus-1", "ap-2")]);
    FutbolDash::setup(&rules, &[], &mut Stream::new(Luck::new(4, 4, 4)), &mut watch);
    let told = format!("{:?}", watch.lines);
    assert!(
        told.contains("Seat 0 begins with 2 attack points.") && told.contains("Seat 1 begins with 1 goal.")
    );
}

#[test]
fn fd_house_02_the_first_turn_is_short_or_left_out() {
    let short = rules(&[("first-turn", "short"), ("players", "3")]);
    let state = dealt(&short);
    assert_eq!((state.asked, state.seat(0).hand_len), (0, 6), "nothing is drawn");
    let next = bench(&[("first-turn", "short")]).hand(0, &[N2]).hand(1, &[N2]).turn(&[]);
    let next = next.then(p(N2), &[Draw(T3)]);
    assert_eq!((next.asks(), next.hand_len(1)), ((Phase::Play, 1), 2), "the 2nd player draws");
    let skipped = dealt(&rules(&[("first-turn", "skipped"), ("players", "3")]));
    assert_eq!((skipped.asked, [0, 1, 2].map(|seat| skipped.seat(seat).hand_len)), (1, [6, 7, 6]));
    assert_eq!(skipped.counts.turns, 1);
    // Left out, it was still the first turn of its round.
    let rotates = three(&[("first-turn", "skipped"), ("who-begins", "rotates")]);
    assert_eq!(order(rotates.ready(), 8), [1, 2, 1, 2, 0, 2, 0, 1]);
}

#[test]
fn fd_house_03_who_begins_a_round() {
    let seats = |value, goals: &[u8]| order(three(&[("who-begins", value)]).goals(goals).ready(), 9);
    assert_eq!(seats("printed", &[1, 1, 0]), [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    assert_eq!(seats("rotates", &[1, 1, 0]), [0, 1, 2, 1, 2, 0, 2, 0, 1]);
    assert_eq!(seats("lowest", &[1, 1, 0]), [0, 1, 2, 2, 0, 1, 2, 0, 1]);
    assert_eq!(seats("lowest", &[1, 0, 0]), [0, 1, 2, 1, 2, 0, 1, 2, 0]);
    // Of several in the order of the round before, which seat 2 began.
    let level = three(&[("who-begins", "lowest")]).goals(&[1, 0, 0]).active(2).ready();
    assert_eq!(order(level, 6), [2, 0, 1, 2, 0, 1]);
    // An express match that plays the round out does so whoever began it.
    let express =
        [("match", "express"), ("express-end", "full-round"), ("who-begins", "rotates"), ("players", "3")];
    let mut table = bench(&express).hand(0, &[N2]).hand(1, &[N2]).hand(2, &[N2]).goals(&[1, 0, 0]).deck(&[]);
    table.state.rounds.next(0, 3, || unreachable!("not the last turn"));
    // Seat 1 is the second of a round that seat 0 began; seat 2 ends it.
    let table = table.active(1).ready().then(p(N2), &[]);
    assert!(!table.over());
    assert!(table.then(p(N2), &[]).over());
    // Seat 0 ends a round that seat 1 began.
    let table = three(&express[..3]).goals(&[1, 0, 0]).deck(&[]).active(1).ready();
    let table = table.then(p(N2), &[]).then(p(N2), &[]);
    assert!(!table.over());
    assert!(table.then(p(N2), &[]).over());
}

#[test]
fn fd_house_04_a_card_more_in_the_starting_hand() {
    let hands = |value, more: &[(&str, &str)]| {
        let state = dealt(&rules(&[&[("players", "4"), ("extra-draw", value)], more].concat()));
        [0, 1, 2, 3].map(|seat| state.seat(seat).hand_len)
    };
    assert_eq!(hands("none", &[]), [7, 6, 6, 6], "seat 0 has drawn");
    assert_eq!(hands("last", &[]), [7, 6, 6, 7]);
    assert_eq!(hands("not-first", &[]), [7, 7, 7, 7]);
    assert_eq!(hands("everyone", &[("last-seat-bonus", "extra-card"), ("bonus-4", "card")]), [8, 7, 7, 9]);
}

/// Three players who have had one of their two turns but for the last.
fn capped(tie_break: &str, goals: [u8; 3], ap: [u8; 3]) -> Bench {
    let changes = [("turn-cap", "2"), ("cap-tie-break", tie_break), ("shot-replacement", "with")];
    let mut table = three(&changes).goals(&goals).active(2).ready();
    table.state.counts.turns = 6;
    table.ap(&ap)
}

#[test]
fn fd_house_05_at_the_turn_cap_most_goals_win() {
    let table = capped("shoot-out", [1, 2, 0], [0, 0, 0]).then(p(N2), &[]);
    assert_eq!((table.ending(), table.winners()), (Ending::Won, vec![1]));
    let mut early = three(&[("turn-cap", "2")]).goals(&[1, 2, 0]).active(2).ready();
    early.state.counts.turns = 5;
    assert!(!early.then(p(N2), &[Draw(T3)]).over());
    assert_eq!(rules(&[("turn-cap", "10"), ("players", "4"), ("first-turn", "skipped")]).max_turns, 39);
    let late = rules(&[("turn-cap", "5000"), ("max-turns", "2000")]);
    assert_eq!((late.max_turns, late.house.cap), (2000, None));
    // In an express match too, if the deck has not run out before.
    let mut express = three(&[("turn-cap", "2"), ("match", "express")]).goals(&[1, 2, 0]).active(2).ready();
    express.state.counts.turns = 6;
    let express = express.then(p(N2), &[]);
    assert_eq!((express.ending(), express.winners()), (Ending::Won, vec![1]));
}

#[test]
fn fd_house_06_ties_at_the_turn_cap_are_broken() {
    let shared = capped("shared", [1, 0, 1], [0, 9, 5]).then(p(N2), &[]);
    assert_eq!(
        (shared.winners(), shared.outcome().share[0], shared.outcome().share[2]),
        (vec![0, 2], 30, 30)
    );
    let points = capped("attack-points", [1, 0, 1], [4, 9, 1]).then(p(N2), &[]);
    assert_eq!(points.winners(), [0], "4 against 3: who isn't level at the top doesn't count");
    for (value, ap) in [("shoot-out", [4, 9, 1]), ("attack-points", [3, 9, 1])] {
        let table = capped(value, [1, 0, 1], ap);
        let mut state = table.state;
        FutbolDash::apply(&table.rules, &mut state, p(N2), &mut Stream::new(Luck::new(1, 2, 3)), &mut Silent);
        assert!(state.counts.shoot_out, "{value}");
        assert!(state.winners == 1 || state.winners == 4);
    }
}

#[test]
fn fd_house_07_the_last_player_is_helped() {
    let table = |value, goals: &[u8]| {
        let table = three(&[("catch-up", value)]).goals(goals);
        table.hand(1, &[N2, N2, N2]).active(0).ready()
    };
    let ap = table("ap-1", &[1, 0, 1]).then(p(N2), &[Draw(T3)]);
    assert_eq!((ap.asks().1, ap.ap_of(1)), (1, 1));
    let not_alone = table("ap-1", &[1, 0, 0]).then(p(N2), &[Draw(T3)]);
    assert_eq!(not_alone.ap_of(1), 0);
    let near = table("ap-1", &[1, 0, 1]).ap(&[0, 10, 0]).then(p(N2), &[Draw(T3)]);
    assert_eq!(near.ap_of(1), 10, "never to the shot itself");
    let card = table("card", &[1, 0, 1]).then(p(N2), &[Draw(T3), Draw(L5)]);
    assert_eq!((card.hand_len(1), card.held(1, L5)), (8, 1));
    let full = table("card", &[1, 0, 1]).hand(1, &[D2]).then(p(N2), &[Draw(T3)]);
    assert_eq!(full.hand_len(1), 8, "with more cards than after a usual draw nothing more");
    let mut red = table("card", &[1, 0, 1]);
    red.state.seat_mut(1).reds = 1;
    assert_eq!(red.then(p(N2), &[Draw(T3)]).hand_len(1), 7, "a usual draw makes six with a Red Card");
    let mut skipped = table("ap-1", &[1, 0, 1]);
    skipped.state.pending = skipped.take_from_deck(YEL);
    skipped.state.seat_mut(1).yellow = 1;
    let skipped = skipped.then(p(N2), &[Draw(T3)]);
    assert_eq!((skipped.asks().1, skipped.ap_of(1)), (2, 0), "not in a turn that is skipped");
}

#[test]
fn fd_house_08_seats_are_swapped_after_halftime() {
    let seats = |value, halftime| {
        let table = three(&[("half-time-swap", value), ("hand-size", "4")]).hand(1, &[HALF]);
        let mut table = table.active(0).ready();
        let mut seats = Vec::new();
        for turn in 0..7 {
            let seat = table.asks().1;
            seats.push(seat);
            let mut chance = Stream::new(Luck::new(1, 1, turn));
            let code = if turn == 1 && halftime {
                p(HALF)
            } else {
                table.state.seat_mut(seat).ap = 0;
                table.codes()[0]
            };
            FutbolDash::apply(&table.rules, &mut table.state, code, &mut chance, &mut Silent);
            while table.asks().0 != Phase::Play {
                let code = table.codes()[0];
                FutbolDash::apply(&table.rules, &mut table.state, code, &mut chance, &mut Silent);
            }
            table.state.seats.iter_mut().for_each(|seat| seat.yellow = 0);
        }
        seats
    };
    assert_eq!(seats("on", true), [0, 1, 2, 2, 1, 0, 2]);
    assert_eq!(seats("on", false), [0, 1, 2, 0, 1, 2, 0]);
    assert_eq!(seats("off", true), [0, 1, 2, 0, 1, 2, 0]);
}

#[test]
fn a_round_without_anything_is_a_stalemate_whoever_begins() {
    let mut dead = bench(&[("who-begins", "rotates")]).deck(&[]).no_discards();
    dead.state.active = 0;
    let dead = dead.turn(&[]);
    assert_eq!((dead.ending(), dead.state.counts.turns), (Ending::Stalemate, 3));
    assert_eq!(rules(&[]).house.idle, 2);
}
