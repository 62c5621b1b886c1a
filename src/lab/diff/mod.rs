//! What did an edit change? Two runs of the same game, or a run and the game as
//! it stands now: fairness of every seat, health and length before and after.
//!
//! In: two [`Side`]s. Out: a [`Diff`]: pairs of arms that belong together, what
//! is set differently between them ([`changes`]), and what that does.
//!
//! # How it is measured
//!
//! A stored run holds sums, and from the sums of two runs only the difference
//! of two separate intervals can be had: valid, and four to ten times as wide
//! as it need be, because both runs' luck stands in it. But a run also holds
//! everything needed to play its games again. So where something is set
//! differently, both arms are **played again side by side on the same luck**,
//! dealt so that one card more or less doesn't put everything behind it out of
//! step (as `compare` deals), for as many games as the larger run has, and every
//! difference is taken block by block. Both sides' values come from those same
//! games, so that "before", "now" and the difference agree. Tables of other
//! sizes share no luck; their intervals are combined as those of separate
//! samples.
//!
//! The number of games is fixed beforehand, so intervals are plain ones. What a
//! sentence calls clear has an interval without 0 at the level corrected for all
//! sentences of the diff (fairness and length of every pair; Bonferroni), a row
//! of the table at the level corrected for all rows of its pair.
//!
//! Where nothing is set differently nothing is played: same rules, same
//! entrants and the same version give the same games, and stored counts of the
//! same luck that differ nevertheless say that something else has changed.

pub mod calibration;
pub mod changes;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Hall, Table};
use crate::campaign::Played;
use crate::estimates::{ArmResult, Manner, Named};
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::{Limits, Plan, PlanArm, Verdict, resolve};
use crate::settings::Fault;
use crate::stats::equivalence::Bounds;
use crate::stats::{Estimate, combine, many};
use crate::verdict::{Health, Status};
pub use changes::Change;

/// One side: a run, or what would be played now.
pub struct Side {
    /// What the user calls it.
    pub name: String,
    /// Its arms.
    pub plan: Plan,
    /// What they played; `None` where nothing is stored.
    pub played: Option<Vec<Played>>,
}

/// How two arms hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kinship {
    /// The same rules, entrants and luck, and every count is equal.
    Identical,
    /// The same rules and entrants; other luck or another number of games, or
    /// counts on one side only.
    Same,
    /// The same rules, entrants, luck and number of games, and other counts:
    /// another program made one of them, or somebody edited it.
    Contradictory,
    /// Something is set differently; played again on the same luck.
    Paired,
    /// Something is set differently that leaves no luck to share.
    Unpaired,
}

/// A metric before and now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Row {
    /// Metric.
    pub metric: Metric,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// Value before.
    pub then: Estimate,
    /// Value now.
    pub now: Estimate,
    /// Now minus before.
    pub drift: Estimate,
    /// Whether the drift is clear after correction.
    pub clear: bool,
}

/// What was measured of a pair whose arms are set differently.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Games of either arm.
    pub games: u64,
    /// Whether every count is the same on both sides: what was edited is not in
    /// play.
    pub idle: bool,
    /// What fairness is judged by.
    pub fairness: Row,
    /// What it comes to before and now; none where no value is called fair.
    pub level: Option<[Status; 2]>,
    /// How long a game is.
    pub length: Option<Row>,
    /// Health before and now.
    pub health: [Health; 2],
    /// Every metric that both have.
    pub rows: Vec<Row>,
}

/// Two arms that belong together.
#[derive(Debug, Clone)]
pub struct Pair {
    /// Positions in the plans of both sides.
    pub arms: [usize; 2],
    /// What is set differently.
    pub changes: Vec<Change>,
    /// How they hang together.
    pub kinship: Kinship,
    /// What that does; none where nothing was played.
    pub measured: Option<Measured>,
}

/// Two sides and what lies between them.
pub struct Diff {
    /// Before and now.
    pub sides: [Side; 2],
    /// Arms that belong together, in the order of the second side, those of the
    /// strongest bot of each first.
    pub pairs: Vec<Pair>,
    /// Arms of the first and of the second side that have no counterpart.
    pub alone: [Vec<usize>; 2],
    /// How far from fair is still level.
    pub margin: f64,
    /// Games played for it.
    pub games: u64,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

/// Which arm of the first plan each arm of the second belongs to: that of its
/// name and game; else, where either side has one arm but for its panel, that of
/// its bots; else the only one.
fn counterparts(then: &Plan, now: &Plan) -> Vec<Option<usize>> {
    let stems = |plan: &Plan| {
        let mut stems: Vec<_> = plan.arms.iter().map(|arm| arm.name.of_all_bots()).collect();
        stems.dedup();
        stems.len()
    };
    let single = stems(then) == 1 && stems(now) == 1;
    let alone = then.arms.len() == 1 && now.arms.len() == 1;
    let find = |new: &PlanArm| {
        let fits = |old: &&PlanArm| old.ruleset == new.ruleset;
        let place =
            |test: &dyn Fn(&PlanArm) -> bool| then.arms.iter().position(|old| fits(&old) && test(old));
        let name = new.name.to_string();
        place(&|old| old.name.is(&name))
            .or_else(|| {
                place(&|old| single && old.bots.first() == new.bots.first() && old.name.bot == new.name.bot)
            })
            .or_else(|| place(&|_| alone))
    };
    now.arms.iter().map(find).collect()
}

impl Diff {
    /// Two sides with their arms put together; nothing is played yet.
    ///
    /// # Errors
    /// When no arm of one has a counterpart in the other.
    pub fn new(then: Side, now: Side) -> Result<Self, Fault> {
        let mut pairs: Vec<Pair> = Vec::new();
        for (b, a) in counterparts(&then.plan, &now.plan).into_iter().enumerate() {
            let Some(a) = a.filter(|a| pairs.iter().all(|pair| pair.arms[0] != *a)) else { continue };
            let changes = changes::between(&then.plan.arms[a], &now.plan.arms[b]);
            let kinship = if changes.is_empty() { same(&then, &now, [a, b]) } else { Kinship::Paired };
            pairs.push(Pair { arms: [a, b], changes, kinship, measured: None });
        }
        if pairs.is_empty() {
            let names = |plan: &Plan| {
                plan.arms
                    .iter()
                    .map(|arm| format!("{} ({})", arm.name, arm.ruleset))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let found = format!("no arm of {} in {} ({})", then.name, now.name, names(&now.plan));
            return Err(Fault::new("B", found, format!("the same games: {}", names(&then.plan))));
        }
        // Whose play is to be believed is played and told first.
        let pairs = now.plan.strongest_first(pairs, |pair| pair.arms[1]);
        let left = |side: usize, plan: &Plan| {
            (0..plan.arms.len()).filter(|&arm| pairs.iter().all(|pair| pair.arms[side] != arm)).collect()
        };
        let alone = [left(0, &then.plan), left(1, &now.plan)];
        let margin = now.plan.margin();
        Ok(Self { sides: [then, now], pairs, alone, margin, games: 0, interrupted: false })
    }

    /// Plays every pair whose arms are set differently: `games` of each arm, or
    /// as many as the larger side has or asks for.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn play(&mut self, games: Option<u64>, hall: &Hall<'_>) -> Result<(), Vec<Fault>> {
        let open: Vec<usize> = (0..self.pairs.len()).filter(|&i| !self.pairs[i].changes.is_empty()).collect();
        let told = many::level_of_each(self.sides[1].plan.level, 2 * open.len());
        for i in open {
            let arms = self.pairs[i].arms;
            let games = games.unwrap_or_else(|| self.size(arms));
            let mut table = self.table(arms)?;
            let paired = table.plan.arms[1].base.is_some();
            let finished = table.play_to(games, hall)?;
            self.games += table.all_games();
            if !finished {
                self.interrupted = true;
                return Ok(());
            }
            self.pairs[i].kinship = if paired { Kinship::Paired } else { Kinship::Unpaired };
            let both = Both {
                arms: &table.plan.arms,
                results: &|manner| table.results(manner),
                games: table.games(),
                idle: table.played().windows(2).all(|pair| pair[0].tally == pair[1].tally),
            };
            self.pairs[i].measured = measured(&both, &self.sides[1].plan, arms[1], told);
        }
        Ok(())
    }

    /// Judges by this margin.
    pub fn judge_by(&mut self, margin: f64) {
        self.margin = margin;
        let all = self.sides[1].plan.arms.iter().all(PlanArm::mirrored);
        match &mut self.sides[1].plan.verdict {
            Some(verdict) => verdict.margin = Some(margin),
            none if all => *none = Some(Verdict::of_seats(margin)),
            None => {}
        }
    }

    /// Games of either arm of a pair: those of the side that has more.
    fn size(&self, arms: [usize; 2]) -> u64 {
        let of = |(side, arm): (&Side, usize)| match &side.played {
            Some(played) => played[arm].tally.games,
            None => side.plan.length.most(),
        };
        // What is to be played for a precision has no number; the other side has.
        let stored = self.sides.iter().zip(arms).filter(|(side, _)| side.played.is_some()).map(of).max();
        stored.unwrap_or_else(|| self.sides.iter().zip(arms).map(of).max().unwrap_or(0))
    }

    fn table(&self, [a, b]: [usize; 2]) -> Result<Table, Vec<Fault>> {
        let [then, now] = &self.sides;
        let mut arms = vec![then.plan.arms[a].clone(), now.plan.arms[b].clone()];
        for (arm, name) in arms.iter_mut().zip(["before", "now"]) {
            (arm.effect, arm.name) = (None, name.into());
        }
        resolve::pair(&mut arms, false, false);
        let (verdict, budgets, findings) = (None, Vec::new(), Vec::new());
        Table::new(Plan { arms, verdict, budgets, findings, assumptions: None, ..now.plan.clone() })
    }

    /// The pair by which an answer for all is told: of the strongest bot's games
    /// among those that were measured.
    #[must_use]
    pub fn judge(&self) -> Option<&Pair> {
        let measured = || self.pairs.iter().filter(|pair| pair.measured.is_some());
        let plan = &self.sides[1].plan;
        let first = &plan.arms[measured().next()?.arms[1]];
        let bots = measured().filter_map(|pair| plan.arms[pair.arms[1]].bots.first());
        let strongest = first.strongest(bots.map(String::as_str));
        measured()
            .find(|pair| plan.arms[pair.arms[1]].bots.first().map(String::as_str) == strongest)
            .or_else(|| measured().next())
    }
}

/// What two arms without a difference are to each other.
fn same(then: &Side, now: &Side, [a, b]: [usize; 2]) -> Kinship {
    let (Some(old), Some(new)) = (&then.played, &now.played) else { return Kinship::Same };
    let (old, new) = (&old[a].tally, &new[b].tally);
    let luck = |plan: &Plan, arm: usize| {
        let arm = &plan.arms[arm];
        (plan.seed, arm.pairing.clone(), arm.paired, arm.rotates)
    };
    match (old == new, luck(&then.plan, a) == luck(&now.plan, b) && old.games == new.games) {
        (true, _) => Kinship::Identical,
        (false, true) => Kinship::Contradictory,
        (false, false) => Kinship::Same,
    }
}

fn row(then: &Named, now: &Named, strict: (&Named, &Named)) -> Row {
    let difference = |then: &Named, now: &Named| match &now.difference {
        Some(paired) => paired.estimate,
        None => combine::mover(&then.estimate, &now.estimate).0,
    };
    let judged = difference(strict.0, strict.1);
    Row {
        metric: now.metric,
        unit: now.unit,
        then: then.estimate,
        now: now.estimate,
        drift: difference(then, now),
        clear: judged.value.is_finite() && !judged.contains(0.0),
    }
}

/// One metric of both arms, judged at the level of `strict`; not a number where
/// nothing was counted, as in games of which none ends.
fn counted(metric: Metric, plain: &[ArmResult], strict: &[ArmResult]) -> Option<Row> {
    let find = |results: &[ArmResult], arm: usize| results.get(arm)?.metric(metric).cloned();
    let [then, now] = [find(plain, 0)?, find(plain, 1)?];
    Some(row(&then, &now, (&find(strict, 0)?, &find(strict, 1)?)))
}

/// The same where both have counted something.
fn of(metric: Metric, plain: &[ArmResult], strict: &[ArmResult]) -> Option<Row> {
    counted(metric, plain, strict).filter(|row| row.then.value.is_finite() && row.now.value.is_finite())
}

/// Two arms side by side, and what they have played.
struct Both<'a> {
    arms: &'a [PlanArm],
    /// Everything about both, as it is estimated in a manner.
    results: &'a dyn Fn(Manner) -> Vec<ArmResult>,
    games: u64,
    idle: bool,
}

/// Everything about both arms. `told` is the level of what sentences call clear.
fn measured(both: &Both<'_>, plan: &Plan, arm: usize, told: f64) -> Option<Measured> {
    let arm = &plan.arms[arm];
    let level = plan.level;
    let results = |level: f64| (both.results)(Manner { level, always: false, tightest: 0 });
    let plain = results(level);
    let strict = results(told);
    let usual = plan.main_metric(arm);
    let fair = plan.yardstick(arm, usual).filter(|_| arm.mirrored() || plan.verdict.is_some());
    let fairness = counted(usual, &plain, &strict)?;
    let judge = |estimate: &Estimate| {
        let (fair, margin) = fair?;
        Some(Status::from(Bounds::around(fair, margin?).judge(estimate)))
    };
    let verdicts = judge(&fairness.then).zip(judge(&fairness.now)).map(|(then, now)| [then, now]);
    let metrics: Vec<Metric> = plain.get(1)?.metrics.iter().map(|named| named.metric).collect();
    let metrics: Vec<Metric> = metrics
        .into_iter()
        .filter(|m| m.has_differences() && !(arm.mirrored() && m.is_of_entrant()))
        .collect();
    let corrected = results(many::level_of_each(level, metrics.len()));
    let health = |at: usize, limits: &Limits| {
        let result = plain.get(at)?;
        Some(Health::of(both.arms.get(at)?, result, limits, level))
    };
    Some(Measured {
        games: both.games,
        idle: both.idle,
        level: verdicts,
        length: arm.metrics().turns().and_then(|turns| of(turns, &plain, &strict)),
        health: [health(0, &plan.health)?, health(1, &plan.health)?],
        rows: metrics.into_iter().filter_map(|metric| of(metric, &plain, &corrected)).collect(),
        fairness,
    })
}

#[cfg(test)]
mod tests;
