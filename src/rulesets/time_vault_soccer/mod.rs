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
use crate::game::{
    BotInfo, Build, Companion, Distribution, Intervention, Metric, Observe, Outcome, Ruleset, Turn,
};
use crate::moves::MoveSet;
use crate::odds::OddsTable;
use crate::settings::{Fault, Settings, Switch};
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

impl Ruleset for TimeVaultSoccer {
    const ID: &'static str = "time-vault-soccer";
    const TITLE: &'static str = "Time Vault Soccer";
    const SUMMARY: &'static str =
        "football card game of star-rated squads: attack and defence pillars, drafts, cups, leagues";
    const SWITCHES: &'static [Switch] = switches::SWITCHES;
    const DATA: &'static str = include_str!("data.toml");
    const LEDGER: &'static str = include_str!("ledger.md");
    const UNFINISHED: &'static [&'static str] = observe::UNFINISHED;
    const METRICS: &'static [Metric] = observe::METRICS;
    const DISTRIBUTIONS: &'static [Distribution] = observe::DISTRIBUTIONS;
    const BOTS: &'static [BotInfo<Bot>] = bots::BOTS;
    // Competitions need their number of Bosses; the rest is legal everywhere
    // and matters only here.
    const COMPANIONS: &'static [Companion] = &[
        Companion { key: "competition", value: "league", with: &[("bosses", "4")] },
        Companion { key: "competition", value: "killer-cup", with: &[("bosses", "5")] },
        Companion { key: "competition", value: "season", with: &[("bosses", "5")] },
        Companion { key: "bosses", value: "3", with: &[("competition", "league")] },
        Companion { key: "bosses", value: "10", with: &[("competition", "league")] },
        Companion { key: "bosses", value: "4", with: &[("competition", "season")] },
        Companion { key: "bosses", value: "6", with: &[("competition", "season")] },
        Companion { key: "bosses", value: "16", with: &[("competition", "killer-cup")] },
        Companion { key: "home-advantage", value: "", with: &[("home-advantage-scope", "always")] },
        Companion { key: "home-points-use", value: "", with: &[("home-advantage-scope", "always")] },
        Companion { key: "home-points-max-per-card", value: "", with: &[("home-advantage-scope", "always")] },
        Companion { key: "away-starts", value: "", with: &[("home-advantage-scope", "always")] },
        Companion { key: "kickoff", value: "", with: &[("home-advantage-scope", "always")] },
        Companion { key: "suspensions", value: "", with: &[("competition", "league"), ("bosses", "3")] },
        Companion { key: "yellow-threshold", value: "", with: &[("competition", "league"), ("bosses", "3")] },
        Companion { key: "susp-concurrent", value: "", with: &[("competition", "league"), ("bosses", "3")] },
        Companion { key: "league-legs", value: "", with: &[("competition", "league"), ("bosses", "3")] },
        Companion { key: "win-points", value: "", with: &[("competition", "league"), ("bosses", "3")] },
        Companion { key: "cup-byes", value: "", with: &[("competition", "killer-cup"), ("bosses", "5")] },
        Companion { key: "cup-draw", value: "", with: &[("competition", "killer-cup"), ("bosses", "5")] },
        Companion { key: "sudden-death", value: "", with: &[("competition", "league"), ("bosses", "3")] },
        Companion {
            key: "home-advantage-scope",
            value: "",
            with: &[("competition", "season"), ("bosses", "4")],
        },
        Companion { key: "playground-order", value: "", with: &[("draft", "playground")] },
        Companion { key: "squad-star-cap-drafts", value: "", with: &[("draft", "scramble")] },
        Companion { key: "scramble-budget", value: "", with: &[("draft", "scramble")] },
        Companion { key: "scramble-price", value: "", with: &[("draft", "scramble")] },
        Companion { key: "scramble-tie", value: "", with: &[("draft", "scramble")] },
        Companion { key: "free-transfer-order", value: "", with: &[("draft", "scramble")] },
        Companion { key: "elite-star-cap", value: "", with: &[("draft", "elite-build")] },
        Companion { key: "max-transfers", value: "", with: &[("draft", "transfer")] },
        Companion { key: "team-star-cap", value: "", with: &[("squad-tier", "pro-v-elite")] },
        Companion {
            key: "generator-alpha",
            value: "",
            with: &[("draft", "generated"), ("squad-tier", "pro-v-elite")],
        },
    ];
    const SEARCHERS: &'static [&'static str] = &["reader"];
    const POLICY: &'static str = "counter";
    const PANEL: &'static [&'static str] = &["random", "hoofer"];
    const ITEM: &'static str = "card";
    const LUCK: Option<&'static str> = Some(
        "goals from penalty kicks, shoot-outs won and, as a thirty-second of a goal, the lot of who starts, minus their exact chances",
    );

    type Rules = Rules;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type View<'a> = View<'a>;
    type Bot = Bot;
    type Memory = ();

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        rules::build(build)
    }

    fn score(settings: &Settings) -> &'static str {
        observe::score(rules::format(settings))
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.bosses)
    }

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

    fn luck(_rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        state.counts.luck
    }

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        observe::observe(rules, state, out);
    }

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View::new(rules, state, seat)
    }

    fn determinize(_rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        view.determinize(whim)
    }

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

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}
