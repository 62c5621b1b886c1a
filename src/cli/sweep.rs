//! Flags of `levelpitch sweep`.

use clap::Args;

use super::Lab;

/// `levelpitch sweep`
#[derive(Debug, Clone, Args)]
pub struct SweepArgs {
    /// Scenario file, built-in scenario or ruleset id.
    pub scenario: String,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
