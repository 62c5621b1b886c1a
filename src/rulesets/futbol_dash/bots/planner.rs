//! planner: shoots when it can; stops threats; otherwise plays the offensive
//! card after which fewest further own cards are needed to make 11 exactly.

use super::super::rules::{Class, Special};
use super::super::ways::{Bundle, VALUES};
use super::Choice;
use super::blocker;
use super::facts::Facts;
use crate::chance::Whim;
use crate::chance::whim::Pick;

/// Width of a tier of [`play`].
pub(super) const TIER: i32 = 64;
/// `fit` of a hand that cannot reach the target.
pub(super) const NEVER: u8 = 32;
/// The shortest way from the own attack points to the target.
pub(super) struct Plan {
    /// Offensive cards in hand.
    hand: Bundle,
    /// Cards needed, [`NEVER`] if they are not in hand.
    pub(super) fit: u8,
    /// The cards of one shortest way.
    way: Bundle,
    /// Kinds that could not be played now.
    unplayable: u32,
    /// Two or more cards of the hand could not be played now.
    pub(super) clogged: bool,
}

impl Plan {
    pub(super) fn new(facts: &Facts<'_>, whim: &mut Whim) -> Self {
        let mut hand = [0; VALUES];
        for (kind, copies) in (0..facts.rules.offensive).zip(&mut hand) {
            *copies = facts.view.held(kind) as u8;
        }
        let mut shortest = Pick::new();
        for (way, cards) in facts.rules.ways.each(facts.ap, hand) {
            shortest.offer(*way, -(cards as i32), whim);
        }
        let (way, cards) = shortest.scored().unwrap_or(([0; VALUES], -i32::from(NEVER)));
        let unplayable = facts.rules.unplayable(facts.ap, facts.highest);
        Self { hand, fit: (-cards) as u8, way, unplayable, clogged: clogged(facts, unplayable) }
    }

    /// `fit` after playing an offensive kind.
    pub(super) fn fit_after(&self, facts: &Facts<'_>, kind: u8, ap: u8) -> u8 {
        let mut hand = self.hand;
        hand[usize::from(kind)] -= 1;
        facts.rules.ways.shortest(ap, hand).unwrap_or(NEVER)
    }

    /// Whether the `copy`-th card of an offensive kind lies off the way.
    pub(super) fn is_spare(&self, kind: u8, copy: u32) -> bool {
        let place = usize::from(kind);
        copy <= u32::from(self.hand[place] - self.way[place])
    }

    /// Whether a kind could not be played now.
    pub(super) fn is_unplayable(&self, kind: u8) -> bool {
        self.unplayable >> kind & 1 == 1
    }

    /// How gladly the `copy`-th card of a kind is given away: offensive cards
    /// off the way most, then unplayable defence; Penalty, Referees and cards
    /// of the way never.
    pub(super) fn spare(&self, facts: &Facts<'_>, kind: u8, copy: u32) -> i32 {
        match facts.class(kind) {
            Class::Offensive(_) if self.is_spare(kind, copy) => 3,
            Class::Defensive(_) => 1 + i32::from(self.is_unplayable(kind)),
            Class::Special(Special::Halftime) => 1,
            Class::Offensive(_) | Class::Special(_) => -5,
        }
    }
}

/// Whether two or more cards of the hand could not be played now.
fn clogged(facts: &Facts<'_>, unplayable: u32) -> bool {
    let idle = facts.view.kinds() & unplayable;
    let several = idle & idle.wrapping_sub(1) != 0;
    several || (idle != 0 && facts.view.held(idle.trailing_zeros() as u8) >= 2)
}

/// Halftime pays when own AP + 3 (own goals − leader's goals) is below the mean
/// AP of the opponents.
pub(super) fn wants_halftime(facts: &Facts<'_>) -> bool {
    let view = facts.view;
    let (mut opponents, mut points, mut most) = (0, 0, 0);
    for seat in view.opponents() {
        opponents += 1;
        points += i32::from(view.ap(seat));
        most = most.max(i32::from(view.goals(seat)));
    }
    let own = i32::from(facts.ap) + 3 * (i32::from(view.goals(view.seat())) - most);
    own * opponents < points
}

pub(super) fn play(facts: &Facts<'_>, plan: &Plan, choice: Choice) -> i32 {
    let tier = |tier: i32, within: u8| tier * TIER + i32::from(within);
    let (kind, target) = match choice {
        Choice::Play { kind, target } => (kind, target),
        Choice::Discard { kind } => return plan.spare(facts, kind, 1) - TIER,
    };
    if let Some(stops) = blocker::stop(facts, kind, target) {
        return tier(18, stops);
    }
    match facts.class(kind) {
        Class::Offensive(value) => match facts.lands(value) {
            Some(ap) if ap == facts.rules.ap_target => tier(20, 0),
            Some(ap) if ap == facts.dead_end() && !facts.holds(Special::Penalty) => tier(1, 0),
            Some(ap) => tier(12, NEVER - plan.fit_after(facts, kind, ap)),
            None => 0,
        },
        Class::Defensive(_) => tier(3, facts.view.ap(target)),
        Class::Special(special) => match special {
            Special::Penalty => tier(19, 0),
            Special::Halftime if wants_halftime(facts) => tier(16, 0),
            Special::Substitution if plan.fit == NEVER || plan.clogged => tier(15, 0),
            Special::Red if facts.leads(target) => tier(14, 0),
            Special::Yellow if facts.leads(target) && facts.threat(target) => tier(13, 0),
            Special::Yellow if facts.leads(target) => tier(6, 0),
            Special::Yellow | Special::Red => tier(0, 8),
            Special::Substitution => tier(5, 0),
            Special::Offside => tier(4, facts.view.ap(target)),
            Special::Halftime | Special::Foul | Special::Var => tier(2, 0),
        },
    }
}
