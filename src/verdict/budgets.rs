//! Budgets: what was promised of a game, held or broken.

use super::fairness::beside;
use super::words::{self, band, bound, round, show, show_difference};
use super::{BudgetResult, Statement, Status, Yard};
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::scenario::resolve::{concerned, opponent};
use crate::scenario::{Budget, Plan};

/// Every budget against every arm it concerns, and a sentence for each.
pub(super) fn judged(plan: &Plan, results: &[ArmResult]) -> (Vec<BudgetResult>, Vec<Statement>) {
    let mut statements = Vec::new();
    let mut budgets = Vec::new();
    for (budget, bounds) in plan.budgets.iter().filter_map(|budget| Some((budget, budget.bounds()?))) {
        let concerned = concerned(&plan.arms, budget);
        for result in results.iter().filter(|r| concerned.contains(&r.index)) {
            let Some(named) = result.metric(budget.metric) else { continue };
            let other = budget.against.as_ref().and_then(|a| opponent(&plan.arms, result.index, a));
            let other = other.map(|other| &plan.arms[other].name);
            let difference =
                named.difference.as_ref().filter(|d| other.is_some_and(|other| other.is(&d.base)));
            let estimate = match (other, difference) {
                (None, _) => named.estimate,
                (Some(_), Some(difference)) => difference.estimate,
                (Some(other), None) => {
                    // Only arms with a common base are played side by side here.
                    statements.push(Statement::plain(format!(
                        "Not judged here: {} of `{}` against `{other}`; `{} check` judges it.",
                        budget.metric, plan.arms[result.index].name, plan.program.name
                    )));
                    continue;
                }
            };
            let status = Status::from(bounds.judge(&estimate));
            let name = plan.arms[result.index].name.to_string();
            let is = if status == Status::Good { "" } else { "is " };
            let word = kept(status);
            let unit = match other {
                Some(_) if named.unit == Unit::Share => Unit::Points,
                _ => named.unit,
            };
            let must = match (budget.min, budget.max) {
                (Some(min), Some(max)) => format!("within {}", band(min, max, unit)),
                (Some(min), None) => format!("at least {}", bound(min, unit)),
                (None, Some(max)) => format!("at most {}", bound(max, unit)),
                (None, None) => "anything".to_owned(),
            };
            let (more, shown) = match other {
                Some(other) => (format!(" minus `{other}`"), show_difference(&estimate, named.unit)),
                None => (String::new(), show(&estimate, named.unit)),
            };
            let luck = match other {
                Some(_) => String::new(),
                None => beside(named, status, |e| bounds.judge(e).into(), kept),
            };
            let text = format!(
                "Budget {is}{word}: {} of `{name}`{more} must be {must} and is {shown}{luck}.",
                words::metric(&plan.arms[result.index], budget.metric)
            );
            statements.push(Statement {
                status,
                judged: Yard::Budget,
                arm: Some(name.clone()),
                metric: Some(budget.metric),
                estimate: Some(estimate),
                ..Statement::plain(text)
            });
            budgets.push(BudgetResult { budget: budget.clone(), arm: name, estimate, status });
        }
    }
    if let Some(level) = budgets.first().map(|b| b.estimate.level) {
        statements.push(Statement::plain(format!(
            "Each budget is judged for itself here, at these games and {} %; `{} check` decides with its stated \
             error rates.",
            round(100.0 * level),
            plan.program.name
        )));
    }
    (budgets, statements)
}

/// Which budgets are broken, and why the first of them is there; nothing where
/// all hold.
pub(super) fn broken(budgets: &[BudgetResult]) -> String {
    let mut broken = budgets.iter().filter(|result| result.status == Status::Bad);
    let Some(first) = broken.next() else { return String::new() };
    let Budget { name, why, metric, .. } = &first.budget;
    let name = name.clone().unwrap_or_else(|| metric.worded());
    let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
    let more = match broken.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Budget broken: “{name}” of `{}`{more}{why}.", first.arm)
}

/// What became of a budget.
const fn kept(status: Status) -> &'static str {
    match status {
        Status::Good => "holds",
        Status::Bad => "broken",
        _ => "undecided",
    }
}
