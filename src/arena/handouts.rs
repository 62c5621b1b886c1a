//! Blocks in which one seat is handed a good, or has one taken from it, beside
//! the same game as it is.
//!
//! In: an arm and a range of blocks. Out: per block and handout what it did to
//! that seat's share, as integers. A block is one game as it is and one for each
//! handout that could be, all on the same luck and at the same table.

use std::ops::Range;

use super::batch::Arm;
use super::one_game::{Offer, Scratch, play_opened};
use crate::game::{Handout, LUCK, Ruleset, Way};
use crate::halt;
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
    /// The seat's luck with it minus without, in parts of [`FINE`]: 0 on average
    /// where it took place, because both games have played as one until then.
    pub luck: i32,
    /// Whether the seat then used the good.
    pub used: bool,
}

/// What one whole unit of luck is in [`Trial::luck`]: coarser than as it is
/// counted, so that sums of its squares have room.
pub const FINE: i32 = 1 << 12;

/// Position of a handout among a block's trials.
#[must_use]
pub const fn place(good: usize, way: Way) -> usize {
    2 * good + way as usize
}

/// The luck of a seat in parts of [`FINE`], to the nearest.
fn fine<R: Ruleset>(rules: &R::Rules, state: &R::State, seat: usize) -> i32 {
    let unit = LUCK / FINE;
    (R::luck(rules, state)[seat] + unit / 2).div_euclid(unit)
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
        let (mut chance, mut table, mut scratch) =
            (self.chance(luck), self.table(luck), Scratch::at(self.desk()));
        let mut trials = vec![Trial::default(); 2 * goods.len()];
        for block in range {
            halt::look_up();
            let luck = self.luck(block);
            let seat = (block % seats as u64) as u8;
            let rotation = (block / seats as u64 % seats as u64) as u32;
            let mut share = |handout: Option<Handout>, scratch: &mut Scratch<R>| {
                chance.restart(luck);
                self.sit(&mut table, luck, rotation);
                let game = block * u64::from(self.rotations);
                if let Some(desk) = &mut scratch.desk {
                    desk.sit_down(game);
                }
                let (sat, bots, whims) = (&table.seating[..seats], &table.bots, &mut table.whims);
                let mut offer = Offer::of(handout);
                let (chance, watch) = (&mut chance, &mut W::default());
                let state = play_opened(&self.rules, sat, bots, whims, chance, watch, scratch, &mut offer);
                self.hold(game, watch);
                let seat = usize::from(seat);
                let told = || {
                    [R::outcome(&self.rules, &state).share[seat].into(), fine::<R>(&self.rules, &state, seat)]
                };
                offer.stands().then(told)
            };
            let plain = share(None, &mut scratch).unwrap_or([0; 2]);
            for (good, of) in goods.iter().enumerate().filter(|(good, _)| wanted[*good]) {
                for way in WAYS {
                    let at = place(good, way);
                    let lot = (mix(luck.low() ^ mix(1 + at as u64)) >> 32) as u32;
                    let with = share(Some(Handout { good, seat, way, lot }), &mut scratch);
                    let uses = &scratch.tape.uses[usize::from(seat)];
                    let used = with.is_some() && of.items.iter().any(|&item| uses[usize::from(item)] > 0);
                    let [change, luck] = with.map_or([0; 2], |with| [with[0] - plain[0], with[1] - plain[1]]);
                    trials[at] = Trial { took: with.is_some(), change, luck, used };
                }
            }
            each(&trials);
        }
    }
}
