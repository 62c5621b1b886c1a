//! What holds in every state of every variant: every card is in one place, the
//! table adds up, turns are bounded. In: rules and a state. Out: the first law
//! that is broken.

use super::cards::{Card, NONE};
use super::observe::column;
use super::rules::Rules;
use super::slots;
use super::state::{Phase, Row, State};
use crate::game::Column;
use crate::law;

/// # Errors
/// The first law that is broken.
pub fn kept(rules: &Rules, state: &State) -> Result<(), String> {
    law!(places(state) == rules.deck(), "a card is lost or in two places");
    for (seat, pitch) in state.pitches.iter().enumerate() {
        law!(pitch.booked & !pitch.field == 0, "pitch {seat}: a marker on no card");
        law!(slots::counts(pitch.field) == pitch.counts, "pitch {seat}: other counts than cards");
        let cards = pitch.cards().iter().fold(0, |field, &card| field | 1_u128 << card);
        law!(cards == pitch.field, "pitch {seat}: a card that is not listed");
        law!(pitch.len <= rules.pitch_limit, "pitch {seat} holds {} cards", pitch.len);
    }
    table(rules, state)?;
    for seat in 0..usize::from(rules.managers) {
        let most = rules.turn_cap + 1 + u16::from(rules.closing_turns);
        law!(state.turns[seat] <= most, "seat {seat} has had {} turns of {most}", state.turns[seat]);
    }
    Ok(())
}

/// Every card of every place, in order.
pub fn places(state: &State) -> Vec<Card> {
    let mut all: Vec<Card> = state.deck[..usize::from(state.deck_len)].to_vec();
    for hand in &state.hands {
        all.extend(hand.iter());
    }
    for pitch in &state.pitches {
        all.extend(pitch.cards());
    }
    for pile in [&state.discard, &state.out] {
        all.extend(pile.iter());
    }
    all.extend(state.official_cards.iter().filter(|&&card| card != NONE));
    all.sort_unstable();
    all
}

/// The table is what was counted; every goal of a match is scored by one side and
/// conceded by the other, but for double forfeits (FORF-04).
fn table(rules: &Rules, state: &State) -> Result<(), String> {
    let log = |count: Column| u32::from(state.log.counts[count.place()]);
    let sum = |of: fn(&Row) -> u16| state.table.iter().map(|row| u32::from(of(row))).sum::<u32>();
    for (what, table, log) in [
        ("points", sum(|row| row.points), log(column::POINTS)),
        ("points by the boot", sum(|row| row.boots), log(column::BOOT_POINTS)),
        ("players sent off", sum(|row| row.sent_off), log(column::SENT_OFF)),
    ] {
        law!(table == log, "{table} {what} in the table where {log} were given");
    }
    let both = if rules.void_double_forfeit { 0 } else { 2 * u32::from(rules.forfeit_score) };
    let (scored, conceded) = (sum(|row| row.scored), sum(|row| row.conceded));
    law!(
        conceded == scored + both * log(column::DOUBLE_FORFEITS),
        "{scored} goals scored and {conceded} conceded"
    );
    if state.phase == Phase::Over && rules.managers == 2 {
        let fixtures = log(column::FIXTURES);
        law!(fixtures == u32::from(rules.matchdays), "{fixtures} matches on {} matchdays", rules.matchdays);
    }
    Ok(())
}
