//! Integer sums that a tally hands to the estimators.
//!
//! In: one integer (or a few) per block, in any order. Out: structs that add
//! and merge exactly, so that threads, batches, shards and resumed runs give
//! the same bytes. No floating point happens here except in the few accessors
//! that turn finished sums into a mean or a variance.

mod blocks;
mod counts;
mod seats;
mod wide;

pub use blocks::{BlockSums, PairSums};
pub use counts::Counts;
pub use seats::SeatSums;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_is_exact_and_order_free() {
        let values: Vec<i64> = (0..100).map(|i| (i * 37) % 61 - 20).collect();
        let whole: BlockSums = values.iter().copied().collect();
        let mut left: BlockSums = values[..33].iter().copied().collect();
        let right: BlockSums = values[33..].iter().copied().collect();
        let mut other = right;
        other.merge(&left);
        left.merge(&right);
        assert_eq!(left, whole);
        assert_eq!(other, whole);
        assert_eq!(Counts::from_iter(values).sums(), whole);
    }

    #[test]
    fn wide_integers_survive_json() {
        let mut sums = SeatSums::new(2);
        sums.add(&[i64::MAX, -3]);
        let text = serde_json::to_string(&sums).unwrap();
        assert!(text.contains("\"85070591730234615847396907784232501249\""), "{text}");
        assert_eq!(serde_json::from_str::<SeatSums>(&text).unwrap(), sums);
        let value = serde_json::to_value(BlockSums { blocks: 2, sum: -7, sum_sq: 1 << 90 }).unwrap();
        assert_eq!(serde_json::from_value::<BlockSums>(value).unwrap().sum_sq, 1 << 90);
        assert!(serde_json::from_str::<BlockSums>(r#"{"blocks":1,"sum":1,"sum_sq":"x"}"#).is_err());
        let counts = Counts::from_iter([3, -1, 3]);
        let text = serde_json::to_string(&counts).unwrap();
        assert_eq!(text, r#"{"-1":1,"3":2}"#);
        assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), counts);
    }
}
