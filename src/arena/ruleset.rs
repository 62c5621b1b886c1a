//! A ruleset behind one door: a small handle for everything that is not generic
//! over the game. What comes in is an arm's settings, data and bots; what goes
//! out is its facts, its faults or a [`Runner`]. No game is played here.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::batch::Arm;
use super::runner::{Runner, boxed};
use crate::bots::budget::{self, Named};
use crate::bots::program::{self, Hello, Program};
use crate::bots::{Bot, TRAINED_IDEA, random};
use crate::chance::MAX_SEATS;
use crate::game::weights::TRAINED;
use crate::game::{
    Build, Distribution, Facts, Feature, Intervention, Metric, Ruleset, SquadMap, Tables, Totals,
};
use crate::metric::Metrics;
use crate::settings::{Fault, Settings};
use crate::tally::Layout;

/// Who sits at an arm's table and which luck it sees.
pub struct Table<'a> {
    /// Bot of each entrant, by name.
    pub bots: &'a [String],
    /// Root of all luck.
    pub seed: u64,
    /// Tables with the same key see the same luck.
    pub pairing: u64,
    /// Whether decks are dealt so that arms that share luck stay in step.
    pub paired: bool,
    /// Games of a block.
    pub rotations: u32,
    /// How long a bot that is a program may take for an answer.
    pub patience: Duration,
}

/// What is asked of a ruleset whatever its types.
trait Erased: Send + Sync {
    fn facts(&self) -> &'static Facts;
    fn tables(&self) -> Tables;
    fn searchers(&self) -> &'static [&'static str];
    fn bots(&self) -> Vec<(&'static str, &'static str)>;
    fn features(&self) -> &'static [Feature];
    fn prospects(&self) -> &'static [Feature];
    fn panel(&self, seats: usize) -> &'static [&'static str];

    /// Those of them that are too slow for the atlas.
    fn unhurried(&self) -> &'static [&'static str];
    fn seats(&self, build: &Build<'_>) -> Result<usize, Vec<Fault>>;
    fn shape(&self, build: &Build<'_>) -> Result<(Layout, Vec<String>), Vec<Fault>>;
    fn absent_items(&self, build: &Build<'_>) -> Vec<usize>;
    fn interventions(&self, build: &Build<'_>) -> Vec<Intervention>;
    fn squads(&self, build: &Build<'_>) -> Option<SquadMap>;
    fn tier(&self, settings: &Settings, entrant: usize) -> Option<&'static str>;
    fn runner(&self, build: &Build<'_>, table: &Table<'_>) -> Result<Box<dyn Runner>, Vec<Fault>>;
}

struct Of<R>(PhantomData<fn() -> R>);

impl<R: Ruleset> Erased for Of<R> {
    fn facts(&self) -> &'static Facts {
        const { &R::FACTS }
    }

    fn tables(&self) -> Tables {
        R::TABLES
    }

    fn searchers(&self) -> &'static [&'static str] {
        R::SEARCHERS
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        let trained = (!R::FEATURES.is_empty()).then_some((TRAINED, TRAINED_IDEA));
        std::iter::once((random::NAME, random::IDEA))
            .chain(R::BOTS.iter().map(|bot| (bot.name, bot.idea)))
            .chain(trained)
            .collect()
    }

    fn features(&self) -> &'static [Feature] {
        R::FEATURES
    }

    fn prospects(&self) -> &'static [Feature] {
        &R::FEATURES[R::FEATURES.len() - R::PROSPECTS..]
    }

    fn panel(&self, seats: usize) -> &'static [&'static str] {
        R::panel(seats)
    }

    fn unhurried(&self) -> &'static [&'static str] {
        R::UNHURRIED
    }

    fn seats(&self, build: &Build<'_>) -> Result<usize, Vec<Fault>> {
        R::build(build).map(|rules| R::seats(&rules))
    }

    fn shape(&self, build: &Build<'_>) -> Result<(Layout, Vec<String>), Vec<Fault>> {
        let rules = R::build(build)?;
        let items = R::items(&rules);
        Ok((Layout::of::<R>(R::seats(&rules), items.len()), items))
    }

    fn absent_items(&self, build: &Build<'_>) -> Vec<usize> {
        let Ok(rules) = R::build(build) else { return Vec::new() };
        (0..R::items(&rules).len()).filter(|&item| !R::has_item(&rules, item)).collect()
    }

    fn interventions(&self, build: &Build<'_>) -> Vec<Intervention> {
        R::interventions(build)
    }

    fn squads(&self, build: &Build<'_>) -> Option<SquadMap> {
        R::squads(build)
    }

    fn tier(&self, settings: &Settings, entrant: usize) -> Option<&'static str> {
        R::tier(settings, entrant)
    }

    fn runner(&self, build: &Build<'_>, table: &Table<'_>) -> Result<Box<dyn Runner>, Vec<Fault>> {
        let rules = R::build(build)?;
        let (mut bots, mut programs) = (Vec::new(), Vec::new());
        for (entrant, name) in (0..).zip(table.bots) {
            let bot = if program::is_outside(name) {
                let hello = Hello::of::<R>(build, &rules);
                programs.resize_with(table.bots.len(), || None);
                programs[usize::from(entrant)] =
                    Some(Program::start(name, hello, table.patience).map_err(|fault| vec![fault])?);
                Some(Bot::Program(entrant))
            } else {
                Bot::<R>::named(name, &rules)
            };
            bots.push(bot.ok_or_else(|| vec![budget::unknown("bots", name, &Bot::<R>::names())])?);
        }
        Ok(boxed(Arm {
            bots,
            programs: programs.into(),
            rules,
            seed: table.seed,
            pairing: table.pairing,
            paired: table.paired,
            rotations: table.rotations,
            verified: None,
        }))
    }
}

/// A ruleset, found once by its id at the scenario's edge; its facts are its
/// fields ([`Facts`]).
#[derive(Clone, Copy)]
pub struct RulesetId(&'static dyn Erased);

impl RulesetId {
    /// The handle of a ruleset.
    #[must_use]
    pub const fn of<R: Ruleset>() -> Self {
        Self(&Of::<R>(PhantomData))
    }

    /// What is known of it without playing it; lives as long as the program.
    #[must_use]
    pub fn facts(self) -> &'static Facts {
        self.0.facts()
    }

    /// Everything that its games add to.
    #[must_use]
    pub fn tables(self) -> Tables {
        self.0.tables()
    }

    /// Its own metrics, in the order of reports.
    #[must_use]
    pub fn metrics(self) -> &'static [Metric] {
        self.0.tables().metrics
    }

    /// The metrics that a table of so many seats can be asked for.
    #[must_use]
    pub fn metrics_at(self, seats: usize) -> Metrics {
        Metrics::of(self.id, self.tables(), seats)
    }

    /// Its distributions, in the order of reports.
    #[must_use]
    pub fn distributions(self) -> &'static [Distribution] {
        self.0.tables().distributions
    }

    /// Bots with their ideas, weak to strong; without the search bots that
    /// every ruleset has ([`FORMS`](crate::bots::budget::FORMS)).
    #[must_use]
    pub fn bots(self) -> Vec<(&'static str, &'static str)> {
        self.0.bots()
    }

    /// What its trained policy looks at; nothing without one.
    #[must_use]
    pub fn features(self) -> &'static [Feature] {
        self.0.features()
    }

    /// Of [`features`](Self::features) the last, which look at where a seat stands.
    #[must_use]
    pub fn prospects(self) -> &'static [Feature] {
        self.0.prospects()
    }

    /// Names of the listed bots, weak to strong.
    #[must_use]
    pub fn bot_names(self) -> Vec<&'static str> {
        self.bots().into_iter().map(|(name, _)| name).collect()
    }

    /// Bots over which a verdict is told at a table of so many seats, never none,
    /// the strongest last.
    #[must_use]
    pub fn panel(self, seats: usize) -> Vec<&'static str> {
        match (self.0.panel(seats), self.bot_names().as_slice()) {
            ([], [random, .., last]) => vec![random, last],
            ([], names) => names.to_vec(),
            (panel, _) => panel.to_vec(),
        }
    }

    /// The first and the last bot of the panel that are quick enough for the
    /// atlas.
    #[must_use]
    pub fn quick_panel(self, seats: usize) -> Vec<&'static str> {
        let mut quick = self.panel(seats);
        quick.retain(|bot| !self.0.unhurried().contains(bot));
        match quick[..] {
            [first, _, .., last] => vec![first, last],
            _ => quick,
        }
    }

    /// The strongest of these bots at a table of so many seats: the last in the
    /// panel's order, which is that of measured strength; bots outside the panel
    /// in the order of the list, before it, and a search by its budget behind it.
    #[must_use]
    pub fn strongest<'a>(self, seats: usize, bots: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let (panel, listed) = (self.panel(seats), self.bot_names());
        let place = |names: &[&str], bot: &str| names.iter().position(|name| *name == bot);
        let budget = |bot: &str| Named::read(bot).map_or(0, |named| named.playouts);
        bots.max_by_key(|bot| match (place(&panel, bot), place(&listed, bot)) {
            (Some(at), _) => (1, at, 0),
            (None, Some(at)) => (0, at, 0),
            (None, None) => (2, 0, budget(bot)),
        })
    }

    /// Whether a bot of this name can play: a listed one, a search bot with its
    /// budget, played on by a listed one, or a program.
    #[must_use]
    pub fn has_bot(self, name: &str) -> bool {
        let listed = |name: &str| self.bots().iter().any(|(listed, _)| *listed == name);
        listed(name)
            || Named::read(name).is_some_and(|named| named.policy.is_none_or(listed))
            || program::is_outside(name)
    }

    /// Whether this bot of the panel is too slow for the atlas.
    #[must_use]
    pub fn is_unhurried(self, name: &str) -> bool {
        self.0.unhurried().contains(&name)
    }

    /// Whether this bot searches or is a program, and is slow for that.
    #[must_use]
    pub fn searches(self, name: &str) -> bool {
        self.0.searchers().contains(&name) || Named::read(name).is_some() || program::is_outside(name)
    }

    /// Number of seats that these settings ask for.
    ///
    /// # Errors
    /// Whatever the ruleset finds wrong with switches, data or squads.
    pub fn seats(self, build: &Build<'_>) -> Result<usize, Vec<Fault>> {
        self.0.seats(build)
    }

    /// How many play with these settings and the printed components, whoever
    /// they are.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn table(self, settings: &Settings) -> Result<usize, Vec<Fault>> {
        let squads = [const { None }; MAX_SEATS];
        self.seats(&Build { settings, data: self.data, squads: &squads, totals: Totals::Stated })
    }

    /// Shape of the tally under these settings, and names of its items.
    ///
    /// # Errors
    /// As [`RulesetId::seats`].
    pub fn shape(self, build: &Build<'_>) -> Result<(Layout, Vec<String>), Vec<Fault>> {
        self.0.shape(build)
    }

    /// Items that the game under these settings doesn't have.
    #[must_use]
    pub fn absent_items(self, build: &Build<'_>) -> Vec<usize> {
        self.0.absent_items(build)
    }

    /// What may be done to single cards under these settings.
    #[must_use]
    pub fn interventions(self, build: &Build<'_>) -> Vec<Intervention> {
        self.0.interventions(build)
    }

    /// Kinds of squads of which the best are wanted under these settings.
    #[must_use]
    pub fn squads(self, build: &Build<'_>) -> Option<SquadMap> {
        self.0.squads(build)
    }

    /// What these settings make of an entrant's squad where none is named; none where
    /// they make all alike.
    #[must_use]
    pub fn tier(self, settings: &Settings, entrant: usize) -> Option<&'static str> {
        self.0.tier(settings, entrant)
    }

    /// Compiles the rules and seats the bots.
    ///
    /// # Errors
    /// As [`RulesetId::seats`], and a bot that the ruleset doesn't have.
    pub fn runner(self, build: &Build<'_>, table: &Table<'_>) -> Result<Box<dyn Runner>, Vec<Fault>> {
        self.0.runner(build, table)
    }
}

impl Deref for RulesetId {
    type Target = Facts;
    fn deref(&self) -> &Facts {
        self.facts()
    }
}

impl PartialEq for RulesetId {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for RulesetId {}

impl PartialOrd for RulesetId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RulesetId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(other.id)
    }
}

impl Hash for RulesetId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl fmt::Display for RulesetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

impl Serialize for RulesetId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}
