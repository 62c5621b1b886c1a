//! One curve per metric over a range of a switch, an assumption or a data
//! value; over two of them at once, a grid.
//!
//! In: a [`Question`], whose points are arms that share luck. Out: a
//! [`Sweep`]: every metric at every point, its paired difference from the base
//! point, trends, and where curves cross their targets.

pub mod axis;
pub mod calibration;
pub mod trend;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Hall, Table};
use crate::arena::schedule;
use crate::estimates::{Manner, Named};
use crate::metric::Metric;
use crate::scenario::{Plan, PlanArm, resolve};
use crate::settings::Fault;
use crate::stats::curve::{Crossing, crossing};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::estimate::Estimate;
use crate::verdict::Health;
pub use axis::Axis;
pub use trend::{Step, Trend, Way, extremes, told_apart};

/// First look of a sweep that is played to a precision, in blocks.
const FIRST_LOOK: u64 = 256;

/// A line on the curve.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Target {
    /// Metric.
    pub metric: Metric,
    /// The value wanted.
    #[serde(rename = "target")]
    pub value: f64,
}

/// The points of a sweep for one table of bots: a plan whose first arm is the
/// base point.
#[derive(Debug, Clone)]
pub struct Series {
    /// Who plays, in words.
    pub players: String,
    /// One arm per point, the base point first.
    pub plan: Plan,
    /// Position in the plan of each point of the grid.
    pub arm_of: Vec<usize>,
}

impl Series {
    /// Puts the points of a grid (in its order) into a plan with the point
    /// `base` in front, all with the same luck where they seat equally many.
    #[must_use]
    pub fn new(plan: &Plan, players: String, mut points: Vec<PlanArm>, base: usize) -> Self {
        for point in &mut points {
            point.effect = None;
        }
        let moved = points.remove(base);
        points.insert(0, moved);
        resolve::pair(&mut points, false, false);
        for point in points.iter_mut().skip(1) {
            // Points that seat another number are compared with none, rather
            // than with whichever of them comes first.
            point.base = point.base.filter(|&index| index == 0);
        }
        let arm_of = (0..points.len())
            .map(|point| match point.cmp(&base) {
                std::cmp::Ordering::Less => point + 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => point,
            })
            .collect();
        let mut plan = plan.clone();
        plan.arms = points;
        plan.verdict = None;
        plan.budgets = Vec::new();
        Self { players, plan, arm_of }
    }
}

/// One sweep to be made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Question {
    /// One or two swept keys.
    pub axes: Vec<Axis>,
    /// The point of the grid that others are compared with.
    #[serde(skip)]
    pub base: usize,
    /// One per table of bots.
    #[serde(skip)]
    pub series: Vec<Series>,
    /// Metrics that are told, the main one first.
    pub metrics: Vec<Metric>,
    /// Lines to be crossed.
    #[serde(skip)]
    pub targets: Vec<Target>,
    /// Games per point, or the most of them.
    #[serde(skip)]
    pub games: u64,
    /// Half-width of the main metric at every point at which to stop.
    #[serde(skip)]
    pub precision: Option<f64>,
    /// What of the main metric is level, where it has such a value.
    #[serde(skip)]
    pub level: Option<Bounds>,
}

/// One point of one series.
#[derive(Debug, Clone)]
pub struct Point {
    /// Games played.
    pub games: u64,
    /// Why it must not be printed, if so.
    pub ill: Option<String>,
    /// Every metric, with its difference from the base point.
    pub metrics: Vec<Named>,
}

impl Point {
    /// The estimate of a metric.
    #[must_use]
    pub fn metric(&self, metric: Metric) -> Option<&Named> {
        self.metrics.iter().find(|named| named.metric == metric)
    }
}

/// One table of bots at every point of the grid.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Who plays, in words.
    pub players: String,
    /// In the order of the grid.
    pub points: Vec<Point>,
}

/// What was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Sweep {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// One per series that was played.
    #[serde(skip)]
    pub curves: Vec<Curve>,
    /// Whether the intervals are always-valid: the sweep could stop on what it
    /// saw.
    #[serde(rename = "always_valid")]
    pub watched: bool,
    /// Whether the precision asked for was reached everywhere.
    #[serde(skip)]
    pub precise: bool,
    /// Whether the user ended it early.
    #[serde(skip)]
    pub interrupted: bool,
    /// Games of all points.
    #[serde(skip)]
    pub games: u64,
}

impl Sweep {
    /// The points of a curve in one metric.
    #[must_use]
    pub fn steps(&self, curve: &Curve, metric: Metric) -> Vec<Step> {
        let step = |(i, point): (usize, &Point)| {
            let named = point.metric(metric)?;
            let difference = named.difference.as_ref().map(|difference| difference.estimate);
            Some(Step { value: named.estimate, difference, base: i == self.question.base })
        };
        curve.points.iter().enumerate().filter_map(step).collect()
    }

    /// Which points of a curve are level in the main metric, judged by intervals
    /// that hold for all of them at once (Bonferroni).
    #[must_use]
    pub fn levels(&self, curve: &Curve) -> Option<Vec<Verdict>> {
        let (main, level) = self.question.metrics.first().copied().zip(self.question.level)?;
        let all = curve.points.len();
        let judge = |point: &Point| {
            point.metric(main).map_or(Verdict::Undecided, |named| level.judge(&named.estimate.together(all)))
        };
        Some(curve.points.iter().map(judge).collect())
    }

    /// The lowest and the highest point of a curve, where these surely differ
    /// ([`told_apart`]).
    #[must_use]
    pub fn extremes(&self, curve: &Curve, metric: Metric) -> Option<(usize, usize)> {
        let steps = self.steps(curve, metric);
        told_apart(&steps).filter(|_| steps.len() == curve.points.len())
    }

    /// The trend of a curve over a single axis of numbers.
    #[must_use]
    pub fn trend(&self, curve: &Curve, metric: Metric) -> Option<Trend> {
        match &self.question.axes[..] {
            [axis] if axis.numbers().is_some() => trend::of(&self.steps(curve, metric)),
            _ => None,
        }
    }

    /// Where a curve over a single axis of numbers first crosses a target:
    /// linear between neighbouring points, the interval from the band of all
    /// points (Bonferroni). `None` where there is no such axis.
    #[must_use]
    pub fn crossing(&self, curve: &Curve, target: &Target) -> Option<Crossing> {
        let [axis] = &self.question.axes[..] else { return None };
        let places = axis.numbers()?;
        let values = self.steps(curve, target.metric).into_iter().map(|step| step.value);
        let mut points: Vec<(f64, Estimate)> = places.into_iter().zip(values).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        crossing(&points, target.value)
    }
}

/// Whether every point's main metric is as precise as wanted.
fn is_precise(table: &Table, manner: Manner, metric: Option<Metric>, wanted: f64) -> bool {
    let results = table.results(manner);
    let is_precise = |named: &Named| named.estimate.half_width() <= wanted;
    !results.is_empty()
        && results.iter().all(|arm| metric.and_then(|main| arm.metric(main)).is_some_and(is_precise))
}

/// Plays a sweep, one series after another.
///
/// # Errors
/// When an arm does not compile.
pub fn play(question: &Question, hall: &Hall<'_>) -> Result<Sweep, Vec<Fault>> {
    let mut sweep = Sweep {
        question: question.clone(),
        curves: Vec::new(),
        watched: question.precision.is_some(),
        precise: true,
        interrupted: false,
        games: 0,
    };
    let main = question.metrics.first().copied();
    for series in &question.series {
        let mut table = Table::new(series.plan.clone())?;
        let rotations = series.plan.arms.iter().map(PlanArm::rotations).max().unwrap_or(1);
        let last = schedule::blocks_for(question.games, rotations);
        // Narrowest where a share of a half would be this precise.
        let aim = question.precision.map_or(last, |wanted| ((2.0 / wanted).powi(2) as u64).min(last));
        let manner = Manner { level: series.plan.level, always: true, tightest: aim.max(100) };
        let finished = match question.precision {
            None => table.play_to(question.games, hall)?,
            Some(wanted) => {
                let mut finished = true;
                let mut precise = false;
                for blocks in schedule::looks(FIRST_LOOK, last) {
                    finished = table.play_to(blocks * u64::from(rotations), hall)?;
                    precise = finished && is_precise(&table, manner, main, wanted);
                    if precise || !finished {
                        break;
                    }
                }
                sweep.precise &= precise;
                finished
            }
        };
        sweep.games += table.all_games();
        sweep.interrupted |= !finished;
        if !finished && table.games() == 0 {
            break;
        }
        sweep.watched |= !finished;
        let results = table.results(Manner { always: question.precision.is_some() || !finished, ..manner });
        let point = |&arm: &usize| {
            let result = &results[arm];
            let health = Health::of(&series.plan.arms[arm], result, &series.plan.health, series.plan.level);
            let ill = health.worst().filter(|_| health.is_ill()).map(|item| item.told.clone());
            Point { games: result.games, ill, metrics: result.metrics.clone() }
        };
        let points = series.arm_of.iter().map(point).collect();
        sweep.curves.push(Curve { players: series.players.clone(), points });
        if !finished {
            break;
        }
    }
    Ok(sweep)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::stats::Method;
    use std::sync::atomic::AtomicBool;

    fn arms(values: &str) -> Plan {
        let text = format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n[vary]\nhalftimes = [{values}]\n");
        crate::scenario::sample(&text)
    }

    fn turns() -> Metric {
        arms("0").arms[0].metrics().turns().unwrap()
    }

    fn question(precision: Option<f64>) -> Question {
        // The plan's own order: as printed (1), then 0 and 2.
        let plan = arms("0, 2");
        let order = [1, 0, 2].map(|i: usize| plan.arms[i].clone());
        Question {
            axes: vec![Axis {
                key: "halftimes".to_owned(),
                values: ["0", "1", "2"].map(str::to_owned).to_vec(),
            }],
            base: 1,
            series: vec![Series::new(&plan, "random".to_owned(), order.to_vec(), 1)],
            metrics: vec![turns()],
            targets: vec![],
            games: 400,
            precision,
            level: None,
        }
    }

    fn swept(question: &Question) -> Sweep {
        let stop = AtomicBool::new(false);
        play(question, &Hall::new(&stop, &|_| {})).unwrap()
    }

    #[test]
    fn the_base_goes_first_and_points_keep_their_places() {
        let question = question(None);
        assert_eq!(question.series[0].arm_of, [1, 0, 2]);
        let names: Vec<&str> = question.series[0]
            .arm_of
            .iter()
            .map(|&i| question.series[0].plan.arms[i].settings.text("halftimes"))
            .collect();
        assert_eq!(names, ["0", "1", "2"]);
        let bases: Vec<_> = question.series[0].plan.arms.iter().map(|arm| arm.base).collect();
        assert_eq!(bases, [None, Some(0), Some(0)]);
    }

    #[test]
    fn points_share_luck_and_are_compared_with_the_base() {
        let sweep = swept(&question(None));
        assert!(!sweep.watched && sweep.games == 1200);
        let steps = sweep.steps(&sweep.curves[0], turns());
        assert!(steps[1].base && steps[1].difference.is_none());
        for step in [&steps[0], &steps[2]] {
            let difference = step.difference.unwrap();
            assert!((difference.value - (step.value.value - steps[1].value.value)).abs() < 1e-9);
        }
        assert!(sweep.trend(&sweep.curves[0], turns()).is_some());
        let middle = f64::midpoint(steps[0].value.value, steps[2].value.value);
        let at = sweep.crossing(&sweep.curves[0], &Target { metric: turns(), value: middle });
        let Some(Crossing::At(at)) = at else { panic!("{at:?}") };
        assert!((0.0..=2.0).contains(&at.value));
    }

    #[test]
    fn points_of_other_tables_are_compared_with_none() {
        let text = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[[arm]]\nname = \"a\"\n\
                    [[arm]]\nname = \"b\"\nset = { players = 3 }\n\
                    [[arm]]\nname = \"c\"\nset = { players = 3, halftimes = 0 }\n\
                    [[arm]]\nname = \"d\"\nset = { halftimes = 0 }\n";
        let plan = crate::scenario::sample(text);
        let series = Series::new(&plan, "random".to_owned(), plan.arms.clone(), 0);
        let bases: Vec<_> = series.plan.arms.iter().map(|arm| arm.base).collect();
        assert_eq!(bases, [None, None, None, Some(0)]);
    }

    #[test]
    fn a_precision_that_is_not_reached_is_said() {
        let sweep = swept(&question(Some(0.001)));
        assert!(sweep.watched && !sweep.precise);
        assert!(swept(&question(Some(100.0))).precise);
        // Every series must be precise, not the last alone.
        let mut two = question(Some(7.0));
        two.series.push(two.series[0].clone());
        two.series[0].plan.level = 0.999_999;
        let curves = swept(&two);
        let half = |curve: usize| curves.curves[curve].points[0].metric(turns());
        let [wide, narrow] = [0, 1].map(|curve| half(curve).unwrap().estimate.half_width());
        assert!(wide > 7.0 && narrow <= 7.0, "{wide} {narrow}");
        assert!(!curves.precise);
    }

    #[test]
    fn what_may_stop_on_what_it_saw_has_always_valid_intervals() {
        let method = |precision: Option<f64>| {
            let sweep = swept(&question(precision));
            sweep.curves[0].points[0].metric(turns()).unwrap().estimate.method
        };
        assert_eq!((method(Some(100.0)), method(None)), (Method::AsymptoticCs, Method::SkewedT));
    }

    #[test]
    fn a_crossing_is_found_along_the_axis_in_whatever_order_it_was_named() {
        let mut sweep = swept(&question(None));
        sweep.question.axes[0].values = ["7", "3", "5"].map(str::to_owned).to_vec();
        for (point, value) in sweep.curves[0].points.iter_mut().zip([0.9, 0.1, 0.3]) {
            let turns = point.metrics.iter_mut().find(|metric| metric.metric == turns()).unwrap();
            turns.estimate = Estimate::around(value, 0.01, 0.95, Method::BlockT, 100);
        }
        let target = Target { metric: turns(), value: 0.2 };
        let Some(Crossing::At(at)) = sweep.crossing(&sweep.curves[0], &target) else { panic!("no crossing") };
        assert!((at.value - 4.0).abs() < 1e-9, "{at:?}");
    }
}
