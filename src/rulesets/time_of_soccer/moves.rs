//! Codes of moves (ledger section 3): high byte kind, low byte argument.

use super::club::Club;
use super::rules::Rules;
use super::state::{HOME, Question, State};
use super::tiles::{Claim, Kind, NONE};
use crate::moves::MoveList;

/// No, pass, keep, decline, stop.
pub const NO: u16 = 0x0000;
/// Yes, pay, re-roll.
pub const YES: u16 = 0x0001;
/// Kind: move the car.
pub const MOVE: u8 = 0x01;
/// Kind: enter a parking.
pub const ENTER: u8 = 0x02;
/// Kind: forced attempt.
pub const FORCE: u8 = 0x03;
/// Kind: sell a footballer.
pub const SELL: u8 = 0x04;
/// Kind: buy from the second market.
pub const BUY: u8 = 0x05;
/// Kind: dismiss a manager.
pub const DISMISS: u8 = 0x06;
/// Kind: team type.
pub const TEAM: u8 = 0x07;
/// Kind: recovery points on Fatigue.
pub const RECOVER: u8 = 0x08;
/// Kind: start corner.
pub const CORNER: u8 = 0x09;
/// Kind: unique footballers kept.
pub const KEEP: u8 = 0x0A;
/// Kind: line-up candidate.
pub const LINE_UP: u8 = 0x0B;

/// Most moves of one decision: a whole squad for sale and a whole pile.
pub const MOST: usize = 232;

/// The legal moves of one decision.
pub type Moves = MoveList<u16, MOST>;

/// A code.
#[inline]
#[must_use]
pub const fn code(kind: u8, argument: u8) -> u16 {
    (kind as u16) << 8 | argument as u16
}

/// Its kind.
#[inline]
#[must_use]
pub const fn kind(code: u16) -> u8 {
    (code >> 8) as u8
}

/// Unique footballers that a player draws and keeps (TOS-USFP-01 to 04).
#[must_use]
pub const fn unique_counts(players: u8) -> (u8, u8) {
    if players <= 2 { (2, 1) } else { (3, 2) }
}

/// The legal moves of the question that the state waits with.
pub fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
    moves.clear();
    let seat = state.asked;
    let club = &state.clubs[usize::from(seat)];
    match state.question {
        Question::Unique => {
            let (drawn, kept) = unique_counts(rules.players);
            for mask in 1..1_u8 << drawn {
                if mask.count_ones() == u32::from(kept) {
                    moves.push(code(KEEP, mask));
                }
            }
        }
        Question::Corner => (0..4).for_each(|corner| moves.push(code(CORNER, corner))),
        Question::Recovery => {
            let most = (-club.fatigue).min(rules.recovery).max(0) as u8;
            (0..=most).for_each(|points| moves.push(code(RECOVER, points)));
        }
        Question::Step => steps(rules, state, seat, moves),
        Question::Bill | Question::Fee | Question::AttackAgain | Question::DefenceAgain => {
            moves.push(NO);
            moves.push(YES);
        }
        Question::Sale => {
            moves.push(NO);
            (0..club.size).for_each(|index| moves.push(code(SELL, index)));
            if rules.second_market {
                let bonus =
                    i16::from(rules.prints[usize::from(state.market.space[usize::from(state.at)])].bonus);
                for (index, &tile) in (0..).zip(state.market.pile()) {
                    if club.cash >= state.word(rules, tile).price() + bonus {
                        moves.push(code(BUY, index));
                    }
                }
            }
        }
        Question::Dismiss => (0..club.employed).for_each(|manager| moves.push(code(DISMISS, manager))),
        Question::LineUp => (0..4 * club.employed).for_each(|candidate| moves.push(code(LINE_UP, candidate))),
        Question::Team => {
            (0..3)
                .filter(|&team| team_legal(rules, club, team))
                .for_each(|team| moves.push(code(TEAM, team)));
        }
        Question::Over => moves.push(NO),
    }
}

/// Whether a team type may be chosen (TOS-FAT-06).
#[must_use]
pub fn team_legal(rules: &Rules, club: &Club, team: u8) -> bool {
    team == 2 || rules.overdraft || rules.team_cost[usize::from(team)] <= club.energy
}

fn steps(rules: &Rules, state: &State, seat: u8, moves: &mut Moves) {
    moves.push(NO);
    if state.points_left == 0 {
        return;
    }
    let car = usize::from(state.clubs[usize::from(seat)].car);
    for &street in rules.map.next[rules.traffic(seat)][car].as_slice() {
        moves.push(code(MOVE, street));
    }
    for &(space, _) in &rules.map.touches[car][..usize::from(rules.map.touched[car])] {
        let tile = state.market.space[usize::from(space)];
        if tile == NONE {
            continue;
        }
        let opens = rules.map.parking[usize::from(space)][usize::from(state.word(rules, tile).gap())];
        if usize::from(opens) == car {
            if may_enter(rules, state, seat, tile) {
                moves.push(code(ENTER, space));
            }
        } else if may_force(rules, state, seat, tile) {
            moves.push(code(FORCE, space));
        }
    }
}

/// What a tile costs without any bill (TOS-MKT-09).
#[inline]
#[must_use]
pub fn price(rules: &Rules, state: &State, tile: u8) -> i16 {
    match rules.prints[usize::from(tile)].kind {
        Kind::Footballer | Kind::Manager => state.word(rules, tile).price(),
        Kind::Sales => 0,
        _ => rules.other_price,
    }
}

/// Whether the holding limits let a seat take a tile (ledger 1.7 to 1.10).
fn may_hold(rules: &Rules, state: &State, club: &Club, tile: u8) -> bool {
    let print = &rules.prints[usize::from(tile)];
    if print.blank {
        return false;
    }
    match print.kind {
        Kind::Friendly => club.friendly == NONE,
        Kind::Press => {
            club.press[1] == NONE && (print.claim != Claim::Cup || state.in_cup(rules, club.number))
        }
        _ => true,
    }
}

/// Whether a seat may enter the parking of a tile, were its car there
/// (TOS-MKT-10 and the table under D3).
#[must_use]
pub fn may_enter(rules: &Rules, state: &State, seat: u8, tile: u8) -> bool {
    let club = &state.clubs[usize::from(seat)];
    let print = &rules.prints[usize::from(tile)];
    if print.kind == Kind::Sales {
        return !print.blank && (club.size > 0 || rules.second_market && state.market.pile_size > 0);
    }
    let price = price(rules, state, tile);
    (price == 0 || club.cash >= price) && may_hold(rules, state, club, tile)
}

/// Whether a seat may try a forced acquisition of a tile it touches
/// (TOS-FORCE-06, TOS-FORCE-07).
#[must_use]
pub fn may_force(rules: &Rules, state: &State, seat: u8, tile: u8) -> bool {
    let club = &state.clubs[usize::from(seat)];
    rules.forced
        && rules.prints[usize::from(tile)].kind != Kind::Sales
        && club.cash
            >= price(rules, state, tile) + i16::from(rules.prints[usize::from(club.secretary)].lowest_bill())
        && may_hold(rules, state, club, tile)
}

/// Whether two line-up codes mean the home side of the match in progress.
#[must_use]
pub fn side_of(state: &State, club: u8) -> usize {
    if state.game.clubs[HOME] == club { HOME } else { 1 }
}
