//! The sevens that reach what a pitch is worth.
//!
//! In: a pitch taken apart by nation. Out: every distinct legal seven whose
//! value after chemistry and bookings is the best.

use super::cards::{self, Card, MAX_NATIONS, NONE, POSITION_MASK, STARS, ones};
use super::rules::Rules;
use super::sevens::{Seven, Sevens, canonical};
use super::squad::Appraiser;

impl Appraiser<'_> {
    /// Calls `found` with every distinct seven that reaches the best value.
    /// Does nothing without a legal seven.
    pub fn best_sevens(&self, field: u128, booked: u128, mut found: impl FnMut(Seven)) {
        let best = self.worth();
        if best.empty > 0 {
            return;
        }
        let mut any = false;
        let full = self.raw(self.all, self.subs);
        let cost = &self.rules.cost;
        let flat = cost.iter().all(|&c| c == cost[0]) && !self.is_capped();
        let least_cost = cost.iter().min().copied().unwrap_or(0);
        let cap = u32::from(self.cap).min(7);
        // Nations left out together take at least as much away as one by one
        // (see `weigh`); those that even alone take too much always stay.
        let mut losses = [0; MAX_NATIONS];
        let mut kept = 0;
        let mut left = self.present;
        while left != 0 {
            let nation = left.trailing_zeros() as usize;
            left &= left - 1;
            losses[nation] = full - self.raw(self.without[nation], self.subs);
            kept |= u16::from(full - losses[nation] - least_cost < best.value) << nation;
        }
        let free = self.present & !kept;
        let mut some = free;
        loop {
            let nations = kept | some;
            let count = nations.count_ones();
            let most = || full - ones(u128::from(free & !some)).map(|n| losses[usize::from(n)]).sum::<i32>();
            if flat || count <= cap && most() - cost[count as usize] >= best.value {
                let filling = self.fill(self.join(&self.as_it_is(), nations), self.subs);
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
            // With flat chemistry the first set, of all nations, has them all.
            if some == 0 || flat {
                break;
            }
            some = (some - 1) & free;
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
    value - rules.cost[(nations & !(1 << cards::STATELESS)).count_ones() as usize]
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
