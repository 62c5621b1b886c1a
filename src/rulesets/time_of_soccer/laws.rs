//! What holds in every state of every variant: every tile is in one place, books
//! add up, levels and line-ups are possible ones. In: rules and a state. Out: the
//! first law that is broken.

use super::club::Club;
use super::rules::Rules;
use super::state::State;
use super::switches::Insolvency;
use super::tiles::{MARKET, NONE, START_MANAGER};
use crate::law;

/// # Errors
/// The first law that is broken.
pub fn kept(r: &Rules, s: &State) -> Result<(), String> {
    let mut all = places(r, s);
    let (tiles, known) = (all.len(), all.iter().filter(|&&tile| usize::from(tile) < MARKET).count());
    all.sort_unstable();
    all.dedup();
    law!(all.len() == tiles, "a tile is in two places");
    let removed = usize::from(s.log.discarded) + usize::from(s.log.absent);
    law!(MARKET - known >= removed, "one of {removed} removed tiles came back");
    law!(s.week <= 10 && s.day <= 7, "week {}, day {}", s.week, s.day);
    law!(s.points_left <= 7, "{} operation points left", s.points_left);
    for space in 0..20 {
        let bare = s.market.cube(space) && s.market.space[usize::from(space)] == NONE;
        law!(!bare, "a cube lies on the empty space {space}");
    }
    for (seat, club) in s.clubs.iter().enumerate().take(usize::from(r.players)) {
        books(r, s, seat, club).and_then(|()| pitch(r, club)).map_err(|law| format!("seat {seat}: {law}"))?;
    }
    law!(s.points[..6].iter().all(|&p| p <= 31) && s.points[6..] == [0, 0], "league points {:?}", s.points);
    law!(s.out.count_ones() <= 7, "{} clubs are out of the cup", s.out.count_ones());
    Ok(())
}

/// Every place where a tile can be, in one list.
pub fn places(r: &Rules, s: &State) -> Vec<u8> {
    let mut all = Vec::new();
    for club in &s.clubs[..usize::from(r.players)] {
        all.extend(club.squad());
        all.extend(club.managers());
        all.extend(club.staff());
        all.extend(club.contracts);
        all.extend(club.press);
        all.push(club.friendly);
    }
    all.extend(s.market.space);
    all.extend(s.market.pile());
    for deck in 0..4 {
        let start = usize::from(r.deck_start[deck]);
        all.extend(&s.market.stack[start..start + usize::from(s.market.left[deck])]);
    }
    all.extend(&s.unique[..usize::from(s.unique_left)]);
    all.extend(s.hand);
    all.retain(|&tile| tile != NONE && tile < START_MANAGER);
    all
}

/// Money and people of a club.
fn books(r: &Rules, s: &State, seat: usize, club: &Club) -> Result<(), String> {
    let held = club.squad().iter().chain(club.managers()).copied().chain(club.staff());
    let salaries = held.map(|tile| s.word(r, tile).salary()).sum::<i16>();
    law!(club.salaries == salaries, "salaries of {} for people who get {salaries}", club.salaries);
    law!((1..=3).contains(&club.employed), "{} managers", club.employed);
    law!(club.satisfaction < r.satisfaction && club.fans <= r.fans_max, "fans beyond the track");
    law!((r.energy.0..=r.energy.1).contains(&club.energy), "Energy {}", club.energy);
    law!((r.fatigue_min..=0).contains(&club.fatigue), "fatigue {}", club.fatigue);
    law!(r.fatigue || (club.energy, club.fatigue) == (0, 0), "fatigue in a game without");
    law!(usize::from(club.car) < r.map.streets, "a car in no street");
    // At most 5 a week as printed, and two penalties a weekend (ledger section 7).
    let penalty = r.press.iter().map(|[_, penalty]| *penalty).max().unwrap_or(0);
    law!(club.cash >= -(11 * -r.balance.0 + 10 * 2 * penalty), "a debt of {}", -club.cash);
    law!(r.insolvency == Insolvency::Debt || club.cash >= 0, "a debt where there is none");
    let booked = i32::from(r.money + r.house.more[seat].money) + club.log.books.total();
    law!(i32::from(club.cash) == booked, "{} in cash where the books say {booked}", club.cash);
    law!(club.press[0] != NONE || club.press[1] == NONE, "a second bet without a first");
    Ok(())
}

/// Levels and line-up of a club.
fn pitch(r: &Rules, club: &Club) -> Result<(), String> {
    law!(club.levels.iter().chain(&club.raw).all(|&level| level <= r.level_max), "levels {:?}", club.levels);
    let mut eleven: Vec<u8> = club.eleven.into_iter().filter(|&tile| tile != NONE).collect();
    let playing = eleven.len();
    eleven.sort_unstable();
    eleven.dedup();
    law!(eleven.len() == playing, "a footballer plays twice");
    for (slot, &tile) in club.eleven.iter().enumerate().filter(|(_, tile)| **tile != NONE) {
        law!(club.squad().contains(&tile), "a departed footballer plays");
        law!(r.prints[usize::from(tile)].slots >> slot & 1 == 1, "a footballer plays where he can't");
    }
    Ok(())
}
