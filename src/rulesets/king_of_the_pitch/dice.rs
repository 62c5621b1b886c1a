//! The dice of a match: pools by level, comparison, V.A.R., shoot-out.
//!
//! In: two levels and who committed V.A.R. Out: who wins, by which pair of
//! dice. Nothing here knows the table around the match, so the same code is
//! played, dictated by tests and enumerated for the exact odds.

use std::cmp::Ordering;

pub use super::pool::{MAX_DICE, Pool, PoolTable};
pub use super::switches::{MissingDie, TieBreak, VarScope};
use crate::chance::{Chance, Source};
use crate::watch::{Topic, Watch};

/// Levels, lowest to highest (KOP-LEVEL-01).
pub const LEVELS: [&str; 5] = ["white", "bronze", "silver", "gold", "crown"];

/// Shoot-out rolls after which a coin is flipped instead.
pub const SHOOT_OUT_CAP: u32 = 1000;

/// The switches that a match of dice depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiceLaw {
    /// d6 and d8 that each level rolls (KOP-LEVEL-05).
    pub by_level: [[u8; 2]; 5],
    /// A die without a partner is compared with 0 (KOP-MATCH-10), or doesn't
    /// count.
    pub missing: MissingDie,
    /// The d8 is re-rolled when it ties for lowest (KOP-VAR-08).
    pub d8_first: bool,
    /// Which dice V.A.R. rolls again.
    pub scope: VarScope,
    /// What decides when all dice cancel.
    pub tie: TieBreak,
}

/// Pool tables under one [`DiceLaw`].
#[derive(Debug, Clone)]
pub struct Dice {
    /// The switches in force.
    pub law: DiceLaw,
    /// One table per level.
    pub tables: [PoolTable; 5],
    /// Which faces count when pools of two levels meet.
    counted: [[u32; 5]; 5],
}

/// Side of the challenger in a [`Bout`].
pub const CHALLENGER: usize = 0;
/// Side of the King in a [`Bout`].
pub const KING: usize = 1;

/// The dice of a match in progress. Side 0 is the challenger, side 1 the King.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bout {
    /// What lies on the table.
    pub pools: [Pool; 2],
    /// Level of each side in this match.
    pub levels: [u8; 2],
    /// Who committed V.A.R.
    pub var: [bool; 2],
    /// Whose V.A.R. has been used.
    pub used: [bool; 2],
    /// Side ahead on the first dice; 2 if all cancelled.
    pub ahead_first: u8,
}

/// Where a match stands when no more dice are to be rolled without a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// This side has won on the dice.
    Won(usize),
    /// All dice cancel.
    Cancelled,
    /// This side must say which die it re-rolls (KOP-D6).
    Choose(usize),
}

/// How the shoot-out ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShootOut {
    /// The side that won.
    pub winner: usize,
    /// Whether a coin had to end it after [`SHOOT_OUT_CAP`] rolls.
    pub capped: bool,
}

impl Dice {
    /// Tables for every level under `law`.
    #[must_use]
    pub fn new(law: DiceLaw) -> Self {
        let tables = law.by_level.map(|count| PoolTable::new(count, law.d8_first));
        let number = law.by_level.map(|[d6, d8]| u32::from(d6 + d8));
        let counted = number.map(|a| {
            number.map(|b| {
                let paired = match law.missing {
                    MissingDie::Loses => MAX_DICE as u32,
                    MissingDie::Ignored => a.min(b),
                };
                !((1_u64 << (32 - 4 * paired)) - 1) as u32 & super::pool::FACE_BITS
            })
        });
        Self { law, tables, counted }
    }

    /// Which bits of [`Pool::faces`] count between these levels.
    #[inline]
    #[must_use]
    pub const fn counted(&self, levels: [u8; 2]) -> u32 {
        self.counted[levels[0] as usize][levels[1] as usize]
    }

    /// Compares highest with highest, cancelling equals (KOP-MATCH-08 to -10).
    #[inline]
    #[must_use]
    pub fn compare(&self, bout: &Bout) -> Ordering {
        let counted = self.counted(bout.levels);
        (bout.pools[0].faces() & counted).cmp(&(bout.pools[1].faces() & counted))
    }

    /// The first unequal pair, the winner's value first (KOP-MATCH-14); 0-0
    /// when all dice cancel.
    #[must_use]
    pub fn score(&self, bout: &Bout) -> (u8, u8) {
        let counted = self.counted(bout.levels);
        let (a, b) = (bout.pools[0].faces() & counted, bout.pools[1].faces() & counted);
        if a == b {
            return (0, 0);
        }
        let place = (a ^ b).leading_zeros() as usize / 4;
        let (a, b) = (bout.pools[0].face(place), bout.pools[1].face(place));
        (a.max(b), a.min(b))
    }

    /// Both sides roll the dice of their levels at once (KOP-MATCH-07).
    #[inline]
    pub fn roll<C: Chance>(&self, levels: [u8; 2], var: [bool; 2], seats: [u8; 2], chance: &mut C) -> Bout {
        // Spelled out because a mapped array isn't inlined here.
        let first = self.tables[usize::from(levels[0])].roll(Source::seat(seats[0]), chance);
        let second = self.tables[usize::from(levels[1])].roll(Source::seat(seats[1]), chance);
        let pools = [first, second];
        Bout { pools, levels, var, used: [false; 2], ahead_first: 2 }
    }

    /// Judges the dice and carries out V.A.R. re-rolls until nothing more is
    /// to be rolled (KOP-VAR-02 to -06).
    ///
    /// The loser re-rolls once if it committed V.A.R.; if that turns the match
    /// the other side is the loser and may do the same. A card is used once,
    /// so there is never a third re-roll.
    #[inline]
    pub fn settle<C: Chance, W: Watch>(
        &self,
        bout: &mut Bout,
        seats: [u8; 2],
        chance: &mut C,
        watch: &mut W,
    ) -> Verdict {
        loop {
            let ahead = match self.compare(bout) {
                Ordering::Equal => return Verdict::Cancelled,
                Ordering::Greater => CHALLENGER,
                Ordering::Less => KING,
            };
            let behind = 1 - ahead;
            if !bout.var[behind] || bout.used[behind] {
                return Verdict::Won(ahead);
            }
            let dice = bout.pools[behind].dice();
            match self.law.scope {
                VarScope::AllDice => {
                    bout.used[behind] = true;
                    let level = usize::from(bout.levels[behind]);
                    let pool = self.tables[level].roll(Source::seat(seats[behind]), chance);
                    bout.pools[behind] = pool;
                    watch.say(Topic::Dice, Some(seats[behind]), || {
                        format!("V.A.R.: Seat {} re-rolls everything: {}", seats[behind], pool.words())
                    });
                }
                VarScope::AnyOneDie if dice > 1 => return Verdict::Choose(behind),
                VarScope::AnyOneDie | VarScope::LowestDie => {
                    self.reroll(bout, behind, dice - 1, seats, chance, watch);
                }
            }
        }
    }

    /// Rolls die `index` of `side` again, as the kind it is (KOP-VAR-08).
    pub fn reroll<C: Chance, W: Watch>(
        &self,
        bout: &mut Bout,
        side: usize,
        index: usize,
        seats: [u8; 2],
        chance: &mut C,
        watch: &mut W,
    ) {
        let before = bout.pools[side];
        let face = chance.die(Source::seat(seats[side]), u32::from(before.sides(index)));
        bout.pools[side] = before.with(index, face, self.law.d8_first);
        bout.used[side] = true;
        watch.say(Topic::Dice, Some(seats[side]), || {
            let old = before.face(index);
            let now = bout.pools[side].words();
            format!("V.A.R.: Seat {} re-rolls its {old}: {face}; now {now}", seats[side])
        });
    }

    /// The die whose re-roll gives `own` the best chance against `other`:
    /// most winning faces, then most cancelling ones at half value; among
    /// equals the lowest die. Scripted bots and exact odds choose by it.
    #[must_use]
    pub fn best_die(&self, own: Pool, other: Pool, levels: [u8; 2]) -> usize {
        let counted = self.counted(levels);
        let target = other.faces() & counted;
        let mut best = (0, 0);
        for index in 0..own.dice() {
            let sides = own.sides(index);
            let mut good = 0;
            for face in 1..=sides {
                let pool = own.with(index, face, self.law.d8_first);
                good += match (pool.faces() & counted).cmp(&target) {
                    Ordering::Greater => 2,
                    Ordering::Equal => 1,
                    Ordering::Less => 0,
                };
            }
            let chances = good * (24 / u32::from(sides));
            if chances >= best.0 {
                best = (chances, index);
            }
        }
        best.1
    }

    /// One roll of the shoot-out: a d6 each (KOP-MATCH-12).
    #[inline]
    pub fn shoot_out_roll<C: Chance>(seats: [u8; 2], chance: &mut C) -> [u8; 2] {
        let first = chance.die(Source::seat(seats[0]), 6);
        [first, chance.die(Source::seat(seats[1]), 6)]
    }

    /// The penalty shoot-out: equal rolls are repeated. After
    /// [`SHOOT_OUT_CAP`] rolls a coin decides.
    pub fn shoot_out<C: Chance, W: Watch>(seats: [u8; 2], chance: &mut C, watch: &mut W) -> ShootOut {
        for _ in 0..SHOOT_OUT_CAP {
            let [a, b] = Self::shoot_out_roll(seats, chance);
            watch.say(Topic::Dice, None, || {
                format!("Shoot-out: Seat {} rolls {a}, Seat {} rolls {b}", seats[0], seats[1])
            });
            match a.cmp(&b) {
                Ordering::Greater => return ShootOut { winner: CHALLENGER, capped: false },
                Ordering::Less => return ShootOut { winner: KING, capped: false },
                Ordering::Equal => {}
            }
        }
        watch.say(Topic::Dice, None, || {
            format!("Shoot-out: still level after {SHOOT_OUT_CAP} rolls; a coin decides")
        });
        ShootOut { winner: usize::from(chance.coin(Source::TABLE)), capped: true }
    }

    /// Who wins when all dice cancel (KOP-MATCH-11, switch `tie-break`), and
    /// whether a shoot-out decided.
    pub fn break_tie<C: Chance, W: Watch>(
        &self,
        seats: [u8; 2],
        chance: &mut C,
        watch: &mut W,
    ) -> (usize, Option<ShootOut>) {
        match self.law.tie {
            TieBreak::ShootOut => {
                let result = Self::shoot_out(seats, chance, watch);
                (result.winner, Some(result))
            }
            TieBreak::KingKeeps => (KING, None),
            TieBreak::ChallengerWins => (CHALLENGER, None),
        }
    }

    /// One match alone, without V.A.R., on real dice: the winning side.
    #[inline]
    pub fn play_match<C: Chance>(&self, levels: [u8; 2], chance: &mut C) -> usize {
        let first = self.tables[usize::from(levels[0])].roll(Source::seat(0), chance);
        let second = self.tables[usize::from(levels[1])].roll(Source::seat(1), chance);
        let counted = self.counted(levels);
        let (a, b) = (first.faces() & counted, second.faces() & counted);
        // The winner is computed, not branched on: nothing predicts dice.
        if a == b { self.break_tie([0, 1], chance, &mut crate::watch::Silent).0 } else { usize::from(a < b) }
    }
}
