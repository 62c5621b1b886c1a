//! Flags of `levelpitch explain`.

use clap::Args;

use super::Lab;
use crate::settings::per_cent;

/// `levelpitch explain`
#[derive(Debug, Clone, Args)]
pub struct ExplainArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario.
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// Arm whose verdict is explained (default: the scenario's judged arm, or
    /// its first), for every bot of a panel.
    #[arg(long, value_name = "NAME")]
    pub arm: Option<String>,
    /// Metric judged (default: the scenario's own, or its main one).
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// The value called fair (default: the scenario's own, or an equal share;
    /// where there is none, only how far each setting moves the metric).
    #[arg(long, value_name = "F", value_parser = finite, allow_negative_numbers = true)]
    pub fair: Option<f64>,
    /// Deviation from fair still called level (default: the scenario's own,
    /// else 0.02 of a share; of other numbers only the side is judged).
    #[arg(long, value_name = "D", value_parser = margin, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Games per arm (default: 2000, and on to 8000 and 32 000 while the verdict
    /// of the game as it stands is undecided; 2000 with a bot that searches).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// Rows of tables and plots, the largest effects first; files hold all.
    #[arg(long, value_name = "K", default_value_t = 15)]
    pub top: usize,
    /// Also move all unknown numbers at once: Morris's screening, then Sobol's
    /// shares of the short list.
    #[arg(long)]
    pub deep: bool,
    /// Walks of the screening.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "deep",
          value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub walks: u16,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}

/// A number.
fn finite(text: &str) -> Result<f64, String> {
    // A zero has no sign.
    let number = text.parse::<f64>().ok().filter(|x| x.is_finite()).map(|x| x + 0.0);
    number.ok_or_else(|| "expected a number such as 0.5".to_owned())
}

/// A positive number, which may be written in per cent.
pub(super) fn margin(text: &str) -> Result<f64, String> {
    let number = per_cent(text).filter(|x| *x > 0.0);
    number.ok_or_else(|| "expected a number above 0, such as 0.02 or 2% for two percentage points".to_owned())
}

/// The same of a share of games.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let number = per_cent(text).filter(|x| *x > 0.0 && *x < 1.0);
    number.ok_or_else(|| {
        "expected a share above 0 and below 1, such as 0.02 or 2% for two percentage points".to_owned()
    })
}
