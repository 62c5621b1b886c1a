//! Answers to actions: Windows A to D (INST-*), and what the answered actions
//! do (ACT-02 to ACT-04, BOOK-*, CAPT-*).

use super::Game;
use crate::chance::Chance;
use crate::game::Column;
use crate::watch::{Topic, Watch};

use super::super::cards::{Card, NONE, Official};
use super::super::observe::column;
use super::super::state::{Deed, Phase};
use super::super::switches::{Shrugs, TackleEffect};
use super::super::words;

impl<C: Chance, W: Watch> Game<'_, C, W> {
    /// A Tackle is declared: Window A, then its effect.
    pub fn declare_tackle(&mut self) {
        self.s.count(column::TACKLES);
        let owner = self.s.pending.seat;
        if self.may_answer(owner, Official::PlayOn) {
            self.ask(Phase::WindowA, owner);
        } else {
            self.window_a(false);
        }
    }

    pub fn window_a(&mut self, answered: bool) {
        let pending = self.s.pending;
        if answered {
            self.spend_one(pending.seat, Official::PlayOn.mask());
            self.s.count(column::PLAY_ON_SAVES);
            self.say(Topic::Effect, Some(pending.seat), || "PLAY ON: the Tackle is cancelled".to_owned());
        } else {
            self.tackled(pending.seat, pending.card);
        }
        if pending.second == NONE {
            self.acted();
        } else {
            self.s.pending.card = pending.second;
            self.s.pending.second = NONE;
            self.declare_tackle();
        }
    }

    fn tackled(&mut self, owner: u8, card: Card) {
        self.s.count(column::TACKLED);
        self.s.pitches[usize::from(owner)].remove(card);
        let (rules, tackler) = (self.r, self.s.active);
        let to = match rules.tackle_effect {
            TackleEffect::Discard => {
                self.s.discard.insert(card);
                "goes to the discard pile"
            }
            TackleEffect::Hand => {
                self.hand(owner).insert(card);
                "returns to its owner's hand"
            }
            TackleEffect::Steal => {
                self.hand(tackler).insert(card);
                "goes to the tackler's hand"
            }
        };
        self.say(Topic::Effect, Some(owner), || {
            format!("{}'s {} {to}", words::seat(owner), words::card(rules, card))
        });
    }

    /// A Yellow or Red is declared: Window B.
    pub fn declare_booking(&mut self) {
        let owner = self.s.pending.seat;
        if self.may_answer(owner, Official::VarReview) {
            self.ask(Phase::WindowB, owner);
        } else {
            self.window_b(false);
        }
    }

    pub fn window_b(&mut self, answered: bool) {
        if !answered {
            self.booked();
            return;
        }
        let owner = self.s.pending.seat;
        self.spend_one(owner, Official::VarReview.mask());
        self.counter_or(column::VAR_SAVES, "VAR REVIEW: the card is cancelled");
    }

    /// An INSTANT was just played against the active manager: Window D, or the
    /// action is cancelled at once.
    fn counter_or(&mut self, saved: Column, text: &'static str) {
        let actor = self.s.active;
        if self.may_answer(actor, Official::PlayOn) {
            self.ask(Phase::WindowD, actor);
        } else {
            self.cancelled(saved, text);
        }
    }

    fn cancelled(&mut self, saved: Column, text: &'static str) {
        self.s.count(saved);
        self.say(Topic::Effect, None, || text.to_owned());
        if self.s.pending.deed == Deed::Forward {
            let (seat, card) = (self.s.active, self.s.pending.card);
            self.s.pitches[usize::from(seat)].remove(card);
            self.hand(seat).insert(card);
        }
        self.acted();
    }

    pub fn window_d(&mut self, answered: bool) {
        let forward = self.s.pending.deed == Deed::Forward;
        if !answered {
            if forward {
                self.cancelled(column::OFFSIDE_SAVES, "OFFSIDE!: the forward returns to hand");
            } else {
                self.cancelled(column::VAR_SAVES, "VAR REVIEW: the card is cancelled");
            }
            return;
        }
        self.spend_one(self.s.active, Official::PlayOn.mask());
        self.s.count(column::COUNTERS);
        self.say(Topic::Effect, None, || "PLAY ON: the INSTANT is cancelled".to_owned());
        if forward {
            self.acted();
        } else {
            self.booked();
        }
    }

    /// The next manager clockwise after `from` who holds OFFSIDE!.
    pub fn ask_offside(&mut self, from: u8) {
        let actor = self.s.active;
        let mut seat = self.s.left_of(from);
        while seat != actor {
            if self.may_answer(seat, Official::Offside) {
                self.ask(Phase::WindowC, seat);
                return;
            }
            seat = self.s.left_of(seat);
        }
        self.acted();
    }

    pub fn window_c(&mut self, answered: bool) {
        let seat = self.s.asked;
        if answered {
            self.spend_one(seat, Official::Offside.mask());
            self.counter_or(column::OFFSIDE_SAVES, "OFFSIDE!: the forward returns to hand");
        } else {
            self.ask_offside(seat);
        }
    }

    /// A Yellow or Red takes effect.
    fn booked(&mut self) {
        let pending = self.s.pending;
        let (owner, card) = (pending.seat, pending.card);
        if pending.deed == Deed::Red {
            self.sent_off(owner, card);
        } else if self.shrugs(owner, card) {
            self.s.count(column::SHRUGS);
            self.say(Topic::Effect, Some(owner), || "The captain shrugs the Yellow off".to_owned());
        } else if !self.s.pitches[usize::from(owner)].is_booked(card) {
            self.s.pitches[usize::from(owner)].booked |= 1 << card;
            self.s.count(column::BOOKINGS);
            let rules = self.r;
            self.say(Topic::Effect, Some(owner), || format!("{} is booked", words::card(rules, card)));
        } else if self.r.second_yellow_off {
            self.sent_off(owner, card);
        }
        self.acted();
    }

    /// Whether a Yellow at this card is shrugged off; uses up the shrug.
    fn shrugs(&mut self, owner: u8, card: Card) -> bool {
        let fresh = self.s.shrugged >> owner & 1 == 0 || self.r.shrugs == Shrugs::Every;
        if !self.r.armband || !fresh || self.s.pitches[usize::from(owner)].captain() != Some(card) {
            return false;
        }
        self.s.shrugged |= 1 << owner;
        true
    }

    fn sent_off(&mut self, owner: u8, card: Card) {
        self.s.pitches[usize::from(owner)].remove(card);
        if self.r.sent_off_out {
            self.s.out.insert(card);
        } else {
            self.s.discard.insert(card);
        }
        if !self.s.sudden_death {
            self.s.table[usize::from(owner)].sent_off += 1;
            self.s.count(column::SENT_OFF);
        }
        let rules = self.r;
        self.say(Topic::Effect, Some(owner), || format!("{} is sent off", words::card(rules, card)));
    }
}
