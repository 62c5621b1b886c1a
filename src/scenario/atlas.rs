//! The atlas: every ruleset as printed and with every switch value changed one
//! at a time, each for the beginner and the strongest of the panel's bots that
//! are quick enough.

use super::fault::Problem;
use super::plan::{Effect, Length, Plan, PlanArm, Verdict};
use super::resolve::{Overrides, alike, pair};
use super::{ArmName, Limits};
use crate::app::App;
use crate::arena::RulesetId;
use crate::settings::{Fault, Origin, Settings};

/// Games per arm when nothing is said.
pub const GAMES: u64 = 2000;

type Pairs = Vec<(&'static str, &'static str)>;

struct Builder<'a> {
    overrides: &'a Overrides,
    arms: Vec<PlanArm>,
}

impl Builder<'_> {
    fn arm(ruleset: RulesetId, what: &str, bot: &str, set: &[(&str, &str)]) -> Result<PlanArm, Vec<Problem>> {
        let flag = |fault: Fault| vec![Problem::flag(fault)];
        let mut settings = Settings::printed(ruleset.switches);
        for (key, value) in set {
            settings.set(key, value).map_err(flag)?;
        }
        let name = ArmName::of(format!("{}: {what}", ruleset.id), bot);
        alike(name.clone(), ruleset, settings, bot).map_err(|faults| {
            let named = faults.into_iter().map(|f| Fault { key: format!("{name}, {}", f.key), ..f });
            named.map(Problem::flag).collect()
        })
    }

    /// The printed game under these further settings; made when first asked
    /// for.
    fn base(&mut self, ruleset: RulesetId, bot: &str, with: &[(&str, &str)]) -> Result<usize, Vec<Problem>> {
        let what = if with.is_empty() {
            "as printed".to_owned()
        } else {
            with.iter().map(|(k, v)| format!("{k} = {v}")).collect::<Vec<_>>().join(", ")
        };
        let arm = Self::arm(ruleset, &what, bot, with)?;
        if let Some(index) = self.arms.iter().position(|other| other.name == arm.name) {
            return Ok(index);
        }
        self.arms.push(arm);
        Ok(self.arms.len() - 1)
    }

    fn ruleset(&mut self, ruleset: RulesetId) -> Result<(), Vec<Problem>> {
        for (bot, _) in ruleset.bots().iter().filter(|(bot, _)| !ruleset.searches(bot)) {
            self.base(ruleset, bot, &[])?;
        }
        let chosen = self.overrides.bots.clone();
        let panel: Vec<String> =
            chosen.unwrap_or_else(|| ruleset.quick_panel().iter().map(|b| (*b).to_owned()).collect());
        for bot in &panel {
            // House rules that the printed game lacks are asked for by name.
            for switch in ruleset.switches.iter().filter(|switch| switch.origin != Origin::Added) {
                for value in switch.atlas {
                    let with: Pairs = switch.beside(value).collect();
                    // A competition has no base: without it its companions (a
                    // number of Bosses, say) are refused.
                    let base = self.base(ruleset, bot, &with).ok();
                    let mut set = with.clone();
                    set.push((switch.key, value));
                    let what = set.iter().map(|(k, v)| format!("{k} = {v}")).collect::<Vec<_>>().join(", ");
                    let mut arm = Self::arm(ruleset, &what, bot, &set)?;
                    if let Some(base) = base {
                        let same = |(a, b): ((_, &str), (_, &str))| a.1 == b.1;
                        if arm.settings.iter().zip(self.arms[base].settings.iter()).all(same) {
                            continue;
                        }
                        let value = arm.settings.text(switch.key).to_owned();
                        arm.effect = Some(Effect { base, key: switch.key.to_owned(), value });
                    } else if self.arms.iter().any(|other| other.name == arm.name) {
                        continue;
                    }
                    self.arms.push(arm);
                }
            }
        }
        Ok(())
    }
}

/// The plan of the atlas.
///
/// # Errors
/// When a ruleset refuses one of its own switch values, or the command line
/// asks for what an atlas can't do.
pub fn plan(app: &App, overrides: &Overrides) -> Result<Plan, Vec<Problem>> {
    let refuse = |flag: &str, why: &str| Err(vec![Problem::flag(Fault::new(flag, "an atlas", why))]);
    if !overrides.set.is_empty() {
        return refuse("--set", "a single scenario: the atlas itself changes every switch");
    }
    if overrides.data.is_some() || overrides.squads.is_some() {
        return refuse("--data, --squads", "a single scenario: the atlas plays several games");
    }
    let mut builder = Builder { overrides, arms: Vec::new() };
    for &ruleset in &app.rulesets {
        builder.ruleset(ruleset)?;
    }
    let mut arms = builder.arms;
    pair(&mut arms, false, true);
    // An arm is only compared with what it was varied from: the first arm that
    // happens to share its luck may be another bot's.
    for arm in &mut arms {
        if arm.effect.is_none() {
            arm.base = None;
        }
    }
    let length = match overrides.precision {
        Some(half_width) => {
            Length::Precision { half_width, most: super::resolve::DEFAULT_MOST, anytime: overrides.anytime }
        }
        None => Length::Games(overrides.games.unwrap_or(GAMES)),
    };
    Ok(Plan {
        program: app.program,
        name: "atlas".to_owned(),
        changes: overrides.changes(),
        typed: app.typed.clone(),
        assumptions: None,
        question: "How level is each game as printed, and which switch moves it most?".to_owned(),
        text: String::new(),
        seed: overrides.seed.unwrap_or(1),
        length,
        arms,
        verdict: overrides.margin.map(Verdict::of_seats),
        budgets: Vec::new(),
        findings: Vec::new(),
        asked: Vec::new(),
        level: 0.95,
        health: Limits::default().timed(overrides.minutes_per_turn),
    })
}
