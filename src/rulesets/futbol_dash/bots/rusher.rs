//! rusher: makes 11; else Penalty; else the largest card not landing on 10;
//! else Yellow or Red; Substitution; Offside, then defence on the highest AP;
//! Halftime; a card landing on 10. Discards defence first, then offence.

use super::super::rules::{Class, Special};
use super::Choice;
use super::facts::Facts;

/// Width of a tier of [`play`].
const TIER: i32 = 64;

pub(super) fn play(facts: &Facts<'_>, choice: Choice) -> i32 {
    let Choice::Play { kind, target } = choice else { return discard(facts, choice) };
    let tier = |tier: i32, within: u8| tier * TIER + i32::from(within);
    match facts.class(kind) {
        Class::Offensive(value) => match facts.lands(value) {
            Some(ap) if ap == facts.rules.ap_target => tier(9, 0),
            Some(ap) if ap == facts.dead_end() => tier(1, 0),
            _ => tier(7, value),
        },
        Class::Defensive(_) => tier(3, facts.view.ap(target)),
        Class::Special(special) => match special {
            Special::Penalty => tier(8, 0),
            Special::Yellow | Special::Red => tier(6, 0),
            Special::Substitution => tier(5, 0),
            Special::Offside => tier(4, facts.view.ap(target)),
            Special::Halftime | Special::Foul | Special::Var => tier(2, 0),
        },
    }
}

/// FD-D2, and a free discard, which comes after every play.
fn discard(facts: &Facts<'_>, choice: Choice) -> i32 {
    let Choice::Discard { kind } = choice else { return 0 };
    match facts.class(kind) {
        Class::Defensive(_) => 2,
        Class::Offensive(_) => 1,
        Class::Special(_) => 0,
    }
}
