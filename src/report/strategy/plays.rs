//! What openings, moves and cards are worth to whoever has them, told: their
//! tables, and one picture of what wins and what loses.

use super::{change, size};
use crate::lab::analyse::{Restriction, Use};
use crate::lab::strategy::{Opening, Strategy, Worth};
use crate::report::csv::Columns;
use crate::report::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading, Key, Order, Point, Reference, Standing,
};
use crate::report::page::{Cell, Rows, Show, Table};
use crate::stats::Estimate;
use crate::verdict::count;

pub(super) fn openings(found: &Strategy, top: usize) -> Table {
    let table = Rows::of(&found.openings)
        .words("begins with", |row: &Opening| row.name.as_str())
        .words("beside the bot's own choice", |row| row.ruling.words())
        .numbers("share of wins", |row| change(&row.change))
        .numbers("games", |row| count(row.games))
        .table("One player begins with this, everybody plays on as ever")
        .note(
            "On the luck of the same games, the best of up to eight moves of the class by a few continuations; where the bot \
             would have begun so anyway the change is 0. Verdicts hold for all openings together.",
        );
    Table { show: Show::First(top), rest: "openings.csv".to_owned(), ..table }
}

pub(super) fn moves(found: &Strategy, top: usize) -> Table {
    let share = |change: &Option<Estimate>| Cell::new(change.as_ref().map(super::change).unwrap_or_default());
    let mut rows: Vec<&Restriction> = found.moves.iter().collect();
    rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let table = Rows::of(rows)
        .words("forbidden", |row| row.name.as_str())
        .words("verdict", |row| row.ruling.words())
        .numbers("share of wins", |row| share(&row.change))
        .numbers("bites in games", |row| format!("{:.0} %", 100.0 * row.games))
        .table("One player may not do one thing, everybody else may")
        .note("A trap is what the player does better without.");
    Table { show: Show::First(top), rest: "moves.csv".to_owned(), ..table }
}

pub(super) fn cards(found: &Strategy, top: usize) -> Option<Table> {
    let list = found.cards.as_ref()?;
    let table = Rows::of(&list.goods)
        .words("what", |row| row.name.as_str())
        .words("verdict", |row| row.ruling.words())
        .numbers("worth to its holder", |row| change(&row.worth))
        .numbers("above others of its class", |row| change(&row.edge))
        .words("class", |row| row.class.as_str())
        .table("What one more of each is worth to whoever is handed it")
        .note("The command `cards` plays on until every one of them is decided.");
    Some(Table { show: Show::First(top), rest: "cards.csv".to_owned(), ..table })
}

/// What openings, moves and cards do to the share of wins of whoever has them, as
/// one picture; none where nothing was tried.
pub(super) fn winners(found: &Strategy, top: usize) -> Option<Figure> {
    let openings = found.openings.iter().map(|row| {
        ("begins with", &row.name, &row.change, matches!(row.ruling, Worth::Better | Worth::Worse))
    });
    let moves = found.moves.iter().filter_map(|row| {
        Some(("may not", &row.name, row.change.as_ref()?, matches!(row.ruling, Use::Matters | Use::Trap)))
    });
    let goods = found.cards.iter().flat_map(|list| &list.goods);
    let goods = goods.map(|row| {
        let clear = row.corrected_worth.low > 0.0 || row.corrected_worth.high < 0.0;
        ("has one more", &row.name, &row.worth, clear)
    });
    let groups = [openings.collect::<Vec<_>>(), moves.collect(), goods.collect()];
    let mut rows = Vec::new();
    for mut group in groups {
        group.retain(|(.., change, _)| change.value.is_finite() && change.half_width().is_finite());
        // What does most, whichever way.
        group.sort_by(|a, b| b.2.value.abs().total_cmp(&a.2.value.abs()));
        rows.extend(group.into_iter().take(top).map(|(group, name, change, clear)| ForestRow {
            group: group.to_owned(),
            label: name.clone(),
            point: Point::new(change.value, change.low, change.high),
            standing: if clear { Standing::Clear } else { Standing::Unclear },
        }));
    }
    (!rows.is_empty()).then(|| {
        Figure::Forest(Forest {
            head: Heading {
                id: "winners".to_owned(),
                title: "What wins and what loses".to_owned(),
                subtitle: "Change of the share of wins of one player among players of the same kind".to_owned(),
                note: "Of openings, forbidden moves and cards, of each those that change most. Each interval holds by itself; clear \
                       is what the tables call so, corrected for how many were tried."
                    .to_owned(),
            },
            axis: Axis::new("change of the share of wins (percentage points)", Format::points(1).with_sign()),
            rows,
            order: Order::ByValue,
            references: vec![Reference::new(0.0, "no change")],
            margin: None,
            keys: Key::list([(Standing::Clear, "clear"), (Standing::Unclear, "not clear")]),
        })
    })
}

pub(super) fn csv_of_openings(openings: &[Opening]) -> Vec<u8> {
    Columns::of(openings)
        .with("opening", |row| row.name.as_str())
        .with("ruling", |row| row.ruling.words())
        .interval(["change", "change_low", "change_high"], |row| row.change)
        .with("games", |row| row.games)
        .bytes()
}

pub(super) fn csv_of_cards(found: &Strategy) -> Vec<u8> {
    let cards = found.cards.as_ref().map(|list| &list.goods[..]).unwrap_or_default();
    Columns::of(cards)
        .with("name", |row| row.name.as_str())
        .with("class", |row| row.class.as_str())
        .with("ruling", |row| row.ruling.words())
        .interval(["worth", "worth_low", "worth_high"], |row| row.worth)
        .with("edge", |row| row.edge.value)
        .bytes()
}
