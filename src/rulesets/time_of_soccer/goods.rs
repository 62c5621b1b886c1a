//! What a club can be handed before the pre-season: a footballer, a member of
//! staff, a contract, a friendly or a press release, from any deck and for
//! nothing. A Sales tile is used where it lies.

use super::rules::Rules;
use super::state::State;
use super::tiles::{KINDS, Kind, MARKET, NONE, Tile};
use crate::game::{Good, Handed, Handout, Way};

/// What a market tile is to its club, in the order of the list: footballers by
/// template, all else by kind.
fn kind(rules: &Rules, tile: u8) -> Option<usize> {
    let print = &rules.prints[usize::from(tile)];
    match print.kind {
        _ if print.blank => None,
        Kind::Footballer => Some(usize::from(print.template)),
        Kind::Sales => None,
        other => Some(rules.templates.len() + other as usize),
    }
}

/// Kinds that the decks have, with how many tiles of each.
fn kinds(rules: &Rules) -> impl Iterator<Item = (usize, u32)> {
    // No more templates than tiles.
    let mut copies = [0; MARKET + KINDS];
    for tile in 0..MARKET as u8 {
        if let Some(kind) = kind(rules, tile) {
            copies[kind] += 1;
        }
    }
    copies.into_iter().enumerate().filter(|(_, copies)| *copies > 0)
}

/// What a club can be handed. Holding a tile takes no decision.
pub fn goods(rules: &Rules) -> Vec<Good> {
    let good = |(kind, copies): (usize, u32)| match rules.templates.get(kind) {
        Some(template) => Good::new(template, "priced tiles", copies),
        None => {
            let kind = Kind::ALL[kind - rules.templates.len()];
            // Footballers and managers alone have a price.
            let class = if kind == Kind::Manager { "priced tiles" } else { "free tiles" };
            Good::new(kind.name(), class, copies)
        }
    };
    kinds(rules).map(good).collect()
}

/// A tile comes from an undrawn deck, which is one shorter; staff that it
/// replaces leaves the game (TOS-STAFF-01). No club holds a market tile at the
/// start, so none can be taken away.
pub fn hand_out(rules: &Rules, state: &mut State, handout: Handout) -> Handed {
    let found = kinds(rules).nth(handout.good).filter(|_| handout.way == Way::More);
    let Some((wanted, _)) = found else { return Handed::Never };
    let market = &state.market;
    let undrawn = |deck: usize| {
        let start = usize::from(rules.deck_start[deck]);
        // What is left when a deck is used up is never drawn.
        let left = if market.left[deck] > rules.removed { usize::from(market.left[deck]) } else { 0 };
        (start..start + left)
            .filter(|&at| kind(rules, market.stack[at]) == Some(wanted))
            .map(move |at| (deck, at))
    };
    let copies: usize = (0..4).map(|deck| undrawn(deck).count()).sum();
    if copies == 0 {
        return Handed::Never;
    }
    let Some((deck, at)) = (0..4).flat_map(undrawn).nth(handout.pick(copies)) else { return Handed::Never };
    let last = usize::from(rules.deck_start[deck]) + usize::from(market.left[deck]) - 1;
    let tile = state.market.stack[at];
    state.market.stack.swap(at, last);
    state.market.left[deck] -= 1;
    let salary = |tile| if tile == NONE { 0 } else { Tile::salary(state.word(rules, tile)) };
    let club = &state.clubs[usize::from(handout.seat)];
    let old = match rules.prints[usize::from(tile)].kind {
        Kind::Scout => club.scout,
        Kind::Secretary => club.secretary,
        Kind::Community => club.community,
        _ => NONE,
    };
    let more = salary(tile) - salary(old);
    let club = &mut state.clubs[usize::from(handout.seat)];
    club.salaries += more;
    club.stamp += 1;
    match rules.prints[usize::from(tile)].kind {
        Kind::Footballer | Kind::Sales => {
            club.squad[usize::from(club.size)] = tile;
            club.size += 1;
        }
        Kind::Manager => {
            club.managers[usize::from(club.employed)] = tile;
            club.employed += 1;
        }
        Kind::Scout => club.scout = tile,
        Kind::Secretary => club.secretary = tile,
        Kind::Community => club.community = tile,
        Kind::Advertising => club.contracts[0] = tile,
        Kind::Television => club.contracts[1] = tile,
        Kind::Friendly => club.friendly = tile,
        Kind::Press => club.press[0] = tile,
    }
    Handed::Done
}
