//! From tallies to estimates: every number of a report is made here, once,
//! from the merged tally, with its interval, method and count.
//!
//! The block is the unit of every variance. Rates get Wilson's interval at the
//! effective sample size that the blocks show (Kish's design effect), other
//! means Student's t over blocks, ratios of two sums the delta method over
//! blocks. A run that was watched and could stop on what it saw gets
//! anytime-valid sequences instead.

pub mod adjusted;
pub mod strict;

use serde::Serialize;

pub use self::adjusted::Adjusted;
use crate::arena::campaign::{Ended, Played};
use crate::game::{Distribution, Metric, Unit, WIN};
use crate::rulesets;
use crate::scenario::{Length, Plan, PlanArm};
use crate::stats::estimate::Estimate;
use crate::stats::paired::RatioPairSums;
use crate::stats::sequential::asymptotic;
use crate::stats::sums::{BlockSums, PairSums};
use crate::stats::{mean, paired, rate};
use crate::tally::{Histogram, Layout, Results, Tally, Usage, layout::column};

/// How intervals are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// Confidence level.
    pub level: f64,
    /// Whether the run could stop on what it saw: then only anytime-valid
    /// intervals are honest.
    pub always: bool,
    /// Number of blocks at which always-valid sequences are narrowest, fixed
    /// before the run.
    pub tightest: u64,
}

impl Manner {
    /// What a campaign that ended this way must use.
    #[must_use]
    pub fn of(plan: &Plan, ended: Ended) -> Self {
        let watched = matches!(plan.length, Length::Precision { .. }) || ended == Ended::Interrupted;
        Self { always: watched, ..Self::watched(plan) }
    }

    /// Always-valid intervals for a plan. They are narrowest where the run is
    /// expected to end: at its last block, or, for a precision run, where a
    /// fair two-seat game reaches the half-width (z / 2w)² blocks or so.
    #[must_use]
    pub fn watched(plan: &Plan) -> Self {
        let tightest = match plan.length {
            Length::Games(games) => games / 2,
            Length::Precision { half_width, most } => ((2.0 / half_width).powi(2) as u64).min(most),
        };
        Self { level: plan.level, always: true, tightest: tightest.max(100) }
    }
}

/// A named estimate.
#[derive(Debug, Clone, Serialize)]
pub struct Named {
    /// Metric, kebab-case.
    pub name: String,
    /// What is counted over what, one line.
    pub definition: String,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// The value with its interval.
    pub estimate: Estimate,
    /// The same with the luck of solved chance events taken out, where the
    /// ruleset counts it. The plain estimate stays the main one.
    pub adjusted: Option<Adjusted>,
    /// Difference from the base arm on shared luck, if there is one.
    pub difference: Option<Difference>,
}

/// A paired difference from the base arm.
#[derive(Debug, Clone, Serialize)]
pub struct Difference {
    /// Name of the base arm.
    pub base: String,
    /// This arm minus the base.
    pub estimate: Estimate,
    /// The same with the difference of both arms' luck taken out.
    pub adjusted: Option<Adjusted>,
    /// How many times as many games an unpaired comparison would need for the
    /// same interval.
    pub worth: Option<f64>,
    /// Two-sided p value of "no difference"; only where the number of games
    /// was fixed beforehand.
    pub p: Option<f64>,
}

/// Results of a seat or an entrant.
#[derive(Debug, Clone, Serialize)]
pub struct Place {
    /// Number, from 0.
    pub index: usize,
    /// Games won alone, shared, lost.
    pub results: Results,
    /// Games won alone over all games.
    pub win_rate: Estimate,
    /// Share of wins, shared ones divided, over all games.
    pub share: Estimate,
    /// Mean score.
    pub score: Estimate,
}

/// Everything estimated about one arm.
#[derive(Debug, Clone)]
pub struct ArmResult {
    /// Index in the plan.
    pub index: usize,
    /// Games played.
    pub games: u64,
    /// Blocks played.
    pub blocks: u64,
    /// Unfinished games by reason.
    pub unfinished: Vec<(&'static str, u64)>,
    /// By seat.
    pub seats: Vec<Place>,
    /// By entrant.
    pub entrants: Vec<Place>,
    /// Metrics: common ones first, then the ruleset's own.
    pub metrics: Vec<Named>,
    /// Distributions with their definitions.
    pub distributions: Vec<(Distribution, Histogram)>,
    /// Use of items.
    pub usage: Vec<(String, Usage)>,
}

impl ArmResult {
    /// The metric of this name.
    #[must_use]
    pub fn metric(&self, name: &str) -> Option<&Named> {
        self.metrics.iter().find(|metric| metric.name == name)
    }
}

/// Metrics that every ruleset has: name, definition, unit.
pub const COMMON: &[(&str, &str, Unit)] = &[
    (
        "first-seat-advantage",
        "share of wins of seat 0 minus an equal share of the decided games",
        Unit::Points,
    ),
    ("largest-seat-share", "share of wins of the seat that wins most, over all games", Unit::Share),
    ("shared-game-share", "games shared by two or more seats (drawn matches), over all games", Unit::Share),
    ("unfinished-share", "games stopped by a termination ruling, over all games", Unit::Share),
    ("decisions-per-game", "questions with more than one legal answer, per game", Unit::Number),
    (
        "questions-per-game",
        "decisions and forced moves (a single legal answer) together, per game",
        Unit::Number,
    ),
    ("winning-margin", "best score minus second-best score, per game", Unit::Number),
];

/// Names of all metrics of an arm, common ones first, seats and entrants last.
#[must_use]
pub fn metric_names(arm: &PlanArm) -> Vec<String> {
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let seats = arm.bots.len();
    let mut names: Vec<String> = COMMON.iter().map(|(name, ..)| (*name).to_owned()).collect();
    names.extend(own.iter().map(|metric| metric.name.to_owned()));
    for group in ["seat", "entrant"] {
        for kind in ["win-rate", "share", "score"] {
            names.extend((0..seats).map(|i| format!("{group}-{i}-{kind}")));
        }
    }
    names
}

/// A column divided by another: the form of every estimate.
#[derive(Debug, Clone, Copy)]
struct Quotient {
    column: usize,
    /// What the column counts per unit: 60 for sixtieths of a win.
    parts: f64,
    /// Denominator column.
    over: usize,
    unit: Unit,
    /// Whether the value is a proportion, bounded by 0 and 1.
    proportion: bool,
}

impl Quotient {
    fn new(column: usize, over: usize, unit: Unit) -> Self {
        Self { column, parts: 1.0, over, unit, proportion: unit == Unit::Share }
    }

    fn parts(self, parts: f64) -> Self {
        Self { parts, ..self }
    }

    /// Whether every block holds equally many units (games, seats), so that a
    /// block has a value of its own.
    const fn is_constant(&self) -> bool {
        self.over == column::GAMES || self.over == column::SEATS
    }

    /// What one block's value is divided by.
    fn per_block(&self, tally: &Tally) -> f64 {
        self.parts * tally.moments.sum(self.over) as f64 / tally.moments.blocks as f64
    }

    fn block_sums(&self, layout: &Layout, tally: &Tally) -> BlockSums {
        let moments = &tally.moments;
        let sum_sq = moments.product(layout, self.column, self.column);
        BlockSums { blocks: moments.blocks, sum: moments.sum(self.column), sum_sq }
    }

    fn pair_sums(&self, layout: &Layout, tally: &Tally) -> PairSums {
        let moments = &tally.moments;
        PairSums {
            blocks: moments.blocks,
            x: moments.sum(self.column),
            y: moments.sum(self.over),
            xx: moments.product(layout, self.column, self.column),
            yy: moments.product(layout, self.over, self.over),
            xy: moments.product(layout, self.column, self.over),
        }
    }

    fn estimate(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Estimate {
        let Manner { level, always, .. } = manner;
        let made = if self.is_constant() {
            let sums = self.block_sums(layout, tally);
            let per_block = self.per_block(tally);
            match (always, self.proportion) {
                (true, _) => asymptotic::mean(&sums, per_block, manner.tightest, level),
                (false, true) => rate::wilson_blocks(&sums, per_block, layout.seats as u32, level),
                (false, false) => mean::block_t(&sums, per_block, level),
            }
        } else {
            let sums = self.pair_sums(layout, tally);
            match (always, self.proportion) {
                (true, _) => asymptotic::ratio(&sums, manner.tightest, level),
                (false, true) => rate::wilson_ratio(&sums, level),
                (false, false) => mean::ratio(&sums, level),
            }
        };
        let made = made.unwrap_or_else(|| unknown(level));
        self.bounded(made)
    }

    fn bounded(&self, made: Estimate) -> Estimate {
        if self.proportion { made.within(0.0, 1.0) } else { made }
    }
}

/// Nothing is known: no block, or nothing to divide by.
fn unknown(level: f64) -> Estimate {
    Estimate::new(f64::NAN, (f64::NEG_INFINITY, f64::INFINITY), level, "none", 0)
}

/// Every metric of an arm as name, definition and quotient.
fn quotients(layout: &Layout, own: &[Metric]) -> Vec<(String, String, Quotient)> {
    let n = layout.seats;
    let mut all = Vec::new();
    for &(name, definition, unit) in COMMON {
        let quotient = match name {
            "first-seat-advantage" => {
                Quotient::new(column::ADVANTAGE, column::GAMES, unit).parts(f64::from(WIN) * n as f64)
            }
            "largest-seat-share" => continue,
            "shared-game-share" => Quotient::new(column::DRAWN, column::GAMES, unit),
            "unfinished-share" => Quotient::new(column::UNFINISHED, column::GAMES, unit),
            "decisions-per-game" => Quotient::new(column::DECISIONS, column::GAMES, unit),
            "questions-per-game" => Quotient::new(column::QUESTIONS, column::GAMES, unit),
            _ => Quotient::new(column::MARGIN, column::GAMES, unit),
        };
        all.push((name.to_owned(), definition.to_owned(), quotient));
    }
    for (i, metric) in own.iter().enumerate() {
        let over = layout.denominator(metric.over);
        let quotient = Quotient::new(column::OWN + i, over, metric.unit);
        all.push((metric.name.to_owned(), metric.definition.to_owned(), quotient));
    }
    all
}

type ColumnOf = fn(&Layout, usize) -> usize;

/// What is estimated of each seat and each entrant.
const PLACES: &[(&str, &str, ColumnOf, ColumnOf, Unit)] = &[
    ("win-rate", "games won alone, over all games", Layout::seat_win, Layout::entrant_win, Unit::Share),
    (
        "share",
        "share of wins, shared wins divided, over all games",
        Layout::seat_share,
        Layout::entrant_share,
        Unit::Share,
    ),
    ("score", "mean score per game", Layout::seat_score, Layout::entrant_score, Unit::Number),
];

fn place_quotients(layout: &Layout) -> Vec<(String, String, Quotient)> {
    let mut all = Vec::new();
    for (group, is_entrant) in [("seat", false), ("entrant", true)] {
        for &(kind, definition, seat, entrant, unit) in PLACES {
            for i in 0..layout.seats {
                let column = if is_entrant { entrant(layout, i) } else { seat(layout, i) };
                let quotient = Quotient::new(column, column::GAMES, unit);
                let quotient = if kind == "share" { quotient.parts(f64::from(WIN)) } else { quotient };
                all.push((format!("{group}-{i}-{kind}"), format!("{group} {i}: {definition}"), quotient));
            }
        }
    }
    all
}

/// The metric that a plan's progress, precision and verdict are about in one
/// arm.
#[must_use]
pub fn main_metric(arm: &PlanArm, plan: &Plan) -> String {
    if let Some(verdict) = &plan.verdict {
        return verdict.metric.clone();
    }
    if mirrored(arm) { "first-seat-advantage".to_owned() } else { "entrant-0-share".to_owned() }
}

/// The unit of an arm's main metric.
#[must_use]
pub fn main_unit(arm: &PlanArm, plan: &Plan) -> Unit {
    unit_of(arm, &main_metric(arm, plan))
}

/// The unit of an arm's metric.
#[must_use]
pub fn unit_of(arm: &PlanArm, name: &str) -> Unit {
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let common = COMMON.iter().find(|(other, ..)| *other == name).map(|(.., unit)| *unit);
    let found = common.or_else(|| own.iter().find(|metric| metric.name == name).map(|metric| metric.unit));
    found.unwrap_or(if name.ends_with("-score") { Unit::Number } else { Unit::Share })
}

/// Whether all entrants of an arm are the same bot with the same squad.
#[must_use]
pub fn mirrored(arm: &PlanArm) -> bool {
    arm.bots.windows(2).all(|pair| pair[0] == pair[1]) && arm.squads.windows(2).all(|pair| pair[0] == pair[1])
}

/// How a metric is read off the columns of blocks: the sum of one column over
/// `parts` times the sum of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Numerator.
    pub column: usize,
    /// What the numerator counts per unit: 60 for sixtieths of a win.
    pub parts: f64,
    /// Denominator.
    pub over: usize,
}

/// How a metric of an arm is read off its blocks; `None` for a name that the
/// arm doesn't have and for `largest-seat-share`, which is no such ratio.
#[must_use]
pub fn reading(arm: &PlanArm, layout: &Layout, metric: &str) -> Option<Reading> {
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let mut all = quotients(layout, own);
    all.extend(place_quotients(layout));
    let (.., quotient) = all.into_iter().find(|(name, ..)| name == metric)?;
    let Quotient { column, parts, over, .. } = quotient;
    Some(Reading { column, parts, over })
}

/// The always-valid interval of an arm's main metric, for progress and stop
/// rules.
#[must_use]
pub fn main_always(arm: &PlanArm, plan: &Plan, tally: &Tally, layout: &Layout) -> Estimate {
    let name = main_metric(arm, plan);
    let manner = Manner::watched(plan);
    if name == "largest-seat-share" {
        return largest(layout, tally, manner);
    }
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let mut all = quotients(layout, own);
    all.extend(place_quotients(layout));
    let found = all.into_iter().find(|(other, ..)| *other == name);
    found.map_or_else(|| unknown(manner.level), |(.., q)| q.estimate(layout, tally, manner))
}

/// The largest seat share: the seat is chosen by looking, so its interval
/// carries Bonferroni's correction over the seats.
fn largest(layout: &Layout, tally: &Tally, manner: Manner) -> Estimate {
    let strict = Manner { level: 1.0 - (1.0 - manner.level) / layout.seats as f64, ..manner };
    let best = (0..layout.seats).max_by_key(|&seat| tally.moments.sum(layout.seat_share(seat))).unwrap_or(0);
    let quotient = Quotient::new(layout.seat_share(best), column::GAMES, Unit::Share).parts(f64::from(WIN));
    let estimate = quotient.estimate(layout, tally, strict);
    let method = if manner.always { "asymptotic-cs-bonferroni" } else { "wilson-block-bonferroni" };
    Estimate { level: manner.level, method, ..estimate }
}

/// An arm's base with what it has played.
struct Base<'a> {
    name: &'a str,
    tally: &'a Tally,
}

/// This arm's value minus the base's, from paired blocks.
fn difference(
    quotient: &Quotient,
    layout: &Layout,
    played: &Played,
    base: &Base<'_>,
    manner: Manner,
) -> Option<Difference> {
    let cross = played.cross.as_ref()?;
    if !quotient.is_constant() {
        return ratio_difference(quotient, layout, played, base, manner);
    }
    let own = quotient.block_sums(layout, &played.tally);
    let other = quotient.block_sums(layout, base.tally);
    let sums = PairSums {
        blocks: own.blocks,
        x: own.sum,
        y: other.sum,
        xx: own.sum_sq,
        yy: other.sum_sq,
        xy: cross.products[quotient.column],
    };
    let per_block = quotient.per_block(&played.tally);
    let estimate = if manner.always {
        asymptotic::difference(&sums, per_block, manner.tightest, manner.level)
    } else {
        paired::difference(&sums, per_block, manner.level)
    }?;
    let gain = paired::gain(&sums, layout.seats as u32, None);
    let p = (!manner.always).then(|| paired::test(&sums));
    let adjusted = quotient.adjusted_difference(layout, played, base.tally, manner);
    Some(Difference { base: base.name.to_owned(), estimate, adjusted, worth: gain.map(|g| g.blocks), p })
}

/// The same for a ratio of two sums in each arm: the delta method over paired
/// blocks, with all four columns' covariances.
fn ratio_difference(
    quotient: &Quotient,
    layout: &Layout,
    played: &Played,
    base: &Base<'_>,
    manner: Manner,
) -> Option<Difference> {
    let cross = played.cross.as_ref()?;
    let slot = layout.ratios.iter().position(|&(column, _)| usize::from(column) == quotient.column)?;
    let own = quotient.pair_sums(layout, &played.tally);
    let other = quotient.pair_sums(layout, base.tally);
    let sums = RatioPairSums {
        first: own,
        second: other,
        xx: cross.products[quotient.column],
        xy: cross.mixed[slot][0],
        yx: cross.mixed[slot][1],
        yy: cross.products[quotient.over],
    };
    let (estimate, worth, p) = paired::ratio_difference(&sums, manner.level)?;
    if manner.always {
        let estimate = asymptotic::ratio_difference(&sums, manner.tightest, manner.level)?;
        return Some(Difference { base: base.name.to_owned(), estimate, adjusted: None, worth, p: None });
    }
    Some(Difference { base: base.name.to_owned(), estimate, adjusted: None, worth, p: Some(p) })
}

/// Estimates everything about every arm.
#[must_use]
pub fn estimate(
    plan: &Plan,
    shapes: &[(Layout, Vec<String>)],
    played: &[Played],
    manner: Manner,
) -> Vec<ArmResult> {
    let one = |(index, arm): (usize, &Played)| {
        let plan_arm = &plan.arms[index];
        let (layout, items) = &shapes[index];
        let info = rulesets::info(plan_arm.ruleset);
        let own = info.as_ref().map_or(&[][..], |info| info.metrics);
        let base = plan_arm
            .base
            .filter(|_| arm.cross.is_some())
            .map(|base| Base { name: &plan.arms[base].name, tally: &played[base].tally });
        let named = |(name, definition, quotient): (String, String, Quotient)| {
            let estimate = quotient.estimate(layout, &arm.tally, manner);
            let difference = base.as_ref().and_then(|base| difference(&quotient, layout, arm, base, manner));
            let adjusted = quotient.adjusted(layout, &arm.tally, manner);
            Named { name, definition, unit: quotient.unit, estimate, adjusted, difference }
        };
        let mut metrics: Vec<Named> = quotients(layout, own).into_iter().map(named).collect();
        let (name, definition, unit) = COMMON[1];
        let estimate = largest(layout, &arm.tally, manner);
        let largest = Named {
            name: name.to_owned(),
            definition: definition.to_owned(),
            unit,
            estimate,
            adjusted: None,
            difference: None,
        };
        metrics.insert(1, largest);
        let places: Vec<Named> = place_quotients(layout).into_iter().map(named).collect();
        let n = layout.seats;
        let place = |group: usize, results: &[Results]| {
            let at = |kind: usize, i: usize| places[(group * PLACES.len() + kind) * n + i].estimate;
            (0..n)
                .map(|i| Place {
                    index: i,
                    results: results[i],
                    win_rate: at(0, i),
                    share: at(1, i),
                    score: at(2, i),
                })
                .collect()
        };
        let seats = place(0, &arm.tally.seats);
        let entrants = place(1, &arm.tally.entrants);
        metrics.extend(places);
        let reasons = unfinished_reasons(plan_arm.ruleset);
        let distributions = info.as_ref().map_or(&[][..], |info| info.distributions);
        ArmResult {
            index,
            games: arm.tally.games,
            blocks: arm.tally.moments.blocks,
            unfinished: reasons.iter().copied().zip(arm.tally.unfinished.iter().copied()).collect(),
            seats,
            entrants,
            metrics,
            distributions: distributions
                .iter()
                .copied()
                .zip(arm.tally.distributions.iter().cloned())
                .collect(),
            usage: items.iter().cloned().zip(arm.tally.usage.iter().copied()).collect(),
        }
    };
    played.iter().enumerate().map(one).collect()
}

fn unfinished_reasons(ruleset: &str) -> &'static [&'static str] {
    rulesets::info(ruleset).map_or(&[][..], |info| info.unfinished)
}
