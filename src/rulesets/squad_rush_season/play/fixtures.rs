//! Who meets whom (MATCH-04 to MATCH-09).

use super::super::rules::{Fixtures, Rules};
use super::super::state::{NOBODY, State};

/// The seat so many steps to the left of another, to the right after a swap of
/// seats (SQR-HOUSE-07).
pub(in super::super) const fn left(rules: &Rules, matchday: u8, seat: u8, steps: u8) -> u8 {
    let n = rules.managers;
    let steps = if rules.house.swapped(matchday) { n - steps % n } else { steps };
    (seat + steps) % n
}

/// Who meets whom on a matchday (0-based), in order of resolution; `anchor` is
/// the caller or, if nobody called, who began (MATCH-04 to MATCH-09).
#[must_use]
pub fn fixtures(rules: &Rules, matchday: u8, anchor: u8) -> ([[u8; 2]; 4], u8) {
    let n = rules.managers;
    let left = |seat: u8, steps: u8| left(rules, matchday, seat, steps);
    let mut list = [[NOBODY; 2]; 4];
    let count = match rules.fixtures {
        Fixtures::Cycle => {
            let count = if n == 2 { 1 } else { n };
            for match_number in 0..count {
                let seat = left(anchor, match_number);
                list[usize::from(match_number)] = [seat, left(seat, 1)];
            }
            count
        }
        Fixtures::RotateBye => {
            let out = matchday % 3;
            list[0] = [left(out, 1), left(out, 2)];
            1
        }
        Fixtures::CallerAnchor => {
            list[0] = [anchor, left(anchor, 1)];
            list[1] = [left(anchor, 2), left(anchor, 3)];
            2
        }
        Fixtures::SeatFixed | Fixtures::RoundRobin => {
            let day = if rules.fixtures == Fixtures::SeatFixed { 0 } else { matchday % 3 };
            let [first, second] = [[[0, 1], [2, 3]], [[1, 2], [3, 0]], [[0, 2], [1, 3]]][usize::from(day)];
            [list[0], list[1]] = if first.contains(&anchor) { [first, second] } else { [second, first] };
            2
        }
    };
    (list, count)
}

/// The manager whom `seat` will surely meet first among the matches to come,
/// as far as that is known before a call.
pub(in super::super) fn foreseen_opponent(rules: &Rules, state: &State, seat: u8) -> Option<u8> {
    if state.sudden_death {
        return None;
    }
    let known = state.caller != NOBODY || rules.fixtures != Fixtures::CallerAnchor;
    if !known {
        return None;
    }
    if rules.managers > 2 && rules.fixtures == Fixtures::Cycle {
        // Both neighbours are met; the left one is the sheet's opponent.
        return Some(left(rules, state.matchday, seat, 1));
    }
    let anchor = if state.caller == NOBODY { state.starter } else { state.caller };
    let (list, count) = fixtures(rules, state.matchday, anchor);
    let own = list[..usize::from(count)].iter().find(|pair| pair.contains(&seat))?;
    Some(if own[0] == seat { own[1] } else { own[0] })
}
