//! Which plots a run deserves: estimates to figures. No drawing here.

mod curves;
pub(super) mod effects;
mod running;
mod scores;
mod spreads;

use super::Run;
use super::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading, Key, Margin, Order, Point, Reference, Standing,
};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::{Unit, called};
use crate::metric::{Kind, Metric, Place};
use crate::scenario::{ArmName, PlanArm, Wording};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::estimate::Estimate;
use crate::verdict::{capital, count, equal_share, health, players, unmarked};

/// Rows of a forest that a reader can still take in.
const MOST_ROWS: usize = 40;
/// Equal shares closer than this are one line.
const SAME_LINE: f64 = 0.01;
/// Series of a histogram.
const MOST_SERIES: usize = 4;
/// Tables in a plot of seats.
const MOST_TABLES: usize = 8;

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

/// Arms that are not one-switch changes of another, and such changes that
/// somebody has given a name of their own.
fn unvaried(run: &Run) -> Vec<&ArmResult> {
    let is_varied = |arm: &PlanArm| arm.effect.is_some() && arm.name.wording != Wording::Given;
    run.results.iter().filter(|r| !is_varied(&run.plan.arms[r.index])).collect()
}

/// One forest per main metric: every arm with its interval, but those that a
/// curve shows (`drawn`) and pairs of a group, which get a forest of their own.
fn forests(run: &Run, drawn: &[usize]) -> Vec<Figure> {
    let mut metrics: Vec<Metric> = Vec::new();
    let shown = if run.results.len() <= MOST_ROWS { run.results.iter().collect() } else { unvaried(run) };
    let shown: Vec<&ArmResult> = shown.into_iter().filter(|r| !drawn.contains(&r.index)).collect();
    let mut groups: Vec<Option<&str>> = vec![None];
    for result in &shown {
        let group = run.plan.arms[result.index].name.group.as_deref();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for result in &shown {
        let main = main_of(run, result);
        if !metrics.contains(&main) {
            metrics.push(main);
        }
    }
    let several =
        shown.iter().any(|r| run.plan.arms[r.index].ruleset != run.plan.arms[shown[0].index].ruleset);
    let forest = |metric: Metric, group: Option<&str>| {
        let of_group = |r: &&ArmResult| run.plan.arms[r.index].name.group.as_deref() == group;
        let mut mine: Vec<&ArmResult> = shown
            .iter()
            .copied()
            .filter(|r| main_of(run, r) == metric && r.games > 0)
            .filter(of_group)
            .collect();
        let mut without = leave_out(run, &mut mine);
        mine.retain(|result| result.is_finished());
        // Strong play first, random play last.
        mine = chosen(run, &mine, mine.len());
        let all = mine.len();
        let mut cut = String::new();
        if all > MOST_ROWS {
            cut = strongest_only(run, &mut mine);
        }
        let bot_of = |result: &ArmResult| run.plan.arms[result.index].name.bot.as_deref();
        if !cut.is_empty() {
            // A stronger bot would have stood in its place anyway.
            let name = |arm: &ArmResult| (arm.index, &run.plan.arms[arm.index]);
            without.retain(|left| {
                let (at, left) = name(left);
                let stronger = |(other, arm): (usize, &PlanArm)| {
                    other > at && arm.ruleset == left.ruleset && arm.name.is_beside(&left.name)
                };
                !mine.iter().any(|arm| stronger(name(arm)))
            });
        }
        let told_once = !cut.is_empty() && mine.iter().all(|arm| bot_of(arm) == bot_of(mine[0]));
        if mine.len() > MOST_ROWS {
            let fair = yardsticks(run, metric, &mine).first().map_or(0.5, |line| line.value);
            let (all, third) = (mine.len(), most_telling(&mut mine, metric, fair));
            cut += &format!(
                "; of {all} arms the {third} highest, the {third} lowest and those nearest to fair, the rest is in summary.csv"
            );
        }
        mine.first()?;
        let unit = metric.unit();
        let margin = called_level(run, metric);
        let rows: Vec<ForestRow> = mine
            .iter()
            .filter_map(|result| {
                let named = result.metric(metric)?;
                // What must not be printed is not judged.
                let judged = margin.as_ref().filter(|_| !run.is_ill(result));
                let standing = match judged.map(|m| Bounds::between(m.low, m.high).judge(&named.estimate)) {
                    Some(Verdict::Pass) => Standing::Good,
                    Some(Verdict::Fail) => Standing::Bad,
                    Some(Verdict::Undecided) => Standing::Undecided,
                    None => Standing::Plain,
                };
                let arm = &run.plan.arms[result.index];
                let label = if group.is_some() {
                    let bot = bot_of(result).filter(|_| !told_once).map(str::to_owned);
                    ArmName { bot, ..arm.name.below() }.to_string()
                } else if run.results.len() == 1 {
                    unmarked(&players(&run.plan, result.index))
                } else if several {
                    health::mark(&below(&arm.name, arm.ruleset), run.is_ill(result))
                } else {
                    run.label(result)
                };
                let group = if several { arm.ruleset.title.to_owned() } else { String::new() };
                Some(ForestRow { group, label, point: point(&named.estimate), standing })
            })
            .collect();
        let called = run.called(metric, &mine);
        let axis = Axis::new(&axis_words(metric, &called), format(unit));
        Some(Figure::Forest(Forest {
            head: Heading {
                id: group.map_or(metric.name(), |group| format!("{metric}-{}", slug(group))),
                title: match group {
                    Some(group) => format!("{}: {group}", capital(&called)),
                    None => format!("{} by arm", capital(&called)),
                },
                subtitle: format!("{} {}; {}{cut}", run.plan.question, games(&mine), level(run)),
                note: match (left_out(run, &without), drawn.is_empty()) {
                    (note, true) => note,
                    (note, false) => format!("Arms that differ in one number are drawn as curves. {note}")
                        .trim_end()
                        .to_owned(),
                },
            },
            axis,
            rows,
            order: if all > MOST_ROWS || group.is_some() { Order::ByValue } else { Order::Given },
            references: yardsticks(run, metric, &mine),
            keys: margin.as_ref().map_or(Vec::new(), |_| level_keys()),
            margin,
        }))
    };
    let pairs = metrics.iter().flat_map(|&metric| groups.iter().map(move |&group| (metric, group)));
    pairs.filter_map(|(metric, group)| forest(metric, group)).collect()
}

/// Keeps the arms that may be printed; without any, those in which a game
/// finishes. What is not kept comes back.
fn leave_out<'a>(run: &Run, arms: &mut Vec<&'a ArmResult>) -> Vec<&'a ArmResult> {
    let harm = |result: &ArmResult| (!result.is_finished(), run.is_ill(result));
    let least = arms.iter().map(|result| harm(result)).min();
    let (kept, without) = arms.drain(..).partition(|result| Some(harm(result)) == least);
    *arms = kept;
    without
}

/// What a note says of arms that are not shown.
fn left_out(run: &Run, without: &[&ArmResult]) -> String {
    let names: Vec<String> = without.iter().map(|r| run.plan.arms[r.index].name.to_string()).collect();
    effects::left_out(&names)
}

/// A name as part of a file's.
fn slug(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let parts: String = letters.collect();
    parts.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Of each arm, how many of the same name are played by stronger bots.
fn ranks(run: &Run, arms: &[&ArmResult]) -> Vec<usize> {
    run.plan.ranks(&arms.iter().map(|arm| arm.index).collect::<Vec<_>>())
}

/// Keeps the arms of the strongest bot of each, where a panel plays all of
/// them; and what a subtitle says of the others.
fn strongest_only(run: &Run, arms: &mut Vec<&ArmResult>) -> String {
    let ranked = arms.iter().zip(ranks(run, arms));
    let kept: Vec<&ArmResult> = ranked.filter(|(_, rank)| *rank == 0).map(|(arm, _)| *arm).collect();
    let mut bots: Vec<&str> =
        kept.iter().filter_map(|r| run.plan.arms[r.index].name.bot.as_deref()).collect();
    bots.sort_unstable();
    bots.dedup();
    if kept.len() == arms.len() || kept.is_empty() {
        return String::new();
    }
    *arms = kept;
    let bots = if let [one] = bots[..] {
        format!("of {one}, the strongest bot")
    } else {
        "of the strongest bots".to_owned()
    };
    format!("; the arms {bots}, the others are in summary.csv")
}

/// As many arms as a plot holds, so that each name has its strongest bot before
/// any has a second; in the order of the plan, weaker bots behind.
fn chosen<'a>(run: &Run, arms: &[&'a ArmResult], most: usize) -> Vec<&'a ArmResult> {
    let mut order: Vec<usize> = (0..arms.len()).collect();
    let ranks = ranks(run, arms);
    order.sort_by_key(|&at| (ranks[at], at));
    order.into_iter().take(most).map(|at| arms[at]).collect()
}

/// The lines that the values of a main metric are held against: what is called
/// fair, or an equal share.
fn yardsticks(run: &Run, metric: Metric, arms: &[&ArmResult]) -> Vec<Reference> {
    let fair = run.plan.verdict.as_ref().and_then(|verdict| verdict.fair);
    match (metric, fair) {
        (Metric::FIRST_SEAT | Metric::SEAT_GAP, fair) if fair.unwrap_or(0.0) == 0.0 => {
            vec![Reference::new(0.0, "equal share")]
        }
        (_, Some(fair)) => {
            vec![Reference::new(fair, &format!("fair: {}", format(metric.unit()).value(fair)))]
        }
        (metric, None) if metric == Metric::entrant_share(0) => equal_shares(arms),
        (_, None) => Vec::new(),
    }
}

/// The stretch that the scenario calls level, of fairness over all seats without
/// being asked.
fn called_level(run: &Run, metric: Metric) -> Option<Margin> {
    let asked = run.plan.verdict.as_ref().and_then(|verdict| Some((verdict.fair?, verdict.margin?)));
    let usual = (metric == Metric::SEAT_GAP).then(|| (0.0, run.plan.margin()));
    let ((fair, margin), unit) = (asked.or(usual)?, metric.unit());
    Some(level_band(metric, fair, margin, unit))
}

/// The stretch of a metric that is called level; a distance has one end.
#[must_use]
pub fn level_band(metric: Metric, fair: f64, margin: f64, unit: Unit) -> Margin {
    let (low, high) = (fair - margin, fair + margin);
    let (low, told) = match metric {
        Metric::SEAT_GAP => (fair, format!("up to {}", format(unit).value(high))),
        _ => (low, format(unit).range(low, high)),
    };
    Margin { low, high, label: format!("called level: {told}") }
}

/// What the marks of a forest with a margin mean.
#[must_use]
pub fn level_keys() -> Vec<Key> {
    Key::list([
        (Standing::Good, "level: the whole interval inside the margin"),
        (Standing::Bad, "not level: the whole interval outside"),
        (Standing::Undecided, "undecided: the interval straddles an edge"),
    ])
}

/// Keeps the arms with the highest and the lowest values and those nearest to
/// fair, in the order of the plan; says how many of each.
fn most_telling(arms: &mut Vec<&ArmResult>, metric: Metric, fair: f64) -> usize {
    let third = MOST_ROWS / 3;
    let value = |r: &&ArmResult| r.metric(metric).map_or(f64::NAN, |m| m.estimate.value);
    arms.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let lowest = arms.split_off(arms.len() - third);
    let mut middle = arms.split_off(third);
    middle.sort_by(|a, b| (value(a) - fair).abs().total_cmp(&(value(b) - fair).abs()));
    middle.truncate(MOST_ROWS - 2 * third);
    arms.extend(middle.into_iter().chain(lowest));
    arms.sort_by_key(|r| r.index);
    third
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

/// Share of wins by seat, for a handful of arms with tables of one size.
fn seats(run: &Run) -> Vec<Figure> {
    let mut figures = Vec::new();
    let arms = unvaried(run);
    let mut sizes: Vec<usize> = arms.iter().map(|r| r.seats.len()).filter(|&n| n > 1).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let mut sized: Vec<&ArmResult> =
            arms.iter().copied().filter(|r| r.seats.len() == size && r.is_finished()).collect();
        let without = leave_out(run, &mut sized);
        let mine = chosen(run, &sized, (MOST_ROWS / size).clamp(1, MOST_TABLES));
        if mine.is_empty() {
            continue;
        }
        let cut = match sized.len() {
            all if all > mine.len() => format!("; {} of {all} arms, strongest bots first", mine.len()),
            _ => String::new(),
        };
        let alone = run.results.len() == 1;
        let row = |result: &ArmResult, seat: usize| ForestRow {
            group: if alone { String::new() } else { run.label(result) },
            label: capital(&called::player(seat)),
            point: point(&result.seats[seat].share),
            standing: Standing::Plain,
        };
        figures.push(Figure::Forest(Forest {
            head: Heading {
                id: format!("seats-{size}"),
                title: format!("Share of wins by player, {size} at the table"),
                subtitle: format!(
                    "Players {}; {}; {}{cut}",
                    called::numbered(mine.iter().map(|result| run.plan.arms[result.index].ruleset.facts())),
                    games(&mine),
                    level(run)
                ),
                note: left_out(run, &without),
            },
            axis: Axis::new("Share of wins (shared wins divided)", Format::percent(1)),
            rows: mine.iter().flat_map(|result| (0..size).map(|seat| row(result, seat))).collect(),
            order: Order::Given,
            references: equal_shares(&mine),
            margin: None,
            keys: Vec::new(),
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
    let (drawn, curves) = curves::curves(run);
    // Curves come first where they show most of what was varied.
    let varied = run.results.iter().filter(|result| run.plan.arms[result.index].effect.is_some()).count();
    let (mut figures, later) =
        if 2 * drawn.len() >= varied { (curves, Vec::new()) } else { (Vec::new(), curves) };
    figures.extend(forests(run, &drawn));
    figures.extend(running::convergences(run));
    figures.extend(effects::tornadoes(run));
    figures.extend(later);
    figures.extend(seats(run));
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
