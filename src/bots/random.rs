//! The control group: uniform over the distinct legal moves of every question.

use crate::chance::Whim;
use crate::game::Ruleset;

/// Its name.
pub const NAME: &str = "random";
/// Its idea, as listed.
pub const IDEA: &str = "uniform over the legal moves: the control group";

/// A uniformly random legal move.
#[inline]
pub fn decide<R: Ruleset>(rules: &R::Rules, view: R::View<'_>, moves: &R::Moves, whim: &mut Whim) -> R::Move {
    R::random(rules, view, moves, whim)
}
