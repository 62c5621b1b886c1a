//! Flat Monte Carlo: every candidate move is tried in the same imagined games,
//! and the better half goes on.
//!
//! The budget is spent by sequential halving (Karnin, Koren and Somekh 2013,
//! "Almost optimal exploration in multi-armed bandits"): ⌈log₂ n⌉ rounds of
//! equal size, in each of which all candidates left play the same games: the
//! same hidden cards, the same streams of chance (common random numbers), so
//! that what is compared is the move and not the luck. What luck is left, where
//! the games have parted, is taken out as far as the ruleset counts it
//! ([`slope`](super::slope)).

use super::playout::{Desk, Question, worth};
use super::slope::{Row, Slope, in_worths};
use crate::chance::Whim;
use crate::game::Ruleset;
use crate::moves::MoveSet;
use crate::seed::Luck;

/// Most moves that are tried.
const WIDEST: u64 = 64;
/// Playouts per candidate below which fewer candidates are tried.
const LEAST_EACH: u64 = 2;

/// A move being tried.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<M> {
    chosen: M,
    /// Sum over its playouts; all candidates left have played equally many.
    worth: i64,
    /// Sum of the luck in them.
    luck: i64,
}

impl<M> Candidate<M> {
    const fn new(chosen: M) -> Self {
        Self { chosen, worth: 0, luck: 0 }
    }

    fn without_luck(&self, slope: f64) -> f64 {
        self.worth as f64 - slope * self.luck as f64
    }
}

/// The move that did best in the playouts of the search: never more than its
/// budget, and fewer only by less than the number of candidates in the last
/// round.
///
/// Candidates are all legal moves, or where there are more than a budget can
/// tell apart (64, or half as many as playouts) a uniform sample of them; the
/// move of whoever plays on is always among them and wins ties, so that a
/// budget of 1 plays like that script.
#[cold]
#[inline(never)]
pub fn decide<R: Ruleset>(question: &Question<'_, R>, whim: &mut Whim, desk: &mut Desk<R>) -> R::Move {
    let &Question { search, rules, seat, moves, first, .. } = question;
    let seats = R::seats(rules);
    let mut left = u64::from(search.playouts);
    let mut candidates = std::mem::take(&mut desk.candidates);
    gather(&mut candidates, moves, first, (left / LEAST_EACH).min(WIDEST), whim);
    let key = whim.bits();
    let mut slope = Slope::default();
    let mut row = 0;
    while candidates.len() > 1 {
        let width = candidates.len() as u64;
        let rounds = u64::from(width.next_power_of_two().trailing_zeros());
        let rows = (left / (width * rounds)).max(1).min(left / width);
        for luck in (row..row + rows).map(|row| Luck::imagined(key, row)) {
            let mut sums = Row::default();
            let dealt = Desk::deal(question, luck);
            for candidate in &mut candidates {
                let mut state = dealt;
                desk.begin(question, luck);
                desk.apply(rules, &mut state, candidate.chosen);
                let outcome = desk.play_out(question, &mut state);
                let worth = worth(&outcome, seat, seats);
                let luck = in_worths(R::luck(rules, &state)[usize::from(seat)]);
                sums.add(worth, luck);
                candidate.worth += worth;
                candidate.luck += luck;
            }
            slope.add(&sums);
        }
        row += rows;
        left -= rows * width;
        // Stable: among equals the earlier candidate stays ahead.
        let slope = slope.value();
        candidates.sort_by(|a, b| b.without_luck(slope).total_cmp(&a.without_luck(slope)));
        candidates.truncate(candidates.len().div_ceil(2));
    }
    let best = candidates[0].chosen;
    desk.candidates = candidates;
    best
}

/// The moves to be tried: `first` and others in random order.
fn gather<S: MoveSet>(
    candidates: &mut Vec<Candidate<S::Move>>,
    moves: &S,
    first: S::Move,
    widest: u64,
    whim: &mut Whim,
) {
    candidates.clear();
    candidates.push(Candidate::new(first));
    if moves.len() <= widest {
        let others = (0..moves.len()).map(|index| moves.nth(index)).filter(|&other| other != first);
        candidates.extend(others.map(Candidate::new));
        for last in (2..candidates.len()).rev() {
            let other = 1 + whim.below(last as u32) as usize;
            candidates.swap(last, other);
        }
    } else {
        while (candidates.len() as u64) < widest {
            let chosen = moves.sample(whim);
            if candidates.iter().all(|candidate| candidate.chosen != chosen) {
                candidates.push(Candidate::new(chosen));
            }
        }
    }
}
