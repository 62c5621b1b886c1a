//! Estimates with the luck of solved chance events taken out.
//!
//! A ruleset that counts luck ([`crate::game::Ruleset::luck`]) supplies a
//! number per seat whose mean is known to be 0. Its slope on a result is
//! fitted on the same blocks, and what it explains is subtracted (control
//! variates: Lavenberg and Welch 1981; luck adjustment in games: Burch and
//! others 2018, arXiv 1612.06915). The value function behind the luck is part
//! of the ruleset, so nobody can choose it after seeing the results.

use serde::Serialize;

use super::{Manner, Quotient};
use crate::arena::campaign::Played;
use crate::stats::estimate::Estimate;
use crate::stats::paired;
use crate::stats::sequential::asymptotic;
use crate::stats::sums::PairSums;
use crate::tally::{Layout, Tally};

/// An estimate adjusted for luck.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Adjusted {
    /// The value with its interval.
    pub estimate: Estimate,
    /// How many plain games one game is worth through the adjustment: the
    /// variance between blocks over what of it luck leaves.
    pub worth: f64,
}

fn adjust(sums: &PairSums, quotient: &Quotient, per_block: f64, manner: Manner) -> Option<Adjusted> {
    let made = if manner.always {
        asymptotic::controlled(sums, 0.0, per_block, manner.tightest, manner.level)
    } else {
        paired::controlled(sums, 0.0, per_block, manner.level)
    }?;
    let worth = paired::control_worth(sums)?;
    Some(Adjusted { estimate: quotient.bounded(made), worth })
}

impl Quotient {
    /// The column's control and the place of their products across arms.
    fn control(&self, layout: &Layout) -> Option<(usize, usize)> {
        let place = layout.controls.iter().position(|&(column, _)| usize::from(column) == self.column)?;
        Some((usize::from(layout.controls[place].1), layout.ratios.len() + place))
    }

    fn control_sums(&self, layout: &Layout, tally: &Tally, luck: usize) -> PairSums {
        let moments = &tally.moments;
        PairSums {
            blocks: moments.blocks,
            x: moments.sum(self.column),
            y: moments.sum(luck),
            xx: moments.product(layout, self.column, self.column),
            yy: moments.product(layout, luck, luck),
            xy: moments.product(layout, self.column, luck),
        }
    }

    /// `None` where no luck is counted, or none was met.
    pub(super) fn adjusted(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Option<Adjusted> {
        let (luck, _) = self.control(layout)?;
        adjust(&self.control_sums(layout, tally, luck), self, self.per_block(tally), manner)
    }

    /// The paired difference from a base arm, adjusted for the difference of
    /// both arms' luck.
    pub(super) fn adjusted_difference(
        &self,
        layout: &Layout,
        played: &Played,
        base: &Tally,
        manner: Manner,
    ) -> Option<Adjusted> {
        let cross = played.cross.as_ref()?;
        let (luck, place) = self.control(layout)?;
        let (own, other) =
            (self.control_sums(layout, &played.tally, luck), self.control_sums(layout, base, luck));
        let [with_base_luck, luck_with_base] = cross.mixed[place];
        let sums = PairSums {
            blocks: own.blocks,
            x: own.x - other.x,
            y: own.y - other.y,
            xx: own.xx + other.xx - 2 * cross.products[self.column],
            yy: own.yy + other.yy - 2 * cross.products[luck],
            xy: own.xy + other.xy - with_base_luck - luck_with_base,
        };
        let free = Self { proportion: false, ..*self };
        adjust(&sums, &free, self.per_block(&played.tally), manner)
    }
}
