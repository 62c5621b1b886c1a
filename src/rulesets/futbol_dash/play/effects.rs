//! What the cards do once nobody answers them any more (step 4).

use super::super::moves::NONE;
use super::super::rules::{Class, Special};
use super::super::state::{Laid, PLACES, Phase};
use super::{Next, Table, counted, seat_name};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// [`Self::effect`] where it is not worth a copy of the code.
    #[inline(never)]
    pub(super) fn effect_apart(&mut self) -> Next {
        self.effect()
    }

    /// Carries out the laid card.
    #[inline(always)]
    pub(super) fn effect(&mut self) -> Next {
        if self.state.laid.kind < self.rules.specials { self.move_ap() } else { self.special() }
    }

    /// FD-AP-01, FD-AP-06, FD-AP-07, FD-SHOT-01: an offensive card raises the
    /// own attack points, a defensive one lowers the target's. One piece of
    /// code for both, because which of them comes next cannot be foreseen by
    /// the processor.
    #[inline(always)]
    fn move_ap(&mut self) -> Next {
        let rules = self.rules;
        let Laid { bit, kind, target } = self.state.laid;
        self.state.laid.bit = 0;
        let active = self.state.active;
        let builds = kind < rules.offensive;
        let owner = if builds { active } else { target };
        let value = rules.value[usize::from(kind)];
        let seat = self.state.seat_mut(owner);
        let before = seat.ap;
        let raised = (before + value).min(rules.ap_target);
        let lowered = before.saturating_sub(value);
        let ap = if builds { raised } else { lowered };
        seat.front |= bit;
        seat.ap = ap;
        let counts = &mut self.state.counts;
        counts.ap_gained += if builds { u32::from(raised - before) } else { 0 };
        counts.ap_defended += if builds { 0 } else { u32::from(before - lowered) };
        counts.hits[usize::from(owner) % PLACES] += u32::from(!builds);
        self.say(Topic::Effect, owner, || {
            format!("{} stands at {}.", seat_name(owner), counted(ap.into(), "attack point"))
        });
        if ap == rules.ap_target { self.shoot(active) } else { Next::Played }
    }

    #[inline(never)]
    fn special(&mut self) -> Next {
        let Laid { bit, kind, target } = self.state.laid;
        let active = self.state.active;
        let Class::Special(special) = self.rules.class(kind) else { unreachable!("a card without value") };
        // Substitution is discarded last (FD-GC-12), the others at once or
        // never.
        if special != Special::Substitution {
            self.state.laid = Laid::default();
        }
        match special {
            Special::Halftime => self.halftime(bit),
            Special::Penalty => {
                self.state.toss(self.rules, kind, bit);
                self.state.counts.penalties += 1;
                self.shoot(active)
            }
            Special::Offside => {
                self.state.toss(self.rules, kind, bit);
                self.state.counts.offsides += 1;
                let lost = self.state.seat(target).ap;
                self.state.counts.ap_offside += u32::from(lost);
                self.hit(target);
                self.state.clear_front(target, 0);
                self.say(Topic::Effect, target, || {
                    let goes = if lost == 0 { "stays at" } else { "falls to" };
                    format!("{} is offside and {goes} 0 attack points.", seat_name(target))
                });
                Next::Played
            }
            Special::Substitution => {
                self.state.counts.substitutions += 1;
                self.ask(Phase::Substitute, active)
            }
            Special::Yellow => self.yellow(bit, target),
            Special::Red => self.red(bit, target),
            Special::Foul | Special::Var => unreachable!("Referee cards are never laid"),
        }
    }

    /// Counts a card that hit a target.
    #[inline]
    fn hit(&mut self, target: u8) {
        self.state.counts.hits[usize::from(target) % PLACES] += 1;
    }

    /// FD-GC-02…07, FD-GC-21.
    fn halftime(&mut self, bit: u64) -> Next {
        let active = self.state.active;
        let players = self.rules.players;
        self.watch
            .say(Topic::Phase, None, || "Halftime: all hands and attack points are shuffled in".to_owned());
        self.state.counts.halftimes += 1;
        self.half_time();
        self.state.removed |= bit;
        for seat in 0..players {
            self.discard_hand(seat);
            self.state.clear_front(seat, 0);
            let seat = self.state.seat_mut(seat);
            seat.no_draw = 0;
            if !self.rules.yellow_kept {
                seat.yellow = 0;
            }
        }
        if !self.rules.yellow_kept {
            self.state.discard.0[1] |= self.state.pending;
            self.state.pending = 0;
        }
        self.discards_to_deck();
        for offset in 0..players {
            self.deal_hand((active + offset) % players);
        }
        Next::Played
    }

    /// FD-GC-11, FD-GC-12: the chosen cards are discarded, as many are drawn,
    /// then the Substitution card itself is discarded.
    pub(super) fn exchange(&mut self, kinds: [u8; 3]) -> Next {
        let active = self.state.active;
        let chosen = kinds.iter().filter(|&&kind| kind != NONE);
        for &kind in chosen.clone() {
            let bit = self.state.take(self.rules, active, kind);
            self.state.toss(self.rules, kind, bit);
        }
        for _ in chosen {
            self.draw(active);
        }
        let Laid { bit, kind, .. } = self.state.laid;
        self.state.laid = Laid::default();
        self.state.toss(self.rules, kind, bit);
        Next::Played
    }

    /// FD-GC-13, FD-GC-14, FD-GC-22.
    fn yellow(&mut self, bit: u64, target: u8) -> Next {
        let seat = self.state.seat_mut(target);
        seat.yellows = seat.yellows.saturating_add(1);
        let as_red = self.rules.second_yellow_is_red && seat.yellows > 1;
        if as_red {
            // Treated in everything as a Red Card, in the counts too.
            self.state.counts.reds += 1;
            self.say(Topic::Effect, target, || {
                format!("The second Yellow Card of {} acts as a Red Card.", seat_name(target))
            });
            self.send_off(bit, target);
            return Next::Played;
        }
        self.state.counts.yellows += 1;
        self.state.seat_mut(target).yellow += 1;
        self.state.pending |= bit;
        self.hit(target);
        let skips = self.state.seat(target).yellow;
        self.say(Topic::Effect, target, || {
            let turns = if skips == 1 { "a turn".to_owned() } else { counted(skips.into(), "turn") };
            format!("{} will skip {turns}.", seat_name(target))
        });
        Next::Played
    }

    fn red(&mut self, bit: u64, target: u8) -> Next {
        self.state.counts.reds += 1;
        self.send_off(bit, target);
        Next::Played
    }

    /// FD-GC-16…19.
    fn send_off(&mut self, bit: u64, target: u8) {
        self.state.red_pile |= bit;
        let seat = self.state.seat_mut(target);
        seat.reds += 1;
        seat.no_draw += 1;
        let red_off = self.rules.red_off;
        if red_off {
            self.state.clear_front(target, 0);
        }
        self.hit(target);
        self.say(Topic::Effect, target, || {
            let falls = if red_off { "stands at 0 attack points, " } else { "" };
            format!("{} {falls}will leave out a draw and play on with one card fewer.", seat_name(target))
        });
    }
}
