//! What an attack is worth before and after each of its rolls, so that the
//! luck of every roll can be told apart from levels and decisions.
//!
//! In: goal table and dice. Out: expected goals as fixed-point numbers. The
//! value function is the expected number of goals of the attack; a side that
//! may still repeat its roll is supposed to do so when that raises (for the
//! defence: lowers) it. Whether a player really does makes no difference to
//! the mean: each roll is compared with its own average.

use super::rules::{LEVELS, MAX_DICE};
use crate::chance::Lottery;
use crate::game::LUCK;

/// What may follow a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// It stands.
    Never,
    /// A neutral repeats it without a hit (TOS-MATCH-15).
    NoHit,
    /// A player may repeat it (D10, D11).
    Choice,
}

const WAYS: [Again; 3] = [Again::Never, Again::NoHit, Again::Choice];

/// One roll: by its way, the value before it.
type Before = [i32; 3];

/// Expected goals of attacks in units of 1 / [`LUCK`].
#[derive(Debug, Clone)]
pub struct GoalValues {
    /// Before a defence: by level and shots.
    defence: Vec<Vec<Before>>,
    /// Before an attack: by attack level, defence level and way of the defence.
    attack: Vec<Vec<[Before; 3]>>,
    shots: [[u8; MAX_DICE + 1]; LEVELS],
    saves: [[u8; MAX_DICE + 1]; LEVELS],
}

/// The value after a roll of these hits that is worth `stands` if it stands
/// and `repeated` if it is rolled again; `sign` is -1 for the defence.
fn after(way: Again, hits: usize, stands: i32, repeated: i32, sign: i32) -> i32 {
    match way {
        Again::NoHit if hits == 0 => repeated,
        Again::Choice if sign * repeated > sign * stands => repeated,
        _ => stands,
    }
}

/// Averages of a roll by its way; `stands` is its value by hits.
fn before(roll: &Lottery, stands: impl Fn(usize) -> i32, sign: i32) -> Before {
    let tickets = i64::from(roll.tickets());
    let mean = |value: &dyn Fn(usize) -> i32| {
        let weighed =
            roll.weights().iter().enumerate().map(|(hits, &w)| i64::from(w) * i64::from(value(hits)));
        ((weighed.sum::<i64>() + tickets / 2) / tickets) as i32
    };
    let repeated = mean(&stands);
    WAYS.map(|way| mean(&|hits| after(way, hits, stands(hits), repeated, sign)))
}

impl GoalValues {
    /// The values of these tables and dice.
    #[must_use]
    pub fn new(
        [shots, saves]: [[[u8; MAX_DICE + 1]; LEVELS]; 2],
        attack_roll: &Lottery,
        defence_roll: &Lottery,
    ) -> Self {
        let most = shots.iter().flatten().copied().max().unwrap_or(0);
        let goals = |shots: u8, saved: u8| LUCK * i32::from(shots.saturating_sub(saved));
        let defence: Vec<Vec<Before>> = saves
            .iter()
            .map(|saves| (0..=most).map(|s| before(defence_roll, |hits| goals(s, saves[hits]), -1)).collect())
            .collect();
        let against = |shots: &[u8; MAX_DICE + 1], defence: &[Before]| {
            WAYS.map(|way| before(attack_roll, |hits| defence[usize::from(shots[hits])][way as usize], 1))
        };
        let attack = shots.iter().map(|shots| defence.iter().map(|d| against(shots, d)).collect()).collect();
        Self { defence, attack, shots, saves }
    }

    /// Expected goals of an attack before its first roll.
    #[cfg(test)]
    #[must_use]
    pub fn before_attack(&self, level: u8, defence: (u8, Again), way: Again) -> i32 {
        self.attack[usize::from(level)][usize::from(defence.0)][defence.1 as usize][way as usize]
    }

    /// Goals more than expected through an attack roll of these hits: a first
    /// roll, or a repeated one (`again`); `defence` is the level and the way of
    /// the defence to come.
    #[must_use]
    pub fn of_attack(&self, level: u8, defence: (u8, Again), hits: u8, way: Again, again: bool) -> i32 {
        let shots = self.shots[usize::from(level)][usize::from(hits)];
        let stands = self.defence[usize::from(defence.0)][usize::from(shots)][defence.1 as usize];
        let before = &self.attack[usize::from(level)][usize::from(defence.0)][defence.1 as usize];
        surprise(before, stands, hits, way, again, 1)
    }

    /// The same through a defence roll against these shots.
    #[must_use]
    pub fn of_defence(&self, level: u8, shots: u8, hits: u8, way: Again, again: bool) -> i32 {
        let saved = self.saves[usize::from(level)][usize::from(hits)];
        let stands = LUCK * i32::from(shots.saturating_sub(saved));
        surprise(&self.defence[usize::from(level)][usize::from(shots)], stands, hits, way, again, -1)
    }
}

fn surprise(before: &Before, stands: i32, hits: u8, way: Again, again: bool, sign: i32) -> i32 {
    let repeated = before[Again::Never as usize];
    if again {
        return stands - repeated;
    }
    after(way, usize::from(hits), stands, repeated, sign) - before[way as usize]
}
