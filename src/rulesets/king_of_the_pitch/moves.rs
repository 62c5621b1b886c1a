//! Moves as numbers (KOP-D1 to -D6) and which of them are legal.
//!
//! A turn's action is one code `0..=85`; the other decisions number their own
//! options from small integers, and the phase tells which is meant.

#![expect(
    clippy::inline_always,
    reason = "measured: an action's codes stay in registers until one is chosen"
)]

use super::data::POSITIONS;
use super::rules::Rules;
use super::state::{ALL_POSITIONS, BONUSES, HAND, MATCHES, Phase, State, Team, VARS, class};
use super::switches::KingMatch;
use crate::moves::{MoveMask, MoveSet, RankedMask};

/// TAKE from the last slot, free by default. Codes 0 to 3 are the slots from
/// the deck on.
pub const TAKE_LAST: u8 = 4;
/// First PLAY code: `PLAY + 11 * colour + position - 1`.
pub const PLAY: u8 = 5;
/// First SELL CARD code, numbered like PLAY.
pub const SELL_CARD: u8 = 38;
/// First SELL CHIP code: `SELL_CHIP + position - 1`.
pub const SELL_CHIP: u8 = 71;
/// MATCH.
pub const MATCH: u8 = 82;
/// PAY CAPTAIN.
pub const PAY_CAPTAIN: u8 = 83;
/// PASS.
pub const PASS: u8 = 84;
/// With six slots, TAKE from the one before the last.
pub const TAKE_SIXTH: u8 = 85;

/// Commits nothing.
pub const COMMIT_NONE: u8 = 0;
/// Commits a V.A.R. card; may be combined with [`COMMIT_BONUS`].
pub const COMMIT_VAR: u8 = 1;
/// Commits a BONUS card.
pub const COMMIT_BONUS: u8 = 2;

/// Bit of PASS.
pub const PASS_BIT: u128 = 1 << PASS;
/// Player classes, and V.A.R. and BONUS, which are never limited.
const PLAYERS: u8 = 0b111;
const UNLIMITED: u8 = 1 << class::VAR | 1 << class::BONUS;

/// Move code of a row place, counted from the last slot.
const fn slot_code(place: u8, line: u8) -> u8 {
    match (place, line) {
        (0, _) => TAKE_LAST,
        (1, 6) => TAKE_SIXTH,
        _ => line - 1 - place,
    }
}

/// Row place of a TAKE code, 0 for other codes.
#[must_use]
pub fn place_of(code: u8, line: u8) -> u8 {
    (0..line).find(|&place| slot_code(place, line) == code).unwrap_or(0)
}

/// TAKE codes of every set of row places.
#[must_use]
pub fn take_codes(line: u8) -> [RankedMask; 64] {
    std::array::from_fn(|places| {
        let places = (0..line).filter(|place| places >> place & 1 == 1);
        RankedMask::new(MoveMask(places.fold(0, |codes, place| codes | 1 << slot_code(place, line))))
    })
}

/// Two cubes that can pay each class: by colour, how many are at hand.
#[inline]
fn payable_twice(rules: &Rules, team: &Team) -> u8 {
    let [bronze, silver, gold] = team.cubes;
    let enough = if rules.overpay {
        [bronze + silver + gold, silver + gold, gold].map(|n| n / 2)
    } else {
        team.cubes.map(|n| n / 2)
    };
    let mut classes = 0;
    for (class, &colour) in rules.price.iter().enumerate() {
        classes |= u8::from(enough[usize::from(colour)] > 0) << class;
    }
    classes
}

/// What a team must be asked to know which classes it may take, and which it
/// can pay with one cube: an index of [`Rules::takeable`].
#[inline(always)]
fn taker(rules: &Rules, team: &Team) -> usize {
    usize::from(team.owned & 7)
        | usize::from(team.cards[HAND] < rules.hand_limit) << 3
        | usize::from(team.cards[MATCHES] < rules.match_limit) << 4
        | usize::from(team.placed == 0) << 5
}

/// Classes that a `taker` may take free and for one cube (KOP-TAKE-15 to
/// -18, KOP-CAP-14, -15).
fn takeable_by(rules: &Rules, taker: usize) -> [u8; 2] {
    let may = |bit: usize| taker >> bit & 1 == 1;
    let mut room = UNLIMITED;
    room |= if may(3) { PLAYERS } else { 0 };
    room |= u8::from(may(4)) << class::MATCH;
    let paid = room | u8::from(may(5)) << class::TRANSFER;
    [room | 1 << class::TRANSFER, paid & rules.payable[taker & 7]]
}

/// The classes that may be taken from each row place, one byte per place, by
/// `taker`; two cubes are taken to be as easily paid as one.
#[must_use]
pub fn takeable(rules: &Rules) -> [u64; 64] {
    let [free_places, once_places, twice_places] = rules.places_by_price;
    std::array::from_fn(|taker| {
        let [free, once] = takeable_by(rules, taker);
        u64::from(free) * free_places + u64::from(once) * (once_places + twice_places)
    })
}

/// TAKE codes.
#[inline(always)]
fn takes(rules: &Rules, state: &State, team: &Team) -> RankedMask {
    let taker = taker(rules, team);
    let mut takeable = rules.takeable[taker];
    if rules.stepped {
        let twice_places = rules.places_by_price[2];
        let twice = takeable_by(rules, taker)[1] & payable_twice(rules, team);
        takeable = (takeable & !(twice_places * 0xFF)) | (u64::from(twice) * twice_places);
    }
    // A byte is one place; its highest bit is set if the card's class is
    // among the takeable, and the product gathers those bits.
    let legal = (state.row_classes & takeable) + 0x7F7F_7F7F_7F7F_7F7F;
    let places = (legal >> 7 & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    rules.take_codes[places as usize & 63]
}

/// Kinds of player card (or chips) of each set of colours.
const OF_COLOURS: [u64; 8] = {
    let mut kinds = [0; 8];
    let mut colours = 0;
    while colours < 8 {
        let mut colour = 0;
        while colour < 3 {
            if colours >> colour & 1 == 1 {
                kinds[colours] |= (ALL_POSITIONS as u64) << (POSITIONS * colour);
            }
            colour += 1;
        }
        colours += 1;
    }
    kinds
};

/// PLAY, SELL CARD and SELL CHIP codes if chips and cubes of these colours are
/// at hand.
#[inline(always)]
fn boards(rules: &Rules, team: &Team, chips_left: u8, cubes_left: u8) -> u128 {
    let own = team.chips & OF_COLOURS[7];
    // A chip of the same colour that is replaced counts as available.
    let open = OF_COLOURS[usize::from(chips_left) & 7] | own;
    let mut closed = (team.chips >> (3 * POSITIONS)) * (1 | 1 << POSITIONS | 1 << (2 * POSITIONS));
    if !rules.downgrade {
        closed |= own | own >> POSITIONS | own >> (2 * POSITIONS);
    }
    let play = team.kinds & open & !closed;
    let cubes = OF_COLOURS[usize::from(cubes_left) & 7];
    let sold = own & cubes;
    let sold_chips = (sold | sold >> POSITIONS | sold >> (2 * POSITIONS)) & u64::from(ALL_POSITIONS);
    u128::from(play) << PLAY
        | u128::from(team.kinds & cubes) << SELL_CARD
        | u128::from(sold_chips) << SELL_CHIP
}

/// All codes but PASS that the active seat may play.
#[inline(always)]
fn codes(rules: &Rules, state: &State) -> RankedMask {
    let team = state.team(state.active);
    let mut codes = boards(rules, team, state.chips_left, state.cubes_left);
    // Whose turn it is and who holds what is as good as random: no branches.
    let king_may = u8::from(rules.king_match != KingMatch::Forbidden);
    let may_challenge = u8::from(state.active != state.king) | king_may;
    codes |= u128::from(u8::from(team.cards[MATCHES] > 0) & may_challenge) << MATCH;
    if rules.captains {
        let may_pay = team.placed == 0 && team.cubes[2] >= u16::from(rules.components.captain_cubes);
        codes |= u128::from(may_pay) << PAY_CAPTAIN;
    }
    // The row is what changed last, so its codes join when all else is known.
    RankedMask::new(MoveMask(codes)).join(takes(rules, state, team))
}

/// Legal codes of KOP-D1.
#[inline(always)]
#[must_use]
pub fn actions(rules: &Rules, state: &State) -> RankedMask {
    let codes = codes(rules, state);
    if rules.house.short_first && state.turns == 0 {
        return only_last(codes);
    }
    if codes.is_empty() || rules.always_pass {
        codes.join(const { RankedMask::new(MoveMask(PASS_BIT)) })
    } else {
        codes
    }
}

/// KOP-HOUSE-02: nothing but the card of the last slot, or PASS without it.
#[cold]
fn only_last(codes: RankedMask) -> RankedMask {
    let last = codes.mask.0 & 1 << TAKE_LAST;
    RankedMask::new(MoveMask(if last == 0 { PASS_BIT } else { last }))
}

/// Whether the active seat can do nothing but pass.
#[must_use]
pub fn forced_to_pass(rules: &Rules, state: &State) -> bool {
    codes(rules, state).is_empty()
}

/// How many codes only the chip or cube limit makes illegal now.
#[inline]
#[must_use]
pub fn blocked(rules: &Rules, state: &State) -> u32 {
    let (chips, cubes) = (state.chips_left, state.cubes_left);
    if chips & cubes == 7 {
        return 0;
    }
    let team = state.team(state.active);
    let free = boards(rules, team, 7, 7);
    (free & !boards(rules, team, chips, cubes)).count_ones()
}

/// Options of KOP-D3 and KOP-D4: subsets of the cards held.
#[must_use]
pub const fn commitments(team: &Team) -> u128 {
    let var = team.cards[VARS] > 0;
    let bonus = team.cards[BONUSES] > 0;
    1 | (var as u128) << COMMIT_VAR
        | (bonus as u128) << COMMIT_BONUS
        | ((var && bonus) as u128) << (COMMIT_VAR | COMMIT_BONUS)
}

/// Positions of KOP-D2 as a set of position numbers.
#[must_use]
pub fn captain_positions(rules: &Rules, team: &Team) -> u16 {
    rules.components.captains[usize::from(team.captain) % 5] << 1
}

/// The legal moves of the other decisions.
#[inline(never)]
#[must_use]
pub fn options(rules: &Rules, state: &State) -> u128 {
    match state.phase {
        Phase::Position => u128::from(captain_positions(rules, state.team(state.asked))),
        Phase::Opponent => ((1 << rules.players) - 1) & !(1 << state.king),
        Phase::Challenger | Phase::King => commitments(state.team(state.asked)),
        Phase::Die(side) => (1 << state.bout.pools[usize::from(side) & 1].dice()) - 1,
        Phase::Action | Phase::Over => 0,
    }
}
