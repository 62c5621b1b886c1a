//! Substitutions: who may go off and come on, and what happens to the cards
//! (TVS-SUBS).

use super::rules::Rules;
use super::sides::Side;
use super::squads::{KEEPER, Squad, count, each, players_of};
use super::switches::Keepers;
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
pub(super) fn team_is_legal(rules: &Rules, squad: &Squad, team: u16, cap: Option<u8>) -> bool {
    count(team & squad.lines[usize::from(KEEPER)]) <= most_keepers(rules)
        && cap.is_none_or(|cap| squad.stars_of(team) <= cap)
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
pub(super) fn any(rules: &Rules, squad: &Squad, side: &Side, cap: Option<u8>) -> bool {
    let offs = may_go_off(side);
    if offs == 0 {
        return false;
    }
    if team_is_legal(rules, squad, side.open.team, cap) {
        // In a legal team a field player can come on for whoever does not
        // leave too many goalkeepers, and for a field player of as many stars.
        let keepers = squad.lines[usize::from(KEEPER)];
        let field = side.open.bench & !keepers;
        if cap.is_none() && field != 0 {
            return true;
        }
        if let (Some((_, greatest)), Some((least, _))) =
            (squad.star_range(offs & !keepers), squad.star_range(field))
            && least <= greatest
        {
            return true;
        }
    }
    let exchanges = Exchanges::new(rules, squad, side, cap);
    each(offs).any(|off| exchanges.may_come_on(off) != 0)
}

/// The substitutions of one question: who may come on for whom.
pub(super) struct Exchanges<'a> {
    squad: &'a Squad,
    cap: Option<u8>,
    team: u16,
    /// Stars of the team; only under a limit on stars.
    stars: u8,
    /// Who may go off and come on.
    pub offs: u16,
    ons: u16,
    keepers: u16,
    most_keepers: u32,
    /// Substitutions left after this one.
    left: u32,
    /// Field players and goalkeepers who may go off, greatest stars first, and
    /// come on, smallest first; only under a limit on stars.
    going: [Ranked; 2],
    coming: [Ranked; 2],
}

/// Sums of the first 0, 1, 2 ... star ratings of some players in order, a byte
/// each.
#[derive(Clone, Copy, Default)]
struct Ranked {
    players: u16,
    greatest_first: bool,
    sums: u64,
    len: u32,
}

impl Ranked {
    fn new(squad: &Squad, players: u16, greatest_first: bool) -> Self {
        let mut ranked = Self { players, greatest_first, ..Self::default() };
        let (mut left, mut step, mut sum) = (players, 0, 0);
        while left != 0 {
            let rating = if greatest_first { 5 - step } else { 1 + step };
            let mut rated = left & squad.rated(rating);
            left &= !rated;
            step += 1;
            while rated != 0 {
                rated &= rated - 1;
                // More than seven never go or come.
                if ranked.len == 7 {
                    return ranked;
                }
                sum += u64::from(rating);
                ranked.len += 1;
                ranked.sums |= sum << (8 * ranked.len);
            }
        }
        ranked
    }

    /// Sum of the first `taken`, `taken <= len`.
    const fn sum(&self, taken: u32) -> i32 {
        (self.sums >> (8 * taken)) as u8 as i32
    }

    /// The same without one of them, if he is among them: what comes behind
    /// him moves up.
    #[inline]
    fn without(self, squad: &Squad, player: u8) -> Self {
        const ONES: u64 = u64::MAX / 0xFF;
        if self.players >> player & 1 == 0 {
            return self;
        }
        let rating = squad.stars[usize::from(player)];
        let before = if self.greatest_first {
            count(self.players & !squad.up_to[usize::from(rating)])
        } else {
            count(self.players & squad.up_to[usize::from(rating) - 1])
        };
        // Bytes up to his place stay.
        let stay = u64::MAX >> (56 - 8 * before.min(7));
        let behind = (self.sums >> 8).wrapping_sub(ONES * u64::from(rating));
        let sums = self.sums & stay | behind & !stay;
        Self { players: self.players & !(1 << player), sums, len: self.len - 1, ..self }
    }
}

impl<'a> Exchanges<'a> {
    #[inline]
    pub(super) fn new(rules: &Rules, squad: &'a Squad, side: &Side, cap: Option<u8>) -> Self {
        let keepers = squad.lines[usize::from(KEEPER)];
        let (offs, ons) = (may_go_off(side), side.open.bench);
        let mut new = Self {
            squad,
            cap,
            team: side.open.team,
            stars: if cap.is_some() { squad.stars_of(side.open.team) } else { 0 },
            offs,
            ons,
            keepers,
            most_keepers: most_keepers(rules),
            left: u32::from(side.open.subs_left.saturating_sub(1)),
            going: Default::default(),
            coming: Default::default(),
        };
        if cap.is_some() && new.left > 0 {
            new.going = [!keepers, keepers].map(|line| Ranked::new(squad, offs & line, true));
            new.coming = [!keepers, keepers].map(|line| Ranked::new(squad, ons & line, false));
        }
        new
    }

    /// Who may come on for `off`: the team is legal then, or can still be made
    /// so with the substitutions left (TVS-PRO-03, TVS-SUBS-09).
    #[inline]
    pub(super) fn may_come_on(&self, off: u8) -> u16 {
        if let Some(cap) = self.cap {
            return self.within_stars(off, cap);
        }
        // Without a limit on stars only goalkeepers count.
        let (keepers, bench, left) = (self.keepers, self.ons, self.left);
        let after = count(self.team & !(1 << off) & keepers);
        let most = self.most_keepers;
        if after < most {
            return bench;
        }
        let to_go = count(self.offs & !(1 << off) & keepers);
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
    fn within_stars(&self, off: u8, cap: u8) -> u16 {
        let Self { squad, keepers, .. } = *self;
        let after = self.team & !(1 << off);
        let stars = self.stars - squad.stars[usize::from(off)];
        let in_goal = count(after & keepers);
        // Who makes the team legal at once.
        let mut allowed = 0;
        if stars < cap {
            let affordable = self.ons & squad.up_to[usize::from((cap - stars).min(5))];
            for (line, goalkeepers) in [(!keepers, in_goal), (keepers, in_goal + 1)] {
                if goalkeepers <= self.most_keepers {
                    allowed |= affordable & line;
                }
            }
        }
        // Who leaves something that further substitutions can mend. Players of
        // the same stars are alike, and where one can, those of fewer can.
        let waiting = self.ons & !allowed;
        if self.left == 0 || waiting == 0 {
            return allowed;
        }
        let going = [self.going[0].without(squad, off), self.going[1].without(squad, off)];
        for (line, goalkeepers) in [(!keepers, in_goal), (keepers, in_goal + 1)] {
            let open = waiting & line;
            for rating in (1..6).rev() {
                let alike = open & squad.rated(rating);
                if alike != 0 && self.mendable(&going, alike, stars + rating, goalkeepers, cap) {
                    allowed |= open & squad.up_to[usize::from(rating)];
                    break;
                }
            }
        }
        allowed
    }

    /// Whether further substitutions can make a team of these stars and
    /// goalkeepers legal after one of `alike` came on: only how many goalkeepers
    /// go and come matters, and the greatest stars go, the smallest come.
    fn mendable(&self, going: &[Ranked; 2], alike: u16, stars: u8, in_goal: u32, cap: u8) -> bool {
        let on = alike.trailing_zeros() as u8;
        let [field_off, keepers_off] = going;
        let field_on = self.coming[0].without(self.squad, on);
        let keepers_on = self.coming[1].without(self.squad, on);
        let (most, stars, cap) = (self.most_keepers, i32::from(stars), i32::from(cap));
        // Field players for field players, all that there is to try in most
        // squads.
        if in_goal <= most {
            let mut more = self.left.min(field_off.len).min(field_on.len);
            while more > 0 {
                if stars - field_off.sum(more) + field_on.sum(more) <= cap {
                    return true;
                }
                more -= 1;
            }
        }
        if keepers_off.len == 0 && keepers_on.len == 0 {
            return false;
        }
        let mut more = self.left;
        while more > 0 {
            // Field players who go, and goalkeepers in their stead.
            let mut gone = more.min(field_off.len);
            while more - gone <= keepers_off.len {
                let go = more - gone;
                let left = stars - keepers_off.sum(go) - field_off.sum(gone);
                let mut come = more.saturating_sub(field_on.len);
                while come <= more.min(keepers_on.len) && in_goal + come <= most + go {
                    if left + keepers_on.sum(come) + field_on.sum(more - come) <= cap {
                        return true;
                    }
                    come += 1;
                }
                if gone == 0 {
                    break;
                }
                gone -= 1;
            }
            more -= 1;
        }
        false
    }
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
            "{} comes on with {gained} card{}",
            words::player(squad, on),
            if gained == 1 { "" } else { "s" }
        )
    });
}
