//! The best squad of every kind, told: a sentence, a table, a map.

use crate::game::Unit;
use crate::lab::strategy::{SquadCell, Squads};
use crate::report::csv::Columns;
use crate::report::figure::{Axis, Figure, Format, Heading, Heatmap, Point};
use crate::report::page::{Rows, Show, Table};
use crate::stats::Estimate;
use crate::verdict::{count, enumerated, show};

/// A squad's worth as a cell has it.
fn worth(squads: &Squads, estimate: &Estimate) -> String {
    if squads.games == 0 { format(squads).value(estimate.value) } else { show(estimate, squads.unit) }
}

/// What of the map is clear, in a sentence; nothing where nothing is.
pub(super) fn said(squads: &Squads) -> String {
    let clear: Vec<String> = squads
        .row_names()
        .into_iter()
        .filter_map(|row| {
            let cell = squads.clear_best(row)?;
            Some(format!("“{}” ({row}: {})", cell.column, worth(squads, &cell.worth)))
        })
        .collect();
    let never: Vec<String> = squads.dominated().into_iter().map(|column| format!("“{column}”")).collect();
    let is = |names: &[String]| if names.len() == 1 { "is" } else { "are" };
    let clear = (!clear.is_empty()).then(|| format!("clearly best {} {}", is(&clear), enumerated(&clear, 3)));
    let never = (!never.is_empty()).then(|| format!("never best {} {}", is(&never), enumerated(&never, 3)));
    let said: Vec<String> = clear.into_iter().chain(never).collect();
    if said.is_empty() {
        String::new()
    } else {
        // Looked at without play, a squad's cards are all at hand.
        let how = if squads.games == 0 { ", if every card can be had," } else { "" };
        format!("Of squads by {}{how} {}.", squads.columns, said.join("; "))
    }
}

pub(super) fn table(squads: &Squads) -> Table {
    let how = if squads.games == 0 {
        "Every squad of each kind was looked at, exactly.".to_owned()
    } else {
        format!(
            "{} squads were tried; the best found of each kind played {} games on luck that the search never saw. A better one may \
             have been missed.",
            count(squads.tried as u64),
            count(squads.games)
        )
    };
    Rows::of(&squads.cells)
        .words(&squads.rows, |cell: &SquadCell| cell.row.as_str())
        .words(&squads.columns, |cell| cell.column.as_str())
        .words("beside its rivals", |cell| cell.ruling.words())
        .numbers("comes to", |cell| worth(squads, &cell.worth))
        .words("best squad found", |cell| cell.squad.as_str())
        .table("The best squad of every kind")
        .note(format!(
            "Told by {}; {} is level. {how} Verdicts hold for all together.",
            squads.counted,
            level(squads)
        ))
        .show(Show::All)
}

/// What a squad as good as its rivals' comes to.
fn level(squads: &Squads) -> String {
    format(squads).value(squads.equal)
}

fn format(squads: &Squads) -> Format {
    if squads.unit == Unit::Share { Format::percent(1) } else { Format::number(2) }
}

/// The same as a picture.
pub(super) fn map(squads: &Squads) -> Figure {
    let (rows, columns) = (squads.row_names(), squads.column_names());
    let cell = |row: &str, column: &str| {
        let found = squads.cells.iter().find(|cell| cell.row == row && cell.column == column)?;
        let Estimate { value, low, high, .. } = found.worth;
        Some(Point::new(value, low, high)).filter(Point::is_finite)
    };
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Figure::Heatmap(Heatmap {
        head: Heading {
            id: "squads".to_owned(),
            title: "The best squads".to_owned(),
            subtitle: squads.counted.clone(),
            note: format!("The best squad found of each kind; {} is level.", level(squads)),
        },
        value: Axis::new(&squads.counted, format(squads)),
        row_title: squads.rows.clone(),
        column_title: squads.columns.clone(),
        cells: rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect(),
        rows: owned(&rows),
        columns: owned(&columns),
        centre: Some(squads.equal),
    })
}

pub(super) fn csv(squads: Option<&Squads>) -> Vec<u8> {
    let cells = squads.map(|squads| &squads.cells[..]).unwrap_or_default();
    Columns::of(cells)
        .with("row", |cell| cell.row.as_str())
        .with("column", |cell| cell.column.as_str())
        .with("squad", |cell| cell.squad.as_str())
        .with("ruling", |cell| cell.ruling.words())
        .interval(["worth", "worth_low", "worth_high"], |cell| cell.worth)
        .with("corrected_low", |cell| cell.corrected.low)
        .with("corrected_high", |cell| cell.corrected.high)
        .bytes()
}
