//! What every ruleset must satisfy in every switch value: random games end,
//! legal lists are never empty or repeated, copies are independent, watching
//! changes nothing, luck is nothing on average. Laws of a single game live in
//! its own folder.

use levelpitch::conformance::{self, Checked};
use levelpitch::game::Ruleset;
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch::KingOfThePitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_vault_soccer::TimeVaultSoccer;

/// The suite over a game of the box, which has much to look at.
fn check<R: Ruleset>() {
    let Checked { values, cards, luck, goods } = conformance::check::<R>();
    assert!(goods > 10, "only {goods} goods were handed out");
    assert!(values > 20 && cards > 10, "only {values} switch values and {cards} interventions");
    assert_eq!(luck, if R::FACTS.luck.is_some() { values } else { 0 });
    let scores = R::TABLES.distributions.iter().filter(|distribution| distribution.sides().is_some());
    assert_eq!(scores.count(), 1, "reports draw one table of scores");
}

#[test]
fn king_of_the_pitch_obeys_the_contract() {
    check::<KingOfThePitch>();
}

#[test]
fn futbol_dash_obeys_the_contract() {
    check::<FutbolDash>();
}

#[test]
fn squad_rush_season_obeys_the_contract() {
    check::<SquadRushSeason>();
}

#[test]
fn time_of_soccer_obeys_the_contract() {
    check::<TimeOfSoccer>();
}

#[test]
fn time_vault_soccer_obeys_the_contract() {
    check::<TimeVaultSoccer>();
}
