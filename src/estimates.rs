//! From tallies to estimates: every number of a report is made here, once,
//! from the merged tally, with its interval, method and count.
//!
//! The block is the unit of every variance. Rates get Wilson's interval at the
//! effective sample size that the blocks show (Kish's design effect), other
//! means and paired differences Student's t over blocks, ratios of two sums the
//! delta method over blocks; but for rates all of them suppose two blocks more
//! than were seen ([`imagined`]), so that nothing is called impossible because
//! it has not happened yet. A run that was watched and could stop on what it
//! saw gets anytime-valid sequences instead ([`strict`]).

pub mod adjusted;
mod difference;
pub mod exchange;
pub mod quantile;
mod seats;
pub mod strict;

use serde::Serialize;

pub use self::adjusted::Adjusted;
use self::difference::{Base, difference};
use self::quantile::Quantile;
use self::seats::largest;
use crate::arena::campaign::{Ended, Played};
use crate::game::{Distribution, Metric, Unit, WIN};
use crate::rulesets;
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::{Fault, nearest};
use crate::stats::estimate::Estimate;
use crate::stats::exchange::Exchange;
use crate::stats::seats::EqualShares;
use crate::stats::sums::{BlockSums, PairSums};
use crate::stats::{imagined, mean, rate};
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
    /// Whether both arms added up to the same in every block. Arms that may
    /// part in one block of a thousand often have not in a hundred.
    #[serde(skip)]
    pub same: bool,
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
    /// By seat; the intervals of their shares hold all at once, those of
    /// single metrics each on its own.
    pub seats: Vec<Place>,
    /// The test that all seats win equally often; `None` where the run could
    /// stop on what it saw.
    pub equal_seats: Option<EqualShares>,
    /// By entrant.
    pub entrants: Vec<Place>,
    /// Metrics: common ones first, then the ruleset's own, then the quantiles
    /// that the plan asks for, then seats and entrants.
    pub metrics: Vec<Named>,
    /// Changes of one metric per unit of another against the base arm, by the
    /// position of the finding that asks for it.
    pub exchanges: Vec<(usize, Exchange)>,
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

    /// Whether any game came to its end.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.unfinished.iter().map(|(_, n)| n).sum::<u64>() < self.games
    }

    /// Whether any game was won by a seat: without one there is no edge of the
    /// first.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.seats.iter().any(|seat| seat.results.wins + seat.results.draws > 0)
    }
}

/// Metrics that every ruleset has: name, definition, unit.
pub const COMMON: &[(&str, &str, Unit)] = &[
    (
        "first-seat-advantage",
        "share of all games that seat 0 wins, minus an equal share of the games that players win",
        Unit::Points,
    ),
    (
        "largest-seat-share",
        "share of wins of the seat that wins most, over all games; its interval allows for picking that seat",
        Unit::Share,
    ),
    ("shared-game-share", "games shared by two or more seats (drawn matches), over all games", Unit::Share),
    ("unfinished-share", "games stopped by a termination ruling, over all games", Unit::Share),
    ("decisions-per-game", "questions with more than one legal answer, per game", Unit::Number),
    (
        "questions-per-game",
        "decisions and forced moves (a single legal answer) together, per game",
        Unit::Number,
    ),
    ("winning-margin", "best score minus second-best score among the players, per game", Unit::Number),
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

/// Whether an arm can be asked for this metric: one that every report shows,
/// or a [`quantile`].
#[must_use]
pub fn has_metric(arm: &PlanArm, name: &str) -> bool {
    metric_names(arm).iter().any(|known| known == name) || Quantile::of(arm, name).is_some()
}

/// What to tell about a metric that an arm doesn't have: the nearest, and
/// where all are listed. `found` is how the name was found, in words.
#[must_use]
pub fn no_metric(arm: &PlanArm, key: &str, found: String, name: &str) -> Fault {
    let mut known = metric_names(arm);
    known.extend(quantile::medians(arm));
    let longer = || known.iter().find(|known| known.starts_with(name)).cloned();
    let close = || nearest(name, known.iter().map(String::as_str)).map(str::to_owned).or_else(longer);
    let allowed =
        format!("one of {} (`levelpitch list metrics {}`), {}", known.len(), arm.ruleset, quantile::OTHERS);
    let fault = Fault::new(key, found, allowed);
    match quantile::near(arm, name).or_else(close) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault,
    }
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

    /// How far off the mean an imagined block lies, in the column's own units:
    /// by all of its units where that is known (shares, the first seat's edge),
    /// otherwise by one count in each of its games.
    fn off(&self, tally: &Tally) -> i128 {
        if self.proportion || self.column == column::ADVANTAGE {
            (self.per_block(tally).round() as i128).max(1)
        } else {
            i128::from(tally.per_block())
        }
    }

    fn estimate(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Estimate {
        let made = if manner.always {
            self.always(layout, tally, manner)
        } else {
            self.fixed(layout, tally, manner.level)
        };
        self.bounded(made.unwrap_or_else(|| unknown(manner.level)))
    }

    /// For a number of blocks that was fixed beforehand.
    fn fixed(&self, layout: &Layout, tally: &Tally, level: f64) -> Option<Estimate> {
        if tally.moments.blocks == 0 {
            return None;
        }
        if self.is_constant() {
            let sums = self.block_sums(layout, tally);
            let per_block = self.per_block(tally);
            if self.proportion {
                return rate::wilson_blocks(&sums, per_block, tally.per_block(), level);
            }
            let made = mean::block_t(&imagined::mean(&sums, self.off(tally)), per_block, level)?;
            let unvaried = sums.variance() == Some(0.0);
            return Some(Estimate {
                method: if unvaried { imagined::UNVARIED } else { made.method },
                ..made
            });
        }
        let sums = self.pair_sums(layout, tally);
        if self.proportion {
            return rate::wilson_ratio(&sums, level);
        }
        mean::ratio(&imagined::ratio(&sums, self.off(tally)), level)
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
    if Quantile::of(arm, name).is_some() {
        return Unit::Number;
    }
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let common = COMMON.iter().find(|(other, ..)| *other == name).map(|(.., unit)| *unit);
    let found = common.or_else(|| own.iter().find(|metric| metric.name == name).map(|metric| metric.unit));
    found.unwrap_or(if name.ends_with("-score") { Unit::Number } else { Unit::Share })
}

/// Whether all entrants of an arm are the same bot with the same squad.
#[must_use]
pub fn mirrored(arm: &PlanArm) -> bool {
    arm.mirrored()
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
/// arm doesn't have and for `largest-seat-share` and quantiles, which are no
/// such ratios.
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
        return largest(layout, tally, manner).unwrap_or_else(|| unknown(manner.level));
    }
    if let Some(quantile) = Quantile::of(arm, &name) {
        return quantile.estimate(tally, manner);
    }
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let mut all = quotients(layout, own);
    all.extend(place_quotients(layout));
    let found = all.into_iter().find(|(other, ..)| *other == name);
    found.map_or_else(|| unknown(manner.level), |(.., q)| q.estimate(layout, tally, manner))
}

/// Estimates everything about every arm.
#[must_use]
pub fn estimate(
    plan: &Plan,
    shapes: &[(Layout, Vec<String>)],
    played: &[Played],
    manner: Manner,
) -> Vec<ArmResult> {
    let asked = quantile::asked(plan);
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
        let estimate = largest(layout, &arm.tally, manner).unwrap_or_else(|| unknown(manner.level));
        let largest = Named {
            name: name.to_owned(),
            definition: definition.to_owned(),
            unit,
            estimate,
            adjusted: None,
            difference: None,
        };
        metrics.insert(1, largest);
        // No game that a player won, no edge of the first one.
        let is_decided = |tally: &Tally| tally.seats.iter().any(|seat| seat.wins + seat.draws > 0);
        let edge = &mut metrics[0];
        if !is_decided(&arm.tally) {
            (edge.estimate, edge.adjusted, edge.difference) = (unknown(manner.level), None, None);
        } else if base.as_ref().is_some_and(|base| !is_decided(base.tally)) {
            edge.difference = None;
        }
        metrics.extend(asked.iter().filter_map(|name| {
            let base = base.as_ref().map(|base| (base.name, base.tally));
            Some(Quantile::of(plan_arm, name)?.named(name, plan_arm, &arm.tally, base, manner))
        }));
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
        let mut by_seat: Vec<Place> = place(0, &arm.tally.seats);
        for (seat, share) in by_seat.iter_mut().zip(seats::shares(layout, &arm.tally, manner)) {
            seat.share = share;
        }
        let equal_seats = seats::equal(layout, &arm.tally, manner);
        let entrants = place(1, &arm.tally.entrants);
        metrics.extend(places);
        let reasons = unfinished_reasons(plan_arm.ruleset);
        let distributions = info.as_ref().map_or(&[][..], |info| info.distributions);
        ArmResult {
            index,
            games: arm.tally.games,
            blocks: arm.tally.moments.blocks,
            unfinished: reasons.iter().copied().zip(arm.tally.unfinished.iter().copied()).collect(),
            seats: by_seat,
            equal_seats,
            entrants,
            metrics,
            exchanges: exchange::of(plan, index, layout, arm.cross.as_ref(), manner),
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
