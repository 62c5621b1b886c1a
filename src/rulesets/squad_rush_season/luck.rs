//! What a drawn card is worth to a manager, so that the luck of the draw can
//! be told apart from play.
//!
//! In: the ratings, and what a manager holds. Out: fixed-point values. The
//! value function was fitted by least squares on 40 000 seasons of two, played
//! by `random`, `loyalist`, `magpie` and `spoiler` with seeds of their own, and
//! rounded to quarters of a per cent. However good or bad it is, each card is
//! compared with the mean over the cards that were left in the deck, so that
//! luck is nothing on average whoever plays.
//!
//! The official of a match is not counted: averaging both scores over the
//! referee cards left in the deck makes a season worth 1.02 plain ones and
//! takes longer than that is worth.

use super::cards::{
    self, ACTION, Card, GK, MAX_DECK, Official, POSITION_OF_PLACE, RED, REFEREE, SQUAD, SUB, SUBS, TACKLE,
    YELLOW,
};
use super::slots::open_slots;

use crate::game::LUCK;

/// A quarter of a per cent of the cup.
const QUARTER: i32 = LUCK / 400;
/// A point of rating above [`PLAIN`].
const POINT: i32 = 9 * QUARTER;
/// The rating up to which a player is worth nothing.
const PLAIN: u8 = 6;
/// A goalkeeper more than another player: a nation has one.
const KEEPER: i32 = 12 * QUARTER;
const SUPER_SUB: i32 = 32 * QUARTER;
const OF_TACKLE: i32 = 16 * QUARTER;
const OF_YELLOW: i32 = 4 * QUARTER;
const OF_RED: i32 = 20 * QUARTER;
const OF_REFEREE: i32 = 8 * QUARTER;
/// A card that fills a gap in a pitch of one nation is worth so much more.
pub(super) const NEEDED: i32 = 76 * QUARTER;
/// What beginning matchday 1 costs: a tenth of the cup, in parts that two,
/// three and four managers can share.
pub(super) const BEGINNING: i32 = LUCK / 10 / 12 * 12;

/// Value of every card by id; none is negative.
#[must_use]
pub fn values(ratings: &[u8; SQUAD as usize]) -> [i32; 256] {
    std::array::from_fn(|id| {
        let card = id as Card;
        if card < SUB {
            let place = cards::squad_place(card);
            let keeper = if POSITION_OF_PLACE[place] == GK { KEEPER } else { 0 };
            keeper + POINT * i32::from(ratings[place].saturating_sub(PLAIN))
        } else if card < ACTION {
            SUPER_SUB
        } else {
            match card {
                TACKLE..YELLOW => OF_TACKLE,
                YELLOW..RED => OF_YELLOW,
                RED..REFEREE => OF_RED,
                _ => OF_REFEREE,
            }
        }
    })
}

/// By the places of a squad that are held: those that fill a gap.
static GAPS: [u16; 1 << SQUAD] = {
    let mut table = [0; 1 << SQUAD];
    let mut held = 0;
    while held < table.len() {
        let open = open_slots(held);
        let mut place = 0;
        while place < SQUAD as usize {
            if held >> place & 1 == 0 && open[POSITION_OF_PLACE[place]] > 0 {
                table[held] |= 1 << place;
            }
            place += 1;
        }
        held += 1;
    }
    table
};

/// The cards that fill a gap for a manager who builds on one nation: players
/// of it in positions not yet full, hand included, and Super Subs while there
/// is any. None unless at least two players of one nation, and of no other,
/// lie on the pitch.
#[inline]
#[must_use]
pub fn needed(pitch: u128, hand: u128) -> u128 {
    let players = pitch & !SUBS;
    if players & players.wrapping_sub(1) == 0 {
        return 0;
    }
    let nation = u32::from(cards::nation(players.trailing_zeros() as Card));
    let first = nation * u32::from(SQUAD);
    if players & !((GAPS.len() as u128 - 1) << first) != 0 {
        return 0;
    }
    let gaps = GAPS[((pitch | hand) >> first) as usize % GAPS.len()];
    u128::from(gaps) << first | if gaps == 0 { 0 } else { SUBS }
}

/// 2^32 over a number of cards, rounded up: a division is the dearest step of
/// a draw.
static SHARES: [i64; MAX_DECK + 1] = {
    let mut table = [0; MAX_DECK + 1];
    let mut cards = 1;
    while cards < table.len() {
        table[cards] = (1_u64 << 32).div_ceil(cards as u64) as i64;
        cards += 1;
    }
    table
};

/// The mean of so many cards of this sum, which is not negative, to the nearest
/// unit (an error of at most 0.52).
#[inline]
#[must_use]
pub fn mean(all: i32, cards: u8) -> i32 {
    let rounded = i64::from(all) + i64::from(cards / 2);
    ((rounded * SHARES[usize::from(cards) % SHARES.len()]) >> 32) as i32
}

const _: () = assert!(REFEREE == Official::AddedTime.card(), "referee cards come last");
