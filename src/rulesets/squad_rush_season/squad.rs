//! What a pitch is worth: the exact best seven, found by table look-ups.
//!
//! In: the cards of a pitch. Out: the best legal seven's Attack + Defence after
//! chemistry and bookings or, without a legal seven, the best partial seven
//! with 12 off per empty slot; and all sevens that reach the best value.
//!
//! The best two cards per position of any set of nations are kept in the lanes
//! of two machine words; nations are joined by lane-wise maxima. Chemistry is
//! then a choice of which nations to leave out, and only nations that cost less
//! to lose than all chemistry put together are ever tried.

use super::cards::{self, Card, MAX_NATIONS, NONE, POSITION_MASK, STARS, SUB, ones};
use super::rules::Rules;
use super::sevens::{Seven, Sevens, canonical};
use super::tops::{LANES, STATELESS, Tops};

/// What an empty slot costs the worth of a pitch (ledger section 6).
pub const EMPTY_SLOT: i32 = 12;

/// The best filling of the seven slots from a set of nations, chemistry apart.
#[derive(Debug, Clone, Copy)]
struct Filling {
    /// Sum of the ratings less 12 per empty slot.
    raw: i32,
    /// Nations in it.
    used: u16,
    empty: u8,
    /// Slots as `worth << 4 | nation`, 0 for empty.
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
    rules: &'a Rules,
    nation: [Tops; MAX_NATIONS],
    /// Nations present.
    present: u16,
    all: Tops,
    /// All nations but one, for those present.
    without: [Tops; MAX_NATIONS],
    /// Super Subs, unbooked and booked.
    subs: [u8; 2],
    /// Most nations in a seven.
    cap: u8,
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
        for nation in (0..usize::from(rules.nations)).rev() {
            if new.present >> nation & 1 == 1 {
                new.without[nation] = new.without[nation].merge(after);
                after = after.merge(new.nation[nation]);
            }
        }
        let subs = (field >> SUB) as u8;
        if subs != 0 {
            let marked = (booked >> SUB) as u8 & subs;
            new.subs = [(subs & !marked).count_ones() as u8, marked.count_ones() as u8];
        }
        new
    }

    /// Whether one more unbooked card can't be in any best seven, because two
    /// of its nation and position that are as good lie there.
    #[inline]
    #[must_use]
    pub fn outclasses(&self, card: Card) -> bool {
        if cards::is_sub(card) {
            return false;
        }
        let there = self.nation[usize::from(cards::nation(card))];
        there.merge(Tops::single(self.rules, card, false)) == there
    }

    /// The pitch with one more unbooked card.
    #[inline]
    #[must_use]
    pub fn with(&self, card: Card) -> Self {
        self.with_marked(card, false)
    }

    /// The pitch with one more card, booked or not.
    #[inline]
    #[must_use]
    pub fn with_marked(&self, card: Card, booked: bool) -> Self {
        let mut more = *self;
        if cards::is_sub(card) {
            more.subs[usize::from(booked)] += 1;
        } else {
            let single = Tops::single(self.rules, card, booked);
            let nation = usize::from(cards::nation(card));
            let mut others = more.present & !(1 << nation);
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                others &= others - 1;
                more.without[other] = more.without[other].merge(single);
            }
            if more.present >> nation & 1 == 0 {
                more.without[nation] = more.all;
            }
            more.nation[nation] = more.nation[nation].merge(single);
            more.present |= 1 << nation;
            more.all = more.all.merge(single);
        }
        more
    }

    #[inline]
    fn join(&self, nations: u16) -> Tops {
        let mut left = nations;
        let mut tops = Tops::default();
        while left != 0 {
            tops = tops.merge(self.nation[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        tops
    }

    #[inline]
    fn fill(&self, tops: Tops) -> Filling {
        let (forward, second) = (tops.best(3), tops.second(3));
        let star = tops.best(4);
        let next = if self.rules.one_ten { 0 } else { tops.second(4) };
        let mut slots = [
            tops.best(0),
            tops.best(1),
            tops.second(1),
            tops.best(2),
            tops.second(2),
            forward.max(star),
            forward.min(star).max(second.max(next)),
        ];
        // Within a position the better cards are kept, so giving each Super
        // Sub the worst slot is best: what it displaces is the least.
        for (booked, &count) in self.subs.iter().enumerate() {
            let sub = self.rules.sub_worth[booked];
            for _ in 0..count {
                let mut worst = 0;
                for slot in 1..7 {
                    if slots[slot] < slots[worst] {
                        worst = slot;
                    }
                }
                if slots[worst] >> 4 >= sub >> 4 {
                    break;
                }
                slots[worst] = sub;
            }
        }
        let (mut raw, mut used, mut empty) = (-7 * EMPTY_SLOT, 0_u16, 0);
        for slot in slots {
            raw += i32::from(slot >> 4);
            used |= u16::from(slot != 0) << (slot & 15);
            empty += u8::from(slot == 0);
        }
        Filling { raw, used: used & !(1 << STATELESS), empty, slots }
    }

    /// The raw value of a filling alone.
    #[inline]
    fn raw(&self, tops: Tops) -> i32 {
        let sub = match self.subs {
            [0, 0] => 0,
            [1, 0] => self.rules.sub_worth[0],
            [0, 1] => self.rules.sub_worth[1],
            _ => return self.fill(tops).raw,
        };
        let (forward, star) = (tops.best(3), tops.best(4));
        let next = if self.rules.one_ten { 0 } else { tops.second(4) };
        let slots = [
            tops.best(0),
            tops.best(1),
            tops.second(1),
            tops.best(2),
            tops.second(2),
            forward.max(star),
            forward.min(star).max(tops.second(3).max(next)),
        ];
        let worst = slots.iter().fold(u16::MAX, |worst, &slot| worst.min(slot)) >> 4;
        let sum: u16 = slots.iter().map(|slot| slot >> 4).sum();
        i32::from(sum + (sub >> 4).saturating_sub(worst)) - 7 * EMPTY_SLOT
    }

    /// A filling with its chemistry.
    #[inline]
    fn settle(&self, filling: &Filling, nations: u16) -> Worth {
        let mut value = filling.raw - self.rules.cost[filling.used.count_ones() as usize];
        if filling.used == 0 && nations != 0 && self.rules.home_bonus > 0 {
            value = value.max(self.lone_card(filling, nations));
        }
        Worth { value, empty: filling.empty }
    }

    /// Seven Super Subs: one card of a nation earns the home bonus.
    #[cold]
    fn lone_card(&self, filling: &Filling, nations: u16) -> i32 {
        let tops = self.join(nations);
        let best = (0..LANES).map(|lane| tops.best(lane) >> 4).max().unwrap_or(0);
        let worst = filling.slots.iter().min().map_or(0, |slot| slot >> 4);
        filling.raw + i32::from(best) - i32::from(worst) - self.rules.cost[1]
    }

    /// The best seven's worth.
    #[must_use]
    pub fn worth(&self) -> Worth {
        if usize::from(self.cap) < MAX_NATIONS {
            return self.worth_capped();
        }
        let full = self.fill(self.all);
        let mut best = self.settle(&full, self.present);
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
        let mut fixed = full.used;
        let mut left = full.used;
        while left != 0 {
            let nation = left.trailing_zeros() as u16;
            left &= left - 1;
            let without = self.without[usize::from(nation)];
            if full.raw - self.raw(without) >= gain {
                continue;
            }
            // Most chemistry costs less than any card is worth, so that what
            // opens a slot has been kept already.
            let opens_a_slot = || full.empty == 0 && self.fill(without).empty > 0;
            if gain < self.rules.least_worth || !opens_a_slot() {
                fixed &= !(1 << nation);
            }
        }
        if fixed == full.used {
            return best;
        }
        let free = self.present & !fixed;
        let base = self.join(fixed);
        let mut some = free;
        loop {
            let nations = fixed | some;
            if nations.count_ones() < count {
                let filling = self.fill(base.merge(self.join(some)));
                let worth = self.settle(&filling, nations);
                if worth.key() > best.key() {
                    best = worth;
                }
            }
            if some == 0 {
                return best;
            }
            some = (some - 1) & free;
        }
    }

    fn worth_capped(&self) -> Worth {
        let cap = u32::from(self.cap);
        let mut best: Option<Worth> = None;
        let mut nations = self.present;
        loop {
            if nations.count_ones() <= cap {
                let worth = self.settle(&self.fill(self.join(nations)), nations);
                if best.is_none_or(|b| worth.key() > b.key()) {
                    best = Some(worth);
                }
            }
            if nations == 0 {
                return best.unwrap_or(Worth { value: -7 * EMPTY_SLOT, empty: 7 });
            }
            nations = (nations - 1) & self.present;
        }
    }

    /// Calls `found` with every distinct seven that reaches the best value.
    /// Does nothing without a legal seven.
    pub fn best_sevens(&self, field: u128, booked: u128, mut found: impl FnMut(Seven)) {
        let best = self.worth();
        if best.empty > 0 {
            return;
        }
        let mut any = false;
        let full = self.fill(self.all).raw;
        let cost = &self.rules.cost;
        let flat = cost.iter().all(|&c| c == cost[0]) && usize::from(self.cap) >= MAX_NATIONS;
        let cap = u32::from(self.cap).min(7);
        let mut nations = self.present;
        loop {
            let count = nations.count_ones();
            if count <= cap && full - cost[count as usize] >= best.value || flat && nations == self.present {
                let filling = self.fill(self.join(nations));
                let due = if flat { cost[0] } else { cost[count as usize] };
                if filling.empty == 0 && filling.raw - due == best.value {
                    let exact = if flat { None } else { Some(nations) };
                    Fill { rules: self.rules, field, booked, subs: self.subs }.each(
                        nations,
                        filling.raw,
                        exact,
                        |seven| {
                            any = true;
                            found(seven);
                        },
                    );
                }
            }
            if nations == 0 || flat {
                break;
            }
            nations = (nations - 1) & self.present;
        }
        if !any {
            // Seven Super Subs under a home bonus: the best seven isn't the
            // best filling of its nations, so look at all of them.
            let all = Sevens::of(field, booked, self.rules.one_ten, self.cap);
            for index in 0..all.len() {
                let seven = all.unrank(index);
                if seven_value(self.rules, &seven, booked) == best.value {
                    found(seven);
                }
            }
        }
    }
}

/// Attack + Defence of a seven after chemistry and bookings.
#[must_use]
pub fn seven_value(rules: &Rules, seven: &Seven, booked: u128) -> i32 {
    let mut value = 0;
    let mut nations = 0_u32;
    for &card in seven {
        value += rules.current(card, booked >> card & 1 == 1);
        nations |= 1 << cards::nation(card);
    }
    value - rules.cost[(nations & !(1 << STATELESS)).count_ones() as usize]
}

/// Lists the fillings of a set of nations that reach a given raw sum.
struct Fill<'a> {
    rules: &'a Rules,
    field: u128,
    booked: u128,
    subs: [u8; 2],
}

impl Fill<'_> {
    fn rating(&self, card: Card) -> i32 {
        self.rules.current(card, self.booked >> card & 1 == 1)
    }

    /// Best sum of `count` cards of `mask`, `None` if there are too few.
    fn best(&self, mask: u128, count: u8) -> Option<i32> {
        let mut best = None;
        self.subsets(mask, count, |_, sum| {
            if best.is_none_or(|b| sum > b) {
                best = Some(sum);
            }
        });
        best
    }

    fn subsets(&self, mask: u128, count: u8, mut each: impl FnMut([Card; 2], i32)) {
        match count {
            0 => each([NONE; 2], 0),
            1 => ones(mask).for_each(|card| each([card, NONE], self.rating(card))),
            _ => {
                for first in ones(mask) {
                    let above = mask & !((2 << first) - 1);
                    for second in ones(above) {
                        if self.rules.one_ten && STARS >> first & STARS >> second & 1 == 1 {
                            continue;
                        }
                        each([first, second], self.rating(first) + self.rating(second));
                    }
                }
            }
        }
    }

    fn each(&self, nations: u16, raw: i32, exact: Option<u16>, mut found: impl FnMut(Seven)) {
        let mut squads = 0_u128;
        let mut left = nations;
        while left != 0 {
            squads |= 0x7FF << (left.trailing_zeros() * u32::from(cards::SQUAD));
            left &= left - 1;
        }
        let mask: [u128; 4] = std::array::from_fn(|p| self.field & squads & POSITION_MASK[p]);
        let best: [[Option<i32>; 3]; 4] = std::array::from_fn(|p| {
            std::array::from_fn(
                |n| if n as u8 <= cards::NEED[p] { self.best(mask[p], n as u8) } else { None },
            )
        });
        super::sevens::sub_splits(self.subs, |unbooked, booked| {
            let players: [u8; 4] = std::array::from_fn(|p| cards::NEED[p] - unbooked[p] - booked[p]);
            let [Some(gk), Some(def), Some(mid), Some(fwd)] =
                std::array::from_fn(|p| best[p][usize::from(players[p])])
            else {
                return;
            };
            let sub = i32::from(self.rules.printed.super_sub);
            let count = |split: [u8; 4]| split.iter().map(|&n| i32::from(n)).sum::<i32>();
            let subs = count(unbooked) * sub + count(booked) * (sub - 1);
            if gk + def + mid + fwd + subs != raw {
                return;
            }
            let target = [gk, def, mid, fwd];
            self.subsets(mask[0], players[0], |a, sum_a| {
                if sum_a != target[0] {
                    return;
                }
                self.subsets(mask[1], players[1], |b, sum_b| {
                    if sum_b != target[1] {
                        return;
                    }
                    self.subsets(mask[2], players[2], |c, sum_c| {
                        if sum_c != target[2] {
                            return;
                        }
                        self.subsets(mask[3], players[3], |d, sum_d| {
                            if sum_d != target[3] {
                                return;
                            }
                            let chosen = [a, b, c, d];
                            let used = chosen
                                .iter()
                                .flatten()
                                .filter(|&&card| card != NONE)
                                .fold(0_u16, |used, &card| used | 1 << cards::nation(card));
                            if exact.is_none_or(|nations| nations == used) {
                                found(canonical(self.field, self.booked, chosen, unbooked, booked));
                            }
                        });
                    });
                });
            });
        });
    }
}
