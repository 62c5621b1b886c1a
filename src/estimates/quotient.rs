//! The form of every estimate but that of a quantile and of what is chosen
//! among seats: the sum of one column of the blocks over the sum of another.

use super::{Manner, unknown};
use crate::game::{Unit, WIN};
use crate::metric::{Metric, Reading};
use crate::scenario::PlanArm;
use crate::stats::Estimate;
use crate::stats::fixed::Fixed;
use crate::stats::sums::{BlockSums, PairSums};
use crate::tally::{Layout, Tally, layout::column};

/// A column divided by another: the form of every estimate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quotient {
    pub(super) column: usize,
    /// What the column counts per unit: 60 for sixtieths of a win.
    pub(super) parts: f64,
    /// Denominator column.
    pub(super) over: usize,
    /// Whether the value is a proportion, bounded by 0 and 1.
    pub(super) proportion: bool,
    /// Whether it is a seat's edge over an equal share.
    pub(super) edge: bool,
}

impl Quotient {
    /// A metric of an arm; `None` for one that the arm doesn't have or that is
    /// no such quotient.
    pub(super) fn of(arm: &PlanArm, layout: &Layout, metric: Metric) -> Option<Self> {
        let Reading { column, parts, over } = Reading::of(metric, &arm.metrics(), layout)?;
        Some(Self::new(column, over, metric.unit()).parts(parts))
    }

    pub(super) fn new(column: usize, over: usize, unit: Unit) -> Self {
        let (proportion, edge) = (unit == Unit::Share, column == column::ADVANTAGE);
        Self { column, parts: 1.0, over, proportion, edge }
    }

    /// A seat's share of the wins, minus an equal share of those of all seats.
    pub(super) fn edge(layout: &Layout, seat: usize) -> Self {
        let parts = f64::from(WIN) * layout.seats as f64;
        Self { edge: true, ..Self::new(layout.edge(seat), column::GAMES, Unit::Points).parts(parts) }
    }

    pub(super) fn parts(self, parts: f64) -> Self {
        Self { parts, ..self }
    }

    /// Whether every block holds equally many units (games, seats), so that a
    /// block has a value of its own.
    pub(super) const fn is_constant(&self) -> bool {
        self.over == column::GAMES || self.over == column::SEATS
    }

    /// What one block's value is divided by.
    pub(super) fn per_block(&self, tally: &Tally) -> f64 {
        self.parts * tally.moments.sum(self.over) as f64 / tally.moments.blocks as f64
    }

    pub(super) fn block_sums(&self, layout: &Layout, tally: &Tally) -> BlockSums {
        let moments = &tally.moments;
        let sum_sq = moments.product(layout, self.column, self.column);
        BlockSums { blocks: moments.blocks, sum: moments.sum(self.column), sum_sq }
    }

    pub(super) fn pair_sums(&self, layout: &Layout, tally: &Tally) -> PairSums {
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
    /// by all of its units where that is known (shares, edges of seats),
    /// otherwise by one count in each of its games.
    pub(super) fn off(&self, tally: &Tally) -> i128 {
        if self.proportion || self.edge {
            (self.per_block(tally).round() as i128).max(1)
        } else {
            i128::from(tally.per_block())
        }
    }

    /// The same for the difference of two ratios: one count in each of the
    /// block's games, because of many tries luck seldom moves all.
    pub(super) fn off_of_ratio(&self, tally: &Tally) -> i128 {
        (self.parts.round() as i128).max(1) * i128::from(tally.per_block())
    }

    pub(super) fn estimate(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Estimate {
        let made = if manner.always {
            self.always(layout, tally, manner)
        } else {
            self.fixed(layout, tally, manner.level)
        };
        self.bounded(made.unwrap_or_else(|| unknown(manner.level))).in_games(tally.per_block())
    }

    /// For a number of blocks that was fixed beforehand.
    fn fixed(&self, layout: &Layout, tally: &Tally, level: f64) -> Option<Estimate> {
        if tally.moments.blocks == 0 {
            return None;
        }
        let triple = |columns: [usize; 3]| tally.moments.triple(layout, columns);
        let (x, y) = (self.column, self.over);
        let (proportion, off, games) = (self.proportion, self.off(tally), tally.per_block());
        let fixed = Fixed { proportion, off, games, level };
        if self.is_constant() {
            let sums = self.block_sums(layout, tally);
            return fixed.mean(&sums, self.per_block(tally), triple([x; 3]));
        }
        let all = || Some([triple([x; 3])?, triple([x, x, y])?, triple([x, y, y])?, triple([y; 3])?]);
        fixed.ratio(&self.pair_sums(layout, tally), 1.0, all())
    }

    pub(super) fn bounded(&self, made: Estimate) -> Estimate {
        if self.proportion { made.within(0.0, 1.0) } else { made }
    }
}
