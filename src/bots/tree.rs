//! Tree search over re-dealt hidden cards: single-observer information-set
//! Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, "Information
//! set Monte Carlo tree search").
//!
//! Behind every root move that [`search`](super::search) tries stands a tree of
//! moves shared by all deals: a playout walks down it, adds one node and plays
//! on to the end. A move that is legal in some deals only is held against the
//! playouts in which it could have been chosen (its availability), not against
//! all. Chance is no node: what dice and decks may bring is averaged over, and a
//! node is a move of a seat after the moves before it. Every seat maximises its
//! own worth (maxⁿ, Luckhardt and Irani 1986).
//!
//! Selection adds to a child's mean the bound √(√n / nᵢ) instead of
//! √(ln n / nᵢ): polynomial exploration is what non-stationary children call
//! for (Shah, Xie and Xu 2020, "Non-asymptotic analysis of Monte Carlo tree
//! search"; Auger, Couëtoux and Teytaud 2013), and square roots are rounded
//! alike on every machine, logarithms are not. Where standings are judged,
//! worths lie about an equal share of the win, and the bound counts in such
//! shares: in wins it would try everything equally often among sixteen seats.
//!
//! What whoever plays on would choose in this deal, with this hand, is always
//! one of the children: a seat is not made to repeat what suited another hand.
//! Other moves are added with the square root of a node's visits (progressive
//! widening, Coulom 2007), few of them: few playouts are better spent on good
//! play than on trying everything. Steps of a plan have no nodes.

use super::playout::{Desk, MOST, Question};
use super::slope::in_worths;
use crate::chance::whim::Pick;
use crate::chance::{MAX_SEATS, Whim};
use crate::game::{Planning, Ruleset};
use crate::moves::MoveSet;

/// Weight of the exploration bound beside a mean between 0 and 1, at a table of two.
const EXPLORE: f64 = 0.4;
/// Children per square root of visits.
const WIDEN: f64 = 0.3;
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
    fn bound(&self, scale: &Scale) -> f64 {
        let explore = (f64::from(self.available).sqrt() / f64::from(self.visits)).sqrt();
        self.mean(scale.slope) / MOST as f64 + scale.explore * explore
    }
}

/// What the worth of a node is held against.
struct Scale {
    /// Worth per unit of luck.
    slope: f64,
    /// Weight of the exploration bound, in whole wins.
    explore: f64,
}

/// The children of a node, the youngest first.
fn children<M>(nodes: &[Node<M>], at: u32) -> impl Iterator<Item = u32> {
    let known = |index: u32| (index != NONE).then_some(index);
    std::iter::successors(known(nodes[at as usize].child), move |&index| known(nodes[index as usize].sibling))
}

/// The child of `at` to walk down to, unless one is to be added: the mover's
/// wanted move, if it has none, or another.
fn select<S: MoveSet>(
    nodes: &mut [Node<S::Move>],
    moves: &S,
    at: u32,
    (mover, wanted): (u8, S::Move),
    scale: &Scale,
    whim: &mut Whim,
) -> Option<u32> {
    let (mut legal, mut is_known) = (0, false);
    let mut pick = Pick::new();
    let mut index = nodes[at as usize].child;
    while index != NONE {
        let node = &mut nodes[index as usize];
        if node.seat == mover && moves.contains(node.chosen) {
            legal += 1;
            is_known |= node.chosen == wanted;
            node.available += 1;
            pick.offer(index, node.bound(scale), whim);
        }
        index = node.sibling;
    }
    let width = 1.0 + WIDEN * f64::from(nodes[at as usize].visits).sqrt();
    let full = legal == moves.len() || legal as f64 >= width;
    pick.option().filter(|_| full && is_known)
}

/// A move without a node: `wanted`, or if that has one any other.
fn untried<S: MoveSet>(
    nodes: &[Node<S::Move>],
    moves: &S,
    at: u32,
    (mover, wanted): (u8, S::Move),
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
    /// Room for the nodes of these root moves and one more per playout.
    pub(super) fn plant(&mut self, question: &Question<'_, R>, roots: impl Iterator<Item = R::Move>) {
        let room = question.search.playouts as usize + 2;
        self.nodes.clear();
        self.nodes.reserve_exact(room);
        self.path.clear();
        self.path.reserve_exact(room);
        self.nodes.extend(roots.map(|chosen| Node::new(chosen, question.seat)));
    }

    /// Walks down from the node of a root move that has been played, and adds a
    /// node.
    pub(super) fn descend(
        &mut self,
        question: &Question<'_, R>,
        state: &mut R::State,
        root: u32,
        slope: f64,
    ) {
        let rules = question.rules;
        let share = if self.until.is_some() { 2.0 / R::seats(rules) as f64 } else { 1.0 };
        let scale = Scale { slope, explore: EXPLORE * share };
        let mut at = root;
        let mut new = self.nodes[at as usize].visits == 0;
        self.path.clear();
        self.path.push(at);
        while !new && let Some(mover) = self.next(rules, state) {
            let planning = self.planning(question, state, mover);
            let wanted = self.play_on(question, state, mover);
            if planning != Planning::Moves {
                // A step that leaves its plan leads nowhere: plans are tried at the root.
                self.apply(rules, state, wanted);
                continue;
            }
            let known = select(&mut self.nodes, &self.moves, at, (mover, wanted), &scale, &mut self.whim);
            new = known.is_none();
            at = known.unwrap_or_else(|| {
                let chosen = untried(&self.nodes, &self.moves, at, (mover, wanted), &mut self.whim);
                grow(&mut self.nodes, at, chosen, mover)
            });
            self.path.push(at);
            self.apply(rules, state, self.nodes[at as usize].chosen);
        }
    }

    /// Writes what a playout was worth to each seat into all nodes on its way.
    pub(super) fn note(&mut self, worths: &[i64; MAX_SEATS], lucks: &[i32; MAX_SEATS]) {
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.worth += worths[usize::from(node.seat)];
            node.luck += in_worths(lucks[usize::from(node.seat)]);
        }
    }
}
