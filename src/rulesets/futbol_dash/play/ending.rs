//! The end of turns and matches.

use super::super::rules::Rules;
use super::super::state::{Ending, Seat};
use super::super::switches::{DeckOut, Simultaneous};
use super::{Next, Table, seat_names};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// FD-END-01, FD-END-02: has anybody the goals that win?
    pub(super) fn check_goals(&mut self, shooter: u8) -> Next {
        let players = self.rules.players;
        let mut there = 0_u8;
        for seat in 0..players {
            there |= u8::from(self.state.seat(seat).goals >= self.rules.goals_to_win) << seat;
        }
        if there == 0 {
            return Next::Played;
        }
        if there.is_power_of_two() {
            return self.won(there);
        }
        self.state.counts.simultaneous = true;
        match self.rules.simultaneous {
            Simultaneous::ShootOut => {
                let winner = self.shoot_out(there);
                self.won(1 << winner)
            }
            Simultaneous::Shared => self.won(there),
            Simultaneous::TurnOrder => {
                let from_left = (1..players).map(|offset| (shooter + offset) % players);
                let first = from_left.into_iter().find(|&seat| there >> seat & 1 == 1);
                self.watch.say(Topic::Effect, None, || {
                    format!("{} are there at once: the next in turn order wins.", seat_names(there))
                });
                self.won(1 << first.unwrap_or(shooter))
            }
        }
    }

    pub(super) fn won(&mut self, winners: u8) -> Next {
        self.state.ending = Ending::Won;
        self.state.winners = winners;
        self.watch.say(Topic::Result, None, || format!("{} won.", seat_names(winners)));
        Next::Over
    }

    /// FD-TURN-06, FD-END-04, FD-END-06 and the stops of section 7. `None` if
    /// the next seat is up.
    #[inline]
    pub(super) fn end_turn(&mut self) -> Option<Next> {
        let players = self.rules.players;
        let state = &mut *self.state;
        if state.acted {
            state.idle = 0;
            state.playless = 0;
        } else {
            state.idle = if state.drew { 0 } else { state.idle + 1 };
            state.playless = state.playless.saturating_add(1);
        }
        if state.deck_len == 0 && self.rules.deck_ends && self.deck_has_ended() {
            return Some(self.count_goals());
        }
        let state = &mut *self.state;
        if state.idle >= self.rules.house.idle {
            return Some(self.stopped(Ending::Stalemate, "nobody can do anything any more"));
        }
        if state.counts.turns >= self.rules.max_turns {
            return Some(match self.rules.house.cap {
                None => self.stopped(Ending::Cap, "the limit of turns is reached"),
                Some(tie_break) => self.turn_cap(tie_break),
            });
        }
        let next = state.active + 1;
        self.state.active = match next {
            _ if !self.rules.house.plain => self.next_by_house(),
            _ if next == players => 0,
            _ => next,
        };
        None
    }

    /// FD-END-04: whether a match whose deck is empty is over.
    #[inline(never)]
    fn deck_has_ended(&self) -> bool {
        let Rules { players, house, .. } = self.rules;
        match self.rules.deck_out {
            DeckOut::DeckEmpty => true,
            DeckOut::HandsOut => {
                self.state.playless >= house.idle || self.state.seats.iter().all(|seat| seat.hand_len == 0)
            }
            DeckOut::FullRound if house.plain => self.state.active + 1 == *players,
            DeckOut::FullRound => self.state.rounds.is_last(*players),
        }
    }

    /// FD-END-03, FD-END-05: most goals; level at the top, a shoot-out.
    #[cold]
    fn count_goals(&mut self) -> Next {
        let level = self.most(|seat| seat.goals);
        self.watch.say(Topic::Phase, None, || "The Action Deck has run out".to_owned());
        if level.is_power_of_two() {
            return self.won(level);
        }
        self.state.counts.level_at_top = true;
        let winner = self.shoot_out(level);
        self.won(1 << winner)
    }

    /// The players with the most of something, as bits.
    pub(super) fn most(&self, of: impl Fn(&Seat) -> u8) -> u8 {
        let seats = &self.state.seats[..usize::from(self.rules.players)];
        let most = seats.iter().map(&of).max().unwrap_or(0);
        (0_u8..).zip(seats).fold(0, |level, (seat, player)| level | u8::from(of(player) == most) << seat)
    }

    #[cold]
    fn stopped(&mut self, ending: Ending, why: &'static str) -> Next {
        self.state.ending = ending;
        self.watch.say(Topic::Result, None, || format!("Unfinished: {why}."));
        Next::Over
    }
}
