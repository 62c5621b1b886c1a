//! Flags of `levelpitch check`.

use clap::Args;

use super::Lab;

/// `levelpitch check`
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    /// Scenario files, built-in scenarios or ruleset ids.
    #[arg(value_name = "SCENARIO", required = true)]
    pub scenarios: Vec<String>,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
