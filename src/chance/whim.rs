//! A bot's own randomness: ties, mixed strategies, the `random` bot. It is
//! apart from [`Chance`](super::Chance), so that a bot which thinks longer
//! never changes what the dice or the deck do.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::stream::{below, below_u64};
use crate::seed::Luck;

/// The whims of one entrant in one game.
#[derive(Debug, Clone)]
pub struct Whim {
    generator: Xoshiro256PlusPlus,
}

impl Whim {
    /// The whims of an entrant in one rotation of a block: they belong to the
    /// entrant, not to the seat, so mirrored games are not copies of each
    /// other.
    #[inline]
    #[must_use]
    pub fn new(luck: Luck, entrant: u8, rotation: u32) -> Self {
        Self { generator: luck.generator((1 << 20) + u32::from(entrant) + 64 * rotation) }
    }

    /// A uniform integer in `0..n`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        below(&mut self.generator, n)
    }

    /// A uniform integer in `0..n` for large `n`.
    #[inline]
    pub fn below_u64(&mut self, n: u64) -> u64 {
        below_u64(&mut self.generator, n)
    }

    /// A fair coin.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// 64 raw bits, to key a search bot's own playouts.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        rand::Rng::next_u64(&mut self.generator)
    }
}

/// Keeps one of several equally good options, uniformly, seeing each once:
/// every tie of every scripted bot goes through here.
#[derive(Debug, Clone, Copy)]
pub struct Pick<T, S> {
    best: Option<(T, S)>,
    ties: u32,
}

impl<T: Copy, S: PartialOrd + Copy> Pick<T, S> {
    /// No option seen yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { best: None, ties: 0 }
    }

    /// Shows an option with its score; larger is better.
    #[inline]
    pub fn offer(&mut self, option: T, score: S, whim: &mut Whim) {
        match self.best {
            Some((_, best)) if score < best => {}
            Some((_, best)) if score == best => {
                self.ties += 1;
                if whim.below(self.ties) == 0 {
                    self.best = Some((option, score));
                }
            }
            _ => {
                self.best = Some((option, score));
                self.ties = 1;
            }
        }
    }

    /// Whether an option of no more than this score could be kept: one that could
    /// not need not be worked out, and offering it would draw no whim.
    #[inline]
    #[must_use]
    pub fn may_keep(&self, at_most: S) -> bool {
        self.best.is_none_or(|(_, best)| at_most >= best)
    }

    /// The option kept, if any was offered.
    #[inline]
    #[must_use]
    pub fn option(&self) -> Option<T> {
        self.best.map(|(option, _)| option)
    }

    /// The option kept and its score.
    #[inline]
    #[must_use]
    pub fn scored(&self) -> Option<(T, S)> {
        self.best
    }
}

impl<T: Copy, S: PartialOrd + Copy> Default for Pick<T, S> {
    fn default() -> Self {
        Self::new()
    }
}
