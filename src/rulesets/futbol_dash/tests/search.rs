//! Search bots on hand-made tables: random moves play on, so that what they
//! find is their own.

use super::*;
use crate::bots::Player;
use crate::bots::playout::Search;

fn found(table: &Bench, playouts: u32) -> [Code; 2] {
    let mut moves = Moves::default();
    moves::legal(&table.rules, &table.state, &mut moves);
    let search = Search::<FutbolDash> { playouts, policy: Player::Random };
    [Any::Rollout(search), Any::Tree(search)].map(|bot| {
        let mut whim = Whim::new(Luck::new(1, 2, 3), 0, 0);
        bot.decide(&table.rules, &table.state, table.state.asked, &moves, &mut (), &mut whim, &mut None)
    })
}

/// Eight points, two goals, a grid of nothing but goals: the three wins.
#[test]
fn the_card_that_wins_at_once_is_found() {
    let hand = [N2, T3, L5, HALF, SUB, YEL];
    let table = bench(&[]).grid([10, 0, 0, 0, 0]).ap(&[8, 8]).goals(&[2, 2]).hand(0, &hand).ready();
    assert_eq!(found(&table, 256), [p(T3); 2]);
}

/// One short of the end for both, the rival at ten points: what takes points
/// off it is worth more than the first own points: by a few games in a hundred
/// between random players, which takes thousands of playouts to prove.
#[test]
fn a_rival_about_to_win_is_pulled_down() {
    let table = bench(&[]).grid([10, 0, 0, 0, 0]).ap(&[0, 9]).goals(&[0, 2]).hand(0, &[N2, T3, D5]).ready();
    assert_eq!(found(&table, 8000), [at(D5, 1); 2]);
}
