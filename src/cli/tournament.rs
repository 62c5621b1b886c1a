//! Flags of `levelpitch tournament`.

use clap::Args;

use super::Lab;

/// `levelpitch tournament`
///
/// Every bot against every other on the same luck: two at a table play mirrored
/// games; at larger tables one bot sits among others of one kind. `--bots`
/// names the field instead of the entrants of one table.
#[derive(Debug, Clone, Args)]
pub struct TournamentArgs {
    /// Ruleset id, built-in scenario or scenario file (its first arm).
    #[arg(value_name = "RULESET")]
    pub scenario: String,
    /// Games per match-up.
    #[arg(long, value_name = "N", value_parser = super::games, default_value = "4000")]
    pub games: u64,
    /// Also the listed bots that search, which play a few games per second.
    /// `rollout-N` and `tree-N` join by name: --bots planner,tree-64,tree-256.
    #[arg(long)]
    pub searchers: bool,
    /// Also tables of more than two with several of both kinds, in every circular
    /// order: the mixes of two bots that a table stays with, whether a third does
    /// better there, and the mixes of the three where one does, or where three beat
    /// each other in a circle. At a table of two every mix is known without.
    #[arg(long)]
    pub mixes: bool,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
