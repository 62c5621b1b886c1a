//! Squad Rush: The Season — a league for two to four managers.
//!
//! On each of three matchdays the managers build a pitch out of a shared deck
//! of national squads and action cards, until somebody with a legal seven calls
//! full time. Then each seven becomes an Attack and a Defence total, one
//! division gives the goals, and the league table moves. Most points lift the
//! cup; ties go down a ladder that ends in a sudden-death race.
//!
//! **Where chance enters.** The deck is unordered and drawn from lazily, one
//! uniformly random card at a time. The official of a match is a uniformly
//! random referee card of the deck: that is exactly what revealing cards until
//! a referee shows, and shuffling the others back, comes to (OFF-02). Lots: who
//! begins matchday 1 and a sudden death. Nothing else is random; goals are
//! arithmetic.
//!
//! **Secret choices** (sevens, INSTANTs in a match, exchanges under an
//! official) are asked of one seat after another; a view shows them only once
//! they are revealed.
//!
//! The Season's sheet changes a base game whose rules it does not contain: what
//! Tackles, Yellows, Reds and referee cards do while pitches are built is
//! assumed, and every assumption is a switch or a row marked so in the ledger.
//!
//! Files: [`switches`] and [`rules`] → [`state`] and its [`view`]s; [`moves`]
//! and [`options`] (with [`sevens`], which counts line-ups without listing
//! them) → [`play`]; [`score`] is one match; [`luck`] values a drawn card;
//! [`squad`] values a [`pitch`] for bots, [`ceilings`] bounds what a card adds to it,
//! [`best_sevens`] lists the sevens that reach its value; [`odds`] and `mixes` enumerate [`score`]. `rules` keeps the tables of
//! `tops`, which read it; `state` holds the counts of `observe`, which reads
//! it.

pub mod best_sevens;
pub mod bots;
pub mod cards;
pub mod ceilings;
pub mod data;
mod goods;
mod house;
mod interventions;
mod laws;
pub mod luck;
mod mixes;
pub mod moves;
pub mod observe;
pub mod odds;
pub mod options;
pub mod pitch;
pub mod play;
pub mod rules;
pub mod score;
pub mod sevens;
pub mod slots;
pub mod squad;
pub mod state;
pub mod switches;
pub mod tops;
pub mod view;
pub mod words;

#[cfg(test)]
mod tests;

use crate::game::{Build, Facts, Game, Good, Intervention, SquadMap, Stop, Weighed};
use crate::odds::OddsTable;
use crate::settings::Fault;

use rules::Rules;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct SquadRushSeason;

impl Game for SquadRushSeason {
    const FACTS: Facts = Facts {
        switches: switches::Variant::SWITCHES,
        data: data::TEXT,
        derived: &["stated.*.*"],
        ledger: include_str!("ledger.md"),
        unfinished: &[
            Stop::new("build-turn-cap", "build turn limit"),
            Stop::new("sudden-death-cap", "sudden death limit"),
        ],
        item: "card",
        score: |_| "league points",
        luck: Some(
            "drawn cards and the lot of who begins, by a fixed list of values, minus their exact means, less the rivals' luck",
        ),
        weighed: &[
            Weighed {
                key: "captains-armband",
                called: "captains",
                tells: &["goals-per-match", "drawn-matches", "turns-per-game"],
            },
            Weighed {
                key: "golden-boot",
                called: "the Golden Boot",
                tells: &["cups-changed-by-golden-boot", "sudden-deaths", "goals-per-match"],
            },
        ],
        seconds_per_turn: 60,
        ..Facts::new(
            "squad-rush-season",
            "Squad Rush: The Season",
            "league of card-built sevens for 2 to 4 managers, three matchdays",
        )
    };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        Rules::build(build)
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.managers())
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn goods(rules: &Rules) -> Vec<Good> {
        goods::goods(rules)
    }

    fn squads(build: &Build<'_>) -> Option<SquadMap> {
        Some(mixes::map(&Rules::build(build).ok()?))
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}
