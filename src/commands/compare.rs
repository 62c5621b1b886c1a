//! `levelpitch compare`: what does a change do? Two arms on the same luck, until it is decided.

use super::Outcome;
use super::hall::Hall;
use crate::cli::CompareArgs;

pub fn execute(args: &CompareArgs) -> Outcome {
    let _hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    Err(super::Refusal::new("not built yet"))
}
