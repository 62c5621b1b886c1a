//! Tables of exact results, as a ruleset's enumeration yields them.

use crate::chance::Fraction;

/// One cell of an odds table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A word: a level, a card, a club.
    Text(String),
    /// A count or an input.
    Int(i64),
    /// Yes or no.
    Flag(bool),
    /// An exact probability or mean; shown as fraction and decimal.
    Exact(Fraction),
    /// An exact difference or signed mean that may be negative: sign and size.
    Signed(bool, Fraction),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<i64> for Cell {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}
impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}
impl From<Fraction> for Cell {
    fn from(value: Fraction) -> Self {
        Self::Exact(value)
    }
}

/// A named table of exact results.
#[derive(Debug, Clone, PartialEq)]
pub struct OddsTable {
    /// Name in kebab-case, e.g. `match`.
    pub name: String,
    /// One line in plain words: what a row says.
    pub caption: String,
    /// Column names in `snake_case`, as in the JSON output.
    pub columns: Vec<&'static str>,
    /// Rows, each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
}
