//! Estimates with the luck of solved chance events taken out.
//!
//! A ruleset that counts luck ([`crate::game::Record::luck`]) supplies a
//! number per seat whose mean is known to be 0. In reports its slope on a result
//! is fitted on the same blocks (a bias of order 1/B), where a verdict hangs on it
//! on blocks before those it is used on ([`change`],
//! [`crate::stats::sequential::stretches`]); what it explains is subtracted (control
//! variates: Lavenberg and Welch 1981; luck adjustment in games: Burch and
//! others 2018, arXiv 1612.06915). The value function behind the luck is part
//! of the ruleset, so nobody can choose it after seeing the results.

use schemars::JsonSchema;
use serde::Serialize;

use super::strict::Sample;
use super::{Manner, Quotient};
use crate::campaign::Played;
use crate::game::WIN;
use crate::metric::Metric;
use crate::stats::estimate::Estimate;
use crate::stats::imagined;
use crate::stats::paired;
use crate::stats::sequential::asymptotic;
use crate::stats::sums::{BlockSums, PairSums};
use crate::tally::{Layout, Results, Tally};

/// An estimate adjusted for luck.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Adjusted {
    /// The value with its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// How many plain games one game is worth: the variance of independent
    /// games in which nobody changes seats over that per game here, between
    /// blocks, of what luck leaves. Of a difference, and where the variance of
    /// single games is not counted: over the same blocks unadjusted.
    #[schemars(with = "Option<f64>")]
    pub worth: f64,
}

/// `None` where the adjustment is worth less than one plain game: then the
/// plain estimate says more.
fn adjust(
    sums: &PairSums,
    quotient: &Quotient,
    (per_block, off): (f64, i128),
    manner: Manner,
) -> Option<Adjusted> {
    let worth = paired::control_worth(sums).filter(|worth| *worth >= 1.0)?;
    let sums = &imagined::ratio(sums, off);
    let made = if manner.always {
        asymptotic::controlled(sums, 0.0, per_block, manner.tightest, manner.level)
    } else {
        paired::controlled(sums, 0.0, per_block, manner.level)
    }?;
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

    /// `None` where no luck is counted, none was met, or it explains nothing.
    pub(super) fn adjusted(&self, layout: &Layout, tally: &Tally, manner: Manner) -> Option<Adjusted> {
        let (luck, _) = self.control(layout)?;
        // Plain shares suppose nothing either: Wilson's interval needs it not.
        let off = if self.proportion { 0 } else { self.off(tally) };
        let units = (self.per_block(tally), off);
        let sums = self.control_sums(layout, tally, luck);
        let made = adjust(&sums, self, units, manner)?;
        // Blocks of rotated games vary less, or more, than as many plain ones.
        let rotated = sums.first().variance()? * f64::from(tally.per_block()) / self.per_block(tally).powi(2);
        let single = self.single_variance(layout, tally);
        Some(Adjusted { worth: single.map_or(made.worth, |single| made.worth * single / rotated), ..made })
    }

    /// Variance of one game's share of the wins of a seat or an entrant, or of
    /// a seat's edge, from how often it was won, shared and lost: games
    /// in which every entrant sits anywhere. Exact for two seats; at larger
    /// tables shared wins count as equally large. `None` for other metrics.
    fn single_variance(&self, layout: &Layout, tally: &Tally) -> Option<f64> {
        let moments = &tally.moments;
        let place = |of: fn(&Layout, usize) -> usize, results: &[Results]| {
            (0..layout.seats).find(|&i| of(layout, i) == self.column).map(|i| (of(layout, i), results[i]))
        };
        let edge = (0..layout.seats).find(|&seat| layout.edge(seat) == self.column);
        let edge = edge.map(|seat| (layout.seat_share(seat), tally.seats[seat]));
        let (column, results) = edge
            .or_else(|| place(Layout::seat_share, &tally.seats))
            .or_else(|| place(Layout::entrant_share, &tally.entrants))?;
        let games = tally.games as f64;
        let (wins, shared) = (results.wins as f64, results.draws as f64);
        let all = moments.sum(column) as f64 / f64::from(WIN);
        let squares = if shared > 0.0 { (all - wins).powi(2) / shared } else { 0.0 };
        let variance = (wins + squares) / games - (all / games).powi(2);
        (variance > 0.0).then_some(variance)
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
        let sums = self.change_sums(layout, played, base)?;
        let free = Self { proportion: false, ..*self };
        adjust(&sums, &free, (self.per_block(&played.tally), self.off(&played.tally)), manner)
    }

    /// Both arms' changes of the column and of its luck; `None` where no luck is
    /// counted.
    fn change_sums(&self, layout: &Layout, played: &Played, base: &Tally) -> Option<PairSums> {
        let cross = played.cross.as_ref()?;
        let (luck, place) = self.control(layout)?;
        let (own, other) =
            (self.control_sums(layout, &played.tally, luck), self.control_sums(layout, base, luck));
        let [with_base_luck, luck_with_base] = cross.mixed[place];
        Some(PairSums {
            blocks: own.blocks,
            x: own.x - other.x,
            y: own.y - other.y,
            xx: own.xx + other.xx - 2 * cross.products[self.column],
            yy: own.yy + other.yy - 2 * cross.products[luck],
            xy: own.xy + other.xy - with_base_luck - luck_with_base,
        })
    }
}

/// A value of every block with the luck that explains part of it.
#[derive(Debug, Clone, Copy)]
pub struct Explained {
    /// Sums over blocks of the value (x) and of its luck (y, 0 where no luck is
    /// counted for it).
    pub sums: PairSums,
    /// What a block's value is divided by.
    pub per_block: f64,
    /// What imagined blocks add to the sum of squares ([`imagined`]).
    pub room: f64,
}

impl Explained {
    /// How many plain blocks one block is worth through its luck; 1 where that
    /// gains nothing.
    #[must_use]
    pub fn worth(&self) -> f64 {
        paired::control_worth(&self.sums).unwrap_or(1.0).max(1.0)
    }
}

/// The change of a metric from an arm to one that shares its luck, block by
/// block.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// The changes with those of their luck.
    pub made: Explained,
    /// Variance of a block's worth of games if the arms shared no luck: of
    /// independent games where that is known, else of such blocks as these.
    pub apart: f64,
}

/// A seat's edge in both arms and its change.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    /// In the base arm.
    pub base: Explained,
    /// In the other.
    pub own: Explained,
    /// The other's minus the base's.
    pub change: Change,
}

impl Quotient {
    fn explained(&self, layout: &Layout, tally: &Tally) -> Explained {
        let plain = self.block_sums(layout, tally);
        let supposed = imagined::mean(&plain, self.off(tally));
        let luck = self.control(layout).map(|(luck, _)| self.control_sums(layout, tally, luck));
        Explained {
            sums: luck.unwrap_or_else(|| without_luck(&plain)),
            per_block: self.per_block(tally),
            room: imagined::AT_LOOKS * (supposed.sum_sq - plain.sum_sq) as f64,
        }
    }

    fn change(&self, layout: &Layout, played: &Played, base: &Tally) -> Option<Change> {
        let both = self.paired_sums(layout, played, base)?;
        let plain = both.difference();
        let supposed = imagined::difference(&both, self.off(&played.tally));
        let made = Explained {
            sums: self.change_sums(layout, played, base).unwrap_or_else(|| without_luck(&plain)),
            per_block: self.per_block(&played.tally),
            room: imagined::AT_LOOKS * (supposed.sum_sq - plain.sum_sq) as f64,
        };
        let apart = |sums: BlockSums, tally: &Tally| {
            let single = self.single_variance(layout, tally);
            let games = single.map(|single| single * made.per_block.powi(2) / f64::from(tally.per_block()));
            games.or_else(|| sums.variance()).unwrap_or(0.0)
        };
        let apart = apart(both.first(), &played.tally) + apart(both.second(), base);
        Some(Change { made, apart })
    }
}

fn without_luck(plain: &BlockSums) -> PairSums {
    PairSums { blocks: plain.blocks, x: plain.sum, xx: plain.sum_sq, ..PairSums::EMPTY }
}

/// The change of a metric from `base` to `own`; `None` where they were not
/// played side by side, and for what is no mean per game.
#[must_use]
pub fn change(own: &Sample<'_>, base: &Sample<'_>, metric: Metric) -> Option<Change> {
    let Sample { arm, layout, played } = *own;
    let quotient = Quotient::of(arm, layout, metric).filter(Quotient::is_constant)?;
    let decided = played.tally.is_decided() && base.played.tally.is_decided();
    if metric == Metric::FIRST_SEAT && !decided {
        return None;
    }
    quotient.change(layout, played, &base.played.tally)
}

/// The edges of all seats, of which [`Metric::SEAT_GAP`] is made; `None` where
/// the arms were not played side by side, seat different numbers of players, or
/// have no gap.
#[must_use]
pub fn edges(own: &Sample<'_>, base: &Sample<'_>) -> Option<Vec<Edge>> {
    let (layout, tally, other) = (own.layout, &own.played.tally, &base.played.tally);
    let met = base.layout.seats == layout.seats && tally.is_decided() && other.is_decided();
    if layout.seats < 2 || !met {
        return None;
    }
    let edge = |seat: usize| {
        let quotient = Quotient::edge(layout, seat);
        Some(Edge {
            base: quotient.explained(layout, other),
            own: quotient.explained(layout, tally),
            change: quotient.change(layout, own.played, other)?,
        })
    };
    (0..layout.seats).map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::batch::Arm;
    use crate::arena::group::Cross;
    use crate::bots::Bot;
    use crate::campaign::Played;
    use crate::conformance;
    use crate::game::{Game, Unit, WIN};
    use crate::rulesets::king_of_the_pitch::KingOfThePitch;
    use crate::stats::distribution::t;
    use crate::tally::layout::column;

    const MANNER: Manner = Manner { level: 0.95, always: false, tightest: 100 };

    fn arm(bots: [&str; 2]) -> Arm<KingOfThePitch> {
        let rules = conformance::rules::<KingOfThePitch>(&[("wins-to-win", "3")]).unwrap();
        let bots = bots.map(|name| Bot::<KingOfThePitch>::named(name, &rules).unwrap()).to_vec();
        Arm {
            rules,
            bots,
            programs: [].into(),
            seed: 12,
            pairing: 3,
            paired: false,
            rotations: 2,
            verified: None,
        }
    }

    fn share(layout: &Layout) -> Quotient {
        Quotient::new(layout.entrant_share(0), column::GAMES, Unit::Share).parts(f64::from(WIN))
    }

    /// Two equal bots that take every seat in turn win half of their games:
    /// the adjusted interval holds that as often as it says, and is narrower.
    #[test]
    fn calibration_adjusted_shares_of_equal_bots_cover_one_half() {
        let arm = arm(["random"; 2]);
        let layout = arm.layout();
        let share = share(&layout);
        let (experiments, blocks) = (2_000, 120);
        let (mut held, mut narrower) = (0, 0);
        for experiment in 0..experiments {
            let tally = arm.batch(experiment * blocks..(experiment + 1) * blocks, None);
            let adjusted = share.adjusted(&layout, &tally, MANNER).unwrap();
            held += u64::from(adjusted.estimate.contains(0.5));
            let plain = share.estimate(&layout, &tally, MANNER);
            narrower += u64::from(adjusted.estimate.half_width() < plain.half_width());
        }
        let share = held as f64 / experiments as f64;
        assert!((0.94..0.965).contains(&share), "{share}");
        assert!(narrower > experiments * 9 / 10, "{narrower}");
    }

    #[test]
    fn the_adjusted_edge_agrees_with_the_plain_one_and_is_worth_more_games() {
        for bots in [["rusher"; 2], ["balanced"; 2], ["balanced", "rusher"]] {
            let arm = arm(bots);
            let layout = arm.layout();
            let tally = arm.batch(0..1_500, None);
            let edge = Quotient::new(column::ADVANTAGE, column::GAMES, Unit::Points).parts(120.0);
            for quotient in [edge, share(&layout)] {
                let plain = quotient.estimate(&layout, &tally, MANNER);
                let Some(Adjusted { estimate, worth }) = quotient.adjusted(&layout, &tally, MANNER) else {
                    // A bot against itself wins one game of each pair.
                    assert!(bots[0] == bots[1] && quotient.column != column::ADVANTAGE);
                    continue;
                };
                assert!((estimate.value - plain.value).abs() < plain.half_width() + estimate.half_width());
                // A plain game is a yes or no of that chance.
                let p = if quotient.column == column::ADVANTAGE { plain.value + 0.5 } else { plain.value };
                let achieved = (estimate.half_width() / t(0.95, 1_498.0)).powi(2) * tally.games as f64;
                let ratio = p * (1.0 - p) / achieved;
                assert!((ratio / worth - 1.0).abs() < 0.05, "{bots:?}: {ratio} and {worth}");
                assert!(estimate.half_width() < plain.half_width(), "{bots:?}");
                let always = quotient.adjusted(&layout, &tally, Manner { always: true, ..MANNER }).unwrap();
                assert!(always.estimate.half_width() > estimate.half_width());
                assert!((always.estimate.value - estimate.value).abs() < 1e-12);
            }
        }
    }

    /// The sums across arms give what the blocks' own differences give.
    #[test]
    fn a_difference_is_adjusted_by_the_difference_of_the_luck() {
        let arms = [arm(["rusher"; 2]), arm(["balanced"; 2])];
        let layout = arms[0].layout();
        let mut rows = [Vec::new(), Vec::new()];
        let tallies = [0, 1].map(|i| arms[i].batch(0..200, Some(&mut rows[i])));
        let mut cross = Cross::new(0, &layout);
        let mut direct = PairSums::EMPTY;
        let (column, luck) = (column::ADVANTAGE, layout.edge_luck(0));
        let columns = layout.columns();
        for (base, mine) in rows[0].chunks_exact(columns).zip(rows[1].chunks_exact(columns)) {
            cross.add(&layout, mine, base);
            direct.add(mine[column] - base[column], mine[luck] - base[luck]);
        }
        let [base, tally] = tallies;
        let played = Played { blocks: 200, tally, cross: Some(cross), looks: Vec::new() };
        let edge = Quotient::new(column, column::GAMES, Unit::Points).parts(120.0);
        let made = edge.adjusted_difference(&layout, &played, &base, MANNER).unwrap();
        let wanted = paired::controlled(&imagined::ratio(&direct, 240), 0.0, 240.0, 0.95).unwrap();
        assert_eq!((made.estimate.value, made.estimate.high), (wanted.value, wanted.high));
        assert!(made.worth > 1.0);
    }

    /// Lost and won games meet all luck equally often, or mostly their own.
    #[test]
    fn luck_that_explains_nothing_adjusts_nothing() {
        let share = share(&arm(["random"; 2]).layout());
        let adjusted = |blocks: [(i64, i64); 6]| {
            let sums = blocks.into_iter().cycle().take(60).collect();
            adjust(&sums, &share, (60.0, 60), MANNER)
        };
        assert!(adjusted([(0, -1), (0, 0), (0, 1), (60, -1), (60, 0), (60, 1)]).is_none());
        let found = adjusted([(0, -1), (0, -1), (0, 1), (60, -1), (60, 1), (60, 1)]).unwrap();
        // Luck of the right sign in two of three blocks: 1 / (1 - 1/9).
        assert!((found.worth - 1.125).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn a_ruleset_without_luck_pays_no_column() {
        let layout = arm(["random"; 2]).layout();
        let without = Layout { luck: false, controls: vec![], ..layout.clone() };
        assert_eq!(layout.columns() - without.columns(), 3 * layout.seats);
        assert!(share(&without).adjusted(&without, &arm(["random"; 2]).batch(0..3, None), MANNER).is_none());
        assert!(KingOfThePitch::FACTS.luck.is_some());
    }
}
