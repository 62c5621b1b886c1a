//! All distinct legal sevens of a pitch: counted and unranked, never listed.
//!
//! A seven is 1 GK, 2 DEF, 2 MID and 2 FWD slots, each filled by a card of that
//! position or a Super Sub (SQUAD-01). Two sevens are the same if they use the
//! same players and, per position, as many unbooked and as many booked Super
//! Subs (ledger section 3, D9).

use super::cards::{
    self, Card, FWD, MAX_NATIONS, NEED, NONE, POSITION_MASK, SLOT_POSITION, SQUAD, STARS, SUBS, ones, select,
};
use super::rules::Rules;
use super::slots::{Counts, counts};

/// Seven cards in the slots GK, DEF, DEF, MID, MID, FWD, FWD; within a position
/// players rise by id, then come unbooked and booked Super Subs.
pub type Seven = [Card; 7];

/// No seven.
pub const NO_SEVEN: Seven = [NONE; 7];

/// Calls `each` with every way to spread some of the unbooked and booked Super
/// Subs over the positions.
#[inline]
pub fn sub_splits(subs: [u8; 2], mut each: impl FnMut([u8; 4], [u8; 4])) {
    let [unbooked, booked] = subs;
    if unbooked == 0 && booked == 0 {
        each([0; 4], [0; 4]);
        return;
    }
    let mut u = [0; 4];
    let mut b = [0; 4];
    let within = |split: &[u8; 4], limit: u8| split.iter().sum::<u8>() <= limit;
    loop {
        each(u, b);
        // The next split in mixed-radix order that fits.
        let mut place = 0;
        loop {
            if place == 8 {
                return;
            }
            let (digit, position) = (place / 4, place % 4);
            let split = if digit == 0 { &mut u } else { &mut b };
            split[position] += 1;
            let fits =
                u[position] + b[position] <= NEED[position] && within(&u, unbooked) && within(&b, booked);
            if fits {
                break;
            }
            let split = if digit == 0 { &mut u } else { &mut b };
            split[position] = 0;
            place += 1;
        }
    }
}

/// The seven of these players and Super Subs in its one spelling.
#[must_use]
pub fn canonical(
    field: u128,
    booked: u128,
    players: [[Card; 2]; 4],
    unbooked_subs: [u8; 4],
    booked_subs: [u8; 4],
) -> Seven {
    let mut fresh = ones(field & SUBS & !booked);
    let mut marked = ones(field & SUBS & booked);
    let mut seven = NO_SEVEN;
    let mut slot = 0;
    for position in 0..4 {
        for card in players[position].into_iter().filter(|&card| card != NONE) {
            seven[slot] = card;
            slot += 1;
        }
        for _ in 0..unbooked_subs[position] {
            seven[slot] = fresh.next().unwrap_or(NONE);
            slot += 1;
        }
        for _ in 0..booked_subs[position] {
            seven[slot] = marked.next().unwrap_or(NONE);
            slot += 1;
        }
    }
    seven
}

const fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// The distinct legal sevens of one pitch.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sevens {
    field: u128,
    booked: u128,
    one_ten: bool,
    /// Most nations; `MAX_NATIONS` for no cap.
    cap: u8,
    /// Players per position, and stars among the FWD.
    players: [u8; 4],
    stars: u8,
    /// Super Subs, unbooked and booked.
    subs: [u8; 2],
    total: u64,
}

/// Needs per position, nations and stars still allowed, as an index.
const STATES: usize = 2 * 3 * 3 * 3 * 2;

type Row = [[u64; STATES]; 4];

fn state_index(needs: [u8; 4], star_left: u8) -> usize {
    let [g, d, m, f] = needs.map(usize::from);
    (((g * 3 + d) * 3 + m) * 3 + f) * 2 + usize::from(star_left)
}

fn choose(n: u64, k: u8) -> u64 {
    match k {
        0 => 1,
        1 => n,
        _ => pairs(n),
    }
}

impl Sevens {
    /// The sevens of these cards.
    #[must_use]
    pub fn new(rules: &Rules, field: u128, booked: u128) -> Self {
        let cap = rules.nations_cap;
        Self::of(field, booked, rules.one_ten, cap)
    }

    /// The sevens of these cards with at most `cap` nations.
    #[must_use]
    pub fn of(field: u128, booked: u128, one_ten: bool, cap: u8) -> Self {
        Self::counted(field, booked, counts(field), one_ten, cap)
    }

    /// The sevens of these cards, already counted by class.
    pub(super) fn counted(field: u128, booked: u128, counts: Counts, one_ten: bool, cap: u8) -> Self {
        let [keepers, defence, midfield, forwards, stars, _] = counts;
        let subs = (field >> cards::SUB) as u8;
        let marked = (booked >> cards::SUB) as u8 & subs;
        let mut new = Self {
            field,
            booked: booked & field,
            one_ten,
            cap,
            players: [keepers, defence, midfield, forwards + stars],
            stars: if one_ten { stars } else { 0 },
            subs: [(subs & !marked).count_ones() as u8, marked.count_ones() as u8],
            total: 0,
        };
        if usize::from(cap) < MAX_NATIONS {
            let rows = new.rows();
            new.total = rows[0][usize::from(cap)][state_index(NEED, 1)];
        } else {
            let mut total = 0;
            sub_splits(new.subs, |u, b| total += new.ways(u, b).iter().product::<u64>());
            new.total = total;
        }
        new
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u64 {
        self.total
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Ways to choose the players of each position, given the Super Subs.
    fn ways(&self, unbooked: [u8; 4], booked: [u8; 4]) -> [u64; 4] {
        std::array::from_fn(|p| {
            let need = NEED[p] - unbooked[p] - booked[p];
            let all = choose(u64::from(self.players[p]), need);
            if p == FWD && self.one_ten && need == 2 { all - pairs(u64::from(self.stars)) } else { all }
        })
    }

    /// The seven at `index < len()`.
    #[must_use]
    pub fn unrank(&self, index: u64) -> Seven {
        if usize::from(self.cap) < MAX_NATIONS {
            return self.unrank_capped(index);
        }
        let mut left = index;
        let mut seven = NO_SEVEN;
        let mut done = false;
        sub_splits(self.subs, |u, b| {
            if done {
                return;
            }
            let ways = self.ways(u, b);
            let here: u64 = ways.iter().product();
            if left >= here {
                left -= here;
                return;
            }
            done = true;
            let mut rest = left;
            let players = std::array::from_fn(|p| {
                let rank = rest % ways[p];
                rest /= ways[p];
                self.subset(self.field & POSITION_MASK[p], NEED[p] - u[p] - b[p], rank)
            });
            seven = canonical(self.field, self.booked, players, u, b);
        });
        seven
    }

    /// The `rank`-th subset of `count` cards.
    fn subset(&self, mask: u128, count: u8, rank: u64) -> [Card; 2] {
        let card = |place: u64| select(mask, place as u32) as Card;
        match count {
            0 => [NONE; 2],
            1 => [card(rank), NONE],
            _ => {
                let stars = mask & STARS;
                let plain = mask & !STARS;
                if self.one_ten && stars.count_ones() > 1 {
                    // Pairs without a star first, then one of each.
                    let without = pairs(u64::from(plain.count_ones()));
                    if rank < without {
                        return self.subset(plain, 2, rank);
                    }
                    let each = u64::from(plain.count_ones());
                    let star = select(stars, ((rank - without) / each) as u32) as Card;
                    let other = select(plain, ((rank - without) % each) as u32) as Card;
                    return [star.min(other), star.max(other)];
                }
                let n = u64::from(mask.count_ones());
                let (mut first, mut left) = (0, rank);
                while left >= n - 1 - first {
                    left -= n - 1 - first;
                    first += 1;
                }
                [card(first), card(first + 1 + left)]
            }
        }
    }

    /// Whether `seven` is legal here and spelled canonically.
    #[must_use]
    pub fn contains(&self, seven: &Seven) -> bool {
        let mut players = [[NONE; 2]; 4];
        let (mut unbooked, mut booked) = ([0; 4], [0; 4]);
        let (mut used, mut stars) = (0_u32, 0);
        for (slot, &card) in seven.iter().enumerate() {
            let position = SLOT_POSITION[slot];
            if !cards::is_field(card) || self.field >> card & 1 == 0 {
                return false;
            }
            if cards::is_sub(card) {
                let split = if self.booked >> card & 1 == 1 { &mut booked } else { &mut unbooked };
                split[position] += 1;
            } else if cards::position(card) == position {
                let free = usize::from(players[position][0] != NONE);
                players[position][free] = card;
                used |= 1 << cards::nation(card);
                stars += u32::from(cards::is_star(card));
            } else {
                return false;
            }
        }
        let [fresh, marked] = self.subs;
        unbooked.iter().sum::<u8>() <= fresh
            && booked.iter().sum::<u8>() <= marked
            && players.iter().all(|&[a, b]| b == NONE || a < b)
            && (!self.one_ten || stars <= 1)
            && used.count_ones() <= u32::from(self.cap)
            && canonical(self.field, self.booked, players, unbooked, booked) == *seven
    }

    /// Ways to fill the needs that are left with Super Subs alone.
    fn sub_ways(&self, needs: [u8; 4]) -> u64 {
        let mut ways = 0;
        sub_splits(self.subs, |u, b| ways += u64::from((0..4).all(|p| u[p] + b[p] == needs[p])));
        ways
    }

    /// Classes of one nation's cards here: GK, DEF, MID, other FWD, star.
    fn squad(&self, nation: usize) -> [u128; 5] {
        let squad = self.field & (0x7FF << (nation * usize::from(SQUAD)));
        [
            squad & POSITION_MASK[0],
            squad & POSITION_MASK[1],
            squad & POSITION_MASK[2],
            squad & POSITION_MASK[3] & !STARS,
            squad & STARS,
        ]
    }

    /// Every way to take some cards of one nation for the open needs: how many
    /// per class, ways, needs and stars left, whether the nation is used.
    fn shares(
        &self,
        nation: usize,
        needs: [u8; 4],
        star_left: u8,
        mut each: impl FnMut([u8; 5], u64, [u8; 4], u8, u8),
    ) {
        let n = self.squad(nation).map(|mask| u64::from(mask.count_ones()));
        let most = |class: usize, need: u8| need.min(n[class] as u8);
        for g in 0..=most(0, needs[0]) {
            for d in 0..=most(1, needs[1]) {
                for m in 0..=most(2, needs[2]) {
                    for f in 0..=most(3, needs[3]) {
                        for s in 0..=most(4, needs[3] - f) {
                            let limited = if self.one_ten { s } else { 0 };
                            if limited > star_left {
                                continue;
                            }
                            let taken = [g, d, m, f, s];
                            let ways = (0..5).map(|c| choose(n[c], taken[c])).product();
                            let rest = [needs[0] - g, needs[1] - d, needs[2] - m, needs[3] - f - s];
                            each(taken, ways, rest, star_left - limited, u8::from(taken != [0; 5]));
                        }
                    }
                }
            }
        }
    }

    /// `rows[n][c][state]`: ways to complete from nation `n` on with `c` more
    /// nations allowed. Used only under a cap of nations.
    #[allow(clippy::large_stack_arrays)] // 38 kB for one call; a heap would slow play down
    fn rows(&self) -> [Row; MAX_NATIONS + 1] {
        let mut rows = [[[0; STATES]; 4]; MAX_NATIONS + 1];
        for nation in (0..=MAX_NATIONS).rev() {
            for index in 0..STATES as u8 / 2 {
                let needs = [index / 27, index / 9 % 3, index / 3 % 3, index % 3];
                for star_left in 0..2 {
                    let state = state_index(needs, star_left);
                    for allowed in 0..=usize::from(self.cap) {
                        rows[nation][allowed][state] = if nation == MAX_NATIONS {
                            self.sub_ways(needs)
                        } else {
                            let mut sum = 0;
                            self.shares(nation, needs, star_left, |_, ways, rest, stars, used| {
                                if usize::from(used) <= allowed {
                                    let to = state_index(rest, stars);
                                    sum += ways * rows[nation + 1][allowed - usize::from(used)][to];
                                }
                            });
                            sum
                        };
                    }
                }
            }
        }
        rows
    }

    fn unrank_capped(&self, index: u64) -> Seven {
        let rows = self.rows();
        let (mut needs, mut stars, mut allowed, mut left) = (NEED, 1, usize::from(self.cap), index);
        let mut players = [[NONE; 2]; 4];
        let put = |players: &mut [[Card; 2]; 4], position: usize, pair: [Card; 2]| {
            for card in pair.into_iter().filter(|&card| card != NONE) {
                let free = usize::from(players[position][0] != NONE);
                players[position][free] = card;
            }
        };
        for nation in 0..MAX_NATIONS {
            let squad = self.squad(nation);
            let mut chosen = None;
            self.shares(nation, needs, stars, |taken, ways, rest, star_left, used| {
                let used = usize::from(used);
                if chosen.is_some() || used > allowed {
                    return;
                }
                let after = rows[nation + 1][allowed - used][state_index(rest, star_left)];
                if left >= ways * after {
                    left -= ways * after;
                    return;
                }
                chosen = Some((taken, left / after, left % after, rest, star_left, used));
            });
            let Some((taken, mut rank, after, rest, star_left, used)) = chosen else {
                unreachable!("the index lies beyond the sevens counted")
            };
            for class in 0..5 {
                let ways = choose(u64::from(squad[class].count_ones()), taken[class]);
                let pair = self.subset(squad[class], taken[class], rank % ways);
                put(&mut players, class.min(FWD), pair);
                rank /= ways;
            }
            (needs, stars, allowed, left) = (rest, star_left, allowed - used, after);
        }
        for pair in &mut players {
            pair.sort_unstable();
        }
        let mut seven = NO_SEVEN;
        let mut rank = left;
        sub_splits(self.subs, |u, b| {
            if (0..4).all(|p| u[p] + b[p] == needs[p]) {
                if rank == 0 && seven == NO_SEVEN {
                    seven = canonical(self.field, self.booked, players, u, b);
                }
                rank = rank.saturating_sub(1);
            }
        });
        seven
    }
}
