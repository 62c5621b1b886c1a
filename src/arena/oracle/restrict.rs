//! Games in which one seat may not make one class of moves, beside the same
//! game as it is (restricted play: Jaffe, Miller, Andersen, Liu, Karlin and
//! Popović 2012, "Evaluating competitive game balance with restricted play").
//!
//! In: an arm and a range of blocks. Out: per block and class what its ban did
//! to that seat's share. Where a bot would make a banned move it takes the best
//! of the others, by a few continuations from what it can see; where all moves
//! are banned the ban does not hold.

use std::ops::Range;

use super::table::Table;
use super::{Effort, class, classes};
use crate::arena::batch::{Arm, Table as Seated};
use crate::bots::{Bot, Desk};
use crate::chance::{MAX_SEATS, Stream, Whim};
use crate::game::{Ruleset, Turn};
use crate::moves::MoveSet;
use crate::seed::{Luck, mix, of_text};
use crate::watch::Silent;

/// Moves that are compared in place of a banned one, at most.
const OTHERS: usize = 8;
/// Continuations of each of them.
const EACH: u64 = 4;
/// Draws from a set of moves too large to list.
const DRAWS: u64 = 64;
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
            let seat = (block % seats as u64) as u8;
            let rotation = (block / seats as u64 % seats as u64) as u32;
            let (plain, used, _) = game.play(block, rotation, seat, None, &mut imagined);
            for (banned, ban) in bans.iter_mut().enumerate() {
                *ban = Ban::default();
                if used[banned] {
                    let (share, _, kept) = game.play(block, rotation, seat, Some(banned), &mut imagined);
                    *ban = Ban { change: i32::from(share) - i32::from(plain), kept };
                }
            }
            each(&bans);
        }
    }
}

/// Games of an arm with a ban.
struct Game<'a, R: Ruleset> {
    arm: &'a Arm<R>,
    sat: Seated<R>,
    desk: Option<Box<Desk<R>>>,
}

impl<R: Ruleset> Game<'_, R> {
    /// Plays a block's game; the share of `seat`, the classes of moves that it
    /// has made, and how often it was kept from one.
    fn play(
        &mut self,
        block: u64,
        rotation: u32,
        seat: u8,
        banned: Option<usize>,
        imagined: &mut Table<'_, R>,
    ) -> (u8, Vec<bool>, u32) {
        let (rules, seats, luck) = (&self.arm.rules, self.arm.seats(), self.arm.luck(block));
        self.arm.sit(&mut self.sat, luck, rotation);
        if let Some(desk) = &mut self.desk {
            desk.sit_down(block);
        }
        imagined.seat_as(&self.sat.bots);
        let mut chance = Stream::paired(luck);
        let mut memory = [R::Memory::default(); MAX_SEATS];
        let mut moves = R::Moves::default();
        let mut used = vec![false; classes::<R>(rules).len()];
        let (mut kept, mut asked) = (0, 0_u64);
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
                let own = (who == seat).then(|| class::<R>(rules, &state, chosen));
                if let Some(of) = own.filter(|_| own == banned) {
                    let key = mix(luck.low() ^ mix(BANNED ^ asked));
                    if let Some(other) = instead(imagined, &state, who, &moves, of, memory[place], key) {
                        (chosen, kept) = (other, kept + 1);
                    }
                }
                if who == seat {
                    used[class::<R>(rules, &state, chosen)] = true;
                }
            }
            R::apply(rules, &mut state, chosen, &mut chance, &mut Silent);
        }
        if let Some(desk) = &mut self.desk {
            desk.stand_up(rules, &state);
        }
        (R::outcome(rules, &state).share[usize::from(seat)], used, kept)
    }
}

/// The best of the moves that are not of the class `banned`, by a few
/// continuations that they share; none where there are none.
fn instead<R: Ruleset>(
    table: &mut Table<'_, R>,
    state: &R::State,
    seat: u8,
    moves: &R::Moves,
    banned: usize,
    memory: R::Memory,
    key: u64,
) -> Option<R::Move> {
    let rules = table.rules();
    let allowed = |&other: &R::Move| class::<R>(rules, state, other) != banned;
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
