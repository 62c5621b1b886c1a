//! What a reader is warned of: games that came to no end, before the answer;
//! intervals that rest on too few data, in a line under the table of arms and a
//! cell beside a metric. What a caution is, estimates say ([`Caution`]).

use super::Run;
use crate::estimates::{ArmResult, Named};
use crate::stats::{Caution, Why};
use crate::verdict::opening::rounded;
use crate::verdict::{self, count};

/// Share of games that nobody won beyond which it is said before anything else.
const MANY: f64 = 0.005;

/// Whether so many of all games were won by nobody, or came to no end, that it is
/// said first.
pub fn are_many(these: u64, games: u64) -> bool {
    these as f64 > MANY * games as f64
}

/// What stands before any answer if many of all games came to no end. Where a game
/// ends with a winner who is nobody at the table, that is its rule and no fault.
pub fn of_endless((endless, games): (u64, u64)) -> String {
    if !are_many(endless, games) {
        return String::new();
    }
    format!(
        "{} of {} games came to no end: see to that first (`levelpitch run` says why).",
        count(endless),
        count(games)
    )
}

/// Why, in words that follow a colon.
const fn because(why: Why) -> &'static str {
    match why {
        Why::FewBlocks => "few games",
        Why::FewEvents => "it happened in few games",
        Why::Skewed => "a few games decide it",
    }
}

fn worded(caution: Caution) -> String {
    format!("{}; some {} games would do", because(caution.why), count(rounded(caution.games)))
}

/// The cautions beside a metric's value and its difference.
pub fn of_metric(named: &Named) -> Option<String> {
    let change = named.difference.as_ref().and_then(|difference| difference.estimate.caution);
    match (named.estimate.caution, change) {
        (None, None) => None,
        (Some(value), None) => Some(worded(value)),
        (None, Some(change)) => Some(format!("difference: {}", worded(change))),
        (Some(value), Some(change)) => Some(format!("{}; difference: {}", worded(value), worded(change))),
    }
}

/// One line about what the table of arms shows: the main estimates, their
/// differences and the turns.
pub fn line(run: &Run) -> Option<String> {
    let mut worst: Option<(u64, String)> = None;
    let mut all = 0;
    let mut hear = |what: String, caution: Option<Caution>| {
        let Some(caution) = caution else { return };
        all += 1;
        if worst.as_ref().is_none_or(|(games, _)| *games < caution.games) {
            worst = Some((caution.games, format!("{what}: {}", worded(caution))));
        }
    };
    for result in &run.results {
        let arm = &run.plan.arms[result.index];
        let main = run.plan.main_metric(arm);
        let shown = [Some(main), arm.metrics().turns().filter(|turns| *turns != main)];
        for named in shown.into_iter().flatten().filter_map(|metric| ArmResult::metric(result, metric)) {
            let what = || format!("{} in {}", verdict::metric(arm, named.metric), arm.name);
            hear(what(), named.estimate.caution);
            let change = named.difference.as_ref().filter(|_| named.metric == main);
            hear(format!("change of {}", what()), change.and_then(|change| change.estimate.caution));
        }
    }
    let (_, words) = worst?;
    let more = if all > 1 { format!(" ({} more in summary.csv)", count(all - 1)) } else { String::new() };
    Some(format!("Caution: {words}{more}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_would_do_are_told_to_two_digits() {
        let text = worded(Caution { why: Why::Skewed, games: 3_601 });
        assert_eq!(text, format!("a few games decide it; some {} games would do", count(3_700)));
    }
}
