//! Five tabletop football games, and the program over them ([`app`]): one line
//! per ruleset.

mod scenarios;

use crate::app::App;
use crate::game::{Game, Ruleset};

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
        pub const IDS: &[&str] = &[$(<$module::$ruleset as Game>::FACTS.id),*];

        /// Calls `visitor` with the ruleset of this id, if there is one.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$module::$ruleset as Game>::FACTS.id {
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

/// levelpitch's own program: the five games and their questions.
#[must_use]
pub fn app() -> App {
    let games = App::new(
        "levelpitch",
        "Is your football game a level pitch?\n\n\
         levelpitch plays tabletop football games millions of times with bots and says, with honest intervals, \
         whether they are fair and which rules to print.",
    )
    .ruleset::<king_of_the_pitch::KingOfThePitch>()
    .ruleset::<futbol_dash::FutbolDash>()
    .ruleset::<squad_rush_season::SquadRushSeason>()
    .ruleset::<time_of_soccer::TimeOfSoccer>()
    .ruleset::<time_vault_soccer::TimeVaultSoccer>();
    scenarios::ALL.iter().fold(games, |app, &(name, text)| app.scenario(name, text))
}
