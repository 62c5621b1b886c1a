//! The only place where a generator is born.
//!
//! In: a run's seed, a pairing key, a block, a purpose. Out: xoshiro256++
//! generators whose state is a pure function of those. Nothing here depends on
//! threads, batches, shards or the clock.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The pairing key of imagined games.
const IMAGINED: u64 = of_text("a bot imagines how the game goes on");

/// `SplitMix64`'s finaliser (Steele, Lea, Flood 2014): a bijection on 64 bits.
#[inline]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// 64 bits of a text (FNV-1a, then mixed), for pairing keys.
#[must_use]
pub const fn of_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        i += 1;
    }
    mix(hash)
}

/// What fixes a game's luck: the run's seed, the arm's pairing key, the block.
///
/// Arms with the same pairing key see the same luck in the same block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luck {
    root: u64,
    block: u64,
}

impl Luck {
    /// The luck of one block. For a fixed seed and pairing key no two blocks
    /// share a key, because [`mix`] is a bijection.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64, pairing: u64, block: u64) -> Self {
        let root = mix(mix(seed.wrapping_add(GOLDEN)) ^ pairing.rotate_left(32));
        Self { root, block: mix(block ^ root) }
    }

    /// The luck of part `id` of the same game (see `Chance::section`).
    #[inline]
    #[must_use]
    pub const fn section(self, id: u32) -> Self {
        // Both halves must change: with the block's half alone kept, the first
        // draws of a section would be the game's own, shifted by a constant.
        let root = mix(self.root ^ mix(GOLDEN ^ id as u64));
        Self { root, block: mix(self.block ^ root) }
    }

    /// The luck of one imagined game of a bot that searches: `key` is drawn
    /// from its whims once per decision, `playout` counts from 0 within it.
    /// Nothing of a game's own luck enters, so that nothing of it can be
    /// foreseen.
    #[inline]
    #[must_use]
    pub const fn imagined(key: u64, playout: u64) -> Self {
        Self::new(key, IMAGINED, playout)
    }

    /// 64 bits that no other block of the same run shares.
    #[inline]
    #[must_use]
    pub(crate) const fn low(self) -> u64 {
        self.block
    }

    /// The generator of one stream. Streams `0..32` are chance (one per
    /// [`Source`](crate::chance::Source)), from 2^10 paired deals, from 2^20
    /// the entrants' whims.
    #[inline]
    #[must_use]
    pub fn generator(self, stream: u32) -> Xoshiro256PlusPlus {
        let lane = mix(GOLDEN.wrapping_mul(u64::from(stream) + 1));
        let words = [
            mix(self.block.wrapping_add(lane)),
            mix(self.root ^ lane.rotate_left(17)) ^ self.block,
            mix(self.block ^ lane.rotate_left(41)),
            mix(self.root.wrapping_add(lane)).wrapping_add(self.block.rotate_left(23)),
        ];
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Xoshiro256PlusPlus::from_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// Stored results depend on these numbers: they may never change.
    #[test]
    fn streams_are_pinned_by_golden_values() {
        let luck = Luck::new(1, of_text("golden"), 7);
        let first: Vec<u64> = (0..3).map(|s| luck.generator(s).next_u64()).collect();
        assert_eq!(first, [8_968_199_450_552_711_065, 8_273_196_054_645_601_087, 1_271_558_629_270_705_213]);
        assert_eq!(luck.section(3).generator(0).next_u64(), 17_381_029_307_079_500_285);
        assert_eq!(Luck::imagined(1, 7), Luck::new(1, IMAGINED, 7));
    }

    #[test]
    fn neighbouring_blocks_and_streams_differ() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..4 {
            for block in 0..64 {
                for stream in 0..64 {
                    assert!(seen.insert(Luck::new(seed, 5, block).generator(stream).next_u64()));
                }
            }
        }
    }

    /// Coins of a game and of its sections agree half of the time.
    #[test]
    fn sections_are_independent_of_their_game() {
        let coin = |luck: Luck| luck.generator(1).next_u64() >> 63;
        for id in [0, 1, 7] {
            let agree = (0..10_000)
                .filter(|&block| {
                    let luck = Luck::new(1, 9, block);
                    coin(luck) == coin(luck.section(id))
                })
                .count();
            assert!((4800..5200).contains(&agree), "section {id}: {agree} of 10 000");
        }
    }
}
