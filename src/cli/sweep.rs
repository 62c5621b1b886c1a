//! Flags of `levelpitch sweep`.

use clap::Args;

use super::Lab;

/// `levelpitch sweep`
///
/// One curve per metric over the values of one key, a heat map over two. Give
/// the key several values with --set KEY=0..10, KEY=0..1/0.25, 'KEY=1|2|5' or
/// KEY=off,on; any switch, assumption or data.PATH. All points are played on
/// the same luck.
#[derive(Debug, Clone, Args)]
#[command(after_help = super::VALUES)]
pub struct SweepArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario.
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// Arm of the scenario (default: its only one).
    #[arg(long, value_name = "NAME")]
    pub arm: Option<String>,
    /// Metric to show, a quantile such as median-turns or p90-turns included;
    /// may be repeated. The first is the main one (default: the scenario's main
    /// metric and a few that tell most).
    #[arg(long = "metric", value_name = "NAME")]
    pub metrics: Vec<String>,
    /// A line on the curve of a metric, in the metric's own unit: says where
    /// the curve crosses it; may be repeated.
    #[arg(long = "target", value_name = "NAME=VALUE", value_parser = super::pair)]
    pub targets: Vec<(String, String)>,
    /// Games per point (default: 20 000, or 500 with a bot that searches);
    /// with --precision the most of them.
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// Play until the main metric of every point is this exact: half-width of
    /// its interval in the metric's own unit.
    #[arg(long, value_name = "P", value_parser = super::compare::positive)]
    pub precision: Option<f64>,
    /// How far the main metric may be from its fair value and still be level, a
    /// share of 1 (default: the scenario's margin, else 0.02): says which points
    /// are level.
    #[arg(long, value_name = "D", value_parser = super::explain::margin)]
    pub margin: Option<f64>,
    /// Confidence level of every interval (default: the scenario's, 0.95).
    #[arg(long, value_name = "L", value_parser = super::compare::level)]
    pub level: Option<f64>,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
