//! An arm's metrics minus those of the arm that it shares luck with.

use std::sync::Arc;

use super::{Difference, Manner, Quotient};
use crate::campaign::Played;
use crate::stats::paired::RatioPairSums;
use crate::stats::sequential::asymptotic;
use crate::stats::sums::PairSums;
use crate::stats::{Caution, Estimate, Method, Why};
use crate::stats::{imagined, mean, paired};
use crate::tally::{Layout, Tally};

/// An arm's base with what it has played.
pub(super) struct Base<'a> {
    pub(super) name: Arc<str>,
    pub(super) tally: &'a Tally,
}

impl Quotient {
    /// The column in this arm and in its base, over the blocks that share luck;
    /// `None` where none were played side by side.
    pub(super) fn paired_sums(&self, layout: &Layout, played: &Played, base: &Tally) -> Option<PairSums> {
        let cross = played.cross.as_ref()?;
        let (own, other) = (self.block_sums(layout, &played.tally), self.block_sums(layout, base));
        Some(PairSums {
            blocks: own.blocks,
            x: own.sum,
            y: other.sum,
            xx: own.sum_sq,
            yy: other.sum_sq,
            xy: cross.products[self.column],
        })
    }

    /// The same with both arms' denominators; `None` also where the layout
    /// keeps no such products.
    pub(super) fn paired_ratio_sums(
        &self,
        layout: &Layout,
        played: &Played,
        base: &Tally,
    ) -> Option<RatioPairSums> {
        let cross = played.cross.as_ref()?;
        let slot = layout.ratios.iter().position(|&(column, _)| usize::from(column) == self.column)?;
        let [xy, yx] = cross.mixed[slot];
        Some(RatioPairSums {
            first: self.pair_sums(layout, &played.tally),
            second: self.pair_sums(layout, base),
            xx: cross.products[self.column],
            xy,
            yx,
            yy: cross.products[self.over],
        })
    }
}

/// Blocks in which arms must have parted before their variance is taken as
/// seen.
const ENOUGH: u64 = 20;

/// The caution that arms parted in too few blocks; none where they never did,
/// which is told apart.
fn few(parted: u64, tally: &Tally) -> Option<Caution> {
    let games = (u128::from(tally.games) * u128::from(ENOUGH)).div_ceil(u128::from(parted.max(1))) as u64;
    (0 < parted && parted < ENOUGH).then_some(Caution { why: Why::FewEvents, games })
}

/// This arm's value minus the base's, from paired blocks.
pub(super) fn difference(
    quotient: &Quotient,
    layout: &Layout,
    played: &Played,
    base: &Base<'_>,
    manner: Manner,
) -> Option<Difference> {
    if !quotient.is_constant() {
        return ratio_difference(quotient, layout, played, base, manner);
    }
    let sums = quotient.paired_sums(layout, played, base.tally)?;
    let per_block = quotient.per_block(&played.tally);
    let plain = sums.difference();
    let cross = played.cross.as_ref()?;
    // What has happened often enough shows its own variance.
    let parted = cross.parted[quotient.column];
    let seen = parted >= ENOUGH && !manner.always && plain.variance() != Some(0.0);
    let supposed = if seen { plain } else { imagined::difference(&sums, quotient.off(&played.tally)) };
    let made = if manner.always {
        asymptotic::mean(&supposed, per_block, manner.tightest, manner.level)
    } else {
        mean::block_t(&supposed, per_block, manner.level)
    }?;
    let method = match (plain.variance() == Some(0.0), manner.always) {
        (true, true) => Method::UnvariedCs,
        (true, false) => Method::Unvaried,
        (false, true) => Method::PairedAsymptoticCs,
        (false, false) => Method::PairedT,
    };
    let skewness = mean::skewness(&plain, cross.cubes[quotient.column]).filter(|_| seen);
    let estimate = skewness.map_or(Estimate { method, ..made }, |skewness| {
        mean::with_skewness(Estimate { method, ..made }, skewness)
    });
    let estimate = estimate.in_games(played.tally.per_block());
    let few = few(parted, &played.tally).filter(|_| !manner.always);
    let estimate = Estimate { caution: estimate.caution.or(few), ..estimate };
    let worth = paired::worth(&sums);
    let p = (!manner.always).then(|| mean::t_test(&supposed, 0.0));
    let adjusted = quotient.adjusted_difference(layout, played, base.tally, manner).map(Box::new);
    let same = plain.sum == 0 && plain.sum_sq == 0;
    Some(Difference { base: base.name.clone(), estimate, adjusted, worth, p, same })
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
    let sums = quotient.paired_ratio_sums(layout, played, base.tally)?;
    let RatioPairSums { first: own, second: other, .. } = sums;
    let seen = paired::ratio_spread(&sums)?;
    let worth = seen.worth();
    let cross = played.cross.as_ref()?;
    let parted = cross.parted[quotient.column].max(cross.parted[quotient.over]);
    let spread = if parted >= ENOUGH && !manner.always && seen.together > 0.0 {
        seen
    } else {
        imagined::ratio_difference(&sums, quotient.off_of_ratio(&played.tally))?
    };
    let (estimate, p) = if manner.always {
        let made = asymptotic::of_spread(&spread, own.blocks, manner.tightest, manner.level);
        (Estimate { method: Method::PairedAsymptoticCs, ..made }, None)
    } else {
        let (made, p) = spread.difference(own.blocks, manner.level);
        (made, Some(p))
    };
    let estimate = Estimate { caution: few(parted, &played.tally).filter(|_| !manner.always), ..estimate };
    let same = own.xx + other.xx == 2 * sums.xx && own.yy + other.yy == 2 * sums.yy;
    Some(Difference { base: base.name.clone(), estimate, adjusted: None, worth, p, same })
}
