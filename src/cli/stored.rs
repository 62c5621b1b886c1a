//! Flags of what takes up stored runs: `rerun`, `merge`, `report`.

use std::path::PathBuf;

use clap::Args;

use super::Output;

/// `levelpitch rerun`
#[derive(Debug, Clone, Args)]
pub struct RerunArgs {
    /// The run.json of a run, or the JSON of run, compare, diff, sweep, tune, explain,
    /// analyse, cards, strategy, tournament, exploit, skill-ladder, train, check or playtest.
    pub manifest: PathBuf,
    /// Threads; 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::threads)]
    pub threads: usize,
    /// Folder for the report of a run that is finished this way (default: the
    /// manifest's own).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write the tables of `levelpitch games` of a run that is finished this
    /// way.
    #[cfg(feature = "tables")]
    #[arg(long)]
    pub parquet: bool,
    /// Start the programs that a scenario or a stored file names as bots. Look at
    /// them first: they can do whatever you can.
    #[arg(long)]
    pub allow_programs: bool,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}

/// `levelpitch merge`
#[derive(Debug, Clone, Args)]
pub struct MergeArgs {
    /// The run.json or part.json of every shard, its folder, or a folder of such
    /// folders.
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Folder for the joined report (default: reports/<scenario>).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Start the programs that a scenario or a stored file names as bots. Look at
    /// them first: they can do whatever you can.
    #[arg(long)]
    pub allow_programs: bool,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}

/// `levelpitch report`
#[derive(Debug, Clone, Args)]
pub struct ReportArgs {
    /// Folder of a run (it holds run.json).
    pub folder: PathBuf,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}
