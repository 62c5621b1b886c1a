//! The usual estimate of a number of blocks that was fixed beforehand: a share,
//! a mean or a ratio of two sums, by the method that holds for it.

use super::sums::{BlockSums, PairSums};
use super::{Estimate, Method, imagined, mean, rate};

/// What is known of the values beside their sums.
#[derive(Debug, Clone, Copy)]
pub struct Fixed {
    /// Whether each is a share of a whole, bounded by 0 and 1.
    pub proportion: bool,
    /// How far off the mean an imagined block lies ([`imagined`]), in units of the
    /// sums.
    pub off: i128,
    /// Games of a block.
    pub games: u32,
    /// Coverage.
    pub level: f64,
}

impl Fixed {
    /// Where all blocks hold equally many units, so that each has a value of its own:
    /// its sum over `per_block`. `cubes` is Σ x³ where skewness is allowed for.
    /// `None` without blocks or units.
    #[must_use]
    pub fn mean(self, sums: &BlockSums, per_block: f64, cubes: Option<i128>) -> Option<Estimate> {
        if self.proportion {
            return rate::wilson_blocks(sums, per_block, self.games, self.level);
        }
        let made = mean::block_t(&imagined::mean(sums, self.off), per_block, self.level)?;
        if sums.variance() == Some(0.0) {
            return Some(Estimate { method: Method::Unvaried, ..made });
        }
        let skewness = cubes.and_then(|cubes| mean::skewness(sums, cubes));
        Some(skewness.map_or(made, |skewness| mean::with_skewness(made, skewness)))
    }

    /// The sum of x over that of y, which counts as finely as x: `parts` a unit.
    /// `cubes` are Σ x³, Σ x² y, Σ x y² and Σ y³ where skewness is allowed for.
    /// `None` without blocks or units.
    #[must_use]
    pub fn ratio(self, sums: &PairSums, parts: f64, cubes: Option<[i128; 4]>) -> Option<Estimate> {
        if self.proportion {
            return rate::wilson_ratio(sums, parts, self.level);
        }
        let made = mean::ratio(&imagined::ratio(sums, self.off), self.level)?;
        let skewness = cubes.and_then(|cubes| mean::ratio_skewness(sums, cubes));
        Some(skewness.map_or(made, |skewness| mean::with_skewness(made, skewness)))
    }
}
