//! Whom and what a scripted bot attacks.

use super::super::cards::{Card, GK, REDS, TACKLES, YELLOWS, is_star, ones};
use super::super::moves::{Move, kind};
use super::super::slots;
use super::super::view::View;
use super::Bot;
use crate::chance::{Whim, whim::Pick};

/// RED, then TACKLE, then YELLOW.
const ORDER: [(u8, u64); 3] = [(kind::RED, REDS), (kind::TACKLE, TACKLES), (kind::YELLOW, YELLOWS)];

fn open_to(view: View<'_>, seat: u8, attack: u8) -> bool {
    let walled = attack == kind::TACKLE && view.walled(seat);
    !walled && !view.pitch(seat).cards().is_empty()
}

/// The manager it will meet or, failing that, the best-placed other.
pub fn opponent(bot: Bot, view: View<'_>, whim: &mut Whim) -> Option<Move> {
    for (attack, group) in ORDER {
        if !view.hand().has(group) {
            continue;
        }
        let met = view.next_opponent().filter(|&seat| open_to(view, seat, attack));
        let victim = met.or_else(|| {
            let mut leader = Pick::new();
            for seat in view.others().filter(|&seat| open_to(view, seat, attack)) {
                leader.offer(seat, view.row(seat).standing(), whim);
            }
            leader.option()
        });
        if let Some(victim) = victim {
            return Some(aim(bot, view, attack, victim, whim));
        }
    }
    None
}

/// The spoiler's attack on an opponent within two slots of a seven.
pub fn near_a_seven(view: View<'_>, whim: &mut Whim) -> Option<Move> {
    for (attack, group) in ORDER {
        if !view.hand().has(group) {
            continue;
        }
        let mut nearest = Pick::new();
        for seat in view.others().filter(|&seat| open_to(view, seat, attack)) {
            let empty = empty_slots(view, seat);
            if empty <= 2 {
                nearest.offer(seat, -i32::from(empty), whim);
            }
        }
        if let Some(victim) = nearest.option() {
            return Some(aim(Bot::Spoiler, view, attack, victim, whim));
        }
    }
    None
}

/// Slots that the seven in force (of the base game in sudden death) lacks.
fn empty_slots(view: View<'_>, seat: u8) -> u8 {
    let pitch = view.pitch(seat);
    if view.sudden_death() && !view.rules().sudden_season {
        slots::empty_slots_pure(pitch.field())
    } else {
        pitch.empty_slots(view.rules())
    }
}

/// The card aimed at: the highest rating; a spoiler's first choices are the
/// only GK and a 10.
fn aim(bot: Bot, view: View<'_>, attack: u8, victim: u8, whim: &mut Whim) -> Move {
    let pitch = view.pitch(victim);
    let special = |card: Card| {
        if bot != Bot::Spoiler {
            0
        } else if super::super::cards::position(card) == GK && pitch.counts[GK] == 1 {
            2
        } else {
            i32::from(is_star(card))
        }
    };
    let mut pick = Pick::new();
    for place in ones(pitch.kinds()) {
        let card = pitch.cards()[usize::from(place)];
        let rating = view.rules().current(card, pitch.is_booked(card));
        pick.offer(place, (special(card), rating), whim);
    }
    Move::new(attack, victim, pick.option().unwrap_or(0), 0)
}
