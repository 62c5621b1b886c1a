//! Seeded randomness: xoshiro256++ from `rand_xoshiro`, and our own bounded
//! integer and draw over it, so that a library's sampling can never change a
//! stored result.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::pairing::{Memory, Pairing};
use super::{Chance, Draw, Lottery, SOURCES, Source};
use crate::seed::Luck;

/// A uniform integer in `0..n` by Lemire's multiply-and-reject on the upper 32
/// bits (Lemire 2019, arXiv 1805.10941): exact, and almost never rejects.
// A dozen instructions; called, twice as many.
#[expect(clippy::inline_always, reason = "measured")]
#[inline(always)]
pub fn below(generator: &mut Xoshiro256PlusPlus, n: u32) -> u32 {
    let upper = generator.next_u64() >> 32;
    bounded(generator, upper as u32, n)
}

/// The same from 32 bits of the generator that are drawn already.
#[expect(clippy::inline_always, reason = "measured")]
#[inline(always)]
pub fn bounded(generator: &mut Xoshiro256PlusPlus, drawn: u32, n: u32) -> u32 {
    debug_assert!(n > 0);
    let wide = u64::from(drawn) * u64::from(n);
    if (wide as u32) < n {
        // By value: a generator whose address is given away stays in memory, where
        // every number of a loop waits for the one before to be stored.
        let (accepted, later) = accepted(generator.clone(), n, wide);
        *generator = later;
        return accepted;
    }
    (wide >> 32) as u32
}

/// Rejects, once in 2³² / n numbers, what would favour the low ones.
#[cold]
#[inline(never)]
fn accepted(mut generator: Xoshiro256PlusPlus, n: u32, mut wide: u64) -> (u32, Xoshiro256PlusPlus) {
    let threshold = n.wrapping_neg() % n;
    while (wide as u32) < threshold {
        wide = (generator.next_u64() >> 32) * u64::from(n);
    }
    ((wide >> 32) as u32, generator)
}

/// A uniform integer in `0..n` for `n` beyond 32 bits, by the same method.
#[inline]
pub fn below_u64(generator: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(small) => below(generator, small).into(),
        Err(_) => below_wide(generator, n),
    }
}

#[cold]
#[inline(never)]
fn below_wide(generator: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    let mut wide = u128::from(generator.next_u64()) * u128::from(n);
    if (wide as u64) < n {
        let threshold = n.wrapping_neg() % n;
        while (wide as u64) < threshold {
            wide = u128::from(generator.next_u64()) * u128::from(n);
        }
    }
    (wide >> 64) as u64
}

/// Chance for play: one lazily born generator per source.
///
/// Arms that share luck play on a [`Stream::paired`] one, whose draws stay in
/// step between them: each takes the card that comes first on its seat's own way
/// round the deck's permutation. Given any set of cards already gone, the next
/// card is uniform over the rest, because the gone cards were chosen by position
/// and never by looking behind the first untaken one: so each arm alone is dealt
/// exactly as from a shuffled deck, while one draw more in one arm shifts nothing
/// in the other.
#[derive(Debug, Clone)]
pub struct Stream {
    /// The luck of the whole game; sections are derived from it.
    game: Luck,
    /// The luck in force.
    luck: Luck,
    born: u32,
    generators: [Xoshiro256PlusPlus; SOURCES],
    /// Of a paired stream. A field and not a type of its own: every ruleset's
    /// play is compiled once per type of chance.
    pairing: Option<Pairing>,
}

impl Stream {
    /// All streams of one game.
    #[must_use]
    pub fn new(luck: Luck) -> Self {
        let unborn = luck.generator(0);
        let generators = std::array::from_fn(|_| unborn.clone());
        Self { game: luck, luck, born: 0, generators, pairing: None }
    }

    /// All streams of one game, dealing from one permutation per deck of so many card
    /// ids, which every card lies below; 256 at most.
    #[must_use]
    pub fn paired(luck: Luck, cards: usize) -> Self {
        Self { pairing: Some(Pairing::new(luck, cards)), ..Self::new(luck) }
    }

    /// Exchanges what a paired stream remembers for what another one does: what
    /// arms on the same luck have in common is made once.
    pub const fn swap_memory(&mut self, memory: &mut Memory) {
        if let Some(pairing) = &mut self.pairing {
            pairing.swap(memory);
        }
    }

    /// Turns to another game without touching the memory of the old streams.
    #[inline]
    pub fn restart(&mut self, luck: Luck) {
        self.game = luck;
        self.turn_to(luck);
    }

    #[inline]
    fn turn_to(&mut self, luck: Luck) {
        self.luck = luck;
        self.born = 0;
        if let Some(pairing) = &mut self.pairing {
            pairing.turn_to(luck);
        }
    }

    #[inline]
    fn generator(&mut self, source: Source) -> &mut Xoshiro256PlusPlus {
        let index = source.index() % SOURCES;
        if self.born & (1 << index) == 0 {
            self.bear(index);
        }
        &mut self.generators[index]
    }

    /// Apart, because seeding is pure arithmetic: inlined into a loop of draws
    /// the compiler would do it ahead of the loop, needed or not.
    #[cold]
    #[inline(never)]
    fn bear(&mut self, index: usize) {
        self.born |= 1 << index;
        self.generators[index] = self.luck.generator(index as u32);
    }
}

impl Chance for Stream {
    #[inline]
    fn below(&mut self, source: Source, n: u32) -> u32 {
        below(self.generator(source), n)
    }

    #[inline]
    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        let ticket = below(self.generator(source), lottery.tickets());
        lottery.outcome(ticket)
    }

    // A plain draw is a dozen instructions; called, it would be three times as many.
    #[expect(clippy::inline_always, reason = "measured")]
    #[inline(always)]
    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        match &mut self.pairing {
            None => below(self.generator(Source::DEAL), cards.len() as u32) as usize,
            Some(pairing) => pairing.draw(draw, cards),
        }
    }

    #[inline]
    fn section(&mut self, id: u32) {
        self.turn_to(self.game.section(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seeded permutations themselves are uniform: first cards of two
    /// seats over many games, chi-squared with 19 degrees of freedom.
    #[test]
    fn seeded_paired_deals_are_uniform() {
        let cards: Vec<u8> = (0..5).collect();
        for deck in [None, Some(0)] {
            let mut seen = [[0_u32; 5]; 5];
            let games = 40_000;
            for block in 0..games {
                let mut chance = Stream::paired(Luck::new(11, 3, block), 5);
                let mut left = cards.clone();
                let a = left.swap_remove(chance.draw(Draw { deck, seat: 0, epoch: 0 }, &left));
                let b = left[chance.draw(Draw { deck, seat: 1, epoch: 0 }, &left)];
                seen[usize::from(a)][usize::from(b)] += 1;
            }
            let expected = games as f64 / 20.0;
            let cell = |n: u32| (f64::from(n) - expected).powi(2) / expected;
            let chi: f64 = (0..25).filter(|i| i / 5 != i % 5).map(|i| cell(seen[i / 5][i % 5])).sum();
            assert!((0..5).all(|i| seen[i][i] == 0));
            assert!(chi < 43.8, "chi-squared {chi} with 19 degrees of freedom (0.1 % point)");
        }
    }

    /// How many of its first cards seat 1 draws all the same when seat 0, which draws
    /// before it each time, draws once more at first.
    fn unshifted(deck: Option<u8>, block: u64, draws: usize) -> usize {
        let cards = |extra: usize| {
            let mut chance = Stream::paired(Luck::new(5, 5, block), 60);
            let mut left: Vec<u8> = (0..60).collect();
            let mut draw = |seat: u8| {
                let place = chance.draw(Draw { deck, seat, epoch: 0 }, &left);
                left.swap_remove(place)
            };
            for _ in 0..extra {
                draw(0);
            }
            (0..draws).map(|_| (draw(0), draw(1)).1).collect::<Vec<u8>>()
        };
        cards(0).iter().zip(cards(1)).filter(|(a, b)| **a == *b).count()
    }

    /// One draw more by seat 0 leaves all that seat 1 draws alone while two seats are in
    /// their own halves of a deck, and where a seat has an order of its own unless it
    /// took one of these very cards.
    #[test]
    fn one_more_draw_shifts_nobody_else() {
        assert!((0..1000).all(|block| unshifted(Some(0), block, 27) == 27));
        let alone: usize = (0..1000).map(|block| unshifted(None, block, 1)).sum();
        assert!(alone > 950, "{alone} of 1000");
    }

    #[test]
    fn bounded_integers_are_uniform_and_pinned() {
        let mut generator = Luck::new(1, 2, 3).generator(4);
        let first: Vec<u32> = (0..6).map(|_| below(&mut generator, 6)).collect();
        let wide: Vec<u64> = (0..2).map(|_| below_u64(&mut generator, 1 << 40)).collect();
        assert_eq!(first, [4, 3, 5, 0, 3, 2]);
        assert_eq!(wide, [414_235_785_510, 174_462_299_157]);
        let mut cards: Vec<u8> = (0..8).collect();
        Stream::new(Luck::new(1, 2, 3)).shuffle(Source::DEAL, &mut cards);
        let mut paired = Stream::paired(Luck::new(1, 2, 3), 8);
        let drawn = paired.draw(Draw { deck: None, seat: 2, epoch: 1 }, &cards);
        assert_eq!((&cards[..], drawn), (&[2, 4, 3, 0, 6, 5, 7, 1][..], 0));
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[below(&mut generator, 7) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.5, "chi-squared {chi} with 6 degrees of freedom (0.1 % point)");
    }

    #[test]
    fn sections_do_not_shift_each_other() {
        let after = |rolls: usize| {
            let mut chance = Stream::new(Luck::new(8, 8, 8));
            chance.section(1);
            for _ in 0..rolls {
                chance.die(Source::TABLE, 6);
            }
            chance.section(2);
            (0..8).map(|_| chance.below(Source::TABLE, 1000)).collect::<Vec<_>>()
        };
        assert_eq!(after(1), after(5));
    }
}
