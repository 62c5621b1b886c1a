//! Flags to a request; does no work. One file per command of the balance lab,
//! one for the commands on stored runs, one for those that play nothing, one for
//! the flags that they share; playing itself is here. Its comments are what `--help` shows, as it stands.

#![allow(rustdoc::invalid_html_tags, reason = "help says `<scenario>` where a name goes")]

mod about;
mod analyse;
mod baselines;
mod calibrate;
mod cards;
mod check;
mod compare;
mod explain;
mod exploit;
mod games;
mod ladder;
mod new;
mod open;
mod playtest;
mod shared;
mod spec;
mod stored;
mod strategy;
mod sweep;
mod tournament;
mod train;
mod tune;
mod typed;

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::app::App;

/// What help says of values that stand for several, where they may.
pub(super) const VALUES: &str = "\
Several values of a key after --set:
  KEY=a..b        every whole number from a to b
  KEY=a..b/step   from a to b in steps: 0..1/0.25
  KEY=x|y|z       these; 'KEY=1..3|no-limit' mixes both (quotes keep | from the shell)
Targets: METRIC=VALUE, METRIC<VALUE, METRIC>VALUE; 46% is 0.46. With `tune` also
  METRIC=VALUE±TOL (or +-TOL): 46%±2 means two percentage points either way.
Arms: SCENARIO#ARM names one arm of a scenario, in every command.";

pub use about::{CompletionsArgs, DataArgs, ListArgs, ManArgs, RulesArgs, SchemaArgs, What};
pub use analyse::AnalyseArgs;
pub use baselines::{DiffArgs, SaveArgs};
pub use calibrate::CalibrateArgs;
pub use cards::CardsArgs;
pub use check::CheckArgs;
pub use compare::{CompareArgs, Test};
pub use explain::ExplainArgs;
pub use exploit::ExploitArgs;
#[cfg(feature = "tables")]
pub use games::SliceArgs;
pub use games::{GamesArgs, TableFormat};
pub use ladder::SkillLadderArgs;
pub use new::NewArgs;
pub use open::OpenArgs;
pub use playtest::{PlaytestArgs, PlaytestPlanArgs, PlaytestReadArgs, PlaytestStep};
pub use shared::{Changes, Color, Format, Keep, Lab, Output};
use shared::{pair, threads};
pub use spec::Spec;
pub use stored::{MergeArgs, ReportArgs, RerunArgs};
pub use strategy::StrategyArgs;
pub use sweep::SweepArgs;
pub use tournament::TournamentArgs;
pub use train::TrainArgs;
pub use tune::{TuneArgs, TuneMethod};
use typed::games;
pub use typed::{PLAYED, VERIFY, is_joinable, is_playable, typed, unshared};

/// The whole command line, but for the program's name, version and subject
/// ([`command`]).
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The command line of a program.
#[must_use]
pub fn command(app: &App) -> clap::Command {
    let about = app.about.lines().next().unwrap_or_default();
    let first = app.first().unwrap_or_default();
    let scenarios = format!("Scenario files, built-in scenarios or ruleset ids; none: `{first}`");
    let command = Cli::command().name(app.program.name).version(app.program.version);
    command
        .about(about)
        .long_about(app.about)
        .mut_subcommand("run", |run| run.mut_arg("scenarios", |arg| arg.help(scenarios)))
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write a scenario from a few answers, asked for in a terminal.
    New(NewArgs),
    /// Simulate scenarios and report.
    Run(RunArgs),
    /// What does a change do? Two arms on the same luck, until it is decided.
    Compare(CompareArgs),
    /// One curve per metric over a range of a switch or a data value.
    Sweep(SweepArgs),
    /// Find switch or data values that meet a target.
    Tune(TuneArgs),
    /// Which switch, assumption or card a verdict hangs on.
    Explain(ExplainArgs),
    /// What decisions are worth: blunders by kind, dead decisions, how games go.
    Analyse(AnalyseArgs),
    /// Too strong, dead, or fine? What each card is worth to whoever holds it.
    Cards(CardsArgs),
    /// What play says about the rules: goals, openings, moves, cards, head starts.
    Strategy(StrategyArgs),
    /// Hold scenarios to their budgets and to a baseline, for CI.
    Check(CheckArgs),
    /// Keep runs under a name, to compare with later.
    Save(SaveArgs),
    /// What did an edit change? A stored run against another, or against the game as it stands.
    Diff(DiffArgs),
    /// All bots against all: pay-off matrix, ratings, luck against skill.
    Tournament(TournamentArgs),
    /// Can a bot be beaten, and by how much at least? The best of many replies to it.
    Exploit(ExploitArgs),
    /// How much thinking pays: bots from the bottom up, each against the one below.
    SkillLadder(SkillLadderArgs),
    /// Better weights for the bot `trained`, by self-play.
    Train(TrainArgs),
    /// Do intervals hold as often as they say? Experiments whose truth is known.
    Calibrate(CalibrateArgs),
    /// Games that people play: how many show what, a sheet, what they say.
    Playtest(PlaytestArgs),
    /// Keep single games as tables: one row per game, one per seat.
    Games(GamesArgs),
    /// Group and filter single games, with intervals.
    #[cfg(feature = "tables")]
    Slice(SliceArgs),
    /// Exact odds, without simulation.
    Odds(OddsArgs),
    /// Tell one game in words.
    Replay(ReplayArgs),
    /// Reproduce a run from its run.json, or any command from its JSON; finish an interrupted run.
    Rerun(RerunArgs),
    /// Join the shards of a run, or of any command that plays, exactly.
    Merge(MergeArgs),
    /// Rebuild the report of a finished run from its run.json.
    Report(ReportArgs),
    /// One page over all reports of a folder, the newest first; opens it in a browser.
    Open(OpenArgs),
    /// List rulesets, switches, bots, metrics or scenarios.
    List(ListArgs),
    /// Show a game's rule ledger with the status of each rule.
    Rules(RulesArgs),
    /// Export a game's component data as TOML, to edit and load with --data.
    Data(DataArgs),
    /// Print the JSON Schema of scenario files, or of the JSON output.
    Schema(SchemaArgs),
    /// Print a completion script.
    Completions(CompletionsArgs),
    /// Print a page of the manual, or write all of them.
    Man(ManArgs),
}

impl Command {
    /// The same command, printed as asked elsewhere.
    #[must_use]
    pub fn printed_as(mut self, wanted: &Output) -> Self {
        let output = match &mut self {
            Self::Run(args) => &mut args.output,
            Self::Check(args) => &mut args.output,
            Self::Compare(args) => &mut args.lab.output,
            Self::Sweep(args) => &mut args.lab.output,
            Self::Tune(args) => &mut args.lab.output,
            Self::Explain(args) => &mut args.lab.output,
            Self::Analyse(args) => &mut args.lab.output,
            Self::Cards(args) => &mut args.lab.output,
            Self::Strategy(args) => &mut args.lab.output,
            Self::Diff(args) => &mut args.lab.output,
            Self::Tournament(args) => &mut args.lab.output,
            Self::Exploit(args) => &mut args.lab.output,
            Self::SkillLadder(args) => &mut args.lab.output,
            Self::Train(args) => &mut args.lab.output,
            Self::Playtest(PlaytestArgs { step: PlaytestStep::Plan(args) }) => &mut args.lab.output,
            Self::Playtest(PlaytestArgs { step: PlaytestStep::Read(args) }) => &mut args.lab.output,
            Self::Calibrate(args) => &mut args.output,
            Self::Games(args) => {
                args.quiet = wanted.quiet;
                if wanted.format == Format::Csv {
                    args.format = TableFormat::Csv;
                }
                return self;
            }
            Self::Save(args) => {
                args.quiet = wanted.quiet;
                return self;
            }
            _ => return self,
        };
        output.clone_from(wanted);
        self
    }
}

/// `levelpitch run`
///
/// Budgets are judged each on its own, with the intervals that are shown. For
/// many budgets at once, at their own error rates, `levelpitch check` decides.
#[derive(Debug, Clone, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is one flag")]
pub struct RunArgs {
    /// Scenario files, built-in scenarios or ruleset ids; none: `first-seat`.
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// The atlas: every game, or those named, as printed and with every switch
    /// value changed one at a time; a page per game and one over all of them.
    /// What --set and --bots say holds in every arm.
    #[arg(long)]
    pub all: bool,
    /// What the atlas judges and compares (default: how far any seat is from an
    /// equal share).
    #[arg(long, value_name = "METRIC", requires = "all")]
    pub metric: Option<String>,
    /// Games per arm, rounded up so that everybody sits everywhere equally
    /// often (default: 100 000, 20 000 with several bots in turn, or 2 000 with one
    /// that searches).
    #[arg(long, value_name = "N", value_parser = games, conflicts_with = "precision")]
    pub games: Option<u64>,
    /// Play until the main estimate is this exact: half-width of its interval
    /// as a fraction, 0.005 for half a percentage point.
    #[arg(long, value_name = "P", value_parser = precision)]
    pub precision: Option<f64>,
    /// How far any seat's share of wins may be from an equal one in a level
    /// game: 0.02, the default, is two percentage points.
    #[arg(long, value_name = "D", value_parser = explain::margin, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    /// Intervals of a run for a precision that hold at all of its looks
    /// together: about three times the games.
    #[arg(long)]
    pub look_anytime: bool,
    /// Also try every assumption at its other plausible values, N games each on
    /// the same luck: the report says which of them can change the verdict.
    #[arg(long, value_name = "N", value_parser = games, conflicts_with = "all")]
    pub assumptions: Option<u64>,
    /// What to play with.
    #[command(flatten)]
    pub changes: Changes,
    /// Threads; 0 for one per core. Never changes a result.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    pub threads: usize,
    /// Folder for the report (default: reports/<scenario>).
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print only; write no files.
    #[arg(long, conflicts_with = "out")]
    pub no_files: bool,
    /// Also write the tables of `levelpitch games`.
    #[cfg(feature = "tables")]
    #[arg(long, conflicts_with = "no_files")]
    pub parquet: bool,
    /// What is kept.
    #[command(flatten)]
    pub keep: Keep,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}

/// `levelpitch odds`
#[derive(Debug, Clone, Args)]
pub struct OddsArgs {
    /// Ruleset id.
    pub ruleset: String,
    /// Only the table of this name, with all its rows.
    #[arg(value_name = "TABLE")]
    pub table: Option<String>,
    /// Print the exact fractions too (CSV and JSON have them anyway).
    #[arg(long)]
    pub exact: bool,
    /// Change a switch or an assumption; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    pub set: Vec<(String, String)>,
    /// Component data to compute with.
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Where results go.
    #[command(flatten)]
    pub output: Output,
}

/// `levelpitch replay`
#[derive(Debug, Clone, Args)]
pub struct ReplayArgs {
    /// Scenario file, built-in scenario or ruleset id, with #ARM for one arm of
    /// a scenario.
    #[arg(value_name = "SCENARIO[#ARM]")]
    pub scenario: String,
    /// Number of the game, from 0, as in the table of games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub game: u64,
    /// Mark the decision of this number, from 1, and show only what lies around
    /// it.
    #[arg(long, value_name = "N")]
    pub decision: Option<u32>,
    /// Arm of the scenario (default: the first; of a panel, the one with the
    /// strongest scripted bot).
    #[arg(long, value_name = "NAME")]
    pub arm: Option<String>,
    /// Deal as `compare` and `sweep` do: every seat from its own end of the
    /// deck, as in all arms that share their luck with others.
    #[arg(long)]
    pub paired: bool,
    /// Let entrants rotate over the seats, as in all arms that are compared with
    /// one whose entrants differ.
    #[arg(long)]
    pub rotated: bool,
    /// The luck of arms that have their own, as a broken law names it.
    #[arg(long, value_name = "KEY", hide = true)]
    pub luck: Option<String>,
    /// Keep what the programs among the bots are asked and answer in this file,
    /// behind the games that it holds already; `analyse --choices` scores it.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// What to play with.
    #[command(flatten)]
    pub changes: Changes,
    /// How to print (table, json or md).
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

fn precision(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 0.5 => Ok(value),
        _ => Err("allowed: a fraction between 0 and 0.5, such as 0.005".to_owned()),
    }
}
