//! The difference of two arms that share no luck.
//!
//! Arms that share luck get the paired difference of
//! [`crate::stats::imagined`], which stays open while next to nothing has
//! happened yet.

use crate::stats::Estimate;

/// B minus A without shared luck: each arm's own always-valid interval at half
/// the error (union bound). `a` and `b` are such intervals; `level` is that of
/// both together. Method `asymptotic-cs-union`, of shares
/// `self-normalised-cs-union`, of quantiles `quantile-cs-union`.
#[must_use]
pub fn union(a: &Estimate, b: &Estimate, level: f64) -> Estimate {
    let ends = (b.low - a.high, b.high - a.low);
    Estimate::new(b.value - a.value, ends, level, a.method.union(), a.n.min(b.n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    fn around(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::AsymptoticCs, 200)
    }

    #[test]
    fn a_union_reaches_from_end_to_end() {
        let e = union(&around(0.5, 0.02), &around(0.6, 0.03), 0.95);
        assert!((e.low - 0.05).abs() < 1e-12 && (e.high - 0.15).abs() < 1e-12);
        let open = union(&around(0.5, f64::INFINITY), &around(0.6, 0.03), 0.95);
        assert!(open.low.is_infinite() && open.high.is_infinite());
    }
}
