//! Foul and V.A.R.: when the bots answer a laid card.
//!
//! Where a switch opens Game Changers to Foul, a Penalty is treated as the card
//! that makes the shot, and Offside, Yellow and Red against oneself as a
//! defensive card of 3 or more.

use super::super::rules::{Class, Special};
use super::super::view::LaidCard;
use super::facts::Facts;

/// Where the laid card would bring its player: the target if it gives a shot.
pub(super) fn brings(facts: &Facts<'_>, laid: LaidCard) -> u8 {
    match facts.class(laid.kind) {
        Class::Offensive(value) => {
            facts.rules.landing(facts.view.ap(laid.by), value).unwrap_or(facts.rules.ap_target)
        }
        Class::Special(Special::Penalty) => facts.rules.ap_target,
        _ => 0,
    }
}

/// Whether the laid card gives its player a shot.
pub(super) fn makes_shot(facts: &Facts<'_>, laid: LaidCard) -> bool {
    brings(facts, laid) == facts.rules.ap_target
}

/// Whether the laid card hurts the viewer like a defensive card of 3 or more.
pub(super) fn hurts(facts: &Facts<'_>, laid: LaidCard) -> bool {
    laid.target == Some(facts.view.seat())
        && match facts.class(laid.kind) {
            Class::Defensive(value) => value >= 3,
            Class::Special(Special::Offside) => facts.ap >= 3,
            Class::Special(_) => true,
            Class::Offensive(_) => false,
        }
}

/// rusher: an offensive card that would make 11, or a defensive card of 3 or
/// more against itself.
pub(super) fn rusher_fouls(facts: &Facts<'_>) -> bool {
    facts.view.laid().is_some_and(|laid| makes_shot(facts, laid) || hurts(facts, laid))
}

/// blocker: while it holds two Fouls any offensive card that would bring an
/// opponent to 7 or more, otherwise only one that makes 11.
pub(super) fn blocker_fouls(facts: &Facts<'_>) -> bool {
    facts.view.laid().is_some_and(|laid| {
        makes_shot(facts, laid)
            || (facts.copies(Special::Foul) >= 2 && brings(facts, laid) >= facts.rules.penalty_min)
    })
}

/// All bots: only to let the own card stand, or as the target to keep it
/// cancelled.
pub(super) fn vars(facts: &Facts<'_>) -> bool {
    facts.view.laid().is_some_and(|laid| {
        let cancelled = laid.chain % 2 == 1;
        let own = laid.by == facts.view.seat();
        let target = laid.target == Some(facts.view.seat());
        (own && cancelled) || (target && !cancelled)
    })
}
