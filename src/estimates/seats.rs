//! The seats of an arm together: intervals that hold for all of them at once,
//! the largest share, how far the farthest is from an equal one, and the test
//! that they win equally often.

use super::{Adjusted, Base, Difference, Manner, Quotient};
use crate::campaign::Played;
use crate::game::{Unit, WIN};
use crate::stats::paired;
use crate::stats::seats::{self as together, Apart, EqualShares};
use crate::stats::sums::SeatSums;
use crate::stats::{Estimate, Method, combine, many};
use crate::tally::{Layout, Tally, layout::column};

/// What the seats won, with the products of every two of them.
fn sums(layout: &Layout, tally: &Tally) -> SeatSums {
    let mut sums = SeatSums::new(layout.seats);
    sums.blocks = tally.moments.blocks;
    for i in 0..layout.seats {
        sums.sum[i] = tally.moments.sum(layout.seat_share(i));
        for j in 0..=i {
            sums.products[i * (i + 1) / 2 + j] =
                tally.moments.product(layout, layout.seat_share(j), layout.seat_share(i));
        }
    }
    sums
}

/// The seats' shares of the wins with intervals that hold all at once.
pub(super) fn shares(layout: &Layout, tally: &Tally, manner: Manner) -> Vec<Estimate> {
    if !manner.always {
        let games = tally.per_block();
        let whole = f64::from(games) * f64::from(WIN);
        return together::shares(&sums(layout, tally), whole, games, manner.level);
    }
    let level = many::level_of_each(manner.level, layout.seats);
    let one = |seat: usize| {
        let share = Quotient::new(layout.seat_share(seat), column::GAMES, Unit::Share).parts(f64::from(WIN));
        let made = share.estimate(layout, tally, Manner { level, ..manner });
        Estimate { level: manner.level, method: Method::SelfNormalisedCsBonferroni, ..made }
    };
    (0..layout.seats).map(one).collect()
}

/// The largest of the seats' shares.
pub(super) fn largest(layout: &Layout, tally: &Tally, manner: Manner) -> Option<Estimate> {
    let method =
        if manner.always { Method::SelfNormalisedCsBonferroni } else { Method::WilsonBlockBonferroni };
    combine::largest(&shares(layout, tally, manner), method).filter(|_| tally.games > 0)
}

/// Makes one estimate of one seat's edge.
pub(super) type OfEdge<'a> = dyn Fn(&Quotient, Manner) -> Option<Estimate> + 'a;

/// An estimate of every seat's edge, each at `level`.
fn edges_at(layout: &Layout, level: f64, manner: Manner, of: &OfEdge<'_>) -> Option<Vec<Estimate>> {
    (0..layout.seats).map(|seat| of(&Quotient::edge(layout, seat), Manner { level, ..manner })).collect()
}

/// The seats' edges, each its share of the wins minus an equal share of those
/// of all seats, with intervals that hold all at once.
pub(super) fn edges(layout: &Layout, tally: &Tally, manner: Manner) -> Vec<Estimate> {
    let level = together::level_of_edge(manner.level, layout.seats);
    let plain = |edge: &Quotient, manner: Manner| Some(edge.estimate(layout, tally, manner));
    let made = edges_at(layout, level, manner, &plain).unwrap_or_default();
    made.into_iter().map(|edge| Estimate { level: manner.level, ..edge }).collect()
}

/// Seat whose edge is farthest from 0; the lowest of equals.
pub(super) fn farthest(edges: &[Estimate]) -> usize {
    let mut best = (0, 0.0);
    for (seat, edge) in edges.iter().enumerate() {
        if edge.value.abs() > best.1 + 1e-12 {
            best = (seat, edge.value.abs());
        }
    }
    best.0
}

const fn method(manner: Manner) -> Method {
    if manner.always { Method::SeatGapCs } else { Method::SeatGap }
}

/// The largest distance of a seat's share from an equal one; `None` before any
/// game that a player won, and at a table of one.
pub(super) fn gap(layout: &Layout, tally: &Tally, manner: Manner) -> Option<Estimate> {
    if layout.seats < 2 || !tally.is_decided() {
        return None;
    }
    together::gap(&edges(layout, tally, manner), manner.level, method(manner))
}

/// The same with the luck of solved chance events taken out of every edge;
/// `None` where that gains nothing for the seat that is farthest.
pub(super) fn adjusted_gap(layout: &Layout, tally: &Tally, manner: Manner) -> Option<Adjusted> {
    gap(layout, tally, manner)?;
    let level = together::level_of_edge(manner.level, layout.seats);
    let adjusted = |edge: &Quotient, manner: Manner| Some(adjusted_or_plain(edge, layout, tally, manner));
    let made = edges_at(layout, level, manner, &adjusted)?;
    let deciding = Quotient::edge(layout, farthest(&made));
    let worth = deciding.adjusted(layout, tally, manner)?.worth;
    Some(Adjusted { estimate: together::gap(&made, manner.level, method(manner))?, worth })
}

fn adjusted_or_plain(edge: &Quotient, layout: &Layout, tally: &Tally, manner: Manner) -> Estimate {
    let adjusted = edge.adjusted(layout, tally, manner).map(|adjusted| adjusted.estimate);
    adjusted.unwrap_or_else(|| edge.estimate(layout, tally, manner))
}

/// The gap minus that of the base arm, from paired blocks, of which `change`
/// makes a seat's change of its edge; `None` where either arm has no gap.
pub(super) fn gap_difference(
    layout: &Layout,
    played: &Played,
    base: &Base<'_>,
    manner: Manner,
    change: &OfEdge<'_>,
) -> Option<Difference> {
    let tally = &played.tally;
    let (own, other) = (gap(layout, tally, manner)?, gap(layout, base.tally, manner)?);
    let at = |level: f64, with_luck: bool| {
        let manner = Manner { level, ..manner };
        let (each, of_change) = together::levels_of_change(level, layout.seats);
        let edges = |tally: &Tally| {
            let of = |edge: &Quotient, manner: Manner| {
                let adjusted = with_luck.then(|| adjusted_or_plain(edge, layout, tally, manner));
                Some(adjusted.unwrap_or_else(|| edge.estimate(layout, tally, manner)))
            };
            edges_at(layout, each, manner, &of)
        };
        let changes = |edge: &Quotient, manner: Manner| {
            let adjusted = with_luck.then(|| edge.adjusted_difference(layout, played, base.tally, manner));
            adjusted.flatten().map_or_else(|| change(edge, manner), |adjusted| Some(adjusted.estimate))
        };
        let change = edges_at(layout, of_change, manner, &changes)?;
        let method = if manner.always { Method::PairedSeatGapCs } else { Method::PairedSeatGap };
        let apart = Apart { base: edges(base.tally)?, other: edges(tally)?, change };
        together::gap_change(&apart, level, method)
    };
    let mut estimate = at(manner.level, false)?;
    debug_assert!((estimate.value - (own.value - other.value)).abs() < 1e-9);
    // The edge on which the larger of both gaps rests says what pairing is worth.
    let larger = if own.value > other.value { tally } else { base.tally };
    let deciding = Quotient::edge(layout, farthest(&edges(layout, larger, manner)));
    let sums = deciding.paired_sums(layout, played, base.tally)?;
    let adjusted = deciding.adjusted_difference(layout, played, base.tally, manner);
    let adjusted = adjusted
        .and_then(|adjusted| Some(Box::new(Adjusted { estimate: at(manner.level, true)?, ..adjusted })));
    let same = (0..layout.seats).all(|seat| {
        let sums = Quotient::edge(layout, seat).paired_sums(layout, played, base.tally);
        sums.is_some_and(|sums| sums.x == sums.y && sums.xx + sums.yy == 2 * sums.xy)
    });
    if same {
        estimate.method = if manner.always { Method::UnvariedCs } else { Method::Unvaried };
    }
    let p = (!manner.always).then(|| if same { 1.0 } else { p_value(|level| at(level, false)) });
    Some(Difference { base: base.name.clone(), estimate, adjusted, worth: paired::worth(&sums), p, same })
}

/// The error at which an interval begins to leave out 0: a p value for what
/// has intervals alone.
fn p_value(at: impl Fn(f64) -> Option<Estimate>) -> f64 {
    // From 10⁻⁹ to 1, to a hundredth of its size, and never too small.
    let (mut low, mut high) = (1e-9_f64.ln(), 0.0_f64);
    while high - low > 0.01 {
        let middle = f64::midpoint(low, high);
        let holds = at(1.0 - middle.exp()).is_none_or(|e| e.contains(0.0));
        *(if holds { &mut low } else { &mut high }) = middle;
    }
    high.exp()
}

/// The test that all seats win equally often; `None` before any game, at a
/// table of one, and where the run could stop on what it saw: a p value is for
/// a number of games that was fixed beforehand.
pub(super) fn equal(layout: &Layout, tally: &Tally, manner: Manner) -> Option<EqualShares> {
    if manner.always || tally.games == 0 {
        return None;
    }
    together::level_table(&sums(layout, tally), tally.per_block(), WIN.into())
}
