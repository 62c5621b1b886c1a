//! Rows of the table of all settings and cards, cell by cell.

use super::words::ruled_briefly;
use crate::lab::explain::{Case, Explained, Row, Ruling, Sway, What, under};
use crate::report::tell;
use crate::settings::Origin;
use crate::verdict::show_difference;

/// What a row changes, with the settings under which it was tried.
pub(super) fn what(row: &Row) -> String {
    let with = under(&row.with);
    if with.is_empty() { row.what.name().to_owned() } else { format!("{} (with {with})", row.what.name()) }
}

/// `from → to`.
pub(super) fn change(row: &Row) -> String {
    match &row.what {
        What::Setting { from, to, .. } => format!("{from} → {to}"),
        What::Card { change, .. } => change.clone(),
    }
}

/// `assumed, missing datum`.
pub(super) fn status(origin: Option<Origin>) -> String {
    origin
        .map_or_else(|| "card".to_owned(), |origin| format!("{}, {}", origin.status().word(), origin.name()))
}

/// A corrected p value.
pub(super) fn p(q: Option<f64>) -> String {
    match q {
        None => String::new(),
        Some(q) if q < 0.001 => "< 0.001".to_owned(),
        Some(q) => format!("{q:.3}"),
    }
}

/// Whether and how a row changes the verdict.
pub(super) fn verdict_cell(explained: &Explained, row: &Row) -> String {
    match row.sway {
        _ if row.ill.is_some() => format!("ill: {}", row.ill.as_deref().unwrap_or_default()),
        Sway::Can => format!("yes: {}", ruled_briefly(explained, row.ruling)),
        Sway::Cannot if row.same => "no (same games)".to_owned(),
        Sway::Undecided if row.ruling != Ruling::Undecided => {
            format!("open: itself {}", ruled_briefly(explained, row.ruling))
        }
        sway => sway.word().to_owned(),
    }
}

/// A row's effect; a table of another size shares no luck.
pub(super) fn effect(explained: &Explained, row: &Row) -> String {
    let effect = show_difference(&row.effect, explained.unit);
    match (row.same, row.shared) {
        (true, _) => "0".to_owned(),
        (_, true) => effect,
        (_, false) => format!("{effect} (own luck)"),
    }
}

/// Rows in the order of a table: those that change the verdict, then the
/// largest effects.
pub(super) fn ordered(case: &Case) -> Vec<&Row> {
    let mut rows: Vec<&Row> = case.rows.iter().collect();
    rows.sort_by_key(|row| (row.ill.is_some(), row.sway != Sway::Can));
    rows
}

/// How intervals and verdicts were made, in one line.
pub(super) fn method(explained: &Explained) -> String {
    let level = explained.manner.level * 100.0;
    let watched = if explained.manner.always {
        "; always-valid sequences and no p values, because the run was ended early"
    } else {
        ""
    };
    let judged = match explained.yardstick {
        Some(_) => format!(
            "; a verdict counts as changed when the whole {:.2} % interval (Bonferroni) gives another one",
            explained.corrected * 100.0
        ),
        None => String::new(),
    };
    format!(
        "± is half the width of a {level} % interval of the paired difference{}{watched}; p corrected after Benjamini and \
         Hochberg over all rows{judged}.",
        tell::brackets(explained.metric.is_quantile())
    )
}
