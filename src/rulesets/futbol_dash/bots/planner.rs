//! planner: shoots when it can; stops threats; otherwise plays the offensive
//! card after which fewest further own cards are needed to make 11 exactly.

use super::super::rules::{Class, Special};
use super::Choice;
use super::blocker;
use super::facts::Facts;
use crate::chance::Whim;
use crate::chance::whim::Pick;

/// Width of a tier of [`play`].
pub(super) const TIER: i32 = 64;
/// `fit` of a hand that cannot reach the target.
pub(super) const NEVER: u8 = 32;
/// Offensive kinds at most.
const VALUES: usize = 6;

/// Copies of the offensive kinds.
type Bundle = [u8; VALUES];

/// The shortest way from the own attack points to the target.
pub(super) struct Plan {
    /// Offensive cards in hand.
    hand: Bundle,
    /// Cards needed, [`NEVER`] if they are not in hand.
    pub(super) fit: u8,
    /// The cards of one shortest way.
    way: Bundle,
    /// Two or more cards of the hand could not be played now.
    clogged: bool,
}

/// Calls `found` with every bundle of `hand` that leads exactly to the target
/// (at least to it where cards stop at the limit).
fn ways(facts: &Facts<'_>, hand: Bundle, from: u8, found: &mut impl FnMut(&Bundle, u8)) {
    let mut way = [0; VALUES];
    walk(facts, hand, from, 0, 0, &mut way, found);
}

fn walk(
    facts: &Facts<'_>,
    hand: Bundle,
    ap: u8,
    kind: u8,
    cards: u8,
    way: &mut Bundle,
    found: &mut impl FnMut(&Bundle, u8),
) {
    if ap == facts.rules.ap_target {
        found(way, cards);
        return;
    }
    let place = usize::from(kind);
    if kind == facts.rules.offensive {
        return;
    }
    let value = facts.rules.value[place];
    let mut here = ap;
    for copies in 0..=hand[place] {
        way[place] = copies;
        walk(facts, hand, here, kind + 1, cards + copies, way, found);
        match facts.rules.landing(here, value) {
            Some(next) if next > here => here = next,
            _ => break,
        }
    }
    way[place] = 0;
}

/// Least number of cards of `hand` that lead from `from` to the target.
fn fit(facts: &Facts<'_>, hand: Bundle, from: u8) -> u8 {
    let mut least = NEVER;
    ways(facts, hand, from, &mut |_, cards| least = least.min(cards));
    least
}

impl Plan {
    pub(super) fn new(facts: &Facts<'_>, whim: &mut Whim) -> Self {
        let mut hand = [0; VALUES];
        for (kind, copies) in (0..facts.rules.offensive).zip(&mut hand) {
            *copies = facts.view.held(kind) as u8;
        }
        let mut shortest = Pick::new();
        ways(facts, hand, facts.ap, &mut |way, cards| shortest.offer(*way, -i32::from(cards), whim));
        let (way, cards) = shortest.scored().unwrap_or(([0; VALUES], -i32::from(NEVER)));
        let mut idle = 0;
        for kind in super::super::moves::each_kind(facts.view.kinds()) {
            if !playable(facts, kind) {
                idle += facts.view.held(kind);
            }
        }
        Self { hand, fit: (-cards) as u8, way, clogged: idle >= 2 }
    }

    /// `fit` after playing an offensive kind.
    fn fit_after(&self, facts: &Facts<'_>, kind: u8, ap: u8) -> u8 {
        let mut hand = self.hand;
        hand[usize::from(kind)] -= 1;
        fit(facts, hand, ap)
    }

    /// How gladly the `copy`-th card of a kind is given away: offensive cards
    /// off the way most, then unplayable defence; Penalty, Referees and cards
    /// of the way never.
    pub(super) fn spare(&self, facts: &Facts<'_>, kind: u8, copy: u32) -> i32 {
        match facts.class(kind) {
            Class::Offensive(_) => {
                let place = usize::from(kind);
                let spare = u32::from(self.hand[place] - self.way[place]);
                if copy <= spare { 3 } else { -5 }
            }
            Class::Defensive(_) => 1 + i32::from(!playable(facts, kind)),
            Class::Special(Special::Halftime) => 1,
            Class::Special(_) => -5,
        }
    }
}

/// Whether a card could be played now; Referee cards count as playable, since
/// they wait for others' turns.
fn playable(facts: &Facts<'_>, kind: u8) -> bool {
    match facts.class(kind) {
        Class::Offensive(value) => facts.lands(value).is_some(),
        Class::Defensive(value) => facts.rules.clamp || facts.highest >= value,
        Class::Special(Special::Penalty) => facts.ap >= facts.rules.penalty_min,
        Class::Special(_) => true,
    }
}

/// Halftime pays when own AP + 3 (own goals − leader's goals) is below the mean
/// AP of the opponents.
fn wants_halftime(facts: &Facts<'_>) -> bool {
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
