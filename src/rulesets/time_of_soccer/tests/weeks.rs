//! Ledger 1.3: weeks and days.

use super::*;

#[test]
fn tos_week_01_a_season_is_the_pre_season_and_ten_weeks() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut weeks = Vec::new();
    season(&r, 1, |s| {
        if weeks.last() != Some(&s.week) {
            weeks.push(s.week);
        }
    });
    assert_eq!(weeks, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn tos_week_02_weeks_6_8_and_10_are_cup_weeks() {
    assert_eq!((0..=10).filter(|&w| cup_week(w)).collect::<Vec<_>>(), [6, 8, 10]);
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut played = BTreeSet::new();
    for block in 0..6 {
        season(&r, block, |s| {
            if s.question == Question::LineUp && s.day == 2 {
                played.insert(s.week);
            }
        });
    }
    assert_eq!(played.into_iter().collect::<Vec<_>>(), [6, 8, 10]);
}

#[test]
fn tos_week_03_days_follow_each_other_and_sunday_ends_the_week() {
    let mut b = Bench::new(&[]);
    b.s.market.left = [0; 4];
    for (week, day, then) in [(1, 0, (1, 1)), (1, 5, (1, 6)), (1, 6, (2, 6)), (0, 6, (1, 6))] {
        (b.s.week, b.s.day) = (week, day);
        b.act(|play| play.end_day());
        assert_eq!((b.s.week, b.s.day), then);
        assert_eq!(b.s.next, if day == 6 { Next::Monday } else { Next::Day });
    }
    b.act(|play| play.monday());
    assert_eq!(b.s.day, 0);
}

#[test]
fn tos_week_04_the_season_ends_after_sunday_of_week_10() {
    let mut b = Bench::new(&[]);
    (b.s.week, b.s.day) = (10, 6);
    b.act(|play| play.end_day());
    assert_eq!(b.s.next, Next::Final(0));
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let end = season(&r, 2, |_| {});
    assert_eq!((end.week, end.question), (10, Question::Over));
    assert_ne!(end.winner, NONE);
}

#[test]
fn tos_week_05_players_act_clockwise_from_the_first_player() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut days: Vec<((u8, u8), Vec<u8>, u8)> = Vec::new();
    season(&r, 3, |s| {
        if s.question == Question::Step {
            if days.last().map(|d| d.0) != Some((s.week, s.day)) {
                days.push(((s.week, s.day), Vec::new(), s.first));
            }
            let order = &mut days.last_mut().unwrap().1;
            if order.last() != Some(&s.asked) {
                order.push(s.asked);
            }
        }
    });
    let full: Vec<_> = days.iter().filter(|d| d.1.len() == 4).collect();
    assert!(full.len() > 30);
    for (_, order, first) in full {
        assert_eq!(*order, (0..4).map(|k| (first + k) % 4).collect::<Vec<_>>());
    }
}

#[test]
fn tos_day_01_on_monday_the_marker_passes_left_before_collection() {
    let mut b = Bench::new(&[]);
    (b.s.first, b.s.week) = (3, 2);
    b.act(|play| play.monday());
    assert_eq!(b.s.first, 0);
    assert_eq!(b.s.order, [0, 1, 2, 3]);
    assert!((0..4).all(|seat| b.cash(seat) == 5 + 10));
    assert_eq!(b.s.next, Next::DayEnd);
    let mut b = Bench::new(&[("catch-up-order", "fewest-points-first")]);
    (b.s.first, b.s.week) = (0, 2);
    b.s.points[..4].copy_from_slice(&[3, 6, 1, 3]);
    b.act(|play| play.monday());
    assert_eq!(b.s.order, [2, 3, 0, 1], "fewest points first, ties from the marker (seat 1) on");
}

#[test]
fn tos_day_02_the_marker_passes_on_the_first_monday_too() {
    let mut b = Bench::new(&[]);
    (b.s.first, b.s.week) = (1, 0);
    b.act(|play| play.monday());
    assert_eq!(b.s.first, 2);
    let mut b = Bench::new(&[("pass-marker-first-monday", "off")]);
    (b.s.first, b.s.week) = (1, 0);
    b.act(|play| play.monday());
    assert_eq!(b.s.first, 1);
    b.s.week = 1;
    b.act(|play| play.monday());
    assert_eq!(b.s.first, 2);
}

#[test]
fn tos_day_03_tuesday_thursday_friday_saturday_are_market_days() {
    for day in [1, 3, 4, 5] {
        let mut b = Bench::new(&[]);
        b.s.day = day;
        b.act(|play| {
            play.day();
            assert_eq!(play.s.next, Next::Market(0));
            play.run();
        });
        assert_eq!((b.s.question, b.s.asked), (Question::Step, 0));
    }
}

#[test]
fn tos_day_04_wednesday_is_cup_then_friendly_then_market() {
    let mut b = Bench::new(&[]);
    let friendly = b.tile(Kind::Friendly, 0);
    (b.s.day, b.s.week) = (2, 6);
    b.s.clubs[0].friendly = friendly;
    b.s.clubs[0].played_cup = true;
    b.s.clubs[1].friendly = friendly;
    b.s.next = Next::Market(0);
    b.act(|play| play.run());
    assert_eq!(b.s.clubs[0].friendly, friendly, "a cup match comes before the friendly");
    assert_eq!((b.s.clubs[1].friendly, b.cash(1)), (NONE, 5 + i16::from(b.word(friendly).cash())));
    assert_eq!((b.s.question, b.s.asked), (Question::Step, 2), "without either it is a Market Day");
    assert_eq!(b.s.clubs[1].log.turns, 0, "the friendly uses up the day");
}

#[test]
fn tos_day_05_cup_matches_come_before_the_others_wednesday_in_bracket_order() {
    let r = rules::<TimeOfSoccer>(&[("players", "2")]).unwrap();
    for block in 0..12 {
        let mut last = None;
        season(&r, block, |s| {
            if s.day == 2 && cup_week(s.week) {
                let cup = s.question != Question::Step
                    && !matches!(
                        s.question,
                        Question::Bill | Question::Sale | Question::Fee | Question::Dismiss
                    );
                let rank = if cup {
                    match s.game.fixture {
                        Fixture::Cup(index) => i32::from(index),
                        Fixture::League(_) => {
                            panic!("a league match")
                        }
                    }
                } else {
                    100
                };
                let now = (s.week, rank);
                assert!(last.is_none_or(|before| before <= now), "{last:?} then {now:?}");
                last = Some(now);
            }
        });
    }
}

#[test]
fn tos_day_06_saturday_is_a_market_day_with_market_movement_after_it() {
    let mut b = Bench::new(&[]);
    b.s.day = 5;
    b.s.market.left = [0; 4];
    b.s.market.space[3] = 0;
    b.act(|play| {
        play.day();
        assert_eq!(play.s.next, Next::Market(0));
        assert_eq!(play.s.market.cubes, 0);
        play.end_day();
    });
    assert_eq!(b.s.market.cubes, 1 << 3);
    (b.s.day, b.s.market.cubes) = (4, 0);
    b.act(|play| play.end_day());
    assert_eq!(b.s.market.cubes, 0, "no movement on Friday");
}

#[test]
fn tos_day_07_on_the_pre_season_sunday_friendlies_are_cashed_and_nothing_else() {
    let mut b = Bench::new(&[]);
    let friendly = b.tile(Kind::Friendly, 0);
    (b.s.week, b.s.day) = (0, 6);
    b.s.clubs[2].friendly = friendly;
    b.act(|play| play.day());
    assert_eq!((b.s.clubs[2].friendly, b.cash(2)), (NONE, 5 + i16::from(b.word(friendly).cash())));
    assert_eq!([b.cash(0), b.cash(1), b.cash(3)], [5; 3]);
    assert_eq!((b.s.next, b.s.points), (Next::DayEnd, [0; 8]));
}

#[test]
fn tos_day_08_sundays_of_weeks_1_to_10_are_match_days() {
    let mut b = Bench::new(&[]);
    for week in 1..=10 {
        (b.s.week, b.s.day) = (week, 6);
        b.act(|play| play.day());
        assert_eq!(b.s.next, Next::League(0));
    }
}

#[test]
fn tos_day_09_without_tiles_market_days_are_skipped() {
    let mut b = Bench::new(&[]);
    b.s.market.left = [7; 4];
    b.s.day = 3;
    b.act(|play| {
        play.day();
        for place in 0..=4 {
            assert_eq!(play.s.next, Next::Market(place));
            play.market_turn(place);
        }
    });
    assert_eq!(b.s.next, Next::DayEnd);
    b.s.market.space[0] = 0;
    b.act(|play| play.market_turn(0));
    assert_eq!(b.s.question, Question::Step, "one tile left: the day is held");
    b.s.market.space[0] = NONE;
    b.s.market.left[3] = 8;
    b.s.question = Question::Over;
    b.act(|play| play.market_turn(0));
    assert_eq!(b.s.question, Question::Step, "a tile to come: the day is held");
}
