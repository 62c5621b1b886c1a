//! The page of a sweep: the answer, a curve per metric (or a heat map, or one
//! row per value where the values are words), the numbers.

use super::{Telling, place, words};
use crate::lab::sweep::{Axis as Swept, Curve as Found, Sweep};
use crate::metric::Metric;
use crate::report::Answer;
use crate::report::charts::{axis_words, format, point};
use crate::report::figure::{
    Axis, Curve, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format, Heading, Heatmap, Key, Order,
    Point, Reference, Standing,
};
use crate::report::page::{
    Column, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell::{PLOTS, assumptions, not_yet, of_quantiles};
use crate::verdict::health::mark;
use crate::verdict::{brief, brief_difference, capital, count, unmarked};

/// Rows of a table on the first screen; the rest is in `sweep.csv`.
const MOST_ROWS: usize = 40;

fn games(sweep: &Sweep) -> String {
    let all = || sweep.curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.games));
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    if least == most {
        format!("{} games per point", count(least))
    } else {
        format!("{} to {} games per point", count(least), count(most))
    }
}

fn level(sweep: &Sweep) -> f64 {
    sweep.question.series.first().map_or(95.0, |series| 100.0 * series.plan.level)
}

/// A metric as headings name it.
fn plain(sweep: &Sweep, metric: Metric) -> String {
    unmarked(&words::called(sweep, metric))
}

/// The same as a title.
fn label(sweep: &Sweep, metric: Metric) -> String {
    capital(&plain(sweep, metric))
}

fn heading(sweep: &Sweep, metric: Metric, what: &str, suffix: &str) -> Heading {
    let keys = sweep.question.axes.iter().map(|axis| axis.key.as_str()).collect::<Vec<_>>().join(" and ");
    Heading {
        id: format!("{what}-{metric}{suffix}"),
        title: format!("{} over {keys}", label(sweep, metric)),
        subtitle: format!(
            "{}; bands are {} % intervals for each point on its own; all points share their luck",
            games(sweep),
            level(sweep)
        ),
        note: String::new(),
    }
}

/// Target lines of a metric, and 0 for the first seat's edge.
fn references(sweep: &Sweep, metric: Metric) -> Vec<Reference> {
    let unit = metric.unit();
    let mut lines: Vec<Reference> = sweep
        .question
        .targets
        .iter()
        .filter(|target| target.metric == metric)
        .map(|target| Reference::new(target.value, &format!("target: {}", words::target(target, unit))))
        .collect();
    if [Metric::FIRST_SEAT, Metric::SEAT_GAP].contains(&metric) && lines.iter().all(|line| line.value != 0.0)
    {
        lines.push(Reference::new(0.0, "equal share"));
    }
    lines
}

/// Writes settings on an axis as they were given: whole numbers as such.
fn settings_format(axis: &Swept) -> Format {
    let digits =
        axis.values.iter().map(|value| value.split_once('.').map_or(0, |(_, rest)| rest.len())).max();
    let fraction = axis.values.iter().any(|value| value.contains('/'));
    Format::number(if fraction { 2 } else { digits.unwrap_or(0).min(6) as u8 })
}

fn curve(sweep: &Sweep, axis: &Swept, places: &[f64], metric: Metric) -> Option<Figure> {
    let series: Vec<CurveSeries> = sweep
        .curves
        .iter()
        .map(|found| {
            let mut points: Vec<CurvePoint> = places
                .iter()
                .zip(&found.points)
                .filter_map(|(&x, p)| Some(CurvePoint { x, y: point(&p.metric(metric)?.estimate) }))
                .filter(|p| p.y.is_finite())
                .collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            CurveSeries { name: found.players.clone(), points }
        })
        .collect();
    if series.iter().all(|s| s.points.len() < 2) {
        return None;
    }
    let unit = metric.unit();
    let base = places
        .get(sweep.question.base)
        .map(|&x| Reference::new(x, &format!("base: {}", axis.values[sweep.question.base])));
    Some(Figure::Curve(Curve {
        head: heading(sweep, metric, "curve", ""),
        x: Axis::new(&axis.key, settings_format(axis)),
        y: Axis::new(&axis_words(metric, &plain(sweep, metric)), format(unit)),
        series,
        references: references(sweep, metric),
        places: base.into_iter().collect(),
        margin: None,
    }))
}

/// Values that are words: one row each, grouped by who plays.
fn forest(sweep: &Sweep, metric: Metric) -> Figure {
    let unit = metric.unit();
    let several = sweep.curves.len() > 1;
    let mut rows = Vec::new();
    for found in &sweep.curves {
        for (i, p) in found.points.iter().enumerate() {
            let Some(named) = p.metric(metric) else { continue };
            let estimate = point(&named.estimate);
            if !estimate.is_finite() {
                continue;
            }
            let base = i == sweep.question.base;
            rows.push(ForestRow {
                group: if several { found.players.clone() } else { String::new() },
                label: place(sweep, i).join(", "),
                point: estimate,
                standing: if base { Standing::Baseline } else { Standing::Plain },
            });
        }
    }
    Figure::Forest(Forest {
        head: heading(sweep, metric, "values", ""),
        axis: Axis::new(&axis_words(metric, &plain(sweep, metric)), format(unit)),
        rows,
        order: Order::Given,
        references: references(sweep, metric),
        margin: None,
        keys: Key::list([(Standing::Baseline, "base"), (Standing::Plain, "other values")]),
    })
}

fn heatmap(sweep: &Sweep, axes: (&Swept, &Swept), found: &Found, number: usize, metric: Metric) -> Figure {
    let (down, across) = axes;
    let unit = metric.unit();
    let columns = across.values.len();
    let cells = found.points.chunks(columns).map(|row| {
        row.iter().map(|p| p.metric(metric).map(|m| point(&m.estimate)).filter(Point::is_finite)).collect()
    });
    let target =
        sweep.question.targets.iter().find(|target| target.metric == metric).map(|target| target.value);
    let suffix = if sweep.curves.len() > 1 { format!("-{number}") } else { String::new() };
    let mut head = heading(sweep, metric, "grid", &suffix);
    head.subtitle = format!("{}; {}", found.players, games(sweep));
    head.note = match target {
        Some(_) => "The neutral colour is the target.".to_owned(),
        None => String::new(),
    };
    Figure::Heatmap(Heatmap {
        head,
        value: Axis::new(&axis_words(metric, &plain(sweep, metric)), format(unit)),
        row_title: down.key.clone(),
        column_title: across.key.clone(),
        rows: down.values.clone(),
        columns: across.values.clone(),
        cells: cells.collect(),
        centre: target.or((metric == Metric::FIRST_SEAT).then_some(0.0)),
    })
}

fn figures(sweep: &Sweep, metric: Metric) -> Vec<Figure> {
    if sweep.curves.is_empty() {
        return Vec::new();
    }
    match &sweep.question.axes[..] {
        [down, across] => sweep
            .curves
            .iter()
            .enumerate()
            .map(|(number, found)| heatmap(sweep, (down, across), found, number, metric))
            .collect(),
        [axis] => match axis.numbers() {
            Some(places) => curve(sweep, axis, &places, metric).into_iter().collect(),
            None => vec![forest(sweep, metric)],
        },
        _ => Vec::new(),
    }
}

/// Whether a metric is 0 at every point: nothing to draw.
fn is_empty(sweep: &Sweep, metric: Metric) -> bool {
    let mut all = sweep.curves.iter().flat_map(|curve| &curve.points);
    all.all(|p| p.metric(metric).is_none_or(|named| named.estimate.value == 0.0))
}

/// Why nothing is told of a point against the base.
fn apart(sweep: &Sweep, found: &Found, point: usize) -> &'static str {
    let (base, series) = (sweep.question.base, &sweep.question.series[0]);
    let seats = |point: usize| series.plan.arms[series.arm_of[point]].bots.len();
    let unknown = |point: usize| {
        let main = sweep.question.metrics.first().and_then(|&main| found.points[point].metric(main));
        main.is_none_or(|named| !named.estimate.value.is_finite())
    };
    if seats(base) != seats(point) {
        "another table size"
    } else if unknown(point) {
        "not one game decided"
    } else if unknown(base) {
        "the base has no game decided"
    } else {
        "not compared"
    }
}

/// Every point of one curve with the metrics told.
fn table(sweep: &Sweep, found: &Found) -> Table {
    let question = &sweep.question;
    let mut rows = Rows::of(found.points.iter().enumerate());
    for (at, axis) in question.axes.iter().enumerate() {
        let column = Column { label: axis.key.clone(), number: axis.numbers().is_some() };
        rows = rows.column(column, |(i, point)| {
            mark(&place(sweep, i).swap_remove(at), at == 0 && point.ill.is_some())
        });
    }
    for (at, &metric) in question.metrics.iter().enumerate() {
        rows = rows.numbers(&plain(sweep, metric), |(_, point)| {
            point.metric(metric).map_or(String::new(), |named| brief(&named.estimate, named.unit))
        });
        if at == 0 {
            rows = rows.numbers("against the base", |(i, point)| {
                let named = point.metric(metric);
                match named.and_then(|named| Some((named, named.difference.as_ref()?))) {
                    _ if i == question.base => "base".to_owned(),
                    Some((named, difference)) => brief_difference(&difference.estimate, named.unit),
                    None => apart(sweep, found, i).to_owned(),
                }
            });
        }
    }
    let least = found.points.iter().map(|point| point.games).min().unwrap_or(0);
    let table = rows.table(format!("Every point, {}, {} games per point", found.players, count(least)));
    Table { show: Show::First(MOST_ROWS), rest: "sweep.csv".to_owned(), ..table }
}

fn methods(sweep: &Sweep) -> Vec<Method> {
    let mut methods = vec![Method::new(
        "Common random numbers (Glasserman and Yao 1992)",
        "all points are dealt from the same permutations, one per seat, and roll the same dice; differences from the base point are taken block by block. A block is one deal with every rotation of the entrants over the seats, or one game where all entrants are alike.",
    )];
    methods.push(if sweep.watched {
        Method::new(
            "Confidence sequences: self-normalised for shares (Fan, Grama and Liu 2015), asymptotic for the rest (Waudby-Smith and others, arXiv 2103.06476)",
            "valid at every look, because the sweep could stop on what it saw.",
        )
    } else {
        Method::new(
            "Wilson's score interval at the effective sample size (Wilson 1927; Kish 1965), Student's t over blocks",
            "for shares; for means and paired differences. Each point's interval holds on its own (pointwise bands).",
        )
    });
    let quantiles = sweep.question.metrics.iter().any(|metric| metric.is_quantile());
    methods.push(not_yet());
    methods.extend(of_quantiles(quantiles, sweep.watched));
    if !sweep.question.targets.is_empty() {
        methods.push(Method::new(
            "Crossings",
            "linear between neighbouring points; the interval is where the band of all points together (Bonferroni) contains the target, with an open end where the band still contains it at the end of the axis; “does not cross” means that the whole band stays on one side.",
        ));
    }
    methods.push(Method::new(
        "Trends",
        "the change from the first point to the last is the difference of their differences from the base, with both half-widths added, or that of the two values where it is more exact.",
    ));
    methods
}

/// The page.
#[must_use]
pub fn page(told: &Telling) -> Page {
    let sweep = &told.sweep;
    let Some(series) = sweep.question.series.first() else { return Page::default() };
    let plan = &series.plan;
    let standing = if told.exit() == 0 { Standing::Plain } else { Standing::Undecided };
    let verdicts = told.sentences.iter().map(|sentence| Verdict::new(standing, sentence));
    let mut sections: Vec<Section> = sweep
        .question
        .metrics
        .iter()
        .filter(|&&metric| !is_empty(sweep, metric))
        .map(|&metric| {
            Section::new(label(sweep, metric), figures(sweep, metric).into_iter().map(Part::from).collect())
        })
        .filter(|section| !section.parts.is_empty())
        .collect();
    let tables = sweep.curves.iter().map(|found| table(sweep, found).into());
    sections.push(Section::new("Numbers", tables.collect()));
    let title = plan.arms[0].ruleset.title;
    let keys = sweep.question.axes.iter().map(|axis| axis.key.as_str()).collect::<Vec<_>>().join(" and ");
    Page {
        title: format!("{title} — {keys}"),
        question: plan.question.clone(),
        verdicts: opened(&told.opening(), verdicts),
        reading: words::method(sweep),
        sections,
        methods: methods(sweep),
        assumptions: assumptions(plan),
        assumption_note: String::new(),
        files: vec![
            FileLink::new(
                "sweep.csv",
                "every metric at every point, with its paired difference from the base point",
            ),
            FileLink::new(
                "sweep.json",
                &format!(
                    "the metrics told, trends and crossings; `{} schema --output sweep` describes it",
                    plan.program.name
                ),
            ),
        ],
        plots: PLOTS.to_owned(),
        footer: Footer::of(plan, sweep.games),
    }
}
