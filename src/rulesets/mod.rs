//! The registry: one line per ruleset. The macro supplies listing, typed
//! dispatch and the conformance suite.

use crate::arena::RulesetId;
use crate::game::Ruleset;

/// Code that is generic over the ruleset, to be called with one chosen by id.
pub trait Visitor {
    /// What it returns.
    type Out;
    /// Called with the ruleset.
    fn visit<R: Ruleset>(self) -> Self::Out;
}

macro_rules! registry {
    ($($module:ident :: $ruleset:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Ids of all rulesets, in the order of lists.
        pub const IDS: &[&str] = &[$(<$module::$ruleset as Ruleset>::ID),*];

        /// Calls `visitor` with the ruleset of this id, if there is one.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$module::$ruleset as Ruleset>::ID {
                return Some(visitor.visit::<$module::$ruleset>());
            })*
            let _ = visitor;
            None
        }
    };
}

registry! {
    king_of_the_pitch::KingOfThePitch,
    futbol_dash::FutbolDash,
    squad_rush_season::SquadRushSeason,
    time_of_soccer::TimeOfSoccer,
    time_vault_soccer::TimeVaultSoccer,
}

/// Every ruleset, in the order of lists.
pub const ALL: &[RulesetId] = &[
    RulesetId::of::<king_of_the_pitch::KingOfThePitch>(),
    RulesetId::of::<futbol_dash::FutbolDash>(),
    RulesetId::of::<squad_rush_season::SquadRushSeason>(),
    RulesetId::of::<time_of_soccer::TimeOfSoccer>(),
    RulesetId::of::<time_vault_soccer::TimeVaultSoccer>(),
];

/// The ruleset of this id, if there is one.
#[must_use]
pub fn find(id: &str) -> Option<RulesetId> {
    ALL.iter().copied().find(|ruleset| ruleset.id == id)
}
