//! Exact chances of every match, fast enough to be made for every arm.
//!
//! [`crate::chance::enumerate()`] over the dice of a match is the definition;
//! crown against crown with both V.A.R. has some thirteen million branches.
//! This file gets the same integers from the same parts (pools and their
//! multiplicities, re-rolled pools, the comparison) by judging what has the same
//! re-rolls once against every rank that the other side can roll. Tests hold it
//! to the enumeration, cell by cell.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::dice::{Dice, DiceLaw, LEVELS, TieBreak, VarScope};
use crate::chance::Fraction;
use crate::game::LUCK;

/// Halves of a victory that the challenger has when all dice cancel.
const fn halves(tie: TieBreak) -> u64 {
    match tie {
        TieBreak::KingKeeps => 0,
        TieBreak::ShootOut => 1,
        TieBreak::ChallengerWins => 2,
    }
}

/// Chances of one match between two levels. Side 0 is the challenger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chances {
    /// Equally likely cases in which side 0 wins on the dice.
    pub won: u64,
    /// Equally likely cases in which all dice cancel.
    pub cancelled: u64,
    /// All equally likely cases.
    pub total: u64,
}

impl Chances {
    /// Twice the cases that side 0 wins, ties broken.
    fn twice_won(self, tie: TieBreak) -> u128 {
        2 * u128::from(self.won) + u128::from(halves(tie)) * u128::from(self.cancelled)
    }

    /// Probability that side 0 wins; a shoot-out counts one half
    /// (KOP-MATCH-12).
    #[must_use]
    pub fn first_wins(self, tie: TieBreak) -> Fraction {
        Fraction::new(self.twice_won(tie), 2 * u128::from(self.total))
    }

    /// The same in thousand-millionths, rounded to the nearest, for bots.
    #[must_use]
    pub fn billionths(self, tie: TieBreak) -> u32 {
        let total = 2 * u128::from(self.total);
        ((self.twice_won(tie) * 1_000_000_000 + total / 2) / total) as u32
    }

    /// The same in units of 1 / [`LUCK`], rounded to the nearest.
    fn fixed(self, tie: TieBreak) -> i32 {
        let total = 2 * u128::from(self.total);
        ((self.twice_won(tie) * LUCK as u128 + total / 2) / total) as i32
    }

    /// Probability that all dice cancel.
    #[must_use]
    pub fn all_cancel(self) -> Fraction {
        Fraction::new(u128::from(self.cancelled), u128::from(self.total))
    }

    /// The same match seen from the other side.
    const fn mirrored(self) -> Self {
        Self { won: self.total - self.won - self.cancelled, ..self }
    }
}

/// Chances of every pair of levels with and without V.A.R.
#[derive(Debug, Clone)]
pub struct MatchChances {
    /// `[challenger][king][var of challenger + 2 * var of king]`.
    cells: [[[Chances; 4]; 5]; 5],
    tie: TieBreak,
    billionths: [[[u32; 4]; 5]; 5],
    fixed: [[[i32; 4]; 5]; 5],
}

impl MatchChances {
    fn new(dice: &Dice) -> Self {
        let rerolls = [0, 1, 2, 3, 4].map(|level| Rerolls::new(dice, level));
        let mut cells = [[[Chances::default(); 4]; 5]; 5];
        let mut enter = |[a, b]: [usize; 2], found: [Chances; 4]| {
            cells[a][b] = found;
            if a != b {
                // Seen from the other side the V.A.R. owners swap too.
                let [none, first, second, both] = found.map(Chances::mirrored);
                cells[b][a] = [none, second, first, both];
            }
        };
        let pairs = || (0..LEVELS.len()).flat_map(|a| (a..LEVELS.len()).map(move |b| [a, b]));
        let counted = |pair: [usize; 2]| dice.counted(pair.map(|level| level as u8));
        let mut masks: Vec<u32> = pairs().map(counted).collect();
        masks.sort_unstable();
        masks.dedup();
        for mask in masks {
            let (sides, ranks) = sides(dice, &rerolls, mask);
            let pairs = pairs().filter(|&pair| counted(pair) == mask);
            match dice.law.scope {
                VarScope::AllDice => {
                    let sides = sides.map(|side| side.by_rank(ranks));
                    pairs.for_each(|[a, b]| enter([a, b], all_dice(&sides[a], &sides[b])));
                }
                VarScope::LowestDie | VarScope::AnyOneDie => {
                    let sides = sides.map(|side| OneDie::new(side, ranks));
                    pairs.for_each(|[a, b]| enter([a, b], one_die(&sides[a], &sides[b])));
                }
            }
        }
        let tie = dice.law.tie;
        let billionths = cells.map(|row| row.map(|pair| pair.map(|c| c.billionths(tie))));
        let fixed = cells.map(|row| row.map(|pair| pair.map(|c| c.fixed(tie))));
        Self { cells, tie, billionths, fixed }
    }

    /// The exact chances of one cell.
    #[must_use]
    pub fn chances(&self, levels: [u8; 2], var: [bool; 2]) -> Chances {
        self.cells[usize::from(levels[0])][usize::from(levels[1])][cell(var)]
    }

    /// Probability that side 0 wins, in thousand-millionths.
    #[inline]
    #[must_use]
    pub fn billionths(&self, levels: [u8; 2], var: [bool; 2]) -> u32 {
        self.billionths[usize::from(levels[0])][usize::from(levels[1])][cell(var)]
    }

    /// Probability that side 0 wins, in units of 1 / [`LUCK`].
    #[must_use]
    pub fn fixed(&self, levels: [u8; 2], var: [bool; 2]) -> i32 {
        self.fixed[usize::from(levels[0])][usize::from(levels[1])][cell(var)]
    }

    /// Plays one match without V.A.R. by its exact odds instead of its dice:
    /// one bounded integer and one comparison.
    #[inline]
    pub fn play_match<C: crate::chance::Chance>(&self, levels: [u8; 2], chance: &mut C) -> usize {
        let cell = &self.cells[usize::from(levels[0])][usize::from(levels[1])][0];
        let doubled = 2 * cell.won + cell.cancelled * halves(self.tie);
        // Tables without V.A.R. have fewer than 2^32 cases, see `one_die`.
        let ticket = chance.below(crate::chance::Source::TABLE, (2 * cell.total) as u32);
        usize::from(u64::from(ticket) >= doubled)
    }
}

const fn cell(var: [bool; 2]) -> usize {
    var[0] as usize + 2 * var[1] as usize
}

/// Dice tables and chances under one law, made once and shared: building
/// rules for hundreds of arms would otherwise repeat them.
#[derive(Debug)]
pub struct DiceBook {
    /// Pools and comparison.
    pub dice: Dice,
    /// Exact chances.
    pub chances: MatchChances,
}

static BOOKS: Mutex<Vec<Arc<DiceBook>>> = Mutex::new(Vec::new());

/// The book of this law, made at its first use.
#[must_use]
pub fn book(law: DiceLaw) -> Arc<DiceBook> {
    let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(book) = books.iter().find(|book| book.dice.law == law) {
        return Arc::clone(book);
    }
    let dice = Dice::new(law);
    let book = Arc::new(DiceBook { chances: MatchChances::new(&dice), dice });
    books.push(Arc::clone(&book));
    book
}

/// Outcomes by face after one die of a pool is rolled again.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reroll {
    sides: usize,
    outcomes: [u16; 8],
}

/// Every re-roll that V.A.R. allows for the pools of a level: one per pool, or
/// one per die with `var-scope` = any-one-die. Pools of a kind have the same:
/// those that differ in the one die that goes.
struct Rerolls {
    dice: usize,
    /// Kind of each pool.
    kinds: Vec<usize>,
    /// Of every kind in turn.
    all: Vec<Reroll>,
}

impl Rerolls {
    fn new(dice: &Dice, level: usize) -> Self {
        let table = &dice.tables[level];
        let mut rerolls = Self { dice: 0, kinds: Vec::new(), all: Vec::new() };
        let mut known = HashMap::<Vec<Reroll>, usize>::new();
        for &pool in &table.pools {
            let lowest = pool.dice() - 1;
            let first = match dice.law.scope {
                VarScope::AnyOneDie => 0,
                VarScope::LowestDie | VarScope::AllDice => lowest,
            };
            let reroll = |die: usize| {
                let mut outcomes = [0; 8];
                for face in 1..=pool.sides(die) {
                    let after = table.index(pool.with(die, face, dice.law.d8_first));
                    outcomes[usize::from(face) - 1] = after as u16;
                }
                Reroll { sides: usize::from(pool.sides(die)), outcomes }
            };
            let own: Vec<Reroll> = (first..=lowest).map(reroll).collect();
            rerolls.dice = own.len();
            let number = known.len();
            let kind = *known.entry(own).or_insert_with_key(|own| {
                rerolls.all.extend(own);
                number
            });
            rerolls.kinds.push(kind);
        }
        rerolls
    }

    /// The re-rolls of each kind.
    fn of_kinds(&self) -> impl Iterator<Item = &[Reroll]> {
        self.all.chunks_exact(self.dice)
    }
}

/// One side's pools, ranked among those of all levels by the faces that count.
struct Side<'a> {
    weights: Vec<u64>,
    ranks: Vec<u16>,
    rerolls: &'a Rerolls,
}

impl Side<'_> {
    /// Ranks after a re-roll, by face.
    fn after(&self, reroll: &Reroll) -> ([u16; 8], usize) {
        (reroll.outcomes.map(|outcome| self.ranks[usize::from(outcome)]), reroll.sides)
    }

    /// Rank, kind and tickets of each pool.
    fn pools(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let pools = self.ranks.iter().zip(&self.rerolls.kinds).zip(&self.weights);
        pools.map(|((&rank, &kind), &weight)| (usize::from(rank), kind, weight))
    }

    /// Tickets of each rank.
    fn by_rank(&self, ranks: usize) -> Vec<u64> {
        let mut tickets = vec![0; ranks];
        self.pools().for_each(|(rank, _, weight)| tickets[rank] += weight);
        tickets
    }

    /// For every kind of pool and every rank: the tickets of the kind behind that
    /// rank.
    fn behind(&self, ranks: usize) -> Vec<u64> {
        let mut tickets = vec![0; self.rerolls.of_kinds().count() * ranks];
        self.pools().for_each(|(rank, kind, weight)| tickets[kind * ranks + rank] += weight);
        tickets.chunks_exact_mut(ranks).for_each(sum_before);
        tickets
    }

    /// For every kind of pool and every rank above its lowest: the die to re-roll
    /// and its worth.
    fn seconds(&self, ranks: usize) -> Vec<Second> {
        let mut lowest = vec![ranks; self.rerolls.of_kinds().count()];
        self.pools().for_each(|(rank, kind, _)| lowest[kind] = lowest[kind].min(rank));
        let mut table = vec![Second::default(); lowest.len() * ranks];
        let rows = table.chunks_exact_mut(ranks).zip(self.rerolls.of_kinds()).zip(lowest);
        for ((row, rerolls), lowest) in rows {
            // The lowest die comes last and wins ties, as in `Dice::best_die`.
            for (die, reroll) in rerolls.iter().enumerate() {
                let (after, sides) = self.after(reroll);
                let cases = CASES as u8 / sides as u8;
                // Beyond the best face nothing can be turned; ranks rise with faces.
                let highest = usize::from(after[sides - 1]);
                for (target, best) in row.iter_mut().enumerate().take(highest + 1).skip(lowest + 1) {
                    let (mut won, mut cancelled) = (0, 0);
                    for &rank in &after[..sides] {
                        won += cases * u8::from(usize::from(rank) > target);
                        cancelled += cases * u8::from(usize::from(rank) == target);
                    }
                    if 2 * won + cancelled >= 2 * best.won + best.cancelled {
                        *best = Second { die: die as u8, won, cancelled };
                    }
                }
            }
        }
        table
    }
}

/// Each number becomes the sum of those before it.
fn sum_before(numbers: &mut [u64]) {
    let mut sum = 0;
    for number in numbers {
        sum += std::mem::replace(number, sum);
    }
}

/// What re-rolling is worth to a losing pool: the faces it rolls over, and
/// winning and cancelling cases of 24.
#[derive(Clone, Copy, Default)]
struct Second {
    die: u8,
    won: u8,
    cancelled: u8,
}

/// A re-rolled die counts 24 cases, the least that six and eight faces share.
const CASES: u64 = 24;

/// Every level as a side where these bits of a pool count, and the number of
/// ranks.
fn sides<'a>(dice: &Dice, rerolls: &'a [Rerolls; 5], counted: u32) -> ([Side<'a>; 5], usize) {
    let pools = |level: usize| dice.tables[level].pools.iter().map(|pool| pool.faces() & counted);
    let mut faces: Vec<u32> = (0..LEVELS.len()).flat_map(pools).collect();
    faces.sort_unstable();
    faces.dedup();
    let side = |level: usize| Side {
        weights: dice.tables[level].lottery.weights().iter().map(|&w| u64::from(w)).collect(),
        ranks: pools(level).map(|f| faces.binary_search(&f).unwrap_or_default() as u16).collect(),
        rerolls: &rerolls[level],
    };
    ([0, 1, 2, 3, 4].map(side), faces.len())
}

/// Winning and cancelling cases.
type Cases = (u64, u64);

/// A side whose V.A.R. re-rolls one die. What it makes of a roll hangs on the
/// other's rank alone, so that neither meets the other pool by pool.
struct OneDie<'a> {
    side: Side<'a>,
    ranks: usize,
    /// Tickets of each rank.
    by_rank: Vec<u64>,
    /// Of each kind of pool behind each rank.
    behind: Vec<u64>,
    seconds: Vec<Second>,
    /// For every rank of its own and every one above, from the next: what
    /// re-rolling its pools of that rank is worth against it, tickets times cases
    /// of 24.
    replies: Vec<Vec<Cases>>,
}

impl<'a> OneDie<'a> {
    fn new(side: Side<'a>, ranks: usize) -> Self {
        let seconds = side.seconds(ranks);
        let mut replies = vec![Vec::new(); ranks];
        for (rank, kind, weight) in side.pools() {
            let above = &seconds[kind * ranks..][rank + 1..ranks];
            replies[rank].resize(above.len(), (0, 0));
            for (reply, second) in replies[rank].iter_mut().zip(above) {
                reply.0 += weight * u64::from(second.won);
                reply.1 += weight * u64::from(second.cancelled);
            }
        }
        Self { by_rank: side.by_rank(ranks), behind: side.behind(ranks), side, ranks, seconds, replies }
    }

    /// What this side's re-roll makes of the rolls in which it is behind: its
    /// winning and cancelling cases if the other has no V.A.R. (tickets times 24),
    /// and if the other may reply (times 24 again).
    fn turned(&self, ahead: &OneDie<'_>) -> [Cases; 2] {
        let ranks = self.ranks;
        let (mut alone, mut replied) = ((0, 0), (0, 0));
        let rows = self.behind.chunks_exact(ranks).zip(self.seconds.chunks_exact(ranks));
        for ((behind, seconds), rerolls) in rows.zip(self.side.rerolls.of_kinds()) {
            for (rank, (&tickets, second)) in behind.iter().zip(seconds).enumerate() {
                let others = ahead.by_rank[rank];
                if tickets * others == 0 || second.won | second.cancelled == 0 {
                    continue;
                }
                alone.0 += tickets * others * u64::from(second.won);
                alone.1 += tickets * others * u64::from(second.cancelled);
                let (after, sides) = self.side.after(&rerolls[usize::from(second.die)]);
                let cases = tickets * (CASES / sides as u64);
                for &now in &after[..sides] {
                    match usize::from(now).cmp(&rank) {
                        Ordering::Less => {}
                        Ordering::Equal => replied.1 += cases * others * CASES,
                        Ordering::Greater => {
                            let (won, cancelled) = ahead.replies[rank][usize::from(now) - rank - 1];
                            replied.0 += cases * (others * CASES - won - cancelled);
                            replied.1 += cases * cancelled;
                        }
                    }
                }
            }
        }
        [alone, replied]
    }
}

/// V.A.R. re-rolls one die. Cases per match: tickets of both pools times 24
/// for each possible re-roll; without V.A.R. the tickets alone.
fn one_die(a: &OneDie<'_>, b: &OneDie<'_>) -> [Chances; 4] {
    let tickets = a.by_rank.iter().sum::<u64>() * b.by_rank.iter().sum::<u64>();
    let level: u64 = a.by_rank.iter().zip(&b.by_rank).map(|(a, b)| a * b).sum();
    let mut below = b.by_rank.clone();
    sum_before(&mut below);
    let ahead: u64 = a.by_rank.iter().zip(below).map(|(a, below)| a * below).sum();
    let ([alone, replied], [other, countered]) = (a.turned(b), b.turned(a));
    let chances = |cases: u64, turned: Cases, other: Cases| Chances {
        won: ahead * cases + turned.0 - other.0 - other.1,
        cancelled: level * cases + turned.1 + other.1,
        total: tickets * cases,
    };
    [
        chances(1, (0, 0), (0, 0)),
        chances(CASES, alone, (0, 0)),
        chances(CASES, (0, 0), other),
        chances(CASES * CASES, replied, countered),
    ]
}

/// V.A.R. re-rolls the whole pool, so only the tickets of each rank matter.
fn all_dice(a: &[u64], b: &[u64]) -> [Chances; 4] {
    let [a_below, b_below] = [a, b].map(|side| {
        let mut below = side.to_vec();
        sum_before(&mut below);
        below
    });
    let (a_all, b_all): (u64, u64) = (a.iter().sum(), b.iter().sum());
    let a_above = |rank: usize| a_all - a_below[rank] - a[rank];
    let (mut none, mut first, mut second, mut both) = ((0, 0), (0, 0), (0, 0), (0, 0));
    let ranks = a.len();
    for rank in 0..ranks {
        let (a_here, b_here) = (a[rank], b[rank]);
        let level = a_here * b_here;
        // By the rank of B's roll where A wins or is level at once, or re-rolls.
        none.0 += b_here * a_above(rank);
        none.1 += level;
        first.0 += b_here * a_above(rank) * (a_all + a_below[rank]);
        first.1 += level * (a_all + a_below[rank]);
        // By the rank of A's roll where B re-rolls.
        second.0 += a_here * b_below[rank] * b_below[rank];
        second.1 += level * (b_all + b_below[rank]);
        both.1 += level * a_all * b_all;
        // A behind this roll of B, A re-rolls, B may reply.
        let behind = b_here * a_below[rank];
        both.1 += behind * a_here * b_all;
        for above in rank + 1..ranks {
            both.0 += behind * a[above] * b_below[above];
            both.1 += behind * a[above] * b[above];
        }
        // B behind this roll of A, B re-rolls, A may reply.
        let behind = a_here * b_below[rank];
        both.0 += behind * b_below[rank] * a_all;
        both.1 += behind * b_here * a_all;
        for above in rank + 1..ranks {
            both.0 += behind * b[above] * a_above(above);
            both.1 += behind * b[above] * a[above];
        }
    }
    let chances = |(won, cancelled): (u64, u64), total: u64| Chances { won, cancelled, total };
    [
        chances(none, a_all * b_all),
        chances(first, a_all * a_all * b_all),
        chances(second, a_all * b_all * b_all),
        chances(both, a_all * a_all * b_all * b_all),
    ]
}
