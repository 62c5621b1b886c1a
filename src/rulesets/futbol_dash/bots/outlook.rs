//! What is looked at in a player's standing while the match is under way: goals,
//! attack points and what the hand can make of them.

use super::super::rules::{Rules, Special};
use super::super::state::State;
use super::super::ways::VALUES;

/// What is looked at.
pub const PROSPECTS: usize = 20;

/// Fills in how much there is of each feature of a seat's standing, in the order
/// of [`Look`](super::Look).
pub fn outlook(rules: &Rules, state: &State, seat: usize, seen: &mut [i32]) {
    let place = seat as u8;
    let own = state.seat(place);
    let held = |kind: u8| state.held(rules, place, kind);
    let special = |special: Special| held(rules.special(special)) as i32;
    let mut hand = [0; VALUES];
    for (kind, copies) in (0..rules.offensive).zip(&mut hand) {
        *copies = held(kind) as u8;
    }
    let offence: i32 = hand.iter().map(|&copies| i32::from(copies)).sum();
    let defence: u32 = (rules.offensive..rules.specials).map(held).sum();
    let need = rules.ways.shortest(own.ap, hand);
    let penalty = special(Special::Penalty);
    let ready = need == Some(1) || penalty > 0 && own.ap >= rules.penalty_min;
    let wait = (i32::from(place) - i32::from(state.active)).rem_euclid(rules.players.into());
    let last = !rules.express && own.goals + 1 >= rules.goals_to_win;
    seen.copy_from_slice(&[
        own.goals.into(),
        last.into(),
        own.ap.into(),
        (own.ap + 1 == rules.ap_target).into(),
        ready.into(),
        i32::from(ready) * wait,
        need.unwrap_or(0).into(),
        need.is_none().into(),
        wait,
        own.hand_len.into(),
        offence,
        defence as i32,
        penalty,
        special(Special::Foul),
        special(Special::Var),
        special(Special::Halftime),
        own.yellow.into(),
        own.no_draw.into(),
        own.reds.into(),
        i32::from(own.ap) * i32::from(last),
    ]);
}
