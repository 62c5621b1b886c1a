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

/// Which cards, by id.
type Cards = [bool; 256];

/// A permutation of all card ids, told as far as the game has these cards.
#[derive(Debug, Clone)]
struct Order {
    /// The cards that were known when it was made, first to last, and anything
    /// behind them.
    queue: [u8; 256],
    /// How many cards these are.
    size: usize,
    /// How many of them come before each; empty as long as nobody asks.
    rank: Vec<u8>,
}

impl Order {
    const NONE: Self = Self { queue: [0; 256], size: 0, rank: Vec::new() };

    /// Uniformly random over all ids by Fisher-Yates, last place first. A place
    /// that is settled is never looked at again: its card goes straight into the
    /// queue, which fills from behind.
    fn new(origin: Origin, known: &Cards, size: usize) -> Self {
        let stream = 1024 + u32::from(origin.seat) * 256 + u32::from(origin.epoch);
        let mut generator = origin.luck.generator(stream);
        let mut ids: [u8; 256] = std::array::from_fn(|id| id as u8);
        let mut queue = [0; 256];
        let mut place = size.wrapping_sub(1) as u8;
        let mut settle = |card: u8| {
            queue[usize::from(place)] = card;
            place = place.wrapping_sub(known[usize::from(card)].into());
        };
        for last in (1..ids.len()).rev() {
            let other = usize::from(below(&mut generator, last as u32 + 1) as u8);
            settle(ids[other]);
            ids[other] = ids[last];
        }
        settle(ids[0]);
        Self { queue, size, rank: Vec::new() }
    }

    /// The place of the card that comes first, by looking at all of them.
    #[inline(never)]
    fn first(&mut self, cards: &[u8]) -> usize {
        if self.rank.is_empty() {
            self.rank = vec![0; 256];
            for (rank, &card) in self.queue[..self.size].iter().enumerate() {
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
#[derive(Debug, Clone)]
struct Orders {
    kept: Vec<(Origin, Order)>,
    /// Cards of all decks so far.
    known: Cards,
    /// How many these are: what an order was made of must be all of them.
    size: usize,
}

impl Default for Orders {
    fn default() -> Self {
        Self { kept: Vec::new(), known: [false; 256], size: 0 }
    }
}

impl Orders {
    /// Takes note of cards that no deck has had yet.
    #[inline]
    fn meet(&mut self, cards: &[u8]) {
        for &card in cards {
            let known = &mut self.known[usize::from(card)];
            self.size += usize::from(!*known);
            *known = true;
        }
    }

    #[inline]
    fn of(&mut self, origin: Origin) -> &mut Order {
        let place = origin.place();
        if self.kept.get(place).is_none_or(|(kept, order)| *kept != origin || order.size != self.size) {
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
        self.kept[origin.place()] = (origin, Order::new(origin, &self.known, self.size));
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
    place: [u8; 256],
    /// Seats that have drawn, as bits.
    seats: u16,
    /// Per seat: all cards of the game, in its order.
    queues: [[u8; 256]; MAX_SEATS],
    /// Per seat: how many of these are gone for sure.
    passed: [usize; MAX_SEATS],
}

impl Pile {
    const EMPTY: Self = Self {
        stamp: u64::MAX,
        count: 0,
        left: [false; 256],
        place: [0; 256],
        seats: 0,
        queues: [[0; 256]; MAX_SEATS],
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
        self.left = [false; 256];
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
            let card = *queue.get(passed)?;
            passed += 1;
            if self.left[usize::from(card)] {
                break card;
            }
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

/// The memories of a paired stream, some 250 000 bytes from the first draw on.
/// Arms on the same luck hand them on to each other.
#[derive(Debug, Clone)]
pub struct Pairing {
    /// The luck in force.
    luck: Luck,
    orders: Orders,
    /// One per deck, or none before the first draw.
    piles: Vec<Pile>,
    /// Number of the game or its section, times 256: with the number of a shuffle
    /// it tells a pile of this game from older ones.
    game: u64,
}

impl Default for Pairing {
    fn default() -> Self {
        Self { luck: Luck::new(0, 0, 0), orders: Orders::default(), piles: Vec::new(), game: 0 }
    }
}

impl Pairing {
    /// Turns to other luck and forgets the decks; permutations are known by their
    /// luck and stay.
    #[inline]
    pub(super) fn turn_to(&mut self, luck: Luck) {
        self.luck = luck;
        self.game += 256;
    }

    /// Kept out of line: plain games, which never come here, stay short, and
    /// cold, so that they keep no registers free for it.
    #[cold]
    #[inline(never)]
    pub(super) fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        let seat = usize::from(draw.seat) % MAX_SEATS;
        let stamp = self.game | u64::from(draw.epoch);
        if let Some(deck) = draw.deck
            && let Some(pile) = self.piles.get_mut(usize::from(deck))
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
        let origin = Origin { luck: self.luck, seat: draw.seat, epoch: draw.epoch };
        let seat = usize::from(draw.seat) % MAX_SEATS;
        let stamp = self.game | u64::from(draw.epoch);
        if self.piles.is_empty() {
            self.piles.resize(DECKS, Pile::EMPTY);
        }
        let Some(pile) = draw.deck.and_then(|deck| self.piles.get_mut(usize::from(deck))) else {
            self.orders.meet(cards);
            return self.orders.of(origin).first(cards);
        };
        if pile.stamp != stamp || pile.count != cards.len() || pile.seats & (1 << seat) != 0 {
            self.orders.meet(cards);
            pile.see(stamp, cards);
        }
        pile.queues[seat] = self.orders.of(origin).queue;
        pile.passed[seat] = 0;
        pile.seats |= 1 << seat;
        // Only a deck that holds a card twice, against the word of [`Draw`], can
        // still be unlike what was seen.
        let place = pile.first(seat, cards).unwrap_or(0);
        #[cfg(test)]
        self.hold(draw, cards, place);
        place
    }

    /// Holds a draw against looking at all cards: so every paired game that a test
    /// plays, of every ruleset, proves it.
    #[cfg(test)]
    fn hold(&mut self, draw: Draw, cards: &[u8], place: usize) {
        let origin = Origin { luck: self.luck, seat: draw.seat, epoch: draw.epoch };
        assert_eq!(place, self.orders.of(origin).first(cards), "{draw:?}");
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

    /// The definition: all ids by Fisher-Yates, last place first.
    fn permutation(origin: Origin) -> Vec<u8> {
        let stream = 1024 + u32::from(origin.seat) * 256 + u32::from(origin.epoch);
        let mut generator = origin.luck.generator(stream);
        let mut ids: Vec<u8> = (0..=255).collect();
        for last in (1..ids.len()).rev() {
            ids.swap(below(&mut generator, last as u32 + 1) as usize, last);
        }
        ids
    }

    /// Whatever decks there have been: one card, some, then more, then all.
    #[test]
    fn orders_are_the_permutation_that_their_origin_makes() {
        let mut orders = Orders::default();
        let origins =
            |luck: Luck| (0..3).flat_map(move |seat| (0..250).map(move |epoch| Origin { luck, seat, epoch }));
        let known = [vec![7], (0..73).collect(), (60..=180).collect(), (0..=255).collect::<Vec<u8>>()];
        for (block, cards) in (0..).zip(&known) {
            orders.meet(cards);
            for origin in origins(Luck::new(1, 2, block)) {
                let mut expected = permutation(origin);
                expected.retain(|&id| orders.known[usize::from(id)]);
                for _ in 0..2 {
                    let order = orders.of(origin);
                    assert_eq!(order.queue[..order.size], expected);
                }
                let order = orders.of(origin);
                let first = expected.iter().find(|id| cards.contains(id));
                assert_eq!(first, Some(&cards[order.first(cards)]));
            }
        }
        assert_eq!((orders.kept.len(), orders.size), (PLACES, 256));
    }
}
