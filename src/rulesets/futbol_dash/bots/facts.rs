//! What a bot reads off the table: landings, threats, the leader.

use super::super::rules::{Class, Rules, Special};
use super::super::view::View;

/// Attack points from which a player one goal short of winning is a threat.
const NEARLY_THERE: u8 = 5;

/// One seat's reading of the table.
pub(super) struct Facts<'a> {
    pub(super) rules: &'a Rules,
    pub(super) view: View<'a>,
    /// Own attack points.
    pub(super) ap: u8,
    /// Highest attack points of an opponent.
    pub(super) highest: u8,
    /// Standing of the leading opponent.
    pub(super) lead: i32,
    /// Standing of the biggest threat, if there is one.
    pub(super) danger: Option<i32>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(rules: &'a Rules, view: View<'a>) -> Self {
        let ap = view.ap(view.seat());
        let mut facts = Self { rules, view, ap, highest: 0, lead: 0, danger: None };
        for seat in view.opponents() {
            facts.highest = facts.highest.max(view.ap(seat));
            facts.lead = facts.lead.max(facts.standing(seat));
            if facts.threat(seat) {
                facts.danger = facts.danger.max(Some(facts.menace(seat)));
            }
        }
        facts
    }

    pub(super) fn class(&self, kind: u8) -> Class {
        self.rules.class(kind)
    }

    pub(super) fn offensive(&self, kind: u8) -> bool {
        matches!(self.class(kind), Class::Offensive(_))
    }

    pub(super) fn defensive(&self, kind: u8) -> bool {
        matches!(self.class(kind), Class::Defensive(_))
    }

    /// One short of the target: the dead end of FD-AP-08.
    pub(super) fn dead_end(&self) -> u8 {
        self.rules.ap_target - 1
    }

    /// Where an own offensive card leads, if it is legal.
    pub(super) fn lands(&self, value: u8) -> Option<u8> {
        self.rules.landing(self.ap, value)
    }

    /// Most goals, then most attack points.
    fn standing(&self, seat: u8) -> i32 {
        i32::from(self.view.goals(seat)) * 64 + i32::from(self.view.ap(seat))
    }

    /// Most attack points, then most goals.
    fn menace(&self, seat: u8) -> i32 {
        i32::from(self.view.ap(seat)) * 1024 + i32::from(self.view.goals(seat))
    }

    /// Whether an opponent leads the others.
    pub(super) fn leads(&self, seat: u8) -> bool {
        self.standing(seat) == self.lead
    }

    /// In a regular match, whether one goal more wins.
    pub(super) fn one_goal_from_winning(&self, seat: u8) -> bool {
        !self.rules.express && self.view.goals(seat) + 1 >= self.rules.goals_to_win
    }

    /// Enough attack points for a Penalty, or nearly there with one goal to
    /// go.
    pub(super) fn threat(&self, seat: u8) -> bool {
        let ap = self.view.ap(seat);
        ap >= self.rules.penalty_min || (ap >= NEARLY_THERE && self.one_goal_from_winning(seat))
    }

    /// Whether an opponent is the biggest threat.
    pub(super) fn biggest_threat(&self, seat: u8) -> bool {
        self.threat(seat) && self.danger == Some(self.menace(seat))
    }

    pub(super) fn holds(&self, special: Special) -> bool {
        self.view.kinds() >> self.rules.special(special) & 1 == 1
    }

    pub(super) fn copies(&self, special: Special) -> u32 {
        self.view.held(self.rules.special(special))
    }
}
