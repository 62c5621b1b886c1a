//! Tables of two and three kinds of bots, and the mixes of them that a table of
//! more than two players stays with.
//!
//! In: the rounds of a tournament that played the tables of two kinds, too. Out:
//! what each of so many of a kind takes among the other's, the mixes at which both
//! do equally well and more of either does worse, and α-rank over all these tables.
//! Whether a third bot does better at a mix hangs on tables of three kinds: those
//! of the mixes found are played in a second stage, on luck of its own.
//!
//! Where a third does, or where three beat each other in a circle, the three may
//! have a mix of their own: all their tables are played in a third stage, every
//! other bot at what is found there in a fourth. Other threes are not looked for:
//! what holds against every newcomer needs none.

mod group;
mod guests;
mod tables;

use std::cmp::Ordering;

use super::Hall;
use super::exploit::Stands;
use super::field::{Seen, joint};
use super::play::{self, Met, cell};
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::Estimate;
use crate::stats::joint::Joint;
use crate::stats::metagame::alpha_rank::{self, Drawn, POPULATION};
use crate::stats::sums::Rows;

use group::{Group, Pair, Point, Trio, Ways};
pub(super) use tables::{Table, pairs, seatings};

/// Luck on which tables of three kinds are played: apart from that on which they
/// were found to be worth it.
const PAIRING: &str = "tables of three kinds";

/// Share of the draws beyond which bots may have a mix that these games don't
/// show.
const OPEN: f64 = 0.05;

/// Several of a bot among others.
#[derive(Debug, Clone)]
pub struct Crowd {
    /// Position of the bot in the tournament's field.
    pub bot: usize,
    /// How many of it sit there.
    pub number: usize,
    /// Each other kind, and how many of it.
    pub rivals: Vec<(usize, usize)>,
    /// Share that each of the bot takes of the games that somebody won, the mean
    /// over all seatings.
    pub share: Estimate,
    /// Games played.
    pub games: u64,
}

/// Another bot, alone at tables drawn from a mix.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// Its position in the field.
    pub bot: usize,
    /// Share that it takes of the games that somebody won; the intervals of all
    /// newcomers at all mixes of as many kinds hold together.
    pub share: Estimate,
}

/// Bots that do equally well at a table drawn from them.
#[derive(Debug, Clone)]
pub struct Mixed {
    /// Their positions, the one with the largest share first.
    pub kinds: Vec<usize>,
    /// Share of each of them. 0 and 1 are a bot that is left or left alone: as a value
    /// where only draws have a mix, as an end where some have none.
    pub shares: Vec<Estimate>,
    /// Share of the draws in which there is such a mix.
    pub found_in: f64,
    /// Share of these draws in which a table whose players change to whatever does
    /// better comes to rest there. Of two it does in all; of three it may go round,
    /// from one to the next.
    pub stays_in: f64,
    /// Which group it is one of, and the shares in the order of its kinds from which
    /// every draw is followed to its own.
    origin: (usize, Vec<f64>),
    /// Every other bot of the field, the one that takes most first; none before
    /// they were played.
    pub newcomers: Vec<Newcomer>,
    /// Whether it is left to a newcomer, if it is there; none before they were
    /// played.
    pub stands: Option<Stands>,
}

impl Mixed {
    /// Share of one of the bots.
    #[must_use]
    pub fn share_of(&self, bot: usize) -> Option<Estimate> {
        self.kinds.iter().position(|&kind| kind == bot).map(|at| self.shares[at])
    }

    /// Whether these games have it, not draws alone.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.shares.iter().all(|share| share.value > 0.0)
    }

    /// Whether the intervals say that all have a share in it.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.shares.iter().all(|share| share.low > 0.0)
    }

    /// Whether a table comes to rest there; `None` where these games don't show it.
    #[must_use]
    pub fn stays(&self) -> Option<bool> {
        let (level, stays) = (self.shares.first()?.level, self.stays_in);
        let outside = (1.0 - level) / 2.0;
        if stays > 1.0 - outside { Some(true) } else { (stays < outside).then_some(false) }
    }
}

/// What tables of several kinds and their mixes say.
#[derive(Debug, Clone, Default)]
pub struct Mixes {
    /// Every table that was played beside those with a lone bot among others of one
    /// kind.
    pub crowds: Vec<Crowd>,
    /// The mixes, those that no newcomer takes more from first; `None` where at
    /// some table nobody has won a game.
    pub found: Option<Vec<Mixed>>,
    /// The bots whose tables of three kinds were played.
    pub threes: Vec<[usize; 3]>,
    /// Games of every newcomer for each number of every kind, at least.
    pub games: u64,
}

/// The tables of two kinds to play beside those with a lone bot.
pub(super) fn tables(bots: usize, seats: usize) -> Vec<Table> {
    tables::tables(pairs(bots).map(Vec::from), seats, 2)
}

/// The tables at which all of three kinds sit.
pub(super) fn tables_of_three(sets: &[[usize; 3]], seats: usize) -> Vec<Table> {
    tables::tables(sets.iter().map(|kinds| kinds.to_vec()), seats, 1)
}

/// The tables of three kinds that were played.
#[derive(Default)]
struct Threes {
    tables: Vec<Table>,
    rows: Option<Rows>,
}

/// The tables of several kinds of a tournament, lone ones first.
pub(super) struct Crowds<'a> {
    seen: &'a Seen<'a>,
    /// Tables with a lone bot, or of one kind, in front of them in a round's row.
    before: usize,
    tables: &'a [Table],
    threes: Threes,
    /// Every two, then the three whose tables were played.
    groups: Vec<Group>,
}

impl<'a> Crowds<'a> {
    /// Of `tables` of two kinds that lie behind `before` others in a round's row.
    pub fn new(seen: &'a Seen<'a>, before: usize, tables: &'a [Table]) -> Self {
        let pairs = pairs(seen.field.entrants).filter_map(|kinds| Pair::new(seen, kinds, tables));
        Self { seen, before, tables, threes: Threes::default(), groups: pairs.map(Group::Two).collect() }
    }

    fn pairs(&self) -> impl Iterator<Item = &Pair> + Clone {
        self.groups.iter().filter_map(|group| match group {
            Group::Two(pair) => Some(pair),
            Group::Three(_) => None,
        })
    }

    fn trios(&self) -> impl Iterator<Item = &Trio> + Clone {
        self.groups.iter().filter_map(|group| match group {
            Group::Three(trio) => Some(trio),
            Group::Two(_) => None,
        })
    }

    /// How many shares the tables with a lone bot and of two kinds have.
    fn of_two(&self) -> usize {
        self.seen.field.met.len() + self.tables.len()
    }

    /// The shares of all tables with what their errors have to do with each other:
    /// of those with a lone bot, of two kinds, of three (two each).
    fn joint(&self, level: f64) -> Option<Joint> {
        let (seen, lone) = (self.seen, self.seen.field.met.len());
        let at = |k: usize| if k < lone { seen.places[k] } else { self.before + k - lone };
        let column = |k: usize| (at(k) * cell::COUNT + cell::SHARE, at(k) * cell::COUNT + cell::WON);
        let columns: Vec<(usize, usize)> = (0..self.of_two()).map(column).collect();
        let two = joint(seen.rows, &columns, (level, seen.seed), "errors of mixes")?;
        let Some(rows) = &self.threes.rows else { return Some(two) };
        let columns: Vec<(usize, usize)> = (0..self.threes.tables.len())
            .map(|table| table * cell::COUNT)
            .flat_map(|at| [cell::SHARE, cell::NEXT].map(|share| (at + share, at + cell::WON)))
            .collect();
        let three = joint(rows, &columns, (level, seen.seed), "errors of mixes of three")?;
        Some(two.beside(&three))
    }

    /// What can be said of tables of two kinds, and α-rank over all of them. `met`
    /// are the sums of the tables.
    pub fn told(&self, met: &[Met]) -> (Mixes, Option<Vec<Estimate>>) {
        let Some(joint) = self.joint(self.seen.level) else { return (Mixes::default(), None) };
        let mut mixes = Mixes { crowds: self.crowds(&joint, met), ..Mixes::default() };
        mixes.found = Some(self.found(&joint, |group| matches!(group, Group::Two(_))));
        mixes.sort();
        let ranked = joint.told(|shares| Some(self.alpha_rank(shares)));
        (mixes, ranked)
    }

    /// The mixes of these groups.
    fn found(&self, joint: &Joint, of: impl Fn(&Group) -> bool) -> Vec<Mixed> {
        let mut found = Vec::new();
        for (place, group) in self.groups.iter().enumerate().filter(|(_, group)| of(group)) {
            let draws: Vec<Ways> = joint.draws().map(|shares| group.ways(&shares)).collect();
            let ways = group.ways(&joint.values);
            let mut starts = ways.mixes();
            if starts.is_empty() {
                starts.extend(median_mix(&draws));
            }
            for start in starts {
                let point = ways.from(&start);
                let drawn: Vec<Point> = draws.iter().map(|ways| ways.from(&start)).collect();
                let mixed = drawn.iter().filter(|point| point.is_mix).count();
                let stays = drawn.iter().filter(|point| point.stays).count();
                let share = |kind: usize| {
                    let drawn = drawn.iter().map(|point| point.shares[kind]).collect();
                    (group.kinds()[kind], joint.among(point.shares[kind], drawn))
                };
                let mut shares: Vec<(usize, Estimate)> = (0..group.kinds().len()).map(share).collect();
                shares.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
                let (kinds, shares) = shares.into_iter().unzip();
                found.push(Mixed {
                    kinds,
                    shares,
                    found_in: mixed as f64 / drawn.len().max(1) as f64,
                    stays_in: stays as f64 / mixed.max(1) as f64,
                    origin: (place, start),
                    newcomers: Vec::new(),
                    stands: (self.seen.field.entrants == group.kinds().len()).then_some(Stands::Holds),
                });
            }
        }
        found
    }

    /// What each of several of a bot takes among those of another.
    fn crowds(&self, joint: &Joint, met: &[Met]) -> Vec<Crowd> {
        let numbers = 2..self.seen.field.seats - 1;
        let all = || self.pairs().flat_map(|pair| numbers.clone().map(move |number| (pair, number)));
        let each = |shares: &[f64]| {
            Some(all().map(|(pair, number)| pair.takes(shares)[number - 1] / number as f64).collect())
        };
        let told = joint.told(each).into_iter().flatten();
        all()
            .zip(told)
            .map(|((pair, number), share)| {
                let ([bot, rival], others) = (pair.kinds, self.seen.field.seats - number);
                let games = games(self.tables.iter().zip(met), &pair.kinds, &[number, others]);
                Crowd { bot, number, rivals: vec![(rival, others)], share, games }
            })
            .collect()
    }

    /// What each of a bot takes at tables of three kinds.
    fn companies(&self, joint: &Joint, met: &[Met]) -> Vec<Crowd> {
        let all = || self.trios().flat_map(|trio| trio.numbers().map(move |number| (trio, number)));
        let each = |shares: &[f64]| {
            let takes = |(trio, number): (&Trio, [usize; 3])| {
                let takes = trio.together(shares, number);
                [0, 1, 2].map(|kind| takes[kind] / number[kind] as f64)
            };
            Some(all().flat_map(takes).collect())
        };
        let told = joint.told(each).into_iter().flatten();
        all()
            .flat_map(|of| [0, 1, 2].map(|kind| (of, kind)))
            .zip(told)
            .map(|(((trio, number), kind), share)| {
                let others = [(kind + 1) % 3, (kind + 2) % 3];
                let rivals = others.map(|other| (trio.kinds[other], number[other])).to_vec();
                let games = games(self.threes.tables.iter().zip(met), &trio.kinds, &number);
                Crowd { bot: trio.kinds[kind], number: number[kind], rivals, share, games }
            })
            .collect()
    }

    fn alpha_rank(&self, shares: &[f64]) -> Vec<f64> {
        let Seen { field, .. } = self.seen;
        let drawn = Drawn::new(field.seats, POPULATION);
        let same: Vec<f64> = (1..field.seats).map(|k| k as f64 / field.seats as f64).collect();
        let mut advantages = vec![vec![drawn.advantage(&same); field.entrants]; field.entrants];
        for pair in self.pairs() {
            let ([i, j], takes) = (pair.kinds, pair.takes(shares));
            let back: Vec<f64> = takes.iter().rev().map(|share| 1.0 - share).collect();
            advantages[i][j] = drawn.advantage(&takes);
            advantages[j][i] = drawn.advantage(&back);
        }
        alpha_rank::limit(&advantages, POPULATION)
    }

    /// Plays every table of the threes that may have a mix, at least `games` games of
    /// each, and looks for mixes of them. Returns the games played and whether it got
    /// there.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn threes(
        &mut self,
        mixes: &mut Mixes,
        (plan, bots): (&Plan, &[String]),
        games: u64,
        hall: &Hall<'_>,
    ) -> Result<(u64, bool), Vec<Fault>> {
        let sets = self.worth_three(mixes);
        if sets.is_empty() {
            return Ok((0, true));
        }
        let tables = tables_of_three(&sets, self.seen.field.seats);
        let base = &plan.arms[0];
        let arm = |table: &Table| PlanArm { pairing: PAIRING.to_owned(), ..table.arm(base, bots) };
        let arms = tables.iter().map(arm).collect();
        let asked = Plan { length: Length::Games(games), ..super::asked(plan, arms) };
        let (rounds, finished) = play::play(&asked, games, hall)?;
        if finished {
            self.meet_threes(mixes, (sets, tables, rounds.rows), &rounds.met);
        }
        Ok((rounds.met.iter().map(|met| met.games).sum(), finished))
    }

    /// Takes in what was played at `tables`, of these sets of three.
    pub fn meet_threes(
        &mut self,
        mixes: &mut Mixes,
        (sets, tables, rows): (Vec<[usize; 3]>, Vec<Table>, Rows),
        met: &[Met],
    ) {
        let behind = self.of_two();
        let two = |kinds: [usize; 2]| self.pairs().find(|pair| pair.kinds == kinds).cloned();
        let trio = |&[a, b, c]: &[usize; 3]| {
            let pairs = [two([a, b])?, two([a, c])?, two([b, c])?];
            Some(Group::Three(Trio::new(self.seen, pairs, &tables, behind)))
        };
        let trios: Vec<Group> = sets.iter().filter_map(trio).collect();
        self.groups.extend(trios);
        self.threes = Threes { tables, rows: Some(rows) };
        let Some(joint) = self.joint(self.seen.level) else { return };
        mixes.threes = sets;
        mixes.crowds.extend(self.companies(&joint, met));
        let found = self.found(&joint, |group| matches!(group, Group::Three(_)));
        mixes.found.get_or_insert_default().extend(found);
        mixes.sort();
    }

    /// Threes that may have a mix: two that have one at which a third takes more than
    /// an equal share, or may where the two surely mix, unless it leaves neither of
    /// them one among its like; and three of which each takes more than one alone among the next.
    fn worth_three(&self, mixes: &Mixes) -> Vec<[usize; 3]> {
        let (equal, met) = (1.0 / self.seen.field.seats as f64, &self.seen.field.met);
        let joint = self.joint(self.seen.level);
        let lone = joint.and_then(|joint| joint.told(|shares| Some(shares[..met.len()].to_vec())));
        let side = |bot: usize, rival: usize| {
            let lone = met.iter().zip(lone.iter().flatten()).find(|(of, _)| **of == (bot, rival));
            lone.map_or(Ordering::Equal, |(_, share)| share.side_of(equal))
        };
        let mut sets = Vec::new();
        for mixed in mixes.found.iter().flatten().filter(|mixed| mixed.is_there()) {
            for Newcomer { bot, share } in &mixed.newcomers {
                let is_left = mixed.kinds.iter().any(|&kind| side(kind, *bot).is_ge());
                // Where hardly anything is shown, all threes would be played.
                let beats = share.side_of(equal);
                if is_left && (beats.is_gt() || beats.is_eq() && mixed.is_sure()) {
                    sets.push([mixed.kinds[0], mixed.kinds[1], *bot]);
                }
            }
        }
        let beats = |bot: usize, rival: usize| side(bot, rival).is_gt();
        for [first, second] in pairs(self.seen.field.entrants) {
            for third in (first + 1..self.seen.field.entrants).filter(|&third| third != second) {
                if beats(first, second) && beats(second, third) && beats(third, first) {
                    sets.push([first, second, third]);
                }
            }
        }
        for set in &mut sets {
            set.sort_unstable();
        }
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}

/// Games of all tables of these kinds with so many of each.
fn games<'t>(all: impl Iterator<Item = (&'t Table, &'t Met)>, kinds: &[usize], number: &[usize]) -> u64 {
    let these = all.filter(|(table, _)| table.kinds == kinds && table.number() == number);
    these.map(|(_, met)| met.games).sum()
}

/// The middle of the mixes that draws have; none where few have any.
fn median_mix(draws: &[Ways]) -> Option<Vec<f64>> {
    let mixed: Vec<Vec<f64>> = draws.iter().filter_map(|ways| ways.mixes().into_iter().next()).collect();
    let is_open = mixed.len() as f64 > OPEN * draws.len() as f64;
    let first = mixed.first().filter(|_| is_open)?;
    let middle = |kind: usize| {
        let mut all: Vec<f64> = mixed.iter().map(|shares| shares[kind]).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let all: Vec<f64> = (0..first.len()).map(middle).collect();
    let sum: f64 = all.iter().sum();
    Some(all.iter().map(|share| share / sum).collect())
}

impl Mixes {
    /// Those that are there and hold first, and of all those that are surest to be
    /// there.
    fn sort(&mut self) {
        let rank = |mixed: &Mixed| match mixed.stands {
            Some(Stands::Holds) if mixed.is_there() => 0,
            Some(Stands::Holds | Stands::NotClear) | None => 1,
            Some(Stands::Beaten) => 2,
        };
        let found = self.found.iter_mut();
        found.for_each(|found| {
            found.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.found_in.total_cmp(&a.found_in)));
        });
    }
}

#[cfg(test)]
mod tests;
