//! What a pitch is worth: the exact best seven, found by table look-ups.
//!
//! In: the cards of a pitch. Out: the best legal seven's Attack + Defence after
//! chemistry and bookings or, without a legal seven, the best partial seven
//! with 12 off per empty slot.
//!
//! The best two cards per position of any set of nations are kept in the lanes
//! of two machine words; nations are joined by lane-wise maxima. Chemistry is
//! then a choice of which nations to leave out (`nations`).

mod nations;

use super::cards::{self, Card, MAX_NATIONS, SUB};
use super::rules::Rules;
use super::tops::Tops;

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
}
