//! Flags of `levelpitch tune`.

use clap::{Args, ValueEnum};

use super::Lab;

/// How `tune` searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TuneMethod {
    /// Chosen by the question.
    Auto,
    /// Races along one ordered knob to where its curve meets the target.
    Root,
    /// Successive halving of a short list.
    Halving,
    /// N-tuple bandit evolution for long lists.
    Ntbea,
}

/// `levelpitch tune`
///
/// A range is given by --set KEY=a..b, KEY=a..b/step or KEY=x|y|z for any
/// switch, assumption or data.PATH value; a single value is set as it is. With
/// a ruleset id and no --bots the strongest bot of its panel is tuned for, and
/// the answer is confirmed under every bot of the panel.
///
/// Exit status: 0 when the winner's confirmed interval lies inside every
/// target, 1 when no value of the range can meet them, 3 when the games allowed
/// don't show it, 2 for bad input.
#[derive(Debug, Clone, Args)]
#[command(after_help = super::VALUES)]
pub struct TuneArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario (default: its first).
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// What to reach: METRIC=VALUE, METRIC=VALUE±TOL, METRIC<VALUE or
    /// METRIC>VALUE; may be repeated. Beside means and shares (`list
    /// metrics`) any quantile can be asked for: median-turns=60, p90-turns<100.
    /// TOL has the unit of its value: 46%±2 is 0.46±0.02.
    /// Without ±TOL one percentage point for shares, 2 % of the value for other
    /// numbers. For differences of shares < and > compare the size, whatever the sign.
    /// Without any: every seat's share within --margin of an equal one.
    #[arg(long = "target", value_name = "TARGET")]
    pub targets: Vec<String>,
    /// How far any seat's share may be from an equal one, where no --target
    /// says what to reach (default: 0.02, two percentage points).
    #[arg(long, value_name = "D", value_parser = super::explain::share, conflicts_with = "targets")]
    pub margin: Option<f64>,
    /// Games of all points together; half of them search, half confirm
    /// (default: 200 000, or 20 000 with a bot that searches).
    #[arg(long, value_name = "N", value_parser = super::games)]
    pub games: Option<u64>,
    /// How to search.
    #[arg(long, value_enum, default_value_t = TuneMethod::Auto)]
    pub method: TuneMethod,
    /// What every command of the balance lab shares.
    #[command(flatten)]
    pub lab: Lab,
}
