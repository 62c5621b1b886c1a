//! What one seat may see of a season. Bots get this and never the state.

pub(super) mod redeal;

use super::cards::{self, Card, Cards, NONE, Official};
use super::pitch::Pitch;
use super::play::fixtures::foreseen_opponent;
use super::rules::Rules;
use super::sevens::{NO_SEVEN, Seven};
use super::state::{Deed, NOBODY, Naming, Phase, Row, State};
use super::words;
use crate::game::Seen;

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

    /// Whether VAR REVIEW and OFFSIDE! have been shown against each side of the match
    /// under way, the first-named first.
    #[must_use]
    pub fn instants(&self) -> [[bool; 2]; 2] {
        [self.state.var_on, self.state.offside_on]
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

    /// All of it, in the words of the game.
    pub(super) fn tell(self, seen: &mut Seen) {
        let (rules, state) = (self.rules, self.state);
        let names = |cards: &mut dyn Iterator<Item = Card>| {
            cards.map(|card| words::card(rules, card)).collect::<Vec<String>>()
        };
        seen.say("question", format!("{:?}", self.phase()).to_lowercase());
        seen.say("whose-turn", state.active);
        seen.say("actions-left", state.actions_left);
        seen.say("matchday", self.matchday());
        seen.say("sudden-death", self.sudden_death());
        seen.may_say("full-time-called-by", self.caller());
        seen.may_say("next-opponent", self.next_opponent());
        seen.say("hand", names(&mut self.hand().iter()));
        let manager = |seat: u8| {
            let (row, pitch) = (self.row(seat), self.pitch(seat));
            let mut manager = Seen::default();
            manager.say("seat", seat);
            manager.say("points", row.points);
            manager.say("scored", row.scored);
            manager.say("conceded", row.conceded);
            manager.say("sent-off", row.sent_off);
            manager.say("hand-size", self.hand_size(seat));
            manager.say("pitch", names(&mut pitch.cards().iter().copied()));
            manager.say(
                "booked",
                names(&mut pitch.cards().iter().copied().filter(|&card| pitch.is_booked(card))),
            );
            manager.say("places-open", pitch.empty_slots(rules));
            manager.say("behind-the-wall", self.walled(seat));
            let named = Some(self.seven(seat)).filter(|&seven| *seven != NO_SEVEN);
            manager.may_say("seven", named.map(|seven| names(&mut seven.iter().copied())));
            manager
        };
        seen.say("managers", (0..rules.managers).map(manager).collect::<Vec<_>>());
        seen.say("discard", names(&mut self.discard().iter()));
        seen.say("unseen", names(&mut self.unseen().iter()));
        seen.say("deck-size", self.deck_size());
        let (deed, card) = self.named();
        let named = || {
            let mut named = Seen::default();
            named.say("what", format!("{deed:?}").to_lowercase());
            named.say("card", words::card(rules, card));
            named
        };
        seen.may_say("to-answer", (deed != Deed::None).then(named));
        let in_match = match self.phase() {
            // At the lock no match is under way; later names are given in one.
            Phase::Name => state.naming != Naming::Lock,
            phase => matches!(phase, Phase::Drama | Phase::Swap | Phase::Restart | Phase::MatchLimit),
        };
        seen.may_say("match", in_match.then(|| self.sides().to_vec()));
        seen.may_say("official", self.official().filter(|_| in_match).map(words::official));
        for (key, on) in ["var-review-against", "offside-against"].into_iter().zip(self.instants()) {
            let hit = self.sides().into_iter().zip(on).filter(|&(_, on)| on && in_match);
            let hit: Vec<u8> = hit.map(|(seat, _)| seat).collect();
            seen.may_say(key, (!hit.is_empty()).then_some(hit));
        }
    }

    /// The manager that will surely be met next in this matchday.
    #[must_use]
    pub fn next_opponent(&self) -> Option<u8> {
        foreseen_opponent(self.rules, self.state, self.seat)
    }
}
