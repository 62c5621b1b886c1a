//! The penalty shoot-out: all chance, no decision.

use super::super::rules::{Grid, MAX_PLAYERS, Rules};
use super::shots::{Shot, left, turn_up};
use super::{Table, seat_name, seat_names};
use crate::chance::{Chance, Source};
use crate::game::LUCK;
use crate::watch::{Topic, Watch};

/// Rounds that everybody takes (FD-SO-03).
pub(in super::super) const ROUNDS: u32 = 5;
/// Rounds after which a fair draw settles it: a diagnostic, not a rule.
const ROUND_CAP: u32 = 1_000;

/// The seats of a set in rising order (FD-SO-08).
pub(in super::super) fn seats_of(set: u8) -> impl Iterator<Item = u8> + Clone {
    (0..MAX_PLAYERS as u8).filter(move |&seat| set >> seat & 1 == 1)
}

/// One round: each of `still` takes a card. Returns who scored and how often
/// the grid was laid anew (FD-SO-07).
pub(in super::super) fn round<C: Chance>(
    rules: &Rules,
    grid: &mut Grid,
    still: u8,
    chance: &mut C,
) -> (u8, u32) {
    let mut relays = 0;
    if left(*grid) < still.count_ones() {
        *grid = rules.shootout_grid;
        relays += 1;
    }
    let mut scored = 0;
    for seat in seats_of(still) {
        let shot = loop {
            // Only a Corner can use up cards that were counted for others.
            if left(*grid) == 0 {
                *grid = rules.shootout_grid;
                relays += 1;
            }
            let shot = turn_up(grid, Source::seat(seat), chance);
            if shot != Shot::Corner {
                break shot;
            }
        };
        scored |= u8::from(shot == Shot::Goal) << seat;
    }
    (scored, relays)
}

/// FD-SO-05, FD-SO-06: who is still in after a sudden-death round.
pub(in super::super) const fn survivors(still: u8, scored: u8) -> u8 {
    if scored == 0 { still } else { scored }
}

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// FD-SO: the winner among the seats of `level`, each as likely as the
    /// others: their cards are dealt without replacement, and the grid is laid
    /// anew between rounds only. Corners could use it up within a round, so
    /// with them no luck is counted.
    #[cold]
    pub(in super::super) fn shoot_out(&mut self, level: u8) -> u8 {
        let winner = self.play_shoot_out(level);
        if self.rules.shootout_grid[Shot::Corner as usize] == 0 {
            self.lucky(winner, LUCK);
            for seat in seats_of(level) {
                self.lucky(seat, -LUCK / level.count_ones() as i32);
            }
        }
        winner
    }

    fn play_shoot_out(&mut self, level: u8) -> u8 {
        self.state.counts.shoot_out = true;
        self.watch.say(Topic::Phase, None, || format!("Penalty shoot-out between {}", seat_names(level)));
        let mut grid = self.rules.shootout_grid;
        let mut goals = [0_u8; MAX_PLAYERS];
        for number in 1..=ROUNDS {
            let scored = self.shoot_out_round(&mut grid, level, number);
            for seat in seats_of(scored) {
                goals[usize::from(seat)] += 1;
            }
        }
        let most = goals.iter().copied().max().unwrap_or(0);
        let top = |seat: u8| level >> seat & 1 == 1 && goals[usize::from(seat)] == most;
        let mut still = 0;
        for seat in 0..self.rules.players {
            still |= u8::from(top(seat)) << seat;
        }
        let mut number = ROUNDS;
        while still.count_ones() > 1 {
            if number == ROUND_CAP {
                self.state.counts.shoot_out_capped = true;
                self.watch.say(Topic::Dice, None, || {
                    format!("Still level after {ROUND_CAP} rounds: a lot decides.")
                });
                let lot = self.chance.below(Source::TABLE, still.count_ones());
                let lucky = seats_of(still).nth(lot as usize);
                return lucky.expect("somebody is still in");
            }
            number += 1;
            self.state.counts.sudden += 1;
            let scored = self.shoot_out_round(&mut grid, still, number);
            still = survivors(still, scored);
        }
        still.trailing_zeros() as u8
    }

    fn shoot_out_round(&mut self, grid: &mut Grid, still: u8, number: u32) -> u8 {
        let (scored, relays) = round(self.rules, grid, still, self.chance);
        self.state.counts.relays += relays;
        self.watch.say(Topic::Dice, None, || {
            let result = |seat: u8| {
                let verb = if scored >> seat & 1 == 1 { "scores" } else { "does not score" };
                format!("{} {verb}", seat_name(seat))
            };
            let results: Vec<_> = seats_of(still).map(result).collect();
            format!("Round {number}: {}.", results.join(", "))
        });
        scored
    }
}
