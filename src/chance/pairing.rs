//! Deals of arms that share luck: a deck lies in a uniformly random permutation of
//! all card ids of the game, new for every shuffle, as in a ring. Every seat has a
//! place of its own there (`Way`) and draws the first card from it that is left.
//!
//! Where seats begin and go is fixed beforehand, and cards that are left are passed by
//! nobody: whoever draws when, each card is uniform over the rest. Seats begin far
//! apart or back to back, so that one draw more of one seat shifts nothing for another
//! until the deck runs low.
//!
//! In: the luck in force, a [`Draw`] and the cards it may bring. Out: the place
//! of the card. Two memories make that quick and never show in a result:
//! `Orders` keeps permutations by what they are made of, for the other games of a
//! block, and `Pile` how far each seat has come.

#![expect(clippy::inline_always, reason = "measured: a draw without a further call")]

use rand::Rng as _;

use super::stream::bounded;
use super::{DECKS, Draw, MAX_SEATS};
use crate::seed::Luck;

/// Most card ids of a game.
pub const MAX_CARDS: usize = 256;

/// Ids, first to last, and anything behind them.
type Queue = [u8; MAX_CARDS];

/// How a seat goes round the permutation of a deck: from where, and whether onwards.
#[derive(Debug, Clone, Copy)]
struct Way {
    start: u8,
    onwards: bool,
}

impl Way {
    /// Seats 0 and 1 begin back to back at the first place, 2 and 3 half-way round,
    /// 4 and 5 at a quarter, and so on, each time half-way between those before.
    ///
    /// Only as many places count as make a multiple of eight: a game with one card more
    /// has it behind all of them.
    const fn of(seat: usize, cards: u16) -> Self {
        let apart = (seat as u8 / 2).reverse_bits() as u32;
        let places = if cards < 8 { cards as u32 } else { cards as u32 & !7 };
        let (first, onwards) = (apart * places / 256, Self::is_onwards(seat));
        let start = if onwards { first } else { (first + places - 1) % places };
        Self { start: start as u8, onwards }
    }

    const fn is_onwards(seat: usize) -> bool {
        seat.is_multiple_of(2)
    }
}

/// A permutation of all card ids.
#[derive(Debug, Clone)]
struct Order {
    queue: Queue,
    /// How many come before each.
    rank: [u8; MAX_CARDS],
}

impl Order {
    const NONE: Self = Self { queue: [0; MAX_CARDS], rank: [0; MAX_CARDS] };

    /// Uniformly random by Fisher-Yates "inside out": each id takes a random place
    /// among those before it, and what lay there goes to the end. So a game with one
    /// card more has the same order but for one card, and arms whose decks differ
    /// stay in step.
    fn make(&mut self, origin: Origin) {
        let stream = 1024 + u32::from(origin.owner) * 256 + u32::from(origin.epoch);
        let mut generator = origin.luck.generator(stream);
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
        for (rank, &card) in self.queue[..cards].iter().enumerate() {
            self.rank[usize::from(card)] = rank as u8;
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

    /// The place of the card that comes first on a way round so many, by looking at
    /// all of them.
    #[inline(never)]
    fn first(&self, way: Way, round: u16, cards: &[u8]) -> usize {
        let mut first = (u16::MAX, 0);
        for (place, &card) in cards.iter().enumerate() {
            let rank = u16::from(self.rank[usize::from(card)]);
            let start = u16::from(way.start);
            let behind = if way.onwards { rank + round - start } else { start + round - rank } % round;
            if behind < first.0 {
                first = (behind, place);
            }
        }
        first.1
    }
}

/// What a permutation is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin {
    luck: Luck,
    /// A seat, or [`MAX_SEATS`] and a deck.
    owner: u8,
    epoch: u8,
    /// Card ids of the game.
    cards: u16,
}

impl Origin {
    const NONE: Self = Self { luck: Luck::new(0, 0, 0), owner: u8::MAX, epoch: 0, cards: 0 };

    /// Place in the memory: of one luck no two decks, or seats, and no two of the first
    /// sixteen shuffles meet.
    #[inline]
    fn place(self) -> usize {
        let offset = usize::from(self.owner) * 16 + usize::from(self.epoch);
        (self.luck.low() as usize).wrapping_add(offset) % PLACES
    }
}

/// Permutations kept at once. A block needs one per deck and shuffle, and all
/// its games and arms need the same ones.
const PLACES: usize = 256;

/// The permutations made last, each kept until another takes its place.
#[derive(Debug, Clone, Default)]
struct Orders {
    kept: Vec<(Origin, Order)>,
}

impl Orders {
    #[inline]
    fn of(&mut self, origin: Origin) -> &Order {
        let place = origin.place();
        if self.kept.get(place).is_none_or(|(kept, _)| *kept != origin) {
            self.make(origin);
        }
        &self.kept[place].1
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

/// Places of a ring, a bit each.
type Places = [u64; MAX_CARDS / 64];

/// The first of some places at or behind one, or at or before it, going round.
#[inline(always)]
fn next(places: &Places, from: u8, onwards: bool) -> Option<u8> {
    let (word, bit) = (usize::from(from / 64), from % 64);
    let all = places.len();
    let mut at = word;
    let mut here = places[word] & if onwards { u64::MAX << bit } else { u64::MAX >> (63 - bit) };
    // Once more at the end: what of the first word was left out.
    for _ in 0..=all {
        if here != 0 {
            let bit = if onwards { here.trailing_zeros() } else { here.ilog2() };
            return Some((64 * at) as u8 + bit as u8);
        }
        at = if onwards { at + 1 } else { at + all - 1 } % all;
        here = places[at];
    }
    None
}

/// What is known of one deck since its last shuffle: cards only leave it.
#[derive(Debug, Clone)]
struct Pile {
    /// The game and the shuffle, see [`Memory::game`].
    stamp: u64,
    /// Cards that are left.
    count: usize,
    /// Where these lie in the queue.
    left: Places,
    /// Where each card lay when it was last seen.
    place: [u8; MAX_CARDS],
    /// All cards of the game, in the deck's order.
    queue: Queue,
    /// Per seat: the place in the queue that it has come to.
    at: [u8; MAX_SEATS],
}

impl Pile {
    const EMPTY: Self = Self {
        stamp: u64::MAX,
        count: 0,
        left: [0; MAX_CARDS / 64],
        place: [0; MAX_CARDS],
        queue: [0; MAX_CARDS],
        at: [0; MAX_SEATS],
    };

    /// Whether nothing has happened to it but draws.
    #[inline(always)]
    const fn is_as_left(&self, stamp: u64, cards: usize) -> bool {
        self.stamp == stamp && self.count == cards
    }

    /// Takes note of all cards and of their order; all seats are where they begin.
    fn see(&mut self, stamp: u64, cards: &[u8], order: &Order, starts: [u8; MAX_SEATS]) {
        (self.stamp, self.count, self.at) = (stamp, cards.len(), starts);
        self.queue = order.queue;
        self.left = [0; MAX_CARDS / 64];
        for (place, &card) in cards.iter().enumerate() {
            self.place[usize::from(card)] = place as u8;
            let rank = order.rank[usize::from(card)];
            self.left[usize::from(rank / 64)] |= 1 << (rank % 64);
        }
    }

    /// The place of the card that comes first on a seat's way, which is taken to
    /// leave the deck. `None` if cards came or went unseen.
    #[inline(always)]
    fn first(&mut self, seat: usize, cards: &[u8]) -> Option<usize> {
        let at = next(&self.left, self.at[seat], Way::is_onwards(seat))?;
        let card = self.queue[usize::from(at)];
        self.at[seat] = at;
        let mut place = usize::from(self.place[usize::from(card)]);
        if cards.get(place) != Some(&card) {
            place = cards.iter().position(|&other| other == card)?;
        }
        self.left[usize::from(at / 64)] &= !(1 << (at % 64));
        self.count -= 1;
        // The usual way to take a card out of a list.
        self.place[usize::from(*cards.last()?)] = place as u8;
        Some(place)
    }
}

/// What paired streams remember, some 150 000 bytes from the first draw on.
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
    /// Card ids of the game, at least one.
    cards: u16,
    /// Where each seat begins in a deck.
    starts: [u8; MAX_SEATS],
    memory: Memory,
}

impl Pairing {
    pub fn new(luck: Luck, cards: usize) -> Self {
        let cards = cards.clamp(1, MAX_CARDS) as u16;
        let starts = std::array::from_fn(|seat| Way::of(seat, cards).start);
        Self { luck, cards, starts, memory: Memory::default() }
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
            && pile.is_as_left(stamp, cards.len())
            && let Some(place) = pile.first(seat, cards)
        {
            #[cfg(test)]
            self.hold(draw, cards, place);
            return place;
        }
        self.draw_anew(draw, cards)
    }

    /// A draw that needs what is not known yet: the cards and their order.
    #[inline(never)]
    fn draw_anew(&mut self, draw: Draw, cards: &[u8]) -> usize {
        // Once a shuffle: a card that no permutation has would be drawn by its place, and
        // unfairly.
        // By value, many at once: `max` of references goes from one to the next.
        let most = cards.iter().copied().fold(0, u8::max);
        assert!(u16::from(most) < self.cards, "card {most} of {}: `Play::card_ids` is wrong", self.cards);
        let (origin, way) = self.origin(draw);
        let Memory { orders, piles, game } = &mut self.memory;
        if piles.is_empty() {
            piles.resize(DECKS, Pile::EMPTY);
        }
        let Some(pile) = draw.deck.and_then(|deck| piles.get_mut(usize::from(deck))) else {
            return orders.of(origin).first(way, self.cards, cards);
        };
        pile.see(*game | u64::from(draw.epoch), cards, orders.of(origin), self.starts);
        // Only a deck that holds a card twice, against the word of [`Draw`], can
        // still be unlike what was seen.
        let place = pile.first(usize::from(draw.seat) % MAX_SEATS, cards).unwrap_or(0);
        #[cfg(test)]
        self.hold(draw, cards, place);
        place
    }

    /// The permutation that a draw looks at and the way round it: a deck's from the
    /// seat's own place, or where decks may not be remembered the seat's own.
    fn origin(&self, draw: Draw) -> (Origin, Way) {
        let of = |owner: u8| Origin { luck: self.luck, owner, epoch: draw.epoch, cards: self.cards };
        match draw.deck {
            Some(deck) => {
                (of(MAX_SEATS as u8 + deck), Way::of(usize::from(draw.seat) % MAX_SEATS, self.cards))
            }
            None => (of(draw.seat), Way { start: 0, onwards: true }),
        }
    }

    /// Holds a draw against looking at all cards: so every paired game that a test
    /// plays, of every ruleset, proves it.
    #[cfg(test)]
    fn hold(&mut self, draw: Draw, cards: &[u8], place: usize) {
        let (origin, way) = self.origin(draw);
        assert_eq!(place, self.memory.orders.of(origin).first(way, self.cards, cards), "{draw:?}");
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

    fn permutations(of: &[u8]) -> Vec<Vec<u8>> {
        if of.is_empty() {
            return vec![vec![]];
        }
        let mut all = Vec::new();
        for (i, &first) in of.iter().enumerate() {
            let rest: Vec<u8> = of.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &x)| x).collect();
            all.extend(permutations(&rest).into_iter().map(|mut tail| {
                tail.insert(0, first);
                tail
            }));
        }
        all
    }

    /// How often each sequence of the cards 0 to 3 is drawn over all permutations of these
    /// and others that are not in the deck; who draws follows from the cards before.
    fn sequences(cards: u8, drawer: impl Fn(&[u8]) -> usize) -> Vec<u32> {
        let mut seen = std::collections::BTreeMap::new();
        for permutation in permutations(&(0..cards).collect::<Vec<_>>()) {
            let mut order = Order::NONE;
            for (rank, &card) in permutation.iter().enumerate() {
                (order.queue[rank], order.rank[usize::from(card)]) = (card, rank as u8);
            }
            let (mut deck, mut drawn) = (vec![0, 1, 2, 3], Vec::new());
            while !deck.is_empty() {
                let way = Way::of(drawer(&drawn), cards.into());
                drawn.push(deck.swap_remove(order.first(way, cards.into(), &deck)));
            }
            *seen.entry(drawn).or_insert(0) += 1;
        }
        seen.into_values().collect()
    }

    /// A deal is exactly that of a shuffled deck, whoever draws when, even where who
    /// draws next depends on the last card.
    #[test]
    fn deals_are_uniform_by_enumeration() {
        for (cards, each) in [(4, 1), (5, 5), (6, 30)] {
            for drawers in [[0, 1, 0, 1], [0, 0, 0, 1], [1, 0, 0, 1], [0, 0, 1, 1], [2, 3, 1, 4]] {
                assert_eq!(sequences(cards, |drawn| drawers[drawn.len()]), [each; 24], "{drawers:?}");
            }
            let by_last = |drawn: &[u8]| drawn.last().map_or(0, |&card| usize::from(card));
            assert_eq!(sequences(cards, by_last), [each; 24]);
        }
    }

    /// Seats begin apart, so that each has its own part of a full deck, and none of
    /// them elsewhere where a game has some cards more.
    #[test]
    fn seats_begin_apart() {
        let starts = |cards| std::array::from_fn::<_, 6, _>(|seat| Way::of(seat, cards).start);
        assert_eq!(starts(64), [0, 63, 32, 31, 16, 15]);
        assert_eq!((starts(71), starts(72)), (starts(64), [0, 71, 36, 35, 18, 17]));
        for cards in 1..=MAX_CARDS as u16 {
            assert!((0..MAX_SEATS).all(|seat| u16::from(Way::of(seat, cards).start) < cards));
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
            order.make(Origin { luck, owner: 1, epoch: 2, cards: 4 });
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
            let queue = orders.of(Origin { luck, owner: 0, epoch: 0, cards }).queue;
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
