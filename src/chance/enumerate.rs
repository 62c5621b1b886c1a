//! Exact odds: every branch of a piece of rule code, with integer weights.
//!
//! In: a closure over a [`Chance`]. Out: each distinct result with its exact
//! probability as a [`Fraction`].

use std::collections::BTreeMap;
use std::fmt;

use super::{Chance, Draw, Lottery, Source};

/// A non-negative exact probability or mean, always in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: u128,
    den: u128,
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Fraction {
    /// Zero.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// One.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// `num / den` in lowest terms.
    ///
    /// # Panics
    /// When `den` is zero.
    #[must_use]
    pub const fn new(num: u128, den: u128) -> Self {
        assert!(den != 0, "a fraction needs a denominator");
        let common = gcd(num, den);
        Self { num: num / common, den: den / common }
    }

    /// Numerator in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> u128 {
        self.num
    }

    /// Denominator in lowest terms.
    #[must_use]
    pub const fn denominator(self) -> u128 {
        self.den
    }

    /// The nearest floating-point value, for display and comparison with
    /// simulation.
    #[must_use]
    pub fn value(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// `1 - self`.
    ///
    /// # Panics
    /// When `self` exceeds one.
    #[must_use]
    pub const fn complement(self) -> Self {
        assert!(self.num <= self.den, "the complement of more than one");
        Self::new(self.den - self.num, self.den)
    }
}

impl std::ops::Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let common = gcd(self.den, other.den);
        let left = self.num.checked_mul(other.den / common);
        let right = other.num.checked_mul(self.den / common);
        let den = self.den.checked_mul(other.den / common);
        match (left, right, den) {
            (Some(left), Some(right), Some(den)) => Self::new(left + right, den),
            _ => panic!("exact odds need more than 128 bits"),
        }
    }
}

impl std::ops::Mul for Fraction {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let a = gcd(self.num, other.den);
        let b = gcd(other.num, self.den);
        let num = (self.num / a).checked_mul(other.num / b);
        let den = (self.den / b).checked_mul(other.den / a);
        match (num, den) {
            (Some(num), Some(den)) => Self::new(num, den),
            _ => panic!("exact odds need more than 128 bits"),
        }
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, std::ops::Add::add)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

/// One fork met on the way: which branch is walked, of how many, how heavy.
#[derive(Debug, Clone)]
struct Fork {
    branch: u32,
    branches: u32,
}

/// The chance handed to the closure of [`enumerate`].
#[derive(Debug, Default)]
pub struct Branches {
    path: Vec<Fork>,
    depth: usize,
    weight: u128,
    scale: u128,
}

impl Branches {
    fn fork(&mut self, branches: u32) -> u32 {
        assert!(branches > 0, "chance was asked to choose from nothing");
        if self.depth == self.path.len() {
            self.path.push(Fork { branch: 0, branches });
        }
        let fork = &self.path[self.depth];
        assert_eq!(fork.branches, branches, "the enumerated code is not a function of its chance");
        self.depth += 1;
        fork.branch
    }

    /// Multiplies the path's weight by `weight / total`; reduces only when the
    /// product would overflow, because a gcd per fork would cost more than the
    /// rules.
    fn weigh(&mut self, weight: u128, total: u128) {
        for _ in 0..2 {
            if let (Some(weight), Some(scale)) =
                (self.weight.checked_mul(weight), self.scale.checked_mul(total))
            {
                (self.weight, self.scale) = (weight, scale);
                return;
            }
            let common = gcd(self.weight, self.scale).max(1);
            (self.weight, self.scale) = (self.weight / common, self.scale / common);
        }
        panic!("exact odds need more than 128 bits");
    }

    /// Moves to the next path; false when every path has been walked.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        while let Some(fork) = self.path.last_mut() {
            fork.branch += 1;
            if fork.branch < fork.branches {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Chance for Branches {
    fn below(&mut self, _source: Source, n: u32) -> u32 {
        let branch = self.fork(n);
        self.weigh(1, u128::from(n));
        branch
    }

    fn lottery(&mut self, _source: Source, lottery: &Lottery) -> u16 {
        let branch = self.fork(lottery.weights().len() as u32);
        let weight = lottery.weights()[branch as usize];
        self.weigh(u128::from(weight), u128::from(lottery.tickets()));
        branch as u16
    }

    /// One branch per kind: of cards that are alike one stands for all.
    fn kind(&mut self, _source: Source, cards: &[u8]) -> usize {
        let there = cards.iter().filter(|&&cards| cards > 0).count();
        let branch = self.fork(there as u32) as usize;
        let (kind, &number) =
            cards.iter().enumerate().filter(|(_, cards)| **cards > 0).nth(branch).expect("a branch per kind");
        self.weigh(number.into(), cards.iter().map(|&cards| u128::from(cards)).sum());
        kind
    }

    fn draw(&mut self, _draw: Draw, cards: &[u8]) -> usize {
        self.below(Source::DEAL, cards.len() as u32) as usize
    }
}

/// Every result of `play` with its exact probability.
///
/// `play` is run once per branch, so it must be a pure function of the chance
/// it is given and must end on every branch.
pub fn enumerate<T: Ord>(mut play: impl FnMut(&mut Branches) -> T) -> BTreeMap<T, Fraction> {
    let mut chance = Branches::default();
    // Leaves of equal scale are summed as integers first: adding reduced
    // fractions leaf by leaf would spend most of the time in gcd.
    let mut sums: BTreeMap<T, BTreeMap<u128, u128>> = BTreeMap::new();
    loop {
        (chance.depth, chance.weight, chance.scale) = (0, 1, 1);
        let result = play(&mut chance);
        if chance.weight > 0 {
            *sums.entry(result).or_default().entry(chance.scale).or_default() += chance.weight;
        }
        if !chance.advance() {
            break;
        }
    }
    sums.into_iter()
        .map(|(result, by_scale)| {
            let total = by_scale.into_iter().map(|(scale, weight)| Fraction::new(weight, scale)).sum();
            (result, total)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_make_seven_in_one_of_six() {
        let sums = enumerate(|chance| {
            u32::from(chance.die(Source::TABLE, 6)) + u32::from(chance.die(Source::TABLE, 6))
        });
        assert_eq!(sums[&7], Fraction::new(1, 6));
        assert_eq!(sums.values().copied().sum::<Fraction>(), Fraction::ONE);
    }

    #[test]
    fn branches_of_different_depth_keep_their_weights() {
        let ends = enumerate(|chance| match chance.below(Source::TABLE, 3) {
            0 => 0,
            1 => 1 + chance.below(Source::TABLE, 2),
            _ => 9,
        });
        assert_eq!(ends[&0], Fraction::new(1, 3));
        assert_eq!(ends[&2], Fraction::new(1, 6));
        assert_eq!(ends[&9], Fraction::new(1, 3));
    }

    #[test]
    fn a_lottery_is_weighed() {
        let lottery = Lottery::new(&[1, 0, 5]);
        let ends = enumerate(|chance| chance.lottery(Source::TABLE, &lottery));
        assert_eq!(ends.get(&1), None);
        assert_eq!(ends[&2], Fraction::new(5, 6));
    }

    #[test]
    fn shuffles_are_uniform_by_enumeration() {
        let orders = enumerate(|chance| {
            let mut cards = [0_u8, 1, 2, 3];
            chance.shuffle(Source::DEAL, &mut cards);
            cards
        });
        assert_eq!(orders.len(), 24);
        assert!(orders.values().all(|&p| p == Fraction::new(1, 24)));
    }
}
