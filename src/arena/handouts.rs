//! Blocks in which one seat is handed a good, or has one taken from it, beside
//! the same game as it is.
//!
//! In: an arm and a range of blocks. Out: per block and handout what it did to
//! that seat's share, as integers. A block is one game as it is and one for each
//! handout that could be, all on the same luck and at the same table.

use std::ops::Range;

use super::batch::Arm;
use super::one_game::{Offer, Scratch, play_opened};
use crate::game::{Handout, Ruleset, Way};
use crate::seed::mix;
use crate::watch::{Audit, Silent, Watch};

/// Both ways of a good, in the order of trials.
const WAYS: [Way; 2] = [Way::More, Way::Less];

/// What one handout did in one block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trial {
    /// Whether it took place: some copy was left to give, or the seat held one
    /// to take.
    pub took: bool,
    /// The seat's share with it minus without, in parts of
    /// [`WIN`](crate::game::WIN); 0 where it didn't take place.
    pub change: i32,
    /// Whether the seat then used the good.
    pub used: bool,
}

/// Position of a handout among a block's trials.
#[must_use]
pub const fn place(good: usize, way: Way) -> usize {
    2 * good + way as usize
}

impl<R: Ruleset> Arm<R> {
    /// Plays the blocks of `range` with those goods that are `wanted`; `each`
    /// gets the trials of a block, two per good ([`place`]).
    ///
    /// The seat is the block's number modulo the seats, so that every seat has
    /// as many blocks; entrants move on when every seat has had its turn.
    pub fn handouts(&self, range: Range<u64>, wanted: &[bool], each: &mut dyn FnMut(&[Trial])) {
        match self.verified {
            None => self.handed::<Silent>(range, wanted, each),
            Some(_) => self.handed::<Audit>(range, wanted, each),
        }
    }

    fn handed<W: Watch + Default>(&self, range: Range<u64>, wanted: &[bool], each: &mut dyn FnMut(&[Trial])) {
        let (seats, goods) = (self.seats(), R::goods(&self.rules));
        let luck = self.luck(0);
        let (mut chance, mut table, mut scratch) = (self.chance(luck), self.table(luck), Scratch::default());
        let mut trials = vec![Trial::default(); 2 * goods.len()];
        for block in range {
            let luck = self.luck(block);
            let seat = (block % seats as u64) as u8;
            let rotation = (block / seats as u64 % seats as u64) as u32;
            let mut share = |handout: Option<Handout>, scratch: &mut Scratch<R>| {
                chance.restart(luck);
                self.sit(&mut table, luck, rotation);
                let (sat, bots, whims) = (&table.seating[..seats], &table.bots, &mut table.whims);
                let mut offer = Offer::of(handout);
                let (chance, watch) = (&mut chance, &mut W::default());
                let state = play_opened(&self.rules, sat, bots, whims, chance, watch, scratch, &mut offer);
                self.hold(block * u64::from(self.rotations), watch);
                offer.stands().then(|| i32::from(R::outcome(&self.rules, &state).share[usize::from(seat)]))
            };
            let plain = share(None, &mut scratch).unwrap_or(0);
            for (good, of) in goods.iter().enumerate().filter(|(good, _)| wanted[*good]) {
                for way in WAYS {
                    let at = place(good, way);
                    let lot = (mix(luck.low() ^ mix(1 + at as u64)) >> 32) as u32;
                    let with = share(Some(Handout { good, seat, way, lot }), &mut scratch);
                    let uses = &scratch.tape.uses[usize::from(seat)];
                    let used = with.is_some() && of.items.iter().any(|&item| uses[usize::from(item)] > 0);
                    trials[at] = Trial { took: with.is_some(), change: with.map_or(0, |s| s - plain), used };
                }
            }
            each(&trials);
        }
    }
}
