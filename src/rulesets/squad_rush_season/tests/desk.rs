//! A table that tests lay out by hand, and a dealer who deals what is dictated.

use std::collections::VecDeque;

use super::super::cards::{RED, TACKLE, YELLOW};
use super::super::play::Game;
use super::super::slots::counts;
use super::super::state::NOBODY;
use super::*;
use crate::game::Play as _;

pub fn rules(changes: &[(&str, &str)]) -> Rules {
    conformance::rules::<SquadRushSeason>(changes).expect("these switches are legal")
}

pub const fn gk(nation: u8) -> Card {
    nation * SQUAD
}
/// DEF by index: 8, 6, 6, 5.
pub const fn def(nation: u8, index: u8) -> Card {
    nation * SQUAD + 1 + index
}
/// MID by index: 9, 7, 6.
pub const fn mid(nation: u8, index: u8) -> Card {
    nation * SQUAD + 5 + index
}
/// FWD by index: 10, 8, 6.
pub const fn fwd(nation: u8, index: u8) -> Card {
    nation * SQUAD + 8 + index
}
pub const fn sub(index: u8) -> Card {
    SUB + index
}
pub const fn tackle(index: u8) -> Card {
    TACKLE + index
}
pub const fn yellow(index: u8) -> Card {
    YELLOW + index
}
pub const fn red(index: u8) -> Card {
    RED + index
}
pub const fn referee(official: Official) -> Card {
    official.card()
}

/// The best seven of a nation: Defence 21, Attack 34.
pub const fn best(n: u8) -> Seven {
    [gk(n), def(n, 0), def(n, 1), mid(n, 0), mid(n, 1), fwd(n, 0), fwd(n, 1)]
}

/// The weakest seven of a nation: Defence 18, Attack 27.
pub const fn weakest(n: u8) -> Seven {
    [gk(n), def(n, 2), def(n, 3), mid(n, 1), mid(n, 2), fwd(n, 1), fwd(n, 2)]
}

/// All places of all cards: every card of the deck lies in exactly one.
pub fn census(rules: &Rules, state: &State) -> Vec<Card> {
    let all = super::super::laws::places(state);
    assert_eq!(all.len(), usize::from(rules.deck_len));
    all
}

/// Deals and answers what is dictated; beyond that, players of the last nation
/// and the first of every lot.
#[derive(Default, Clone)]
pub struct Dealer {
    pub next: VecDeque<Card>,
    pub lots: VecDeque<u32>,
    /// Who drew what.
    pub drawn: Vec<(u8, Card)>,
    /// Bounds of the lots asked for.
    pub asked: Vec<u32>,
}

impl Chance for Dealer {
    fn below(&mut self, _source: Source, n: u32) -> u32 {
        self.asked.push(n);
        let lot = self.lots.pop_front().unwrap_or(0);
        assert!(lot < n);
        lot
    }

    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        self.below(source, lottery.weights().len() as u32) as u16
    }

    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        let place = match self.next.pop_front() {
            Some(card) => cards.iter().position(|&c| c == card).expect("the dictated card is in the deck"),
            None => (0..cards.len()).max_by_key(|&i| if cards[i] < SUB { cards[i] } else { 0 }).unwrap(),
        };
        self.drawn.push((draw.seat, cards[place]));
        place
    }
}

pub struct Desk {
    pub r: Rules,
    pub s: State,
    pub dealer: Dealer,
}

impl Desk {
    /// Seat 0 is to act; nothing is dealt.
    pub fn new(changes: &[(&str, &str)]) -> Self {
        let r = rules(changes);
        let mut s = State::blank();
        s.playing = (1 << r.managers) - 1;
        let deck = r.deck();
        s.deck[..deck.len()].copy_from_slice(deck);
        s.deck_len = r.deck_len;
        s.phase = Phase::Act;
        s.actions_left = r.actions;
        s.turns[0] = 1;
        s.log.first_starter = 0;
        Self { r, s, dealer: Dealer::default() }
    }

    /// Seats 0 and 1 have the best sevens of nations 0 and 1 on their pitches.
    pub fn sevens(changes: &[(&str, &str)]) -> Self {
        Self::new(changes).lay(0, &best(0)).lay(1, &best(1))
    }

    fn out_of_deck(&mut self, card: Card) {
        let size = usize::from(self.s.deck_len);
        let place = self.s.deck[..size].iter().position(|&c| c == card);
        let place = place.unwrap_or_else(|| panic!("card {card} is not in the deck"));
        self.s.deck[place] = self.s.deck[size - 1];
        self.s.deck_len -= 1;
    }

    pub fn give(mut self, seat: u8, cards: &[Card]) -> Self {
        for &card in cards {
            self.out_of_deck(card);
            self.s.hands[usize::from(seat)].insert(card);
        }
        self
    }

    pub fn lay(mut self, seat: u8, cards: &[Card]) -> Self {
        for &card in cards {
            self.out_of_deck(card);
            self.s.pitches[usize::from(seat)].push(card);
        }
        let pitch = &self.s.pitches[usize::from(seat)];
        assert_eq!(counts(pitch.field), pitch.counts);
        self
    }

    pub fn book(mut self, seat: u8, card: Card) -> Self {
        let pitch = &mut self.s.pitches[usize::from(seat)];
        assert!(pitch.field >> card & 1 == 1);
        pitch.booked |= 1 << card;
        self
    }

    pub fn bin(mut self, cards: &[Card]) -> Self {
        for &card in cards {
            self.out_of_deck(card);
            self.s.discard.insert(card);
        }
        self
    }

    /// The whole deck but `left` cards goes to the discard pile.
    pub fn thin(mut self, left: u8) -> Self {
        while self.s.deck_len > left {
            let card = self.s.deck[usize::from(self.s.deck_len) - 1];
            self.s.deck_len -= 1;
            self.s.discard.insert(card);
        }
        self
    }

    pub fn dealt(mut self, cards: &[Card]) -> Self {
        self.dealer.next.extend(cards);
        self
    }

    pub fn legal(&self) -> Vec<Move> {
        let mut options = Options::default();
        options.fill(&self.r, &self.s);
        (0..options.len()).map(|i| options.nth(i)).collect()
    }

    pub fn kinds(&self) -> Vec<u8> {
        let mut kinds: Vec<u8> = self.legal().into_iter().map(Move::kind).collect();
        kinds.dedup();
        kinds
    }

    pub fn go(&mut self, chosen: Move) -> &mut Self {
        let mut options = Options::default();
        options.fill(&self.r, &self.s);
        assert!(options.contains(chosen), "{:?} is not legal among {:?}", chosen.bytes(), self.legal());
        SquadRushSeason::apply(&self.r, &mut self.s, chosen, &mut self.dealer, &mut Silent);
        assert_eq!(census(&self.r, &self.s), self.r.deck());
        self
    }

    pub fn say(&mut self, kind: u8) -> &mut Self {
        self.go(Move::plain(kind))
    }

    pub fn pass(&mut self) -> &mut Self {
        self.say(kind::PASS)
    }

    /// PLAY, by the card.
    pub fn play(&mut self, card: Card) -> &mut Self {
        let h = self.s.hands[usize::from(self.s.asked)].index(card);
        self.go(Move::new(kind::PLAY, h, 0, 0))
    }

    /// An attack, by the card.
    pub fn aim(&mut self, kind: u8, seat: u8, card: Card) -> &mut Self {
        let place = self.s.pitches[usize::from(seat)].index(card);
        self.go(Move::new(kind, seat, place, 0))
    }

    /// An exchange of SUBSTITUTION, by the cards.
    pub fn swap(&mut self, kind: u8, outgoing: Card, incoming: Card) -> &mut Self {
        let seat = usize::from(self.s.asked);
        let place = self.s.pitches[seat].index(outgoing);
        let h = self.s.hands[seat].index(incoming);
        self.go(Move::new(kind, place, h, 0))
    }

    pub fn discard(&mut self, card: Card) -> &mut Self {
        let h = self.s.hands[usize::from(self.s.asked)].index(card);
        self.go(Move::new(kind::DISCARD, h, 0, 0))
    }

    /// Everybody names this seven, or the first of the list.
    pub fn name(&mut self, seven: Seven) -> &mut Self {
        self.go(Move::seven(seven))
    }

    pub fn name_all(&mut self) -> &mut Self {
        while self.s.phase == Phase::Name {
            let first = self.legal()[0];
            self.go(first);
        }
        self
    }

    /// Locks the pitches at once, as called by `caller`.
    pub fn lock(&mut self, caller: u8) -> &mut Self {
        self.s.caller = caller;
        self.game(|game| {
            game.lock();
        });
        self
    }

    /// Locks as after a build phase that nobody ended.
    pub fn lock_uncalled(&mut self) -> &mut Self {
        self.lock(NOBODY)
    }

    pub fn game(&mut self, f: impl FnOnce(&mut Game<'_, Dealer, Silent>)) {
        f(&mut Game { r: &self.r, s: &mut self.s, chance: &mut self.dealer, watch: &mut Silent });
        assert_eq!(census(&self.r, &self.s), self.r.deck());
    }

    pub fn on(&self, seat: u8, card: Card) -> bool {
        self.s.pitches[usize::from(seat)].field >> card & 1 == 1
    }

    pub fn marked(&self, seat: u8, card: Card) -> bool {
        self.s.pitches[usize::from(seat)].is_booked(card)
    }

    pub fn holds(&self, seat: u8, card: Card) -> bool {
        self.s.hands[usize::from(seat)].contains(card)
    }

    pub fn binned(&self, card: Card) -> bool {
        self.s.discard.contains(card)
    }

    pub fn asked(&self) -> (Phase, u8) {
        (self.s.phase, self.s.asked)
    }

    /// What matches under an official add: matches, goals, draws, upsets,
    /// wins of favourites, changed results.
    pub fn effects(&self, official: usize) -> [u16; 6] {
        let first = column::MATCHES_UNDER_ADDED_TIME.place() + 6 * official;
        std::array::from_fn(|effect| self.s.log.counts[first + effect])
    }

    pub fn count(&self, what: Column) -> u16 {
        self.s.log.counts[what.place()]
    }

    pub fn points(&self) -> Vec<u16> {
        self.s.table[..usize::from(self.r.managers)].iter().map(|row| row.points).collect()
    }

    /// Scored and conceded.
    pub fn goals(&self, seat: u8) -> (u16, u16) {
        let row = self.s.table[usize::from(seat)];
        (row.scored, row.conceded)
    }
}
