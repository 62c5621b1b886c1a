//! Where a rising function crosses zero.

/// As near as numbers of this size are told apart in any report.
pub const CLOSE: f64 = 1e-12;

/// The place between `low` and `high` where `f`, which rises, crosses zero: the
/// upper end of a stretch that holds it and is at most `precision` long. `low`
/// where `f` is not negative there, `high` where it still is.
///
/// ITP (Oliveira and Takahashi 2020): the secant of the bracket, moved towards its
/// middle as far as one step more than bisection needs allows at the worst.
#[must_use]
pub fn root((mut low, mut high): (f64, f64), precision: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut below, mut above) = (f(low), f(high));
    if below >= 0.0 {
        return low;
    }
    if above < 0.0 {
        return high;
    }
    let first = high - low;
    // Half of what a bracket may still be long, one step behind bisection.
    let mut room = 2.0_f64.powf((first / precision).log2().ceil()) * precision;
    while high - low > precision {
        let (middle, half) = (f64::midpoint(low, high), 0.5 * (high - low));
        let secant = low + (high - low) * (below / (below - above));
        let inwards = 0.2 * (high - low) * ((high - low) / first);
        let towards = middle - secant;
        let moved = if towards.abs() > inwards { secant + inwards.copysign(towards) } else { middle };
        let free = (room - half).max(0.0);
        let at = if moved.is_finite() { moved.clamp(middle - free, middle + free) } else { middle };
        room *= 0.5;
        // Where numbers lie no closer.
        if at <= low || at >= high {
            break;
        }
        let value = f(at);
        if value < 0.0 { (low, below) = (at, value) } else { (high, above) = (at, value) }
    }
    high
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The root and how often the function was asked.
    fn asked(range: (f64, f64), precision: f64, f: impl Fn(f64) -> f64) -> (f64, u32) {
        let times = Cell::new(0);
        let at = root(range, precision, |x| {
            times.set(times.get() + 1);
            f(x)
        });
        (at, times.get())
    }

    #[test]
    fn smooth_functions_take_half_the_steps_of_bisection() {
        let cube = |x: f64| x.powi(3) - 2.0;
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp()) - 0.025;
        for (range, f, truth) in [
            ((0.0, 4.0), &cube as &dyn Fn(f64) -> f64, 2.0_f64.cbrt()),
            ((-8.0, 8.0), &logistic, (0.025_f64 / 0.975).ln()),
        ] {
            let (at, times) = asked(range, 1e-9, f);
            assert!(at >= truth && at - truth <= 1e-9, "{at} {truth}");
            assert!(times <= 20, "{times}");
        }
    }

    #[test]
    fn steps_and_ends_are_found_too() {
        let (at, times) = asked((0.0, 9.0), 1e-9, |x| if x < 2.5 { -1e-9 } else { 1e9 });
        assert!((0.0..=1e-9).contains(&(at - 2.5)) && times < 40, "{at} {times}");
        assert_eq!(root((0.0, 1.0), 1e-9, |_| -1.0), 1.0);
        assert_eq!(root((0.0, 1.0), 1e-9, |x| x), 0.0);
        let (at, times) = asked((0.0, 1e300), 1e-20, |x| x - 1.0);
        assert!((at - 1.0).abs() < 1e-15 && times < 1_200, "{at} {times}");
        let (at, _) = asked((0.0, 1.0), 1e-9, |x| (x - 0.3) / 0.0);
        assert!((0.0..=1e-9).contains(&(at - 0.3)), "infinite on both sides: {at}");
    }
}
