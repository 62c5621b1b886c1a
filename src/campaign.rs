//! A whole plan, played: groups of arms one after another, each until its
//! length or its precision is reached.
//!
//! In: a plan, the share of its blocks, what was played before, and a
//! [`Judge`] from above. Out: a [`Campaign`] of integers. No interval is made
//! here and no file touched.

pub mod journal;
#[doc = include_str!("campaign/scale.md")]
pub mod scale {}
mod sound;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::journal::{Journal, Kept};
use crate::arena::group::{Cross, Group, GroupTally, Member, Pair};
use crate::arena::{pool, schedule};
use crate::bots::program;
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::estimate::Estimate;
use crate::tally::{Layout, Shape, Tally, layout};

/// First look of a precision run, in blocks: before that a variance is not yet
/// worth trusting.
pub const FIRST_LOOK: u64 = 512;

/// The main estimate of an arm as it stood at one look of a precision run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Games of the arm so far.
    pub games: u64,
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval that the run stops on.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
}

impl Look {
    /// An estimate with finite ends, to eight decimals: more than a plot shows,
    /// and few enough to read back from text exactly as written.
    fn new(games: u64, estimate: &Estimate) -> Option<Self> {
        let [value, low, high] =
            [estimate.value, estimate.low, estimate.high].map(|x| (x * 1e8).round() / 1e8);
        (value.is_finite() && low.is_finite() && high.is_finite()).then_some(Self { games, value, low, high })
    }
}

/// What one arm has played.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Blocks done, counted from the first of the share.
    pub blocks: u64,
    /// Sums over their games.
    pub tally: Tally,
    /// Products with the base arm, if it has one.
    pub cross: Option<Cross>,
    /// How its main estimate came about, look by look; empty unless it was
    /// played for a precision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<Look>,
}

/// Which part of the blocks a run plays: shard `k` of `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// From 1.
    pub k: u64,
    /// Number of shards.
    pub n: u64,
}

impl Share {
    /// The whole run.
    pub const WHOLE: Self = Self { k: 1, n: 1 };

    /// What is added to the name of a folder of its own; nothing of the whole.
    #[must_use]
    pub fn named(self) -> Option<String> {
        (self != Self::WHOLE).then(|| format!("shard-{}-of-{}", self.k, self.n))
    }

    /// Number of its blocks, of those that hold so many games per arm.
    #[must_use]
    pub fn blocks(self, games: u64, rotations: u32) -> u64 {
        let range = schedule::shard(schedule::blocks_for(games, rotations), self.k, self.n);
        range.end - range.start
    }
}

/// Why a campaign ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Everything was played.
    Complete,
    /// Stopped by the user; what was finished is kept.
    Interrupted,
    /// A precision run reached its most games first.
    Undecided,
}

/// Progress of a campaign, for a live display.
pub struct Progress<'a> {
    /// Arm whose numbers these are.
    pub arm: usize,
    /// Its sums so far, but for what came since: together always of an index
    /// prefix.
    pub tally: &'a Tally,
    /// What came since.
    pub since: Option<&'a Tally>,
    /// Shape of the sums.
    pub layout: &'a Layout,
    /// Games done over all arms.
    pub games: u64,
    /// Games expected over all arms.
    pub expected: u64,
}

impl Progress<'_> {
    /// The arm's sums so far, added up for whoever looks.
    #[must_use]
    pub fn sums(&self) -> Tally {
        let mut sums = self.tally.clone();
        if let Some(since) = self.since {
            sums.merge(since);
        }
        sums
    }
}

/// Where games are played: on rayon's current pool, until `stop` is raised.
#[derive(Clone, Copy)]
pub struct Hall<'a> {
    /// Raised by the user to end early; what was finished is kept.
    pub stop: &'a AtomicBool,
    /// Sees index prefixes only.
    pub progress: &'a (dyn Fn(&Progress<'_>) + Sync),
    /// What has been played before, if anybody keeps it.
    pub journal: Option<&'a dyn Journal>,
}

impl<'a> Hall<'a> {
    /// A hall in which everything is played anew.
    #[must_use]
    pub fn new(stop: &'a AtomicBool, progress: &'a (dyn Fn(&Progress<'_>) + Sync)) -> Self {
        Self { stop, progress, journal: None }
    }

    /// Whether the user wants to stop.
    #[must_use]
    pub fn closed(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The result of a campaign.
pub struct Campaign {
    /// Per arm of the plan.
    pub arms: Vec<Played>,
    /// Shape of each arm's tally, and names of its items.
    pub shapes: Vec<Shape>,
    /// Why it ended.
    pub ended: Ended,
}

/// What is asked, while a plan is played, of whoever makes estimates of it.
pub trait Judge: Sync {
    /// Pairs of columns whose changes against its base are to be summed in an
    /// arm of this layout.
    fn pairs(&self, arm: usize, layout: &Layout) -> Vec<Pair>;

    /// The interval of an arm's main metric that a run for a precision stops on,
    /// after these games.
    fn main(&self, arm: usize, layout: &Layout, tally: &Tally) -> Estimate;
}

/// Arms that must be played side by side: each arm with its base.
fn groups(plan: &Plan) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut of: Vec<usize> = Vec::new();
    for (i, arm) in plan.arms.iter().enumerate() {
        let group = arm.base.and_then(|base| of.get(base).copied()).unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(i);
        of.push(group);
    }
    groups
}

/// Most arms that are played side by side, their bases aside: each keeps its
/// rules and a sitting on every thread, and a sum in every batch.
const MOST_TOGETHER: usize = 256;

/// Arms of a group that are played side by side. Where they are not the whole
/// group, what their bases play with them is the same as in the slice that
/// counts it.
struct Slice {
    /// Bases that an earlier slice counts, then the arms that this one counts.
    arms: Vec<usize>,
    /// Number of the former.
    bases: usize,
}

impl Slice {
    /// The arms that it counts.
    fn own(&self) -> &[usize] {
        &self.arms[self.bases..]
    }

    /// The arms that it counts, each with its place among those played.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        self.own().iter().copied().zip(self.bases..)
    }

    /// Games of the arms that it counts.
    fn games(&self, sum: &GroupTally) -> u64 {
        self.places().map(|(_, place)| sum.tallies[place].games).sum()
    }

    /// Adds a part that ends after so many blocks to what its arms have played;
    /// returns the games of it that count.
    fn add(&self, part: &GroupTally, blocks: u64, arms: &mut [Option<Played>]) -> u64 {
        for (arm, place) in self.places() {
            let Some(played) = &mut arms[arm] else { continue };
            played.blocks = blocks;
            played.tally.merge(&part.tallies[place]);
            played.tally.trim();
            if let (Some(mine), Some(theirs)) = (&mut played.cross, &part.crosses[place]) {
                mine.merge(theirs);
                mine.trim();
            }
        }
        self.games(part)
    }
}

/// A group in slices of so many arms, bases aside.
fn slices(plan: &Plan, group: &[usize], most: usize) -> Vec<Slice> {
    let slice = |own: &[usize]| {
        let mut bases = BTreeSet::new();
        for &arm in own {
            let above = std::iter::successors(plan.arms[arm].base, |&base| plan.arms[base].base);
            bases.extend(above.filter(|&base| base < own[0]));
        }
        Slice { bases: bases.len(), arms: bases.into_iter().chain(own.iter().copied()).collect() }
    };
    group.chunks(most).map(slice).collect()
}

/// Compiles the arms of a group.
fn compile(plan: &Plan, judge: &dyn Judge, arms: &[usize]) -> Result<Group, Vec<Fault>> {
    let members = arms.iter().map(|&arm| {
        let runner = plan.arms[arm].runner(plan.seed)?;
        let pairs = judge.pairs(arm, runner.layout());
        Ok(Member { arm, runner, base: plan.arms[arm].base, pairs })
    });
    Ok(Group { members: members.collect::<Result<_, Vec<Fault>>>()? })
}

/// Blocks of an arm that tell whether its rules are still those of an earlier
/// start.
const PROBED: u64 = 8;

/// What the games of an arm are a function of.
#[must_use]
pub fn told_of(arm: &PlanArm) -> serde_json::Value {
    let switches: Vec<(&str, &str)> =
        arm.settings.iter().map(|(switch, value)| (switch.key, value)).collect();
    let data = blake3::hash(arm.data_text().as_bytes()).to_hex().to_string();
    let rules = (arm.ruleset.id, switches, data, arm.data.as_ref().is_some_and(|data| data.house));
    let table = (arm.bots.clone(), arm.squads.clone(), arm.pairing.clone(), arm.paired, arm.rotates);
    let mut told = serde_json::json!([rules, table]);
    let programs = program::checksums(&arm.bots);
    if let (false, Some(told)) = (programs.is_empty(), told.as_array_mut()) {
        told.push(serde_json::json!(programs));
    }
    told
}

/// What rules and bots do, in a few words that are the same for every build of
/// the same rules: the ledger, and what a few games of an arm come to (of random
/// bots where a search or a program would take long). An edited rule gives another program
/// under the same version, and what was kept of the old one is not gone on with.
#[must_use]
pub fn probed(arm: &PlanArm) -> String {
    let mut arm = PlanArm { verified: false, ..arm.clone() };
    for bot in &mut arm.bots {
        if arm.ruleset.searches(bot) {
            crate::bots::random::NAME.clone_into(bot);
        }
    }
    let tally = arm.runner(0).map(|runner| runner.batch(0..PROBED, None)).ok();
    journal::key(arm.ruleset.ledger, &tally)
}

/// What games of these arms of a plan are a function of, as the key of their
/// sums in a journal. The first of them tells the rules, which all share.
#[must_use]
pub fn key_of(plan: &Plan, kind: &str, arms: &[usize]) -> String {
    let rules = arms.first().map(|&arm| probed(&plan.arms[arm]));
    let told: Vec<_> = arms.iter().map(|&arm| told_of(&plan.arms[arm])).collect();
    journal::key(kind, &(plan.seed, rules, told))
}

/// The same of a group, whose sums hold products across arms too.
fn key(plan: &Plan, group: &Group) -> String {
    let arms: Vec<usize> = group.members.iter().map(|member| member.arm).collect();
    let across: Vec<_> =
        group.members.iter().map(|member| (member.arm, member.base, &member.pairs)).collect();
    journal::key(&key_of(plan, "group", &arms), &across)
}

impl Kept for Group {
    fn fits(&self, sum: &GroupTally, blocks: u64) -> bool {
        let fits = |(i, member): (usize, &Member)| {
            let of = sound::Of {
                layout: member.runner.layout(),
                base: member.base,
                rotations: member.runner.rotations(),
                changes: Some(member.pairs.len()),
            };
            of.unsound(&sum.tallies[i], sum.crosses[i].as_ref(), blocks).is_none()
        };
        let all = self.members.len();
        (sum.tallies.len(), sum.crosses.len()) == (all, all) && self.members.iter().enumerate().all(fits)
    }
}

/// Plays a plan on rayon's current pool, to its precision as `judge` sees it.
///
/// `before` holds what an earlier, interrupted run of the same plan has played
/// (empty for a new run).
///
/// # Errors
/// When an arm does not compile.
pub fn run(
    plan: &Plan,
    judge: &dyn Judge,
    share: Share,
    before: Vec<Played>,
    hall: &Hall<'_>,
) -> Result<Campaign, Vec<Fault>> {
    side_by_side(plan, judge, share, before, hall, MOST_TOGETHER)
}

/// The same with at most so many arms side by side.
fn side_by_side(
    plan: &Plan,
    judge: &dyn Judge,
    share: Share,
    before: Vec<Played>,
    hall: &Hall<'_>,
    together: usize,
) -> Result<Campaign, Vec<Fault>> {
    let expected: u64 = plan.length.most() * plan.arms.len() as u64 / share.n;
    let mut arms: Vec<Option<Played>> = before.into_iter().map(Some).collect();
    arms.resize_with(plan.arms.len(), || None);
    let mut shapes: Vec<Option<Shape>> = plan.arms.iter().map(|_| None).collect();
    let mut ended = Ended::Complete;
    let mut games = 0;
    for indices in groups(plan) {
        let blocks = schedule::blocks_for(plan.length.most(), plan.arms[indices[0]].rotations());
        let range = schedule::shard(blocks, share.k, share.n);
        let slices = slices(plan, &indices, together);
        let mut reached: Vec<u64> = Vec::new();
        for slice in &slices {
            let played = slice.own().iter().filter_map(|&i| arms[i].as_ref());
            games += played.clone().map(|played| played.tally.games).sum::<u64>();
            reached.push(range.start + played.map(|played| played.blocks).min().unwrap_or(0));
        }
        let ends: Vec<u64> = match plan.length {
            Length::Games(_) => vec![range.end],
            Length::Precision { .. } => {
                let looks = schedule::looks(FIRST_LOOK, range.end - range.start);
                looks.map(|look| range.start + look).collect()
            }
        };
        let mut precise = matches!(plan.length, Length::Games(_));
        for end in ends {
            if reached.iter().any(|&reached| end < reached) {
                // An earlier run went on past this look.
                continue;
            }
            for (slice, from) in slices.iter().zip(&mut reached) {
                let first = slice.own()[0];
                if *from == end && shapes[first].is_some() {
                    continue;
                }
                let group = compile(plan, judge, &slice.arms)?;
                let mut zero = pool::Work::zero(&group);
                for (i, place) in slice.places() {
                    let runner = group.members[place].runner.as_ref();
                    if shapes[i].is_none() {
                        let before = i.checked_sub(1).and_then(|before| shapes[before].as_ref());
                        let shape = layout::shared((runner.layout().clone(), runner.items()), before);
                        shapes[i] = Some(shape);
                    }
                    arms[i].get_or_insert_with(|| Played {
                        tally: mem::take(&mut zero.tallies[place]),
                        cross: zero.crosses[place].take(),
                        ..Played::default()
                    });
                }
                let key = hall.journal.map(|_| key(plan, &group)).unwrap_or_default();
                let (part, to) = journal::known(&group, hall.journal, &key, &(*from..end));
                games += slice.add(&part, to - range.start, &mut arms);
                *from = to;
                if to < end {
                    let layout = group.members[slice.bases].runner.layout();
                    let tally = arms[first].as_ref().map(|played| played.tally.clone()).unwrap_or_default();
                    let told = |part: &GroupTally, _: u64| {
                        let (since, games) = (Some(&part.tallies[slice.bases]), games + slice.games(part));
                        let tally = &tally;
                        (hall.progress)(&Progress { arm: first, tally, since, layout, games, expected });
                    };
                    let (zero, kept) = (pool::Work::zero(&group), (hall.journal, key.as_str()));
                    let (part, to) = journal::play(&group, (zero, to), kept, to..end, hall.stop, &told);
                    games += slice.add(&part, to - range.start, &mut arms);
                    *from = to;
                }
            }
            if reached.iter().any(|&reached| reached < end) {
                break;
            }
            if let Length::Precision { half_width, .. } = plan.length {
                precise = true;
                for &i in &indices {
                    let (Some((layout, _)), Some(played)) = (&shapes[i], &mut arms[i]) else { continue };
                    let estimate = judge.main(i, layout, &played.tally);
                    precise &= estimate.half_width() <= half_width;
                    // An earlier run may have stopped right after this look.
                    if played.looks.last().is_none_or(|last| last.games < played.tally.games) {
                        played.looks.extend(Look::new(played.tally.games, &estimate));
                    }
                }
                if precise {
                    break;
                }
            }
        }
        let all = reached.iter().all(|&reached| reached == range.end);
        let cut = hall.closed() || hall.journal.is_some_and(|journal| journal.share() != Some(Share::WHOLE));
        if cut && !all && !precise_and_done(precise, plan.length) {
            ended = Ended::Interrupted;
        } else if !precise && ended == Ended::Complete {
            ended = Ended::Undecided;
        }
    }
    let arms = arms.into_iter().flatten().collect();
    Ok(Campaign { arms, shapes: shapes.into_iter().flatten().collect(), ended })
}

/// Whether a precision run had reached its aim before it was stopped.
const fn precise_and_done(precise: bool, length: Length) -> bool {
    precise && matches!(length, Length::Precision { .. })
}
