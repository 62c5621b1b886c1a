//! The build phase: draw, act, hand limit, call (TURN-*, ACT-*, REF-*, CALL-*).

use super::{Game, fixtures};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

use super::super::cards::{self, Card, FWD, NONE, Official, REDS, TACKLES, YELLOWS};
use super::super::moves::{Move, kind};
use super::super::observe::column;
use super::super::options::over_limit;
use super::super::state::{Deed, NOBODY, Pending, Phase};
use super::super::switches::Shrugs;
use super::super::{slots, words};

impl<C: Chance, W: Watch> Game<'_, C, W> {
    pub fn begin_matchday(&mut self, starter: u8) {
        if self.s.matchday > 0 {
            self.chance.section(u32::from(self.s.matchday));
        }
        self.s.count(column::MATCHDAYS);
        self.s.starter = starter;
        self.s.caller = NOBODY;
        self.s.closing = 0;
        self.s.extra_due = false;
        self.s.turns = [0; 4];
        if self.r.shrugs == Shrugs::Matchday {
            self.s.shrugged = 0;
        }
        let day = self.s.matchday + 1;
        self.say(Topic::Phase, Some(starter), || {
            format!("Matchday {day}, build phase: {} begins", words::seat(starter))
        });
        let skips = self.r.house.skips_first && self.s.matchday == 0;
        self.begin_turn(if skips { self.s.left_of(starter) } else { starter }, false);
    }

    pub fn begin_turn(&mut self, seat: u8, extra: bool) {
        let place = usize::from(seat);
        if self.s.caller == NOBODY && self.s.turns[place] >= self.r.turn_cap {
            if self.s.sudden_death {
                self.sudden_death_capped();
            } else {
                self.capped();
            }
            return;
        }
        let open = self.s.caller == NOBODY && !self.s.sudden_death;
        if open && self.s.turns[place] >= self.r.house.turn_cap {
            self.say(Topic::Phase, None, || {
                "Everybody has had all turns: full-time without a call".to_owned()
            });
            self.lock();
            return;
        }
        self.s.turns[place] += 1;
        self.s.count(column::TURNS);
        if self.s.sudden_death {
            self.s.count(column::SUDDEN_TURNS);
        } else if self.s.matchday == 0 {
            self.s.count(column::FIRST_DAY_TURNS);
        }
        self.s.active = seat;
        self.s.extra_turn = extra;
        self.s.extra_due = false;
        self.s.walls &= !(1 << seat);
        let turn = self.s.turns[place];
        self.say(Topic::Phase, Some(seat), || {
            let extra = if extra { " (extra turn)" } else { "" };
            format!("{}, turn {turn} of the matchday{extra}", words::seat(seat))
        });
        let dry = self.r.house.dry_first && self.s.log.counts[column::TURNS.place()] == 1;
        for _ in 0..if dry { 0 } else { self.r.draw_per_turn } {
            self.draw(seat);
        }
        if self.r.house.catch_up && !self.s.sudden_death && self.s.last_alone(self.r.managers) == Some(seat) {
            self.say(Topic::Effect, Some(seat), || {
                format!("{} is last and draws a card more", words::seat(seat))
            });
            self.draw(seat);
        }
        self.s.actions_left = self.r.actions;
        self.ask(Phase::Act, seat);
    }

    #[inline]
    pub fn act(&mut self, chosen: Move) {
        let seat = self.s.active;
        match chosen.kind() {
            kind::PASS => {
                self.s.count(column::PASSES);
                self.acted();
            }
            kind::PLAY => self.play_card(seat, chosen.a()),
            kind::TACKLE => {
                let card = self.card_at(chosen.a(), chosen.b());
                self.spend_one(seat, TACKLES);
                self.tackle(chosen.a(), card, NONE);
            }
            kind::TACKLE2 => {
                let first = self.card_at(chosen.a(), chosen.b());
                let second = self.card_at(chosen.a(), chosen.c());
                self.spend_one(seat, TACKLES);
                if !self.r.derby_one_card {
                    self.spend_one(seat, TACKLES);
                }
                self.tackle(chosen.a(), first, second);
            }
            kind::YELLOW | kind::RED => self.book(chosen),
            _ => self.referee(chosen),
        }
    }

    fn card_at(&self, seat: u8, place: u8) -> Card {
        self.s.pitches[usize::from(seat)].order[usize::from(place)]
    }

    /// PLAY, by D1 or D2; a forward opens Window C (INST-04).
    fn play_card(&mut self, seat: u8, h: u8) {
        let card = self.hand(seat).at(h);
        self.put(seat, card);
        if cards::position(card) == FWD && self.r.build_instants {
            self.s.pending = Pending { deed: Deed::Forward, seat, card, second: NONE };
            self.ask_offside(seat);
        } else {
            self.acted();
        }
    }

    /// A field card goes from hand to pitch, unbooked.
    pub fn put(&mut self, seat: u8, card: Card) {
        self.hand(seat).remove(card);
        self.s.pitches[usize::from(seat)].push(card);
        self.s.count(column::PLAYS);
    }

    fn tackle(&mut self, owner: u8, card: Card, second: Card) {
        self.s.pending = Pending { deed: Deed::Tackle, seat: owner, card, second };
        self.declare_tackle();
    }

    fn book(&mut self, chosen: Move) {
        let red = chosen.kind() == kind::RED;
        let owner = chosen.a();
        let card = self.card_at(owner, chosen.b());
        self.spend_one(self.s.active, if red { REDS } else { YELLOWS });
        self.s.count(if red { column::REDS } else { column::YELLOWS });
        let deed = if red { Deed::Red } else { Deed::Yellow };
        self.s.pending = Pending { deed, seat: owner, card, second: NONE };
        self.declare_booking();
    }

    /// Referee cards as actions (REF-02 to REF-06).
    fn referee(&mut self, chosen: Move) {
        let seat = self.s.active;
        self.s.count(column::BUILD_REFEREES);
        match chosen.kind() {
            kind::ADDED_TIME => {
                self.spend_one(seat, Official::AddedTime.mask());
                self.s.extra_due = true;
                self.acted();
            }
            kind::SUBSTITUTION => {
                self.spend_one(seat, Official::Substitution.mask());
                // The index is into the hand as it was; field cards come
                // first, so a referee card's leaving doesn't move them.
                self.exchange(seat, chosen.a(), chosen.b());
                self.acted();
            }
            kind::QUICK_RESTART => {
                self.spend_one(seat, Official::QuickRestart.mask());
                self.draw(seat);
                self.draw(seat);
                self.ask(Phase::Quick, seat);
            }
            kind::THE_WALL => {
                self.spend_one(seat, Official::TheWall.mask());
                self.s.walls |= 1 << seat;
                self.acted();
            }
            _ => {
                self.spend_one(seat, Official::Overturned.mask());
                let card = self.card_at(seat, chosen.a());
                self.s.pitches[usize::from(seat)].booked &= !(1 << card);
                self.acted();
            }
        }
    }

    pub fn quick(&mut self, chosen: Move) {
        if chosen.kind() == kind::PLAY {
            self.play_card(self.s.active, chosen.a());
        } else {
            self.acted();
        }
    }

    /// An own pitch card for a hand card (REF-03): the newcomer arrives last.
    pub fn exchange(&mut self, seat: u8, place: u8, h: u8) {
        let outgoing = self.card_at(seat, place);
        let incoming = self.hand(seat).at(h);
        let pitch = &mut self.s.pitches[usize::from(seat)];
        let marked = pitch.is_booked(outgoing);
        pitch.remove(outgoing);
        pitch.push(incoming);
        if marked && !self.r.sub_clears {
            pitch.booked |= 1 << incoming;
        }
        self.hand(seat).remove(incoming);
        self.hand(seat).insert(outgoing);
        let rules = self.r;
        self.say(Topic::Effect, Some(seat), || {
            let (incoming, outgoing) = (words::card(rules, incoming), words::card(rules, outgoing));
            format!("{incoming} comes on for {outgoing}, which returns to hand")
        });
    }

    /// After an action: the next one, or the end of the turn.
    #[inline]
    pub fn acted(&mut self) {
        self.s.actions_left -= 1;
        if self.s.actions_left > 0 {
            self.ask(Phase::Act, self.s.active);
        } else {
            self.limit();
        }
    }

    /// The hand limit (TURN-06), then the call (TURN-07).
    #[inline]
    pub fn limit(&mut self) {
        let seat = self.s.active;
        if over_limit(&self.s.hands[usize::from(seat)]) {
            self.ask(Phase::Limit, seat);
        } else if self.s.sudden_death {
            self.sudden_death_turn_over();
        } else {
            let pitch = &self.s.pitches[usize::from(seat)];
            let open = self.s.caller == NOBODY;
            if open
                && slots::empty_slots(&pitch.counts, self.r.one_ten) == 0
                && pitch.complete(self.r)
                && self.s.turns[usize::from(seat)] >= self.r.min_turns
            {
                self.ask(Phase::Call, seat);
            } else {
                self.next_turn();
            }
        }
    }

    pub fn next_turn(&mut self) {
        let seat = self.s.active;
        if self.s.caller != NOBODY {
            self.next_closing_turn();
        } else if self.s.extra_due {
            self.begin_turn(seat, true);
        } else {
            self.begin_turn(self.s.left_of(seat), false);
        }
    }

    pub fn call(&mut self, called: bool) {
        if !called {
            self.next_turn();
            return;
        }
        let caller = self.s.active;
        self.s.caller = caller;
        self.s.extra_due = false;
        let turns = i32::from(self.s.turns[usize::from(caller)]);
        self.s.count(column::CALLS);
        if self.s.matchday == 0 {
            self.s.count(column::FIRST_CALLS);
            self.s.add(column::FIRST_CALL_TURN, turns);
            self.s.log.first_caller = caller;
        } else {
            self.s.count(column::LATER_CALLS);
            self.s.add(column::LATER_CALL_TURN, turns);
            if self.s.turns.iter().sum::<u16>() == 1 {
                self.s.count(column::INSTANT_CALLS);
            }
            if self.s.log.last_caller == caller {
                self.s.count(column::REPEAT_CALLS);
            }
        }
        self.s.log.last_caller = caller;
        self.s.closing = self.r.closing_turns * (self.r.managers - 1);
        let each = self.r.closing_turns;
        self.say(Topic::Phase, Some(caller), || {
            format!("{} calls FULL-TIME: every other manager takes {each} more turns", words::seat(caller))
        });
        self.next_closing_turn();
    }

    /// One lap after another from the caller's left (CALL-06).
    fn next_closing_turn(&mut self) {
        if self.s.closing == 0 {
            self.lock();
            return;
        }
        let others = self.r.managers - 1;
        let taken = self.r.closing_turns * others - self.s.closing;
        self.s.closing -= 1;
        let seat = fixtures::left(self.r, self.s.matchday, self.s.caller, 1 + taken % others);
        self.begin_turn(seat, false);
    }

    /// The open part ran into the turn cap: matches follow at once.
    fn capped(&mut self) {
        self.s.capped = true;
        self.s.count(column::CAPPED);
        self.say(Topic::Phase, None, || "Nobody calls: the build phase is stopped".to_owned());
        self.lock();
    }
}
