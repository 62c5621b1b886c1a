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
use crate::game::{
    BotInfo, Build, Companion, Distribution, Intervention, Metric, Observe, Outcome, Ruleset, Turn,
};
use crate::odds::OddsTable;
use crate::settings::{Fault, Settings, Switch};
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

impl Ruleset for SquadRushSeason {
    const ID: &'static str = "squad-rush-season";
    const TITLE: &'static str = "Squad Rush: The Season";
    const SUMMARY: &'static str = "league of card-built sevens for 2 to 4 managers, three matchdays";
    const SWITCHES: &'static [Switch] = switches::SWITCHES;
    const DATA: &'static str = include_str!("data.toml");
    const LEDGER: &'static str = include_str!("ledger.md");
    const UNFINISHED: &'static [&'static str] = &["build-turn-cap", "sudden-death-cap"];
    const METRICS: &'static [Metric] = &observe::METRICS;
    const DISTRIBUTIONS: &'static [Distribution] = observe::DISTRIBUTIONS;
    const BOTS: &'static [BotInfo<Bot>] = bots::BOTS;
    // These switches are legal everywhere and matter only here.
    const COMPANIONS: &'static [Companion] = &[
        Companion { key: "fixtures-4p", value: "", with: &[("managers", "4")] },
        Companion { key: "fixtures-3p", value: "", with: &[("managers", "3")] },
        Companion { key: "derby-mode", value: "", with: &[("derby-night", "on")] },
        Companion { key: "captain-shrugs", value: "", with: &[("captains-armband", "on")] },
    ];
    const SEARCHERS: &'static [&'static str] = &["table-manager"];
    const POLICY: &'static str = "magpie";
    const PANEL: &'static [&'static str] = &["random", "loyalist", "magpie"];
    const ITEM: &'static str = "card";
    const LUCK: Option<&'static str> = Some(
        "drawn cards and the lot of who begins, by a fixed list of values, minus their exact means, less the rivals' luck",
    );

    type Rules = Rules;
    type State = State;
    type Move = Move;
    type Moves = Options;
    type View<'a> = View<'a>;
    type Bot = Bot;
    type Memory = Memory;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        Rules::build(build)
    }

    fn score(_settings: &Settings) -> &'static str {
        "league points"
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.managers())
    }

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

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        observe::observe(state, usize::from(rules.managers()), out);
    }

    fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        observe::luck(state, usize::from(rules.managers()))
    }

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View::new(rules, state, seat)
    }

    fn determinize(_rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        view::redeal::determinize(view, whim)
    }

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

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}
