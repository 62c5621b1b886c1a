//! House rules that the printed game lacks, at play: all of it away from the
//! usual way through a turn.

use super::super::state::Seat;
use super::super::switches::{CapTieBreak, CatchUp, WhoBegins};
use super::{Next, Table, counted, seat_name, seat_names};
use crate::chance::Chance;
use crate::game::rounds::{Begins, Half, alone_last};
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// The seat of the next turn where turns don't simply go clockwise
    /// (FD-HOUSE-03, -08).
    #[cold]
    pub(super) fn next_by_house(&mut self) -> u8 {
        let (players, state) = (self.rules.players, &mut *self.state);
        let (rounds, active) = (state.rounds, state.active);
        let mut next = rounds;
        let seat = next.next(active, players, || match self.rules.house.begins {
            WhoBegins::Printed => Begins::Same,
            WhoBegins::Rotates => Begins::Next,
            WhoBegins::Lowest => Begins::Seat(rounds.least(active, players, |seat| state.seat(seat).goals)),
        });
        state.rounds = next;
        seat
    }

    /// FD-HOUSE-08: the first Halftime ends the first half.
    pub(super) fn half_time(&mut self) {
        if self.rules.house.swap && self.state.rounds.half() == Half::First {
            self.state.rounds.end_half();
            self.watch.say(Topic::Phase, None, || {
                "After this round seats are swapped and play goes the other way round.".to_owned()
            });
        }
    }

    /// FD-HOUSE-07: help for whoever alone has the fewest goals, after the draw.
    #[cold]
    pub(super) fn catch_up(&mut self, active: u8) {
        let rules = self.rules;
        if alone_last(rules.players, |seat| self.state.seat(seat).goals) != Some(active) {
            return;
        }
        match rules.house.catch_up {
            CatchUp::None => {}
            CatchUp::Ap1 => {
                let seat = self.state.seat_mut(active);
                if seat.ap + 1 < rules.ap_target {
                    seat.ap += 1;
                    let ap = seat.ap;
                    self.say(Topic::Effect, active, || {
                        let points = counted(ap.into(), "attack point");
                        format!("{} is last and is given one: it stands at {points}.", seat_name(active))
                    });
                }
            }
            CatchUp::Card => {
                let seat = self.state.seat(active);
                if seat.hand_len + seat.reds <= rules.hand_size + rules.plays {
                    self.say(Topic::Effect, active, || {
                        format!("{} is last and draws a card more.", seat_name(active))
                    });
                    self.draw(active);
                }
            }
        }
    }

    /// FD-HOUSE-05, FD-HOUSE-06: most goals win when everybody has had so many
    /// turns.
    #[cold]
    pub(super) fn turn_cap(&mut self, tie_break: CapTieBreak) -> Next {
        let level = self.most(|seat| seat.goals);
        self.watch.say(Topic::Phase, None, || {
            format!("Everybody has had all turns: {} at the top", seat_names(level))
        });
        if level.is_power_of_two() {
            return self.won(level);
        }
        self.state.counts.level_at_top = true;
        let level = match tie_break {
            CapTieBreak::Shared => return self.won(level),
            CapTieBreak::ShootOut => level,
            CapTieBreak::AttackPoints => {
                let top = self.state.seat(level.trailing_zeros() as u8).goals;
                self.most(|seat: &Seat| if seat.goals == top { 1 + seat.ap } else { 0 })
            }
        };
        if level.is_power_of_two() {
            return self.won(level);
        }
        let winner = self.shoot_out(level);
        self.won(1 << winner)
    }
}
