//! Flags of `levelpitch playtest`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Lab;

/// `levelpitch playtest`
///
/// For games that people play at a table: how many of them show what, a sheet
/// to write them on, and what they say beside the bots' games.
#[derive(Debug, Clone, Args)]
pub struct PlaytestArgs {
    /// What to do.
    #[command(subcommand)]
    pub step: PlaytestStep,
}

/// The steps of a playtest.
#[derive(Debug, Clone, Subcommand)]
pub enum PlaytestStep {
    /// How many games show an edge of a seat, what 20 or 40 can and can't show;
    /// writes a sheet to print (sheet.html) and a table to fill in (log.csv).
    Plan(PlaytestPlanArgs),
    /// Were people's games like the bots', and what do both say together?
    Read(PlaytestReadArgs),
}

/// `levelpitch playtest plan`
#[derive(Debug, Clone, Args)]
pub struct PlaytestPlanArgs {
    /// Ruleset id, built-in scenario or scenario file.
    pub scenario: String,
    /// The edge of a seat that is to be shown, in percentage points over an
    /// equal share.
    #[arg(long, value_name = "POINTS", value_parser = points, default_value = "10")]
    pub effect: f64,
    /// Chance of showing it, in per cent.
    #[arg(long, value_name = "PER CENT", value_parser = chance, default_value = "80")]
    pub power: f64,
    /// Numbers of games of which is told what they show.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "20,40",
          value_parser = clap::value_parser!(u64).range(1..=20_000))]
    pub games: Vec<u64>,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}

/// `levelpitch playtest read`
#[derive(Debug, Clone, Args)]
pub struct PlaytestReadArgs {
    /// The log: a table with a column `winner`, as `playtest plan` writes it.
    pub log: PathBuf,
    /// Ruleset id, built-in scenario or scenario file that was played.
    #[arg(value_name = "SCENARIO")]
    pub scenario: String,
    /// Games that the simulation counts for beside people's, 0 for none.
    #[arg(long, value_name = "GAMES", value_parser = weight, default_value = "10")]
    pub weight: f64,
    /// Games of each bot (default: 20 000, or 500 with a bot that searches).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}

fn between(text: &str, least: f64, most: f64, what: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>();
    match number {
        Ok(value) if value > least && value < most => Ok(value / 100.0),
        _ => Err(format!("allowed: {what} between {least} and {most}")),
    }
}

fn points(text: &str) -> Result<f64, String> {
    between(text, 0.0, 100.0, "percentage points")
}

fn chance(text: &str) -> Result<f64, String> {
    between(text, 5.0, 100.0, "a chance in per cent")
}

fn weight(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1e6).contains(&value) => Ok(value),
        _ => Err("allowed: a number of games from 0 to 1000000".to_owned()),
    }
}
