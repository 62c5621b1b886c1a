//! Whether a game's goals look like football's, with intervals from games.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use crate::arena::Runner;
use crate::arena::pool::Work;
use crate::campaign::journal::Kept;
use crate::game::{Distribution, sides};
use crate::stats::distribution::t;
use crate::stats::goals::Scores;
use crate::stats::{Estimate, Method};
use crate::tally::Histogram;

/// Groups of games that are left out in turn for the intervals.
pub(super) const GROUPS: usize = 50;
/// Spread within so many tenths of Poisson's is called Poisson's.
const SPREAD: f64 = 0.1;
/// Share of draws within so much of Skellam's is called Skellam's.
const DRAWS: f64 = 0.02;
/// ρ within so much of 0 is called none; football's own is some −0.1 (Dixon and
/// Coles 1997).
const RHO: f64 = 0.1;

/// What a number says of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Like {
    /// As the model has it, within the margin.
    Yes,
    /// Less.
    Less,
    /// More.
    More,
    /// Too few games to say.
    Undecided,
}

/// One number of a model.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Fit {
    /// The number: its interval allows for what matches of a game have in common.
    pub estimate: Estimate,
    /// What the model has.
    pub model: f64,
    /// How far from that is still called the same.
    pub margin: f64,
    /// What the interval says.
    pub like: Like,
    /// P value of the model, every match taken for independent of all others.
    pub p: Option<f64>,
}

/// Goals beside football's models.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Goals {
    /// What is counted, in the game's words.
    pub counted: String,
    /// Its two sides.
    pub sides: [String; 2],
    /// Matches.
    pub matches: u64,
    /// What either side scores on average.
    pub means: [f64; 2],
    /// How many times as spread as Poisson's a side's goals are.
    pub dispersion: Option<Fit>,
    /// Share of draws above that of Skellam's distribution.
    pub draws: Option<Fit>,
    /// Dixon and Coles's ρ: below 0 there are more 0-0 and 1-1 than independent
    /// sides would have.
    pub rho: Option<Fit>,
}

/// Games being counted.
pub struct Counting<'a> {
    /// Who plays them.
    pub runner: &'a dyn Runner,
    /// The distribution of scores.
    pub place: usize,
    /// Blocks in all.
    pub blocks: u64,
}

impl Counting<'_> {
    fn group(&self, block: u64) -> usize {
        (u128::from(block) * GROUPS as u128 / u128::from(self.blocks.max(1))) as usize
    }
}

impl Kept for Counting<'_> {
    fn fits(&self, sums: &Vec<Histogram>, _blocks: u64) -> bool {
        sums.len() == GROUPS
    }
}

impl Work for Counting<'_> {
    type Sum = Vec<Histogram>;

    fn zero(&self) -> Vec<Histogram> {
        vec![Histogram::default(); GROUPS]
    }

    fn batch(&self, range: Range<u64>) -> Vec<Histogram> {
        let mut sums = self.zero();
        let mut from = range.start;
        while from < range.end {
            let group = self.group(from);
            let to = (from..range.end).find(|&block| self.group(block) > group).unwrap_or(range.end);
            let tally = self.runner.batch(from..to, None);
            sums[group].merge(&tally.distributions[self.place]);
            from = to;
        }
        sums
    }

    fn merge(&self, into: &mut Vec<Histogram>, later: Vec<Histogram>) {
        for (mine, theirs) in into.iter_mut().zip(&later) {
            mine.merge(theirs);
        }
    }
}

/// A number of all groups; its spread by leaving each out in turn (the
/// delete-one-group jackknife: Quenouille 1956, Tukey 1958).
fn jackknifed(groups: &[Scores], of: impl Fn(&Scores) -> Option<f64>, level: f64) -> Option<Estimate> {
    let mut all = Scores::default();
    for group in groups {
        all.merge(group);
    }
    let without = |left_out: usize| {
        let mut rest = Scores::default();
        groups.iter().enumerate().filter(|(at, _)| *at != left_out).for_each(|(_, group)| rest.merge(group));
        of(&rest)
    };
    let told: Vec<usize> = (0..groups.len()).filter(|&at| groups[at].count() > 0).collect();
    let values: Vec<f64> = told.iter().map(|&at| without(at)).collect::<Option<_>>()?;
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let half = t(level, n - 1.0) * ((n - 1.0) / n * squares).sqrt();
    Some(Estimate::around(of(&all)?, half, level, Method::BlockT, all.count()))
}

fn fit(estimate: Estimate, model: f64, margin: f64, p: Option<f64>) -> Fit {
    let like = match (estimate.low - model, estimate.high - model) {
        (low, high) if low > -margin && high < margin => Like::Yes,
        (_, high) if high < -margin => Like::Less,
        (low, _) if low > margin => Like::More,
        _ => Like::Undecided,
    };
    Fit { estimate, model, margin, like, p }
}

/// Goals beside the models; none where nobody has played.
pub fn of(sums: &[Histogram], of: &Distribution, level: f64) -> Option<Goals> {
    let scores = |counts: &Histogram| {
        let mut scores = Scores::default();
        for (value, times) in counts.iter() {
            let [x, y] = sides(value);
            scores.add((x as u32, y as u32), times);
        }
        scores
    };
    let groups: Vec<Scores> = sums.iter().map(scores).collect();
    let mut all = Scores::default();
    for group in &groups {
        all.merge(group);
    }
    if all.count() == 0 {
        return None;
    }
    let number = |of: fn(&Scores) -> Option<f64>, model: f64, margin: f64, p: Option<f64>| {
        jackknifed(&groups, of, level).map(|estimate| fit(estimate, model, margin, p))
    };
    Some(Goals {
        counted: of.definition.to_owned(),
        sides: of.sides().unwrap_or_default().map(str::to_owned),
        matches: all.count(),
        means: all.means(),
        dispersion: number(Scores::dispersion, 1.0, SPREAD, all.poisson_p()),
        draws: number(Scores::draws_beyond, 0.0, DRAWS, all.skellam_p()),
        rho: number(Scores::rho, 0.0, RHO, all.rho_p()),
    })
}
