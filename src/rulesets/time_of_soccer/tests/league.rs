//! Ledger 1.13 and 1.14: league Sundays, neutrals, the cup, penalties.

use super::super::play::CLASH;
use super::super::play::cup::shoot_out;
use super::super::play::league::clash;
use super::*;

/// A bench whose six league clubs are neutral.
fn neutrals() -> Bench {
    let mut b = Bench::new(&[]);
    b.s.seat_of = [NONE; 8];
    b
}

#[test]
fn tos_lge_01_three_matches_a_week_in_printed_order() {
    let mut b = neutrals();
    b.s.calendar = [2, 0, 1, 3, 4];
    (b.s.week, b.s.day) = (1, 6);
    assert_eq!(pairs(&b.r, &b.s, 1), [[1, 3], [4, 2], [5, 0]]);
    // Best white, best blue: home win, away win, draw.
    b.with(hits(&[5, 0, 0, 5, 3, 3]), |play| {
        for k in 0..3 {
            play.league_match(k);
            assert_eq!(play.s.next, Next::League(k + 1));
        }
        play.league_match(3);
    });
    assert_eq!((b.s.points, b.s.next), ([1, 3, 3, 0, 0, 1, 0, 0], Next::DayEnd));
}

#[test]
fn tos_lge_02_the_club_written_first_is_at_home() {
    let mut b = Bench::new(&[]);
    b.s.calendar = [1, 0, 2, 3, 4];
    (b.s.week, b.s.day) = (1, 6);
    b.act(|play| play.league_match(2));
    assert_eq!(b.s.game.clubs, [3, 0], "LAG v MOL");
}

#[test]
fn tos_lge_03_player_v_player_uses_both_clubs_own_levels() {
    let mut b = Bench::new(&[]);
    b.shape(0, &["STL"], [0, 0, 0, 0, 0, 0, 15], [0; 4]);
    b.shape(1, &["GK"], [0, 15, 0, 0, 0, 0, 0], [0; 4]);
    b.own(0, 0);
    b.own(1, 1);
    b.s.day = 6;
    b.act(|play| play.kick_off(Fixture::League(0), [0, 1]));
    b.act(|play| play.run());
    assert_eq!((b.s.question, b.s.asked), (Question::LineUp, 1));
    b.act(|play| {
        play.announce(0);
        play.run();
        play.announce(0);
        play.team_type(1);
    });
    assert_eq!(b.s.game.levels, [[1, 0], [0, 2]], "15 − 10 and −10; −12 and 15 − 8");
}

#[test]
fn tos_lge_04_a_neutral_plays_with_the_number_of_the_week() {
    let mut b = Bench::new(&[("neutral-level", "3")]);
    for (week, level) in [(1, 1), (2, 2), (6, 4), (10, 5)] {
        (b.s.week, b.s.day) = (week, 6);
        b.act(|play| play.kick_off(Fixture::League(0), [4, 0]));
        assert_eq!(b.s.game.levels[0], [level; 2], "week {week}");
    }
}

#[test]
fn tos_lge_05_who_rolls_for_a_neutral_has_no_effect() {
    // No seat is asked and no seat's stream is touched by a neutral's dice:
    // the same luck gives the same hits whoever sits where.
    let goals = |seat: u8| {
        let mut b = Bench::new(&[]);
        b.kick_off([[4; 2]; 2], [0; 2], [true, false]);
        b.s.seat_of[1] = seat;
        b.luck(4, |play| {
            play.attack(1);
            play.s.game.hits
        })
    };
    assert_eq!(goals(1), goals(3));
}

#[test]
fn tos_lge_06_the_window_moves_with_the_week() {
    let r = rules::<TimeOfSoccer>(&[("neutral-level", "6")]).unwrap();
    let shown: Vec<u8> = (1..=10).map(|week| r.neutral_level(week)).collect();
    assert_eq!(shown, [3, 4, 4, 5, 6, 6, 7, 8, 8, 9]);
}

#[test]
fn tos_lge_07_three_points_for_a_win_one_for_a_draw() {
    for (value, win) in [("3", 3), ("2", 2)] {
        let mut b = Bench::new(&[("win-points", value)]);
        for (goals, points) in [([2, 1], [win, 0]), ([1, 1], [1, 1]), ([0, 4], [0, win])] {
            b.s.points = [0; 8];
            b.ends(Fixture::League(0), goals);
            assert_eq!(b.s.points[..2], points);
        }
    }
}

#[test]
fn tos_lge_08_weeks_6_to_10_repeat_weeks_1_to_5_with_home_and_away_exchanged() {
    let (r, s) = fresh(&[], 5);
    let mut seen = BTreeSet::new();
    for week in 1..=5 {
        let back = pairs(&r, &s, week + 5);
        for (first, second) in pairs(&r, &s, week).into_iter().zip(back) {
            assert_eq!(first, [second[1], second[0]]);
            seen.insert(first);
            seen.insert(second);
        }
    }
    assert_eq!(seen.len(), 30, "a double round robin of six clubs");
}

#[test]
fn tos_lge_09_from_week_6_on_the_level_tile_shows_its_other_side() {
    let r = rules::<TimeOfSoccer>(&[("neutral-level", "1")]).unwrap();
    assert_eq!([5, 6, 7, 8].map(|week| r.neutral_level(week)), [2, 2, 2, 3]);
    let r = rules::<TimeOfSoccer>(&[("neutral-level", "5")]).unwrap();
    assert_eq!((r.neutral_level(5), r.neutral_level(10)), (5, 7));
}

#[test]
fn tos_nvn_01_more_points_roll_white_and_at_equality_the_home_club() {
    // The white die shows the higher number: the stronger club wins.
    for (points, winner) in [([4, 7], 5), ([7, 4], 4), ([4, 4], 4)] {
        let mut b = neutrals();
        (b.s.week, b.s.day) = (1, 6);
        b.s.calendar = [4, 0, 1, 2, 3];
        b.r.fixture[4][0] = [4, 5];
        b.s.points[4..6].copy_from_slice(&points);
        b.with(hits(&[5, 0]), |play| play.league_match(0));
        assert_eq!(b.s.points[winner], points[winner - 4] + 3, "{points:?}");
    }
}

#[test]
fn tos_nvn_02_only_the_best_white_and_the_best_blue_die_count() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    for (white, blue, result) in [(4, 3, Clash::Stronger), (3, 3, Clash::Draw), (2, 3, Clash::Weaker)] {
        let mut chance = hits(&[white, blue]);
        assert_eq!(clash(&r, &mut chance, CLASH), (white as u8 + 1, blue as u8 + 1, result));
    }
    // Best of two dice: 1, 3, 5, 7, 9, 11 of 36.
    assert_eq!(r.white_roll.weights(), [1, 3, 5, 7, 9, 11]);
}

#[test]
fn tos_nvn_03_clash_tile_k_means_k_white_dice_against_one_blue() {
    for (k, code) in [(1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5")] {
        let r = rules::<TimeOfSoccer>(&[("neutral-clash", code)]).unwrap();
        assert_eq!((r.white_dice, r.blue_dice), (k, 1));
        assert_eq!((r.white_roll.tickets(), r.blue_roll.tickets()), (6_u32.pow(u32::from(k)), 6));
        let r = rules::<TimeOfSoccer>(&[("neutral-clash", code), ("clash-dice", "k-v-k")]).unwrap();
        assert_eq!((r.white_dice, r.blue_dice), (k, k));
    }
}

#[test]
fn tos_nvn_04_no_goals_are_recorded_between_neutrals() {
    let mut b = neutrals();
    (b.s.week, b.s.day) = (1, 6);
    b.with(hits(&[5, 0]), |play| play.league_match(0));
    assert_eq!(b.s.log.goals, [0; 24]);
    assert_eq!(b.s.log.clashes, 1);
}

#[test]
fn tos_cup_01_quarter_finals_semi_finals_final_in_weeks_6_8_10() {
    let mut b = neutrals();
    for (week, matches) in [(6, 0..4), (8, 4..6), (10, 6..7)] {
        (b.s.week, b.s.day) = (week, 2);
        b.act(|play| play.day());
        assert_eq!(b.s.next, Next::Cup(matches.start));
        for index in matches.clone() {
            b.luck(u64::from(index), |play| play.cup_match(index));
            assert_eq!(b.s.next, Next::Cup(index + 1));
        }
        b.act(|play| play.cup_match(matches.end));
        assert_eq!(b.s.next, Next::Market(0), "then the market");
    }
    assert_eq!(b.s.out.count_ones(), 7);
    assert_eq!(b.s.cup_round[usize::from(b.s.bracket[14])], 3);
    let mut b = Bench::new(&[("cup-legs", "none")]);
    (b.s.week, b.s.day) = (6, 2);
    b.act(|play| play.day());
    assert_eq!(b.s.next, Next::Market(0), "without a cup it is a Market Day");
}

#[test]
fn tos_cup_02_winners_meet_along_the_bracket() {
    let mut b = neutrals();
    b.s.bracket[..8].copy_from_slice(&[3, 1, 4, 0, 6, 2, 5, 7]);
    b.act(|play| {
        for (index, clubs, side) in [(0, [3, 1], 1), (1, [4, 0], 0), (2, [6, 2], 0), (3, [5, 7], 1)] {
            play.advance(index, clubs, side);
        }
    });
    assert_eq!(b.s.bracket[8..12], [1, 4, 6, 7]);
    b.act(|play| {
        play.advance(4, [1, 4], 0);
        play.advance(5, [6, 7], 1);
    });
    assert_eq!(b.s.bracket[12..14], [1, 7]);
    b.act(|play| play.advance(6, [1, 7], 1));
    assert_eq!((b.s.bracket[14], b.s.cup_round), (7, [0, 2, 0, 0, 1, 0, 1, 3]));
}

#[test]
fn tos_cup_03_the_club_with_fewer_points_is_at_home_else_a_lot() {
    let mut b = Bench::new(&[]);
    (b.s.week, b.s.day) = (6, 2);
    b.s.points[..2].copy_from_slice(&[7, 4]);
    b.act(|play| play.cup_match(0));
    assert_eq!(b.s.game.clubs, [1, 0]);
    b.s.points[..2].copy_from_slice(&[4, 7]);
    b.act(|play| play.cup_match(0));
    assert_eq!(b.s.game.clubs, [0, 1]);
    b.s.points[..2].copy_from_slice(&[5, 5]);
    for (lot, clubs) in [(0, [0, 1]), (1, [1, 0])] {
        b.with(hits(&[lot]), |play| play.cup_match(0));
        assert_eq!(b.s.game.clubs, clubs);
    }
}

#[test]
fn tos_cup_04_no_league_points_and_no_draw_in_the_cup() {
    let mut b = Bench::new(&[]);
    b.s.week = 6;
    b.ends(Fixture::Cup(0), [2, 1]);
    assert_eq!((b.s.points, b.s.bracket[8], b.s.out), ([0; 8], 0, 0b10));
    b.s.game.goals = [1, 1];
    b.s.game.fixture = Fixture::Cup(1);
    b.with(hits(&[2, 4]), |play| play.full_time());
    assert_eq!((b.s.points, b.s.bracket[9]), ([0; 8], 1), "penalties 2–4");
    assert_eq!(b.s.next, Next::Cup(2));
}

#[test]
fn tos_cup_05_two_neutrals_clash_and_equal_points_are_drawn_by_lot() {
    let mut b = neutrals();
    b.s.points[..2].copy_from_slice(&[3, 6]);
    assert_eq!(b.with(hits(&[5, 0]), |play| play.neutral_cup_match([0, 1])), 1);
    b.s.points[..2].copy_from_slice(&[6, 6]);
    for lot in [0, 1] {
        assert_eq!(b.with(hits(&[lot, 5, 0]), |play| play.neutral_cup_match([0, 1])), lot as usize);
    }
}

#[test]
fn tos_cup_06_bonus_and_satisfaction_count_in_the_cup_shoot_out_included() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].contracts[0] = b.tile(Kind::Advertising, 5);
    b.s.clubs[1].contracts[0] = b.tile(Kind::Advertising, 5);
    b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
    b.s.game.fixture = Fixture::Cup(0);
    b.s.game.goals = [1, 1];
    b.with(hits(&[5, 3]), |play| play.full_time());
    assert_eq!((b.cash(0), b.cash(1)), (5 + 2, 5), "only the penalty winner");
    assert_eq!((b.s.clubs[0].satisfaction, b.s.clubs[1].satisfaction), (2, 0), "a win and a loss");
}

#[test]
fn tos_cup_07_the_two_cup_guests_have_no_league_points() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    season(&r, 6, |s| assert_eq!(s.points[6..], [0, 0]));
}

#[test]
fn tos_cup_08_a_level_clash_in_the_cup_goes_to_penalties() {
    let mut b = neutrals();
    b.s.points[0] = 3;
    assert_eq!(b.with(hits(&[4, 4, 1, 3]), |play| play.neutral_cup_match([0, 1])), 1);
    assert_eq!((b.s.log.shoot_outs, b.s.log.shoot_out_rounds), (1, 1));
}

#[test]
fn tos_pen_01_five_kicks_each_of_which_3_to_6_score() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!(r.penalty_roll.weights(), [1, 10, 40, 80, 80, 32]);
    assert_eq!(shoot_out(&r, &mut hits(&[3, 2])), (0, [3, 2], 1));
    assert_eq!(shoot_out(&r, &mut hits(&[2, 3])), (1, [2, 3], 1));
}

#[test]
fn tos_pen_02_repeated_from_scratch_until_the_numbers_differ() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!(shoot_out(&r, &mut hits(&[5, 5, 3, 3, 0, 1])), (1, [0, 1], 3));
    let r = rules::<TimeOfSoccer>(&[("penalty-max-rounds", "1")]).unwrap();
    assert_eq!(shoot_out(&r, &mut hits(&[5, 5, 1])).0, 1, "then a coin, as an engine's guard");
}

#[test]
fn tos_pen_03_no_re_roll_in_a_shoot_out() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [1; 2], [false; 2]);
    b.s.game.fixture = Fixture::Cup(0);
    b.act(|play| play.s.next = Next::FullTime);
    b.with(hits(&[0, 1]), |play| play.full_time());
    assert_eq!((b.s.game.rerolls, b.s.next), ([1; 2], Next::Cup(1)), "nobody was asked");
}

#[test]
fn tos_pen_04_shoot_out_goals_are_no_match_goals() {
    for claim in Claim::ALL.into_iter().filter(|claim| claim.weekend()) {
        let mut b = Bench::new(&[]);
        let bet = b.release(claim);
        for club in &mut b.s.clubs[..2] {
            club.press[0] = bet;
        }
        b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
        b.s.game.fixture = Fixture::Cup(0);
        b.with(hits(&[5, 1]), |play| play.full_time());
        assert_eq!((b.s.game.goals, b.s.log.scores[0]), ([0; 2], [0; 2]), "the match ends 0–0");
        assert_eq!((b.s.log.goals[0], b.s.log.goals.iter().sum::<u8>()), (2, 2), "two sides without a goal");
        assert_eq!(b.s.points, [0; 8], "no league points");
        for club in &b.s.clubs[..2] {
            assert_eq!((club.press, club.press_vp, club.cash), ([bet, NONE], 0, 5), "{claim:?} waits");
        }
    }
}

#[test]
fn tos_pen_05_a_neutral_repeats_no_penalty_either() {
    let mut b = neutrals();
    // Nobody scores in the first round: two more dice, not three.
    assert_eq!(b.with(hits(&[0, 0, 0, 2]), |play| play.shoot_out([0, 1])), 1);
    assert_eq!(b.s.log.repeats, 0);
}

#[test]
fn every_season_has_thirty_league_and_seven_cup_matches() {
    let r = rules::<TimeOfSoccer>(&[("win-points", "3")]).unwrap();
    for block in 0..6 {
        let end = season(&r, block, |_| {});
        let draws = 90 - end.points[..6].iter().map(|&p| i32::from(p)).sum::<i32>();
        assert!((0..=30).contains(&draws), "three points per match, two per draw");
        assert_eq!(end.out.count_ones(), 7);
        assert!(
            (1..=3)
                .all(|k| end.cup_round.iter().filter(|&&x| x >= k).count() == [0, 4, 2, 1][usize::from(k)])
        );
        assert!(cup_week(end.week));
    }
}
