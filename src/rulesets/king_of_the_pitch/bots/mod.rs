//! Scripted strategies, weak to strong: rusher, hoarder, balanced, calculator.
//!
//! They see a seat's [`View`] and nothing else. Scores are integers: points of
//! gain in twentieths, chances in thousand-millionths. Every tie is broken
//! uniformly at random.

mod commit;
mod judge;
mod rusher;
mod scorer;
mod trained;

use super::KingOfThePitch;
use super::moves::MATCH;
use super::rules::Rules;
use super::state::Phase;
use super::switches::KingMatch;
use super::view::View;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::game::weights::TRAINED;
use crate::game::{BotInfo, Bots, Feature, Weights};
use crate::moves::{MoveMask, MoveSet, RankedMask};
use judge::Judge;
pub use trained::Look;

/// A scripted bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Challenges whenever it can.
    Rusher,
    /// Builds first, challenges when it is clearly ahead.
    Hoarder,
    /// Scores every action and takes the best.
    Balanced,
    /// As balanced, but thinks about commitments, the score and the next
    /// player.
    Calculator,
}

impl Bots for KingOfThePitch {
    type Bot = Script;
    type Memory = ();

    const BOTS: &'static [BotInfo<Script>] = &[
        BotInfo { name: "rusher", idea: "challenges whenever it holds a MATCH card", bot: Script::Rusher },
        BotInfo {
            name: "hoarder",
            idea: "builds to gold first and challenges when clearly ahead",
            bot: Script::Hoarder,
        },
        BotInfo { name: "balanced", idea: "scores every action and takes the best", bot: Script::Balanced },
        BotInfo {
            name: "calculator",
            idea: "balanced, with exact odds of every commitment, an eye on the score, and denial",
            bot: Script::Calculator,
        },
    ];
    const POLICY: &'static str = TRAINED;

    fn panel(seats: usize) -> &'static [&'static str] {
        match seats {
            ..=2 => &["rusher", "calculator", TRAINED],
            _ => &["rusher", "balanced", TRAINED],
        }
    }

    const FEATURES: &'static [Feature] = Look::FEATURES;

    fn weights(rules: &Rules) -> Weights {
        rules.weights
    }

    fn weigh(
        weights: &Weights,
        rules: &Rules,
        view: View<'_>,
        moves: &RankedMask,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> u8 {
        trained::weigh(weights, &Judge { rules, view }, moves.mask, whim)
    }

    // Its plans are compiled into it: called, they would copy what they are told
    // of the table.
    #[inline(never)]
    fn decide(
        script: Script,
        rules: &Rules,
        view: View<'_>,
        moves: &RankedMask,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> u8 {
        let judge = Judge { rules, view };
        let moves = moves.mask;
        match view.phase() {
            Phase::Action => match script {
                Script::Rusher => rusher::rush(judge, moves, whim),
                Script::Hoarder => rusher::hoard(judge, moves, whim),
                Script::Balanced => scorer::balanced(judge, moves, whim),
                Script::Calculator => scorer::calculator(judge, moves, whim),
            },
            Phase::Position => captain_position(judge, moves, whim),
            Phase::Opponent => weakest_rival(judge, moves, whim),
            Phase::Challenger | Phase::King => commit::commit(script, judge, moves, whim),
            Phase::Die(side) => lowest_useful_die(judge, usize::from(side)),
            Phase::Over => moves.sample(whim),
        }
    }
}

/// KOP-D2: where the captain gains most.
fn captain_position(judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    let mut pick = Pick::new();
    for position in moves.iter() {
        pick.offer(position, judge.captain_gain_at(judge.view.seat(), position), whim);
    }
    pick.option().unwrap_or_else(|| moves.nth(0))
}

/// KOP-D5: the rival against whom the King is most likely to win.
fn weakest_rival(judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    let mut pick = Pick::new();
    for rival in moves.iter() {
        pick.offer(rival, judge.defence_chance(rival), whim);
    }
    pick.option().unwrap_or_else(|| moves.nth(0))
}

/// KOP-D6: the die with the best chance; the exact odds assume the same.
fn lowest_useful_die(judge: Judge<'_>, side: usize) -> u8 {
    let bout = judge.view.bout();
    let levels = if side == 0 { bout.levels } else { [bout.levels[1], bout.levels[0]] };
    judge.rules.book.dice.best_die(bout.pools[side], bout.pools[1 - side], levels) as u8
}

impl Judge<'_> {
    /// The seat that MATCH would be played against: the King, or for the King
    /// itself the rival it would meet.
    fn opponent(self, whim: &mut Whim) -> u8 {
        let seat = self.view.seat();
        if seat != self.view.king() {
            return self.view.king();
        }
        match self.rules.king_match {
            KingMatch::Forbidden | KingMatch::LeftNeighbour => return self.view.next_seat(),
            KingMatch::ChooseOpponent => {}
        }
        let rivals = (0..self.rules.players).filter(|&rival| rival != seat);
        weakest_rival(self, MoveMask(rivals.fold(0, |mask, rival| mask | 1 << rival)), whim)
    }

    /// Whether MATCH is among the moves.
    const fn may_challenge(moves: MoveMask) -> bool {
        moves.0 >> MATCH & 1 == 1
    }
}
