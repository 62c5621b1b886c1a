//! KOP-MATCH: who meets whom and how dice decide, with the examples of 5.1.

use super::super::dice::{Bout, Dice};
use super::*;

/// A bout between pools given by their faces; five dice have a d8 last.
pub fn bout(rules: &Rules, a: &[u8], b: &[u8], var: [bool; 2]) -> Bout {
    let pool = |faces: &[u8]| {
        let dice: Vec<(u8, bool)> = faces.iter().enumerate().map(|(i, &face)| (face, i == 4)).collect();
        Pool::new(&dice, rules.book.dice.law.d8_first)
    };
    let level = |faces: &[u8]| faces.len() as u8 - 1;
    Bout { pools: [pool(a), pool(b)], levels: [level(a), level(b)], var, ..Bout::default() }
}

/// Verdict and score, with the dice that V.A.R. rolls.
pub fn judge(rules: &Rules, a: &[u8], b: &[u8], var: [bool; 2], dice: &[u8]) -> (Verdict, (u8, u8)) {
    let mut bout = bout(rules, a, b, var);
    let mut script = Script::dice(dice);
    let verdict = rules.book.dice.settle(&mut bout, [0, 1], &mut script, &mut Silent);
    script.done();
    (verdict, rules.book.dice.score(&bout))
}

const NONE: [bool; 2] = [false; 2];

fn plain(a: &[u8], b: &[u8]) -> (Verdict, (u8, u8)) {
    judge(&rules(&[]), a, b, NONE, &[])
}

/// Seat 1 of three holds a MATCH card and has the turn; seat 0 is King.
fn ready(changes: &[(&str, &str)]) -> Desk {
    let all: Vec<(&str, &str)> = [("players", "3")].into_iter().chain(changes.iter().copied()).collect();
    Desk::new(&all).lay_bronze().ready(1).turn_of(1)
}

#[test]
fn kop_match_01_only_with_a_match_card_and_it_is_the_turn() {
    let mut desk = Desk::new(&[("players", "3")]).lay_bronze().turn_of(1);
    assert!(!desk.can(MATCH));
    desk = desk.give(1, ids::VAR).give(1, ids::BONUS);
    assert!(!desk.can(MATCH), "other event cards don't do");
    desk = Desk::new(&[("players", "3")]).lay_bronze().turn_of(1).ready(1);
    desk.fight(&[6], &[5], &[]);
    assert_eq!(desk.asked(), (2, Phase::Action));
}

#[test]
fn kop_match_02_the_user_is_the_challenger_and_plays_now() {
    let mut desk = ready(&[]);
    desk.fight(&[4], &[5], &[]);
    assert_eq!(desk.state.log[0].unpack().seats, [1, 0]);
    assert_eq!(desk.state.matches, 1);
}

#[test]
fn kop_match_03_the_king_may_not_use_a_match_card() {
    let king = |value: &str| Desk::new(&[("players", "3"), ("king-match", value)]).lay_bronze().ready(0);
    assert!(!king("forbidden").can(MATCH), "it may hold one until dethroned");
    let mut left = king("left-neighbour");
    left.act(MATCH, left.rolls_at([0, 0], &[2], &[5], &[]));
    let record = left.state.log[0].unpack();
    assert_eq!((record.seats, record.winner), ([1, 0], 1), "the other team counts as the challenger");
    let mut choose = king("choose-opponent");
    choose.quiet(MATCH);
    assert_eq!((choose.asked(), choose.legal()), ((0, Phase::Opponent), vec![1, 2]));
    choose.act(2, choose.rolls_at([0, 0], &[2], &[5], &[]));
    assert_eq!(choose.state.log[0].unpack().seats, [2, 0]);
    assert_eq!(choose.asked().0, 1, "the turn was the King's");
    let mut pair = Desk::new(&[("king-match", "choose-opponent")]).lay_bronze().ready(0);
    pair.act(MATCH, pair.rolls_at([0, 0], &[2], &[5], &[]));
    assert_eq!(pair.victories(0), 1, "with one rival there is nothing to choose");
}

#[test]
fn kop_match_04_the_used_card_is_discarded() {
    let mut desk = ready(&[]);
    desk.fight(&[4], &[5], &[]);
    assert_eq!((desk.state.discard, desk.state.team(1).cards), (1 << ids::MATCH, [0; 4]));
    let mut gone = ready(&[("event-recycle", "no")]);
    gone.fight(&[4], &[5], &[]);
    assert_eq!((gone.state.discard, gone.state.gone), (0, 1 << ids::MATCH));
}

#[test]
fn kop_match_05_the_king_cannot_refuse() {
    let mut desk = ready(&[]);
    desk.fight(&[4], &[5], &[]);
    assert_eq!(desk.state.matches, 1, "nobody was asked between MATCH and the dice");
    assert_eq!(desk.asked(), (2, Phase::Action));
}

#[test]
fn kop_match_06_cards_are_committed_before_the_dice() {
    let mut desk = ready(&[]).give(1, ids::VAR).give(0, ids::BONUS);
    desk.quiet(MATCH);
    assert_eq!((desk.asked(), desk.legal()), ((1, Phase::Challenger), vec![0, 1]));
    desk.quiet(0);
    assert_eq!((desk.asked(), desk.legal()), ((0, Phase::King), vec![0, 2]));
    desk.act(0, desk.rolls_at([0, 0], &[6], &[1], &[]));
    assert_eq!(desk.state.matches, 1);
    let mut both = ready(&[]).give(1, ids::VAR).give(0, ids::BONUS);
    both.plays(&[MATCH, 1]);
    both.act(2, both.rolls_at([0, 0], &[6], &[1], &[]));
    let record = both.state.log[0].unpack();
    assert_eq!((record.var, record.bonus), ([true, false], [false, true]), "what is committed counts");
}

#[test]
fn kop_match_07_each_side_rolls_the_dice_of_its_level() {
    let mut desk = ready(&[]).at_level(1, 3).at_level(0, 1);
    let rolls = desk.rolls_at([3, 1], &[1, 2, 3, 4], &[5, 6], &[]);
    desk.act(MATCH, rolls);
    assert_eq!(desk.state.log[0].unpack().levels, [3, 1]);
    assert_eq!(desk.state.bout.pools.map(Pool::dice), [4, 2]);
}

#[test]
fn kop_match_08_the_higher_highest_die_wins() {
    assert_eq!(plain(&[6, 3, 1], &[5, 4, 2]), (Verdict::Won(0), (6, 5)), "E1");
    assert_eq!(plain(&[1, 6, 3], &[4, 5, 2]).0, Verdict::Won(0), "order doesn't matter");
    assert_eq!(plain(&[6, 5, 4, 1, 8], &[6, 6, 6, 6]), (Verdict::Won(0), (8, 6)), "E6");
}

#[test]
fn kop_match_09_equal_dice_cancel() {
    assert_eq!(plain(&[6, 4], &[6, 5]), (Verdict::Won(1), (5, 4)));
    assert_eq!(plain(&[6, 6, 2], &[6, 6, 1, 1]), (Verdict::Won(0), (2, 1)), "E4");
    assert_eq!(plain(&[6, 6, 5, 4, 6], &[6, 6, 6, 1]), (Verdict::Won(0), (5, 1)), "E7");
}

#[test]
fn kop_match_10_a_die_left_over_wins_against_nothing() {
    assert_eq!(plain(&[5, 3], &[5]), (Verdict::Won(0), (3, 0)), "E2");
    assert_eq!(plain(&[6, 6], &[6, 6, 1, 1]), (Verdict::Won(1), (1, 0)), "E5");
    let ignored = rules(&[("missing-die", "ignored")]);
    assert_eq!(judge(&ignored, &[5, 3], &[5], NONE, &[]).0, Verdict::Cancelled);
    assert_eq!(judge(&ignored, &[5, 3], &[4], NONE, &[]).0, Verdict::Won(0));
}

#[test]
fn kop_match_11_all_dice_cancelled_go_to_the_shoot_out() {
    assert_eq!(plain(&[6, 4], &[6, 4]), (Verdict::Cancelled, (0, 0)), "E3");
    let mut desk = ready(&[]);
    desk.fight(&[4], &[4], &[2, 6]);
    let record = desk.state.log[0].unpack();
    assert!(record.shoot_out && record.winner == 1);
    for (value, winner) in [("king-keeps", 1), ("challenger-wins", 0)] {
        let mut desk = ready(&[("tie-break", value)]);
        desk.fight(&[4], &[4], &[]);
        let record = desk.state.log[0].unpack();
        assert_eq!((record.winner, record.shoot_out), (winner, false));
    }
}

#[test]
fn kop_match_12_the_shoot_out_rolls_one_d6_each_until_they_differ() {
    let mut desk = ready(&[]).at_level(1, 1).at_level(0, 1);
    desk.fight(&[4, 2], &[4, 2], &[3, 3, 6, 6, 5, 1]);
    assert_eq!(desk.victories(1), 1);
    let first = enumerate(|chance| {
        let [a, b] = Dice::shoot_out_roll([0, 1], chance);
        a.cmp(&b)
    });
    let chance = |order| first[&order];
    assert_eq!(chance(std::cmp::Ordering::Equal), Fraction::new(1, 6), "5/6 are decided by a roll");
    assert_eq!(chance(std::cmp::Ordering::Less), chance(std::cmp::Ordering::Greater));
}

#[test]
fn a_shoot_out_that_never_ends_is_decided_by_a_coin() {
    for coin in [0, 1] {
        let mut script = Script::dice(&[3; 2000]).then(&[coin]);
        let end = Dice::shoot_out([0, 1], &mut script, &mut Silent);
        script.done();
        assert_eq!((end.winner, end.capped), (coin as usize, true));
    }
    let mut script = Script::dice(&[3; 1998]).then_dice(&[5, 4]);
    assert!(!Dice::shoot_out([0, 1], &mut script, &mut Silent).capped);
}

/// Compares by cancelling dice one pair after the other, as the rulebook tells
/// it; the game compares packed integers.
fn by_cancelling(mut a: Vec<u8>, mut b: Vec<u8>) -> (Option<usize>, (u8, u8)) {
    a.sort_unstable();
    b.sort_unstable();
    loop {
        let (x, y) = (a.pop(), b.pop());
        match (x.unwrap_or(0), y.unwrap_or(0)) {
            (0, 0) => return (None, (0, 0)),
            (x, y) if x > y => return (Some(0), (x, y)),
            (x, y) if x < y => return (Some(1), (y, x)),
            _ => {}
        }
    }
}

#[test]
fn kop_match_13_sorting_and_padding_equals_cancelling() {
    let rules = rules(&[]);
    let dice = &rules.book.dice;
    let faces = |pool: Pool| (0..pool.dice()).map(|i| pool.face(i)).collect::<Vec<_>>();
    for (level_a, level_b) in [(0, 2), (1, 1), (2, 1), (3, 2), (4, 1)] {
        for &a in &dice.tables[level_a].pools {
            for &b in &dice.tables[level_b].pools {
                let levels = [level_a as u8, level_b as u8];
                let bout = Bout { pools: [a, b], levels, ..Bout::default() };
                let (winner, score) = by_cancelling(faces(a), faces(b));
                let ahead = match dice.compare(&bout) {
                    std::cmp::Ordering::Greater => Some(0),
                    std::cmp::Ordering::Less => Some(1),
                    std::cmp::Ordering::Equal => None,
                };
                assert_eq!((ahead, dice.score(&bout)), (winner, score), "{} v {}", a.words(), b.words());
            }
        }
    }
}

#[test]
fn kop_match_14_the_score_is_the_first_unequal_pair() {
    assert_eq!(plain(&[6, 3, 1], &[5, 4, 2]).1, (6, 5));
    assert_eq!(plain(&[5], &[5, 3]).1, (3, 0), "the winner's value first");
    let mut desk = ready(&[]).at_level(1, 1).at_level(0, 2);
    desk.fight(&[6, 2], &[6, 3, 1], &[]);
    assert_eq!(desk.state.log[0].unpack().score, (3, 2));
}

#[test]
fn kop_match_15_the_winner_gets_a_crown_chip_and_is_king() {
    let mut desk = ready(&[]);
    desk.fight(&[6], &[5], &[]);
    assert_eq!((desk.state.king, desk.victories(1), desk.victories(0)), (1, 1, 0));
    let mut stays = ready(&[]);
    stays.fight(&[2], &[5], &[]);
    assert_eq!((stays.state.king, stays.victories(0)), (0, 1));
    // king-stay-limit: the win that made it King counts.
    let mut limited = ready(&[("king-stay-limit", "2")]);
    limited.fight(&[6], &[5], &[]);
    limited = limited.ready(2);
    limited.fight(&[2], &[5], &[]);
    assert_eq!((limited.state.king, limited.victories(1)), (2, 2), "leaves to the challenger");
    limited = limited.ready(0);
    limited.fight(&[2], &[5], &[]);
    assert_eq!(limited.state.king, 2, "a King without a win has stayed for none");
}

#[test]
fn kop_match_16_the_loser_leaves_the_stadium() {
    let mut desk = ready(&[]);
    desk.fight(&[6], &[5], &[]);
    desk = desk.ready(2);
    desk.fight(&[1], &[2], &[]);
    assert_eq!(desk.state.log[1].unpack().seats, [2, 1], "the next match is against the winner");
    assert_eq!(desk.state.king, 1, "who lost in the stadium doesn't stay");
}

#[test]
fn kop_match_17_a_match_changes_nothing_else() {
    let mut desk = ready(&[]).at_level(1, 1).at_level(0, 1);
    let before = desk.state;
    desk.fight(&[6, 5], &[5, 1], &[]);
    for seat in 0..3 {
        let mut team = *desk.state.team(seat);
        assert_eq!((team.columns, team.chips, team.cubes), {
            let old = before.team(seat);
            (old.columns, old.chips, old.cubes)
        });
        team.victories = 0;
        assert_eq!(team.kinds, before.team(seat).kinds);
    }
    assert_eq!(
        (desk.state.row, desk.state.bank, desk.state.supply),
        (before.row, before.bank, before.supply)
    );
    let mut paid = ready(&[("winner-cube", "silver"), ("loser-cube", "bronze")]);
    paid.fight(&[6], &[5], &[]);
    assert_eq!((paid.state.team(1).cubes, paid.state.team(0).cubes), ([2, 2, 1], [3, 1, 1]));
    assert_eq!(paid.state.bank, [5, 8, 9]);
    let mut broke = ready(&[("winner-cube", "bronze")]).bank([0; 3]);
    broke.fight(&[6], &[5], &[]);
    assert_eq!(broke.state.team(1).cubes, [2, 1, 1], "only if the bank has one");
}

#[test]
fn kop_match_18_the_opponent_is_always_the_king() {
    for (challenger, king) in [(1, 0), (1, 2), (1, 3), (3, 1), (0, 2)] {
        let mut desk = Desk::new(&[("players", "4")]).lay_bronze().ready(challenger).turn_of(challenger);
        desk.state.king = king;
        desk.fight(&[6], &[5], &[]);
        assert_eq!(desk.state.log[0].unpack().seats, [challenger, king]);
    }
}

#[test]
fn kop_match_19_the_score_is_that_of_the_last_comparison() {
    let rules = rules(&[]);
    let (verdict, score) = judge(&rules, &[4, 2], &[5], [true, false], &[6]);
    assert_eq!((verdict, score), (Verdict::Won(0), (6, 5)));
    let mut turned = ready(&[]).give(1, ids::VAR);
    turned.quiet(MATCH);
    turned.act(1, turned.rolls_at([0, 0], &[4], &[5], &[6]));
    assert_eq!(turned.state.log[0].unpack().score, (6, 5), "as it is reported");
    let mut desk = ready(&[]);
    desk.fight(&[4], &[4], &[1, 1, 6, 5]);
    assert_eq!(desk.state.log[0].unpack().score, (0, 0), "shoot-out rolls are no score");
}
