//! Flags of `levelpitch check`.

use std::path::PathBuf;

use clap::Args;

use super::{Changes, Keep, Output};

/// `levelpitch check`
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Exit status: 0 every budget holds; 1 one is broken; 3 one is undecided within the games \
                        allowed; 2 bad usage or input, nothing was checked; 130 interrupted."
)]
pub struct CheckArgs {
    /// Scenario files, built-in scenarios or ruleset ids.
    #[arg(value_name = "SCENARIO", required = true)]
    pub scenarios: Vec<String>,
    /// Play exactly N games per arm and judge once.
    #[arg(long, value_name = "N", value_parser = super::games, conflicts_with = "max_games")]
    pub games: Option<u64>,
    /// Play until every budget is decided, at most N games per arm (default:
    /// the scenario's own number of games).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub max_games: Option<u64>,
    /// What the command `save` has kept under this name, or the run.json of an
    /// earlier run of the same scenario: how far has the game moved? May be
    /// repeated, once per scenario. A game by its name alone is then held to it
    /// and not to fairness; one that is as it was plays the baseline's games.
    #[arg(long, value_name = "NAME")]
    pub baseline: Vec<PathBuf>,
    /// How far a metric may drift from the baseline; may be repeated. Without
    /// any, and without `drift` in the scenario: fairness by the margin, the
    /// length of a game by a twentieth, games that never end by what is ill.
    #[arg(long, value_name = "METRIC=D", value_parser = drift, requires = "baseline")]
    pub drift: Vec<(String, f64)>,
    /// The game must still be the baseline's: every count the same, or no clear
    /// drift of any metric.
    #[arg(long, requires = "baseline", conflicts_with = "drift")]
    pub identical: bool,
    /// Also write test results as XML for CI services: broken is a failure,
    /// undecided is skipped, bad input an error.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write a Markdown summary.
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Also write a report into this folder.
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Budgets that only warn fail too, and a scenario without a budget is
    /// refused.
    #[arg(long)]
    pub strict: bool,
    /// What to play with.
    #[command(flatten)]
    pub changes: Changes,
    /// Threads; 0 for one per core. Never changes a result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::threads)]
    pub threads: usize,
    /// What is kept.
    #[command(flatten)]
    pub keep: Keep,
    /// Where results go (table, json or md).
    #[command(flatten)]
    pub output: Output,
}

/// `METRIC=D`.
fn drift(text: &str) -> Result<(String, f64), String> {
    let (metric, most) = super::pair(text)?;
    match most.parse::<f64>() {
        Ok(most) if most > 0.0 && most.is_finite() => Ok((metric, most)),
        _ => Err("expected METRIC=D with D above 0, such as turns-per-game=0.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::drift;

    #[test]
    fn a_drift_is_a_metric_and_a_positive_number() {
        assert_eq!(drift("turns-per-game = 0.5"), Ok(("turns-per-game".to_owned(), 0.5)));
        for wrong in ["turns-per-game", "x=0", "x=-1", "x=inf", "x=a"] {
            assert!(drift(wrong).is_err(), "{wrong}");
        }
    }
}
