//! The legal teams and benches of a squad before a match: counted and numbered.
//!
//! A team is legal if it has the largest possible size up to eleven within the
//! star limit, with the goalkeepers that the rules allow (TVS-PRO-02, -06,
//! -07). There may be 64 064 pairs of team and bench, so they are never listed:
//! teams are counted by how many players of each star rating they have.

mod best;

pub(super) use best::Wish;

use super::squads::{KEEPER, SQUAD, Squad, TEAM, count as count_of, each};
use super::switches::Keepers;

/// Binomial coefficients up to 16.
const CHOOSE: [[u32; SQUAD + 1]; SQUAD + 1] = {
    let mut table = [[0; SQUAD + 1]; SQUAD + 1];
    let mut n = 0;
    while n <= SQUAD {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline]
pub(super) const fn choose(n: u32, k: u32) -> u32 {
    if k > n { 0 } else { CHOOSE[n as usize][k as usize] }
}

/// The `rank`-th subset of `size` players of `mask`, `rank < choose(..)`.
fn subset(mask: u16, size: u32, rank: u32) -> u16 {
    let (mut left, mut size, mut rank, mut chosen) = (mask, size, rank, 0);
    while size > 0 {
        let lowest = left & left.wrapping_neg();
        left ^= lowest;
        let with = choose(count_of(left), size - 1);
        if rank < with {
            chosen |= lowest;
            size -= 1;
        } else {
            rank -= with;
        }
    }
    chosen
}

/// Players by star rating; one class for all where stars don't matter.
#[derive(Debug, Clone, Copy, Default)]
struct Classes {
    masks: [u16; 5],
    counts: [u8; 5],
    stars: [u8; 5],
    len: usize,
}

impl Classes {
    fn new(squad: &Squad, players: u16, by_stars: bool) -> Self {
        let mut classes = Self::default();
        if by_stars {
            for stars in (1..=5).rev() {
                let mask = each(players)
                    .filter(|&p| squad.stars[usize::from(p)] == stars)
                    .fold(0_u16, |mask, p| mask | 1 << p);
                if mask != 0 {
                    classes.push(mask, stars);
                }
            }
        } else {
            classes.push(players, 0);
        }
        classes
    }

    fn push(&mut self, mask: u16, stars: u8) {
        self.masks[self.len] = mask;
        self.counts[self.len] = mask.count_ones() as u8;
        self.stars[self.len] = stars;
        self.len += 1;
    }

    /// Calls `visit` with the numbers per class, the stars and the number of
    /// subsets of every way to take `size` players of at most `cap` stars;
    /// stops when it returns true.
    fn each(&self, size: u8, cap: u8, visit: &mut impl FnMut([u8; 5], u8, u32) -> bool) -> bool {
        self.walk(0, size, cap, [0; 5], (0, 1), visit)
    }

    fn walk(
        &self,
        class: usize,
        size: u8,
        cap: u8,
        mut taken: [u8; 5],
        (stars, ways): (u8, u32),
        visit: &mut impl FnMut([u8; 5], u8, u32) -> bool,
    ) -> bool {
        if class == self.len {
            return size == 0 && visit(taken, stars, ways);
        }
        let count = self.counts[class];
        let behind: u8 = self.counts[class + 1..self.len].iter().sum();
        for take in size.saturating_sub(behind)..=count.min(size) {
            let more = take * self.stars[class];
            if more > cap {
                break;
            }
            taken[class] = take;
            let ways = ways * choose(u32::from(count), u32::from(take));
            if self.walk(class + 1, size - take, cap - more, taken, (stars + more, ways), visit) {
                return true;
            }
        }
        false
    }

    fn nth(&self, taken: [u8; 5], mut rank: u32) -> u16 {
        let mut chosen = 0;
        for (class, &take) in taken.iter().enumerate().take(self.len) {
            let ways = choose(u32::from(self.counts[class]), u32::from(take));
            chosen |= subset(self.masks[class], u32::from(take), rank % ways);
            rank /= ways;
        }
        chosen
    }
}

/// The legal (team, bench) pairs of one side before a match.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TeamSpace {
    keepers: Classes,
    field: Classes,
    available: u16,
    keeper_mask: u16,
    /// Goalkeepers in a legal team; all are field players where that is free.
    least: u8,
    most: u8,
    pub(super) size: u8,
    pub(super) cap: Option<u8>,
    bench: u8,
    teams: u32,
    benches: u32,
}

impl TeamSpace {
    /// Counts the legal teams of the `available` players under a star limit.
    pub(super) fn new(squad: &Squad, available: u16, cap: Option<u8>, bench: u8, rule: Keepers) -> Self {
        let keepers = squad.lines[usize::from(KEEPER)] & available;
        // Fewest and most goalkeepers, the next best where there is no team.
        let (keeper_mask, ranges): (u16, &[(u8, u8)]) = match rule {
            Keepers::One => (keepers, &[(1, 1), (0, 0)]),
            Keepers::UpToTwo => (keepers, &[(0, 2)]),
            Keepers::Free => (0, &[(0, 0)]),
        };
        let by_stars = cap.is_some();
        let mut space = Self {
            keepers: Classes::new(squad, keeper_mask, by_stars),
            field: Classes::new(squad, available & !keeper_mask, by_stars),
            available,
            keeper_mask,
            least: 0,
            most: 0,
            size: 0,
            cap,
            bench,
            teams: 0,
            benches: 0,
        };
        // Size first, goalkeeper second (TVS-PRO-07).
        let largest = TEAM.min(available.count_ones() as u8);
        'sizes: for size in (0..=largest).rev() {
            for &(least, most) in ranges {
                (space.size, space.least, space.most) = (size, least, most);
                space.teams = 0;
                let mut teams = 0;
                space.compositions(|_, _, ways| {
                    teams += ways;
                    false
                });
                space.teams = teams;
                if teams > 0 {
                    break 'sizes;
                }
            }
        }
        let rest = available.count_ones() - u32::from(space.size);
        space.benches = (0..=u32::from(bench).min(rest)).map(|k| choose(rest, k)).sum();
        space
    }

    /// Most stars of a team: more than any has where nothing limits it.
    fn most_stars(&self) -> u8 {
        self.cap.unwrap_or(u8::MAX)
    }

    fn compositions(&self, mut visit: impl FnMut([u8; 5], [u8; 5], u32) -> bool) {
        for keepers in self.least..=self.most.min(self.size) {
            let cap = self.most_stars();
            let stop = self.keepers.each(keepers, cap, &mut |inside, stars, ways| {
                self.field.each(self.size - keepers, cap - stars, &mut |outside, _, more| {
                    visit(inside, outside, ways * more)
                })
            });
            if stop {
                return;
            }
        }
    }

    /// Number of legal teams.
    pub(super) const fn teams(&self) -> u32 {
        self.teams
    }

    /// Number of legal (team, bench) pairs.
    #[inline]
    pub(super) const fn len(&self) -> u64 {
        self.teams as u64 * self.benches as u64
    }

    /// The `index`-th pair.
    pub(super) fn nth(&self, index: u64) -> (u16, u16) {
        let team = self.team((index / u64::from(self.benches)) as u32);
        let mut rank = (index % u64::from(self.benches)) as u32;
        let rest = self.available & !team;
        let mut size = 0;
        while rank >= choose(rest.count_ones(), size) {
            rank -= choose(rest.count_ones(), size);
            size += 1;
        }
        (team, subset(rest, size, rank))
    }

    /// The `rank`-th team.
    pub(super) fn team(&self, mut rank: u32) -> u16 {
        if self.cap.is_none() && self.least == self.most {
            // Stars don't matter: a choice of goalkeepers, a choice of others.
            let (keepers, field) = (self.keepers.masks[0], self.field.masks[0]);
            let inside = choose(keepers.count_ones(), u32::from(self.least));
            return subset(keepers, u32::from(self.least), rank % inside)
                | subset(field, u32::from(self.size - self.least), rank / inside);
        }
        let mut chosen = 0;
        self.compositions(|inside, outside, ways| {
            if rank >= ways {
                rank -= ways;
                return false;
            }
            let within: u32 = (0..self.keepers.len)
                .map(|class| choose(u32::from(self.keepers.counts[class]), u32::from(inside[class])))
                .product();
            chosen = self.keepers.nth(inside, rank % within) | self.field.nth(outside, rank / within);
            true
        });
        chosen
    }

    /// Whether a pair is legal.
    pub(super) fn contains(&self, squad_stars: impl Fn(u16) -> u8, team: u16, bench: u16) -> bool {
        let keepers = (team & self.keeper_mask).count_ones() as u8;
        (team | bench) & !self.available == 0
            && team & bench == 0
            && team.count_ones() == u32::from(self.size)
            && bench.count_ones() <= u32::from(self.bench)
            && (self.least..=self.most).contains(&keepers)
            && self.cap.is_none_or(|cap| squad_stars(team) <= cap)
    }

    /// Whether a pair is among those counted; stars are read off the classes.
    pub(super) fn holds(&self, team: u16, bench: u16) -> bool {
        let stars = |team: u16| {
            [&self.keepers, &self.field]
                .into_iter()
                .flat_map(|c| c.masks.iter().zip(c.stars))
                .map(|(&mask, stars)| (mask & team).count_ones() as u8 * stars)
                .sum()
        };
        self.contains(stars, team, bench)
    }
}
