//! Laying a card and the answers to it: Foul, V.A.R., chains. The procedure is
//! that of section 3 of the ledger, step by step.

use super::super::rules::Class;
use super::super::state::{CHAINS, Laid, Phase};
use super::{Next, Table, seat_name};
use crate::chance::{Chance, Source};
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// FD-TURN-03…05: the card leaves the hand and lies open to answers.
    #[inline(always)]
    pub(super) fn lay(&mut self, kind: u8, target: u8) -> Next {
        let active = self.state.active;
        let bit = self.state.take(self.rules, active, kind);
        self.state.laid = Laid { bit, kind, target };
        self.state.acted = true;
        self.open_window()
    }

    /// Step 1: is anybody going to Foul the laid card?
    #[inline(always)]
    fn open_window(&mut self) -> Next {
        let rules = self.rules;
        let kind = self.state.laid.kind;
        let active = self.state.active;
        // Most often nobody holds a Foul, so that is looked at first.
        if self.others_hold(rules.foul_bit, active)
            && rules.foul_open >> kind & 1 == 1
            && !self.too_late_to_foul(kind)
            && let Some(next) = self.ask_round(Phase::Foul, active)
        {
            return next;
        }
        if rules.var_open >> kind & 1 == 1 {
            return self.no_foul();
        }
        self.effect()
    }

    #[inline(never)]
    fn window_again(&mut self) -> Next {
        self.open_window()
    }

    /// `foul-timing` = after-shot: no Foul on a card that makes the target.
    #[inline]
    fn too_late_to_foul(&self, kind: u8) -> bool {
        self.rules.foul_after_shot && {
            let ap = self.state.seat(self.state.active).ap;
            match self.rules.class(kind) {
                Class::Offensive(value) => ap + value >= self.rules.ap_target,
                _ => false,
            }
        }
    }

    /// Nobody Fouls: `var-scope` = plus-cards lets V.A.R. answer some cards
    /// themselves; otherwise step 4.
    fn no_foul(&mut self) -> Next {
        if self.rules.var_open >> self.state.laid.kind & 1 == 1 {
            let active = self.state.active;
            if let Some(next) = self.ask_round(Phase::Var, active) {
                return next;
            }
        }
        self.effect_apart()
    }

    /// FD-REF-09: a round of answers to the card that `by` laid last. `None`
    /// if nobody holds the card that is needed.
    fn ask_round(&mut self, phase: Phase, by: u8) -> Option<Next> {
        let needed = match phase {
            Phase::Foul => self.rules.foul_bit,
            _ => self.rules.var_bit,
        };
        if !self.others_hold(needed, by) {
            return None;
        }
        let others = ((1_u8 << self.rules.players) - 1) & !(1 << by);
        self.state.newest_by = by;
        self.state.unasked = others;
        self.ask_next(phase)
    }

    /// Whether a seat other than `by` holds the card that is needed.
    #[inline]
    fn others_hold(&self, needed: u32, by: u8) -> bool {
        if self.rules.players == 2 {
            return self.state.seat(1 - by).kinds & needed != 0;
        }
        (0..self.rules.players).any(|seat| seat != by && self.state.seat(seat).kinds & needed != 0)
    }

    /// The next seat of the round that holds the card. Seats without it count
    /// as having declined.
    fn ask_next(&mut self, phase: Phase) -> Option<Next> {
        let needed = match phase {
            Phase::Foul => self.rules.foul_bit,
            _ => self.rules.var_bit,
        };
        let players = self.rules.players;
        let mut clockwise = self.state.newest_by;
        while self.state.unasked != 0 {
            let seat = if self.rules.random_order {
                let mut left = self.state.unasked;
                for _ in 0..self.chance.below(Source::TABLE, left.count_ones()) {
                    left &= left - 1;
                }
                left.trailing_zeros() as u8
            } else {
                clockwise = if clockwise + 1 == players { 0 } else { clockwise + 1 };
                clockwise
            };
            let open = self.state.unasked >> seat & 1 == 1;
            self.state.unasked &= !(1 << seat);
            if open && self.state.seat(seat).kinds & needed != 0 {
                return Some(self.ask(phase, seat));
            }
        }
        None
    }

    /// FD-D4.
    pub(super) fn foul(&mut self, plays: bool) -> Next {
        if !plays {
            return match self.ask_next(Phase::Foul) {
                Some(next) => next,
                None => self.no_foul(),
            };
        }
        self.state.counts.fouls += 1;
        let kind = self.rules.foul_bit.trailing_zeros() as u8;
        self.answer_with(kind)
    }

    /// FD-D5.
    pub(super) fn var(&mut self, plays: bool) -> Next {
        if !plays {
            return match self.ask_next(Phase::Var) {
                Some(next) => next,
                None if self.state.chain_len == 0 => self.effect_apart(),
                None => self.resolve_chain(),
            };
        }
        self.state.counts.vars += 1;
        let kind = self.rules.var_bit.trailing_zeros() as u8;
        self.answer_with(kind)
    }

    /// Step 2: the card joins the chain, its player draws a replacement at
    /// once (FD-REF-02, FD-REF-12), and V.A.R. may answer it.
    fn answer_with(&mut self, kind: u8) -> Next {
        let seat = self.state.asked;
        let bit = self.state.take(self.rules, seat, kind);
        self.state.chain |= bit;
        self.state.chain_len += 1;
        self.draw(seat);
        let only_fouls = self.rules.var_foul_only && self.state.chain_len > 1;
        if !only_fouls && let Some(next) = self.ask_round(Phase::Var, seat) {
            return next;
        }
        self.resolve_chain()
    }

    /// Step 3, FD-REF-10: newest first, so an odd chain cancels the laid card.
    fn resolve_chain(&mut self) -> Next {
        let state = &mut *self.state;
        let active = state.active;
        let length = usize::from(state.chain_len);
        let class = length.min(CHAINS) - 1;
        state.counts.chains[class] = state.counts.chains[class].saturating_add(1);
        state.discard.0[1] |= state.chain;
        state.chain = 0;
        state.chain_len = 0;
        let Laid { bit, kind, .. } = state.laid;
        let name = &self.rules.names[usize::from(kind)];
        if length % 2 == 1 {
            state.laid = Laid::default();
            state.counts.cancelled += 1;
            state.toss(self.rules, kind, bit);
            self.say(Topic::Effect, active, || format!("{name} of {} is cancelled.", seat_name(active)));
            return if self.rules.fouled_again { Next::Choose } else { Next::Played };
        }
        self.say(Topic::Effect, active, || format!("{name} of {} stands.", seat_name(active)));
        if self.rules.refoul { self.window_again() } else { self.effect_apart() }
    }
}
