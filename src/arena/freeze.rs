//! Games played again with one half of what decides them: the same luck with
//! other whims, the same whims with other luck.
//!
//! In: an arm and a range of blocks. Out: per block the shares of three games:
//! as it is, on the same luck played otherwise, and played the same on other
//! luck. Luck is all chance of the rules, the deal and the dice; how a game is
//! played is who sits where, and everybody's whims.

use std::ops::Range;

use super::batch::Arm;
use super::one_game::{Scratch, play};
use crate::chance::{MAX_SEATS, Stream, Whim};
use crate::game::Ruleset;
use crate::halt;
use crate::seed::{Luck, mix, of_text};
use crate::watch::Silent;

/// What sets the parts of a block apart.
const OTHERWISE: u64 = of_text("the same deal, played otherwise");

/// The shares of every seat in the game as it is, with other whims, with other
/// luck; in parts of [`WIN`](crate::game::WIN).
pub type Frozen = [[u8; MAX_SEATS]; 3];

impl<R: Ruleset> Arm<R> {
    /// Plays the blocks of `range`, three games each, all dealt as to arms that
    /// share luck, so that the same deal stays the same where play differs.
    pub fn frozen(&self, range: Range<u64>, each: &mut dyn FnMut(Frozen)) {
        let seats = self.seats();
        let luck = self.luck(0);
        let (mut chance, mut table, mut scratch) =
            (Stream::paired(luck, R::card_ids(&self.rules)), self.table(luck), Scratch::at(self.desk()));
        for block in range {
            halt::look_up();
            let own = self.luck(block);
            let part = |which: u64| Luck::imagined(mix(own.low() ^ OTHERWISE), which);
            let (one, another) = (part(0), part(1));
            each([(own, one), (own, another), (part(2), one)].map(|(luck, play_by)| {
                let rotation = Whim::new(play_by, 0, 0).below(seats as u32);
                self.sit(&mut table, play_by, rotation);
                if let Some(desk) = &mut scratch.desk {
                    desk.sit_down(block);
                }
                chance.restart(luck);
                let (sat, bots, whims) = (&table.seating[..seats], &table.bots, &mut table.whims);
                let state = play(&self.rules, sat, bots, whims, &mut chance, &mut Silent, &mut scratch);
                R::outcome(&self.rules, &state).share
            }));
        }
    }
}
