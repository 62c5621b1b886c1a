//! Flags of `levelpitch strategy`.

use clap::Args;

use super::Lab;

/// `levelpitch strategy`
///
/// One page on what play says about the rules: whether goals look like
/// football's (Poisson, Skellam, Dixon and Coles), which openings, moves and
/// cards are dominated, and what a head start is worth.
#[derive(Debug, Clone, Args)]
pub struct StrategyArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario.
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// Arm that is played (default: the scenario's judged arm, or its first), by
    /// the strongest bot of its panel.
    #[arg(long, value_name = "NAME")]
    pub arm: Option<String>,
    /// Games of every experiment: as many openings, bans and handouts of each;
    /// ten times as many tell of goals and head starts (default: 2000, 100 of a
    /// slow bot).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// Rows of the terminal's tables; files hold all.
    #[arg(long, value_name = "K", default_value_t = 12)]
    pub top: usize,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
