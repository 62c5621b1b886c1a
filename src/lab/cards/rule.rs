//! When a good is too strong, and when it is dead: limits that are printed data,
//! and the one place where they are compared with intervals.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::stats::Estimate;

/// The limits as printed, with what each is about.
pub const TEXT: &str = include_str!("strength.toml");

/// The limits as printed.
pub static PRINTED: LazyLock<Rule> =
    LazyLock::new(|| toml::from_str(TEXT).unwrap_or_else(|error| unreachable!("a test reads it: {error}")));

/// What is too strong, what is worth nothing, what is hardly used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Share of wins above an average other good of its class that is too much.
    #[serde(rename(deserialize = "too-strong"))]
    pub too_strong: f64,
    /// Share of wins, either way, that is nothing.
    pub nothing: f64,
    /// Share of games with a use below which a good is hardly used.
    #[serde(rename(deserialize = "hardly-used"))]
    pub hardly_used: f64,
}

/// What a good is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// Clearly worth more than its class by more than the margin.
    TooStrong,
    /// Worth something, or missed where it is gone, and not too much.
    Fine,
    /// Used, but one more or one less makes no difference.
    Idle,
    /// Worth nothing, and hardly ever used.
    Dead,
    /// Clearly costs whoever holds it.
    Harmful,
    /// The games played don't say.
    Undecided,
}

impl Ruling {
    /// The ruling in a cell.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooStrong => "too strong",
            Self::Fine => "fine",
            Self::Idle => "makes no difference",
            Self::Dead => "dead",
            Self::Harmful => "costs its holder",
            Self::Undecided => "undecided",
        }
    }
}

impl Rule {
    /// What a good of this worth and this edge over its class is, by the whole
    /// of both intervals; `missed` is what its holder loses without it, where it
    /// was dealt one, `used` the share of its holder's games with a use, where
    /// that can be seen.
    ///
    /// Nothing that gives its holder nothing is too strong, whatever the rest of
    /// its class costs. And what is clearly missed is no dead card, though one
    /// more of it may do nothing for a hand that has enough.
    #[must_use]
    pub fn ruling(
        &self,
        worth: &Estimate,
        edge: &Estimate,
        missed: Option<&Estimate>,
        used: Option<&Estimate>,
    ) -> Ruling {
        let is_missed = missed.is_some_and(|missed| missed.low > 0.0);
        if edge.low > self.too_strong && worth.low > self.nothing {
            Ruling::TooStrong
        } else if worth.high < -self.nothing && !is_missed {
            Ruling::Harmful
        } else if worth.low > -self.nothing && worth.high < self.nothing && !is_missed {
            match used {
                Some(used) if used.low >= self.hardly_used => Ruling::Idle,
                Some(used) if used.high >= self.hardly_used => Ruling::Undecided,
                _ => Ruling::Dead,
            }
        } else if (worth.low > 0.0 || is_missed) && edge.high <= self.too_strong {
            Ruling::Fine
        } else {
            Ruling::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Method, few};

    fn around(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::PairedRatioDelta, 100)
    }

    #[test]
    fn whole_intervals_decide() {
        let rule = *PRINTED;
        for (worth, edge, used, ruling) in [
            (around(0.12, 0.01), around(0.09, 0.01), Some(0.9), Ruling::TooStrong),
            (around(0.12, 0.01), around(0.055, 0.01), Some(0.9), Ruling::Undecided),
            (around(0.12, 0.01), around(0.03, 0.01), Some(0.9), Ruling::Fine),
            (around(0.02, 0.03), around(-0.02, 0.03), Some(0.9), Ruling::Undecided),
            (around(0.0, 0.008), around(-0.03, 0.01), Some(0.01), Ruling::Dead),
            (around(0.0, 0.008), around(-0.03, 0.01), None, Ruling::Dead),
            (around(0.0, 0.008), around(-0.03, 0.01), Some(0.5), Ruling::Idle),
            // 56 of a thousand games prove no share of five in a hundred, nor less.
            (around(0.0, 0.008), around(-0.03, 0.01), Some(0.056), Ruling::Undecided),
            (around(-0.05, 0.008), around(0.2, 0.01), Some(0.5), Ruling::Harmful),
            (around(0.0, 0.008), around(0.2, 0.01), Some(0.0), Ruling::Dead),
        ] {
            let used = used.map(|used: f64| few::share((1000.0 * used) as u64, 1000, 0.95));
            assert_eq!(rule.ruling(&worth, &edge, None, used.as_ref()), ruling, "{worth:?} {edge:?}");
        }
        // One more does nothing, but one less is felt.
        let (nothing, below) = (around(0.0, 0.008), around(-0.03, 0.01));
        let half = few::share(50, 100, 0.95);
        for (missed, ruling) in [(around(0.02, 0.01), Ruling::Fine), (around(0.0, 0.01), Ruling::Idle)] {
            assert_eq!(rule.ruling(&nothing, &below, Some(&missed), Some(&half)), ruling);
        }
    }
}
