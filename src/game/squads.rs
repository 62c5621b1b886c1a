//! Which squads are best, as a question: kinds of squads, rows by columns, of
//! each of which the best is wanted.

use super::Unit;

/// Kinds of squads on a map. What is chosen freely are the columns; rows are what
/// that choice may depend on.
pub struct SquadMap {
    /// What the rows are: `stars of the squad`.
    pub rows: &'static str,
    /// What the columns are: `where the stars lie`.
    pub columns: &'static str,
    /// What a squad is told by: `share of wins against …`.
    pub worth: String,
    /// The unit of that.
    pub unit: Unit,
    /// What a squad as good as its rivals' comes to.
    pub equal: f64,
    /// The kinds, row by row.
    pub kinds: Vec<SquadKind>,
}

/// One kind of squads.
pub struct SquadKind {
    /// Its row.
    pub row: String,
    /// Its column.
    pub column: String,
    /// The best squad of it.
    pub best: Sought,
}

/// Squads that differ from one in the least that two can differ by.
pub type Near = Box<dyn Fn(&str) -> Vec<String> + Send + Sync>;

/// How the best squad of a kind is found.
pub enum Sought {
    /// It is known without play, by enumeration: the squad in words, and what it
    /// comes to exactly.
    Known {
        /// The squad.
        squad: String,
        /// What it comes to.
        worth: f64,
    },
    /// By play, as the first entrant's squad under these settings.
    Played {
        /// Switches that its rivals need, key and value.
        settings: Vec<(&'static str, &'static str)>,
        /// Squads to start from, by the names that an entrant may bring; at least
        /// one.
        first: Vec<String>,
        /// Squads of the kind near one of it.
        near: Near,
    },
}
