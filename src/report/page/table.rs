//! Tables of a page: columns, cells, and how much of it the first screen shows.

use super::word;
use crate::report::figure::{Format, Point, Standing};

/// A column of a [`Table`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its heading, with the unit where the cells don't carry it.
    pub label: String,
    /// Whether its cells are numbers, which line up at the right.
    pub number: bool,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(label: &str) -> Self {
        Self { label: label.to_owned(), number: false }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(label: &str) -> Self {
        Self { label: label.to_owned(), number: true }
    }
}

/// A cell of a [`Table`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The value or word.
    pub text: String,
    /// Its interval, empty for none.
    pub interval: String,
    /// Both in fewer letters, `44.2 % ± 3.2`; empty where there is no shorter
    /// form.
    pub short: String,
    /// How it stands to what was asked.
    pub standing: Standing,
    /// The word for that, where it isn't the usual one of its standing.
    pub word: &'static str,
    /// Whether the text is a command to be typed.
    pub is_command: bool,
    /// The file that the text leads to, from the page; empty for none.
    pub link: String,
}

impl Cell {
    /// A word, or a number without an interval.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A command to be typed.
    #[must_use]
    pub fn command(text: impl Into<String>) -> Self {
        Self { is_command: true, ..Self::new(text) }
    }

    /// A text that leads to a file.
    #[must_use]
    pub fn link(text: impl Into<String>, path: impl Into<String>) -> Self {
        Self { link: path.into(), ..Self::new(text) }
    }

    /// An estimate with its interval.
    #[must_use]
    pub fn point(point: &Point, format: &Format) -> Self {
        let interval =
            if point.is_exact() { String::new() } else { format.bare_range(point.low, point.high) };
        Self { text: format.value(point.value), interval, ..Self::default() }
    }

    /// The cell where room is scarce.
    #[must_use]
    pub fn brief(&self) -> &str {
        if self.short.is_empty() { &self.text } else { &self.short }
    }

    /// The same cell, judged.
    #[must_use]
    pub fn standing(mut self, standing: Standing) -> Self {
        self.standing = standing;
        self
    }

    /// The same cell with a word of its own for how it stands.
    #[must_use]
    pub const fn word(mut self, word: &'static str) -> Self {
        self.word = word;
        self
    }

    /// The word for how it stands; empty for what nothing judges.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        if self.word.is_empty() { word(self.standing) } else { self.word }
    }
}

impl<S: Into<String>> From<S> for Cell {
    fn from(text: S) -> Self {
        Self::new(text)
    }
}

/// How much of a table the first screen shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// Nothing: it is for who reads on.
    #[default]
    Nothing,
    /// All of it.
    All,
    /// Its first rows.
    First(usize),
    /// All of it, and only there: what the whole report shows at length.
    Alone,
}

/// A table; the first cell of each row names the row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What the table shows, of how many games.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; missing cells are empty.
    pub rows: Vec<Vec<Cell>>,
    /// How to read it. May be empty.
    pub note: String,
    /// What of it the first screen shows.
    pub show: Show,
    /// Where the rows are that the first screen leaves out. May be empty.
    pub rest: String,
}

impl Table {
    /// Rows that the first screen shows, if it shows the table.
    #[must_use]
    pub const fn most(&self) -> Option<usize> {
        match self.show {
            Show::Nothing => None,
            Show::All | Show::Alone => Some(self.rows.len()),
            Show::First(most) => Some(most),
        }
    }

    /// The same table with a note.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The same table, shown on the first screen.
    #[must_use]
    pub fn show(self, show: Show) -> Self {
        Self { show, ..self }
    }
}

/// A table that grows column by column over the same rows.
pub struct Rows<R> {
    of: Vec<R>,
    table: Table,
}

impl<R: Copy> Rows<R> {
    /// Rows without columns.
    pub fn of(rows: impl IntoIterator<Item = R>) -> Self {
        let of: Vec<R> = rows.into_iter().collect();
        let rows = of.iter().map(|_| Vec::new()).collect();
        Self { of, table: Table { rows, ..Table::default() } }
    }

    /// A column further.
    #[must_use]
    pub fn column<C: Into<Cell>>(mut self, column: Column, cell: impl Fn(R) -> C) -> Self {
        self.table.columns.push(column);
        for (row, &of) in self.table.rows.iter_mut().zip(&self.of) {
            row.push(cell(of).into());
        }
        self
    }

    /// A column of words further.
    #[must_use]
    pub fn words<C: Into<Cell>>(self, label: &str, cell: impl Fn(R) -> C) -> Self {
        self.column(Column::words(label), cell)
    }

    /// A column of numbers further.
    #[must_use]
    pub fn numbers<C: Into<Cell>>(self, label: &str, cell: impl Fn(R) -> C) -> Self {
        self.column(Column::numbers(label), cell)
    }

    /// The table.
    #[must_use]
    pub fn table(self, caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), ..self.table }
    }
}
