//! Exact chances of every match, fast enough to be made for every arm.
//!
//! [`crate::chance::enumerate()`] over the dice of a match is the definition;
//! crown against crown with both V.A.R. has some thirteen million branches.
//! This file gets the same integers from the same parts (pools and their
//! multiplicities, re-rolled pools, the comparison) by judging each pair of
//! distinct pools once and remembering what a re-roll is worth against every
//! rank. Tests hold it to the enumeration, cell by cell.

use std::cmp::Ordering;
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
        let pairs = (0..LEVELS.len()).flat_map(|a| (a..LEVELS.len()).map(move |b| [a, b]));
        for [a, b] in pairs {
            let found = match dice.law.scope {
                VarScope::AllDice => all_dice(dice, &rerolls, [a, b]),
                VarScope::LowestDie | VarScope::AnyOneDie => one_die(dice, &rerolls, [a, b]),
            };
            cells[a][b] = found;
            if a != b {
                // Seen from the other side the V.A.R. owners swap too.
                let [none, first, second, both] = found.map(Chances::mirrored);
                cells[b][a] = [none, second, first, both];
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
#[derive(Clone, Copy)]
struct Reroll {
    sides: usize,
    outcomes: [u16; 8],
}

/// Every re-roll that V.A.R. allows for every pool of a level: one per pool,
/// or one per die with `var-scope` = any-one-die.
struct Rerolls {
    dice: usize,
    all: Vec<Reroll>,
}

impl Rerolls {
    fn new(dice: &Dice, level: usize) -> Self {
        let table = &dice.tables[level];
        let mut rerolls = Self { dice: 0, all: Vec::new() };
        for &pool in &table.pools {
            let lowest = pool.dice() - 1;
            let first = match dice.law.scope {
                VarScope::AnyOneDie => 0,
                VarScope::LowestDie | VarScope::AllDice => lowest,
            };
            rerolls.dice = lowest + 1 - first;
            for die in first..=lowest {
                let mut outcomes = [0; 8];
                for face in 1..=pool.sides(die) {
                    let after = table.index(pool.with(die, face, dice.law.d8_first));
                    outcomes[usize::from(face) - 1] = after as u16;
                }
                rerolls.all.push(Reroll { sides: usize::from(pool.sides(die)), outcomes });
            }
        }
        rerolls
    }

    fn of(&self, pool: usize) -> &[Reroll] {
        &self.all[pool * self.dice..(pool + 1) * self.dice]
    }
}

/// One side's pools, ranked among all pools of both sides.
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
}

/// What re-rolling is worth to a losing pool: the faces it rolls over, and
/// winning and cancelling cases of 24.
#[derive(Clone, Copy, Default)]
struct Second {
    die: u8,
    won: u8,
    cancelled: u8,
}

impl Second {
    /// Cases in which the re-roll leaves the pool behind.
    const fn failed(self) -> u64 {
        CASES - self.won as u64 - self.cancelled as u64
    }
}

/// A re-rolled die counts 24 cases, the least that six and eight faces share.
const CASES: u64 = 24;

fn sides<'a>(dice: &Dice, rerolls: &'a [Rerolls; 5], levels: [usize; 2]) -> ([Side<'a>; 2], usize) {
    let counted = dice.counted(levels.map(|level| level as u8));
    let pools = |level: usize| dice.tables[level].pools.iter().map(|pool| pool.faces() & counted);
    let mut faces: Vec<u32> = levels.into_iter().flat_map(pools).collect();
    faces.sort_unstable();
    faces.dedup();
    let side = |level: usize| Side {
        weights: dice.tables[level].lottery.weights().iter().map(|&w| u64::from(w)).collect(),
        ranks: pools(level).map(|f| faces.binary_search(&f).unwrap_or_default() as u16).collect(),
        rerolls: &rerolls[level],
    };
    (levels.map(side), faces.len())
}

/// For every pool and every rank above it: the die to re-roll and its worth.
fn seconds(side: &Side<'_>, ranks: usize) -> Vec<Second> {
    let mut table = vec![Second::default(); side.ranks.len() * ranks];
    for (pool, &own) in side.ranks.iter().enumerate() {
        let row = &mut table[pool * ranks..(pool + 1) * ranks];
        // The lowest die comes last and wins ties, as in `Dice::best_die`.
        for (die, reroll) in side.rerolls.of(pool).iter().enumerate() {
            let (after, sides) = side.after(reroll);
            let cases = CASES as u8 / sides as u8;
            // Beyond the best face nothing can be turned; ranks rise with faces.
            let highest = usize::from(after[sides - 1]);
            for (target, best) in row.iter_mut().enumerate().take(highest + 1).skip(usize::from(own) + 1) {
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

/// V.A.R. re-rolls one die. Cases per match: tickets of both pools times 24
/// for each possible re-roll; without V.A.R. the tickets alone.
fn one_die(dice: &Dice, rerolls: &[Rerolls; 5], levels: [usize; 2]) -> [Chances; 4] {
    let ([a_side, b_side], ranks) = sides(dice, rerolls, levels);
    let tickets: u64 = a_side.weights.iter().sum::<u64>() * b_side.weights.iter().sum::<u64>();
    let [a_second, b_second] = [seconds(&a_side, ranks), seconds(&b_side, ranks)];
    let (mut none, mut first, mut second, mut both) = ((0, 0), (0, 0), (0, 0), (0, 0));
    for (b, (&b_weight, &b_rank)) in b_side.weights.iter().zip(&b_side.ranks).enumerate() {
        for (a, (&a_weight, &a_rank)) in a_side.weights.iter().zip(&a_side.ranks).enumerate() {
            let weight = a_weight * b_weight;
            match a_rank.cmp(&b_rank) {
                Ordering::Equal => {
                    none.1 += weight;
                    first.1 += weight * CASES;
                    second.1 += weight * CASES;
                    both.1 += weight * CASES * CASES;
                }
                Ordering::Less => {
                    let try_a = a_second[a * ranks + usize::from(b_rank)];
                    if try_a.won | try_a.cancelled == 0 {
                        continue;
                    }
                    first.0 += weight * u64::from(try_a.won);
                    first.1 += weight * u64::from(try_a.cancelled);
                    let (after, sides) = a_side.after(&a_side.rerolls.of(a)[usize::from(try_a.die)]);
                    let cases = weight * (CASES / sides as u64);
                    for &rank in &after[..sides] {
                        if rank == b_rank {
                            both.1 += cases * CASES;
                        } else if rank > b_rank {
                            let reply = b_second[b * ranks + usize::from(rank)];
                            both.0 += cases * reply.failed();
                            both.1 += cases * u64::from(reply.cancelled);
                        }
                    }
                }
                Ordering::Greater => {
                    none.0 += weight;
                    first.0 += weight * CASES;
                    let try_b = b_second[b * ranks + usize::from(a_rank)];
                    if try_b.won | try_b.cancelled == 0 {
                        second.0 += weight * CASES;
                        both.0 += weight * CASES * CASES;
                        continue;
                    }
                    second.0 += weight * try_b.failed();
                    second.1 += weight * u64::from(try_b.cancelled);
                    let (after, sides) = b_side.after(&b_side.rerolls.of(b)[usize::from(try_b.die)]);
                    let cases = weight * (CASES / sides as u64);
                    for &rank in &after[..sides] {
                        let reply = a_second[a * ranks + usize::from(rank)];
                        let (won, cancelled) = match rank.cmp(&a_rank) {
                            Ordering::Less => (CASES, 0),
                            Ordering::Equal => (0, CASES),
                            Ordering::Greater => (u64::from(reply.won), u64::from(reply.cancelled)),
                        };
                        both.0 += cases * won;
                        both.1 += cases * cancelled;
                    }
                }
            }
        }
    }
    let chances =
        |(won, cancelled): (u64, u64), cases: u64| Chances { won, cancelled, total: tickets * cases };
    [chances(none, 1), chances(first, CASES), chances(second, CASES), chances(both, CASES * CASES)]
}

/// V.A.R. re-rolls the whole pool, so only ranks matter.
fn all_dice(dice: &Dice, rerolls: &[Rerolls; 5], levels: [usize; 2]) -> [Chances; 4] {
    let (parts, ranks) = sides(dice, rerolls, levels);
    let [a, b] = parts.map(|side| {
        let mut by_rank = vec![0_u64; ranks];
        for (&rank, &weight) in side.ranks.iter().zip(&side.weights) {
            by_rank[usize::from(rank)] += weight;
        }
        by_rank
    });
    let below = |side: &[u64]| -> Vec<u64> {
        side.iter()
            .scan(0, |sum, &weight| {
                let before = *sum;
                *sum += weight;
                Some(before)
            })
            .collect()
    };
    let (a_below, b_below) = (below(&a), below(&b));
    let (a_all, b_all): (u64, u64) = (a.iter().sum(), b.iter().sum());
    let a_above = |rank: usize| a_all - a_below[rank] - a[rank];
    let (mut none, mut first, mut second, mut both) = ((0, 0), (0, 0), (0, 0), (0, 0));
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
