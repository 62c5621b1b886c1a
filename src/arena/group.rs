//! Arms that share luck are played side by side, block by block, so that their
//! differences can be summed pair by pair.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Runner;
use super::batch::BlockRows;
use super::pool::Work;
use super::runner::Sitting;
use crate::chance::pairing::Memory;
use crate::stats::sums::PairSums;
use crate::tally::spread::{Blocks, pairs_across};
use crate::tally::{Histogram, Layout, Tally};

/// Sums over blocks of the products of an arm's columns with the same columns
/// of its base arm: with both arms' own moments, all that a paired difference
/// needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    /// Position of the base arm in the plan.
    pub base: usize,
    /// Per column.
    pub products: Box<[i128]>,
    /// Per ratio of the layout, then per control: this arm's column times the
    /// base's denominator (or luck), and this arm's denominator (or luck) times
    /// the base's column.
    pub mixed: Box<[[i128; 2]]>,
    /// Per column: the cubes of its changes, this arm minus its base.
    pub cubes: Box<[i128]>,
    /// Per column: blocks in which it changed.
    pub parted: Box<[u64]>,
    /// Per distribution: the larger value of every pair of one value of this
    /// arm's block and one of the base's.
    pub pairs: Box<[Histogram]>,
    /// Per [`Pair`] of columns that was asked for: sums of both columns'
    /// changes, this arm minus its base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PairSums>,
}

/// Two columns whose changes from the base arm are summed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The column of the metric that changes.
    pub over: usize,
    /// The column of the metric that it is counted per.
    pub under: usize,
}

/// Columns whose products across arms with the partner's column are summed.
fn mixed_pairs(layout: &Layout) -> impl Iterator<Item = &(u16, u16)> {
    layout.ratios.iter().chain(&layout.controls)
}

impl Cross {
    pub(crate) fn new(base: usize, layout: &Layout) -> Self {
        let columns = layout.columns();
        Self {
            base,
            products: vec![0; columns].into(),
            mixed: vec![[0; 2]; mixed_pairs(layout).count()].into(),
            cubes: vec![0; columns].into(),
            parted: vec![0; columns].into(),
            pairs: vec![Histogram::default(); layout.distributions].into(),
            changes: Vec::new(),
        }
    }

    /// Adds one block's changes of the pairs of columns that findings ask for.
    fn add_changes(&mut self, pairs: &[Pair], mine: &[i64], base: &[i64]) {
        let change = |column: usize| mine[column] - base[column];
        for (sums, pair) in self.changes.iter_mut().zip(pairs) {
            sums.add(change(pair.over), change(pair.under));
        }
    }

    /// Adds one block of this arm and of its base.
    pub(crate) fn add(&mut self, layout: &Layout, mine: &[i64], base: &[i64]) {
        for ((product, &x), &y) in self.products.iter_mut().zip(mine).zip(base) {
            *product += i128::from(x) * i128::from(y);
        }
        let arms = mine.iter().zip(base);
        for ((cube, parted), (&x, &y)) in self.cubes.iter_mut().zip(&mut self.parted).zip(arms) {
            if x == y {
                continue;
            }
            let change = x - y;
            // Beyond 10³⁸ a skewness means nothing.
            *cube = cube.saturating_add(match change.checked_pow(3) {
                Some(cubed) => cubed.into(),
                None => (i128::from(change) * i128::from(change)).saturating_mul(change.into()),
            });
            *parted += 1;
        }
        for (mixed, &(column, over)) in self.mixed.iter_mut().zip(mixed_pairs(layout)) {
            let (column, over) = (usize::from(column), usize::from(over));
            mixed[0] += i128::from(mine[column]) * i128::from(base[over]);
            mixed[1] += i128::from(mine[over]) * i128::from(base[column]);
        }
    }

    /// Adds what the blocks of this arm and of its base add to distributions.
    fn add_values(&mut self, mine: &[Blocks], base: &[Blocks]) {
        for ((pairs, mine), base) in self.pairs.iter_mut().zip(mine).zip(base) {
            mine.iter().zip(base.iter()).for_each(|(mine, base)| pairs_across(mine, base, pairs));
        }
    }

    /// Adds the blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (a, b) in self.products.iter_mut().zip(&other.products) {
            *a += b;
        }
        for (a, b) in self.mixed.iter_mut().zip(&other.mixed) {
            a[0] += b[0];
            a[1] += b[1];
        }
        for (a, b) in self.cubes.iter_mut().zip(&other.cubes) {
            *a = a.saturating_add(*b);
        }
        for (a, b) in self.pairs.iter_mut().zip(&other.pairs) {
            a.merge(b);
        }
        for (a, b) in self.parted.iter_mut().zip(&other.parted) {
            *a += b;
        }
        for (a, b) in self.changes.iter_mut().zip(&other.changes) {
            a.merge(b);
        }
    }

    /// Gives back what histograms hold beyond their values.
    pub fn trim(&mut self) {
        self.pairs.iter_mut().for_each(Histogram::trim);
    }

    /// Whether these sums have the shape of `layout`.
    #[must_use]
    pub fn fits(&self, layout: &Layout) -> bool {
        let columns = layout.columns();
        [self.products.len(), self.cubes.len(), self.parted.len()] == [columns; 3]
            && self.mixed.len() == mixed_pairs(layout).count()
            && self.pairs.len() == layout.distributions
    }
}

/// Tallies of a group's arms, each with its products against its base.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GroupTally {
    /// Per arm of the group.
    pub tallies: Vec<Tally>,
    /// Per arm of the group; `None` for an arm without a base.
    pub crosses: Vec<Option<Cross>>,
}

/// One arm of a group.
pub struct Member {
    /// Position in the plan.
    pub arm: usize,
    /// The compiled arm.
    pub runner: Box<dyn Runner>,
    /// Position in the plan of the arm it is compared with, which must come
    /// earlier in the same group and have the same number of seats.
    pub base: Option<usize>,
    /// Pairs of columns whose changes against the base findings ask for.
    pub pairs: Vec<Pair>,
}

/// Blocks that one arm plays before the next arm plays the same ones: what they
/// are dealt from is still remembered then, and rules and code don't make way
/// for those of the next arm at every game.
const SIDE_BY_SIDE: u64 = 4;

/// Arms that are played side by side.
pub struct Group {
    /// The arms, bases before those compared with them.
    pub members: Vec<Member>,
}

impl Group {
    fn position(&self, arm: usize) -> Option<usize> {
        self.members.iter().position(|member| member.arm == arm)
    }

    fn layout(&self, member: usize) -> &Layout {
        self.members[member].runner.layout()
    }

    fn zero_crosses(&self) -> Vec<Option<Cross>> {
        let cross = |(i, member): (usize, &Member)| {
            let changes = vec![PairSums::EMPTY; member.pairs.len()];
            member.base.map(|base| Cross { changes, ..Cross::new(base, self.layout(i)) })
        };
        self.members.iter().enumerate().map(cross).collect()
    }
}

impl Work for Group {
    type Sum = GroupTally;

    fn parts(&self) -> u32 {
        self.members.len() as u32
    }

    fn zero(&self) -> GroupTally {
        GroupTally {
            tallies: self.members.iter().map(|m| Tally::new(m.runner.layout())).collect(),
            crosses: self.zero_crosses(),
        }
    }

    /// All arms play a few blocks before any plays the next ones, so that what
    /// is dealt in a block is shuffled once for all of them.
    fn batch(&self, range: Range<u64>) -> GroupTally {
        let mut crosses = self.zero_crosses();
        let bases: Vec<Option<usize>> =
            self.members.iter().map(|member| member.base.and_then(|base| self.position(base))).collect();
        let wanted = |i: usize| bases[i].is_some() || bases.contains(&Some(i));
        let mut sittings: Vec<_> = self.members.iter().map(|member| member.runner.sitting()).collect();
        let mut rows: Vec<BlockRows> = vec![BlockRows::default(); self.members.len()];
        let mut memory = Memory::default();
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + SIDE_BY_SIDE);
            for (i, sitting) in sittings.iter_mut().enumerate() {
                rows[i].clear();
                sitting.play(from..to, &mut memory, wanted(i).then_some(&mut rows[i]));
                let (Some(cross), Some(base)) = (&mut crosses[i], bases[i]) else { continue };
                let layout = self.layout(i);
                let columns = layout.columns();
                let (own, base) = (&rows[i], &rows[base]);
                let blocks = own.columns.chunks_exact(columns).zip(base.columns.chunks_exact(columns));
                for (mine, base) in blocks {
                    cross.add(layout, mine, base);
                    cross.add_changes(&self.members[i].pairs, mine, base);
                }
                cross.add_values(&own.values, &base.values);
            }
            from = to;
        }
        GroupTally { tallies: sittings.into_iter().map(Sitting::close).collect(), crosses }
    }

    fn merge(&self, into: &mut GroupTally, later: GroupTally) {
        for (mine, theirs) in into.tallies.iter_mut().zip(&later.tallies) {
            mine.merge(theirs);
        }
        for (mine, theirs) in into.crosses.iter_mut().zip(&later.crosses) {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                mine.merge(theirs);
            }
        }
    }
}
