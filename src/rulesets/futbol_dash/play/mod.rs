//! The course of a match: set-up, turns in the order of their steps, and what
//! a chosen code does. Comes in: a state and a code. Goes out: the state at the
//! next question or at the end.
//!
//! Every step says what is [`Next`]; one loop carries the match on until
//! somebody must be asked.
//!
//! The way that nearly every turn goes (lay, nobody answers, attack points
//! move, next turn, draw, ask) is one straight piece of code; what happens
//! seldom is kept out of it by `inline(never)`.

#![expect(clippy::inline_always, reason = "measured: the usual way through a turn without calls")]

mod answers;
mod deck;
mod effects;
mod ending;
mod house;
pub(super) mod shootout;
pub(super) mod shots;

use super::FutbolDash;
use super::goods;
use super::moves::{self, Code, DISCARD, Moves};
use super::rules::Rules;
use super::state::{Ending, Phase, State};
use super::switches::{CatchUp, NoLegalPlay};
use crate::chance::{Chance, MAX_SEATS};
use crate::game::{Handed, Handout, Outcome, Play, Turn};
use crate::watch::{Topic, Watch};

/// What follows a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A seat is asked.
    Ask,
    /// The active player plays (another) card.
    Choose,
    /// One play of the turn is done.
    Played,
    /// The turn is done.
    TurnDone,
    /// The match is over.
    Over,
}

/// A match being carried on.
pub(super) struct Table<'a, C, W> {
    pub(super) rules: &'a Rules,
    pub(super) state: &'a mut State,
    pub(super) chance: &'a mut C,
    pub(super) watch: &'a mut W,
}

/// A seat in words.
pub(super) fn seat_name(seat: u8) -> String {
    format!("Seat {seat}")
}

/// Seats of a set in words: `Seat 0, Seat 1 and Seat 3`.
pub(super) fn seat_names(set: u8) -> String {
    let mut names: Vec<_> = shootout::seats_of(set).map(seat_name).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

/// A number of things in words.
pub(super) fn counted(number: u32, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

impl Play for FutbolDash {
    type State = State;
    type Move = Code;
    type Moves = Moves;

    fn card_ids(rules: &Rules) -> usize {
        rules.end.into()
    }

    #[inline]
    fn setup<C: Chance, W: Watch>(rules: &Rules, _seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        let mut state = State::new(rules);
        let mut table = Table { rules, state: &mut state, chance, watch };
        table.open();
        table.start();
        state
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Ask(state.asked),
        }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
        moves::legal(rules, state, moves);
    }

    #[inline]
    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        code: Code,
        chance: &mut C,
        watch: &mut W,
    ) {
        let mut table = Table { rules, state, chance, watch };
        let next = if table.state.phase == Phase::Play && code < DISCARD {
            let (kind, target) = moves::played(code);
            table.lay(kind, target)
        } else {
            table.apply_otherwise(code)
        };
        table.run(next);
    }

    fn hand_out<C: Chance>(rules: &Rules, state: &mut State, handout: Handout, chance: &mut C) -> Handed {
        goods::hand_out(rules, state, handout, chance)
    }

    fn verify(rules: &Rules, state: &State) -> Result<(), String> {
        super::laws::kept(rules, state)
    }

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        let mut score = [0; MAX_SEATS];
        for (goals, seat) in score.iter_mut().zip(&state.seats[..usize::from(rules.players)]) {
            *goals = i32::from(seat.goals);
        }
        match state.ending {
            Ending::Won => Outcome::shared(shootout::seats_of(state.winners), score),
            Ending::Stalemate => Outcome::unfinished(0, score),
            Ending::Cap | Ending::Running => Outcome::unfinished(1, score),
        }
    }
}

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// Begins the active seat's turn.
    #[inline(never)]
    pub(super) fn start(&mut self) {
        let next = self.begin_turn();
        self.run_on(next);
    }

    /// Begins at the play of the active seat's turn.
    pub(super) fn start_with_play(&mut self) {
        let next = self.choose();
        self.run_on(next);
    }

    #[inline(never)]
    fn apply_otherwise(&mut self, code: Code) -> Next {
        match self.state.phase {
            Phase::Play | Phase::Discard => self.discard_one((code - DISCARD) as u8),
            Phase::Substitute => self.exchange(moves::exchanged(code)),
            Phase::Foul => self.foul(code == 1),
            Phase::Var => self.var(code == 1),
            Phase::Over => unreachable!("nobody is asked after the end"),
        }
    }

    /// Carries the match on to the next question. Nearly always a play is done
    /// and the next turn brings the question.
    #[inline(always)]
    fn run(&mut self, next: Next) {
        let mut next = next;
        if next == Next::Played {
            next = self.next_turn(next);
        }
        if next != Next::Ask {
            self.run_on(next);
        }
    }

    #[inline(never)]
    fn run_on(&mut self, next: Next) {
        let mut next = next;
        loop {
            match next {
                Next::Ask => return,
                Next::Choose => next = self.choose(),
                Next::Played | Next::TurnDone => next = self.next_turn(next),
                Next::Over => {
                    self.state.phase = Phase::Over;
                    return;
                }
            }
        }
    }

    /// FD-TURN-06.
    #[inline(always)]
    fn next_turn(&mut self, after: Next) -> Next {
        if after == Next::Played {
            self.state.plays_left -= 1;
            if self.state.plays_left > 0 {
                return Next::Choose;
            }
        }
        if let Some(over) = self.end_turn() {
            return over;
        }
        self.begin_turn()
    }

    /// Asks a seat a question.
    #[inline]
    pub(super) fn ask(&mut self, phase: Phase, seat: u8) -> Next {
        self.state.phase = phase;
        self.state.asked = seat;
        Next::Ask
    }

    pub(super) fn say(&mut self, topic: Topic, seat: u8, text: impl FnOnce() -> String) {
        self.watch.say(topic, Some(seat), text);
    }

    /// FD-TURN-01: a skipped turn (FD-GC-22), or the draw.
    #[inline(always)]
    fn begin_turn(&mut self) -> Next {
        let rules = self.rules;
        let active = self.state.active;
        let state = &mut *self.state;
        state.counts.turns += 1;
        state.drew = false;
        state.acted = false;
        state.stuck = false;
        state.plays_left = rules.plays;
        let turn = state.counts.turns;
        self.say(Topic::Phase, active, || format!("Turn {turn}: {}", seat_name(active)));
        if self.state.seat(active).yellow > 0 {
            return self.skip_turn();
        }
        let seat = self.state.seat_mut(active);
        if rules.house.dry_first && turn == 1 {
            self.state.acted = true;
            self.say(Topic::Effect, active, || {
                format!("{} does not draw in the first turn, by house rule.", seat_name(active))
            });
        } else if seat.no_draw > 0 {
            seat.no_draw -= 1;
            self.state.acted = true;
            self.say(Topic::Effect, active, || {
                format!("{} does not draw because of a Red Card.", seat_name(active))
            });
        } else if rules.no_legal_play != NoLegalPlay::Keep
            || i16::from(seat.hand_len) <= i16::from(rules.hand_size) - i16::from(seat.reds)
        {
            self.draw_card(active);
            for _ in 1..rules.plays {
                self.draw(active);
            }
        } else {
            let held = seat.hand_len;
            self.say(Topic::Card, active, || {
                let hand = counted(held.into(), "card");
                format!("{} does not draw: it still holds {hand}.", seat_name(active))
            });
        }
        if rules.house.catch_up != CatchUp::None {
            self.catch_up(active);
        }
        let seat = self.state.seat(active);
        // FD-AP-08: one short of the target, and no Penalty to shoot with.
        let dead_end = seat.ap + 1 == rules.ap_target && seat.kinds & rules.penalty_bit == 0;
        self.state.counts.dead_end += u32::from(dead_end);
        self.choose()
    }

    /// FD-GC-13, FD-GC-22: neither draw nor play; the Yellow Card is discarded.
    #[cold]
    fn skip_turn(&mut self) -> Next {
        let active = self.state.active;
        let rest = self.state.pending & self.state.pending.wrapping_sub(1);
        self.state.discard.0[1] |= self.state.pending ^ rest;
        self.state.pending = rest;
        self.state.seat_mut(active).yellow -= 1;
        self.state.counts.skipped += 1;
        self.state.acted = true;
        self.say(Topic::Effect, active, || {
            format!("{} is skipped because of a Yellow Card.", seat_name(active))
        });
        Next::TurnDone
    }

    /// FD-TURN-02, FD-TURN-07, FD-TURN-08: a legal card must be played; what
    /// happens without one is a switch.
    #[inline(always)]
    fn choose(&mut self) -> Next {
        let active = self.state.active;
        let (options, any) = moves::options(self.rules, self.state);
        self.state.options = options;
        if any {
            return self.ask(Phase::Play, active);
        }
        self.stuck()
    }

    /// The active player has no legal card.
    #[inline(never)]
    fn stuck(&mut self) -> Next {
        let active = self.state.active;
        if !self.state.stuck {
            self.state.stuck = true;
            self.state.counts.no_legal += 1;
        }
        let holds_none = self.state.seat(active).hand_len == 0;
        self.say(Topic::Effect, active, || {
            let cards = if holds_none { "card" } else { "legal card" };
            format!("{} has no {cards}.", seat_name(active))
        });
        if self.state.seat(active).hand_len == 0 {
            return Next::TurnDone;
        }
        if self.rules.free_discard {
            return self.ask(Phase::Play, active);
        }
        match self.rules.no_legal_play {
            NoLegalPlay::DiscardOne => self.ask(Phase::Discard, active),
            NoLegalPlay::Keep => Next::TurnDone,
            NoLegalPlay::Redraw => self.redraw(),
        }
    }

    /// FD-D2.
    fn discard_one(&mut self, kind: u8) -> Next {
        let seat = self.state.asked;
        let bit = self.state.take(self.rules, seat, kind);
        self.state.toss(self.rules, kind, bit);
        self.state.acted = true;
        Next::Played
    }

    /// `no-legal-play` = redraw.
    #[cold]
    fn redraw(&mut self) -> Next {
        let active = self.state.active;
        self.state.acted = true;
        self.say(Topic::Card, active, || format!("{} discards its hand and draws anew.", seat_name(active)));
        self.discard_hand(active);
        self.deal_hand(active);
        Next::TurnDone
    }
}
