//! Runs for a precision: the main estimate as it stood at each look.

use super::choice::{chosen, unvaried};
use super::yardsticks::{called_level, yardsticks};
use super::{MOST_SERIES, axis_words, format, main_of};
use crate::campaign::Ended;
use crate::estimates::ArmResult;
use crate::metric::Metric;
use crate::report::Run;
use crate::report::figure::{
    Axis, Convergence, CurvePoint, CurveSeries, Figure, Format, Heading, Point, Reference,
};
use crate::scenario::Length;
use crate::verdict::{capital, count};

/// One plot per main metric, of arms that were looked at more than once.
pub(super) fn convergences(run: &Run) -> Vec<Figure> {
    let Length::Precision { half_width, .. } = run.plan.length else { return Vec::new() };
    let mut arms = unvaried(run);
    arms.retain(|r| run.played[r.index].looks.len() > 1);
    let mut metrics: Vec<Metric> = arms.iter().map(|r| main_of(run, r)).collect();
    metrics.sort_by_key(|metric| metric.name());
    metrics.dedup();
    let plot = |&metric: &Metric| {
        let mine: Vec<&ArmResult> = arms.iter().copied().filter(|r| main_of(run, r) == metric).collect();
        let mine = chosen(run, &mine, MOST_SERIES);
        mine.first()?;
        let unit = metric.unit();
        let called = run.called(metric, &mine);
        let series = mine.iter().map(|result| CurveSeries {
            name: run.label(result),
            points: run.played[result.index]
                .looks
                .iter()
                .map(|look| CurvePoint {
                    x: look.games as f64,
                    y: Point::new(look.value, look.low, look.high),
                })
                .collect(),
        });
        let ends: Vec<u64> = mine.iter().map(|r| r.games).collect();
        let decided = match ends[..] {
            [games] if run.ended == Ended::Complete => {
                Some(Reference::new(games as f64, &format!("precise enough: {} games", count(games))))
            }
            _ => None,
        };
        Some(Figure::Convergence(Convergence {
            head: Heading {
                id: format!("convergence-{metric}"),
                title: format!("{} as games were played", capital(&called)),
                subtitle: format!(
                    "Estimate at every look, with its {} % interval; wanted: ±{}",
                    run.manner.level * 100.0,
                    format(unit).size(half_width)
                ),
                note: String::new(),
            },
            x: Axis::new("Games of the arm", Format::number(0)),
            y: Axis::new(&axis_words(metric, &called), format(unit)),
            series: series.collect(),
            references: yardsticks(run, metric, &mine),
            decided,
            margin: called_level(run, metric),
        }))
    };
    metrics.iter().filter_map(plot).collect()
}
