//! What a scripted bot discards at the hand limit: cards it never plays, at
//! random, then the lowest rating.

use super::super::cards::{self, INSTANTS, Official, REDS, REFEREES, TACKLES, YELLOWS, nation, ones};
use super::super::moves::{Move, kind};
use super::super::rules::Rules;
use super::super::view::View;
use super::Bot;
use crate::chance::{Whim, whim::Pick};

/// The action cards that the bot plays sooner or later.
fn played(bot: Bot, rules: &Rules) -> u64 {
    let attacks = TACKLES | YELLOWS | REDS;
    let answers = Official::PlayOn.mask() | Official::VarReview.mask();
    let of = |cards: u64, played: bool| if played { cards } else { 0 };
    let instants =
        of(answers, rules.build_instants || rules.drama) | of(Official::Offside.mask(), rules.drama);
    match bot {
        Bot::Loyalist => answers,
        Bot::Purist | Bot::Magpie | Bot::Spoiler => attacks | instants,
        Bot::TableManager => {
            let never = [Official::SetPiece, Official::Reverse, Official::Whistle];
            let unplayed = never.iter().fold(INSTANTS, |cards, official| cards | official.mask());
            attacks | instants | of(REFEREES & !unplayed, rules.build_referees)
        }
    }
}

/// One discard: what is least worth keeping. A card that the bot never plays
/// is worth -1, any other its rating, which is 0 for action cards.
pub fn choose(bot: Bot, view: View<'_>, own: Option<u8>, whim: &mut Whim) -> Move {
    let (hand, rules) = (view.hand(), view.rules());
    let leaders = hand.leaders();
    let mut pick = Pick::new();
    for card in ones(leaders.field) {
        let planned = matches!(bot, Bot::Loyalist | Bot::Purist);
        let loyal = planned && !cards::is_sub(card) && Some(nation(card)) != own;
        let keep = if loyal { -1 } else { rules.current(card, false) };
        pick.offer(card, -keep, whim);
    }
    let played = played(bot, rules);
    // A spoiler keeps PLAY ON for its windows.
    let kept = if bot == Bot::Spoiler { played & Official::PlayOn.mask() } else { 0 };
    for bit in ones(u128::from(leaders.action)) {
        let keep = if kept >> bit & 1 == 1 { 100 } else { (played >> bit & 1) as i32 - 1 };
        pick.offer(cards::ACTION + bit, -keep, whim);
    }
    Move::new(kind::DISCARD, pick.option().map_or(0, |card| hand.index(card)), 0, 0)
}
