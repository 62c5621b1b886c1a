//! What of a game is healthy enough to print: the limits that lights are judged
//! by.
//!
//! In: the `[health]` of a scenario, over that of `health.toml`, which is read by
//! the same reader. Out: [`Limits`]. Nothing is judged here
//! ([`crate::verdict::health`] does that).

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::{self, WireHealth, WireLimit};
use crate::game::Facts;

/// The limits as printed, with what each is about.
pub const TEXT: &str = include_str!("health.toml");

/// What of a game's health is told, in the order of the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Games that never end.
    Unfinished,
    /// Games without a sole winner.
    Draws,
    /// Games or matches in which nobody scores.
    Goalless,
    /// Games or matches that a tie-break settles.
    TieBreaks,
    /// How long a game takes.
    Minutes,
    /// Questions that leave no choice.
    DeadTurns,
    /// Winners that are never caught.
    RunAway,
    /// Cards and actions that nobody uses.
    Unused,
    /// Limits of the program's own that strike.
    Limits,
}

/// How much of an aspect is good, and how much is ill.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// More than this should be looked at.
    pub look: f64,
    /// More than this must not be printed.
    pub ill: f64,
}

/// All limits of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// By aspect, in the order of [`Aspect::ALL`].
    by_aspect: [Limit; Aspect::ALL.len()],
    /// How long a turn takes, in minutes; each ruleset's own guess where nobody
    /// says it.
    pub minutes_per_turn: Option<f64>,
}

impl Aspect {
    /// All of them, in the order of the card.
    pub const ALL: [Self; 9] = [
        Self::Unfinished,
        Self::Draws,
        Self::Goalless,
        Self::TieBreaks,
        Self::Minutes,
        Self::DeadTurns,
        Self::RunAway,
        Self::Unused,
        Self::Limits,
    ];

    /// Its key in `[health]`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unfinished => "unfinished",
            Self::Draws => "draws",
            Self::Goalless => "goalless",
            Self::TieBreaks => "tie-breaks",
            Self::Minutes => "minutes",
            Self::DeadTurns => "dead-turns",
            Self::RunAway => "run-away",
            Self::Unused => "unused",
            Self::Limits => "limits",
        }
    }

    /// What it is called on the card.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unfinished => "games that never end",
            Self::Draws => "games without a sole winner",
            Self::Goalless => "goalless",
            Self::TieBreaks => "settled by a tie-break",
            Self::Minutes => "length",
            Self::DeadTurns => "questions without a choice",
            Self::RunAway => "winners never caught",
            Self::Unused => "never used",
            Self::Limits => "limits that struck",
        }
    }

    /// Of what its limits are a share, one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Unfinished => "games that a termination ruling stops, of all games",
            Self::Draws => "games without a sole winner, of all games",
            Self::Goalless => "games or matches in which nobody scores, of all",
            Self::TieBreaks => "games or matches that a shoot-out or another tie-break settles, of all",
            Self::Minutes => "minutes that 95 games of 100 stay below",
            Self::DeadTurns => "questions with a single legal answer, of all questions",
            Self::RunAway => "decided games whose winner leads from before half-time on, never caught",
            Self::Unused => "cards, tiles or actions used in fewer than 1 of 200 games, of all there are",
            Self::Limits => "games in which a limit strikes that stands in no rulebook",
        }
    }

    /// Whether its limits are minutes; those of all others are shares.
    #[must_use]
    pub const fn is_minutes(self) -> bool {
        matches!(self, Self::Minutes)
    }
}

impl Limits {
    /// Those of an aspect.
    #[must_use]
    pub fn of(&self, aspect: Aspect) -> Limit {
        self.by_aspect[aspect as usize]
    }

    /// The same with what a `[health]` says.
    #[must_use]
    pub fn with(mut self, wire: &WireHealth) -> Self {
        for (limit, aspect) in self.by_aspect.iter_mut().zip(Aspect::ALL) {
            let Some(WireLimit { look, ill, .. }) = wire.limit(aspect) else { continue };
            let [look, ill] = [look, ill].map(|at| at.as_ref().map(|at| at.value));
            // One that is given alone moves the other out of its way.
            *limit = Limit {
                look: look.unwrap_or(limit.look.min(ill.unwrap_or(f64::INFINITY))),
                ill: ill.unwrap_or(limit.ill.max(look.unwrap_or(0.0))),
            };
        }
        self.timed(wire.minutes_per_turn.as_ref().map(|at| at.value))
    }

    /// The same with turns that take so many minutes, if anybody says it.
    #[must_use]
    pub fn timed(self, minutes: Option<f64>) -> Self {
        Self { minutes_per_turn: minutes.or(self.minutes_per_turn), ..self }
    }

    /// Minutes that a turn of this game takes: as somebody says, or its own guess.
    #[must_use]
    pub fn turn_of(&self, game: &Facts) -> f64 {
        self.minutes_per_turn.unwrap_or(f64::from(game.seconds_per_turn) / 60.0)
    }
}

/// The limits as printed.
impl Default for Limits {
    fn default() -> Self {
        static PRINTED: LazyLock<Limits> = LazyLock::new(|| {
            let unbounded = Limit { look: f64::INFINITY, ill: f64::INFINITY };
            let none = Limits { by_aspect: [unbounded; Aspect::ALL.len()], minutes_per_turn: None };
            let read = wire::read("health.toml", TEXT).ok().and_then(|wire| wire.health);
            read.map_or(none.clone(), |health| none.with(&health))
        });
        PRINTED.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_aspect_has_printed_limits() {
        let printed = Limits::default();
        for aspect in Aspect::ALL {
            let Limit { look, ill } = printed.of(aspect);
            assert!(look < ill && ill.is_finite(), "{}", aspect.key());
        }
        assert_eq!(printed.of(Aspect::Goalless), Limit { look: 0.25, ill: 0.5 });
        assert!(Aspect::ALL.is_sorted(), "a place per aspect");
    }

    #[test]
    fn a_scenario_changes_single_limits() {
        let text = "[health]\nminutes-per-turn = 0.5\ngoalless = { ill = 0.9 }\n";
        let health = wire::read("x.toml", text).unwrap().health.unwrap();
        let limits = Limits::default().with(&health);
        assert_eq!(limits.of(Aspect::Goalless), Limit { look: 0.25, ill: 0.9 });
        assert_eq!(limits.of(Aspect::Minutes), Limits::default().of(Aspect::Minutes));
        assert_eq!(limits.minutes_per_turn, Some(0.5));
        let health = wire::read("x.toml", "[health]\ngoalless = { look = 0.6 }\ndraws = { ill = 0.1 }\n");
        let limits = Limits::default().with(&health.unwrap().health.unwrap());
        assert_eq!(limits.of(Aspect::Goalless), Limit { look: 0.6, ill: 0.6 });
        assert_eq!(limits.of(Aspect::Draws), Limit { look: 0.1, ill: 0.1 });
    }

    #[test]
    fn faults_are_told_with_the_nearest_name() {
        let told = |body: &str| {
            let problems = wire::read("x.toml", &format!("[health]\n{body}\n")).unwrap_err();
            problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert!(told("goaless = { look = 0.1 }").contains("did you mean `goalless`?"));
        assert!(told("goalless = { lok = 0.1 }").contains("did you mean `look`?"));
        assert!(told("goalless = { ill = 1.5 }").contains("a share from 0 to 1"));
        assert!(told("goalless = { look = 0.5, ill = 0.2 }").contains("look <= ill"));
        assert!(told("minutes-per-turn = 0").contains("a number above 0"));
        assert!(told("goalless = 0.2").contains("a table"));
    }
}
