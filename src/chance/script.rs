//! Dictated chance: a test (or a replay of a real table) says what every die,
//! lottery and draw shows, in the order in which the rules ask.

use std::collections::VecDeque;

use super::{Chance, Draw, Lottery, Source};

/// One dictated answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roll {
    /// The answer to `below` (so a die showing 6 is 5) or a lottery's outcome.
    Value(u32),
    /// The card id that the next draw must bring.
    Card(u8),
}

/// A script of answers. Asking beyond its end, a value out of range, a card
/// that is not in the deck, and leftovers when [`Script::done`] is called are
/// failures of the test that wrote it, so all of them panic.
#[derive(Debug, Clone, Default)]
pub struct Script {
    rolls: VecDeque<Roll>,
}

impl Script {
    /// A script from its rolls.
    #[must_use]
    pub fn new(rolls: impl IntoIterator<Item = Roll>) -> Self {
        Self { rolls: rolls.into_iter().collect() }
    }

    /// A script of die faces, `1..=sides` each.
    #[must_use]
    pub fn dice(faces: &[u8]) -> Self {
        Self::new(faces.iter().map(|&face| Roll::Value(u32::from(face) - 1)))
    }

    /// Appends plain answers to `below`.
    #[must_use]
    pub fn then(mut self, values: &[u32]) -> Self {
        self.rolls.extend(values.iter().map(|&value| Roll::Value(value)));
        self
    }

    /// Appends die faces.
    #[must_use]
    pub fn then_dice(mut self, faces: &[u8]) -> Self {
        self.rolls.extend(faces.iter().map(|&face| Roll::Value(u32::from(face) - 1)));
        self
    }

    /// Appends draws by card id.
    #[must_use]
    pub fn then_cards(mut self, cards: &[u8]) -> Self {
        self.rolls.extend(cards.iter().map(|&card| Roll::Card(card)));
        self
    }

    /// How many answers are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.rolls.len()
    }

    /// Ends the script: nothing may be left over.
    ///
    /// # Panics
    /// When rolls are left.
    pub fn done(self) {
        assert!(self.rolls.is_empty(), "rolls left over: {:?}", self.rolls);
    }

    fn next(&mut self, asked: &str) -> Roll {
        self.rolls.pop_front().unwrap_or_else(|| panic!("the script has no answer to {asked}"))
    }
}

impl Chance for Script {
    fn below(&mut self, source: Source, n: u32) -> u32 {
        let roll = self.next(&format!("a number below {n} from {source:?}"));
        match roll {
            Roll::Value(value) if value < n => value,
            other => panic!("the script says {other:?} where a number below {n} is asked"),
        }
    }

    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        let outcomes = lottery.weights().len() as u32;
        self.below(source, outcomes) as u16
    }

    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        let roll = self.next(&format!("a card for seat {}", draw.seat));
        let Roll::Card(card) = roll else {
            panic!("the script says {roll:?} where a card is drawn");
        };
        cards
            .iter()
            .position(|&c| c == card)
            .unwrap_or_else(|| panic!("the script draws card {card}, which is not in the deck"))
    }
}

/// Chance from another source, written down as it answers: a [`Script`] of its
/// rolls gives the same game again.
#[derive(Debug, Clone)]
pub struct Recorder<C> {
    source: C,
    /// Every answer so far, in the order in which the rules asked.
    pub rolls: Vec<Roll>,
}

impl<C> Recorder<C> {
    /// Nothing written down yet.
    #[must_use]
    pub const fn new(source: C) -> Self {
        Self { source, rolls: Vec::new() }
    }
}

impl<C: Chance> Chance for Recorder<C> {
    fn below(&mut self, source: Source, n: u32) -> u32 {
        let value = self.source.below(source, n);
        self.rolls.push(Roll::Value(value));
        value
    }

    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        let value = self.source.lottery(source, lottery);
        self.rolls.push(Roll::Value(value.into()));
        value
    }

    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        let place = self.source.draw(draw, cards);
        self.rolls.push(Roll::Card(cards[place]));
        place
    }

    fn section(&mut self, id: u32) {
        self.source.section(id);
    }
}
