//! Circular orders of several kinds of bots at a table.

use super::super::seated;
use crate::scenario::PlanArm;

/// A circular order of two or three kinds at a table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Positions in the field of the kinds that sit there.
    pub kinds: Vec<usize>,
    /// Which of these kinds each entrant is of, in circular order.
    pub places: Vec<usize>,
    /// Seatings that it stands for: its different rotations.
    pub seatings: u32,
}

impl Table {
    /// How many of each kind sit there.
    pub fn number(&self) -> Vec<usize> {
        let of = |kind| self.places.iter().filter(|&&place| place == kind).count();
        (0..self.kinds.len()).map(of).collect()
    }

    /// Its kinds in the order in which they come to sit.
    pub fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        for kind in self.places.iter().copied() {
            if !order.contains(&kind) {
                order.push(kind);
            }
        }
        order
    }

    pub fn arm(&self, base: &PlanArm, bots: &[String]) -> PlanArm {
        let kind = |place: &usize| self.kinds[*place];
        seated(base, self.places.iter().map(|place| bots[kind(place)].clone()).collect())
    }
}

/// The circular orders of so many seats with so many of each kind at least, each
/// once, with its number of different rotations.
pub fn orders(seats: usize, kinds: usize, least: usize) -> Vec<(Vec<usize>, u32)> {
    // Numbers whose digits say who sits where, the first kind the largest digit and
    // the first entrant the last: of the rotations the least one stands for all.
    let all = kinds.pow(seats as u32 - 1);
    let turned = |number: usize| number / kinds + number % kinds * all;
    let digit = |number: usize, entrant: usize| number / kinds.pow(entrant as u32) % kinds;
    let one = |number: usize| {
        let rotations = std::iter::successors(Some(turned(number)), |&number| Some(turned(number)));
        let turns = 1 + rotations.clone().take_while(|&turned| turned != number).count();
        let is_least = rotations.take(turns - 1).all(|turned| turned > number);
        let places: Vec<usize> = (0..seats).map(|entrant| kinds - 1 - digit(number, entrant)).collect();
        let count = |kind: usize| places.iter().filter(|&&place| place == kind).count();
        (is_least && (0..kinds).all(|kind| count(kind) >= least)).then_some((places, turns as u32))
    };
    (0..kinds.pow(seats as u32)).filter_map(one).collect()
}

/// The tables of each of these sets of kinds with so many of each at least.
pub fn tables(sets: impl Iterator<Item = Vec<usize>>, seats: usize, least: usize) -> Vec<Table> {
    let mut all = Vec::new();
    for kinds in sets {
        let orders = orders(seats, kinds.len(), least).into_iter();
        all.extend(orders.map(|(places, seatings)| Table { kinds: kinds.clone(), places, seatings }));
    }
    all
}

/// Every two of so many.
pub fn pairs(bots: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..bots).flat_map(move |i| (i + 1..bots).map(move |j| [i, j]))
}

/// Every seating of so many chairs by kinds, all of which but those of one kind
/// alone, as digits of a number that rises.
pub fn seatings(chairs: usize, kinds: usize) -> Vec<Vec<usize>> {
    let digit = |number: usize, chair: usize| kinds - 1 - number / kinds.pow(chair as u32) % kinds;
    let all =
        (0..kinds.pow(chairs as u32)).map(|number| (0..chairs).map(|chair| digit(number, chair)).collect());
    all.filter(|seating: &Vec<usize>| seating.iter().any(|kind| *kind != seating[0])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every seating of a table is a rotation of just one order.
    #[test]
    fn every_circular_order_is_played_once_for_all_its_seatings() {
        assert!(orders(2, 2, 2).is_empty() && orders(3, 2, 2).is_empty());
        assert_eq!(orders(4, 2, 2), [(vec![0, 0, 1, 1], 4), (vec![0, 1, 0, 1], 2)]);
        assert_eq!([3, 4, 5, 6].map(|seats| orders(seats, 3, 1).len()), [2, 9, 30, 91]);
        for (seats, kinds, least) in (3..=7).flat_map(|seats| [(seats, 2, 2), (seats, 3, 1), (seats, 2, 1)]) {
            let mut seen: Vec<Vec<usize>> = Vec::new();
            for (places, turns) in orders(seats, kinds, least) {
                for by in 0..turns as usize {
                    let mut turned = places.clone();
                    turned.rotate_left(by);
                    seen.push(turned);
                }
            }
            seen.sort();
            let of = |number: usize| -> Vec<usize> {
                (0..seats).rev().map(|e| number / kinds.pow(e as u32) % kinds).collect()
            };
            let enough = |places: &Vec<usize>| {
                (0..kinds).all(|kind| places.iter().filter(|&&place| place == kind).count() >= least)
            };
            let all: Vec<Vec<usize>> = (0..kinds.pow(seats as u32)).map(of).filter(enough).collect();
            assert_eq!(seen, all, "{seats} {kinds} {least}");
        }
    }

    #[test]
    fn chairs_are_taken_in_every_way_but_by_one_kind_alone() {
        assert_eq!(seatings(2, 2), [vec![0, 1], vec![1, 0]]);
        assert_eq!([seatings(3, 2).len(), seatings(3, 3).len(), seatings(5, 3).len()], [6, 24, 240]);
        assert!(seatings(1, 3).is_empty());
    }

    #[test]
    fn kinds_are_told_in_the_order_in_which_they_sit() {
        let table = Table { kinds: vec![4, 7, 9], places: vec![1, 1, 2, 0], seatings: 4 };
        assert_eq!((table.order(), table.number()), (vec![1, 2, 0], vec![1, 2, 1]));
    }
}
