//! Tables for spreadsheets: `summary.csv`, `seats.csv`, `goals.csv`,
//! `usage.csv`. What is unknown is an empty cell, never a zero.

use serde::Serialize;

use super::page::{Cell as PageCell, Table};
use super::pieces::{Pieces, pieces};
use super::{Run, escape};
use crate::estimates::{ArmResult, Named};
use crate::game::WIN;
use crate::scenario::PlanArm;
use crate::stats::estimate::Estimate;
use crate::tally::Usage;

/// A number to ten significant digits, more than any simulation supports.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let rounded: f64 = format!("{value:.9e}").parse().unwrap_or(value);
    // Not "-0".
    format!("{}", rounded + 0.0)
}

/// The smallest p value that is told: below it the normal approximation behind
/// it means nothing.
const LEAST_P: f64 = 1e-16;

/// A p value; empty where it is unknown.
pub(super) fn p_value(p: f64) -> String {
    if p.is_nan() {
        return String::new();
    }
    let text = number(p.max(LEAST_P));
    match text.parse::<f64>() {
        Ok(small) if small < 1e-4 => format!("{small:e}"),
        _ => text,
    }
}

/// The word of an enum, as in JSON.
pub(super) fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// What stands in a cell; empty for what is unknown.
pub(super) trait Cell {
    fn cell(self) -> String;
}

impl Cell for String {
    fn cell(self) -> String {
        escape::cell(self)
    }
}

impl Cell for &str {
    fn cell(self) -> String {
        escape::cell(self.to_owned())
    }
}

impl Cell for u64 {
    fn cell(self) -> String {
        self.to_string()
    }
}

impl Cell for f64 {
    fn cell(self) -> String {
        number(self)
    }
}

impl Cell for bool {
    fn cell(self) -> String {
        if self { "yes" } else { "no" }.to_owned()
    }
}

impl<C: Cell> Cell for Option<C> {
    fn cell(self) -> String {
        self.map_or(String::new(), Cell::cell)
    }
}

/// Whether a table has its columns' names: one below another of the same columns has not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Told,
    Above,
}

/// A table that grows column by column over the same rows.
pub(super) struct Columns<R> {
    rows: Vec<R>,
    header: Vec<String>,
    cells: Vec<Vec<String>>,
}

impl<R: Copy> Columns<R> {
    /// Rows without columns.
    pub(super) fn of(rows: impl IntoIterator<Item = R>) -> Self {
        let rows: Vec<R> = rows.into_iter().collect();
        Self { cells: rows.iter().map(|_| Vec::new()).collect(), rows, header: Vec::new() }
    }

    /// A column further.
    pub(super) fn with<C: Cell>(mut self, name: &str, of: impl Fn(R) -> C) -> Self {
        self.header.push(name.to_owned());
        for (cells, &row) in self.cells.iter_mut().zip(&self.rows) {
            cells.push(of(row).cell());
        }
        self
    }

    /// An estimate's value and the ends of its interval.
    pub(super) fn interval<E: Into<Option<Estimate>>>(self, names: [&str; 3], of: impl Fn(R) -> E) -> Self {
        let [value, low, high] = names;
        self.with(value, |row| of(row).into().map(|e| e.value))
            .with(low, |row| of(row).into().map(|e| e.low))
            .with(high, |row| of(row).into().map(|e| e.high))
    }

    /// An estimate's level and method.
    pub(super) fn made(self, of: impl Fn(R) -> Estimate) -> Self {
        self.with("level", |row| of(row).level).with("method", |row| of(row).method.name())
    }

    /// The table as text.
    pub(super) fn bytes(self) -> Vec<u8> {
        let mut text = Vec::new();
        self.written(Heading::Told, &mut text);
        text
    }

    /// The table as text at the end of another text.
    pub(super) fn written(self, heading: Heading, text: &mut Vec<u8>) {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(text);
        // Writing to a Vec can't fail.
        if heading == Heading::Told {
            let _ = writer.write_record(&self.header);
        }
        for cells in &self.cells {
            let _ = writer.write_record(cells);
        }
        let _ = writer.flush();
    }
}

/// A table of a page as text: its values, without their intervals.
#[must_use]
pub fn table(table: &Table) -> String {
    let cells = |row: &Vec<PageCell>| row.iter().map(|cell| cell.text.as_str().cell()).collect();
    let columns = Columns::<()> {
        rows: Vec::new(),
        header: table.columns.iter().map(|column| column.label.clone()).collect(),
        cells: table.rows.iter().map(cells).collect(),
    };
    String::from_utf8_lossy(&columns.bytes()).into_owned()
}

/// The table that `table` writes of one row or arm after another, in pieces: the cells of no
/// more than one of them are held.
pub(super) fn below<'a, T>(
    each: impl Iterator<Item = T> + 'a,
    table: impl Fn(T, Heading, &mut Vec<u8>) + 'a,
) -> Pieces<'a> {
    let headings = std::iter::once(Heading::Told).chain(std::iter::repeat(Heading::Above));
    pieces(each.zip(headings), move |(one, heading), text| table(one, heading, text))
}

/// The arms of a run, each with what came of it.
fn arms(run: &Run) -> impl Iterator<Item = (&PlanArm, &ArmResult)> {
    run.results.iter().map(|result| (&run.plan.arms[result.index], result))
}

/// One row per arm and metric: value, interval, method, the paired difference
/// from the base arm, and both adjusted for luck where luck is counted.
#[must_use]
pub fn summary(run: &Run) -> Pieces<'_> {
    let adjusted = |metric: &Named| metric.adjusted.as_deref().copied();
    let changed = |metric: &Named| metric.difference.as_ref().and_then(|d| d.estimate.caution);
    let apart = |metric: &Named| metric.difference.as_ref().and_then(|d| d.adjusted.as_deref().copied());
    let names = ["adjusted_difference", "adjusted_difference_low", "adjusted_difference_high"];
    below(arms(run), move |(arm, result), heading, text| {
        Columns::of(result.metrics.iter().map(|m| (arm, result.games, m)))
            .with("arm", |(arm, ..)| arm.name.to_string())
            .with("ruleset", |(arm, ..)| arm.ruleset.id)
            .with("bots", |(arm, ..)| arm.bots.join(" "))
            .with("games", |(_, games, _)| games)
            .with("metric", |(.., m)| m.metric.name())
            .interval(["value", "low", "high"], |(.., m)| m.estimate)
            .made(|(.., m)| m.estimate)
            .with("base", |(.., m)| m.difference.as_ref().map(|d| &*d.base))
            .interval(["difference", "difference_low", "difference_high"], |(.., m)| {
                m.difference.as_ref().map(|d| d.estimate)
            })
            .with("worth_plain_games", |(.., m)| m.difference.as_ref().and_then(|d| d.worth))
            .interval(["adjusted", "adjusted_low", "adjusted_high"], |(.., m)| {
                adjusted(m).map(|a| a.estimate)
            })
            .with("adjusted_method", |(.., m)| adjusted(m).map(|a| a.estimate.method.name()))
            .with("adjusted_worth_plain_games", |(.., m)| adjusted(m).map(|a| a.worth))
            .interval(names, |(.., m)| apart(m).map(|a| a.estimate))
            .with("adjusted_difference_worth", |(.., m)| apart(m).map(|a| a.worth))
            .with("caution", |(.., m)| m.estimate.caution.map(|c| word(c.why)))
            .with("games_that_would_do", |(.., m)| m.estimate.caution.map(|c| c.games))
            .with("difference_caution", |(.., m)| changed(m).map(|c| word(c.why)))
            .with("difference_games_that_would_do", |(.., m)| changed(m).map(|c| c.games))
            .written(heading, text);
    })
}

/// One row per arm and seat, then per arm and entrant. The seats' shares have
/// intervals that hold all at once; the last column is the p value of the test
/// that all of the arm's seats win equally often.
#[must_use]
pub fn seats(run: &Run) -> Pieces<'_> {
    below(arms(run), move |(arm, result), heading, text| {
        let seats = result.seats.iter().map(|place| (arm, result, None, place));
        let rows = seats.chain(result.entrants.iter().map(|place| (arm, result, Some(place.index), place)));
        Columns::of(rows)
            .with("arm", |(arm, ..)| arm.name.to_string())
            .with("ruleset", |(arm, ..)| arm.ruleset.id)
            .with("place", |(_, _, who, _)| if who.is_some() { "entrant" } else { "seat" })
            .with("number", |(.., place)| place.index as u64)
            .with("bot", |(arm, _, who, _)| who.map(|i| arm.bots[i].as_str()))
            .with("squad", |(arm, _, who, _)| who.and_then(|i| arm.squads.get(i)?.as_deref()))
            .with("games", |(_, result, ..)| result.games)
            .with("wins", |(.., place)| place.results.wins)
            .with("draws", |(.., place)| place.results.draws)
            .with("losses", |(.., place)| place.results.losses)
            .interval(["win_rate", "win_rate_low", "win_rate_high"], |(.., place)| place.win_rate)
            .interval(["share", "share_low", "share_high"], |(.., place)| place.share)
            .interval(["mean_score", "mean_score_low", "mean_score_high"], |(.., place)| place.score)
            .with("equal_seats_p", |(_, result, who, _)| {
                result.equal_seats.as_ref().filter(|_| who.is_none()).map(|test| p_value(test.p_value))
            })
            .written(heading, text);
    })
}

/// One row per arm, distribution and value.
#[must_use]
pub fn goals(run: &Run) -> Pieces<'_> {
    below(arms(run), move |(arm, result), heading, text| {
        let rows = result.distributions.iter().flat_map(|(distribution, histogram)| {
            let total = histogram.total() as f64;
            histogram.iter().map(move |(value, count)| (arm, distribution, value, count, total))
        });
        Columns::of(rows)
            .with("arm", |(arm, ..)| arm.name.to_string())
            .with("ruleset", |(arm, ..)| arm.ruleset.id)
            .with("distribution", |(_, distribution, ..)| distribution.name)
            .with("value", |(_, _, value, ..)| value.to_string())
            .with("count", |(.., count, _)| count)
            .with("share", |(.., count, total)| count as f64 / total)
            .written(heading, text);
    })
}

/// One row per arm and item: how often it was used, and the results of its
/// users. A description of play, no measure of strength.
#[must_use]
pub fn usage(run: &Run) -> Pieces<'_> {
    let share = |usage: &Usage| usage.share as f64 / f64::from(WIN) / usage.seat_games as f64;
    below(arms(run), move |(arm, result), heading, text| {
        Columns::of(result.used().map(|(item, usage)| (arm, result.games as f64, item, usage)))
            .with("arm", |(arm, ..)| arm.name.to_string())
            .with("ruleset", |(arm, ..)| arm.ruleset.id)
            .with("item", |(_, _, item, _)| item)
            .with("uses", |(.., usage)| usage.uses)
            .with("uses_per_game", |(_, games, _, usage)| usage.uses as f64 / games)
            .with("seat_games_with_use", |(.., usage)| usage.seat_games)
            .with("win_share_of_users", |(.., usage)| share(usage))
            .written(heading, text);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_ten_digits_and_p_values_an_end() {
        assert_eq!(number(1.0 / 3.0), "0.3333333333");
        assert_eq!(number(0.1 + 0.2), "0.3");
        assert_eq!(number(123_456_789.123_456), "123456789.1");
        assert_eq!([number(-0.0), number(f64::NAN), number(2.0)], ["0", "", "2"]);
        let told = [1e-150, 0.05, 0.0, f64::NAN].map(p_value);
        assert_eq!(told, ["1e-16", "0.05", "1e-16", ""]);
    }
}
