//! `levelpitch sweep`: one curve per metric over a range of a switch or a data value.

use super::Outcome;
use super::hall::Hall;
use crate::cli::SweepArgs;

pub fn execute(args: &SweepArgs) -> Outcome {
    let _hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    Err(super::Refusal::new("not built yet"))
}
