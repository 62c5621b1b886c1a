//! Tree search over re-dealt hidden cards: single-observer information-set
//! Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, "Information
//! set Monte Carlo tree search").
//!
//! Every playout deals the hidden cards anew, walks down one tree of moves
//! shared by all deals, adds one node and plays on to the end. A move that is
//! legal in some deals only is held against the playouts in which it could
//! have been chosen (its availability), not against all. Chance is no node:
//! what dice and decks may bring is averaged over, and a node is a move of a
//! seat after the moves before it. Every seat maximises its own worth (maxⁿ,
//! Luckhardt and Irani 1986).
//!
//! Selection adds to a child's mean the bound √(√n / nᵢ) instead of
//! √(ln n / nᵢ): polynomial exploration is what non-stationary children call
//! for (Shah, Xie and Xu 2020, "Non-asymptotic analysis of Monte Carlo tree
//! search"; Auger, Couëtoux and Teytaud 2013), and square roots are rounded
//! alike on every machine, logarithms are not.
//!
//! Hundreds of moves can't all be tried: a node is widened with the square
//! root of its visits (progressive widening, Coulom 2007), the move of whoever
//! plays on first.
//!
//! A few hundred playouts are few beside the luck of a game. So the k-th
//! playouts of all root moves share their luck (the same hidden cards, the same
//! streams of chance), luck that the ruleset counts is taken out
//! ([`slope`](super::slope)), and the move of whoever plays on is kept unless
//! another proves better by more than its standard error.

use super::playout::{Desk, MOST, Question, worth};
use super::slope::{Row, Slope, in_worths};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::game::Ruleset;
use crate::moves::MoveSet;
use crate::seed::Luck;

/// Weight of the exploration bound beside a mean between 0 and 1.
const EXPLORE: f64 = 0.4;
/// Children per square root of visits.
const WIDEN: f64 = 0.7;
/// Standard errors by which a move must do better than that of whoever plays
/// on.
const PROOF: f64 = 1.0;
/// The root, and the node of the first move tried from it.
const ROOT: u32 = 0;
const FIRST: u32 = 1;
/// No node.
const NONE: u32 = u32::MAX;

/// A move of a seat, after the moves on the way to it.
#[derive(Debug, Clone, Copy)]
pub struct Node<M> {
    chosen: M,
    seat: u8,
    /// Playouts that went through it.
    visits: u32,
    /// Playouts in which it could have been chosen.
    available: u32,
    /// Sum of what these were worth to the seat.
    worth: i64,
    /// Sum of the seat's luck in them.
    luck: i64,
    /// Its first child and its next sibling.
    child: u32,
    sibling: u32,
}

impl<M> Node<M> {
    const fn new(chosen: M, seat: u8) -> Self {
        Self { chosen, seat, visits: 0, available: 0, worth: 0, luck: 0, child: NONE, sibling: NONE }
    }

    /// Mean worth without luck.
    fn mean(&self, slope: f64) -> f64 {
        (self.worth as f64 - slope * self.luck as f64) / f64::from(self.visits)
    }

    /// Upper bound of that, in whole wins.
    fn bound(&self, slope: f64) -> f64 {
        let explore = (f64::from(self.available).sqrt() / f64::from(self.visits)).sqrt();
        self.mean(slope) / MOST as f64 + EXPLORE * explore
    }
}

/// The best move after exactly as many imagined games as the search's budget.
#[cold]
#[inline(never)]
pub fn decide<R: Ruleset>(question: &Question<'_, R>, whim: &mut Whim, desk: &mut Desk<R>) -> R::Move {
    let &Question { search, rules, seat, moves, first, .. } = question;
    let seats = R::seats(rules);
    desk.plant(question);
    let key = whim.bits();
    let mut played = Row::default();
    for _ in 0..search.playouts {
        let slope = played.slope().value();
        // Chosen before anything is dealt: the own moves are known.
        let (mut at, mut new) = match select(&mut desk.nodes, moves, ROOT, seat, slope, whim) {
            Some(child) => (child, false),
            None => {
                let chosen = untried(&desk.nodes, moves, ROOT, seat, first, whim);
                (grow(&mut desk.nodes, ROOT, chosen, seat), true)
            }
        };
        let luck = Luck::imagined(key, u64::from(desk.nodes[at as usize].visits));
        let mut state = Desk::deal(question, luck);
        desk.begin(question, luck);
        desk.path.clear();
        desk.path.extend([ROOT, at]);
        desk.apply(rules, &mut state, desk.nodes[at as usize].chosen);
        while !new && let Some(mover) = desk.next(rules, &mut state) {
            let known = select(&mut desk.nodes, &desk.moves, at, mover, slope, &mut desk.whim);
            (at, new) = match known {
                Some(child) => (child, false),
                None => (desk.expand(question, &state, at, mover), true),
            };
            desk.path.push(at);
            desk.apply(rules, &mut state, desk.nodes[at as usize].chosen);
        }
        let outcome = desk.play_out(question, &mut state);
        let lucks = R::luck(rules, &state);
        played.add(worth(&outcome, seat, seats), in_worths(lucks[usize::from(seat)]));
        for &index in &desk.path {
            let node = &mut desk.nodes[index as usize];
            node.visits += 1;
            node.worth += worth(&outcome, node.seat, seats);
            node.luck += in_worths(lucks[usize::from(node.seat)]);
        }
    }
    best(&desk.nodes, &played.slope(), whim)
}

/// The move of whoever plays on, unless another is better beyond its standard
/// error; then that of which most is certain.
fn best<M: Copy>(nodes: &[Node<M>], slope: &Slope, whim: &mut Whim) -> M {
    let (value, rest) = (slope.value(), slope.rest());
    let first = &nodes[FIRST as usize];
    let mut pick = Pick::new();
    pick.offer(first.chosen, 0.0, whim);
    for node in children(nodes, ROOT).map(|index| &nodes[index as usize]) {
        let error = (rest * (1.0 / f64::from(node.visits) + 1.0 / f64::from(first.visits))).sqrt();
        let gain = node.mean(value) - first.mean(value) - PROOF * error;
        if gain > 0.0 {
            pick.offer(node.chosen, gain, whim);
        }
    }
    pick.option().unwrap_or(first.chosen)
}

/// The children of a node, the youngest first.
fn children<M>(nodes: &[Node<M>], at: u32) -> impl Iterator<Item = u32> {
    let known = |index: u32| (index != NONE).then_some(index);
    std::iter::successors(known(nodes[at as usize].child), move |&index| known(nodes[index as usize].sibling))
}

/// The child of `at` to walk down to, unless one is to be added.
fn select<S: MoveSet>(
    nodes: &mut [Node<S::Move>],
    moves: &S,
    at: u32,
    mover: u8,
    slope: f64,
    whim: &mut Whim,
) -> Option<u32> {
    let mut legal = 0;
    let mut pick = Pick::new();
    let mut index = nodes[at as usize].child;
    while index != NONE {
        let node = &mut nodes[index as usize];
        if node.seat == mover && moves.contains(node.chosen) {
            legal += 1;
            node.available += 1;
            pick.offer(index, node.bound(slope), whim);
        }
        index = node.sibling;
    }
    let width = 1.0 + WIDEN * f64::from(nodes[at as usize].visits).sqrt();
    let full = legal == moves.len() || legal as f64 >= width;
    pick.option().filter(|_| full)
}

/// A move without a node: `wanted`, or if that has one any other.
fn untried<S: MoveSet>(
    nodes: &[Node<S::Move>],
    moves: &S,
    at: u32,
    mover: u8,
    wanted: S::Move,
    whim: &mut Whim,
) -> S::Move {
    let mut chosen = wanted;
    while children(nodes, at).any(|index| {
        let node = &nodes[index as usize];
        node.seat == mover && node.chosen == chosen
    }) {
        chosen = moves.sample(whim);
    }
    chosen
}

/// Adds a child.
fn grow<M>(nodes: &mut Vec<Node<M>>, at: u32, chosen: M, mover: u8) -> u32 {
    let index = nodes.len() as u32;
    let sibling = nodes[at as usize].child;
    nodes.push(Node { available: 1, sibling, ..Node::new(chosen, mover) });
    nodes[at as usize].child = index;
    index
}

impl<R: Ruleset> Desk<R> {
    /// A root and room for one node per playout.
    fn plant(&mut self, question: &Question<'_, R>) {
        let room = question.search.playouts as usize + 2;
        self.nodes.clear();
        self.nodes.reserve_exact(room);
        self.path.clear();
        self.path.reserve_exact(room);
        self.nodes.push(Node::new(question.first, question.seat));
    }

    /// Adds a child for a move that has none, that of whoever plays on first.
    fn expand(&mut self, question: &Question<'_, R>, state: &R::State, at: u32, mover: u8) -> u32 {
        let wanted = self.play_on(question, state, mover);
        let chosen = untried(&self.nodes, &self.moves, at, mover, wanted, &mut self.whim);
        grow(&mut self.nodes, at, chosen, mover)
    }
}
