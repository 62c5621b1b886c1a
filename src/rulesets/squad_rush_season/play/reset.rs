//! From one matchday to the next (RESET-*).

use super::Game;
use crate::chance::{Chance, Source};
use crate::watch::{Topic, Watch};

use super::super::cards::ones;
use super::super::observe::column;
use super::super::sevens::NO_SEVEN;
use super::super::state::NOBODY;
use super::super::switches::{CarryOver, Starter};

impl<C: Chance, W: Watch> Game<'_, C, W> {
    /// After the last fixture: the table, or the reset (RESET-*).
    pub fn matchday_over(&mut self) {
        let turns = u32::from(self.s.log.counts[column::TURNS.place()]);
        let points = self.s.table[..usize::from(self.r.managers)].iter().map(|row| row.points);
        self.s.log.lead.note(turns, points);
        if self.s.matchday + 1 == self.r.matchdays {
            self.season_over();
            return;
        }
        self.carry_over();
        if self.s.deck_len <= self.r.thin && !self.s.discard.is_empty() {
            self.s.count(column::THIN_RESETS);
            self.reshuffle();
        }
        let after = self.s.left_of(self.s.starter);
        let starter = match self.r.next_starter {
            Starter::Caller if self.s.caller != NOBODY => self.s.caller,
            Starter::Caller | Starter::Rotate => after,
            Starter::LastInTable => self.last_in_table(),
        };
        self.s.matchday += 1;
        let starter =
            if self.r.house.swaps_before(self.s.matchday) { self.swap_seats(starter) } else { starter };
        self.begin_matchday(starter);
    }

    /// Half-time: play goes the other way round from now on, and whoever sits
    /// where the beginner sat begins, unless the last in the table does
    /// (SQR-HOUSE-07).
    fn swap_seats(&mut self, starter: u8) -> u8 {
        self.s.swapped = true;
        self.say(Topic::Phase, None, || {
            "Half-time: seats are swapped and play goes the other way round".to_owned()
        });
        match self.r.next_starter {
            Starter::Caller | Starter::Rotate => self.r.managers - 1 - starter,
            Starter::LastInTable => starter,
        }
    }

    fn carry_over(&mut self) {
        for seat in 0..usize::from(self.r.managers) {
            if self.r.wipe_bookings {
                self.s.pitches[seat].booked = 0;
            }
            let seven = self.s.sevens[seat];
            let leaves = match self.r.carry_over {
                CarryOver::Stay => continue,
                CarryOver::SevenOnly if seven == NO_SEVEN => continue,
                CarryOver::SevenOnly => {
                    seven.iter().fold(self.s.pitches[seat].field, |field, &card| field & !(1 << card))
                }
                CarryOver::Clear => self.s.pitches[seat].field,
            };
            for card in ones(leaves) {
                self.s.pitches[seat].remove(card);
                self.s.discard.insert(card);
            }
        }
    }

    fn last_in_table(&mut self) -> u8 {
        let n = self.r.managers;
        let standing = |seat: u8| self.s.table[usize::from(seat)].standing();
        let lowest = (0..n).map(standing).min().unwrap_or_default();
        let tied = (0..n).filter(|&seat| standing(seat) == lowest).count() as u32;
        let lot = self.chance.below(Source::TABLE, tied) as usize;
        let standing = |seat: u8| self.s.table[usize::from(seat)].standing();
        (0..n).filter(|&seat| standing(seat) == lowest).nth(lot).unwrap_or(0)
    }
}
