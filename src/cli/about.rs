//! Flags of what plays nothing and tells of the program and its games: `list`,
//! `rules`, `data`, `schema`, `completions`, `man`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Format;

/// What `levelpitch list` lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// The games.
    Rulesets,
    /// Switches and assumptions with their values.
    Switches,
    /// Bots.
    Bots,
    /// Metrics with their definitions.
    Metrics,
    /// Built-in scenarios.
    Scenarios,
    /// What is healthy enough to print, and how long a turn takes.
    Health,
}

/// `levelpitch list`
#[derive(Debug, Clone, Args)]
pub struct ListArgs {
    /// What to list.
    #[arg(value_enum, default_value_t = What::Rulesets)]
    pub what: What,
    /// Only of this ruleset.
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// `levelpitch rules`
#[derive(Debug, Clone, Args)]
pub struct RulesArgs {
    /// Ruleset id.
    pub ruleset: String,
    /// Only rules of this status.
    #[arg(long, value_name = "STATUS", value_parser = ["given", "inferred", "assumed"])]
    pub status: Option<String>,
    /// Only rules whose id starts like this.
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// The whole ledger with variants, data, exact values and bots.
    #[arg(long, conflicts_with_all = ["status", "id"])]
    pub full: bool,
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// `levelpitch data`
#[derive(Debug, Clone, Args)]
pub struct DataArgs {
    /// Ruleset id.
    pub ruleset: String,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `levelpitch schema`
#[derive(Debug, Clone, Args)]
pub struct SchemaArgs {
    /// The schema of a command's JSON output instead of the scenario file's;
    /// without a name, of `run`.
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, default_missing_value = "run")]
    pub output: Option<String>,
}

/// `levelpitch completions`
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// Shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `levelpitch man`
#[derive(Debug, Clone, Args)]
pub struct ManArgs {
    /// Command whose page is printed; none: the program's own.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Write every page into this folder instead, as FOLDER/<program>-run.1.
    #[arg(long, short, value_name = "FOLDER", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
