//! One integer per seat and block.

use super::PairSums;

/// Sums and products of one integer per seat (or arm) and block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum per seat.
    pub sum: Vec<i128>,
    /// Sums of products of seats `i >= j`, at position `i (i + 1) / 2 + j`.
    pub products: Vec<i128>,
}

impl SeatSums {
    /// No block yet, for `seats` seats.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        Self { blocks: 0, sum: vec![0; seats], products: vec![0; seats * (seats + 1) / 2] }
    }

    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.sum.len()
    }

    /// Adds the values of one block; seats that `values` lacks count as zero.
    #[cfg(test)]
    pub(crate) fn add(&mut self, values: &[i64]) {
        debug_assert!(values.len() <= self.seats());
        self.blocks += 1;
        for (i, (&x, sum)) in values.iter().zip(&mut self.sum).enumerate() {
            *sum += i128::from(x);
            for (j, &y) in values[..=i].iter().enumerate() {
                self.products[i * (i + 1) / 2 + j] += i128::from(x) * i128::from(y);
            }
        }
    }

    /// Sum of products of two seats.
    #[must_use]
    pub fn product(&self, i: usize, j: usize) -> i128 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[i * (i + 1) / 2 + j]
    }

    /// Two seats as a pair.
    #[must_use]
    pub fn pair(&self, i: usize, j: usize) -> PairSums {
        PairSums {
            blocks: self.blocks,
            x: self.sum[i],
            y: self.sum[j],
            xx: self.product(i, i),
            yy: self.product(j, j),
            xy: self.product(i, j),
        }
    }

    /// Sample covariance of two seats; `None` with fewer than two blocks.
    #[must_use]
    pub fn covariance(&self, i: usize, j: usize) -> Option<f64> {
        self.pair(i, j).covariance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_with_their_products() {
        let mut seats = SeatSums::new(3);
        let mut pair = PairSums::EMPTY;
        for values in [[60, 0, 0], [20, 20, 20], [0, 30, 30], [0, 0, 60]] {
            seats.add(&values);
            pair.add(values[2], values[1]);
        }
        assert_eq!(seats.pair(2, 1), pair);
        assert_eq!(seats.product(0, 2), 400);
    }
}
