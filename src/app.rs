//! What a program is made of: its name, its rulesets and its built-in
//! scenarios. Whoever depends on this crate lists rulesets of their own and
//! gets the whole command line under their own name; nothing here is global.
//!
//! ```no_run
//! use levelpitch::App;
//! use levelpitch::rulesets::futbol_dash::FutbolDash;
//!
//! fn main() -> std::process::ExitCode {
//!     App::new("dashlab", "Is Futbol Dash a level pitch?")
//!         .version("1.0.0")
//!         .ruleset::<FutbolDash>()
//!         .scenario("halftimes", "question = \"Does half-time matter?\"\nruleset = \"futbol-dash\"\n")
//!         .main()
//! }
//! ```

use crate::arena::RulesetId;
use crate::game::Ruleset;
use crate::metric::Metric;
use crate::settings::{Fault, PROGRAM, nearest};

/// The name and version that reports and manifests are signed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// What a user types.
    pub name: &'static str,
    /// Version: a run is reproduced only by the version that played it.
    pub version: &'static str,
}

/// A program over a list of rulesets.
#[derive(Debug, Clone)]
pub struct App {
    /// Its name and version.
    pub program: Program,
    /// What its help says first: one line, then perhaps a paragraph.
    pub about: &'static str,
    /// Its rulesets, in the order of lists.
    pub rulesets: Vec<RulesetId>,
    /// Names and texts of its built-in scenarios, in the order of lists.
    pub scenarios: Vec<(&'static str, &'static str)>,
    /// The words of the command being carried out, as far as they say what is
    /// played ([`crate::cli::typed`]); empty outside of one.
    pub typed: Vec<String>,
    /// Whether every game of that command is checked.
    pub verified: bool,
}

impl App {
    /// A program without rulesets yet, of this crate's version.
    #[must_use]
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        let program = Program { name, version: env!("CARGO_PKG_VERSION") };
        Self {
            program,
            about,
            rulesets: Vec::new(),
            scenarios: Vec::new(),
            typed: Vec::new(),
            verified: false,
        }
    }

    /// The same with a version of its own, to be raised whenever a rule of its
    /// games changes.
    #[must_use]
    pub const fn version(mut self, version: &'static str) -> Self {
        self.program.version = version;
        self
    }

    /// The same with one more ruleset.
    #[must_use]
    pub fn ruleset<R: Ruleset>(mut self) -> Self {
        self.rulesets.push(RulesetId::of::<R>());
        self
    }

    /// The same with one more built-in scenario; `run` plays the first of them
    /// when nothing is said.
    #[must_use]
    pub fn scenario(mut self, name: &'static str, text: &'static str) -> Self {
        self.scenarios.push((name, text));
        self
    }

    /// What `run` plays when nothing is said: the first scenario, or the first
    /// ruleset.
    #[must_use]
    pub fn first(&self) -> Option<&'static str> {
        let ruleset = || self.rulesets.first().map(|ruleset| ruleset.facts().id);
        self.scenarios.first().map(|&(name, _)| name).or_else(ruleset)
    }

    /// Text of a built-in scenario.
    #[must_use]
    pub fn text(&self, scenario: &str) -> Option<&'static str> {
        self.scenarios.iter().find(|(name, _)| *name == scenario).map(|&(_, text)| text)
    }

    /// Ids of its rulesets, in the order of lists.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.rulesets.iter().map(|ruleset| ruleset.facts().id)
    }

    /// The same as what is allowed, for messages.
    #[must_use]
    pub fn listed(&self) -> String {
        self.ids().collect::<Vec<_>>().join(", ")
    }

    /// The ruleset of this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<RulesetId> {
        self.rulesets.iter().copied().find(|ruleset| ruleset.id == id)
    }

    /// The ruleset of this id, as a user gave it.
    ///
    /// # Errors
    /// For an unknown id: the nearest is named.
    pub fn resolve(&self, id: &str) -> Result<RulesetId, Fault> {
        self.find(id).ok_or_else(|| {
            let fault = Fault::new("ruleset", format!("`{id}`"), self.listed());
            match nearest(id, self.ids()).or_else(|| self.abbreviated(id)) {
                Some(near) => fault.meant(near),
                None => fault,
            }
        })
    }

    /// The ruleset that a part of a name or its initials mean, if it is one
    /// only.
    fn abbreviated(&self, typed: &str) -> Option<&'static str> {
        let typed = typed.to_lowercase();
        let meant = |id: &&str| {
            let initials: String = id.split('-').filter_map(|word| word.chars().next()).collect();
            initials == typed || (typed.len() > 2 && id.contains(typed.as_str()))
        };
        let mut found = self.ids().filter(meant);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The metric of this name at a table of so many seats, as a user wrote it
    /// at `key`.
    ///
    /// # Errors
    /// For a name that means none here: the nearest, or which game has it.
    pub fn metric(&self, ruleset: RulesetId, seats: usize, key: &str, name: &str) -> Result<Metric, Fault> {
        ruleset.metrics_at(seats).resolve(key, name).map_err(|fault| {
            let has = |other: &&RulesetId| **other != ruleset && other.metrics_at(seats).find(name).is_some();
            also("metric", fault, name, self.rulesets.iter().filter(has))
        })
    }

    /// A fault about a switch that a ruleset doesn't have, with the games that
    /// have it.
    #[must_use]
    pub fn elsewhere(&self, ruleset: RulesetId, fault: Fault) -> Fault {
        let key = fault.key.clone();
        let has = |of: &RulesetId| of.switches.iter().any(|switch| switch.key == key);
        if has(&ruleset) {
            return fault;
        }
        also("switch", fault, &key, self.rulesets.iter().filter(|other| has(other)))
    }

    /// A message with the program's own name where it says [`PROGRAM`].
    #[must_use]
    pub fn named(&self, message: &str) -> String {
        message.replace(PROGRAM, self.program.name)
    }
}

/// The same fault with the games that know the name.
fn also<'a>(what: &str, fault: Fault, name: &str, games: impl Iterator<Item = &'a RulesetId>) -> Fault {
    let titles: Vec<&str> = games.map(|game| game.title).collect();
    if titles.is_empty() {
        return fault;
    }
    let near = fault.hint.as_ref().map_or(String::new(), |hint| format!("; {hint}"));
    fault.hint(format!("`{name}` is a {what} of {}{near}", titles.join(" and ")))
}
