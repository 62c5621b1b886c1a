//! Integer sums that a tally hands to the estimators.
//!
//! In: one integer (or a few) per block, in any order. Out: structs that add
//! and merge exactly, so that threads, batches, shards and resumed runs give
//! the same bytes. No floating point happens here except in the few accessors
//! that turn finished sums into a mean or a variance.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Sums of one integer per block: enough for a mean and its standard error.
///
/// A block's value is the sum over all of its games; what it is divided by
/// (games per block, sixtieths per win) is told to the estimator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum of the block values.
    #[serde(with = "wide")]
    pub sum: i128,
    /// Sum of their squares.
    #[serde(with = "wide")]
    pub sum_sq: i128,
}

impl BlockSums {
    /// No block yet.
    pub const EMPTY: Self = Self { blocks: 0, sum: 0, sum_sq: 0 };

    /// Adds the value of one block.
    #[inline]
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.blocks += 1;
        self.sum += value;
        self.sum_sq += value * value;
    }

    /// Adds all blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.sum += other.sum;
        self.sum_sq += other.sum_sq;
    }

    /// Mean block value; `None` without blocks.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.blocks > 0).then(|| self.sum as f64 / self.blocks as f64)
    }

    /// Unbiased sample variance of the block values (divisor `blocks - 1`);
    /// `None` with fewer than two blocks.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        (self.blocks > 1).then(|| {
            let n = self.blocks;
            centred(n, self.sum, self.sum, self.sum_sq).max(0.0) / (n - 1) as f64
        })
    }
}

impl Extend<i64> for BlockSums {
    fn extend<I: IntoIterator<Item = i64>>(&mut self, values: I) {
        for value in values {
            self.add(value);
        }
    }
}

impl FromIterator<i64> for BlockSums {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut sums = Self::EMPTY;
        sums.extend(values);
        sums
    }
}

/// Sums of two integers per block: two arms that share luck, or the numerator
/// and denominator of a ratio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum of the first value.
    #[serde(with = "wide")]
    pub x: i128,
    /// Sum of the second value.
    #[serde(with = "wide")]
    pub y: i128,
    /// Sum of squares of the first value.
    #[serde(with = "wide")]
    pub xx: i128,
    /// Sum of squares of the second value.
    #[serde(with = "wide")]
    pub yy: i128,
    /// Sum of products.
    #[serde(with = "wide")]
    pub xy: i128,
}

impl PairSums {
    /// No block yet.
    pub const EMPTY: Self = Self { blocks: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };

    /// Adds the two values of one block.
    #[inline]
    pub fn add(&mut self, x: i64, y: i64) {
        let (x, y) = (i128::from(x), i128::from(y));
        self.blocks += 1;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// Adds all blocks of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.yy += other.yy;
        self.xy += other.xy;
    }

    /// The blocks of `self` without those of `part`, which it must contain:
    /// what the jackknife leaves out one group at a time.
    #[must_use]
    pub fn without(&self, part: &Self) -> Self {
        Self {
            blocks: self.blocks.saturating_sub(part.blocks),
            x: self.x - part.x,
            y: self.y - part.y,
            xx: self.xx - part.xx,
            yy: self.yy - part.yy,
            xy: self.xy - part.xy,
        }
    }

    /// The first value alone.
    #[must_use]
    pub const fn first(&self) -> BlockSums {
        BlockSums { blocks: self.blocks, sum: self.x, sum_sq: self.xx }
    }

    /// The second value alone.
    #[must_use]
    pub const fn second(&self) -> BlockSums {
        BlockSums { blocks: self.blocks, sum: self.y, sum_sq: self.yy }
    }

    /// First minus second, block by block: exact.
    #[must_use]
    pub const fn difference(&self) -> BlockSums {
        BlockSums { blocks: self.blocks, sum: self.x - self.y, sum_sq: self.xx - 2 * self.xy + self.yy }
    }

    /// Sample covariance (divisor `blocks - 1`); `None` with fewer than two
    /// blocks.
    #[must_use]
    pub fn covariance(&self) -> Option<f64> {
        (self.blocks > 1)
            .then(|| centred(self.blocks, self.x, self.y, self.xy) / (self.blocks - 1) as f64)
    }

    /// Pearson correlation of the two values over blocks; `None` when either
    /// doesn't vary.
    #[must_use]
    pub fn correlation(&self) -> Option<f64> {
        let spread = (self.first().variance()? * self.second().variance()?).sqrt();
        (spread > 0.0).then_some((self.covariance()? / spread).clamp(-1.0, 1.0))
    }
}

impl FromIterator<(i64, i64)> for PairSums {
    fn from_iter<I: IntoIterator<Item = (i64, i64)>>(values: I) -> Self {
        let mut sums = Self::EMPTY;
        for (x, y) in values {
            sums.add(x, y);
        }
        sums
    }
}

/// Sums and products of one integer per seat (or arm) and block.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum per seat.
    #[serde(with = "wide_list")]
    pub sum: Vec<i128>,
    /// Sums of products of seats `i >= j`, at position `i (i + 1) / 2 + j`.
    #[serde(with = "wide_list")]
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
    #[inline]
    pub fn add(&mut self, values: &[i64]) {
        debug_assert_eq!(values.len(), self.seats());
        self.blocks += 1;
        for (i, (&x, sum)) in values.iter().zip(&mut self.sum).enumerate() {
            *sum += i128::from(x);
            for (j, &y) in values[..=i].iter().enumerate() {
                self.products[i * (i + 1) / 2 + j] += i128::from(x) * i128::from(y);
            }
        }
    }

    /// Adds all blocks of `other`. Sums over different numbers of seats don't
    /// belong together: the empty one takes the other's shape.
    pub fn merge(&mut self, other: &Self) {
        if self.seats() < other.seats() {
            self.sum.resize(other.seats(), 0);
            self.products.resize(other.products.len(), 0);
        }
        self.blocks += other.blocks;
        for (mine, theirs) in self.sum.iter_mut().zip(&other.sum) {
            *mine += theirs;
        }
        for (mine, theirs) in self.products.iter_mut().zip(&other.products) {
            *mine += theirs;
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

    /// One seat against the total of all seats: numerator and denominator of
    /// its share.
    #[must_use]
    pub fn against_total(&self, seat: usize) -> PairSums {
        let seats = self.seats();
        let row = |i: usize| (0..seats).map(|j| self.product(i, j)).sum::<i128>();
        PairSums {
            blocks: self.blocks,
            x: self.sum[seat],
            y: self.sum.iter().sum(),
            xx: self.product(seat, seat),
            yy: (0..seats).map(row).sum(),
            xy: row(seat),
        }
    }

    /// Sample covariance of two seats; `None` with fewer than two blocks.
    #[must_use]
    pub fn covariance(&self, i: usize, j: usize) -> Option<f64> {
        self.pair(i, j).covariance()
    }
}

/// How often each integer occurred: block scores (the pentanomial and its
/// cousins) or a histogram of lengths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counts {
    cells: BTreeMap<i64, u64>,
}

impl Counts {
    /// Nothing counted yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { cells: BTreeMap::new() }
    }

    /// A support whose values exist even while they have not occurred, as the
    /// likelihood-ratio test wants it.
    #[must_use]
    pub fn on(support: impl IntoIterator<Item = i64>) -> Self {
        Self { cells: support.into_iter().map(|value| (value, 0)).collect() }
    }

    /// Counts one occurrence.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Counts `times` occurrences.
    #[inline]
    pub fn add_times(&mut self, value: i64, times: u64) {
        *self.cells.entry(value).or_insert(0) += times;
    }

    /// Adds everything that `other` counted.
    pub fn merge(&mut self, other: &Self) {
        for (&value, &times) in &other.cells {
            self.add_times(value, times);
        }
    }

    /// Number of occurrences of all values.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cells.values().sum()
    }

    /// The values in ascending order with their counts.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + Clone + '_ {
        self.cells.iter().map(|(&value, &times)| (value, times))
    }

    /// Values mapped onto a line: `(value - zero) / one`, e.g. sixtieths of a
    /// pair's wins onto `0..=1`.
    #[must_use]
    pub fn scaled(&self, zero: f64, one: f64) -> Vec<(f64, u64)> {
        self.cells().map(|(value, times)| ((value as f64 - zero) / one, times)).collect()
    }

    /// The sums these counts stand for.
    #[must_use]
    pub fn sums(&self) -> BlockSums {
        let mut sums = BlockSums::EMPTY;
        for (value, times) in self.cells() {
            let (value, times) = (i128::from(value), i128::from(times));
            sums.sum += value * times;
            sums.sum_sq += value * value * times;
        }
        sums.blocks = self.total();
        sums
    }
}

impl FromIterator<i64> for Counts {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut counts = Self::new();
        for value in values {
            counts.add(value);
        }
        counts
    }
}

/// `sum xy - (sum x)(sum y) / n`, exactly in integers as long as `n sum xy`
/// fits (values below 10^6 in 10^12 blocks do), and in floating point beyond.
fn centred(n: u64, x: i128, y: i128, xy: i128) -> f64 {
    let exact = || i128::from(n).checked_mul(xy)?.checked_sub(x.checked_mul(y)?);
    match exact() {
        Some(scaled) => scaled as f64 / n as f64,
        None => xy as f64 - x as f64 * (y as f64 / n as f64),
    }
}

/// Wide integers as numbers where every reader can take them, as decimal text
/// beyond 64 bits, because few formats carry longer ones.
mod wide {
    use serde::{Deserializer, Serialize, Serializer, de};

    pub(super) struct Wide(pub(super) i128);

    impl Serialize for Wide {
        fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            match i64::try_from(self.0) {
                Ok(small) => out.serialize_i64(small),
                Err(_) => out.collect_str(&self.0),
            }
        }
    }

    impl<'de> de::Deserialize<'de> for Wide {
        fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
            deserialize(input).map(Self)
        }
    }

    struct Reader;

    impl de::Visitor<'_> for Reader {
        type Value = i128;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an integer, or its decimal digits as text")
        }

        fn visit_i64<E: de::Error>(self, value: i64) -> Result<i128, E> {
            Ok(i128::from(value))
        }

        fn visit_u64<E: de::Error>(self, value: u64) -> Result<i128, E> {
            Ok(i128::from(value))
        }

        fn visit_i128<E: de::Error>(self, value: i128) -> Result<i128, E> {
            Ok(value)
        }

        fn visit_str<E: de::Error>(self, value: &str) -> Result<i128, E> {
            value.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(value), &self))
        }
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to `with` modules")]
    pub(super) fn serialize<S: Serializer>(value: &i128, out: S) -> Result<S::Ok, S::Error> {
        Wide(*value).serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<i128, D::Error> {
        input.deserialize_any(Reader)
    }
}

/// [`wide`] for lists.
mod wide_list {
    use super::wide::Wide;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(values: &[i128], out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(values.iter().map(|&value| Wide(value)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<i128>, D::Error> {
        Ok(Vec::<Wide>::deserialize(input)?.into_iter().map(|wide| wide.0).collect())
    }
}

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
    fn moments_match_hand_work() {
        let pairs: PairSums = [(1, 2), (2, 1), (3, 5), (6, 4)].into_iter().collect();
        assert_eq!(pairs.first().mean(), Some(3.0));
        // deviations -2, -1, 0, 3 and -1, -2, 2, 1
        assert_eq!(pairs.first().variance(), Some(14.0 / 3.0));
        assert_eq!(pairs.covariance(), Some(7.0 / 3.0));
        assert!((pairs.correlation().unwrap() - 7.0 / 140_f64.sqrt()).abs() < 1e-15);
        assert_eq!(pairs.difference(), [-1, 1, -2, 2].into_iter().collect());
        let rest: PairSums = [(3, 5), (6, 4)].into_iter().collect();
        assert_eq!(pairs.without(&[(1, 2), (2, 1)].into_iter().collect()), rest);
    }

    #[test]
    fn variance_survives_a_large_offset() {
        let offset = 1_000_000_000_000;
        let sums: BlockSums = [offset + 1, offset + 2, offset + 3].into_iter().collect();
        assert_eq!(sums.variance(), Some(1.0));
    }

    #[test]
    fn too_few_blocks_have_no_variance() {
        assert_eq!(BlockSums::EMPTY.mean(), None);
        assert_eq!(BlockSums::from_iter([3]).variance(), None);
        assert_eq!(PairSums::from_iter([(1, 1), (1, 2)]).correlation(), None);
    }

    #[test]
    fn seats_against_their_total() {
        let mut seats = SeatSums::new(3);
        let mut shares = PairSums::EMPTY;
        for values in [[60, 0, 0], [20, 20, 20], [0, 30, 30], [0, 0, 60]] {
            seats.add(&values);
            shares.add(values[2], values.iter().sum());
        }
        assert_eq!(seats.against_total(2), shares);
        assert_eq!(seats.product(0, 2), 400);
        let mut merged = SeatSums::default();
        merged.merge(&seats);
        assert_eq!(merged, seats);
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
