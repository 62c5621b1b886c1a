//! Intervals for a rate: how often something happens.
//!
//! In: whole counts, or block sums where several games share their luck. Out:
//! an [`Estimate`]. The count formulas are for events of which a block holds
//! one; a rate over mirrored or rotated games goes through [`wilson_blocks`]
//! or through `mean::block_t`, never through the binomial formulas.

use super::distribution::{alpha, beta_quantile, t, z};
use super::estimate::Estimate;
use super::mean;
use super::method::Method;
use super::sums::{BlockSums, PairSums};

/// The ends of Wilson's score interval (Wilson 1927; recommended by Brown, Cai
/// and `DasGupta` 2001) for a share `p` of `n` (effective) trials.
pub(crate) fn wilson_ends(p: f64, n: f64, z: f64) -> (f64, f64) {
    let shrink = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / shrink;
    let half = z / shrink * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Counts that vary by less than this (n p (1 - p)) get Clopper and Pearson's
/// interval: whatever the rate and the number of games, Wilson's then covers
/// 94 % or more of the rest.
const LEAST_VARIANCE: f64 = 40.0;

/// The ends of an interval for a share, and whether they are Clopper and
/// Pearson's.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    pub ends: (f64, f64),
    exact: bool,
}

impl Ends {
    /// Ends for a share `p` of `n` (effective) trials.
    pub(crate) fn of(p: f64, n: f64, level: f64) -> Self {
        if n * p * (1.0 - p) < LEAST_VARIANCE {
            Self { ends: clopper_pearson_ends(p * n, n, level), exact: true }
        } else {
            Self { ends: wilson_ends(p, n, z(level)), exact: false }
        }
    }

    const fn method(self, wilson: Method, exact: Method) -> Method {
        if self.exact { exact } else { wilson }
    }
}

/// The ends of Clopper and Pearson's interval (1934) for `x` of `n` trials,
/// which may be effective ones and then no whole numbers (Korn and Graubard
/// 1998). It covers at least its level.
pub(super) fn clopper_pearson_ends(x: f64, n: f64, level: f64) -> (f64, f64) {
    let tail = alpha(level) / 2.0;
    if n < 1e-3 {
        return (0.0, 1.0);
    }
    let low = if x > 0.0 { beta_quantile(x, n - x + 1.0, tail) } else { 0.0 };
    let high = if x < n { beta_quantile(x + 1.0, n - x, 1.0 - tail) } else { 1.0 };
    (low, high)
}

/// The interval for a rate over blocks whose games share their luck: the
/// number of games is replaced by the number of independent games that would
/// vary as much (effective size after Kish 1965; Korn and Graubard 1998 for
/// the t correction), at least the blocks, because no share of a block varies
/// more than a yes or no. Methods `wilson-block` and, of few events,
/// `clopper-pearson-block`.
///
/// `per_block` is the most that one block can add (its games, or games times
/// 60 for sixtieths of a win); `games` the games in a block. Where the blocks
/// don't vary at all (an event that never, or always, happens) a block counts
/// as one trial, the worst that sharing luck can do. Very few blocks cover more
/// than asked: at 95 %, four blocks of four games hold in 96 to 99 %. `n` is the
/// number of blocks; `None` without blocks or with `per_block <= 0`.
#[must_use]
pub fn wilson_blocks(sums: &BlockSums, per_block: f64, games: u32, level: f64) -> Option<Estimate> {
    let p = mean_share(sums, per_block)?;
    let spread = sums.variance().unwrap_or(0.0) / (per_block * per_block);
    let made = effective_ends(p, spread, sums.blocks, games, level);
    let method = made.method(Method::WilsonBlock, Method::ClopperPearsonBlock);
    Some(Estimate::new(p, made.ends, level, method, sums.blocks))
}

/// The ends of the interval for a share `p` whose block values have variance
/// `spread` (of the same unit).
pub(crate) fn effective_ends(p: f64, spread: f64, blocks: u64, games: u32, level: f64) -> Ends {
    let n = blocks as f64;
    let games = f64::from(games.max(1));
    let effective = if spread > 0.0 { p * (1.0 - p) * n / spread } else { n };
    // Few games with the rare outcome can't show that pairing helps.
    let rare = n * games * p.min(1.0 - p);
    let effective = if rare < 20.0 { effective.min(n * games) } else { effective };
    let (z, t) = (z(level), t(level, n - 1.0));
    let effective = if t.is_finite() { (effective * (z / t).powi(2)).max(n) } else { 0.0 };
    Ends::of(p, effective, level)
}

/// The interval for a ratio of two sums that is a share (shoot-outs over
/// matches), with the effective size that the delta method over blocks shows.
/// Methods `wilson-ratio` and, of few events, `clopper-pearson-ratio`.
///
/// Where the blocks don't vary at all (an event that never, or always,
/// happens) a block counts as one trial. The sums count `parts` per trial: 1,
/// or 60 for sixtieths of a win. `None` when the denominator's sum is not
/// positive.
#[must_use]
pub fn wilson_ratio(sums: &PairSums, parts: f64, level: f64) -> Option<Estimate> {
    let plain = mean::ratio(sums, level).filter(|_| sums.y > 0)?;
    let (p, blocks) = (plain.value.clamp(0.0, 1.0), sums.blocks as f64);
    let (z, t) = (z(level), super::distribution::t(level, blocks - 1.0));
    let error = plain.half_width() / t;
    let trials = sums.y as f64 / parts;
    let effective = if error > 0.0 && error.is_finite() {
        let effective = p * (1.0 - p) / (error * error);
        // Few of the rare outcome can't show that sharing luck helps.
        if trials * p.min(1.0 - p) < 20.0 { effective.min(trials) } else { effective }.max(1.0)
    } else {
        trials.min(blocks)
    };
    let effective = if t.is_finite() { effective * (z / t).powi(2) } else { 0.0 };
    let made = Ends::of(p, effective, level);
    let method = made.method(Method::WilsonRatio, Method::ClopperPearsonRatio);
    Some(Estimate::new(p, made.ends, level, method, sums.blocks))
}

fn mean_share(sums: &BlockSums, per_block: f64) -> Option<f64> {
    (per_block > 0.0).then_some(sums.mean()? / per_block).map(|p| p.clamp(0.0, 1.0))
}

/// Wilson's score interval (Wilson 1927; recommended by Brown, Cai and
/// `DasGupta` 2001): `x` events in `n` trials, as a share: what the others
/// are checked against.
///
/// `None` when `n` is 0; `x` above `n` counts as `n`.
#[cfg(test)]
pub(crate) fn wilson(x: u64, n: u64, level: f64) -> Option<Estimate> {
    let x = x.min(n);
    let ends = wilson_ends(x as f64 / n as f64, n as f64, z(level));
    let ends = (if x == 0 { 0.0 } else { ends.0 }, if x == n { 1.0 } else { ends.1 });
    (n > 0).then(|| Estimate::new(x as f64 / n as f64, ends, level, Method::WilsonBlock, n))
}

#[cfg(test)]
mod tests {
    use super::super::distribution::binomial_cdf;
    use super::super::simulate::Dice;
    use super::*;

    fn close(e: Option<Estimate>, low: f64, high: f64) {
        let e = e.unwrap();
        assert!((e.low - low).abs() < 1e-10 && (e.high - high).abs() < 1e-10, "{e:?}, not {low}..{high}");
    }

    /// References: `statsmodels` 0.15.0 `proportion_confint` (method
    /// `wilson`).
    #[test]
    fn rate_intervals_match_statsmodels() {
        close(wilson(7, 20, 0.95), 0.181_191_824_101_082_06, 0.567_145_723_314_763_8);
        close(wilson(0, 50, 0.95), 6.938_893_903_907_228e-18, 0.071_347_599_133_358_72);
        close(wilson(333, 1000, 0.99), 0.295_823_031_003_716_4, 0.372_378_418_074_021_56);
        close(wilson(49, 50, 0.9), 0.915_194_705_751_690_5, 0.995_525_435_893_490_2);
        close(wilson(123_456, 1_000_000, 0.95), 0.122_812_696_531_422_85, 0.124_102_196_414_004_38);
    }

    #[test]
    fn nothing_counted_is_no_estimate() {
        assert!(wilson(0, 0, 0.95).is_none());
        assert!(wilson_blocks(&BlockSums::EMPTY, 2.0, 2, 0.95).is_none());
        assert_eq!(wilson(5, 3, 0.95), wilson(3, 3, 0.95));
        let one = wilson_blocks(&BlockSums::from_iter([1]), 2.0, 2, 0.95).unwrap();
        assert!(one.low < 1e-6 && one.high > 1.0 - 1e-6, "one block says nothing: {one:?}");
    }

    #[test]
    fn zero_and_all_stay_inside_the_range() {
        for (x, n) in [(0, 10), (10, 10), (0, 1_000_000_000), (1_000_000_000, 1_000_000_000)] {
            let e = wilson(x, n, 0.95).unwrap();
            assert!(0.0 <= e.low && e.low < e.high && e.high <= 1.0 && e.contains(e.value), "{e:?}");
        }
    }

    #[test]
    fn unpaired_blocks_give_nearly_wilson() {
        let sums: BlockSums = (0..1000).map(|i| i64::from(i % 3 == 0)).collect();
        let block = wilson_blocks(&sums, 1.0, 1, 0.95).unwrap();
        let plain = wilson(334, 1000, 0.95).unwrap();
        assert!((block.low - plain.low).abs() < 1e-12 && (block.high - plain.high).abs() < 1e-12);
    }

    /// References: `statsmodels` 0.15.0 `proportion_confint` (method `beta`).
    #[test]
    fn few_events_match_statsmodels() {
        let of = |x: i64, n: i64| {
            let sums: BlockSums = (0..n).map(|i| i64::from(i < x)).collect();
            let made = wilson_blocks(&sums, 1.0, 1, 0.95);
            assert_eq!(made.unwrap().method, Method::ClopperPearsonBlock);
            made
        };
        close(of(7, 20), 0.153_909_204_785, 0.592_188_534_533);
        close(of(0, 50), 0.0, 0.071_121_736_464);
        close(of(49, 50), 0.893_530_454_289, 0.999_493_772_017);
    }

    /// Plain independent games, without simulation: the chance that the
    /// interval holds, added up over every number of events, never falls below
    /// 94 %. The rates looked at lie evenly, and where coverage is least: right
    /// beside the ends of the intervals.
    #[test]
    fn no_rate_at_any_number_of_games_is_covered_in_less_than_94_percent() {
        let mut least = (1.0_f64, 0, 0.0);
        for n in [1_u64, 2, 3, 5, 10, 20, 40, 60, 100, 144, 160, 170, 200, 300, 400, 700, 1_500, 4_000] {
            let ends: Vec<(f64, f64)> = (0..=n)
                .map(|x| {
                    let all_or_nothing = BlockSums { blocks: n, sum: x.into(), sum_sq: x.into() };
                    let e = wilson_blocks(&all_or_nothing, 1.0, 1, 0.95).unwrap();
                    (e.low, e.high)
                })
                .collect();
            let even = (1..200).map(|i| f64::from(i) / 400.0);
            let rare = (1..200).map(|i| 0.1 * f64::from(i) / n as f64).filter(|p| *p < 0.5);
            let beside = ends.iter().flat_map(|e| [e.0 - 1e-9, e.0 + 1e-9, e.1 - 1e-9, e.1 + 1e-9]);
            let beside = beside.filter(|p| 0.0 < *p && *p < 0.5 && n <= 700);
            for p in even.chain(rare).chain(beside) {
                // Intervals rise with x: those that hold p are a range.
                let from = ends.partition_point(|e| e.1 < p) as u64;
                let to = ends.partition_point(|e| e.0 <= p) as u64;
                let below = |x: u64| if x == 0 { 0.0 } else { binomial_cdf(x - 1, n, p) };
                let covered = if from < to { below(to) - below(from) } else { 0.0 };
                if covered < least.0 {
                    least = (covered, n, p);
                }
            }
        }
        assert!((0.94..0.95).contains(&least.0), "{least:?}");
    }

    /// Coverage over random rates: the interval should hold the truth in
    /// 95 % of experiments on average (Brown, Cai, `DasGupta` 2001 average
    /// over the rate too).
    #[test]
    fn calibration_rate_intervals_cover() {
        let mut dice = Dice::new("rate coverage", 0);
        let experiments = 20_000;
        let mut held = 0;
        for _ in 0..experiments {
            let p = 0.02 + 0.96 * dice.unit();
            let x = (0..80).filter(|_| dice.unit() < p).count() as u64;
            held += i32::from(wilson(x, 80, 0.95).unwrap().contains(p));
        }
        let share = f64::from(held) / f64::from(experiments);
        assert!((0.94..0.965).contains(&share), "{share}");
    }

    /// Mirrored pairs with a shared deal: the interval over blocks covers,
    /// the binomial one over games does not.
    #[test]
    fn calibration_block_wilson_covers_where_games_share_luck() {
        let mut dice = Dice::new("block wilson", 0);
        let experiments = 10_000;
        let (mut block, mut naive, mut rare) = (0, 0, 0);
        for _ in 0..experiments {
            let mut pair = |base: f64, swing: f64| {
                let sums: BlockSums = (0..150)
                    .map(|_| {
                        let p = if dice.unit() < 0.5 { base + swing } else { base - swing };
                        (0..2).map(|_| i64::from(dice.unit() < p)).sum()
                    })
                    .collect();
                sums
            };
            let sums = pair(0.4, 0.35);
            block += i32::from(wilson_blocks(&sums, 2.0, 2, 0.95).unwrap().contains(0.4));
            naive += i32::from(wilson(sums.sum as u64, 300, 0.95).unwrap().contains(0.4));
            let sums = pair(0.02, 0.015);
            rare += i32::from(wilson_blocks(&sums, 2.0, 2, 0.95).unwrap().contains(0.02));
        }
        let share = [block, naive, rare].map(|h| f64::from(h) / f64::from(experiments));
        assert!((0.94..0.965).contains(&share[0]), "{share:?}");
        assert!(share[1] < 0.92, "pairs counted as independent games: {share:?}");
        assert!(share[2] >= 0.94, "{share:?}");
    }

    /// A variance from few blocks is itself uncertain (Student's t): without
    /// that, four blocks of four games hold in 86 to 91 % of experiments.
    #[test]
    fn calibration_few_blocks_cover() {
        let mut dice = Dice::new("few blocks", 0);
        let experiments = 10_000;
        let mut held = [0; 3];
        for _ in 0..experiments {
            let mut block = |games: i64, rates: [f64; 2]| {
                let rate = rates[usize::from(dice.unit() < 0.5)];
                (0..games).filter(|_| dice.unit() < rate).count() as i64
            };
            for (held, rates) in held.iter_mut().zip([[0.9, 0.1], [0.7, 0.1]]) {
                let sums: BlockSums = (0..4).map(|_| block(4, rates)).collect();
                let truth = f64::midpoint(rates[0], rates[1]);
                *held += i32::from(wilson_blocks(&sums, 4.0, 4, 0.95).unwrap().contains(truth));
            }
            let sums: PairSums = (5..10).map(|games| (block(games, [0.5, 0.1]), games)).collect();
            held[2] += i32::from(wilson_ratio(&sums, 1.0, 0.95).unwrap().contains(0.3));
        }
        let share = held.map(|h| f64::from(h) / f64::from(experiments));
        assert!(share.iter().all(|s| *s >= 0.94), "{share:?}");
    }

    /// An event that never happened has an upper end above zero, and one that
    /// did covers its true rate as stated.
    #[test]
    fn calibration_ratio_shares_cover_their_rate() {
        let none: PairSums = (0..400).map(|_| (0, 5)).collect();
        let never = wilson_ratio(&none, 1.0, 0.95).unwrap();
        assert!(never.value == 0.0 && never.low == 0.0 && (0.005..0.02).contains(&never.high), "{never:?}");
        for rate in [0.02, 0.3] {
            let mut covered = 0;
            let experiments = 10_000;
            for experiment in 0..experiments {
                let mut dice = Dice::new("wilson ratio", experiment);
                let sums: PairSums = (0..200)
                    .map(|_| {
                        let tries = 1 + i64::from(dice.below(8));
                        ((0..tries).filter(|_| dice.unit() < rate).count() as i64, tries)
                    })
                    .collect();
                covered += u64::from(wilson_ratio(&sums, 1.0, 0.95).unwrap().contains(rate));
            }
            let share = covered as f64 / experiments as f64;
            // Of few events no interval of whole numbers does better than that.
            let most = if rate < 0.1 { 0.99 } else { 0.965 };
            assert!((0.94..=most).contains(&share), "rate {rate}: {share}");
        }
    }
}
