//! Futbol Dash: a light card game for two and more.
//!
//! Players collect attack points with offensive cards, pull rivals down with
//! defensive cards, and shoot by turning up a face-down shot card at exactly
//! eleven attack points, or with a Penalty at seven or more. Referee cards
//! cancel what others play, even out of turn. A regular match ends with
//! somebody's third goal, an express match when the Action Deck runs out.
//!
//! Chance enters in four places: drawing from the Action Deck (`draw`, one
//! epoch per shuffle), turning up shot cards in a match and in a shoot-out (the
//! stream of the seat that turns up), and lots of the table (ties among leaders
//! and the order of answers where a switch says so). Answers out of turn are
//! questions asked of one seat after another; who holds no Foul or V.A.R. is
//! not asked, and nothing in a view tells who was.
//!
//! Reading order: `switches`, `rules` and `data` (what a variant is), `state`, `moves` and
//! `view`, `play` (what happens), `observe`, `odds`, `words`, `ways`, `bots`.
//! `rules` and `ways` know each other: the ways to the target are found under
//! rules and kept with them.

mod bots;
mod data;
mod goods;
mod house;
mod interventions;
mod laws;
mod moves;
mod observe;
mod odds;
mod play;
mod rules;
mod state;
mod switches;
#[cfg(test)]
mod tests;
mod view;
mod ways;
mod words;

pub use bots::Bot;
pub use moves::{Code, Moves};
pub use rules::Rules;
pub use state::{Phase, State};
pub use view::View;

use crate::game::{Build, Facts, Game, Good, Intervention, Stop};
use crate::odds::OddsTable;
use crate::settings::Fault;

/// The ruleset `futbol-dash`.
#[derive(Debug, Clone, Copy)]
pub struct FutbolDash;

impl Game for FutbolDash {
    const FACTS: Facts = Facts {
        switches: switches::Variant::SWITCHES,
        data: data::TEXT,
        ledger: include_str!("ledger.md"),
        unfinished: &[Stop::STALEMATE, Stop::TURN_LIMIT],
        item: "card",
        score: |_| "goals",
        luck: Some("goals and shoot-outs minus their exact chances, less the rivals' mean"),
        seconds_per_turn: 15,
        ..Facts::new(
            "futbol-dash",
            "Futbol Dash",
            "card game: build attack points, shoot at eleven, interrupt with Foul and V.A.R.",
        )
    };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        rules::build(build)
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.players)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn goods(rules: &Rules) -> Vec<Good> {
        goods::goods(rules)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}
