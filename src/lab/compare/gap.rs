//! The gap of the farthest seat in one arm minus that in another, look by look,
//! with the luck of every seat taken out.
//!
//! In: at every look the seats' edges in both arms and their changes, block by
//! block, with their luck. Out: the change of the gap. No single mean is the gap:
//! it lies between what the edges and their changes leave open together
//! ([`seats::gap_change`]), so each of these gets its own slope, settled on
//! earlier blocks ([`Stretches`]), and its own bounds over the looks, whose
//! errors add up to the one that is allowed.

use super::Pace;
use crate::estimates::adjusted::{Edge, Explained};
use crate::stats::seats::{self, Apart};
use crate::stats::sequential::stretches::Stretches;
use crate::stats::{Estimate, Method};

/// What is known of one seat.
#[derive(Debug, Clone, Default)]
struct Seat {
    base: Stretches,
    own: Stretches,
    change: Stretches,
}

/// The gap, look by look.
#[derive(Debug, Clone, Default)]
pub struct Gap {
    seats: Vec<Seat>,
    /// The edges at the last look.
    edges: Vec<Edge>,
}

/// Levels of a look: of each edge in an arm, and of each change of an edge.
#[derive(Debug, Clone, Copy)]
pub struct Levels {
    /// Of the edges in either arm.
    pub edges: f64,
    /// Of their changes.
    pub changes: f64,
    /// What all of them say together, by name.
    pub all: f64,
}

impl Levels {
    /// Those of one look.
    #[must_use]
    pub fn once(seats: usize, level: f64) -> Self {
        let (edges, changes) = seats::levels_of_change(level, seats);
        Self { edges, changes, all: level }
    }

    /// Those of every look of `pace` that hold over all of them, with all seats
    /// together, at `level`.
    #[must_use]
    pub fn of(pace: &Pace, seats: usize, level: f64) -> Vec<Self> {
        let (edge, change) = seats::levels_of_change(level, seats);
        let edges = pace.levels(edge).into_iter();
        edges.zip(pace.levels(change)).map(|(edges, changes)| Self { edges, changes, all: level }).collect()
    }
}

impl Gap {
    /// Without any luck taken out.
    #[must_use]
    pub fn of(edges: Vec<Edge>) -> Self {
        let mut gap = Self::default();
        gap.see(edges);
        gap
    }

    /// Takes the edges over all blocks so far, the stretch since the last look at
    /// their end; none where there is no gap yet.
    pub fn see(&mut self, edges: Vec<Edge>) {
        self.seats.resize(edges.len(), Seat::default());
        for (seat, edge) in self.seats.iter_mut().zip(&edges) {
            seat.base.see(&edge.base.sums);
            seat.own.see(&edge.own.sums);
            seat.change.see(&edge.change.made.sums);
        }
        self.edges = edges;
    }

    /// Number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats.len()
    }

    /// The change of the gap over all blocks so far; `None` without any.
    #[must_use]
    pub fn change(&self, levels: Levels) -> Option<Estimate> {
        let all = |of: fn(&Seat) -> &Stretches, sums: fn(&Edge) -> &Explained, level: f64| {
            let one = |(seat, edge): (&Seat, &Edge)| {
                let Explained { per_block, room, .. } = *sums(edge);
                of(seat).mean(room, per_block, level)
            };
            self.seats.iter().zip(&self.edges).map(one).collect::<Option<Vec<Estimate>>>()
        };
        let base = all(|seat| &seat.base, |edge| &edge.base, levels.edges)?;
        let mut other = all(|seat| &seat.own, |edge| &edge.own, levels.edges)?;
        let change = all(|seat| &seat.change, |edge| &edge.change.made, levels.changes)?;
        // Where an edge has moved to is known best from where it was and its change.
        for ((other, base), change) in other.iter_mut().zip(&base).zip(&change) {
            other.value = base.value + change.value;
        }
        let still = |edge: &Edge| edge.change.made.sums.x == 0 && edge.change.made.sums.xx == 0;
        let method = if self.edges.iter().all(still) { Method::Unvaried } else { Method::PairedSeatGap };
        let made = seats::gap_change(&Apart { base, other, change }, levels.all, method)?;
        Some(Estimate { value: made.value.clamp(made.low, made.high), ..made })
    }

    /// Half the width that the change is told with at worst, its luck taken out:
    /// where another seat, or the other side of an equal share, becomes the
    /// farthest, both arms' edges count and sharing luck is no help. `None`
    /// without any.
    #[must_use]
    pub fn widest(&self, levels: Levels) -> Option<f64> {
        let half = |of: &Stretches, Explained { room, per_block, .. }: Explained, worth: f64| {
            Some(of.mean(room, per_block, levels.edges)?.half_width() / worth.sqrt())
        };
        let both = self.seats.iter().zip(&self.edges).map(|(seat, Edge { base, own, .. })| {
            Some(half(&seat.base, *base, base.worth())? + half(&seat.own, *own, own.worth())?)
        });
        both.collect::<Option<Vec<f64>>>()?.into_iter().max_by(f64::total_cmp)
    }

    /// The place of the seat that is farthest from its share in either arm.
    fn farthest(&self) -> Option<usize> {
        let off = |made: &Explained| made.sums.x.unsigned_abs();
        let of_seat = |seat: &usize| off(&self.edges[*seat].own).max(off(&self.edges[*seat].base));
        (0..self.edges.len()).rev().max_by_key(of_seat)
    }

    /// The edge on which the larger of both gaps rests: it says what pairing and
    /// taking luck out are worth.
    #[must_use]
    pub fn deciding(&self) -> Option<Edge> {
        self.farthest().map(|seat| self.edges[seat])
    }

    /// The stretches of its change.
    #[must_use]
    pub fn stretches(&self) -> Option<&Stretches> {
        self.farthest().map(|seat| &self.seats[seat].change)
    }
}
