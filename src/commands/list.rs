//! `levelpitch list`: what exists.

use serde_json::{Value, json};

use super::{Outcome, Refusal, desk, out};
use crate::app::App;
use crate::arena::RulesetId;
use crate::bots::budget::FORMS;
use crate::bots::program;
use crate::cli::{Format, ListArgs, What};
use crate::game::Unit;
use crate::metric::{Common, Group, Kind, Metric, OTHERS};
use crate::report::page::{Cell, Column, Table};
use crate::report::{csv, markdown, terminal};
use crate::scenario::wire;
use crate::scenario::{Aspect, Limit, Limits, Problem};
use crate::settings::Origin;
use crate::verdict::health::limit;

/// A table of words.
fn listing(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let cells = |row: Vec<String>| row.into_iter().map(Cell::new).collect();
    Table {
        columns: header.iter().map(|label| Column::words(label)).collect(),
        rows: rows.into_iter().map(cells).collect(),
        ..Table::default()
    }
}

pub fn execute(app: &App, args: &ListArgs) -> Outcome {
    let infos: Vec<RulesetId> = match &args.ruleset {
        Some(id) => vec![app.resolve(id).map_err(Problem::flag)?],
        None => app.rulesets.clone(),
    };
    let listing = match args.what {
        What::Rulesets => games(&infos),
        What::Switches => switches(&infos, false),
        What::Bots => bots(&infos),
        What::Metrics => metrics(&infos),
        What::Scenarios => scenarios(app, &infos),
        What::Health => health(&infos),
    };
    // House rules that the printed games lack are a group of their own.
    let added = match args.what {
        What::Switches => Some(switches(&infos, true)).filter(|added| !added.rows.is_empty()),
        _ => None,
    };
    // Named already, the game need not stand in every row; programs get it.
    let shown = |mut listing: Table| {
        if args.ruleset.is_some() && matches!(args.what, What::Switches | What::Bots | What::Metrics) {
            listing.columns.remove(0);
            listing.rows.iter_mut().for_each(|row| drop(row.remove(0)));
        }
        listing
    };
    match args.format {
        Format::Json => {
            let rows: Vec<Value> = (listing.rows.iter())
                .chain(added.iter().flat_map(|added| &added.rows))
                .map(|row| {
                    let keys = listing.columns.iter().map(|column| column.label.clone());
                    keys.zip(row.iter().map(|cell| json!(cell.text))).collect()
                })
                .collect();
            let mut text = serde_json::to_string_pretty(&rows).map_err(Refusal::new)?;
            text.push('\n');
            out(&text)?;
        }
        Format::Md => {
            out(&markdown::table(&shown(listing)))?;
            if let Some(added) = added {
                out(&format!("\n{ADDED}:\n\n{}", markdown::table(&shown(added))))?;
            }
        }
        Format::Csv => {
            let mut all = listing;
            all.rows.extend(added.into_iter().flat_map(|added| added.rows));
            out(&csv::table(&all))?;
        }
        Format::Table => {
            out(&terminal::table(&shown(listing), desk::width()))?;
            if let Some(added) = added {
                out(&format!("\n{ADDED}:\n\n{}", terminal::table(&shown(added), desk::width())))?;
            }
        }
    }
    Ok(0)
}

fn games(infos: &[RulesetId]) -> Table {
    let luck = |info: &RulesetId| info.luck.unwrap_or("not counted").to_owned();
    let rows = infos.iter().map(|i| vec![i.id.to_owned(), i.title.to_owned(), luck(i), i.summary.to_owned()]);
    listing(&["ruleset", "title", "luck that can be taken out", "summary"], rows)
}

/// What stands above the group of switches that add to the printed game.
const ADDED: &str = "House rules that the printed game lacks, all off unless you set them";

/// Those that the printed game has an answer to, or those that it lacks.
fn switches(infos: &[RulesetId], added: bool) -> Table {
    let rows = infos.iter().flat_map(|info| {
        info.switches.iter().filter(move |s| (s.origin == Origin::Added) == added).map(|switch| {
            vec![
                info.id.to_owned(),
                switch.key.to_owned(),
                switch.default.to_owned(),
                switch.allowed.to_string(),
                switch.origin.name().to_owned(),
                switch.help.to_owned(),
            ]
        })
    });
    listing(&["ruleset", "switch", "default", "allowed", "origin", "meaning"], rows)
}

fn bots(infos: &[RulesetId]) -> Table {
    let row = |id: &str, name: &str, idea: &str| vec![id.to_owned(), name.to_owned(), idea.to_owned()];
    let own =
        infos.iter().flat_map(|info| info.bots().into_iter().map(|(name, idea)| row(info.id, name, idea)));
    let searches = FORMS.iter().map(|(_, form, idea)| row("every game", form, idea));
    let outside = [(program::FORM, program::IDEA), (program::CHOICES_FORM, program::CHOICES_IDEA)];
    let outside = outside.into_iter().map(|(form, idea)| row("every game", form, idea));
    listing(&["ruleset", "bot", "idea"], own.chain(searches).chain(outside))
}

fn metrics(infos: &[RulesetId]) -> Table {
    let unit = |unit| {
        match unit {
            Unit::Number => "number",
            Unit::Share => "share",
            Unit::Points => "difference of shares",
        }
        .to_owned()
    };
    let row = |game: &str, metric: Metric| {
        vec![game.to_owned(), metric.name(), unit(metric.unit()), metric.definition()]
    };
    let every = "every game";
    let mut rows: Vec<Vec<String>> =
        Common::ALL.iter().map(|&common| row(every, Metric::Common(common))).collect();
    for (group, kind) in Group::ALL.iter().flat_map(|group| Kind::ALL.map(|kind| (group.name(), kind))) {
        let (name, definition) = (kind.name(), kind.definition());
        let name = format!("{group}-N-{name}");
        rows.push(vec![every.to_owned(), name, unit(kind.unit()), format!("{group} N: {definition}")]);
    }
    let others = format!("beside each median of a game: {OTHERS}");
    rows.push([every, "pN-…", "number", &others].map(str::to_owned).to_vec());
    for info in infos {
        let known = info.metrics_at(0);
        rows.extend(known.own().chain(known.medians()).map(|metric| row(info.id, metric)));
    }
    listing(&["ruleset", "metric", "unit", "definition"], rows)
}

/// Those that play one of these games, in any of their arms.
fn scenarios(app: &App, infos: &[RulesetId]) -> Table {
    let rows = app.scenarios.iter().filter_map(|&(name, text)| {
        let wire = wire::read(name, text).ok()?;
        let named = wire.ruleset.iter().chain(wire.arms.iter().filter_map(|arm| arm.ruleset.as_ref()));
        let plays = named.into_iter().any(|id| infos.iter().any(|info| info.id == id.value));
        plays.then(|| vec![name.to_owned(), wire.question.map_or(String::new(), |question| question.value)])
    });
    listing(&["scenario", "question"], rows)
}

/// The limits as printed; a `[health]` of a scenario changes them.
fn health(infos: &[RulesetId]) -> Table {
    let printed = Limits::default();
    let of = |aspect: &Aspect| {
        let Limit { look, ill } = printed.of(*aspect);
        let [look, ill] = [look, ill].map(|most| limit(most, *aspect));
        vec![aspect.key().to_owned(), look, ill, aspect.about().to_owned()]
    };
    let turns = infos.iter().map(|info| {
        let seconds = format!("{} seconds", info.seconds_per_turn);
        let about = format!("a turn of {}, where nobody says better (--minutes-per-turn)", info.title);
        vec!["minutes-per-turn".to_owned(), seconds, String::new(), about]
    });
    listing(
        &["key in [health]", "good up to", "ill above", "of what"],
        Aspect::ALL.iter().map(of).chain(turns),
    )
}
