//! Intervals of a difference that stay honest while next to nothing has
//! happened yet.
//!
//! The asymptotic sequence trusts the variance it has seen. Two arms that part
//! in one game of a thousand have, after a hundred blocks, most likely shown
//! no variance at all, and an interval without width would settle any
//! question. Two imagined blocks in which the arms share no luck are therefore
//! added to the variance (not to the value): at n blocks that widens the
//! interval by a factor √(1 + 2 g / n), g being the gain of sharing luck, which
//! is felt only where the gain is as large as the number of blocks.

use crate::game::Unit;
use crate::stats::estimate::Estimate;

/// Imagined blocks without shared luck.
const IMAGINED: f64 = 2.0;

/// B minus A on shared luck, from the always-valid intervals of A, of B and of
/// their paired difference, all of one level and look. Method
/// `paired-asymptotic-cs`.
///
/// Where neither arm has varied at all, a share gets the width that a rate of
/// 0 in n blocks would have (beta-binomial sequence with a flat prior:
/// ln((n + 1) / α) / n).
#[must_use]
pub fn widened(a: &Estimate, b: &Estimate, difference: &Estimate, unit: Unit) -> Estimate {
    let blocks = difference.n.max(1) as f64;
    let apart = a.half_width().hypot(b.half_width());
    let mut half = difference.half_width().hypot((IMAGINED / blocks).sqrt() * apart);
    if half == 0.0 && unit != Unit::Number {
        half = ((blocks + 1.0) / (1.0 - difference.level)).ln() / blocks;
    }
    Estimate::around(difference.value, half, difference.level, "paired-asymptotic-cs", difference.n)
}

/// B minus A without shared luck: each arm's own always-valid interval at half
/// the error (union bound). `a` and `b` are such intervals; `level` is that of
/// both together. Method `asymptotic-cs-union`.
#[must_use]
pub fn union(a: &Estimate, b: &Estimate, level: f64) -> Estimate {
    let ends = (b.low - a.high, b.high - a.low);
    Estimate::new(b.value - a.value, ends, level, "asymptotic-cs-union", a.n.min(b.n))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, "asymptotic-cs", 200)
    }

    #[test]
    fn arms_that_have_not_parted_yet_are_not_called_identical() {
        let e = widened(&around(0.5, 0.06), &around(0.5, 0.06), &around(0.0, 0.0), Unit::Share);
        assert!((e.half_width() - 0.1 * 0.06 * 2_f64.sqrt()).abs() < 1e-12);
        let never = widened(&around(0.0, 0.0), &around(0.0, 0.0), &around(0.0, 0.0), Unit::Share);
        assert!((never.half_width() - (201.0_f64 / 0.05).ln() / 200.0).abs() < 1e-9);
        let fixed = widened(&around(9.0, 0.0), &around(10.0, 0.0), &around(1.0, 0.0), Unit::Number);
        assert_eq!((fixed.low, fixed.high), (1.0, 1.0));
    }

    #[test]
    fn arms_that_part_often_are_left_alone() {
        let e = widened(&around(0.5, 0.06), &around(0.5, 0.06), &around(0.02, 0.05), Unit::Share);
        assert!((e.half_width() / 0.05 - 1.0).abs() < 0.02);
    }

    #[test]
    fn a_union_reaches_from_end_to_end() {
        let e = union(&around(0.5, 0.02), &around(0.6, 0.03), 0.95);
        assert!((e.low - 0.05).abs() < 1e-12 && (e.high - 0.15).abs() < 1e-12);
        let open = union(&around(0.5, f64::INFINITY), &around(0.6, 0.03), 0.95);
        assert!(open.low.is_infinite() && open.high.is_infinite());
    }
}
