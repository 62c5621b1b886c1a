//! `levelpitch rules`: a game's rule ledger with the status of each rule.

use serde_json::json;

use super::{Outcome, Refusal, desk, out};
use crate::app::App;
use crate::cli::{Format, RulesArgs};
use crate::ledger;
use crate::report::page::Rows;
use crate::report::{csv, markdown, terminal};
use crate::scenario::Problem;
use crate::settings::Fault;

pub fn execute(app: &App, args: &RulesArgs) -> Outcome {
    let info = app.resolve(&args.ruleset).map_err(Problem::flag)?;
    if args.full {
        out(info.ledger)?;
        return Ok(0);
    }
    let prefix = args.id.as_deref().unwrap_or_default().to_uppercase();
    let rows = ledger::rows(info.ledger);
    let wanted = |row: &&ledger::Row| {
        row.id.starts_with(&prefix) && args.status.as_ref().is_none_or(|s| row.status.starts_with(s.as_str()))
    };
    let chosen: Vec<&ledger::Row> = rows.iter().filter(wanted).collect();
    if chosen.is_empty() {
        let found = format!("no rule {prefix}");
        let fault =
            Fault::new("rules", found, format!("ids such as {}", rows.first().map_or("", |r| r.id.as_str())));
        return Err(Problem::flag(fault).into());
    }
    if args.format == Format::Json {
        let list: Vec<_> =
            chosen.iter().map(|r| json!({ "id": r.id, "rule": r.rule, "status": r.status })).collect();
        let mut text = serde_json::to_string_pretty(&list).map_err(Refusal::new)?;
        text.push('\n');
        out(&text)?;
        return Ok(0);
    }
    let table = Rows::of(chosen)
        .words("id", |row: &ledger::Row| row.id.clone())
        .words("status", |row| row.status.clone())
        .words("rule", |row| row.rule.clone())
        .table(String::new());
    if args.format == Format::Csv {
        out(&csv::table(&table))?;
        return Ok(0);
    }
    let count = |status: &str| rows.iter().filter(|r| r.status.starts_with(status)).count();
    let mut text = format!(
        "{}: {} rules, {} given by the rulebook, {} inferred from it, {} assumed where it is silent.\n\n",
        info.title,
        rows.len(),
        count("given"),
        count("inferred"),
        count("assumed"),
    );
    let width = desk::width().map_or(WIDTH, |width| width.min(WIDTH));
    text += &match args.format {
        Format::Md => markdown::table(&table),
        _ => terminal::table(&table, Some(width)),
    };
    out(&text)?;
    Ok(0)
}

/// Columns of a terminal that a listing fills.
const WIDTH: usize = 100;
