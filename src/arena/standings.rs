//! Where the seats stood whenever a part of a game began, and who won it: what
//! the weights of [`prospects`](crate::bots::prospects) are found from.
//!
//! In: an arm and a range of blocks. Out: a [`Standing`] at the first question of
//! a part, as many parts apart as searches look ahead, the first of them another
//! from block to block; in integers.

use std::ops::Range;

use super::batch::Arm;
use crate::chance::MAX_SEATS;
use crate::game::{Ruleset, Turn};
use crate::halt;
use crate::moves::MoveSet;
use crate::watch::Silent;

/// Where the seats of a game stood, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What was seen of each seat, one after another.
    pub seen: Vec<i32>,
    /// What each seat had of the win in the end, in parts of
    /// [`WIN`](crate::game::WIN).
    pub share: [u8; MAX_SEATS],
}

impl<R: Ruleset> Arm<R> {
    /// Plays the blocks of `range`.
    pub fn standings(&self, range: Range<u64>, each: &mut dyn FnMut(Standing)) {
        let (seats, luck) = (self.seats(), self.luck(0));
        let (mut chance, mut table, mut desk) = (self.chance(luck), self.table(luck), self.desk());
        let mut moves = R::Moves::default();
        for block in range {
            halt::look_up();
            let luck = self.luck(block);
            for rotation in 0..self.rotations {
                chance.restart(luck);
                self.sit(&mut table, luck, rotation);
                let mut memory = [R::Memory::default(); MAX_SEATS];
                let mut state = R::setup(&self.rules, &table.seating[..seats], &mut chance, &mut Silent);
                let apart = 1 + R::AHEAD;
                let first = 1 + (block % u64::from(apart)) as u32;
                let mut due = None;
                let mut stood = Vec::new();
                while let Turn::Ask(seat) = R::turn(&self.rules, &state) {
                    let part = R::part(&self.rules, &state);
                    if part.is_some_and(|part| part >= *due.get_or_insert(part + first)) {
                        due = part.map(|part| part + apart);
                        let mut seen = vec![0; seats * R::PROSPECTS];
                        for (seat, seen) in seen.chunks_exact_mut(R::PROSPECTS.max(1)).enumerate() {
                            R::outlook(&self.rules, &state, seat, seen);
                        }
                        stood.push(seen);
                    }
                    R::legal(&self.rules, &state, &mut moves);
                    let place = usize::from(seat);
                    let chosen = if moves.len() == 1 {
                        moves.nth(0)
                    } else {
                        let (memory, whim) = (&mut memory[place], &mut table.whims[place]);
                        table.bots[place].decide(&self.rules, &state, seat, &moves, memory, whim, &mut desk)
                    };
                    R::apply(&self.rules, &mut state, chosen, &mut chance, &mut Silent);
                }
                let share = R::outcome(&self.rules, &state).share;
                for seen in stood {
                    each(Standing { seen, share });
                }
            }
        }
    }
}
