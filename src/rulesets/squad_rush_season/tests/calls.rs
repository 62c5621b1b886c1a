//! The full-time call, the lock and the fixtures: SQR-CALL, -MATCH.

use serde_json::{Value, json};

use super::super::play::fixtures::fixtures;
use super::super::sevens::NO_SEVEN;
use super::super::words;
use super::*;
use crate::game::Seen;

#[test]
fn sqr_call_01_a_holder_of_a_legal_seven_may_call() {
    let mut desk = Desk::new(&[]).lay(0, &best(0));
    desk.pass();
    assert_eq!((desk.asked(), desk.kinds()), ((Phase::Call, 0), vec![kind::NO_CALL, kind::CALL]));
    let mut desk = Desk::new(&[]).lay(0, &best(0)[..6]);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 1));
}

#[test]
fn sqr_call_02_calling_is_optional() {
    let mut desk = Desk::new(&[]).lay(0, &best(0));
    desk.pass().say(kind::NO_CALL);
    assert_eq!((desk.asked(), desk.count(column::CALLS)), ((Phase::Act, 1), 0));
}

#[test]
fn sqr_call_03_at_the_end_of_the_own_turn_with_the_seven_on_the_pitch() {
    // A seven in hand does not count.
    let mut desk = Desk::new(&[]).give(0, &best(0));
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 1));
    // The turn just ending counts: 0 and 1 are the same, 2 is not.
    for (setting, offered) in [("0", true), ("1", true), ("2", false)] {
        let mut desk = Desk::new(&[("min-turns-before-call", setting)]).lay(0, &best(0));
        desk.pass();
        assert_eq!(desk.s.phase == Phase::Call, offered, "{setting}");
        if !offered {
            desk.pass().pass();
            assert_eq!(desk.asked(), (Phase::Call, 0), "the second turn is enough");
        }
    }
}

#[test]
fn sqr_call_04_the_first_call_ends_the_open_part() {
    let mut desk = Desk::sevens(&[]);
    desk.pass().say(kind::NO_CALL);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Call, 1), "so may anyone else");
    desk.say(kind::NO_CALL);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Call, 0), "again at the end of a later turn");
    desk.say(kind::CALL);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 1), "no second call in the closing turns");
}

#[test]
fn sqr_call_05_two_more_turns_for_everybody_else() {
    for (setting, turns) in [("0", 0), ("1", 1), ("2", 2), ("4", 4)] {
        let mut desk = Desk::new(&[("closing-turns", setting), ("managers", "3")]).lay(0, &best(0));
        desk.pass().say(kind::CALL);
        let mut taken = [0; 3];
        while desk.s.phase == Phase::Act {
            taken[usize::from(desk.s.asked)] += 1;
            desk.pass();
        }
        assert_eq!(taken, [0, turns, turns]);
        assert_eq!(desk.s.phase, Phase::Name);
    }
}

#[test]
fn sqr_call_06_closing_turns_go_round_in_laps() {
    for (managers, closing) in [("4", &[2, 3, 0, 2, 3, 0][..]), ("3", &[2, 0, 2, 0]), ("2", &[0, 0])] {
        let mut desk = Desk::new(&[("managers", managers)]).lay(1, &best(1));
        desk.s.active = 1;
        desk.s.asked = 1;
        desk.s.turns = [1; 4];
        desk.pass().say(kind::CALL);
        let mut order = Vec::new();
        while desk.s.phase == Phase::Act {
            order.push(desk.s.asked);
            desk.pass();
        }
        assert_eq!(order, closing);
    }
}

#[test]
fn sqr_call_07_closing_turns_are_full_turns() {
    let mut desk = Desk::new(&[])
        .lay(0, &best(0))
        .give(0, &[referee(Official::PlayOn)])
        .give(1, &[tackle(0), red(0), referee(Official::AddedTime)]);
    desk.pass().say(kind::CALL);
    assert_eq!(desk.dealer.drawn.len(), 2, "a draw");
    assert!(!desk.kinds().contains(&kind::ADDED_TIME), "no extra turn");
    desk.aim(kind::TACKLE, 0, gk(0));
    assert_eq!(desk.asked(), (Phase::WindowA, 0), "the caller may answer");
    desk.say(kind::ANSWER_PLAY_ON);
    desk.aim(kind::RED, 0, fwd(0, 0));
    assert!(!desk.on(0, fwd(0, 0)), "the caller's pitch is not safe");
    // The caller forfeits.
    assert_eq!(desk.s.table[0].conceded, 2);
}

#[test]
fn sqr_call_08_a_carried_over_seven_may_be_called_at_once() {
    let mut desk = Desk::new(&[("match-official", "off")]).lay(0, &best(0));
    desk.pass().say(kind::CALL).pass().pass();
    desk.name_all();
    assert_eq!((desk.s.matchday, desk.asked()), (1, (Phase::Act, 0)));
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Call, 0));
    desk.say(kind::CALL);
    assert_eq!((desk.count(column::REPEAT_CALLS), desk.count(column::INSTANT_CALLS)), (1, 1));
}

#[test]
fn sqr_match_01_pitches_lock_after_the_closing_turns() {
    let mut desk = Desk::sevens(&[]);
    desk.pass().say(kind::CALL).pass();
    assert_eq!(desk.s.phase, Phase::Act);
    desk.pass();
    assert_eq!(desk.s.phase, Phase::Name);
}

#[test]
fn sqr_match_02_no_plays_bookings_or_instants_while_locked() {
    let mut desk = Desk::sevens(&[("match-official", "only:the-wall")])
        .give(0, &[gk(2), yellow(0), referee(Official::VarReview), referee(Official::PlayOn)]);
    desk.lock(0);
    assert_eq!(desk.kinds(), [kind::SEVEN]);
    desk.name(best(0)).name(best(1));
    assert_eq!((desk.s.matchday, desk.s.phase), (1, Phase::Act), "the match was scored at once");
}

#[test]
fn sqr_match_03_only_two_officials_open_a_pitch() {
    for official in Official::ALL {
        let setting = format!("only:{}", official.key());
        let mut desk = Desk::sevens(&[("match-official", &setting)]).give(0, &[gk(2)]).give(1, &[gk(3)]);
        desk.lock(0).name(best(0)).name(best(1));
        let opened = desk.s.phase != Phase::Act;
        assert_eq!(
            opened,
            matches!(official, Official::Substitution | Official::QuickRestart),
            "{official:?}"
        );
    }
}

#[test]
fn sqr_match_04_everybody_meets_the_left_neighbour() {
    for (managers, matches) in [("2", 1), ("3", 3)] {
        let r = rules(&[("managers", managers)]);
        let (list, count) = fixtures(&r, 0, 1);
        assert_eq!(count, matches);
        assert!(list[..usize::from(count)].iter().all(|&[a, b]| (a + 1) % r.managers == b));
    }
    let r = rules(&[("managers", "4"), ("fixtures-4p", "full-cycle")]);
    assert_eq!(fixtures(&r, 0, 2), ([[2, 3], [3, 0], [0, 1], [1, 2]], 4));
}

#[test]
fn sqr_match_05_two_managers_one_match() {
    let r = rules(&[]);
    assert_eq!(fixtures(&r, 0, 0).1, 1);
    assert_eq!(fixtures(&r, 0, 1).0[0], [1, 0]);
}

#[test]
fn sqr_match_06_four_managers_two_matches() {
    let r = rules(&[("managers", "4")]);
    for caller in 0..4 {
        let (list, count) = fixtures(&r, 0, caller);
        let mut seats: Vec<u8> = list[..usize::from(count)].concat();
        seats.sort_unstable();
        assert_eq!(seats, [0, 1, 2, 3]);
    }
}

#[test]
fn sqr_match_07_the_caller_anchors_the_pairs() {
    let r = rules(&[("managers", "4")]);
    assert_eq!(fixtures(&r, 0, 2).0[..2], [[2, 3], [0, 1]]);
    assert_eq!(fixtures(&r, 0, 1).0[..2], [[1, 2], [3, 0]]);
    // Nobody called: who began stands in.
    let mut desk = Desk::new(&[("managers", "4")]);
    desk.s.starter = 3;
    desk.lock_uncalled();
    assert_eq!(desk.s.fixtures[..2], [[3, 0], [1, 2]]);
    let fixed = rules(&[("managers", "4"), ("fixtures-4p", "seat-fixed")]);
    assert_eq!(fixtures(&fixed, 1, 3).0[..2], [[2, 3], [0, 1]]);
    let robin = rules(&[("managers", "4"), ("fixtures-4p", "round-robin")]);
    let days: Vec<_> = (0..4).map(|day| fixtures(&robin, day, 0).0[..2].to_vec()).collect();
    assert_eq!(days[..3], [vec![[0, 1], [2, 3]], vec![[3, 0], [1, 2]], vec![[0, 2], [1, 3]]]);
    assert_eq!(days[3], days[0], "repeated from matchday 4");
}

#[test]
fn sqr_match_08_three_managers_three_matches_two_each() {
    let r = rules(&[("managers", "3")]);
    let (list, count) = fixtures(&r, 0, 0);
    assert_eq!((list[..3].to_vec(), count), (vec![[0, 1], [1, 2], [2, 0]], 3));
    let bye = rules(&[("managers", "3"), ("fixtures-3p", "rotate-bye")]);
    for day in 0..3 {
        let (list, count) = fixtures(&bye, day, 0);
        assert_eq!(count, 1);
        assert!(!list[0].contains(&day), "seat {day} sits out");
        assert_eq!((list[0][0] + 1) % 3, list[0][1]);
    }
}

#[test]
fn sqr_match_09_the_caller_comes_first_and_each_match_has_its_official() {
    let three = rules(&[("managers", "3")]);
    assert_eq!(fixtures(&three, 0, 2).0[..3], [[2, 0], [0, 1], [1, 2]]);
    let four = rules(&[("managers", "4")]);
    assert!((0..4).all(|c| fixtures(&four, 0, c).0[0][0] == c));
    let mut desk = Desk::new(&[("managers", "3"), ("official-source", "uniform-11")]);
    for seat in 0..3 {
        desk = desk.lay(seat, &best(seat));
    }
    desk.dealer.lots.extend([7, 8, 9]);
    desk.lock(0).name_all();
    assert_eq!(desk.dealer.asked, [11, 11, 11]);
    assert_eq!(desk.count(column::MATCHES), 3);
    for official in [7, 8, 9] {
        assert_eq!(desk.effects(official)[0], 1);
    }
    // Cards moved by an official stay moved for the next match.
    let mut desk = Desk::new(&[("managers", "3"), ("match-official", "only:substitution")]).give(0, &[gk(4)]);
    for seat in 0..3 {
        desk = desk.lay(seat, &best(seat));
    }
    desk.lock(0).name_all();
    desk.swap(kind::SWAP, gk(0), gk(4));
    desk.say(kind::NO_CHANGE);
    desk.name_all();
    assert!(desk.on(0, gk(4)) && desk.s.sevens[0].contains(&gk(4)));
    assert_eq!((desk.s.fixture, desk.asked()), (1, (Phase::Swap, 1)));
}

#[test]
fn sqr_match_10_matches_are_scored_by_squad_chemistry_bookings_and_goals() {
    let mut rival = best(1);
    rival[2] = def(2, 1);
    let mut desk = Desk::new(&[("match-official", "off")]).lay(0, &best(0)).lay(1, &rival).book(0, fwd(0, 0));
    desk.lock(0).name_all();
    // Attack 33 against Defence 20, Attack 33 against Defence 21.
    assert_eq!((desk.goals(0), desk.goals(1)), ((4, 4), (4, 4)));
}

#[test]
fn sqr_match_11_sevens_are_named_at_the_lock_and_again_after_a_change() {
    let mut desk = Desk::sevens(&[("match-official", "only:quick-restart")]).dealt(&[
        gk(4),
        def(4, 0),
        gk(5),
        def(5, 0),
    ]);
    desk.lock(0);
    assert_eq!(desk.asked(), (Phase::Name, 0));
    assert_eq!(desk.s.official, None, "before any official is flipped");
    desk.name(best(0));
    assert_eq!(desk.s.sevens[0], NO_SEVEN, "hidden until both have named");
    desk.name(best(1));
    assert_eq!(desk.s.sevens[..2], [best(0), best(1)]);
    desk.play(gk(4));
    desk.say(kind::NO_CHANGE);
    assert_eq!(desk.asked(), (Phase::Name, 0), "only the changed pitch is named again");
    assert_eq!(desk.legal().len(), 2, "from all sevens now legal");
    let second = desk.legal()[1];
    desk.go(second);
    assert_eq!(desk.s.matchday, 1);
    // The house timing names after the flip.
    let mut desk = Desk::sevens(&[("seven-declared", "after-official"), ("match-official", "only:the-wall")]);
    desk.lock(0);
    assert_eq!((desk.s.phase, desk.s.official), (Phase::Name, Some(Official::TheWall)));
    desk.name_all();
    assert_eq!(desk.goals(0), (3, 3));
}

/// What a program is told of the match when it is asked: who meets whom, and
/// the official.
fn told(desk: &Desk) -> [Value; 2] {
    let mut seen = Seen::default();
    SquadRushSeason::view(&desk.r, &desk.s, desk.s.asked).tell(&mut seen);
    ["match", "official"].map(|name| seen.of(name).cloned().expect("told or null"))
}

#[test]
fn whoever_names_in_a_match_is_told_the_match() {
    let mut desk = Desk::sevens(&[]);
    desk.lock(0);
    assert_eq!(told(&desk), [Value::Null, Value::Null], "no match yet");
    let mut desk = Desk::sevens(&[("seven-declared", "after-official"), ("match-official", "only:the-wall")]);
    desk.lock(0);
    let of = |official| [json!([0, 1]), json!(words::official(official))];
    let wall = of(Official::TheWall);
    assert_eq!((desk.asked(), told(&desk)), ((Phase::Name, 0), wall.clone()));
    desk.name(best(0));
    assert_eq!((desk.asked(), told(&desk)), ((Phase::Name, 1), wall));
    let mut desk = Desk::sevens(&[("match-official", "only:quick-restart")]).give(0, &[gk(4)]);
    desk.lock(0).name_all().play(gk(4)).say(kind::NO_CHANGE);
    assert_eq!(desk.asked(), (Phase::Name, 0), "named again");
    assert_eq!(told(&desk), of(Official::QuickRestart));
}
