//! What a manifest may say at all. A file whose checksum is right can still have
//! been written by hand: what it says is held to the bounds of a scenario, so
//! that nothing behind it has to doubt it.

use super::Manifest;
use crate::campaign::{Ended, Played, Share};
use crate::scenario::resolve::{MOST_ARMS, MOST_GAMES, is_level, no_bot};
use crate::scenario::{Length, PlanArm, Problem};
use crate::settings::{Fault, written};
use crate::tally::Layout;

/// Most shards of a run.
pub const MOST_SHARDS: u64 = 1_000_000;

/// The first thing about the run as a whole that no run can say.
pub(super) fn of_run(file: &str, manifest: &Manifest) -> Option<Problem> {
    let out = |key: &str, found: String, allowed: String| {
        let problem = Problem { file: file.to_owned(), line: None, fault: Fault::new(key, found, allowed) };
        Some(problem)
    };
    let Share { k, n } = manifest.share;
    if !(1..=MOST_SHARDS).contains(&n) || !(1..=n).contains(&k) {
        return out("share", format!("{k} of {n}"), format!("1 to n of n shards, at most {MOST_SHARDS}"));
    }
    let most = manifest.length.most();
    if !(1..=MOST_GAMES).contains(&most) {
        return out("length", most.to_string(), format!("1 to {MOST_GAMES} games"));
    }
    if let Length::Precision { half_width, .. } = manifest.length
        && !(half_width > 0.0 && half_width < 0.5)
    {
        return out("length", written(half_width), "a fraction between 0 and 0.5".to_owned());
    }
    if let Some(games) = manifest.assumptions.filter(|games| !(1..=MOST_GAMES).contains(games)) {
        return out("assumptions", games.to_string(), format!("1 to {MOST_GAMES} games"));
    }
    if !is_level(manifest.level) {
        return out("level", written(manifest.level), "0.5 to 0.9999".to_owned());
    }
    let arms = manifest.arms.len();
    if !(1..=MOST_ARMS).contains(&arms) {
        return out("arms", arms.to_string(), format!("1 to {MOST_ARMS}"));
    }
    let rate = |alpha: &f64| !(1e-6..=0.5).contains(alpha);
    if let Some(alpha) = manifest.budgets.iter().map(|budget| budget.alpha).find(rate) {
        return out("alpha", written(alpha), "0.000001 to 0.5".to_owned());
    }
    let drifts = manifest.budgets.iter().filter_map(|budget| budget.drift);
    if let Some(drift) = drifts.into_iter().find(|drift| *drift <= 0.0) {
        return out("drift", written(drift), "a number above 0".to_owned());
    }
    None
}

/// The first thing about an arm that no plan can say: `arms` are those before
/// it.
fn of_arm(arms: &[PlanArm], arm: &PlanArm) -> Result<(), Vec<Fault>> {
    let refuse = |key: &str, found: String, allowed: &str| Err(vec![Fault::new(key, found, allowed)]);
    let seats = arm.seats()?;
    if arm.bots.len() != seats || arm.squads.len() != seats {
        let found = format!("{} bots and {} squads", arm.bots.len(), arm.squads.len());
        return refuse("bots", found, &format!("one of each for {seats} seats"));
    }
    if let Some(bot) = arm.bots.iter().find(|bot| !arm.ruleset.has_bot(bot)) {
        return Err(vec![no_bot("bots", arm.ruleset, bot)]);
    }
    let shares = |other: &PlanArm| {
        (other.bots.len(), other.rotates, &other.pairing, other.ruleset)
            == (seats, arm.rotates, &arm.pairing, arm.ruleset)
    };
    if arm.base.is_some_and(|base| !arms.get(base).is_some_and(shares)) {
        return refuse("base", format!("arm {}", arm.base.unwrap_or(0)), "an earlier arm on the same luck");
    }
    if let Some(effect) = arm.effect.as_ref().filter(|effect| effect.base >= arms.len()) {
        return refuse("effect", format!("arm {}", effect.base), "an earlier arm");
    }
    if !arm.rotates && !arm.mirrored() && arm.base.is_none() {
        return refuse("rotates", "entrants that differ and keep their seats".to_owned(), "turns for all");
    }
    Ok(())
}

/// What no run can say about the arms.
pub(super) fn of_arms(file: &str, arms: &[PlanArm]) -> Result<(), Vec<Problem>> {
    for (index, arm) in arms.iter().enumerate() {
        let all =
            |faults: Vec<Fault>| faults.into_iter().map(|fault| told(file, arm, fault)).collect::<Vec<_>>();
        of_arm(&arms[..index], arm).map_err(all)?;
    }
    Ok(())
}

/// A fault of one arm.
pub(super) fn told(file: &str, arm: &PlanArm, fault: Fault) -> Problem {
    let separator = if fault.key.is_empty() { "" } else { ", " };
    let key = format!("arm `{}`{separator}{}", arm.name, fault.key);
    Problem { file: file.to_owned(), line: None, fault: Fault { key, ..fault } }
}

/// The first thing about an arm's counts that no games can have added up to.
pub(super) fn of_counts(
    file: &str,
    manifest: &Manifest,
    arm: &PlanArm,
    layout: &Layout,
    played: &Played,
) -> Option<Problem> {
    let blocks = manifest.share.blocks(manifest.length.most(), arm.rotations());
    let whole = manifest.ended == Ended::Complete && matches!(manifest.length, Length::Games(_));
    let wanted = if whole { blocks..=blocks } else { 0..=blocks };
    let found = played.unsound(arm, layout, &wanted)?;
    Some(told(file, arm, Fault::new("played", found, "counts as a run adds them up")))
}
