//! `levelpitch odds`: exact results, no simulation.

use serde_json::{Map, Value, json};

use super::{Outcome, Refusal, desk, out, pipeline};
use crate::app::App;
use crate::cli::{Format, OddsArgs};
use crate::odds::{Cell, OddsTable};
use crate::report::markdown;
use crate::report::odds::Telling;
use crate::report::terminal::{self, Screen};
use crate::scenario::fault::unknown;
use crate::scenario::resolve::Overrides;
use crate::scenario::{PlanArm, Problem};

fn arm(app: &App, args: &OddsArgs) -> Result<PlanArm, Refusal> {
    app.resolve(&args.ruleset).map_err(Problem::flag)?;
    let changes = crate::cli::Changes {
        set: args.set.clone(),
        bots: Some(vec!["random".to_owned()]),
        squads: None,
        data: args.data.clone(),
        seed: None,
    };
    let overrides: Overrides = pipeline::overrides(&changes)?;
    let plan = pipeline::plan(app, &args.ruleset, &overrides)?;
    plan.arms.into_iter().next().ok_or_else(|| Refusal::new("no arm"))
}

pub fn execute(app: &App, args: &OddsArgs) -> Outcome {
    let arm = arm(app, args)?;
    let runner = arm.runner(0).map_err(|faults| faults.into_iter().map(Problem::flag).collect::<Vec<_>>())?;
    let mut tables = runner.odds();
    if let Some(name) = &args.table {
        let known: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
        tables.retain(|table| table.name == *name);
        if tables.is_empty() {
            return Err(Problem::flag(unknown("table", name, &known)).into());
        }
    }
    match args.format {
        Format::Json => {
            let mut text = serde_json::to_string_pretty(&document(args, &tables)).map_err(Refusal::new)?;
            text.push('\n');
            out(&text);
        }
        Format::Csv => out(&csv(&tables)),
        Format::Table | Format::Md => {
            let game = arm.ruleset.title;
            let (exact, whole) = (args.exact, args.table.is_some());
            let page = Telling { game, id: arm.ruleset.id, tables: &tables, exact, whole }.page();
            let screen = Screen { width: desk::width(), colour: false };
            let table = args.format == Format::Table;
            out(&if table { terminal::page(&page, None, screen) } else { markdown::page(&page) });
        }
    }
    Ok(0)
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Int(number) => json!(number),
        Cell::Flag(flag) => json!(flag),
        Cell::Exact(fraction) => json!(fraction.value()),
        Cell::Signed(negative, fraction) => {
            json!(if *negative { -fraction.value() } else { fraction.value() })
        }
    }
}

fn rows(table: &OddsTable) -> Vec<Value> {
    let row = |cells: &Vec<Cell>| {
        let mut object = Map::new();
        for (column, cell) in table.columns.iter().zip(cells) {
            object.insert((*column).to_owned(), value(cell));
        }
        Value::Object(object)
    };
    table.rows.iter().map(row).collect()
}

/// `{ruleset, rows, tables}`: `rows` is the main table, `tables` all of them
/// by name with captions and exact fractions.
fn document(args: &OddsArgs, tables: &[OddsTable]) -> Value {
    let mut all = Map::new();
    for table in tables {
        let exact: Vec<Value> = table
            .rows
            .iter()
            .map(|cells| {
                let mut object = Map::new();
                for (column, cell) in table.columns.iter().zip(cells) {
                    if let Some(text) = fraction(cell) {
                        object.insert((*column).to_owned(), json!(text));
                    }
                }
                Value::Object(object)
            })
            .collect();
        all.insert(
            table.name.clone(),
            json!({ "caption": table.caption, "rows": rows(table), "fractions": exact }),
        );
    }
    let main = tables.first().map(rows).unwrap_or_default();
    json!({ "ruleset": args.ruleset, "rows": main, "tables": all })
}

fn fraction(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Exact(fraction) => Some(fraction.to_string()),
        Cell::Signed(negative, fraction) => Some(format!("{}{fraction}", if *negative { "-" } else { "" })),
        _ => None,
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Int(number) => number.to_string(),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Exact(exact) if exact.denominator() == 1 => exact.to_string(),
        Cell::Exact(exact) => format!("{:.6} = {exact}", exact.value()),
        Cell::Signed(negative, exact) => {
            let sign = if *negative { "-" } else { "" };
            format!("{sign}{:.6} = {sign}{exact}", exact.value())
        }
    }
}

fn csv(tables: &[OddsTable]) -> String {
    let mut text = String::new();
    let quote = |cell: &str| {
        if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
    };
    for table in tables {
        text += &format!("table,{}\n", table.columns.join(","));
        for row in &table.rows {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| match cell {
                    Cell::Exact(_) | Cell::Signed(..) => value(cell).to_string(),
                    other => quote(&shown(other)),
                })
                .collect();
            text += &format!("{},{}\n", table.name, cells.join(","));
        }
    }
    text
}
