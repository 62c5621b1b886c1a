//! `levelpitch check`: hold scenarios to their budgets and to a baseline, for CI.

use super::Outcome;
use super::hall::Hall;
use crate::cli::CheckArgs;

pub fn execute(args: &CheckArgs) -> Outcome {
    let _hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    Err(super::Refusal::new("not built yet"))
}
