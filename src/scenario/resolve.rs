//! Wire form to plan: defaults filled in, names looked up, faults collected.

mod arms;
mod budget;
mod finding;
mod pairing;

use std::collections::BTreeSet;
use std::time::Duration;

use super::Limits;
use super::arm::PlanArm;
use super::data_file::DataFile;
use super::fault::{ENOUGH, Problem, unknown};
use super::judged::{MARGIN, Verdict, judged_by};
use super::plan::{Length, Plan};
use super::wire::{self, At, Wire};
use crate::app::App;
use crate::arena::RulesetId;
use crate::bots;
use crate::game::weights;
use crate::metric::Metric;
use crate::settings::{Fault, FaultKind, written};

pub(in crate::scenario) use arms::alike;
pub use budget::{concerned, opponent};
pub use pairing::pair;

/// Most games per arm that a run accepts.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
/// Games per arm when nothing is said.
pub const DEFAULT_GAMES: u64 = 100_000;
/// The same for each bot of a ruleset's own panel: a share is known to 0.7
/// percentage points, well within the margin of a level game.
pub const DEFAULT_OF_PANEL: u64 = 20_000;
/// The same with a bot that searches.
pub const DEFAULT_SEARCHED: u64 = 2000;
/// Games per arm after which a precision run gives up, when nothing is said.
pub const DEFAULT_MOST: u64 = 20_000_000;
/// Most faults that are told of one file.
const MOST_TOLD: usize = 100;
/// Most arms of one plan.
pub const MOST_ARMS: usize = 20_000;
/// Most keys that are set for one arm, in its tables and on the command line: no
/// game has a tenth of them, and of every wrong one the nearest is looked for.
const MOST_SET: usize = 2000;
/// Name of the one arm of a scenario that lists none.
const IMPLIED: &str = "as printed";

/// Whether a number is a confidence level.
#[must_use]
pub fn is_level(level: f64) -> bool {
    (0.5..=0.9999).contains(&level)
}

/// What the command line changes about a scenario.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Games per arm.
    pub games: Option<u64>,
    /// Half-width of the main estimate.
    pub precision: Option<f64>,
    /// Whether intervals must hold at every look of a run for a precision.
    pub anytime: bool,
    /// Root of all luck.
    pub seed: Option<u64>,
    /// How far a seat's share may be from an equal one in a level game.
    pub margin: Option<f64>,
    /// Switches for every arm.
    pub set: Vec<(String, String)>,
    /// Bots for every arm.
    pub bots: Option<Vec<String>>,
    /// Squads for every arm.
    pub squads: Option<Vec<String>>,
    /// Component data for every arm: name and text.
    pub data: Option<DataFile>,
    /// Weights of the trained policy for every arm: name and text.
    pub weights: Option<DataFile>,
    /// How long a turn takes, in minutes.
    pub minutes_per_turn: Option<f64>,
    /// Whether every state of every game is held to the laws of the game.
    pub verified: bool,
    /// How long a bot that is a program may take for an answer.
    pub patience: Option<Duration>,
    /// Whether programs that the scenario names may be started.
    pub programs: bool,
}

impl Overrides {
    /// What of a game it changes, in the order of names: `players=3`.
    #[must_use]
    pub fn changes(&self) -> Vec<String> {
        let mut changes: Vec<String> = self.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
        changes.sort();
        let list = |what: &str, names: &Option<Vec<String>>| {
            names.as_ref().map(|names| format!("{what}={}", names.join(",")))
        };
        changes.extend(list("bots", &self.bots));
        changes.extend(list("squads", &self.squads));
        changes.extend(self.data.iter().filter_map(|data| Some(format!("data={}", data.file.as_ref()?))));
        changes.extend(self.weights.iter().filter_map(|bot| Some(format!("bot={}", bot.file.as_ref()?))));
        changes.extend(self.seed.map(|seed| format!("seed={seed}")));
        changes
    }

    /// The name of the one arm of a scenario that lists none: what the command
    /// line changes about the game, or that nothing is changed.
    #[must_use]
    pub fn implied(&self) -> String {
        let data = self.data.iter().filter_map(|data| Some(format!("data of {}", data.file.as_ref()?)));
        let set = self.set.iter().map(|(key, value)| format!("{key} = {value}"));
        let changes: Vec<String> = data.chain(set).collect();
        if changes.is_empty() { IMPLIED.to_owned() } else { changes.join(", ") }
    }
}

/// Where a scenario's text comes from.
pub struct Origin<'a> {
    /// The program whose rulesets it may name.
    pub app: &'a App,
    /// Name of the scenario.
    pub name: &'a str,
    /// File name for messages.
    pub file: &'a str,
    /// Text of the file.
    pub text: &'a str,
    /// Reads a data file named in the scenario.
    pub read: &'a dyn Fn(&str) -> Result<String, String>,
}

struct Resolver<'a> {
    origin: &'a Origin<'a>,
    overrides: &'a Overrides,
    problems: Vec<Problem>,
    /// Those of them that every arm of a file can come to, as told.
    shared: BTreeSet<String>,
    /// Arms, budgets and findings that were not looked at after [`ENOUGH`] faults.
    left: usize,
}

/// What to tell about a name that is no bot of this game.
#[must_use]
pub fn no_bot(key: &str, ruleset: RulesetId, name: &str) -> Fault {
    let fault = bots::budget::unknown(key, name, &ruleset.bot_names());
    Fault { allowed: format!("the bots of {}: {}", ruleset.title, fault.allowed), ..fault }
}

/// What is wrong with a number of keys that are set for one arm, if anything.
///
/// # Errors
/// When there are too many.
pub(in crate::scenario) fn few_set(keys: usize) -> Result<(), Fault> {
    let fault = || Fault::new("set", format!("{keys} keys for one arm"), format!("at most {MOST_SET}"));
    (keys <= MOST_SET).then_some(()).ok_or_else(fault)
}

impl Resolver<'_> {
    fn fault(&mut self, offset: usize, fault: Fault) {
        self.problems.push(Problem::in_text(self.origin.file, self.origin.text, Some(offset), fault));
    }

    /// A fault of the file, or of the command line where no offset is known.
    fn fault_at(&mut self, offset: Option<usize>, fault: Fault) {
        match offset {
            Some(offset) => self.fault(offset, fault),
            None => self.problems.push(Problem::flag(fault)),
        }
    }

    /// Whether there are faults enough to leave an arm, a budget or a finding.
    fn enough(&mut self) -> bool {
        let enough = self.problems.len() > ENOUGH;
        self.left += usize::from(enough);
        enough
    }

    /// Whether no arm has more keys set than can be told of. Asked before any of
    /// them is read.
    fn few_set(&mut self, wire: &Wire) -> bool {
        let own = wire.arms.iter().map(|arm| arm.set.len()).max().unwrap_or(0);
        let few = few_set(wire.set.len() + own + self.overrides.set.len());
        few.map_err(|fault| self.fault(0, fault)).is_ok()
    }

    /// Whether weights that the command line names are for a table that is played.
    fn fits(&mut self, arms: &[PlanArm]) {
        let Some(weights) = &self.overrides.weights else { return };
        let tables = |arm: &PlanArm| weights::seats(&weights.text, arm.ruleset.features()).ok();
        let known: Option<Vec<usize>> = arms.first().and_then(tables);
        let played = |seats: &usize| arms.iter().any(|arm| arm.bots.len() == *seats);
        if let Some(known) = known.filter(|known| !known.iter().any(played)) {
            let list = known.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            let seats = arms.first().map_or(0, |arm| arm.bots.len());
            let allowed = format!("weights for the table that is played: `[trained.seats-{seats}]`");
            let fault = Fault::new("--bot", format!("weights for {list} seats alone"), allowed);
            self.problems.push(Problem::flag(fault));
        }
    }

    /// A number of games.
    fn count(&mut self, key: &str, wanted: &At<i64>) -> Option<u64> {
        let fits = u64::try_from(wanted.value).ok().filter(|games| (1..=MOST_GAMES).contains(games));
        if fits.is_none() {
            let fault = Fault::new(key, wanted.value.to_string(), format!("1 to {MOST_GAMES}"));
            self.fault(wanted.offset, fault);
        }
        fits
    }

    fn length(&mut self, wire: &Wire, usual: u64) -> Length {
        let games = self.overrides.games.or_else(|| self.count("games", wire.games.as_ref()?));
        let most = wire.max_games.as_ref().and_then(|most| self.count("max-games", most));
        let precision = match (self.overrides.precision, self.overrides.games, &wire.precision) {
            (Some(precision), _, _) => Some(precision),
            (None, Some(_), _) | (None, None, None) => None,
            (None, None, Some(at)) => {
                if !(at.value > 0.0 && at.value < 0.5) {
                    let fault = Fault::new("precision", written(at.value), "a fraction between 0 and 0.5");
                    self.fault(at.offset, fault);
                }
                if let Some(games) = &wire.games {
                    let fault = Fault::new("games", "games and precision together", "one of the two");
                    self.fault(games.offset, fault.hint("`max-games` bounds a precision run"));
                }
                Some(at.value)
            }
        };
        match precision {
            Some(half_width) => Length::Precision {
                half_width,
                most: self.overrides.games.or(most).unwrap_or(DEFAULT_MOST),
                anytime: self.overrides.anytime,
            },
            None => Length::Games(games.unwrap_or(usual)),
        }
    }

    fn seed(&mut self, wire: &Wire) -> Option<u64> {
        self.overrides.seed.or_else(|| {
            let seed = wire.seed.as_ref()?;
            let fits = u64::try_from(seed.value).ok();
            if fits.is_none() {
                self.fault(seed.offset, Fault::new("seed", seed.value.to_string(), "a number from 0 up"));
            }
            fits
        })
    }

    fn level(&mut self, wire: &Wire) -> f64 {
        wire.level.as_ref().map_or(0.95, |at| {
            if !is_level(at.value) {
                self.fault(at.offset, Fault::new("level", written(at.value), "0.5 to 0.9999"));
            }
            at.value
        })
    }

    /// A metric that no arm of the scenario has in any case. Looked for before
    /// every arm is resolved, so that it is told with the other mistakes; what
    /// depends on the number of seats has to wait.
    fn metric_at_all(&mut self, arms: &[PlanArm], metric: &At<String>) {
        if arms.iter().any(|arm| arm.metrics().at_most().find(&metric.value).is_some()) {
            return;
        }
        let app = self.origin.app;
        let fault = arms
            .first()
            .and_then(|arm| app.metric(arm.ruleset, arm.bots.len(), "metric", &metric.value).err());
        self.problems.extend(
            fault.map(|fault| {
                Problem::in_text(self.origin.file, self.origin.text, Some(metric.offset), fault)
            }),
        );
    }

    /// A metric that every arm meant must have: all arms, or those of a name.
    fn metric(&mut self, arms: &[PlanArm], metric: &At<String>, arm: Option<&At<String>>) -> Option<Metric> {
        let meant = |a: &&PlanArm| arm.is_none_or(|name| a.name.means(&name.value));
        if let Some(arm) = arm
            && !arms.iter().any(|a| meant(&a))
        {
            let known: Vec<String> = arms.iter().map(|a| a.name.to_string()).collect();
            let fault = unknown("arm", &arm.value, &known);
            self.fault(arm.offset, fault);
            return None;
        }
        let app = self.origin.app;
        let mut meant: Vec<&PlanArm> = arms.iter().filter(meant).collect();
        // Of arms that stand together, one for each game and table size.
        meant.dedup_by_key(|arm| (arm.ruleset, arm.bots.len()));
        let found: Result<Vec<Metric>, Fault> = meant
            .iter()
            .map(|arm| app.metric(arm.ruleset, arm.bots.len(), "metric", &metric.value))
            .collect();
        let found = found.map_err(|fault| self.fault(metric.offset, fault)).ok()?;
        found.first().copied()
    }
}

/// Turns a scenario into a plan.
///
/// # Errors
/// Every fault found, of the file and of the command line.
pub fn resolve(wire: &Wire, origin: &Origin<'_>, overrides: &Overrides) -> Result<Plan, Vec<Problem>> {
    resolve_beside(wire, origin, overrides, Vec::new())
}

/// Reads and resolves a scenario's text.
///
/// # Errors
/// Every fault of shape and of meaning in the order of its lines, those of the
/// command line first. What follows from a fault that is told already is left
/// out; a text that is no TOML has no meaning yet.
pub fn understood(origin: &Origin<'_>, overrides: &Overrides) -> Result<Plan, Vec<Problem>> {
    let (wire, shape) = wire::read_on(origin.file, origin.text);
    match wire {
        Some(wire) => resolve_beside(&wire, origin, overrides, shape),
        None => Err(told(shape, Vec::new(), origin.file)),
    }
}

/// Keys whose faults of shape leave open which arms there are.
const SHAPING: [&str; 10] =
    ["arm", "name", "ruleset", "set", "vary", "panel", "match-ups", "rows", "columns", "against"];

/// Whether a fault of meaning only follows from one of shape: something is
/// missing, doubled or miscounted because its key was not read.
fn follows(problem: &Problem, shape: &[Problem]) -> bool {
    let key = &problem.fault.key;
    let concerned = |told: &Problem| {
        told.fault.key == *key || matches!(&told.fault.kind, FaultKind::Misspelt(meant) if meant == key)
    };
    problem.fault.kind == FaultKind::Absent && shape.iter().any(concerned)
}

/// Faults of shape and of meaning, each once, in the order of the file's lines.
pub(in crate::scenario) fn told(shape: Vec<Problem>, meaning: Vec<Problem>, file: &str) -> Vec<Problem> {
    let meaning: Vec<Problem> = meaning.into_iter().filter(|p| !follows(p, &shape)).collect();
    // A fault of the command line shows in every arm: once is enough.
    let mut seen = BTreeSet::new();
    let mut told: Vec<Problem> = shape.into_iter().chain(meaning).collect();
    told.retain(|problem| seen.insert(problem.to_string()));
    told.sort_by_key(|p| (p.line.is_some() && p.file != file, p.line));
    if told.len() > MOST_TOLD {
        let more = told.split_off(MOST_TOLD).len();
        let least = if more + MOST_TOLD >= ENOUGH { "at least " } else { "" };
        told.push(Problem::file(file, format!("{least}{more} faults more"), "none"));
    }
    told
}

/// Resolves what was read, and tells its faults together with those of shape.
fn resolve_beside(
    wire: &Wire,
    origin: &Origin<'_>,
    overrides: &Overrides,
    shape: Vec<Problem>,
) -> Result<Plan, Vec<Problem>> {
    let mut resolver = Resolver { origin, overrides, problems: Vec::new(), shared: BTreeSet::new(), left: 0 };
    // What a file says of the one arm that it doesn't list holds for it under
    // the name that the command line's changes give it.
    let renamed = wire.arms.is_empty().then(|| wire.renamed(IMPLIED, &overrides.implied()));
    let wire = renamed.as_ref().unwrap_or(wire);
    let few = resolver.few_set(wire);
    let panel = if few { resolver.usual_panel(wire) } else { None };
    let of_panel = panel.is_some();
    let mut arms = if few { resolver.arms(wire, panel) } else { Vec::new() };
    resolver.pair(wire, &mut arms);
    for arm in &mut arms {
        arm.verified = overrides.verified;
        arm.patience = overrides.patience.unwrap_or(bots::program::PATIENCE);
    }
    resolver.fits(&arms);
    let usual = match (arms.iter().any(PlanArm::searches), of_panel) {
        (true, _) => DEFAULT_SEARCHED,
        (false, true) => DEFAULT_OF_PANEL,
        (false, false) => DEFAULT_GAMES,
    };
    let length = resolver.length(wire, usual);
    let (seed, level) = (resolver.seed(wire), resolver.level(wire));
    // A wrong number or level leaves the arms as they are.
    let of_arms =
        |p: &Problem| !["games", "max-games", "precision", "seed", "level"].contains(&p.fault.key.as_str());
    let complete = !resolver.problems.iter().any(of_arms)
        && !shape.iter().any(|p| SHAPING.contains(&p.fault.key.as_str()));
    if !complete {
        let mut known = arms.clone();
        known.extend(arms::printed(origin.app, wire));
        let named = wire.verdict.iter().filter_map(|v| v.metric.as_ref());
        let named = named.chain(wire.budgets.iter().map(|b| &b.metric));
        for metric in named.chain(wire.findings.iter().map(|f| &f.metric)) {
            resolver.metric_at_all(&known, metric);
        }
        for finding in &wire.findings {
            resolver.finding_key(wire, finding);
        }
    }
    let (mut verdict, mut budgets, mut findings) = (None, Vec::new(), Vec::new());
    if complete {
        verdict = wire.verdict.as_ref().and_then(|v| {
            // Without a metric it is about every seat.
            let seats = Verdict::of_seats(MARGIN);
            let (metric, fair, margin) = match &v.metric {
                Some(metric) => (resolver.metric(&arms, metric, v.arm.as_ref())?, None, None),
                None => (seats.metric, seats.fair, seats.margin),
            };
            if let Some(stated) = &v.margin {
                if stated.value > 0.0 {
                    if let Err(fault) = judged_by("margin", stated.value, metric) {
                        resolver.fault(stated.offset, fault);
                    }
                } else {
                    let fault = Fault::new("margin", written(stated.value), "a number above 0");
                    resolver.fault(stated.offset, fault);
                }
            }
            Some(Verdict {
                metric,
                arm: v.arm.as_ref().map(|a| a.value.clone()),
                fair: v.fair.or(fair),
                margin: resolver.overrides.margin.or(v.margin.as_ref().map(|at| at.value)).or(margin),
                about: v.about.clone(),
            })
        });
        if let (None, Some(margin)) =
            (&verdict, overrides.margin.filter(|_| arms.iter().all(PlanArm::mirrored)))
        {
            verdict = Some(Verdict::of_seats(margin));
        }
        if let (Some(margin), Some(verdict)) = (overrides.margin, &verdict)
            && let Err(fault) = judged_by("--margin", margin, verdict.metric)
        {
            resolver.problems.push(Problem::flag(fault));
        }
        for budget in &wire.budgets {
            budgets.extend(resolver.budget(&arms, budget));
        }
        for finding in &wire.findings {
            findings.extend(resolver.finding(&arms, finding));
        }
    }
    if !resolver.problems.is_empty() || !shape.is_empty() {
        let mut told = told(shape, resolver.problems, origin.file);
        if resolver.left > 0 {
            let found =
                format!("so many faults that {} arms, budgets or findings were not looked at", resolver.left);
            told.push(Problem::file(origin.file, found, "none"));
        }
        return Err(told);
    }
    let question = wire.question.as_ref().map(|q| q.value.clone());
    Ok(Plan {
        program: origin.app.program,
        name: origin.name.to_owned(),
        changes: overrides.changes(),
        typed: origin.app.typed.clone(),
        assumptions: None,
        question: question.unwrap_or_else(|| "How level is this pitch?".to_owned()),
        text: origin.text.to_owned(),
        seed: seed.unwrap_or(1),
        length,
        arms,
        verdict,
        budgets,
        findings,
        asked: Vec::new(),
        level,
        health: wire
            .health
            .as_ref()
            .map_or_else(Limits::default, |wire| Limits::default().with(wire))
            .timed(overrides.minutes_per_turn),
    })
}
