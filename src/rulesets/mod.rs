//! Five tabletop football games, and the program over them ([`app`]): a module
//! and a line per ruleset.
//!
//! In: settings, component data and chance. Out: rules, games in progress,
//! what is written down of them. A ruleset knows the contract ([`crate::game`])
//! and what stands below it, and no other ruleset; nothing above knows any of
//! them by name.

mod scenarios;

use crate::app::App;

pub mod futbol_dash;
pub mod king_of_the_pitch;
pub mod squad_rush_season;
pub mod time_of_soccer;
pub mod time_vault_soccer;

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
