//! Exact odds as documents for programs: JSON and CSV.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::odds::{Cell, OddsTable};
use crate::report::document::text;
use crate::report::escape;

/// Rows as objects: column to cell.
type Rows<'a> = Vec<IndexMap<&'static str, &'a Cell>>;

/// A table.
#[derive(Debug, Serialize, JsonSchema)]
struct Table<'a> {
    /// What a row says, in plain words.
    caption: &'a str,
    /// Its rows; chances and means as decimal numbers.
    rows: Rows<'a>,
    /// The exact fractions of each row.
    fractions: Vec<IndexMap<&'static str, String>>,
}

impl<'a> From<&'a OddsTable> for Table<'a> {
    fn from(table: &'a OddsTable) -> Self {
        Self { caption: &table.caption, rows: rows(table), fractions: fractions(table) }
    }
}

/// The document that `odds --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    /// Ruleset id.
    ruleset: &'a str,
    /// The rows of the main table.
    rows: Rows<'a>,
    /// All tables by name.
    tables: IndexMap<&'a str, Table<'a>>,
}

fn rows(table: &OddsTable) -> Rows<'_> {
    table.rows.iter().map(|cells| table.columns.iter().copied().zip(cells).collect()).collect()
}

fn fractions(table: &OddsTable) -> Vec<IndexMap<&'static str, String>> {
    let exact = |cells: &Vec<Cell>| {
        let pairs = table.columns.iter().zip(cells);
        pairs.filter_map(|(column, cell)| Some((*column, cell.fraction()?.to_string()))).collect()
    };
    table.rows.iter().map(exact).collect()
}

/// The document as text.
#[must_use]
pub fn json(ruleset: &str, tables: &[OddsTable]) -> String {
    text(&Document {
        ruleset,
        rows: tables.first().map(rows).unwrap_or_default(),
        tables: tables.iter().map(|one| (one.name.as_str(), Table::from(one))).collect(),
    })
}

/// All tables one below another, each with a header of its own.
#[must_use]
pub fn csv(tables: &[OddsTable]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .terminator(csv::Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => escape::cell(text.clone()),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Fraction(fraction) => fraction.to_string(),
        number => serde_json::to_string(number).unwrap_or_default(),
    };
    for table in tables {
        // Writing to a Vec can't fail.
        let _ = writer.write_record(["table"].iter().chain(&table.columns));
        for row in &table.rows {
            let _ = writer.write_record(std::iter::once(table.name.clone()).chain(row.iter().map(cell)));
        }
    }
    writer.into_inner().unwrap_or_default()
}
