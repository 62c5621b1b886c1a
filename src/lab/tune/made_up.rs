//! Made-up games for what the searches claim: coins whose chance follows from the
//! place, on luck that all places share, as arms of one block do.

use std::collections::BTreeMap;

use crate::stats::Estimate;
use crate::stats::rate;
use crate::stats::sequential::asymptotic;
use crate::stats::simulate::Dice;
use crate::stats::sums::BlockSums;

/// One luck, many places.
pub struct Coins {
    luck: Vec<f64>,
    dice: Dice,
    sums: BTreeMap<usize, BlockSums>,
    level: f64,
    tightest: u64,
}

impl Coins {
    /// Coins keyed by what is simulated and the repetition's number; intervals
    /// of this level, narrowest at `tightest` games.
    pub fn new(what: &str, repetition: u64, level: f64, tightest: u64) -> Self {
        Self { luck: Vec::new(), dice: Dice::new(what, repetition), sums: BTreeMap::new(), level, tightest }
    }

    fn play(&mut self, place: usize, chance: f64, games: u64) -> BlockSums {
        while (self.luck.len() as u64) < games {
            self.luck.push(self.dice.unit());
        }
        let sums = self.sums.entry(place).or_insert(BlockSums::EMPTY);
        for block in sums.blocks..games {
            sums.add(i64::from(self.luck[block as usize] < chance));
        }
        *sums
    }

    /// Plays a place on to `games` games: an always-valid interval.
    pub fn measure(&mut self, place: usize, chance: f64, games: u64) -> Estimate {
        let sums = self.play(place, chance, games);
        asymptotic::mean(&sums, 1.0, self.tightest, self.level).unwrap()
    }

    /// The same with the interval for a number of games fixed beforehand.
    pub fn fixed(&mut self, place: usize, chance: f64, games: u64) -> Estimate {
        let sums = self.play(place, chance, games);
        rate::wilson_blocks(&sums, 1.0, 1, self.level).unwrap()
    }
}
