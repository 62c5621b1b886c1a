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

mod bots;
mod data;
mod interventions;
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

use self::state::Ending as End;
use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::game::{BotInfo, Bots, Build, Facts, Game, Intervention, Observe, Outcome, Play, Record, Sight, Tables, Turn};
use crate::odds::OddsTable;
use crate::settings::Fault;
use crate::watch::Watch;

/// The ruleset `futbol-dash`.
#[derive(Debug, Clone, Copy)]
pub struct FutbolDash;

impl Game for FutbolDash {
    const FACTS: Facts = Facts { switches: switches::Variant::SWITCHES, data: data::TEXT, ledger: include_str!("ledger.md"), unfinished: &["stalemate", "cap"], luck: Some("goals and shoot-outs minus their exact chances, less the rivals' mean"), item: "card", score: |_settings| "goals", spelled: &[("var", "VAR"), ("vars", "VARs"), ("ap", "AP")], ..Facts::new("futbol-dash", "Futbol Dash", "card game: build attack points, shoot at eleven, interrupt with Foul and V.A.R.") };

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

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}

impl Play for FutbolDash {
    type State = State;

    type Move = Code;

    type Moves = Moves;

    #[inline]
    fn setup<C: Chance, W: Watch>(rules: &Rules, _seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        play::setup(rules, chance, watch)
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Ask(state.asked),
        }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
        moves::legal(rules, state, moves);
    }

    #[inline]
    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        chosen: Code,
        chance: &mut C,
        watch: &mut W,
    ) {
        play::apply(rules, state, chosen, chance, watch);
    }

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        let mut score = [0; MAX_SEATS];
        for (goals, seat) in score.iter_mut().zip(&state.seats[..usize::from(rules.players)]) {
            *goals = i32::from(seat.goals);
        }
        match state.ending {
            End::Won => Outcome::shared(play::shootout::seats_of(state.winners), score),
            End::Stalemate => Outcome::unfinished(0, score),
            End::Cap | End::Running => Outcome::unfinished(1, score),
        }
    }
}

impl Sight for FutbolDash {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View::new(rules, state, seat)
    }

    fn determinize(_rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        view::determinize(view, whim)
    }
}

impl Bots for FutbolDash {
    const BOTS: &'static [BotInfo<Bot>] = bots::BOTS;

    const POLICY: &'static str = "rusher";

    const PANEL: &'static [&'static str] = &["random", "rusher", "planner"];

    type Bot = Bot;

    type Memory = ();

    fn decide(
        bot: Bot,
        rules: &Rules,
        view: View<'_>,
        moves: &Moves,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> Code {
        bots::decide(bot, rules, view, moves, whim)
    }
}

impl Record for FutbolDash {
    const TABLES: Tables = Tables { metrics: observe::METRICS, distributions: observe::DISTRIBUTIONS };

    #[inline]
    fn luck(rules: &Self::Rules, state: &Self::State) -> [i32; MAX_SEATS] {
        observe::luck(rules, state)
    }

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        observe::observe(rules, state, out);
    }

    fn items(rules: &Rules) -> Vec<String> {
        rules.names.clone()
    }

    #[inline]
    fn item(rules: &Rules, state: &State, chosen: Code) -> Option<u8> {
        if state.phase == Phase::Play {
            return (chosen < moves::DISCARD).then(|| moves::played(chosen).0);
        }
        match state.phase {
            Phase::Foul if chosen == 1 => Some(rules.foul_bit.trailing_zeros() as u8),
            Phase::Var if chosen == 1 => Some(rules.var_bit.trailing_zeros() as u8),
            _ => None,
        }
    }

    fn describe(rules: &Rules, state: &State, chosen: Code) -> String {
        words::describe(rules, state, chosen)
    }
}
