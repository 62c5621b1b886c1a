//! How far the seats of one arm are from equal shares, minus the same of
//! another, where the arms share their luck.

use super::free;
use crate::stats::Method;
use crate::stats::distribution::alpha;
use crate::stats::estimate::Estimate;
use crate::stats::many::level_of_each;

/// What two arms' seats say together, for [`gap_change`].
pub struct Apart {
    /// Edges in the base arm.
    pub base: Vec<Estimate>,
    /// Edges in the other.
    pub other: Vec<Estimate>,
    /// Edges in the other minus those in the base, from paired blocks.
    pub change: Vec<Estimate>,
}

/// Share of the error that the changes of the edges get; either arm's own edges
/// get half of what is left. Arms that share luck are compared by their
/// changes; their own edges only say which seats can be the farthest.
const OF_CHANGES: f64 = 0.8;

/// Levels of each of an arm's edges and of each of their changes for all of
/// both arms to hold together with probability `level`.
#[must_use]
pub fn levels_of_change(level: f64, seats: usize) -> (f64, f64) {
    let each = |share: f64| level_of_each(1.0 - share * alpha(level), free(seats));
    (each((1.0 - OF_CHANGES) / 2.0), each(OF_CHANGES))
}

/// The other arm's gap minus the base's.
///
/// All intervals of [`Apart`] hold together with probability `level`. The ends
/// are the most and the least that the difference of two gaps can be while
/// they do; so these hold with that probability, too, whichever seats are the
/// farthest. The most is sought seat by seat: if seat `s`, on the side `σ`, is
/// the farthest of the other arm, then with x its signed edge in the base the
/// difference is at most min(U, x + C) - max(m, |x|), where U and C bound the
/// seat's signed edge in the other arm and its change, and m is the largest
/// lower bound of the sizes of the base's other edges. That is concave and
/// linear between few corners in x. The least is the same of the arms
/// exchanged. Nothing is asked of the dependence between seats or arms. `None`
/// of nothing or of lists of unequal length.
#[must_use]
pub fn gap_change(apart: &Apart, level: f64, method: Method) -> Option<Estimate> {
    let Apart { base, other, change } = apart;
    if base.len() != other.len() || base.len() != change.len() {
        return None;
    }
    let back: Vec<Estimate> = change.iter().map(|edge| edge.negated()).collect();
    let farthest = |edges: &[Estimate]| edges.iter().map(|e| e.value.abs()).fold(0.0, f64::max);
    let ends = (-most(other, base, &back), most(base, other, change));
    let n = change.first()?.n;
    Some(Estimate::new(farthest(other) - farthest(base), ends, level, method, n))
}

/// The most that the other arm's gap can lie above the base's.
fn most(base: &[Estimate], other: &[Estimate], change: &[Estimate]) -> f64 {
    let sizes: Vec<f64> = base.iter().map(|edge| edge.size().low).collect();
    let of_seat = |seat: usize| {
        let rest = (0..sizes.len()).filter(|&s| s != seat).map(|s| sizes[s]).fold(0.0, f64::max);
        let of_side = |own: Estimate, other: Estimate, change: Estimate| {
            let rise = |x: f64| other.high.min(x + change.high) - rest.max(x.abs());
            let corners = [own.low, own.high, other.high - change.high, rest, -rest, 0.0];
            // Where nothing bounds the base it may be level.
            let within = corners.into_iter().map(|x| x.clamp(own.low, own.high)).filter(|x| x.is_finite());
            within.map(rise).fold(f64::NEG_INFINITY, f64::max)
        };
        let turned = of_side(base[seat].negated(), other[seat].negated(), change[seat].negated());
        of_side(base[seat], other[seat], change[seat]).max(turned)
    };
    (0..base.len()).map(of_seat).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::tests::edge;
    use super::super::{gap, level_of_edge};
    use super::*;
    use crate::stats::simulate::{self, Dice};
    use crate::stats::sums::SeatSums;

    /// By hand, and the bounds of the two gaps alone where luck is not shared.
    #[test]
    fn a_change_of_gaps_is_bounded_by_changes_and_by_both_gaps() {
        let level = [edge(-0.01, 0.01), edge(-0.01, 0.01), edge(-0.01, 0.01)];
        let tilted = [edge(-0.05, -0.03), edge(-0.05, -0.03), edge(0.07, 0.09)];
        let known = [edge(-0.041, -0.039), edge(-0.041, -0.039), edge(0.079, 0.081)];
        let of = |base: &[Estimate], other: &[Estimate], change: &[Estimate]| {
            let [base, other, change] = [base, other, change].map(<[Estimate]>::to_vec);
            gap_change(&Apart { base, other, change }, 0.95, Method::PairedSeatGap).unwrap()
        };
        // The third seat is the farthest: its change is the gap's, but for what
        // the base may have been off already.
        let e = of(&level, &tilted, &known);
        assert!((e.value - 0.08).abs() < 1e-12 && (e.high - 0.081).abs() < 1e-12, "{e:?}");
        // Base at -1 %, other at 7 % at least: 7 - 1 points.
        assert!((e.low - 0.06).abs() < 1e-12, "{e:?}");
        let back: Vec<Estimate> = known.iter().map(|e| e.negated()).collect();
        let back = of(&tilted, &level, &back);
        assert!((back.low + e.high).abs() < 1e-12 && (back.high + e.low).abs() < 1e-12, "{back:?}");
        let open = [edge(-1.0, 1.0); 3];
        let apart = of(&level, &tilted, &open);
        assert!((apart.low - 0.06).abs() < 1e-12 && (apart.high - 0.09).abs() < 1e-12, "{apart:?}");
        let unbounded = [edge(f64::NEG_INFINITY, f64::INFINITY); 3];
        let nothing = of(&unbounded, &unbounded, &unbounded);
        assert!(nothing.low.is_infinite() && nothing.high.is_infinite(), "{nothing:?}");
    }

    /// Two arms of rotated blocks that share their deal and most winners: the
    /// gaps of both, and the difference of the gaps, hold in 95 % of
    /// experiments or more, wherever the farthest seats are: at the same seat,
    /// at another, on the other side, and where nobody is far.
    #[test]
    fn calibration_gaps_and_their_changes_hold_at_three_to_six_seats() {
        let experiments = 3_000;
        let mut widths = Vec::new();
        for seats in 3..=6_usize {
            // Extra chances of single seats in either arm.
            let last = seats - 1;
            for (case, extra) in [
                [(0, 0.0), (0, 0.0)],
                [(last, 0.15), (last, 0.2)],
                [(1, 0.12), (last, 0.12)],
                [(2, 0.2), (0, 0.0)],
            ]
            .into_iter()
            .enumerate()
            {
                let blocks = 300;
                let fair = 1.0 / seats as f64;
                let truth = extra.map(|(_, more)| more * (1.0 - fair));
                let per_block = 60.0 * seats as f64;
                let [own, other, changed, clear] = simulate::shares(experiments, |experiment| {
                    let mut dice = Dice::new("gaps", experiment * 100 + (seats * 10 + case) as u64);
                    let mut arms = [SeatSums::new(seats), SeatSums::new(seats)];
                    let mut pairs = vec![crate::stats::sums::BlockSums::EMPTY; seats];
                    for _ in 0..blocks {
                        let lucky = dice.below(seats as u32) as usize;
                        let mut won = [vec![0_i64; seats], vec![0_i64; seats]];
                        for _ in 0..seats {
                            let winner =
                                if dice.unit() < 0.3 { lucky } else { dice.below(seats as u32) as usize };
                            let pushed = dice.unit();
                            for (won, (seat, more)) in won.iter_mut().zip(extra) {
                                won[if pushed < more { seat } else { winner }] += 60;
                            }
                        }
                        for (sums, won) in arms.iter_mut().zip(&won) {
                            sums.add(won);
                        }
                        for (seat, pair) in pairs.iter_mut().enumerate() {
                            pair.add(won[1][seat] - won[0][seat]);
                        }
                    }
                    let edges = |sums: &SeatSums, level: f64| -> Vec<Estimate> {
                        let of = |seat: usize| {
                            let share =
                                crate::stats::mean::block_t(&sums.pair(seat, seat).first(), per_block, level);
                            share.unwrap().scaled(1.0, -fair)
                        };
                        (0..seats).map(of).collect()
                    };
                    let alone = |sums: &SeatSums| {
                        gap(&edges(sums, level_of_edge(0.95, seats)), 0.95, Method::SeatGap).unwrap()
                    };
                    let (each, of_change) = levels_of_change(0.95, seats);
                    let change = pairs
                        .iter()
                        .map(|pair| crate::stats::mean::block_t(pair, per_block, of_change).unwrap());
                    let apart = Apart {
                        base: edges(&arms[0], each),
                        other: edges(&arms[1], each),
                        change: change.collect(),
                    };
                    let e = gap_change(&apart, 0.95, Method::PairedSeatGap).unwrap();
                    assert!(e.contains(e.value), "{e:?}");
                    [
                        alone(&arms[0]).contains(truth[0]),
                        alone(&arms[1]).contains(truth[1]),
                        e.contains(truth[1] - truth[0]),
                        !e.contains(0.0),
                    ]
                });
                for held in [own, other, changed] {
                    assert!(held > 0.94, "{seats} seats, case {case}: {own} {other} {changed}");
                }
                widths.push((seats, case, clear));
            }
        }
        // What moves is found: the same seat pushed further, and one made level.
        let found = |case: usize| widths.iter().filter(|w| w.1 == case).map(|w| w.2).fold(1.0, f64::min);
        assert!(found(1) > 0.9 && found(3) > 0.5, "{widths:?}");
    }
}
