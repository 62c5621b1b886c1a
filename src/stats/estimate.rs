//! A value with its interval: nothing is printed without one.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::Method;
use super::distribution::{alpha, t, z};
use super::equivalence::Bounds;

/// A number measured by simulation (or known exactly), with the interval that
/// belongs to it and the method that made it. Shares are fractions, never per
/// cent.
///
/// The interval's ends are never NaN; an end that the data can't bound (a mean
/// from a single block) is infinite, which JSON shows as `null`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// Point estimate.
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// Lower end of the interval.
    #[schemars(with = "Option<f64>")]
    pub low: f64,
    /// Upper end of the interval.
    #[schemars(with = "Option<f64>")]
    pub high: f64,
    /// Nominal coverage of the interval, e.g. 0.95.
    pub level: f64,
    /// The method that made it.
    pub method: Method,
    /// Independent units behind it: blocks, or games when each is a block of
    /// its own.
    #[serde(skip)]
    pub n: u64,
    /// Why the interval may hold less often than it says; none where nothing
    /// speaks against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<Caution>,
}

/// A warning beside an interval whose data are too few or too heavy-tailed for
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Caution {
    /// What is wrong with the data.
    pub why: Why,
    /// Games that would do.
    pub games: u64,
}

/// What is wrong with the data behind an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Fewer independent blocks than a spread can be told from.
    FewBlocks,
    /// What is measured happened in too few of them.
    FewEvents,
    /// A few of them carry most of the spread.
    Skewed,
}

impl Estimate {
    /// An estimate from its parts; ends in the wrong order are swapped, and an
    /// end that is not a number becomes infinite.
    #[must_use]
    pub fn new(value: f64, ends: (f64, f64), level: f64, method: Method, n: u64) -> Self {
        let low = if ends.0.is_nan() { f64::NEG_INFINITY } else { ends.0 };
        let high = if ends.1.is_nan() { f64::INFINITY } else { ends.1 };
        Self { value, low: low.min(high), high: high.max(low), level, method, n, caution: None }
    }

    /// Value ± half-width.
    #[must_use]
    pub fn around(value: f64, half_width: f64, level: f64, method: Method, n: u64) -> Self {
        let ends = if half_width.is_finite() {
            (value - half_width, value + half_width)
        } else {
            (f64::NEG_INFINITY, f64::INFINITY)
        };
        Self::new(value, ends, level, method, n)
    }

    /// A number known without error (enumerated odds): an interval of no
    /// width, method `exact`.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self { value, low: value, high: value, level: 1.0, method: Method::Exact, n: 0, caution: None }
    }

    /// The same interval, wide enough to hold together with those of all
    /// `parts` estimates that one is chosen from, or judged with, by looking
    /// (Bonferroni). Half-widths grow like the quantile of Student's t, which few
    /// blocks ask for more of; those of sequences at most like √ln(1/α).
    #[must_use]
    pub fn together(self, parts: usize) -> Self {
        let error = alpha(self.level);
        let parts = parts.max(1) as f64;
        let factor = if self.method.is_sequence() {
            (1.0 + parts.ln() / -error.ln()).sqrt()
        } else if self.n > 1 {
            let quantile = |level| t(level, (self.n - 1) as f64);
            quantile(1.0 - error / parts) / quantile(1.0 - error)
        } else {
            z(1.0 - error / parts) / z(1.0 - error)
        };
        if !factor.is_finite() {
            return self;
        }
        let ends =
            (self.value - factor * (self.value - self.low), self.value + factor * (self.high - self.value));
        Self { low: ends.0, high: ends.1, ..self }
    }

    /// Half of the interval's width.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether both ends are equally far from the value.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let [below, above] = self.arms();
        (below - above).abs() <= 1e-9 * (below + above)
    }

    /// The standard error behind a normal interval of this width; 0 of what is
    /// known exactly.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.half_width() / z(self.level)
    }

    /// How far the ends lie below and above the value.
    pub(super) fn arms(&self) -> [f64; 2] {
        [self.value - self.low, self.high - self.value]
    }

    /// Both ends pushed outward by `room`.
    #[must_use]
    pub fn widened(self, room: f64) -> Self {
        Self { low: self.low - room, high: self.high + room, ..self }
    }

    /// With what a caution says in blocks said in games, so many to a block.
    #[must_use]
    pub fn in_games(self, per_block: u32) -> Self {
        let games = |c: Caution| Caution { games: c.games * u64::from(per_block), ..c };
        Self { caution: self.caution.map(games), ..self }
    }

    /// Whether `x` lies in the interval, ends included.
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }

    /// On which side of `x` the whole interval lies; `Equal` where it holds `x`.
    #[must_use]
    pub fn side_of(&self, x: f64) -> Ordering {
        if self.low > x {
            Ordering::Greater
        } else if self.high < x {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }

    /// Whether the whole interval lies below all of another.
    #[must_use]
    pub fn is_below(&self, other: &Self) -> bool {
        self.high < other.low
    }

    /// The size of the quantity, whatever its sign.
    #[must_use]
    pub fn size(self) -> Self {
        let Bounds { least, most } = Bounds::between(self.low, self.high).size();
        Self { value: self.value.abs(), low: least, high: most, ..self }
    }

    /// Cut to a range that the quantity can't leave (a share to `0..=1`).
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { low: self.low.clamp(least, most), high: self.high.clamp(least, most), ..self }
    }

    /// In another unit: value and ends times `factor` plus `offset`. A
    /// negative factor turns the interval round.
    #[must_use]
    pub fn scaled(self, factor: f64, offset: f64) -> Self {
        let map = |x: f64| x * factor + offset;
        let made =
            Self::new(map(self.value), (map(self.low), map(self.high)), self.level, self.method, self.n);
        Self { caution: self.caution, ..made }
    }

    /// The opposite: `-value`.
    #[must_use]
    pub fn negated(self) -> Self {
        self.scaled(-1.0, 0.0)
    }

    /// The other share: `1 - value`.
    #[must_use]
    pub fn complement(self) -> Self {
        self.scaled(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_stay_in_order_and_are_numbers() {
        let e = Estimate::around(0.5, 0.1, 0.95, Method::BlockT, 10).scaled(-2.0, 1.0);
        assert!(e.value == 0.0 && (e.half_width() - 0.2).abs() < 1e-12);
        assert!(e.low < e.high && e.contains(0.0) && !e.contains(0.21));
        let open = Estimate::new(1.0, (f64::NAN, 2.0), 0.95, Method::BlockT, 1);
        assert_eq!((open.low, open.high), (f64::NEG_INFINITY, 2.0));
        assert!(Estimate::around(1.0, f64::INFINITY, 0.95, Method::BlockT, 1).within(0.0, 1.0).contains(0.0));
    }

    #[test]
    fn json_names_the_method() {
        let text =
            serde_json::to_string(&Estimate::around(0.5, f64::INFINITY, 0.9, Method::BlockT, 1)).unwrap();
        assert_eq!(text, r#"{"value":0.5,"low":null,"high":null,"level":0.9,"method":"block-t"}"#);
    }

    #[test]
    fn intervals_that_hold_together_are_wider_as_their_method_asks() {
        let of_blocks = |method: Method, blocks: u64, parts: usize| {
            let wide = Estimate::new(0.5, (0.4, 0.7), 0.95, method, blocks).together(parts);
            assert!(((wide.high - 0.5) / (0.5 - wide.low) - 2.0).abs() < 1e-12, "{wide:?}");
            (0.5 - wide.low) / 0.1
        };
        let factor = |method: Method, parts: usize| of_blocks(method, 100, parts);
        // Quantiles of 0.5 % in both tails over those of 5 %: of the normal
        // distribution 2.80703 / 1.95996, of t with 99 and 7 degrees of freedom.
        for (blocks, wanted) in [(1_000_000_000, 1.432_186), (100, 1.447_073), (8, 1.704_007)] {
            let found = of_blocks(Method::BlockT, blocks, 10);
            assert!((found - wanted).abs() < 1e-5, "{blocks} blocks: {found}");
        }
        // √(ln(200) / ln(20))
        assert!(
            (factor(Method::AsymptoticCs, 10) - 1.329_895).abs() < 1e-5,
            "{}",
            factor(Method::AsymptoticCs, 10)
        );
        for alone in [factor(Method::BlockT, 1), factor(Method::AsymptoticCs, 0)] {
            assert!((alone - 1.0).abs() < 1e-12, "{alone}");
        }
    }
}
