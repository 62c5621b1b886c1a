//! Which plots a run deserves: estimates to figures. No drawing here.

pub(super) mod effects;
mod running;
mod scores;
mod spreads;

use super::Run;
use super::figure::{
    Axis, BarGroup, Figure, Forest, ForestRow, Format, Heading, Key, Margin, Order, Point, Reference,
    SeatBars, Standing,
};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::metric::{Kind, Metric, Place};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::estimate::Estimate;
use crate::verdict::{capital, count, equal_share, players};

/// Rows of a forest that a reader can still take in.
const MOST_ROWS: usize = 40;
/// Equal shares closer than this are one line.
const SAME_LINE: f64 = 0.01;
/// Series of a histogram.
const MOST_SERIES: usize = 4;

/// An estimate as a point with its interval.
#[must_use]
pub fn point(estimate: &Estimate) -> Point {
    Point::new(estimate.value, estimate.low, estimate.high)
}

/// A metric's name as a title: `VAR turned rate`, `Winning margin`.
#[must_use]
pub fn label(metric: Metric) -> String {
    capital(&metric.worded())
}

/// What stands beside an axis of differences of a metric, with their unit.
fn change_words(metric: Metric, unit: Unit) -> String {
    match unit {
        Unit::Number => format!("Change of {}", metric.worded()),
        Unit::Share | Unit::Points => format!("Change of {} (percentage points)", metric.worded()),
    }
}

/// An axis of differences of a metric, means to this many decimals.
#[must_use]
pub fn change_axis(metric: Metric, decimals: u8) -> Axis {
    let format = match metric.unit() {
        Unit::Number => Format::number(decimals).with_sign(),
        Unit::Share | Unit::Points => Format::points(1),
    };
    Axis::new(&change_words(metric, metric.unit()), format)
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
    format!("whiskers are {} % intervals", run.manner.level * 100.0)
}

/// The metric that says whether an arm is level.
fn main_of(run: &Run, result: &ArmResult) -> Metric {
    run.plan.main_metric(&run.plan.arms[result.index])
}

/// Arms that are not one-switch changes of another.
fn unvaried(run: &Run) -> Vec<&ArmResult> {
    run.results.iter().filter(|r| run.plan.arms[r.index].effect.is_none()).collect()
}

/// One forest per main metric: every arm with its interval.
fn forests(run: &Run) -> Vec<Figure> {
    let mut metrics: Vec<Metric> = Vec::new();
    let shown = if run.results.len() <= MOST_ROWS { run.results.iter().collect() } else { unvaried(run) };
    for result in &shown {
        let main = main_of(run, result);
        if !metrics.contains(&main) {
            metrics.push(main);
        }
    }
    let verdict = run.plan.verdict.as_ref();
    let margin = verdict.and_then(|v| Some((v.fair?, v.margin?)));
    let several =
        shown.iter().any(|r| run.plan.arms[r.index].ruleset != run.plan.arms[shown[0].index].ruleset);
    let forest = |&metric: &Metric| {
        let mut mine: Vec<&ArmResult> =
            shown.iter().copied().filter(|r| main_of(run, r) == metric && r.games > 0).collect();
        let without: Vec<String> = mine
            .iter()
            .filter(|r| !r.is_finished())
            .map(|r| run.plan.arms[r.index].name.to_string())
            .collect();
        mine.retain(|r| r.is_finished());
        let all = mine.len();
        let cut = if all > MOST_ROWS {
            extremes(&mut mine, metric);
            let half = MOST_ROWS / 2;
            format!("; the {half} highest and the {half} lowest of {all} arms, the rest is in summary.csv")
        } else {
            String::new()
        };
        mine.first()?;
        let unit = metric.unit();
        let rows: Vec<ForestRow> = mine
            .iter()
            .filter_map(|result| {
                let named = result.metric(metric)?;
                let standing =
                    match margin.map(|(fair, margin)| Bounds::around(fair, margin).judge(&named.estimate)) {
                        Some(Verdict::Pass) => Standing::Good,
                        Some(Verdict::Fail) => Standing::Bad,
                        Some(Verdict::Undecided) => Standing::Undecided,
                        None => Standing::Plain,
                    };
                let arm = &run.plan.arms[result.index];
                let label = if run.results.len() == 1 {
                    players(&run.plan, result.index).replace('`', "")
                } else {
                    run.label(result)
                };
                let group = if several { arm.ruleset.title.to_owned() } else { String::new() };
                let label = if several { below(&label, arm.ruleset) } else { label };
                Some(ForestRow { group, label, point: point(&named.estimate), standing })
            })
            .collect();
        let axis = Axis::new(&axis_words(metric), format(unit));
        Some(Figure::Forest(Forest {
            head: Heading {
                id: metric.name(),
                title: format!("{} by arm", label(metric)),
                subtitle: format!("{} {}; {}{cut}", run.plan.question, games(&mine), level(run)),
                note: effects::left_out(&without),
            },
            axis,
            rows,
            order: if all > MOST_ROWS { Order::ByValue } else { Order::Given },
            references: yardsticks(run, metric, &mine),
            margin: called_level(run, unit),
            keys: margin.map_or(Vec::new(), |_| level_keys()),
        }))
    };
    metrics.iter().filter_map(forest).collect()
}

/// The lines that the values of a main metric are held against: what is called
/// fair, or an equal share.
fn yardsticks(run: &Run, metric: Metric, arms: &[&ArmResult]) -> Vec<Reference> {
    let fair = run.plan.verdict.as_ref().and_then(|verdict| verdict.fair);
    match (metric, fair) {
        (Metric::FIRST_SEAT, fair) if fair.unwrap_or(0.0) == 0.0 => {
            vec![Reference::new(0.0, "equal share")]
        }
        (_, Some(fair)) => {
            vec![Reference::new(fair, &format!("fair: {}", format(metric.unit()).value(fair)))]
        }
        (metric, None) if metric == Metric::entrant_share(0) => equal_shares(arms),
        (_, None) => Vec::new(),
    }
}

/// The stretch that the scenario calls level.
fn called_level(run: &Run, unit: Unit) -> Option<Margin> {
    let verdict = run.plan.verdict.as_ref()?;
    let (fair, margin) = (verdict.fair?, verdict.margin?);
    let (low, high) = (fair - margin, fair + margin);
    Some(Margin { low, high, label: format!("called level: {}", format(unit).range(low, high)) })
}

/// What the marks of a forest with a margin mean.
fn level_keys() -> Vec<Key> {
    Key::list([
        (Standing::Good, "level: the whole interval inside the margin"),
        (Standing::Bad, "not level: the whole interval outside"),
        (Standing::Undecided, "undecided: the interval straddles an edge"),
    ])
}

/// Keeps the arms with the highest and the lowest values, in the order of the
/// plan.
fn extremes(arms: &mut Vec<&ArmResult>, metric: Metric) {
    let value = |r: &&ArmResult| r.metric(metric).map_or(f64::NAN, |m| m.estimate.value);
    arms.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let lowest = arms.split_off(arms.len() - MOST_ROWS / 2);
    arms.truncate(MOST_ROWS / 2);
    arms.extend(lowest);
    arms.sort_by_key(|r| r.index);
}

/// An arm's name under a heading that names its ruleset already.
fn below(name: &str, ruleset: RulesetId) -> String {
    let rest = [ruleset.id, ruleset.title].into_iter().find_map(|said| name.strip_prefix(said));
    let rest = rest.map_or(name, |rest| rest.trim_start_matches([' ', ',', ':', '·', '—', '(']));
    // A bare number says nothing by itself.
    if rest.chars().any(char::is_alphabetic) { rest.to_owned() } else { name.to_owned() }
}

/// What stands beside an axis of a metric.
#[must_use]
pub fn axis_words(metric: Metric) -> String {
    match metric {
        Metric::FIRST_SEAT => {
            "Share of wins of the first seat minus an equal share (percentage points)".to_owned()
        }
        Metric::Common(common) if common.unit() == Unit::Share => {
            format!("{} (of all games)", label(metric))
        }
        Metric::Place(Place { kind: Kind::Share, .. }) => format!("{} (of all games)", label(metric)),
        // A ruleset's own shares have denominators of their own.
        Metric::Common(_) | Metric::Own(_) | Metric::Place(_) | Metric::Quantile(_) => label(metric),
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
            series: mine.iter().map(|r| run.label(r)).collect(),
            groups: groups.collect(),
            references: equal_shares(&mine),
        }));
    }
    figures
}

/// Lines at an equal share of the games that players win ([`equal_share`]).
fn equal_shares(arms: &[&ArmResult]) -> Vec<Reference> {
    share_lines(&arms.iter().filter(|arm| arm.games > 0).map(|arm| equal_share(arm)).collect::<Vec<_>>())
}

/// Lines at equal shares; arms whose lines would fall together get one.
fn share_lines(shares: &[f64]) -> Vec<Reference> {
    let (low, high) = shares
        .iter()
        .filter(|s| s.is_finite())
        .fold((1.0_f64, 0.0_f64), |(low, high), &s| (low.min(s), high.max(s)));
    if low > high {
        return Vec::new();
    }
    let label = |value: f64| format!("equal share: {}", Format::percent(1).value(value));
    if high - low < SAME_LINE {
        let middle = f64::midpoint(low, high);
        return vec![Reference::new(middle, &label(middle))];
    }
    [low, high]
        .into_iter()
        .zip(["lowest", "highest"])
        .map(|(value, which)| Reference::new(value, &format!("{} ({which} of the arms)", label(value))))
        .collect()
}

/// All figures of a run, in the order of the report.
#[must_use]
pub fn figures(run: &Run) -> Vec<Figure> {
    if run.results.iter().all(|r| r.games == 0) {
        return Vec::new();
    }
    let mut figures = forests(run);
    figures.extend(running::convergences(run));
    figures.extend(effects::tornadoes(run));
    figures.extend(seat_bars(run));
    figures.extend(scores::heat_maps(run));
    figures.extend(spreads::histograms(run));
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Common;

    #[test]
    fn titles_and_axes_name_metrics_in_words() {
        let common = Metric::Common;
        assert_eq!(label(common(Common::WinningMargin)), "Winning margin");
        let share = common(Common::UnfinishedShare);
        assert_eq!(change_words(share, share.unit()), "Change of unfinished share (percentage points)");
        assert_eq!(axis_words(share), "Unfinished share (of all games)");
        let number = common(Common::DecisionsPerGame);
        assert_eq!(change_words(number, number.unit()), "Change of decisions per game");
    }

    #[test]
    fn rows_do_not_repeat_their_heading() {
        let id = crate::rulesets::app().find("futbol-dash").unwrap();
        assert_eq!(below("futbol-dash: as printed · planner", id), "as printed · planner");
        assert_eq!(below("Futbol Dash, two players", id), "two players");
        assert_eq!(below("Futbol Dash, 2", id), "Futbol Dash, 2", "a bare number says nothing");
        assert_eq!(below("no corner", id), "no corner");
    }

    #[test]
    fn the_equal_share_is_that_of_the_games_won() {
        let lines = |shares: &[f64]| -> Vec<(f64, String)> {
            share_lines(shares).into_iter().map(|line| (line.value, line.label)).collect()
        };
        assert_eq!(lines(&[0.5, 0.5]), [(0.5, "equal share: 50.0\u{a0}%".to_owned())]);
        let one = lines(&[0.232]);
        assert_eq!(
            one,
            [(0.232, "equal share: 23.2\u{a0}%".to_owned())],
            "7 % of four's games are won by nobody"
        );
        let apart = lines(&[0.25, 0.20, 0.22]);
        assert_eq!(apart.iter().map(|line| line.0).collect::<Vec<_>>(), [0.20, 0.25]);
        assert!(apart[0].1.ends_with("(lowest of the arms)"));
        assert_eq!(lines(&[f64::NAN]), []);
    }
}
