//! What holds in every state of every variant: cards, cubes and chips are
//! conserved (section 5.4 of the ledger), and every running total equals what it
//! sums up. In: rules and a state. Out: the first law that is broken.

use super::rules::Rules;
use super::state::{Phase, State, Team, ids};
use super::switches::EventRecycle;
use crate::law;

/// # Errors
/// The first law that is broken.
pub fn kept(rules: &Rules, state: &State) -> Result<(), String> {
    places(rules, state)?;
    row(rules, state)?;
    for (seat, team) in state.teams[..usize::from(rules.players)].iter().enumerate() {
        sums(rules, team).map_err(|law| format!("seat {seat}: {law}"))?;
    }
    supply(rules, state)?;
    matches(rules, state)
}

/// Every card is in exactly one place.
fn places(rules: &Rules, state: &State) -> Result<(), String> {
    let mut places = vec![state.discard, state.gone];
    places.extend(state.teams[..usize::from(rules.players)].iter().map(|team| team.held));
    places.push((0..usize::from(state.row_len)).fold(0, |row, place| row | 1 << state.card(place)));
    let deck = &state.deck[..usize::from(state.deck_len)];
    places.push(deck.iter().fold(0, |all, card| all | 1 << card));
    if state.pending < ids::CAPTAIN {
        places.push(1 << state.pending);
    }
    let all = places.iter().fold(0, |all, place| all | place);
    let lying = places.iter().map(|place| place.count_ones()).sum::<u32>();
    law!(lying == all.count_ones(), "{} cards lie in {lying} places", all.count_ones());
    let start = &rules.start;
    let beside = start.teams.iter().fold(0, |all, team| all | team.held);
    let dealt = start.deck[..usize::from(start.deck_len)].iter().fold(beside, |all, card| all | 1 << card);
    law!(all == dealt, "cards of the box are lost or new: {:#x}", all ^ dealt);
    let gone = match rules.event_recycle {
        EventRecycle::Yes => u128::MAX,
        EventRecycle::No => ids::PLAYERS,
    };
    law!(state.gone & gone == 0, "a card left the game that returns to it");
    Ok(())
}

/// The row and its classes.
fn row(rules: &Rules, state: &State) -> Result<(), String> {
    law!(state.row_len <= rules.line, "a row of {} where {} are open", state.row_len, rules.line);
    for place in 0..8 {
        let class = (state.row_classes >> (8 * place)) as u8;
        if place < usize::from(state.row_len) {
            let card = state.card(place);
            law!(class == 1 << rules.class_of[usize::from(card)], "card {card} of the row has another class");
        } else {
            law!((class, state.card(place)) == (0, 0), "something lies behind the row");
        }
    }
    Ok(())
}

/// Hands with their kinds and counts; columns are sums over chips, and a position
/// holds one chip.
fn sums(rules: &Rules, team: &Team) -> Result<(), String> {
    let players = team.held & ids::PLAYERS;
    let kinds = (0..66).filter(|card| players >> card & 1 == 1);
    law!(team.kinds == kinds.fold(0, |all, card| all | rules.kind_bit[card]), "kinds that are not in hand");
    let counted = [ids::PLAYERS, ids::MATCHES, ids::VARS, ids::BONUSES].map(|cards| team.held & cards);
    let counted = counted.map(|cards| cards.count_ones() as u8);
    law!(counted == team.cards, "counts {:?} of a hand that holds {counted:?}", team.cards);
    let opening = rules.opening.into_iter().max().unwrap_or(0);
    law!(team.cards[0] <= rules.hand_limit.max(opening), "{} player cards in hand", team.cards[0]);
    law!(team.cards[1] <= rules.match_limit, "{} MATCH cards in hand", team.cards[1]);
    let mut columns = 0;
    for position in 1..=11 {
        columns += rules.points[usize::from(team.chip(position))][usize::from(position) - 1];
    }
    law!(team.columns == columns, "columns of {} over chips of {columns}", team.columns);
    let mut occupied = 0;
    for chip in 1..=4 {
        law!(occupied & team.positions_of(chip) == 0, "two chips on a position");
        occupied |= team.positions_of(chip);
    }
    let placed = if team.placed == 0 { 0 } else { 1 << (team.placed - 1) };
    law!(team.positions_of(4) == placed, "the gold chip is not where it was placed");
    let owned = (0..3).filter(|&c| team.cubes[c] > 0).fold(0, |all, c| all | 1 << c);
    law!(team.owned == owned, "colours of cubes that are not owned");
    Ok(())
}

/// Chips and cubes of the box.
fn supply(rules: &Rules, state: &State) -> Result<(), String> {
    let teams = &state.teams[..usize::from(rules.players)];
    if rules.chip_limit {
        for (chip, all) in (1..=4).zip(rules.components.chips.map(u32::from)) {
            let on_boards: u32 = teams.iter().map(|team| team.positions_of(chip).count_ones()).sum();
            let total = u32::from(state.supply[usize::from(chip)]) + on_boards;
            law!(total == all, "{total} chips of level {chip} where the box has {all}");
        }
    }
    if rules.cube_limit {
        for colour in 0..3 {
            let owned: u16 = teams.iter().map(|team| team.cubes[colour]).sum();
            let (total, all) = (state.bank[colour] + owned, u16::from(rules.components.cubes[colour]));
            law!(total == all, "{total} cubes of colour {colour} where the box has {all}");
        }
    }
    let left = |counts: [bool; 3]| (0..3).filter(|&c| counts[c]).fold(0_u8, |all, c| all | 1 << c);
    let bank = left([0, 1, 2].map(|c| state.bank[c] > 0 || !rules.cube_limit));
    let supply = left([1, 2, 3].map(|c| state.supply[c] > 0 || !rules.chip_limit));
    law!(
        (state.cubes_left, state.chips_left & 7) == (bank, supply),
        "what is left is not what is said to be"
    );
    Ok(())
}

/// Every match gave one victory, and there are no more matches than can be.
fn matches(rules: &Rules, state: &State) -> Result<(), String> {
    let seats = usize::from(rules.players);
    let victories: u32 = state.teams[..seats].iter().map(|team| u32::from(team.victories)).sum();
    let before: u32 = rules.start.teams.iter().map(|team| u32::from(team.victories)).sum();
    let played = u32::from(state.matches);
    law!(victories == played + before, "{victories} victories of {played} matches");
    law!(played + before <= seats as u32 * (u32::from(rules.wins) - 1) + 1, "{played} matches: one too many");
    law!(state.turns <= rules.max_turns, "{} turns where {} are the most", state.turns, rules.max_turns);
    law!(
        usize::from(state.king) < seats && usize::from(state.active) < seats,
        "a King or player who is not there"
    );
    law!(state.phase != Phase::Action || state.asked == state.active, "somebody else is asked for an action");
    Ok(())
}
