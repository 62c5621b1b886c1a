//! Deals of arms that share luck: every seat has its own uniformly random
//! permutation of all card ids of the game, new for every shuffle, and a draw takes
//! the card that comes first in it among those that are left.
//!
//! In: the luck in force, a [`Draw`] and the cards it may bring. Out: the place
//! of the card. Two memories make that quick and never show in a result:
//! `Orders` keeps permutations by what they are made of, for the other games of a
//! block, and `Pile` how far each seat has come in its own.

#![expect(clippy::inline_always, reason = "measured: a draw without a further call")]

use rand::Rng as _;

use super::stream::bounded;
use super::{DECKS, Draw, MAX_SEATS};
use crate::seed::Luck;

/// Most card ids of a game.
pub const MAX_CARDS: usize = 256;

/// Which cards, by id.
type Cards = [bool; MAX_CARDS];

/// Cards of a queue that are looked at together: one after another, the processor
/// would guess wrong at every second draw how many of them are gone.
const AHEAD: usize = 4;

/// Ids, first to last, and anything behind them.
type Queue = [u8; MAX_CARDS + AHEAD];

/// A permutation of all card ids.
#[derive(Debug, Clone)]
struct Order {
    queue: Queue,
    /// How many come before each; empty as long as nobody asks.
    rank: Vec<u8>,
}

impl Order {
    const NONE: Self = Self { queue: [0; MAX_CARDS + AHEAD], rank: Vec::new() };

    /// Uniformly random by Fisher-Yates "inside out": each id takes a random place
    /// among those before it, and what lay there goes to the end. So a game with one
    /// card more has the same order but for one card, and arms whose decks differ
    /// stay in step.
    fn make(&mut self, origin: Origin) {
        let stream = 1024 + u32::from(origin.seat) * 256 + u32::from(origin.epoch);
        let mut generator = origin.luck.generator(stream);
        self.rank.clear();
        self.queue[0] = 0;
        let cards = usize::from(origin.cards).min(MAX_CARDS);
        // All at once: a generator whose address `bounded` may give away would lie in
        // memory from number to number.
        let mut drawn = [0; MAX_CARDS / 2];
        for both in &mut drawn[..cards / 2] {
            *both = generator.next_u64();
        }
        for (first, both) in (1..cards).step_by(2).zip(drawn) {
            self.settle(first, bounded(&mut generator, (both >> 32) as u32, first as u32 + 1));
            if first + 1 < cards {
                self.settle(first + 1, bounded(&mut generator, both as u32, first as u32 + 2));
            }
        }
    }

    /// An id at a place among those before it.
    #[inline(always)]
    const fn settle(&mut self, id: usize, place: u32) {
        // Below 256: what the compiler needs to know to look no further.
        let place = place as u8 as usize;
        self.queue[id] = self.queue[place];
        self.queue[place] = id as u8;
    }

    /// The place of the card that comes first, by looking at all of them.
    #[inline(never)]
    fn first(&mut self, cards: &[u8]) -> usize {
        if self.rank.is_empty() {
            self.rank.resize(MAX_CARDS, 0);
            // Behind the last id there may be anything: the first place counts.
            for (rank, &card) in self.queue[..MAX_CARDS].iter().enumerate().rev() {
                self.rank[usize::from(card)] = rank as u8;
            }
        }
        let mut first = (u8::MAX, 0);
        for (place, &card) in cards.iter().enumerate() {
            let rank = self.rank[usize::from(card)];
            if rank < first.0 {
                first = (rank, place);
            }
        }
        first.1
    }
}

/// What a permutation is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin {
    luck: Luck,
    seat: u8,
    epoch: u8,
    /// Card ids of the game.
    cards: u16,
}

impl Origin {
    const NONE: Self = Self { luck: Luck::new(0, 0, 0), seat: u8::MAX, epoch: 0, cards: 0 };

    /// Place in the memory: of one luck no two seats and no two of the first
    /// sixteen shuffles meet.
    #[inline]
    fn place(self) -> usize {
        let offset = usize::from(self.seat) * 16 + usize::from(self.epoch);
        (self.luck.low() as usize).wrapping_add(offset) % PLACES
    }
}

/// Permutations kept at once. A block needs one per seat and shuffle, and all
/// its games and arms need the same ones.
const PLACES: usize = 256;

/// The permutations made last, each kept until another takes its place.
#[derive(Debug, Clone, Default)]
struct Orders {
    kept: Vec<(Origin, Order)>,
}

impl Orders {
    #[inline]
    fn of(&mut self, origin: Origin) -> &mut Order {
        let place = origin.place();
        if self.kept.get(place).is_none_or(|(kept, _)| *kept != origin) {
            self.make(origin);
        }
        &mut self.kept[place].1
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, origin: Origin) {
        if self.kept.is_empty() {
            self.kept.resize_with(PLACES, || (Origin::NONE, Order::NONE));
        }
        let (kept, order) = &mut self.kept[origin.place()];
        *kept = origin;
        order.make(origin);
    }
}

/// What is known of one deck since its last shuffle: cards only leave it.
#[derive(Debug, Clone)]
struct Pile {
    /// The game and the shuffle, see [`Pairing::game`].
    stamp: u64,
    /// Cards that are left.
    count: usize,
    /// Which cards these are.
    left: Cards,
    /// Where each card lay when it was last seen.
    place: [u8; MAX_CARDS],
    /// Seats that have drawn, as bits.
    seats: u16,
    /// Per seat: all cards of the game, in its order.
    queues: [Queue; MAX_SEATS],
    /// Per seat: how many of these are gone for sure.
    passed: [usize; MAX_SEATS],
}

impl Pile {
    const EMPTY: Self = Self {
        stamp: u64::MAX,
        count: 0,
        left: [false; MAX_CARDS],
        place: [0; MAX_CARDS],
        seats: 0,
        queues: [[0; MAX_CARDS + AHEAD]; MAX_SEATS],
        passed: [0; MAX_SEATS],
    };

    /// Whether nothing has happened to it but draws, and this seat has drawn.
    #[inline(always)]
    const fn is_as_left(&self, stamp: u64, seat: usize, cards: usize) -> bool {
        self.stamp == stamp && self.count == cards && self.seats & (1 << seat) != 0
    }

    /// Takes note of all cards.
    fn see(&mut self, stamp: u64, cards: &[u8]) {
        (self.stamp, self.count, self.seats) = (stamp, cards.len(), 0);
        self.left = [false; MAX_CARDS];
        for (place, &card) in cards.iter().enumerate() {
            self.place[usize::from(card)] = place as u8;
            self.left[usize::from(card)] = true;
        }
    }

    /// The place of the card that comes first in a seat's order, which is taken to
    /// leave the deck. `None` if cards came or went unseen.
    #[inline(always)]
    fn first(&mut self, seat: usize, cards: &[u8]) -> Option<usize> {
        let queue = &self.queues[seat];
        let mut passed = self.passed[seat];
        let card = loop {
            let ahead: &[u8; AHEAD] = queue.get(passed..)?.first_chunk()?;
            let bit = |place: usize| u32::from(self.left[usize::from(ahead[place])]) << place;
            let left = bit(0) | bit(1) | bit(2) | bit(3);
            if left != 0 {
                let gone = left.trailing_zeros() as usize;
                passed += gone + 1;
                break ahead[gone % AHEAD];
            }
            passed += AHEAD;
        };
        self.passed[seat] = passed;
        let mut place = usize::from(self.place[usize::from(card)]);
        if cards.get(place) != Some(&card) {
            place = cards.iter().position(|&other| other == card)?;
        }
        self.left[usize::from(card)] = false;
        self.count -= 1;
        // The usual way to take a card out of a list.
        self.place[usize::from(*cards.last()?)] = place as u8;
        Some(place)
    }
}

/// What paired streams remember, some 250 000 bytes from the first draw on.
/// Arms on the same luck hand it on to each other.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    orders: Orders,
    /// One per deck, or none before the first draw.
    piles: Vec<Pile>,
    /// Number of the game or its section, times 256: with the number of a shuffle
    /// it tells a pile of this game from older ones.
    game: u64,
}

impl Memory {
    /// Forgets the decks; permutations are known by what they are made of and stay.
    const fn forget(&mut self) {
        self.game += 256;
    }
}

/// What a paired stream deals by.
#[derive(Debug, Clone)]
pub(super) struct Pairing {
    /// The luck in force.
    luck: Luck,
    /// Card ids of the game.
    cards: u16,
    memory: Memory,
}

impl Pairing {
    pub fn new(luck: Luck, cards: usize) -> Self {
        Self { luck, cards: cards.min(MAX_CARDS) as u16, memory: Memory::default() }
    }

    /// Turns to other luck.
    #[inline]
    pub const fn turn_to(&mut self, luck: Luck) {
        self.luck = luck;
        self.memory.forget();
    }

    /// Exchanges what is remembered for what another stream does.
    pub const fn swap(&mut self, memory: &mut Memory) {
        std::mem::swap(&mut self.memory, memory);
        self.memory.forget();
    }

    /// Kept out of line: plain games, which never come here, stay short, and
    /// cold, so that they keep no registers free for it.
    #[cold]
    #[inline(never)]
    pub fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        let seat = usize::from(draw.seat) % MAX_SEATS;
        let stamp = self.memory.game | u64::from(draw.epoch);
        if let Some(deck) = draw.deck
            && let Some(pile) = self.memory.piles.get_mut(usize::from(deck))
            && pile.is_as_left(stamp, seat, cards.len())
            && let Some(place) = pile.first(seat, cards)
        {
            #[cfg(test)]
            self.hold(draw, cards, place);
            return place;
        }
        self.draw_anew(draw, cards)
    }

    /// A draw that needs what is not known yet: the cards, or the seat's order.
    #[inline(never)]
    fn draw_anew(&mut self, draw: Draw, cards: &[u8]) -> usize {
        // Once a shuffle and seat: a card that no permutation has would be drawn by its
        // place, and unfairly.
        // By value, many at once: `max` of references goes from one to the next.
        let most = cards.iter().copied().fold(0, u8::max);
        assert!(u16::from(most) < self.cards, "card {most} of {}: `Play::card_ids` is wrong", self.cards);
        let origin = self.origin(draw);
        let seat = usize::from(draw.seat) % MAX_SEATS;
        let Memory { orders, piles, game } = &mut self.memory;
        let stamp = *game | u64::from(draw.epoch);
        if piles.is_empty() {
            piles.resize(DECKS, Pile::EMPTY);
        }
        let Some(pile) = draw.deck.and_then(|deck| piles.get_mut(usize::from(deck))) else {
            return orders.of(origin).first(cards);
        };
        if pile.stamp != stamp || pile.count != cards.len() || pile.seats & (1 << seat) != 0 {
            pile.see(stamp, cards);
        }
        pile.queues[seat] = orders.of(origin).queue;
        pile.passed[seat] = 0;
        pile.seats |= 1 << seat;
        // Only a deck that holds a card twice, against the word of [`Draw`], can
        // still be unlike what was seen.
        let place = pile.first(seat, cards).unwrap_or(0);
        #[cfg(test)]
        self.hold(draw, cards, place);
        place
    }

    const fn origin(&self, draw: Draw) -> Origin {
        Origin { luck: self.luck, seat: draw.seat, epoch: draw.epoch, cards: self.cards }
    }

    /// Holds a draw against looking at all cards: so every paired game that a test
    /// plays, of every ruleset, proves it.
    #[cfg(test)]
    fn hold(&mut self, draw: Draw, cards: &[u8], place: usize) {
        let origin = self.origin(draw);
        assert_eq!(place, self.memory.orders.of(origin).first(cards), "{draw:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream::below;
    use super::*;

    /// Whatever leaves the deck in whatever way, whoever draws, from however
    /// many decks, and when cards come back in a shuffle: [`Pairing::draw`]
    /// itself holds each draw against the definition.
    #[test]
    fn memory_never_changes_what_is_drawn() {
        let mut choice = Luck::new(9, 9, 9).generator(0);
        let mut pairing = Pairing::new(Luck::new(0, 0, 0), MAX_CARDS);
        for game in 0..60 {
            pairing.turn_to(Luck::new(4, 4, game / 2));
            let full: [Vec<u8>; 2] = [(0..100).collect(), (60..=255).collect()];
            let (mut decks, mut epoch) = (full.clone(), 0);
            for _ in 0..150 {
                let deck = below(&mut choice, 2) as usize;
                if decks[deck].is_empty() {
                    decks = full.clone();
                    epoch += 1;
                }
                let draw = Draw { deck: Some(deck as u8), seat: below(&mut choice, 3) as u8, epoch };
                let cards = &mut decks[deck];
                let place = pairing.draw(draw, cards);
                match below(&mut choice, 6) {
                    // In order, so that nothing lies where it was.
                    0 => drop(cards.remove(place)),
                    // Drawn and left in the deck.
                    1 => {}
                    // Two at once.
                    2 if cards.len() > 1 => {
                        cards.swap_remove(place);
                        cards.pop();
                    }
                    // Back into an empty deck without a new shuffle.
                    3 if cards.len() == 1 => cards.clone_from(&full[deck]),
                    _ => drop(cards.swap_remove(place)),
                }
            }
        }
    }

    /// Every order of four cards comes equally often: the place of each id among those
    /// before it is a number of its own.
    #[test]
    fn orders_are_uniform() {
        let mut seen = std::collections::BTreeMap::new();
        let all = 24_000_u32;
        for block in 0..all {
            let luck = Luck::new(3, 4, block.into());
            let mut order = Order::NONE;
            order.make(Origin { luck, seat: 1, epoch: 2, cards: 4 });
            *seen.entry(order.queue[..4].to_vec()).or_insert(0_u32) += 1;
        }
        let expected = f64::from(all) / 24.0;
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(seen.len() == 24 && chi < 49.7, "chi-squared {chi} with 23 degrees of freedom (0.1 % point)");
    }

    /// One card more moves one other; the memory tells games apart by their cards.
    #[test]
    fn games_with_more_cards_stay_in_step() {
        let (mut orders, luck) = (Orders::default(), Luck::new(1, 2, 3));
        let mut of = |cards: u16| {
            let queue = orders.of(Origin { luck, seat: 0, epoch: 0, cards }).queue;
            queue[..usize::from(cards)].to_vec()
        };
        for cards in [1, 2, 40, 73, 255] {
            let (fewer, more) = (of(cards), of(cards + 1));
            assert_eq!(fewer, of(cards));
            let same = fewer.iter().zip(&more).filter(|(a, b)| a == b).count();
            assert!(same + 1 >= fewer.len(), "{fewer:?} {more:?}");
            let mut sorted = more;
            sorted.sort_unstable();
            assert_eq!(sorted, (0..=cards as u8).collect::<Vec<u8>>());
        }
    }
}
