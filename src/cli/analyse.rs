//! Flags of `levelpitch analyse`.

use std::path::PathBuf;

use clap::Args;

use super::Lab;

/// `levelpitch analyse`
///
/// Ten decisions of each game are taken up: other moves are tried in
/// continuations of the same position, the best of them is named, and what it
/// wins above the chosen one is measured in further continuations. Names
/// blunders by kind of move with commands that show them, and how games go:
/// decisions that make no difference, lead changes, when the result is known,
/// whether leaders run away, kingmaking, waiting.
#[derive(Debug, Clone, Args)]
pub struct AnalyseArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario.
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// Arm whose games are analysed (default: the scenario's judged arm, or its
    /// first), of the strongest bot of its panel.
    #[arg(long, value_name = "NAME")]
    pub arm: Option<String>,
    /// Decisions that are analysed, ten of each game (default: 2000).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub decisions: Option<u64>,
    /// Continuations by which the best move of each is chosen, 16 to 65 536; a
    /// quarter as many measure each move that is named (default: 512).
    #[arg(long, value_name = "N")]
    pub continuations: Option<u64>,
    /// Bot that plays on in every seat of a continuation (default: each bot
    /// itself; one that searches by the script of its imagined games).
    #[arg(long, value_name = "BOT")]
    pub oracle: Option<String>,
    /// Also forbid one player one class of moves at a time: what it loses says
    /// which moves matter, which make no difference, which are traps.
    #[arg(long)]
    pub restrict: bool,
    /// Score recorded games instead, every choice of them: a file that `replay
    /// --record` writes.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["decisions", "restrict", "set", "bots", "squads", "seed"]
    )]
    pub choices: Option<PathBuf>,
    /// Bot that plays the recorded games in the place of whoever was recorded
    /// (default: the strongest of the game's panel).
    #[arg(long, value_name = "BOT", requires = "choices")]
    pub beside: Option<String>,
    /// Rows of the terminal's table of blunders; files hold all.
    #[arg(long, value_name = "K", default_value_t = 10)]
    pub top: usize,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
