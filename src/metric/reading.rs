//! Where the numbers of a metric stand in the columns of blocks.

use super::{Metric, Metrics};
use crate::game::WIN;
use crate::tally::{Layout, layout::column};

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

impl Reading {
    /// How a table of this layout reads a metric; `None` for one that it
    /// doesn't have, and for quantiles and what is chosen among seats, which are no such
    /// quotients.
    #[must_use]
    pub fn of(metric: Metric, known: &Metrics, layout: &Layout) -> Option<Self> {
        let per_game = |column, parts| Some(Self { column, parts, over: column::GAMES });
        match known.here(metric)? {
            Metric::FIRST_SEAT => per_game(column::ADVANTAGE, f64::from(WIN) * layout.seats as f64),
            Metric::Common(common) => {
                Some(Self { column: common.column()?, parts: 1.0, over: common.over() })
            }
            Metric::Own(own) => {
                let column = column::OWN + known.own_index(own)?;
                Some(Self { column, parts: 1.0, over: layout.denominator(own.0.over) })
            }
            Metric::Place(place) => per_game(place.column(layout), place.kind.parts()),
            Metric::Quantile(_) => None,
        }
    }
}
