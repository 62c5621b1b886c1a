//! Wire form to plan: defaults filled in, names looked up, faults collected.

mod budget;
mod finding;
mod pairing;

use super::edit;
use super::fault::{Problem, quoted};
use super::plan::{DataFile, Effect, Length, Plan, PlanArm, Verdict};
use super::shape;
use super::wire::{self, At, Wire, WireArm};
use crate::arena::runner;
use crate::bots;
use crate::estimates;
use crate::rulesets::{self, Info};
use crate::settings::{Fault, Settings, nearest};

pub use budget::{concerned, opponent};
pub use pairing::pair;

/// Most games per arm that a run accepts.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
/// Games per arm when nothing is said.
pub const DEFAULT_GAMES: u64 = 100_000;
/// The same with a bot that searches.
pub const DEFAULT_SEARCHED: u64 = 2000;
/// Games per arm after which a precision run gives up, when nothing is said.
pub const DEFAULT_MOST: u64 = 20_000_000;
/// What stands between an arm's name and the bot that a panel adds.
const PANEL: &str = " · ";
/// Name of the one arm of a scenario that lists none.
const IMPLIED: &str = "as printed";
/// Most arms of one plan.
const MOST_ARMS: usize = 20_000;

/// What the command line changes about a scenario.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Games per arm.
    pub games: Option<u64>,
    /// Half-width of the main estimate.
    pub precision: Option<f64>,
    /// Root of all luck.
    pub seed: Option<u64>,
    /// Switches for every arm.
    pub set: Vec<(String, String)>,
    /// Bots for every arm.
    pub bots: Option<Vec<String>>,
    /// Squads for every arm.
    pub squads: Option<Vec<String>>,
    /// Component data for every arm: name and text.
    pub data: Option<DataFile>,
}

/// Where a scenario's text comes from.
pub struct Origin<'a> {
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
}

/// The ruleset of this id, or a fault that names the nearest.
///
/// # Errors
/// For an unknown id.
pub fn ruleset(id: &str) -> Result<Info, Fault> {
    rulesets::info(id).ok_or_else(|| {
        let fault = Fault::new("ruleset", format!("`{id}`"), rulesets::IDS.join(", "));
        match nearest(id, rulesets::IDS.iter().copied()).or_else(|| abbreviated(id)) {
            Some(near) => fault.hint(format!("did you mean `{near}`?")),
            None => fault,
        }
    })
}

/// The ruleset that a part of a name (`king`) or its initials (`kop`) mean, if
/// it is one only.
fn abbreviated(typed: &str) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    let meant = |id: &&&str| {
        let initials: String = id.split('-').filter_map(|word| word.chars().next()).collect();
        initials == typed || (typed.len() > 2 && id.contains(typed.as_str()))
    };
    let mut found = rulesets::IDS.iter().filter(meant);
    let first = found.next()?;
    found.next().is_none().then_some(*first)
}

fn unknown(key: &str, found: &str, known: &[String]) -> Fault {
    let fault = Fault::new(key, format!("`{found}`"), quoted(known));
    match nearest(found, known.iter().map(String::as_str)) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault,
    }
}

/// What to tell about a name that is no bot of this game.
#[must_use]
pub fn no_bot(key: &str, info: &Info, name: &str) -> Fault {
    let fault = bots::budget::unknown(key, name, &info.bot_names());
    Fault { allowed: format!("the bots of {}: {}", info.title, fault.allowed), ..fault }
}

impl Resolver<'_> {
    fn fault(&mut self, offset: usize, fault: Fault) {
        self.problems.push(Problem::in_text(self.origin.file, self.origin.text, Some(offset), fault));
    }

    fn info(&mut self, wire: &Wire, arm: &WireArm) -> Option<Info> {
        let Some(id) = arm.ruleset.as_ref().or(wire.ruleset.as_ref()) else {
            let fault = Fault::new("ruleset", "nothing", rulesets::IDS.join(", "));
            self.fault(arm.offset, fault);
            return None;
        };
        ruleset(&id.value).map_err(|fault| self.fault(id.offset, fault)).ok()
    }

    fn settings(&mut self, info: &Info, wire: &Wire, arm: &WireArm) -> Settings {
        let mut settings = Settings::printed(info.switches);
        for (key, value) in
            wire.set.iter().chain(&arm.set).filter(|(key, _)| edit::path(&key.value).is_none())
        {
            if let Err(fault) = settings.set(&key.value, &value.value) {
                self.fault(key.offset, fault);
            }
        }
        for (key, value) in self.overrides.set.iter().filter(|(key, _)| edit::path(key).is_none()) {
            if let Err(fault) = settings.set(key, value) {
                self.problems.push(Problem::flag(fault));
            }
        }
        settings
    }

    /// The component data with every `data.…` key of the `set` tables worked
    /// in; `None` for the ruleset's own as it is.
    fn data(&mut self, info: &Info, wire: &Wire, arm: &WireArm) -> Option<DataFile> {
        let mut data = self.data_file(wire, arm);
        let in_file = wire.set.iter().chain(&arm.set).map(|(k, v)| (&k.value, &v.value, Some(k.offset)));
        let all = in_file.chain(self.overrides.set.iter().map(|(k, v)| (k, v, None)));
        for (key, value, offset) in all.collect::<Vec<_>>() {
            let Some(path) = edit::path(key) else { continue };
            let (name, text) = data.as_ref().map_or((info.id, info.data), |d| (&d.name, &d.text));
            match edit::replaced(text, path, value) {
                Ok(text) => {
                    data = Some(DataFile { name: format!("{name}, {path} = {value}"), text, house: true });
                }
                Err(fault) => match offset {
                    Some(offset) => self.fault(offset, fault),
                    None => self.problems.push(Problem::flag(fault)),
                },
            }
        }
        data
    }

    fn data_file(&mut self, wire: &Wire, arm: &WireArm) -> Option<DataFile> {
        if let Some(data) = &self.overrides.data {
            return Some(data.clone());
        }
        let named = arm.data.as_ref().or(wire.data.as_ref())?;
        match (self.origin.read)(&named.value) {
            Ok(text) => Some(DataFile { name: named.value.clone(), text, house: false }),
            Err(reason) => {
                let fault =
                    Fault::new("data", format!("`{}`: {reason}", named.value), "a readable TOML file");
                self.fault(named.offset, fault);
                None
            }
        }
    }

    /// One bot per entrant: a single name serves all.
    fn per_entrant(
        &mut self,
        key: &str,
        names: &[String],
        seats: usize,
        offset: Option<usize>,
    ) -> Option<Vec<String>> {
        if names.len() == seats {
            return Some(names.to_vec());
        }
        if let [one] = names {
            return Some(vec![one.clone(); seats]);
        }
        let found = format!("{} names for {seats} seats", names.len());
        let fault = Fault::new(key, found, format!("one name for all, or {seats}"));
        match offset {
            Some(offset) => self.fault(offset, fault),
            None => self.problems.push(Problem::flag(fault)),
        }
        None
    }

    fn check_bots(&mut self, info: &Info, names: &[String], offset: Option<usize>) {
        for name in names {
            if !info.has_bot(name) {
                let fault = no_bot("bots", info, name);
                match offset {
                    Some(offset) => self.fault(offset, fault),
                    None => self.problems.push(Problem::flag(fault)),
                }
            }
        }
    }

    fn arm(&mut self, wire: &Wire, arm: &WireArm, panel_bot: Option<&At<String>>) -> Option<PlanArm> {
        let info = self.info(wire, arm)?;
        let before = self.problems.len();
        let settings = self.settings(&info, wire, arm);
        let data = self.data(&info, wire, arm);
        let default = vec![info.panel[info.panel.len() - 1].to_owned()];
        let (names, offset) =
            match (&self.overrides.bots, panel_bot, arm.bots.as_ref().or(wire.bots.as_ref())) {
                (Some(bots), ..) => (bots.clone(), None),
                (None, Some(bot), _) => (vec![bot.value.clone()], Some(bot.offset)),
                (None, None, Some(bots)) => (bots.value.clone(), Some(bots.offset)),
                (None, None, None) => (default, None),
            };
        self.check_bots(&info, &names, offset);
        if self.problems.len() > before {
            return None;
        }
        let name = arm.name.as_ref().map_or_else(|| IMPLIED.to_owned(), |name| name.value.clone());
        let mut made = unseated(name, info.id, settings, data);
        // The number of seats follows from the switches alone; squads are
        // checked in a second step, when it is known.
        let seats = match runner::seats(&made) {
            Ok(seats) => seats,
            Err(faults) => {
                self.build_faults(&made, arm.offset, faults);
                return None;
            }
        };
        made.bots = self.per_entrant("bots", &names, seats, offset)?;
        let (squads, offset) = match (&self.overrides.squads, arm.squads.as_ref().or(wire.squads.as_ref())) {
            (Some(squads), _) => (Some(squads.clone()), None),
            (None, Some(squads)) => (Some(squads.value.clone()), Some(squads.offset)),
            (None, None) => (None, None),
        };
        made.squads = match squads {
            Some(names) => self.per_entrant("squads", &names, seats, offset)?.into_iter().map(Some).collect(),
            None => vec![None; seats],
        };
        if let Err(faults) = runner::check(&made) {
            self.build_faults(&made, arm.offset, faults);
            return None;
        }
        Some(made)
    }

    /// Faults found by a ruleset, put where the user can mend them.
    fn build_faults(&mut self, arm: &PlanArm, offset: usize, faults: Vec<Fault>) {
        for fault in faults {
            let problem = match (&arm.data, fault.offset) {
                (Some(data), Some(at)) => {
                    let fault = shape::plain(fault, &data.text);
                    Problem::in_text(&data.name, &data.text, Some(at), fault)
                }
                _ if self.overrides.set.iter().any(|(key, _)| *key == fault.key) => Problem::flag(fault),
                _ => {
                    // A file without arms has none to name.
                    let key = match arm.name.as_str() {
                        IMPLIED => fault.key.clone(),
                        name => format!("arm `{name}`, {}", fault.key),
                    };
                    Problem::in_text(self.origin.file, self.origin.text, Some(offset), Fault { key, ..fault })
                }
            };
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
    }

    /// The base arms, the arms of `[vary]` behind them, all once per panel bot.
    fn arms(&mut self, wire: &Wire) -> Vec<PlanArm> {
        let implied = [WireArm::default()];
        let bases: &[WireArm] = if wire.arms.is_empty() { &implied } else { &wire.arms };
        let panel: Vec<Option<At<String>>> = match &wire.panel {
            Some(panel) if self.overrides.bots.is_none() => panel
                .value
                .iter()
                .map(|name| Some(At { value: name.clone(), offset: panel.offset }))
                .collect(),
            _ => vec![None],
        };
        let mut arms: Vec<PlanArm> = Vec::new();
        for bot in &panel {
            let suffix = bot.as_ref().map_or(String::new(), |bot| format!("{PANEL}{}", bot.value));
            let first = arms.len();
            for base in bases {
                if let Some(mut arm) = self.arm(wire, base, bot.as_ref()) {
                    arm.name.push_str(&suffix);
                    arms.push(arm);
                }
            }
            for (key, values) in &wire.vary {
                for value in values {
                    let mut varied = bases[0].clone();
                    let name = format!("{} = {}", key.value, value.value);
                    varied.name = Some(At { value: name, offset: key.offset });
                    varied.set.push((key.clone(), value.clone()));
                    let Some(mut arm) = self.arm(wire, &varied, bot.as_ref()) else { continue };
                    let is_data = edit::path(&key.value).is_some();
                    let spelled =
                        if is_data { value.value.clone() } else { arm.settings.text(&key.value).to_owned() };
                    let same = |base: &PlanArm| {
                        if is_data {
                            base.data_text() == arm.data_text()
                        } else {
                            base.settings.text(&key.value) == spelled
                        }
                    };
                    if arms.get(first).is_some_and(same) {
                        continue;
                    }
                    arm.name.push_str(&suffix);
                    arm.effect = Some(Effect { base: first, key: key.value.clone(), value: spelled });
                    arms.push(arm);
                }
            }
            for group in &wire.match_ups {
                for (row, column) in
                    group.rows.value.iter().flat_map(|row| group.columns.value.iter().map(move |c| (row, c)))
                {
                    let mut pair = bases[0].clone();
                    let offset = group.offset;
                    pair.offset = offset;
                    let name = format!("{}: {row} v {column}", group.name.value);
                    pair.name = Some(At { value: name, offset });
                    pair.squads = Some(At { value: vec![row.clone(), column.clone()], offset });
                    pair.set.extend(group.set.iter().cloned());
                    let Some(mut arm) = self.arm(wire, &pair, bot.as_ref()) else { continue };
                    arm.name.push_str(&suffix);
                    arm.group = Some(group.name.value.clone());
                    arms.push(arm);
                }
            }
        }
        for i in 0..arms.len() {
            if (0..i).any(|j| arms[j].name == arms[i].name) {
                let offset = bases.iter().filter_map(|b| b.name.as_ref()).find(|n| n.value == arms[i].name);
                let fault = Fault::new("name", format!("`{}` twice", arms[i].name), "a unique name per arm");
                self.fault(offset.map_or(0, |n| n.offset), fault);
            }
        }
        arms
    }

    fn length(&mut self, wire: &Wire, searched: bool) -> Length {
        let games = self.overrides.games.or_else(|| {
            let games = wire.games.as_ref()?;
            let fits = u64::try_from(games.value).ok().filter(|g| (1..=MOST_GAMES).contains(g));
            if fits.is_none() {
                let fault = Fault::new("games", games.value.to_string(), format!("1 to {MOST_GAMES}"));
                self.fault(games.offset, fault);
            }
            fits
        });
        let most = wire.max_games.as_ref().and_then(|most| {
            let fits = u64::try_from(most.value).ok().filter(|g| (1..=MOST_GAMES).contains(g));
            if fits.is_none() {
                let fault = Fault::new("max-games", most.value.to_string(), format!("1 to {MOST_GAMES}"));
                self.fault(most.offset, fault);
            }
            fits
        });
        let precision = match (self.overrides.precision, self.overrides.games, &wire.precision) {
            (Some(precision), _, _) => Some(precision),
            (None, Some(_), _) | (None, None, None) => None,
            (None, None, Some(at)) => {
                if !(at.value > 0.0 && at.value < 0.5) {
                    let fault = Fault::new("precision", at.value.to_string(), "a fraction between 0 and 0.5");
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
            Some(half_width) => {
                Length::Precision { half_width, most: self.overrides.games.or(most).unwrap_or(DEFAULT_MOST) }
            }
            None => Length::Games(games.unwrap_or(if searched { DEFAULT_SEARCHED } else { DEFAULT_GAMES })),
        }
    }

    /// A metric that no arm of the scenario has in any case. Looked for before
    /// every arm is resolved, so that it is told with the other mistakes; what
    /// depends on the number of seats has to wait.
    fn metric_at_all(&mut self, arms: &[PlanArm], metric: &At<String>) {
        let of_places = metric.value.starts_with("seat-") || metric.value.starts_with("entrant-");
        if of_places || arms.iter().any(|arm| estimates::has_metric(arm, &metric.value)) {
            return;
        }
        let Some(arm) = arms.first() else { return };
        let fault = estimates::no_metric(arm, "metric", format!("`{}`", metric.value), &metric.value);
        self.fault(metric.offset, fault);
    }

    fn metric_names(&mut self, arms: &[PlanArm], metric: &At<String>, arm: Option<&At<String>>) {
        let known_arms: Vec<String> = arms.iter().map(|a| a.name.clone()).collect();
        if let Some(arm) = arm
            && !arms.iter().any(|a| is_named(a, &arm.value))
        {
            let fault = unknown("arm", &arm.value, &known_arms);
            self.fault(arm.offset, fault);
            return;
        }
        let concerned = arms.iter().filter(|a| arm.is_none_or(|name| is_named(a, &name.value)));
        for concerned in concerned {
            if !estimates::has_metric(concerned, &metric.value) {
                let found = format!("`{}`", metric.value);
                let fault = estimates::no_metric(concerned, "metric", found, &metric.value);
                self.fault(metric.offset, fault);
                return;
            }
        }
    }
}

/// Whether a name means this arm: its own, or its name without the bot of the
/// panel.
#[must_use]
pub fn is_named(arm: &PlanArm, name: &str) -> bool {
    arm.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(PANEL))
}

/// The bot that a panel has added to an arm's name.
#[must_use]
pub fn panel_bot(arm: &PlanArm) -> Option<&str> {
    let (_, bot) = arm.name.rsplit_once(PANEL)?;
    arm.bots.iter().all(|b| b == bot).then_some(bot)
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
        None => Err(shape),
    }
}

/// Keys whose faults of shape leave open which arms there are.
const SHAPING: [&str; 10] =
    ["arm", "name", "ruleset", "set", "vary", "panel", "match-ups", "rows", "columns", "against"];

/// Every arm's ruleset as printed, for what can be said without the arms.
fn printed(wire: &Wire) -> Vec<PlanArm> {
    let ids = wire.arms.iter().filter_map(|arm| arm.ruleset.as_ref()).chain(&wire.ruleset);
    let mut arms: Vec<PlanArm> = Vec::new();
    for info in ids.filter_map(|id| rulesets::info(&id.value)) {
        if arms.iter().any(|arm| arm.ruleset == info.id) {
            continue;
        }
        let mut arm = unseated(IMPLIED.to_owned(), info.id, Settings::printed(info.switches), None);
        let Ok(seats) = runner::seats(&arm) else { continue };
        (arm.bots, arm.squads) = (vec![info.panel[0].to_owned(); seats], vec![None; seats]);
        arms.push(arm);
    }
    arms
}

/// An arm before anybody sits down.
fn unseated(name: String, ruleset: &'static str, settings: Settings, data: Option<DataFile>) -> PlanArm {
    PlanArm {
        name,
        ruleset,
        settings,
        data,
        bots: Vec::new(),
        squads: Vec::new(),
        pairing: String::new(),
        paired: false,
        rotates: false,
        base: None,
        effect: None,
        group: None,
    }
}

/// Whether a fault of meaning only follows from one of shape: something is
/// missing, doubled or miscounted because its key was not read.
fn follows(problem: &Problem, shape: &[Problem]) -> bool {
    let found = &problem.fault.found;
    let of_absence = found == "nothing" || found.ends_with(" twice") || found.contains(" names for ");
    let concerned = |told: &Problem| {
        let meant =
            told.fault.hint.as_ref().is_some_and(|hint| hint.contains(&format!("`{}`", problem.fault.key)));
        told.fault.key == problem.fault.key || meant
    };
    of_absence && shape.iter().any(concerned)
}

/// Resolves what was read, and tells its faults together with those of shape.
fn resolve_beside(
    wire: &Wire,
    origin: &Origin<'_>,
    overrides: &Overrides,
    shape: Vec<Problem>,
) -> Result<Plan, Vec<Problem>> {
    let mut resolver = Resolver { origin, overrides, problems: Vec::new() };
    let mut arms = resolver.arms(wire);
    resolver.pair(wire, &mut arms);
    let searched = arms.iter().any(PlanArm::searches);
    let length = resolver.length(wire, searched);
    let seed = overrides.seed.or_else(|| {
        let seed = wire.seed.as_ref()?;
        let fits = u64::try_from(seed.value).ok();
        if fits.is_none() {
            resolver.fault(seed.offset, Fault::new("seed", seed.value.to_string(), "a number from 0 up"));
        }
        fits
    });
    let level = wire.level.as_ref().map_or(0.95, |at| {
        if !(at.value >= 0.5 && at.value < 1.0) {
            resolver.fault(at.offset, Fault::new("level", at.value.to_string(), "0.5 to 0.9999"));
        }
        at.value
    });
    // A wrong number or level leaves the arms as they are.
    let of_arms =
        |p: &Problem| !["games", "max-games", "precision", "seed", "level"].contains(&p.fault.key.as_str());
    let complete = !resolver.problems.iter().any(of_arms)
        && !shape.iter().any(|p| SHAPING.contains(&p.fault.key.as_str()));
    if !complete {
        let mut known = arms.clone();
        known.extend(printed(wire));
        let named = wire.verdict.iter().map(|v| &v.metric);
        let named = named.chain(wire.budgets.iter().map(|b| &b.metric));
        for metric in named.chain(wire.findings.iter().map(|f| &f.metric)) {
            resolver.metric_at_all(&known, metric);
        }
        for finding in &wire.findings {
            resolver.finding_key(wire, finding);
        }
    }
    let verdict = wire.verdict.as_ref().map(|v| {
        if complete {
            resolver.metric_names(&arms, &v.metric, v.arm.as_ref());
        }
        Verdict {
            metric: v.metric.value.clone(),
            arm: v.arm.as_ref().map(|a| a.value.clone()),
            fair: v.fair,
            margin: v.margin,
            about: v.about.clone(),
        }
    });
    let mut budgets = Vec::new();
    for budget in &wire.budgets {
        budgets.push(resolver.budget(&arms, budget, complete));
    }
    let mut findings = Vec::new();
    for finding in &wire.findings {
        if complete {
            resolver.metric_names(&arms, &finding.metric, None);
            findings.push(resolver.finding(&arms, finding));
        }
    }
    if arms.len() > MOST_ARMS {
        resolver.fault(0, Fault::new("arm", format!("{} arms", arms.len()), format!("at most {MOST_ARMS}")));
    }
    if !resolver.problems.is_empty() || !shape.is_empty() {
        let meaning: Vec<Problem> = resolver.problems.into_iter().filter(|p| !follows(p, &shape)).collect();
        // A fault of the command line shows in every arm: once is enough.
        let mut told: Vec<Problem> = Vec::new();
        for problem in shape.into_iter().chain(meaning) {
            if !told.contains(&problem) {
                told.push(problem);
            }
        }
        told.sort_by_key(|p| (p.line.is_some() && p.file != origin.file, p.line));
        return Err(told);
    }
    let question = wire.question.as_ref().map(|q| q.value.clone());
    Ok(Plan {
        name: origin.name.to_owned(),
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
    })
}
