//! Luck and skill: how much of a result the deal (or the seat, or the bot)
//! explains.
//!
//! Pick-freeze (Sobol 1993; Janon et al. 2014): play the same deal twice with
//! independent decision streams; what the two results have in common is what
//! the deal explains.

use crate::stats::distribution::t;
use crate::stats::estimate::Estimate;
use crate::stats::sums::PairSums;

/// Share of the variance of a result that what two plays have in common
/// explains: Cov(Y, Y') / Var(Y), with mean and variance pooled over both
/// plays (Janon et al. 2014, estimator T). Method `pick-freeze`.
///
/// `groups` are sums over (Y, Y') of consecutive blocks, at least two of them,
/// better twenty or more; the interval is a delete-one-group jackknife with t,
/// and may reach below 0 when nothing is shared. `n` is the number of blocks.
/// `None` when the result doesn't vary; unbounded from one group.
#[must_use]
pub fn explained(groups: &[PairSums], level: f64) -> Option<Estimate> {
    let mut all = PairSums::EMPTY;
    for group in groups {
        all.merge(group);
    }
    let value = share(&all)?;
    let left_out: Vec<f64> = groups.iter().filter_map(|group| share(&all.without(group))).collect();
    let g = left_out.len() as f64;
    let half = if left_out.len() < 2 {
        f64::INFINITY
    } else {
        let centre = left_out.iter().sum::<f64>() / g;
        let squares: f64 = left_out.iter().map(|x| (x - centre).powi(2)).sum();
        t(level, g - 1.0) * ((g - 1.0) / g * squares).sqrt()
    };
    Some(Estimate::around(value, half, level, "pick-freeze", all.blocks))
}

fn share(sums: &PairSums) -> Option<f64> {
    if sums.blocks == 0 {
        return None;
    }
    let n = sums.blocks as f64;
    // Pooled moments about a common centre, in exact integers where it counts:
    // Σ(x + y)/2n, Σxy/n and Σ(x² + y²)/2n.
    let centre = (sums.x + sums.y) as f64 / (2.0 * n);
    let joint = sums.xy as f64 / n - centre * centre;
    let spread = (sums.xx + sums.yy) as f64 / (2.0 * n) - centre * centre;
    (spread > 1e-12 * centre * centre).then(|| joint / spread)
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::Dice;
    use super::*;

    #[test]
    fn edges() {
        assert!(explained(&[], 0.95).is_none());
        assert!(explained(&[PairSums::from_iter([(3, 3), (3, 3)])], 0.95).is_none());
        let one = explained(&[PairSums::from_iter([(3, 3), (1, 1)])], 0.95).unwrap();
        assert!(one.value == 1.0 && one.high.is_infinite());
    }

    /// The deal gives 30 % of the variance of a normal result, and of a win.
    #[test]
    fn calibration_explained_shares_cover() {
        let mut dice = Dice::new("luck share", 0);
        let experiments = 1_500;
        let (mut held, mut wins) = (0, 0);
        for _ in 0..experiments {
            let mut scores = vec![PairSums::EMPTY; 30];
            let mut won = vec![PairSums::EMPTY; 30];
            for group in 0..30 {
                for _ in 0..20 {
                    let deal = dice.normal() * 0.3_f64.sqrt();
                    let mut play = || ((deal + dice.normal() * 0.7_f64.sqrt()) * 1e4) as i64;
                    scores[group].add(play(), play());
                    // A deal that wins 80 % or 20 %: Var = 0.09 of 0.25.
                    let p = if dice.unit() < 0.5 { 0.8 } else { 0.2 };
                    won[group].add(i64::from(dice.unit() < p), i64::from(dice.unit() < p));
                }
            }
            held += u32::from(explained(&scores, 0.95).unwrap().contains(0.3));
            wins += u32::from(explained(&won, 0.95).unwrap().contains(0.36));
        }
        let share = [held, wins].map(|h| f64::from(h) / f64::from(experiments));
        assert!(share.iter().all(|s| (0.935..0.97).contains(s)), "{share:?}");
    }
}
