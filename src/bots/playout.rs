//! What both search bots do over and over: imagine what they can't see, play
//! on to the end, and judge it; or, in a game whose rules can judge where the
//! seats stand ([`prospects`]), to the end of a part of the game.
//!
//! In: a view, never the state, so that a search can't peek. Hidden cards come
//! from [`Sight::determinize`](crate::game::Sight::determinize), chance from streams keyed by the bot's own
//! whims ([`Luck::imagined`]), so that neither a game's luck is foreseen nor a
//! single one of its random numbers used up. No clock, no allocation per
//! playout, no floating point but for prospects, once at its end.

use crate::chance::{MAX_SEATS, Stream, Whim};
use crate::game::{Outcome, Planning, Ruleset, Turn, WIN};
use crate::moves::MoveSet;
use crate::seed::Luck;
use crate::watch::Silent;

use super::Player;
use super::program::Outside;
use super::prospects;
use super::search::Candidate;
use super::tree::Node;

/// Weight of a sixtieth of the win beside one goal (point, victory) of the
/// score.
pub(super) const SHARE: i64 = 256;
/// Most that the score counts: less than half of a sixtieth of the win, so
/// that it only tells apart what wins equally often.
const MARGIN: i32 = 127;
/// The worth of a sole win by the largest margin; that of the heaviest defeat
/// is `-MARGIN`.
pub const MOST: i64 = WIN as i64 * SHARE + MARGIN as i64;

/// A search bot of ruleset `R`: how hard it thinks, and who plays on in its
/// imagination.
#[derive(Debug)]
pub struct Search<R: Ruleset> {
    /// Games imagined per decision, at least 1.
    pub playouts: u32,
    /// Who plays every seat of an imagined game to its end: by the ruleset's
    /// own choice ([`Bots::POLICY`](crate::game::Bots::POLICY)) or as named.
    pub policy: Player<R>,
}

impl<R: Ruleset> Clone for Search<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Search<R> {}

impl<R: Ruleset> Search<R> {
    /// What whoever plays on chooses from: who plans nothing has only moves.
    fn planning(&self, rules: &R::Rules, view: R::View<'_>, memory: &R::Memory) -> Planning {
        match self.policy {
            Player::Random => Planning::Moves,
            _ => R::planning(rules, view, memory),
        }
    }

    /// A decision as this search sees it.
    #[cold]
    #[inline(never)]
    pub(super) fn question<'a>(
        self,
        rules: &'a R::Rules,
        view: R::View<'a>,
        seat: u8,
        moves: &'a R::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
    ) -> Question<'a, R> {
        let mut plans = Vec::new();
        let planning = self.planning(rules, view, memory);
        if planning == Planning::Plans {
            R::plans(rules, view, memory, &mut |plan| plans.push(plan));
        }
        let first = self.policy.decide(rules, view, moves, memory, whim);
        let judges = prospects::judges::<R>(rules);
        Question { search: self, rules, view, seat, moves, memory: *memory, first, planning, plans, judges }
    }
}

/// A decision put to a search bot.
pub struct Question<'a, R: Ruleset> {
    /// Who searches.
    pub search: Search<R>,
    /// The rules in force.
    pub rules: &'a R::Rules,
    /// All that the seat may see.
    pub view: R::View<'a>,
    /// The seat asked.
    pub seat: u8,
    /// Its legal moves, two or more.
    pub moves: &'a R::Moves,
    /// What whoever plays on remembers of the game so far.
    pub memory: R::Memory,
    /// The move of whoever plays on.
    pub first: R::Move,
    /// What there is to choose from.
    pub planning: Planning,
    /// Plans, if these.
    pub plans: Vec<R::Memory>,
    /// Whether imagined games end with a part of the game, judged by prospects.
    pub judges: bool,
}

/// The table at which a thread imagines games: made when a search bot is first
/// asked, used again for every decision after.
pub struct Desk<R: Ruleset> {
    /// Games imagined so far.
    pub playouts: u64,
    pub(super) moves: R::Moves,
    pub(super) memory: [R::Memory; MAX_SEATS],
    pub(super) chance: Stream,
    pub(super) whim: Whim,
    pub(super) candidates: Vec<Candidate<R>>,
    pub(super) nodes: Vec<Node<R::Move>>,
    pub(super) path: Vec<u32>,
    /// The last part of the game that is imagined, where its standings are judged.
    pub(super) until: Option<u32>,
    /// Programs at the table, if there are any.
    pub(super) outside: Option<Outside>,
}

impl<R: Ruleset> std::fmt::Debug for Desk<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("playouts", &self.playouts).finish_non_exhaustive()
    }
}

impl<R: Ruleset> Default for Desk<R> {
    fn default() -> Self {
        let luck = Luck::imagined(0, 0);
        Self {
            playouts: 0,
            moves: R::Moves::default(),
            memory: [R::Memory::default(); MAX_SEATS],
            chance: Stream::new(luck),
            whim: Whim::new(luck, 0, 0),
            candidates: Vec::new(),
            nodes: Vec::new(),
            path: Vec::new(),
            until: None,
            outside: None,
        }
    }
}

impl<R: Ruleset> Desk<R> {
    /// A state that looks the same to the seat, all that it can't see dealt
    /// anew.
    pub(super) fn deal(question: &Question<'_, R>, luck: Luck) -> R::State {
        R::determinize(question.rules, question.view, &mut Whim::new(luck, 0, 0))
    }

    /// Begins an imagined game, with the chance and the whims that belong to
    /// this luck, and this in the mind of the seat that is asked.
    pub(super) fn begin(
        &mut self,
        question: &Question<'_, R>,
        dealt: &R::State,
        mind: R::Memory,
        luck: Luck,
    ) {
        self.playouts += 1;
        let part = if question.judges { R::part(question.rules, dealt) } else { None };
        self.until = part.map(|part| part + R::AHEAD);
        self.chance.restart(luck);
        self.whim = Whim::new(luck, 1, 0);
        self.memory[..R::seats(question.rules)].fill(R::Memory::default());
        self.memory[usize::from(question.seat)] = mind;
    }

    /// Whose turn it is, after all questions with a single answer; the legal
    /// moves lie on the desk. Nobody's where the imagined game ends.
    pub(super) fn next(&mut self, rules: &R::Rules, state: &mut R::State) -> Option<u8> {
        while let Turn::Ask(seat) = R::turn(rules, state) {
            if let Some(until) = self.until
                && R::part(rules, state).is_some_and(|part| part > until)
            {
                return None;
            }
            R::legal(rules, state, &mut self.moves);
            if self.moves.len() > 1 {
                return Some(seat);
            }
            R::apply(rules, state, self.moves.nth(0), &mut self.chance, &mut Silent);
        }
        None
    }

    /// Carries out a move in an imagined game.
    pub(super) fn apply(&mut self, rules: &R::Rules, state: &mut R::State, chosen: R::Move) {
        R::apply(rules, state, chosen, &mut self.chance, &mut Silent);
    }

    /// What this seat chooses from in an imagined game.
    pub(super) fn planning(&self, question: &Question<'_, R>, state: &R::State, seat: u8) -> Planning {
        let view = R::view(question.rules, state, seat);
        question.search.planning(question.rules, view, &self.memory[usize::from(seat)])
    }

    /// The move of whoever plays on at this seat, of those on the desk.
    pub(super) fn play_on(&mut self, question: &Question<'_, R>, state: &R::State, seat: u8) -> R::Move {
        let memory = &mut self.memory[usize::from(seat)];
        let view = R::view(question.rules, state, seat);
        question.search.policy.decide(question.rules, view, &self.moves, memory, &mut self.whim)
    }

    /// Plays an imagined game to its end: what that is worth to each seat.
    pub(super) fn play_out(&mut self, question: &Question<'_, R>, state: &mut R::State) -> [i64; MAX_SEATS] {
        let rules = question.rules;
        while let Some(seat) = self.next(rules, state) {
            let chosen = self.play_on(question, state, seat);
            self.apply(rules, state, chosen);
        }
        let seats = R::seats(rules);
        if R::turn(rules, state) != Turn::Over {
            return prospects::worths::<R>(rules, state);
        }
        let outcome = R::outcome(rules, state);
        let mut worths = [0; MAX_SEATS];
        for (seat, own) in (0..).zip(&mut worths[..seats]) {
            *own = worth(&outcome, seat, seats);
        }
        worths
    }
}

/// What a finished game is worth to a seat: its share of the win, then the
/// score. Unfinished games are worth no more than lost ones.
#[must_use]
pub fn worth(outcome: &Outcome, seat: u8, seats: usize) -> i64 {
    let own = outcome.score[usize::from(seat)];
    let rivals = (0..seats).filter(|&other| other != usize::from(seat));
    let best = rivals.map(|other| outcome.score[other]).max().unwrap_or(0);
    let margin = own.saturating_sub(best).clamp(-MARGIN, MARGIN);
    i64::from(outcome.share[usize::from(seat)]) * SHARE + i64::from(margin)
}
