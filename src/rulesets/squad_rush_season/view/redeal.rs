//! Determinization: a state that looks the same to one seat, with everything
//! hidden from it dealt afresh.
//!
//! Hidden are the deck, the other hands, and choices made but not yet revealed
//! (D9 to D11). What a manager may remember of cards that were seen to return
//! to a hand is not tracked.

use super::super::SquadRushSeason;
use super::super::cards::{Cards, INSTANTS, Official};
use super::super::options::Options;
use super::super::rules::Rules;
use super::super::state::{Phase, State};
use super::View;
use crate::chance::Whim;
use crate::game::Sight;
use crate::moves::MoveSet;

impl Sight for SquadRushSeason {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View::new(rules, state, seat)
    }

    // Resamples what `view` can't see.
    fn determinize(_rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        let mut state = *view.state;
        let mut hidden = [0; super::super::cards::MAX_DECK];
        let mut count = 0;
        for card in view.unseen().iter() {
            hidden[count] = card;
            count += 1;
        }
        for last in (1..count).rev() {
            hidden.swap(last, whim.below(last as u32 + 1) as usize);
        }
        let mut next = 0;
        for seat in (0..view.rules.managers).filter(|&seat| seat != view.seat) {
            let size = view.hand_size(seat);
            let mut hand = Cards::EMPTY;
            for _ in 0..size {
                hand.insert(hidden[next]);
                next += 1;
            }
            state.hands[usize::from(seat)] = hand;
        }
        state.deck_len = (count - next) as u8;
        state.deck[..count - next].copy_from_slice(&hidden[next..count]);
        if state.asked != view.seat {
            grant_answer(view, &mut state);
        }
        let deck = &state.deck[..usize::from(state.deck_len)];
        state.deck_value = deck.iter().map(|&card| view.rules.draw_value[usize::from(card)]).sum();
        redraw_choices(view, &mut state, whim);
        state
    }
}

/// A window is open only because the seat asked holds the card for it.
fn grant_answer(view: View<'_>, state: &mut State) {
    let group = match state.phase {
        Phase::WindowA | Phase::WindowD => Official::PlayOn.mask(),
        Phase::WindowB => Official::VarReview.mask(),
        Phase::WindowC => Official::Offside.mask(),
        Phase::Drama => INSTANTS,
        _ => return,
    };
    let asked = usize::from(state.asked);
    if state.hands[asked].has(group) {
        return;
    }
    let Some(given) = state.hands[asked].iter().next() else { return };
    let wanted = view.unseen().first(group);
    let Some(wanted) = wanted else { return };
    for seat in 0..4 {
        if seat != asked && state.hands[seat].contains(wanted) {
            state.hands[seat].remove(wanted);
            state.hands[seat].insert(given);
        }
    }
    let size = usize::from(state.deck_len);
    if let Some(place) = state.deck[..size].iter().position(|&card| card == wanted) {
        state.deck[place] = given;
    }
    state.hands[asked].remove(given);
    state.hands[asked].insert(wanted);
}

/// Secret choices already made by others become uniformly random ones.
fn redraw_choices(view: View<'_>, state: &mut State, whim: &mut Whim) {
    match state.phase {
        Phase::Name => {
            for seat in 0..4_u8 {
                let made = state.namers >> seat & 1 == 1 && state.to_name >> seat & 1 == 0;
                if made && seat != view.seat {
                    let pitch = &state.pitches[usize::from(seat)];
                    let sevens = pitch.sevens(view.rules);
                    let index = whim.below_u64(sevens.len());
                    state.hidden_sevens[usize::from(seat)] = sevens.unrank(index);
                }
            }
        }
        Phase::Drama | Phase::Swap => {
            let [first, second] = state.sides();
            if state.asked == second && first != view.seat {
                let mut other = *state;
                other.asked = first;
                let mut options = Options::default();
                options.fill(view.rules, &other);
                state.hidden[0] = options.sample(whim);
            }
        }
        _ => {}
    }
}
