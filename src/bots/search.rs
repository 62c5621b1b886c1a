//! What both search bots do with a decision: every candidate move is tried in
//! the same imagined games, the better half goes on, and the move of whoever
//! plays on is left only for one that proves better.
//!
//! The budget is spent by sequential halving (Karnin, Koren and Somekh 2013,
//! "Almost optimal exploration in multi-armed bandits"): ⌈log₂ n⌉ rounds of
//! equal size, in each of which all candidates left play the same games: the
//! same hidden cards, the same streams of chance (common random numbers), so
//! that what is compared is the move and not the luck. What luck is left, where
//! the games have parted, is taken out as far as the ruleset counts it
//! ([`slope`](super::slope)).
//!
//! The move of whoever plays on stays in every round. Of m moves that are
//! equally good one looks best by luck alone, by some √(2 ln m) standard errors:
//! only a move whose games, pair by pair, are better by one more than that is
//! played instead. So a search with too few playouts plays like whoever plays
//! on, and no worse.

use super::playout::{Desk, Question};
use super::slope::{Row, Slope, in_worths};
use crate::chance::Whim;
use crate::game::{Planning, Ruleset};
use crate::halt;
use crate::moves::MoveSet;
use crate::seed::Luck;

/// Most moves that are tried.
const WIDEST: u64 = 64;
/// Playouts per candidate below which fewer candidates are tried.
const LEAST_EACH: u64 = 2;

/// A move being tried.
#[derive(Debug)]
pub struct Candidate<R: Ruleset> {
    chosen: R::Move,
    /// What whoever plays it remembers: the plan of which it is a step.
    mind: R::Memory,
    /// Its node, where there is a tree.
    node: u32,
    /// By how much its playouts are better than those of whoever plays on, on
    /// the same luck; all candidates left have played equally many.
    gain: Row,
}

/// The move for which most speaks, and what is remembered of it, after no more imagined games than the
/// budget of the search, and fewer only by less than the number of candidates
/// in the last round. `TREE`: looking ahead ([`tree`](super::tree)) behind each
/// candidate, else playing on at once.
///
/// Candidates are all legal moves, or where there are more than a budget can
/// tell apart (64, or half as many as playouts) a uniform sample of them; the
/// move of whoever plays on is always among them, and with a budget below 8 it
/// is what is played. Where moves are steps of a plan, candidates are plans
/// ([`Bots::plans`](crate::game::Bots::plans)), and the one chosen is followed.
#[cold]
#[inline(never)]
pub fn decide<R: Ruleset, const TREE: bool>(
    question: &Question<'_, R>,
    whim: &mut Whim,
    desk: &mut Desk<R>,
) -> (R::Move, R::Memory) {
    let &Question { search, rules, seat, first, memory, .. } = question;
    if question.planning == Planning::Underway {
        return (first, memory);
    }
    let mut left = u64::from(search.playouts);
    let mut candidates = std::mem::take(&mut desk.candidates);
    gather(&mut candidates, question, (left / LEAST_EACH).min(WIDEST), whim);
    let proof = proof(candidates.len() as u32 - 1);
    if TREE {
        desk.plant(question, candidates.iter().map(|candidate| candidate.chosen));
    }
    let key = whim.bits();
    let mut slope = Slope::default();
    let mut row = 0;
    while candidates.len() > 1 {
        let width = candidates.len() as u64;
        let rounds = u64::from(width.next_power_of_two().trailing_zeros());
        let rows = (left / (width * rounds)).max(1).min(left / width);
        for luck in (row..row + rows).map(|row| Luck::imagined(key, row)) {
            halt::look_up();
            let mut sums = Row::default();
            let dealt = Desk::deal(question, luck);
            let mut base = None;
            for candidate in &mut candidates {
                let mut state = dealt;
                desk.begin(question, &dealt, candidate.mind, luck);
                desk.apply(rules, &mut state, candidate.chosen);
                if TREE {
                    desk.descend(question, &mut state, candidate.node, slope.value());
                }
                let worths = desk.play_out(question, &mut state);
                let lucks = R::luck(rules, &state);
                if TREE {
                    desk.note(&worths, &lucks);
                }
                let (worth, luck) = (worths[usize::from(seat)], in_worths(lucks[usize::from(seat)]));
                sums.add(worth, luck);
                let (base, base_luck) = *base.get_or_insert((worth, luck));
                candidate.gain.add(worth - base, luck - base_luck);
            }
            slope.add(&sums);
        }
        row += rows;
        left -= rows * width;
        let slope = slope.value();
        // Stable: among equals the earlier candidate stays ahead.
        candidates[1..].sort_by(|a, b| b.gain.sum(slope).total_cmp(&a.gain.sum(slope)));
        if candidates.len() == 2 {
            break;
        }
        candidates.truncate(candidates.len().div_ceil(2).max(2));
    }
    let best = match candidates[..] {
        [_, ref best] if best.gain.is_above_zero(slope.value(), proof) => (best.chosen, best.mind),
        _ => (first, memory),
    };
    desk.candidates = candidates;
    best
}

/// What is to be tried: the move of whoever plays on, and others in random order.
fn gather<R: Ruleset>(
    candidates: &mut Vec<Candidate<R>>,
    question: &Question<'_, R>,
    widest: u64,
    whim: &mut Whim,
) {
    let &Question { search, rules, view, moves, first, memory, .. } = question;
    let tried = |chosen, mind| Candidate { chosen, mind, node: 0, gain: Row::default() };
    candidates.clear();
    candidates.push(tried(first, memory));
    if question.planning == Planning::Plans {
        for &plan in &question.plans {
            let mut mind = plan;
            let chosen = search.policy.decide(rules, view, moves, &mut mind, whim);
            candidates.push(tried(chosen, mind));
        }
        // The plan of whoever plays on is there already.
        let mut place = 0;
        candidates.retain(|candidate| {
            place += 1;
            place == 1 || candidate.chosen != first || candidate.mind != memory
        });
        candidates.truncate(widest.max(1) as usize);
    } else if moves.len() <= widest {
        let others = (0..moves.len()).map(|index| moves.nth(index)).filter(|&other| other != first);
        candidates.extend(others.map(|other| tried(other, memory)));
        for last in (2..candidates.len()).rev() {
            let other = 1 + whim.below(last as u32) as usize;
            candidates.swap(last, other);
        }
    } else {
        while (candidates.len() as u64) < widest {
            let chosen = moves.sample(whim);
            if candidates.iter().all(|candidate| candidate.chosen != chosen) {
                candidates.push(tried(chosen, memory));
            }
        }
    }
    for (candidate, node) in candidates.iter_mut().zip(0..) {
        candidate.node = node;
    }
}

/// 1 + √(2 ln m): one standard error more than those by which the best of `m`
/// equal moves looks better by luck. Between powers of two the logarithm is a chord: roots
/// and products are rounded alike on every machine, logarithms are not.
fn proof(m: u32) -> f64 {
    let whole = m.max(1).ilog2();
    let log2 = f64::from(whole) + (f64::from(m.max(1)) / f64::from(1_u32 << whole) - 1.0);
    1.0 + (2.0 * std::f64::consts::LN_2 * log2).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_moves_are_tried_the_more_proof_is_asked() {
        let exact = |m: f64| 1.0 + (2.0 * m.ln()).sqrt();
        assert_eq!([0, 1].map(proof), [1.0; 2]);
        for m in 2..64 {
            let (chord, exact) = (proof(m), exact(m.into()));
            assert!(proof(m + 1) > chord && chord <= exact + 1e-12 && chord > 0.97 * exact, "{m}: {chord}");
        }
    }

    #[test]
    fn what_luck_explains_is_no_proof() {
        let gain = |of: &[i64]| {
            let mut row = Row::default();
            for &gain in of {
                row.add(gain, 0);
            }
            row
        };
        // Mean 1 with a standard error of 1 and of a half.
        let (wide, narrow) = (gain(&[4, -2, 3, -1]), gain(&[2, 0, 2, 0, 2, 0, 2, 0]));
        assert!(!wide.is_above_zero(0.0, 1.0) && narrow.is_above_zero(0.0, 1.0));
        assert!(!narrow.is_above_zero(0.0, 3.0), "of many moves more proof is asked");
        assert!(!gain(&[5]).is_above_zero(0.0, 1.0), "one pair proves nothing");
        assert!(!gain(&[5, 5, 6]).is_above_zero(0.0, 1.0), "nor do three that happen to lie together");
        assert!(!gain(&[0; 9]).is_above_zero(0.0, 1.0), "nor do equal ones");
        assert!(gain(&[3; 9]).is_above_zero(0.0, 2.0), "what is always better is better");
    }
}
