//! Ledger 1.19: final scoring and tie-breaks.

use super::super::play::scoring::{fans_vp, tie_break};
use super::super::state::Account;
use super::*;
use crate::game::Outcome;

/// A bench just before final scoring: no cash, clubs of four players, equal
/// distances in the league so that nobody ties by accident.
fn last_day(changes: &[(&str, &str)]) -> Bench {
    let mut b = Bench::new(changes);
    (b.s.week, b.s.day) = (10, 7);
    for club in &mut b.s.clubs {
        club.cash = 0;
    }
    b.s.points[..6].copy_from_slice(&[10, 8, 6, 4, 2, 0]);
    b
}

fn account(b: &mut Bench, club: usize) -> Account {
    b.act(|play| play.score());
    b.s.accounts[club]
}

fn outcome(b: &Bench) -> Outcome {
    TimeOfSoccer::outcome(&b.r, &b.s)
}

#[test]
fn tos_vp_01_all_six_league_clubs_are_scored_after_week_10() {
    let mut b = last_day(&[]);
    b.act(|play| play.score());
    let league: Vec<i16> = b.s.accounts.iter().map(|a| a.league).collect();
    assert_eq!(league, [10, 8, 6, 4, 2, 0]);
    assert_eq!(b.s.accounts[4].total(), 2 + 4, "a neutral: points and level 4");
    assert_eq!(b.s.question, Question::Over);
}

#[test]
fn tos_vp_02_league_points_count_one_for_one() {
    let mut b = last_day(&[]);
    assert_eq!(account(&mut b, 2).league, 6);
}

#[test]
fn tos_vp_03_totals_are_plain_sums_beyond_30() {
    let mut b = last_day(&[]);
    b.s.points[0] = 30;
    b.s.clubs[0].cash = 100;
    let total = account(&mut b, 0).total();
    assert_eq!(total, 30 + 3 + 10 - 11);
}

#[test]
fn tos_vp_04_champion_and_runner_up_share_when_tied() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!(league_bonus(&r, &[9, 8, 7, 6, 5, 4]), [3, 1, 0, 0, 0, 0]);
    assert_eq!(league_bonus(&r, &[9, 9, 7, 6, 5, 4]), [2, 2, 0, 0, 0, 0]);
    assert_eq!(league_bonus(&r, &[9, 9, 9, 6, 5, 4]), [2, 2, 2, 0, 0, 0]);
    assert_eq!(league_bonus(&r, &[8, 9, 8, 8, 5, 4]), [1, 3, 1, 1, 0, 0]);
    assert_eq!(league_bonus(&r, &[7; 6]), [1; 6], "4 shared by six, rounded up");
    assert_eq!(league_bonus(&r, &[9, 7, 7, 7, 3, 2]), [3, 1, 1, 1, 0, 0], "K5");
    let r = rules::<TimeOfSoccer>(&[("league-bonus", "5-2")]).unwrap();
    assert_eq!(league_bonus(&r, &[9, 8, 8, 6, 5, 4]), [5, 1, 1, 0, 0, 0]);
    let r = rules::<TimeOfSoccer>(&[("league-bonus", "0-0")]).unwrap();
    assert_eq!(league_bonus(&r, &[9, 8, 8, 6, 5, 4]), [0; 6]);
}

#[test]
fn tos_vp_05_the_cup_is_worth_0_2_4_7() {
    for (round, vp) in [(0, 0), (1, 2), (2, 4), (3, 7)] {
        let mut b = last_day(&[]);
        b.s.cup_round[1] = round;
        assert_eq!(account(&mut b, 1).cup, vp);
    }
    let mut b = last_day(&[("vp-cup", "1/2/3/4"), ("cup-legs", "none")]);
    assert_eq!(account(&mut b, 1).cup, 0, "no cup, no points");
}

#[test]
fn tos_vp_06_players_score_their_fans_neutrals_do_not() {
    let table = |mode: &str| {
        let r = rules::<TimeOfSoccer>(&[("vp-fans", mode)]).unwrap();
        [10, 13, 14, 20].map(|fans| fans_vp(&r, fans))
    };
    assert_eq!(table("beyond-13"), [0, 0, 1, 7]);
    assert_eq!(table("half-beyond-10"), [0, 1, 2, 5]);
    assert_eq!(table("signed-beyond-13"), [-3, 0, 1, 7]);
    let mut b = last_day(&[]);
    b.s.clubs[3].fans = 17;
    assert_eq!(account(&mut b, 3).fans, 4);
    assert!([4, 5].iter().all(|&club| b.s.accounts[club].fans == 0));
}

#[test]
fn tos_vp_07_the_lower_level_scores_neutrals_use_week_10() {
    let mut b = last_day(&[("neutral-level", "5")]);
    b.s.clubs[0].raw = [6, 4];
    assert_eq!(account(&mut b, 0).level, 4);
    assert_eq!(b.s.accounts[4].level, 7);
    let mut b = last_day(&[("vp-level", "0/2/3/5/6/8/9/11/12/14/15")]);
    b.s.clubs[0].raw = [6, 4];
    assert_eq!(account(&mut b, 0).level, 6);
}

#[test]
fn tos_vp_08_each_player_fixes_a_final_line_up_first() {
    let mut b = last_day(&[]);
    b.s.first = 2;
    b.s.next = Next::Final(0);
    b.act(|play| play.run());
    let mut order = Vec::new();
    for _ in 0..4 {
        assert_eq!(b.s.question, Question::LineUp);
        order.push(b.s.asked);
        b.answer(code(moves::LINE_UP, 1), &[]);
    }
    assert_eq!((order, b.s.question), (vec![2, 3, 0, 1], Question::Over));
}

#[test]
fn tos_vp_09_each_uncovered_slot_costs_a_point() {
    let mut b = last_day(&[]);
    assert_eq!(account(&mut b, 0).empty, -11);
    let mut b = last_day(&[]);
    b.s.clubs[0].eleven[..9].fill(0);
    assert_eq!(account(&mut b, 0).empty, -2);
    let mut b = last_day(&[("vp-empty-slot", "-3")]);
    assert_eq!(account(&mut b, 0).empty, -33);
    assert_eq!(b.s.accounts[5].empty, 0, "not for neutrals");
}

#[test]
fn tos_vp_10_press_releases_add_and_take() {
    for vp in [8, -4] {
        let mut b = last_day(&[]);
        b.s.clubs[2].press_vp = vp;
        assert_eq!(account(&mut b, 2).press, i16::from(vp));
    }
}

#[test]
fn tos_vp_11_one_point_per_full_10_money() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!([0, 9, 10, 25].map(|cash| money_vp(&r, cash)), [0, 0, 1, 2]);
    let mut b = last_day(&[]);
    b.s.clubs[1].cash = 39;
    assert_eq!(account(&mut b, 1).money, 3);
    let mut b = last_day(&[("money-vp", "off")]);
    b.s.clubs[1].cash = 39;
    assert_eq!(account(&mut b, 1).money, 0);
    let r = rules::<TimeOfSoccer>(&[("vp-money-per", "5")]).unwrap();
    assert_eq!(money_vp(&r, 14), 2);
}

#[test]
fn tos_vp_12_the_cup_guests_are_not_scored() {
    let mut b = last_day(&[]);
    b.s.cup_round[6] = 3;
    b.act(|play| play.score());
    assert_eq!(b.s.accounts.len(), 6);
    assert!(b.s.winner < 6);
}

#[test]
fn tos_vp_13_neutral_league_clubs_score_the_cup() {
    let mut b = last_day(&[]);
    b.s.cup_round[5] = 2;
    assert_eq!(account(&mut b, 5).cup, 4);
}

#[test]
fn tos_vp_14_debt_is_rounded_down() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!([-1, -10, -11, -20].map(|cash| money_vp(&r, cash)), [-1, -1, -2, -2]);
}

#[test]
fn tos_tie_01_most_points_win_player_or_neutral() {
    let mut b = last_day(&[]);
    b.s.points[..6].copy_from_slice(&[0, 1, 2, 3, 25, 5]);
    b.act(|play| play.score());
    assert_eq!(b.s.winner, 4);
    let result = outcome(&b);
    assert_eq!(result.ending, crate::game::Ending::Decided);
    assert_eq!(result.share, [0; 16], "a neutral wins: every seat has lost");
    let mut b = last_day(&[("vp-neutral-eligible", "off")]);
    b.s.points[..6].copy_from_slice(&[0, 1, 2, 3, 25, 5]);
    b.act(|play| play.score());
    assert_eq!((b.s.winner, outcome(&b).share[3]), (3, 60));
}

/// The margins that a scored season writes into the histogram of margins.
fn margins(b: &Bench) -> Vec<i32> {
    struct Margins(Vec<i32>);
    impl Observe for Margins {
        fn add(&mut self, _metric: Column, _amount: impl Into<i64>) {}

        fn bins(&mut self, distribution: Bin, value: i32, times: u32) {
            if distribution == bin::MARGIN {
                self.0.extend(std::iter::repeat_n(value, times as usize));
            }
        }
    }
    let mut seen = Margins(Vec::new());
    TimeOfSoccer::observe(&b.r, &b.s, &mut seen);
    seen.0
}

#[test]
fn tos_tie_01_the_margin_is_over_the_next_club_that_can_win() {
    // Players end with 3, 1, 2, 3 league points less 11 empty slots, the best
    // neutral with 25, bonus and level.
    for (eligible, margin) in [("on", 25 + 3 + 4 - (5 + 1 + 4)), ("off", 1)] {
        let mut b = last_day(&[("vp-neutral-eligible", eligible)]);
        b.s.points[..6].copy_from_slice(&[0, 1, 2, 3, 25, 5]);
        b.act(|play| play.score());
        assert_eq!(margins(&b), [margin], "{eligible}");
    }
    let mut b = last_day(&[("vp-neutral-eligible", "off"), ("players", "1")]);
    b.act(|play| play.score());
    assert!(margins(&b).is_empty(), "nobody else can win");
}

#[test]
fn tos_tie_02_levels_then_the_other_level_then_money_then_shirt() {
    // Clubs 0 and 1 tie at the same total; each step breaks it for club 1.
    let tied = |prepare: fn(&mut Bench)| {
        let mut b = last_day(&[]);
        b.s.points[..6].copy_from_slice(&[20, 20, 0, 0, 0, 0]);
        for club in &mut b.s.clubs[..2] {
            club.raw = [5, 4];
        }
        prepare(&mut b);
        b.luck(0, |play| play.score());
        assert_eq!(b.s.accounts[0].total(), b.s.accounts[1].total());
        (b.s.winner, b.s.log.tied)
    };
    let by_level = tied(|b| {
        b.s.clubs[1].raw = [5, 5];
        b.s.clubs[0].press_vp = 1;
        b.s.clubs[0].cash = 9;
    });
    let by_other_level = tied(|b| {
        b.s.clubs[1].raw = [4, 6];
        b.s.clubs[0].cash = 9;
    });
    let by_money = tied(|b| {
        b.s.clubs[1].cash = 3;
        b.own(0, 0);
    });
    let by_shirt = tied(|b| {
        let high = (0..MARKET as u8).max_by_key(|&t| b.word(t).shirt()).unwrap();
        b.own(1, high);
        b.own(0, FIRST_STARTER as u8);
    });
    assert_eq!([by_level, by_other_level, by_money, by_shirt], [(1, false); 4]);
    assert!(tied(|_| {}).1, "nothing left to break it");
}

#[test]
fn tos_tie_03_a_neutral_has_equal_levels_no_money_no_shirt_and_lots_decide() {
    let mut b = last_day(&[]);
    b.act(|play| play.score());
    assert_eq!(tie_break(&b.r, &b.s, 4), [4, 4, 0, 0]);
    let tie = |lot: u32| {
        let mut b = last_day(&[]);
        b.s.points[..6].copy_from_slice(&[0, 0, 0, 0, 30, 30]);
        b.with(hits(&[lot]), |play| play.score());
        assert!(b.s.log.tied);
        b.s.winner
    };
    assert_eq!([tie(0), tie(1)], [4, 5]);
}
