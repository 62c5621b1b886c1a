//! What is looked at in a club's standing while the season is under way: what it
//! has won and owns, each once as it is and once for each week left, because a
//! point counts more and a footballer less the later it is.

use super::super::play::scoring::fans_vp;
use super::super::rules::Rules;
use super::super::state::State;
use super::super::tiles::NONE;

/// League weeks of a season.
const SEASON: i32 = 10;
/// What is looked at.
const SEEN: usize = 13;
/// Once as it is and once for each week left.
pub const PROSPECTS: usize = 2 * SEEN;

/// Fills in how much there is of each feature of a seat's standing, in the order
/// of [`Look`](super::Look).
pub fn outlook(rules: &Rules, state: &State, seat: usize, seen: &mut [i32]) {
    let club = &state.clubs[seat];
    let own = usize::from(club.number);
    let cup = if rules.cup { rules.vp_cup[usize::from(state.cup_round[own])] } else { 0 };
    let values: [i32; SEEN] = [
        state.points[own].into(),
        cup.into(),
        fans_vp(rules, club.fans).into(),
        club.press_vp.into(),
        club.press.iter().map(|&tile| i32::from(tile != NONE)).sum(),
        club.cash.into(),
        state.balance(rules, seat as u8).into(),
        club.raw[0].into(),
        club.raw[1].into(),
        club.size.into(),
        club.employed.into(),
        club.satisfaction.into(),
        rules.prints[usize::from(club.scout)].points.into(),
    ];
    let left = SEASON - i32::from(state.week);
    for (pair, value) in seen.chunks_exact_mut(2).zip(values) {
        pair.copy_from_slice(&[value, value * left]);
    }
}
