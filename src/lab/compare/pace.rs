//! When a comparison is looked at, and how wide its intervals are there: settled
//! at the first look, from how much a block varies and never from what it shows.

use schemars::JsonSchema;
use serde::Serialize;

use super::Rule;
use crate::estimates::Manner;
use crate::stats::distribution::t;
use crate::stats::sequential::after::{self, Stage};
use crate::stats::sequential::group::{Looks, Spending, level_of};
use crate::stats::{Estimate, Method};

/// First look in blocks: of planned looks, and of the sequences that hold at all
/// sizes, which begin at 100.
const FIRST_LOOK: (u64, u64) = (32, 128);
/// Each look is so much later than the one before.
const GROWTH: f64 = 1.25;
/// What the bound of the last look is over that of a single one, roughly.
const LAST_BOUND: f64 = 1.27;
/// Where a margin says how far to go, half of the error is spent after a quarter
/// of the games; where nothing does, in equal parts over ever longer stretches,
/// or nearly so. Over differences that take from a hundredth of the last look to
/// all of it, the mean number of games is then 0.9 to 1.1 times that of a fixed
/// size, and 0.63 to 0.96 times it with a margin; it is 1.3 to 1.6 times it with
/// sequences that hold at all sizes.
const SPENDING: (Spending, Spending) = (Spending::Power(0.5), Spending::Power(0.3));

/// How a comparison is looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// At looks planned beforehand, with bounds that hold over all of them.
    #[default]
    GroupSequential,
    /// Once, after a fixed number of games.
    Fixed,
    /// Until the interval is as narrow as was asked for, whatever it shows.
    Precision,
    /// At any time, with sequences.
    Anytime,
}

/// The looks of a comparison.
#[derive(Debug, Clone)]
pub struct Pace {
    /// How it is looked at.
    pub design: Design,
    looks: Looks,
    tightest: u64,
    bounds: Vec<f64>,
    levels: Vec<f64>,
    level: f64,
}

impl Pace {
    /// Blocks of the first look.
    #[must_use]
    pub fn first(design: Design, last: u64) -> u64 {
        match design {
            Design::Fixed => last,
            Design::Anytime => FIRST_LOOK.1.min(last),
            Design::GroupSequential | Design::Precision => FIRST_LOOK.0.min(last),
        }
        .max(1)
    }

    /// The looks of a comparison whose first look, after `first` blocks, showed a
    /// difference with this plain interval. With a margin it ends where the
    /// interval is half as wide as the margin to either side, else at `last`.
    #[must_use]
    pub fn new(
        design: Design,
        rule: &Rule,
        plain: &Estimate,
        (first, last): (u64, u64),
        manner: Manner,
    ) -> Self {
        let half = plain.half_width();
        let aim =
            rule.margin.map(|margin| rule.precision.unwrap_or(0.0).max(margin / 2.0) / LAST_BOUND.sqrt());
        let end = match aim.filter(|_| design == Design::GroupSequential && half.is_finite()) {
            Some(aim) => ((first as f64 * (half / aim).powi(2)).ceil() as u64).clamp(first, last),
            None => last,
        };
        let blocks = grid(first, end.max(first));
        let spending = if aim.is_some() { SPENDING.0 } else { SPENDING.1 };
        let looks = Looks { blocks, spending };
        let (bounds, levels) = match design {
            Design::GroupSequential | Design::Fixed => {
                let bounds = looks.bounds(manner.level);
                let levels = bounds.iter().map(|&bound| level_of(bound)).collect();
                (bounds, levels)
            }
            Design::Precision | Design::Anytime => (Vec::new(), vec![manner.level; looks.blocks.len()]),
        };
        Self { design, looks, tightest: manner.tightest, bounds, levels, level: manner.level }
    }

    /// The same for a comparison that was cut short: where it was is no planned
    /// look, and only what holds at any time holds there.
    #[must_use]
    pub fn cut_short(self) -> Self {
        let levels = vec![self.level; self.looks.blocks.len()];
        Self { design: Design::Anytime, levels, ..self }
    }

    /// Blocks at every look.
    #[must_use]
    pub fn blocks(&self) -> &[u64] {
        &self.looks.blocks
    }

    /// How the intervals of a look are made that hold, at `level`, at every look.
    #[must_use]
    pub fn manner(&self, look: usize, level: f64) -> Manner {
        let known = self.levels.get(look).copied().filter(|_| level == self.level);
        let at_look = known.unwrap_or_else(|| self.levels(level).get(look).copied().unwrap_or(level));
        Manner { level: at_look, always: self.design == Design::Anytime, tightest: self.tightest }
    }

    /// The levels of all looks at which intervals hold at every one of them
    /// with probability `level`.
    #[must_use]
    pub fn levels(&self, level: f64) -> Vec<f64> {
        match self.design {
            Design::GroupSequential => self.looks.bounds(level).into_iter().map(level_of).collect(),
            Design::Fixed | Design::Precision | Design::Anytime => vec![level; self.looks.blocks.len()],
        }
    }

    /// What a stop at `look` says: the difference seen there, corrected for
    /// having stopped on it. `seen` is the interval of that look, at the level
    /// asked for by name and that of the look by width.
    #[must_use]
    pub fn after(&self, look: usize, rule: &Rule, seen: &Estimate) -> Estimate {
        let half = seen.half_width();
        let corrected = (self.design == Design::GroupSequential && self.looks.blocks.len() > 1)
            .then(|| self.stages(look, rule, half))
            // What is no single mean is not symmetric: its interval of all looks
            // holds after stopping, too.
            .filter(|_| half.is_finite() && half > 0.0 && seen.is_symmetric() && !seen.method.is_unvaried())
            .and_then(|stages| {
                let information = stages.get(look)?.information;
                after::interval(&stages, seen.value, information, self.level)
            });
        match corrected {
            Some(found) => Estimate::new(
                found.value,
                (found.low, found.high),
                self.level,
                Method::GroupSequential,
                seen.n,
            ),
            None => *seen,
        }
    }

    /// Probability of a stop that shows at least `seen` if the truth is `truth`:
    /// what the interval told after stopping turns round, and quicker.
    #[must_use]
    pub fn at_least(&self, look: usize, rule: &Rule, seen: &Estimate, truth: f64) -> f64 {
        after::at_least(&self.stages(look, rule, seen.half_width()), seen.value, truth)
    }

    /// The looks as they would have gone, from the half-width at one of them.
    fn stages(&self, stop: usize, rule: &Rule, half: f64) -> Vec<Stage> {
        let degrees = |blocks: u64| blocks as f64 - 1.0;
        let width = |look: usize| t(self.levels[look], degrees(self.looks.blocks[look]));
        let error = half / width(stop) * (self.looks.blocks[stop] as f64).sqrt();
        let last = self.looks.blocks.len() - 1;
        let one = |(look, &blocks): (usize, &u64)| {
            let half = error * width(look) / (blocks as f64).sqrt();
            let goes_on = if look == last { Vec::new() } else { rule.goes_on(half) };
            Stage { information: (self.bounds[look] / half).powi(2), goes_on }
        };
        self.looks.blocks.iter().enumerate().map(one).collect()
    }
}

/// Looks from the first to the last, each a quarter later than the one before;
/// the last two are no nearer to each other than that.
fn grid(first: u64, last: u64) -> Vec<u64> {
    let mut blocks = vec![last];
    let mut at = last as f64 / GROWTH;
    while at > first as f64 * 1.1 {
        blocks.push(at.round() as u64);
        at /= GROWTH;
    }
    if first < last {
        blocks.push(first);
    }
    blocks.reverse();
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANNER: Manner = Manner { level: 0.95, always: false, tightest: 100 };

    fn plain(half: f64) -> Estimate {
        Estimate::around(0.1, half, 0.95, Method::PairedT, 32)
    }

    #[test]
    fn looks_rise_to_the_end() {
        assert_eq!((grid(32, 32), grid(32, 33)), (vec![32], vec![32, 33]));
        let all = grid(32, 100_000);
        assert!(all[0] == 32 && all.last() == Some(&100_000) && all.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(grid(5, 5), [5]);
    }

    #[test]
    fn a_margin_says_how_far_to_go() {
        let rule = Rule { margin: Some(0.1), ..Rule::default() };
        let pace = Pace::new(Design::GroupSequential, &rule, &plain(0.2), (32, 100_000), MANNER);
        // Four times as narrow, and 1.27 times that for the looks.
        let end = *pace.blocks().last().unwrap();
        assert!((600..700).contains(&end), "{end}");
        let open = Pace::new(Design::GroupSequential, &Rule::default(), &plain(0.2), (32, 5_000), MANNER);
        assert_eq!(open.blocks().last(), Some(&5_000));
        assert!(open.manner(0, 0.95).level > 0.98 && open.manner(0, 0.99).level > open.manner(0, 0.95).level);
        let fixed = Pace::new(Design::Fixed, &rule, &plain(0.2), (500, 500), MANNER);
        assert!((fixed.manner(0, 0.95).level - 0.95).abs() < 1e-9 && fixed.blocks() == [500]);
        assert_eq!(fixed.after(0, &rule, &plain(0.2)), plain(0.2));
        let always = Pace::new(Design::Anytime, &rule, &plain(0.2), (128, 5_000), MANNER);
        assert!(always.manner(3, 0.95).always && Pace::first(Design::Anytime, 90) == 90);
    }

    #[test]
    fn a_stop_is_corrected_and_keeps_its_verdict() {
        let rule = Rule::default();
        let pace = Pace::new(Design::GroupSequential, &rule, &plain(0.2), (32, 3_200), MANNER);
        for look in [0, 3, 10] {
            let seen = Estimate::around(0.0501, 0.05, 0.95, Method::PairedT, pace.blocks()[look]);
            let told = pace.after(look, &rule, &seen);
            assert!(
                told.value < seen.value && told.low > -1e-6 && told.high > told.value,
                "{look}: {told:?}"
            );
            assert_eq!(told.method, Method::GroupSequential);
        }
    }
}
