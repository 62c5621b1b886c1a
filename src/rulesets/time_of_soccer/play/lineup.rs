//! The line-up helper (ledger section 3): squad, managers, principal and
//! objective in; a line-up with its attack and defence value out.
//!
//! It is asked before every match and, by the scripts, for every tile that they
//! might buy; `bench` does the work.

mod bench;
mod placings;

use super::super::generator::TileSet;
use super::super::rules::Rules;
use super::super::state::SQUAD;
use super::super::tiles::{NONE, SLOTS};
use bench::Bench;

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

impl Club<'_> {
    /// The squad and the one behind it.
    fn footballers(&self) -> impl Iterator<Item = u8> {
        self.squad.iter().copied().chain(self.extra)
    }
}

/// The helper's line-up.
#[must_use]
pub fn best(rules: &Rules, tiles: &TileSet, club: Club<'_>, objective: Objective) -> LineUp {
    let mut bench = Small::new(rules);
    if bench.seat(tiles, club, 0) {
        bench.solve(objective)
    } else {
        large(rules, tiles, club).solve(objective)
    }
}

/// The helper's line-ups for several objectives.
#[must_use]
pub fn of_each<const K: usize>(
    rules: &Rules,
    tiles: &TileSet,
    club: Club<'_>,
    objectives: [Objective; K],
) -> [LineUp; K] {
    let mut bench = Small::new(rules);
    if bench.seat(tiles, club, 0) {
        bench.solve_each(objectives)
    } else {
        large(rules, tiles, club).solve_each(objectives)
    }
}

/// The helper's line-up of a club as it is or with one of some footballers behind
/// it, none of whom is in the line-up it starts from: those of the club are seated
/// once.
pub fn with_each(
    rules: &Rules,
    tiles: &TileSet,
    club: Club<'_>,
    extras: &[Option<u8>],
    objective: Objective,
    mut found: impl FnMut(usize, LineUp),
) {
    fn seated<const W: usize>(
        rules: &Rules,
        tiles: &TileSet,
        club: Club<'_>,
        extras: &[Option<u8>],
        objective: Objective,
        tell: &mut impl FnMut(LineUp),
    ) -> bool {
        let mut bench = Bench::<24, W>::new(rules);
        let fits = bench.seat(tiles, club, usize::from(extras.iter().any(Option::is_some)));
        if fits {
            bench.look_ahead();
            for &extra in extras {
                let mut bench = bench.clone();
                if let Some(id) = extra {
                    bench.admit(tiles, club.squad.len(), id);
                }
                tell(bench.solve(objective));
            }
        }
        fits
    }
    let mut told = 0;
    let mut tell = |line_up: LineUp| {
        found(told, line_up);
        told += 1;
    };
    let done = seated::<1>(rules, tiles, club, extras, objective, &mut tell)
        || seated::<2>(rules, tiles, club, extras, objective, &mut tell);
    if !done {
        for &extra in extras {
            tell(large(rules, tiles, Club { extra, ..club }).solve(objective));
        }
    }
}

/// Attack and defence value of a given line-up: no search, the same counting.
#[cfg(test)]
#[must_use]
pub fn value_of(rules: &Rules, tiles: &TileSet, club: Club<'_>) -> LineUp {
    let mut bench = Small::new(rules);
    if bench.seat(tiles, club, 0) { bench.line_up() } else { large(rules, tiles, club).line_up() }
}

/// Room for nearly every squad: clearing the large bench would cost as much as
/// the search.
type Small<'a> = Bench<'a, 24, 1>;

/// Room for the largest squad and one more, wherever they are allowed.
type Large<'a> = Bench<'a, { SQUAD + 1 }, { ((SQUAD + 1) * SLOTS).div_ceil(64) }>;

#[cold]
fn large<'a>(rules: &'a Rules, tiles: &TileSet, club: Club<'_>) -> Large<'a> {
    let mut bench = Large::new(rules);
    assert!(bench.seat(tiles, club, 0), "a squad has no room for more");
    bench
}
