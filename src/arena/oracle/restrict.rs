//! Games in which one seat may not make one class of moves, or must open with
//! one, beside the same game as it is (restricted play: Jaffe, Miller, Andersen, Liu, Karlin and
//! Popović 2012, "Evaluating competitive game balance with restricted play").
//!
//! In: an arm and a range of blocks. Out: per block and class what its ban, or
//! the opening, did to that seat's share. Where a bot would make a move that it
//! may not make it takes the best of those that it may, by a few continuations
//! from what it can see; where there are none it is left alone.

use std::ops::Range;

use super::table::Table;
use super::{Effort, class, classes};
use crate::arena::batch::{Arm, Table as Seated};
use crate::bots::{Bot, Desk};
use crate::chance::{MAX_SEATS, Stream, Whim};
use crate::game::{Ruleset, Turn};
use crate::halt;
use crate::moves::MoveSet;
use crate::seed::{Luck, mix, of_text};
use crate::watch::Silent;

/// Moves that are compared in place of a banned one, at most.
const OTHERS: usize = 8;
/// Continuations of each of them.
const EACH: u64 = 4;
/// Draws from a set of moves too large to list.
const DRAWS: u64 = 64;
/// Moves of a first decision that are looked at for their classes.
const MOST_FIRST: u64 = 4096;
/// What sets the luck of their continuations apart.
const BANNED: u64 = of_text("what else there is to do");

/// What the ban of one class did in one block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ban {
    /// The seat's share under the ban minus without, in parts of
    /// [`WIN`](crate::game::WIN).
    pub change: i32,
    /// How often it was kept from a move.
    pub kept: u32,
}

impl<R: Ruleset> Arm<R> {
    /// Plays the blocks of `range` as they are, and once more for each class of
    /// moves that the block's seat has made; `each` gets what every ban did.
    ///
    /// The seat is the block's number modulo the seats; entrants move on when
    /// every seat has had its turn. A ban of what a seat never does changes
    /// nothing, and is not played.
    pub fn bans(&self, range: Range<u64>, each: &mut dyn FnMut(&[Ban])) {
        let seats = self.seats();
        let all = classes::<R>(&self.rules).len();
        let effort = Effort { looks: 0, moments: 0, choosing: 0, measuring: 0 };
        let mut imagined = Table::new(self, None, effort);
        let mut game = Game { arm: self, sat: self.table(self.luck(0)), desk: self.desk() };
        let mut bans = vec![Ban::default(); all];
        for block in range {
            halt::look_up();
            let seat = (block % seats as u64) as u8;
            let rotation = (block / seats as u64 % seats as u64) as u32;
            let plain = game.play(block, rotation, seat, Order::AsItIs, &mut imagined);
            for (banned, ban) in bans.iter_mut().enumerate() {
                *ban = Ban::default();
                if plain.used[banned] {
                    let held = game.play(block, rotation, seat, Order::Never(banned), &mut imagined);
                    *ban = Ban { change: i32::from(held.share) - i32::from(plain.share), kept: held.kept };
                }
            }
            each(&bans);
        }
    }

    /// Plays the blocks of `range` as they are, and once more for each other class
    /// of moves that the block's seat could have begun with; `each` gets what
    /// beginning with each class did to its share, in parts of
    /// [`WIN`](crate::game::WIN): 0 for the class that it has chosen itself, none
    /// where it could not. Seats and entrants as in [`Arm::bans`].
    pub fn openings(&self, range: Range<u64>, each: &mut dyn FnMut(&[Option<i32>])) {
        let seats = self.seats();
        let all = classes::<R>(&self.rules).len();
        let effort = Effort { looks: 0, moments: 0, choosing: 0, measuring: 0 };
        let mut imagined = Table::new(self, None, effort);
        let mut game = Game { arm: self, sat: self.table(self.luck(0)), desk: self.desk() };
        let mut changes = vec![None; all];
        for block in range {
            halt::look_up();
            let seat = (block % seats as u64) as u8;
            let rotation = (block / seats as u64 % seats as u64) as u32;
            let plain = game.play(block, rotation, seat, Order::AsItIs, &mut imagined);
            changes.fill(None);
            if let Some((own, open)) = &plain.first {
                for (class, change) in changes.iter_mut().enumerate().filter(|(class, _)| open[*class]) {
                    let share = if class == *own {
                        plain.share
                    } else {
                        game.play(block, rotation, seat, Order::First(class), &mut imagined).share
                    };
                    *change = Some(i32::from(share) - i32::from(plain.share));
                }
            }
            each(&changes);
        }
    }
}

/// What a seat is told about its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Nothing.
    AsItIs,
    /// No move of this class.
    Never(usize),
    /// A move of this class at its first decision.
    First(usize),
}

/// How a game went for the seat.
struct Played {
    share: u8,
    /// Classes of moves that it has made.
    used: Vec<bool>,
    /// How often it was kept from one.
    kept: u32,
    /// At its first decision: the class of its move, and the classes that there
    /// were.
    first: Option<(usize, Vec<bool>)>,
}

/// Games of an arm with a ban.
struct Game<'a, R: Ruleset> {
    arm: &'a Arm<R>,
    sat: Seated<R>,
    desk: Option<Box<Desk<R>>>,
}

impl<R: Ruleset> Game<'_, R> {
    /// Plays a block's game with an order to `seat`.
    fn play(
        &mut self,
        block: u64,
        rotation: u32,
        seat: u8,
        order: Order,
        imagined: &mut Table<'_, R>,
    ) -> Played {
        let (rules, seats, luck) = (&self.arm.rules, self.arm.seats(), self.arm.luck(block));
        self.arm.sit(&mut self.sat, luck, rotation);
        if let Some(desk) = &mut self.desk {
            desk.sit_down(block);
        }
        imagined.seat_as(&self.sat.bots);
        let mut chance = Stream::paired(luck, R::card_ids(rules));
        let mut memory = [R::Memory::default(); MAX_SEATS];
        let mut moves = R::Moves::default();
        let mut used = vec![false; classes::<R>(rules).len()];
        let (mut kept, mut asked, mut first) = (0, 0_u64, None);
        let mut state = R::setup(rules, &self.sat.seating[..seats], &mut chance, &mut Silent);
        while let Turn::Ask(who) = R::turn(rules, &state) {
            R::legal(rules, &state, &mut moves);
            asked += 1;
            let mut chosen = moves.nth(0);
            if moves.len() > 1 {
                let place = usize::from(who);
                let (mind, whim) = (&mut memory[place], &mut self.sat.whims[place]);
                let bot: Bot<R> = self.sat.bots[place];
                chosen = bot.decide(rules, &state, who, &moves, mind, whim, &mut self.desk);
                if who == seat {
                    let of = |chosen: R::Move| class::<R>(rules, &state, chosen);
                    let own = of(chosen);
                    let begins = first.is_none();
                    if begins {
                        let mut open = vec![false; used.len()];
                        for at in 0..moves.len().min(MOST_FIRST) {
                            open[of(moves.nth(at))] = true;
                        }
                        open[own] = true;
                        first = Some((own, open));
                    }
                    let may = |other: R::Move| match order {
                        Order::AsItIs => true,
                        Order::Never(banned) => of(other) != banned,
                        Order::First(class) => !begins || of(other) == class,
                    };
                    if !may(chosen) {
                        let key = mix(luck.low() ^ mix(BANNED ^ asked));
                        if let Some(other) = instead(imagined, &state, who, &moves, may, memory[place], key) {
                            (chosen, kept) = (other, kept + 1);
                        }
                    }
                    used[of(chosen)] = true;
                }
            }
            R::apply(rules, &mut state, chosen, &mut chance, &mut Silent);
        }
        if let Some(desk) = &mut self.desk {
            desk.stand_up(rules, &state);
        }
        Played { share: R::outcome(rules, &state).share[usize::from(seat)], used, kept, first }
    }
}

/// The best of the moves that the seat may make, by a few continuations that
/// they share; none where there are none.
fn instead<R: Ruleset>(
    table: &mut Table<'_, R>,
    state: &R::State,
    seat: u8,
    moves: &R::Moves,
    may: impl Fn(R::Move) -> bool,
    memory: R::Memory,
    key: u64,
) -> Option<R::Move> {
    let rules = table.rules();
    let allowed = |&other: &R::Move| may(other);
    let mut whim = Whim::new(Luck::imagined(key, u64::MAX), 0, 0);
    let mut others: Vec<R::Move> = if moves.len() <= DRAWS {
        (0..moves.len()).map(|at| moves.nth(at)).filter(allowed).collect()
    } else {
        let mut drawn: Vec<R::Move> = Vec::new();
        for other in (0..DRAWS).map(|_| moves.sample(&mut whim)) {
            if allowed(&other) && !drawn.contains(&other) {
                drawn.push(other);
            }
        }
        drawn
    };
    for last in (1..others.len()).rev() {
        others.swap(last, whim.below(last as u32 + 1) as usize);
    }
    others.truncate(OTHERS);
    if others.len() < 2 {
        return others.first().copied();
    }
    let mut worths = vec![0; others.len()];
    for luck in (0..EACH).map(|row| Luck::imagined(key, row)) {
        let view = R::view(rules, state, seat);
        let dealt = R::determinize(rules, view, &mut Whim::new(luck, MAX_SEATS as u8, 0));
        for (worth, &other) in worths.iter_mut().zip(&others) {
            table.begin_guessing(luck, seat, memory);
            let outcome = table.play_on(dealt, other);
            *worth += crate::bots::playout::worth(&outcome, seat, table.seats());
        }
    }
    let best = (0..others.len()).rev().max_by_key(|&at| worths[at])?;
    Some(others[best])
}
