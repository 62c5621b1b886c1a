//! The codes of the decisions, and which of them are legal.
//!
//! A decision's codes are kept as sets of kinds, not listed: whether a kind is
//! legal is one look-up by attack points, and a random choice picks the n-th
//! set bit.

#![expect(clippy::inline_always, reason = "measured: what may be played is asked in every turn")]

use super::rules::{MAX_KINDS, MAX_PLAYERS, Rules};
use super::state::{Phase, State};
use crate::moves::MoveSet;

/// A code of section 3 of the ledger.
pub type Code = u32;

/// Added to the kind of a discarded card.
pub(super) const DISCARD: Code = 1024;
/// Added to the exchanged kinds of a Substitution.
pub(super) const EXCHANGE: Code = 1 << 20;
/// Target of a card without target.
pub(super) const NO_TARGET: u8 = 15;
/// An unused place of an exchange.
pub(super) const NONE: u8 = 31;

/// `PLAY(kind, target)`.
#[inline]
pub(super) fn play(kind: u8, target: u8) -> Code {
    16 * Code::from(kind) + Code::from(target)
}

/// Kind and target of a `PLAY`.
#[inline]
pub(super) fn played(code: Code) -> (u8, u8) {
    ((code >> 4) as u8, (code & 15) as u8)
}

/// The code that exchanges these kinds, in ascending order, [`NONE`] last.
#[inline]
pub(super) fn exchange(kinds: [u8; 3]) -> Code {
    EXCHANGE + Code::from(kinds[0]) + 32 * Code::from(kinds[1]) + 1024 * Code::from(kinds[2])
}

/// The kinds that an exchange names.
#[inline]
pub(super) fn exchanged(code: Code) -> [u8; 3] {
    [code & 31, code >> 5 & 31, code >> 10 & 31].map(|kind| kind as u8)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    /// `PLAY` with a single opponent, and discards where they are free.
    #[default]
    Duel,
    /// `PLAY` with several opponents, and discards where they are free.
    Round,
    /// `DISCARD` alone.
    Discard,
    /// Exchanges.
    Exchange,
    /// Decline or answer.
    Answer,
}

/// The legal codes of one decision.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moves {
    form: Form,
    len: u32,
    /// `Duel`: all legal kinds. `Round`: those without target.
    ranked: Ranked,
    /// `Exchange`: kinds in hand.
    own: u32,
    /// `Exchange`: kinds in hand twice, and three times.
    more: [u32; 2],
    /// Kinds that need a target.
    targeted: u32,
    /// Kinds that may be discarded.
    discards: u32,
    /// The opponent of a `Duel`.
    foe: u8,
    /// `Round`: legal kinds against each seat.
    at: [u32; MAX_PLAYERS],
}

/// For each set of ten kinds: the kinds in rising order, four bits each, and
/// how many they are in the top four bits. Counting and picking the n-th kind
/// are the engine's most frequent steps, and a loop over set bits would end
/// unpredictably for the processor each time.
static TENS: [u64; 1024] = {
    let mut table = [0; 1024];
    let mut set = 0;
    while set < 1024 {
        let (mut packed, mut number, mut kind) = (0, 0, 0);
        while kind < 10 {
            if set >> kind & 1 == 1 {
                packed |= (kind as u64) << (4 * number);
                number += 1;
            }
            kind += 1;
        }
        table[set] = packed | (number << 60);
        set += 1;
    }
    table
};

/// A set of kinds ready for counting and picking.
#[derive(Debug, Clone, Copy, Default)]
struct Ranked {
    low: u64,
    high: u64,
}

impl Ranked {
    #[inline]
    fn new(mask: u32) -> Self {
        Self { low: TENS[(mask & 1023) as usize], high: TENS[(mask >> 10 & 1023) as usize] }
    }

    #[inline]
    fn len(self) -> u32 {
        ((self.low >> 60) + (self.high >> 60)) as u32
    }

    /// The `rank`-th kind, `rank` below [`Self::len`].
    #[inline]
    fn nth(self, rank: u32) -> u8 {
        let low = (self.low >> 60) as u32;
        let above = u32::from(rank >= low);
        let word = if above == 1 { self.high } else { self.low };
        (word >> (4 * (rank - above * low)) & 15) as u8 + 10 * above as u8
    }
}

/// The kind of the `rank`-th set bit.
#[inline]
fn nth_kind(mask: u32, rank: u32) -> u8 {
    Ranked::new(mask).nth(rank)
}

/// The kinds of a set in rising order.
#[inline]
pub(super) fn each_kind(mask: u32) -> impl Iterator<Item = u8> + Clone {
    let mut left = mask;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let kind = left.trailing_zeros() as u8;
            left &= left - 1;
            kind
        })
    })
}

impl Moves {
    /// FD-D3: the sub-multisets of up to three cards, nothing, singles, pairs,
    /// threes, until `wanted` says yes to one.
    fn find_exchange(&self, mut wanted: impl FnMut(Code) -> bool) -> Option<Code> {
        let mut kinds = [0; MAX_KINDS];
        let mut number = 0;
        for kind in each_kind(self.own) {
            kinds[number] = kind;
            number += 1;
        }
        let kinds = &kinds[..number];
        let has = |kind: u8, copies: usize| copies < 2 || self.more[copies - 2] >> kind & 1 == 1;
        let mut try_it = |kinds: [u8; 3], legal: bool| {
            let code = exchange(kinds);
            (legal && wanted(code)).then_some(code)
        };
        if let found @ Some(_) = try_it([NONE; 3], true) {
            return found;
        }
        for &a in kinds {
            if let found @ Some(_) = try_it([a, NONE, NONE], true) {
                return found;
            }
        }
        for (i, &a) in kinds.iter().enumerate() {
            for &b in &kinds[i..] {
                if let found @ Some(_) = try_it([a, b, NONE], a != b || has(a, 2)) {
                    return found;
                }
            }
        }
        for (i, &a) in kinds.iter().enumerate() {
            for (j, &b) in kinds.iter().enumerate().skip(i) {
                for &c in &kinds[j..] {
                    let copies = 1 + usize::from(b == a) + usize::from(c == b && b == a);
                    let legal = has(a, copies) && (b == a || c != b || has(b, 2));
                    if let found @ Some(_) = try_it([a, b, c], legal) {
                        return found;
                    }
                }
            }
        }
        None
    }

    /// The exchange of an index.
    fn nth_exchange(&self, index: u32) -> Code {
        let mut left = index;
        let found = self.find_exchange(|_| {
            let here = left == 0;
            left = left.wrapping_sub(1);
            here
        });
        found.expect("an exchange below the number of exchanges")
    }

    #[inline]
    fn nth_duel(&self, rank: u32) -> Code {
        let kind = self.ranked.nth(rank);
        let target = if self.targeted >> kind & 1 == 1 { self.foe } else { NO_TARGET };
        play(kind, target)
    }

    fn nth_of_any(&self, index: u32) -> Code {
        let discard = |rank: u32| DISCARD + Code::from(nth_kind(self.discards, rank));
        let mut rank = index;
        match self.form {
            Form::Answer => index,
            Form::Duel => {
                // Discards are numbered behind the plays.
                let plays = self.ranked.len();
                if rank < plays { self.nth_duel(rank) } else { discard(rank - plays) }
            }
            Form::Round => {
                let plays = self.ranked.len();
                if rank < plays {
                    return play(self.ranked.nth(rank), NO_TARGET);
                }
                rank -= plays;
                for (target, &kinds) in (0..).zip(&self.at) {
                    let ranked = Ranked::new(kinds);
                    if rank < ranked.len() {
                        return play(ranked.nth(rank), target);
                    }
                    rank -= ranked.len();
                }
                discard(rank)
            }
            Form::Discard => discard(rank),
            Form::Exchange => self.nth_exchange(index),
        }
    }

    /// Calls `each` with every code, in the order of [`MoveSet::nth`] and
    /// quicker than by asking for one after the other.
    pub(super) fn for_each(&self, mut each: impl FnMut(Code)) {
        match self.form {
            Form::Exchange => {
                self.find_exchange(|code| {
                    each(code);
                    false
                });
            }
            _ => (0..u64::from(self.len)).for_each(|index| each(self.nth(index))),
        }
    }

    fn exchanges(&self) -> u32 {
        let one = self.own.count_ones();
        let [two, three] = self.more.map(u32::count_ones);
        let pairs = one * one.saturating_sub(1) / 2;
        let threes = pairs * one.saturating_sub(2) / 3;
        1 + one + pairs + two + threes + two * one.saturating_sub(1) + three
    }
}

impl MoveSet for Moves {
    type Move = Code;

    #[inline]
    fn len(&self) -> u64 {
        u64::from(self.len)
    }

    #[inline]
    fn nth(&self, index: u64) -> Code {
        let index = index as u32;
        if self.form == Form::Duel && self.discards == 0 {
            return self.nth_duel(index);
        }
        self.nth_of_any(index)
    }

    fn contains(&self, chosen: Code) -> bool {
        (0..self.len()).any(|index| self.nth(index) == chosen)
    }
}

/// Targeted kinds that may be played on a seat (FD-AP-05, FD-GC-10, FD-GC-20).
#[inline]
pub(super) fn kinds_at(rules: &Rules, state: &State, target: u8) -> u32 {
    let seat = state.seat(target);
    let mut legal = rules.at_ok[usize::from(seat.ap)];
    if rules.single_yellow | rules.single_red != 0 {
        if seat.yellow > 0 {
            legal &= !rules.single_yellow;
        }
        if seat.reds > 0 {
            legal &= !rules.single_red;
        }
    }
    legal
}

/// What the active player may play: the kinds without target, with two players
/// those with a target too; and whether there is any legal `PLAY`.
#[inline(always)]
pub(super) fn options(rules: &Rules, state: &State) -> (u32, bool) {
    let active = state.seat(state.active);
    let own = active.kinds & rules.own_ok[usize::from(active.ap)];
    if rules.players == 2 {
        let all = own | active.kinds & kinds_at(rules, state, 1 - state.active);
        return (all, all != 0);
    }
    (own, any_option(rules, state, own))
}

/// Whether the active of several players may play anything, given its legal
/// kinds without target.
#[inline(never)]
fn any_option(rules: &Rules, state: &State, own: u32) -> bool {
    let active = state.seat(state.active);
    let aimed = active.kinds & rules.targeted;
    own != 0
        || aimed != 0
            && (0..rules.players)
                .any(|seat| seat != state.active && aimed & kinds_at(rules, state, seat) != 0)
}

/// Fills in the legal codes of the seat asked.
#[inline]
pub(super) fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
    if state.phase == Phase::Play && rules.players == 2 {
        moves.form = Form::Duel;
        moves.ranked = Ranked::new(state.options);
        moves.len = moves.ranked.len();
        moves.targeted = rules.targeted;
        moves.foe = 1 - state.active;
        moves.discards = 0;
        if rules.free_discard {
            moves.discards = state.seat(state.asked).kinds;
            moves.len += moves.discards.count_ones();
        }
        return;
    }
    legal_otherwise(rules, state, moves);
}

fn legal_otherwise(rules: &Rules, state: &State, moves: &mut Moves) {
    let hand = state.seat(state.asked).kinds;
    match state.phase {
        Phase::Play => {
            moves.form = Form::Round;
            moves.ranked = Ranked::new(state.options);
            moves.len = moves.ranked.len();
            moves.discards = if rules.free_discard { hand } else { 0 };
            moves.len += moves.discards.count_ones();
            moves.at = [0; MAX_PLAYERS];
            let aimed = hand & rules.targeted;
            if aimed != 0 {
                for seat in (0..rules.players).filter(|&seat| seat != state.active) {
                    let kinds = aimed & kinds_at(rules, state, seat);
                    moves.at[usize::from(seat)] = kinds;
                    moves.len += Ranked::new(kinds).len();
                }
            }
        }
        Phase::Discard => {
            moves.form = Form::Discard;
            moves.discards = hand;
            moves.len = Ranked::new(hand).len();
        }
        Phase::Substitute => {
            moves.form = Form::Exchange;
            moves.own = hand;
            moves.more = [0; 2];
            for kind in each_kind(hand) {
                let held = state.held(rules, state.asked, kind);
                moves.more[0] |= u32::from(held >= 2) << kind;
                moves.more[1] |= u32::from(held >= 3) << kind;
            }
            moves.len = moves.exchanges();
        }
        Phase::Foul | Phase::Var => {
            moves.form = Form::Answer;
            moves.len = 2;
        }
        Phase::Over => {
            moves.form = Form::Answer;
            moves.len = 0;
        }
    }
}
