//! How arms are named: what a panel adds to a name, and takes off again.

use crate::scenario::plan::PlanArm;

/// What stands between an arm's name and the bot that a panel adds.
pub(crate) const PANEL: &str = " · ";
/// Name of the one arm of a scenario that lists none.
pub(super) const IMPLIED: &str = "as printed";

/// Whether a name means this arm: its own, or its name without the bot of the
/// panel.
#[must_use]
pub fn is_named(arm: &PlanArm, name: &str) -> bool {
    arm.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(PANEL))
}

/// The bot that a panel has added to an arm's name.
#[must_use]
pub fn panel_bot(arm: &PlanArm) -> Option<&str> {
    let (_, bot) = arm.name.rsplit_once(PANEL)?;
    arm.bots.iter().all(|b| b == bot).then_some(bot)
}

/// An arm's name without the bot that a panel has added.
#[must_use]
pub fn stem(arm: &PlanArm) -> &str {
    let bare = panel_bot(arm).and_then(|bot| arm.name.strip_suffix(bot)?.strip_suffix(PANEL));
    bare.unwrap_or(&arm.name)
}
