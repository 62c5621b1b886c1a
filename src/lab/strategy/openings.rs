//! Openings by intervention: one player begins with a class of moves, whatever
//! its bot would do, and plays on as its bot does.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use crate::arena::Runner;
use crate::arena::pool::Work;
use crate::campaign::journal::Kept;
use crate::game::WIN;
use crate::lab::NOTHING;
use crate::stats::trials::TrialSums;
use crate::stats::{Estimate, many};

/// How an opening compares with what the bot would begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// It wins more than the bot's own choice.
    Better,
    /// It wins as often.
    AsGood,
    /// It wins less.
    Worse,
    /// Too few games to say.
    Undecided,
}

impl Worth {
    /// How what such an interval holds compares with `equal`.
    #[must_use]
    pub fn of(found: &Estimate, equal: f64) -> Self {
        match (found.low - equal, found.high - equal) {
            (low, high) if low > -NOTHING && high < NOTHING => Self::AsGood,
            (low, _) if low > 0.0 => Self::Better,
            (_, high) if high < 0.0 => Self::Worse,
            _ => Self::Undecided,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::AsGood => "as good",
            Self::Worse => "worse",
            Self::Undecided => "undecided",
        }
    }
}

/// A class of first moves.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Opening {
    /// The class, in the game's words.
    pub name: String,
    /// How it compares.
    pub ruling: Worth,
    /// Share of wins of whoever begins so minus what its bot's own choice wins in
    /// the same games.
    pub change: Estimate,
    /// The same with the interval that counts in the ruling (Bonferroni).
    pub corrected: Estimate,
    /// Games in which it could be played.
    pub games: u64,
}

/// Blocks being opened.
pub struct Openings<'a> {
    /// Who plays them.
    pub runner: &'a dyn Runner,
    /// Classes of moves.
    pub classes: usize,
}

impl Kept for Openings<'_> {
    fn fits(&self, sums: &TrialSums, _blocks: u64) -> bool {
        sums.fits(self.classes)
    }
}

impl Work for Openings<'_> {
    type Sum = TrialSums;

    fn parts(&self) -> u32 {
        self.classes as u32
    }

    fn zero(&self) -> TrialSums {
        TrialSums::new(self.classes)
    }

    fn batch(&self, range: Range<u64>) -> TrialSums {
        let mut sums = self.zero();
        self.runner.openings(range, &mut |changes| {
            sums.add(changes.iter().map(|change| change.map(i64::from)));
        });
        sums
    }

    fn merge(&self, into: &mut TrialSums, later: TrialSums) {
        into.merge(&later);
    }
}

/// Every class that some game could begin with, the best first.
pub fn of(sums: &TrialSums, classes: &[String], level: f64) -> Vec<Opening> {
    let open: Vec<usize> = (0..classes.len()).filter(|&class| sums.took(class) > 1).collect();
    let strict = many::level_of_each(level, open.len().max(1));
    let row = |&class: &usize| {
        let estimate = |level| sums.weighted(&[(class, 1.0)], f64::from(WIN), level);
        let (change, corrected) = (estimate(level)?, estimate(strict)?);
        let ruling = Worth::of(&corrected, 0.0);
        Some(Opening { name: classes[class].clone(), ruling, change, corrected, games: sums.took(class) })
    };
    let mut rows: Vec<Opening> = open.iter().filter_map(row).collect();
    rows.sort_by(|a, b| b.change.value.total_cmp(&a.change.value));
    rows
}
