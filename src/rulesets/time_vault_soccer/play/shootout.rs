//! Penalties: five kicks each in turn, stopped when decided, then pairs of
//! kicks until one differs (TVS-PEN-01).

use crate::chance::{Chance, Lottery, Source};
use crate::rulesets::time_vault_soccer::words;
use crate::watch::{Topic, Watch};

/// Kicks of each side before sudden death.
pub(in super::super) const KICKS: u8 = 5;
/// Pairs of kicks after which a coin decides and the game counts as
/// unfinished; about 2 in 10^11 shoot-outs at 3/4 get there.
pub(in super::super) const PAIRS: u8 = 50;

/// How a shoot-out went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct ShootOut {
    /// Goals of each side.
    pub goals: [u8; 2],
    /// Kicks taken.
    pub kicks: u8,
}

/// The first five kicks of each side; `first` kicks first.
pub(in super::super) fn five_each<C: Chance>(
    bosses: [u8; 2],
    kick: [&Lottery; 2],
    first: usize,
    chance: &mut C,
) -> ShootOut {
    let mut result = ShootOut { goals: [0; 2], kicks: 0 };
    let mut left = [KICKS; 2];
    for turn in 0..2 * usize::from(KICKS) {
        let side = (first + turn) % 2;
        left[side] -= 1;
        result.kicks += 1;
        result.goals[side] += one(bosses[side], kick[side], chance);
        let [a, b] = [0, 1].map(|s| (result.goals[s], result.goals[s] + left[s]));
        if a.1 < b.0 || b.1 < a.0 {
            break;
        }
    }
    result
}

/// One more kick each.
pub(in super::super) fn pair<C: Chance>(
    bosses: [u8; 2],
    kick: [&Lottery; 2],
    first: usize,
    result: &mut ShootOut,
    chance: &mut C,
) {
    for side in [first, 1 - first] {
        result.kicks += 1;
        result.goals[side] += one(bosses[side], kick[side], chance);
    }
}

fn one<C: Chance>(boss: u8, kick: &Lottery, chance: &mut C) -> u8 {
    chance.lottery(Source::seat(boss), kick) as u8
}

/// A whole shoot-out: who wins (0 or 1), whether a coin had to decide, and how
/// many kicks it took.
pub(in super::super) fn play<C: Chance, W: Watch>(
    bosses: [u8; 2],
    kick: &Lottery,
    chance: &mut C,
    watch: &mut W,
) -> (usize, bool, u8) {
    let first = usize::from(chance.coin(Source::TABLE));
    let kicks = [kick; 2];
    let mut result = five_each(bosses, kicks, first, chance);
    let mut pairs = 0;
    while result.goals[0] == result.goals[1] && pairs < PAIRS {
        pair(bosses, kicks, first, &mut result, chance);
        pairs += 1;
    }
    let level = result.goals[0] == result.goals[1];
    let winner = if level {
        usize::from(chance.coin(Source::TABLE))
    } else {
        usize::from(result.goals[1] > result.goals[0])
    };
    watch.say(Topic::Dice, Some(bosses[winner]), || {
        let score = format!("{}-{}", result.goals[winner], result.goals[1 - winner]);
        let seat = words::seat(bosses[winner]);
        if level {
            format!("Penalties level at {score} after {} kicks; a coin sends {seat} through", result.kicks)
        } else {
            format!("{seat} wins on penalties, {score}")
        }
    });
    (winner, level, result.kicks)
}
