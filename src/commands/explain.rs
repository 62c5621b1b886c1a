//! `levelpitch explain`: which switch, assumption or card a verdict hangs on.

use super::Outcome;
use super::hall::Hall;
use crate::cli::ExplainArgs;

pub fn execute(args: &ExplainArgs) -> Outcome {
    let _hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    Err(super::Refusal::new("not built yet"))
}
