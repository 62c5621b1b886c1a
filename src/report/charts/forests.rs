//! Values with their intervals, arm by arm and seat by seat.

use super::choice::{chosen, leave_out, left_out, most_telling, strongest_only, unvaried};
use super::yardsticks::{called_level, equal_shares, level_keys, yardsticks};
use super::{MOST_ROWS, axis_words, below, format, games, level, main_of, point, slug};
use crate::estimates::ArmResult;
use crate::game::called;
use crate::metric::Metric;
use crate::report::Run;
use crate::report::figure::{Axis, Figure, Forest, ForestRow, Format, Heading, Order, Standing};
use crate::scenario::{ArmName, PlanArm};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::verdict::{capital, health, players, unmarked};

/// Tables in a plot of seats.
const MOST_TABLES: usize = 8;

/// One forest per main metric: every arm with its interval, but those that a
/// curve shows (`drawn`) and pairs of a group, which get a forest of their own.
pub(super) fn of_arms(run: &Run, drawn: &[usize]) -> Vec<Figure> {
    let shown = if run.results.len() <= MOST_ROWS { run.results.iter().collect() } else { unvaried(run) };
    let shown: Vec<&ArmResult> = shown.into_iter().filter(|r| !drawn.contains(&r.index)).collect();
    let mut groups: Vec<Option<&str>> = vec![None];
    let mut metrics: Vec<Metric> = Vec::new();
    for result in &shown {
        let (group, main) = (group_of(run, result), main_of(run, result));
        if !groups.contains(&group) {
            groups.push(group);
        }
        if !metrics.contains(&main) {
            metrics.push(main);
        }
    }
    let ruleset = |result: &ArmResult| run.plan.arms[result.index].ruleset;
    let headed = shown.iter().any(|result| ruleset(result) != ruleset(shown[0]));
    let pairs = metrics.iter().flat_map(|&metric| groups.iter().map(move |&group| (metric, group)));
    let forest = |(metric, group)| {
        let of_forest =
            |r: &&ArmResult| main_of(run, r) == metric && group_of(run, r) == group && r.games > 0;
        let arms = shown.iter().copied().filter(of_forest).collect();
        let mut forest = Shown { headed, ..Shown::of(run, metric, arms) };
        if !drawn.is_empty() {
            let note = ["Arms that differ in one number are drawn as curves.", &forest.note];
            forest.note = note.join(" ").trim_end().into();
        }
        forest.drawn(run, (metric, group))
    };
    pairs.filter_map(forest).collect()
}

fn group_of<'a>(run: &'a Run, result: &ArmResult) -> Option<&'a str> {
    run.plan.arms[result.index].name.group.as_deref()
}

fn bot_of<'a>(run: &'a Run, result: &ArmResult) -> Option<&'a str> {
    run.plan.arms[result.index].name.bot.as_deref()
}

/// The arms of one forest.
struct Shown<'a> {
    arms: Vec<&'a ArmResult>,
    /// What stands below: which of them must not be printed.
    note: String,
    /// What the subtitle says of those for which there is no room.
    cut: String,
    /// Whether there were more than a reader can take in.
    many: bool,
    /// Whether the subtitle names the bot of all of them.
    told_once: bool,
    /// Whether every ruleset has a heading of its own.
    headed: bool,
}

impl<'a> Shown<'a> {
    fn of(run: &Run, metric: Metric, mut arms: Vec<&'a ArmResult>) -> Self {
        let mut without = leave_out(run, &mut arms);
        arms.retain(|result| result.is_finished());
        // Strong play first, random play last.
        arms = chosen(run, &arms, arms.len());
        let many = arms.len() > MOST_ROWS;
        let mut cut = String::new();
        if many {
            cut = strongest_only(run, &mut arms);
        }
        if !cut.is_empty() {
            // A stronger bot would have stood in its place anyway.
            let name = |arm: &ArmResult| (arm.index, &run.plan.arms[arm.index]);
            without.retain(|left| {
                let (at, left) = name(left);
                let stronger = |(other, arm): (usize, &PlanArm)| {
                    other > at && arm.ruleset == left.ruleset && arm.name.is_beside(&left.name)
                };
                !arms.iter().any(|arm| stronger(name(arm)))
            });
        }
        let told_once = !cut.is_empty() && arms.iter().all(|arm| bot_of(run, arm) == bot_of(run, arms[0]));
        if arms.len() > MOST_ROWS {
            let fair = yardsticks(run, metric, &arms).first().map_or(0.5, |line| line.value);
            let (all, third) = (arms.len(), most_telling(&mut arms, metric, fair));
            cut += &format!(
                "; of {all} arms the {third} highest, the {third} lowest and those nearest to fair, the rest is in summary.csv"
            );
        }
        let note = left_out(run, &without);
        Self { arms, note, cut, many, told_once, headed: false }
    }

    /// Nothing without arms.
    fn drawn(self, run: &Run, (metric, group): (Metric, Option<&str>)) -> Option<Figure> {
        self.arms.first()?;
        let margin = called_level(run, metric);
        let row = |result: &&ArmResult| {
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
                let bot = bot_of(run, result).filter(|_| !self.told_once).map(str::to_owned);
                ArmName { bot, ..arm.name.below() }.to_string()
            } else if run.results.len() == 1 {
                unmarked(&players(&run.plan, result.index))
            } else if self.headed {
                health::mark(&below(&arm.name, arm.ruleset), run.is_ill(result))
            } else {
                run.label(result)
            };
            let group = if self.headed { arm.ruleset.title.to_owned() } else { String::new() };
            Some(ForestRow { group, label, point: point(&named.estimate), standing })
        };
        let called = run.called(metric, &self.arms);
        Some(Figure::Forest(Forest {
            head: Heading {
                id: group.map_or(metric.name(), |group| format!("{metric}-{}", slug(group))),
                title: match group {
                    Some(group) => format!("{}: {group}", capital(&called)),
                    None => format!("{} by arm", capital(&called)),
                },
                subtitle: format!("{} {}; {}{}", run.plan.question, games(&self.arms), level(run), self.cut),
                note: self.note,
            },
            axis: Axis::new(&axis_words(metric, &called), format(metric.unit())),
            rows: self.arms.iter().filter_map(row).collect(),
            order: if self.many || group.is_some() { Order::ByValue } else { Order::Given },
            references: yardsticks(run, metric, &self.arms),
            keys: margin.as_ref().map_or(Vec::new(), |_| level_keys()),
            margin,
        }))
    }
}

/// Share of wins by seat, for a handful of arms with tables of one size.
pub(super) fn of_seats(run: &Run) -> Vec<Figure> {
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
