//! What one seat may see of a season. Bots get this and never the state.

pub(super) mod redeal;

use super::cards::{self, Card, Cards, NONE, Official};
use super::pitch::Pitch;
use super::play::fixtures::foreseen_opponent;
use super::rules::Rules;
use super::sevens::Seven;
use super::state::{Deed, NOBODY, Phase, Row, State};

/// What one seat may see: public things, its own hand, and nothing else.
#[derive(Clone, Copy)]
pub struct View<'a> {
    rules: &'a Rules,
    state: &'a State,
    seat: u8,
}

impl<'a> View<'a> {
    /// What `seat` sees of `state`.
    #[inline]
    pub(super) const fn new(rules: &'a Rules, state: &'a State, seat: u8) -> Self {
        Self { rules, state, seat }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// Who looks.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// What is asked.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The own hand.
    #[inline]
    #[must_use]
    pub fn hand(&self) -> &'a Cards {
        &self.state.hands[usize::from(self.seat)]
    }

    /// Size of anybody's hand.
    #[must_use]
    pub fn hand_size(&self, seat: u8) -> u32 {
        self.state.hands[usize::from(seat)].len()
    }

    /// A pitch.
    #[inline]
    #[must_use]
    pub fn pitch(&self, seat: u8) -> &'a Pitch {
        &self.state.pitches[usize::from(seat)]
    }

    /// The discard pile.
    #[must_use]
    pub fn discard(&self) -> &'a Cards {
        &self.state.discard
    }

    /// Cards left in the deck.
    #[must_use]
    pub fn deck_size(&self) -> u8 {
        self.state.deck_len
    }

    /// A line of the table.
    #[inline]
    #[must_use]
    pub fn row(&self, seat: u8) -> &'a Row {
        &self.state.table[usize::from(seat)]
    }

    /// Matchday from 0.
    #[must_use]
    pub fn matchday(&self) -> u8 {
        self.state.matchday
    }

    /// Whether the cup is being decided by sudden death.
    #[must_use]
    pub fn sudden_death(&self) -> bool {
        self.state.sudden_death
    }

    /// Whether a matchday has hit the cap, so that nobody wins the cup.
    #[must_use]
    pub fn capped(&self) -> bool {
        self.state.capped
    }

    /// Who called full time in this matchday, if somebody did.
    #[must_use]
    pub fn caller(&self) -> Option<u8> {
        (self.state.caller != NOBODY).then_some(self.state.caller)
    }

    /// The other managers that take part, clockwise from the left neighbour.
    #[inline]
    pub fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let (playing, seat, seats) = (self.state.playing, self.seat, self.rules.managers);
        (1..seats).map(move |step| (seat + step) % seats).filter(move |other| playing >> other & 1 == 1)
    }

    /// Whether a pitch is behind THE WALL.
    #[inline]
    #[must_use]
    pub fn walled(&self, seat: u8) -> bool {
        self.state.walls >> seat & 1 == 1
    }

    /// The sides of the match under way, the first-named first.
    #[must_use]
    pub fn sides(&self) -> [u8; 2] {
        self.state.sides()
    }

    /// A seven that has been named and revealed.
    #[must_use]
    pub fn seven(&self, seat: u8) -> &'a Seven {
        &self.state.sevens[usize::from(seat)]
    }

    /// The official of the match under way.
    #[must_use]
    pub fn official(&self) -> Option<Official> {
        self.state.call()
    }

    /// The pending forward, Tackle or booking.
    #[must_use]
    pub fn named(&self) -> (Deed, Card) {
        (self.state.pending.deed, self.state.pending.card)
    }

    /// Cards whose place the viewer can't see: deck and other hands.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        let s = self.state;
        let hand = self.hand();
        let mut field = hand.field | s.discard.field | s.out.field;
        let mut action = hand.action | s.discard.action | s.out.action;
        for pitch in &s.pitches {
            field |= pitch.field;
        }
        for card in s.official_cards.into_iter().filter(|&card| card != NONE) {
            action |= 1 << (card - cards::ACTION);
        }
        let mut unseen = Cards::EMPTY;
        for &card in self.rules.deck() {
            let known = if cards::is_field(card) {
                field >> card & 1 == 1
            } else {
                action >> (card - cards::ACTION) & 1 == 1
            };
            if !known {
                unseen.insert(card);
            }
        }
        unseen
    }

    /// The manager that will surely be met next in this matchday.
    #[must_use]
    pub fn next_opponent(&self) -> Option<u8> {
        foreseen_opponent(self.rules, self.state, self.seat)
    }
}
