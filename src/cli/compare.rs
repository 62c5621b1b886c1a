//! Flags of `levelpitch compare`.

use clap::{Args, ValueEnum};

use super::Lab;
use crate::settings::per_cent;

/// How a comparison is decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Test {
    /// An interval of the difference that holds at every look taken.
    #[default]
    Interval,
    /// A sequential probability ratio test of --h1 against --h0, looked at
    /// every 32 blocks; simulated tests err in at most 1 - --level of all cases.
    Gsprt,
}

/// `levelpitch compare`
///
/// Plays both arms on the same luck and stops as soon as it is sure whether the
/// difference of the main metric is larger than the margin or smaller, at looks
/// that are planned beforehand. If neither is sure it ends where the interval is
/// half as wide as the margin, which takes a number of games that is said, and
/// never more than --max-games. Exit status 3: not decided within these games.
#[derive(Debug, Clone, Args)]
pub struct CompareArgs {
    /// First arm: `SCENARIO[#ARM][,KEY=VALUE…]`.
    #[arg(value_name = "A")]
    pub first: super::Spec,
    /// Second arm, in the same form. Without it: the other arm of a scenario
    /// with two arms, or what --with makes of the first.
    #[arg(value_name = "B")]
    pub second: Option<super::Spec>,
    /// The second arm is the first with this change; may be repeated.
    #[arg(long = "with", value_name = "KEY=VALUE", value_parser = super::pair, conflicts_with = "second")]
    pub with: Vec<(String, String)>,
    /// Metric that decides, a quantile such as median-turns included (default:
    /// the scenario's main metric).
    #[arg(long, value_name = "NAME")]
    pub metric: Option<String>,
    /// Differences up to this size count as none, in the metric's own unit
    /// (0.01 is one percentage point; default: the scenario's margin, else 0.02
    /// for shares and 5 % of A's value for numbers). With 0 any difference
    /// counts: it stops as soon as its direction is sure.
    #[arg(long, value_name = "M", value_parser = margin, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Play until the difference is this exact: half-width of its interval in
    /// the metric's own unit. With --margin, as far as this if nothing is decided
    /// before.
    #[arg(long, value_name = "P", value_parser = positive, allow_negative_numbers = true)]
    pub precision: Option<f64>,
    /// Play exactly this many games per arm.
    #[arg(long, value_name = "N", value_parser = super::games, conflicts_with_all = ["precision", "max_games"])]
    pub games: Option<u64>,
    /// Give up after this many games per arm (default: 200 000, or 2 000 with
    /// a bot that searches).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub max_games: Option<u64>,
    /// Make every interval valid at any time, and not only at the planned looks:
    /// some 1.5 times as many games, and it may be interrupted and read anywhere.
    #[arg(long, conflicts_with = "games")]
    pub look_anytime: bool,
    /// Confidence level of every interval (default: the scenario's, 0.95).
    #[arg(long, value_name = "L", value_parser = level)]
    pub level: Option<f64>,
    /// How to decide.
    #[arg(long, value_enum, default_value_t = Test::Interval, conflicts_with_all = ["margin", "precision", "games"])]
    pub test: Test,
    /// With --test gsprt: the difference (B minus A, 0.01 is one percentage
    /// point) if nothing is gained.
    #[arg(long, value_name = "D", default_value_t = 0.0, value_parser = share, allow_negative_numbers = true, requires = "h1")]
    pub h0: f64,
    /// With --test gsprt: the difference that is looked for.
    #[arg(long, value_name = "D", value_parser = share, allow_negative_numbers = true, required_if_eq("test", "gsprt"))]
    pub h1: Option<f64>,
    /// Also print the first game that parts, both transcripts side by side.
    #[arg(long)]
    pub show_divergence: bool,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}

/// A margin: 0 for none.
fn margin(text: &str) -> Result<f64, String> {
    let number = per_cent(text).filter(|x| *x >= 0.0);
    number.ok_or_else(|| "allowed: 0 or a number above 0, such as 0.01 or 1%".to_owned())
}

/// A positive number.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("allowed: a number above 0, such as 0.01".to_owned()),
    }
}

/// A difference of two shares.
fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.abs() < 1.0 => Ok(value),
        _ => Err("allowed: a difference of shares between -1 and 1, such as 0.02".to_owned()),
    }
}

/// A confidence level.
pub(super) fn level(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.5..=0.9999).contains(&value) => Ok(value),
        _ => Err("allowed: 0.5 to 0.9999".to_owned()),
    }
}
