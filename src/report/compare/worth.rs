//! What a comparison's games were worth, which of them part, and what its
//! intervals hold for.

use crate::game::Unit;
use crate::lab::compare::{Comparison, Design, Parting, Row};
use crate::metric::{Common, Metric};
use crate::report::tell::{blocks, brackets};
use crate::scenario::arm::shell_word;
use crate::verdict::opening::rounded;
use crate::verdict::{count, show};

/// Gain from which sharing luck is worth mentioning as such.
const WORTHWHILE: f64 = 2.0;

/// `3.2` or `41`.
pub fn times(worth: f64) -> String {
    if worth < 10.0 { format!("{worth:.1}") } else { format!("{worth:.0}") }
}

/// What sharing luck, taking it out and stopping early were worth.
pub fn gain(found: &Comparison) -> Vec<String> {
    let mut lines = sharing(found);
    lines.extend(found.removed.as_ref().map(|removed| {
        format!(
            "Luck taken out ({}) makes each of these games worth {} of them.",
            removed.counted,
            times(removed.worth)
        )
    }));
    lines.extend(found.saving.map(|saving| {
        let unpaired = rounded(saving.unpaired_games).max(1);
        format!(
            "{} games per arm, looks included, are {:.0} % of the {} that a test of fixed size without shared luck needs for this answer (90 % power at the difference found).",
            count(found.games),
            100.0 * found.games as f64 / unpaired as f64,
            count(unpaired)
        )
    }));
    lines
}

/// What sharing luck was worth, and why not more.
fn sharing(found: &Comparison) -> Vec<String> {
    if !found.question.shares_luck() {
        return vec![
            "The arms seat different numbers, so they share no luck; their intervals are joined by a union bound."
                .to_owned(),
        ];
    }
    let Some(worth) = found.main().worth else {
        let none = found.parting.as_ref().is_some_and(|p| p.decisions.value == 0.0 && p.results.value == 0.0);
        let text = if none {
            "No replayed game parts: the change hardly touches what these bots do, and no gain can be given."
        } else {
            "What sharing luck gains can't be given for this metric."
        };
        return vec![text.to_owned()];
    };
    let what = "(unpaired variance over paired variance)";
    if worth >= WORTHWHILE {
        return vec![format!(
            "Each game here is worth {} games of arms with luck of their own {what}.",
            times(worth)
        )];
    }
    let share = |row: &Row| row.a.value.max(row.b.value);
    let unfinished = found
        .rows
        .iter()
        .find(|row| row.metric == Metric::Common(Common::UnfinishedShare))
        .map_or(0.0, share);
    let why = why_little(found.parting.as_ref(), unfinished);
    vec![format!(
        "Sharing luck helps little here: each game is worth {} plain games {what}, because {why}.",
        times(worth)
    )]
}

/// Why sharing luck gains less than a factor of two.
fn why_little(parting: Option<&Parting>, unfinished: f64) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    if unfinished > 0.5 {
        return format!(
            "{} of the games of one arm do not finish, so the arms have no results in common",
            percent(unfinished)
        );
    }
    let Some(parting) = parting else { return "the games part in ways that were not replayed".to_owned() };
    let parted = percent(parting.decisions.value);
    match parting.common {
        Some(common) if parting.decisions.value >= 0.8 && common < 0.15 => format!(
            "{parted} of the games part, on average after {} of their decisions, which leaves little common luck to cancel",
            percent(common)
        ),
        _ if parting.decisions.value >= 0.8 => {
            format!("{parted} of the games part, and what follows is luck of its own")
        }
        _ => format!("the {parted} of games that part swing as if they shared no luck"),
    }
}

/// Which share of games parts.
pub fn parting(found: &Comparison) -> Option<String> {
    let parting = found.parting.as_ref()?;
    Some(format!(
        "Of the first {} games {} have a different decision and {} a different result.",
        count(parting.games),
        show(&parting.decisions, Unit::Share),
        show(&parting.results, Unit::Share),
    ))
}

/// Where to look at the first game that parts.
pub fn pointer(found: &Comparison) -> Option<String> {
    let game = found.parting.as_ref()?.first.as_ref()?.game;
    let plan = &found.question.plan;
    let words = found.question.replay.iter().map(|word| shell_word(word));
    let command: Vec<String> = std::iter::once(plan.program.name.to_owned()).chain(words).collect();
    Some(format!(
        "The first that parts is game {game}: the report and --show-divergence show both transcripts side by side; B \
         whole is\n\
         `{} --paired --game {game}`.",
        command.join(" ")
    ))
}

/// What the intervals hold for.
pub fn holds(found: &Comparison) -> &'static str {
    match found.design {
        Design::GroupSequential => "holds at every planned look",
        Design::Fixed => "holds at this number of games",
        Design::Precision => "holds where it stopped, whatever it showed",
        Design::Anytime => "stays valid at any time",
    }
}

/// Why the difference that decides need not be B less A; nothing where it is.
pub fn without_luck(found: &Comparison) -> &'static str {
    match found.removed {
        Some(_) => {
            " B − A of the metric that decides has luck taken out, which A and B have not, so that it need not be B less A."
        }
        None => "",
    }
}

/// How the intervals were made.
pub fn method(found: &Comparison) -> String {
    let percent = 100.0 * found.question.plan.level;
    let budget = match found.question.rule.margin {
        Some(_) if found.design == Design::GroupSequential => format!(
            " Budget: {} games per arm, where the interval is half as wide as the margin to either side.",
            count(found.budget)
        ),
        _ if found.question.rule.exactly => String::new(),
        _ => format!(" Budget: {} games per arm.", count(found.budget)),
    };
    format!(
        "± is half the width of a {percent} % interval{} over {} that {}. The metric that decides was chosen beforehand and is corrected for stopping on it; the others are corrected for all {} rows of the table (Bonferroni). “gain” is how many games without shared luck one game here is worth.{budget}{}",
        brackets(found.question.metric.is_quantile()),
        blocks(&found.question.plan),
        holds(found),
        found.rows.len(),
        if found.tested.is_some() {
            " The interval of the answer is the test's own, after stopping where it did; that of the table holds at every look and is wider."
        } else {
            ""
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, Method};

    #[test]
    fn a_small_gain_is_explained() {
        let share = |value| Estimate::new(value, (value, value), 0.95, Method::BlockT, 100);
        let of = |decisions, common| {
            let parting =
                Parting { games: 100, decisions: share(decisions), results: share(0.5), common, first: None };
            why_little(Some(&parting), 0.0)
        };
        assert!(of(1.0, Some(0.02)).contains("100 % of the games part, on average after 2 %"));
        assert!(of(0.9, Some(0.6)).contains("luck of its own"));
        assert!(of(0.3, Some(0.6)).contains("30 % of games that part swing"));
        assert!(why_little(None, 0.9).contains("90 % of the games of one arm do not finish"));
    }
}
