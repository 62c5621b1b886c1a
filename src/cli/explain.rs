//! Flags of `levelpitch explain`.

use clap::Args;

use super::Lab;

/// `levelpitch explain`
#[derive(Debug, Clone, Args)]
pub struct ExplainArgs {
    /// Scenario file, built-in scenario or ruleset id.
    pub scenario: String,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
