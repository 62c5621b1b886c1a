//! Asymptotic confidence sequence for means without bounds: lengths, goals,
//! margins (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, arXiv
//! 2103.06476, theorem 2.2).

use super::super::distribution::alpha;
use super::super::estimate::Estimate;
use super::super::exchange::{self, Exchange};
use super::super::mean;
use super::super::method::Method;
use super::super::paired::{self, RatioSpread};
use super::super::sums::{BlockSums, PairSums};

/// Blocks below which the normal approximation is not to be trusted.
pub const LEAST_BLOCKS: u64 = 100;

/// Confidence sequence for a mean per unit:
/// μ̂ ± σ̂ √(2 (t ρ² + 1) / (t² ρ²) · ln(√(t ρ² + 1) / α)). Method
/// `asymptotic-cs`.
///
/// `per_block` is the number of units in a block; `tightest` the number of
/// blocks at which the sequence is to be narrowest, chosen before the data
/// (ρ² = (-2 ln α + ln(1 - 2 ln α)) / t there). Below [`LEAST_BLOCKS`] the
/// interval is unbounded, so that nothing stops on it; `None` without blocks.
#[must_use]
pub fn mean(sums: &BlockSums, per_block: f64, tightest: u64, level: f64) -> Option<Estimate> {
    if per_block.is_nan() || per_block <= 0.0 {
        return None;
    }
    let value = sums.mean()? / per_block;
    let half = match sums.variance() {
        Some(variance) if sums.blocks >= LEAST_BLOCKS => {
            variance.sqrt() * margin(sums.blocks as f64, tightest, level) / per_block
        }
        _ => f64::INFINITY,
    };
    Some(Estimate::around(value, half, level, Method::AsymptoticCs, sums.blocks))
}

/// The same for a ratio of sums x / y, by the delta method (`mean::ratio`).
/// Method `asymptotic-cs`. `None` when the denominator's sum is 0.
#[must_use]
pub fn ratio(sums: &PairSums, tightest: u64, level: f64) -> Option<Estimate> {
    if sums.blocks == 0 || sums.y == 0 {
        return None;
    }
    let value = sums.x as f64 / sums.y as f64;
    let below = (sums.y as f64 / sums.blocks as f64).abs();
    let half = match mean::residual_variance(sums, value) {
        Some(variance) if sums.blocks >= LEAST_BLOCKS => {
            variance.sqrt() * margin(sums.blocks as f64, tightest, level) / below
        }
        _ => f64::INFINITY,
    };
    Some(Estimate::around(value, half, level, Method::AsymptoticCs, sums.blocks))
}

/// The same for the difference of two such ratios in arms that share luck, from
/// its variance per block.
#[must_use]
pub fn of_spread(spread: &RatioSpread, blocks: u64, tightest: u64, level: f64) -> Estimate {
    let half = if blocks >= LEAST_BLOCKS {
        spread.together.sqrt() * margin(blocks as f64, tightest, level)
    } else {
        f64::INFINITY
    };
    Estimate::around(spread.value, half, level, Method::AsymptoticCs, blocks)
}

/// The same for the ratio of two changes ([`exchange::per_unit`]): the r that
/// this sequence for the mean of x - r y, always valid for the true r, has not
/// contradicted. Method `fieller-cs`. `None` with fewer than two blocks.
#[must_use]
pub fn per_unit(changes: &PairSums, tightest: u64, level: f64) -> Option<Exchange> {
    let blocks = changes.blocks;
    let reach = if blocks >= LEAST_BLOCKS { margin(blocks as f64, tightest, level) } else { f64::INFINITY };
    if reach.is_finite() {
        return exchange::with_reach(changes, reach, level, Method::FiellerCs);
    }
    let early = exchange::per_unit(changes, level)?;
    Some(Exchange { set: exchange::Set::All, method: Method::FiellerCs, ..early })
}

/// The same for a mean with a control variate of known mean `known`
/// ([`paired::controlled`]): the fitted slope's own error is of order 1 / t and
/// vanishes against the margin. Method `control-variate-cs`; [`mean()`] when the
/// control doesn't vary.
#[must_use]
pub fn controlled(
    sums: &PairSums,
    known: f64,
    per_block: f64,
    tightest: u64,
    level: f64,
) -> Option<Estimate> {
    let plain = mean(&sums.first(), per_block, tightest, level)?;
    let Some(fit) = paired::fit(sums) else {
        return Some(plain);
    };
    let value = sums.first().mean()? - fit.slope * (sums.second().mean()? - known);
    let half = if sums.blocks >= LEAST_BLOCKS {
        fit.residual.sqrt() * margin(sums.blocks as f64, tightest, level)
    } else {
        f64::INFINITY
    };
    Some(Estimate::around(value / per_block, half / per_block, level, Method::ControlVariateCs, sums.blocks))
}

/// Half-width in units of the standard deviation after `t` blocks.
fn margin(t: f64, tightest: u64, level: f64) -> f64 {
    let log = -2.0 * alpha(level).ln();
    let rho = (log + (1.0 + log).ln()) / tightest.max(1) as f64;
    let grown = t * rho + 1.0;
    (2.0 * grown / (t * t * rho) * (0.5 * grown.ln() + 0.5 * log)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, count};
    use super::*;

    /// Reference: the formula in `numpy`.
    #[test]
    fn it_matches_numpy() {
        let sums: BlockSums = (0..500).map(|i| i * i % 11).collect();
        let e = mean(&sums, 1.0, 1_000, 0.95).unwrap();
        assert!((e.value - 3.998).abs() < 1e-12 && (e.half_width() - 0.390_971_030_013_562_87).abs() < 1e-10);
        let doubled = mean(&sums, 2.0, 1_000, 0.95).unwrap();
        assert!((doubled.half_width() - e.half_width() / 2.0).abs() < 1e-12);
    }

    #[test]
    fn it_is_narrowest_relative_to_a_fixed_interval_where_it_was_tuned() {
        let price = |t: f64| margin(t, 10_000, 0.95) * t.sqrt() / 1.96;
        assert!(price(10_000.0) < price(3_000.0) && price(10_000.0) < price(30_000.0));
        // √((1 + 1/x)(ln(1 + x) + 2 ln 20)) / 1.96 at x = t ρ² = 7.94
        assert!((price(10_000.0) - 1.549).abs() < 0.001, "{}", price(10_000.0));
    }

    #[test]
    fn edges() {
        assert!(mean(&BlockSums::EMPTY, 1.0, 1_000, 0.95).is_none());
        let few: BlockSums = (0..99).collect();
        assert!(mean(&few, 1.0, 1_000, 0.95).unwrap().high.is_infinite());
        assert!(ratio(&PairSums::from_iter([(1, 0)]), 10, 0.95).is_none());
    }

    /// Two thirds of the variance belong to a control of known mean 0.
    #[test]
    fn calibration_a_controlled_sequence_ever_misses() {
        let experiments = 4_000;
        let [missed] = count(experiments, |experiment| {
            let mut dice = Dice::new("controlled cs", experiment);
            let (mut sums, mut ever) = (PairSums::EMPTY, false);
            for _ in 0..1_000 {
                let (luck, rest) = (dice.normal() * 2.0_f64.sqrt(), dice.normal());
                sums.add(((luck + rest + 0.3) * 1e4) as i64, (luck * 1e4) as i64);
                ever |= !controlled(&sums, 0.0, 1e4, 500, 0.95).unwrap().contains(0.3);
            }
            let (made, plain) = (controlled(&sums, 0.0, 1e4, 500, 0.95), mean(&sums.first(), 1e4, 500, 0.95));
            let ratio = plain.unwrap().half_width() / made.unwrap().half_width();
            assert!((ratio / 3.0_f64.sqrt() - 1.0).abs() < 0.1, "{ratio}");
            let worth = paired::control_worth(&sums).unwrap();
            assert!((ratio * ratio / worth - 1.0).abs() < 1e-9);
            assert_eq!(
                made.unwrap().value,
                paired::controlled(&sums, 0.0, 1e4, 0.95).unwrap().value,
                "the value is that of the fixed interval"
            );
            [ever]
        });
        assert!(0 < missed && missed <= experiments / 20, "{missed} of {experiments}");
    }

    #[test]
    fn calibration_asymptotic_sequence_ever_misses() {
        let experiments = 4_000;
        let [missed, ratios] = count(experiments, |experiment| {
            let mut dice = Dice::new("asymptotic cs", experiment);
            let mut goals = BlockSums::EMPTY;
            let mut per_match = PairSums::EMPTY;
            let mut ever = [false; 2];
            for _ in 0..2_000 {
                let scored = dice.poisson(1.4);
                goals.add(scored);
                let matches = 1 + i64::from(dice.below(3));
                per_match.add((0..matches).map(|_| i64::from(dice.below(3))).sum(), matches);
                ever[0] |= !mean(&goals, 1.0, 1_000, 0.95).unwrap().contains(1.4);
                ever[1] |= !ratio(&per_match, 1_000, 0.95).unwrap().contains(1.0);
            }
            ever
        });
        assert!(missed > 0 && ratios > 0, "a sequence that never misses is not tested");
        assert!(
            missed <= experiments / 20 && ratios <= experiments / 20,
            "{missed}, {ratios} of {experiments}"
        );
    }
}
