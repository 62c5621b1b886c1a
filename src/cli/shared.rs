//! Flags that commands share: what is played, what is kept, where results go.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::campaign::Share;
use crate::report::manifest::MOST_SHARDS;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Verdict and tables in plain text.
    Table,
    /// One JSON document.
    Json,
    /// Comma-separated values.
    Csv,
    /// Markdown.
    Md,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What is played.
#[derive(Debug, Clone, Args)]
pub struct Changes {
    /// Change a switch or an assumption; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    pub set: Vec<(String, String)>,
    /// One bot for everybody, or one per entrant: a name that `list
    /// bots` shows, a search with its budget, such as tree-64, or a program of
    /// your own, such as program:./mybot.py.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    pub bots: Option<Vec<String>>,
    /// Weights that the bot `trained` plays by, as `train` writes them.
    #[arg(long = "bot", value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// One squad, club or deck for everybody, or one per entrant.
    #[arg(long, value_name = "SQUAD,…", value_delimiter = ',')]
    pub squads: Option<Vec<String>>,
    /// Component data to play with (see the command `data`).
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Root of all luck: the same seed gives the same games.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How long a turn takes at your table, in minutes (0.5 is half a minute):
    /// what the length of a game is told by. Changes no game.
    #[arg(long, value_name = "M", value_parser = minutes)]
    pub minutes_per_turn: Option<f64>,
    /// Hold every state of every game to the laws of the game: cards, money and
    /// points are conserved, every move is a legal one. The first that is broken
    /// ends play with exit status 4 and the command that tells that game.
    #[arg(long)]
    pub verify: bool,
    /// How long a bot that is a program may take for an answer, in seconds
    /// (default: 30). Changes no game.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub bot_timeout: Option<f64>,
    /// Start the programs that a scenario or a stored file names as bots. Look at
    /// them first: they can do whatever you can.
    #[arg(long)]
    pub allow_programs: bool,
}

/// Where results go.
#[derive(Debug, Clone, Args)]
pub struct Output {
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// No progress, no notes.
    #[arg(long, short)]
    pub quiet: bool,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// What is kept while play goes on, and shared with other machines.
#[derive(Debug, Clone, Default, Args)]
pub struct Keep {
    /// Keep what is played in this file, and go on from it (default: a file in
    /// the report's folder, from the 20th second on, until the report is there).
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Play share K of N of every arm; the command `merge` joins the shares.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub shard: Option<(u64, u64)>,
    /// What shards have played already: their files, or a folder of them; may be
    /// repeated. None of it is played again.
    #[arg(long, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Play nothing: what `merge` asks.
    #[arg(long, hide = true)]
    pub joined: bool,
}

impl Keep {
    /// The share that is asked for.
    #[must_use]
    pub fn share(&self) -> Share {
        self.shard.map_or(Share::WHOLE, |(k, n)| Share { k, n })
    }
}

/// What every command of the balance lab shares.
#[derive(Debug, Clone, Args)]
pub struct Lab {
    /// What to play with.
    #[command(flatten)]
    pub changes: Changes,
    /// Threads; 0 for one per core. Never changes a result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    pub threads: usize,
    /// Folder for the report (default: reports/<command>-<scenario>).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print only; write no files.
    #[arg(long, conflicts_with = "out")]
    pub no_files: bool,
    /// What is kept.
    #[command(flatten)]
    pub keep: Keep,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}

/// `KEY=VALUE`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Most threads of a command.
const MOST_THREADS: usize = 1024;

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|threads| (0..=MOST_THREADS).contains(threads));
    number.ok_or_else(|| format!("allowed: 1 to {MOST_THREADS}, or 0 for one per core"))
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("allowed: a number of minutes above 0, such as 0.5".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.001..=86_400.0).contains(&value) => Ok(value),
        _ => Err("allowed: 0.001 to 86400 seconds".to_owned()),
    }
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((k, n)) if 1 <= k && k <= n && n <= MOST_SHARDS => Ok((k, n)),
        _ => Err("expected K/N with 1 <= K <= N, such as 3/16".to_owned()),
    }
}
