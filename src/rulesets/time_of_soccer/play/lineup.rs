//! The line-up helper (ledger section 3): squad, managers, principal and
//! objective in; a line-up with its attack and defence value out.
//!
//! Values are kept as one number, attack in the upper and defence in the lower
//! half, and change by what a move touches: a footballer's own value in a slot
//! and the lines that meet there. It is asked before every match, so it uses
//! small arrays and looks at allowed slots only.

use super::super::generator::TileSet;
use super::super::rules::Rules;
use super::super::state::SQUAD;
use super::super::tiles::{NONE, SLOTS};

/// What phase 2 of the helper improves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// Sum of the levels.
    Sum,
    /// The lower level.
    Lower,
    /// The attack level.
    Attack,
    /// The defence level.
    Defence,
    /// A + D − |A − D| / 2, which bots use to value a squad.
    Value,
}

impl Objective {
    /// The four of the line-up codes, in their order.
    pub const CODES: [Self; 4] = [Self::Sum, Self::Lower, Self::Attack, Self::Defence];

    /// The objective in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "highest sum of levels",
            Self::Lower => "highest lower level",
            Self::Attack => "attack first",
            Self::Defence => "defence first",
            Self::Value => "balance",
        }
    }

    /// The objective's tuple as one number that compares the same way: every
    /// later component stays below half of 4096.
    #[inline]
    #[must_use]
    pub fn key(self, rules: &Rules, attack: i32, defence: i32) -> i64 {
        let (a, d) = (i64::from(attack), i64::from(defence));
        let (la, ld) = (i64::from(rules.level(attack)), i64::from(rules.level(defence)));
        let tuple = match self {
            Self::Sum => [la + ld, a + d, -(a - d).abs(), 0],
            Self::Lower => [la.min(ld), la + ld, a + d, 0],
            Self::Attack => [la, ld, a, d],
            Self::Defence => [ld, la, d, a],
            Self::Value => return 2 * (a + d) - (a - d).abs(),
        };
        tuple.into_iter().fold(0, |key, part| key * 4096 + part)
    }
}

/// A line-up by slot, with its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineUp {
    /// Tile in each slot, [`NONE`] where empty.
    pub eleven: [u8; SLOTS],
    /// Attack value (TOS-LVL-17).
    pub attack: i32,
    /// Defence value.
    pub defence: i32,
}

impl LineUp {
    /// Uncovered slots.
    #[must_use]
    pub fn holes(&self) -> u8 {
        self.eleven.iter().map(|&tile| u8::from(tile == NONE)).sum()
    }

    /// Twice A + D − |A − D| / 2.
    #[must_use]
    pub const fn value(&self) -> i32 {
        2 * (self.attack + self.defence) - (self.attack - self.defence).abs()
    }
}

/// A club as the helper sees it.
#[derive(Debug, Clone, Copy)]
pub struct Club<'a> {
    /// Footballers in club order.
    pub squad: &'a [u8],
    /// One more footballer behind them, to value a purchase.
    pub extra: Option<u8>,
    /// Employed managers; all of them train (TOS-LVL-15).
    pub managers: &'a [u8],
    /// The principal, whose formation is in force.
    pub principal: u8,
    /// Line-up to start from.
    pub previous: &'a [u8; SLOTS],
}

/// The helper's line-up.
#[must_use]
pub fn best(rules: &Rules, tiles: &TileSet, club: Club<'_>, objective: Objective) -> LineUp {
    // Most squads are small, and clearing the larger table would cost as much
    // as the search.
    if club.squad.len() < 24 {
        Bench::<24>::new(rules, tiles, club).solve(rules, objective)
    } else {
        Bench::<{ SQUAD + 1 }>::new(rules, tiles, club).solve(rules, objective)
    }
}

/// Attack and defence value of a given line-up: no search, the same counting.
#[must_use]
pub fn value_of(rules: &Rules, tiles: &TileSet, club: Club<'_>) -> LineUp {
    if club.squad.len() < 24 {
        Bench::<24>::new(rules, tiles, club).line_up()
    } else {
        Bench::<{ SQUAD + 1 }>::new(rules, tiles, club).line_up()
    }
}

/// Attack counts in units of this, defence in units of one.
const UPPER: i32 = 1 << 16;

#[inline]
const fn split(both: i32) -> (i32, i32) {
    let defence = both as i16 as i32;
    ((both - defence) >> 16, defence)
}

struct Bench<'a, const N: usize> {
    rules: &'a Rules,
    ids: [u8; N],
    icons: [u16; N],
    own: [[i8; SLOTS]; N],
    /// Slot of each footballer, [`NONE`] on the bench.
    at: [u8; N],
    /// Footballer in each slot.
    who: [u8; SLOTS],
    /// Icons shown in each slot, 0 where empty.
    face: [u16; SLOTS],
    /// Footballers allowed in each slot.
    allowed: [u128; SLOTS],
    /// What one point in each slot adds to.
    unit: [i32; SLOTS],
    both: i32,
}

impl<'a, const N: usize> Bench<'a, N> {
    fn new(rules: &'a Rules, tiles: &TileSet, club: Club<'_>) -> Self {
        let pitch = &rules.pitch;
        let flips = rules.prints[usize::from(club.principal)].flips;
        let attack = pitch.attack ^ flips;
        let unit: [i32; SLOTS] = std::array::from_fn(|slot| if attack >> slot & 1 == 1 { UPPER } else { 1 });
        let skill: [u8; SLOTS] =
            std::array::from_fn(
                |slot| {
                    if flips >> slot & 1 == 1 { pitch.flipped[slot] } else { pitch.skill[slot] }
                },
            );
        let mut training = [0_i8; 5];
        for &manager in club.managers {
            let word = tiles[usize::from(manager)];
            for (sum, k) in training.iter_mut().zip(0..) {
                *sum += word.skill(k) as i8;
            }
        }
        let mut bench = Self {
            rules,
            ids: [NONE; N],
            icons: [0; N],
            own: [[0; SLOTS]; N],
            at: [NONE; N],
            who: [NONE; SLOTS],
            face: [0; SLOTS],
            allowed: [0; SLOTS],
            unit,
            both: unit.iter().map(|unit| unit * i32::from(rules.empty)).sum(),
        };
        let trains = training != [0; 5];
        for (index, &id) in club.squad.iter().chain(club.extra.as_ref()).enumerate() {
            let word = tiles[usize::from(id)];
            let icons = word.icons();
            bench.ids[index] = id;
            bench.icons[index] = icons;
            let mut trained = 0;
            if trains {
                let mut set = word.icon_set();
                while set != 0 {
                    trained += training[set.trailing_zeros() as usize % 5];
                    set &= set - 1;
                }
            }
            let mut slots = rules.prints[usize::from(id)].slots;
            while slots != 0 {
                let slot = slots.trailing_zeros() as usize;
                slots &= slots - 1;
                let mut own = word.skill(skill[slot]) as i8 + trained;
                for (mask, value) in pitch.auto[slot] {
                    if icons & mask == value {
                        own += rules.auto;
                    }
                }
                bench.own[index][slot] = own;
                bench.allowed[slot] |= 1 << index;
                if club.previous[slot] == id {
                    bench.attach(index as u8, slot);
                }
            }
        }
        bench
    }

    /// What a footballer in a slot gives: himself, and both ends of his lines.
    #[inline]
    fn gives(&self, footballer: u8, slot: usize) -> i32 {
        let pitch = &self.rules.pitch;
        let index = usize::from(footballer);
        let unit = self.unit[slot];
        let mut gives = (i32::from(self.own[index][slot]) - i32::from(self.rules.empty)) * unit;
        let icons = self.icons[index];
        if icons != 0 {
            for link in &pitch.links[slot][..usize::from(pitch.linked[slot])] {
                let mine = icons >> link.shift & 7;
                let other = usize::from(link.other);
                if mine != 0 && mine == self.face[other] >> link.other_shift & 7 {
                    gives += i32::from(link.gain[usize::from(mine)]) * (unit + self.unit[other]);
                }
            }
        }
        gives
    }

    #[inline]
    fn attach(&mut self, footballer: u8, slot: usize) {
        self.both += self.gives(footballer, slot);
        self.face[slot] = self.icons[usize::from(footballer)];
        self.who[slot] = footballer;
        self.at[usize::from(footballer)] = slot as u8;
    }

    #[inline]
    fn detach(&mut self, slot: usize) {
        let footballer = self.who[slot];
        self.both -= self.gives(footballer, slot);
        self.face[slot] = 0;
        self.who[slot] = NONE;
        self.at[usize::from(footballer)] = NONE;
    }

    fn line_up(&self) -> LineUp {
        let (attack, defence) = split(self.both);
        let eleven = self.who.map(|who| if who == NONE { NONE } else { self.ids[usize::from(who)] });
        LineUp { eleven, attack, defence }
    }

    fn solve(mut self, rules: &Rules, objective: Objective) -> LineUp {
        self.climb::<true>(|attack, defence| i64::from(attack + defence));
        self.climb::<false>(|attack, defence| objective.key(rules, attack, defence));
        self.line_up()
    }

    /// Takes the first strictly improving move in scan order, from the start
    /// again after each, until there is none.
    ///
    /// In phase 1 (`LOCAL`) a move changes the sum by what happens at its slots
    /// and their neighbours alone, so a move that did not improve is not tried
    /// again until something there has changed.
    #[inline]
    fn climb<const LOCAL: bool>(&mut self, key: impl Fn(i32, i32) -> i64) {
        let (attack, defence) = split(self.both);
        let mut best = key(attack, defence);
        let mut open = self.allowed;
        'scan: loop {
            for slot in 0..SLOTS {
                let mut left = if LOCAL { open[slot] } else { self.allowed[slot] };
                while left != 0 {
                    let footballer = left.trailing_zeros() as u8;
                    left &= left - 1;
                    let from = self.at[usize::from(footballer)];
                    if usize::from(from) == slot {
                        continue;
                    }
                    let displaced = self.who[slot];
                    if self.try_move(footballer, slot, &mut best, &key) {
                        if LOCAL {
                            self.reopen(&mut open, slot, from, displaced);
                        }
                        continue 'scan;
                    }
                    if LOCAL {
                        open[slot] &= !(1 << footballer);
                    }
                }
            }
            return;
        }
    }

    /// Opens again every move that touches what has just changed: `slot`, the
    /// slot `from` which its footballer came, their neighbours, and whoever was
    /// `displaced`.
    #[inline]
    fn reopen(&self, open: &mut [u128; SLOTS], slot: usize, from: u8, displaced: u8) {
        let around = &self.rules.pitch.around;
        let mut near = around[slot];
        if from != NONE {
            near |= around[usize::from(from)];
        }
        let mut moved = 0;
        let mut left = near;
        while left != 0 {
            let who = self.who[left.trailing_zeros() as usize];
            left &= left - 1;
            if who != NONE {
                moved |= 1 << who;
            }
        }
        if displaced != NONE {
            moved |= 1 << displaced;
        }
        for (at, (open, allowed)) in open.iter_mut().zip(&self.allowed).enumerate() {
            *open = if near >> at & 1 == 1 { *allowed } else { *open | allowed & moved };
        }
    }

    /// Puts a footballer into a slot if that improves the key; the displaced
    /// one takes his old slot when allowed there, else goes to the bench.
    #[inline]
    fn try_move(
        &mut self,
        footballer: u8,
        slot: usize,
        best: &mut i64,
        key: &impl Fn(i32, i32) -> i64,
    ) -> bool {
        let index = usize::from(footballer);
        let from = self.at[index];
        let displaced = self.who[slot];
        let (both, face) = (self.both, self.face[slot]);
        if from != NONE {
            self.detach(usize::from(from));
        }
        if displaced != NONE {
            self.detach(slot);
        }
        self.attach(footballer, slot);
        if from != NONE && displaced != NONE && self.allowed[usize::from(from)] >> displaced & 1 == 1 {
            self.attach(displaced, usize::from(from));
        }
        let (attack, defence) = split(self.both);
        let reached = key(attack, defence);
        if reached > *best {
            *best = reached;
            return true;
        }
        self.both = both;
        self.face[slot] = face;
        self.who[slot] = displaced;
        self.at[index] = from;
        if displaced != NONE {
            self.at[usize::from(displaced)] = slot as u8;
        }
        if from != NONE {
            self.who[usize::from(from)] = footballer;
            self.face[usize::from(from)] = self.icons[index];
        }
        false
    }
}
