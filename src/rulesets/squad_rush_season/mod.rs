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
//! [`squad`] values a [`pitch`] for bots, [`best_sevens`] lists the sevens that
//! reach its value; [`odds`] enumerates [`score`].

pub mod best_sevens;
pub mod bots;
pub mod cards;
pub mod data;
mod interventions;
pub mod luck;
pub mod moves;
pub mod observe;
pub mod odds;
pub mod options;
pub mod pitch;
pub mod play;
pub mod rules;
pub mod score;
pub mod sevens;
pub mod squad;
pub mod state;
pub mod switches;
pub mod tops;
pub mod view;
pub mod words;

#[cfg(test)]
mod tests;

use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::game::{BotInfo, Bots, Build, Facts, Game, Intervention, Observe, Outcome, Play, Record, Sight, Tables, Turn};
use crate::odds::OddsTable;
use crate::settings::Fault;
use crate::watch::Watch;

use bots::{Bot, Memory};
use moves::Move;
use options::Options;
use rules::Rules;
use state::{Finish, Phase, State};
use view::View;

/// The ruleset.
#[derive(Debug, Clone, Copy)]
pub struct SquadRushSeason;

impl Game for SquadRushSeason {
    const FACTS: Facts = Facts { switches: switches::Variant::SWITCHES, data: include_str!("data.toml"), ledger: include_str!("ledger.md"), unfinished: &["build-turn-cap", "sudden-death-cap"], item: "card", luck: Some(
        "drawn cards and the lot of who begins, by a fixed list of values, minus their exact means, less the rivals' luck",
    ), score: |_settings| "league points", spelled: &[("var", "VAR")], ..Facts::new("squad-rush-season", "Squad Rush: The Season", "league of card-built sevens for 2 to 4 managers, three matchdays") };

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

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}

impl Play for SquadRushSeason {
    type State = State;

    type Move = Move;

    type Moves = Options;

    fn setup<C: Chance, W: Watch>(rules: &Rules, _seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        play::setup(rules, chance, watch)
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        if state.phase == Phase::Over { Turn::Over } else { Turn::Ask(state.asked) }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, moves: &mut Options) {
        moves.fill(rules, state);
    }

    #[inline]
    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        chosen: Move,
        chance: &mut C,
        watch: &mut W,
    ) {
        play::apply(rules, state, chosen, chance, watch);
    }

    fn outcome(_rules: &Rules, state: &State) -> Outcome {
        let mut score = [0; MAX_SEATS];
        for (points, row) in score.iter_mut().zip(&state.table) {
            *points = i32::from(row.points);
        }
        match state.finish {
            Finish::Won(winner) => Outcome::won(winner, score),
            Finish::BuildCap | Finish::Playing => Outcome::unfinished(0, score),
            Finish::SuddenDeathCap => Outcome::unfinished(1, score),
        }
    }
}

impl Sight for SquadRushSeason {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View::new(rules, state, seat)
    }

    fn determinize(_rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        view::redeal::determinize(view, whim)
    }
}

impl Bots for SquadRushSeason {
    const BOTS: &'static [BotInfo<Bot>] = bots::BOTS;

    const SEARCHERS: &'static [&'static str] = &["table-manager"];

    const POLICY: &'static str = "magpie";

    const PANEL: &'static [&'static str] = &["random", "loyalist", "magpie"];

    type Bot = Bot;

    type Memory = Memory;

    fn decide(
        bot: Bot,
        _rules: &Rules,
        view: View<'_>,
        moves: &Options,
        memory: &mut Memory,
        whim: &mut Whim,
    ) -> Move {
        bots::decide(bot, view, moves, memory, whim)
    }
}

impl Record for SquadRushSeason {
    const TABLES: Tables = Tables { metrics: &observe::METRICS, distributions: observe::DISTRIBUTIONS };

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        observe::observe(state, usize::from(rules.managers()), out);
    }

    fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        observe::luck(state, usize::from(rules.managers()))
    }

    fn items(rules: &Rules) -> Vec<String> {
        words::items(rules)
    }

    #[inline]
    fn item(_rules: &Rules, state: &State, chosen: Move) -> Option<u8> {
        words::item(state, chosen)
    }

    fn describe(rules: &Rules, state: &State, chosen: Move) -> String {
        words::describe(rules, state, chosen)
    }
}
