//! How much longer: forecasts for stopping at a precision.

use super::super::estimate::Estimate;

/// Whether an interval is as narrow as wanted: half-width at most `target`. How
/// often that may be asked of it while a run is under way is its maker's to say.
#[must_use]
pub fn reached(estimate: &Estimate, target: f64) -> bool {
    estimate.half_width() <= target
}

/// How many times as many units the half-width `target` takes, by the
/// square-root law (w / w*)².
#[must_use]
pub fn times(estimate: &Estimate, target: f64) -> f64 {
    (estimate.half_width() / target).powi(2)
}

/// Units (of `estimate.n`) at which the half-width will be `target`, by the
/// square-root law. `None` when the interval is still unbounded or
/// the target isn't positive. A forecast, not a bound: confidence sequences
/// narrow slightly differently.
#[must_use]
pub fn forecast(estimate: &Estimate, target: f64) -> Option<u64> {
    let width = estimate.half_width();
    (width.is_finite() && target > 0.0).then(|| {
        let units = estimate.n as f64 * times(estimate, target);
        // A tally that came out exactly on target must not ask for one more.
        (units - 1e-9 * units).ceil() as u64
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::rate::wilson;
    use super::*;
    use crate::stats::Method;

    #[test]
    fn forecasts_follow_the_square_root_law() {
        let e = wilson(500, 1_000, 0.95).unwrap();
        assert_eq!(forecast(&e, e.half_width()), Some(1_000));
        assert_eq!(forecast(&e, e.half_width() / 2.0), Some(4_000));
        assert!(reached(&e, 0.031) && !reached(&e, 0.03));
        assert_eq!(forecast(&Estimate::around(0.0, f64::INFINITY, 0.95, Method::BlockT, 1), 0.1), None);
        assert_eq!(forecast(&e, 0.0), None);
    }
}
