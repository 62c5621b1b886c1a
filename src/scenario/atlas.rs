//! The atlas: a game as printed and with every switch value changed one at a
//! time, each for the beginner and the strongest of the panel's bots that are
//! quick enough. What is set on the command line holds in every arm (the atlas
//! of my table) and is not varied.
//!
//! One plan per game: a game is played, told and forgotten before the next.

use super::arm::{Effect, PlanArm};
use super::fault::{COMMAND_LINE, Problem};
use super::judged::{Verdict, judged_by};
use super::plan::{Length, Plan};
use super::resolve::{Overrides, alike, few_set, no_bot, pair, told};
use super::{ArmName, Limits, Wording, edit};
use crate::app::App;
use crate::arena::RulesetId;
use crate::metric::Metric;
use crate::settings::{Fault, Origin, Settings, Switch, nearest};

/// Games per arm when nothing is said.
pub const GAMES: u64 = 2000;

type Pairs<'a> = Vec<(&'a str, &'a str)>;

/// What of the atlas is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The games; none stands for all.
    pub games: &'a [RulesetId],
    /// What is judged; fairness over all seats where nothing is said.
    pub metric: Option<&'a str>,
}

/// A plan per game, and what is left out.
pub struct Atlas {
    /// The plans, in the order of games.
    pub plans: Vec<Plan>,
    /// Games and rule values that can't be had as asked, in sentences.
    pub left_out: Vec<String>,
}

struct Builder<'a> {
    ruleset: RulesetId,
    /// What is set in every arm.
    fixed: Pairs<'a>,
    bots: Vec<String>,
    /// Bots asked for, or all scripted ones: the printed game is played by each.
    printed: Vec<String>,
    arms: Vec<PlanArm>,
    /// Values that what is set leaves no room for.
    elsewhere: Vec<String>,
}

impl Builder<'_> {
    fn arm(&self, what: &str, bot: &str, set: &[(&str, &str)]) -> Result<PlanArm, Vec<Problem>> {
        let flag = |fault: Fault| vec![Problem::flag(fault)];
        let mut settings = Settings::printed(self.ruleset.switches);
        for (key, value) in self.fixed.iter().chain(set) {
            settings.set(key, value).map_err(flag)?;
        }
        let name = ArmName { wording: Wording::Changes, ..ArmName::of(what, bot) };
        alike(name.clone(), self.ruleset, settings, bot).map_err(|faults| {
            let named = faults.into_iter().map(|f| Fault { key: format!("{name}, {}", f.key), ..f });
            named.map(Problem::flag).collect()
        })
    }

    /// An arm's own words: what is set in it, or that nothing is.
    fn what(&self, set: &[(&str, &str)]) -> String {
        let all: Vec<String> = self.fixed.iter().chain(set).map(|(k, v)| format!("{k} = {v}")).collect();
        if all.is_empty() { "as printed".to_owned() } else { all.join(", ") }
    }

    /// The game under these further settings; made when first asked for.
    fn base(&mut self, bot: &str, with: &[(&str, &str)]) -> Result<usize, Vec<Problem>> {
        let arm = self.arm(&self.what(with), bot, with)?;
        if let Some(index) = self.arms.iter().position(|other| other.name == arm.name) {
            return Ok(index);
        }
        self.arms.push(arm);
        Ok(self.arms.len() - 1)
    }

    /// What must be set beside a value, but for what is set anyway; `None` where
    /// that is set to something else.
    fn beside(&self, switch: &'static Switch, value: &str) -> Option<Pairs<'static>> {
        let fixed = |key: &str| self.fixed.iter().find(|(fixed, _)| *fixed == key).map(|(_, value)| *value);
        let mut with: Pairs<'static> = switch.beside(value).collect();
        let mut fits = true;
        with.retain(|(key, value)| match fixed(key) {
            None => true,
            Some(set) => {
                fits &= set.trim() == *value;
                false
            }
        });
        fits.then_some(with)
    }

    /// Every value of every switch that is not set, one at a time.
    fn vary(&mut self) -> Result<(), Vec<Problem>> {
        for bot in self.bots.clone() {
            // House rules that the printed game lacks are asked for by name.
            for switch in self.ruleset.switches.iter().filter(|switch| switch.origin != Origin::Added) {
                if self.fixed.iter().any(|(key, _)| *key == switch.key) {
                    continue;
                }
                for value in switch.atlas {
                    self.value(&bot, switch, value)?;
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, bot: &str, switch: &'static Switch, value: &'static str) -> Result<(), Vec<Problem>> {
        let Some(with) = self.beside(switch, value) else {
            self.lacks_room(switch, value);
            return Ok(());
        };
        // A competition has no base: without it its companions (a number of
        // Bosses, say) are refused.
        let base = self.base(bot, &with).ok();
        let mut set = with.clone();
        set.push((switch.key, value));
        let what = self.what(&set);
        let mut arm = match self.arm(&what, bot, &set) {
            Ok(arm) => arm,
            Err(_) if !self.fixed.is_empty() => {
                self.lacks_room(switch, value);
                return Ok(());
            }
            Err(problems) => return Err(problems),
        };
        if let Some(base) = base {
            let same = |(a, b): ((_, &str), (_, &str))| a.1 == b.1;
            if arm.settings.iter().zip(self.arms[base].settings.iter()).all(same) {
                return Ok(());
            }
            let value = arm.settings.text(switch.key).to_owned();
            arm.effect = Some(Effect { base, key: switch.key.to_owned(), value });
        } else if self.arms.iter().any(|other| other.name == arm.name) {
            return Ok(());
        }
        self.arms.push(arm);
        Ok(())
    }

    fn lacks_room(&mut self, switch: &Switch, value: &str) {
        let told = format!("{} = {value}", switch.key);
        if !self.elsewhere.contains(&told) {
            self.elsewhere.push(told);
        }
    }
}

/// Seats of a game with what is set; why it can't be had so, in a sentence's end.
fn seats(ruleset: RulesetId, set: &[(String, String)]) -> Result<usize, String> {
    let mut settings = Settings::printed(ruleset.switches);
    for (key, value) in set {
        let Some(switch) = ruleset.switches.iter().find(|switch| switch.key == key) else {
            return Err(format!("it has no setting `{key}`"));
        };
        if settings.set(key, value).is_err() {
            return Err(format!("its `{key}` is {}, not {value}", switch.allowed));
        }
    }
    let arm = alike("atlas".into(), ruleset, settings, crate::bots::random::NAME);
    arm.map(|arm| arm.bots.len()).map_err(|faults| {
        let told = faults.first().map(|f| format!("{}: {} (allowed: {})", f.key, f.found, f.allowed));
        told.unwrap_or_default()
    })
}

/// What no game has as it was asked for, with the nearest name that one has.
fn nowhere(app: &App, games: &[RulesetId], overrides: &Overrides, left_out: &[String]) -> Vec<Problem> {
    let known = |key: &str| games.iter().any(|game| game.switches.iter().any(|switch| switch.key == key));
    let missing: Vec<Problem> = overrides
        .set
        .iter()
        .filter(|(key, _)| !known(key))
        .map(|(key, _)| {
            let fault = Fault::new(key, "an unknown switch", "a switch of one of these games");
            let keys = games.iter().flat_map(|game| game.switches).map(|switch| switch.key);
            let fault = match nearest(key, keys) {
                Some(near) => fault.meant(near),
                None => fault,
            };
            Problem::flag(games.first().map_or(fault.clone(), |game| app.elsewhere(*game, fault)))
        })
        .collect();
    if !missing.is_empty() {
        return told(missing, Vec::new(), COMMAND_LINE);
    }
    vec![Problem::flag(Fault::new("--all", "no game that has all of this", left_out.join(" ")))]
}

/// The plans of the atlas.
///
/// # Errors
/// When a ruleset refuses one of its own switch values, when no game has what is
/// set, or when the command line asks for what an atlas can't do.
pub fn plans(app: &App, scope: Scope<'_>, overrides: &Overrides) -> Result<Atlas, Vec<Problem>> {
    let refuse = |flag: &str, why: &str| Err(vec![Problem::flag(Fault::new(flag, "an atlas", why))]);
    if overrides.set.iter().any(|(key, _)| edit::path(key).is_some()) {
        return refuse("--set data.…", "a single scenario: the atlas changes switches, not cards");
    }
    if overrides.data.is_some() || overrides.squads.is_some() {
        return refuse("--data, --squads", "a single scenario: the atlas plays the components as printed");
    }
    few_set(overrides.set.len()).map_err(|fault| vec![Problem::flag(fault)])?;
    let games = if scope.games.is_empty() { &app.rulesets } else { scope.games };
    let mut atlas = Atlas { plans: Vec::new(), left_out: Vec::new() };
    let mut faults = Vec::new();
    for &ruleset in games {
        let title = ruleset.title;
        let seats = match seats(ruleset, &overrides.set) {
            Ok(seats) => seats,
            Err(why) => {
                atlas.left_out.push(format!("{title} is left out: {why}."));
                continue;
            }
        };
        let asked = overrides.bots.as_deref();
        let bots: Vec<String> = match asked {
            Some(asked) => asked.iter().filter(|bot| ruleset.has_bot(bot)).cloned().collect(),
            None => ruleset.quick_panel(seats).iter().map(|bot| (*bot).to_owned()).collect(),
        };
        if let Some(missing) = asked.and_then(|asked| asked.first()).filter(|_| bots.is_empty()) {
            atlas.left_out.push(format!(
                "{title} is left out: it has no bot `{}`.",
                asked.unwrap_or_default().join("`, `")
            ));
            faults.push(Problem::flag(no_bot("--bots", ruleset, missing)));
            continue;
        }
        let metric = scope.metric.map(|name| app.metric(ruleset, seats, "--metric", name)).transpose();
        let metric = match metric {
            Ok(metric) => metric,
            // One that only other games have.
            Err(fault) => {
                let name = scope.metric.unwrap_or_default();
                atlas.left_out.push(format!("{title} is left out: it has no `{name}`."));
                faults.push(Problem::flag(fault));
                continue;
            }
        };
        match of_game(app, ruleset, bots, metric, overrides) {
            Ok((plan, elsewhere)) => {
                atlas.plans.push(plan);
                if !elsewhere.is_empty() {
                    let many = elsewhere.len();
                    let named = elsewhere.into_iter().take(4).collect::<Vec<_>>().join(", ");
                    let more = if many > 4 { format!(" and {} more", many - 4) } else { String::new() };
                    atlas
                        .left_out
                        .push(format!("{title}, left out because they need another table: {named}{more}."));
                }
            }
            Err(problems) => return Err(problems),
        }
    }
    if atlas.plans.is_empty() {
        faults.truncate(1);
        return Err(if faults.is_empty() { nowhere(app, games, overrides, &atlas.left_out) } else { faults });
    }
    Ok(atlas)
}

/// The plan of one game, and the values that what is set leaves no room for.
fn of_game(
    app: &App,
    ruleset: RulesetId,
    bots: Vec<String>,
    metric: Option<Metric>,
    overrides: &Overrides,
) -> Result<(Plan, Vec<String>), Vec<Problem>> {
    let scripts = || ruleset.bots().into_iter().map(|(bot, _)| bot).filter(|bot| !ruleset.searches(bot));
    let printed = match overrides.bots {
        Some(_) => bots.clone(),
        None => scripts().map(str::to_owned).collect(),
    };
    let fixed = overrides.set.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let mut builder = Builder { ruleset, fixed, bots, printed, arms: Vec::new(), elsewhere: Vec::new() };
    for bot in builder.printed.clone() {
        builder.base(&bot, &[])?;
    }
    builder.vary()?;
    let Builder { mut arms, elsewhere, .. } = builder;
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
    let seats = arms.first().map_or(2, |arm| arm.bots.len());
    let verdict = match metric {
        Some(metric) => {
            let (arm, fair, about) = (None, metric.fair(seats), None);
            Some(Verdict { metric, arm, fair, margin: overrides.margin, about })
        }
        None => overrides.margin.map(Verdict::of_seats),
    };
    if let Some((margin, verdict)) = overrides.margin.zip(verdict.as_ref()) {
        judged_by("--margin", margin, verdict.metric).map_err(|fault| vec![Problem::flag(fault)])?;
    }
    let table = match overrides.set.as_slice() {
        [] => "as printed".to_owned(),
        set => set.iter().map(|(key, value)| format!("with {key} = {value}")).collect::<Vec<_>>().join(", "),
    };
    let plan = Plan {
        program: app.program,
        name: format!("atlas-{ruleset}"),
        changes: overrides.changes(),
        typed: app.typed.clone(),
        assumptions: None,
        question: format!("How level is {} {table}, and which switch moves it most?", ruleset.title),
        text: String::new(),
        seed: overrides.seed.unwrap_or(1),
        length,
        arms,
        verdict,
        budgets: Vec::new(),
        findings: Vec::new(),
        asked: Vec::new(),
        level: 0.95,
        health: Limits::default().timed(overrides.minutes_per_turn),
    };
    Ok((plan, elsewhere))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(
        set: &[(&str, &str)],
        bots: Option<&[&str]>,
        metric: Option<&str>,
    ) -> Result<Atlas, Vec<Problem>> {
        let app = crate::rulesets::app();
        let overrides = Overrides {
            set: set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
            bots: bots.map(|bots| bots.iter().map(|bot| (*bot).to_owned()).collect()),
            ..Overrides::default()
        };
        plans(&app, Scope { games: &[], metric }, &overrides)
    }

    #[test]
    fn a_table_of_mine_holds_in_every_arm_and_what_has_no_room_is_named() {
        let atlas = asked(&[("players", "4")], None, None).unwrap();
        let all = asked(&[], None, None).unwrap();
        assert_eq!((all.plans.len(), all.left_out.len()), (5, 0));
        assert_eq!(
            atlas.plans.len()
                + atlas
                    .left_out
                    .iter()
                    .filter(|s| s.contains("is left out: it has no setting `players`"))
                    .count(),
            5
        );
        for plan in &atlas.plans {
            assert!(plan.arms.iter().all(|arm| arm.settings.text("players") == "4" && arm.bots.len() == 4));
            assert!(
                plan.arms.iter().all(|arm| arm.name.stem.starts_with("players = 4")),
                "{}",
                plan.arms[0].name
            );
            assert!(
                plan.arms.iter().filter_map(|arm| arm.effect.as_ref()).all(|effect| effect.key != "players")
            );
            assert!(plan.arms.iter().filter(|arm| arm.effect.is_some()).count() > 10, "{}", plan.name);
        }
        // A rule that asks for four at the table has no room at three.
        let three = asked(&[("players", "3")], None, None).unwrap();
        assert!(
            three.left_out.iter().any(|said| said.contains("they need another table")),
            "{:?}",
            three.left_out
        );
    }

    #[test]
    fn bots_and_metrics_leave_out_the_games_that_lack_them_and_nothing_is_an_error() {
        let atlas = asked(&[], Some(&["rusher"]), Some("median-turns")).unwrap();
        assert!(!atlas.plans.is_empty() && atlas.plans.len() < 5);
        assert!(
            atlas.left_out.iter().all(|said| said.contains("it has no bot `rusher`")),
            "{:?}",
            atlas.left_out
        );
        assert!(atlas.plans.iter().all(|plan| plan.arms.iter().all(|arm| arm.bots[0] == "rusher")));
        let hint = |set: &[(&str, &str)], bots: Option<&[&str]>, metric: Option<&str>| {
            let problems = asked(set, bots, metric).map(drop).unwrap_err();
            problems.into_iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert!(hint(&[("playres", "4")], None, None).contains("did you mean `players`?"));
        assert!(hint(&[("players", "99")], None, None).contains("no game that has all of this"));
        assert!(hint(&[], Some(&["nobody"]), None).contains("--bots: found `nobody`"));
        assert!(hint(&[], None, Some("turns-per-gam")).contains("turns-per-game"));
    }
}
