//! The seats of an arm together: intervals that hold for all of them at once,
//! the largest share, and the test that they win equally often.

use super::{Manner, Quotient};
use crate::game::{Unit, WIN};
use crate::stats::seats::{self as together, EqualShares};
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

/// The test that all seats win equally often; `None` before any game, at a
/// table of one, and where the run could stop on what it saw: a p value is for
/// a number of games that was fixed beforehand.
pub(super) fn equal(layout: &Layout, tally: &Tally, manner: Manner) -> Option<EqualShares> {
    if manner.always || tally.games == 0 {
        return None;
    }
    together::level_table(&sums(layout, tally), tally.per_block(), WIN.into())
}
