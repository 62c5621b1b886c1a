//! One `[[budget]]`: a bound, an equivalence, or what may drift from a
//! baseline.

use toml::de::DeTable;

use super::{At, Reader};
use crate::scenario::plan::Severity;
use crate::settings::Fault;

/// Error rate of a budget that gives none.
pub const ALPHA: f64 = 0.05;

pub(super) const KEYS: &[&str] = &[
    "name", "why", "metric", "arm", "against", "min", "max", "equal", "margin", "alpha", "drift", "severity",
];

/// One `[[budget]]`.
#[derive(Debug, Clone)]
pub struct WireBudget {
    /// Where the table starts.
    pub offset: usize,
    /// `name`.
    pub name: Option<String>,
    /// `why`.
    pub why: Option<String>,
    /// `metric`.
    pub metric: At<String>,
    /// `arm`.
    pub arm: Option<At<String>>,
    /// `against`.
    pub against: Option<At<String>>,
    /// `min`, or `equal` - `margin`.
    pub min: Option<f64>,
    /// `max`, or `equal` + `margin`.
    pub max: Option<f64>,
    /// `alpha`.
    pub alpha: f64,
    /// `drift`.
    pub drift: Option<f64>,
    /// `severity`.
    pub severity: Severity,
}

/// A sum of two decimal numbers as a person would write it.
fn sum(a: f64, b: f64) -> f64 {
    let rounded = ((a + b) * 1e12).round() / 1e12;
    if rounded.is_finite() { rounded } else { a + b }
}

impl Reader<'_> {
    fn severity(&mut self, table: &DeTable<'_>) -> Severity {
        match self.text("severity", table) {
            None => Severity::Error,
            Some(At { value, .. }) if value == "error" => Severity::Error,
            Some(At { value, .. }) if value == "warn" => Severity::Warn,
            Some(At { value, offset }) => {
                self.fault(offset, Fault::new("severity", format!("`{value}`"), "error, warn"));
                Severity::Error
            }
        }
    }

    /// A number that must lie in a range.
    fn bounded(
        &mut self,
        key: &str,
        table: &DeTable<'_>,
        allowed: &str,
        fits: impl Fn(f64) -> bool,
    ) -> Option<f64> {
        let At { value, offset } = self.number(key, table)?;
        if !fits(value) {
            self.fault(offset, Fault::new(key, value.to_string(), allowed));
        }
        Some(value)
    }

    pub(super) fn budget(&mut self, table: &DeTable<'_>, offset: usize) -> Option<WireBudget> {
        self.unknown_keys(table, KEYS);
        let severity = self.severity(table);
        let arm = self.text("arm", table);
        let against = self.text("against", table);
        let name = self.text("name", table).map(|at| at.value);
        let why = self.text("why", table).map(|at| at.value);
        let min = self.number("min", table).map(|n| n.value);
        let max = self.number("max", table).map(|n| n.value);
        let equal = self.number("equal", table).map(|n| n.value);
        let margin = self.bounded("margin", table, "a number above 0", |d| d > 0.0);
        let alpha = self
            .bounded("alpha", table, "an error rate from 0.000001 to 0.5", |a| (1e-6..=0.5).contains(&a))
            .unwrap_or(ALPHA);
        let drift = self.bounded("drift", table, "a number above 0", |d| d > 0.0);
        let has = |key| table.contains_key(key);
        let bounds = has("min") || has("max");
        if has("equal") != has("margin") {
            let found = if has("equal") { "equal without margin" } else { "margin without equal" };
            let fault = Fault::new("budget", found, "equal = V with margin = D: the whole interval in V ± D");
            self.fault(offset, fault);
        } else if has("equal") && bounds {
            let fault = Fault::new("budget", "equal together with min or max", "one of the two");
            self.fault(offset, fault);
        } else if !has("equal") && !bounds && !has("drift") {
            let allowed = "min, max or both; equal with margin; or drift";
            self.fault(offset, Fault::new("budget", "no bound", allowed));
        }
        if has("against") && !bounds && !has("equal") {
            let fault = Fault::new("against", "no bound on the difference", "min, max, or equal with margin");
            self.fault(offset, fault);
        }
        if let (Some(low), Some(high)) = (min, max)
            && low > high
        {
            self.fault(offset, Fault::new("budget", format!("min {low} above max {high}"), "min <= max"));
        }
        let (min, max) = match (equal, margin) {
            (Some(equal), Some(margin)) => (Some(sum(equal, -margin)), Some(sum(equal, margin))),
            _ => (min, max),
        };
        let metric = self.metric(table, offset)?;
        Some(WireBudget { offset, name, why, metric, arm, against, min, max, alpha, drift, severity })
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn of(body: &str) -> Result<WireBudget, Vec<String>> {
        let text = format!("[[budget]]\nmetric = \"m\"\n{body}");
        let read =
            read("x.toml", &text).map_err(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>());
        Ok(read?.budgets.remove(0))
    }

    #[test]
    fn an_equivalence_is_a_pair_of_bounds() {
        let budget = of("equal = 0.5\nmargin = 0.02\nalpha = 0.01\n").unwrap();
        assert_eq!((budget.min, budget.max, budget.alpha), (Some(0.48), Some(0.52), 0.01));
        let budget =
            of("equal = 0.1\nmargin = 0.3\nwhy = \"w\"\nname = \"n\"\nseverity = \"warn\"\n").unwrap();
        assert_eq!((budget.min, budget.max), (Some(-0.2), Some(0.4)));
        assert_eq!((budget.severity, budget.alpha), (Severity::Warn, ALPHA));
        assert_eq!(of("drift = 0.01\n").unwrap().drift, Some(0.01));
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
