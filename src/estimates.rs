//! From tallies to estimates: every number of a report is made here, once,
//! from the merged tally, with its interval, method and count.
//!
//! The block is the unit of every variance. Rates get Wilson's interval at the
//! effective sample size that the blocks show (Kish's design effect), other
//! means and paired differences Student's t over blocks, ratios of two sums the
//! delta method over blocks; but for rates all of them suppose two blocks more
//! than were seen ([`imagined`]), so that nothing is called impossible because
//! it has not happened yet. A run that could stop on where an interval lies gets
//! anytime-valid sequences instead ([`strict`]); one that stops on how wide it
//! is, on a fixed grid of looks, the plain intervals of its last look.

pub mod adjusted;
mod difference;
mod exchange;
pub mod quantile;
mod quotient;
mod seats;
pub mod strict;
#[cfg(test)]
mod tests;
pub mod unused;

use std::sync::Arc;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::adjusted::Adjusted;
use self::difference::{Base, difference};
use self::quotient::Quotient;
use crate::arena::group::Pair;
use crate::campaign::{Ended, Judge, Played};
use crate::game::{Distribution, Stop, Unit};
use crate::metric::{self, Group, Kind, Metric};
use crate::scenario::{Length, Plan, PlanArm};
use crate::stats::exchange::Exchange;
#[cfg(doc)]
use crate::stats::imagined;
use crate::stats::seats::EqualShares;
use crate::stats::{Estimate, Method};
use crate::tally::{Histogram, Layout, Results, Shape, Tally, Usage};

/// How intervals are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// Confidence level.
    pub level: f64,
    /// Whether the run could stop on where its intervals lie: then only
    /// anytime-valid ones are honest.
    pub always: bool,
    /// Number of blocks at which always-valid sequences are narrowest, fixed
    /// before the run.
    pub tightest: u64,
}

impl Manner {
    /// What a campaign that ended this way must use.
    #[must_use]
    pub fn of(plan: &Plan, ended: Ended) -> Self {
        Self { always: Self::deciding(plan).always || ended == Ended::Interrupted, ..Self::watched(plan) }
    }

    /// What a run that plays for a precision stops on: its plain interval,
    /// unless intervals that hold at all looks together are asked for.
    #[must_use]
    pub fn deciding(plan: &Plan) -> Self {
        let always = matches!(plan.length, Length::Precision { anytime: true, .. });
        Self { always, ..Self::watched(plan) }
    }

    /// Always-valid intervals for a plan. They are narrowest where the run is
    /// expected to end: at its last block, or, for a precision run, where a
    /// fair two-seat game reaches the half-width (z / 2w)² blocks or so.
    #[must_use]
    pub fn watched(plan: &Plan) -> Self {
        let tightest = match plan.length {
            Length::Games(games) => games / 2,
            Length::Precision { half_width, most, .. } => ((2.0 / half_width).powi(2) as u64).min(most),
        };
        Self { level: plan.level, always: true, tightest: tightest.max(100) }
    }
}

/// A named estimate.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Named {
    /// The metric.
    #[serde(skip)]
    pub metric: Metric,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// The value with its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The same with the luck of solved chance events taken out, where the
    /// ruleset counts it (`levelpitch list rulesets` names what): a control
    /// variate whose mean is known to be 0. The plain estimate stays the main
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Box<Adjusted>>,
    /// Difference from the base arm on shared luck, if there is one.
    #[serde(skip)]
    pub difference: Option<Difference>,
}

/// A paired difference from the base arm.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Difference {
    /// Name of the base arm, one text for all metrics of an arm.
    #[serde(skip)]
    pub base: Arc<str>,
    /// This arm minus the base.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The same with the difference of both arms' luck taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Box<Adjusted>>,
    /// How many times as many games an unpaired comparison would need for the
    /// same interval.
    #[serde(skip)]
    pub worth: Option<f64>,
    /// Two-sided p value of "no difference"; only where the number of games
    /// was fixed beforehand.
    #[serde(skip)]
    pub p: Option<f64>,
    /// Whether both arms added up to the same in every block. Arms that may
    /// part in one block of a thousand often have not in a hundred.
    #[serde(skip)]
    pub same: bool,
}

impl Difference {
    /// An interval alone: no p value, no gain, no adjustment.
    fn bare(base: &Arc<str>, estimate: Estimate) -> Self {
        Self { base: base.clone(), estimate, adjusted: None, worth: None, p: None, same: false }
    }
}

/// Results of a seat or an entrant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Place {
    /// Number, from 0.
    #[serde(skip)]
    pub index: usize,
    /// Games won alone, shared, lost.
    #[serde(flatten)]
    pub results: Results,
    /// Games won alone over all games.
    pub win_rate: Estimate,
    /// Share of wins, shared ones divided, over all games.
    pub share: Estimate,
    /// Mean score.
    pub score: Estimate,
}

/// How long what a ruleset counts as its length lasts, in turns.
#[derive(Debug, Clone, Copy)]
pub struct Duration {
    /// What it is the length of, in the plural: games, matches.
    pub of: &'static str,
    /// The turns that 5 and 95 of a hundred stay within.
    pub range: [Estimate; 2],
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
    pub unfinished: Vec<(Stop, u64)>,
    /// By seat; the intervals of their shares hold all at once, those of
    /// single metrics each on its own.
    pub seats: Vec<Place>,
    /// By seat: its share of the wins minus an equal share of those of all
    /// seats, with intervals that hold all at once.
    pub edges: Vec<Estimate>,
    /// The test that all seats win equally often; `None` where the run could
    /// stop on what it saw.
    pub equal_seats: Option<EqualShares>,
    /// By entrant.
    pub entrants: Vec<Place>,
    /// How long nine in ten games are, where the ruleset counts that.
    pub duration: Option<Duration>,
    /// Metrics: common ones first, then the ruleset's own, then the quantiles
    /// that the plan asks for, then seats and entrants.
    pub metrics: Vec<Named>,
    /// Changes of one metric per unit of another against the base arm, by the
    /// position of the finding that asks for it.
    pub exchanges: Vec<(usize, Exchange)>,
    /// Distributions with their definitions.
    pub distributions: Vec<(Distribution, Histogram)>,
    /// Names of the items that may be used.
    pub items: Arc<[String]>,
    /// Use of each of them.
    pub usage: Vec<Usage>,
}

impl ArmResult {
    /// The estimate of a metric.
    #[must_use]
    pub fn metric(&self, metric: Metric) -> Option<&Named> {
        self.metrics.iter().find(|named| named.metric == metric)
    }

    /// The estimate of the metric of this name.
    #[must_use]
    pub fn called(&self, name: &str) -> Option<&Named> {
        self.metrics.iter().find(|named| named.metric.to_string() == name)
    }

    /// Every item with its use.
    pub fn used(&self) -> impl Iterator<Item = (&str, &Usage)> {
        self.items.iter().map(String::as_str).zip(&self.usage)
    }

    /// The seat farthest from an equal share; the lowest of equals.
    #[must_use]
    pub fn farthest(&self) -> usize {
        seats::farthest(&self.edges)
    }

    /// Whether any game came to its end.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.unfinished.iter().map(|(_, n)| n).sum::<u64>() < self.games
    }

    /// Whether so few games came to their end that the rest say nothing.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        let open: u64 = self.unfinished.iter().map(|(_, n)| n).sum();
        2 * open > self.games
    }

    /// Whether any game was won by a seat: without one there is no edge of the
    /// first.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.seats.iter().any(|seat| seat.results.wins + seat.results.draws > 0)
    }
}

/// Nothing is known: no block, or nothing to divide by.
fn unknown(level: f64) -> Estimate {
    Estimate::new(f64::NAN, (f64::NEG_INFINITY, f64::INFINITY), level, Method::Unknown, 0)
}

/// A plan that is watched while it is played, for progress and stop rules.
pub struct Watched<'a>(pub &'a Plan);

impl Judge for Watched<'_> {
    fn pairs(&self, arm: usize, layout: &Layout) -> Vec<Pair> {
        exchange::asked(self.0, arm, layout).into_iter().map(|asked| asked.pair).collect()
    }

    fn main(&self, arm: usize, layout: &Layout, tally: &Tally) -> Estimate {
        let Self(plan) = *self;
        let arm = &plan.arms[arm];
        strict::of(arm, layout, tally, plan.main_metric(arm), Manner::deciding(plan))
    }
}

/// An arm of which everything is to be estimated.
struct Subject<'a> {
    arm: &'a PlanArm,
    layout: &'a Layout,
    played: &'a Played,
    base: Option<Base<'a>>,
    manner: Manner,
}

impl Subject<'_> {
    /// A metric of this arm.
    fn named(&self, metric: Metric) -> Named {
        let Self { arm, layout, played, manner, .. } = *self;
        let tally = &played.tally;
        let base = self.base.as_ref();
        let unit = metric.unit();
        let mut named = match Quotient::of(arm, layout, metric) {
            Some(quotient) => Named {
                metric,
                unit,
                estimate: quotient.estimate(layout, tally, manner),
                adjusted: quotient.adjusted(layout, tally, manner).map(Box::new),
                difference: base.and_then(|base| difference(&quotient, layout, played, base, manner)),
            },
            None if metric == Metric::SEAT_GAP => Named {
                metric,
                unit,
                estimate: seats::gap(layout, tally, manner).unwrap_or_else(|| unknown(manner.level)),
                adjusted: seats::adjusted_gap(layout, tally, manner).map(Box::new),
                difference: base.and_then(|base| {
                    let change = |edge: &Quotient, manner| {
                        Some(difference(edge, layout, played, base, manner)?.estimate)
                    };
                    seats::gap_difference(layout, played, base, manner, &change)
                }),
            },
            None => Named {
                metric,
                unit,
                estimate: strict::of(arm, layout, tally, metric, manner),
                adjusted: None,
                difference: base.and_then(|base| {
                    quantile::difference(arm, metric, tally, base, played.cross.as_ref(), manner)
                }),
            },
        };
        // No game that a player won, no edge of the first one.
        if metric == Metric::FIRST_SEAT {
            if !tally.is_decided() {
                (named.estimate, named.adjusted, named.difference) = (unknown(manner.level), None, None);
            } else if base.is_some_and(|base| !base.tally.is_decided()) {
                named.difference = None;
            }
        }
        // A few games allow for more than a share can be.
        if let Some(least) = match unit {
            Unit::Share => Some(0.0),
            Unit::Points => Some(-1.0),
            Unit::Number => None,
        } {
            named.estimate = named.estimate.within(least, 1.0);
            if let Some(difference) = &mut named.difference {
                difference.estimate = difference.estimate.within(-1.0, 1.0);
            }
        }
        named
    }

    /// Seats or entrants with what was estimated of each.
    fn places(&self, group: Group, results: &[Results], metrics: &[Named]) -> Vec<Place> {
        let one = |(index, &results): (usize, &Results)| {
            let of = |kind| {
                let wanted = Metric::Place(metric::Place { group, index, kind });
                let found = metrics.iter().find(|named| named.metric == wanted);
                found.map_or_else(|| unknown(self.manner.level), |named| named.estimate)
            };
            let (win_rate, share, score) = (of(Kind::WinRate), of(Kind::Share), of(Kind::Score));
            Place { index, results, win_rate, share, score }
        };
        results.iter().enumerate().map(one).collect()
    }
}

/// An arm of a plan that was played.
fn subject<'a>(
    plan: &'a Plan,
    shapes: &'a [Shape],
    played: &'a [Played],
    index: usize,
    manner: Manner,
) -> Subject<'a> {
    let (arm, layout, own) = (&plan.arms[index], &shapes[index].0, &played[index]);
    // Of a large group that was cut, some arms have played on with a base whose sums stop short.
    let together = |base: &usize| own.cross.is_some() && played[*base].blocks == own.blocks;
    let base = arm
        .base
        .filter(together)
        .map(|base| Base { name: plan.arms[base].name.to_string().into(), tally: &played[base].tally });
    Subject { arm, layout, played: own, base, manner }
}

/// The estimate of one metric of one arm; `None` where it has no such metric.
#[must_use]
pub fn estimate_one(
    plan: &Plan,
    shapes: &[Shape],
    played: &[Played],
    (arm, metric): (usize, Metric),
    manner: Manner,
) -> Option<Named> {
    let metric = plan.arms[arm].metrics().here(metric)?;
    Some(subject(plan, shapes, played, arm, manner).named(metric))
}

/// Estimates everything about every arm.
#[must_use]
pub fn estimate(plan: &Plan, shapes: &[Shape], played: &[Played], manner: Manner) -> Vec<ArmResult> {
    let asked = plan.quantiles();
    let one = |(index, own): (usize, &Played)| {
        let subject = subject(plan, shapes, played, index, manner);
        let Subject { arm, layout, .. } = subject;
        let items = &shapes[index].1;
        let known = arm.metrics();
        let (places, others): (Vec<Metric>, Vec<Metric>) = known.all().partition(|m| m.is_of_place());
        let asked = asked.iter().filter_map(|&metric| known.here(metric));
        let metrics = others.into_iter().chain(asked).chain(places).map(|metric| subject.named(metric));
        let metrics: Vec<Named> = metrics.collect();
        let tally = &own.tally;
        let mut seats = subject.places(Group::Seat, &tally.seats, &metrics);
        for (seat, share) in seats.iter_mut().zip(seats::shares(layout, tally, manner)) {
            seat.share = share;
        }
        ArmResult {
            index,
            games: tally.games,
            blocks: tally.moments.blocks,
            unfinished: arm
                .ruleset
                .unfinished
                .iter()
                .copied()
                .zip(tally.unfinished.iter().copied())
                .collect(),
            seats,
            edges: seats::edges(layout, tally, manner),
            equal_seats: seats::equal(layout, tally, manner),
            entrants: subject.places(Group::Entrant, &tally.entrants, &metrics),
            duration: known.length().map(|(of, range)| {
                let range = range.map(|end| quantile::value(arm, end, tally, manner));
                Duration { of, range }
            }),
            metrics,
            exchanges: exchange::of(plan, index, layout, own.cross.as_ref(), manner),
            distributions: (arm.ruleset.distributions())
                .iter()
                .copied()
                .zip(tally.distributions.iter().cloned())
                .collect(),
            items: items.clone(),
            usage: tally.usage.to_vec(),
        }
    };
    played.par_iter().enumerate().map(one).collect()
}
