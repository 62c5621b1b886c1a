//! `levelpitch rules`: a game's rule ledger with the status of each rule.

use serde_json::json;

use super::{Outcome, Refusal, out};
use crate::cli::{Format, RulesArgs};
use crate::ledger;
use crate::report::terminal;
use crate::scenario::{Problem, resolve};
use crate::settings::Fault;

pub fn execute(args: &RulesArgs) -> Outcome {
    let info = resolve::ruleset(&args.ruleset).map_err(Problem::flag)?;
    if args.full {
        out(info.ledger);
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
        out(&text);
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
    let header = ["id", "status", "rule"].map(str::to_owned);
    let whole = |r: &&ledger::Row| vec![r.id.clone(), r.status.clone(), r.rule.clone()];
    text += &if args.format == Format::Md {
        terminal::markdown(&header, &chosen.iter().map(whole).collect::<Vec<_>>())
    } else {
        let widest = |of: fn(&ledger::Row) -> &str| {
            chosen.iter().map(|row| of(row).chars().count()).max().unwrap_or(0)
        };
        let room = WIDTH.saturating_sub(widest(|r| &r.id) + widest(|r| &r.status) + 4).max(30);
        let rows = chosen.iter().flat_map(|r| {
            let lines = wrapped(&r.rule, room).into_iter().enumerate();
            lines.map(|(i, line)| match i {
                0 => vec![r.id.clone(), r.status.clone(), line],
                _ => vec![String::new(), String::new(), line],
            })
        });
        terminal::aligned(&header, &rows.collect::<Vec<_>>())
    };
    out(&text);
    Ok(0)
}

/// Columns of a terminal that a listing fills.
const WIDTH: usize = 100;

/// A text in lines of at most `width` characters, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let fits =
            |line: &String| line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let lines = wrapped("The card in the last slot may be taken for nothing.", 20);
        assert_eq!(lines, ["The card in the last", "slot may be taken", "for nothing."]);
        assert_eq!(wrapped("overlongwords stay whole", 5), ["overlongwords", "stay", "whole"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
