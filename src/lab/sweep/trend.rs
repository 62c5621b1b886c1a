//! What a curve does from its first to its last point. Pure.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::{Estimate, combine};

/// Where a curve goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Up by a clear amount.
    Rises,
    /// Down by a clear amount.
    Falls,
    /// The ends do not clearly differ, but a point in between differs from the
    /// base.
    Turns,
    /// Nothing is clear.
    Level,
}

/// A curve in short.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Trend {
    /// What it does.
    pub way: Way,
    /// Last point minus first; of three points or more as wide as holds together
    /// with whether it turns.
    pub change: Estimate,
    /// The change divided by the number of steps.
    #[schemars(with = "Option<f64>")]
    pub per_step: f64,
    /// Whether every step goes the same way, as far as the values show.
    pub monotone: bool,
}

/// A point of a curve: its value and its difference from the base point
/// (`None` at the base itself and where no luck is shared with it).
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The value.
    pub value: Estimate,
    /// Minus the base point's value, on the same luck.
    pub difference: Option<Estimate>,
    /// Whether this is the base point.
    pub base: bool,
}

impl Step {
    /// From the base point on; none where no luck is shared with it.
    fn change(&self) -> Option<Estimate> {
        if self.base { Some(Estimate::exact(0.0)) } else { self.difference }
    }
}

/// Places of the lowest and the highest value; none of nothing.
#[must_use]
pub fn extremes(steps: &[Step]) -> Option<(usize, usize)> {
    let value = |i: &usize| steps[*i].value.value;
    let low = (0..steps.len()).min_by(|a, b| value(a).total_cmp(&value(b)))?;
    let high = (0..steps.len()).max_by(|a, b| value(a).total_cmp(&value(b)))?;
    Some((low, high))
}

/// Places of the lowest and the highest value, where these surely differ: among
/// equal points some always come out lowest and highest by luck. Told apart by their
/// differences from the base, whose luck they share, where all have one, with
/// intervals that hold for all of them at once (Bonferroni).
#[must_use]
pub fn told_apart(steps: &[Step]) -> Option<(usize, usize)> {
    let (low, high) = extremes(steps)?;
    let values = || steps.iter().map(|step| step.value).collect();
    let mut apart: Vec<Estimate> =
        steps.iter().map(Step::change).collect::<Option<_>>().unwrap_or_else(values);
    combine::at_once(&mut apart);
    apart[low].is_below(&apart[high]).then_some((low, high))
}

impl Trend {
    /// How much one step changes, whatever the direction.
    #[must_use]
    pub fn step(&self) -> Estimate {
        let half = self.change.half_width() * (self.per_step / self.change.value).abs();
        let Estimate { level, method, n, .. } = self.change;
        Estimate::around(self.per_step.abs(), half, level, method, n)
    }
}

/// The trend of two or more points in order.
#[must_use]
pub fn of(points: &[Step]) -> Option<Trend> {
    let (first, last) = (points.first()?, points.last()?);
    if points.len() < 2 || points.iter().any(|point| !point.value.value.is_finite()) {
        return None;
    }
    let change =
        combine::through_base((&first.value, first.change().as_ref()), (&last.value, last.change().as_ref()));
    // That a curve turns is said, too, where its ends are level.
    let said = if points.len() > 2 { 2 } else { 1 };
    let change = change.together(said);
    let steps: Vec<f64> = points.windows(2).map(|w| w[1].value.value - w[0].value.value).collect();
    let monotone = steps.iter().all(|&s| s >= 0.0) || steps.iter().all(|&s| s <= 0.0);
    // A point in between is picked by looking at all of them.
    let stands_out = |step: &Step| {
        step.difference
            .is_some_and(|d| d.half_width() > 0.0 && !d.together(said * points.len()).contains(0.0))
    };
    let way = match change.side_of(0.0) {
        Ordering::Greater => Way::Rises,
        Ordering::Less => Way::Falls,
        Ordering::Equal if points.iter().any(stands_out) && has_inner_extreme(points) => Way::Turns,
        Ordering::Equal => Way::Level,
    };
    Some(Trend { way, change, per_step: change.value / (points.len() - 1) as f64, monotone })
}

/// Whether the highest or the lowest value lies between the ends.
fn has_inner_extreme(points: &[Step]) -> bool {
    let value = |i: &usize| points[*i].value.value;
    let high = (0..points.len()).max_by(|a, b| value(a).total_cmp(&value(b)));
    let low = (0..points.len()).min_by(|a, b| value(a).total_cmp(&value(b)));
    let inside = |i: usize| 0 < i && i + 1 < points.len();
    high.is_some_and(inside) || low.is_some_and(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    fn points(values: &[f64], half: f64) -> Vec<Step> {
        let around = |value| Estimate::around(value, half, 0.95, Method::BlockT, 100);
        values
            .iter()
            .enumerate()
            .map(|(i, &value)| Step {
                value: around(value),
                difference: (i > 0).then(|| around(value - values[0])),
                base: i == 0,
            })
            .collect()
    }

    #[test]
    fn a_curve_rises_falls_turns_or_stays() {
        let way = |values: &[f64]| of(&points(values, 0.1)).unwrap().way;
        assert_eq!(way(&[0.0, 1.0, 2.0]), Way::Rises);
        assert_eq!(way(&[2.0, 1.0, 1.5]), Way::Falls);
        assert_eq!(way(&[0.0, 1.0, 0.05]), Way::Turns);
        assert_eq!(way(&[0.0, 0.05, 0.02]), Way::Level);
        let trend = of(&points(&[0.0, 1.0, 3.0], 0.1)).unwrap();
        assert!((trend.per_step - 1.5).abs() < 1e-12 && trend.monotone);
        assert!(!of(&points(&[0.0, 2.0, 1.0], 0.1)).unwrap().monotone);
        assert!(of(&points(&[0.0], 0.1)).is_none());
    }

    #[test]
    fn a_turn_is_an_inner_point_that_stands_out_among_all() {
        let way = |points: &[Step]| of(points).unwrap().way;
        // 1.1 times its own half-width off the base, but one of three, and the ends
        // have their say, too.
        assert_eq!(way(&points(&[0.0, 0.11, 0.0], 0.1)), Way::Level);
        assert_eq!(way(&points(&[0.0, 0.14, 0.0], 0.1)), Way::Turns);
        // Highest at the end and lowest at the start: nothing turns, however
        // clear one of them is.
        let mut rising = points(&[0.0, 1.0, 2.0], 3.0);
        rising[0].base = false;
        rising[0].difference = Some(Estimate::around(-1.0, 0.1, 0.95, Method::BlockT, 100));
        rising[1].base = true;
        rising[2].difference = Some(Estimate::around(1.0, 3.0, 0.95, Method::BlockT, 100));
        assert_eq!(way(&rising), Way::Level);
    }

    /// How much wider a change is for what is said of turning.
    fn wider() -> f64 {
        Estimate::around(0.0, 1.0, 0.95, Method::BlockT, 100).together(2).half_width()
    }

    #[test]
    fn a_change_adds_what_each_end_leaves_open_on_its_own_side() {
        let lopsided = |value: f64, below: f64, above: f64| {
            Some(Estimate::new(value, (value - below, value + above), 0.95, Method::BlockT, 100))
        };
        let mut all = points(&[1.0, 2.0, 3.0], 9.0);
        all[0].base = false;
        (all[0].difference, all[2].difference) = (lopsided(-1.0, 0.1, 0.3), lopsided(1.0, 0.2, 0.4));
        let change = of(&all).unwrap().change;
        // Least: the last at its least, the first at its most.
        let (below, above) = (2.0 - change.low, change.high - 2.0);
        assert!((below - 0.5 * wider()).abs() < 1e-12 && (above - 0.5 * wider()).abs() < 1e-12);
        all[2].difference = lopsided(1.0, 0.0, 0.4);
        let change = of(&all).unwrap().change;
        let (below, above) = (2.0 - change.low, change.high - 2.0);
        assert!((below - 0.3 * wider()).abs() < 1e-12 && (above - 0.5 * wider()).abs() < 1e-12, "{change:?}");
    }

    #[test]
    fn a_change_between_two_points_beside_the_base_has_the_smaller_bound() {
        let mut all = points(&[1.0, 2.0, 3.0], 0.4);
        all[0].base = false;
        all[0].difference = Some(Estimate::around(-1.0, 0.1, 0.95, Method::BlockT, 100));
        all[2].difference = Some(Estimate::around(1.0, 0.2, 0.95, Method::BlockT, 100));
        let change = of(&all).unwrap().change;
        assert!((change.value - 2.0).abs() < 1e-12 && (change.half_width() - 0.3 * wider()).abs() < 1e-12);
        all[2].difference = None;
        let half = of(&all).unwrap().change.half_width();
        assert!((half - 0.4 * 2_f64.sqrt() * wider()).abs() < 1e-12);
    }
}
