//! Flags of `levelpitch compare`.

use clap::Args;

use super::Lab;

/// `levelpitch compare`
#[derive(Debug, Clone, Args)]
pub struct CompareArgs {
    /// First arm: `SCENARIO[#ARM][,KEY=VALUE…]`.
    #[arg(value_name = "A")]
    pub first: super::Spec,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
