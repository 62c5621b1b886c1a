//! What is aimed at: `home-win-share=0.46±0.01`, `first-seat-advantage<0.01`,
//! `turns-per-game>40`, `median-turns=60±2`.
//!
//! In: text and the metrics that exist. Out: [`Target`]s with a tolerance, the
//! stretch of values that meets them, and how far a value misses.

use schemars::JsonSchema;
use serde::Serialize;

use crate::estimates::Named;
use crate::game::{Unit, called};
use crate::metric::Metric;
use crate::scenario::PlanArm;
use crate::settings::{Fault, per_cent};
use crate::stats::Estimate;
use crate::stats::equivalence::Bounds;
use crate::verdict::Status;

use super::pareto::Miss;

/// Tolerance of a share or a difference of shares where none is given: one
/// percentage point.
pub const SHARE_TOLERANCE: f64 = 0.01;
/// Tolerance of any other number where none is given: this part of the target.
pub const NUMBER_TOLERANCE: f64 = 0.02;

const GRAMMAR: &str =
    "METRIC=VALUE, METRIC=VALUE±TOLERANCE, METRIC<VALUE or METRIC>VALUE (46% is 0.46, 46%±2 is 0.46±0.02)";

/// How a metric is to stand to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sense {
    /// At the value, give or take the tolerance.
    Equal,
    /// Below it; for a difference of shares: nearer to 0 than it.
    Below,
    /// Above it; for a difference of shares: farther from 0 than it.
    Above,
}

/// One thing aimed at.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Target {
    /// The metric.
    pub metric: Metric,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// How it is to stand to the value.
    pub sense: Sense,
    /// The value.
    pub value: f64,
    /// Half of the stretch that meets an equality; the unit in which misses of
    /// every target are counted.
    pub tolerance: f64,
}

/// The word for a status of a target.
#[must_use]
pub const fn reached(status: Status) -> &'static str {
    match status {
        Status::Good => "met",
        Status::Bad => "missed",
        Status::Undecided | Status::Plain => "undecided",
    }
}

impl Target {
    /// Reads a target of an arm's metrics.
    ///
    /// # Errors
    /// Text of another form, a metric that does not exist, a value that the
    /// metric can't take, a tolerance that is not positive.
    pub fn read(text: &str, arm: &PlanArm) -> Result<Self, Fault> {
        let fault = |found: String, allowed: String| Fault::new("--target", found, allowed);
        let form = || fault(format!("`{text}`"), GRAMMAR.to_owned());
        let at = text.find(['=', '<', '>']).ok_or_else(form)?;
        let (metric, rest) = (text[..at].trim(), &text[at + 1..]);
        let sense = match &text[at..=at] {
            "=" => Sense::Equal,
            "<" => Sense::Below,
            _ => Sense::Above,
        };
        let rest = if sense == Sense::Equal { rest } else { rest.strip_prefix('=').unwrap_or(rest) };
        let (value, tolerance) = match rest.split_once('±').or_else(|| rest.split_once("+-")) {
            // A tolerance without a unit has that of its value: 30 % ± 5 means 5 %.
            Some((value, tolerance)) if is_percent(value) && !is_percent(tolerance) => {
                (value, Some(per_cent(&format!("{}%", tolerance.trim())).ok_or_else(form)?))
            }
            Some((value, tolerance)) => (value, Some(per_cent(tolerance.trim()).ok_or_else(form)?)),
            None => (rest, None),
        };
        let value = per_cent(value.trim()).ok_or_else(form)?;
        let metric = arm.metrics().resolve("--target", metric)?;
        let unit = metric.unit();
        let sized = unit == Unit::Points && sense != Sense::Equal;
        let fits = match unit {
            Unit::Share => (0.0..=1.0).contains(&value),
            Unit::Points => value.abs() <= 1.0 && (!sized || value > 0.0),
            Unit::Number => true,
        };
        if !fits {
            let allowed = match unit {
                Unit::Share => "a share from 0 to 1 (0.46 or 46%)",
                _ if sized => {
                    "a difference of shares above 0 and up to 1: < and > compare its size, whatever its sign"
                }
                _ => "a difference of shares from -1 to 1",
            };
            return Err(fault(format!("`{text}`"), allowed.to_owned()));
        }
        if unit == Unit::Number && rest.contains('%') {
            return Err(fault(
                format!("`{text}`"),
                format!("no per cent: {metric} is a number, not a share"),
            ));
        }
        if unit != Unit::Number && tolerance.is_some_and(|t| t >= 1.0) {
            let fault = fault(
                format!("`{text}`"),
                "a tolerance below 1, which is all there is of a share".to_owned(),
            );
            return Err(fault.hint(format!("±5% or ±0.05 is five percentage points; {GRAMMAR}")));
        }
        if tolerance.is_some_and(|t| t <= 0.0) || (tolerance.is_some() && sense != Sense::Equal) {
            return Err(fault(format!("`{text}`"), "a tolerance above 0, after = only".to_owned()));
        }
        let usual = if unit == Unit::Number { (NUMBER_TOLERANCE * value).abs() } else { SHARE_TOLERANCE };
        let tolerance = tolerance.unwrap_or(usual);
        if tolerance == 0.0 {
            let fault = fault(format!("`{text}`, whose tolerance would be 0"), GRAMMAR.to_owned());
            return Err(fault.hint(format!("{metric}={value}±0.1 names one")));
        }
        Ok(Self { metric, unit, sense, value, tolerance })
    }

    /// Whether the size of the metric counts, not its sign.
    #[must_use]
    pub fn is_of_size(&self) -> bool {
        self.unit == Unit::Points && self.sense != Sense::Equal
    }

    /// The stretch of the metric (of its size, where that counts) that meets
    /// the target.
    #[must_use]
    pub fn stretch(&self) -> Bounds {
        match self.sense {
            Sense::Equal => Bounds::around(self.value, self.tolerance),
            Sense::Below => Bounds::at_most(self.value),
            Sense::Above => Bounds::at_least(self.value),
        }
    }

    /// The metric, or its size where that counts.
    #[must_use]
    pub fn sized(&self, e: &Estimate) -> Estimate {
        if self.is_of_size() { e.size() } else { *e }
    }

    /// Met when the whole interval lies in the stretch, missed when all of it
    /// lies outside (two one-sided tests; Schuirmann 1987).
    #[must_use]
    pub fn status(&self, e: &Estimate) -> Status {
        if e.value.is_nan() { Status::Undecided } else { self.stretch().judge(&self.sized(e)).into() }
    }

    /// How far the metric misses, in tolerances. An equality is missed by the
    /// distance from its value, so that the nearest wins even among those
    /// inside the tolerance; a bound is missed by what is beyond it.
    #[must_use]
    pub fn miss(&self, e: &Estimate) -> Miss {
        let Estimate { low, value, high, .. } = self.sized(e);
        if value.is_nan() {
            return Miss { value: f64::INFINITY, low: 0.0, high: f64::INFINITY };
        }
        let off = |x: f64| match self.sense {
            Sense::Equal => (x - self.value).abs() / self.tolerance,
            Sense::Below => (x - self.value).max(0.0) / self.tolerance,
            Sense::Above => (self.value - x).max(0.0) / self.tolerance,
        };
        let (a, b) = (off(low), off(high));
        let inside = self.sense == Sense::Equal && low <= self.value && self.value <= high;
        Miss { value: off(value), low: if inside { 0.0 } else { a.min(b) }, high: a.max(b) }
    }

    /// The metric in words: `home win share`.
    #[must_use]
    pub fn about(&self) -> String {
        let words = self.metric.worded();
        if self.is_of_size() { format!("size of the {words}") } else { words }
    }

    /// The value in words: `46 %`, `under 1 point`, `40 ± 0.8`.
    #[must_use]
    pub fn wanted(&self) -> String {
        let (factor, sign) = match self.unit {
            Unit::Number => (1.0, ""),
            Unit::Share => (100.0, " %"),
            Unit::Points => (100.0, " points"),
        };
        let value = short(self.value * factor);
        match self.sense {
            Sense::Equal => format!("{value}{sign} ± {}", short(self.tolerance * factor)),
            Sense::Below => format!("under {value}{sign}"),
            Sense::Above => format!("over {value}{sign}"),
        }
    }
}

/// Half of an always-valid interval that holds for all points together is what a
/// search goes by: the confirmation decides.
const SURE: f64 = 0.5;

/// An estimate with the ends that a search goes by.
#[must_use]
pub fn halved(e: &Estimate) -> Estimate {
    Estimate { low: e.value - SURE * (e.value - e.low), high: e.value + SURE * (e.high - e.value), ..*e }
}

/// Sum of squared misses, in tolerances: what the searches make small. A bound is
/// missed by the worse end of what a value may be, so that among those beyond
/// doubt the fewest changes win and not the nearest to the bound.
#[must_use]
pub fn loss(targets: &[Target], metrics: &[Named]) -> f64 {
    let miss = |target: &Target| {
        let Some(named) = metrics.iter().find(|named| named.metric == target.metric) else {
            return f64::INFINITY;
        };
        let plain = target.miss(&named.estimate).value;
        let worst = target.miss(&halved(&named.estimate)).high;
        if target.sense == Sense::Equal || !worst.is_finite() { plain.powi(2) } else { worst.powi(2) }
    };
    targets.iter().map(miss).sum()
}

/// Two targets that nothing can meet together, or that say one thing twice.
///
/// # Errors
/// Names both.
pub fn agree(targets: &[Target]) -> Result<(), Fault> {
    for (i, a) in targets.iter().enumerate() {
        for b in &targets[..i] {
            if a.metric != b.metric {
                continue;
            }
            let both = format!("{} {} and {}", b.metric, b.wanted(), a.wanted());
            if a.sense == b.sense {
                return Err(Fault::new("--target", both, "one target of a kind per metric"));
            }
            // Of a signed equality beside a bound on the size the size counts.
            let of_size = a.is_of_size() || b.is_of_size();
            let stretch = |target: &Target| {
                let stretch = target.stretch();
                if of_size && !target.is_of_size() { stretch.size() } else { stretch }
            };
            if stretch(a).excludes(stretch(b)) {
                return Err(Fault::new(
                    "--target",
                    format!("{both}, which contradict each other"),
                    "targets that one game can meet",
                ));
            }
        }
    }
    Ok(())
}

/// Whether a number is given in per cent.
fn is_percent(text: &str) -> bool {
    text.trim_end().ends_with('%')
}

/// A number with at most four digits behind its point and no idle zeros.
#[must_use]
pub fn short(value: f64) -> String {
    called::rounded(value, 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sample;
    use crate::stats::Method;

    fn arm() -> PlanArm {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
        sample(text).arms.remove(0)
    }

    fn read(text: &str) -> Result<Target, Fault> {
        Target::read(text, &arm())
    }

    #[test]
    fn targets_are_read_with_their_tolerance() {
        let target = read("shoot-out-share = 46% ± 2%").unwrap();
        assert_eq!((target.value, target.tolerance, target.sense), (0.46, 0.02, Sense::Equal));
        assert_eq!(target.wanted(), "46 % ± 2");
        let target = read("shoot-out-share=30 %±5").unwrap();
        assert_eq!((target.value, target.tolerance), (0.3, 0.05), "the tolerance has its value's unit");
        assert_eq!(read("shoot-out-share=0.3±5%").unwrap().tolerance, 0.05);
        let target = read("shoot-out-share=0.46+-0.005").unwrap();
        assert_eq!((target.value, target.tolerance), (0.46, 0.005));
        assert_eq!(read("shoot-out-share=0.46").unwrap().tolerance, 0.01);
        assert_eq!(read("turns-per-game=40").unwrap().tolerance, 0.8);
        let target = read("first-seat-advantage<0.01").unwrap();
        assert!(target.is_of_size() && target.wanted() == "under 1 points");
        assert_eq!(read("turns-per-game>=40").unwrap().sense, Sense::Above);
    }

    #[test]
    fn what_is_no_target_is_told_with_a_way_out() {
        let hint = read("shoot-out-shar=0.4").unwrap_err();
        assert_eq!(hint.hint.as_deref(), Some("did you mean `shoot-out-share`?"));
        for wrong in [
            "shoot-out-share",
            "shoot-out-share=",
            "shoot-out-share=x",
            "shoot-out-share=1.5",
            "shoot-out-share=0.4±0",
            "shoot-out-share=0.3±5",
            "shoot-out-share=30%±500",
            "first-seat-advantage=1%±100",
            "turns-per-game=40±5%",
            "shoot-out-share<0.4±0.1",
            "first-seat-advantage<0",
            "first-seat-advantage<-0.1",
            "goals=0",
            "goals=nan",
        ] {
            assert!(!read(wrong).unwrap_err().allowed.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn the_size_of_what_may_be_nothing_begins_at_nothing() {
        let at = |value: f64, half: f64| Estimate::around(value, half, 0.95, Method::BlockT, 9);
        let over = read("first-seat-advantage>0.01").unwrap();
        assert_eq!(over.status(&at(0.01, 0.03)), Status::Undecided, "it may be 0");
        assert_eq!(over.status(&at(-0.05, 0.03)), Status::Good, "of either sign");
        assert_eq!(over.status(&at(0.0, 0.005)), Status::Bad);
        let under = read("first-seat-advantage<0.05").unwrap();
        assert_eq!(under.status(&at(0.0, 0.03)), Status::Good);
        assert_eq!(under.status(&at(-0.05, 0.03)), Status::Undecided);
        assert!(under.miss(&at(0.0, 0.06)).low.abs() < 1e-12, "it may be met");
    }

    #[test]
    fn targets_that_only_touch_contradict_each_other() {
        let pair = |a: &str, b: &str| agree(&[read(a).unwrap(), read(b).unwrap()]);
        assert!(pair("turns-per-game<40", "turns-per-game>40").is_err(), "no number is both");
        assert!(pair("turns-per-game<40", "turns-per-game>39").is_ok());
        assert!(pair("turns-per-game=40±2", "turns-per-game<38").is_err());
        assert!(pair("turns-per-game=40±2", "turns-per-game<39").is_ok());
    }

    #[test]
    fn a_target_is_met_missed_or_open_by_its_whole_interval() {
        let at = |value: f64, half: f64| Estimate::around(value, half, 0.95, Method::BlockT, 9);
        let equal = read("shoot-out-share=0.46±0.01").unwrap();
        assert_eq!(equal.status(&at(0.462, 0.005)), Status::Good);
        assert_eq!(equal.status(&at(0.462, 0.02)), Status::Undecided);
        assert_eq!(equal.status(&at(0.50, 0.02)), Status::Bad);
        assert_eq!(equal.status(&at(f64::NAN, 0.02)), Status::Undecided);
        let miss = equal.miss(&at(0.48, 0.005));
        assert!(
            (miss.value - 2.0).abs() < 1e-9
                && (miss.low - 1.5).abs() < 1e-9
                && (miss.high - 2.5).abs() < 1e-9
        );
        assert_eq!(equal.miss(&at(0.461, 0.005)).low, 0.0);
        let size = read("first-seat-advantage<0.02").unwrap();
        assert_eq!(size.status(&at(-0.005, 0.01)), Status::Good);
        assert_eq!(size.status(&at(-0.05, 0.01)), Status::Bad);
        assert_eq!(size.status(&at(-0.02, 0.01)), Status::Undecided);
        let miss = size.miss(&at(-0.05, 0.01));
        assert!((miss.value - 3.0).abs() < 1e-9 && (miss.low - 2.0).abs() < 1e-9);
        let size = read("first-seat-advantage>0.02").unwrap();
        assert_eq!(size.status(&at(-0.05, 0.01)), Status::Good);
        assert_eq!(size.status(&at(0.0, 0.01)), Status::Bad);
    }

    #[test]
    fn targets_that_exclude_each_other_are_refused() {
        let check = |texts: &[&str]| agree(&texts.iter().map(|t| read(t).unwrap()).collect::<Vec<_>>());
        assert!(check(&["goals=3", "turns-per-game=40"]).is_ok());
        assert!(check(&["goals>2", "goals<4"]).is_ok());
        assert!(check(&["goals=3", "goals<4"]).is_ok());
        assert!(check(&["first-seat-advantage=-0.05", "first-seat-advantage<0.1"]).is_ok());
        for wrong in [
            &["goals=3", "goals=4"][..],
            &["goals=3", "goals=3"],
            &["goals>4", "goals<2"],
            &["goals=5±0.1", "goals<4"],
            &["first-seat-advantage=-0.2", "first-seat-advantage<0.1"],
            &["first-seat-advantage=0.01", "first-seat-advantage>0.1"],
        ] {
            assert!(check(wrong).is_err(), "{wrong:?}");
        }
    }
}
