//! Effects of switches on the main metric: one tornado per game and bot.
//!
//! Arms may be varied from several bases; every row then says from which, and
//! arms in which no game finishes are named below the picture instead of drawn:
//! what such an arm "changes" is that nothing was counted.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::{below, change_axis, games, level, point};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::report::Run;
use crate::report::figure::{Figure, Heading, Reference, Tornado, TornadoEnd, TornadoRow};
use crate::scenario::{ArmName, Plan};
use crate::verdict::switches::Effect as Tried;

/// Switches of a tornado.
const MOST_SWITCHES: usize = 30;
/// Values of all switches of a figure together: a picture of more is taller than
/// what shows pictures opens (32 767 pixels), and takes gigabytes to draw.
const MOST_VALUES: usize = 800;
/// Arms named in a note before "and n more".
const MOST_NAMED: usize = 4;

/// An arm that others were varied from, as a sentence names it.
#[must_use]
pub fn base_words(plan: &Plan, base: usize) -> String {
    let arm = &plan.arms[base];
    if arm.settings.changed().next().is_none() && arm.data.is_none() {
        return "the printed game".to_owned();
    }
    // The bot of a panel stands in the subtitle.
    let name = below(&ArmName { bot: None, ..arm.name.clone() }, arm.ruleset);
    format!("“{name}”")
}

/// What names another base in a figure of rows.
pub const ITS_ROW: &str = "its row";

/// The base that most of some varied arms have, and what is said of it where
/// `row` names another one.
#[must_use]
pub fn against(plan: &Plan, bases: &[usize], row: &str) -> (usize, String) {
    let often = |base: usize| bases.iter().filter(|&&other| other == base).count();
    // The first of equals: bases come in the order of the plan.
    let main = bases.iter().copied().rev().max_by_key(|&base| often(base)).unwrap_or(0);
    let several = bases.iter().any(|&base| base != main);
    let rest = if several { format!(" unless {row} names another base") } else { String::new() };
    (main, format!("against {}{rest}", base_words(plan, main)))
}

/// The name of an effect's row: its switch with the value that was changed,
/// and its base where that isn't the figure's main one.
#[must_use]
pub fn row_name(plan: &Plan, key: &str, base: usize, main: usize) -> String {
    // What it was before it was changed.
    let mut settings = plan.arms[base].settings.iter();
    let now = settings
        .find(|(switch, _)| switch.key == key)
        .map_or(String::new(), |(_, value)| format!(" ({value})"));
    if base == main {
        format!("{key}{now}")
    } else {
        format!("{key}{now}, against {}", base_words(plan, base))
    }
}

/// What is said of arms that are left out because none of their games finishes.
#[must_use]
pub fn left_out(names: &[String]) -> String {
    let shown = names.len().min(MOST_NAMED);
    let more = match names.len() - shown {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    if names.is_empty() {
        String::new()
    } else {
        format!("Left out, because such games must not be printed: {}{more}.", names[..shown].join(", "))
    }
}

/// Effects by their rows (a switch and the arm that it was changed in), as many
/// rows as may be shown, the largest first; and what a subtitle says of the rest.
pub(in crate::report) fn ranked<'a>(
    ends: impl Iterator<Item = ((&'a str, usize), TornadoEnd)>,
    name: impl Fn(&str, usize) -> String,
    most: usize,
) -> (Vec<TornadoRow>, String) {
    let mut rows: IndexMap<(&str, usize), Vec<TornadoEnd>> = IndexMap::new();
    for (row, end) in ends {
        rows.entry(row).or_default().push(end);
    }
    let rows = rows.into_iter().map(|((key, base), ends)| TornadoRow { label: name(key, base), ends });
    let mut rows: Vec<TornadoRow> = rows.collect();
    let size = |row: &TornadoRow| row.ends.iter().map(|e| e.effect.value.abs()).fold(0.0, f64::max);
    rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let all = rows.len();
    rows.truncate(most);
    let cut = if all > most { format!("; the {most} largest of {all} switches") } else { String::new() };
    let values = largest_only(&mut rows);
    (rows, cut + &values)
}

/// Keeps as many values as may be shown, the largest; and what a subtitle says of
/// the rest.
fn largest_only(rows: &mut Vec<TornadoRow>) -> String {
    let size = |end: &TornadoEnd| end.effect.value.abs();
    let mut sizes: Vec<f64> = rows.iter().flat_map(|row| &row.ends).map(size).collect();
    let all = sizes.len();
    if all <= MOST_VALUES {
        return String::new();
    }
    sizes.sort_by(|a, b| b.total_cmp(a));
    let least = sizes[MOST_VALUES - 1];
    // Of those that are as large as the last the first.
    let mut equal = MOST_VALUES - sizes.iter().take_while(|size| **size > least).count();
    for row in &mut *rows {
        row.ends.retain(|end| {
            let is_last = size(end) == least && equal > 0;
            equal -= usize::from(is_last);
            is_last || size(end) > least
        });
    }
    rows.retain(|row| !row.ends.is_empty());
    format!("; the {MOST_VALUES} largest of {all} values")
}

/// One tornado per game and bot.
pub(super) fn tornadoes(run: &Run) -> Vec<Figure> {
    let plan = &run.plan;
    let mut tables: Vec<(RulesetId, &str, usize)> = Vec::new();
    for arm in &plan.arms {
        let Some(effect) = &arm.effect else { continue };
        if !tables.iter().any(|(ruleset, bot, _)| (*ruleset, *bot) == (arm.ruleset, &*arm.bots[0])) {
            tables.push((arm.ruleset, &arm.bots[0], effect.base));
        }
    }
    let tables = plan.strongest_first(tables, |(.., base)| *base);
    tables.into_iter().filter_map(|(ruleset, bot, _)| tornado(run, ruleset, bot)).collect()
}

fn tornado(run: &Run, ruleset: RulesetId, bot: &str) -> Option<Figure> {
    let plan = &run.plan;
    let varied: Vec<&ArmResult> = run
        .results
        .iter()
        .filter(|r| {
            let arm = &plan.arms[r.index];
            arm.ruleset == ruleset && arm.bots[0] == bot && arm.effect.is_some() && arm.mirrored()
        })
        .collect();
    let (without, mine): (Vec<&ArmResult>, Vec<&ArmResult>) =
        varied.into_iter().partition(|result| run.is_ill(result) || !result.is_finished());
    let first = mine.first()?;
    let metric = plan.main_metric(&plan.arms[first.index]);
    let called = run.called(metric, &mine);
    let effect = |result: &ArmResult| plan.arms[result.index].effect.as_ref();
    let bases: Vec<usize> = mine.iter().filter_map(|result| Some(effect(result)?.base)).collect();
    let (main, against) = against(plan, &bases, ITS_ROW);
    let all = run
        .effects
        .iter()
        .filter(|tried| (tried.ruleset, tried.metric, tried.bot.as_str()) == (ruleset, metric, bot));
    let tried: HashMap<(usize, &str, &str), &Tried> =
        all.map(|tried| ((tried.base, &*tried.key, &*tried.value), tried)).collect();
    let ends = mine.iter().filter_map(|result| {
        let effect = effect(result)?;
        let difference = result.metric(metric)?.difference.as_ref()?;
        let end = TornadoEnd::new(&*effect.value, point(&difference.estimate));
        // The words of the report are corrected for all that was tried; so are the bars.
        let corrected = tried.get(&(effect.base, &*effect.key, &*effect.value)).copied();
        let clear = corrected.filter(|tried| tried.corrected.is_some()).map_or(end.clear, Tried::is_clear);
        let end = TornadoEnd { clear, ..end };
        Some(((&*effect.key, effect.base), end))
    });
    let (rows, cut) = ranked(ends, |key, base| row_name(plan, key, base, main), MOST_SWITCHES);
    if rows.is_empty() {
        return None;
    }
    let gone: Vec<String> = without
        .iter()
        .filter_map(|result| effect(result))
        .map(|effect| format!("{} = {}", effect.key, effect.value))
        .collect();
    Some(Figure::Tornado(Tornado {
        head: Heading {
            id: format!("effects-{ruleset}-{bot}"),
            title: format!("{}: what each switch does to the {}", ruleset.title, called.strip_prefix("the ").unwrap_or(&called)),
            subtitle: format!(
                "{bot} bots; one switch changed at a time {against}, on the same luck; {}; {}{cut}",
                games(&mine),
                level(run)
            ),
            note: format!(
                "Behind each switch the value it has otherwise. Clear: corrected for everything tried here. {}",
                left_out(&gone)
            )
            .trim_end()
            .to_owned(),
        },
        axis: change_axis(metric, &called, 1),
        rows,
        references: vec![Reference::new(0.0, "no change")],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sample;
    use crate::stats::{Estimate, Method};

    #[test]
    fn rows_name_the_base_they_are_measured_against() {
        let plan = sample(crate::rulesets::app().text("home-advantage").expect("built in"));
        let varied =
            plan.arms.iter().filter(|arm| arm.bots[0] == "counter").filter_map(|a| a.effect.as_ref());
        let bases: Vec<usize> = varied.clone().map(|effect| effect.base).collect();
        let (main, words) = against(&plan, &bases, ITS_ROW);
        assert_eq!(words, "against “0 points” unless its row names another base");
        let mut names: Vec<String> =
            varied.map(|effect| row_name(&plan, &effect.key, effect.base, main)).collect();
        names.dedup();
        assert_eq!(
            names,
            [
                "kickoff (home), against “0 points, home starts”",
                "home-advantage (0), against “0 points, home starts”",
                "home-advantage (0), against “0 points, away starts”",
                "home-advantage (0)",
            ]
        );
    }

    #[test]
    fn the_printed_game_is_called_so() {
        let plan = sample("question = \"?\"\nruleset = \"futbol-dash\"\ngames = 4\n");
        assert_eq!(against(&plan, &[0], ITS_ROW), (0, "against the printed game".to_owned()));
    }

    #[test]
    fn a_figure_shows_the_largest_of_very_many_values() {
        let about = |value: f64| Estimate::around(value, 0.01, 0.95, Method::BlockT, 50);
        let end = |number: usize| {
            let value = (number % 50) as f64 - 25.0;
            (("turn-cap", 0), TornadoEnd::new(number.to_string(), point(&about(value))))
        };
        let name = |key: &str, _| key.to_owned();
        let (rows, cut) = ranked((0..MOST_VALUES).map(end), name, 9);
        assert!(rows[0].ends.len() == MOST_VALUES && cut.is_empty());
        let (rows, cut) = ranked((0..3 * MOST_VALUES).map(end), name, 9);
        assert_eq!(cut, "; the 800 largest of 2400 values");
        assert_eq!(rows[0].ends.len(), MOST_VALUES);
        let least = rows[0].ends.iter().map(|end| end.effect.value.abs()).fold(f64::INFINITY, f64::min);
        assert_eq!(least, 17.0, "48 are of 25, 96 of every size below");
    }

    #[test]
    fn what_is_left_out_is_named() {
        assert_eq!(left_out(&[]), "");
        let names: Vec<String> = (1..=6).map(|n| format!("free-last = {n}")).collect();
        assert_eq!(left_out(&names[..1]), "Left out, because such games must not be printed: free-last = 1.");
        assert!(left_out(&names).ends_with("free-last = 4 and 2 more."));
    }
}
