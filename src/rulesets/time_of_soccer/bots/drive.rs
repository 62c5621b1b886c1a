//! D3: which tile to drive to, and the next step towards it.

use super::super::moves::{ENTER, FORCE, MOVE, Moves, NO, code};
use super::super::tiles::{Kind, NONE};
use super::super::view::View;
use super::utility::{forces, utility};
use super::{Bot, Memory};
use crate::moves::MoveSet;

/// Market spaces whose tile the own club may enter, wherever its car is, with
/// the tile.
pub fn enterable(view: View<'_>) -> impl Iterator<Item = (u8, u8)> {
    let spaces = view.market().spaces();
    (0..)
        .zip(spaces)
        .filter(|&(_, &tile)| tile != NONE)
        .map(|(space, &tile)| (space, tile))
        .filter(move |&(_, tile)| view.may_enter(tile))
}

/// The best tile within reach this turn, else the best footballer or contract
/// within reach next turn; ties to the lower market space.
fn target(bot: Bot, view: View<'_>, memory: &mut Memory) -> u8 {
    let car = view.own().car();
    let left = view.points_left();
    let scout = view.print(view.own().staff()[0]).points;
    let mut now = (NONE, 0);
    let mut later = [(NONE, 0); 20];
    let mut waiting = 0;
    for (space, tile) in enterable(view) {
        let cost = view.distance(car, view.parking(space)) + 1;
        if cost <= left {
            let worth = utility(bot, view, memory, tile);
            if worth > now.1 {
                now = (space, worth);
            }
        } else if cost <= left + scout {
            let kind = view.kind(tile);
            if matches!(kind, Kind::Footballer | Kind::Advertising | Kind::Television) {
                later[waiting] = (space, tile);
                waiting += 1;
            }
        }
    }
    if now.0 != NONE {
        return now.0;
    }
    let mut best = (NONE, 0);
    for &(space, tile) in &later[..waiting] {
        let worth = utility(bot, view, memory, tile);
        if worth > best.1 {
            best = (space, worth);
        }
    }
    best.0
}

/// The next step. While a turn lasts the target stays the best one (driving
/// towards it only takes others out of reach), so it is chosen once a turn.
pub fn step(bot: Bot, view: View<'_>, moves: &Moves, memory: &mut Memory) -> u16 {
    let turn = u16::from(view.week()) * 8 + u16::from(view.day()) + 1;
    if memory.turn != turn {
        memory.turn = turn;
        memory.target = target(bot, view, memory);
    }
    let target = memory.target;
    if matches!(bot, Bot::Star | Bot::Planner) {
        let attempts = moves.as_slice().iter().filter(|&&option| option >> 8 == u16::from(FORCE));
        if let Some(&attempt) = attempts.into_iter().find(|&&a| forces(bot, view, memory, a as u8, target)) {
            return attempt;
        }
    }
    if target == NONE {
        return NO;
    }
    let parking = view.parking(target);
    let car = view.own().car();
    if car == parking {
        let enter = code(ENTER, target);
        return if moves.contains(enter) { enter } else { NO };
    }
    let mut best = (u8::MAX, 0);
    for &street in view.next_streets(car) {
        best = best.min((view.distance(street, parking), street));
    }
    code(MOVE, best.1)
}
