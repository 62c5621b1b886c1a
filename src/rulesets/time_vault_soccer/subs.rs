//! Substitutions: who may go off and come on, and what happens to the cards
//! (TVS-SUBS).

use super::rules::{Keepers, Rules};
use super::sides::Side;
use super::squads::{KEEPER, Squad, each, players_of};
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
    (team & squad.lines[usize::from(KEEPER)]).count_ones() <= most_keepers(rules)
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
    if offs != 0 && cap == u8::MAX && side.open.bench & !squad.lines[usize::from(KEEPER)] != 0 {
        // A field player can come on for whoever does not leave too many
        // goalkeepers, and the present team has not.
        if team_is_legal(rules, squad, side.open.team, cap) {
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
    let after = (side.open.team & !(1 << off) & keepers).count_ones();
    let most = most_keepers(rules);
    if after < most {
        return bench;
    }
    let left = u32::from(side.open.subs_left) - 1;
    let to_go = (may_go_off(side) & !(1 << off) & keepers).count_ones();
    let field = bench & !keepers;
    // `over` goalkeepers too many can still be changed for field players.
    let mendable = |over: u32, waiting: u32| over <= left && over <= to_go && over <= waiting;
    let mut on = 0;
    if mendable(after - most, field.count_ones().saturating_sub(1)) {
        on |= field;
    }
    if mendable(after + 1 - most, field.count_ones()) {
        on |= bench & keepers;
    }
    on
}

/// The same under a limit on stars.
fn within_stars(rules: &Rules, squad: &Squad, side: &Side, off: u8, cap: u8) -> u16 {
    let keepers = squad.lines[usize::from(KEEPER)];
    let after = side.open.team & !(1 << off);
    let left_stars = squad.stars_of(after);
    let left_keepers = (after & keepers).count_ones();
    let mut allowed = 0;
    for on in each(side.open.bench) {
        let stars = left_stars + squad.stars[usize::from(on)];
        let count = left_keepers + u32::from(keepers >> on & 1);
        if (stars <= cap && count <= most_keepers(rules))
            || completable(rules, squad, side, (off, on), (stars, count), cap)
        {
            allowed |= 1 << on;
        }
    }
    allowed
}

/// Sums of the greatest (or smallest) 0, 1, 2 ... star ratings of `players`.
fn running(squad: &Squad, players: u16, greatest: bool) -> ([i32; 7], u32) {
    let mut sums = [0; 7];
    let mut count = 0;
    if players == 0 {
        return (sums, 0);
    }
    let mut of_rating = [0_u8; 6];
    for player in each(players) {
        of_rating[usize::from(squad.stars[usize::from(player)])] += 1;
    }
    for step in 0..5 {
        let rating = if greatest { 5 - step } else { 1 + step };
        for _ in 0..of_rating[rating].min(6 - count as u8) {
            sums[count + 1] = sums[count] + rating as i32;
            count += 1;
        }
    }
    (sums, count as u32)
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
    if left == 0 || offs == 0 || ons == 0 {
        return false;
    }
    let keepers = squad.lines[usize::from(KEEPER)];
    let stars = i32::from(stars);
    let limit = i32::from(cap);
    // Most cases end here: no exchange saves more than the highest less the
    // lowest rating.
    let ratings = |players: u16| each(players).map(|p| i32::from(squad.stars[usize::from(p)]));
    let most = ratings(offs).max().unwrap_or(0) - ratings(ons).min().unwrap_or(0);
    if stars - limit > most.max(0) * left as i32 {
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
