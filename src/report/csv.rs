//! Tables for spreadsheets: `summary.csv`, `seats.csv`, `goals.csv`,
//! `usage.csv`. What is unknown is an empty cell, never a zero.

use serde::Serialize;

use super::Run;
use crate::estimates::Adjusted;
use crate::stats::estimate::Estimate;

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

/// A p value.
pub(super) fn p_value(p: f64) -> String {
    let text = number(p.max(LEAST_P));
    match text.parse::<f64>() {
        Ok(small) if small < 1e-4 => format!("{small:e}"),
        _ => text,
    }
}

fn interval(estimate: &Estimate) -> [String; 5] {
    [
        number(estimate.value),
        number(estimate.low),
        number(estimate.high),
        number(estimate.level),
        estimate.method.to_string(),
    ]
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
        self
    }
}

impl Cell for &str {
    fn cell(self) -> String {
        self.to_owned()
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
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        table(&header, self.cells.into_iter())
    }
}

pub(super) fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    // Writing to a Vec can't fail.
    let _ = writer.write_record(header);
    for row in rows {
        let _ = writer.write_record(&row);
    }
    writer.into_inner().unwrap_or_default()
}

/// One row per arm and metric: value, interval, method, the paired difference
/// from the base arm, and both adjusted for luck where luck is counted.
#[must_use]
pub fn summary(run: &Run) -> Vec<u8> {
    let header = [
        "arm",
        "ruleset",
        "bots",
        "games",
        "metric",
        "value",
        "low",
        "high",
        "level",
        "method",
        "base",
        "difference",
        "difference_low",
        "difference_high",
        "worth_plain_games",
        "adjusted",
        "adjusted_low",
        "adjusted_high",
        "adjusted_method",
        "adjusted_worth_plain_games",
        "adjusted_difference",
        "adjusted_difference_low",
        "adjusted_difference_high",
        "adjusted_difference_worth",
    ];
    let rows = run.results.iter().flat_map(|result| {
        let arm = &run.plan.arms[result.index];
        result.metrics.iter().map(move |metric| {
            let mut row = vec![
                arm.name.to_string(),
                arm.ruleset.to_string(),
                arm.bots.join(" "),
                result.games.to_string(),
            ];
            row.push(metric.metric.name());
            row.extend(interval(&metric.estimate));
            match &metric.difference {
                Some(d) => row.extend([
                    d.base.clone(),
                    number(d.estimate.value),
                    number(d.estimate.low),
                    number(d.estimate.high),
                    d.worth.map_or(String::new(), number),
                ]),
                None => row.extend(std::iter::repeat_n(String::new(), 5)),
            }
            let difference = metric.difference.as_ref().and_then(|d| d.adjusted);
            for (adjusted, named) in [(metric.adjusted, true), (difference, false)] {
                let Some(Adjusted { estimate: e, worth }) = adjusted else {
                    row.extend(std::iter::repeat_n(String::new(), 4 + usize::from(named)));
                    continue;
                };
                row.extend([e.value, e.low, e.high].map(number));
                row.extend(named.then(|| e.method.name().to_owned()));
                row.push(number(worth));
            }
            row
        })
    });
    table(&header, rows)
}

/// One row per arm and seat, then per arm and entrant. The seats' shares have
/// intervals that hold all at once; the last column is the p value of the test
/// that all of the arm's seats win equally often.
#[must_use]
pub fn seats(run: &Run) -> Vec<u8> {
    let header = [
        "arm",
        "ruleset",
        "place",
        "number",
        "bot",
        "squad",
        "games",
        "wins",
        "draws",
        "losses",
        "win_rate",
        "win_rate_low",
        "win_rate_high",
        "share",
        "share_low",
        "share_high",
        "mean_score",
        "mean_score_low",
        "mean_score_high",
        "equal_seats_p",
    ];
    let rows = run.results.iter().flat_map(|result| {
        let arm = &run.plan.arms[result.index];
        let places = [("seat", &result.seats), ("entrant", &result.entrants)];
        places.into_iter().flat_map(move |(kind, places)| {
            places.iter().map(move |place| {
                let who = (kind == "entrant").then_some(place.index);
                let bot = who.map_or(String::new(), |i| arm.bots[i].clone());
                let squad = who.and_then(|i| arm.squads.get(i).cloned().flatten()).unwrap_or_default();
                let mut row = vec![arm.name.to_string(), arm.ruleset.to_string(), kind.to_owned()];
                row.extend([place.index.to_string(), bot, squad, result.games.to_string()]);
                row.extend(
                    [place.results.wins, place.results.draws, place.results.losses].map(|n| n.to_string()),
                );
                for estimate in [&place.win_rate, &place.share, &place.score] {
                    row.extend([estimate.value, estimate.low, estimate.high].map(number));
                }
                let test = result.equal_seats.as_ref().filter(|_| kind == "seat");
                row.push(test.map_or(String::new(), |test| p_value(test.p_value)));
                row
            })
        })
    });
    table(&header, rows)
}

/// One row per arm, distribution and value.
#[must_use]
pub fn goals(run: &Run) -> Vec<u8> {
    let header = ["arm", "ruleset", "distribution", "value", "count", "share"];
    let rows = run.results.iter().flat_map(|result| {
        let arm = &run.plan.arms[result.index];
        result.distributions.iter().flat_map(move |(distribution, histogram)| {
            let total = histogram.total() as f64;
            histogram.iter().map(move |(value, count)| {
                vec![
                    arm.name.to_string(),
                    arm.ruleset.to_string(),
                    distribution.name.to_owned(),
                    value.to_string(),
                    count.to_string(),
                    number(count as f64 / total),
                ]
            })
        })
    });
    table(&header, rows)
}

/// One row per arm and item: how often it was used, and the results of its
/// users. A description of play, no measure of strength.
#[must_use]
pub fn usage(run: &Run) -> Vec<u8> {
    let header =
        ["arm", "ruleset", "item", "uses", "uses_per_game", "seat_games_with_use", "win_share_of_users"];
    let rows = run.results.iter().flat_map(|result| {
        let arm = &run.plan.arms[result.index];
        result.usage.iter().map(move |(item, usage)| {
            let users = usage.seat_games as f64;
            let share = usage.share as f64 / f64::from(crate::game::WIN) / users;
            vec![
                arm.name.to_string(),
                arm.ruleset.to_string(),
                item.clone(),
                usage.uses.to_string(),
                number(usage.uses as f64 / result.games as f64),
                usage.seat_games.to_string(),
                number(share),
            ]
        })
    });
    table(&header, rows)
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
        assert_eq!([p_value(1e-150), p_value(0.05), p_value(0.0)], ["1e-16", "0.05", "1e-16"]);
    }
}
