//! King of the Pitch: a team-building dice duel for two to five players.
//!
//! Everybody runs a team of eleven positions that start worthless. A turn is
//! one action: take a card from the open row, turn a player card into a chip,
//! sell, or spend a MATCH card to challenge the King of the pitch. The weaker
//! of a team's two columns fixes its level, the level its dice; the winner of
//! a match takes a victory and is King. Five victories win.
//!
//! Chance enters in three places: the deck (every card that enters the row is
//! drawn uniformly from what is left, which is what a shuffled deck gives),
//! captains and opening hands dealt at set-up, and the dice of a match,
//! V.A.R. and shoot-out, each side from its own stream. Nothing else is
//! random; what the players choose is in the ledger's decisions KOP-D1 to
//! KOP-D6.
//!
//! Card counts, colours and dice are the box's ([`data`]); which position a
//! card shows, prices and level thresholds are not in the rulebook and are
//! switches ([`switches`]) or data with a stated default.

pub mod bots;
pub mod data;
pub mod dice;
pub mod exact;
mod interventions;
pub mod moves;
pub mod observe;
pub mod odds;
pub mod play;
pub mod pool;
pub mod record;
pub mod rules;
pub mod start;
pub mod state;
pub mod switches;
pub mod view;
pub mod words;

#[cfg(test)]
mod tests;

use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::game::{BotInfo, Bots, Build, Facts, Game, Intervention, Observe, Outcome, Play, Record, Sight, Tables, Turn};
use crate::moves::RankedMask;
use crate::odds::OddsTable;
use crate::settings::Fault;
use crate::watch::Watch;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct KingOfThePitch;

impl Game for KingOfThePitch {
    const FACTS: Facts = Facts { switches: switches::Variant::SWITCHES, data: include_str!("data.toml"), ledger: include_str!("ledger.md"), unfinished: &["stalemate", "cap"], luck: Some("matches won minus their exact chances"), item: "action", score: |_settings| "victories", spelled: &[("var", "VAR")], ..Facts::new("king-of-the-pitch", "King of the Pitch", "Team-building dice duel for 2 to 5: build a team, challenge the King of the pitch, win five matches") };

    type Rules = rules::Rules;

    fn build(build: &Build<'_>) -> Result<Self::Rules, Vec<Fault>> {
        rules::build(build)
    }

    fn seats(rules: &Self::Rules) -> usize {
        usize::from(rules.players)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn odds(rules: &Self::Rules) -> Vec<OddsTable> {
        odds::odds(rules)
    }
}

impl Play for KingOfThePitch {
    type State = state::State;

    type Move = u8;

    type Moves = RankedMask;

    fn setup<C: Chance, W: Watch>(
        rules: &Self::Rules,
        _seating: &[u8],
        chance: &mut C,
        watch: &mut W,
    ) -> Self::State {
        play::setup(rules, chance, watch)
    }

    #[inline]
    fn turn(_rules: &Self::Rules, state: &Self::State) -> Turn {
        play::turn(state)
    }

    #[expect(clippy::inline_always, reason = "measured, see `moves`")]
    #[inline(always)]
    fn legal(rules: &Self::Rules, state: &Self::State, moves: &mut Self::Moves) {
        moves::legal(rules, state, moves);
    }

    #[inline]
    fn apply<C: Chance, W: Watch>(
        rules: &Self::Rules,
        state: &mut Self::State,
        chosen: u8,
        chance: &mut C,
        watch: &mut W,
    ) {
        play::apply(rules, state, chosen, chance, watch);
    }

    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome {
        play::outcome(rules, state)
    }
}

impl Sight for KingOfThePitch {
    type View<'a> = view::View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: u8) -> Self::View<'a> {
        view::View::new(rules, state, seat)
    }

    fn determinize(_rules: &Self::Rules, view: Self::View<'_>, whim: &mut Whim) -> Self::State {
        view.determinize(whim)
    }
}

impl Bots for KingOfThePitch {
    const BOTS: &'static [BotInfo<Self::Bot>] = bots::BOTS;

    const POLICY: &'static str = "calculator";

    const PANEL: &'static [&'static str] = &["random", "rusher", "balanced"];

    type Bot = bots::Script;

    type Memory = ();

    fn decide(
        bot: Self::Bot,
        rules: &Self::Rules,
        view: Self::View<'_>,
        moves: &Self::Moves,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> u8 {
        bots::decide(bot, rules, view, moves.mask, whim)
    }
}

impl Record for KingOfThePitch {
    const TABLES: Tables = Tables { metrics: observe::METRICS, distributions: observe::DISTRIBUTIONS };

    fn luck(rules: &Self::Rules, state: &Self::State) -> [i32; MAX_SEATS] {
        observe::luck(rules, state)
    }

    fn observe<O: Observe>(rules: &Self::Rules, state: &Self::State, out: &mut O) {
        observe::observe(rules, state, out);
    }

    fn items(_rules: &Self::Rules) -> Vec<String> {
        words::items()
    }

    #[inline]
    fn item(rules: &Self::Rules, state: &Self::State, chosen: u8) -> Option<u8> {
        words::item(rules, state, chosen)
    }

    fn describe(rules: &Self::Rules, state: &Self::State, chosen: u8) -> String {
        words::describe(rules, state, chosen)
    }
}
