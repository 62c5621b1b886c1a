//! `hoofer`: always the most printed attack to Attack, with every home point
//! it may use; shoots whenever it may; answers with the smallest card that
//! saves; no skills, no substitutions.

use super::ahead;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Asked, Moves};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::squads::each;
use crate::rulesets::time_vault_soccer::view::Half;

pub(super) fn play(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    match moves.asked {
        Asked::Play => {
            let mut pick = Pick::new();
            let home = moves.most_home_in_attack();
            for player in each(moves.players()) {
                pick.offer(ahead::forward(player, home), half.squad().attack[usize::from(player)], whim);
            }
            pick.option().unwrap_or(Move::Stop)
        }
        Asked::Shoot => Move::Shoot(true),
        Asked::Answer => ahead::cheapest_save(half, moves, false, whim).unwrap_or(Move::NoAnswer),
        _ => Move::Stop,
    }
}
