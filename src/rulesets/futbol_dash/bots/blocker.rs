//! blocker: shoots as the rusher does, but before building it stops the
//! biggest threat; Yellow and Red go to the leader, before any +2. Defensive
//! cards are discarded and exchanged last.

use super::super::rules::{Class, Special};
use super::Choice;
use super::facts::Facts;

/// Width of a tier of [`play`].
const TIER: i32 = 64;
/// Attack points that make Offside worth playing on a threat.
const OFFSIDE_FROM: u8 = 8;

pub(super) fn play(facts: &Facts<'_>, choice: Choice) -> i32 {
    let tier = |tier: i32, within: u8| tier * TIER + i32::from(within);
    let Choice::Play { kind, target } = choice else { return discard(facts, choice) };
    if let Some(stops) = stop(facts, kind, target) {
        return tier(10, stops);
    }
    match facts.class(kind) {
        Class::Offensive(value) => match facts.lands(value) {
            Some(ap) if ap == facts.rules.ap_target => tier(12, 0),
            Some(ap) if ap == facts.dead_end() => tier(1, 0),
            _ if value > 2 => tier(8, value),
            _ => tier(6, value),
        },
        Class::Defensive(_) => tier(3, facts.view.ap(target)),
        Class::Special(special) => match special {
            Special::Penalty => tier(11, 0),
            Special::Yellow | Special::Red if facts.leads(target) => tier(7, 0),
            Special::Yellow | Special::Red => tier(0, 8),
            Special::Substitution => tier(5, 0),
            Special::Offside => tier(4, facts.view.ap(target)),
            Special::Halftime | Special::Foul | Special::Var => tier(2, 0),
        },
    }
}

/// How well a card stops the biggest threat: Offside from 8 attack points,
/// else the largest defensive card.
pub(super) fn stop(facts: &Facts<'_>, kind: u8, target: u8) -> Option<u8> {
    let aimed = target < facts.rules.players && facts.biggest_threat(target);
    match facts.class(kind) {
        Class::Special(Special::Offside) if aimed && facts.view.ap(target) >= OFFSIDE_FROM => {
            Some(TIER as u8 - 1)
        }
        Class::Defensive(value) if aimed => Some(value),
        _ => None,
    }
}

fn discard(facts: &Facts<'_>, choice: Choice) -> i32 {
    let Choice::Discard { kind } = choice else { return 0 };
    match facts.class(kind) {
        Class::Offensive(_) => 2,
        Class::Special(_) => 1,
        Class::Defensive(_) => 0,
    }
}
