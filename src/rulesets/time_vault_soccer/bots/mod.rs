//! Scripted Bosses (ledger, section 6). In: a seat's view and its legal moves.
//! Out: one of them. Ties are broken by whim, uniformly.
//!
//! * [`hoofer`]: everything forward;
//! * [`bus_parker`]: behind the ball;
//! * [`counter`]: counts margins;
//! * [`reader`]: reads the cards that are left;
//! * [`trained`]: weighs what it sees by weights found in self-play;
//! * [`outlook`]: where it stands in a competition, for searches;
//! * [`drafts`]: squads and teams, for all of them;
//! * [`ahead`]: what a card would do, bookings included;
//! * [`unseen`]: what the other hand may hold.

mod ahead;
mod bus_parker;
mod counter;
mod drafts;
mod hoofer;
mod outlook;
mod reader;
mod trained;
mod unseen;

pub use trained::Look;

use super::TimeVaultSoccer;
use super::legal::{Asked, Moves};
use super::moves::Move;
use super::rules::Rules;
use super::state::{Stage, State};
use super::view::{Half, View};
use crate::chance::Whim;
use crate::competitions::Format;
use crate::game::weights::TRAINED;
use crate::game::{BotInfo, Bots, Feature, Weights};
use crate::moves::MoveSet;

/// A scripted Boss.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bot {
    /// Attack, shoot, repeat.
    Hoofer,
    /// Defence first.
    BusParker,
    /// Safe margins.
    Counter,
    /// Chances from the cards not yet seen.
    Reader,
}

impl Bots for TimeVaultSoccer {
    type Bot = Bot;
    type Memory = ();

    const BOTS: &'static [BotInfo<Bot>] = &[
        BotInfo { name: "hoofer", idea: "most attack forward, shoots whenever it may", bot: Bot::Hoofer },
        BotInfo {
            name: "bus-parker",
            idea: "keeps Defence eight ahead of the other Attack, shoots with eight in hand",
            bot: Bot::BusParker,
        },
        BotInfo {
            name: "counter",
            idea: "shoots with six in hand, else defends what is threatened, avoids cards",
            bot: Bot::Counter,
        },
        BotInfo {
            name: "reader",
            idea: "knows the chance of every shot and looks two rounds ahead in samples",
            bot: Bot::Reader,
        },
    ];
    fn panel(_seats: usize) -> &'static [&'static str] {
        &["hoofer", "counter", TRAINED]
    }

    const SEARCHERS: &'static [&'static str] = &["reader"];
    const POLICY: &'static str = TRAINED;

    const FEATURES: &'static [Feature] = Look::FEATURES;

    const PROSPECTS: usize = outlook::PROSPECTS;

    /// A match of a competition. Squads are for all of them: what a draft brings is
    /// imagined to the end.
    fn part(rules: &Rules, state: &State) -> Option<u32> {
        let one_of_many = state.stage == Stage::Match && rules.plan.format != Format::Single;
        one_of_many.then(|| state.counts.matches.into())
    }

    fn outlook(rules: &Rules, state: &State, seat: usize, seen: &mut [i32]) {
        outlook::outlook(rules, state, seat, seen);
    }

    fn weights(rules: &Rules) -> Weights {
        rules.weights
    }

    /// Squads and teams are those of `counter`.
    fn weigh(
        weights: &Weights,
        rules: &Rules,
        view: View<'_>,
        moves: &Moves,
        memory: &mut (),
        whim: &mut Whim,
    ) -> Move {
        match moves.asked {
            Asked::Substitute | Asked::Play | Asked::Shoot | Asked::Answer => {
                legally(trained::weigh(weights, &view.half(), view.brink(), moves, whim), moves, whim)
            }
            _ => Self::decide(Bot::Counter, rules, view, moves, memory, whim),
        }
    }

    fn decide(bot: Bot, rules: &Rules, view: View<'_>, moves: &Moves, (): &mut (), whim: &mut Whim) -> Move {
        match moves.asked {
            Asked::Substitute | Asked::Play | Asked::Shoot | Asked::Answer => match bot {
                Bot::Reader => reader::play(&view, moves, whim),
                _ => on_the_pitch(bot, &view.half(), moves, whim),
            },
            Asked::Team => drafts::team(bot, &view.half(), moves, whim),
            Asked::Preset => moves.sample(whim),
            Asked::Squad => drafts::squad(bot, rules, &view, moves, whim),
            Asked::Pick | Asked::Nominate => drafts::player(bot, rules, &view, moves, whim),
            Asked::Bid => drafts::bid(bot, rules, &view, moves),
        }
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
}

/// A decision of a match from what a side sees of it.
#[inline]
fn on_the_pitch(bot: Bot, half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let chosen = match bot {
        Bot::Hoofer => hoofer::play(half, moves, whim),
        Bot::BusParker => bus_parker::play(half, moves, whim),
        Bot::Counter | Bot::Reader => counter::play(half, moves, whim),
    };
    legally(chosen, moves, whim)
}

/// No script leaves a team that may not play. A search, or whoever sat here
/// before, may have: until the team is legal again nobody may stop, and a
/// script that would changes somebody at random.
#[inline]
fn legally(chosen: Move, moves: &Moves, whim: &mut Whim) -> Move {
    if moves.asked == Asked::Substitute && !moves.contains(chosen) { moves.sample(whim) } else { chosen }
}

#[cfg(test)]
pub(super) use reader::chance_of_goal;
#[cfg(test)]
pub(super) use trained::weigh as weigh_for_tests;

/// A decision of a match, for tests that set one up by hand.
#[cfg(test)]
pub(super) fn decide_for_tests(bot: Bot, half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    match (bot, moves.asked) {
        (Bot::Reader, Asked::Shoot) => Move::Shoot(reader::shoots(half)),
        _ => on_the_pitch(bot, half, moves, whim),
    }
}
