//! What a game is, without playing it.

use serde::{Serialize, Serializer};

use crate::settings::{Settings, Switch};

/// What is known of a ruleset without playing it: all that need not be the
/// printed default is named, the rest comes from [`Facts::new`].
///
/// ```
/// use levelpitch::game::Facts;
///
/// const FACTS: Facts = Facts { item: "die", ..Facts::new("pig", "Pig", "a dice race") };
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Id in kebab-case, e.g. `goofspiel`.
    pub id: &'static str,
    /// Title as printed on the box.
    pub title: &'static str,
    /// One line: what the game is.
    pub summary: &'static str,
    /// Every switch and assumption, each with default and allowed values.
    pub switches: &'static [Switch],
    /// Component data as shipped, TOML.
    pub data: &'static str,
    /// Keys of the data, `*` for any part of them, that follow from the others where a
    /// single number is changed, and therefore can't be changed themselves.
    pub derived: &'static [&'static str],
    /// The rule ledger, Markdown.
    pub ledger: &'static str,
    /// Reasons for unfinished games.
    pub unfinished: &'static [Stop],
    /// The unit of what is used in play: `card`, `action`, `tile`.
    pub item: &'static str,
    /// What an entrant may bring by name, in the singular: `squad`, `club`;
    /// none where the game has no such thing.
    pub squad: Option<&'static str>,
    /// What [`Outcome::score`](super::Outcome::score) counts under given
    /// settings, in the plural: `goals`, `victories`.
    pub score: fn(&Settings) -> &'static str,
    /// Whether a decided game may leave every seat a loser, because somebody
    /// without a seat (a neutral club) wins it: the shares then add up to 0.
    pub nobody_may_win: bool,
    /// What [`Record::luck`](super::Record::luck) counts, as read after "the
    /// luck of the dice": "matches won minus their exact chances". It is the
    /// value function of the luck adjustment, fixed before any game.
    pub luck: Option<&'static str>,
    /// How seats are numbered, as read after "players are numbered".
    pub numbered: &'static str,
    /// Rules of which it is asked what they are worth.
    pub weighed: &'static [Weighed],
    /// How long a turn takes at a table, in seconds: what the minutes of a game
    /// are told by where nobody says better. No rulebook gives it.
    pub seconds_per_turn: u16,
}

/// A rule of which it is asked what it is worth, beside the same game with its
/// switch set otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Weighed {
    /// The switch.
    pub key: &'static str,
    /// What the rule is called: `home points`.
    pub called: &'static str,
    /// Names of the metrics that tell it: what whoever has it wins more; what it
    /// changes where everybody has the same.
    pub tells: &'static [&'static str],
}

/// Why a game has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stop {
    /// The code that files have, e.g. `stalemate`.
    pub code: &'static str,
    /// What readers are told: `nobody can move any more`.
    pub words: &'static str,
}

impl Stop {
    /// No seat can do anything that changes the table.
    pub const STALEMATE: Self = Self { code: "stalemate", words: "nobody can move any more" };
    /// A limit of turns that the program sets.
    pub const TURN_LIMIT: Self = Self { code: "cap", words: "turn limit" };

    /// A reason of the game's own.
    #[must_use]
    pub const fn new(code: &'static str, words: &'static str) -> Self {
        Self { code, words }
    }
}

impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

impl Facts {
    /// How seats are numbered where nothing else is said.
    pub const IN_TURN_ORDER: &str = "in turn order";

    /// A game with these three, without switches, data or ledger, whose score
    /// counts points.
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            title,
            summary,
            switches: &[],
            data: "",
            derived: &[],
            ledger: "",
            unfinished: &[],
            item: "move",
            squad: None,
            score: |_| "points",
            nobody_may_win: false,
            luck: None,
            numbered: Self::IN_TURN_ORDER,
            weighed: &[],
            seconds_per_turn: 30,
        }
    }
}
