//! What one seat may see (FD-INFO-01…04): everything on the table, the discard
//! pile, the own hand. Never another hand, nor the order of a deck.

use super::FutbolDash;
use super::moves::options;
use super::play::shots;
use super::rules::{ACTION_CARDS, Grid, Rules};
use super::state::{Cards, Phase, State};
use crate::chance::Whim;
use crate::game::{Seen, Sight};

/// The laid card that an answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LaidCard {
    pub(super) kind: u8,
    /// Who laid it: the active player.
    pub(super) by: u8,
    /// Its target seat, if it has one.
    pub(super) target: Option<u8>,
    /// Foul and V.A.R. cards in the chain so far; an odd number cancels it.
    pub(super) chain: u8,
}

/// One seat's view of a match.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    rules: &'a Rules,
    state: &'a State,
    seat: u8,
}

impl View<'_> {
    /// The viewer.
    pub(super) fn seat(&self) -> u8 {
        self.seat
    }

    /// Which question is asked.
    pub(super) fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The other seats, clockwise from the viewer's left.
    pub(super) fn opponents(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        let (seat, players) = (self.seat, self.rules.players);
        (1..players).map(move |offset| (seat + offset) % players)
    }

    /// Attack points of a seat.
    pub(super) fn ap(&self, seat: u8) -> u8 {
        self.state.seat(seat).ap
    }

    /// Goals of a seat.
    pub(super) fn goals(&self, seat: u8) -> u8 {
        self.state.seat(seat).goals
    }

    /// Cards in the hand of a seat.
    pub(super) fn hand_len(&self, seat: u8) -> u8 {
        self.state.seat(seat).hand_len
    }

    /// Cards in the Action Deck.
    pub(super) fn deck_len(&self) -> u8 {
        self.state.deck_len
    }

    /// The face-down shot cards by kind: all of them less those turned up.
    pub(super) fn grid(&self) -> Grid {
        self.state.grid
    }

    /// Face-down shot cards that are no Corner.
    pub(super) fn deciding_shots(&self) -> u32 {
        let grid = self.grid();
        shots::left(grid) - u32::from(grid[shots::Shot::Corner as usize])
    }

    /// Kinds in the own hand.
    pub(super) fn kinds(&self) -> u32 {
        self.state.seat(self.seat).kinds
    }

    /// Copies of a kind in the own hand.
    pub(super) fn held(&self, kind: u8) -> u32 {
        self.state.held(self.rules, self.seat, kind)
    }

    /// The card being resolved, if answers to one are asked.
    pub(super) fn laid(&self) -> Option<LaidCard> {
        let laid = self.state.laid;
        (laid.bit != 0).then_some(LaidCard {
            kind: laid.kind,
            by: self.state.active,
            target: (laid.target < self.rules.players).then_some(laid.target),
            chain: self.state.chain_len,
        })
    }

    /// Cards of one word of ids that lie in the open or in the own hand.
    fn seen(&self, word: usize) -> u64 {
        let state = self.state;
        let mut seen = state.discard.0[word] | state.seat(self.seat).hand.0[word];
        if word == 0 {
            seen |= state.seats.iter().fold(0, |front, seat| front | seat.front);
        } else {
            seen |= state.pending | state.red_pile | state.removed | state.chain;
        }
        if state.laid.bit != 0 && self.rules.word(state.laid.kind) == word {
            seen |= state.laid.bit;
        }
        seen
    }

    /// Cards of a kind that lie in the deck or in other hands: all of the kind
    /// less those in the open and in the own hand.
    pub(super) fn unseen(&self, kind: u8) -> u32 {
        let copies = self.rules.copies[usize::from(kind)];
        (copies & !self.seen(self.rules.word(kind))).count_ones()
    }

    /// All of it, in the words of the game.
    pub(super) fn tell(&self, seen: &mut Seen) {
        let (rules, state) = (self.rules, self.state);
        let name = |kind: u8| rules.names[usize::from(kind)].as_str();
        let of_kinds = |count: &dyn Fn(u8) -> u32| {
            let mut kinds = Seen::default();
            for kind in (0..rules.names.len() as u8).filter(|&kind| count(kind) > 0) {
                kinds.say(name(kind), count(kind));
            }
            kinds
        };
        seen.say("question", format!("{:?}", state.phase).to_lowercase());
        seen.say("whose-turn", state.active);
        let player = |seat: u8| {
            let of = state.seat(seat);
            let mut player = Seen::default();
            player.say("seat", seat);
            player.say("goals", of.goals);
            player.say("attack-points", of.ap);
            player.say("hand-size", of.hand_len);
            player.say("yellow-cards", of.yellow);
            player.say("turns-without-draw", of.no_draw);
            player
        };
        seen.say("players", (0..rules.players).map(player).collect::<Vec<_>>());
        seen.say("hand", of_kinds(&|kind| self.held(kind)));
        seen.say("unseen", of_kinds(&|kind| self.unseen(kind)));
        seen.say("deck-size", state.deck_len);
        let shots: Vec<u8> = state.grid.to_vec();
        let mut grid = Seen::default();
        for (shot, left) in ["goal", "save", "miss", "corner", "own-goal"].into_iter().zip(shots) {
            grid.say(shot, left);
        }
        seen.say("shots-face-down", grid);
        seen.may_say(
            "laid",
            self.laid().map(|laid| {
                let mut card = Seen::default();
                card.say("card", name(laid.kind));
                card.say("by", laid.by);
                card.may_say("target", laid.target);
                card.say("answers", laid.chain);
                card
            }),
        );
    }

    /// All unseen cards.
    pub(super) fn all_unseen(&self) -> u32 {
        u32::from(self.rules.cards) - self.seen(0).count_ones() - self.seen(1).count_ones()
    }
}

impl Sight for FutbolDash {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View { rules, state, seat }
    }

    // A state that looks the same to the viewer: the other hands and the deck are
    // dealt anew from the cards that it cannot see. They are gathered in the order
    // of their ids, so that nothing of where they were shows.
    fn determinize(rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        let mut state = *view.state;
        let mut hidden = Cards::default();
        for &id in &state.deck[..usize::from(state.deck_len)] {
            hidden.0[usize::from(id >> 6)] |= 1 << (id & 63);
        }
        for seat in view.opponents() {
            let holder = state.seat_mut(seat);
            hidden.absorb(&mut holder.hand);
            holder.kinds = 0;
        }
        let mut pool = [0_u8; ACTION_CARDS];
        let mut cards = hidden.lay_on(&mut pool, 0);
        for seat in view.opponents() {
            for _ in 0..state.seat(seat).hand_len {
                let place = whim.below(cards as u32) as usize;
                let id = pool[place];
                cards -= 1;
                pool[place] = pool[cards];
                let holder = state.seat_mut(seat);
                holder.hand.0[usize::from(id >> 6)] |= 1 << (id & 63);
                holder.kinds |= 1 << rules.kind_of[usize::from(id)];
            }
        }
        state.deck[..cards].copy_from_slice(&pool[..cards]);
        if state.phase == Phase::Play {
            state.options = options(rules, &state).0;
        }
        state
    }
}
