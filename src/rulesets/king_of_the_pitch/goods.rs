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

/// The ids of every kind of card that the deck has: players by kind, then the
/// events that are held.
fn kinds(rules: &Rules) -> impl Iterator<Item = (usize, u128)> {
    let deck = &rules.start.deck[..usize::from(rules.start.deck_len)];
    let dealt = deck.iter().fold(0_u128, |all, card| all | 1 << card);
    let all = rules.kind_cards.into_iter().chain(EVENTS.map(|(_, cards, _)| cards));
    all.map(move |cards| cards & dealt).enumerate().filter(|(_, cards)| *cards != 0)
}

const fn first(cards: u128) -> usize {
    cards.trailing_zeros() as usize & 127
}

/// What a team can be handed.
#[must_use]
pub fn goods(rules: &Rules) -> Vec<Good> {
    let good = |(kind, cards): (usize, u128)| match EVENTS.get(kind.wrapping_sub(KINDS)) {
        Some(&(class, _, name)) => {
            Good::new(name, "event cards", cards.count_ones()).used_by(words::uses_of(class))
        }
        None => {
            let colour = COLOURS[usize::from(rules.class_of[first(cards)]) % COLOURS.len()];
            let name = kind_name(kind as u8);
            Good::new(name, format!("{colour} players"), cards.count_ones())
                .used_by([words::PLAY_ITEM + kind])
        }
    };
    kinds(rules).map(good).collect()
}

/// A copy comes from the deck (its order is not settled yet) and goes to the
/// discard pile: back in the deck it would be the next card that its seat draws.
pub fn hand_out(rules: &Rules, state: &mut State, handout: Handout) -> Handed {
    let Some((_, cards)) = kinds(rules).nth(handout.good) else { return Handed::Never };
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
