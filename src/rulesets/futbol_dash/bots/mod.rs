//! The scripted bots, weak to strong. Each scores the legal codes of a question
//! and takes the best; equal scores are drawn by lot, so neither a low card nor
//! a low seat number is preferred.
//!
//! Numbers in the bots' descriptions follow the switches: 11 is `ap-target`, 10
//! one less, 7 is `penalty-min`, the goals are `goals-to-win`.

mod answers;
mod blocker;
mod counter;
mod facts;
mod outlook;
mod planner;
mod rusher;
mod trained;

use self::facts::Facts;
pub use self::trained::Look;
use std::ops::AddAssign;

use super::FutbolDash;
use super::moves::{Code, DISCARD, Moves, NONE, exchanged, played};
use super::rules::Rules;
use super::state::{Phase, State};
use super::view::View;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::game::weights::TRAINED;
use crate::game::{BotInfo, Bots, Feature, Weights};
use crate::moves::MoveSet;

/// A scripted bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bot {
    /// Builds and shoots as fast as it can.
    Rusher,
    /// The rusher that stops whoever is about to shoot.
    Blocker,
    /// Plans the cheapest way to eleven.
    Planner,
    /// The planner that counts cards and shot odds.
    Counter,
}

/// What a `PLAY` or `DISCARD` does, for scoring.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Play { kind: u8, target: u8 },
    Discard { kind: u8 },
}

impl Bots for FutbolDash {
    type Bot = Bot;
    type Memory = ();

    const BOTS: &'static [BotInfo<Bot>] = &[
        BotInfo {
            name: "rusher",
            idea: "builds as fast as it can and shoots whenever it may",
            bot: Bot::Rusher,
        },
        BotInfo {
            name: "blocker",
            idea: "as rusher, but first stops whoever is about to shoot or to win",
            bot: Bot::Blocker,
        },
        BotInfo {
            name: "counter",
            idea: "as planner, counting unseen cards and the odds of the shot grid",
            bot: Bot::Counter,
        },
        BotInfo {
            name: "planner",
            idea: "plays the card after which its hand needs fewest cards to reach eleven",
            bot: Bot::Planner,
        },
    ];
    const POLICY: &'static str = TRAINED;

    fn panel(_seats: usize) -> &'static [&'static str] {
        &["rusher", "planner", TRAINED]
    }

    const FEATURES: &'static [Feature] = Look::FEATURES;

    const PROSPECTS: usize = outlook::PROSPECTS;

    // Fewer turns play worse between two, more no better anywhere, and longer.
    const AHEAD: u32 = 5;

    /// A turn.
    fn part(_rules: &Rules, state: &State) -> Option<u32> {
        Some(state.counts.turns)
    }

    fn outlook(rules: &Rules, state: &State, seat: usize, seen: &mut [i32]) {
        outlook::outlook(rules, state, seat, seen);
    }

    fn weights(rules: &Rules) -> Weights {
        rules.weights
    }

    fn weigh(
        weights: &Weights,
        rules: &Rules,
        view: View<'_>,
        moves: &Moves,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> Code {
        trained::weigh(weights, &Facts::new(rules, view), moves, whim)
    }

    fn decide(
        bot: Bot,
        rules: &Rules,
        view: View<'_>,
        moves: &Moves,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> Code {
        let facts = Facts::new(rules, view);
        match view.phase() {
            Phase::Play => match bot {
                Bot::Rusher => best_play(moves, whim, |choice| rusher::play(&facts, choice)),
                Bot::Blocker => best_play(moves, whim, |choice| blocker::play(&facts, choice)),
                Bot::Planner => {
                    let plan = planner::Plan::new(&facts, whim);
                    best_play(moves, whim, |choice| planner::play(&facts, &plan, choice))
                }
                Bot::Counter => {
                    let plan = planner::Plan::new(&facts, whim);
                    let odds = counter::Odds::new(&facts);
                    best_play(moves, whim, |choice| counter::play(&facts, &plan, &odds, choice))
                }
            },
            Phase::Discard => match bot {
                Bot::Rusher => best_play(moves, whim, |choice| rusher::play(&facts, choice)),
                Bot::Blocker => best_play(moves, whim, |choice| blocker::play(&facts, choice)),
                Bot::Planner | Bot::Counter => {
                    let plan = planner::Plan::new(&facts, whim);
                    best_play(moves, whim, |choice| planner::play(&facts, &plan, choice))
                }
            },
            Phase::Substitute => match bot {
                Bot::Rusher => {
                    best_exchange(moves, whim, |kind, _| i32::from(!facts.offensive(kind)) * 2 - 1)
                }
                Bot::Blocker => best_exchange(moves, whim, |kind, _| {
                    i32::from(!facts.offensive(kind) && !facts.defensive(kind)) * 2 - 1
                }),
                Bot::Planner | Bot::Counter => {
                    let plan = planner::Plan::new(&facts, whim);
                    best_exchange(moves, whim, |kind, copy| plan.spare(&facts, kind, copy))
                }
            },
            Phase::Foul => Code::from(match bot {
                Bot::Rusher => answers::rusher_fouls(&facts),
                Bot::Blocker | Bot::Planner => answers::blocker_fouls(&facts),
                Bot::Counter => counter::fouls(&facts),
            }),
            Phase::Var => Code::from(answers::vars(&facts)),
            Phase::Over => moves.nth(0),
        }
    }
}

fn best_play<S: PartialOrd + Copy>(moves: &Moves, whim: &mut Whim, score: impl Fn(Choice) -> S) -> Code {
    let mut pick = Pick::new();
    moves.for_each(|code| {
        let choice = if code < DISCARD {
            let (kind, target) = played(code);
            Choice::Play { kind, target }
        } else {
            Choice::Discard { kind: (code - DISCARD) as u8 }
        };
        pick.offer(code, score(choice), whim);
    });
    pick.option().expect("a question has an answer")
}

/// The exchange with the largest sum of `worth(kind, copy)` over its cards;
/// `copy` numbers equal cards of the exchange from 1.
fn best_exchange<S: PartialOrd + Copy + Default + AddAssign>(
    moves: &Moves,
    whim: &mut Whim,
    worth: impl Fn(u8, u32) -> S,
) -> Code {
    let mut pick = Pick::new();
    moves.for_each(|code| {
        let kinds = exchanged(code);
        let mut sum = S::default();
        let (mut last, mut copy) = (NONE, 0);
        for &kind in kinds.iter().filter(|&&kind| kind != NONE) {
            copy = if kind == last { copy + 1 } else { 1 };
            last = kind;
            sum += worth(kind, copy);
        }
        pick.offer(code, sum, whim);
    });
    pick.option().expect("a question has an answer")
}
