//! `counter`: shoots with six in hand (or with any lead at an empty hand),
//! defends what is threatened, builds up otherwise; avoids second copies,
//! lamps what is worth it, double-teams only to save, and substitutes booked
//! players and, late and behind, defenders.

use super::ahead;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Asked, Moves, Row};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::squads::{DEFENDER, FORWARD, each};
use crate::rulesets::time_vault_soccer::subs;
use crate::rulesets::time_vault_soccer::view::Half;

/// The lead it shoots with.
const LEAD: u16 = 6;
/// The least value worth a lamp.
const LAMPED: u8 = 5;
/// Cards left from which on it changes defenders for forwards when behind.
const LATE: u32 = 5;

fn lead(half: &Half<'_>) -> u16 {
    if half.other_hand_size() == 0 { 0 } else { LEAD }
}

pub(super) fn play(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    match moves.asked {
        Asked::Substitute => substitute(half, moves, whim),
        Asked::Play => card(half, moves, whim),
        Asked::Shoot => {
            let [attack, _, _, their_defence] = half.strengths();
            Move::Shoot(attack > their_defence + lead(half))
        }
        _ => ahead::cheapest_save(half, moves, false, whim)
            .or_else(|| ahead::cheapest_save(half, moves, true, whim))
            .or_else(|| ahead::save_with_points(half, moves, whim))
            .unwrap_or(Move::NoAnswer),
    }
}

fn card(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let [_, defence, their_attack, their_defence] = half.strengths();
    let first_copies = moves.rows().any(|row| !ahead::second_copy(half, row.player));
    let rows = || moves.rows().filter(move |row| !first_copies || !ahead::second_copy(half, row.player));
    let needed = their_defence + lead(half) + 1;
    let mut shot = Pick::new();
    let mut build = Pick::new();
    for row in rows() {
        let (strength, _) = ahead::after(half, ahead::forward(row.player, 0));
        build.offer(ahead::playing(ahead::forward(row.player, 0)), strength, whim);
        let home = needed.saturating_sub(strength);
        let full = ahead::forward(row.player, row.attack - 1);
        if home == 0 || (home < u16::from(row.attack) && ahead::after(half, full).0 >= needed) {
            let card = ahead::forward(row.player, home as u8);
            shot.offer(ahead::playing(card), (-i32::from(home), i32::from(strength)), whim);
        }
    }
    if let Some(chosen) = shot.option() {
        return chosen;
    }
    if let Some(chosen) = lamp(half, rows(), whim) {
        return chosen;
    }
    if their_attack > defence {
        let mut pick = Pick::new();
        for row in rows() {
            let card = ahead::back(row.player, 0);
            let (strength, _) = ahead::after(half, card);
            if strength > defence {
                pick.offer(ahead::playing(card), strength, whim);
            }
        }
        if let Some(chosen) = pick.option() {
            return chosen;
        }
    }
    build.option().unwrap_or(Move::Stop)
}

/// The most valuable card that a player not yet booked can lamp.
fn lamp(half: &Half<'_>, rows: impl Iterator<Item = Row>, whim: &mut Whim) -> Option<Move> {
    let mut pick = Pick::new();
    for row in rows.filter(|row| row.lamps != 0 && half.own().yellow >> row.player & 1 == 0) {
        let mut left = row.lamps;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = half.other().attack.values[at];
            if value >= LAMPED {
                pick.offer(ahead::playing(ahead::back(row.player, 2 + at as u8)), value, whim);
            }
        }
    }
    pick.option()
}

fn substitute(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let (own, squad) = (half.own(), half.squad());
    let legal = |off: u8, on: u8| {
        let team = own.team & !(1 << off) | 1 << on;
        subs::team_is_legal(half.rules, squad, team, half.cap())
    };
    let mut pick = Pick::new();
    let late = half.cards_left() <= LATE && own.goals < half.other().goals;
    for row in moves.rows() {
        let off = row.player;
        let line = squad.line[usize::from(off)];
        let booked = own.yellow >> off & 1 == 1 && ahead::second_copy(half, off);
        let push = late && line == DEFENDER;
        if !booked && !push {
            continue;
        }
        for on in each(row.on).filter(|&on| legal(off, on)) {
            let new = squad.line[usize::from(on)];
            let strength = i32::from(half.rules.strength(squad.stars[usize::from(on)]));
            if booked {
                pick.offer((off, on), (2, i32::from(new == line), strength), whim);
            } else if push && new == FORWARD {
                pick.offer((off, on), (1, strength, -i32::from(squad.stars[usize::from(off)])), whim);
            }
        }
    }
    pick.option().map_or(Move::Stop, |(off, on)| Move::Substitute { off, on })
}
