//! The experiments with made-up games: one entry per row.

use super::made_up::{Draws, Rules};
use super::{Bench, Claim, Experiment};
use crate::arena::schedule;
use crate::campaign;
use crate::estimates::Manner;
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::{Length, PlanArm, Problem};
use crate::stats::Estimate;
use crate::stats::sequential::precision;

/// What is looked at.
#[derive(Debug, Clone, Copy)]
enum Asked {
    /// A metric of the first arm.
    Value(&'static str),
    /// What the second arm changes.
    Change(&'static str),
    /// The shares of all seats, at once.
    Seats,
    /// The test that all seats win equally often: an error where it rejects.
    Equal,
}

/// One entry: kind, what is played (players, blocks, switches of the first arm,
/// switches of the second), what is asked, what is claimed.
struct Entry(&'static str, u8, u64, &'static str, &'static str, Asked, Claim);

use Asked::{Change, Equal, Seats, Value};
use Claim::{ErrsAtMost, Holds, HoldsAtLeast};

/// One player is a table of two whose entrants are alike: every game is a block.
#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    Entry("rate", 1, 400, "chance = 3000", "", Value("events"), Holds),
    Entry("rate", 1, 2_000, "chance = 500", "", Value("events"), Holds),
    Entry("rate", 2, 300, "chance = 3000, shared = 60", "", Value("events"), Holds),
    Entry("rate", 4, 150, "chance = 3000, shared = 60", "", Value("events"), Holds),
    Entry("rate", 4, 8, "chance = 3000, shared = 60", "", Value("events"), HoldsAtLeast),
    Entry("rare rate", 1, 400, "chance = 4", "", Value("events"), HoldsAtLeast),
    Entry("rare rate", 1, 60, "chance = 26", "", Value("events"), HoldsAtLeast),
    Entry("rare rate", 1, 1_000, "chance = 100", "", Value("events"), HoldsAtLeast),
    Entry("rare rate", 2, 150, "chance = 200, shared = 60", "", Value("events"), HoldsAtLeast),
    Entry("rare rate", 3, 500, "chance = 10, shared = 30", "", Value("events"), HoldsAtLeast),
    Entry("mean", 1, 300, "shape = \"even\"", "", Value("turns-per-game"), Holds),
    Entry("mean", 1, 20, "shape = \"even\"", "", Value("turns-per-game"), Holds),
    Entry("mean", 1, 60, "shape = \"long\"", "", Value("turns-per-game"), Holds),
    Entry("mean", 4, 20, "shape = \"long\", shared = 60", "", Value("turns-per-game"), Holds),
    Entry("mean, heavy tail", 1, 300, "shape = \"heavy\"", "", Value("turns-per-game"), Holds),
    Entry("mean, heavy tail", 1, 300, "shape = \"lumps\"", "", Value("turns-per-game"), HoldsAtLeast),
    Entry("mean, heavy tail", 2, 2_000, "shape = \"heavy\", shared = 60", "", Value("turns-per-game"), Holds),
    Entry("ratio", 1, 60, "chance = 3000", "", Value("hits-per-try"), Holds),
    Entry("ratio", 4, 150, "chance = 3000, shared = 60", "", Value("hits-per-try"), Holds),
    Entry("ratio", 1, 200, "chance = 100", "", Value("hits-per-try"), HoldsAtLeast),
    Entry("ratio", 1, 100, "shape = \"long\"", "", Value("length-per-try"), Holds),
    Entry("difference of means", 1, 300, "shape = \"long\"", "shape = \"long\", parted = 300", Change("turns-per-game"), Holds),
    Entry("difference of means", 1, 60, "shape = \"long\"", "shape = \"long\", parted = 1000", Change("turns-per-game"), Holds),
    Entry("difference of means", 2, 500, "shape = \"heavy\", shared = 60", "shape = \"even\", shared = 60", Change("turns-per-game"), Holds),
    Entry("difference of rates", 1, 400, "chance = 3000", "chance = 3000, parted = 300", Change("events"), Holds),
    Entry("difference of rates", 1, 1_000, "chance = 3000", "chance = 3000, parted = 10", Change("events"), HoldsAtLeast),
    Entry("difference of rates", 2, 400, "chance = 3000, shared = 60", "chance = 4000, shared = 60", Change("events"), Holds),
    Entry("difference of ratios", 1, 40, "chance = 3000", "chance = 3000, parted = 300", Change("hits-per-try"), Holds),
    Entry("difference of ratios", 1, 40, "chance = 3000", "chance = 3000, parted = 1000", Change("hits-per-try"), Holds),
    Entry("difference of ratios", 2, 300, "chance = 3000, shared = 60", "chance = 3500, shared = 60", Change("hits-per-try"), Holds),
    Entry("difference of ratios", 1, 300, "shape = \"long\"", "shape = \"long\", parted = 20", Change("length-per-try"), HoldsAtLeast),
    Entry("quantile", 1, 1_000, "shape = \"heavy\"", "", Value("p50-turns"), Holds),
    Entry("quantile", 1, 2_000, "shape = \"heavy\"", "", Value("p90-turns"), Holds),
    Entry("quantile", 2, 1_000, "shape = \"heavy\", shared = 30", "", Value("p50-turns"), Holds),
    Entry("quantile", 4, 500, "shape = \"heavy\", shared = 30", "", Value("p90-turns"), Holds),
    Entry("quantile", 4, 500, "shape = \"heavy\", shared = 100", "", Value("p50-turns"), Holds),
    Entry("quantile", 2, 300, "shape = \"long\", shared = 30", "", Value("p50-turns"), HoldsAtLeast),
    Entry("difference of quantiles", 1, 1_000, "shape = \"heavy\"", "shape = \"heavy\", parted = 300", Change("p50-turns"), HoldsAtLeast),
    Entry("difference of quantiles", 1, 1_000, "shape = \"heavy\"", "shape = \"heavy\", parted = 1000", Change("p50-turns"), HoldsAtLeast),
    Entry("difference of quantiles", 4, 500, "shape = \"heavy\", shared = 30", "shape = \"heavy\", shared = 30, parted = 300", Change("p90-turns"), HoldsAtLeast),
    Entry("difference of quantiles", 2, 500, "shape = \"heavy\"", "shape = \"even\"", Change("p50-turns"), HoldsAtLeast),
    Entry("seats at once", 2, 300, "", "", Seats, HoldsAtLeast),
    Entry("seats at once", 3, 200, "", "", Seats, Holds),
    Entry("seats at once", 4, 200, "shared = 60", "", Seats, HoldsAtLeast),
    Entry("seats at once", 6, 200, "shared = 60", "", Seats, HoldsAtLeast),
    Entry("equal seats", 3, 200, "", "", Equal, ErrsAtMost),
    Entry("equal seats", 4, 200, "shared = 60", "", Equal, ErrsAtMost),
    Entry("equal seats", 6, 400, "", "", Equal, ErrsAtMost),
];

/// Bots that take seats in turn, or one that sits everywhere.
fn bots(players: u8) -> String {
    match players {
        1 => "bots = \"this\"\n".to_owned(),
        _ => {
            let names: Vec<&str> = ["this", "that"].into_iter().cycle().take(players.into()).collect();
            format!("bots = {names:?}\n")
        }
    }
}

fn scenario(players: u8, first: &str, second: &str) -> String {
    let seats = format!("players = {}", players.max(2));
    let set = |more: &str| {
        let comma = if more.is_empty() { "" } else { ", " };
        format!("set = {{ {seats}{comma}{more} }}\n")
    };
    let arm = |name: &str, more: &str| format!("[[arm]]\nname = \"{name}\"\n{}", set(more));
    let other = if second.is_empty() { String::new() } else { arm("second", second) };
    format!("{}{}{other}", bots(players), arm("first", first))
}

/// The true value of a metric of the made-up game.
fn truth(arm: &PlanArm, metric: Metric) -> f64 {
    let rules = Rules::new(Draws::of(&arm.settings));
    match metric {
        Metric::Quantile(quantile) => rules.quantile(quantile.share()),
        // Its numbers are lengths, its shares those of events.
        _ if metric.unit() == Unit::Number => rules.mean(),
        _ => rules.chance(),
    }
}

impl Entry {
    fn about(&self) -> String {
        let Self(_, players, blocks, first, second, asked, _) = self;
        let what = match asked {
            Value(metric) => format!("`{metric}`"),
            Change(metric) => format!("change of `{metric}`"),
            Seats => "shares of all seats".to_owned(),
            Equal => "test of equal seats".to_owned(),
        };
        let games = match players {
            1 => format!("{blocks} games"),
            n => format!("{blocks} blocks of {n} games"),
        };
        let more = if second.is_empty() { String::new() } else { format!(" against {second}") };
        let set = if first.is_empty() { String::new() } else { format!(", {first}{more}") };
        format!("{what}, {games}{set}").replace('"', "")
    }

    fn experiment(&'static self) -> Result<Experiment, Vec<Problem>> {
        let &Self(kind, players, blocks, first, second, asked, claim) = self;
        let bench = Bench::made_up(&scenario(players, first, second))?;
        let arms = &bench.plan.arms;
        let known = arms[0].metrics();
        let metric = |name: &str| known.resolve("metric", name).map_err(|fault| vec![Problem::flag(fault)]);
        let manner = bench.fixed();
        let held = |e: Estimate, truth: f64| Some(e.contains(truth));
        Ok(match asked {
            Value(name) => {
                let metric = metric(name)?;
                let truth = truth(&arms[0], metric);
                Experiment::new(kind, self.about(), claim, move |number| {
                    let played = bench.played(bench.sums(number, blocks));
                    held(bench.value(&played, 0, metric, manner), truth)
                })
            }
            Change(name) => {
                let metric = metric(name)?;
                let truth = truth(&arms[1], metric) - truth(&arms[0], metric);
                Experiment::new(kind, self.about(), claim, move |number| {
                    let played = bench.played(bench.sums(number, blocks));
                    held(bench.difference(&played, metric, manner)?, truth)
                })
            }
            Seats => {
                let fair = 1.0 / f64::from(players);
                Experiment::new(kind, self.about(), claim, move |number| {
                    let played = bench.played(bench.sums(number, blocks));
                    let seats = &bench.results(&played, manner)[0].seats;
                    Some(seats.iter().all(|seat| seat.share.contains(fair)))
                })
            }
            Equal => Experiment::new(kind, self.about(), claim, move |number| {
                let played = bench.played(bench.sums(number, blocks));
                let test = bench.results(&played, manner)[0].equal_seats.clone()?;
                Some(test.p_value <= 0.05)
            }),
        })
    }
}

/// Most blocks of a run that stops at a precision.
const MOST_STOPPED: u64 = 40_000;

/// Runs that stop at a precision, at the looks of every such run: the interval that they report, and where its
/// value lies.
fn stopped(about: &str, text: &str, metric: &'static str) -> Result<Experiment, Vec<Problem>> {
    let bench = Bench::made_up(text)?;
    let known = bench.plan.arms[0].metrics();
    let asked = known.resolve("metric", metric).map_err(|fault| vec![Problem::flag(fault)])?;
    let truth = truth(&bench.plan.arms[0], asked);
    let end = move |number: u64| -> Option<Estimate> {
        let Length::Precision { half_width, .. } = bench.plan.length else { return None };
        let manner = Manner::deciding(&bench.plan);
        let (mut sums, mut from) = (bench.nothing(), 0);
        for look in schedule::looks(campaign::FIRST_LOOK, MOST_STOPPED) {
            let start = number * MOST_STOPPED;
            bench.merge(&mut sums, bench.blocks(start + from..start + look));
            from = look;
            let made = bench.value(&bench.played(sums.clone()), 0, asked, manner);
            if precision::reached(&made, half_width) {
                return Some(made);
            }
        }
        None
    };
    let rows =
        vec![("stopped at a precision", Claim::HoldsAtLeast), ("value at a precision stop", Claim::Median)];
    Ok(Experiment::of_rows(about, rows, move |number| {
        let made = end(number);
        vec![
            made.map(|made| made.contains(truth)),
            made.filter(|made| made.value != truth).map(|made| made.value > truth),
        ]
    }))
}

/// A sequence that is looked at as runs do: an error where it ever misses.
fn watched(about: &str, text: &str, name: &'static str) -> Result<Experiment, Vec<Problem>> {
    let bench = Bench::made_up(text)?;
    let known = bench.plan.arms[0].metrics();
    let metric: Metric = known.resolve("metric", name).map_err(|fault| vec![Problem::flag(fault)])?;
    let truth = truth(&bench.plan.arms[0], metric);
    let manner = Manner { level: 0.95, always: true, tightest: 1_000 };
    Ok(Experiment::new("always valid", about, ErrsAtMost, move |number| {
        let (mut sums, mut from) = (bench.nothing(), 0);
        let missed = schedule::looks(128, 4_000).any(|look| {
            let later = bench.blocks(number * 4_000 + from..number * 4_000 + look);
            bench.merge(&mut sums, later);
            from = look;
            !bench.value(&bench.played(sums.clone()), 0, metric, manner).contains(truth)
        });
        Some(missed)
    }))
}

/// Every experiment with made-up games.
///
/// # Errors
/// When an entry of the table names what the made-up game does not have.
pub fn made_up_games() -> Result<Vec<Experiment>, Vec<Problem>> {
    let mut all = ENTRIES.iter().map(Entry::experiment).collect::<Result<Vec<_>, _>>()?;
    for (players, first, metric, precision) in [
        (1, "chance = 3000", "events", 0.02),
        (1, "chance = 200", "events", 0.005),
        (2, "chance = 3000, shared = 60", "events", 0.02),
        (1, "shape = \"long\"", "turns-per-game", 0.4),
    ] {
        let rest = scenario(players, first, "");
        let text = format!("precision = {precision}\n{rest}[verdict]\nmetric = \"{metric}\"\nmargin = 0.1\n");
        let about = format!("`{metric}` to ± {precision}, {first}").replace('"', "");
        all.push(stopped(&about, &text, metric)?);
    }
    for (players, first, metric) in [
        (1, "chance = 3000", "events"),
        (2, "chance = 20, shared = 60", "events"),
        (1, "shape = \"long\"", "turns-per-game"),
        (2, "shape = \"heavy\"", "p50-turns"),
    ] {
        let about = format!("`{metric}`, {first}, at every look").replace('"', "");
        all.push(watched(&about, &scenario(players, first, ""), metric)?);
    }
    Ok(all)
}
