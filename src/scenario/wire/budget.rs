//! One `[[budget]]`: a bound, an equivalence, or what may drift from a
//! baseline.

use toml::de::DeTable;

use super::{At, Reader, WireBudget};
use crate::settings::{Fault, written};

/// Error rate of a budget that gives none.
pub const ALPHA: f64 = 0.05;

/// A sum of two decimal numbers as a person would write it.
fn sum(a: f64, b: f64) -> f64 {
    let rounded = ((a + b) * 1e12).round() / 1e12;
    if rounded.is_finite() { rounded } else { a + b }
}

impl WireBudget {
    /// Smallest and largest value allowed: `min` and `max`, or `equal` ∓
    /// `margin`.
    #[must_use]
    pub fn bounds(&self) -> (Option<f64>, Option<f64>) {
        match (self.equal, &self.margin) {
            (Some(equal), Some(margin)) => (Some(sum(equal, -margin.value)), Some(sum(equal, margin.value))),
            _ => (self.min, self.max),
        }
    }

    /// Error rate.
    #[must_use]
    pub fn alpha(&self) -> f64 {
        self.alpha.as_ref().map_or(ALPHA, |at| at.value)
    }

    /// Tells numbers out of their range, and bounds that bound nothing.
    pub(super) fn bounded(&self, reader: &mut Reader<'_>, table: &DeTable<'_>) {
        let above = ("a number above 0", (|v| v > 0.0) as fn(f64) -> bool);
        let rate = ("an error rate from 0.000001 to 0.5", (|v| (1e-6..=0.5).contains(&v)) as fn(f64) -> bool);
        for (key, number, (allowed, fits)) in
            [("margin", &self.margin, above), ("alpha", &self.alpha, rate), ("drift", &self.drift, above)]
        {
            if let Some(At { value, offset }) = number.as_ref().filter(|at| !fits(at.value)) {
                reader.fault(*offset, Fault::new(key, written(*value), allowed));
            }
        }
        let mut fault =
            |key, found: &str, allowed| reader.fault(self.offset, Fault::new(key, found, allowed));
        let has = |key| table.contains_key(key);
        let bounds = has("min") || has("max");
        if has("equal") != has("margin") {
            let found = if has("equal") { "equal without margin" } else { "margin without equal" };
            fault("budget", found, "equal = V with margin = D: the whole interval in V ± D");
        } else if has("equal") && bounds {
            fault("budget", "equal together with min or max", "one of the two");
        } else if !has("equal") && !bounds && !has("drift") {
            fault("budget", "no bound", "min, max or both; equal with margin; or drift");
        }
        if has("against") && !bounds && !has("equal") {
            fault("against", "no bound on the difference", "min, max, or equal with margin");
        }
        if let (Some(low), Some(high)) = (self.min, self.max)
            && low > high
        {
            fault("budget", &format!("min {low} above max {high}"), "min <= max");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::scenario::judged::Severity;

    fn of(body: &str) -> Result<WireBudget, Vec<String>> {
        let text = format!("[[budget]]\nmetric = \"m\"\n{body}");
        let read =
            read("x.toml", &text).map_err(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>());
        Ok(read?.budgets.remove(0))
    }

    #[test]
    fn an_equivalence_is_a_pair_of_bounds() {
        let budget = of("equal = 0.5\nmargin = 0.02\nalpha = 0.01\n").unwrap();
        assert_eq!((budget.bounds(), budget.alpha()), ((Some(0.48), Some(0.52)), 0.01));
        let budget =
            of("equal = 0.1\nmargin = 0.3\nwhy = \"w\"\nname = \"n\"\nseverity = \"warn\"\n").unwrap();
        assert_eq!(budget.bounds(), (Some(-0.2), Some(0.4)));
        assert_eq!((budget.severity, budget.alpha()), (Some(Severity::Warn), ALPHA));
        assert_eq!(of("drift = 0.01\n").unwrap().drift.map(|at| at.value), Some(0.01));
    }

    #[test]
    fn budgets_that_bound_nothing_are_refused() {
        for (body, said) in [
            ("", "x.toml:1: budget: found no bound"),
            ("equal = 0.5\n", "x.toml:1: budget: found equal without margin"),
            ("margin = 0.5\n", "x.toml:1: budget: found margin without equal"),
            ("equal = 0.5\nmargin = 0.1\nmin = 0\n", "x.toml:1: budget: found equal together with min"),
            ("equal = 0.5\nmargin = 0\n", "x.toml:4: margin: found 0; allowed: a number above 0"),
            ("min = 1\nmax = 0\n", "x.toml:1: budget: found min 1 above max 0"),
            ("min = 1\nalpha = 0.9\n", "x.toml:4: alpha: found 0.9"),
            ("drift = -1\n", "x.toml:3: drift: found -1"),
            ("drift = 1\nagainst = \"a\"\n", "x.toml:1: against: found no bound"),
            ("min = 1\nsevrity = \"warn\"\n", "x.toml:4: sevrity: found an unknown key"),
        ] {
            let faults = of(body).unwrap_err();
            assert!(faults.iter().any(|fault| fault.starts_with(said)), "{body}: {faults:?}");
        }
    }
}
