//! Which plots a run deserves: estimates to figures. No drawing here.

mod choice;
mod curves;
pub(super) mod effects;
mod forests;
mod running;
mod scores;
mod spreads;
mod yardsticks;

pub use self::yardsticks::{level_band, level_keys};
use super::Run;
use super::figure::{Axis, Figure, Format, Point};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::metric::{Kind, Metric, Place};
use crate::scenario::ArmName;
use crate::stats::estimate::Estimate;
use crate::verdict::{capital, count};

/// Rows of a forest that a reader can still take in.
const MOST_ROWS: usize = 40;
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

/// What stands beside an axis of differences of what is called so, with their
/// unit.
fn change_words(called: &str, unit: Unit) -> String {
    match unit {
        Unit::Number => format!("Change of {called}"),
        Unit::Share | Unit::Points => format!("Change of {called} (percentage points)"),
    }
}

/// An axis of differences of a metric that is called so, means to this many
/// decimals.
#[must_use]
pub fn change_axis(metric: Metric, called: &str, decimals: u8) -> Axis {
    let format = match metric.unit() {
        Unit::Number => Format::number(decimals).with_sign(),
        Unit::Share | Unit::Points => Format::points(1),
    };
    Axis::new(&change_words(called, metric.unit()), format)
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
    format!("whiskers {}", intervals(run))
}

/// What is drawn around a value.
fn intervals(run: &Run) -> String {
    format!("are {} % intervals", run.manner.level * 100.0)
}

/// The metric that says whether an arm is level.
fn main_of(run: &Run, result: &ArmResult) -> Metric {
    run.plan.main_metric(&run.plan.arms[result.index])
}

/// What stands beside an axis of a metric that is called so.
#[must_use]
pub fn axis_words(metric: Metric, called: &str) -> String {
    match metric {
        Metric::FIRST_SEAT => {
            "Share of wins of the first seat minus an equal share (percentage points)".to_owned()
        }
        Metric::SEAT_GAP => {
            "Distance of the farthest seat's share of wins from an equal one (percentage points)".to_owned()
        }
        Metric::Common(common) if common.unit() == Unit::Share => {
            format!("{} (of all games)", capital(called))
        }
        Metric::Place(Place { kind: Kind::Share, .. }) => format!("{} (of all games)", capital(called)),
        // A ruleset's own shares have denominators of their own.
        Metric::Common(_) | Metric::Own(_) | Metric::Place(_) | Metric::Quantile(_) => capital(called),
    }
}

/// An arm's name under a heading that names its ruleset already, which somebody
/// may have put into it too.
fn below(name: &ArmName, ruleset: RulesetId) -> String {
    let name = name.to_string();
    let rest = [ruleset.id, ruleset.title].into_iter().find_map(|said| name.strip_prefix(said));
    let rest = rest.map_or(&*name, |rest| rest.trim_start_matches([' ', ',', ':', '·', '—', '(']));
    // A bare number says nothing by itself.
    if rest.chars().any(char::is_alphabetic) { rest.to_owned() } else { name }
}

/// A name as part of a file's.
fn slug(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let parts: String = letters.collect();
    parts.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// All figures of a run, in the order of the report.
#[must_use]
pub fn figures(run: &Run) -> Vec<Figure> {
    if run.results.iter().all(|r| r.games == 0) {
        return Vec::new();
    }
    let (drawn, curves) = curves::curves(run);
    // Curves come first where they show most of what was varied.
    let varied = run.results.iter().filter(|result| run.plan.arms[result.index].effect.is_some()).count();
    let (mut figures, later) =
        if 2 * drawn.len() >= varied { (curves, Vec::new()) } else { (Vec::new(), curves) };
    figures.extend(forests::of_arms(run, &drawn));
    figures.extend(running::convergences(run));
    figures.extend(effects::tornadoes(run));
    figures.extend(later);
    figures.extend(forests::of_seats(run));
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
        assert_eq!(
            change_words(&share.worded(), share.unit()),
            "Change of unfinished share (percentage points)"
        );
        assert_eq!(axis_words(share, &share.worded()), "Unfinished share (of all games)");
        let number = common(Common::DecisionsPerGame);
        assert_eq!(change_words(&number.worded(), number.unit()), "Change of decisions per game");
    }

    #[test]
    fn rows_do_not_repeat_their_heading() {
        let id = crate::rulesets::app().find("futbol-dash").unwrap();
        assert_eq!(below(&ArmName::of("as printed", "planner"), id), "as printed · planner");
        assert_eq!(below(&"Futbol Dash, two players".into(), id), "two players");
        assert_eq!(below(&"Futbol Dash, 2".into(), id), "Futbol Dash, 2", "a bare number says nothing");
        assert_eq!(below(&"no corner".into(), id), "no corner");
    }
}
