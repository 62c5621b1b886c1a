//! `levelpitch tune`: find switch or data values that meet a target.

use super::Outcome;
use super::hall::Hall;
use crate::cli::TuneArgs;

pub fn execute(args: &TuneArgs) -> Outcome {
    let _hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    Err(super::Refusal::new("not built yet"))
}
