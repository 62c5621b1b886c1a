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

pub mod books;
pub mod bots;
pub mod club;
pub mod data;
pub mod data_checks;
pub mod generator;
mod interventions;
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

use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::game::{BotInfo, Bots, Build, Facts, Game, Intervention, Observe, Outcome, Play, Record, Sight, Tables, Turn};
use crate::odds::OddsTable;
use crate::settings::Fault;
use crate::watch::Watch;
use state::Question;
use view::View;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct TimeOfSoccer;

impl Game for TimeOfSoccer {
    const FACTS: Facts = Facts { switches: switches::Variant::SWITCHES, data: include_str!("data.toml"), ledger: include_str!("ledger.md"), unfinished: &[], luck: Some("goals for and against minus their exact expectation, roll by roll, less the rivals' mean"), item: "tile", nobody_may_win: true, step: Some(words::DRIVES), score: |_settings| "victory points", spelled: &[("vp", "VP")], ..Facts::new("time-of-soccer", "Time of Soccer", "1-4 players run clubs for a season: a street market, league and cup matches, victory points") };

    type Rules = rules::Rules;

    fn build(build: &Build<'_>) -> Result<Self::Rules, Vec<Fault>> {
        rules::compile_rules(build)
    }

    fn seats(rules: &Self::Rules) -> usize {
        usize::from(rules.players)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn odds(rules: &Self::Rules) -> Vec<OddsTable> {
        odds::tables::odds(rules)
    }
}

impl Play for TimeOfSoccer {
    type State = state::State;

    type Move = u16;

    type Moves = moves::Moves;

    fn setup<C: Chance, W: Watch>(
        rules: &Self::Rules,
        seating: &[u8],
        chance: &mut C,
        watch: &mut W,
    ) -> Self::State {
        play::setup::setup(rules, seating, chance, watch)
    }

    #[inline]
    fn turn(_rules: &Self::Rules, state: &Self::State) -> Turn {
        if state.question == Question::Over { Turn::Over } else { Turn::Ask(state.asked) }
    }

    #[inline]
    fn legal(rules: &Self::Rules, state: &Self::State, moves: &mut Self::Moves) {
        moves::legal(rules, state, moves);
    }

    fn apply<C: Chance, W: Watch>(
        rules: &Self::Rules,
        state: &mut Self::State,
        chosen: Self::Move,
        chance: &mut C,
        watch: &mut W,
    ) {
        play::Play { rules, s: state, chance, watch }.answer(chosen);
    }

    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome {
        observe::outcome(rules, state)
    }
}

impl Sight for TimeOfSoccer {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: u8) -> Self::View<'a> {
        View::new(rules, state, seat)
    }

    /// Almost nothing hidden is stored: the order of the decks and the removed
    /// tiles are decided when tiles are drawn. Only a face-down line-up of the
    /// other club (`lineup-order` = simultaneous) has to be guessed.
    fn determinize(rules: &Self::Rules, view: Self::View<'_>, whim: &mut Whim) -> Self::State {
        let mut state = *view.table();
        play::setup::guess_face_down(rules, &mut state, view.seat(), whim);
        state
    }
}

impl Bots for TimeOfSoccer {
    const BOTS: &'static [BotInfo<Self::Bot>] = bots::BOTS;

    const POLICY: &'static str = "youth";

    const PANEL: &'static [&'static str] = &["random", "youth"];

    type Bot = bots::Bot;

    type Memory = bots::Memory;

    fn decide(
        bot: Self::Bot,
        rules: &Self::Rules,
        view: Self::View<'_>,
        moves: &Self::Moves,
        memory: &mut Self::Memory,
        whim: &mut Whim,
    ) -> Self::Move {
        bots::decide(bot, rules, view, moves, memory, whim)
    }
}

impl Record for TimeOfSoccer {
    const TABLES: Tables = Tables { metrics: observe::METRICS, distributions: observe::DISTRIBUTIONS };

    fn luck(rules: &Self::Rules, state: &Self::State) -> [i32; MAX_SEATS] {
        observe::luck(rules, state)
    }

    fn observe<O: Observe>(rules: &Self::Rules, state: &Self::State, out: &mut O) {
        observe::observe(rules, state, out);
    }

    fn items(_rules: &Self::Rules) -> Vec<String> {
        observe::items()
    }

    #[inline]
    fn item(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> Option<u8> {
        observe::item(rules, state, chosen)
    }

    fn describe(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> String {
        words::describe(rules, state, chosen)
    }
}
