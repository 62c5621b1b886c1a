//! What `run`, `rerun`, `merge` and `report` share: finding a scenario,
//! playing it with progress, judging, writing and printing.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{IsTerminal, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::hall::Hall;
use super::notebook::Notebook;
use super::{Refusal, desk, note, process};
use crate::app::App;
use crate::bots::program;
use crate::campaign::{self, Campaign, Judge as _, Played, Progress, Share};
use crate::cli::Changes;
use crate::estimates::{self, Manner, Watched};
use crate::lab::explain::{self, Sways};
use crate::metric::Metric;
use crate::report::Run;
use crate::scenario::data_file::DataFile;
use crate::scenario::fault::{COMMAND_LINE, unknown, unreadable};
use crate::scenario::resolve::{self, Overrides};
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;
use crate::verdict;

/// Most bytes of a file that is read whole: some devices never end.
const MOST_BYTES: u64 = 1 << 28;
/// Most names in a list: five thousand pairs, of which a tournament keeps 220 MB.
pub const MOST_NAMED: usize = 100;
/// Most scenarios of one command, all of which are read before any is played.
pub const MOST_SCENARIOS: usize = 1000;

/// Reads a text file for a user.
///
/// # Errors
/// Names the file and what the system said.
pub fn read(path: &Path) -> Result<String, Refusal> {
    let problem =
        |(found, allowed): (String, &str)| Problem::file(&path.display().to_string(), found, allowed);
    text(path).map_err(problem).map_err(Refusal::from)
}

/// The text of a file, or what was found and what is allowed.
fn text(path: &Path) -> Result<String, (String, &'static str)> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| (unreadable(&error), "a readable file"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err((format!("more than {} MB", MOST_BYTES >> 20), "a text file of less"));
    }
    String::from_utf8(bytes).map_err(|_| ("bytes that are not UTF-8".to_owned(), "a text file"))
}

/// Refuses a list that is too long.
///
/// # Errors
/// When more are named than `most`.
pub fn few(flag: &str, named: usize, most: usize) -> Result<(), Refusal> {
    let fault = || Fault::new(flag, format!("{named} of them"), format!("at most {most}"));
    if named > most { Err(Problem::flag(fault()).into()) } else { Ok(()) }
}

/// The command line's changes to a scenario.
///
/// # Errors
/// When the data file can't be read, or a list is too long.
pub fn overrides(changes: &Changes) -> Result<Overrides, Refusal> {
    for (flag, named) in [("--bots", &changes.bots), ("--squads", &changes.squads)] {
        few(flag, named.as_ref().map_or(0, Vec::len), MOST_NAMED)?;
    }
    let file = |path: &PathBuf| Ok::<_, Refusal>(DataFile::of(path.display().to_string(), read(path)?));
    let data = changes.data.as_ref().map(file).transpose()?;
    let weights = changes.weights.as_ref().map(file).transpose()?;
    let mut earlier = BTreeSet::new();
    for (key, _) in &changes.set {
        if !earlier.insert(key) {
            return Err(Problem::flag(Fault::new(key.as_str(), "the key twice", "each key once")).into());
        }
    }
    Ok(Overrides {
        games: None,
        precision: None,
        margin: None,
        anytime: false,
        seed: changes.seed,
        set: changes.set.clone(),
        bots: changes.bots.clone(),
        squads: changes.squads.clone(),
        data,
        weights,
        minutes_per_turn: changes.minutes_per_turn,
        verified: changes.verify,
        patience: changes.bot_timeout.map(Duration::from_secs_f64),
        programs: changes.allow_programs,
    })
}

/// Whether programs that a file names may be started.
///
/// # Errors
/// The first of them, if that is not allowed.
pub fn consented<'a>(
    file: &str,
    bots: impl IntoIterator<Item = &'a str>,
    allowed: bool,
) -> Result<(), Refusal> {
    match program::unasked(bots).filter(|_| !allowed) {
        Some(fault) => Err(Problem { file: file.to_owned(), line: None, fault }.into()),
        None => Ok(()),
    }
}

/// These changes, and those of a stored run ([`Overrides::changes`]) that they
/// say nothing of.
///
/// # Errors
/// A seed that is none.
pub fn inherited(changes: &Changes, stored: &[String]) -> Result<Changes, Refusal> {
    let mut all = changes.clone();
    let list = |value: &str| value.split(',').map(str::to_owned).collect::<Vec<String>>();
    for (key, value) in stored.iter().filter_map(|change| change.split_once('=')) {
        match key {
            "bots" => all.bots = all.bots.or_else(|| Some(list(value))),
            "squads" => all.squads = all.squads.or_else(|| Some(list(value))),
            "data" => all.data = all.data.or_else(|| Some(value.into())),
            "bot" => all.weights = all.weights.or_else(|| Some(value.into())),
            "seed" => {
                let seed = value.parse().map_err(|_| {
                    Refusal::from(Problem::flag(Fault::new("seed", format!("`{value}`"), "a whole number")))
                })?;
                all.seed = all.seed.or(Some(seed));
            }
            _ if all.set.iter().any(|(set, _)| set == key) => {}
            _ => all.set.push((key.to_owned(), value.to_owned())),
        }
    }
    Ok(all)
}

/// No change of a scenario.
pub fn none() -> Overrides {
    Overrides::default()
}

/// The plan of a scenario's text that this program made up itself.
///
/// # Errors
/// Every fault of the text.
pub fn plan_of(app: &App, name: &str, text: &str, overrides: &Overrides) -> Result<Plan, Refusal> {
    let no_data = |name: &str| Err(format!("{name} is not part of it"));
    resolved(app, name, COMMAND_LINE, text, &no_data, overrides)
}

/// The plan of a scenario file, a built-in scenario or a ruleset id.
///
/// # Errors
/// Every fault of the scenario and of the command line.
pub fn plan(app: &App, scenario: &str, overrides: &Overrides) -> Result<Plan, Refusal> {
    let path = Path::new(scenario);
    let looks_like_file = scenario.contains(['/', '\\']) || path.extension().is_some();
    if looks_like_file || path.is_file() {
        let text = read(path)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let read_data = |name: &str| self::text(&folder.join(name)).map_err(|(found, _)| found);
        let stem = path.file_stem().map_or("scenario".into(), |s| s.to_string_lossy());
        return resolved(app, &stem, scenario, &text, &read_data, overrides);
    }
    let no_data = |name: &str| Err(format!("{name} is not part of the built-in scenarios"));
    if let Some(text) = app.text(scenario) {
        return resolved(app, scenario, &format!("scenarios/{scenario}.toml"), text, &no_data, overrides);
    }
    if let Some(ruleset) = app.find(scenario) {
        let text = format!("ruleset = \"{scenario}\"\n");
        let mut plan = resolved(app, scenario, COMMAND_LINE, &text, &no_data, overrides)?;
        let title = ruleset.title;
        plan.question = format!("Is {title} a level pitch?");
        return Ok(plan);
    }
    let known: Vec<&str> = app.scenarios.iter().map(|(name, _)| *name).chain(app.ids()).collect();
    let fault =
        Fault::new("scenario", format!("`{scenario}`"), format!("a file, or one of {}", known.join(", ")));
    Err(Problem::flag(fault.nearest(scenario, known.iter().copied())).into())
}

/// Position of the arm that `--arm` names.
///
/// # Errors
/// Names the arms that exist.
pub fn arm(plan: &Plan, name: &str) -> Result<usize, Refusal> {
    plan.arms.iter().position(|arm| arm.name.is(name)).ok_or_else(|| {
        let known: Vec<String> = plan.arms.iter().map(|arm| arm.name.to_string()).collect();
        Problem::flag(unknown("--arm", name, &known)).into()
    })
}

/// The metric of this name at an arm's table.
///
/// # Errors
/// Names the nearest, or which game has it.
pub fn metric(app: &App, arm: &PlanArm, key: &str, name: &str) -> Result<Metric, Refusal> {
    Ok(app.metric(arm.ruleset, arm.bots.len(), key, name).map_err(Problem::flag)?)
}

fn resolved(
    app: &App,
    name: &str,
    file: &str,
    text: &str,
    read: &dyn Fn(&str) -> Result<String, String>,
    overrides: &Overrides,
) -> Result<Plan, Refusal> {
    Ok(resolve::understood(&resolve::Origin { app, name, file, text, read }, overrides)?)
}

fn bar(plan: &Plan, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // Nothing is done yet: a bar without a length would be full.
    let expected = plan.length.most().saturating_mul(plan.arms.len() as u64).max(1);
    let bar = ProgressBar::with_draw_target(Some(expected), ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{bar:24} {percent:>3} %  {rate}{left}  {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
    bar.set_message(plan.name.clone());
    bar
}

/// Games a second in whole games, once there are some.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let games = state.per_sec();
    if state.pos() > 0 && games.is_finite() {
        let _ = write!(out, "{} games/s", verdict::count(games.round() as u64));
    }
}

/// Time left, once it can be told.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, "  {} left", HumanDuration(state.eta()));
    }
}

/// A progress line for work whose length is not known beforehand.
pub fn spinner(quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{elapsed} {bar:24} {human_pos} games  {rate}  {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}

/// Where plans are played: on how many threads, whether with notes, and with what is
/// known already.
#[derive(Clone, Copy)]
pub struct Room<'a> {
    /// Threads; 0 for one per core.
    pub threads: usize,
    /// No progress, no notes.
    pub quiet: bool,
    /// What was played before.
    pub notebook: &'a Notebook,
}

impl Room<'_> {
    /// Plays a plan, with a live line on a terminal.
    ///
    /// # Errors
    /// When an arm does not compile; that it can't be finished here, where only a share
    /// of it was to be played.
    pub fn play(self, plan: &Plan, share: Share, before: Vec<Played>) -> Result<Campaign, Refusal> {
        let played = self.play_on(plan, share, before)?;
        self.settled()?;
        Ok(played)
    }

    /// Plays the share of several plans that is to be played here, if it is only a
    /// share, or sees that all of them are known.
    ///
    /// # Errors
    /// As [`Room::play`].
    pub fn play_all<'p>(self, plans: impl IntoIterator<Item = &'p Plan>) -> Result<(), Refusal> {
        for plan in plans {
            self.play_on(plan, Share::WHOLE, Vec::new())?;
        }
        self.settled()
    }

    /// Whether what is known is all that was played, and not what a share comes to.
    fn settled(self) -> Result<(), Refusal> {
        let status = self.notebook.rest(process::interruptible().load(Ordering::Relaxed))?;
        status.map_or(Ok(()), |status| Err(Refusal { lines: Vec::new(), status }))
    }

    /// Of a share, or of what is not all known, nothing is returned that means anything.
    fn play_on(self, plan: &Plan, share: Share, before: Vec<Played>) -> Result<Campaign, Refusal> {
        let stop = process::interruptible();
        process::playing();
        let bar = bar(plan, self.quiet);
        let begun = Instant::now();
        let judge = Watched(plan);
        let told = |progress: &Progress<'_>| {
            bar.set_length(progress.expected.max(progress.games));
            bar.set_position(progress.games);
            if bar.is_hidden() {
                return;
            }
            let tally = progress.sums();
            if tally.moments.blocks < 100 {
                return;
            }
            let arm = &plan.arms[progress.arm];
            let estimate = judge.main(progress.arm, progress.layout, &tally);
            let metric = plan.main_metric(arm);
            let shown = verdict::show(&estimate, metric.unit());
            bar.set_message(format!("{}: {} {shown} (always valid)", arm.name, metric.worded()));
        };
        let hall = campaign::Hall { stop, progress: &told, journal: self.notebook.journal() };
        let campaign =
            process::pool(self.threads)?.install(|| campaign::run(plan, &judge, share, before, &hall));
        bar.finish_and_clear();
        if hall.closed() && !self.notebook.is_shard() {
            self.notebook.close();
        }
        let campaign = campaign.map_err(|faults| {
            let problems: Vec<Problem> = faults.into_iter().map(Problem::flag).collect();
            Refusal::from(problems)
        })?;
        if !self.quiet {
            let games: u64 = campaign.arms.iter().map(|arm| arm.tally.games).sum();
            let seconds = begun.elapsed().as_secs_f64();
            note(format_args!(
                "{} games in {seconds:.1} s ({} games/s)",
                verdict::count(games),
                verdict::count((games as f64 / seconds.max(1e-9)) as u64)
            ));
        }
        Ok(campaign)
    }

    /// Tries the assumptions of a finished run, if its plan asks for it. A run
    /// whose trial is cut short counts as interrupted: `rerun` completes it.
    ///
    /// # Errors
    /// When an arm is refused.
    pub fn try_assumptions(self, run: &mut Run) -> Result<(), Refusal> {
        let Some(games) = run.plan.assumptions.filter(|_| run.ended != campaign::Ended::Interrupted) else {
            return Ok(());
        };
        let hall = Hall::open(self.threads, self.quiet, self.notebook)?;
        hall.say(format!("{}: every assumption at its other plausible values", run.plan.name));
        let tried = hall.run(|hall| explain::assumptions(&run.plan, games, hall))?;
        hall.count(tried.games);
        hall.close();
        if tried.interrupted {
            run.ended = campaign::Ended::Interrupted;
            run.answers = verdict::judge(&run.plan, &run.results, run.ended);
        }
        run.sways = tried.sways;
        Ok(())
    }
}

/// What an earlier run has played, as a campaign.
///
/// # Errors
/// When an arm does not compile.
pub fn stored(plan: &Plan, played: Vec<Played>, ended: campaign::Ended) -> Result<Campaign, Refusal> {
    let told = |faults: Vec<Fault>| faults.into_iter().map(Problem::flag).collect::<Vec<_>>();
    Ok(Campaign { arms: played, shapes: plan.shapes().map_err(told)?, ended })
}

/// Estimates and judges what was played.
///
/// # Errors
/// When a tally does not fit its arm, or the system grants no threads.
pub fn judge(plan: Plan, share: Share, campaign: Campaign) -> Result<Run, Refusal> {
    process::helpers()?;
    let manner = Manner::of(&plan, campaign.ended);
    for ((arm, played), (layout, _)) in plan.arms.iter().zip(&campaign.arms).zip(&campaign.shapes) {
        if !played.tally.fits(layout) || !played.cross.as_ref().is_none_or(|cross| cross.fits(layout)) {
            let problem = Problem::file(
                &arm.name.to_string(),
                "a tally of another shape",
                "a run.json of this version",
            );
            return Err(problem.into());
        }
    }
    let results = estimates::estimate(&plan, &campaign.shapes, &campaign.arms, manner);
    let answers = verdict::judge(&plan, &results, campaign.ended);
    let varied = explain::sways(&plan, &campaign.shapes, &campaign.arms, &results, manner);
    let effects = verdict::switches::effects(&plan, &results, &answers.health);
    Ok(Run {
        plan,
        share,
        played: campaign.arms,
        ended: campaign.ended,
        manner,
        results,
        answers,
        sways: Sways::new(),
        varied,
        effects,
    })
}

/// The folder of a run's report.
#[must_use]
pub fn folder(out: Option<&PathBuf>, plan: &Plan, share: Share) -> PathBuf {
    let default = || {
        let mut changes = plan.changes.clone();
        changes.extend(share.named());
        desk::place(&plan.name, &changes)
    };
    out.cloned().unwrap_or_else(default)
}
