//! Flags of `levelpitch tournament`.

use clap::Args;

use super::Lab;

/// `levelpitch tournament`
#[derive(Debug, Clone, Args)]
pub struct TournamentArgs {
    /// Ruleset id or scenario.
    pub scenario: String,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
