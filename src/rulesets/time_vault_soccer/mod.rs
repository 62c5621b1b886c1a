//! Time Vault Soccer: a two-player football card game of squads, teams and
//! pillars, with drafts, cups and leagues for up to sixteen Bosses.
//!
//! A squad has sixteen players of one to five stars, two cards each. For a
//! match each Boss picks a team of eleven, shuffles its 22 cards and builds an
//! Attack and a Defence pillar, one card a turn; an Attack greater than the
//! opposing Defence may shoot, and the defender may answer with a card.
//!
//! Chance enters in lots (drafts, cups, league numbers), generated squads,
//! who starts, the order of the decks, and penalty kicks; nowhere else. Decks
//! are private to each Boss and drawn lazily.
//!
//! Luck counts kicks, shoot-outs and who starts. Cards drawn are not counted:
//! everybody draws the whole deck in the end, and values of printed attack and
//! defence by time of drawing, fitted for it, make a match worth 1.17 plain
//! ones of `hoofer` and none of any other bot, whose own lot they would hide.
//!
//! Squads come from [`rules`] (named or preset), [`play::draft`] or
//! [`builds`]; teams from [`teams`]; a match is played in [`play::pitch`] and
//! joined to others by [`crate::competitions`].

mod bots;
mod builds;
mod counts;
mod data;
mod interventions;
mod legal;
mod moves;
mod observe;
mod odds;
mod play;
mod rules;
mod sides;
mod squads;
mod state;
mod subs;
mod switches;
mod teams;
mod view;
mod words;

#[cfg(test)]
mod tests;

use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::game::{BotInfo, Bots, Build, Facts, Game, Intervention, Observe, Outcome, Play, Record, Sight, Tables, Turn};
use crate::moves::MoveSet;
use crate::odds::OddsTable;
use crate::settings::Fault;
use crate::watch::Watch;

pub use bots::Bot;
pub use legal::Moves;
pub use moves::Move;
pub use rules::Rules;
pub use state::State;
pub use view::View;

use legal::Asked;

/// The ruleset `time-vault-soccer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeVaultSoccer;

impl Game for TimeVaultSoccer {
    const FACTS: Facts = Facts { switches: switches::Variant::SWITCHES, data: include_str!("data.toml"), ledger: include_str!("ledger.md"), unfinished: observe::UNFINISHED, item: "card", luck: Some(
        "goals from penalty kicks, shoot-outs won and, as a thirty-second of a goal, the lot of who starts, minus their exact chances",
    ), score: |settings| observe::score(rules::format(settings)), ..Facts::new("time-vault-soccer", "Time Vault Soccer", "football card game of star-rated squads: attack and defence pillars, drafts, cups, leagues") };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        rules::build(build)
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.bosses)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}

impl Play for TimeVaultSoccer {
    type State = State;

    type Move = Move;

    type Moves = Moves;

    fn setup<C: Chance, W: Watch>(rules: &Rules, seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        play::setup(rules, seating, chance, watch)
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        play::turn(state)
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
        play::legal(rules, state, moves);
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

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        observe::outcome(rules, state)
    }
}

impl Sight for TimeVaultSoccer {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View::new(rules, state, seat)
    }

    fn determinize(_rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        view.determinize(whim)
    }
}

impl Bots for TimeVaultSoccer {
    const BOTS: &'static [BotInfo<Bot>] = bots::BOTS;

    // Competitions need their number of Bosses; the rest is legal everywhere
    // and matters only here.
    const SEARCHERS: &'static [&'static str] = &["reader"];

    const POLICY: &'static str = "counter";

    const PANEL: &'static [&'static str] = &["random", "hoofer"];

    type Bot = Bot;

    type Memory = ();

    /// Uniform, except for bids: none or 1 to what each open place may cost.
    #[inline]
    fn random(_rules: &Rules, view: View<'_>, moves: &Moves, whim: &mut Whim) -> Move {
        match (moves.asked, &moves.builds) {
            (Asked::Bid, _) => {
                let (money, places) = view.purse();
                let most = (money / u16::from(places.max(1))).max(1);
                Move::Bid(whim.below(u32::from(most) + 1) as u16)
            }
            (Asked::Squad, Some(builds)) => Move::Squad(builds.sample(whim)),
            _ => moves.sample(whim),
        }
    }

    fn decide(bot: Bot, rules: &Rules, view: View<'_>, moves: &Moves, (): &mut (), whim: &mut Whim) -> Move {
        bots::decide(bot, rules, view, moves, whim)
    }
}

impl Record for TimeVaultSoccer {
    const TABLES: Tables = Tables { metrics: observe::METRICS, distributions: observe::DISTRIBUTIONS };

    fn luck(_rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        state.counts.luck
    }

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        observe::observe(rules, state, out);
    }

    fn items(_rules: &Rules) -> Vec<String> {
        words::items()
    }

    #[inline]
    fn item(_rules: &Rules, state: &State, chosen: Move) -> Option<u8> {
        words::item(state, chosen)
    }

    fn describe(rules: &Rules, state: &State, chosen: Move) -> String {
        words::describe(rules, state, chosen)
    }
}
