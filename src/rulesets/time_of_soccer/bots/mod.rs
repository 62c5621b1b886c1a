//! Scripted bots (ledger section 6), from the simplest to the most careful.
//! They see a [`View`] and answer with one of the codes offered.
//!
//! What the ledger calls open weights is decided here and said where it is.
//! Ties go where the ledger sends them (the lower market space, code or index),
//! so these bots have no whims.

pub mod drive;
pub mod forecast;
mod outlook;
pub mod planner;
mod trained;
pub mod utility;
pub mod worth;

use super::TimeOfSoccer;
use super::moves::{self, Moves, code};
use super::play::lineup::Objective;
use super::rules::Rules;
use super::state::{Question, State};
use super::tiles::START_MANAGER;
use super::view::View;
use crate::chance::Whim;
use crate::game::weights::TRAINED;
use crate::game::{BotInfo, Bots, Feature, Planning, Weights};
use crate::moves::MoveSet;
pub use trained::Look;
pub use worth::Memory;

/// A scripted bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bot {
    /// Many cheap footballers.
    Youth,
    /// Few expensive ones.
    Star,
    /// Money first.
    Banker,
    /// Estimated victory points.
    Planner,
}

const fn yes(answer: bool) -> u16 {
    if answer { moves::YES } else { moves::NO }
}

impl Bots for TimeOfSoccer {
    const BOTS: &'static [BotInfo<Self::Bot>] = &[
        BotInfo { name: "star", idea: "few expensive footballers and managers who train", bot: Bot::Star },
        BotInfo {
            name: "youth",
            idea: "many cheap footballers, fill all slots, never a negative balance",
            bot: Bot::Youth,
        },
        BotInfo {
            name: "banker",
            idea: "contracts, scout, community manager and friendlies first, footballers later",
            bot: Bot::Banker,
        },
        BotInfo {
            name: "planner",
            idea: "maximises estimated victory points, re-rolls by exact odds",
            bot: Bot::Planner,
        },
    ];

    const POLICY: &'static str = TRAINED;

    fn panel(_seats: usize) -> &'static [&'static str] {
        &["youth", "banker", TRAINED]
    }

    const UNHURRIED: &'static [&'static str] = &["planner", TRAINED];

    type Bot = Bot;

    type Memory = Memory;

    const FEATURES: &'static [Feature] = Look::FEATURES;

    const PROSPECTS: usize = outlook::PROSPECTS;

    /// A week.
    fn part(_rules: &Rules, state: &State) -> Option<u32> {
        Some(u32::from(state.week))
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
        memory: &mut Memory,
        _whim: &mut Whim,
    ) -> u16 {
        let chosen = trained::weigh(weights, rules, view, moves, memory);
        debug_assert!(moves.contains(chosen), "{chosen:#06x} to {:?}", view.question());
        chosen
    }

    /// A market turn, route and purchase, is one plan.
    fn planning(_rules: &Rules, view: View<'_>, memory: &Memory) -> Planning {
        trained::planning(view, memory)
    }

    fn plans(rules: &Rules, view: View<'_>, memory: &Memory, plan: &mut dyn FnMut(Memory)) {
        trained::plans(&rules.weights, view, memory, plan);
    }

    // The choice of a scripted bot.
    fn decide(
        bot: Self::Bot,
        rules: &Self::Rules,
        view: Self::View<'_>,
        moves: &Self::Moves,
        memory: &mut Self::Memory,
        _whim: &mut Whim,
    ) -> Self::Move {
        let planner = bot == Bot::Planner;
        let chosen = match view.question() {
            Question::Unique => best_hand(view, moves),
            Question::Corner => best_corner(rules, view),
            Question::Recovery => moves.nth(moves.len() - 1),
            Question::Step => drive::step(bot, view, moves, memory),
            Question::Bill => yes(utility::pays_bill(bot, view, memory)),
            Question::Sale => utility::sells(bot, view, memory),
            Question::Fee => yes(pays_fee(view)),
            Question::Dismiss => code(moves::DISMISS, worth::least_trained(view)),
            Question::LineUp if planner => planner::line_up(rules, view),
            Question::LineUp => line_up(bot, rules, view),
            Question::Team if planner => planner::team(rules, view, moves),
            Question::Team => team(bot, view, moves),
            Question::AttackAgain | Question::DefenceAgain if planner => yes(planner::again(rules, view)),
            Question::AttackAgain => yes(attack_again(bot, view)),
            Question::DefenceAgain => yes(defence_again(bot, rules, view)),
            Question::Over => moves::NO,
        };
        debug_assert!(moves.contains(chosen), "{bot:?} answers {chosen:#06x} to {:?}", view.question());
        chosen
    }
}

/// D2: the mask with the highest sum of main skills.
fn best_hand(view: View<'_>, moves: &Moves) -> u16 {
    let hand = view.hand();
    let worth = |mask: u16| -> u8 {
        (0..3_usize)
            .filter(|&k| mask >> k & 1 == 1)
            .map(|k| view.word(hand[k]).skill(view.print(hand[k]).main))
            .sum()
    };
    first_best(moves.as_slice(), |&option| worth(option & 0xFF)).unwrap_or(moves.nth(0))
}

/// The first of the options with the highest score: ties to the lower code.
fn first_best<T: Copy, S: PartialOrd>(options: &[T], score: impl Fn(&T) -> S) -> Option<T> {
    let mut best: Option<(T, S)> = None;
    for option in options {
        let reached = score(option);
        if best.as_ref().is_none_or(|(_, top)| reached > *top) {
            best = Some((*option, reached));
        }
    }
    best.map(|(option, _)| option)
}

/// D1: the corner with most enterable tiles within three moves.
fn best_corner(rules: &Rules, view: View<'_>) -> u16 {
    let near = |corner: &u8| {
        let street = rules.corners[usize::from(*corner)];
        drive::enterable(view).filter(|&(space, _)| view.distance(street, view.parking(space)) <= 3).count()
    };
    code(moves::CORNER, first_best(&[0, 1, 2, 3], near).unwrap_or(0))
}

/// D6: pay if bonus and value together exceed the fee.
fn pays_fee(view: View<'_>) -> bool {
    let tile = view.own().squad().get(usize::from(view.tile()));
    let bonus = i16::from(view.print(view.market().spaces()[usize::from(view.at())]).bonus);
    tile.is_some_and(|&tile| bonus + view.word(tile).price() > i16::from(view.bill()))
}

/// D8: the code of the bot's objective with the best tuple.
fn line_up(bot: Bot, rules: &Rules, view: View<'_>) -> u16 {
    let objective = match bot {
        Bot::Youth | Bot::Planner => Objective::Sum,
        Bot::Star => Objective::Attack,
        Bot::Banker => Objective::Lower,
    };
    let place = Objective::CODES.iter().position(|&o| o == objective).unwrap_or(0) as u8;
    let managers = view.own().managers();
    if managers.len() == 1 {
        return code(moves::LINE_UP, place);
    }
    let indices = [0, 1, 2];
    let best = first_best(&indices[..managers.len()], |&m: &u8| {
        let found = view.line_up(managers, None, managers[usize::from(m)], objective);
        objective.key(rules, found.attack, found.defence)
    });
    code(moves::LINE_UP, 4 * best.unwrap_or(0) + place)
}

/// D9: youth Mixed, star Starting, banker Substitute against a weaker level,
/// else Mixed; Substitute where the type is illegal.
fn team(bot: Bot, view: View<'_>, moves: &Moves) -> u16 {
    let wanted = match bot {
        Bot::Star | Bot::Planner => 0,
        Bot::Youth => 1,
        Bot::Banker => {
            let [attack, defence] = forecast::opponent_levels(view);
            let own = view.own().raw_levels();
            if attack + defence < own[0] + own[1] { 2 } else { 1 }
        }
    };
    let wanted = code(moves::TEAM, wanted);
    if moves.contains(wanted) { wanted } else { code(moves::TEAM, 2) }
}

/// D10: on 0 or 1 hit; banker never (its re-roll is for the defence).
fn attack_again(bot: Bot, view: View<'_>) -> bool {
    bot != Bot::Banker && view.game().hits() <= 1
}

/// D11: on 0 hits, or on 1 hit if the club is losing should this roll stand;
/// star never, banker on 0 or 1 hit.
fn defence_again(bot: Bot, rules: &Rules, view: View<'_>) -> bool {
    let hits = view.game().hits();
    match bot {
        Bot::Star => false,
        Bot::Banker => hits <= 1,
        _ => hits == 0 || hits == 1 && forecast::losing_if_it_stands(rules, view),
    }
}

/// Whether a manager is the starting one.
#[must_use]
pub const fn is_starting_manager(tile: u8) -> bool {
    tile == START_MANAGER
}
