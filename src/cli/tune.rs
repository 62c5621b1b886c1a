//! Flags of `levelpitch tune`.

use clap::Args;

use super::Lab;

/// `levelpitch tune`
#[derive(Debug, Clone, Args)]
pub struct TuneArgs {
    /// Scenario file, built-in scenario or ruleset id.
    pub scenario: String,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
