//! Which moves of a decision are measured: the best of those tried, by
//! sequential halving on common random numbers.

use super::table::Table;
use crate::chance::{MAX_SEATS, Whim};
use crate::game::{Ruleset, WIN};
use crate::moves::MoveSet;
use crate::seed::Luck;

/// Most moves that are tried; more are sampled from.
const WIDEST: u64 = 32;
/// Continuations per move below which fewer moves are tried.
const LEAST_EACH: u64 = 4;
/// Standard errors by which a move must seem better to be called better.
const EVIDENCE: f64 = 1.0;
/// A seat whose chance is no more than one in so many has none to speak of.
const HOPELESS: u64 = 33;

/// A move being tried.
#[derive(Debug, Clone, Copy)]
struct Candidate<M> {
    chosen: M,
    /// Worth above the chosen move's, over the continuations of both.
    above: i64,
    squares: f64,
    /// Each seat's share in the first round, in which all play as many.
    shares: [u64; MAX_SEATS],
}

/// The moves of a decision that are measured.
#[derive(Debug, Clone)]
pub(super) struct Choice<M> {
    /// Called best; the chosen one unless another is better on evidence.
    pub best: M,
    /// The first, the second and the last in the order of those tried.
    pub first: M,
    pub second: M,
    pub last: M,
    /// How many were tried.
    pub tried: u32,
    /// What the chosen move seemed to cost per continuation.
    pub hint: f64,
    /// Of a seat without a chance: a rival, the move that is best and the one
    /// that is worst for it.
    pub swing: Option<(usize, M, M)>,
}

/// Tries the moves that `table` has at hand, `chosen` among them.
///
/// ⌈log₂ n⌉ rounds of equal size, in each of which all moves left play the same
/// continuations (Karnin, Koren and Somekh 2013); the chosen move stays in to
/// the end, so that every other is compared with it continuation by
/// continuation.
pub(super) fn choose<R: Ruleset>(
    table: &mut Table<'_, R>,
    state: &R::State,
    seat: u8,
    chosen: R::Move,
    memory: R::Memory,
    key: u64,
) -> Choice<R::Move> {
    let mut left = table.effort.choosing.max(LEAST_EACH);
    let widest = (left / LEAST_EACH).clamp(2, WIDEST);
    let mut candidates = gather::<R>(&table.moves, chosen, widest, key);
    let tried = candidates.len() as u32;
    let (mut live, mut row, mut own) = (candidates.len(), 0, 0_u64);
    let rounds = u64::from((live as u64).next_power_of_two().trailing_zeros()).max(1);
    let mut rounds_left = rounds;
    while rounds_left > 0 {
        let rows = (left / (live as u64 * rounds_left)).max(1);
        for luck in (row..row + rows).map(|row| Luck::imagined(key, row)) {
            let view = R::view(table.rules(), state, seat);
            let dealt = R::determinize(table.rules(), view, &mut Whim::new(luck, MAX_SEATS as u8, 0));
            let mut base = 0;
            for candidate in &mut candidates[..live] {
                table.begin_guessing(luck, seat, memory);
                let outcome = table.play_on(dealt, candidate.chosen);
                let worth = crate::bots::playout::worth(&outcome, seat, table.seats());
                if candidate.chosen == chosen {
                    base = worth;
                    own += u64::from(outcome.share[usize::from(seat)]);
                }
                let above = worth - base;
                candidate.above += above;
                candidate.squares += (above as f64).powi(2);
                if rounds_left == rounds {
                    for (sum, share) in candidate.shares.iter_mut().zip(outcome.share) {
                        *sum += u64::from(share);
                    }
                }
            }
        }
        row += rows;
        left = left.saturating_sub(rows * live as u64);
        // The chosen move stays in its place, the first; among equals the
        // earlier one stays ahead.
        candidates[1..live].sort_by_key(|candidate| -candidate.above);
        live = if live > 2 { 1 + live / 2 } else { live };
        rounds_left -= 1;
    }
    let swing = (table.seats() > 2 && own * HOPELESS <= row * u64::from(WIN))
        .then(|| swing(&candidates, seat, table.seats()));
    let rival = candidates.get(1).filter(|rival| rival.above as f64 > EVIDENCE * rival.squares.sqrt());
    let best = rival.map_or(chosen, |rival| rival.chosen);
    let unit = crate::bots::playout::MOST as f64 / f64::from(WIN);
    let hint = rival.map_or(0.0, |rival| rival.above as f64 / row as f64 / unit);
    // In the order of all: the chosen one is where its worth puts it.
    candidates[..live].sort_by_key(|candidate| -candidate.above);
    let place = |at: usize| candidates[at.min(candidates.len() - 1)].chosen;
    Choice { best, first: place(0), second: place(1), last: place(usize::MAX), tried, hint, swing }
}

/// The moves to be tried: the chosen one first, then the others, or a uniform
/// sample of them where they are many, in random order.
fn gather<R: Ruleset>(moves: &R::Moves, chosen: R::Move, widest: u64, key: u64) -> Vec<Candidate<R::Move>> {
    let fresh = |chosen| Candidate { chosen, above: 0, squares: 0.0, shares: [0; MAX_SEATS] };
    let mut whim = Whim::new(Luck::imagined(key, u64::MAX), 0, 0);
    let mut candidates = vec![fresh(chosen)];
    if moves.len() <= widest {
        let others = (0..moves.len()).map(|index| moves.nth(index)).filter(|&other| other != chosen);
        candidates.extend(others.map(fresh));
        for last in (2..candidates.len()).rev() {
            candidates.swap(last, 1 + whim.below(last as u32) as usize);
        }
    } else {
        while (candidates.len() as u64) < widest {
            let other = moves.sample(&mut whim);
            if candidates.iter().all(|candidate| candidate.chosen != other) {
                candidates.push(fresh(other));
            }
        }
    }
    candidates
}

/// The rival whose share two of the moves put farthest apart, and those moves.
fn swing<M: Copy>(candidates: &[Candidate<M>], seat: u8, seats: usize) -> (usize, M, M) {
    let apart = |rival: usize| {
        let share = |candidate: &&Candidate<M>| candidate.shares[rival];
        let most = candidates.iter().rev().max_by_key(share).unwrap_or(&candidates[0]);
        let least = candidates.iter().min_by_key(share).unwrap_or(&candidates[0]);
        (share(&most) - share(&least), rival, most.chosen, least.chosen)
    };
    let rivals = (0..seats).rev().filter(|&rival| rival != usize::from(seat));
    let found = rivals.map(apart).max_by_key(|&(apart, ..)| apart);
    found.map_or((0, candidates[0].chosen, candidates[0].chosen), |(_, rival, most, least)| {
        (rival, most, least)
    })
}
