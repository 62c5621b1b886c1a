//! Whether counts that were read from a file can be those of games at all.

use std::ops::RangeInclusive;

use super::{Cross, Played};
use crate::scenario::PlanArm;
use crate::tally::layout::column;
use crate::tally::{Histogram, Layout, Results, Tally};

/// What no count of single games reaches: sums of a million such counts fit.
const MOST: u64 = 1 << 43;
/// The same of a sum of products.
const MOST_PRODUCT: i128 = i128::MAX >> 20;

/// Whether results are those of so many games that ended.
fn adds_up(results: &Results, games: u64) -> bool {
    let [wins, draws, losses] = results.counts();
    wins.max(draws).max(losses) <= MOST && wins + draws + losses <= games
}

/// What no game counts more often, whatever it counts.
const MOST_OF_GAME: u64 = 1 << 20;

/// Whether every count of a histogram, and all of them together, are at most so
/// many.
fn is_bounded(histogram: &Histogram, most: u64) -> bool {
    let sum = histogram.iter().try_fold(0_u64, |sum, (_, times)| sum.checked_add(times));
    sum.is_some_and(|sum| sum <= most)
}

/// Whether sums of squares are no less than sums allow (Cauchy and Schwarz).
fn has_spread(tally: &Tally, layout: &Layout) -> bool {
    let moments = &tally.moments;
    (0..layout.columns()).all(|c| {
        let (sum, squares) = (moments.sum(c) as f64, moments.product(layout, c, c) as f64);
        // Sums beyond 2⁵³ are rounded.
        squares >= 0.0 && sum * sum <= squares * moments.blocks as f64 * (1.0 + 1e-9)
    })
}

/// What counts are of.
pub struct Of<'a> {
    /// Their shape.
    pub layout: &'a Layout,
    /// The arm that theirs is compared with.
    pub base: Option<usize>,
    /// Games of a block.
    pub rotations: u32,
    /// Pairs of columns whose changes are summed, where that is known.
    pub changes: Option<usize>,
}

impl Of<'_> {
    /// What about these counts no games of so many blocks can have added up to;
    /// none for what was counted.
    pub fn unsound(&self, tally: &Tally, cross: Option<&Cross>, blocks: u64) -> Option<String> {
        let layout = self.layout;
        let fits = |cross: &Cross| {
            cross.fits(layout) && self.changes.is_none_or(|changes| cross.changes.len() == changes)
        };
        if !tally.fits(layout) || !cross.is_none_or(fits) {
            return Some("a tally of another shape".to_owned());
        }
        if cross.map(|cross| cross.base) != self.base {
            return Some("products with another arm than its base".to_owned());
        }
        let games = tally.games;
        if tally.moments.blocks != blocks
            || blocks.checked_mul(u64::from(self.rotations)) != Some(games)
            || games > MOST
        {
            return Some(format!("{games} games in {blocks} blocks"));
        }
        let unfinished = tally.unfinished.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        let Some(unfinished) = unfinished.filter(|unfinished| *unfinished <= games) else {
            return Some(format!("more unfinished games than {games} games"));
        };
        if !tally.seats.iter().chain(&tally.entrants).all(|results| adds_up(results, games - unfinished)) {
            return Some(format!("results of more than {games} games"));
        }
        let of = |column: usize| tally.moments.sum(column);
        let sums = [of(column::GAMES), of(column::SEATS), of(column::UNFINISHED)];
        if sums != [games, games * layout.seats as u64, unfinished].map(i128::from) {
            return Some("sums over blocks of other games than are counted".to_owned());
        }
        let products = tally.moments.products.iter().chain(&tally.moments.sums);
        let crossed = cross.iter().flat_map(|c| c.products.iter().chain(c.mixed.iter().flatten()));
        if !products.chain(crossed).all(|sum| (-MOST_PRODUCT..=MOST_PRODUCT).contains(sum))
            || !has_spread(tally, layout)
        {
            return Some("sums of products that no blocks add up to".to_owned());
        }
        let spreads = tally.spreads.iter().flat_map(|spread| [&spread.pairs, &spread.sizes]);
        let mut histograms = tally.distributions.iter().chain(spreads);
        let mut usage = tally.usage.iter().flat_map(|usage| [usage.uses, usage.seat_games, usage.share]);
        // Small enough to be added to others, too.
        let most = games.saturating_mul(MOST_OF_GAME).min(u64::MAX >> 20);
        if !histograms.all(|histogram| is_bounded(histogram, most)) || usage.any(|count| count > most) {
            return Some("counts beyond those of any run".to_owned());
        }
        if let Some(cross) = cross
            && !(cross.parted.iter().all(|parted| *parted <= blocks)
                && cross.pairs.iter().all(|pairs| is_bounded(pairs, most)))
        {
            return Some(format!("more differing blocks than {blocks} blocks"));
        }
        None
    }
}

impl Played {
    /// What about these counts no games can have added up to, in so many blocks
    /// as are allowed; none for what a run has counted.
    #[must_use]
    pub fn unsound(&self, arm: &PlanArm, layout: &Layout, blocks: &RangeInclusive<u64>) -> Option<String> {
        let Self { tally, cross, looks, .. } = self;
        if !blocks.contains(&self.blocks) {
            let allowed = match (blocks.start(), blocks.end()) {
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            return Some(format!("{} blocks where {allowed} were to be played", self.blocks));
        }
        let of = Of { layout, base: arm.base, rotations: arm.rotations(), changes: None };
        if let Some(found) = of.unsound(tally, cross.as_ref(), self.blocks) {
            return Some(found);
        }
        let rising = looks.windows(2).all(|pair| pair[0].games < pair[1].games);
        if !rising || looks.iter().any(|look| look.games > tally.games) {
            return Some("looks at games that were not played".to_owned());
        }
        None
    }
}
