//! Quantiles of a ruleset's distributions as metrics: `median-turns`, the
//! length that half of the games don't exceed; `p90-turns`, the length that
//! nine in ten don't exceed.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::game::Distribution;

/// How quantiles beside the median are named, for lists of metrics.
pub const OTHERS: &str = "p1-… to p99-… for the other quantiles of the same (p90-turns)";

/// A quantile of one of a ruleset's distributions, which is known by its name.
#[derive(Debug, Clone, Copy)]
pub struct Quantile {
    pub(super) distribution: &'static Distribution,
    /// Values that are at most the quantile, of a hundred.
    percent: u8,
}

impl PartialEq for Quantile {
    fn eq(&self, other: &Self) -> bool {
        self.percent == other.percent && self.distribution.name == other.distribution.name
    }
}

impl Eq for Quantile {}

impl Hash for Quantile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.percent, self.distribution.name).hash(state);
    }
}

impl Quantile {
    /// The median of a distribution.
    #[must_use]
    pub const fn median(distribution: &'static Distribution) -> Self {
        Self { distribution, percent: 50 }
    }

    /// Another one; `percent` is held within 1 to 99.
    pub(super) fn nearest(distribution: &'static Distribution, percent: u64) -> Self {
        Self { distribution, percent: percent.clamp(1, 99) as u8 }
    }

    /// The same of another ruleset's distribution.
    pub(super) const fn of(self, distribution: &'static Distribution) -> Self {
        Self { distribution, ..self }
    }

    /// Name of the distribution.
    #[must_use]
    pub const fn distribution(&self) -> &'static str {
        self.distribution.name
    }

    /// The share of values that are at most the quantile, 0.01 to 0.99.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.percent) / 100.0
    }

    /// What it is, in words.
    #[must_use]
    pub fn definition(&self) -> String {
        let share = if self.percent == 50 { "half".to_owned() } else { format!("{} %", self.percent) };
        format!("{share} of the values are at most this: {}", self.distribution.definition)
    }
}

impl fmt::Display for Quantile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.percent {
            50 => write!(f, "median-{}", self.distribution.name),
            percent => write!(f, "p{percent}-{}", self.distribution.name),
        }
    }
}

/// The per cent and the distribution that a name speaks of, if it has the form
/// of a quantile's.
pub(super) fn parts(name: &str) -> Option<(u64, &str)> {
    if let Some(rest) = name.strip_prefix("median-") {
        return Some((50, rest));
    }
    let (percent, rest) = name.strip_prefix('p')?.split_once('-')?;
    Some((percent.parse().ok()?, rest))
}
