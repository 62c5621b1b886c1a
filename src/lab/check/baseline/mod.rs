//! Is a scenario still what an earlier run of it says?
//!
//! A `run.json` holds integers and everything needed to play its games again.
//! So the scenario is replayed on the baseline's own luck and compared count
//! by count: equal counts are identical games for all that is measured.
//!
//! That is the special case. What is asked by default is how far an edit has
//! moved the game: fairness within the margin, length within a twentieth,
//! nothing of its health red that was not (`super::healthy`). What of the scenario's text
//! changes no game (a budget, a question, a comment) voids no baseline.
//!
//! Where counts differ, the baseline's arm is played again side by side with
//! today's. If it still gives the baseline's counts, differences are taken
//! block by block on shared luck (paired t, at the fixed size of the
//! baseline). If it does not, the program itself has changed, and only sums
//! are left of the past: then the difference lies between those of the two
//! arms' own intervals, each at half the error rate, whatever their
//! correlation (method `two-intervals`): valid, and much wider.

mod gates;
mod stored;

use schemars::JsonSchema;
use serde::Serialize;

use super::gate::{Gate, Kind, Look};
use super::{Case, healthy, part};
use crate::campaign::Played;
use crate::estimates::{self, Manner, strict};
use crate::game::Unit;
use crate::lab::diff::changes::{Change, between};
use crate::lab::{Hall, Table};
use crate::metric::Metric;
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::{Estimate, combine, many};
use crate::verdict::Health;

/// How far a number may drift where nothing is said, as a share of what it was.
const OF_NUMBERS: f64 = 0.05;

/// Error rate of a tolerance given on the command line, and of the identity.
const ALPHA: f64 = 0.05;

/// How today's arm relates to the baseline's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Match {
    /// Every count is equal.
    Identical,
    /// Other counts; differences are block by block on shared luck.
    Paired,
    /// Other counts, and the baseline's arm can't be played any more.
    Unpaired,
}

/// One metric then and now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Row {
    /// Arm of the plan.
    #[serde(skip)]
    pub arm: usize,
    /// Metric.
    pub metric: Metric,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// Value in the baseline.
    #[serde(rename = "baseline")]
    #[schemars(with = "Option<f64>")]
    pub then: f64,
    /// Value today.
    #[schemars(with = "Option<f64>")]
    pub now: f64,
    /// Today minus baseline, at the level of the whole check.
    pub drift: Estimate,
    /// Two-sided p value of "no drift".
    pub p: f64,
    /// The same, corrected for the number of rows (Benjamini and Hochberg
    /// 1995).
    #[serde(rename = "adjusted_p")]
    pub adjusted: f64,
}

/// Corrected p value up to which a metric has clearly moved.
const MOVED: f64 = 0.05;

impl Row {
    /// Whether the metric has clearly moved.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        self.adjusted <= MOVED
    }
}

/// An earlier run of the same scenario.
#[derive(Serialize, JsonSchema)]
pub struct Baseline {
    /// Its file.
    pub file: String,
    /// Games per arm.
    pub games: u64,
    #[serde(skip)]
    plan: Plan,
    #[serde(skip)]
    played: Vec<Played>,
    #[serde(skip)]
    tolerances: Vec<(Metric, f64)>,
    /// Whether every count must be the baseline's.
    #[serde(skip)]
    identical: bool,
    /// What is set differently today, in words: `arm: switch = value`.
    pub changed: Vec<String>,
    /// Arm by arm, once replayed.
    pub matches: Vec<Match>,
    /// Metrics of the arms that are not identical.
    #[serde(skip)]
    pub rows: Vec<Row>,
}

impl Baseline {
    /// The metrics, those that moved most clearly first.
    #[must_use]
    pub fn drifts(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by(|a, b| a.adjusted.total_cmp(&b.adjusted));
        rows
    }
}

/// Whether a drift of this metric can be asked of an arm: one that has
/// differences and means something there.
fn may_drift(arm: &PlanArm, metric: Metric) -> bool {
    // Equal entrants are interchangeable: their numbers are those of the seats.
    let idle = arm.mirrored() && metric.is_of_entrant();
    arm.metrics().has(metric) && metric.has_differences() && !idle
}

/// The metrics that are always looked at.
fn metrics(arm: &PlanArm) -> impl Iterator<Item = Metric> + '_ {
    arm.metrics().all().filter(|metric| may_drift(arm, *metric))
}

impl Baseline {
    /// The same baseline, of which every count is to be reached where nothing
    /// says how far it may drift.
    #[must_use]
    pub fn identical(self, identical: bool) -> Self {
        Self { identical, ..self }
    }

    /// Other counts in place of its own.
    #[cfg(test)]
    pub(super) fn pretend(&mut self, played: Vec<Played>) {
        self.played = played;
    }

    /// Seed of its luck.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// Replays every arm on the baseline's luck and decides the gates.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub(super) fn replay(&mut self, case: &mut Case, hall: &Hall<'_>) -> Result<(), Vec<Fault>> {
        for arm in 0..case.plan.arms.len() {
            if !self.one(case, arm, hall)? {
                return Ok(());
            }
        }
        let p: Vec<f64> = self.rows.iter().map(|row| row.p).collect();
        for (row, adjusted) in self.rows.iter_mut().zip(many::benjamini_hochberg(&p)) {
            row.adjusted = adjusted;
        }
        for gate in &mut case.gates {
            match gate.kind {
                Kind::Budget | Kind::Health => {}
                Kind::Drift => self.drift(gate),
                Kind::Identity => self.identity(gate),
            }
        }
        Ok(())
    }

    /// One arm: whether its counts are the baseline's, and if not, what moved.
    /// Returns whether it was played to its end.
    fn one(&mut self, case: &mut Case, arm: usize, hall: &Hall<'_>) -> Result<bool, Vec<Fault>> {
        let (old, new) = (&self.plan.arms[arm], &case.plan.arms[arm]);
        let mut plan = part(&self.plan, &[arm]);
        let changed = !changes(old, new).is_empty();
        if changed {
            plan.arms.push(PlanArm { base: Some(0), effect: None, ..new.clone() });
        }
        let mut table = Table::new(plan)?;
        let done = table.play_to(self.games, hall)?;
        case.games += table.all_games();
        if !done {
            return Ok(false);
        }
        let today = table.played().len() - 1;
        let stored = &self.played[arm];
        let was = strict::Sample { arm: old, layout: &table.shapes()[0].0, played: &table.played()[0] };
        for gate in case.gates.iter_mut().filter(|gate| gate.arm == arm && gate.is_relative()) {
            let manner = Manner { level: gate.level, always: false, tightest: 0 };
            let value = strict::value(&was, gate.metric, manner).value;
            gate.bounds = Bounds::around(0.0, OF_NUMBERS * value.abs());
        }
        if table.played()[today].tally == stored.tally {
            self.health(case, arm, &table);
            self.matches.push(Match::Identical);
            return Ok(true);
        }
        let sample = |slot: usize| strict::Sample {
            arm: &table.plan.arms[slot],
            layout: &table.shapes()[slot].0,
            played: &table.played()[slot],
        };
        let layout = sample(0).layout;
        if !stored.tally.fits(layout) {
            let found = format!("counts of `{}` of another shape in {}", old.name, self.file);
            return Err(vec![Fault::new("baseline", found, "a run.json of this version")]);
        }
        self.health(case, arm, &table);
        let new = &case.plan.arms[arm];
        let paired = changed && table.played()[0].tally == stored.tally;
        self.matches.push(if paired { Match::Paired } else { Match::Unpaired });
        let level = 1.0 - ALPHA;
        let past = strict::Sample { arm: old, layout, played: stored };
        for metric in metrics(new) {
            let manner = Manner { level, always: false, tightest: 0 };
            let then = strict::value(&past, metric, manner);
            let now = strict::value(&sample(today), metric, manner);
            let (drift, p) = if paired {
                let Some(found) = strict::against(&sample(1), &sample(0), metric, manner) else { continue };
                (found.estimate, found.p.unwrap_or(1.0))
            } else {
                let half = Manner { level: 1.0 - ALPHA / 2.0, ..manner };
                combine::two_intervals(
                    &strict::value(&past, metric, half),
                    &strict::value(&sample(today), metric, half),
                    level,
                )
            };
            let unit = difference_unit(metric.unit());
            self.rows.push(Row {
                arm,
                metric,
                unit,
                then: then.value,
                now: now.value,
                drift,
                p,
                adjusted: p,
            });
        }
        // The gates' own levels are stricter than the table's.
        for gate in case.gates.iter_mut().filter(|gate| gate.arm == arm && gate.kind == Kind::Drift) {
            let manner = Manner { level: gate.level, always: false, tightest: 0 };
            let drift = if paired {
                strict::against(&sample(1), &sample(0), gate.metric, manner).map(|d| d.estimate)
            } else {
                let half = Manner { level: f64::midpoint(1.0, gate.level), ..manner };
                let ends = [past, sample(today)].map(|s| strict::value(&s, gate.metric, half));
                Some(combine::two_intervals(&ends[0], &ends[1], gate.level).0)
            };
            gate.looks.extend(drift.map(|estimate| Look { games: self.games, estimate }));
        }
        Ok(true)
    }

    /// Judges the gate of an arm's health, by the counts stored and today's.
    fn health(&self, case: &mut Case, arm: usize, table: &Table) {
        let Some(gate) = case.gates.iter_mut().find(|gate| gate.arm == arm && gate.kind == Kind::Health)
        else {
            return;
        };
        let manner = Manner { level: gate.level, always: false, tightest: 0 };
        let (past, stored) = (part(&self.plan, &[arm]), std::slice::from_ref(&self.played[arm]));
        let then = estimates::estimate(&past, &table.shapes()[..1], stored, manner);
        let now = table.results(manner);
        let (Some(then), Some(now)) = (then.first(), now.last()) else { return };
        let limits = &case.plan.health;
        let then = Health::of(&self.plan.arms[arm], then, limits, gate.level);
        let now = Health::of(&case.plan.arms[arm], now, limits, gate.level);
        healthy::look(gate, [&then, &now], self.games);
    }

    fn drift(&self, gate: &mut Gate) {
        if self.matches.get(gate.arm) == Some(&Match::Identical) {
            gate.looks.push(Look { games: self.games, estimate: Estimate::exact(0.0) });
        }
        if let Some(look) = gate.looks.last() {
            gate.verdict = gate.bounds.judge(&look.estimate);
        }
    }

    /// Identical counts pass. Otherwise a clear drift of any metric fails
    /// (Holm 1979 over all of them), and without one it stays undecided: a
    /// drift that was not found is no proof of none.
    fn identity(&self, gate: &mut Gate) {
        if self.matches.iter().all(|found| *found == Match::Identical) {
            gate.looks.push(Look { games: self.games, estimate: Estimate::exact(0.0) });
            gate.verdict = Verdict::Pass;
            return;
        }
        let p: Vec<f64> = self.rows.iter().map(|row| row.p).collect();
        let corrected = many::holm(&p);
        // Of equally clear ones the first of the metrics' own order.
        let clearest = (0..p.len()).min_by(|&a, &b| p[a].total_cmp(&p[b]));
        let Some(clearest) = clearest else { return };
        let row = &self.rows[clearest];
        (gate.arm, gate.metric, gate.unit) = (row.arm, row.metric, row.unit);
        gate.looks.push(Look { games: self.games, estimate: row.drift });
        if corrected[clearest] <= 1.0 - gate.level {
            gate.verdict = Verdict::Fail;
        }
    }
}

/// Differences of shares are told in points.
fn difference_unit(unit: Unit) -> Unit {
    if unit == Unit::Number { Unit::Number } else { Unit::Points }
}

/// What is set differently in `new`, in words.
fn changes(old: &PlanArm, new: &PlanArm) -> Vec<String> {
    let told = |change: Change| {
        let now = change.now.map_or("is gone".to_owned(), |now| format!("= {now}"));
        let was = change.then.map_or("new".to_owned(), |then| format!("was {then}"));
        format!("{}: {} {now} ({was})", new.name, change.key)
    };
    between(old, new).into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sample;
    use crate::stats::Method;

    /// One of twenty metrics is at p = 4 % by chance alone more often than not.
    #[test]
    fn a_metric_that_moved_fails_the_identity_only_if_it_stands_out_among_all() {
        let plan = sample("ruleset = \"futbol-dash\"\nbots = \"rusher\"\ngames = 10\n");
        let verdict = |clearest: f64| {
            let row = |metric: Metric, p: f64| Row {
                arm: 0,
                metric,
                unit: Unit::Number,
                then: 1.0,
                now: 2.0,
                drift: Estimate::around(1.0, 0.9, 0.95, Method::BlockT, 10),
                p,
                adjusted: p,
            };
            let mut rows = vec![row(Metric::seat_share(0), 0.5); 20];
            rows[7] = row(Metric::seat_share(1), clearest);
            let baseline = Baseline {
                file: String::new(),
                games: 10,
                plan: plan.clone(),
                played: Vec::new(),
                tolerances: Vec::new(),
                identical: true,
                changed: Vec::new(),
                matches: vec![Match::Paired],
                rows,
            };
            let mut gate = baseline.gates(&plan).remove(0);
            baseline.identity(&mut gate);
            (gate.metric, gate.verdict)
        };
        assert_eq!(verdict(0.04), (Metric::seat_share(1), Verdict::Undecided));
        assert_eq!(verdict(0.002), (Metric::seat_share(1), Verdict::Fail));
    }
}
