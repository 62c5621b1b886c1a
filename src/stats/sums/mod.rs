//! Integer sums that a tally hands to the estimators.
//!
//! In: one integer (or a few) per block, in any order. Out: structs that add
//! and merge exactly, so that threads, batches, shards and resumed runs give
//! the same bytes. No floating point happens here except in the few accessors
//! that turn finished sums into a mean or a variance.

mod blocks;
mod counts;
mod rows;
mod seats;
mod wide;

pub use blocks::{BlockSums, PairSums};
pub use counts::Counts;
pub use rows::Rows;
pub use seats::SeatSums;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_survive_json() {
        let sums = PairSums { blocks: 2, x: -7, xx: i128::from(i64::MAX).pow(2), ..PairSums::EMPTY };
        let text = serde_json::to_string(&sums).unwrap();
        assert!(
            text.contains(r#""x":-7,"#) && text.contains(r#""xx":"85070591730234615847396907784232501249""#)
        );
        assert_eq!(serde_json::from_str::<PairSums>(&text).unwrap(), sums);
        assert!(serde_json::from_str::<PairSums>(&text.replace("-7", r#""x""#)).is_err());
    }
}
