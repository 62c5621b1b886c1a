//! Sets of placings, as bits.

/// A set of placings, by number.
#[derive(Debug, Clone, Copy)]
pub struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// No placing.
    pub const EMPTY: Self = Self([0; W]);

    /// Puts a placing in.
    #[inline]
    pub const fn insert(&mut self, placing: usize) {
        self.0[placing / 64] |= 1 << (placing % 64);
    }

    /// The first so many numbers.
    #[inline]
    pub fn below(count: usize) -> Self {
        Self(std::array::from_fn(|word| match count.saturating_sub(64 * word) {
            0 => 0,
            rest @ 1..64 => (1 << rest) - 1,
            _ => u64::MAX,
        }))
    }

    /// The lowest number.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Takes a placing out.
    #[inline]
    pub fn remove(&mut self, placing: usize) {
        self.0[placing / 64] &= !(1 << (placing % 64));
    }

    /// Whether a placing is in it.
    #[inline]
    pub fn contains(&self, placing: usize) -> bool {
        self.0[placing / 64] >> (placing % 64) & 1 == 1
    }

    #[inline]
    fn join(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| with(self.0[word], other.0[word])))
    }

    /// Those of either.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        self.join(other, |a, b| a | b)
    }

    /// Those of both.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        self.join(other, |a, b| a & b)
    }

    /// Those that the other lacks.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self.join(other, |a, b| a & !b)
    }
}
