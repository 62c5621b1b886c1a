//! What a player can be handed: every kind of Action Card. Shot cards are
//! nobody's.

use super::play::Table;
use super::rules::{Class, Rules, SPECIAL_IDS, Special};
use super::state::State;
use crate::chance::Chance;
use crate::game::{Good, Handed, Handout, Way};
use crate::watch::Silent;

/// Kinds that the deck has, with how many cards of each.
fn kinds(rules: &Rules) -> impl Iterator<Item = (u8, u32)> {
    let deck = &rules.deck[..usize::from(rules.cards)];
    let copies = move |kind| deck.iter().filter(|id| rules.kind_of[usize::from(**id & 127)] == kind).count();
    (0..rules.names.len() as u8)
        .map(move |kind| (kind, copies(kind) as u32))
        .filter(|(_, copies)| *copies > 0)
}

/// What a player can be handed.
pub(super) fn goods(rules: &Rules) -> Vec<Good> {
    let good = |(kind, copies): (u8, u32)| {
        let class = match rules.classes[usize::from(kind)] {
            Class::Offensive(_) => "offensive cards",
            Class::Defensive(_) => "defensive cards",
            Class::Special(Special::Foul | Special::Var) => "Referee cards",
            Class::Special(_) => "Game Changers",
        };
        Good::new(&rules.names[usize::from(kind)], class, copies).used_by([usize::from(kind)])
    };
    kinds(rules).map(good).collect()
}

/// A copy comes from the deck (its order is not settled yet) and goes to the
/// discard pile: back in the deck it would be the next card that its seat draws.
/// The player whose turn it is is asked again, by what it holds now.
pub(super) fn hand_out<C: Chance>(
    rules: &Rules,
    state: &mut State,
    handout: Handout,
    chance: &mut C,
) -> Handed {
    let Some((kind, _)) = kinds(rules).nth(handout.good) else { return Handed::Never };
    match handout.way {
        Way::More => {
            let is_copy = |id: &u8| rules.kind_of[usize::from(*id & 127)] == kind;
            let deck = &mut state.deck[..usize::from(state.deck_len)];
            let left = deck.iter().filter(|id| is_copy(id)).count();
            if left == 0 {
                return Handed::Never;
            }
            let mut places = (0..deck.len()).filter(|&place| is_copy(&deck[place]));
            let Some(place) = places.nth(handout.pick(left)) else { return Handed::Never };
            let id = deck[place];
            deck[place] = deck[deck.len() - 1];
            state.deck_len -= 1;
            let seat = state.seat_mut(handout.seat);
            seat.hand.0[usize::from(id / SPECIAL_IDS)] |= 1 << (id % SPECIAL_IDS);
            seat.kinds |= 1 << kind;
            seat.hand_len += 1;
        }
        Way::Less => {
            if state.held(rules, handout.seat, kind) == 0 {
                return Handed::Never;
            }
            let bit = state.take(rules, handout.seat, kind);
            state.toss(rules, kind, bit);
        }
    }
    if state.active == handout.seat {
        Table { rules, state, chance, watch: &mut Silent }.start_with_play();
    }
    Handed::Done
}
