//! `bus-parker`: keeps the own Defence eight ahead of the opposing Attack as
//! long as cards raise it, else builds up; shoots with eight in hand or when
//! the last card is out; home points only to turn a goal into a save, a last
//! man only if nothing else saves. No substitutions.

use super::ahead;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Asked, Moves};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::view::Half;

/// The lead that it feels safe with.
const SAFE: u16 = 8;

pub(super) fn play(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let [attack, defence, their_attack, their_defence] = half.strengths();
    match moves.asked {
        Asked::Play => {
            if their_attack + SAFE > defence {
                let mut pick = Pick::new();
                for row in moves.rows() {
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
            let mut pick = Pick::new();
            for row in moves.rows() {
                let card = ahead::forward(row.player, 0);
                pick.offer(ahead::playing(card), ahead::after(half, card).0, whim);
            }
            pick.option().unwrap_or(Move::Stop)
        }
        Asked::Shoot => Move::Shoot(attack > their_defence + SAFE || half.cards_left() == 0),
        Asked::Answer => ahead::cheapest_save(half, moves, false, whim)
            .or_else(|| ahead::save_with_points(half, moves, whim))
            .or_else(|| ahead::last_man(half, moves, whim))
            .unwrap_or(Move::NoAnswer),
        _ => Move::Stop,
    }
}
