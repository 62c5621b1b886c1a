//! Hand-made tables: who holds what, whose turn it is, and what chance will
//! say, in the order in which the rules ask.

pub(super) use super::super::play::shots::Shot::{Corner, Goal, Miss, OwnGoal, Save};

use super::super::moves::{DISCARD, NO_TARGET, NONE};
use super::*;
use crate::game::Outcome;

/// Kinds of the default deck.
pub(super) const N2: u8 = 0;
pub(super) const T3: u8 = 1;
pub(super) const L5: u8 = 2;
pub(super) const D2: u8 = 3;
pub(super) const D3: u8 = 4;
pub(super) const D5: u8 = 5;
pub(super) const HALF: u8 = 6;
pub(super) const PEN: u8 = 7;
pub(super) const OFFS: u8 = 8;
pub(super) const SUB: u8 = 9;
pub(super) const YEL: u8 = 10;
pub(super) const RED: u8 = 11;
pub(super) const FOUL: u8 = 12;
pub(super) const VAR: u8 = 13;

/// What chance says next.
#[derive(Debug, Clone, Copy)]
pub(super) enum Says {
    /// The next card drawn is of this kind.
    Draw(u8),
    /// The next shot card of the match.
    Shot(Shot),
    /// Any other number.
    Lot(u32),
}
pub(super) use Says::{Draw, Lot, Shot as Turn};

/// `PLAY` without a target.
pub(super) fn p(kind: u8) -> Code {
    moves::play(kind, NO_TARGET)
}

/// `PLAY` at a seat.
pub(super) fn at(kind: u8, seat: u8) -> Code {
    moves::play(kind, seat)
}

/// `DISCARD`.
pub(super) fn d(kind: u8) -> Code {
    DISCARD + Code::from(kind)
}

/// An exchange of these kinds, ascending.
pub(super) fn x(kinds: &[u8]) -> Code {
    let mut places = [NONE; 3];
    places[..kinds.len()].copy_from_slice(kinds);
    moves::exchange(places)
}

/// A table under construction or at play.
#[derive(Clone)]
pub(super) struct Bench {
    pub(super) rules: Rules,
    pub(super) state: State,
}

/// Rules with these switches changed.
pub(super) fn rules(changes: &[(&str, &str)]) -> Rules {
    conformance::rules::<FutbolDash>(changes).expect("these switches are allowed")
}

/// An empty table: all cards in the deck, seat 0 is up.
pub(super) fn bench(changes: &[(&str, &str)]) -> Bench {
    let rules = rules(changes);
    let mut state = State::new(&rules);
    state.plays_left = rules.plays;
    state.counts.turns = 1;
    Bench { rules, state }
}

impl Bench {
    /// Takes one card of a kind out of the deck; its bit.
    pub(super) fn take_from_deck(&mut self, kind: u8) -> u64 {
        let length = usize::from(self.state.deck_len);
        let cards = &mut self.state.deck[..length];
        let place = cards.iter().position(|&id| self.rules.kind_of[usize::from(id)] == kind);
        let place = place.unwrap_or_else(|| panic!("the deck has no kind {kind} left"));
        let id = cards[place];
        cards[place] = cards[length - 1];
        self.state.deck_len -= 1;
        1 << (id & 63)
    }

    /// Gives cards to a seat.
    pub(super) fn hand(mut self, seat: u8, kinds: &[u8]) -> Self {
        for &kind in kinds {
            let bit = self.take_from_deck(kind);
            let word = self.rules.word(kind);
            let holder = self.state.seat_mut(seat);
            holder.hand.0[word] |= bit;
            holder.kinds |= 1 << kind;
            holder.hand_len += 1;
        }
        self
    }

    /// Lays offensive and defensive cards in front of a seat; its attack
    /// points follow.
    pub(super) fn front(mut self, seat: u8, kinds: &[u8]) -> Self {
        for &kind in kinds {
            let bit = self.take_from_deck(kind);
            let value = self.rules.value[usize::from(kind)];
            let offensive = kind < self.rules.offensive;
            let holder = self.state.seat_mut(seat);
            holder.front |= bit;
            holder.ap = if offensive { holder.ap + value } else { holder.ap - value };
        }
        self
    }

    /// Sets attack points without cards.
    pub(super) fn ap(mut self, points: &[u8]) -> Self {
        for (seat, &ap) in (0..).zip(points) {
            self.state.seat_mut(seat).ap = ap;
        }
        self
    }

    pub(super) fn goals(mut self, goals: &[u8]) -> Self {
        for (seat, &goals) in (0..).zip(goals) {
            self.state.seat_mut(seat).goals = goals;
        }
        self
    }

    pub(super) fn grid(mut self, grid: Grid) -> Self {
        self.state.grid = grid;
        self
    }

    /// Leaves only these cards in the deck; the others go to the discard pile.
    pub(super) fn deck(mut self, kinds: &[u8]) -> Self {
        let rest = self.state.deck[..usize::from(self.state.deck_len)].to_vec();
        let mut kept = Vec::new();
        let mut wanted = kinds.to_vec();
        for id in rest {
            let kind = self.rules.kind_of[usize::from(id)];
            if let Some(place) = wanted.iter().position(|&k| k == kind) {
                wanted.remove(place);
                kept.push(id);
            } else {
                self.state.discard.0[usize::from(id >> 6)] |= 1 << (id & 63);
            }
        }
        assert!(wanted.is_empty(), "the deck has no {wanted:?}");
        self.state.deck[..kept.len()].copy_from_slice(&kept);
        self.state.deck_len = kept.len() as u8;
        self
    }

    /// Empties the discard pile: those cards are out of the test.
    pub(super) fn no_discards(mut self) -> Self {
        self.state.discard.0 = [0; 2];
        self
    }

    pub(super) fn active(mut self, seat: u8) -> Self {
        self.state.active = seat;
        self
    }

    /// The script of what chance will say from here on.
    fn script(&self, says: &[Says]) -> Script {
        let mut grid = self.state.grid;
        let mut used = Vec::new();
        let deck = &self.state.deck[..usize::from(self.state.deck_len)];
        let mut rolls = Vec::new();
        for &item in says {
            rolls.push(match item {
                Draw(kind) => {
                    let fits = |id: &u8| self.rules.kind_of[usize::from(*id)] == kind && !used.contains(id);
                    // Cards that are not in the deck now come back to it by a
                    // reshuffle.
                    let in_deck = deck.iter().copied().find(fits);
                    let discarded =
                        |id: &u8| self.state.discard.0[usize::from(*id >> 6)] >> (id & 63) & 1 == 1;
                    let id = in_deck
                        .or_else(|| self.rules.deck.iter().copied().find(|id| fits(id) && discarded(id)))
                        .or_else(|| self.rules.deck.iter().copied().find(fits));
                    let id = id.unwrap_or_else(|| panic!("no kind {kind} left to draw"));
                    used.push(id);
                    Roll::Card(id)
                }
                Turn(shot) => {
                    if grid == [0; 5] {
                        grid = self.rules.grid;
                    }
                    let before = grid[..shot as usize].iter().map(|&cards| u32::from(cards)).sum();
                    assert!(grid[shot as usize] > 0, "the grid has no {shot:?} left");
                    grid[shot as usize] -= 1;
                    Roll::Value(before)
                }
                Lot(value) => Roll::Value(value),
            });
        }
        Script::new(rolls)
    }

    fn with<T>(&mut self, says: &[Says], act: impl FnOnce(&mut Table<'_, Script, Silent>) -> T) -> T {
        let mut script = self.script(says);
        let mut table =
            Table { rules: &self.rules, state: &mut self.state, chance: &mut script, watch: &mut Silent };
        let result = act(&mut table);
        script.done();
        result
    }

    /// The play step of the active seat begins (nothing is drawn).
    pub(super) fn ready(self) -> Self {
        self.with_ready(&[])
    }

    /// The play step begins where what follows needs chance.
    pub(super) fn with_ready(mut self, says: &[Says]) -> Self {
        self.with(says, |table| {
            table.start_with_play();
        });
        self
    }

    /// The turn of the active seat begins from its first step.
    pub(super) fn turn(mut self, says: &[Says]) -> Self {
        self.state.counts.turns = 0;
        self.with(says, |table| {
            table.start();
        });
        self
    }

    /// Plays a legal code.
    pub(super) fn then(mut self, code: Code, says: &[Says]) -> Self {
        assert!(self.codes().contains(&code), "{code} is not among {:?}", self.codes());
        self.with(says, |table| {
            FutbolDash::apply(table.rules, table.state, code, table.chance, table.watch);
        });
        self
    }

    /// The legal codes.
    pub(super) fn codes(&self) -> Vec<Code> {
        let mut moves = Moves::default();
        moves::legal(&self.rules, &self.state, &mut moves);
        let mut codes: Vec<_> = (0..moves.len()).map(|index| moves.nth(index)).collect();
        codes.sort_unstable();
        codes
    }

    /// What is asked, of whom.
    pub(super) fn asks(&self) -> (Phase, u8) {
        (self.state.phase, self.state.asked)
    }

    pub(super) fn ap_of(&self, seat: u8) -> u8 {
        self.state.seat(seat).ap
    }

    pub(super) fn goals_of(&self, seat: u8) -> u8 {
        self.state.seat(seat).goals
    }

    /// Copies of a kind in a hand.
    pub(super) fn held(&self, seat: u8, kind: u8) -> u32 {
        self.state.held(&self.rules, seat, kind)
    }

    pub(super) fn hand_len(&self, seat: u8) -> u8 {
        self.state.seat(seat).hand_len
    }

    /// Copies of a kind in the discard pile.
    pub(super) fn discarded(&self, kind: u8) -> u32 {
        let word = self.state.discard.0[self.rules.word(kind)];
        (word & self.rules.copies[usize::from(kind)]).count_ones()
    }

    /// Copies of a kind in the deck.
    pub(super) fn in_deck(&self, kind: u8) -> usize {
        let deck = &self.state.deck[..usize::from(self.state.deck_len)];
        deck.iter().filter(|&&id| self.rules.kind_of[usize::from(id)] == kind).count()
    }

    /// Copies of an offensive or defensive kind in front of a seat.
    pub(super) fn lies(&self, seat: u8, kind: u8) -> u32 {
        (self.state.seat(seat).front & self.rules.copies[usize::from(kind)]).count_ones()
    }

    pub(super) fn over(&self) -> bool {
        self.state.phase == Phase::Over
    }

    pub(super) fn ending(&self) -> Ending {
        self.state.ending
    }

    pub(super) fn winners(&self) -> Vec<u8> {
        super::super::play::shootout::seats_of(self.state.winners).collect()
    }

    pub(super) fn outcome(&self) -> Outcome {
        FutbolDash::outcome(&self.rules, &self.state)
    }

    pub(super) fn metric(&self, name: &str) -> i64 {
        let mut flat = conformance::Flat::default();
        FutbolDash::observe(&self.rules, &self.state, &mut flat);
        let index = FutbolDash::TABLES.metrics.iter().position(|m| m.name == name).expect("a metric");
        flat.0.iter().filter(|&&(i, _)| i == index).map(|&(_, amount)| amount).sum()
    }
}
