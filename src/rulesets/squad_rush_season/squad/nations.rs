//! Which nations a seven is made of: chemistry against what each nation adds.
//!
//! In: a pitch taken apart by nation. Out: the best filling over all sets of
//! nations. Only nations that cost less to lose than all chemistry put together
//! are ever left out.

use super::{Appraiser, EMPTY_SLOT, Field, Filling, Worth};
use crate::rulesets::squad_rush_season::cards::ones;
use crate::rulesets::squad_rush_season::tops::{LANES, Tops};

impl Worth {
    /// Orders legal sevens above partial ones.
    #[inline]
    fn key(self) -> i32 {
        self.value + if self.empty == 0 { 1 << 20 } else { 0 }
    }
}

impl Appraiser<'_> {
    /// A filling with its chemistry.
    #[inline]
    fn settle(&self, field: &Field, filling: &Filling, nations: u16) -> Worth {
        let mut value = filling.raw - self.rules.cost[filling.used.count_ones() as usize];
        if filling.used == 0 && nations != 0 && self.rules.home_bonus > 0 {
            value = value.max(self.lone_card(field, filling, nations));
        }
        Worth { value, empty: filling.empty }
    }

    /// Seven Super Subs: one card of a nation earns the home bonus.
    #[cold]
    fn lone_card(&self, field: &Field, filling: &Filling, nations: u16) -> i32 {
        let tops = self.join(field, nations);
        let best = (0..LANES).map(|lane| tops.best(lane) >> 4).max().unwrap_or(0);
        let worst = filling.slots.iter().min().map_or(0, |slot| slot >> 4);
        filling.raw + i32::from(best) - i32::from(worst) - self.rules.cost[1]
    }

    /// The cards of all nations but one.
    #[inline]
    fn all_but(&self, field: &Field, nation: usize) -> Tops {
        if nation != field.nation {
            if field.whole == self.present {
                self.without[nation].merge(field.newcomer)
            } else {
                self.join(field, field.present & !(1 << nation))
            }
        } else if self.present >> nation & 1 == 1 {
            self.without[nation]
        } else {
            self.all
        }
    }

    /// What a filling loses at least without a nation, by what the pitch lost when it
    /// was measured (submodular as below).
    #[inline]
    fn least_loss(&self, field: &Field, full: &Filling, nation: usize) -> i32 {
        let rest = &self.rest[nation];
        match field.came {
            _ if nation == field.nation => full.raw - rest.raw,
            Some((position, worth)) => full.raw - rest.raw - (worth - i32::from(rest.spare[position])).max(0),
            // The fewer cards there are, the more a nation adds.
            None => self.full - rest.raw,
        }
    }

    pub(super) fn weigh(&self, field: &Field, full: &Filling) -> (Worth, [u16; 7]) {
        let best = (self.settle(field, full, field.present), full.slots);
        let count = full.used.count_ones();
        let cost = &self.rules.cost;
        // Fewer nations can't save more than this.
        let gain = cost[count as usize] - cost[count.min(1) as usize];
        if gain <= 0 {
            return best;
        }
        // The raw value of a set of nations is the weighted rank of a matroid
        // (cards matched to slots), hence submodular: a nation adds at least as
        // much to any other nations as it adds to all, and at most one nation
        // to the seven. One that adds no less than any step of chemistry is
        // therefore in some best seven; only the others are ever left out, and
        // nations on the bench may step in for them.
        let gain = gain.min(self.rules.steps[count as usize]);
        let mut unsure = 0;
        let mut left = full.used;
        while left != 0 {
            let nation = left.trailing_zeros() as usize;
            unsure |= u16::from(self.least_loss(field, full, nation) < gain) << nation;
            left &= left - 1;
        }
        if unsure == 0 { best } else { self.leave_out(field, full, unsure, gain, best) }
    }

    /// The best seven where some of the nations may not be worth their chemistry.
    fn leave_out(
        &self,
        field: &Field,
        full: &Filling,
        unsure: u16,
        gain: i32,
        mut best: (Worth, [u16; 7]),
    ) -> (Worth, [u16; 7]) {
        let count = full.used.count_ones();
        let mut fixed = full.used;
        let mut left = unsure;
        while left != 0 {
            let nation = left.trailing_zeros() as usize;
            left &= left - 1;
            let without = self.all_but(field, nation);
            if full.raw - self.raw(without, field.subs) >= gain {
                continue;
            }
            // Most chemistry costs less than any card is worth, so that what
            // opens a slot has been kept already.
            let opens_a_slot = || full.empty == 0 && self.fill(without, field.subs).empty > 0;
            if gain < self.rules.least_worth || !opens_a_slot() {
                fixed &= !(1 << nation);
            }
        }
        if fixed == full.used {
            return best;
        }
        let base = self.join(field, fixed);
        let mut consider = |some: u16| {
            let tops = if some == 0 { base } else { base.merge(self.join(field, some)) };
            let filling = self.fill(tops, field.subs);
            let worth = self.settle(field, &filling, fixed | some);
            if worth.key() > best.0.key() {
                best = (worth, filling.slots);
            }
        };
        // Only sets of fewer nations than now can be better. Mostly a single
        // nation may go, and then nothing may take its place.
        consider(0);
        let others = count - fixed.count_ones() - 1;
        if others > 0 {
            let free = field.present & !fixed;
            let mut some = free;
            while some != 0 {
                if some.count_ones() <= others {
                    consider(some);
                }
                some = (some - 1) & free;
            }
        }
        best
    }

    pub(super) fn weigh_capped(&self, field: &Field) -> (Worth, [u16; 7]) {
        let cap = u32::from(self.cap);
        let mut best = (Worth { value: -7 * EMPTY_SLOT, empty: 7 }, [0; 7]);
        let mut consider = |nations: u16| {
            let filling = self.fill(self.join(field, nations), field.subs);
            let worth = self.settle(field, &filling, nations);
            if worth.key() > best.0.key() {
                best = (worth, filling.slots);
            }
        };
        let mut nations = field.present;
        if cap == 1 {
            for nation in ones(u128::from(nations)) {
                consider(1 << nation);
            }
            nations = 0;
        }
        while nations != 0 {
            if nations.count_ones() <= cap {
                consider(nations);
            }
            nations = (nations - 1) & field.present;
        }
        consider(0);
        best
    }
}
