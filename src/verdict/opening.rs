//! What every report opens with, before its numbers: the answer in two
//! sentences, health among them, and what that means for printing.
//!
//! In: the statements of a run and its health; of a command of the lab, what its
//! report says. Out: an [`Opening`]. What must not be printed is told before
//! anything else; what is only to be looked at follows the answer in the same
//! sentence.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Checkup, Light, Statement, Status, Yard};
use crate::stats::Estimate;

/// An answer without figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plain {
    /// The answer, no stop behind it.
    pub answer: String,
    /// What to know beside it, such as whose play it rests on: a sentence, or
    /// nothing.
    pub beside: String,
    /// What it means for printing where the game is healthy: the end of a
    /// sentence; empty where an answer says nothing of it.
    pub printing: String,
}

/// What a report opens with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Opening {
    /// The answer and what to know beside it, in two sentences or so.
    pub summary: String,
    /// What it means for printing: the end of a sentence.
    pub printing: String,
    /// How the answer stands.
    #[serde(skip)]
    pub status: Option<Status>,
    /// The word for that.
    #[serde(skip)]
    pub word: &'static str,
    /// Whose word it is, where it is a light's of health.
    #[serde(skip)]
    pub light: Option<Light>,
}

/// How the line on printing begins.
pub const PRINTING: &str = "What this means for printing: ";

/// Forecasts of more than so many times the games played say little.
const MOST: f64 = 200.0;
/// And so do those from fewer games than these.
const LEAST: u64 = 50;

impl Opening {
    /// Of an answer in words alone.
    #[must_use]
    pub fn new(status: Status, summary: impl Into<String>, printing: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            printing: printing.into(),
            status: Some(status),
            word: "",
            light: None,
        }
    }

    /// When nothing was played.
    #[must_use]
    pub fn unplayed() -> Self {
        Self::new(Status::Undecided, "Nothing was played.", "nothing yet")
    }

    /// The same with a word of its own for how the answer stands.
    #[must_use]
    pub const fn word(mut self, word: &'static str) -> Self {
        self.word = word;
        self
    }

    /// The same, standing as a statement does.
    const fn standing_as(self, said: &Statement) -> Self {
        match said.judged {
            Yard::Health(light) => self.lit(light),
            _ => self.word(said.word()),
        }
    }

    /// The same, standing as a light of health does.
    #[must_use]
    pub const fn lit(mut self, light: Light) -> Self {
        (self.word, self.light) = (light.word(), Some(light));
        self
    }

    /// The same behind what must be told before it.
    #[must_use]
    pub fn behind(self, warning: &str) -> Self {
        if warning.is_empty() {
            return self;
        }
        let summary = format!("{} {}", warning.trim_end(), self.summary);
        Self { summary, status: Some(Status::Bad), ..self }.lit(Light::Ill)
    }

    /// The same with a further sentence behind it.
    #[must_use]
    pub fn beside(self, sentence: &str) -> Self {
        if sentence.is_empty() {
            return self;
        }
        Self { summary: format!("{} {sentence}", self.summary), ..self }
    }

    /// The same of a command that was interrupted: before anything else it is told that
    /// there were to be more games.
    #[must_use]
    pub fn cut(self, interrupted: bool) -> Self {
        if !interrupted {
            return self;
        }
        Self { summary: format!("Interrupted: this is how far it came. {}", self.summary), ..self }
    }

    /// The same where a promise is broken: nothing is printed before that is mended.
    #[must_use]
    pub fn broken(self, told: &str) -> Self {
        if told.is_empty() {
            return self;
        }
        let printing = match self.light {
            Some(Light::Ill) => self.printing.clone(),
            _ => "not before the broken budget is mended or its bound moved".to_owned(),
        };
        Self { printing, status: Some(Status::Bad), ..self }.beside(told)
    }

    /// The line on printing.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{PRINTING}{}.", self.printing)
    }

    /// Of a run with these answers, the most important first.
    #[must_use]
    pub fn of(statements: &[Statement], health: &Checkup) -> Self {
        let Some(first) = statements.first() else { return Self::default() };
        let plain = |statement: &Statement| statement.plain.clone().map(|plain| plain.printing);
        let said = statements.iter().filter_map(plain).find(|printing| !printing.is_empty());
        let Plain { answer, beside, printing } = first.plain.clone().unwrap_or_else(|| Plain {
            answer: first.text.trim_end_matches('.').to_owned(),
            ..Plain::default()
        });
        // What a question is measured by stands behind its findings.
        let measured = statements.iter().skip(1).find(|s| s.judged == Yard::Level && s.plain.is_some());
        let measured = measured.filter(|_| beside.is_empty() && first.judged != Yard::Level);
        let beside = match measured.and_then(|s| s.plain.as_ref()) {
            Some(plain) => format!("{}.", plain.answer),
            None => beside,
        };
        let (light, ill) = match &health.sentence {
            Some(Statement { judged: Yard::Health(light), plain, text, .. }) => {
                (*light, (text.as_str(), plain.as_ref().map_or("", |plain| plain.answer.as_str())))
            }
            _ => (Light::None, ("", "")),
        };
        let (told, amber) = ill;
        let tried = health.sentence.as_ref().and_then(|told| told.plain.as_ref());
        let tried = tried.map_or("", |plain| plain.printing.as_str());
        let stop = |text: &str| if text.is_empty() { String::new() } else { format!(" {text}") };
        // A long answer is a sentence of its own, and so is what follows it.
        let joined = first.plain.is_some() && measured.is_none();
        let look = match (amber.is_empty(), joined) {
            (true, _) => format!(".{}", stop(&beside)),
            (false, _) if !tried.is_empty() => format!("; {amber}.{}", stop(&beside)),
            (false, true) => format!("; look before you print: {amber}.{}", stop(&beside)),
            (false, false) => format!(".{} Look before you print: {amber}.", stop(&beside)),
        };
        let summary = match light {
            Light::Ill => format!("{told} That aside: {answer}."),
            Light::Look => format!("{answer}{look}"),
            Light::Unsure => {
                format!("{answer}.{} Too few games to judge its health: {amber}.", stop(&beside))
            }
            Light::Good | Light::None => format!("{answer}.{}", stop(&beside)),
        };
        // An answer that says nothing of printing leaves that to a later one.
        let printing = said.filter(|_| printing.is_empty()).unwrap_or(printing);
        let printing = match (light, printing.is_empty()) {
            (Light::Ill, _) => "not like this; what is ill comes first, fairness after it".to_owned(),
            (_, true) if !tried.is_empty() => tried.to_owned(),
            (_, false) if !tried.is_empty() => format!("{printing}; {tried}"),
            (Light::Look, true) => {
                "this is for you to weigh; the card of its health says what else to look at".to_owned()
            }
            (Light::Look, false) => format!("{printing}; and weigh what its health card marks"),
            (Light::Unsure, true) => "this is for you to weigh, after more games".to_owned(),
            (Light::Good | Light::None, true) => {
                "this is for you to weigh; nothing was seen that speaks against printing".to_owned()
            }
            (Light::Unsure | Light::Good | Light::None, false) => printing,
        };
        match light {
            Light::Ill => Self::new(Status::Bad, summary, printing).lit(light),
            _ => {
                let said = measured.unwrap_or(first);
                Self::new(said.status, summary, printing).standing_as(said)
            }
        }
    }
}

/// What to do about an answer that is open: how many games it would take if the
/// truth is what was seen.
#[must_use]
pub fn more_games(estimate: &Estimate, margin: f64, games: u64) -> String {
    if games < LEAST {
        return "don't decide on this; play more, such as `--games 1000`".to_owned();
    }
    let off = (estimate.value.abs() - margin).abs();
    // The longer arm: that of a distance towards 0 ends there.
    let reach = (estimate.value - estimate.low).max(estimate.high - estimate.value);
    let ratio = (reach / off).powi(2);
    if !ratio.is_finite() || ratio > MOST {
        return "don't decide on this: it lies so near the margin that more games hardly tell".to_owned();
    }
    let wanted = rounded((games as f64 * ratio.max(1.0) * 1.2) as u64);
    format!("don't decide on this; if it is as it looks, `--games {wanted}` says so")
}

/// A number of games to two digits, upward: it is a forecast.
#[must_use]
pub fn rounded(games: u64) -> u64 {
    let step = 10_u64.saturating_pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(step).saturating_mul(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    #[test]
    fn forecasts_are_told_to_two_digits_and_not_beyond_reason() {
        assert_eq!([1, 9, 20, 101, 1_199, 123_456].map(rounded), [1, 9, 20, 110, 1_200, 130_000]);
        let gap = |value: f64, half: f64| Estimate::around(value, half, 0.95, Method::SeatGap, 1000);
        assert!(more_games(&gap(0.005, 0.03), 0.02, 1000).contains("`--games 4800`"));
        let close = Estimate { low: 0.0, ..gap(0.033, 0.132) };
        assert!(more_games(&close, 0.02, 60).contains("`--games 7500`"), "{}", more_games(&close, 0.02, 60));
        assert!(more_games(&gap(0.3, 0.1), 0.02, 2).contains("`--games 1000`"), "two games forecast nothing");
        assert!(more_games(&gap(0.0199, 0.01), 0.02, 1000).contains("so near the margin"));
    }
}
