//! `counter`: shoots with six in hand (or with any lead at an empty hand),
//! defends what is threatened, builds up otherwise; avoids second copies,
//! lamps what is worth it, double-teams only to save, and substitutes booked
//! players and, late and behind, defenders.

use super::ahead::{self, Outlook};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Asked, Lamp, Moves};
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
    let first_copies = moves.players() & !ahead::in_play(half.own());
    let players = if first_copies == 0 { moves.players() } else { first_copies };
    let needed = their_defence + lead(half) + 1;
    let most_home = moves.most_home_in_attack();
    let outlook = Outlook::attack(half);
    let mut shot = Pick::new();
    let mut build = Pick::new();
    for player in each(players) {
        let (strength, _) = outlook.with(player, 0, 0);
        build.offer(ahead::forward(player, 0), strength, whim);
        let home = needed.saturating_sub(strength);
        if home == 0 || (home <= u16::from(most_home) && outlook.with(player, most_home, 0).0 >= needed) {
            let shooting = ahead::forward(player, home as u8);
            shot.offer(shooting, (-i32::from(home), i32::from(strength)), whim);
        }
    }
    if let Some(chosen) = shot.option() {
        return chosen;
    }
    if let Some(chosen) = lamp(half, moves.lamps(), players, whim) {
        return chosen;
    }
    if their_attack > defence {
        let outlook = Outlook::defence(half);
        let mut pick = Pick::new();
        for player in each(players) {
            let (strength, _) = outlook.with(player, 0, 0);
            if strength > defence {
                pick.offer(ahead::back(player, 0), strength, whim);
            }
        }
        if let Some(chosen) = pick.option() {
            return chosen;
        }
    }
    build.option().unwrap_or(Move::Stop)
}

/// The most valuable card that one of these players, not yet booked, can lamp.
fn lamp(half: &Half<'_>, lamps: &[Lamp], players: u16, whim: &mut Whim) -> Option<Move> {
    let unbooked = players & !half.own().yellow;
    let mut pick = Pick::new();
    for &Lamp { player, targets } in lamps.iter().filter(|lamp| unbooked >> lamp.player & 1 == 1) {
        let mut left = targets;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = half.other().attack.values[at];
            if value >= LAMPED {
                pick.offer(ahead::back(player, 2 + at as u8), value, whim);
            }
        }
    }
    pick.option()
}

fn substitute(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let (own, squad) = (half.own(), half.squad());
    let booked = own.yellow & ahead::in_play(own);
    let late = half.cards_left() <= LATE && own.goals < half.other().goals;
    let pushed = if late { squad.lines[usize::from(DEFENDER)] } else { 0 };
    let legal = |off: u8, on: u8| {
        let team = own.team & !(1 << off) | 1 << on;
        subs::team_is_legal(half.rules, squad, team, half.cap())
    };
    let mut pick = Pick::new();
    for off in each(moves.offs() & (booked | pushed)) {
        for on in each(moves.ons(off)).filter(|&on| legal(off, on)) {
            let new = squad.line[usize::from(on)];
            let strength = i32::from(half.rules.strength(squad.stars[usize::from(on)]));
            if booked >> off & 1 == 1 {
                let alike = new == squad.line[usize::from(off)];
                pick.offer((off, on), (2, i32::from(alike), strength), whim);
            } else if new == FORWARD {
                pick.offer((off, on), (1, strength, -i32::from(squad.stars[usize::from(off)])), whim);
            }
        }
    }
    pick.option().map_or(Move::Stop, |(off, on)| Move::Substitute { off, on })
}
