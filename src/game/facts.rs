//! What a game is, without playing it.

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
    /// The rule ledger, Markdown.
    pub ledger: &'static str,
    /// Reasons for unfinished games, e.g. `stalemate`, `cap`.
    pub unfinished: &'static [&'static str],
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
    /// The words of a small step that a seat takes several times in a row
    /// (` drives to `), with their spaces: before them stands who, behind them
    /// where to. Such decisions are told as one line.
    pub step: Option<&'static str>,
    /// How seats are numbered, as read after "players are numbered".
    pub numbered: &'static str,
    /// How long a turn takes at a table, in seconds: what the minutes of a game
    /// are told by where nobody says better. No rulebook gives it.
    pub seconds_per_turn: u16,
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
            ledger: "",
            unfinished: &[],
            item: "move",
            squad: None,
            score: |_| "points",
            nobody_may_win: false,
            luck: None,
            step: None,
            numbered: Self::IN_TURN_ORDER,
            seconds_per_turn: 30,
        }
    }
}
