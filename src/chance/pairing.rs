//! Deals of arms that share luck: every seat has its own uniformly random
//! permutation of all card ids, new for every shuffle, and a draw takes the
//! card that comes first in it among those that are left.
//!
//! In: the luck in force, a [`Draw`] and the cards it may bring. Out: the place
//! of the card. Two memories make that quick and never show in a result:
//! `Orders` keeps permutations by the luck that they are made of, for the
//! other games of a block, and `Pile` how far each seat has come in its own.

#![expect(clippy::inline_always, reason = "measured: a draw without a further call")]

use super::stream::below;
use super::{DECKS, Draw, MAX_SEATS};
use crate::seed::Luck;

/// Which cards a deck has, by id.
type Deck = [bool; 256];

/// A permutation of all card ids.
#[derive(Debug, Clone)]
struct Order {
    /// First to last.
    ids: [u8; 256],
    /// How many come before each.
    rank: [u8; 256],
    /// The cards of a deck, first to last.
    queue: [u8; 256],
    /// Which cards these are.
    queued: Deck,
}

impl Order {
    const NONE: Self = Self { ids: [0; 256], rank: [0; 256], queue: [0; 256], queued: [false; 256] };

    /// Uniformly random by Fisher-Yates, last place first.
    fn new(origin: Origin) -> Self {
        let stream = 1024 + u32::from(origin.seat) * 256 + u32::from(origin.epoch);
        let mut generator = origin.luck.generator(stream);
        let mut order = Self { ids: std::array::from_fn(|id| id as u8), ..Self::NONE };
        let Self { ids, rank, .. } = &mut order;
        for last in (1..ids.len()).rev() {
            let other = usize::from(below(&mut generator, last as u32 + 1) as u8);
            ids.swap(other, last);
            rank[usize::from(ids[last])] = last as u8;
        }
        rank[usize::from(ids[0])] = 0;
        order
    }

    /// The cards of a deck, first to last, and anything behind them: other games of
    /// a block draw from the same deck.
    fn queue(&mut self, deck: &Deck) -> &[u8; 256] {
        if self.queued != *deck {
            self.queued = *deck;
            let mut place = 0_u8;
            for &id in &self.ids {
                self.queue[usize::from(place)] = id;
                place = place.wrapping_add(deck[usize::from(id)].into());
            }
        }
        &self.queue
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
struct Orders(Vec<(Origin, Order)>);

impl Orders {
    #[inline]
    fn of(&mut self, origin: Origin) -> &mut Order {
        let place = origin.place();
        if self.0.get(place).is_none_or(|(kept, _)| *kept != origin) {
            self.make(origin);
        }
        &mut self.0[place].1
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, origin: Origin) {
        if self.0.is_empty() {
            self.0.resize_with(PLACES, || (Origin::NONE, Order::NONE));
        }
        self.0[origin.place()] = (origin, Order::new(origin));
    }
}

/// What is known of one deck since its last shuffle: cards only leave it.
#[derive(Debug, Clone)]
struct Pile {
    /// The game and the shuffle, see [`Pairing::game`].
    stamp: u64,
    /// Cards that are left.
    count: usize,
    /// All cards that there were.
    deck: Deck,
    /// How many there were.
    size: usize,
    /// Where each card lay when it was last seen.
    place: [u8; 256],
    /// Which cards have been drawn.
    gone: [bool; 256],
    /// Seats that have drawn, as bits.
    seats: u16,
    /// Per seat: all cards that there were, in its order.
    queues: [[u8; 256]; MAX_SEATS],
    /// Per seat: how many of these are gone for sure.
    passed: [usize; MAX_SEATS],
}

impl Pile {
    const EMPTY: Self = Self {
        stamp: u64::MAX,
        count: 0,
        deck: [false; 256],
        size: 0,
        place: [0; 256],
        gone: [false; 256],
        seats: 0,
        queues: [[0; 256]; MAX_SEATS],
        passed: [0; MAX_SEATS],
    };

    /// Takes note of all cards.
    #[cold]
    #[inline(never)]
    fn see(&mut self, stamp: u64, cards: &[u8]) {
        (self.stamp, self.count, self.size, self.seats) = (stamp, cards.len(), cards.len(), 0);
        (self.gone, self.deck) = ([false; 256], [false; 256]);
        for (place, &card) in cards.iter().enumerate() {
            self.place[usize::from(card)] = place as u8;
            self.deck[usize::from(card)] = true;
        }
    }

    /// Takes note of a seat's order.
    #[cold]
    #[inline(never)]
    fn see_for(&mut self, order: &mut Order, seat: usize) {
        self.queues[seat] = *order.queue(&self.deck);
        self.passed[seat] = 0;
        self.seats |= 1 << seat;
    }

    /// The place of the card that comes first in a seat's order, which is taken to
    /// leave the deck. `None` if cards came or went unseen.
    #[inline(always)]
    fn first(&mut self, seat: usize, cards: &[u8]) -> Option<usize> {
        let queue = self.queues[seat].get(..self.size)?;
        let mut passed = self.passed[seat];
        let card = loop {
            let card = *queue.get(passed)?;
            passed += 1;
            if !self.gone[usize::from(card)] {
                break card;
            }
        };
        self.passed[seat] = passed;
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

/// The memories of a paired stream, some 350 000 bytes from the first draw on.
/// Arms on the same luck hand them on to each other.
#[derive(Debug, Clone, Default)]
pub struct Pairing {
    orders: Orders,
    /// One per deck, or none before the first draw.
    piles: Vec<Pile>,
    /// Number of the game or its section, times 256: with the number of a shuffle
    /// it tells a pile of this game from older ones.
    game: u64,
}

impl Pairing {
    /// Forgets the decks; permutations are known by their luck and stay.
    #[inline]
    pub(super) fn restart(&mut self) {
        self.game += 256;
    }

    /// Kept out of line: plain games, which never come here, stay short, and
    /// cold, so that they keep no registers free for it.
    #[cold]
    #[inline(never)]
    pub(super) fn draw(&mut self, luck: Luck, draw: Draw, cards: &[u8]) -> usize {
        let origin = Origin { luck, seat: draw.seat, epoch: draw.epoch };
        let Some(deck) = draw.deck else { return self.orders.of(origin).first(cards) };
        let seat = usize::from(draw.seat) % MAX_SEATS;
        if self.piles.is_empty() {
            self.piles.resize(DECKS, Pile::EMPTY);
        }
        let pile = &mut self.piles[usize::from(deck) % DECKS];
        let stamp = self.game | u64::from(draw.epoch);
        if pile.stamp != stamp || pile.count != cards.len() {
            pile.see(stamp, cards);
        }
        if pile.seats & (1 << seat) == 0 {
            pile.see_for(self.orders.of(origin), seat);
        }
        let place = match pile.first(seat, cards) {
            Some(place) => place,
            None => {
                pile.count = usize::MAX;
                self.orders.of(origin).first(cards)
            }
        };
        // In tests, so that every paired game of every ruleset proves it.
        #[cfg(test)]
        assert_eq!(place, self.orders.of(origin).first(cards), "{draw:?}");
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
        let mut pairing = Pairing::default();
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
