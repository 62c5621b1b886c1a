//! Whether what the rulebook leaves open can change the verdict of a whole
//! plan: every assumption of its arms at its other plausible values.

use std::collections::BTreeMap;

use super::{Explained, Question, Scope, Sway, Yardstick, explain};
use crate::lab::Hall;
use crate::scenario::Plan;
use crate::settings::Fault;

/// Whether each setting can change the verdict, by ruleset and switch.
pub type Sways = BTreeMap<(String, String), Sway>;

/// What trying the assumptions has shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tried {
    /// By ruleset and switch, over all arms and bots.
    pub sways: Sways,
    /// Games played for it.
    pub games: u64,
    /// Whether the user ended it early; then nothing is told.
    pub interrupted: bool,
}

impl Explained {
    /// Whether each switch tried can change the verdict, over all arms.
    #[must_use]
    pub fn sways(&self) -> Sways {
        let mut all: BTreeMap<(String, String), Vec<Sway>> = BTreeMap::new();
        for case in &self.cases {
            let ruleset = self.plan.arms[case.arm].ruleset;
            for factor in case.factors.iter().filter(|factor| factor.origin.is_some()) {
                all.entry((ruleset.to_string(), factor.name.clone())).or_default().push(factor.sway);
            }
        }
        joined(all)
    }
}

pub(super) fn joined(all: BTreeMap<(String, String), Vec<Sway>>) -> Sways {
    all.into_iter().filter_map(|(key, ways)| Some((key, Sway::joined(ways)?))).collect()
}

/// Tries every assumption of the plan's own arms (not of those that vary one
/// already) at its other plausible values, so many games each on the luck of
/// the plan. Arms that differ in ruleset, metric or number of seats are judged
/// apart; an arm whose metric has no known fair value is left out.
///
/// # Errors
/// When an arm is refused.
pub fn assumptions(plan: &Plan, games: u64, hall: &Hall<'_>) -> Result<Tried, Vec<Fault>> {
    let judged = plan.verdict.as_ref().and_then(|verdict| verdict.arm.as_ref());
    let mut questions: Vec<Question> = Vec::new();
    for (index, arm) in plan.arms.iter().enumerate() {
        if arm.effect.is_some() || judged.is_some_and(|name| !arm.name.means(name)) {
            continue;
        }
        let metric = plan.main_metric(arm);
        let Some((fair, margin)) = plan.yardstick(arm, metric) else { continue };
        let alike = |question: &&mut Question| {
            let first = &plan.arms[question.arms[0]];
            question.metric == metric && first.ruleset == arm.ruleset && first.bots.len() == arm.bots.len()
        };
        match questions.iter_mut().find(alike) {
            Some(question) => question.arms.push(index),
            None => questions.push(Question {
                plan: plan.clone(),
                arms: vec![index],
                metric,
                yardstick: Some(Yardstick { fair, margin }),
                games,
                most: games,
                scope: Scope::Assumptions,
                deep: None,
            }),
        }
    }
    let mut tried = Tried::default();
    let mut all: BTreeMap<(String, String), Vec<Sway>> = BTreeMap::new();
    for question in &questions {
        let explained = explain(question, hall)?;
        tried.games += explained.games;
        tried.interrupted |= explained.interrupted;
        for (key, sway) in explained.sways() {
            all.entry(key).or_default().push(sway);
        }
    }
    if !tried.interrupted {
        tried.sways = joined(all);
    }
    Ok(tried)
}
