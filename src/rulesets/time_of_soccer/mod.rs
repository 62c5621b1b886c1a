//! Time of Soccer: a whole club season.
//!
//! One to four players run clubs: a talent scout drives round a one-way street
//! market to sign footballers, managers, staff, contracts and bets; the squad
//! on the pitch board becomes an attack and a defence level; matches are dice
//! read through a goals table. Ten league Sundays, a cup, neutrals in every
//! seat without a player; most victory points win, and a neutral may.
//!
//! Chance enters at set-up (clubs, marker, cup draw, league order, starters),
//! whenever the market is refilled, with absent buyers, the technical
//! secretary, and the dice of matches; `play` names the stream of each.
//!
//! Files that know each other: `data` and its checks; `rules` and the values of
//! goals (`luck`) that it keeps; `state`, `club` and the club's `books`; `play`
//! and the `words` in which it tells what happens.

pub mod books;
pub mod bots;
pub mod club;
pub mod data;
pub mod data_checks;
pub mod generator;
mod goods;
mod house;
mod interventions;
mod laws;
pub mod luck;
pub mod map;
pub mod moves;
pub mod observe;
pub mod odds;
pub mod play;
pub mod rules;
pub mod state;
pub mod switches;
pub mod tiles;
pub mod view;
pub mod words;

#[cfg(test)]
mod tests;

use crate::game::{Build, Facts, Game, Good, Intervention, Weighed};
use crate::odds::OddsTable;
use crate::settings::Fault;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct TimeOfSoccer;

/// What being at home is told by.
const HOME: &[&str] = &["home-points-share", "goals-per-side"];

impl Game for TimeOfSoccer {
    const FACTS: Facts = Facts {
        switches: switches::Variant::SWITCHES,
        data: concat!(include_str!("data.toml"), "\n", include_str!("trained.toml")),
        ledger: include_str!("ledger.md"),
        item: "tile",
        squad: Some("club"),
        score: |_| "victory points",
        nobody_may_win: true,
        luck: Some(
            "goals for and against minus their exact expectation, roll by roll, less the rivals' mean",
        ),
        weighed: &[
            Weighed { key: "home-income", called: "income at home", tells: HOME },
            Weighed { key: "home-reroll", called: "a re-roll at home", tells: HOME },
            Weighed { key: "home-level-bonus", called: "a level more at home", tells: HOME },
        ],
        seconds_per_turn: 40,
        ..Facts::new(
            "time-of-soccer",
            "Time of Soccer",
            "1-4 players run clubs for a season: a street market, league and cup matches, victory points",
        )
    };

    type Rules = rules::Rules;

    fn build(build: &Build<'_>) -> Result<Self::Rules, Vec<Fault>> {
        rules::build::compiled(build)
    }

    fn seats(rules: &Self::Rules) -> usize {
        usize::from(rules.players)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn goods(rules: &Self::Rules) -> Vec<Good> {
        goods::goods(rules)
    }

    fn odds(rules: &Self::Rules) -> Vec<OddsTable> {
        odds::tables::odds(rules)
    }
}
