//! Arms that differ in one number alone, as curves over that number: one curve
//! per bot and per arm that they were varied from.

use super::yardsticks::{called_level, yardsticks};
use super::{axis_words, effects, format, games, intervals, main_of, point, slug};
use crate::estimates::ArmResult;
use crate::metric::Metric;
use crate::report::Run;
use crate::report::figure::{Axis, Curve, CurvePoint, CurveSeries, Figure, Format, Heading, Reference};
use crate::scenario::arm::Effect;
use crate::settings::amount;
use crate::verdict::capital;

/// Points from which a row of dots is a curve.
const FEWEST: usize = 4;
/// Curves that a reader can still tell apart.
const MOST_CURVES: usize = 6;

/// Arms varied in one number from one arm.
struct Varied<'a> {
    key: &'a str,
    base: usize,
    metric: Metric,
    points: Vec<(f64, &'a ArmResult)>,
}

/// The curves that the arms of a run make, each with the arm it was varied from.
fn varied(run: &Run) -> Vec<Varied<'_>> {
    let mut all: Vec<Varied<'_>> = Vec::new();
    for result in run.results.iter().filter(|result| result.is_finished()) {
        let Some(Effect { base, key, value }) = &run.plan.arms[result.index].effect else { continue };
        let Some(x) = amount(value) else { continue };
        let metric = main_of(run, result);
        match all.iter_mut().find(|of| (of.key, of.base, of.metric) == (key.as_str(), *base, metric)) {
            Some(of) => of.points.push((x, result)),
            None => all.push(Varied { key, base: *base, metric, points: vec![(x, result)] }),
        }
    }
    for of in &mut all {
        let base = run.results.iter().find(|result| result.index == of.base && result.is_finished());
        let settings = &run.plan.arms[of.base].settings;
        let now =
            settings.iter().find(|(switch, _)| switch.key == of.key).and_then(|(_, value)| amount(value));
        of.points.extend(now.zip(base));
        of.points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    all.retain(|of| of.points.len() >= FEWEST);
    all
}

/// One plot per metric and number varied, and the arms that they show.
pub(super) fn curves(run: &Run) -> (Vec<usize>, Vec<Figure>) {
    let all = varied(run);
    let mut kinds: Vec<(&str, Metric)> = Vec::new();
    for of in &all {
        if !kinds.contains(&(of.key, of.metric)) {
            kinds.push((of.key, of.metric));
        }
    }
    let mut drawn = Vec::new();
    let mut figures = Vec::new();
    for (key, metric) in kinds {
        let mine: Vec<&Varied<'_>> = all.iter().filter(|of| (of.key, of.metric) == (key, metric)).collect();
        // A dozen games make no plot.
        if mine.len() > MOST_CURVES {
            continue;
        }
        // In the order, and so in the colours, of all other plots of the run.
        let mine = run.plan.strongest_first(mine, |of| of.base);
        drawn.extend(
            mine.iter()
                .flat_map(|of| &of.points)
                .map(|(_, result)| result.index)
                .filter(|&arm| run.plan.arms[arm].effect.is_some()),
        );
        figures.push(curve(run, key, metric, &mine));
    }
    (drawn, figures)
}

fn curve(run: &Run, key: &str, metric: Metric, mine: &[&Varied<'_>]) -> Figure {
    let plan = &run.plan;
    let name = |of: &Varied<'_>| {
        let arm = &plan.arms[of.base];
        let several = mine.iter().any(|other| !plan.arms[other.base].name.is_beside(&arm.name));
        match (&arm.name.bot, several) {
            (Some(bot), false) => bot.clone(),
            (Some(_), true) => arm.name.to_string(),
            (None, false) => arm.bots[0].clone(),
            (None, true) => arm.name.of_all_bots().into_owned(),
        }
    };
    let series = mine.iter().map(|of| CurveSeries {
        name: name(of),
        points: of
            .points
            .iter()
            .filter_map(|(x, result)| Some(CurvePoint { x: *x, y: point(&result.metric(metric)?.estimate) }))
            .collect(),
    });
    let results: Vec<&ArmResult> =
        mine.iter().flat_map(|of| of.points.iter().map(|(_, result)| *result)).collect();
    let called = run.called(metric, &results);
    let first = &plan.arms[mine[0].base];
    let printed =
        first.settings.iter().find(|(switch, _)| switch.key == key).map(|(switch, _)| switch.default);
    let place = printed.and_then(|text| Some(Reference::new(amount(text)?, &format!("as printed: {text}"))));
    Figure::Curve(Curve {
        head: Heading {
            id: format!("curve-{metric}-{}", slug(key)),
            title: format!("{} over {key}", capital(&called)),
            subtitle: format!(
                "{} {}, varied from {}; bands {}",
                plan.question,
                games(&results),
                effects::base_words(plan, mine[0].base),
                intervals(run)
            ),
            note: String::new(),
        },
        x: Axis::new(key, Format::number(0)),
        y: Axis::new(&axis_words(metric, &called), format(metric.unit())),
        series: series.collect(),
        references: yardsticks(run, metric, &results),
        places: place.into_iter().collect(),
        margin: called_level(run, metric),
    })
}
