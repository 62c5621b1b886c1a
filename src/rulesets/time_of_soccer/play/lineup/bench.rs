//! The search behind the line-up helper.
//!
//! Values are kept as one number, attack in the upper and defence in the lower
//! half. Putting a footballer into a slot changes it by what happens there and
//! at the slots joined to it by lines; that change is remembered until one of
//! them is touched, and the placings still to be looked at are a set of bits.

use super::super::super::generator::TileSet;
use super::super::super::rules::Rules;
use super::super::super::tiles::{NONE, SLOTS};
use super::placings::Set;
use super::{Club, LineUp, Objective};

/// Attack counts in units of this, defence in units of one.
const UPPER: i32 = 1 << 16;

#[inline]
const fn split(both: i32) -> (i32, i32) {
    let defence = both as i16 as i32;
    ((both - defence) >> 16, defence)
}

/// A footballer, by his place in the squad, in a slot where he is allowed.
#[derive(Debug, Clone, Copy, Default)]
struct Placing {
    footballer: u8,
    slot: u8,
    /// What it would add to the line-up, if that is known.
    change: i32,
}

/// Up to `N` footballers with up to `64 W` placings, numbered in scan order:
/// by slot, then by footballer.
#[derive(Clone)]
pub struct Bench<'a, const N: usize, const W: usize> {
    rules: &'a Rules,
    ids: [u8; N],
    icons: [u16; N],
    /// Points of each footballer over an empty slot, lines aside.
    alone: [[i16; SLOTS]; N],
    /// Slots where each footballer is allowed, as bits.
    slots: [u16; N],
    /// Slot of each footballer, [`NONE`] on the bench.
    at: [u8; N],
    /// Footballer in each slot.
    who: [u8; SLOTS],
    /// Icons at the other ends of the lines of each slot, by its sides.
    faces: [u16; SLOTS],
    placings: [[Placing; 64]; W],
    /// Placings of each footballer.
    his: [Set<W>; N],
    /// Placings in each slot.
    here: [Set<W>; SLOTS],
    /// Every placing.
    all: Set<W>,
    /// Those of the line-up.
    placed: Set<W>,
    /// Those whose change is not known.
    open: Set<W>,
    /// Those whose change was no gain for attack nor for defence when it was
    /// worked out last: no objective asks for them.
    idle: Set<W>,
    /// What one point in each slot adds to.
    unit: [i32; SLOTS],
    /// Skill that each slot asks for.
    skill: [u8; SLOTS],
    /// What managers train, by icon.
    training: [i8; 5],
    /// Number of the next placing in each slot.
    next: [u16; SLOTS],
    both: i32,
}

/// The slots of a set of bits, in order.
#[inline]
fn each(mut slots: u16, mut then: impl FnMut(usize)) {
    while slots != 0 {
        then(slots.trailing_zeros() as usize);
        slots &= slots - 1;
    }
}

/// The sides that show an icon, by the lowest bit of each.
#[inline]
const fn any(icons: u16) -> u16 {
    (icons | icons >> 1 | icons >> 2) & 0o1111
}

impl<'a, const N: usize, const W: usize> Bench<'a, N, W> {
    /// An empty bench.
    pub fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            ids: [NONE; N],
            icons: [0; N],
            alone: [[0; SLOTS]; N],
            slots: [0; N],
            at: [NONE; N],
            who: [NONE; SLOTS],
            faces: [0; SLOTS],
            placings: [[Placing::default(); 64]; W],
            his: [Set::EMPTY; N],
            here: [Set::EMPTY; SLOTS],
            all: Set::EMPTY,
            placed: Set::EMPTY,
            open: Set::EMPTY,
            idle: Set::EMPTY,
            unit: [1; SLOTS],
            skill: [0; SLOTS],
            training: [0; 5],
            next: [0; SLOTS],
            both: 0,
        }
    }

    /// Seats a club with the line-up it starts from, if there is room for it and
    /// for so many footballers more in each slot.
    pub fn seat(&mut self, tiles: &TileSet, club: Club<'_>, more: usize) -> bool {
        let rules = self.rules;
        let mut footballers = more;
        for id in club.footballers() {
            footballers += 1;
            each(rules.prints[usize::from(id)].slots, |slot| self.next[slot] += 1);
        }
        let mut count = 0;
        for (next, here) in self.next.iter_mut().zip(&mut self.here) {
            let before = Set::below(count);
            let first = count;
            count += usize::from(*next);
            *next = first as u16;
            *here = Set::below(count).without(before);
            self.all = self.all.or(*here);
            count += more;
        }
        if footballers > N || count > 64 * W {
            return false;
        }
        self.open = self.all;
        let pitch = &rules.pitch;
        let flips = rules.prints[usize::from(club.principal)].flips;
        let attack = pitch.attack ^ flips;
        self.skill =
            std::array::from_fn(
                |slot| {
                    if flips >> slot & 1 == 1 { pitch.flipped[slot] } else { pitch.skill[slot] }
                },
            );
        for (slot, unit) in self.unit.iter_mut().enumerate() {
            *unit = if attack >> slot & 1 == 1 { UPPER } else { 1 };
            self.both += *unit * i32::from(rules.empty);
        }
        for &manager in club.managers {
            let word = tiles[usize::from(manager)];
            for (sum, k) in self.training.iter_mut().zip(0..) {
                *sum += word.skill(k) as i8;
            }
        }
        for (index, id) in club.footballers().enumerate() {
            self.join(tiles, index, id, |bench, slot, _| {
                if club.previous[slot] == id {
                    bench.both += bench.gives(index as u8, slot, bench.faces[slot]);
                    bench.put(index as u8, slot);
                }
            });
        }
        true
    }

    /// A footballer comes to the bench; `placed` hears of every slot where he is
    /// allowed, with the number of his placing.
    #[inline]
    fn join(
        &mut self,
        tiles: &TileSet,
        index: usize,
        id: u8,
        mut placed: impl FnMut(&mut Self, usize, usize),
    ) {
        let rules = self.rules;
        let word = tiles[usize::from(id)];
        let icons = word.icons();
        self.ids[index] = id;
        self.icons[index] = icons;
        let mut trained = 0;
        if self.training != [0; 5] {
            let mut set = word.icon_set();
            while set != 0 {
                trained += self.training[set.trailing_zeros() as usize % 5];
                set &= set - 1;
            }
        }
        let slots = rules.prints[usize::from(id)].slots;
        self.slots[index] = slots;
        each(slots, |slot| {
            let mut own = i16::from(word.skill(self.skill[slot])) + i16::from(trained);
            if icons != 0 {
                for (mask, value) in rules.pitch.auto[slot] {
                    if icons & mask == value {
                        own += i16::from(rules.auto);
                    }
                }
            }
            self.alone[index][slot] = own - i16::from(rules.empty);
            let placing = usize::from(self.next[slot]);
            self.next[slot] += 1;
            self.placings[placing / 64][placing % 64] =
                Placing { footballer: index as u8, slot: slot as u8, change: 0 };
            self.his[index].insert(placing);
            placed(self, slot, placing);
        });
    }

    /// Works out once what every placing of those seated changes in the line-up
    /// that phase 1 starts from. One that doesn't improve it is passed over there,
    /// whoever joins them.
    pub fn look_ahead(&mut self) {
        let sum = |both: i32| {
            let (attack, defence) = split(both);
            attack + defence
        };
        let now = sum(self.both);
        let mut left = self.all.without(self.placed);
        while let Some(number) = left.first() {
            left.remove(number);
            let Placing { footballer, slot, .. } = self.placings[number / 64][number % 64];
            let change = self.change(footballer, usize::from(slot));
            if sum(self.both + change) <= now {
                self.close(number, change);
            }
        }
    }

    /// Notes what a placing would change.
    #[inline]
    fn close(&mut self, number: usize, change: i32) {
        self.placings[number / 64][number % 64].change = change;
        self.open.remove(number);
        let (attack, defence) = split(change);
        if attack <= 0 && defence <= 0 {
            self.idle.insert(number);
        } else {
            self.idle.remove(number);
        }
    }

    /// One more footballer sits down behind the `seated` others.
    pub fn admit(&mut self, tiles: &TileSet, seated: usize, id: u8) {
        self.join(tiles, seated, id, |bench, slot, placing| {
            bench.here[slot].insert(placing);
            bench.all.insert(placing);
            bench.open.insert(placing);
        });
    }

    /// What a footballer in a slot gives, himself and both ends of his lines,
    /// if their other ends show these icons.
    #[inline]
    fn gives(&self, footballer: u8, slot: usize, faces: u16) -> i32 {
        let index = usize::from(footballer);
        let mut gives = i32::from(self.alone[index][slot]) * self.unit[slot];
        let icons = self.icons[index];
        let differs = icons ^ faces;
        let mut meet = any(icons) & !any(differs);
        while meet != 0 {
            let shift = meet.trailing_zeros();
            meet &= meet - 1;
            let link = &self.rules.pitch.links[slot][shift as usize / 3];
            let unit = self.unit[slot] + self.unit[usize::from(link.other)];
            gives += i32::from(link.gain[usize::from(icons >> shift & 7)]) * unit;
        }
        gives
    }

    /// Icons that a slot would see if its neighbour showed these.
    #[inline]
    fn facing(&self, slot: usize, neighbour: usize, icons: u16) -> u16 {
        let mut faces = self.faces[slot];
        if self.rules.pitch.around[slot] >> neighbour & 1 == 1 {
            for (side, link) in self.rules.pitch.links[slot].iter().enumerate() {
                if usize::from(link.other) == neighbour {
                    faces &= !(7 << (3 * side));
                    faces |= (icons >> link.other_shift & 7) << (3 * side);
                }
            }
        }
        faces
    }

    /// The line-up as it stands.
    pub fn line_up(&self) -> LineUp {
        let (attack, defence) = split(self.both);
        let eleven = self.who.map(|who| if who == NONE { NONE } else { self.ids[usize::from(who)] });
        LineUp { eleven, attack, defence }
    }

    /// The line-up that the two phases reach.
    pub fn solve(&mut self, objective: Objective) -> LineUp {
        self.settle();
        self.finish(objective)
    }

    /// The line-ups that they reach for several objectives: all begin with the
    /// same first phase.
    pub fn solve_each<const K: usize>(&mut self, objectives: [Objective; K]) -> [LineUp; K] {
        self.settle();
        objectives.map(|objective| self.clone().finish(objective))
    }

    /// Phase 1.
    #[inline]
    fn settle(&mut self) {
        self.climb::<true>(|attack, defence| i64::from(attack + defence));
    }

    /// Phase 2.
    #[inline]
    fn finish(&mut self, objective: Objective) -> LineUp {
        let rules = self.rules;
        self.climb::<false>(|attack, defence| objective.key(rules, attack, defence));
        self.line_up()
    }

    /// Placings that could improve the line-up.
    #[inline]
    fn asked<const SUM: bool>(&self) -> Set<W> {
        let hopeful = if SUM { Set::EMPTY } else { self.all.without(self.idle) };
        self.open.or(hopeful).without(self.placed)
    }

    /// Takes the first strictly improving placing in scan order, from the start
    /// again after each, until there is none.
    ///
    /// In phase 1 (`SUM`) a placing whose change is known did not improve when
    /// it was worked out, so it still doesn't. The key of phase 2 is not a sum:
    /// each scan holds every change against it that is a gain on either side.
    #[inline]
    fn climb<const SUM: bool>(&mut self, key: impl Fn(i32, i32) -> i64) {
        let (attack, defence) = split(self.both);
        let mut best = key(attack, defence);
        let mut left = self.asked::<SUM>();
        while let Some(number) = left.first() {
            left.remove(number);
            let Placing { footballer, slot, change } = self.placings[number / 64][number % 64];
            let slot = usize::from(slot);
            let change = if SUM || self.open.contains(number) {
                let change = self.change(footballer, slot);
                self.close(number, change);
                change
            } else {
                change
            };
            let (attack, defence) = split(self.both + change);
            let reached = key(attack, defence);
            if reached > best {
                best = reached;
                self.both += change;
                self.place(footballer, slot);
                left = self.asked::<SUM>();
            }
        }
    }

    /// Whether a displaced footballer takes the slot of the one who came.
    #[inline]
    fn swaps(&self, displaced: u8, from: u8) -> bool {
        from != NONE && displaced != NONE && self.slots[usize::from(displaced)] >> from & 1 == 1
    }

    /// What putting a footballer into a slot would add; the displaced one takes
    /// his old slot when allowed there, else goes to the bench.
    #[inline]
    fn change(&self, footballer: u8, slot: usize) -> i32 {
        let from = self.at[usize::from(footballer)];
        let displaced = self.who[slot];
        let mut change = 0;
        let mut faces = self.faces[slot];
        if from != NONE {
            let from = usize::from(from);
            change -= self.gives(footballer, from, self.faces[from]);
            faces = self.facing(slot, from, 0);
        }
        if displaced != NONE {
            change -= self.gives(displaced, slot, faces);
        }
        change += self.gives(footballer, slot, faces);
        if self.swaps(displaced, from) {
            let from = usize::from(from);
            change +=
                self.gives(displaced, from, self.facing(from, slot, self.icons[usize::from(footballer)]));
        }
        change
    }

    /// Makes that move, whose change is counted, and opens every placing that
    /// it touches: in its slots and those joined to them, and of whoever is
    /// there or had to go.
    #[inline]
    fn place(&mut self, footballer: u8, slot: usize) {
        let from = self.at[usize::from(footballer)];
        let displaced = self.who[slot];
        let mut near = self.rules.pitch.around[slot];
        if displaced != NONE {
            self.open = self.open.or(self.his[usize::from(displaced)]);
            self.leave(slot);
        }
        if from != NONE {
            near |= self.rules.pitch.around[usize::from(from)];
            self.leave(usize::from(from));
        }
        if self.swaps(displaced, from) {
            self.put(displaced, usize::from(from));
        }
        self.put(footballer, slot);
        let mut open = self.open;
        each(near, |slot| {
            open = open.or(self.here[slot]);
            if self.who[slot] != NONE {
                open = open.or(self.his[usize::from(self.who[slot])]);
            }
        });
        self.open = open;
    }

    /// Fills an empty slot.
    #[inline]
    fn put(&mut self, footballer: u8, slot: usize) {
        let index = usize::from(footballer);
        self.who[slot] = footballer;
        self.at[index] = slot as u8;
        self.placed = self.placed.or(self.his[index].and(self.here[slot]));
        self.show(slot, self.icons[index]);
    }

    /// Empties a slot.
    #[inline]
    fn leave(&mut self, slot: usize) {
        self.at[usize::from(self.who[slot])] = NONE;
        self.who[slot] = NONE;
        self.placed = self.placed.without(self.here[slot]);
        self.show(slot, 0);
    }

    /// Shows icons to the neighbours of a slot.
    #[inline]
    fn show(&mut self, slot: usize, icons: u16) {
        for (side, link) in self.rules.pitch.links[slot].iter().enumerate() {
            if link.other != NONE {
                let faces = &mut self.faces[usize::from(link.other)];
                *faces &= !(7 << link.other_shift);
                *faces |= (icons >> (3 * side) & 7) << link.other_shift;
            }
        }
    }
}
