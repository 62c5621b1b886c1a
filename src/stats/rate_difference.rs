//! Differences of two rates: independent samples, and the same deals seen
//! twice.
//!
//! In: whole counts. Out: an [`Estimate`] of first minus second. Where a block
//! holds more than one game per arm, use `paired::difference` instead.

use serde::{Deserialize, Serialize};

use super::distribution::{bisect, z};
use super::estimate::Estimate;
use super::rate::wilson;

/// Difference of two independent rates, `x1 / n1 - x2 / n2`, by Newcombe's
/// hybrid score interval (Newcombe 1998a, method 10). Method `newcombe`.
///
/// `n` is `n1 + n2`; `None` when either sample is empty.
#[must_use]
pub fn newcombe(first: (u64, u64), second: (u64, u64), level: f64) -> Option<Estimate> {
    let (a, b) = (wilson(first.0, first.1, level)?, wilson(second.0, second.1, level)?);
    let difference = a.value - b.value;
    let ends = (
        difference - (a.value - a.low).hypot(b.high - b.value),
        difference + (a.high - a.value).hypot(b.value - b.low),
    );
    Some(Estimate::new(difference, ends, level, "newcombe", first.1 + second.1))
}

/// Two arms' yes or no on the same deals, cross-tabulated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedTable {
    /// Deals where it happened in both arms.
    pub both: u64,
    /// Deals where it happened in the first arm only.
    pub first_only: u64,
    /// Deals where it happened in the second arm only.
    pub second_only: u64,
    /// Deals where it happened in neither arm.
    pub neither: u64,
}

impl PairedTable {
    /// Counts one deal.
    #[inline]
    pub fn add(&mut self, first: bool, second: bool) {
        match (first, second) {
            (true, true) => self.both += 1,
            (true, false) => self.first_only += 1,
            (false, true) => self.second_only += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Adds all deals of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.both += other.both;
        self.first_only += other.first_only;
        self.second_only += other.second_only;
        self.neither += other.neither;
    }

    /// Number of deals.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }

    /// Rate in the first arm minus rate in the second; `None` without deals.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        let n = self.total();
        (n > 0).then(|| (self.first_only as f64 - self.second_only as f64) / n as f64)
    }
}

/// Difference of paired rates by Newcombe's hybrid score interval with the
/// continuity-corrected φ (Newcombe 1998b, method 10). Method
/// `newcombe-paired`. `None` without deals.
#[must_use]
pub fn newcombe_paired(table: &PairedTable, level: f64) -> Option<Estimate> {
    let n = table.total();
    let first = wilson(table.both + table.first_only, n, level)?;
    let second = wilson(table.both + table.second_only, n, level)?;
    let difference = table.difference()?;
    let phi = phi(table);
    let cross = |u: f64, v: f64| (u * u - 2.0 * phi * u * v + v * v).max(0.0).sqrt();
    let ends = (
        difference - cross(first.value - first.low, second.high - second.value),
        difference + cross(first.high - first.value, second.value - second.low),
    );
    Some(Estimate::new(difference, ends, level, "newcombe-paired", n))
}

/// Newcombe's correlation of the two answers: positive association is
/// corrected for continuity, and an empty margin counts as none.
fn phi(table: &PairedTable) -> f64 {
    let [a, b, c, d] = [table.both, table.first_only, table.second_only, table.neither].map(|x| x as f64);
    let margins = (a + b) * (c + d) * (a + c) * (b + d);
    if margins <= 0.0 {
        return 0.0;
    }
    let product = a * d - b * c;
    let corrected = if product > 0.0 { (product - (a + b + c + d) / 2.0).max(0.0) } else { product };
    corrected / margins.sqrt()
}

/// Difference of paired rates by inverting the score test (Tango 1998).
/// Method `tango`. Asymmetric, stays inside -1..1 and is valid with few
/// discordant deals. `None` without deals.
#[must_use]
pub fn tango(table: &PairedTable, level: f64) -> Option<Estimate> {
    let n = table.total();
    let difference = table.difference()?;
    let z = z(level);
    let score = |delta: f64| tango_score(table, delta);
    // The score falls from +∞ at -1 to -∞ at 1 and is 0 at the difference.
    let low = if score(-1.0) <= z { -1.0 } else { bisect(-1.0, difference, |d| score(d) - z) };
    let high = if score(1.0) >= -z { 1.0 } else { bisect(difference, 1.0, |d| score(d) + z) };
    Some(Estimate::new(difference, (low, high), level, "tango", n))
}

/// Tango's score statistic of "the rates differ by `delta`".
fn tango_score(table: &PairedTable, delta: f64) -> f64 {
    let n = table.total() as f64;
    let (b, c) = (table.first_only as f64, table.second_only as f64);
    let top = b - c - n * delta;
    let linear = (2.0 * n - b + c) * delta - b - c;
    let root = (linear * linear + 8.0 * n * c * delta * (1.0 - delta)).max(0.0).sqrt();
    let only_second = (root - linear) / (4.0 * n);
    let variance = n * (2.0 * only_second + delta * (1.0 - delta));
    if top == 0.0 {
        0.0
    } else if variance > 0.0 {
        top / variance.sqrt()
    } else {
        top * f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    fn close(e: Option<Estimate>, value: f64, low: f64, high: f64) {
        let e = e.unwrap();
        let off = (e.value - value).abs().max((e.low - low).abs()).max((e.high - high).abs());
        assert!(off < 1e-7, "{e:?} instead of {value} in {low}..{high}");
    }

    const fn table(both: u64, first_only: u64, second_only: u64, neither: u64) -> PairedTable {
        PairedTable { both, first_only, second_only, neither }
    }

    /// References: `statsmodels` 0.15.0 `confint_proportions_2indep(method=
    /// "newcomb")`; the first two are also worked examples of Newcombe 1998a
    /// (0.0524 to 0.3339; 0.1705 to 0.8090).
    #[test]
    fn newcombe_matches_statsmodels() {
        close(newcombe((56, 70), (48, 80), 0.95), 0.2, 0.052_431_472_402_364_98, 0.333_872_654_036_906_14);
        close(newcombe((9, 10), (3, 10), 0.95), 0.6, 0.170_522_723_934_502_9, 0.809_017_973_535_488);
        close(newcombe((0, 20), (2, 25), 0.95), -0.08, -0.249_661_089_503_953_22, 0.091_171_839_346_400_9);
    }

    /// References: Newcombe's formula in `numpy`; Tango's by brute force, i.e.
    /// the score test with the restricted likelihood maximised numerically
    /// (`scipy` `minimize_scalar`) and inverted (`brentq`).
    #[test]
    fn paired_intervals_match_independent_computations() {
        let t = table(20, 12, 2, 16);
        close(newcombe_paired(&t, 0.95), 0.2, 0.056_156_424_841_748_24, 0.329_206_995_400_140_53);
        close(tango(&t, 0.95), 0.2, 0.061_112_406_832_550_03, 0.344_708_747_340_925_55);
        let t = table(43, 0, 1, 6);
        close(newcombe_paired(&t, 0.95), -0.02, -0.097_887_388_367_756_33, 0.051_751_441_764_689_585);
        close(tango(&t, 0.95), -0.02, -0.104_954_438_158_508_45, 0.052_774_551_079_253_18);
        let t = table(36, 9, 15, 40);
        close(newcombe_paired(&t, 0.95), -0.06, -0.154_392_072_198_619_9, 0.036_590_771_781_275_83);
        close(tango(&t, 0.95), -0.06, -0.159_663_249_037_619_53, 0.037_940_233_954_699_84);
        let t = table(30, 17, 6, 12);
        close(newcombe_paired(&t, 0.95), 11.0 / 65.0, 0.025_341_755_204_096_095, 0.303_068_761_683_938);
        close(tango(&t, 0.95), 11.0 / 65.0, 0.026_215_964_416_151_566, 0.309_441_912_076_759_03);
    }

    #[test]
    fn edges() {
        assert!(newcombe((0, 0), (1, 2), 0.95).is_none());
        let none = PairedTable::default();
        assert!(newcombe_paired(&none, 0.95).is_none() && tango(&none, 0.95).is_none());
        for t in
            [table(5, 0, 0, 0), table(0, 5, 0, 0), table(0, 0, 5, 0), table(0, 0, 0, 5), table(1, 0, 0, 0)]
        {
            for e in [newcombe_paired(&t, 0.95), tango(&t, 0.95)] {
                let e = e.unwrap();
                assert!(e.low >= -1.0 && e.high <= 1.0 && e.contains(e.value), "{t:?}: {e:?}");
            }
        }
    }

    #[test]
    fn exchanging_the_arms_turns_the_interval_round() {
        let (t, turned) = (table(30, 17, 6, 12), table(30, 6, 17, 12));
        for f in [newcombe_paired, tango] {
            let (a, b) = (f(&t, 0.95).unwrap(), f(&turned, 0.95).unwrap().negated());
            assert!((a.low - b.low).abs() < 1e-9 && (a.high - b.high).abs() < 1e-9);
        }
    }

    #[test]
    fn calibration_paired_rates_cover() {
        let mut dice = Dice::new("paired rates", 0);
        let experiments = 10_000;
        let mut held = [0; 3];
        for _ in 0..experiments {
            let cells = [0.35, 0.15, 0.08, 0.42];
            let mut t = PairedTable::default();
            for _ in 0..80 {
                let face = dice.face(&cells);
                t.add(face < 2, face.is_multiple_of(2));
            }
            held[0] += i32::from(newcombe_paired(&t, 0.95).unwrap().contains(0.07));
            held[1] += i32::from(tango(&t, 0.95).unwrap().contains(0.07));
            let draw = |p: f64, dice: &mut Dice| (0..50).filter(|_| dice.unit() < p).count() as u64;
            let (x, y) = (draw(0.5, &mut dice), draw(0.43, &mut dice));
            held[2] += i32::from(newcombe((x, 50), (y, 50), 0.95).unwrap().contains(0.07));
        }
        let share = held.map(|h| f64::from(h) / f64::from(experiments));
        assert!(share.iter().all(|s| (0.94..0.965).contains(s)), "{share:?}");
    }
}
