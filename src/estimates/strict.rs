//! One metric of one arm, for whoever decides on it: gates in CI.
//!
//! Whoever may stop at the first look must not be fooled by what has not
//! happened yet. Shares and the first seat's edge therefore get sequences that
//! hold at every sample size ([`self_normalised`]), as those of quantiles do,
//! and in gates so do their differences; the rest gets asymptotic ones that
//! suppose two blocks more than were seen ([`imagined`]), so that no event is
//! called impossible because it was not seen.
//!
//! What can't be had: a count that comes rarely and in lumps larger than one
//! per game (five cards at once in one game of a thousand) may surprise the
//! asymptotic sequences, because nothing says how large a lump can be.

use super::quotient::Quotient;
use super::seats;
use super::{Base, Difference, Manner, difference, quantile, unknown};
use crate::campaign::Played;
use crate::metric::{Common, Metric};
use crate::scenario::PlanArm;
use crate::stats::imagined;
use crate::stats::sequential::{asymptotic, self_normalised};
use crate::stats::{Estimate, Method};
use crate::tally::{Layout, Tally};

/// What an arm has played, with its shape.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// The arm.
    pub arm: &'a PlanArm,
    /// Shape of its tally.
    pub layout: &'a Layout,
    /// What it has played.
    pub played: &'a Played,
}

impl Sample<'_> {
    fn base(&self) -> Base<'_> {
        Base { name: self.arm.name.to_string().into(), tally: &self.played.tally }
    }
}

impl Quotient {
    /// The least and the most that a block's value can be, where that is
    /// known.
    fn range(&self, seats: usize) -> Option<(f64, f64)> {
        let seats = seats as f64;
        if self.edge {
            Some((-1.0 / seats, 1.0 - 1.0 / seats))
        } else {
            (self.proportion && self.is_constant()).then_some((0.0, 1.0))
        }
    }

    /// A sequence for whoever looks while games are played.
    pub(super) fn always(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Option<Estimate> {
        let Manner { level, tightest, .. } = manner;
        if tally.moments.blocks == 0 {
            return None;
        }
        let off = self.off(tally);
        if !self.is_constant() {
            let sums = imagined::ratio(&self.pair_sums(layout, tally), off);
            return asymptotic::ratio(&sums, tightest, level);
        }
        let sums = self.block_sums(layout, tally);
        let per_block = self.per_block(tally);
        match self.range(layout.seats) {
            Some(range) => self_normalised::mean(&sums, per_block, range, tightest, level),
            None => {
                let made = asymptotic::mean(&imagined::mean(&sums, off), per_block, tightest, level)?;
                let unvaried = sums.variance() == Some(0.0);
                Some(Estimate { method: if unvaried { Method::UnvariedCs } else { made.method }, ..made })
            }
        }
    }

    fn always_difference(
        &self,
        layout: &Layout,
        played: &Played,
        base: &Tally,
        manner: Manner,
    ) -> Option<Estimate> {
        let Manner { level, tightest, .. } = manner;
        let off = self.off(&played.tally);
        if !self.is_constant() {
            let sums = self.paired_ratio_sums(layout, played, base)?;
            let spread = imagined::ratio_difference(&sums, self.off_of_ratio(&played.tally))?;
            return Some(asymptotic::of_spread(&spread, sums.first.blocks, tightest, level));
        }
        let both = self.paired_sums(layout, played, base)?;
        let per_block = self.per_block(&played.tally);
        match self.range(layout.seats) {
            Some((least, most)) => {
                let ends = (least - most, most - least);
                self_normalised::mean(&both.difference(), per_block, ends, tightest, level)
            }
            None => asymptotic::mean(&imagined::difference(&both, off), per_block, tightest, level),
        }
    }
}

/// A metric of what was counted.
pub(super) fn of(arm: &PlanArm, layout: &Layout, tally: &Tally, metric: Metric, manner: Manner) -> Estimate {
    let made = match metric {
        // Its sequence holds at every sample size as it is.
        Metric::Quantile(quantile) => return quantile::value(arm, quantile, tally, manner),
        Metric::SEAT_GAP => seats::gap(layout, tally, manner),
        Metric::Common(Common::LargestSeatShare) => seats::largest(layout, tally, manner),
        Metric::Common(_) | Metric::Own(_) | Metric::Place(_) => {
            let known = Quotient::of(arm, layout, metric).filter(|_| tally.games > 0);
            known.map(|quotient| quotient.estimate(layout, tally, manner))
        }
    };
    made.unwrap_or_else(|| unknown(manner.level))
}

/// A metric with its interval; unbounded while nothing is known.
#[must_use]
pub fn value(sample: &Sample<'_>, metric: Metric, manner: Manner) -> Estimate {
    of(sample.arm, sample.layout, &sample.played.tally, metric, manner)
}

/// A metric minus that of the arm it was played side by side with; `None`
/// where there is no such pair.
#[must_use]
pub fn against(sample: &Sample<'_>, base: &Sample<'_>, metric: Metric, manner: Manner) -> Option<Difference> {
    let Sample { arm, layout, played } = *sample;
    let change = |quotient: &Quotient, manner: Manner| {
        if manner.always {
            quotient.always_difference(layout, played, &base.played.tally, manner)
        } else {
            Some(difference(quotient, layout, played, &base.base(), manner)?.estimate)
        }
    };
    if metric == Metric::SEAT_GAP {
        return seats::gap_difference(layout, played, &base.base(), manner, &change);
    }
    let Some(quotient) = Quotient::of(arm, layout, metric) else {
        return quantile::difference(arm, metric, &played.tally, &base.base(), played.cross.as_ref(), manner);
    };
    if manner.always {
        let estimate = change(&quotient, manner)?;
        return Some(Difference::bare(&base.base().name, estimate));
    }
    difference(&quotient, layout, played, &base.base(), manner)
}

#[cfg(test)]
mod tests {
    use crate::stats::Method;
    use crate::tally::layout::column;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::estimates::Named;
    use crate::game::Unit;
    use crate::lab::{Hall, Table};
    use crate::scenario::sample;

    /// Reports, progress and stop rules go through here: whether the run was
    /// watched or not, no metric and no difference is without width, not even of
    /// what never happened and of arms that never parted.
    #[test]
    fn no_estimate_of_a_report_is_without_width() {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n";
        let plan = sample(text);
        let mut table = Table::new(plan).unwrap();
        let stop = AtomicBool::new(false);
        table.play_to(300, &Hall::new(&stop, &|_| {})).unwrap();
        for always in [false, true] {
            let manner = Manner { level: 0.95, always, tightest: 300 };
            let results = table.results(manner);
            for Named { metric, estimate: e, difference, .. } in &results[1].metrics {
                assert!(e.low < e.high && e.contains(e.value), "{metric}: {e:?}");
                let Some(difference) = difference else { continue };
                let e = difference.estimate;
                assert!(difference.same && e.low < 0.0 && e.value == 0.0 && e.high > 0.0, "{metric}: {e:?}");
                assert!(
                    e.method.is_unvaried()
                        || e.method == Method::PairedAsymptoticCs
                        || e.method == Method::PairedT
                        || e.method == Method::PairedSkewedT
                        || matches!(e.method, Method::PairedSeatGap | Method::PairedSeatGapCs)
                        || e.method == Method::PairedRatioDelta,
                    "{e:?}"
                );
            }
            // Seats together are wider than each on its own, and tested only
            // where nobody looked.
            let (seat, alone) = (&results[0].seats[0], results[0].metric(Metric::seat_share(0)).unwrap());
            assert_eq!(seat.share.value, alone.estimate.value);
            assert!(seat.share.half_width() > 1.04 * alone.estimate.half_width());
            assert_eq!(results[0].equal_seats.is_some(), !always);
        }
    }

    #[test]
    fn nothing_is_called_impossible_and_a_difference_is_that_of_the_values() {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\n[vary]\nhalftimes = [0]\n";
        let plan = sample(text);
        let mut table = Table::new(plan).unwrap();
        let stop = AtomicBool::new(false);
        table.play_to(600, &Hall::new(&stop, &|_| {})).unwrap();
        let samples: Vec<Sample<'_>> = (0..2)
            .map(|i| Sample {
                arm: &table.plan.arms[i],
                layout: &table.shapes()[i].0,
                played: &table.played()[i],
            })
            .collect();
        let manner = Manner { level: 0.95, always: true, tightest: 300 };
        for metric in samples[1].arm.metrics().all() {
            let values = samples.iter().map(|s| value(s, metric, manner)).collect::<Vec<_>>();
            for e in &values {
                assert!(e.low < e.high && e.contains(e.value), "{metric}: {e:?}");
            }
            let Some(difference) = against(&samples[1], &samples[0], metric, manner) else {
                assert!(!metric.has_differences(), "{metric}");
                continue;
            };
            let e = difference.estimate;
            assert!(e.low < e.high, "{metric}: {e:?}");
            assert!((e.value - (values[1].value - values[0].value)).abs() < 1e-12, "{metric}: {e:?}");
        }
        let named = |name: &str| samples[0].arm.metrics().find(name).unwrap();
        let p90 = named("p90-turns");
        let long = samples.iter().map(|s| value(s, p90, manner)).collect::<Vec<_>>();
        assert!(long.iter().all(|e| e.method == Method::QuantileCs && e.low <= e.value && e.value <= e.high));
        let longer = against(&samples[1], &samples[0], p90, manner).unwrap();
        assert!(longer.p.is_none() && longer.worth.is_none());
        assert_eq!(longer.estimate.value, long[1].value - long[0].value);
        assert!(longer.estimate.low < long[1].low - long[0].high + 1e-9);
        let never = value(&samples[0], named("unfinished-share"), manner);
        assert_eq!((never.value, never.low, never.method), (0.0, 0.0, Method::SelfNormalisedCs));
        assert!((0.005..0.06).contains(&never.high), "{never:?}");
        let edge = value(&samples[0], Metric::FIRST_SEAT, manner);
        let plain = value(&samples[0], Metric::FIRST_SEAT, Manner { always: false, ..manner });
        assert!(edge.half_width() > plain.half_width() && edge.half_width() < 3.0 * plain.half_width());
        assert!(value(&samples[0], Metric::seat_share(9), manner).half_width().is_infinite(), "no such seat");
    }

    #[test]
    fn the_range_of_a_blocks_value_is_all_that_it_can_be() {
        let range = |column, over, unit| Quotient::new(column, over, unit).range(4);
        let games = column::GAMES;
        assert_eq!(range(column::ADVANTAGE, games, Unit::Points), Some((-0.25, 0.75)));
        assert_eq!(range(column::DRAWN, games, Unit::Share), Some((0.0, 1.0)));
        assert_eq!(range(column::DECISIONS, games, Unit::Number), None);
        assert_eq!(range(column::OWN, column::OWN + 1, Unit::Share), None, "no block has a value of its own");
    }

    /// A share may fall by all that it may rise.
    #[test]
    fn a_watched_difference_told_backwards_is_mirrored() {
        let arm =
            |halftimes: u8| format!("[[arm]]\nname = \"{halftimes}\"\nset = {{ halftimes = {halftimes} }}\n");
        let change = |from: u8, to: u8, metric: Metric| {
            let head = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
            let mut table = Table::new(sample(&format!("{head}{}{}", arm(from), arm(to)))).unwrap();
            let stop = AtomicBool::new(false);
            table.play_to(400, &Hall::new(&stop, &|_| {})).unwrap();
            let [base, own] = [0, 1].map(|i| Sample {
                arm: &table.plan.arms[i],
                layout: &table.shapes()[i].0,
                played: &table.played()[i],
            });
            let manner = Manner { level: 0.95, always: true, tightest: 400 };
            against(&own, &base, metric, manner).unwrap().estimate
        };
        for metric in [Metric::seat_share(0), Metric::FIRST_SEAT, Metric::SEAT_GAP] {
            let (there, back) = (change(2, 0, metric), change(0, 2, metric));
            assert!(there.value != 0.0 && there.low < there.value && there.value < there.high, "{there:?}");
            assert!((there.low + back.high).abs() < 1e-6, "{metric}: {there:?} {back:?}");
            assert!((there.high + back.low).abs() < 1e-6, "{metric}: {there:?} {back:?}");
        }
    }
}
