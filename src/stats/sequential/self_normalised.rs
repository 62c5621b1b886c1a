//! Confidence sequence for the mean of bounded block scores, from their sum
//! and their sum of squares alone.
//!
//! For ξ >= -1 and 0 <= λ < 1, 1 + λ ξ >= exp(λ ξ - ψ(λ) ξ²) with ψ(λ) =
//! -ln(1 - λ) - λ (Fan, Grama and Liu 2015, lemma 4.1). So exp(λ Σξ - ψ(λ) Σξ²)
//! with ξ = X - m is at most the capital of a gambler who stakes λ on "more
//! than m" in every block: at the true mean its average over fixed stakes
//! exceeds 1/α with probability at most α, over all looks together (Ville
//! 1939). It holds for every sample size and for events that have not happened
//! yet, which a normal approximation calls impossible.

use super::super::distribution::alpha;
use super::super::estimate::Estimate;
use super::super::method::Method;
use super::super::sums::BlockSums;

/// The largest stake: up to it the capital falls as m rises, so that what is
/// not refuted is an interval (2 ψ(λ) <= λ).
const MOST: f64 = 0.58;
/// Each stake is half of the one before.
const STAKES: usize = 24;
/// Spread of a block's score that the stakes are tuned to; a wrong guess costs
/// width, never validity.
const SPREAD: f64 = 0.3;

/// Fixed stakes, chosen before the data: half of the capital is on stakes near
/// the best one after about `tightest` blocks, √(2 ln(2/α) / (n σ²)).
struct Stakes {
    /// λ, ψ(λ) and ln of its share of the capital.
    grid: [(f64, f64, f64); STAKES],
}

impl Stakes {
    fn tuned(tightest: u64, level: f64) -> Self {
        let best = (2.0 * (2.0 / alpha(level)).ln() / tightest.max(1) as f64).sqrt() / SPREAD;
        let centre = (MOST / best).log2().clamp(0.0, (STAKES - 1) as f64);
        let raw = std::array::from_fn::<_, STAKES, _>(|g| {
            let stake = MOST * (-(g as f64)).exp2();
            let cost = if stake < 1e-3 {
                stake * stake * (0.5 + stake * (1.0 / 3.0 + stake / 4.0))
            } else {
                -(-stake).ln_1p() - stake
            };
            (stake, cost, (-0.7 * (g as f64 - centre).abs()).exp())
        });
        let total: f64 = raw.iter().map(|stake| stake.2).sum();
        Self { grid: raw.map(|(stake, cost, weight)| (stake, cost, (weight / total).ln())) }
    }
}

/// Scores in 0..1: number, sum and sum of squares.
#[derive(Clone, Copy)]
struct Scores {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Scores {
    fn mirrored(self) -> Self {
        Self { sum: self.n - self.sum, squares: self.n - 2.0 * self.sum + self.squares, ..self }
    }

    /// ln of the capital of those who bet that the mean is above `m`.
    fn capital(self, stakes: &Stakes, m: f64) -> f64 {
        let off = self.sum - self.n * m;
        let square = (self.squares - 2.0 * m * self.sum + self.n * m * m).max(0.0);
        let mut logs = [0.0; STAKES];
        let mut best = f64::NEG_INFINITY;
        for (log, &(stake, cost, weight)) in logs.iter_mut().zip(&stakes.grid) {
            *log = weight + stake * off - cost * square;
            best = best.max(*log);
        }
        best + logs.iter().map(|log| (log - best).exp()).sum::<f64>().ln()
    }

    /// The smallest mean that is not refuted: a root of a falling function by
    /// false position (Dowell and Jarratt 1971).
    fn lower(self, stakes: &Stakes, room: f64) -> f64 {
        let excess = |m: f64| self.capital(stakes, m) - room;
        let (mut low, mut high) = (0.0, self.sum / self.n);
        let (mut above, mut below) = (excess(low), excess(high));
        if above <= 0.0 {
            return 0.0;
        }
        let mut last = 0;
        for _ in 0..100 {
            let middle = (low + (high - low) * (above / (above - below))).clamp(low, high);
            let found = excess(middle);
            if found > 0.0 {
                (low, above) = (middle, found);
                if last == 1 {
                    below *= 0.5;
                }
                last = 1;
            } else {
                (high, below) = (middle, found);
                if last == -1 {
                    above *= 0.5;
                }
                last = -1;
            }
            if found.abs() < 1e-9 {
                return middle;
            }
            if high - low < 1e-12 {
                break;
            }
        }
        // The refuted side: rounding never makes the interval too short.
        low
    }
}

/// Confidence sequence for the mean per unit. Method `self-normalised-cs`.
///
/// A block's value is divided by `per_block` and then lies in `range`
/// (shares: 0 to 1; paired differences of shares: -1 to 1). `tightest` is the
/// number of blocks at which the sequence is to be narrowest, chosen before
/// the data. `None` without blocks, with an empty range, or with `per_block`
/// not positive.
#[must_use]
pub fn mean(
    sums: &BlockSums,
    per_block: f64,
    range: (f64, f64),
    tightest: u64,
    level: f64,
) -> Option<Estimate> {
    let (least, width) = (range.0, range.1 - range.0);
    let fits = per_block > 0.0 && width > 0.0;
    let value = sums.mean().filter(|_| fits)? / per_block;
    let n = sums.blocks as f64;
    let (sum, squares) = (sums.sum as f64 / per_block, sums.sum_sq as f64 / per_block / per_block);
    let unit = Scores {
        n,
        sum: (sum - n * least) / width,
        squares: (squares - 2.0 * least * sum + n * least * least) / (width * width),
    };
    let stakes = Stakes::tuned(tightest, level);
    let room = (2.0 / alpha(level)).ln();
    let (low, high) = (unit.lower(&stakes, room), 1.0 - unit.mirrored().lower(&stakes, room));
    let ends = (least + width * low, least + width * high);
    Some(Estimate::new(value, ends, level, Method::SelfNormalisedCs, sums.blocks))
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, count};
    use super::*;

    #[test]
    fn the_bound_on_the_capital_holds() {
        let stakes = Stakes::tuned(1_000, 0.95);
        let weights: f64 = stakes.grid.iter().map(|stake| stake.2.exp()).sum();
        assert!((weights - 1.0).abs() < 1e-12);
        for &(stake, cost, _) in &stakes.grid {
            assert!(2.0 * cost <= stake, "{stake}");
            for step in -100..=100 {
                let x = f64::from(step) / 100.0;
                assert!(stake * x - cost * x * x <= (stake * x).ln_1p() + 1e-12, "{stake} {x}");
            }
        }
    }

    #[test]
    fn the_ends_are_where_the_capital_reaches_the_threshold() {
        let sums: BlockSums = (0..700).map(|i| [0, 30, 60, 60, 90, 120][i % 6]).collect();
        let e = mean(&sums, 120.0, (0.0, 1.0), 700, 0.95).unwrap();
        assert!(e.contains(0.5) && e.half_width() < 0.08, "{e:?}");
        let stakes = Stakes::tuned(700, 0.95);
        let unit = Scores { n: 700.0, sum: sums.sum as f64 / 120.0, squares: sums.sum_sq as f64 / 14_400.0 };
        for capital in [unit.capital(&stakes, e.low), unit.mirrored().capital(&stakes, 1.0 - e.high)] {
            assert!((capital - 40_f64.ln()).abs() < 1e-6, "{capital}");
        }
        // The same scores as differences in -1..1.
        let moved: BlockSums = (0..700).map(|i| [0, 30, 60, 60, 90, 120][i % 6] - 60).collect();
        let d = mean(&moved, 60.0, (-1.0, 1.0), 700, 0.95).unwrap();
        assert!((d.low - (2.0 * e.low - 1.0)).abs() < 1e-9 && (d.high - (2.0 * e.high - 1.0)).abs() < 1e-9);
    }

    #[test]
    fn what_never_happened_is_not_called_impossible() {
        let never = BlockSums { blocks: 1_000, sum: 0, sum_sq: 0 };
        let e = mean(&never, 2.0, (0.0, 1.0), 1_000, 0.95).unwrap();
        // The exact one-sided bound is 1 - 0.025^(1/1000) = 0.0037.
        assert!(e.low == 0.0 && (0.0037..0.012).contains(&e.high), "{e:?}");
        assert!(mean(&BlockSums::EMPTY, 2.0, (0.0, 1.0), 100, 0.95).is_none());
        assert!(mean(&never, 0.0, (0.0, 1.0), 100, 0.95).is_none());
        assert!(mean(&never, 1.0, (1.0, 1.0), 100, 0.95).is_none());
        let one = mean(&BlockSums::from_iter([1]), 2.0, (0.0, 1.0), 100, 0.95).unwrap();
        assert_eq!((one.low, one.high), (0.0, 1.0));
    }

    /// Two times a fixed interval at most where it was tuned, three far away.
    #[test]
    fn width_against_a_fixed_interval() {
        for (blocks, most) in [(100, 3.0), (1_000, 2.0), (10_000, 1.8), (100_000, 2.4)] {
            let sums: BlockSums = (0..blocks).map(|i| [0, 1, 2, 2, 3, 4][i % 6]).collect();
            let plain = 1.96 * sums.variance().unwrap().sqrt() / (blocks as f64).sqrt() / 4.0;
            let ratio = mean(&sums, 4.0, (0.0, 1.0), 10_000, 0.95).unwrap().half_width() / plain;
            assert!(ratio > 1.2 && ratio < most, "{blocks}: {ratio}");
        }
    }

    #[test]
    fn calibration_self_normalised_sequence_ever_misses() {
        let experiments = 2_000;
        let stakes = Stakes::tuned(500, 0.95);
        let room = 40_f64.ln();
        let [even, rare] = count(experiments, |experiment| {
            let mut dice = Dice::new("self-normalised cs", experiment);
            let mut scores = [Scores { n: 0.0, sum: 0.0, squares: 0.0 }; 2];
            let mut missed = [false; 2];
            for _ in 0..1_500 {
                let draws =
                    [dice.face(&[0.1, 0.2, 0.4, 0.2, 0.1]) as f64 / 4.0, f64::from(dice.unit() < 0.01)];
                for ((scores, x), (mean, missed)) in
                    scores.iter_mut().zip(draws).zip([0.5, 0.01].into_iter().zip(&mut missed))
                {
                    scores.n += 1.0;
                    scores.sum += x;
                    scores.squares += x * x;
                    *missed |= scores.capital(&stakes, mean) >= room
                        || scores.mirrored().capital(&stakes, 1.0 - mean) >= room;
                }
            }
            missed
        });
        assert!(even <= experiments / 20 && rare <= experiments / 20, "{even}, {rare}");
        assert!(even > 0, "a sequence that never misses is not tested");
    }

    /// A run that stops as soon as the half-width is what was asked for, at
    /// looks as a campaign makes them: rare shares are not stopped on before
    /// anything was seen.
    #[test]
    fn calibration_runs_to_a_precision_hold_rare_shares() {
        let experiments = 2_000;
        for (share, wanted) in [(0.0005, 0.01), (0.001, 0.005), (0.002, 0.005), (0.01, 0.005)] {
            let tightest = ((2.0_f64 / wanted).powi(2) as u64).min(100_000);
            let [missed] = count(experiments, |experiment| {
                let mut dice = Dice::new("precision of a rare share", experiment);
                let (mut sums, mut look) = (BlockSums::EMPTY, 128);
                loop {
                    while sums.blocks < look {
                        sums.add((0..2).map(|_| i64::from(dice.unit() < share)).sum());
                    }
                    let e = mean(&sums, 2.0, (0.0, 1.0), tightest, 0.95).unwrap().within(0.0, 1.0);
                    if e.half_width() <= wanted {
                        return [!e.contains(share)];
                    }
                    look += look.div_ceil(4);
                }
            });
            assert!(missed <= experiments / 20, "{share} to {wanted}: {missed} of {experiments}");
        }
    }
}
