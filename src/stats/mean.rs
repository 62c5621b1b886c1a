//! Means over blocks: scores with draws, goal differences, lengths, and
//! ratios of two sums.
//!
//! In: block sums. Out: an [`Estimate`] whose `n` is the number of blocks.
//! The variance is always that between blocks, so whatever the games of a
//! block share (deal, rotation, entrants) is in it.

use super::distribution::{t, t_tails};
use super::estimate::{Caution, Estimate, Why};
use super::method::Method;
use super::sums::{BlockSums, PairSums};

/// Mean per unit with Student's t interval over blocks (batch means; Student
/// 1908). Method `block-t`.
///
/// A block's value is divided by `per_block`, the units it holds: its games,
/// or games times 60 for sixtieths of a win. One block gives an unbounded
/// interval; `None` without blocks or with `per_block` not positive.
#[must_use]
pub fn block_t(sums: &BlockSums, per_block: f64, level: f64) -> Option<Estimate> {
    if per_block.is_nan() || per_block <= 0.0 {
        return None;
    }
    let value = sums.mean()? / per_block;
    let half = match standard_error(sums) {
        Some(error) => t(level, (sums.blocks - 1) as f64) * error / per_block,
        None => f64::INFINITY,
    };
    Some(Estimate::around(value, half, level, Method::BlockT, sums.blocks))
}

/// Standard error of the mean block value; `None` with fewer than two blocks.
#[must_use]
pub fn standard_error(sums: &BlockSums) -> Option<f64> {
    Some((sums.variance()? / sums.blocks as f64).sqrt())
}

/// Two-sided p value of "the mean block value is `expected`" (one-sample t).
/// 1 with fewer than two blocks.
#[must_use]
pub fn t_test(sums: &BlockSums, expected: f64) -> f64 {
    let (Some(mean), Some(error)) = (sums.mean(), standard_error(sums)) else { return 1.0 };
    let off = mean - expected;
    if error > 0.0 { t_tails(off / error, (sums.blocks - 1) as f64) } else { f64::from(u8::from(off == 0.0)) }
}

/// Ratio of two sums, `x / y`, by the delta method over blocks (Cochran 1977,
/// section 6.3): standard error √(Σ(x - R y)² / (B - 1) / B) / ȳ, t with
/// B - 1 degrees of freedom. Method `ratio-delta`.
///
/// Goals per match, successes per attempt: whatever is counted over something
/// that itself varies. The bias is of order 1/B. One block gives an unbounded
/// interval; `None` when the denominator's sum is 0.
#[must_use]
pub fn ratio(sums: &PairSums, level: f64) -> Option<Estimate> {
    if sums.blocks == 0 || sums.y == 0 {
        return None;
    }
    let ratio = sums.x as f64 / sums.y as f64;
    let half = match residual_variance(sums, ratio) {
        Some(variance) => {
            let blocks = sums.blocks as f64;
            let below = (sums.y as f64 / blocks).abs();
            t(level, blocks - 1.0) * (variance / blocks).sqrt() / below
        }
        None => f64::INFINITY,
    };
    Some(Estimate::around(ratio, half, level, Method::RatioDelta, sums.blocks))
}

/// Skewness of block values (the third central moment over the variance's
/// 3/2th power) from the sum of their cubes; `None` where they don't vary.
#[must_use]
pub fn skewness(sums: &BlockSums, cubes: i128) -> Option<f64> {
    let (n, mean) = (sums.blocks as f64, sums.mean()?);
    let variance = sums.variance()? * (n - 1.0) / n;
    let third = cubes as f64 / n - 3.0 * mean * (sums.sum_sq as f64 / n) + 2.0 * mean.powi(3);
    (variance > 0.0).then(|| third / variance.powf(1.5))
}

/// The same of x - R y, a block's part in the ratio R of both sums, from Σ x³,
/// Σ x² y, Σ x y² and Σ y³.
#[must_use]
pub fn ratio_skewness(sums: &PairSums, [xxx, xxy, xyy, yyy]: [i128; 4]) -> Option<f64> {
    let (n, ratio) = (sums.blocks as f64, sums.x as f64 / sums.y as f64);
    let variance = residual_variance(sums, ratio)? * (n - 1.0) / n;
    let [xxx, xxy, xyy, yyy] = [xxx, xxy, xyy, yyy].map(|sum| sum as f64 / n);
    let third = xxx - 3.0 * ratio * xxy + 3.0 * ratio.powi(2) * xyy - ratio.powi(3) * yyy;
    (variance > 0.0).then(|| third / variance.powf(1.5))
}

/// Blocks that a mean needs per square of its skewness γ: with fewer, what its
/// interval says hangs on a handful of blocks. (Cochran 1977, section 2.15, asks
/// for 25 γ² of the plain interval.)
const BLOCKS_PER_SKEWNESS: f64 = 12.0;

/// Blocks below which the tail of a mean's distribution is anybody's guess.
pub const LEAST_BLOCKS: u64 = 20;

/// A t interval with its ends moved outward to where Hall's (1992) cubic
/// transformation puts them for block values of this skewness, and a caution
/// where blocks are too few for it. Never narrower than it was.
///
/// Hall's interval alone errs where few blocks hide the tail, the t interval
/// where they show it; the wider of both at either end held 94 to 97 % for
/// block values of real games wherever the caution is not due, and is 0 to 4 %
/// wider where values are not skewed.
#[must_use]
pub fn with_skewness(plain: Estimate, skewness: f64) -> Estimate {
    let n = plain.n as f64;
    let needed = (BLOCKS_PER_SKEWNESS * skewness.powi(2)).ceil() as u64;
    let caution = if plain.n < needed {
        Some(Caution { why: Why::Skewed, games: needed })
    } else {
        (plain.n < LEAST_BLOCKS).then_some(Caution { why: Why::FewBlocks, games: LEAST_BLOCKS })
    };
    let plain = Estimate { caution, ..plain };
    let (t, bend) = (t(plain.level, n - 1.0), skewness / n.sqrt());
    if !t.is_finite() || !bend.is_finite() || bend.abs() < 1e-6 {
        return plain;
    }
    let error = plain.half_width() / t;
    let inverse = |w: f64| 3.0 / bend * ((1.0 + bend * (w - bend / 6.0)).cbrt() - 1.0);
    let (low, high) = (plain.value - error * inverse(t), plain.value - error * inverse(-t));
    let method = match plain.method {
        Method::BlockT => Method::SkewedT,
        Method::PairedT => Method::PairedSkewedT,
        other => other,
    };
    Estimate { low: plain.low.min(low), high: plain.high.max(high), method, ..plain }
}

/// Sample variance of x - slope · y.
pub(crate) fn residual_variance(sums: &PairSums, slope: f64) -> Option<f64> {
    let (x, y) = (sums.first().variance()?, sums.second().variance()?);
    Some((x - 2.0 * slope * sums.covariance()? + slope * slope * y).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    fn close(e: Option<Estimate>, value: f64, low: f64, high: f64) {
        let e = e.unwrap();
        let off = (e.value - value).abs().max((e.low - low).abs()).max((e.high - high).abs());
        assert!(off < 1e-9, "{e:?} instead of {value} in {low}..{high}");
    }

    /// References: `scipy` 1.17.1 (`t.interval`, `ttest_1samp`);
    /// the ratio by its formula in `numpy`.
    #[test]
    fn means_match_scipy() {
        let sums: PairSums =
            [(3, 2), (5, 3), (2, 1), (8, 4), (4, 3), (4, 2), (7, 3), (1, 1)].into_iter().collect();
        close(block_t(&sums.first(), 2.0, 0.95), 2.125, 1.132_028_741_507_116, 3.117_971_258_492_884);
        close(ratio(&sums, 0.95), 1.789_473_684_210_526_3, 1.448_719_058_535_694_8, 2.130_228_309_885_358);
        assert!((t_test(&sums.first(), 5.0) - 0.401_507_624_551_852_57).abs() < 1e-12);
    }

    #[test]
    fn one_block_bounds_nothing() {
        let e = block_t(&BlockSums::from_iter([3]), 2.0, 0.95).unwrap();
        assert_eq!((e.value, e.low, e.high), (1.5, f64::NEG_INFINITY, f64::INFINITY));
        assert!(block_t(&BlockSums::EMPTY, 2.0, 0.95).is_none());
        assert!(block_t(&BlockSums::from_iter([3]), 0.0, 0.95).is_none());
        assert!(ratio(&PairSums::from_iter([(0, 0), (0, 0)]), 0.95).is_none());
        assert_eq!(t_test(&BlockSums::from_iter([3]), 0.0), 1.0);
    }

    /// Reference: the blocks themselves; Hall's ends by `numpy` with t of 7
    /// degrees of freedom.
    #[test]
    fn skewness_moves_ends_outward() {
        let pairs = [(3, 2), (5, 3), (2, 1), (8, 4), (4, 3), (4, 2), (7, 3), (20, 1)];
        let sums: PairSums = pairs.into_iter().collect();
        let cubes = pairs.iter().map(|(x, _)| i128::from(x * x * x)).sum();
        let third = |of: &dyn Fn(i64, i64) -> i64| pairs.iter().map(|&(x, y)| i128::from(of(x, y))).sum();
        let found = skewness(&sums.first(), cubes).unwrap();
        let central = |power: i32| {
            pairs.iter().map(|(x, _)| (f64::from(*x as i32) - 6.625).powi(power)).sum::<f64>() / 8.0
        };
        assert!((found - central(3) / central(2).powf(1.5)).abs() < 1e-12, "{found}");
        let triples = [
            third(&|x, _| x * x * x),
            third(&|x, y| x * x * y),
            third(&|x, y| x * y * y),
            third(&|_, y| y * y * y),
        ];
        let ratio = 53.0 / 19.0;
        let residual = |power: i32| {
            pairs.iter().map(|&(x, y)| (x as f64 - ratio * y as f64).powi(power)).sum::<f64>() / 8.0
        };
        let wanted = residual(3) / residual(2).powf(1.5);
        assert!((ratio_skewness(&sums, triples).unwrap() - wanted).abs() < 1e-9, "{wanted}");
        let plain = block_t(&sums.first(), 1.0, 0.95).unwrap();
        let made = with_skewness(plain, found);
        assert!(
            made.low == plain.low && made.high > plain.high && made.method == Method::SkewedT,
            "{made:?}"
        );
        assert_eq!(made.caution.map(|caution| caution.why), Some(Why::Skewed));
        let other = with_skewness(plain, -found);
        assert!((other.value - other.low - (made.high - made.value)).abs() < 1e-9, "mirrored: {other:?}");
        assert_eq!(with_skewness(Estimate { n: 400, ..plain }, 0.0), Estimate { n: 400, ..plain });
    }

    #[test]
    fn constant_blocks_have_no_width() {
        let e = block_t(&BlockSums::from_iter([4, 4, 4]), 2.0, 0.95).unwrap();
        assert_eq!((e.low, e.high), (2.0, 2.0));
        assert_eq!(t_test(&BlockSums::from_iter([4, 4]), 4.0), 1.0);
        assert_eq!(t_test(&BlockSums::from_iter([4, 4]), 5.0), 0.0);
        let proportional = ratio(&PairSums::from_iter([(2, 4), (3, 6), (5, 10)]), 0.95).unwrap();
        assert!(proportional.half_width() < 1e-7);
    }

    #[test]
    fn calibration_block_means_and_ratios_cover() {
        let mut dice = Dice::new("block means", 0);
        let experiments = 10_000;
        let (mut mean, mut share) = (0, 0);
        for _ in 0..experiments {
            // A pair's score in quarters: 0, 1/4, ... like the pentanomial.
            let score: BlockSums = (0..60).map(|_| dice.face(&[0.1, 0.15, 0.4, 0.2, 0.15]) as i64).collect();
            mean += i32::from(block_t(&score, 4.0, 0.95).unwrap().contains(2.15 / 4.0));
            // Goals over matches, where more matches mean more goals.
            let goals: PairSums = (0..60)
                .map(|_| {
                    let matches = 1 + i64::from(dice.below(5));
                    ((0..matches).map(|_| dice.poisson(1.3)).sum(), matches)
                })
                .collect();
            share += i32::from(ratio(&goals, 0.95).unwrap().contains(1.3));
        }
        let held = [mean, share].map(|h| f64::from(h) / f64::from(experiments));
        assert!(held.iter().all(|h| (0.94..0.965).contains(h)), "{held:?}");
    }
}
