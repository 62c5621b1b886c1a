//! What a team can be handed: player cards into its hand, MATCH, V.A.R. and
//! BONUS cards beside its board. CAPTAIN TRANSFER takes effect when it is taken
//! and is never held.

use super::data::COLOURS;
use super::play::market;
use super::rules::{KINDS, Rules, kind_name};
use super::state::{HAND, MATCHES, State, class, ids};
use super::words;
use crate::game::{Good, Handed, Handout, Way};

/// Event cards that a team holds: class, ids, name.
const EVENTS: [(u8, u128, &str); 3] = [
    (class::MATCH, ids::MATCHES, "MATCH"),
    (class::VAR, ids::VARS, "V.A.R."),
    (class::BONUS, ids::BONUSES, "BONUS"),
];

/// Every card that the game's deck has: its ids, and what it is.
fn all(rules: &Rules) -> impl Iterator<Item = (u128, Good)> {
    let deck = &rules.start.deck[..usize::from(rules.start.deck_len)];
    let dealt = deck.iter().fold(0_u128, |all, card| all | 1 << card);
    let players = (0..KINDS).map(|kind| {
        let colour = COLOURS[usize::from(rules.class_of[first(rules.kind_cards[kind])]) % COLOURS.len()];
        let good = Good::new(kind_name(kind as u8), format!("{colour} players"), 0);
        (rules.kind_cards[kind], good.used_by([words::PLAY_ITEM + kind]))
    });
    let events = EVENTS.into_iter().map(|(class, cards, name)| {
        (cards, Good::new(name, "event cards", 0).used_by(words::uses_of(class)))
    });
    let copies = move |(cards, good): (u128, Good)| {
        let cards = cards & dealt;
        (cards, Good { copies: cards.count_ones(), ..good })
    };
    players.chain(events).map(copies).filter(|(cards, _)| *cards != 0)
}

const fn first(cards: u128) -> usize {
    cards.trailing_zeros() as usize & 127
}

/// What a team can be handed, and the ids of its cards.
#[must_use]
pub fn goods(rules: &Rules) -> Vec<Good> {
    all(rules).map(|(_, good)| good).collect()
}

/// A copy comes from the deck (its order is not settled yet) and goes to the
/// discard pile: back in the deck it would be the next card that its seat draws.
pub fn hand_out(rules: &Rules, state: &mut State, handout: Handout) -> Handed {
    let Some((cards, _)) = all(rules).nth(handout.good) else { return Handed::Never };
    let team = state.team(handout.seat);
    match handout.way {
        Way::More => {
            let full = match rules.class_of[first(cards)] {
                class::MATCH => team.cards[MATCHES] >= rules.match_limit,
                class::VAR.. => false,
                _ => team.cards[HAND] >= rules.hand_limit,
            };
            let deck = &state.deck[..usize::from(state.deck_len)];
            let left = deck.iter().filter(|card| cards >> **card & 1 == 1).count();
            if full || left == 0 {
                return Handed::Never;
            }
            let mut places = (0..deck.len()).filter(|&place| cards >> deck[place] & 1 == 1);
            let Some(place) = places.nth(handout.pick(left)) else { return Handed::Never };
            let card = state.deck[place];
            state.deck_len -= 1;
            state.deck[place] = state.deck[usize::from(state.deck_len)];
            market::give(rules, state.team_mut(handout.seat), card);
        }
        Way::Less => {
            let own = team.held & cards;
            if own == 0 {
                return Handed::Never;
            }
            market::lose(rules, state, handout.seat, own & own.wrapping_neg());
        }
    }
    Handed::Done
}
