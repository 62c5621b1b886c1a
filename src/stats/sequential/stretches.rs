//! A mean with its luck taken out by a slope that was settled before.
//!
//! In: at every look the sums so far of a block's value x and of its luck y,
//! whose mean is known to be 0. Out: the mean of x - b y, where the slope b of a
//! stretch between two looks is fitted on the blocks before that stretch (0 on
//! the first one). Whatever the fit makes of chance, no block's own luck has
//! chosen it: the mean stays what it is, exactly and at every size, while a
//! slope from the same blocks moves it by a term of order 1/B. (Control variates:
//! Lavenberg and Welch 1981; a value function chosen beforehand: Burch and others
//! 2018, arXiv 1612.06915; fitted on the past: Waudby-Smith and Ramdas 2024,
//! section 3.)

use super::super::distribution::t;
use super::super::estimate::Estimate;
use super::super::method::Method;
use super::super::paired;
use super::super::sums::PairSums;

/// Blocks on which a slope is fitted at least.
const LEAST_FITTED: u64 = 16;

/// The stretches seen so far.
#[derive(Debug, Clone, Default)]
pub struct Stretches {
    seen: PairSums,
    sum: f64,
    sum_sq: f64,
    /// The slope of every stretch.
    pub slopes: Vec<f64>,
}

impl Stretches {
    /// Takes the sums of all blocks so far, the stretch since the last look at
    /// their end.
    pub fn see(&mut self, sums: &PairSums) {
        let fitted = paired::fit(&self.seen).filter(|_| self.seen.blocks >= LEAST_FITTED);
        let slope = fitted.map_or(0.0, |fit| fit.slope);
        let since = |of: fn(&PairSums) -> i128| (of(sums) - of(&self.seen)) as f64;
        self.sum += since(|s| s.x) - slope * since(|s| s.y);
        self.sum_sq += since(|s| s.xx) - 2.0 * slope * since(|s| s.xy) + slope * slope * since(|s| s.yy);
        self.seen = *sums;
        self.slopes.push(slope);
    }

    /// Blocks seen.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.seen.blocks
    }

    /// Variance between blocks of what luck leaves, with `room` added to the sum
    /// of squares (imagined blocks); `None` with fewer than two blocks.
    #[must_use]
    pub fn variance(&self, room: f64) -> Option<f64> {
        let n = self.seen.blocks as f64;
        (self.seen.blocks > 1).then(|| (self.sum_sq - self.sum * self.sum / n + room).max(0.0) / (n - 1.0))
    }

    /// How many plain blocks one block is worth through its luck: the variance
    /// of x over that of what is left. `None` where no luck was counted.
    #[must_use]
    pub fn worth(&self) -> Option<f64> {
        let left = self.variance(0.0).filter(|left| *left > 0.0)?;
        (self.seen.yy > 0).then_some(self.seen.first().variance()? / left)
    }

    /// The mean per unit with Student's t interval over blocks. Method
    /// `control-variate` where luck was taken out, else `paired-t`. `None`
    /// without blocks.
    #[must_use]
    pub fn mean(&self, room: f64, per_block: f64, level: f64) -> Option<Estimate> {
        let n = self.seen.blocks as f64;
        if self.seen.blocks == 0 || per_block <= 0.0 {
            return None;
        }
        let half = match self.variance(room) {
            Some(variance) => t(level, n - 1.0) * (variance / n).sqrt() / per_block,
            None => f64::INFINITY,
        };
        let method = if self.seen.yy > 0 { Method::ControlVariate } else { Method::PairedT };
        Some(Estimate::around(self.sum / n / per_block, half, level, method, self.seen.blocks))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::mean::block_t;
    use super::super::super::simulate::{Dice, shares};
    use super::*;

    #[test]
    fn without_luck_it_is_the_plain_mean() {
        let mut stretches = Stretches::default();
        let mut sums = PairSums::EMPTY;
        for (i, x) in [3, -1, 4, 1, -5, 9, 2, 6].into_iter().enumerate() {
            sums.add(x, 0);
            if i % 3 == 2 {
                stretches.see(&sums);
            }
        }
        stretches.see(&sums);
        let (made, plain) =
            (stretches.mean(0.0, 2.0, 0.95).unwrap(), block_t(&sums.first(), 2.0, 0.95).unwrap());
        assert!((made.value - plain.value).abs() < 1e-12 && (made.low - plain.low).abs() < 1e-9);
        assert_eq!((made.method, stretches.worth(), stretches.blocks()), (Method::PairedT, None, 8));
        assert!(Stretches::default().mean(0.0, 1.0, 0.95).is_none());
    }

    /// Skewed luck whose square is in the result too, which drags a slope fitted
    /// on the same blocks along: 40 blocks in looks of a quarter each.
    #[test]
    fn calibration_a_slope_settled_before_moves_no_mean() {
        let experiments = 20_000;
        let (mut own, mut before) = (0.0, 0.0);
        for experiment in 0..experiments {
            let mut dice = Dice::new("stretches", experiment);
            let (mut sums, mut stretches) = (PairSums::EMPTY, Stretches::default());
            for block in 1..=40 {
                let luck = dice.exponential() - 1.0;
                let x = 2.0 * luck + luck * luck - 1.0 + dice.normal();
                sums.add((1e4 * x) as i64, (1e4 * luck) as i64);
                if block % 10 == 0 {
                    stretches.see(&sums);
                }
            }
            before += stretches.mean(0.0, 1e4, 0.95).unwrap().value / experiments as f64;
            own += paired::controlled(&sums, 0.0, 1e4, 0.95).unwrap().value / experiments as f64;
        }
        assert!(before.abs() < 0.01, "{before}");
        assert!(own < -0.03, "a slope from the same blocks is biased here: {own}");
    }

    #[test]
    fn calibration_intervals_hold_and_are_narrower() {
        for blocks in [40, 400] {
            let [held, narrower] = shares(10_000, |experiment| {
                let mut dice = Dice::new("stretches hold", experiment);
                let (mut sums, mut stretches, mut look) = (PairSums::EMPTY, Stretches::default(), 20);
                for block in 1..=blocks {
                    let luck = dice.normal();
                    sums.add((1e4 * (luck + dice.normal() + 0.3)) as i64, (1e6 * luck) as i64);
                    if block == look || block == blocks {
                        stretches.see(&sums);
                        look += look / 4;
                    }
                }
                let made = stretches.mean(0.0, 1e4, 0.95).unwrap();
                let plain = block_t(&sums.first(), 1e4, 0.95).unwrap();
                [made.contains(0.3), made.half_width() < plain.half_width()]
            });
            assert!((0.94..0.96).contains(&held), "{blocks}: {held}");
            assert!(narrower > 0.9, "{blocks}: {narrower}");
        }
    }
}
