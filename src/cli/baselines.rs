//! Flags of `levelpitch save` and `levelpitch diff`.

use std::path::PathBuf;

use clap::Args;

use super::{Changes, Keep, Lab, explain};

/// `levelpitch save`
///
/// The baseline lies in baselines/NAME: one run.json per scenario and beside it,
/// as text, what that run says. Nothing in it depends on machine or time: commit
/// it. `diff NAME …` says what has changed since, `check --baseline NAME` fails
/// where that is too much.
#[derive(Debug, Clone, Args)]
pub struct SaveArgs {
    /// What the baseline is called: letters, digits, - _ and .
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Runs to keep: a run.json, the folder of a report, or a scenario or game
    /// to play now; none: the newest run among the reports.
    #[arg(value_name = "RUN")]
    pub sources: Vec<String>,
    /// Give up what is saved under this name.
    #[arg(long)]
    pub replace: bool,
    /// Games per arm of what is played.
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// Folder for what is kept while play goes on (default: baselines) and for the part
    /// of a shard (default: reports/save-<NAME>-<shard>).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What is kept while play goes on, and shared.
    #[command(flatten)]
    pub keep: Keep,
    /// What to play with.
    #[command(flatten)]
    pub changes: Changes,
    /// Threads; 0 for one per core. Never changes a result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::threads)]
    pub threads: usize,
    /// No progress, no notes.
    #[arg(long, short)]
    pub quiet: bool,
}

/// `levelpitch diff`
///
/// Fairness of every seat, health and length, before and now. What is set
/// differently is told by name, single values of edited cards included, and
/// played again on both sides with the same luck, so that the difference is that
/// of the rules. Two runs that differ in nothing are not played again.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Exit status: 0 answered; 1 equal rules and luck with other counts; 3 undecided whether the game is \
                  level now; 2 bad usage or input; 130 interrupted."
)]
pub struct DiffArgs {
    /// Before: the name of a baseline, a run.json, or the folder of a report.
    #[arg(value_name = "A")]
    pub first: String,
    /// Now: the same, or a scenario or game as it stands now, played as A was
    /// but for --set, --bots, --squads and --data.
    #[arg(value_name = "B")]
    pub second: Option<String>,
    /// Games of either side, where something is set differently (default: as
    /// many as are stored).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// How far any seat's share of wins may be from an equal one in a level
    /// game: 0.02 is two percentage points.
    #[arg(long, value_name = "D", value_parser = explain::share, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// What every command of the lab takes.
    #[command(flatten)]
    pub lab: Lab,
}
