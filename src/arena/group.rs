//! Arms that share luck are played side by side, block by block, so that their
//! differences can be summed pair by pair.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Runner;
use super::pool::Work;
use crate::tally::{Layout, Tally};

/// Sums over blocks of the products of an arm's columns with the same columns
/// of its base arm: with both arms' own moments, all that a paired difference
/// needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    /// Position of the base arm in the plan.
    pub base: usize,
    /// Per column.
    pub products: Vec<i128>,
}

/// Tallies of a group's arms, each with its products against its base.
#[derive(Debug, Clone)]
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
}

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
}

impl Work for Group {
    type Sum = GroupTally;

    fn zero(&self) -> GroupTally {
        let crosses = self.members.iter().enumerate().map(|(i, member)| {
            member.base.map(|base| Cross { base, products: vec![0; self.layout(i).columns()] })
        });
        GroupTally {
            tallies: self.members.iter().map(|m| Tally::new(m.runner.layout())).collect(),
            crosses: crosses.collect(),
        }
    }

    fn batch(&self, range: Range<u64>) -> GroupTally {
        let mut sum = self.zero();
        let mut rows: Vec<Vec<i64>> = vec![Vec::new(); self.members.len()];
        for (i, member) in self.members.iter().enumerate() {
            let is_base = self.members.iter().any(|other| other.base == Some(member.arm));
            let wanted = is_base || member.base.is_some();
            let (earlier, mine) = rows.split_at_mut(i);
            sum.tallies[i] = member.runner.batch(range.clone(), wanted.then_some(&mut mine[0]));
            let Some(cross) = &mut sum.crosses[i] else { continue };
            let Some(base) = self.position(cross.base).and_then(|base| earlier.get(base)) else { continue };
            let columns = cross.products.len();
            for (a, b) in mine[0].chunks_exact(columns).zip(base.chunks_exact(columns)) {
                for ((product, &x), &y) in cross.products.iter_mut().zip(a).zip(b) {
                    *product += i128::from(x) * i128::from(y);
                }
            }
            if !is_base {
                mine[0] = Vec::new();
            }
        }
        sum
    }

    fn merge(&self, into: &mut GroupTally, later: GroupTally) {
        for (mine, theirs) in into.tallies.iter_mut().zip(&later.tallies) {
            mine.merge(theirs);
        }
        for (mine, theirs) in into.crosses.iter_mut().zip(&later.crosses) {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                for (a, b) in mine.products.iter_mut().zip(&theirs.products) {
                    *a += b;
                }
            }
        }
    }
}
