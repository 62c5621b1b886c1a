//! Two or three kinds of bots that a table is drawn from, and where a population
//! of them goes.

use super::super::field::Seen;
use super::tables::Table;
use crate::stats::metagame::mixes::{Rests, gains};
use crate::stats::metagame::threes::{Population, Three};

/// Shares of tables with their weights; the weights add up to 1.
type Weighted = Vec<(usize, f64)>;

/// Where the shares of two kinds lie among those of all tables.
#[derive(Debug, Clone)]
pub struct Pair {
    pub kinds: [usize; 2],
    /// A lone one of either.
    lone: [usize; 2],
    /// For two, three … of the first: each circular order.
    orders: Vec<Weighted>,
}

impl Pair {
    /// Of `tables` whose shares lie behind those of the lone bots; `None` of bots
    /// that have not met.
    pub fn new(seen: &Seen<'_>, kinds: [usize; 2], tables: &[Table]) -> Option<Self> {
        let place = |of: (usize, usize)| seen.field.met.iter().position(|&met| met == of);
        let of = |number: usize| {
            let all =
                tables.iter().enumerate().filter(move |(_, t)| t.kinds == kinds && t.number()[0] == number);
            let seatings: u32 = all.clone().map(|(_, table)| table.seatings).sum();
            let weight = |t: &Table| f64::from(t.seatings) / f64::from(seatings);
            all.map(|(at, table)| (seen.field.met.len() + at, weight(table))).collect()
        };
        let [i, j] = kinds;
        let lone = [place((i, j))?, place((j, i))?];
        Some(Self { kinds, lone, orders: (2..seen.field.seats - 1).map(of).collect() })
    }

    /// What 1, 2 … of the first kind take together, up to all but one.
    pub fn takes(&self, shares: &[f64]) -> Vec<f64> {
        let mean = |orders: &Weighted| orders.iter().map(|&(at, weight)| weight * shares[at]).sum();
        let between = self.orders.iter().map(mean);
        let all = std::iter::once(shares[self.lone[0]]).chain(between);
        all.chain([1.0 - shares[self.lone[1]]]).map(|share: f64| share.clamp(0.0, 1.0)).collect()
    }
}

/// A table of three kinds, as many of each as `number` says.
#[derive(Debug, Clone)]
struct Company {
    number: [usize; 3],
    /// For each circular order: its weight, the kind that sits first, the one that
    /// comes next, and where the share of the first lies; that of the next is behind.
    orders: Vec<(f64, [usize; 2], usize)>,
}

/// Where the shares of three kinds lie.
#[derive(Debug, Clone)]
pub struct Trio {
    pub kinds: [usize; 3],
    seats: usize,
    /// The first two, the outer two, the last two.
    pairs: [Pair; 3],
    companies: Vec<Company>,
}

impl Trio {
    /// Of `tables`, with two shares each from `behind` on.
    pub fn new(seen: &Seen<'_>, pairs: [Pair; 3], tables: &[Table], behind: usize) -> Self {
        let kinds = [pairs[0].kinds[0], pairs[0].kinds[1], pairs[1].kinds[1]];
        let mut companies: Vec<Company> = Vec::new();
        for (at, table) in tables.iter().enumerate().filter(|(_, table)| table.kinds == kinds) {
            let (count, order) = (table.number(), table.order());
            let number = [count[0], count[1], count[2]];
            let one = (f64::from(table.seatings), [order[0], order[1]], behind + 2 * at);
            match companies.iter_mut().find(|company| company.number == number) {
                Some(company) => company.orders.push(one),
                None => companies.push(Company { number, orders: vec![one] }),
            }
        }
        for company in &mut companies {
            let all: f64 = company.orders.iter().map(|order| order.0).sum();
            company.orders.iter_mut().for_each(|order| order.0 /= all);
        }
        Self { kinds, seats: seen.field.seats, pairs, companies }
    }

    /// How many of each kind sit at the tables of all three.
    pub fn numbers(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        self.companies.iter().map(|company| company.number)
    }

    /// What each kind takes together where so many of each sit.
    pub fn together(&self, shares: &[f64], number: [usize; 3]) -> Three {
        let mut takes = [0.0; 3];
        if let Some(company) = self.companies.iter().find(|company| company.number == number) {
            for &(weight, [first, next], at) in &company.orders {
                let (own, other) = (shares[at].clamp(0.0, 1.0), shares[at + 1].clamp(0.0, 1.0));
                takes[first] += weight * own;
                takes[next] += weight * other;
                takes[3 - first - next] += weight * (1.0 - own - other);
            }
            return takes;
        }
        let pairs = [(0, 1), (0, 2), (1, 2)].into_iter().zip(&self.pairs);
        for ((first, second), pair) in pairs {
            if number[first] > 0 && number[second] > 0 {
                takes[first] = pair.takes(shares)[number[first] - 1];
                takes[second] = 1.0 - takes[first];
                return takes;
            }
        }
        number.map(|k| if k == self.seats { 1.0 } else { 0.0 })
    }
}

/// Kinds that a table is drawn from.
#[derive(Debug, Clone)]
pub enum Group {
    Two(Pair),
    Three(Trio),
}

impl Group {
    /// Their positions in the field, rising.
    pub fn kinds(&self) -> &[usize] {
        match self {
            Self::Two(pair) => &pair.kinds,
            Self::Three(trio) => &trio.kinds,
        }
    }

    /// What a population of them does where all tables have these shares.
    pub fn ways(&self, shares: &[f64]) -> Ways {
        match self {
            Self::Two(pair) => Ways::Two(Rests::of(&gains(&pair.takes(shares)))),
            Self::Three(trio) => {
                Ways::Three(Population::new(trio.seats, |number| trio.together(shares, number)))
            }
        }
    }
}

/// What a population does.
#[derive(Debug, Clone)]
pub enum Ways {
    Two(Rests),
    Three(Population),
}

/// Where a population goes, in the order of the group's kinds.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Share of each kind.
    pub shares: Vec<f64>,
    /// Whether all kinds have one there and do equally well.
    pub is_mix: bool,
    /// Whether it comes to rest there; if not it goes round it.
    pub stays: bool,
}

impl Ways {
    /// Where all kinds do equally well and a population comes to rest or goes round.
    pub fn mixes(&self) -> Vec<Vec<f64>> {
        match self {
            Self::Two(rests) => rests.mixed().map(|share| vec![share, 1.0 - share]).collect(),
            Self::Three(population) => population.rests().iter().map(|rest| rest.shares.to_vec()).collect(),
        }
    }

    /// Where that lies next to such a mix, or where a population would go from it.
    pub fn from(&self, start: &[f64]) -> Point {
        match self {
            Self::Two(rests) => {
                let share = rests.from(start[0]);
                let is_mix = share > 0.0 && share < 1.0;
                Point { shares: vec![share, 1.0 - share], is_mix, stays: is_mix }
            }
            Self::Three(population) => {
                let start = [start[0], start[1], start[2]];
                match population.rest(start) {
                    Some(rest) => Point { shares: rest.shares.to_vec(), is_mix: true, stays: rest.stays },
                    None => {
                        Point { shares: population.followed(start).to_vec(), is_mix: false, stays: false }
                    }
                }
            }
        }
    }
}
