//! Ledger 1.17 and 1.18: match resolution, satisfaction and fans.

use super::super::play::matches::{saves, shots};
use super::*;
use crate::chance::enumerate::enumerate;

/// Clubs 0 (home) and 1 (away), both players, from step 1 on.
fn started(changes: &[(&str, &str)], fixture: Fixture) -> Bench {
    let mut b = Bench::new(changes);
    b.s.day = 6;
    for seat in [0, 1] {
        b.s.clubs[seat].contracts = [b.tile(Kind::Advertising, 5), b.tile(Kind::Television, 2)];
    }
    b.act(|play| play.kick_off(fixture, [0, 1]));
    b
}

#[test]
fn tos_match_01_the_other_club_is_away() {
    let b = started(&[], Fixture::League(0));
    assert_eq!(b.s.game.clubs, [0, 1]);
    let mut b = Bench::new(&[]);
    (b.s.week, b.s.day) = (1, 6);
    b.s.calendar = [0, 1, 2, 3, 4];
    b.act(|play| play.league_match(1));
    assert_eq!(b.s.game.clubs, [0, 1], "MOL at home, MOJ away");
}

#[test]
fn tos_match_02_levels_are_worked_out_anew_before_each_match() {
    let mut b = started(&[], Fixture::League(0));
    b.s.clubs[1].raw = [9, 9];
    b.act(|play| play.run());
    b.act(|play| play.announce(0));
    assert_eq!(b.s.clubs[1].raw, [0, 0], "an empty squad, whatever was shown before");
}

#[test]
fn tos_match_03_the_eight_steps_in_order() {
    let mut b = started(&[], Fixture::League(0));
    assert_eq!(b.cash(0), 5 + 5, "1 income");
    let mut asked = Vec::new();
    b.with(hits(&[2, 0, 3, 0]), |play| {
        loop {
            play.run();
            asked.push((play.s.question, play.s.asked));
            match play.s.question {
                Question::LineUp => play.announce(0),
                Question::AttackAgain => play.attack_again(false),
                Question::DefenceAgain => {
                    play.defence_again(false);
                    if play.s.place == 1 {
                        break;
                    }
                }
                other => panic!("{other:?}"),
            }
        }
        play.count_goals(1);
        assert_eq!(play.s.next, Next::FullTime, "6 to 8 follow");
    });
    let order = [
        (Question::LineUp, 1),
        (Question::LineUp, 0),
        (Question::AttackAgain, 1),
        (Question::DefenceAgain, 0),
        (Question::AttackAgain, 0),
        (Question::DefenceAgain, 1),
    ];
    assert_eq!(asked, order);
    let mut b = Bench::new(&[("first-attack", "home")]);
    b.kick_off([[4; 2]; 2], [1; 2], [false; 2]);
    b.with(hits(&[1]), |play| play.run());
    assert_eq!((b.s.question, b.s.asked), (Question::AttackAgain, 0), "house rule: home attacks first");
}

#[test]
fn tos_match_04_the_home_club_gets_its_home_income_in_the_league() {
    for (mode, home, away) in [("on", 5, 0), ("off", 0, 0), ("both", 5, 5)] {
        let b = started(&[("home-income", mode)], Fixture::League(0));
        assert_eq!((b.cash(0), b.cash(1)), (5 + home, 5 + away), "{mode}");
    }
}

#[test]
fn tos_match_05_both_get_half_in_the_cup() {
    for mode in ["on", "off", "both"] {
        let b = started(&[("home-income", mode)], Fixture::Cup(0));
        assert_eq!((b.cash(0), b.cash(1)), (5 + 3, 5 + 3), "half of 3 + 2, rounded up");
    }
}

#[test]
fn tos_match_06_the_away_club_announces_line_up_levels_and_team_type() {
    let mut b = started(&[("fatigue", "on")], Fixture::League(0));
    b.s.clubs[1].energy = 2;
    b.act(|play| play.run());
    assert_eq!((b.s.question, b.s.asked), (Question::LineUp, 1));
    b.answer(code(moves::LINE_UP, 0), &[]);
    assert_eq!((b.s.question, b.s.asked), (Question::Team, 1));
    b.answer(code(moves::TEAM, 1), &[]);
    assert_eq!((b.s.game.announced, b.s.game.team[1]), ([false, true], 1));
}

#[test]
fn tos_match_07_the_home_club_announces_after_the_away_club() {
    for (order, first, second) in [("away-first", 1, 0), ("home-first", 0, 1), ("simultaneous", 1, 0)] {
        let mut b = started(&[("lineup-order", order)], Fixture::League(0));
        b.act(|play| play.run());
        assert_eq!((b.s.question, b.s.asked), (Question::LineUp, first), "{order}");
        b.answer(code(moves::LINE_UP, 0), &[]);
        assert_eq!((b.s.question, b.s.asked), (Question::LineUp, second), "{order}");
    }
}

#[test]
fn tos_match_07_what_is_announced_includes_the_home_bonus() {
    for (bonus, said) in [("0", "attack 4, defence 3"), ("1", "attack 5, defence 3")] {
        let mut b = Bench::new(&[("home-level-bonus", bonus)]);
        b.kick_off([[4, 3]; 2], [0; 2], [false; 2]);
        b.s.clubs[0].raw = [4, 3];
        (b.s.asked, b.s.place) = (0, 1);
        let (mut chance, mut told) = (Script::default(), Transcript::default());
        Play { rules: &b.r, s: &mut b.s, chance: &mut chance, watch: &mut told }.choose_team(0);
        assert_eq!(told.lines.last().unwrap().text, format!("{} announces {said}", words::who(&b.s, 0)));
        assert_eq!(b.s.game.levels[0][0], if bonus == "1" { 5 } else { 4 });
    }
}

/// Chances of each number of hits, from 0, of a roll made by the rule code.
fn rolled(roll: fn(&mut Play<'_, Branches, Silent>)) -> Vec<Fraction> {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
    let table = enumerate(|chance: &mut Branches| {
        let mut s = b.s;
        roll(&mut Play { rules: &b.r, s: &mut s, chance, watch: &mut Silent });
        s.game.hits
    });
    assert!(table.keys().copied().eq(0..table.len() as u8));
    table.into_values().collect()
}

#[test]
fn tos_match_08_six_dice_hits_on_5_and_6_read_as_shots() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let dice = [64, 192, 240, 160, 60, 12, 1];
    assert_eq!(r.attack_roll.weights(), dice);
    assert_eq!(rolled(|play| play.attack(0)), dice.map(|ways| Fraction::new(ways.into(), 729)));
    assert_eq!([(6, 2), (4, 3), (4, 1)].map(|(l, h)| shots(&r, l, h)), [4, 5, 2]);
    let mut b = Bench::new(&[("home-level-bonus", "1")]);
    b.s.day = 6;
    b.s.week = 1;
    b.act(|play| play.kick_off(Fixture::League(0), [4, 0]));
    assert_eq!(b.s.game.levels[0], [2, 1], "the home bonus is for neutrals too");
    let r = rules::<TimeOfSoccer>(&[("hit-min", "4")]).unwrap();
    assert_eq!(r.attack_roll.weights(), [1, 6, 15, 20, 15, 6, 1]);
}

#[test]
fn tos_match_09_five_dice_hits_read_as_saves() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let dice = [32, 80, 80, 40, 10, 1];
    assert_eq!(r.defence_roll.weights(), dice);
    assert_eq!(rolled(|play| play.defend(0)), dice.map(|ways| Fraction::new(ways.into(), 243)));
    // Six shots against a defence of 3: each number of hits leaves its goals.
    for (hits, goals) in (0..).zip([6, 5, 3, 2, 1, 0]) {
        let mut b = Bench::new(&[]);
        b.kick_off([[4, 3], [6, 4]], [0; 2], [false; 2]);
        b.s.game.hits = 3;
        b.with(self::hits(&[hits]), |play| {
            play.defend(0);
            play.count_goals(0);
        });
        assert_eq!(b.s.game.goals, [0, goals], "{hits} hits of the defence");
    }
    assert_eq!([(4, 1), (4, 2), (1, 2), (1, 1), (3, 3)].map(|(l, h)| saves(&r, l, h)), [2, 3, 2, 1, 4]);
}

#[test]
fn tos_match_10_goals_are_shots_less_saves_never_negative() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
    b.play_out(hits(&[3, 1, 1, 3]), &[]);
    assert_eq!(b.s.game.goals, [0, 3], "away 5 − 2, home 2 − 5");
}

#[test]
fn tos_match_11_the_home_attack_is_the_away_attack_with_roles_exchanged() {
    let mut b = Bench::new(&[]);
    b.kick_off([[6, 1], [4, 3]], [0; 2], [false; 2]);
    b.play_out(hits(&[3, 2, 2, 3]), &[]);
    let away = shots(&b.r, 4, 3) - saves(&b.r, 1, 2);
    assert_eq!(b.s.game.goals, [shots(&b.r, 6, 2).saturating_sub(saves(&b.r, 3, 3)), away]);
}

#[test]
fn tos_match_12_more_goals_win() {
    for (goals, winner) in [([2, 1], 0), ([1, 2], 1)] {
        let mut b = Bench::new(&[]);
        b.ends(Fixture::League(0), goals);
        assert_eq!(b.s.points.iter().position(|&p| p == 3), Some(winner));
    }
}

#[test]
fn tos_match_13_the_starting_manager_repeats_one_roll_per_match() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [1, 0], [false; 2]);
    // Away attack, home defence repeated, home attack (nobody is asked).
    b.play_out(hits(&[2, 0, 4, 3, 2]), &[true]);
    assert_eq!(b.s.game.rerolls, [0, 0]);
    let left = |b: &Bench| b.s.game.rerolls;
    let rerolls = |changes: &[(&str, &str)], sack: bool| {
        let mut b = Bench::new(changes);
        if sack {
            b.s.clubs[0].managers[0] = b.tile(Kind::Manager, 0);
        }
        b.at_home(Fixture::League(0));
        b.act(|play| {
            play.announce(0);
            play.team_type(1);
        });
        left(&b)
    };
    assert_eq!(rerolls(&[], false), [1, 0]);
    assert_eq!(rerolls(&[], true), [0, 0], "only the starting manager has it");
    assert_eq!(rerolls(&[("manager-reroll", "off")], false), [0, 0]);
    assert_eq!(rerolls(&[("home-reroll", "on")], false), [2, 0]);
    assert_eq!(rerolls(&[("home-reroll", "on")], true), [1, 0], "even without the starting manager");
}

#[test]
fn tos_match_14_the_decision_comes_before_the_next_roll() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [1; 2], [false; 2]);
    b.with(hits(&[1]), |play| play.run());
    assert_eq!((b.s.question, b.s.asked, b.s.game.hits), (Question::AttackAgain, 1, 1));
    b.with(hits(&[2]), |play| play.answer(moves::NO));
    assert_eq!((b.s.question, b.s.asked, b.s.game.hits), (Question::DefenceAgain, 0, 2));
}

#[test]
fn tos_match_15_a_neutral_repeats_every_roll_without_a_hit_once() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [0; 2], [true, false]);
    // Away attack 4; home (neutral) defence 0 then 2; home attack 0 then 0;
    // away defence 1.
    b.play_out(hits(&[4, 0, 2, 0, 0, 1]), &[]);
    assert_eq!((b.s.game.goals, b.s.log.repeats), ([0, 3], 2));
    let mut b = Bench::new(&[("neutral-reroll", "off")]);
    b.kick_off([[4; 2]; 2], [0; 2], [true, false]);
    b.play_out(hits(&[4, 0, 0, 1]), &[]);
    assert_eq!((b.s.game.goals, b.s.log.repeats), ([0, 6], 0));
}

#[test]
fn tos_match_16_the_winner_gets_its_victory_bonuses() {
    let mut b = Bench::new(&[]);
    for seat in [0, 1] {
        b.s.clubs[seat].contracts = [b.tile(Kind::Advertising, 5), b.tile(Kind::Television, 4)];
    }
    for (goals, gains) in [([1, 0], [4, 0]), ([1, 1], [0, 0]), ([0, 1], [0, 4])] {
        let before = [b.cash(0), b.cash(1)];
        b.ends(Fixture::League(0), goals);
        assert_eq!([b.cash(0) - before[0], b.cash(1) - before[1]], gains);
    }
}

#[test]
fn tos_match_17_neutrals_choose_nothing_and_earn_nothing() {
    let mut b = Bench::new(&[]);
    b.s.day = 6;
    let before = b.s.clubs;
    b.act(|play| {
        play.kick_off(Fixture::League(0), [4, 0]);
        play.run();
    });
    assert_eq!((b.s.question, b.s.asked), (Question::LineUp, 0));
    b.with(hits(&[0]), |play| play.answer(code(moves::LINE_UP, 0)));
    assert_eq!((b.s.question, b.s.asked), (Question::AttackAgain, 0), "the neutral was not asked");
    assert!((1..4).all(|seat| b.s.clubs[seat].cash == before[seat].cash));
}

#[test]
fn tos_match_18_the_half_is_taken_of_the_sum() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].contracts = [b.tile(Kind::Advertising, 0), b.tile(Kind::Television, 2)];
    assert_eq!(contract_sum(&b.r, &b.s.clubs[0], 1), 1 + 2);
    b.act(|play| play.kick_off(Fixture::Cup(0), [0, 1]));
    assert_eq!(b.cash(0), 5 + 2);
    b.s.clubs[0].contracts = [b.tile(Kind::Advertising, 0), b.tile(Kind::Television, 0)];
    b.act(|play| play.kick_off(Fixture::Cup(0), [0, 1]));
    assert_eq!(b.cash(0), 5 + 2 + 1, "1 + 1 halved is 1, not 1 + 1");
}

#[test]
fn tos_match_19_the_second_club_sees_what_the_first_announced() {
    for (order, seen) in [("away-first", true), ("simultaneous", false)] {
        let mut b = started(&[("lineup-order", order)], Fixture::League(0));
        b.shape(0, &["STL"], [0, 0, 0, 0, 0, 0, 15], [0; 4]);
        b.own(1, 0);
        b.act(|play| play.run());
        b.answer(code(moves::LINE_UP, 2), &[]);
        let view = View::new(&b.r, &b.s, 0);
        assert_eq!((view.question(), view.seat()), (Question::LineUp, b.s.asked));
        assert_eq!(view.game().levels(1), seen.then_some([1, 0]));
        assert_eq!(view.club(1).eleven()[9] == 0, seen, "{order}");
        b.with(hits(&[3]), |play| play.answer(code(moves::LINE_UP, 0)));
        assert_eq!(b.s.game.levels[1], [1, 0], "what was face down counts all the same");
    }
}

#[test]
fn tos_match_20_a_re_roll_throws_all_dice_again_and_stands() {
    for (second, goals) in [(0, 0), (6, 9)] {
        let mut b = Bench::new(&[]);
        b.kick_off([[4; 2]; 2], [0, 1], [false; 2]);
        b.play_out(hits(&[3, second, 0, 0, 0]), &[true]);
        assert_eq!(b.s.game.goals[1], goals);
    }
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [0, 2], [false; 2]);
    b.play_out(hits(&[3, 0, 0, 1, 0, 2]), &[true, true]);
    assert_eq!(b.s.game.rerolls, [0, 0], "one repeat per roll: the second re-roll waits for the defence");
}

#[test]
fn tos_match_21_the_starting_manager_need_not_be_principal() {
    for (mode, left) in [("off", 1), ("on", 0)] {
        let mut b = Bench::new(&[("reroll-requires-principal", mode)]);
        let second = b.tile(Kind::Manager, 2);
        b.employ(0, second);
        b.at_home(Fixture::League(0));
        b.act(|play| {
            play.announce(4);
            play.team_type(1);
        });
        assert_eq!((b.s.clubs[0].principal, b.s.game.rerolls[0]), (second, left));
    }
}

#[test]
fn tos_match_22_victory_bonuses_are_paid_in_full_in_the_cup() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].contracts[0] = b.tile(Kind::Advertising, 5);
    b.ends(Fixture::Cup(0), [1, 0]);
    assert_eq!(b.cash(0), 5 + 2);
}

#[test]
fn tos_fans_01_the_community_managers_number_is_added_after_each_match() {
    for (goals, steps) in [([1, 0], 3), ([1, 1], 2), ([0, 1], 1)] {
        for fixture in [Fixture::League(0), Fixture::Cup(0)] {
            let mut b = Bench::new(&[]);
            b.s.clubs[0].community = b.tile(Kind::Community, 1);
            b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
            b.s.game.fixture = fixture;
            b.s.game.goals = goals;
            let cup_draw = goals[0] == goals[1] && fixture == Fixture::Cup(0);
            let (script, steps) = if cup_draw { (hits(&[3, 0]), 3) } else { (hits(&[]), steps) };
            b.with(script, |play| play.full_time());
            assert_eq!(b.s.clubs[0].satisfaction, steps);
            assert_eq!(b.s.clubs[2].satisfaction, 0, "only who played");
        }
    }
}

#[test]
fn tos_fans_02_at_the_fan_symbol_the_track_starts_again_with_the_rest() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].satisfaction = 4;
    assert_eq!(satisfy(&b.r, &mut b.s.clubs[0], 3), 1);
    assert_eq!((b.s.clubs[0].satisfaction, b.s.clubs[0].fans), (2, 14));
    let mut b = Bench::new(&[("satisfaction-length", "3")]);
    b.s.clubs[0].satisfaction = 2;
    assert_eq!(satisfy(&b.r, &mut b.s.clubs[0], 5), 2, "each passing is a fan");
    assert_eq!(b.s.clubs[0].satisfaction, 1);
}

#[test]
fn tos_fans_03_a_fan_is_a_coin_a_week_and_counts_at_the_end() {
    let mut b = Bench::new(&[]);
    let before = b.balance(0);
    satisfy(&b.r, &mut b.s.clubs[0], 5);
    assert_eq!(b.balance(0), before + 1);
    b.luck(0, |play| play.score());
    assert_eq!(b.s.accounts[0].fans, 1);
}

#[test]
fn tos_fans_04_the_starting_community_manager_gives_0_for_a_loss() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!(r.prints[usize::from(START_COMMUNITY)].steps, [2, 1, 0]);
    let r = rules::<TimeOfSoccer>(&[("start-community-win", "3")]).unwrap();
    assert_eq!(r.prints[usize::from(START_COMMUNITY)].steps, [3, 1, 0]);
}

#[test]
fn tos_fans_05_fans_are_never_lost_and_satisfaction_only_wraps() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut before = [0; 4];
    let end = season(&r, 7, |s| {
        for (seat, old) in before.iter_mut().enumerate() {
            let club = &s.clubs[seat];
            let progress = u32::from(club.fans) * 5 + u32::from(club.satisfaction);
            assert!(progress >= *old);
            *old = progress;
        }
    });
    assert!(end.clubs.iter().any(|club| club.fans > 13));
}

#[test]
fn tos_fans_06_five_steps_make_a_fan() {
    let mut b = Bench::new(&[]);
    assert_eq!(satisfy(&b.r, &mut b.s.clubs[0], 4), 0);
    assert_eq!(satisfy(&b.r, &mut b.s.clubs[0], 1), 1);
}

#[test]
fn tos_fans_07_fans_stop_at_the_end_of_the_track() {
    let mut b = Bench::new(&[]);
    (b.s.clubs[0].fans, b.s.clubs[0].satisfaction) = (25, 4);
    assert_eq!(satisfy(&b.r, &mut b.s.clubs[0], 2), 0);
    assert_eq!(
        (b.s.clubs[0].fans, b.s.clubs[0].satisfaction),
        (25, 1),
        "the track returns to 0 all the same"
    );
}
