//! `levelpitch tournament`: all bots against all: pay-off matrix, ratings, luck against skill.

use super::Outcome;
use super::hall::Hall;
use crate::cli::TournamentArgs;

pub fn execute(args: &TournamentArgs) -> Outcome {
    let _hall = Hall::open(args.lab.threads, args.lab.output.quiet)?;
    Err(super::Refusal::new("not built yet"))
}
