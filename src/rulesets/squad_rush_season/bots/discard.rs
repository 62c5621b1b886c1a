//! What a scripted bot discards at the hand limit: cards it never plays, at
//! random, then the lowest rating.

use super::super::cards::{self, Card, Official, nation};
use super::super::moves::{Move, kind};
use super::super::view::View;
use super::Bot;
use crate::chance::{Whim, whim::Pick};

/// What a card is worth keeping: -1 for one that the bot never plays, else its
/// rating; cards without a rating count 0.
fn keep(bot: Bot, view: View<'_>, own: Option<u8>, card: Card) -> i32 {
    let rules = view.rules();
    if cards::is_field(card) {
        let loyal = bot == Bot::Loyalist && !cards::is_sub(card) && Some(nation(card)) != own;
        return if loyal { -1 } else { rules.current(card, false) };
    }
    let instants = rules.build_instants || rules.drama;
    let played = match bot {
        Bot::Loyalist => {
            card >= cards::REFEREE && matches!(Official::of(card), Official::PlayOn | Official::VarReview)
        }
        _ if card < cards::REFEREE => true,
        Bot::Magpie | Bot::Spoiler => match Official::of(card) {
            Official::PlayOn | Official::VarReview => instants,
            Official::Offside => rules.drama,
            _ => false,
        },
        Bot::TableManager => match Official::of(card) {
            Official::PlayOn | Official::VarReview => instants,
            Official::Offside => rules.drama,
            Official::SetPiece | Official::Reverse | Official::Whistle => false,
            _ => rules.build_referees,
        },
    };
    if !played {
        -1
    } else if bot == Bot::Spoiler && card >= cards::REFEREE && Official::of(card) == Official::PlayOn {
        // It keeps PLAY ON for its windows.
        100
    } else {
        0
    }
}

/// One discard.
pub fn choose(bot: Bot, view: View<'_>, own: Option<u8>, whim: &mut Whim) -> Move {
    let hand = view.hand();
    let mut pick = Pick::new();
    for card in hand.leaders().iter() {
        pick.offer(card, -keep(bot, view, own, card), whim);
    }
    Move::new(kind::DISCARD, pick.option().map_or(0, |card| hand.index(card)), 0, 0)
}
