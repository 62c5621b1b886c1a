//! Confidence sequence for the mean of bounded block scores, from counts.
//!
//! Hedged grid-Kelly betting (Waudby-Smith and Ramdas 2024, arXiv 2010.09686,
//! section 4.4): a mean of m is refuted by the capital of gamblers who each
//! stake a fixed fraction c of what they have on "more than m" (and as many on
//! "less"), ∏(1 - c + c X / m). Their average is a martingale when the mean is
//! m, so it exceeds 1/α with probability at most α over all looks together.
//! Because stakes are fixed fractions, the capital depends on how often each
//! score occurred and not on the order: merged tallies are enough.

use super::super::distribution::{alpha, bisect};
use super::super::estimate::Estimate;

/// The fixed fractions and how much capital each gets. Chosen before the data.
#[derive(Debug, Clone, PartialEq)]
pub struct Stakes {
    /// Fraction staked and ln of its share of the capital.
    grid: Vec<(f64, f64)>,
}

impl Stakes {
    /// Stakes 2^(-g/2) down to 10⁻⁷, weighted so that the sequence is tightest
    /// after about `blocks` blocks of scores with standard deviation `spread`
    /// (1 is the whole range): half of the capital goes to stakes within a
    /// factor two of the best one, √(2 ln(2/α) / (n σ²)) / 2, the rest thins
    /// out geometrically, so no size of sample is given up.
    #[must_use]
    pub fn tuned(blocks: u64, spread: f64, level: f64) -> Self {
        let best =
            (2.0 * (2.0 / alpha(level)).ln() / blocks.max(1) as f64).sqrt() / (2.0 * spread.clamp(1e-6, 0.5));
        let centre = (-2.0 * best.log2()).clamp(0.0, 46.0);
        let raw: Vec<(f64, f64)> = (0..=46)
            .map(|g| {
                let g = f64::from(g);
                (0.999 * (-g / 2.0).exp2(), (-0.35 * (g - centre).abs()).exp())
            })
            .collect();
        let total: f64 = raw.iter().map(|stake| stake.1).sum();
        Self { grid: raw.into_iter().map(|(c, w)| (c, (w / total).ln())).collect() }
    }

    /// ln of the capital of those who bet that the mean is above `m` > 0, when
    /// scores are `cells`.
    fn capital(&self, cells: &[(f64, u64)], m: f64) -> f64 {
        let mut best = f64::NEG_INFINITY;
        let mut sum = 0.0;
        for &(c, weight) in &self.grid {
            let log: f64 = weight
                + cells
                    .iter()
                    .filter(|cell| cell.1 > 0)
                    .map(|&(x, times)| times as f64 * (c * (x / m - 1.0)).ln_1p())
                    .sum::<f64>();
            if log > best {
                sum = sum * (best - log).exp() + 1.0;
                best = log;
            } else if log > f64::NEG_INFINITY {
                sum += (log - best).exp();
            }
        }
        if best.is_finite() { best + sum.ln() } else { best }
    }
}

/// Confidence sequence for the mean score. Method `kelly-cs`.
///
/// `cells` are block scores and how often each occurred; scores lie in
/// `least..=most` (for paired differences of scores in 0..1: -1 and 1), beyond
/// which they are cut. The value is the mean. `None` without blocks or with an
/// empty range.
#[must_use]
pub fn mean(cells: &[(f64, u64)], range: (f64, f64), stakes: &Stakes, level: f64) -> Option<Estimate> {
    let (least, most) = range;
    let total: u64 = cells.iter().map(|cell| cell.1).sum();
    let width = most - least;
    if total == 0 || width.is_nan() || width <= 0.0 {
        return None;
    }
    let unit: Vec<(f64, u64)> =
        cells.iter().map(|&(x, times)| (((x - least) / width).clamp(0.0, 1.0), times)).collect();
    let mirrored: Vec<(f64, u64)> = unit.iter().map(|&(x, times)| (1.0 - x, times)).collect();
    let low = lower(&unit, total, stakes, level);
    let high = 1.0 - lower(&mirrored, total, stakes, level);
    let sum: f64 = unit.iter().map(|&(x, times)| x * times as f64).sum();
    let e = Estimate::new(sum / total as f64, (low, high), level, "kelly-cs", total);
    Some(e.scaled(width, least))
}

/// The smallest mean that is not refuted: the capital falls in m and is at
/// most its stake at the sample mean.
fn lower(unit: &[(f64, u64)], total: u64, stakes: &Stakes, level: f64) -> f64 {
    let sum: f64 = unit.iter().map(|&(x, times)| x * times as f64).sum();
    let sample = sum / total as f64;
    if sample <= 0.0 {
        return 0.0;
    }
    let room = (2.0 / alpha(level)).ln();
    bisect(0.0, sample, |m| stakes.capital(unit, m) - room)
}

/// Evidence that the mean is not `m`: the average of both sides' capital, an
/// e-value that may be looked at at any time. 1 without blocks.
#[must_use]
pub fn e_value(cells: &[(f64, u64)], range: (f64, f64), stakes: &Stakes, m: f64) -> f64 {
    let width = range.1 - range.0;
    let m = (m - range.0) / width;
    if width.is_nan() || width <= 0.0 || !(0.0..=1.0).contains(&m) || cells.iter().all(|cell| cell.1 == 0) {
        return 1.0;
    }
    let unit = |x: f64| ((x - range.0) / width).clamp(0.0, 1.0);
    let above: Vec<(f64, u64)> = cells.iter().map(|&(x, times)| (unit(x), times)).collect();
    let below: Vec<(f64, u64)> = cells.iter().map(|&(x, times)| (1.0 - unit(x), times)).collect();
    let capital = |cells: &[(f64, u64)], m: f64| {
        let any = cells.iter().any(|&(x, times)| x > 0.0 && times > 0);
        if m > 0.0 {
            stakes.capital(cells, m).exp()
        } else if any {
            f64::INFINITY
        } else {
            1.0
        }
    };
    0.5 * capital(&above, m) + 0.5 * capital(&below, 1.0 - m)
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, count};
    use super::*;

    const PENTANOMIAL: [f64; 5] = [0.1, 0.2, 0.35, 0.2, 0.15];
    const MEAN: f64 = (0.2 + 2.0 * 0.35 + 3.0 * 0.2 + 4.0 * 0.15) / 4.0;

    fn empty() -> [(f64, u64); 5] {
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|x| (x, 0))
    }

    #[test]
    fn the_capital_is_fair_at_the_true_mean() {
        // Two blocks of a coin with P(1) = 0.3: the expected capital is 1.
        let stakes = Stakes::tuned(10, 0.5, 0.95);
        let expected: f64 = (0..=2_u64)
            .map(|ones| {
                let p = [0.49, 0.42, 0.09][ones as usize];
                p * e_value(&[(0.0, 2 - ones), (1.0, ones)], (0.0, 1.0), &stakes, 0.3)
            })
            .sum();
        assert!((expected - 1.0).abs() < 1e-12, "{expected}");
    }

    #[test]
    fn interval_and_evidence_agree() {
        let cells = [(0.0, 30), (0.5, 50), (1.0, 60)];
        let stakes = Stakes::tuned(140, 0.4, 0.95);
        let e = mean(&cells, (0.0, 1.0), &stakes, 0.95).unwrap();
        for end in [e.low, e.high] {
            // One side holds 1/α there; the other's capital is next to none.
            let evidence = e_value(&cells, (0.0, 1.0), &stakes, end);
            assert!((evidence - 20.0).abs() < 0.5, "{evidence}");
        }
        let shifted: Vec<_> = cells.iter().map(|&(x, t)| (2.0 * x - 1.0, t)).collect();
        let moved = mean(&shifted, (-1.0, 1.0), &stakes, 0.95).unwrap();
        assert!(
            (moved.low - (2.0 * e.low - 1.0)).abs() < 1e-12
                && (moved.value - (2.0 * e.value - 1.0)).abs() < 1e-12
        );
    }

    #[test]
    fn edges() {
        let stakes = Stakes::tuned(100, 0.3, 0.95);
        assert!(mean(&[], (0.0, 1.0), &stakes, 0.95).is_none());
        assert!(mean(&[(0.5, 3)], (1.0, 1.0), &stakes, 0.95).is_none());
        assert_eq!(e_value(&[], (0.0, 1.0), &stakes, 0.5), 1.0);
        let zeros = mean(&[(0.0, 1_000)], (0.0, 1.0), &stakes, 0.95).unwrap();
        assert!(zeros.low == 0.0 && zeros.high < 0.02, "{zeros:?}");
        let ones = mean(&[(1.0, 1_000)], (0.0, 1.0), &stakes, 0.95).unwrap();
        assert!(ones.high == 1.0 && ones.low > 0.98);
        let huge = mean(&[(0.0, 500_000_000), (1.0, 500_000_000)], (0.0, 1.0), &stakes, 0.95).unwrap();
        assert!(huge.contains(0.5) && huge.half_width() < 2e-4, "{huge:?}");
    }

    /// Where it was tuned for, it costs at most 1.6 plain t intervals; at a
    /// hundred times that or a hundredth, at most 2.3.
    #[test]
    fn width_against_a_fixed_interval() {
        let stakes = Stakes::tuned(10_000, 0.3, 0.95);
        for (scale, most) in [(1, 2.3), (100, 1.6), (10_000, 2.3)] {
            let cells: Vec<_> =
                empty().iter().zip([10, 20, 35, 20, 15]).map(|(cell, n)| (cell.0, n * scale)).collect();
            let n = 100.0 * scale as f64;
            let variance: f64 = cells.iter().map(|c| c.1 as f64 / n * (c.0 - MEAN).powi(2)).sum();
            let plain = 1.96 * (variance / n).sqrt();
            let ratio = mean(&cells, (0.0, 1.0), &stakes, 0.95).unwrap().half_width() / plain;
            assert!(ratio > 1.2 && ratio < most, "{scale}: {ratio}");
        }
    }

    /// What every stake is worth, block by block: the same capital without
    /// logarithms, so that a look after every block of thousands of runs is
    /// quick.
    struct Purse {
        held: Vec<f64>,
        factors: Vec<[f64; 5]>,
    }

    impl Purse {
        fn new(stakes: &Stakes, scores: [f64; 5], m: f64) -> Self {
            let factor = |c: f64| scores.map(|x| 1.0 + c * (x / m - 1.0));
            Self {
                held: stakes.grid.iter().map(|stake| stake.1.exp()).collect(),
                factors: stakes.grid.iter().map(|stake| factor(stake.0)).collect(),
            }
        }

        fn see(&mut self, face: usize) -> f64 {
            self.held.iter_mut().zip(&self.factors).fold(0.0, |sum, (held, factors)| {
                *held *= factors[face];
                sum + *held
            })
        }
    }

    /// A look after every block: ever outside in at most 5 %.
    #[test]
    fn calibration_kelly_sequence_ever_misses() {
        let experiments = 4_000;
        let stakes = Stakes::tuned(300, 0.3, 0.95);
        let scores = empty().map(|cell| cell.0);
        let [missed] = count(experiments, |experiment| {
            let mut dice = Dice::new("kelly cs", experiment);
            let mut cells = empty();
            let mut above = Purse::new(&stakes, scores, MEAN);
            let mut below = Purse::new(&stakes, scores.map(|x| 1.0 - x), 1.0 - MEAN);
            let (mut ever, mut last) = (false, (0.0, 0.0));
            for _ in 0..1_000 {
                let face = dice.face(&PENTANOMIAL);
                cells[face].1 += 1;
                let (up, down) = (above.see(face), below.see(face));
                last = (up, down);
                ever |= up.max(down) >= 40.0;
            }
            let (up, down) = last;
            let mirrored = cells.map(|(x, n)| (1.0 - x, n));
            assert!((stakes.capital(&cells, MEAN) - up.ln()).abs() < 1e-9);
            assert!((stakes.capital(&mirrored, 1.0 - MEAN) - down.ln()).abs() < 1e-9);
            let told = mean(&cells, (0.0, 1.0), &stakes, 0.95).unwrap();
            assert_eq!(told.contains(MEAN), up.max(down) < 40.0, "{told:?}");
            [ever]
        });
        assert!(missed <= experiments / 20, "{missed} of {experiments}");
        assert!(missed > 0, "a sequence that never misses is not tested");
    }
}
