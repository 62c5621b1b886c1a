//! The best of the legal teams before a match: by printed values alone where
//! only the number of players binds, by sums of two halves of a squad where
//! stars or goalkeepers do.

use super::{TeamSpace, choose, subset};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::squads::{KEEPER, SQUAD, Squad, count as count_of, each};

/// What a scripted bot wants of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Wish {
    /// Most printed attack.
    Attack,
    /// The best goalkeeper, then most printed defence.
    Defence,
    /// Most strength, then attack and defence as even as possible.
    Strength,
}

impl Wish {
    pub(in super::super) const ALL: [Self; 3] = [Self::Attack, Self::Defence, Self::Strength];

    /// What a player is worth to it.
    fn value(self, squad: &Squad, strength: [u8; 6], player: u8) -> i32 {
        let at = usize::from(player);
        match self {
            Self::Attack => i32::from(squad.attack[at]),
            Self::Defence if squad.line[at] == KEEPER => 512 * i32::from(squad.defence[at]),
            Self::Defence => i32::from(squad.defence[at]),
            Self::Strength => i32::from(strength[usize::from(squad.stars[at])]),
        }
    }
}

/// Attack less defence of a player.
fn lean(squad: &Squad, player: u8) -> i32 {
    i32::from(squad.attack[usize::from(player)]) - i32::from(squad.defence[usize::from(player)])
}

impl TeamSpace {
    /// A best team in the sense of `wish`, uniform over the best.
    pub(in super::super) fn best(
        &self,
        squad: &Squad,
        strength: [u8; 6],
        wish: Wish,
        whim: &mut Whim,
    ) -> u16 {
        let main = |p: u8| wish.value(squad, strength, p);
        if self.cap.is_none() && self.most <= 1 {
            let keeper = best_few(self.keeper_mask, u32::from(self.least), main, None, whim);
            let field = self.available & !self.keeper_mask;
            let size = u32::from(self.size - self.least);
            if wish != Wish::Strength {
                return keeper | best_few(field, size, main, None, whim);
            }
            let even: i32 = each(keeper).map(|p| lean(squad, p)).sum();
            return keeper | best_few(field, size, main, Some((even, squad)), whim);
        }
        let mut best = Pick::new();
        self.search(squad, strength, wish, |team, score| best.offer(team, score, whim));
        best.option().unwrap_or(0)
    }

    /// Every best team in the sense of `wish`.
    pub(in super::super) fn all_best(&self, squad: &Squad, strength: [u8; 6], wish: Wish) -> Box<[u16]> {
        let mut best: (i64, Vec<u16>) = (i64::MIN, vec![0]);
        self.search(squad, strength, wish, |team, score| {
            if score > best.0 {
                best = (score, vec![team]);
            } else if score == best.0 {
                best.1.push(team);
            }
        });
        best.1.into()
    }

    /// The same where stars or goalkeepers bind: every team that is at least as
    /// good as all before it, in rising order of its mask of field players.
    fn search(&self, squad: &Squad, strength: [u8; 6], wish: Wish, mut offer: impl FnMut(u16, i64)) {
        let even = wish == Wish::Strength;
        // Three sums in one word: value, lean (biased, so that it never
        // borrows), stars.
        let word = |p: u8| -> u64 {
            let stars = u64::from(squad.stars[usize::from(p)]);
            let value = wish.value(squad, strength, p) as u64;
            value << 32 | ((lean(squad, p) + 128) as u64) << 8 | stars
        };
        let value = |sum: u64| (sum >> 32) as i32;
        // Field players close ranks, in two halves of sums.
        let mut field = [0_u8; SQUAD];
        let mut words = [0; SQUAD];
        let mut count = 0;
        for player in each(self.available & !self.keeper_mask) {
            (field[count], words[count]) = (player, word(player));
            count += 1;
        }
        let half = count.div_ceil(2);
        let mut sums = [[0_u64; 256]; 2];
        for (table, words) in sums.iter_mut().zip([&words[..half], &words[half..count]]) {
            for mask in 1..1_usize << words.len() {
                table[mask] = table[mask & (mask - 1)] + words[mask.trailing_zeros() as usize];
            }
        }
        // The most value in so many of the low half with at most so many stars;
        // below 0 where there are none.
        let mut most = [[-1_i32; HALF_STARS + 1]; 9];
        for (size, most) in most.iter_mut().enumerate().take(half + 1) {
            for &low in lows(half, size) {
                let sum = sums[0][usize::from(low)];
                let cell = &mut most[usize::from(sum as u8)];
                *cell = value(sum).max(*cell);
            }
            for stars in 1..most.len() {
                most[stars] = most[stars].max(most[stars - 1]);
            }
        }
        let cap = self.most_stars();
        // What can't reach the best so far need not be put together.
        let (mut best, mut bar) = (i64::MIN, i32::MIN);
        for keepers in self.least..=self.most.min(self.size) {
            let outside = usize::from(self.size - keepers);
            for rank in 0..choose(self.keeper_mask.count_ones(), u32::from(keepers)) {
                let inside = subset(self.keeper_mask, u32::from(keepers), rank);
                let start: u64 = each(inside).map(word).sum();
                for (high, &sum) in sums[1].iter().enumerate().take(1 << (count - half)) {
                    let begun = start + sum;
                    let missing = outside.wrapping_sub(count_of(high as u16) as usize);
                    if missing > half || begun as u8 > cap {
                        continue;
                    }
                    let spare = usize::from(cap - begun as u8).min(HALF_STARS);
                    let reach = most[missing][spare];
                    if reach < 0 || value(begun) + reach < bar {
                        continue;
                    }
                    for &low in lows(half, missing) {
                        let sum = begun + sums[0][usize::from(low)];
                        if sum as u8 > cap || value(sum) < bar {
                            continue;
                        }
                        let lean = ((sum >> 8) as u16 as i32 - 128 * i32::from(self.size)).abs();
                        let score = 1024 * i64::from(value(sum)) - if even { i64::from(lean) } else { 0 };
                        if score >= best {
                            (best, bar) = (score, value(sum));
                            let few = high << half | usize::from(low);
                            let chosen = (0..count).filter(|at| few >> at & 1 == 1);
                            offer(chosen.fold(inside, |team, at| team | 1 << field[at]), score);
                        }
                    }
                }
            }
        }
    }
}

/// Most stars of half of the field players.
const HALF_STARS: usize = 5 * SQUAD / 2;

/// All sets of up to eight players by size, rising within a size, and where
/// each size begins.
const LOWS: ([u8; 256], [usize; 10]) = {
    let (mut sets, mut begin) = ([0; 256], [0; 10]);
    let (mut size, mut at) = (0, 0);
    while size <= 8 {
        begin[size] = at;
        let mut set = 0;
        while set < 256_usize {
            if set.count_ones() as usize == size {
                sets[at] = set as u8;
                at += 1;
            }
            set += 1;
        }
        size += 1;
    }
    begin[9] = at;
    (sets, begin)
};

/// The sets of `size` of the first `players` players, rising.
fn lows(players: usize, size: usize) -> &'static [u8] {
    let from = LOWS.1[size];
    &LOWS.0[from..from + choose(players as u32, size as u32) as usize]
}

/// The `size` players of `mask` with the greatest values, uniform over the
/// choices among those level at the threshold; with `even`, over those of them
/// that bring the given lean closest to zero.
fn best_few(
    mask: u16,
    size: u32,
    value: impl Fn(u8) -> i32,
    even: Option<(i32, &Squad)>,
    whim: &mut Whim,
) -> u16 {
    let (mut left, mut chosen) = (mask, 0_u16);
    loop {
        let missing = size - chosen.count_ones();
        if missing == 0 || left == 0 {
            return chosen;
        }
        let top = each(left).map(&value).max().unwrap_or(0);
        let level = each(left).filter(|&p| value(p) == top).fold(0_u16, |m, p| m | 1 << p);
        if level.count_ones() <= missing {
            chosen |= level;
            left &= !level;
            continue;
        }
        let Some((lean, squad)) = even else {
            return chosen | subset(level, missing, whim.below(choose(level.count_ones(), missing)));
        };
        return chosen | evenly(level, missing, lean, chosen, squad, whim);
    }
}

/// `missing` players of `level`, all of one rating, that make attack and
/// defence as equal as possible: a question of how many of each line.
fn evenly(level: u16, missing: u32, lean: i32, chosen: u16, squad: &Squad, whim: &mut Whim) -> u16 {
    let lean_of = |p: u8| self::lean(squad, p);
    let lean = lean + each(chosen).map(lean_of).sum::<i32>();
    let lines = squad.lines.map(|line| line & level);
    let leans = lines.map(|line| each(line).next().map_or(0, lean_of));
    let mut best = (i32::MAX, [0_u32; 4]);
    let mut ties = 0;
    for a in 0..=lines[0].count_ones().min(missing) {
        for b in 0..=lines[1].count_ones().min(missing - a) {
            for c in 0..=lines[2].count_ones().min(missing - a - b) {
                let taken = [a, b, c, missing - a - b - c];
                let ways: u32 =
                    taken.iter().zip(lines).map(|(&take, line)| choose(line.count_ones(), take)).product();
                if ways == 0 {
                    continue;
                }
                let sum: i32 = taken.iter().zip(leans).map(|(&take, lean)| take as i32 * lean).sum();
                let gap = (lean + sum).abs();
                if gap < best.0 {
                    best = (gap, taken);
                    ties = ways;
                } else if gap == best.0 {
                    ties += ways;
                    if whim.below(ties) < ways {
                        best.1 = taken;
                    }
                }
            }
        }
    }
    let mut few = 0;
    for (line, take) in lines.into_iter().zip(best.1) {
        if take > 0 {
            few |= subset(line, take, whim.below(choose(line.count_ones(), take)));
        }
    }
    few
}
