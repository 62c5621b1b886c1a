//! Flags of `levelpitch calibrate`.

use std::path::PathBuf;

use clap::Args;

use super::{Keep, Output};

/// `levelpitch calibrate`
///
/// Plays experiments whose truth is known, many times over, through the code
/// that every report uses: made-up games, and blocks of the games named, drawn
/// with replacement from 2 000 that are played once. Exit status 1 where a row
/// does not bear out what is claimed.
#[derive(Debug, Clone, Args)]
pub struct CalibrateArgs {
    /// Games whose own blocks are drawn from too; none: made-up games alone.
    #[arg(value_name = "RULESET")]
    pub rulesets: Vec<String>,
    /// The same with every game of this program.
    #[arg(long, conflicts_with = "rulesets")]
    pub all: bool,
    /// Trials of every row, each on luck of its own.
    #[arg(long, value_name = "N", value_parser = super::games, default_value = "2000")]
    pub trials: u64,
    /// Threads; 0 for one per core. Never changes a result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::threads)]
    pub threads: usize,
    /// Folder for the report (default: reports/calibration).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print only; write no files.
    #[arg(long, conflicts_with = "out")]
    pub no_files: bool,
    /// What is kept while play goes on, and shared.
    #[command(flatten)]
    pub keep: Keep,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}
