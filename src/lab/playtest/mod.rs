//! Games that people play at a table: how many of them show what, and what
//! they say beside the bots' games.
//!
//! In: a plan whose arms seat one kind of bot each, and, to read, the log that
//! was kept at the table. Out: [`Schedule`] before the games, [`Reading`] after
//! them. People are few and learn; nothing here averages them with bots in
//! silence.

pub mod calibration;
pub mod log;
pub mod read;
pub mod schedule;

pub use log::{Log, Played};
pub use read::Reading;
pub use schedule::Schedule;

use super::{Hall, Table};
use crate::estimates::{ArmResult, Manner};
use crate::game::Values;
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::tally::Histogram;

/// Plays `games` of every arm of a plan. `None` when the hall closed before
/// the last of them.
fn simulate(plan: &Plan, games: u64, hall: &Hall<'_>) -> Result<Option<(Vec<ArmResult>, u64)>, Vec<Fault>> {
    let mut table = Table::new(plan.clone())?;
    let finished = table.play_to(games, hall)?;
    Ok(finished.then(|| (table.results(Manner::watched(&table.plan)), table.all_games())))
}

/// How long games last: the first distribution of lengths that a ruleset has,
/// by what it counts.
fn length(result: &ArmResult) -> Option<(&'static str, &Histogram)> {
    let lengths = |distribution: &crate::game::Distribution| matches!(distribution.values, Values::Length);
    let (of, histogram) = result.distributions.iter().find(|(of, _)| lengths(of))?;
    (histogram.total() > 0).then_some((of.name, histogram))
}

/// Mean and standard deviation of what a histogram counts.
fn moments(histogram: &Histogram) -> (f64, f64) {
    let n = histogram.total().max(1) as f64;
    let mean = histogram.iter().map(|(x, k)| f64::from(x) * k as f64).sum::<f64>() / n;
    let square = histogram.iter().map(|(x, k)| (f64::from(x) - mean).powi(2) * k as f64).sum::<f64>() / n;
    (mean, square.sqrt())
}
