//! Exact odds in words: a sentence per table, chances in per cent.

mod document;

use super::Answer;
use super::figure::Standing;
use super::page::{Column, Page, Part, Rows, Section, Show, Table, Verdict};
use crate::game::called;
use crate::odds::{Cell, OddsTable};
use crate::verdict::capital;
pub use document::Document;

/// Rows of a table that is shown beside others.
const MOST_ROWS: usize = 12;

/// Whether a column holds what was found out, chances or means: numbers that
/// can be held against each other.
fn found(table: &OddsTable, c: usize) -> bool {
    let means = || column(table, c).any(|cell| matches!(cell, Cell::Mean(_)));
    let chances = || column(table, c).any(|cell| matches!(cell, Cell::Chance(_)));
    means() != chances()
}

fn column(table: &OddsTable, c: usize) -> impl Iterator<Item = &Cell> {
    table.rows.iter().filter_map(move |row| row.get(c))
}

/// Whether a column holds nothing but chances.
fn chances(table: &OddsTable, c: usize) -> bool {
    !table.rows.is_empty() && column(table, c).all(|cell| matches!(cell, Cell::Chance(_)))
}

/// A chance in per cent: one decimal, more for rare things.
fn percent(value: f64) -> String {
    let hundredths = 100.0 * value;
    if value > 0.0 && hundredths < 0.1 { format!("{hundredths:.4} %") } else { format!("{hundredths:.1} %") }
}

fn shown(cell: &Cell, exact: bool) -> String {
    let (value, fraction) = match cell {
        Cell::Text(text) => return text.clone(),
        Cell::Int(number) => return number.to_string(),
        Cell::Flag(flag) => return if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Fraction(fraction) => return fraction.to_string(),
        Cell::Chance(fraction) | Cell::Given(fraction) => (percent(fraction.value()), fraction),
        Cell::Mean(fraction) => (called::rounded(fraction.value(), 3), fraction),
    };
    if exact { format!("{value} = {fraction}") } else { value }
}

/// A column's name: `p_a_wins` counts in per cent anyway.
fn title(name: &str) -> String {
    name.strip_prefix("p_").unwrap_or(name).replace('_', " ")
}

/// What a row is about: its inputs.
fn about(table: &OddsTable, row: &[Cell]) -> String {
    let inputs = table.columns.iter().zip(row);
    let inputs = inputs.filter(|(_, cell)| cell.found().is_none() && !matches!(cell, Cell::Fraction(_)));
    let parts: Vec<String> =
        inputs.map(|(column, cell)| format!("{} {}", title(column), shown(cell, false))).collect();
    parts.join(", ")
}

/// What a table says, in a sentence: the ends of its first column of chances
/// (or of other exact numbers).
#[must_use]
pub fn sentence(table: &OddsTable) -> Option<String> {
    let exact = |c: &usize| found(table, *c);
    let columns = 0..table.columns.len();
    let c =
        columns.clone().find(|c| exact(c) && chances(table, *c)).or_else(|| columns.clone().find(exact))?;
    if let [row] = &table.rows[..] {
        let parts =
            columns.filter(exact).map(|c| format!("{} {}", title(table.columns[c]), shown(&row[c], false)));
        return Some(parts.collect::<Vec<_>>().join(", ") + ".");
    }
    let valued: Vec<(f64, &Vec<Cell>)> =
        table.rows.iter().filter_map(|row| Some((row.get(c)?.found()?.value(), row))).collect();
    let least = valued.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = valued.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let tell = |row: &[Cell]| format!("{} ({})", shown(&row[c], false), about(table, row));
    let whole: f64 = valued.iter().map(|(value, _)| value).sum();
    let one = table.columns.len() == 2 && chances(table, c) && (whole - 1.0).abs() < 1e-9;
    Some(if one {
        format!("Most likely: {}; least likely: {}.", tell(most.1), tell(least.1))
    } else if least.1[c] == most.1[c] {
        format!("“{}” is {} in every row.", title(table.columns[c]), shown(&least.1[c], false))
    } else {
        format!("“{}” runs from {} to {}.", title(table.columns[c]), tell(least.1), tell(most.1))
    })
}

/// A caption as a sentence.
fn caption(text: &str) -> String {
    capital(text) + if text.ends_with('.') { "" } else { "." }
}

/// The tables of a game in words, ready to be told.
pub struct Odds<'a> {
    /// The program that was asked.
    pub program: &'a str,
    /// Title of the game.
    pub game: &'a str,
    /// Its id.
    pub id: &'a str,
    /// What was computed.
    pub tables: &'a [OddsTable],
    /// With the exact fraction beside every number.
    pub exact: bool,
    /// Every row, however many.
    pub whole: bool,
}

impl Odds<'_> {
    fn table(&self, table: &OddsTable) -> Table {
        let most = if self.whole { table.rows.len() } else { MOST_ROWS };
        let mut rows = Rows::of(table.rows.iter().take(most));
        // The fraction stands beside its number where fractions are asked for.
        let fractions = |c: usize| column(table, c).any(|cell| matches!(cell, Cell::Fraction(_)));
        for c in (0..table.columns.len()).filter(|&c| !fractions(c)) {
            let words = column(table, c).any(|cell| matches!(cell, Cell::Text(_) | Cell::Flag(_)));
            let heading = Column { label: title(table.columns[c]), number: !words };
            rows = rows.column(heading, |row| shown(&row[c], self.exact));
        }
        let more = table.rows.len().saturating_sub(most);
        let note = match more {
            0 => String::new(),
            _ => format!("… and {more} more rows: {} odds {} {}", self.program, self.id, table.name),
        };
        rows.table(String::new()).note(note).show(Show::All)
    }
}

impl Answer for Odds<'_> {
    const NAME: &'static str = "odds";

    /// An answer first, then each table with its sentence.
    fn page(&self) -> Page {
        let mut sections: Vec<Section> = Vec::new();
        for table in self.tables {
            let mut parts: Vec<Part> = Vec::new();
            let about = format!("{}: {}", table.name, caption(&table.caption));
            let told = [Some(about.clone()), sentence(table)].into_iter().flatten();
            parts.extend(told.map(Part::Lead));
            parts.push(self.table(table).into());
            sections.push(Section::new(table.name.clone(), parts));
        }
        let mut verdicts = Vec::new();
        if let [first, _, ..] = self.tables {
            let answer =
                format!("{}, exact, {}: {}", self.game, first.name, sentence(first).unwrap_or_default());
            let names: Vec<&str> = self.tables.iter().map(|table| table.name.as_str()).collect();
            let list = format!("{} tables: {}.", self.tables.len(), names.join(", "));
            verdicts.push(Verdict { details: vec![list], ..Verdict::new(Standing::Plain, answer) });
        }
        let reading = "Fractions: --exact, or --format csv or json.";
        Page {
            title: format!("Exact odds of {}", self.game),
            verdicts,
            reading: if self.exact { String::new() } else { reading.to_owned() },
            sections,
            ..Page::default()
        }
    }

    fn json(&self) -> String {
        document::json(self.id, self.tables)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self.tables)
    }

    fn exit(&self) -> u8 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Fraction;
    use crate::report::terminal;

    fn table(rows: usize) -> OddsTable {
        let row = |k: usize| {
            let p = Fraction::new(k as u128 + 1, 2 * rows as u128);
            vec![Cell::Int(k as i64), Cell::Chance(p), Cell::Mean(Fraction::new(5 * k as u128, 4))]
        };
        OddsTable {
            name: "shots".into(),
            caption: "goals of a shot".into(),
            columns: vec!["dice", "p_goal", "mean_goals"],
            rows: (0..rows).map(row).collect(),
        }
    }

    fn text(tables: &[OddsTable], exact: bool) -> String {
        let whole = tables.len() == 1;
        let told = Odds { program: "levelpitch", game: "A Game", id: "a-game", tables, exact, whole };
        terminal::page(&told.page(), terminal::Screen::default())
    }

    #[test]
    fn a_table_begins_with_what_it_says_in_per_cent() {
        let text_of_two = text(&[table(20), table(2)], false);
        let first = text_of_two.lines().next().unwrap();
        let said = "A Game, exact, shots: “goal” runs from 2.5 % (dice 0) to 50.0 % (dice 19).";
        assert_eq!(first, said);
        assert!(text_of_two.contains("shots: Goals of a shot.\n"), "{text_of_two}");
        assert!(text_of_two.contains("… and 8 more rows: levelpitch odds a-game shots"), "{text_of_two}");
        assert!(!text_of_two.contains("1/40") && text_of_two.contains("13.75"), "a mean is no chance");
        let whole = text(&[table(20)], true);
        assert!(whole.contains("2.5 % = 1/40") && !whole.contains("more rows"), "{whole}");
    }

    #[test]
    fn chances_that_add_up_to_one_name_the_likeliest() {
        let half = |text: &str, n, d| vec![Cell::Text(text.into()), Cell::Chance(Fraction::new(n, d))];
        let table = OddsTable {
            name: "shot".into(),
            caption: String::new(),
            columns: vec!["result", "probability"],
            rows: vec![half("goal", 3, 4), half("saved", 1, 4)],
        };
        let said = sentence(&table).unwrap();
        assert_eq!(said, "Most likely: 75.0 % (result goal); least likely: 25.0 % (result saved).");
    }

    #[test]
    fn what_was_given_is_no_answer_and_what_never_changes_is_told_once() {
        let given = |n, d| Cell::Given(Fraction::new(n, d));
        let exact = |n, d| Cell::Chance(Fraction::new(n, d));
        let table = |last: Cell| OddsTable {
            name: "shoot-out".into(),
            caption: String::new(),
            columns: vec!["own", "other", "wins"],
            rows: vec![vec![given(3, 4), given(3, 4), exact(1, 2)], vec![given(3, 4), given(4, 5), last]],
        };
        assert_eq!(
            sentence(&table(exact(2, 5))).unwrap(),
            "“wins” runs from 40.0 % (own 75.0 %, other 80.0 %) to 50.0 % (own 75.0 %, other 75.0 %)."
        );
        assert_eq!(sentence(&table(exact(1, 2))).unwrap(), "“wins” is 50.0 % in every row.");
    }

    #[test]
    fn a_chance_is_not_held_against_a_mean() {
        let row = |text: &str, cell| vec![Cell::Text(text.into()), cell];
        let [half, third] = [2, 3].map(|n| Fraction::new(1, n));
        let table = |second| OddsTable {
            name: "shots-alone".into(),
            caption: "Shots alone".into(),
            columns: vec!["quantity", "value"],
            rows: vec![row("a goal", Cell::Chance(half)), row("another", second)],
        };
        let (mixed, pure) = (table(Cell::Mean(third)), table(Cell::Chance(third)));
        assert_eq!(sentence(&mixed), None);
        assert!(text(&[mixed], false).contains("50.0 %") && sentence(&pure).is_some());
    }

    #[test]
    fn rare_things_are_not_rounded_to_never() {
        assert_eq!(percent(0.000_012), "0.0012 %");
        assert_eq!(
            (percent(0.0), percent(1.0), called::rounded(2.5, 3)),
            ("0.0 %".into(), "100.0 %".into(), "2.5".into())
        );
    }
}
