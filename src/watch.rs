//! Who looks on while a game is played: nobody ([`Silent`], compiled away) or
//! a writer of transcripts ([`Transcript`]).
//!
//! Rule code reports with [`Watch::say`]; the text is only built when somebody
//! watches.

use schemars::JsonSchema;
use serde::Serialize;

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// What it is about.
    pub topic: Topic,
    /// The seat concerned, if one is.
    pub seat: Option<u8>,
    /// The line in words.
    pub text: String,
}

impl Line {
    /// The text, with its seat in front unless it names that seat itself.
    #[must_use]
    pub fn told(&self) -> String {
        let Some(seat) = self.seat else { return self.text.clone() };
        let name = format!("seat {seat}");
        let lower = self.text.to_lowercase();
        // "Seat 1" is not named by "Seat 10".
        let named = lower
            .match_indices(&name)
            .any(|(at, _)| !lower[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()));
        if named { self.text.clone() } else { format!("Seat {seat}: {}", self.text) }
    }
}

/// A spectator of one game.
pub trait Watch {
    /// Whether anything is recorded; rule code may skip costly descriptions.
    const ON: bool;

    /// Records a line. `text` is not called when nobody watches.
    fn say(&mut self, topic: Topic, seat: Option<u8>, text: impl FnOnce() -> String);
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watch for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn say(&mut self, _topic: Topic, _seat: Option<u8>, _text: impl FnOnce() -> String) {}
}

/// Everything is written down.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    /// The lines so far.
    pub lines: Vec<Line>,
}

impl Watch for Transcript {
    const ON: bool = true;

    fn say(&mut self, topic: Topic, seat: Option<u8>, text: impl FnOnce() -> String) {
        self.lines.push(Line { topic, seat, text: text() });
    }
}
