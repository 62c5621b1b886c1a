//! What is looked at in a Boss's standing between the matches of a competition:
//! the league, the matches for a shared title, the cup, who is suspended.

use super::super::rules::{Rules, has_table};
use super::super::squads::{SQUAD, each};
use super::super::state::State;
use crate::competitions::NOBODY;

/// What is looked at while there is no champion yet.
const LEAGUE: usize = 7;
/// What is looked at in a cup.
const CUP: usize = 5;
/// All of it, the league first.
pub const PROSPECTS: usize = LEAGUE + CUP;
/// How much a point counts when the league is over.
const WHOLE: u32 = 50;

/// Fills in how much there is of each feature of a seat's standing, in the order
/// of [`Look`](super::Look).
///
/// What n matches are still to change spreads as √n does, so that a point counts
/// as 1/√(n + 1).
pub fn outlook(rules: &Rules, state: &State, seat: usize, seen: &mut [i32]) {
    let (season, boss) = (&state.season, seat as u8);
    let suspended = if rules.suspensions { state.discipline.suspended(boss) } else { 0 };
    let stars = each(suspended).map(|player| i32::from(state.squads[seat].stars[usize::from(player)])).sum();
    let yellows = (0..SQUAD as u8).map(|player| i32::from(state.discipline.yellows(boss, player))).sum();
    seen.fill(0);
    let (league, cup) = seen.split_at_mut(LEAGUE);
    if has_table(rules.plan.format) && season.champion == NOBODY {
        let row = &season.table.rows[seat];
        let to_come = (0..rules.bosses).map(|boss| season.league_left(boss)).max().unwrap_or(0);
        let weight = (WHOLE * WHOLE / (1 + u32::from(to_come))).isqrt() as i32;
        let title = season.title_rounds(boss);
        league.copy_from_slice(&[
            weight * i32::from(row.points),
            weight * row.difference(),
            weight * i32::from(season.league_left(boss)),
            title.is_some().into(),
            title.unwrap_or(0).into(),
            stars,
            yellows,
        ]);
    } else {
        let rounds = season.cup_rounds(boss);
        cup.copy_from_slice(&[
            (season.champion == boss).into(),
            rounds.is_some().into(),
            rounds.unwrap_or(0).into(),
            stars,
            yellows,
        ]);
    }
}
