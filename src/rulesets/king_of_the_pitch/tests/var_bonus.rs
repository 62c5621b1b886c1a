//! KOP-VAR and KOP-BONUS.

use super::contest::{bout, judge};
use super::*;

const A_ONLY: [bool; 2] = [true, false];
const BOTH: [bool; 2] = [true, true];

/// Seat 1 challenges King seat 0; each holds V.A.R. and BONUS, twice.
fn armed(changes: &[(&str, &str)]) -> Desk {
    let all: Vec<(&str, &str)> = [("players", "5")].into_iter().chain(changes.iter().copied()).collect();
    let mut desk = Desk::new(&all).lay_bronze().ready(1).turn_of(1);
    for (seat, copy) in [(0, 0), (0, 1), (1, 2), (1, 3)] {
        desk = desk.give(seat, ids::VAR + copy).give(seat, ids::BONUS + copy);
    }
    desk
}

#[test]
fn kop_var_01_one_var_card_per_team_before_the_dice() {
    let mut desk = armed(&[]);
    desk.quiet(MATCH);
    assert_eq!(desk.legal(), [0, 1, 2, 3]);
    desk.quiet(1);
    desk.act(1, desk.rolls_at([0, 0], &[6], &[1], &[2]));
    let record = desk.state.log[0].unpack();
    assert_eq!(record.var, BOTH);
    assert_eq!(desk.state.team(1).cards[2], 1, "the second V.A.R. card stays");
}

#[test]
fn kop_var_02_the_loser_rerolls_its_lowest_die_once() {
    let rules = rules(&[]);
    assert_eq!(judge(&rules, &[4, 2], &[5], A_ONLY, &[6]), (Verdict::Won(0), (6, 5)), "E8");
    assert_eq!(judge(&rules, &[4, 2], &[5], A_ONLY, &[1]), (Verdict::Won(1), (5, 4)));
    assert_eq!(judge(&rules, &[5, 2], &[4], A_ONLY, &[]).0, Verdict::Won(0), "a winner doesn't re-roll");
    let all = super::desk::rules(&[("var-scope", "all-dice")]);
    let mut rolled = bout(&all, &[4, 2], &[5], A_ONLY);
    let answer = super::desk::roll(&all, 1, &[1, 6]);
    let mut script = Script::default().then(&[answer]);
    let verdict = all.book.dice.settle(&mut rolled, [0, 1], &mut script, &mut Silent);
    assert_eq!((verdict, rolled.pools[0].words()), (Verdict::Won(0), "6-1".into()));
}

#[test]
fn kop_var_03_a_turned_match_may_be_turned_back() {
    let rules = rules(&[]);
    assert_eq!(judge(&rules, &[4, 2], &[5], BOTH, &[6, 6]), (Verdict::Won(0), (4, 0)), "E9");
    assert_eq!(judge(&rules, &[4, 2], &[5, 3], BOTH, &[6, 6]), (Verdict::Won(1), (5, 4)));
    assert_eq!(judge(&rules, &[4, 2], &[5], BOTH, &[3]), (Verdict::Won(1), (5, 4)), "E10");
}

#[test]
fn kop_var_04_there_is_never_a_third_reroll() {
    let rules = rules(&[]);
    let mut turned = bout(&rules, &[1, 1], &[2, 1], BOTH);
    let mut script = Script::dice(&[3, 6]);
    let verdict = rules.book.dice.settle(&mut turned, [0, 1], &mut script, &mut Silent);
    script.done();
    assert_eq!((verdict, turned.used), (Verdict::Won(1), BOTH));
}

#[test]
fn kop_var_05_the_whole_result_is_compared_again() {
    // 6s cancelled in the first comparison; after the re-roll they count.
    let rules = rules(&[]);
    assert_eq!(judge(&rules, &[6, 1], &[6, 3], A_ONLY, &[6]), (Verdict::Won(0), (6, 3)));
}

#[test]
fn kop_var_06_an_undecided_match_sees_no_further_var() {
    let rules = rules(&[]);
    assert_eq!(judge(&rules, &[6, 1], &[6, 3], A_ONLY, &[3]), (Verdict::Cancelled, (0, 0)), "E11");
    assert_eq!(judge(&rules, &[6, 1], &[6, 3], BOTH, &[3]).0, Verdict::Cancelled);
    assert_eq!(judge(&rules, &[3, 3], &[3, 3], BOTH, &[]).0, Verdict::Cancelled, "E12");
    for (value, winner) in [("king-keeps", 1), ("challenger-wins", 0)] {
        let mut desk = armed(&[("tie-break", value)]);
        desk.plays(&[MATCH, 1]);
        desk.act(1, desk.rolls_at([0, 0], &[4], &[4], &[]));
        assert_eq!(desk.state.log[0].unpack().winner, winner);
        assert_eq!(desk.state.bout.used, [false; 2]);
    }
}

#[test]
fn kop_var_07_never_in_a_shoot_out() {
    let mut desk = armed(&[]);
    desk.plays(&[MATCH, 1]);
    desk.act(1, desk.rolls_at([0, 0], &[4], &[4], &[2, 6]));
    assert_eq!((desk.victories(0), desk.state.bout.used), (1, [false; 2]));
}

#[test]
fn kop_var_08_a_tied_d8_is_rerolled_as_a_d8() {
    let crown = [5, 5, 4, 1, 1];
    let d8 = rules(&[]);
    assert_eq!(judge(&d8, &crown, &[6], A_ONLY, &[8]), (Verdict::Won(0), (8, 6)), "E13");
    let d6 = rules(&[("var-tie-die", "d6")]);
    let mut rolled = bout(&d6, &crown, &[6], A_ONLY);
    let verdict = d6.book.dice.settle(&mut rolled, [0, 1], &mut Script::dice(&[6]), &mut Silent);
    assert_eq!((verdict, rolled.pools[0].words()), (Verdict::Won(0), "6-5-5-4-1 (d8)".into()));
    // The smallest face, whatever its kind: here a d6 below the d8.
    let mut lower = bout(&d8, &[5, 5, 4, 1, 2], &[6], A_ONLY);
    d8.book.dice.settle(&mut lower, [0, 1], &mut Script::dice(&[3]), &mut Silent);
    assert_eq!(lower.pools[0].words(), "5-5-4-3-2 (d8)");
}

#[test]
fn kop_var_09_rerolls_are_not_decisions() {
    let mut desk = armed(&[]);
    desk.plays(&[MATCH, 1]);
    desk.act(1, desk.rolls_at([0, 0], &[4], &[5], &[6, 3]));
    assert_eq!(desk.state.matches, 1, "both re-rolls happened without a question");
    // Only which die is a decision, with var-scope = any-one-die.
    let mut any = armed(&[("var-scope", "any-one-die")]).at_level(1, 1).at_level(0, 1);
    any.plays(&[MATCH, 1]);
    any.act(1, any.rolls_at([1, 1], &[4, 3], &[5, 5], &[]));
    assert_eq!((any.asked(), any.legal()), ((1, Phase::Die(0)), vec![0, 1]));
    any.act(0, Script::dice(&[6]));
    assert_eq!(any.state.bout.pools[0].words(), "6-3");
    assert_eq!(any.asked(), (0, Phase::Die(1)));
    any.act(1, Script::dice(&[6]));
    assert_eq!(any.state.log[0].unpack().score, (5, 3));
    let mut single = armed(&[("var-scope", "any-one-die")]);
    single.plays(&[MATCH, 1]);
    single.act(0, single.rolls_at([0, 0], &[4], &[5], &[2]));
    assert_eq!(single.state.matches, 1, "one die is no choice");
}

#[test]
fn kop_var_10_a_committed_var_is_discarded_even_if_it_never_triggered() {
    let play = |changes: &[(&str, &str)]| {
        let mut desk = armed(changes);
        desk.plays(&[MATCH, 1]);
        desk.act(1, desk.rolls_at([0, 0], &[6], &[1], &[2]));
        assert_eq!(desk.state.bout.used, [false, true]);
        [desk.state.team(1).cards[2], desk.state.team(0).cards[2]]
    };
    assert_eq!(play(&[]), [1, 1]);
    assert_eq!(play(&[("var-refund", "kept-if-untriggered")]), [2, 1], "only the King's triggered");
    assert_eq!(play(&[("event-recycle", "no")]), [1, 1]);
}

#[test]
fn kop_bonus_01_one_bonus_card_per_team_before_the_dice() {
    let mut desk = armed(&[]);
    desk.plays(&[MATCH, 2]);
    desk.act(2, desk.rolls_at([0, 0], &[6], &[1], &[]));
    assert_eq!(desk.state.log[0].unpack().bonus, BOTH);
    assert_eq!([desk.state.team(1).cards[3], desk.state.team(0).cards[3]], [1, 1]);
}

#[test]
fn kop_bonus_02_the_level_is_that_of_the_higher_column() {
    let mut desk = armed(&[]).chip(1, 3, 7).chip(1, 3, 8);
    assert_eq!((desk.columns(1), desk.level(1)), ((2, 6), 0));
    desk.plays(&[MATCH, 2]);
    desk.act(0, desk.rolls_at([2, 0], &[6, 1, 1], &[1], &[]));
    assert_eq!(desk.state.log[0].unpack().levels, [2, 0]);
}

#[test]
fn kop_bonus_03_afterwards_the_lower_column_counts_again() {
    let mut desk = armed(&[]).chip(1, 3, 7).chip(1, 3, 8);
    desk.plays(&[MATCH, 2]);
    desk.act(0, desk.rolls_at([2, 0], &[6, 1, 1], &[1], &[]));
    assert_eq!(desk.level(1), 0);
}

#[test]
fn kop_bonus_04_a_committed_bonus_is_discarded() {
    let mut desk = armed(&[]);
    desk.plays(&[MATCH, 2]);
    desk.act(0, desk.rolls_at([0, 0], &[6], &[1], &[]));
    assert_eq!(desk.state.discard, 1 << ids::MATCH | 1 << (ids::BONUS + 2));
    let mut gone = armed(&[("event-recycle", "no")]);
    gone.plays(&[MATCH, 2]);
    gone.act(0, gone.rolls_at([0, 0], &[6], &[1], &[]));
    assert_eq!((gone.state.discard, gone.state.gone), (0, 1 << ids::MATCH | 1 << (ids::BONUS + 2)));
}

#[test]
fn kop_bonus_05_var_and_bonus_may_go_together() {
    let mut desk = armed(&[]);
    desk.plays(&[MATCH, 3]);
    desk.act(0, desk.rolls_at([0, 0], &[1], &[2], &[6]));
    let record = desk.state.log[0].unpack();
    assert_eq!((record.var[0], record.bonus[0], record.winner, record.turned), (true, true, 0, true));
    assert_eq!(desk.state.team(1).cards, [0, 0, 1, 1]);
}

#[test]
fn kop_bonus_06_the_challenger_decides_first_and_the_king_knows() {
    let asked = |value: &str| {
        let mut desk = armed(&[("commit-order", value)]);
        desk.quiet(MATCH);
        let first = desk.asked();
        desk.quiet(1);
        let second = desk.asked();
        let side = usize::from(first.1 == Phase::King);
        let known = desk.view(second.0).committed(side);
        (first, second, known)
    };
    let (challenger, king) = ((1, Phase::Challenger), (0, Phase::King));
    assert_eq!(asked("challenger-first"), (challenger, king, Some(1)));
    assert_eq!(asked("king-first"), (king, challenger, Some(1)));
    assert_eq!(asked("blind"), (challenger, king, None));
}

#[test]
fn kop_bonus_07_each_side_announces_its_choice_in_one_step() {
    let mut desk = armed(&[]);
    desk.plays(&[MATCH, 0]);
    assert_eq!(desk.asked(), (0, Phase::King), "declining everything is one answer");
    let state = desk.state;
    assert_eq!(KingOfThePitch::describe(&desk.rules, &state, 3), "commits V.A.R. and BONUS");
    desk.act(3, desk.rolls_at([0, 0], &[6], &[1], &[1]));
    let record = desk.state.log[0].unpack();
    assert_eq!((record.var, record.bonus), ([false, true], [false, true]), "both are heard");
}
