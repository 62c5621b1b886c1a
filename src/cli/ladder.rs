//! Flags of `levelpitch skill-ladder`.

use clap::Args;

use super::Lab;

/// `levelpitch skill-ladder`
///
/// Bots from the bottom up, each against the rung below it on the same luck: one
/// of the upper bot among bots of the lower, on every seat in turn. At the bottom
/// stand `random` and the scripts of the game's panel, as they were measured, or
/// those named by --bots; above them a search that imagines 1, 2, 4 … games per
/// decision. How much a rung gains says how much thinking is worth; where no
/// further rung gains, thinking stops paying. The time doubles with every rung.
#[derive(Debug, Clone, Args)]
pub struct SkillLadderArgs {
    /// Ruleset id, built-in scenario or scenario file (its first arm).
    #[arg(value_name = "RULESET")]
    pub scenario: String,
    /// The search, with N for its budget: tree-N, rollout-N, tree-N:planner.
    #[arg(long, value_name = "FORM", default_value = "tree-N")]
    pub search: String,
    /// Rungs of the search: 7 of them imagine 1, 2, 4 … 64 games per decision.
    #[arg(long, value_name = "R", default_value_t = 7, value_parser = clap::value_parser!(u32).range(0..=17))]
    pub rungs: u32,
    /// Games per rung.
    #[arg(long, value_name = "N", value_parser = super::games, default_value = "1000")]
    pub games: u64,
    /// How far from an equal share a rung may be that gains nothing to speak of:
    /// 0.05 is five percentage points.
    #[arg(long, value_name = "D", default_value_t = 0.05, value_parser = super::explain::share)]
    pub margin: f64,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
