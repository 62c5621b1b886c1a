//! Who looks on while a game is played: nobody ([`Silent`], compiled away) or
//! a writer of transcripts ([`Transcript`]).
//!
//! Rule code reports with [`Watch::say`]; the text is only built when somebody
//! watches.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// What a line of a transcript is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Set-up, a new half, week, matchday or match: a heading.
    Phase,
    /// A decision of a bot.
    Decision,
    /// A card dealt, drawn, moved or discarded.
    Card,
    /// Dice, kicks and other draws of chance.
    Dice,
    /// A consequence: goals, victories, money, levels.
    Effect,
    /// The end of a match or of the game.
    Result,
}

/// One line of a transcript.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
pub struct Line {
    /// What it is about.
    pub topic: Topic,
    /// The seat concerned, if one is.
    pub seat: Option<u8>,
    /// The line in words.
    pub text: String,
    /// Among how many legal moves a decision was taken; files and people are
    /// told behind the text.
    #[schemars(skip)]
    pub choices: Option<u64>,
    /// Where a small step leads that its seat takes several times in a row
    /// ([`Record::step`](crate::game::Record::step)).
    #[schemars(skip)]
    pub step: Option<String>,
}

impl Line {
    /// The text with the number of choices.
    fn whole(&self) -> Cow<'_, str> {
        match self.choices {
            None => Cow::Borrowed(&self.text),
            Some(1) => Cow::Owned(format!("{} (no choice)", self.text)),
            Some(choices) => Cow::Owned(format!("{} ({choices} choices)", self.text)),
        }
    }

    /// The text, with its seat in front unless it names that seat itself.
    #[must_use]
    pub fn told(&self) -> String {
        let whole = self.whole();
        let Some(seat) = self.seat else { return whole.into_owned() };
        let name = format!("seat {seat}");
        let lower = self.text.to_lowercase();
        // "Seat 1" is not named by "Seat 10".
        let named = lower
            .match_indices(&name)
            .any(|(at, _)| !lower[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()));
        if named { whole.into_owned() } else { format!("Seat {seat}: {whole}") }
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Line", 3)?;
        line.serialize_field("topic", &self.topic)?;
        line.serialize_field("seat", &self.seat)?;
        line.serialize_field("text", &self.whole())?;
        line.end()
    }
}

/// A spectator of one game.
pub trait Watch {
    /// Whether anything is recorded; rule code may skip costly descriptions.
    const ON: bool;

    /// Whether every state is held to the laws of the game
    /// ([`Play::verify`](crate::game::Play::verify)).
    #[inline]
    fn verifies(&self) -> bool {
        false
    }

    /// Takes note of a law that is broken; whether the game ends there.
    fn broken(&mut self, _law: String) -> bool {
        false
    }

    /// The first law that was broken, if any was.
    fn law(&self) -> Option<&str> {
        None
    }

    /// Records a decision, whose line is not made when nobody watches.
    fn write(&mut self, line: impl FnOnce() -> Line);

    /// Records what rules do, in words. `text` is not called when nobody listens.
    #[inline]
    fn say(&mut self, topic: Topic, seat: Option<u8>, text: impl FnOnce() -> String) {
        self.write(|| Line { topic, seat, text: text(), choices: None, step: None });
    }
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watch for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn write(&mut self, _line: impl FnOnce() -> Line) {}
}

/// Nobody watches but whoever knows the laws: a game ends at the first that is
/// broken.
#[derive(Debug, Clone, Default)]
pub struct Audit {
    broken: Option<String>,
}

impl Watch for Audit {
    const ON: bool = false;

    #[inline]
    fn verifies(&self) -> bool {
        true
    }

    fn broken(&mut self, law: String) -> bool {
        self.broken = Some(law);
        true
    }

    fn law(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    #[inline(always)]
    fn write(&mut self, _line: impl FnOnce() -> Line) {}
}

/// Everything is written down, a law that is broken too: the first time.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    /// The lines so far.
    pub lines: Vec<Line>,
    broken: Option<String>,
    /// Whether rules are not listened to, nor their laws asked.
    briefly: bool,
}

impl Transcript {
    /// One of decisions alone: a seventh of the work.
    #[must_use]
    pub fn of_decisions() -> Self {
        Self { briefly: true, ..Self::default() }
    }
}

impl Watch for Transcript {
    const ON: bool = true;

    fn verifies(&self) -> bool {
        !self.briefly
    }

    fn broken(&mut self, law: String) -> bool {
        if self.broken.is_none() {
            let text = format!("A law of the game is broken: {law}");
            self.lines.push(Line { topic: Topic::Result, seat: None, text, choices: None, step: None });
            self.broken = Some(law);
        }
        false
    }

    fn law(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    fn write(&mut self, line: impl FnOnce() -> Line) {
        self.lines.push(line());
    }

    fn say(&mut self, topic: Topic, seat: Option<u8>, text: impl FnOnce() -> String) {
        if !self.briefly {
            self.write(|| Line { topic, seat, text: text(), choices: None, step: None });
        }
    }
}
