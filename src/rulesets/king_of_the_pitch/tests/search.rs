//! Search bots on hand-made tables: random moves play on, so that what they
//! find is their own.

use super::*;
use crate::bots::playout::Search;
use crate::bots::{Bot, Player};

fn found(desk: &Desk, playouts: u32) -> [u8; 2] {
    let mut moves = RankedMask::default();
    KingOfThePitch::legal(&desk.rules, &desk.state, &mut moves);
    let search = Search::<KingOfThePitch> { playouts, policy: Player::Random };
    [Bot::Rollout(search), Bot::Tree(search)].map(|bot| {
        let mut whim = Whim::new(Luck::new(1, 2, 3), 0, 0);
        bot.decide(&desk.rules, &desk.state, desk.state.asked, &moves, &mut (), &mut whim, &mut None)
    })
}

/// Four victories, a far better team and a MATCH card: whoever waits lets the
/// rival, who needs one more too, come back.
#[test]
fn a_match_as_good_as_won_is_played() {
    let bronze = |desk: Desk| {
        let card = desk.player(BRONZE, 6, 0);
        desk.give(1, card)
    };
    let mut desk = bronze(Desk::new(&[]).lay_bronze().at_level(1, 4).ready(1)).turn_of(1);
    desk.state.teams[0].victories = 4;
    desk.state.teams[1].victories = 4;
    assert!(desk.can(MATCH) && desk.can(play(BRONZE, 6)) && desk.legal().len() > 5);
    assert_eq!(found(&desk, 400), [MATCH; 2]);
}

/// The same match with the levels the other way round is not.
#[test]
fn a_match_as_good_as_lost_is_not() {
    let mut desk = Desk::new(&[]).lay_bronze().at_level(0, 4).ready(1).turn_of(1);
    desk.state.teams[0].victories = 4;
    desk.state.teams[1].victories = 4;
    assert!(desk.can(MATCH));
    assert!(!found(&desk, 400).contains(&MATCH));
}
