//! Flags of `levelpitch new`.

use std::path::PathBuf;

use clap::Args;

/// `levelpitch new`
///
/// In a terminal it asks for what the options don't say; an empty answer takes
/// what stands in brackets. Without a terminal every option is needed. A file
/// that is there already is never touched.
#[derive(Debug, Clone, Args)]
pub struct NewArgs {
    /// File to write (default: named after the game, its players and the question).
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Ruleset id.
    #[arg(long, value_name = "RULESET")]
    pub game: Option<String>,
    /// How many sit at the table.
    #[arg(long, value_name = "N")]
    pub players: Option<String>,
    /// What to ask: fair (does every seat win equally often?), length (how long
    /// is a game?) or skill (does the better bot win?).
    #[arg(long, value_name = "QUESTION")]
    pub question: Option<String>,
    /// Bots, each against its like; of skill two, the better one first.
    #[arg(long, value_name = "BOT,…")]
    pub bots: Option<String>,
    /// How far from an equal share is still level, 0.02 or 2%; of skill, how
    /// much more the better bot must win.
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    pub margin: Option<String>,
}
