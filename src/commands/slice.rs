//! `levelpitch slice`: single games grouped and filtered.

use super::{Outcome, Refusal, desk, out};
use crate::app::App;
use crate::cli::{Format, SliceArgs};
use crate::report::page::{Rows, Table};
use crate::report::{escape, markdown, tell, terminal};
use crate::scenario::Problem;
use crate::settings::PROGRAM;
use crate::tables::slice::{Asked, Question, Slice, Where, slice};
use crate::verdict::count;

/// Confidence level of the intervals.
const LEVEL: f64 = 0.95;

impl From<Asked> for Refusal {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::Wrongly(fault) => Problem::flag(fault).into(),
            Asked::File(path, what) => {
                let allowed = format!("a table written by `{PROGRAM} games`, or its folder");
                Problem::file(&path.display().to_string(), what, allowed).into()
            }
        }
    }
}

pub fn execute(app: &App, args: &SliceArgs) -> Outcome {
    let rows =
        args.rows.iter().map(|text| Where::read(text)).collect::<Result<_, _>>().map_err(Problem::flag)?;
    let question = Question {
        path: args.path.clone(),
        by: args.by.clone(),
        rows,
        metric: args.metric.clone(),
        level: LEVEL,
    };
    let found = slice(app, &question)?;
    match args.output.format {
        Format::Json => out(&(serde_json::to_string_pretty(&found).map_err(Refusal::new)? + "\n"))?,
        Format::Csv => out(&String::from_utf8_lossy(&csv(&found).map_err(Refusal::new)?))?,
        Format::Md => out(&format!("{}\n{}\n", markdown::table(&table(&found, &args.rows)), found.warning))?,
        Format::Table => {
            let width = desk::width();
            let warning = terminal::folded(found.warning, width).join("\n");
            out(&format!("{}\n{warning}\n", terminal::table(&table(&found, &args.rows), width)))?;
        }
    }
    Ok(0)
}

fn table(slice: &Slice, rows: &[String]) -> Table {
    let mut table = Rows::of(&slice.groups);
    for (place, name) in slice.by.iter().enumerate() {
        table = table.words(name, |group| group.of[place].clone());
    }
    let counted = if slice.table == "seats" { "seats" } else { "games" };
    let table = table
        .numbers(&slice.metric, |group| {
            group.estimate.as_ref().map_or("–".into(), |estimate| tell::cell(estimate, slice.unit))
        })
        .numbers(counted, |group| count(group.rows))
        .numbers("blocks", |group| count(group.blocks));
    let only = if rows.is_empty() { String::new() } else { format!(", where {}", rows.join(" and ")) };
    table.table(format!("{} in {}{only}", slice.metric, slice.file.display()))
}

fn csv(slice: &Slice) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let own = ["metric", "rows", "blocks", "value", "low", "high", "method"];
    writer.write_record(slice.by.iter().map(String::as_str).chain(own))?;
    for group in &slice.groups {
        let told = |of: fn(&crate::stats::Estimate) -> f64| {
            group
                .estimate
                .as_ref()
                .map(of)
                .filter(|value| value.is_finite())
                .map_or(String::new(), |v| v.to_string())
        };
        let method = group.estimate.as_ref().map_or(String::new(), |estimate| estimate.method.to_string());
        let cells = [
            slice.metric.clone(),
            group.rows.to_string(),
            group.blocks.to_string(),
            told(|e| e.value),
            told(|e| e.low),
            told(|e| e.high),
            method,
        ];
        let of = group.of.iter().cloned().map(escape::cell);
        writer.write_record(of.chain(cells))?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}
