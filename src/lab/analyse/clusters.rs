//! Means over games and over their sampled decisions.

use crate::stats::imagined;
use crate::stats::mean::{block_t, ratio, skewness, with_skewness};
use crate::stats::sums::{BlockSums, PairSums};
use crate::stats::{Estimate, Method};

/// What is added up is kept in units of one in so many, so that sums are exact.
const UNIT: f64 = (1 << 20) as f64;

fn whole(value: f64) -> i64 {
    (value * UNIT).round() as i64
}

/// Games that differ from all others from which on they have shown how far games
/// differ.
const SHOWN: usize = 20;

/// How far off imagined games lie, so that what no game has shown is not called
/// impossible: nowhere once [`SHOWN`] `numbers` are unlike the commonest one, before
/// that as far as the farthest of their `parts` in what is told, and `off` where all
/// were alike. Numbers between two ends hardly ever reach them, as shares of events
/// do: intervals that always imagined that were up to three times too wide.
fn imagined_at(off: f64, mut numbers: Vec<i64>, parts: impl Iterator<Item = f64>) -> i128 {
    numbers.sort_unstable();
    let commonest = numbers.chunk_by(|a, b| a == b).map(<[i64]>::len).max().unwrap_or(0);
    if numbers.len() - commonest >= SHOWN {
        return 0;
    }
    let farthest = parts.map(f64::abs).fold(0.0, f64::max);
    let off = off * UNIT;
    (if farthest < 1.0 { off } else { farthest.min(off) }).round() as i128
}

/// The mean of one number per game, t over games, its ends moved outward by
/// skewness, two games imagined to either side where few have differed.
pub fn mean(values: impl IntoIterator<Item = f64>, off: f64, level: f64) -> Option<Estimate> {
    let values: Vec<i64> = values.into_iter().map(whole).collect();
    let sums: BlockSums = values.iter().copied().collect();
    let cubes = values.iter().map(|&x| i128::from(x).pow(3)).sum();
    let centre = sums.sum as f64 / sums.blocks.max(1) as f64;
    let off = imagined_at(off, values.clone(), values.iter().map(|&x| x as f64 - centre));
    let plain = block_t(&imagined::mean(&sums, off), UNIT, level)?;
    Some(unvaried(with_skewness(plain, skewness(&sums, cubes).unwrap_or(0.0)), sums.variance()))
}

/// Σ x / Σ y over games, by the delta method over games (Cochran 1977, section
/// 6.3), likewise; `off` is a difference of x.
pub fn share(pairs: impl IntoIterator<Item = (f64, f64)>, off: f64, level: f64) -> Option<Estimate> {
    let pairs: Vec<(i64, i64)> = pairs.into_iter().map(|(x, y)| (whole(x), whole(y))).collect();
    let sums: PairSums = pairs.iter().copied().collect();
    let value = sums.x as f64 / sums.y as f64;
    // Cubes of a game's part in the ratio, which are small beside its parts.
    let parts: Vec<i64> = pairs.iter().map(|&(x, y)| (x as f64 - value * y as f64).round() as i64).collect();
    let each = pairs.iter().map(|&(x, y)| whole(x as f64 / y.max(1) as f64)).collect();
    let off = imagined_at(off, each, parts.iter().map(|&x| x as f64));
    let plain = ratio(&imagined::ratio(&sums, off), level)?;
    let (blocks, cubes) = (parts.iter().copied().collect::<BlockSums>(), cube(&parts));
    let bend = if blocks.variance().is_some_and(|variance| variance > 1.0) {
        skewness(&blocks, cubes).unwrap_or(0.0)
    } else {
        0.0
    };
    let varied = blocks.variance().filter(|&variance| variance > 1.0).or(Some(0.0));
    Some(unvaried(with_skewness(plain, bend), varied))
}

fn cube(parts: &[i64]) -> i128 {
    parts.iter().map(|&x| i128::from(x).pow(3)).sum()
}

fn unvaried(estimate: Estimate, variance: Option<f64>) -> Estimate {
    match variance {
        Some(0.0) => Estimate { method: Method::Unvaried, ..estimate },
        _ => estimate,
    }
}

/// A difference of chances without what no such difference can be.
pub fn of_chances(estimate: Estimate) -> Estimate {
    estimate.within(-1.0, 1.0)
}

/// A share's estimate without what no share can be.
pub fn within(estimate: Estimate) -> Estimate {
    let clip = |x: f64| x.clamp(0.0, 1.0);
    Estimate { value: clip(estimate.value), low: clip(estimate.low), high: clip(estimate.high), ..estimate }
}
