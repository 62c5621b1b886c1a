//! What a verdict hangs on: every switch, assumption and card changed one at a
//! time on the luck of the arm it was varied from, judged against the
//! scenario's yardstick; on request, the unknown numbers all at once.
//!
//! Cards are judged by interventions (taken out, one copy fewer, swapped) on
//! the same luck, never by who wins when one is played.

pub mod calibration;
pub mod deep;
mod judge;
mod probes;
pub mod sway;
mod unknown;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use self::deep::Deep;
use self::judge::{Judge, factors};
pub use self::probes::{Probe, What};
use self::probes::{Probes, spelled};
pub use self::sway::{Ruling, Sway, Yardstick};
pub use self::unknown::{Sways, Tried, assumptions};
use super::{Hall, Table, fourfold};
use crate::campaign::Played;
use crate::estimates::{self, ArmResult, Manner, Named};
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::{Length, Plan, Verdict};
use crate::settings::{Fault, Origin, Status};
use crate::stats::{Estimate, many};
use crate::tally::Shape;

/// Numbers with all their plausible values.
pub type Origins = Vec<(&'static str, Vec<String>)>;

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Every switch, assumption and card.
    Everything,
    /// Only what the rulebook leaves open.
    Assumptions,
}

/// Games per arm when nothing is said, and the most that an undecided verdict
/// is played on to.
pub const GAMES: u64 = 2000;
/// See [`GAMES`].
pub const MOST: u64 = 32_000;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The scenario.
    pub plan: Plan,
    /// Arms of it whose verdict is explained; all of one ruleset.
    pub arms: Vec<usize>,
    /// The metric judged.
    pub metric: Metric,
    /// What it is judged by; without one only the size of every effect is
    /// told.
    pub yardstick: Option<Yardstick>,
    /// Games per arm.
    pub games: u64,
    /// Games per arm to which it goes on while the verdict is undecided; the
    /// same number where it must not.
    pub most: u64,
    /// What is tried.
    pub scope: Scope,
    /// How to look at the unknown numbers together, if wanted.
    pub deep: Option<deep::Effort>,
}

/// What could not be tried, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Left {
    /// Arm concerned.
    pub arm: String,
    /// Setting or card.
    pub what: String,
    /// The refusal.
    pub why: String,
}

/// One setting or card intervention with its effect.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Row {
    /// What is changed.
    #[serde(flatten)]
    pub what: What,
    /// Further settings under which it was tried, in base and probe alike:
    /// `key = value, …`; empty for the scenario's own.
    #[serde(rename = "under", serialize_with = "in_words")]
    #[schemars(with = "String")]
    pub with: Vec<(String, String)>,
    /// The metric in the changed arm.
    pub value: Estimate,
    /// The same with the interval that counts in verdicts.
    pub corrected: Estimate,
    /// Changed minus base.
    pub effect: Estimate,
    /// Whether the effect was measured on shared luck.
    #[serde(rename = "shared_luck")]
    pub shared: bool,
    /// How many times as many games an unpaired comparison would need.
    pub worth: Option<f64>,
    /// Two-sided p value of "no effect"; unknown after an interruption.
    pub p: Option<f64>,
    /// The same after Benjamini and Hochberg's correction over all rows.
    #[serde(rename = "corrected_p")]
    pub q: Option<f64>,
    /// Verdict of the base.
    #[serde(rename = "base_verdict")]
    pub base: Ruling,
    /// Verdict of the changed arm.
    #[serde(rename = "verdict")]
    pub ruling: Ruling,
    /// Whether this value changes the verdict.
    #[serde(rename = "changes_verdict")]
    pub sway: Sway,
    /// Why the changed arm must not be printed, where the base may be: it is
    /// ranked behind all others and has no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ill: Option<String>,
    /// Whether every block came out as in the base, which does not prove that
    /// the next one would: `ruling` allows for that.
    #[serde(skip)]
    pub same: bool,
}

impl Row {
    /// Value tried, or what is done to the card.
    #[must_use]
    pub fn to(&self) -> &str {
        match &self.what {
            What::Setting { to, .. } => to,
            What::Card { change, .. } => change,
        }
    }
}

/// A switch or card with all its values.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Factor {
    /// Key of the switch, or name of the card.
    pub name: String,
    /// Why the switch exists, told as `given`, `inferred` or `assumed`; `card`
    /// for a card.
    #[serde(rename = "status", serialize_with = "status")]
    #[schemars(with = "String")]
    pub origin: Option<Origin>,
    /// Further settings under which it was tried.
    #[serde(rename = "under", serialize_with = "in_words")]
    #[schemars(with = "String")]
    pub with: Vec<(String, String)>,
    /// Whether some value changes the verdict.
    #[serde(rename = "changes_verdict")]
    pub sway: Sway,
    /// Rows of its values, the largest effect first.
    #[serde(skip)]
    pub rows: Vec<usize>,
}

impl Factor {
    /// Whether the rulebook leaves it open.
    #[must_use]
    pub fn unknown(&self) -> bool {
        self.origin.is_some_and(|origin| origin.status() != Status::Given)
    }
}

/// One arm's verdict and everything tried on it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Case {
    /// Name of the scenario's arm.
    pub name: String,
    /// Its position in the plan that was played.
    #[serde(skip)]
    pub arm: usize,
    /// The metric.
    pub value: Estimate,
    /// Its verdict.
    #[serde(rename = "verdict")]
    pub ruling: Ruling,
    /// Switches and cards with all their values, in the order of their largest
    /// effects.
    #[serde(rename = "numbers")]
    pub factors: Vec<Factor>,
    /// Every value, the largest effect first.
    #[serde(rename = "effects")]
    pub rows: Vec<Row>,
    /// The unknown numbers together, if that was asked.
    #[serde(rename = "together", skip_serializing_if = "Option::is_none")]
    pub deep: Option<Deep>,
}

/// What a verdict hangs on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Explained {
    /// The plan that was played: the scenario's arms and every changed one.
    #[serde(skip)]
    pub plan: Plan,
    /// The metric judged.
    pub metric: Metric,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// What it is judged by, if a value is called fair.
    #[serde(flatten, serialize_with = "sway::numbers")]
    #[schemars(with = "Yardstick")]
    pub yardstick: Option<Yardstick>,
    /// How intervals were made.
    #[serde(skip)]
    pub manner: Manner,
    /// Level of the intervals that count in verdicts (Bonferroni over all
    /// rows).
    #[serde(rename = "corrected_level")]
    pub corrected: f64,
    /// Games played, the deep look included.
    pub games: u64,
    /// Least number of games of an arm.
    #[serde(rename = "games_per_arm")]
    pub each: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
    /// The arms explained.
    #[serde(skip)]
    pub cases: Vec<Case>,
    /// What could not be tried.
    #[serde(rename = "left_out")]
    pub left: Vec<Left>,
}

/// Explains a verdict.
///
/// # Errors
/// When an arm of the scenario is refused, or the deep look is asked of a
/// metric that no single block has.
pub fn explain(question: &Question, hall: &Hall<'_>) -> Result<Explained, Vec<Fault>> {
    let roots: Vec<_> = question.arms.iter().map(|&arm| &question.plan.arms[arm]).collect();
    let probes = Probes::of(&roots, question.metric, question.scope)?;
    let verdict = Verdict {
        metric: question.metric,
        arm: None,
        fair: question.yardstick.map(|yardstick| yardstick.fair),
        margin: question.yardstick.and_then(|yardstick| yardstick.margin),
        about: question.plan.verdict.as_ref().and_then(|verdict| verdict.about.clone()),
    };
    let plan = Plan {
        arms: probes.arms.clone(),
        length: Length::Games(question.games),
        verdict: Some(verdict),
        budgets: Vec::new(),
        findings: Vec::new(),
        ..question.plan.clone()
    };
    let mut table = Table::new(plan)?;
    // Every look at the numbers may end play, so each has its part of the error.
    // Where the verdict of the game as it stands is open it goes on.
    let most = if question.yardstick.is_some() { question.most } else { question.games };
    let looks = fourfold(question.games, most);
    let (mut manner, mut corrected) = (Manner::watched(&table.plan), 0.0);
    let (mut nominal, mut strict) = (Vec::new(), Vec::new());
    for &games in &looks {
        let complete = table.play_to(games, hall)?;
        let level = many::level_of_each(question.plan.level, looks.len());
        manner = Manner { level, always: !complete, ..Manner::watched(&table.plan) };
        corrected = many::level_of_each(manner.level, probes.probes.len());
        nominal = table.results(manner);
        strict = table.results(Manner { level: corrected, ..manner });
        let open = |root: usize| {
            let named = nominal.get(root).and_then(|result| result.metric(question.metric));
            let ruling = |named: &Named| question.yardstick.map(|yardstick| yardstick.rule(&named.estimate));
            named.is_none_or(|named| ruling(named) == Some(Ruling::Undecided))
        };
        if !complete || !(0..roots.len()).any(open) {
            break;
        }
    }
    let (metric, yardstick) = (question.metric, question.yardstick);
    let judge = Judge { plan: &table.plan, metric, yardstick, nominal, strict };
    let played = judge.nominal.len() == table.plan.arms.len() && table.games() > 0;
    let mut rows: Vec<(usize, Row)> = Vec::new();
    if played {
        rows.extend(probes.probes.iter().filter_map(|probe| Some((probe.root, judge.row(probe)?))));
    }
    for p in rows.iter_mut().filter_map(|(_, row)| row.p.as_mut()) {
        *p = (*p * looks.len() as f64).min(1.0);
    }
    let p: Vec<f64> = rows.iter().filter_map(|(_, row)| row.p).collect();
    let tested = rows.iter_mut().filter(|(_, row)| row.p.is_some());
    for ((_, row), q) in tested.zip(many::benjamini_hochberg(&p)) {
        row.q = Some(q);
    }
    let mut cases = Vec::new();
    let mut games = table.all_games();
    for root in 0..roots.len() {
        let Some(named) = judge.nominal.get(root).and_then(|r| r.metric(question.metric)) else { continue };
        let mut mine: Vec<Row> = rows.iter().filter(|(of, _)| *of == root).map(|(_, r)| r.clone()).collect();
        let size = |row: &Row| if row.effect.value.is_finite() { row.effect.value.abs() } else { -1.0 };
        mine.sort_by(|a, b| a.ill.is_some().cmp(&b.ill.is_some()).then(size(b).total_cmp(&size(a))));
        let deep = match &question.deep {
            Some(effort) if played && !hall.closed() => {
                let unknowns = probes.unknowns(root);
                let ground = deep::Ground {
                    arm: &table.plan.arms[root],
                    metric: question.metric,
                    seed: table.plan.seed,
                    games: question.games,
                    level: manner.level,
                };
                let found = deep::look(&ground, &unknowns, effort, hall)?;
                games += found.games;
                Some(found)
            }
            _ => None,
        };
        cases.push(Case {
            name: table.plan.arms[root].name.to_string(),
            arm: root,
            value: named.estimate,
            ruling: judge.rule(&named.estimate),
            factors: factors(&mine),
            rows: mine,
            deep,
        });
    }
    let each = table.games();
    Ok(Explained {
        metric: question.metric,
        unit: question.metric.unit(),
        yardstick: question.yardstick,
        manner,
        corrected,
        games,
        each,
        interrupted: hall.closed(),
        cases,
        left: probes.left,
        plan: table.plan,
    })
}

/// Which settings of a played plan can change its verdict: those that it
/// varied one at a time (a `[vary]` table, the atlas), over all its bots. Keys
/// are `ruleset` and switch; what was not varied is missing. For the table of
/// assumptions of any run.
///
/// Without a yardstick in the plan the verdict is the side on which the main
/// metric lies of an equal share.
#[must_use]
pub fn sways(
    plan: &Plan,
    shapes: &[Shape],
    played: &[Played],
    nominal: &[ArmResult],
    manner: Manner,
) -> Sways {
    let varied: Vec<usize> = (0..plan.arms.len())
        .filter(|&i| plan.arms[i].effect.is_some() && plan.arms[i].base.is_some())
        .collect();
    if varied.is_empty() || played.len() != plan.arms.len() {
        return BTreeMap::new();
    }
    let level = many::level_of_each(manner.level, varied.len());
    let strict = Manner { level, ..manner };
    let mut judged: BTreeMap<(String, String, usize), (Ruling, Vec<Ruling>)> = BTreeMap::new();
    for index in varied {
        let arm = &plan.arms[index];
        let Some(effect) = &arm.effect else { continue };
        let base = &plan.arms[effect.base];
        let metric = plan.main_metric(base);
        let Some((fair, margin)) = plan.yardstick(base, metric) else { continue };
        let yardstick = Yardstick { fair, margin };
        let after = estimates::estimate_one(plan, shapes, played, (index, metric), strict);
        let (Some(before), Some(after)) = (nominal[effect.base].metric(metric), after) else { continue };
        let key = (arm.ruleset.to_string(), effect.key.clone(), effect.base);
        let (ruling, _) = sway::ruled(&yardstick, &before.estimate, &after);
        let entry = judged.entry(key).or_insert_with(|| (yardstick.rule(&before.estimate), Vec::new()));
        entry.1.push(ruling);
    }
    let mut all: BTreeMap<(String, String), Vec<Sway>> = BTreeMap::new();
    for ((ruleset, key, _), (base, trials)) in judged {
        all.entry((ruleset, key)).or_default().push(sway::sway(base, &trials));
    }
    unknown::joined(all)
}

fn in_words<S: Serializer>(with: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&spelled(with))
}

#[allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands references to `serialize_with`"
)]
fn status<S: Serializer>(origin: &Option<Origin>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(origin.map_or("card", |origin| origin.status().word()))
}

/// The settings under which a factor was tried, in words; empty for the
/// scenario's own.
#[must_use]
pub fn under(with: &[(String, String)]) -> String {
    spelled(with)
}

#[cfg(test)]
mod tests;
