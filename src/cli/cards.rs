//! Flags of `levelpitch cards`.

use clap::Args;

use super::Lab;

/// `levelpitch cards`
///
/// Each card, player or tile is handed to one seat, every seat as often, before
/// it decides anything, beside the same game without. Too strong is what gains
/// its holder clearly more than others of its class, by more than the margin;
/// dead is what gains it nothing and is hardly ever used.
#[derive(Debug, Clone, Args)]
pub struct CardsArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario.
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// Arm whose cards are judged (default: the scenario's judged arm, or its
    /// first), by the strongest bot of its panel.
    #[arg(long, value_name = "NAME")]
    pub arm: Option<String>,
    /// Share of wins above an average other card of its class from which one is
    /// too strong (default: 0.05, five percentage points).
    #[arg(long, value_name = "D", value_parser = super::explain::share, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Games with each card (default: 2000, and on to 8000 and 32 000 while one
    /// is undecided; 2000 with a slow bot, 200 with one that searches).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// Rows of the terminal's table; files hold all.
    #[arg(long, value_name = "K", default_value_t = 50)]
    pub top: usize,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
