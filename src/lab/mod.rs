//! Questions about rules, above single runs: what does a change do, which
//! number meets a target, what does a verdict hang on, did a budget break.
//!
//! In: a question made of plans. Out: plain results with their intervals, told
//! by [`crate::report`] and written by [`crate::commands`]. Every module here
//! turns its question into arms that share luck, plays them on a [`Table`] as
//! far as the question needs, and never touches a file or the terminal.

pub mod analyse;
pub mod calibrate;
pub mod cards;
pub mod check;
pub mod compare;
pub mod diff;
pub mod explain;
pub mod playtest;
pub mod range;
pub mod strategy;
pub mod sweep;
pub mod table;
pub mod tournament;
pub mod train;
pub mod tune;

pub use crate::campaign::Hall;
pub use table::Table;

use calibrate::Experiment;

use crate::scenario::Problem;

/// A change of a share of wins within this, as its whole interval says, is none.
const NOTHING: f64 = 0.01;

/// Numbers of games at which play may end: it goes on, fourfold, up to the most
/// allowed.
fn fourfold(games: u64, most: u64) -> Vec<u64> {
    std::iter::successors(Some(games), |games| games.checked_mul(4).filter(|&next| next <= most)).collect()
}

/// Every experiment of the table of `calibrate` that needs no game: those with
/// made-up ones, and what each command says of its own.
///
/// # Errors
/// When a made-up game can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    let mut all = calibrate::table::made_up_games()?;
    all.extend(calibrate::picked::experiments());
    all.extend(calibrate::findings::experiments()?);
    all.extend(compare::calibration::experiments());
    all.extend(tournament::calibration::experiments());
    all.extend(analyse::calibration::experiments()?);
    all.extend(strategy::calibration::experiments()?);
    all.extend(train::calibration::experiments()?);
    all.extend(cards::calibration::experiments());
    all.extend(check::calibration::experiments());
    all.extend(explain::calibration::experiments());
    all.extend(sweep::calibration::experiments());
    all.extend(tune::calibration::experiments());
    all.extend(playtest::calibration::experiments()?);
    all.extend(diff::calibration::experiments()?);
    Ok(all)
}
