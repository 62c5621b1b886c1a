//! One metric of one arm, for whoever decides on it: gates in CI.
//!
//! A gate may stop at its first look and must not be fooled by what has not
//! happened yet. Shares and the first seat's edge therefore get sequences that
//! hold at every sample size ([`self_normalised`]); the rest gets asymptotic
//! ones that suppose one block to be off by one count (for a share of a
//! varying number: off by all of it), so that no event is called impossible
//! because it was not seen.

use super::{
    Base, COMMON, Difference, Manner, Quotient, difference, largest, place_quotients, quotients, unknown,
};
use crate::arena::campaign::Played;
use crate::game::{Unit, WIN};
use crate::rulesets;
use crate::scenario::PlanArm;
use crate::stats::estimate::Estimate;
use crate::stats::paired::RatioPairSums;
use crate::stats::sequential::{asymptotic, self_normalised};
use crate::stats::sums::{BlockSums, PairSums};
use crate::tally::{Layout, Tally, layout::column};

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

fn quotient(arm: &PlanArm, layout: &Layout, metric: &str) -> Option<Quotient> {
    let own = rulesets::info(arm.ruleset).map_or(&[][..], |info| info.metrics);
    let mut all = quotients(layout, own);
    all.extend(place_quotients(layout));
    all.into_iter().find(|(name, ..)| name == metric).map(|(.., quotient)| quotient)
}

impl Quotient {
    /// The least and the most that a block's value can be, where that is
    /// known.
    fn range(&self, seats: usize) -> Option<(f64, f64)> {
        let seats = seats as f64;
        if self.column == column::ADVANTAGE {
            Some((-1.0 / seats, 1.0 - 1.0 / seats))
        } else {
            (self.proportion && self.is_constant()).then_some((0.0, 1.0))
        }
    }

    /// What one block would add to the squares if it were off: by one count,
    /// or, for a share of a varying number, by all of an average block.
    fn surprise(&self, sums: &PairSums) -> i128 {
        if !self.proportion || sums.blocks == 0 {
            return 1;
        }
        let mean = sums.y / i128::from(sums.blocks);
        (mean * mean).max(1)
    }

    fn always(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Option<Estimate> {
        let Manner { level, tightest, .. } = manner;
        if !self.is_constant() {
            let sums = self.pair_sums(layout, tally);
            let sums = PairSums { xx: sums.xx + self.surprise(&sums), ..sums };
            return asymptotic::ratio(&sums, tightest, level);
        }
        let sums = self.block_sums(layout, tally);
        let per_block = self.per_block(tally);
        match self.range(layout.seats) {
            Some(range) => self_normalised::mean(&sums, per_block, range, tightest, level),
            None => asymptotic::mean(&off_by_one(sums), per_block, tightest, level),
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
        let cross = played.cross.as_ref()?;
        if !self.is_constant() {
            let slot = layout.ratios.iter().position(|&(column, _)| usize::from(column) == self.column)?;
            let first = self.pair_sums(layout, &played.tally);
            let sums = RatioPairSums {
                first: PairSums { xx: first.xx + self.surprise(&first), ..first },
                second: self.pair_sums(layout, base),
                xx: cross.products[self.column],
                xy: cross.mixed[slot][0],
                yx: cross.mixed[slot][1],
                yy: cross.products[self.over],
            };
            return asymptotic::ratio_difference(&sums, tightest, level);
        }
        let (own, other) = (self.block_sums(layout, &played.tally), self.block_sums(layout, base));
        let both = PairSums {
            blocks: own.blocks,
            x: own.sum,
            y: other.sum,
            xx: own.sum_sq,
            yy: other.sum_sq,
            xy: cross.products[self.column],
        };
        let (sums, per_block) = (both.difference(), self.per_block(&played.tally));
        match self.range(layout.seats) {
            Some((least, most)) => {
                self_normalised::mean(&sums, per_block, (least - most, most - least), tightest, level)
            }
            None => asymptotic::mean(&off_by_one(sums), per_block, tightest, level),
        }
    }
}

fn off_by_one(sums: BlockSums) -> BlockSums {
    BlockSums { sum_sq: sums.sum_sq + 1, ..sums }
}

/// The largest of the seats' shares: every seat's sequence holds at once, so
/// the largest lies between the largest of their ends.
fn largest_always(layout: &Layout, tally: &Tally, manner: Manner) -> Option<Estimate> {
    let level = 1.0 - (1.0 - manner.level) / layout.seats as f64;
    let seats = (0..layout.seats).map(|seat| {
        let share = Quotient::new(layout.seat_share(seat), column::GAMES, Unit::Share).parts(f64::from(WIN));
        share.always(layout, tally, Manner { level, ..manner })
    });
    let seats = seats.collect::<Option<Vec<Estimate>>>()?;
    let most = |end: fn(&Estimate) -> f64| seats.iter().map(end).fold(f64::NEG_INFINITY, f64::max);
    let ends = (most(|e| e.low), most(|e| e.high));
    Some(Estimate::new(most(|e| e.value), ends, manner.level, "self-normalised-cs-bonferroni", seats[0].n))
}

/// A metric with its interval; unbounded while nothing is known.
#[must_use]
pub fn value(sample: &Sample<'_>, metric: &str, manner: Manner) -> Estimate {
    let Sample { arm, layout, played } = *sample;
    let tally = &played.tally;
    let made = if metric == COMMON[1].0 {
        if manner.always {
            largest_always(layout, tally, manner)
        } else {
            (tally.games > 0).then(|| largest(layout, tally, manner))
        }
    } else {
        quotient(arm, layout, metric).filter(|_| tally.games > 0).and_then(|quotient| {
            let made = if manner.always {
                quotient.always(layout, tally, manner)
            } else {
                Some(quotient.estimate(layout, tally, manner))
            };
            made.map(|e| if quotient.proportion { e.within(0.0, 1.0) } else { e })
        })
    };
    made.unwrap_or_else(|| unknown(manner.level))
}

/// A metric minus that of the arm it was played side by side with; `None`
/// where there is no such pair.
#[must_use]
pub fn against(sample: &Sample<'_>, base: &Sample<'_>, metric: &str, manner: Manner) -> Option<Difference> {
    let Sample { arm, layout, played } = *sample;
    let quotient = quotient(arm, layout, metric)?;
    if manner.always {
        let estimate = quotient.always_difference(layout, played, &base.played.tally, manner)?;
        return Some(Difference {
            base: base.arm.name.clone(),
            estimate,
            adjusted: None,
            worth: None,
            p: None,
        });
    }
    let base = Base { name: &base.arm.name, tally: &base.played.tally };
    difference(&quotient, layout, played, &base, manner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::lab::{Hall, Table};
    use crate::scenario::{resolve, wire};

    #[test]
    fn nothing_is_called_impossible_and_a_difference_is_that_of_the_values() {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\n[vary]\nhalftimes = [0]\n";
        let wire = wire::read("x", text).unwrap();
        let origin = resolve::Origin { name: "x", file: "x", text, read: &|_| Err(String::new()) };
        let plan = resolve::resolve(&wire, &origin, &resolve::Overrides::default()).unwrap();
        let mut table = Table::new(plan).unwrap();
        let stop = AtomicBool::new(false);
        table.play_to(600, &Hall { stop: &stop, progress: &|_| {} }).unwrap();
        let samples: Vec<Sample<'_>> = (0..2)
            .map(|i| Sample {
                arm: &table.plan.arms[i],
                layout: &table.shapes()[i].0,
                played: &table.played()[i],
            })
            .collect();
        let manner = Manner { level: 0.95, always: true, tightest: 300 };
        for metric in super::super::metric_names(samples[1].arm) {
            let values = samples.iter().map(|s| value(s, &metric, manner)).collect::<Vec<_>>();
            for e in &values {
                assert!(e.low < e.high && e.contains(e.value), "{metric}: {e:?}");
            }
            let Some(difference) = against(&samples[1], &samples[0], &metric, manner) else {
                assert_eq!(metric, "largest-seat-share");
                continue;
            };
            let e = difference.estimate;
            assert!(e.low < e.high, "{metric}: {e:?}");
            assert!((e.value - (values[1].value - values[0].value)).abs() < 1e-12, "{metric}: {e:?}");
        }
        let never = value(&samples[0], "unfinished-share", manner);
        assert_eq!((never.value, never.low, never.method), (0.0, 0.0, "self-normalised-cs"));
        assert!((0.005..0.06).contains(&never.high), "{never:?}");
        let edge = value(&samples[0], "first-seat-advantage", manner);
        let plain = value(&samples[0], "first-seat-advantage", Manner { always: false, ..manner });
        assert!(edge.half_width() > plain.half_width() && edge.half_width() < 3.0 * plain.half_width());
        assert!(value(&samples[0], "no such metric", manner).half_width().is_infinite());
    }
}
