//! Mixes of two strategies that a table of any size stays with.
//!
//! In: what the first strategy takes of the wins where k of its kind sit among
//! the other's, for every k. Out: the shares of the first at which a population,
//! whose tables are drawn from it at random, comes to rest when its members
//! change to whatever does better.
//!
//! How much better the first does is a polynomial in its share, and what it
//! gains at tables with 0, 1, 2 … of it among the others are that polynomial's
//! coefficients in Bernstein's form (Peña, Lehmann and Nöldeke 2014): as many
//! roots at most as these change sign.

use std::cmp::Ordering;

/// How often 0..1 is halved around a root: to a width of 2 to minus this.
const DEPTH: u32 = 40;

/// A gain smaller than this is none: a difference of shares rounds so far.
const ROUNDING: f64 = 1e-14;

/// What one of the first kind takes of the wins of a table, and what one of the
/// second, with 0, 1, 2 … of the first kind among the others there. `takes[k - 1]`
/// is the share that k of the first kind take together at a table of
/// `takes.len() + 1`; all of them take everything.
#[must_use]
pub fn each(takes: &[f64]) -> [Vec<f64>; 2] {
    let seats = takes.len() + 1;
    let before = |j: usize| j.checked_sub(1).map_or(0.0, |last| takes[last]);
    let together = |k: usize| takes.get(k - 1).copied().unwrap_or(1.0);
    [
        (0..seats).map(|j| together(j + 1) / (j + 1) as f64).collect(),
        (0..seats).map(|j| (1.0 - before(j)) / (seats - j) as f64).collect(),
    ]
}

/// What a player gains by being of the first kind instead of the second, with 0,
/// 1, 2 … of the first kind among the others: what they take [`each`], a
/// difference of shares.
#[must_use]
pub fn gains(takes: &[f64]) -> Vec<f64> {
    let [first, second] = each(takes);
    first.iter().zip(&second).map(|(first, second)| first - second).collect()
}

/// Chances of 0 to `draws` of the first kind among so many drawn where its share
/// is `share`: binomial.
#[must_use]
pub fn drawn(draws: usize, share: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..draws {
        let before = |k: usize| chances.get(k).copied().unwrap_or(0.0);
        let one = |k: usize| {
            let came = if k > 0 { share * before(k - 1) } else { 0.0 };
            (1.0 - share).mul_add(before(k), came)
        };
        chances = (0..=chances.len()).map(one).collect();
    }
    chances
}

/// Where a population of two kinds comes to rest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rests {
    /// Shares of the first kind that it stays with, rising; 0 and 1 are one kind
    /// alone.
    pub stable: Vec<f64>,
    /// The shares that part them: from either side it moves away from these.
    pub between: Vec<f64>,
}

impl Rests {
    /// Of a population with these [`gains`]. None at all where being of one kind
    /// or the other is always the same.
    #[must_use]
    pub fn of(gains: &[f64]) -> Self {
        let mut way = Way::default();
        way.go(gains, (0.0, 1.0), DEPTH);
        let mut rests = Self::default();
        // Where the second kind does better in the beginning it stays alone.
        if way.first.is_lt() {
            rests.stable.push(0.0);
        }
        for (share, falls) in way.roots {
            if falls { &mut rests.stable } else { &mut rests.between }.push(share);
        }
        if way.last.is_gt() {
            rests.stable.push(1.0);
        }
        rests
    }

    /// Those of both kinds.
    pub fn mixed(&self) -> impl Iterator<Item = f64> + '_ {
        self.stable.iter().copied().filter(|share| (0.0..1.0).contains(share) && *share > 0.0)
    }

    /// Where it comes to rest from this share on; where nothing drives it, there.
    #[must_use]
    pub fn from(&self, share: f64) -> f64 {
        let place = self.between.iter().filter(|&&parts| parts < share).count();
        self.stable.get(place).copied().unwrap_or(share)
    }
}

/// The signs of a polynomial from 0 to 1.
struct Way {
    first: Ordering,
    last: Ordering,
    /// Roots where the sign changes, and whether from more to less.
    roots: Vec<(f64, bool)>,
}

impl Default for Way {
    fn default() -> Self {
        Self { first: Ordering::Equal, last: Ordering::Equal, roots: Vec::new() }
    }
}

impl Way {
    fn meet(&mut self, sign: Ordering, at: f64) {
        if self.last != Ordering::Equal && self.last != sign {
            self.roots.push((at, sign.is_lt()));
        }
        if self.first == Ordering::Equal {
            self.first = sign;
        }
        self.last = sign;
    }

    /// Over a part of the way with these coefficients on it.
    fn go(&mut self, gains: &[f64], (from, to): (f64, f64), depth: u32) {
        let signs = gains.iter().map(|gain| side(*gain)).filter(|sign| *sign != Ordering::Equal);
        let mut signs: Vec<Ordering> = signs.collect();
        signs.dedup();
        let [first, .., last] = signs[..] else {
            // One sign, or none.
            signs.first().into_iter().for_each(|&sign| self.meet(sign, from));
            return;
        };
        let middle = f64::midpoint(from, to);
        if depth > 0 {
            let (left, right) = halves(gains);
            self.go(&left, (from, middle), depth - 1);
            self.go(&right, (middle, to), depth - 1);
            return;
        }
        self.meet(first, from);
        self.meet(last, middle);
    }
}

fn side(gain: f64) -> Ordering {
    if gain.abs() < ROUNDING { Ordering::Equal } else { gain.partial_cmp(&0.0).unwrap_or(Ordering::Equal) }
}

/// The coefficients on either half (de Casteljau).
fn halves(gains: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut left, mut right, mut row) = (Vec::new(), Vec::new(), gains.to_vec());
    while let (Some(&first), Some(&last)) = (row.first(), row.last()) {
        left.push(first);
        right.push(last);
        row = row.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
    }
    right.reverse();
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::Dice;
    use super::*;

    /// What k of a kind take at a table of so many, each of them this much more
    /// than each of the others.
    fn takes(gaps: &[f64]) -> Vec<f64> {
        let seats = (gaps.len() + 1) as f64;
        let one = |(k, gap): (usize, &f64)| {
            let k = (k + 1) as f64;
            k * (1.0 + (seats - k) * gap) / seats
        };
        gaps.iter().enumerate().map(one).collect()
    }

    fn rests(gaps: &[f64]) -> Rests {
        Rests::of(&gains(&takes(gaps)))
    }

    fn near(found: &[f64], wanted: &[f64]) -> bool {
        found.len() == wanted.len() && found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-9)
    }

    /// At a table of three the gain of a hawk is a straight line between what a
    /// lone one takes more than a dove and what a lone dove takes less: at 0.3 and
    /// -0.2 it is 0 with 3 hawks in 5. At four and six the roots of the gain of a
    /// hawk over chances to meet 0, 1, 2 … others, bisected in fractions.
    #[test]
    fn hawks_and_doves_mix() {
        assert!(near(&rests(&[0.3, -0.2]).stable, &[0.6]));
        assert!(near(&rests(&[0.3, 0.05, -0.25]).stable, &[FOUR]));
        assert!(near(&rests(&[0.3, 0.2, -0.05, -0.1, -0.12]).stable, &[SIX]));
    }
    const FOUR: f64 = 0.567_764_362_830_022;
    const SIX: f64 = 0.535_373_864_807_744_8;

    #[test]
    fn the_better_kind_stays_alone_and_the_lesser_of_two_habits_too() {
        assert_eq!(rests(&[0.2, 0.1, 0.3]), Rests { stable: vec![1.0], between: vec![] });
        assert_eq!(rests(&[-0.2, -0.1, -0.3]), Rests { stable: vec![0.0], between: vec![] });
        let habits = rests(&[-0.2, 0.0, 0.2]);
        assert!(near(&habits.stable, &[0.0, 1.0]) && near(&habits.between, &[0.5]));
        assert_eq!((habits.from(0.4), habits.from(0.6)), (0.0, 1.0));
        assert_eq!(rests(&[0.0, 0.0, 0.0]), Rests::default());
        assert_eq!(rests(&[0.0, 0.0]).from(0.3), 0.3);
    }

    /// Polynomials made of their roots: each is found, and which way the sign
    /// changes there.
    #[test]
    fn roots_are_found_wherever_they_lie() {
        // Products of (root - x) for each root, in Bernstein's form.
        let made = |roots: &[f64]| {
            roots.iter().fold(vec![1.0], |so_far: Vec<f64>, &root| {
                let n = so_far.len();
                let one = |k: usize| {
                    let before = |k: usize| so_far.get(k).copied().unwrap_or(0.0);
                    let share = k as f64 / n as f64;
                    (1.0 - share) * before(k) * root
                        + if k > 0 { share * before(k - 1) * (root - 1.0) } else { 0.0 }
                };
                (0..=n).map(one).collect()
            })
        };
        let two = Rests::of(&made(&[0.2, 0.5, 0.9]));
        assert!(near(&two.stable, &[0.2, 0.9]) && near(&two.between, &[0.5]), "{two:?}");
        let mut dice = Dice::new("roots", 0);
        for number in 1..200 {
            let mut roots: Vec<f64> = (0..=number % 5).map(|_| dice.unit()).collect();
            roots.sort_by(f64::total_cmp);
            if roots.windows(2).any(|pair| pair[1] - pair[0] < 1e-3) {
                continue;
            }
            let found = Rests::of(&made(&roots));
            let falling: Vec<f64> = roots.iter().copied().step_by(2).collect();
            let rising: Vec<f64> = roots.iter().copied().skip(1).step_by(2).collect();
            let mixed: Vec<f64> = found.mixed().collect();
            let close = |a: &[f64], b: &[f64]| {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-7)
            };
            assert!(close(&mixed, &falling) && close(&found.between, &rising), "{roots:?} {found:?}");
            assert_eq!(found.stable.last() == Some(&1.0), roots.len().is_multiple_of(2));
        }
        // A root just where the way is parted.
        assert!(near(&Rests::of(&[0.5, -0.5]).stable, &[0.5]));
    }

    #[test]
    fn tables_are_drawn_as_coins_are_tossed() {
        assert_eq!(drawn(0, 0.3), [1.0]);
        assert!(near(&drawn(2, 0.25), &[0.5625, 0.375, 0.0625]));
        assert_eq!(drawn(3, 1.0), [0.0, 0.0, 0.0, 1.0]);
        // The gain at a share is the mean over tables drawn with it.
        let gaps = [0.3, 0.05, -0.25];
        let gain: f64 =
            gains(&takes(&gaps)).iter().zip(drawn(3, FOUR)).map(|(gain, chance)| gain * chance).sum();
        assert!(gain.abs() < 1e-12, "{gain}");
    }
}
