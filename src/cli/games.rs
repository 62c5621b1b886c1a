//! Flags of `games` and `slice`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[cfg(feature = "tables")]
use super::Output;
use super::{Changes, Keep, games};

/// Form of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Apache Parquet: small, typed, read by every data tool.
    #[cfg(feature = "tables")]
    Parquet,
    /// Comma-separated values.
    Csv,
}

/// `levelpitch games`
///
/// The games are those that `run` plays: same seed, same numbers.
#[derive(Debug, Clone, Args)]
pub struct GamesArgs {
    /// Scenario file, built-in scenario or ruleset id; none: the first that is
    /// built in.
    #[arg(value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// Games per arm, rounded up so that everybody sits everywhere equally
    /// often (default: as many as `run` plays).
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// What is kept while play goes on, and shared.
    #[command(flatten)]
    pub keep: Keep,
    /// What to play with.
    #[command(flatten)]
    pub changes: Changes,
    /// Threads; 0 for one per core. Never changes a result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::threads)]
    pub threads: usize,
    /// Folder for both tables (default: reports/games-<scenario>).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Form of the tables.
    #[cfg_attr(feature = "tables", arg(long, value_enum, default_value_t = TableFormat::Parquet))]
    #[cfg_attr(not(feature = "tables"), arg(long, value_enum, default_value_t = TableFormat::Csv))]
    pub format: TableFormat,
    /// No notes.
    #[arg(long, short)]
    pub quiet: bool,
}

/// `levelpitch slice`
///
/// Groups and filters single games. Intervals go from block to block, because
/// games of a block share their luck. A slice describes; it is no experiment.
#[cfg(feature = "tables")]
#[derive(Debug, Clone, Args)]
pub struct SliceArgs {
    /// A table of `levelpitch games`, or the folder that holds both.
    #[arg(value_name = "FILE|FOLDER")]
    pub path: PathBuf,
    /// Columns whose values make the groups.
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    pub by: Vec<String>,
    /// Only rows of which this holds, such as 'turns-per-game > 60'; OP is one
    /// of = != < <= > >=. May be repeated; then all must hold.
    #[arg(long = "where", value_name = "COLUMN OP VALUE")]
    pub rows: Vec<String>,
    /// The column whose mean is wanted.
    #[arg(long, value_name = "COLUMN", default_value = "share")]
    pub metric: String,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}
