//! Which arms a plot shows, and what its words say of those it leaves out.

use super::{MOST_ROWS, effects};
use crate::estimates::ArmResult;
use crate::metric::Metric;
use crate::report::Run;
use crate::scenario::{PlanArm, Wording};

/// Arms that are not one-switch changes of another, and such changes that
/// somebody has given a name of their own.
pub(super) fn unvaried(run: &Run) -> Vec<&ArmResult> {
    let is_varied = |arm: &PlanArm| arm.effect.is_some() && arm.name.wording != Wording::Given;
    run.results.iter().filter(|r| !is_varied(&run.plan.arms[r.index])).collect()
}

/// Keeps the arms that may be printed; without any, those in which a game
/// finishes. What is not kept comes back.
pub(super) fn leave_out<'a>(run: &Run, arms: &mut Vec<&'a ArmResult>) -> Vec<&'a ArmResult> {
    let harm = |result: &ArmResult| (!result.is_finished(), run.is_ill(result));
    let least = arms.iter().map(|result| harm(result)).min();
    let (kept, without) = arms.drain(..).partition(|result| Some(harm(result)) == least);
    *arms = kept;
    without
}

/// What a note says of arms that are not shown.
pub(super) fn left_out(run: &Run, without: &[&ArmResult]) -> String {
    let names: Vec<String> = without.iter().map(|r| run.plan.arms[r.index].name.to_string()).collect();
    effects::left_out(&names)
}

/// Of each arm, how many of the same name are played by stronger bots.
fn ranks(run: &Run, arms: &[&ArmResult]) -> Vec<usize> {
    run.plan.ranks(&arms.iter().map(|arm| arm.index).collect::<Vec<_>>())
}

/// Keeps the arms of the strongest bot of each, where a panel plays all of
/// them; and what a subtitle says of the others.
pub(super) fn strongest_only(run: &Run, arms: &mut Vec<&ArmResult>) -> String {
    let ranked = arms.iter().zip(ranks(run, arms));
    let kept: Vec<&ArmResult> = ranked.filter(|(_, rank)| *rank == 0).map(|(arm, _)| *arm).collect();
    let mut bots: Vec<&str> =
        kept.iter().filter_map(|r| run.plan.arms[r.index].name.bot.as_deref()).collect();
    bots.sort_unstable();
    bots.dedup();
    if kept.len() == arms.len() || kept.is_empty() {
        return String::new();
    }
    *arms = kept;
    let bots = if let [one] = bots[..] {
        format!("of {one}, the strongest bot")
    } else {
        "of the strongest bots".to_owned()
    };
    format!("; the arms {bots}, the others are in summary.csv")
}

/// As many arms as a plot holds, so that each name has its strongest bot before
/// any has a second; in the order of the plan, weaker bots behind.
pub(super) fn chosen<'a>(run: &Run, arms: &[&'a ArmResult], most: usize) -> Vec<&'a ArmResult> {
    let mut order: Vec<usize> = (0..arms.len()).collect();
    let ranks = ranks(run, arms);
    order.sort_by_key(|&at| (ranks[at], at));
    order.into_iter().take(most).map(|at| arms[at]).collect()
}

/// Keeps the arms with the highest and the lowest values and those nearest to
/// fair, in the order of the plan; says how many of each.
pub(super) fn most_telling(arms: &mut Vec<&ArmResult>, metric: Metric, fair: f64) -> usize {
    let third = MOST_ROWS / 3;
    let value = |r: &&ArmResult| r.metric(metric).map_or(f64::NAN, |m| m.estimate.value);
    arms.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let lowest = arms.split_off(arms.len() - third);
    let mut middle = arms.split_off(third);
    middle.sort_by(|a, b| (value(a) - fair).abs().total_cmp(&(value(b) - fair).abs()));
    middle.truncate(MOST_ROWS - 2 * third);
    arms.extend(middle.into_iter().chain(lowest));
    arms.sort_by_key(|r| r.index);
    third
}
