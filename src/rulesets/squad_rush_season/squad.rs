//! What a pitch is worth: the exact best seven, found by table look-ups.
//!
//! In: the cards of a pitch. Out: the best legal seven's Attack + Defence after
//! chemistry and bookings or, without a legal seven, the best partial seven
//! with 12 off per empty slot.
//!
//! The best two cards per position of any set of nations are kept in the lanes
//! of two machine words; nations are joined by lane-wise maxima. Chemistry is
//! then a choice of which nations to leave out, and only nations that cost less
//! to lose than all chemistry put together are ever tried.

use super::cards::{self, Card, MAX_NATIONS, SUB, ones};
use super::rules::Rules;
use super::tops::{LANES, Tops};

/// What an empty slot costs the worth of a pitch (ledger section 6).
pub const EMPTY_SLOT: i32 = 12;

/// The best filling of the seven slots from a set of nations, chemistry apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filling {
    /// Sum of the ratings less 12 per empty slot.
    pub(super) raw: i32,
    /// Nations in it.
    used: u16,
    pub(super) empty: u8,
    /// Slots as [`Tops`] has them, 0 for empty.
    slots: [u16; 7],
}

/// What a pitch is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// Attack + Defence of the best seven after chemistry and bookings, less
    /// 12 per empty slot.
    pub value: i32,
    /// Empty slots; 0 for a legal seven.
    pub empty: u8,
}

impl Worth {
    /// Orders legal sevens above partial ones.
    #[inline]
    fn key(self) -> i32 {
        self.value + if self.empty == 0 { 1 << 20 } else { 0 }
    }
}

/// A pitch taken apart by nation, ready to be valued with one more card.
#[derive(Debug, Clone, Copy)]
pub struct Appraiser<'a> {
    pub(super) rules: &'a Rules,
    pub(super) nation: [Tops; MAX_NATIONS],
    /// Nations present.
    pub(super) present: u16,
    pub(super) all: Tops,
    /// All nations but one, for those present.
    pub(super) without: [Tops; MAX_NATIONS],
    /// Super Subs, unbooked and booked.
    pub(super) subs: [u8; 2],
    /// Most nations in a seven.
    pub(super) cap: u8,
    /// The raw value of all cards, and what is left without each nation, once
    /// measured.
    full: i32,
    rest: [Rest; MAX_NATIONS],
}

/// What is left of a pitch without a nation.
#[derive(Debug, Clone, Copy)]
struct Rest {
    raw: i32,
    /// One more card adds no more than it is worth above this, by position.
    spare: [u8; 5],
}

impl Rest {
    /// More than any raw value: nothing is known to be lost without the nation.
    const UNKNOWN: Self = Self { raw: 1 << 20, spare: [0; 5] };
}

/// The cards of a pitch, as the [`Appraiser`] took it apart or with one more or
/// one less: valuing a card copies no more than this.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    /// Who came, or who of his nation is left where one went.
    newcomer: Tops,
    /// Nation of the newcomer; [`MAX_NATIONS`] if nobody or a Super Sub came or went.
    nation: usize,
    all: Tops,
    present: u16,
    /// Nations whose cards are those that the pitch was taken apart with.
    whole: u16,
    subs: [u8; 2],
    /// Position and worth of who came.
    came: Option<(usize, i32)>,
}

/// The best seven of a pitch, by what its slots hold.
#[derive(Debug, Clone, Copy)]
pub struct Fielded {
    slots: [u16; 7],
    /// Whether a card may count that is in no slot.
    open: bool,
}

impl Fielded {
    /// Whether the pitch would be worth as much without this card. A card like one
    /// of the seven is not told from it: that it would not is no more than possible.
    #[inline]
    #[must_use]
    pub fn spares(&self, rules: &Rules, card: Card, booked: bool) -> bool {
        !self.open && !self.slots.contains(&Tops::slot(rules, card, booked))
    }
}

impl<'a> Appraiser<'a> {
    /// A pitch of these cards.
    #[inline]
    #[must_use]
    pub fn new(rules: &'a Rules, field: u128, booked: u128) -> Self {
        Self::capped(rules, field, booked, rules.nations_cap)
    }

    /// A pitch of these cards, of which a seven may hold at most `cap` nations.
    #[inline]
    #[must_use]
    pub fn capped(rules: &'a Rules, field: u128, booked: u128, cap: u8) -> Self {
        let mut new = Self {
            rules,
            nation: [Tops::default(); MAX_NATIONS],
            present: 0,
            all: Tops::default(),
            without: [Tops::default(); MAX_NATIONS],
            subs: [0; 2],
            cap,
            full: 0,
            rest: [Rest::UNKNOWN; MAX_NATIONS],
        };
        let mut left = field;
        let mut marks = booked;
        for nation in 0..usize::from(rules.nations) {
            let squad = left as usize & 0x7FF;
            if squad != 0 {
                let marked = marks as usize & squad;
                let mut tops = rules.tops[0][squad & !marked];
                if marked != 0 {
                    tops = tops.merge(rules.tops[1][marked]);
                }
                let tops = tops.of_nation(nation as u64);
                new.nation[nation] = tops;
                new.present |= 1 << nation;
                // Nations before this one; those after it follow below.
                new.without[nation] = new.all;
                new.all = new.all.merge(tops);
            }
            left >>= cards::SQUAD;
            marks >>= cards::SQUAD;
        }
        let mut after = Tops::default();
        let mut before = new.present;
        while before != 0 {
            let nation = before.ilog2() as usize;
            before ^= 1 << nation;
            new.without[nation] = new.without[nation].merge(after);
            after = after.merge(new.nation[nation]);
        }
        let subs = (field >> SUB) as u8;
        if subs != 0 {
            let marked = (booked >> SUB) as u8 & subs;
            new.subs = [(subs & !marked).count_ones() as u8, marked.count_ones() as u8];
        }
        new
    }

    #[inline]
    pub(super) fn is_capped(&self) -> bool {
        usize::from(self.cap) < MAX_NATIONS
    }

    /// The pitch as it is.
    #[inline]
    pub(super) fn as_it_is(&self) -> Field {
        Field {
            newcomer: Tops::default(),
            nation: MAX_NATIONS,
            all: self.all,
            present: self.present,
            whole: self.present,
            subs: self.subs,
            came: None,
        }
    }

    /// The pitch without one of its cards; `field` and `booked` are all of them.
    #[inline]
    fn left_by(&self, card: Card, field: u128, booked: u128) -> Field {
        let mut rest = self.as_it_is();
        let marked = booked >> card & 1 == 1;
        if cards::is_sub(card) {
            rest.subs[usize::from(marked)] -= 1;
            return rest;
        }
        let nation = cards::nation(card);
        let squad = |cards: u128| (cards >> (u32::from(nation) * u32::from(cards::SQUAD))) as usize & 0x7FF;
        let (left, marked) = (squad(field & !(1 << card)), squad(booked));
        let mut tops = self.rules.tops[0][left & !marked];
        if left & marked != 0 {
            tops = tops.merge(self.rules.tops[1][left & marked]);
        }
        rest.nation = usize::from(nation);
        rest.newcomer = tops.of_nation(nation.into());
        rest.all = self.without[rest.nation].merge(rest.newcomer);
        rest.whole &= !(1 << nation);
        if left == 0 {
            rest.present = rest.whole;
        }
        rest
    }

    /// The pitch with one more card, booked or not.
    #[inline]
    fn joined_by(&self, card: Card, booked: bool) -> Field {
        let mut field = self.as_it_is();
        field.came = Some((cards::position(card), self.rules.current(card, booked) + EMPTY_SLOT));
        if cards::is_sub(card) {
            field.subs[usize::from(booked)] += 1;
        } else {
            field.newcomer = Tops::single(self.rules, card, booked);
            field.nation = usize::from(cards::nation(card));
            field.all = field.all.merge(field.newcomer);
            field.present |= 1 << field.nation;
        }
        field
    }

    /// The cards of some nations.
    #[inline]
    pub(super) fn join(&self, field: &Field, nations: u16) -> Tops {
        let mut left = nations & field.whole;
        let newcomer = field.nation < MAX_NATIONS && nations >> field.nation & 1 == 1;
        let mut tops = if newcomer { field.newcomer } else { Tops::default() };
        while left != 0 {
            tops = tops.merge(self.nation[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        tops
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

    /// What the worst of the best cards for the slots of each position is worth, 0
    /// for an empty slot; Super Subs aside.
    #[inline]
    pub(super) fn spares(&self, tops: Tops) -> [u8; 4] {
        let forward = if self.rules.one_ten {
            tops.second(3)
        } else {
            tops.best(3).min(tops.best(4)).max(tops.second(3)).max(tops.second(4))
        };
        [tops.best(0), tops.second(1), tops.second(2), forward].map(|slot| (slot >> 4) as u8)
    }

    #[inline]
    pub(super) fn fill(&self, tops: Tops, subs: [u8; 2]) -> Filling {
        let mut slots = self.slots(tops);
        // Within a position the better cards are kept, so giving each Super
        // Sub the worst slot is best: what it displaces is the least.
        for (booked, &count) in subs.iter().enumerate() {
            for _ in 0..count {
                let mut spare = self.rules.sub_worth[booked];
                for slot in &mut slots {
                    (*slot, spare) = ((*slot).max(spare), (*slot).min(spare));
                }
            }
        }
        let (mut raw, mut used, mut empty) = (0, 0_u16, 0);
        for slot in slots {
            raw += slot >> 4;
            used |= 1 << (slot & 15);
            empty += u8::from(slot == 0);
        }
        // The lowest tag is no nation.
        Filling { raw: i32::from(raw) - 7 * EMPTY_SLOT, used: used >> 1, empty, slots }
    }

    /// The best players for the slots, Super Subs aside.
    #[inline]
    fn slots(&self, tops: Tops) -> [u16; 7] {
        let (forward, star) = (tops.best(3), tops.best(4));
        let next = if self.rules.one_ten { 0 } else { tops.second(4) };
        [
            tops.best(0),
            tops.best(1),
            tops.second(1),
            tops.best(2),
            tops.second(2),
            forward.max(star),
            forward.min(star).max(tops.second(3).max(next)),
        ]
    }

    /// The raw value of a filling alone.
    #[inline]
    pub(super) fn raw(&self, tops: Tops, subs: [u8; 2]) -> i32 {
        let [fresh, marked] = self.rules.sub_worth;
        // What the first and the second Super Sub are worth.
        let (first, second) = match subs {
            [0, 0] => (0, 0),
            [1, 0] => (fresh, 0),
            [0, 1] => (marked, 0),
            [2, 0] => (fresh, fresh),
            [1, 1] => (fresh, marked),
            [0, 2] => (marked, marked),
            _ => return self.fill(tops, subs).raw,
        };
        let [gk, _, def, _, mid, better, forward] = self.slots(tops);
        let mut sum = tops.five() + (better >> 4) + (forward >> 4);
        if first != 0 {
            let worst = gk.min(def).min(mid.min(forward));
            sum += (first >> 4).saturating_sub(worst >> 4);
        }
        if second != 0 {
            let (mut worst, mut next) = (u16::MAX, u16::MAX);
            for slot in self.slots(tops) {
                next = next.min(worst.max(slot));
                worst = worst.min(slot);
            }
            sum += (second >> 4).saturating_sub(next >> 4);
        }
        i32::from(sum) - 7 * EMPTY_SLOT
    }

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

    /// The best seven's worth.
    #[inline]
    #[must_use]
    pub fn worth(&self) -> Worth {
        self.value(&self.as_it_is()).0
    }

    /// The same with the seven that comes to it. What is lost without each nation is
    /// noted: a pitch with a card more or less is then valued faster.
    #[inline]
    pub fn measure(&mut self) -> (Worth, Fielded) {
        let field = self.as_it_is();
        let (worth, slots) = if self.is_capped() {
            self.weigh_capped(&field)
        } else {
            let full = self.fill(self.all, self.subs);
            self.full = full.raw;
            self.rest = [Rest { raw: full.raw, ..Rest::UNKNOWN }; MAX_NATIONS];
            let mut used = full.used;
            while used != 0 {
                let nation = used.trailing_zeros() as usize;
                used &= used - 1;
                let rest = self.fill(self.without[nation], self.subs);
                // A card replaces one of its position, or one that a Super Sub stood in for.
                let worst = rest.slots.into_iter().min().map_or(0, |slot| (slot >> 4) as u8);
                let [gk, def, mid, fwd] = self.spares(self.without[nation]).map(|spare| spare.max(worst));
                self.rest[nation] = Rest { raw: rest.raw, spare: [gk, def, mid, fwd, worst] };
            }
            self.weigh(&field, &full)
        };
        (worth, Fielded { slots, open: self.rules.home_bonus > 0 })
    }

    /// The best seven's worth without one of the cards, which are all that lie
    /// there.
    #[inline]
    #[must_use]
    pub fn worth_without(&self, card: Card, field: u128, booked: u128) -> Worth {
        self.value(&self.left_by(card, field, booked)).0
    }

    /// The best seven's worth with one more card, booked or not.
    #[inline]
    #[must_use]
    pub fn worth_with(&self, card: Card, booked: bool) -> Worth {
        self.value(&self.joined_by(card, booked)).0
    }

    /// What the best seven comes to, and what is in its slots.
    #[inline]
    fn value(&self, field: &Field) -> (Worth, [u16; 7]) {
        if self.is_capped() {
            self.weigh_capped(field)
        } else {
            self.weigh(field, &self.fill(field.all, field.subs))
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

    fn weigh(&self, field: &Field, full: &Filling) -> (Worth, [u16; 7]) {
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

    fn weigh_capped(&self, field: &Field) -> (Worth, [u16; 7]) {
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
