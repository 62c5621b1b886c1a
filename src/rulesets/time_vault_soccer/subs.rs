//! Substitutions: who may go off and come on, and what happens to the cards
//! (TVS-SUBS).

use super::rules::{Keepers, Rules};
use super::sides::Side;
use super::squads::{KEEPER, Squad, count, each, players_of};
use super::words;
use crate::watch::{Topic, Watch};

/// Most goalkeepers in a team.
const fn most_keepers(rules: &Rules) -> u32 {
    match rules.keepers {
        Keepers::One => 1,
        Keepers::UpToTwo => 2,
        Keepers::Free => 16,
    }
}

/// Whether a team obeys the limits on stars and goalkeepers.
#[inline]
pub(super) fn team_is_legal(rules: &Rules, squad: &Squad, team: u16, cap: u8) -> bool {
    count(team & squad.lines[usize::from(KEEPER)]) <= most_keepers(rules)
        && (cap == u8::MAX || squad.stars_of(team) <= cap)
}

/// Players in hand who did not come on in this same set (TVS-SUBS-03, -09).
#[inline]
pub(super) const fn may_go_off(side: &Side) -> u16 {
    if side.open.subs_left == 0 || side.open.bench == 0 {
        return 0;
    }
    players_of(side.hand) & !side.open.fresh
}

/// Whether any substitution is offered.
#[inline]
pub(super) fn any(rules: &Rules, squad: &Squad, side: &Side, cap: u8) -> bool {
    let offs = may_go_off(side);
    let keepers = squad.lines[usize::from(KEEPER)];
    if offs != 0 && team_is_legal(rules, squad, side.open.team, cap) {
        // In a legal team a field player can come on for whoever does not
        // leave too many goalkeepers, and for a field player of as many stars.
        let field = side.open.bench & !keepers;
        if cap == u8::MAX && field != 0 {
            return true;
        }
        if let (Some((_, greatest)), Some((least, _))) =
            (squad.star_range(offs & !keepers), squad.star_range(field))
            && least <= greatest
        {
            return true;
        }
    }
    each(offs).any(|off| may_come_on(rules, squad, side, off, cap) != 0)
}

/// Who may come on for `off`: the team is legal then, or can still be made so
/// with the substitutions left (TVS-PRO-03, TVS-SUBS-09).
#[inline]
pub(super) fn may_come_on(rules: &Rules, squad: &Squad, side: &Side, off: u8, cap: u8) -> u16 {
    if cap != u8::MAX {
        return within_stars(rules, squad, side, off, cap);
    }
    // Without a limit on stars only goalkeepers count.
    let keepers = squad.lines[usize::from(KEEPER)];
    let bench = side.open.bench;
    let after = count(side.open.team & !(1 << off) & keepers);
    let most = most_keepers(rules);
    if after < most {
        return bench;
    }
    let left = u32::from(side.open.subs_left) - 1;
    let to_go = count(may_go_off(side) & !(1 << off) & keepers);
    let field = bench & !keepers;
    // `over` goalkeepers too many can still be changed for field players.
    let mendable = |over: u32, waiting: u32| over <= left && over <= to_go && over <= waiting;
    let mut on = 0;
    if mendable(after - most, count(field).saturating_sub(1)) {
        on |= field;
    }
    if mendable(after + 1 - most, count(field)) {
        on |= bench & keepers;
    }
    on
}

/// The same under a limit on stars.
fn within_stars(rules: &Rules, squad: &Squad, side: &Side, off: u8, cap: u8) -> u16 {
    let keepers = squad.lines[usize::from(KEEPER)];
    let most = most_keepers(rules);
    let after = side.open.team & !(1 << off);
    let (stars, in_goal) = (squad.stars_of(after), count(after & keepers));
    // Who makes the team legal at once.
    let spare = cap.saturating_sub(stars).min(5);
    let fits = |players: u16, in_goal: u32| if in_goal <= most { players } else { 0 };
    let affordable = if stars > cap { 0 } else { side.open.bench & squad.up_to[usize::from(spare)] };
    let mut allowed =
        fits(affordable & keepers, in_goal + 1) | fits(affordable & !keepers, in_goal);
    // Who leaves something that further substitutions can mend; players of the
    // same stars are alike.
    for keeper in [0, 1] {
        let line = if keeper == 1 { keepers } else { !keepers };
        let waiting = side.open.bench & !allowed & line;
        if waiting == 0 {
            continue;
        }
        for rating in 1..6 {
            let alike = waiting & squad.up_to[rating] & !squad.up_to[rating - 1];
            if alike == 0 {
                continue;
            }
            let on = alike.trailing_zeros() as u8;
            let reached = (stars + rating as u8, in_goal + keeper);
            if completable(rules, squad, side, (off, on), reached, cap) {
                allowed |= alike;
            }
        }
    }
    allowed
}

/// Sums of the greatest (or smallest) 0, 1, 2 ... star ratings of `players`.
fn running(squad: &Squad, players: u16, greatest: bool) -> ([i32; 7], u32) {
    let mut sums = [0; 7];
    let mut length = 0;
    if players == 0 {
        return (sums, 0);
    }
    for step in 0..5 {
        let rating = if greatest { 5 - step } else { 1 + step };
        let rated = count(players & squad.up_to[rating] & !squad.up_to[rating - 1]);
        for _ in 0..rated.min(6 - length as u32) {
            sums[length + 1] = sums[length] + rating as i32;
            length += 1;
        }
    }
    (sums, length as u32)
}

/// Whether further substitutions of this set can make the team legal after
/// `off` went for `on`: only how many goalkeepers go and come matters, and the
/// greatest stars go, the smallest come.
fn completable(
    rules: &Rules,
    squad: &Squad,
    side: &Side,
    (off, on): (u8, u8),
    (stars, now): (u8, u32),
    cap: u8,
) -> bool {
    let left = u32::from(side.open.subs_left) - 1;
    let offs = may_go_off(side) & !(1 << off);
    let ons = side.open.bench & !(1 << on);
    if left == 0 {
        return false;
    }
    let (Some((_, greatest)), Some((least, _))) = (squad.star_range(offs), squad.star_range(ons)) else {
        return false;
    };
    let keepers = squad.lines[usize::from(KEEPER)];
    let stars = i32::from(stars);
    let limit = i32::from(cap);
    // Most cases end here: no exchange saves more than the highest less the
    // lowest rating.
    if stars - limit > i32::from(greatest.saturating_sub(least)) * left as i32 {
        return false;
    }
    let (keepers_off, most_keepers_off) = running(squad, offs & keepers, true);
    let (field_off, most_field_off) = running(squad, offs & !keepers, true);
    let (keepers_on, most_keepers_on) = running(squad, ons & keepers, false);
    let (field_on, most_field_on) = running(squad, ons & !keepers, false);
    for more in 1..=left {
        for go in 0..=more.min(most_keepers_off) {
            for come in 0..=more.min(most_keepers_on) {
                if more - go > most_field_off || more - come > most_field_on {
                    continue;
                }
                let reached = stars - keepers_off[go as usize] - field_off[(more - go) as usize]
                    + keepers_on[come as usize]
                    + field_on[(more - come) as usize];
                if now + come <= most_keepers(rules) + go && reached <= limit {
                    return true;
                }
            }
        }
    }
    false
}

/// Replaces a player of the hand by one of the bench.
///
/// Each copy in hand or deck is exchanged for a copy of the player coming on;
/// a copy in play is discarded without replacement (TVS-SUBS-06 to -08). The
/// copies taken off leave the match.
pub(super) fn make<W: Watch>(squad: &Squad, side: &mut Side, off: u8, on: u8, watch: &mut W) {
    let (old, new) = ([2 * off, 2 * off + 1], [2 * on, 2 * on + 1]);
    let mut gained = 0;
    for card in old {
        if side.hand >> card & 1 == 1 {
            side.hand &= !(1 << card);
            side.hand |= 1 << new[gained];
            gained += 1;
        }
    }
    let len = usize::from(side.open.deck);
    for place in side.deck[..len].iter_mut().filter(|place| **place / 2 == off) {
        *place = new[gained];
        gained += 1;
    }
    for card in old {
        if (side.open.attack.mask | side.open.defence.mask) >> card & 1 == 1 {
            side.open.attack.take(card, squad);
            side.open.defence.take(card, squad);
            side.open.discards |= 1 << card;
        }
    }
    side.open.team = side.open.team & !(1 << off) | 1 << on;
    side.open.bench &= !(1 << on);
    side.open.fresh |= 1 << on;
    side.open.subs_left -= 1;
    side.open.substitutions += 1;
    watch.say(Topic::Effect, Some(side.open.boss), || {
        format!(
            "Substitution: {} off, {} on with {gained} card{}",
            words::player(squad, off),
            words::player(squad, on),
            if gained == 1 { "" } else { "s" }
        )
    });
}
