//! Deals of arms that share luck: every seat has its own uniformly random
//! permutation of all card ids, new for every shuffle, and a draw takes the
//! card that comes first in it among those that are left.
//!
//! In: the luck in force, a [`Draw`] and the cards it may bring. Out: the place
//! of the card. Two memories make that quick and never show in a result:
//! [`Orders`] keeps permutations by the luck that they are made of, for the
//! other games of a block, and `Pile` what each seat's looks like of the cards
//! that are left.

#![expect(clippy::inline_always, reason = "measured: a draw without a further call")]

use super::stream::below;
use super::{DECKS, Draw, MAX_SEATS};
use crate::seed::Luck;

/// A permutation of all card ids.
#[derive(Debug, Clone)]
struct Order {
    /// First to last.
    ids: [u8; 256],
    /// How many come before each.
    rank: [u8; 256],
}

impl Order {
    /// Uniformly random by Fisher-Yates, last place first.
    fn new(origin: Origin) -> Self {
        let stream = 1024 + u32::from(origin.seat) * 256 + u32::from(origin.epoch);
        let mut generator = origin.luck.generator(stream);
        let mut ids: [u8; 256] = std::array::from_fn(|id| id as u8);
        let mut rank = [0; 256];
        for last in (1..ids.len()).rev() {
            let other = usize::from(below(&mut generator, last as u32 + 1) as u8);
            ids.swap(other, last);
            rank[usize::from(ids[last])] = last as u8;
        }
        rank[usize::from(ids[0])] = 0;
        Self { ids, rank }
    }

    /// The place of the card that comes first, by looking at all of them.
    #[inline(never)]
    fn first(&self, cards: &[u8]) -> usize {
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
}

impl Origin {
    const NONE: Self = Self { luck: Luck::new(0, 0, 0), seat: u8::MAX, epoch: 0 };

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
pub struct Orders(Vec<(Origin, Order)>);

impl Orders {
    #[inline]
    fn of(&mut self, origin: Origin) -> &Order {
        let place = origin.place();
        if self.0.get(place).is_none_or(|(kept, _)| *kept != origin) {
            self.make(origin);
        }
        &self.0[place].1
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, origin: Origin) {
        if self.0.is_empty() {
            self.0.resize_with(PLACES, || (Origin::NONE, Order { ids: [0; 256], rank: [0; 256] }));
        }
        self.0[origin.place()] = (origin, Order::new(origin));
    }
}

/// Ranks, in a seat's permutation, of cards that it has not come to yet.
#[derive(Debug, Clone, Copy)]
struct Ahead {
    ranks: [u64; 4],
    /// The words before this one are empty.
    word: usize,
}

impl Ahead {
    const NOTHING: Self = Self { ranks: [0; 4], word: 0 };

    #[inline]
    const fn insert(&mut self, rank: u8) {
        self.ranks[(rank >> 6) as usize] |= 1 << (rank & 63);
    }

    /// Takes the lowest rank.
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        loop {
            let ranks = self.ranks.get_mut(self.word)?;
            if *ranks != 0 {
                let rank = 64 * self.word as u8 + ranks.trailing_zeros() as u8;
                *ranks &= *ranks - 1;
                return Some(rank);
            }
            self.word += 1;
        }
    }
}

/// What is known of one deck since its last shuffle: cards only leave it.
#[derive(Debug, Clone)]
struct Pile {
    epoch: u8,
    /// Cards that are left.
    count: usize,
    /// Where each card lay when it was last seen.
    place: [u8; 256],
    /// Which cards have been drawn.
    gone: [bool; 256],
    /// Seats that have drawn, as bits.
    seats: u16,
    /// Per seat: all cards that are left, and some that are gone.
    ahead: [Ahead; MAX_SEATS],
}

impl Pile {
    const EMPTY: Self = Self {
        epoch: 0,
        count: 0,
        place: [0; 256],
        gone: [false; 256],
        seats: 0,
        ahead: [Ahead::NOTHING; MAX_SEATS],
    };

    /// Takes note of all cards.
    #[cold]
    #[inline(never)]
    fn see(&mut self, epoch: u8, cards: &[u8]) {
        (self.epoch, self.count, self.seats) = (epoch, cards.len(), 0);
        self.gone = [false; 256];
        for (place, &card) in cards.iter().enumerate() {
            self.place[usize::from(card)] = place as u8;
        }
    }

    /// Takes note of all cards for a seat.
    #[cold]
    #[inline(never)]
    fn see_for(&mut self, order: &Order, seat: usize, cards: &[u8]) {
        let mut ahead = Ahead::NOTHING;
        for &card in cards {
            ahead.insert(order.rank[usize::from(card)]);
        }
        self.ahead[seat] = ahead;
        self.seats |= 1 << seat;
    }

    /// The place of the card that comes first in a seat's permutation, which is
    /// taken to leave the deck. `None` if cards came or went unseen.
    #[inline(always)]
    fn first(&mut self, order: &Order, seat: usize, cards: &[u8]) -> Option<usize> {
        if self.seats & (1 << seat) == 0 {
            self.see_for(order, seat, cards);
        }
        let ahead = &mut self.ahead[seat];
        let card = loop {
            let card = order.ids[usize::from(ahead.next()?)];
            if !self.gone[usize::from(card)] {
                break card;
            }
        };
        let mut place = usize::from(self.place[usize::from(card)]);
        if cards.get(place) != Some(&card) {
            place = cards.iter().position(|&other| other == card)?;
        }
        self.gone[usize::from(card)] = true;
        self.count -= 1;
        // The usual way to take a card out of a list.
        self.place[usize::from(cards[cards.len() - 1])] = place as u8;
        Some(place)
    }
}

/// The memories of a paired stream.
#[derive(Debug, Clone)]
pub(super) struct Pairing {
    orders: Orders,
    piles: [Pile; DECKS],
    /// Decks drawn from since the game or its section began, as bits.
    begun: u32,
}

impl Pairing {
    #[expect(clippy::large_stack_arrays, reason = "made once per stream, outside of any game")]
    pub(super) fn new() -> Self {
        Self { orders: Orders::default(), piles: [Pile::EMPTY; DECKS], begun: 0 }
    }

    /// Forgets the decks; permutations are known by their luck and stay.
    #[inline]
    pub(super) fn restart(&mut self) {
        self.begun = 0;
    }

    pub(super) fn swap_orders(&mut self, orders: &mut Orders) {
        std::mem::swap(&mut self.orders, orders);
    }

    /// Kept out of line: plain games, which never come here, stay short.
    #[inline(never)]
    pub(super) fn draw(&mut self, luck: Luck, draw: Draw, cards: &[u8]) -> usize {
        let order = self.orders.of(Origin { luck, seat: draw.seat, epoch: draw.epoch });
        let Some(deck) = draw.deck else { return order.first(cards) };
        let (deck, seat) = (usize::from(deck) % DECKS, usize::from(draw.seat) % MAX_SEATS);
        let pile = &mut self.piles[deck];
        if self.begun & (1 << deck) == 0 || pile.epoch != draw.epoch || pile.count != cards.len() {
            self.begun |= 1 << deck;
            pile.see(draw.epoch, cards);
        }
        let place = match pile.first(order, seat, cards) {
            Some(place) => place,
            None => {
                pile.count = usize::MAX;
                order.first(cards)
            }
        };
        // In tests, so that every paired game of every ruleset proves it.
        #[cfg(test)]
        assert_eq!(place, order.first(cards), "{draw:?}");
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever leaves the deck in whatever way, whoever draws, from however
    /// many decks, and when cards come back in a shuffle: [`Pairing::draw`]
    /// itself holds each draw against the definition.
    #[test]
    fn memory_never_changes_what_is_drawn() {
        let mut choice = Luck::new(9, 9, 9).generator(0);
        let mut pairing = Pairing::new();
        for game in 0..60 {
            pairing.restart();
            let luck = Luck::new(4, 4, game / 2);
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
                let place = pairing.draw(luck, draw, cards);
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

    #[test]
    fn orders_are_kept_by_what_they_are_made_of() {
        let mut orders = Orders::default();
        let origins =
            |luck: Luck| (0..3).flat_map(move |seat| (0..250).map(move |epoch| Origin { luck, seat, epoch }));
        for block in 0..3 {
            for origin in origins(Luck::new(1, 2, block)) {
                for _ in 0..2 {
                    assert_eq!(orders.of(origin).ids, Order::new(origin).ids);
                }
                let order = orders.of(origin);
                assert!((0..=255).all(|id| order.ids[usize::from(order.rank[usize::from(id)])] == id));
            }
        }
        assert_eq!(orders.0.len(), PLACES);
    }
}
