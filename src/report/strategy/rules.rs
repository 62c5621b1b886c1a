//! What head starts and other rules are worth, told.

use super::change;
use crate::lab::strategy::{RuleWorth, Strategy};
use crate::report::csv::Columns;
use crate::report::page::{Rows, Show, Table};
use crate::stats::Estimate;
use crate::verdict::brief_difference;

/// Which way a change goes, if it is known.
fn holds(change: &Estimate, [up, down]: [&'static str; 2]) -> &'static str {
    match (change.low > 0.0, change.high < 0.0) {
        (true, _) => up,
        (_, true) => down,
        _ if change.method.is_unvaried() => "none seen",
        _ => "not clear",
    }
}

pub(super) fn head_starts(found: &Strategy) -> Option<Table> {
    let table = Rows::of(&found.head_starts)
        .words("the first player has more", |start| start.value.as_str())
        .words("verdict", |start| holds(&start.corrected, ["helps", "harms"]))
        .numbers("its share of wins", |start| change(&start.change))
        .table("What a head start is worth")
        .note("The house rule `bonus-1` beside the game without it, on the same luck. Verdicts hold for all together.")
        .show(Show::All);
    (!found.head_starts.is_empty()).then_some(table)
}

pub(super) fn table(found: &Strategy) -> Option<Table> {
    let table = Rows::of(&found.rules)
        .words("rule", |row: &RuleWorth| row.rule)
        .words("set to", |row| row.set.as_str())
        .words("what it changes", |row| row.metric.worded())
        .words("verdict", |row| holds(&row.corrected, ["more", "less"]))
        .numbers("change", |row| brief_difference(&row.change, row.unit))
        .table("What rules are worth")
        .note(
            "The game with the rule set so beside the game as it is here, on the same luck. Shares change by percentage points. \
             Verdicts hold for all together.",
        )
        .show(Show::All);
    (!found.rules.is_empty()).then_some(table)
}

pub(super) fn csv(rules: &[RuleWorth]) -> Vec<u8> {
    Columns::of(rules)
        .with("rule", |row| row.rule)
        .with("set", |row| row.set.as_str())
        .with("metric", |row| row.metric.to_string())
        .interval(["change", "change_low", "change_high"], |row| row.change)
        .with("corrected_low", |row| row.corrected.low)
        .with("corrected_high", |row| row.corrected.high)
        .bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    #[test]
    fn what_changes_no_game_is_not_said_to_be_unclear() {
        let said = |value: f64, half: f64, method: Method| {
            holds(&Estimate::around(value, half, 0.95, method, 10), ["more", "less"])
        };
        assert_eq!(said(0.0, 0.1, Method::Unvaried), "none seen");
        assert_eq!(said(0.0, 0.1, Method::PairedT), "not clear");
        assert_eq!([0.2, -0.2].map(|value| said(value, 0.1, Method::PairedT)), ["more", "less"]);
    }
}
