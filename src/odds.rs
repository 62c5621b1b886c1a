//! Tables of exact results, as a ruleset's enumeration yields them.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::chance::Fraction;

/// One cell of an odds table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// A word: a level, a card, a club.
    Text(String),
    /// A count or an input.
    Int(i64),
    /// Yes or no.
    Flag(bool),
    /// An exact probability.
    #[serde(serialize_with = "decimal")]
    #[schemars(with = "f64")]
    Chance(Fraction),
    /// An exact mean of anything else: goals, points, rounds.
    #[serde(serialize_with = "decimal")]
    #[schemars(with = "f64")]
    Mean(Fraction),
    /// An exact number that the row is about, not one that was found out.
    #[serde(serialize_with = "decimal")]
    #[schemars(with = "f64")]
    Given(Fraction),
    /// The fraction of a number beside it, for programs that read decimals.
    #[serde(serialize_with = "written")]
    #[schemars(with = "String")]
    Fraction(Fraction),
}

fn decimal<S: Serializer>(fraction: &Fraction, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(fraction.value())
}

fn written<S: Serializer>(fraction: &Fraction, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(fraction)
}

impl Cell {
    /// The exact number, if it is one.
    #[must_use]
    pub const fn fraction(&self) -> Option<Fraction> {
        match self {
            Self::Chance(fraction) | Self::Mean(fraction) | Self::Given(fraction) => Some(*fraction),
            Self::Text(_) | Self::Int(_) | Self::Flag(_) | Self::Fraction(_) => None,
        }
    }

    /// What was computed, if this was: a chance or a mean.
    #[must_use]
    pub const fn found(&self) -> Option<Fraction> {
        match self {
            Self::Chance(fraction) | Self::Mean(fraction) => Some(*fraction),
            _ => None,
        }
    }
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
        Self::Chance(value)
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

impl OddsTable {
    /// A table of this name and caption.
    #[must_use]
    pub fn new(name: &str, caption: &str, columns: &[&'static str], rows: Vec<Vec<Cell>>) -> Self {
        Self { name: name.to_owned(), caption: caption.to_owned(), columns: columns.to_vec(), rows }
    }
}
