//! `bus-parker`: keeps the own Defence eight ahead of the opposing Attack as
//! long as cards raise it, else builds up; shoots with eight in hand or when
//! the last card is out; home points only to turn a goal into a save, a last
//! man only if nothing else saves. No substitutions.

use super::ahead::{self, Outlook};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Asked, Moves};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::squads::each;
use crate::rulesets::time_vault_soccer::view::Half;

/// The lead that it feels safe with.
const SAFE: u16 = 8;

pub(super) fn play(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let [attack, defence, their_attack, their_defence] = half.strengths();
    match moves.asked {
        Asked::Play => {
            if their_attack + SAFE > defence {
                let outlook = Outlook::defence(half);
                let mut pick = Pick::new();
                for player in each(moves.players()) {
                    let (strength, _) = outlook.with(player, 0, 0);
                    if strength > defence {
                        pick.offer(ahead::back(player, 0), strength, whim);
                    }
                }
                if let Some(chosen) = pick.option() {
                    return chosen;
                }
            }
            let outlook = Outlook::attack(half);
            let mut pick = Pick::new();
            for player in each(moves.players()) {
                pick.offer(ahead::forward(player, 0), outlook.with(player, 0, 0).0, whim);
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
