//! What the commands of the balance lab ask of arms.

use crate::rulesets;
use crate::scenario::{Plan, PlanArm, resolve};

/// An arm's name without the bot that a panel has added.
pub fn stem(arm: &PlanArm) -> &str {
    let bot = resolve::panel_bot(arm);
    bot.map_or(&arm.name, |bot| arm.name.trim_end_matches(bot).trim_end_matches([' ', '·']))
}

/// Names of a plan's arms without the bots of a panel, each once.
pub fn stems(plan: &Plan) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for arm in &plan.arms {
        if !all.contains(&stem(arm)) {
            all.push(stem(arm));
        }
    }
    all
}

/// Whether two arms have the same rules: every switch and the component data.
pub fn same_rules(a: &PlanArm, b: &PlanArm) -> bool {
    a.ruleset == b.ruleset
        && a.settings.iter().zip(b.settings.iter()).all(|((_, x), (_, y))| x == y)
        && a.data_text() == b.data_text()
}

/// Whether a bot of the arm searches, and is slow for that.
pub fn searches(arm: &PlanArm) -> bool {
    let searchers = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.searchers);
    arm.bots.iter().any(|bot| searchers.contains(&bot.as_str()))
}
