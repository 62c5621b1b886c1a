//! The two simple plans: fight at once, or build first.

use super::super::moves::{MATCH, PASS, SELL_CARD, SELL_CHIP};
use super::super::state::class;
use super::judge::{CERTAIN, Judge, codes};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::moves::{MoveMask, MoveSet};

const SILVER: u8 = 2;
const GOLD: u8 = 3;

/// `rusher`: MATCH whenever legal; else a MATCH card; else builds with
/// whatever gains most.
pub fn rush(judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    if Judge::may_challenge(moves) {
        return MATCH;
    }
    let [matches, ..] = judge.view.events(judge.view.seat());
    if matches == 0
        && let Some(code) = judge.take_class(moves, class::MATCH, whim)
    {
        return code;
    }
    if let Some((code, _)) = judge.best_play(moves, whim) {
        return code;
    }
    if let Some(code) = judge.take_player(moves, |_, _, _| true, whim) {
        return code;
    }
    if let Some(code) = free_event(judge, moves) {
        return code;
    }
    judge.worst_card(moves, whim).unwrap_or_else(|| moves.sample(whim))
}

/// The free card if it is a V.A.R. or BONUS card.
fn free_event(judge: Judge<'_>, moves: MoveMask) -> Option<u8> {
    let code = judge.free_take(moves)?;
    let (card, _) = judge.view.offer(code);
    matches!(judge.class_of(card), class::VAR | class::BONUS).then_some(code)
}

/// Whether the hoarder is sure enough: gold and 0.65, or 0.8.
fn clearly_ahead(judge: Judge<'_>, chance: u32) -> bool {
    (judge.own_level() >= GOLD && chance >= CERTAIN / 100 * 65) || chance >= CERTAIN / 100 * 80
}

/// `hoarder`: the first of its list that applies.
pub fn hoard(judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    if Judge::may_challenge(moves) {
        let opponent = judge.opponent(whim);
        if clearly_ahead(judge, judge.challenge_chance(opponent)) {
            return MATCH;
        }
    }
    if let Some((code, gain)) = judge.best_play(moves, whim)
        && gain > 0
    {
        return code;
    }
    let [matches, ..] = judge.view.events(judge.view.seat());
    if matches == 0
        && judge.own_level() >= SILVER
        && let Some(code) = judge.take_class(moves, class::MATCH, whim)
    {
        return code;
    }
    let worth_taking = |gain: i32, colour: u8, free: bool| gain > 0 && (free || colour > 0);
    if let Some(code) = judge.take_player(moves, worth_taking, whim) {
        return code;
    }
    if let Some(code) = free_event(judge, moves) {
        return code;
    }
    let seat = judge.view.seat();
    let mut useless = Pick::new();
    for code in codes(moves, SELL_CARD, SELL_CHIP).filter(|code| judge.gain(seat, code - SELL_CARD) <= 0) {
        useless.offer(code, (), whim);
    }
    if let Some(code) = useless.option().or_else(|| judge.free_take(moves)) {
        return code;
    }
    if let Some(code) = judge.worst_card(moves, whim) {
        return code;
    }
    if Judge::may_challenge(moves) {
        return MATCH;
    }
    let mut cheapest = Pick::new();
    for code in codes(moves, SELL_CHIP, MATCH) {
        cheapest.offer(code, -judge.chip_worth(code - SELL_CHIP + 1), whim);
    }
    let last = cheapest.option().or_else(|| moves.contains(PASS).then_some(PASS));
    last.unwrap_or_else(|| moves.sample(whim))
}
