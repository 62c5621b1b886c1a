//! A match in progress: plain `Copy` data of fixed size. Piles are sets of card
//! ids as bits; only the face-down Action Deck is a list, because chance draws
//! from it.

use super::rules::{ACTION_CARDS, Grid, Rules, SPECIAL_IDS};
use crate::game::Lead;
use crate::game::rounds::Rounds;

/// A set of card ids: the first word holds offensive and defensive cards, the
/// second Game Changers and Referees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cards(pub(super) [u64; 2]);

impl Cards {
    /// How many.
    pub(super) fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Adds all cards of `other` and empties it.
    #[inline]
    pub(super) fn absorb(&mut self, other: &mut Self) {
        self.0[0] |= other.0[0];
        self.0[1] |= other.0[1];
        *other = Self::default();
    }

    /// Lays all cards, in the order of their ids, on a pile of so many; how
    /// many lie there then.
    #[inline]
    pub(super) fn lay_on(self, pile: &mut [u8; ACTION_CARDS], mut cards: usize) -> usize {
        for (mut left, first) in self.0.into_iter().zip([0, SPECIAL_IDS]) {
            while left != 0 {
                pile[cards] = first + left.trailing_zeros() as u8;
                cards += 1;
                left &= left - 1;
            }
        }
        cards
    }
}

/// One player.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seat {
    /// The hand.
    pub(super) hand: Cards,
    /// Offensive and defensive cards in front (FD-AP-01).
    pub(super) front: u64,
    /// Kinds in hand.
    pub(super) kinds: u32,
    /// Attack points.
    pub(super) ap: u8,
    /// Cards in hand.
    pub(super) hand_len: u8,
    pub(super) goals: u8,
    /// Pending Yellow Cards (FD-GC-13, -14).
    pub(super) yellow: u8,
    /// Pending "no draw" marks of Red Cards (FD-GC-16).
    pub(super) no_draw: u8,
    /// Red Cards held, Yellow Cards acting as such included.
    pub(super) reds: u8,
    /// Yellow Cards that took effect in the match.
    pub(super) yellows: u8,
    /// Shot cards lying in front (FD-SHOT-09).
    pub(super) turned: Grid,
}

/// What is being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// FD-D1: which card to play.
    Play,
    /// FD-D2: which card to discard for want of a legal one.
    Discard,
    /// FD-D3: which cards to exchange.
    Substitute,
    /// FD-D4: Foul the laid card?
    Foul,
    /// FD-D5: answer the newest card with V.A.R.?
    Var,
    /// The match is over.
    Over,
}

/// How a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Still played.
    Running,
    /// Won by the seats of `State::winners`.
    Won,
    /// Nobody can do anything any more.
    Stalemate,
    /// `max-turns` was reached.
    Cap,
}

/// The card being resolved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Laid {
    /// Its bit in its word of card ids; 0 when no card is being resolved.
    pub(super) bit: u64,
    pub(super) kind: u8,
    /// Target seat, 15 for none.
    pub(super) target: u8,
}

/// Places for players: a power of two above the most players, so that looking
/// up a seat needs no check.
pub(super) const PLACES: usize = 8;

/// Longest chain of Foul and V.A.R. cards that is counted apart.
pub(super) const CHAINS: usize = 8;

/// What happened so far, for the tally.
#[expect(clippy::struct_excessive_bools, reason = "each says whether a separate thing happened")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Turns begun, skipped ones included (FD-END-06).
    pub(super) turns: u32,
    /// Turns taken without a legal PLAY.
    pub(super) no_legal: u32,
    /// Turns taken at `ap-target` − 1 without Penalty after the draw.
    pub(super) dead_end: u32,
    /// Attack points added by offensive cards.
    pub(super) ap_gained: u32,
    /// Attack points taken by defensive cards.
    pub(super) ap_defended: u32,
    /// Attack points taken by Offside.
    pub(super) ap_offside: u32,
    /// Attack points standing when shots were taken.
    pub(super) ap_shot: u32,
    /// Defensive cards, Offsides, Yellow and Red Cards that took effect, by
    /// target seat.
    pub(super) hits: [u32; PLACES],
    /// Goals and shoot-outs minus their exact chances, by seat, in units of
    /// 1 / [`crate::game::LUCK`].
    pub(super) luck: [i32; PLACES],
    pub(super) shots: u32,
    /// Shot cards turned up, by kind.
    pub(super) turned: [u32; 5],
    pub(super) penalties: u32,
    pub(super) offsides: u32,
    pub(super) substitutions: u32,
    pub(super) halftimes: u32,
    pub(super) yellows: u32,
    pub(super) reds: u32,
    pub(super) skipped: u32,
    pub(super) fouls: u32,
    pub(super) vars: u32,
    /// Cards cancelled by a chain.
    pub(super) cancelled: u32,
    /// Chains by length, the longest class open.
    pub(super) chains: [u16; CHAINS],
    pub(super) reshuffles: u32,
    /// Draws left out because deck and discard pile were empty.
    pub(super) no_draw: u32,
    pub(super) grid_relaid: u32,
    /// Sudden-death rounds of the shoot-out.
    pub(super) sudden: u32,
    /// Relaid shoot-out grids.
    pub(super) relays: u32,
    /// A shoot-out decided the match.
    pub(super) shoot_out: bool,
    /// A shoot-out was settled by a fair draw.
    pub(super) shoot_out_capped: bool,
    /// Several players reached the goals at once.
    pub(super) simultaneous: bool,
    /// Several players were level at the top when the deck had run out.
    pub(super) level_at_top: bool,
    /// Who has the most goals, and since when.
    pub(super) lead: Lead,
}

/// A whole match.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The players, clockwise; empty places behind the last.
    pub(super) seats: [Seat; PLACES],
    /// The Action Deck; the order carries no information.
    pub(super) deck: [u8; ACTION_CARDS],
    pub(super) deck_len: u8,
    pub(super) active: u8,
    /// Whom the game waits for.
    pub(super) asked: u8,
    pub(super) phase: Phase,
    pub(super) discard: Cards,
    /// Pending Yellow Cards (FD-GC-22), all seats' together.
    pub(super) pending: u64,
    /// Red Cards and Yellow Cards acting as such, all seats' together.
    pub(super) red_pile: u64,
    /// Halftime cards that took effect (FD-GC-03).
    pub(super) removed: u64,
    pub(super) laid: Laid,
    /// Foul and V.A.R. cards being resolved.
    pub(super) chain: u64,
    pub(super) chain_len: u8,
    /// Who laid the newest card of the chain, or the laid card.
    pub(super) newest_by: u8,
    /// Seats not yet asked in this round of answers.
    pub(super) unasked: u8,
    /// The order of turns, where house rules bend it (FD-HOUSE-03, -08).
    pub(super) rounds: Rounds,
    /// Plays left in this turn.
    pub(super) plays_left: u8,
    /// A card was drawn in this turn.
    pub(super) drew: bool,
    /// A play, a discard, a used-up Yellow Card or "no draw" mark.
    pub(super) acted: bool,
    /// This turn has been counted as one without a legal PLAY.
    pub(super) stuck: bool,
    /// Turns in a row in which nothing at all happened.
    pub(super) idle: u8,
    /// Turns in a row without `acted`.
    pub(super) playless: u8,
    /// Shuffles of the Action Deck so far, modulo 256: only neighbouring
    /// shuffles need different permutations.
    pub(super) epoch: u8,
    /// The face-down shot cards by kind.
    pub(super) grid: Grid,
    pub(super) ending: Ending,
    /// Seats that won, as bits.
    pub(super) winners: u8,
    /// `PLAY`: legal kinds without target, and with two players all legal
    /// kinds.
    pub(super) options: u32,
    pub(super) counts: Counts,
}

impl State {
    /// Everything in the deck, nobody holds anything (FD-SETUP-01…05).
    #[inline]
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            seats: [Seat::default(); PLACES],
            deck: rules.deck,
            deck_len: rules.cards,
            active: rules.house.skips_first.into(),
            asked: 0,
            phase: Phase::Play,
            discard: Cards::default(),
            pending: 0,
            red_pile: 0,
            removed: 0,
            laid: Laid::default(),
            chain: 0,
            chain_len: 0,
            newest_by: 0,
            unasked: 0,
            rounds: Rounds::new(rules.house.skips_first),
            plays_left: 0,
            drew: false,
            acted: false,
            stuck: false,
            idle: 0,
            playless: 0,
            epoch: 0,
            grid: rules.grid,
            ending: Ending::Running,
            winners: 0,
            options: 0,
            counts: Counts::default(),
        }
    }

    #[inline]
    pub(super) fn seat(&self, seat: u8) -> &Seat {
        &self.seats[usize::from(seat) % PLACES]
    }

    #[inline]
    pub(super) fn seat_mut(&mut self, seat: u8) -> &mut Seat {
        &mut self.seats[usize::from(seat) % PLACES]
    }

    /// Takes one copy of `kind` out of a hand and returns its bit.
    #[inline]
    pub(super) fn take(&mut self, rules: &Rules, seat: u8, kind: u8) -> u64 {
        let holder = self.seat_mut(seat);
        let word = &mut holder.hand.0[rules.word(kind)];
        let mine = *word & rules.copies[usize::from(kind)];
        debug_assert!(mine != 0, "seat {seat} does not hold kind {kind}");
        let rest = mine & mine.wrapping_sub(1);
        let bit = mine ^ rest;
        *word ^= bit;
        holder.kinds &= !(u32::from(rest == 0) << kind);
        holder.hand_len -= 1;
        bit
    }

    /// Puts a card into the discard pile.
    #[inline]
    pub(super) fn toss(&mut self, rules: &Rules, kind: u8, bit: u64) {
        self.discard.0[rules.word(kind)] |= bit;
    }

    /// FD-SHOT-10, FD-GC-09: attack points fall to `left`, the cards in front
    /// go to the discard pile.
    #[inline]
    pub(super) fn clear_front(&mut self, seat: u8, left: u8) {
        let seat = &mut self.seats[usize::from(seat) % PLACES];
        self.discard.0[0] |= seat.front;
        seat.front = 0;
        seat.ap = left;
    }

    /// Copies of `kind` in a hand.
    pub(super) fn held(&self, rules: &Rules, seat: u8, kind: u8) -> u32 {
        (self.seat(seat).hand.0[rules.word(kind)] & rules.copies[usize::from(kind)]).count_ones()
    }
}
