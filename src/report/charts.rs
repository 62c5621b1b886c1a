//! Which plots a run deserves: estimates to figures. No drawing here.

mod running;
mod scores;

use super::Run;
use super::figure::{
    Axis, BarGroup, Bins, Figure, Forest, ForestRow, Format, Heading, Histogram, Margin, Order, Point,
    Reference, SeatBars, Spread, Standing, Tornado, TornadoEnd, TornadoRow,
};
use crate::estimates::{ArmResult, main_metric, main_unit, mirrored};
use crate::game::{SCORELINES, Unit};
use crate::rulesets;
use crate::stats::estimate::Estimate;
use crate::verdict::{Status, count, equivalence, players};

/// Rows of a forest that a reader can still take in.
const MOST_ROWS: usize = 90;
/// Switches of a tornado.
const MOST_SWITCHES: usize = 30;
/// Series of a histogram.
const MOST_SERIES: usize = 4;
/// Distributions plotted per ruleset.
const MOST_DISTRIBUTIONS: usize = 4;

/// An estimate as a point with its interval.
#[must_use]
pub fn point(estimate: &Estimate) -> Point {
    Point::new(estimate.value, estimate.low, estimate.high)
}

/// Words of a metric's name.
#[must_use]
pub fn label(name: &str) -> String {
    let text = name.replace('-', " ");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// How values of a unit are written on an axis.
#[must_use]
pub fn format(unit: Unit) -> Format {
    match unit {
        Unit::Points => Format::points(1),
        Unit::Share => Format::percent(1),
        Unit::Number => Format::number(1),
    }
}

fn games(results: &[&ArmResult]) -> String {
    let least = results.iter().map(|r| r.games).min().unwrap_or(0);
    let most = results.iter().map(|r| r.games).max().unwrap_or(0);
    if least == most {
        format!("{} games per arm", count(most))
    } else {
        format!("{} to {} games per arm", count(least), count(most))
    }
}

fn level(run: &Run) -> String {
    format!("bars are {} % intervals", run.manner.level * 100.0)
}

fn title(ruleset: &str) -> &'static str {
    rulesets::info(ruleset).map_or("", |info| info.title)
}

/// Arms that are not one-switch changes of another.
fn unvaried(run: &Run) -> Vec<&ArmResult> {
    run.results.iter().filter(|r| run.plan.arms[r.index].effect.is_none()).collect()
}

/// One forest per main metric: every arm with its interval.
fn forests(run: &Run) -> Vec<Figure> {
    let mut metrics: Vec<String> = Vec::new();
    let shown = if run.results.len() <= MOST_ROWS { run.results.iter().collect() } else { unvaried(run) };
    for result in &shown {
        let main = main_metric(&run.plan.arms[result.index], &run.plan);
        if !metrics.contains(&main) {
            metrics.push(main);
        }
    }
    let verdict = run.plan.verdict.as_ref();
    let margin = verdict.and_then(|v| Some((v.fair?, v.margin?)));
    let several =
        shown.iter().any(|r| run.plan.arms[r.index].ruleset != run.plan.arms[shown[0].index].ruleset);
    let forest = |metric: &String| {
        let mine: Vec<&ArmResult> = shown
            .iter()
            .copied()
            .filter(|r| main_metric(&run.plan.arms[r.index], &run.plan) == *metric)
            .take(MOST_ROWS)
            .collect();
        let arm = &run.plan.arms[mine.first()?.index];
        let unit = main_unit(arm, &run.plan);
        let rows: Vec<ForestRow> = mine
            .iter()
            .filter_map(|result| {
                let named = result.metric(metric)?;
                let standing = match margin.map(|(fair, margin)| equivalence(&named.estimate, fair, margin)) {
                    Some(Status::Good) => Standing::Good,
                    Some(Status::Bad) => Standing::Bad,
                    Some(_) => Standing::Undecided,
                    None => Standing::Plain,
                };
                let arm = &run.plan.arms[result.index];
                let label = if run.results.len() == 1 {
                    players(&run.plan, result.index).replace('`', "")
                } else {
                    arm.name.clone()
                };
                let group = if several { title(arm.ruleset).to_owned() } else { String::new() };
                Some(ForestRow { group, label, point: point(&named.estimate), standing })
            })
            .collect();
        let mut references = Vec::new();
        if metric == "first-seat-advantage" {
            references.push(Reference::new(0.0, "equal share"));
        } else if metric == "entrant-0-share" {
            let fair = 1.0 / arm.bots.len() as f64;
            if mine.iter().all(|r| r.seats.len() == arm.bots.len()) {
                references.push(Reference::new(fair, "equal share"));
            }
        } else if let Some(fair) = verdict.and_then(|v| v.fair) {
            references.push(Reference::new(fair, "fair"));
        }
        let axis = Axis::new(&axis_words(metric, unit), format(unit));
        Some(Figure::Forest(Forest {
            head: Heading {
                id: metric.clone(),
                title: format!("{} by arm", label(metric)),
                subtitle: format!("{} {}; {}", run.plan.question, games(&mine), level(run)),
                note: String::new(),
            },
            axis,
            rows,
            order: Order::Given,
            references,
            margin: margin.map(|(fair, margin)| Margin {
                low: fair - margin,
                high: fair + margin,
                label: "called level".to_owned(),
            }),
            keys: Vec::new(),
        }))
    };
    metrics.iter().filter_map(forest).collect()
}

/// What stands beside an axis of a metric.
#[must_use]
pub fn axis_words(metric: &str, unit: Unit) -> String {
    match (metric, unit) {
        ("first-seat-advantage", _) => {
            "Share of wins of the first seat minus an equal share (percentage points)".to_owned()
        }
        (name, Unit::Share) if name.ends_with("-share") => format!("{} (of all games)", label(name)),
        (name, _) => label(name),
    }
}

/// Share of wins by seat, for a handful of arms with tables of one size.
fn seat_bars(run: &Run) -> Vec<Figure> {
    let mut figures = Vec::new();
    let arms = unvaried(run);
    let mut sizes: Vec<usize> = arms.iter().map(|r| r.seats.len()).filter(|&n| n > 1).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let mine: Vec<&ArmResult> = arms.iter().copied().filter(|r| r.seats.len() == size).take(6).collect();
        let groups = (0..size).map(|seat| BarGroup {
            label: format!("Seat {seat}"),
            points: mine.iter().map(|r| point(&r.seats[seat].share)).collect(),
        });
        figures.push(Figure::SeatBars(SeatBars {
            head: Heading {
                id: format!("seats-{size}"),
                title: format!("Share of wins by seat, {size} at the table"),
                subtitle: format!("Seats in turn order from 0; {}; {}", games(&mine), level(run)),
                note: String::new(),
            },
            x: "Seat in turn order".to_owned(),
            y: Axis::new("Share of wins (shared wins divided)", Format::percent(0)),
            series: mine.iter().map(|r| run.plan.arms[r.index].name.clone()).collect(),
            groups: groups.collect(),
            references: vec![Reference::new(1.0 / size as f64, "equal share")],
        }));
    }
    figures
}

/// Distributions of each ruleset, a few arms side by side.
fn histograms(run: &Run) -> Vec<Figure> {
    let mut figures = Vec::new();
    let arms = unvaried(run);
    let mut ids: Vec<&str> = arms.iter().map(|r| run.plan.arms[r.index].ruleset).collect();
    ids.dedup();
    ids.sort_unstable();
    ids.dedup();
    for ruleset in ids {
        let mine: Vec<&ArmResult> = arms
            .iter()
            .copied()
            .filter(|r| run.plan.arms[r.index].ruleset == ruleset)
            .take(MOST_SERIES)
            .collect();
        let Some(first) = mine.first() else { continue };
        let plain = first.distributions.iter().enumerate().filter(|(_, (d, _))| d.name != SCORELINES);
        for (slot, (distribution, _)) in plain.take(MOST_DISTRIBUTIONS) {
            let counts: Vec<Vec<(i64, u64)>> = mine
                .iter()
                .map(|r| r.distributions[slot].1.iter().map(|(v, n)| (i64::from(v), n)).collect())
                .collect();
            let Some(low) = counts.iter().flatten().map(|(v, _)| *v).min() else { continue };
            // The longest game of a million is no reason to squeeze all others
            // into one bar: the last bin is open above the 99.8 % point.
            let high = counts.iter().map(|c| upper(c)).max().unwrap_or(low);
            let top = counts.iter().flatten().map(|(v, _)| *v).max().unwrap_or(high);
            let bins = Bins { open: top > high, ..Bins::covering(low, high, 40) };
            let series = mine.iter().zip(&counts).map(|(r, counts)| Spread {
                name: run.plan.arms[r.index].name.clone(),
                shares: bins.shares(counts),
                marks: mean(counts).map(|m| Reference::new(m, &format!("mean {m:.1}"))).into_iter().collect(),
            });
            figures.push(Figure::Histogram(Histogram {
                head: Heading {
                    id: format!("{ruleset}-{}", distribution.name),
                    title: format!("{}: {}", title(ruleset), distribution.name.replace('-', " ")),
                    subtitle: format!("{}; {}", distribution.definition, games(&mine)),
                    note: String::new(),
                },
                x: Axis::new(&label(distribution.name), Format::number(0)),
                y: Axis::new("Share of occurrences", Format::percent(0)),
                bins,
                series: series.collect(),
            }));
        }
    }
    figures
}

/// The value that 99.8 % of the occurrences do not exceed.
fn upper(counts: &[(i64, u64)]) -> i64 {
    let total: u64 = counts.iter().map(|(_, n)| n).sum();
    let mut seen = 0;
    for &(value, n) in counts {
        seen += n;
        if seen * 1000 >= total * 998 {
            return value;
        }
    }
    counts.last().map_or(0, |(v, _)| *v)
}

fn mean(counts: &[(i64, u64)]) -> Option<f64> {
    let total: u64 = counts.iter().map(|(_, n)| n).sum();
    let sum: f64 = counts.iter().map(|&(v, n)| v as f64 * n as f64).sum();
    (total > 0).then(|| sum / total as f64)
}

/// Effects of switches on the main metric, one tornado per base arm.
fn tornadoes(run: &Run) -> Vec<Figure> {
    let mut figures = Vec::new();
    let plan = &run.plan;
    let mut tables: Vec<(&str, &str)> = Vec::new();
    for arm in &plan.arms {
        if arm.effect.is_some() {
            let table = (arm.ruleset, arm.bots[0].as_str());
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
    }
    for (ruleset, bot) in tables {
        let mine: Vec<&ArmResult> = run
            .results
            .iter()
            .filter(|r| {
                let arm = &plan.arms[r.index];
                arm.ruleset == ruleset && arm.bots[0] == bot && arm.effect.is_some() && mirrored(arm)
            })
            .collect();
        let Some(first) = mine.first() else { continue };
        let metric = main_metric(&plan.arms[first.index], plan);
        let unit = main_unit(&plan.arms[first.index], plan);
        let mut rows: Vec<TornadoRow> = Vec::new();
        for result in &mine {
            let Some(effect) = &plan.arms[result.index].effect else { continue };
            let Some(difference) = result.metric(&metric).and_then(|m| m.difference.as_ref()) else {
                continue;
            };
            let end = TornadoEnd { setting: effect.value.clone(), effect: point(&difference.estimate) };
            match rows.iter_mut().find(|row| row.label == effect.key) {
                Some(row) => row.ends.push(end),
                None => rows.push(TornadoRow { label: effect.key.clone(), ends: vec![end] }),
            }
        }
        let size = |row: &TornadoRow| row.ends.iter().map(|e| e.effect.value.abs()).fold(0.0, f64::max);
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let all = rows.len();
        rows.truncate(MOST_SWITCHES);
        if rows.is_empty() {
            continue;
        }
        let what = if unit == Unit::Number { Format::number(1).with_sign() } else { Format::points(1) };
        let cut = if all > rows.len() {
            format!("; the {} largest of {all} switches", rows.len())
        } else {
            String::new()
        };
        figures.push(Figure::Tornado(Tornado {
            head: Heading {
                id: format!("effects-{ruleset}-{bot}"),
                title: format!("{}: what each switch does to the {}", title(ruleset), metric.replace('-', " ")),
                subtitle: format!(
                    "{bot} bots; one switch changed at a time against the printed game on the same luck; {}; {}{cut}",
                    games(&mine),
                    level(run)
                ),
                note: String::new(),
            },
            axis: Axis::new(&format!("Change of {}", metric.replace('-', " ")), what),
            rows,
            references: vec![Reference::new(0.0, "as printed")],
        }));
    }
    figures
}

/// All figures of a run, in the order of the report.
#[must_use]
pub fn figures(run: &Run) -> Vec<Figure> {
    if run.results.iter().all(|r| r.games == 0) {
        return Vec::new();
    }
    let mut figures = forests(run);
    figures.extend(running::convergences(run));
    figures.extend(tornadoes(run));
    figures.extend(seat_bars(run));
    figures.extend(scores::heat_maps(run));
    figures.extend(histograms(run));
    figures
}
