//! Decisions while pitches are locked: the seven, INSTANTs, exchanges.

use super::super::cards::{FIELD_END, Official, ones};
use super::super::moves::{Move, kind};
use super::super::score::{self, Conditions, Side};
use super::super::sevens::NO_SEVEN;
use super::super::view::View;
use super::{appraise, appraiser, playable};
use crate::chance::{Whim, whim::Pick};

/// The best total, the star preferred on ties.
pub fn best_seven(view: View<'_>, whim: &mut Whim) -> Move {
    let pitch = view.pitch(view.seat());
    let mut pick = Pick::new();
    appraiser(view, view.seat()).best_sevens(pitch.field(), pitch.booked(), |seven| {
        let star = Side::new(view.rules(), &seven, pitch.booked()).star;
        pick.offer(seven, star, whim);
    });
    Move::seven(pick.option().unwrap_or(NO_SEVEN))
}

/// The sides of the match under way as they stand.
pub fn sides(view: View<'_>) -> [Side; 2] {
    view.sides().map(|seat| Side::new(view.rules(), view.seven(seat), view.pitch(seat).booked()))
}

/// 1 for a win of `side`, 0 for a draw, -1 for a loss.
fn result(view: View<'_>, sides: &[Side; 2], conditions: Conditions, side: usize) -> i32 {
    let goals = score::goals(view.rules(), sides, conditions);
    goals[side].cmp(&goals[1 - side]) as i32
}

/// An INSTANT that turns the result, if one does.
pub fn instant(view: View<'_>, play_on: bool, whim: &mut Whim) -> Move {
    let sides = sides(view);
    let side = usize::from(view.sides()[1] == view.seat());
    let plain = Conditions::under(view.official());
    let now = result(view, &sides, plain, side);
    let mut hit = [false; 2];
    hit[1 - side] = true;
    let hand = view.hand();
    let options = [
        (Official::VarReview, Move::plain(kind::VAR), Conditions { var_on: hit, ..plain }, true),
        (Official::Offside, Move::plain(kind::OFFSIDE), Conditions { offside_on: hit, ..plain }, true),
        (
            Official::PlayOn,
            Move::new(kind::PLAY_ON, 1, 0, 0),
            Conditions::under(None),
            play_on && view.official().is_some(),
        ),
    ];
    let mut pick = Pick::new();
    for (card, chosen, conditions, allowed) in options {
        if allowed && hand.has(card.mask()) {
            let then = result(view, &sides, conditions, side);
            if then > now {
                pick.offer(chosen, then, whim);
            }
        }
    }
    pick.option().unwrap_or(Move::plain(kind::NO_INSTANT))
}

/// The exchange that raises the pitch most, if one does.
pub fn exchange(view: View<'_>, whim: &mut Whim) -> Move {
    let pitch = view.pitch(view.seat());
    let whole = appraiser(view, view.seat());
    let standing = whole.worth();
    let now = standing.value;
    // A card is worth no more in exchange than on top of the whole pitch, and
    // most cards of a hand add nothing even there.
    let mut most = [now; FIELD_END as usize];
    let mut candidates = 0_u128;
    let ceilings = whole.ceilings(standing);
    for incoming in ones(playable(view)).filter(|&card| ceilings.of(card) > 0) {
        let worth = whole.worth_with(incoming, false);
        most[usize::from(incoming)] = worth.value;
        candidates |= u128::from(worth.empty == 0 && worth.value > now) << incoming;
    }
    if candidates == 0 {
        return Move::plain(kind::NO_CHANGE);
    }
    let mut pick = Pick::new();
    let mut least = now + 1;
    for place in ones(pitch.kinds()) {
        let outgoing = pitch.cards()[usize::from(place)];
        let left = !(1 << outgoing);
        let rest = appraise(view, pitch.field() & left, pitch.booked() & left);
        let marked = pitch.is_booked(outgoing) && !view.rules().sub_clears;
        for incoming in ones(candidates) {
            if most[usize::from(incoming)] < least {
                continue;
            }
            let worth = rest.worth_with(incoming, marked);
            if worth.empty == 0 && worth.value >= least {
                pick.offer((place, incoming), worth.value, whim);
                least = worth.value;
            }
        }
    }
    match pick.option() {
        Some((place, card)) => Move::new(kind::SWAP, place, view.hand().index(card), 0),
        None => Move::plain(kind::NO_CHANGE),
    }
}

/// Own pitch and markers after an exchange.
pub fn after_exchange(view: View<'_>, outgoing: u8, incoming: u8) -> (u128, u128) {
    let pitch = view.pitch(view.seat());
    let mut booked = pitch.booked() & !(1 << outgoing);
    if pitch.is_booked(outgoing) && !view.rules().sub_clears {
        booked |= 1 << incoming;
    }
    (pitch.field() & !(1 << outgoing) | 1 << incoming, booked)
}
