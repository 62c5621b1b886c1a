//! What a manager can be handed: a place of the squad from any nation, a Super
//! Sub, every action and referee card.

use super::cards::{self, Card, Official, RED, REFEREE, SQUAD, SUB, TACKLE, YELLOW};
use super::rules::Rules;
use super::state::State;
use super::words;
use crate::game::{Good, Handed, Handout, Way};

const SUPER_SUB: usize = SQUAD as usize;
const ACTIONS: usize = SUPER_SUB + 1;
const REFEREES: usize = ACTIONS + 3;
const ALL: usize = REFEREES + Official::COUNT;

/// Which of the goods a card is.
fn kind(card: Card) -> usize {
    match card {
        0..SUB => cards::squad_place(card),
        SUB..TACKLE => SUPER_SUB,
        TACKLE..YELLOW => ACTIONS,
        YELLOW..RED => ACTIONS + 1,
        RED..REFEREE => ACTIONS + 2,
        _ => REFEREES + Official::of(card) as usize,
    }
}

/// Kinds that the deck has, with how many cards of each.
fn kinds(rules: &Rules) -> impl Iterator<Item = (usize, u32)> {
    let mut copies = [0; ALL];
    for &card in rules.deck() {
        copies[kind(card)] += 1;
    }
    copies.into_iter().enumerate().filter(|(_, copies)| *copies > 0)
}

/// What a manager can be handed.
pub fn goods(rules: &Rules) -> Vec<Good> {
    let good = |(kind, copies): (usize, u32)| match kind {
        0..SUPER_SUB => Good::new(words::place(rules, kind), "players", copies).used_by([kind]),
        SUPER_SUB => Good::new("Super Sub", "players", copies).used_by([kind]),
        ACTIONS..REFEREES => {
            let uses: &[usize] = [&[12, words::DOUBLE_TACKLE][..], &[14], &[15]][kind - ACTIONS];
            let name = ["Tackle", "Yellow", "Red"][kind - ACTIONS];
            Good::new(name, "action cards", copies).used_by(uses.iter().copied())
        }
        _ => {
            let official = Official::ALL[kind - REFEREES];
            let good = Good::new(words::official(official), "referee cards", copies);
            good.used_by(words::item_of(official))
        }
    };
    kinds(rules).map(good).collect()
}

/// A copy comes from the deck (its order is not settled yet) and goes to the
/// discard pile: back in the deck it would be the next card that its seat draws.
pub fn hand_out(rules: &Rules, state: &mut State, handout: Handout) -> Handed {
    let Some((wanted, _)) = kinds(rules).nth(handout.good) else { return Handed::Never };
    let hand = &mut state.hands[usize::from(handout.seat)];
    match handout.way {
        Way::More => {
            let deck = &mut state.deck[..usize::from(state.deck_len)];
            let left = deck.iter().filter(|card| kind(**card) == wanted).count();
            if left == 0 {
                return Handed::Never;
            }
            let mut places = (0..deck.len()).filter(|&place| kind(deck[place]) == wanted);
            let Some(place) = places.nth(handout.pick(left)) else { return Handed::Never };
            let card = deck[place];
            deck[place] = deck[deck.len() - 1];
            state.deck_len -= 1;
            state.deck_value -= rules.draw_value[usize::from(card)];
            hand.insert(card);
        }
        Way::Less => {
            let own = hand.iter().find(|card| kind(*card) == wanted);
            let Some(card) = own else { return Handed::Never };
            hand.remove(card);
            state.discard.insert(card);
        }
    }
    Handed::Done
}
