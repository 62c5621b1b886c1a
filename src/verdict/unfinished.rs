//! Warnings of games that had no end.

use super::Statement;
use super::words::count;
use crate::estimates::ArmResult;
use crate::scenario::Plan;

/// Warnings that are told one by one: an atlas has dozens, and its answers must
/// stay in sight.
const MOST_WARNINGS: usize = 6;

/// [`of_arm`] for all arms, in their order; of many arms those with the
/// largest shares, and how many more there are.
pub(super) fn statements(plan: &Plan, results: &[ArmResult]) -> Vec<Statement> {
    let share = |result: &ArmResult| {
        let open: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
        open as f64 / result.games.max(1) as f64
    };
    let mut found: Vec<(f64, Statement)> =
        results.iter().filter_map(|result| Some((share(result), of_arm(plan, result)?))).collect();
    let more = found.len().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
    let most = found.get(MOST_WARNINGS).map_or(0.0, |(share, _)| *share);
    let mut told: Vec<Statement> =
        found.into_iter().take(MOST_WARNINGS).map(|(_, statement)| statement).collect();
    if more > 0 {
        let (arms, what) = if more == 1 { ("arm", "it") } else { ("arms", "each") };
        let text = format!(
            "{} more {arms} did not finish all games, at most {:.1} % of {what}: `unfinished-share` in summary.csv.",
            count(more as u64),
            100.0 * most
        );
        told.push(Statement::warning(&text));
    }
    told
}

/// A warning where more than half a per cent of an arm's games had no end.
pub(super) fn of_arm(plan: &Plan, result: &ArmResult) -> Option<Statement> {
    let unfinished: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
    if result.games == 0 || unfinished as f64 <= 0.005 * result.games as f64 {
        return None;
    }
    let reasons: Vec<String> = (result.unfinished.iter().filter(|(_, n)| *n > 0))
        .map(|(reason, n)| format!("{} in {}", reason.words, count(*n)))
        .collect();
    let name = &plan.arms[result.index].name;
    Some(Statement {
        arm: Some(name.to_string()),
        ..Statement::warning(&format!(
            "{} of {} games of `{name}` did not finish ({}); they count in every rate as won by nobody.",
            count(unfinished),
            count(result.games),
            reasons.join(", "),
        ))
    })
}
