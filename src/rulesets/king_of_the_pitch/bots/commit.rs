//! KOP-D3 and KOP-D4: which cards to commit before the dice.

use super::super::dice::{CHALLENGER, KING};
use super::super::moves::{COMMIT_BONUS, COMMIT_NONE, COMMIT_VAR};
use super::Script;
use super::judge::{CERTAIN, Judge};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::moves::{MoveMask, MoveSet};

/// Chooses a subset of the cards held.
pub fn commit(script: Script, judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    let seat = judge.view.seat();
    let sides = judge.view.sides();
    let side = if sides[CHALLENGER] == seat { CHALLENGER } else { KING };
    let rival = sides[1 - side];
    match script {
        Script::Rusher | Script::Balanced => useful(judge, seat),
        Script::Hoarder => {
            let chance = judge.chance(seat, rival, side == CHALLENGER, COMMIT_NONE, COMMIT_NONE);
            let open = (CERTAIN / 5..=CERTAIN / 5 * 4).contains(&chance);
            if open || judge.view.victories(rival) + 1 >= judge.rules.wins {
                useful(judge, seat)
            } else {
                COMMIT_NONE
            }
        }
        Script::Calculator => {
            let known = judge.view.committed(1 - side);
            frugal(judge, rival, side == CHALLENGER, known, moves, whim)
        }
    }
}

/// V.A.R. if held, BONUS if it raises the level.
fn useful(judge: Judge<'_>, seat: u8) -> u8 {
    let [_, vars, bonuses] = judge.view.events(seat);
    let raises = judge.level(seat, true) > judge.level(seat, false);
    u8::from(vars > 0) * COMMIT_VAR + u8::from(bonuses > 0 && raises) * COMMIT_BONUS
}

/// The subsets of V.A.R. and BONUS that a seat holds.
fn subsets(judge: Judge<'_>, seat: u8) -> impl Iterator<Item = u8> {
    let [_, vars, bonuses] = judge.view.events(seat);
    let held = u8::from(vars > 0) * COMMIT_VAR + u8::from(bonuses > 0) * COMMIT_BONUS;
    (0..4).filter(move |choice| choice & !held == 0)
}

/// Chance with `own` committed against what the rival is known to commit, or
/// against its best reply.
pub fn worst(judge: Judge<'_>, rival: u8, challenging: bool, own: u8, known: Option<u8>) -> u32 {
    let seat = judge.view.seat();
    let chance = |reply: u8| judge.chance(seat, rival, challenging, own, reply);
    if let Some(choice) = known {
        return chance(choice);
    }
    subsets(judge, rival).map(chance).min().unwrap_or(0)
}

/// Chance of the best own subset against the best reply.
pub fn best_chance(judge: Judge<'_>, opponent: u8) -> u32 {
    let seat = judge.view.seat();
    let challenging = seat != judge.view.king();
    let own = subsets(judge, seat);
    own.map(|choice| worst(judge, opponent, challenging, choice, None)).max().unwrap_or(0)
}

/// The best subset, without any card that adds less than 0.08, or, when
/// either side needs one more victory, without any that adds nothing.
fn frugal(
    judge: Judge<'_>,
    rival: u8,
    challenging: bool,
    known: Option<u8>,
    moves: MoveMask,
    whim: &mut Whim,
) -> u8 {
    let value = |choice: u8| worst(judge, rival, challenging, choice, known);
    let mut pick = Pick::new();
    for choice in moves.iter() {
        pick.offer(choice, value(choice), whim);
    }
    let mut kept = pick.option().unwrap_or_else(|| moves.nth(0));
    let seat = judge.view.seat();
    let last = [seat, rival].iter().any(|&s| judge.view.victories(s) + 1 >= judge.rules.wins);
    let least = if last { 1 } else { CERTAIN / 100 * 8 };
    while kept != COMMIT_NONE {
        let mut weakest = Pick::new();
        for card in [COMMIT_VAR, COMMIT_BONUS].into_iter().filter(|card| kept & card != 0) {
            let added = i64::from(value(kept)) - i64::from(value(kept & !card));
            weakest.offer(card, -added, whim);
        }
        match weakest.scored() {
            Some((card, added)) if -added < i64::from(least) => kept &= !card,
            _ => break,
        }
    }
    kept
}
