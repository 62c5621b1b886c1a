//! Scripted strategies: loyalist, purist, magpie, spoiler, table-manager.
//!
//! Each sees only its [`View`]. Ties go through [`Pick`], never to the lowest
//! seat or index. This file says who decides what; the files beside it how.

mod attack;
mod discard;
mod manager;
mod matchday;
mod trained;
mod worths;

pub use self::trained::Look;
use self::worths::Worths;
use super::SquadRushSeason;
use super::cards::{self, Card, MAX_NATIONS, SUBS, ones};
use super::moves::{Move, kind};
use super::options::Options;
use super::rules::Rules;
use super::squad::Appraiser;
use super::state::Phase;
use super::view::View;
use crate::chance::{Whim, whim::Pick};
use crate::game::weights::TRAINED;
use crate::game::{BotInfo, Bots, Feature, Weights};

/// A scripted bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bot {
    /// Builds one nation.
    Loyalist,
    /// A magpie with a plan: one nation.
    Purist,
    /// Builds whatever raises the pitch most.
    Magpie,
    /// Attacks before building.
    Spoiler,
    /// Plays the matchday out in its head.
    TableManager,
}

/// What a bot remembers: the nation of its plan, and of which deal, and what its
/// pitch is worth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    nation: Option<u8>,
    sudden_death: bool,
    worths: Worths,
}

impl Bots for SquadRushSeason {
    const BOTS: &'static [BotInfo<Bot>] = &[
        BotInfo {
            name: "loyalist",
            idea: "builds one nation, never attacks, calls at once",
            bot: Bot::Loyalist,
        },
        BotInfo {
            name: "purist",
            idea: "a magpie that plays one nation alone: the plan is all they differ in",
            bot: Bot::Purist,
        },
        BotInfo {
            name: "magpie",
            idea: "plays whatever raises its pitch most, attacks when nothing does, calls at once",
            bot: Bot::Magpie,
        },
        BotInfo {
            name: "spoiler",
            idea: "a magpie that attacks first whenever an opponent is near a seven",
            bot: Bot::Spoiler,
        },
        BotInfo {
            name: "table-manager",
            idea: "tries its best actions in rollouts to the end of the matchday",
            bot: Bot::TableManager,
        },
    ];

    const SEARCHERS: &'static [&'static str] = &["table-manager"];

    const POLICY: &'static str = TRAINED;

    fn panel(_seats: usize) -> &'static [&'static str] {
        &["random", "spoiler", TRAINED]
    }

    type Bot = Bot;

    type Memory = Memory;

    const FEATURES: &'static [Feature] = Look::FEATURES;

    fn weights(rules: &Rules) -> Weights {
        rules.weights
    }

    fn weigh(
        weights: &Weights,
        _rules: &Rules,
        view: View<'_>,
        moves: &Options,
        memory: &mut Memory,
        whim: &mut Whim,
    ) -> Move {
        trained::weigh(weights, view, moves, memory, whim)
    }

    // The choice of a bot.
    fn decide(
        bot: Bot,
        _rules: &Rules,
        view: View<'_>,
        moves: &Options,
        memory: &mut Memory,
        whim: &mut Whim,
    ) -> Move {
        match view.phase() {
            Phase::Act => match bot {
                Bot::Loyalist => loyal_play(view, memory, kind::PASS, whim),
                Bot::Purist => {
                    look_at_nation(view, memory, whim);
                    build_or_attack(bot, view, memory.nation, whim)
                }
                Bot::Magpie | Bot::Spoiler => build_or_attack(bot, view, None, whim),
                Bot::TableManager => manager::act(view, moves, whim),
            },
            Phase::Quick | Phase::Restart => {
                let none = if view.phase() == Phase::Quick { kind::PASS } else { kind::NO_CHANGE };
                match bot {
                    Bot::Loyalist => loyal_play(view, memory, none, whim),
                    Bot::Purist => {
                        look_at_nation(view, memory, whim);
                        best_play(view, memory.nation, whim).unwrap_or(Move::plain(none))
                    }
                    _ => best_play(view, None, whim).unwrap_or(Move::plain(none)),
                }
            }
            Phase::WindowA => Move::plain(kind::ANSWER_PLAY_ON),
            Phase::WindowB => Move::plain(kind::ANSWER_VAR),
            Phase::WindowD if bot == Bot::Spoiler => Move::plain(kind::ANSWER_PLAY_ON),
            Phase::WindowC | Phase::WindowD => Move::plain(kind::DECLINE),
            Phase::Limit | Phase::MatchLimit => discard::choose(bot, view, memory.nation, whim),
            Phase::Call if bot == Bot::TableManager => manager::call(view, whim),
            Phase::Call => Move::plain(kind::CALL),
            Phase::Name if bot == Bot::TableManager => manager::name(view, whim),
            Phase::Name => matchday::best_seven(view, whim),
            Phase::Drama => match bot {
                Bot::Loyalist => Move::plain(kind::NO_INSTANT),
                Bot::Purist | Bot::Magpie => matchday::instant(view, true, whim),
                Bot::Spoiler => matchday::instant(view, false, whim),
                Bot::TableManager => manager::instant(view, moves, whim),
            },
            Phase::Swap => match bot {
                Bot::Loyalist => Move::plain(kind::NO_CHANGE),
                Bot::Purist | Bot::Magpie | Bot::Spoiler => matchday::exchange(view, whim),
                Bot::TableManager => manager::exchange(view, moves, whim),
            },
            Phase::Over => Move::NONE,
        }
    }
}

/// A pitch taken apart for valuing; in sudden death a legal seven is that of
/// the base game.
fn appraiser(view: View<'_>, seat: u8) -> Appraiser<'_> {
    let pitch = view.pitch(seat);
    appraise(view, pitch.field(), pitch.booked())
}

fn appraise(view: View<'_>, field: u128, booked: u128) -> Appraiser<'_> {
    Appraiser::capped(view.rules(), field, booked, cap(view))
}

/// Most nations of a seven, as the season stands.
fn cap(view: View<'_>) -> u8 {
    let rules = view.rules();
    if view.sudden_death() && !rules.sudden_season { 1 } else { rules.nations_cap }
}

/// Whether one more card never makes a pitch worth less: a slot filled is worth any
/// step of chemistry.
fn grows(view: View<'_>) -> bool {
    let rules = view.rules();
    usize::from(cap(view)) == MAX_NATIONS && rules.home_bonus == 0 && rules.steps[7] <= rules.least_worth
}

/// Whether the pitch has room for one more card.
fn room(view: View<'_>) -> bool {
    view.pitch(view.seat()).cards().len() < usize::from(view.rules().pitch_limit)
}

/// Distinct field cards of the hand.
fn playable(view: View<'_>) -> u128 {
    let field = view.hand().field;
    let subs = field & SUBS;
    field & !SUBS | subs & subs.wrapping_neg()
}

fn play(view: View<'_>, card: Card) -> Move {
    Move::new(kind::PLAY, view.hand().index(card), 0, 0)
}

/// What a plan of one nation plays: its players and Super Subs.
fn of_plan(own: u8) -> u128 {
    SUBS | 0x7FF << (u32::from(own) * u32::from(cards::SQUAD))
}

/// The card that raises the pitch most, if one does; of one nation alone where
/// that is the plan.
fn best_play(view: View<'_>, plan: Option<u8>, whim: &mut Whim) -> Option<Move> {
    let fitting = playable(view) & plan.map_or(u128::MAX, of_plan);
    if fitting == 0 || !room(view) {
        return None;
    }
    let mut base = appraiser(view, view.seat());
    let (now, _) = base.measure();
    let ceilings = base.ceilings(now);
    let mut pick = Pick::new();
    // The least gain that still matters.
    let mut least = 1;
    for card in ones(fitting) {
        if ceilings.of(card) < least || base.outclasses(card) {
            continue;
        }
        let gain = base.worth_with(card, false).value - now.value;
        if gain >= least {
            pick.offer(card, gain, whim);
            least = gain;
        }
    }
    pick.option().map(|card| play(view, card))
}

fn build_or_attack(bot: Bot, view: View<'_>, plan: Option<u8>, whim: &mut Whim) -> Move {
    if bot == Bot::Spoiler
        && let Some(attack) = attack::near_a_seven(view, whim)
    {
        return attack;
    }
    best_play(view, plan, whim)
        .or_else(|| attack::opponent(bot, view, whim))
        .unwrap_or(Move::plain(kind::PASS))
}

/// The nation of a plan: fixed once it holds a player card, changed only for
/// one that leads by 3, dropped at a new deal.
fn look_at_nation(view: View<'_>, memory: &mut Memory, whim: &mut Whim) {
    if memory.sudden_death != view.sudden_death() {
        *memory = Memory { nation: None, sudden_death: view.sudden_death(), ..*memory };
    }
    let held = view.hand().field | view.pitch(view.seat()).field();
    let count = |n: u8| (held >> (u32::from(n) * u32::from(cards::SQUAD)) & 0x7FF).count_ones();
    let own = memory.nation.map(count);
    let mut pick = Pick::new();
    for n in 0..MAX_NATIONS as u8 {
        let here = count(n);
        if here > 0 && own.is_none_or(|own| here >= own + 3) {
            pick.offer(n, here, whim);
        }
    }
    if let Some(n) = pick.option() {
        memory.nation = Some(n);
    }
}

fn loyal_play(view: View<'_>, memory: &mut Memory, none: u8, whim: &mut Whim) -> Move {
    look_at_nation(view, memory, whim);
    let fitting = playable(view) & memory.nation.map_or(SUBS, of_plan);
    if fitting == 0 || !room(view) {
        return Move::plain(none);
    }
    if fitting.is_power_of_two() {
        return play(view, fitting.trailing_zeros() as Card);
    }
    let base = appraiser(view, view.seat());
    let mut pick = Pick::new();
    for card in ones(fitting) {
        pick.offer(card, base.worth_with(card, false).value, whim);
    }
    pick.option().map_or(Move::plain(none), |card| play(view, card))
}
