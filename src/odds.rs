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
    /// An exact probability or mean; shown as fraction and decimal.
    #[serde(serialize_with = "decimal")]
    #[schemars(with = "f64")]
    Exact(Fraction),
    /// An exact difference or signed mean that may be negative: sign and size.
    #[serde(serialize_with = "signed")]
    #[schemars(with = "f64")]
    Signed(bool, Fraction),
}

fn decimal<S: Serializer>(fraction: &Fraction, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(fraction.value())
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to `serialize_with`")]
fn signed<S: Serializer>(negative: &bool, fraction: &Fraction, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(if *negative { -fraction.value() } else { fraction.value() })
}

impl Cell {
    /// The exact number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Exact(fraction) => Some(fraction.value()),
            Self::Signed(negative, fraction) => {
                Some(if *negative { -fraction.value() } else { fraction.value() })
            }
            _ => None,
        }
    }

    /// The same as a fraction, e.g. `-7/36`.
    #[must_use]
    pub fn fraction(&self) -> Option<String> {
        match self {
            Self::Exact(fraction) => Some(fraction.to_string()),
            Self::Signed(negative, fraction) => {
                Some(format!("{}{fraction}", if *negative { "-" } else { "" }))
            }
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

impl OddsTable {
    /// A table of this name and caption.
    #[must_use]
    pub fn new(name: &str, caption: &str, columns: &[&'static str], rows: Vec<Vec<Cell>>) -> Self {
        Self { name: name.to_owned(), caption: caption.to_owned(), columns: columns.to_vec(), rows }
    }
}
