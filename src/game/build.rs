//! What an arm hands to a ruleset, and what may be done to its cards.

use crate::settings::Settings;

/// Whether totals that the box states bind component data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Totals {
    /// The data are the box's own or a designer's edition of it: a total that
    /// the box states must be met, because a slip would go unnoticed.
    #[default]
    Stated,
    /// Single numbers were changed on purpose, a house rule: totals are bounded
    /// only by what a game can hold.
    House,
}

/// What an arm hands to a ruleset to be turned into rules.
#[derive(Debug, Clone)]
pub struct Build<'a> {
    /// All switches and assumptions, defaults filled in.
    pub settings: &'a Settings,
    /// Component data as TOML, the ruleset's own or a user's edit of it.
    pub data: &'a str,
    /// Squad, club or deck named for each entrant, if any.
    pub squads: &'a [Option<String>],
    /// Whether totals stated by the box must be met.
    pub totals: Totals,
}

/// What may be done to a card, tile or shot card to see what it is worth:
/// taken out, one copy fewer, swapped for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervention {
    /// The card: `Joker`, `Attack +5`.
    pub item: String,
    /// What is done to it: `removed`, `one copy fewer`, `one copy as a Save`.
    pub change: String,
    /// Settings that do it, spelled as after `--set`: a switch, or a path into
    /// the component data such as `data.shots.goal`.
    pub edits: Vec<(String, String)>,
}

impl Intervention {
    /// A change of one item by these settings.
    #[must_use]
    pub fn new(item: &str, change: impl Into<String>, edits: &[(&str, i64)]) -> Self {
        let edits = edits.iter().map(|(key, value)| ((*key).to_owned(), value.to_string())).collect();
        Self { item: item.to_owned(), change: change.into(), edits }
    }
}
