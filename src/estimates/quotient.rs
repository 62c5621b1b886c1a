//! The form of every estimate but that of a quantile and of the largest share:
//! the sum of one column of the blocks over the sum of another.

use super::names::{COMMON, GROUPS, LARGEST, own};
use super::{Manner, unknown};
use crate::game::{Unit, WIN};
use crate::scenario::PlanArm;
use crate::stats::sums::{BlockSums, PairSums};
use crate::stats::{Estimate, Method};
use crate::stats::{imagined, mean, rate};
use crate::tally::{Layout, Tally, layout::column};

/// A column divided by another: the form of every estimate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quotient {
    pub(super) column: usize,
    /// What the column counts per unit: 60 for sixtieths of a win.
    pub(super) parts: f64,
    /// Denominator column.
    pub(super) over: usize,
    pub(super) unit: Unit,
    /// Whether the value is a proportion, bounded by 0 and 1.
    pub(super) proportion: bool,
}

impl Quotient {
    pub(super) fn new(column: usize, over: usize, unit: Unit) -> Self {
        Self { column, parts: 1.0, over, unit, proportion: unit == Unit::Share }
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
    /// by all of its units where that is known (shares, the first seat's edge),
    /// otherwise by one count in each of its games.
    pub(super) fn off(&self, tally: &Tally) -> i128 {
        if self.proportion || self.column == column::ADVANTAGE {
            (self.per_block(tally).round() as i128).max(1)
        } else {
            i128::from(tally.per_block())
        }
    }

    pub(super) fn estimate(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Estimate {
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
            return Some(Estimate { method: if unvaried { Method::Unvaried } else { made.method }, ..made });
        }
        let sums = self.pair_sums(layout, tally);
        if self.proportion {
            return rate::wilson_ratio(&sums, level);
        }
        mean::ratio(&imagined::ratio(&sums, self.off(tally)), level)
    }

    pub(super) fn bounded(&self, made: Estimate) -> Estimate {
        if self.proportion { made.within(0.0, 1.0) } else { made }
    }
}

/// Name, definition and quotient of the common metrics and of the ruleset's own.
pub(super) fn quotients(arm: &PlanArm, layout: &Layout) -> Vec<(String, String, Quotient)> {
    let n = layout.seats;
    let mut all = Vec::new();
    for &(name, definition, unit) in COMMON.iter().filter(|(name, ..)| *name != LARGEST) {
        let column = match name {
            "first-seat-advantage" => column::ADVANTAGE,
            "shared-game-share" => column::DRAWN,
            "unfinished-share" => column::UNFINISHED,
            "decisions-per-game" => column::DECISIONS,
            "questions-per-game" => column::QUESTIONS,
            _ => column::MARGIN,
        };
        let parts = if column == column::ADVANTAGE { f64::from(WIN) * n as f64 } else { 1.0 };
        let quotient = Quotient::new(column, column::GAMES, unit).parts(parts);
        all.push((name.to_owned(), definition.to_owned(), quotient));
    }
    for (i, metric) in own(arm).iter().enumerate() {
        let over = layout.denominator(metric.over);
        let quotient = Quotient::new(column::OWN + i, over, metric.unit);
        all.push((metric.name.to_owned(), metric.definition.to_owned(), quotient));
    }
    all
}

type ColumnOf = fn(&Layout, usize) -> usize;

/// Something estimated of each seat and each entrant: name, definition, column
/// of a seat, column of an entrant, unit.
pub(super) type Kind = (&'static str, &'static str, ColumnOf, ColumnOf, Unit);

/// What is estimated of each seat and each entrant.
pub(super) const PLACES: &[Kind] = &[
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

/// Name, definition and quotient of what is estimated of the places: group by
/// group, kind by kind, number by number.
pub(super) fn place_quotients(layout: &Layout) -> Vec<(String, String, Quotient)> {
    let mut all = Vec::new();
    for group in GROUPS {
        for &(kind, definition, seat, entrant, unit) in PLACES {
            for i in 0..layout.seats {
                let column = if group == "entrant" { entrant(layout, i) } else { seat(layout, i) };
                let quotient = Quotient::new(column, column::GAMES, unit);
                let quotient = if kind == "share" { quotient.parts(f64::from(WIN)) } else { quotient };
                all.push((format!("{group}-{i}-{kind}"), format!("{group} {i}: {definition}"), quotient));
            }
        }
    }
    all
}

/// The quotient of a metric of this name.
pub(super) fn quotient(arm: &PlanArm, layout: &Layout, metric: &str) -> Option<Quotient> {
    let mut all = quotients(arm, layout).into_iter().chain(place_quotients(layout));
    all.find(|(name, ..)| name == metric).map(|(.., quotient)| quotient)
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
    let Quotient { column, parts, over, .. } = quotient(arm, layout, metric)?;
    Some(Reading { column, parts, over })
}
