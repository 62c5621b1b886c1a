//! Flags of `levelpitch train`.

use std::path::PathBuf;

use clap::Args;

use super::Lab;

/// `levelpitch train`
///
/// Generations of candidates around the weights in force play the same games;
/// what takes the largest shares goes on (a separable evolution strategy). The
/// ladder, what a lone `trained` takes at a table of each other bot before and
/// after, is played on luck that no candidate has seen.
#[derive(Debug, Clone, Args)]
pub struct TrainArgs {
    /// Ruleset id, built-in scenario or scenario file (its first arm); `--bots`
    /// names the opponents (default: the listed bots that don't search, without
    /// `trained`).
    #[arg(value_name = "RULESET")]
    pub scenario: String,
    /// Generations of candidates.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub generations: u32,
    /// Candidates of a generation.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(4..=256))]
    pub population: u16,
    /// Games of each candidate at the table of each opponent.
    #[arg(long, value_name = "N", value_parser = super::games, default_value = "400")]
    pub games: u64,
    /// Games of each rung of the ladder.
    #[arg(long, value_name = "N", value_parser = super::games, default_value = "10000")]
    pub measured: u64,
    /// Games of self-play from which the weights of where a seat stands are found, in
    /// a game whose searches judge by them.
    #[arg(long, value_name = "N", value_parser = super::games, default_value = "4000")]
    pub self_play: u64,
    /// Where the weights go (default: trained.toml in the report's folder).
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
