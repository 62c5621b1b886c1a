//! Deals of arms that share luck: every seat has its own uniformly random
//! permutation of all card ids, new for every shuffle, and a draw takes the
//! card that comes first in it among those that are left.
//!
//! In: the luck in force, a [`Draw`] and the cards it may bring. Out: the place
//! of the card. Two memories make that quick and never show in a result:
//! [`Orders`] keeps permutations by the luck that they are made of, for the
//! other games of a block, and [`Pile`] how far each seat has come in its own.

use super::stream::below;
use super::{DECKS, Draw, MAX_SEATS};
use crate::seed::Luck;

/// A permutation of all card ids, first to last.
type Order = [u8; 256];

/// What a permutation is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin {
    luck: Luck,
    seat: u8,
    epoch: u8,
}

impl Origin {
    /// Uniformly random by Fisher-Yates, last place first.
    #[cold]
    fn order(self) -> Order {
        let stream = 1024 + u32::from(self.seat) * 256 + u32::from(self.epoch);
        let mut generator = self.luck.generator(stream);
        let mut order: Order = std::array::from_fn(|id| id as u8);
        for last in (1..order.len()).rev() {
            let other = below(&mut generator, last as u32 + 1) as usize;
            order.swap(last, other);
        }
        order
    }

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
pub struct Orders(Vec<Option<(Origin, Order)>>);

impl Orders {
    #[inline]
    fn of(&mut self, origin: Origin) -> &Order {
        let place = origin.place();
        if !matches!(self.0.get(place), Some(Some((kept, _))) if *kept == origin) {
            self.make(origin);
        }
        match &self.0[place] {
            Some((_, order)) => order,
            None => unreachable!("it has just been made"),
        }
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, origin: Origin) {
        if self.0.is_empty() {
            self.0.resize(PLACES, None);
        }
        self.0[origin.place()] = Some((origin, origin.order()));
    }
}

/// What is known of one deck since its last shuffle: cards only leave it.
#[derive(Debug, Clone)]
struct Pile {
    epoch: u8,
    /// Cards that are left, as bits, and how many.
    left: [u64; 4],
    count: usize,
    /// Where each card lay when it was last seen.
    place: [u8; 256],
    /// How many of its permutation each seat has behind it: none of them is
    /// left.
    past: [u16; MAX_SEATS],
}

impl Pile {
    const EMPTY: Self = Self { epoch: 0, left: [0; 4], count: 0, place: [0; 256], past: [0; MAX_SEATS] };

    /// Takes note of all cards.
    #[cold]
    #[inline(never)]
    fn see(&mut self, epoch: u8, cards: &[u8]) {
        (self.epoch, self.count) = (epoch, cards.len());
        (self.left, self.past) = ([0; 4], [0; MAX_SEATS]);
        for (place, &card) in (0..=u8::MAX).zip(cards) {
            self.left[usize::from(card >> 6)] |= 1 << (card & 63);
            self.place[usize::from(card)] = place;
        }
    }

    /// The place of the card that comes first in a seat's permutation, which is
    /// taken to leave the deck. `None` if cards came or went unseen.
    #[inline]
    fn first(&mut self, order: &Order, seat: usize, cards: &[u8]) -> Option<usize> {
        let behind = usize::from(self.past[seat]);
        for (past, &card) in (self.past[seat] + 1..).zip(&order[behind.min(order.len())..]) {
            let (word, bit) = (usize::from(card >> 6), 1 << (card & 63));
            if self.left[word] & bit == 0 {
                continue;
            }
            let mut place = usize::from(self.place[usize::from(card)]);
            if cards.get(place) != Some(&card) {
                place = cards.iter().position(|&other| other == card)?;
            }
            self.left[word] ^= bit;
            self.count -= 1;
            self.past[seat] = past;
            // The usual way to take a card out of a list.
            self.place[usize::from(cards[cards.len() - 1])] = place as u8;
            return Some(place);
        }
        None
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
        let (deck, seat) = (usize::from(draw.deck) % DECKS, usize::from(draw.seat) % MAX_SEATS);
        let order = self.orders.of(Origin { luck, seat: draw.seat, epoch: draw.epoch });
        let pile = &mut self.piles[deck];
        let known = self.begun & (1 << deck) != 0 && pile.epoch == draw.epoch && pile.count == cards.len();
        let found = if known { pile.first(order, seat, cards) } else { None };
        let place = found.or_else(|| {
            pile.see(draw.epoch, cards);
            pile.first(order, seat, cards)
        });
        self.begun |= 1 << deck;
        let place = place.unwrap_or_default();
        // In tests, so that every paired game of every ruleset proves it.
        #[cfg(test)]
        assert_eq!(place, tests::first_in(order, cards), "{draw:?}");
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, without any memory.
    pub(super) fn first_in(order: &Order, cards: &[u8]) -> usize {
        let place = |id: &u8| cards.iter().position(|card| card == id);
        order.iter().find_map(place).unwrap_or_default()
    }

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
                let draw = Draw { deck: deck as u8, seat: below(&mut choice, 3) as u8, epoch };
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
        let origins = |luck: Luck| {
            (0..3).flat_map(move |seat| (0..250).map(move |epoch| Origin { luck, seat, epoch }))
        };
        for block in 0..3 {
            for origin in origins(Luck::new(1, 2, block)) {
                assert_eq!(*orders.of(origin), origin.order());
                assert_eq!(*orders.of(origin), origin.order());
            }
        }
        assert_eq!(orders.0.len(), PLACES);
    }
}
