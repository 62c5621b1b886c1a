//! A run with nothing left open.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::judged::{Budget, Finding, MARGIN, Verdict};
use super::{ArmName, Limits, edit};
use crate::app::Program;
use crate::arena::ruleset::{RulesetId, Table};
use crate::arena::runner::Runner;
use crate::chance::MAX_SEATS;
use crate::game::{Build, Intervention, SquadMap, Totals, Unit, weights};
use crate::metric::{Metric, Metrics};
use crate::seed;
use crate::settings::{Fault, PROGRAM, Settings};
use crate::tally::{Layout, Shape, layout};

/// How long a run plays.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// At least this many games per arm; rounded up to whole blocks.
    Games(u64),
    /// Until the main estimate's interval has at most this half-width (a
    /// fraction, 0.005 = half a percentage point) in every arm, or until `most`
    /// games.
    Precision {
        /// Half-width wanted.
        half_width: f64,
        /// Games per arm after which the run ends undecided.
        most: u64,
        /// Whether every interval must hold at all looks together. A run that
        /// stops on the width of an interval, on a fixed grid of looks, looks
        /// at how much its blocks vary, not at where the interval lies: its
        /// plain interval holds when it stops.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anytime: bool,
    },
}

impl Length {
    /// Most games per arm.
    #[must_use]
    pub const fn most(self) -> u64 {
        match self {
            Self::Games(games) => games,
            Self::Precision { most, .. } => most,
        }
    }
}

/// One arm, fully resolved.
#[derive(Debug, Clone)]
pub struct PlanArm {
    /// Unique name within the plan.
    pub name: ArmName,
    /// The game.
    pub ruleset: RulesetId,
    /// Every switch with the value in force.
    pub settings: Settings,
    /// Component data (TOML); `None` for the ruleset's own.
    pub data: Option<DataFile>,
    /// Bot of each entrant.
    pub bots: Vec<String>,
    /// Squad, club or deck of each entrant, if named.
    pub squads: Vec<Option<String>>,
    /// Arms with the same key see the same luck.
    pub pairing: String,
    /// Whether decks are dealt so that arms that share luck stay in step.
    pub paired: bool,
    /// Whether the entrants rotate over the seats within a block: not where all
    /// of them are alike in every arm that is compared (see [`rotate`]).
    pub rotates: bool,
    /// The arm of the plan (its index) that this one is compared with, block
    /// by block on the same luck.
    pub base: Option<usize>,
    /// The one switch that sets this arm apart from another, if it was made
    /// that way.
    pub effect: Option<Effect>,
    /// Whether every state of every game is held to the laws of the game.
    pub verified: bool,
    /// How long a bot that is a program may take for an answer.
    pub patience: Duration,
    /// Checksums of the programs among the bots, by their names.
    pub programs: BTreeMap<String, String>,
}

impl PlanArm {
    /// The strongest of these bots of its game at a table as large as its own.
    #[must_use]
    pub fn strongest<'a>(&self, bots: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        self.ruleset.strongest(self.bots.len(), bots)
    }

    /// Games of a block: one per rotation of the entrants.
    #[must_use]
    pub fn rotations(&self) -> u32 {
        if self.rotates { self.bots.len().max(1) as u32 } else { 1 }
    }

    /// Whether all entrants are the same bot with the same squad.
    #[must_use]
    pub fn mirrored(&self) -> bool {
        let alike = |pair: &[String]| pair[0] == pair[1];
        self.bots.windows(2).all(alike) && self.squads.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The component data in force, TOML.
    #[must_use]
    pub fn data_text(&self) -> &str {
        self.data.as_ref().map_or(self.ruleset.facts().data, |data| &data.text)
    }

    /// The metrics that the arm can be asked for.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.ruleset.metrics_at(self.bots.len())
    }

    /// The metric that says whether it is level, where nobody names one; who plays
    /// alone has nobody to be level with.
    #[must_use]
    pub fn usual_metric(&self) -> Metric {
        match self.bots.len() {
            1 => Metric::seat_score(0),
            _ if self.mirrored() => Metric::SEAT_GAP,
            _ => Metric::entrant_share(0),
        }
    }

    /// Whether a bot of the arm searches or is a program, and is slow for that.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.bots.iter().any(|bot| self.ruleset.searches(bot))
    }

    /// What the ruleset is asked to turn into rules.
    fn build(&self) -> Build<'_> {
        static UNNAMED: [Option<String>; MAX_SEATS] = [const { None }; MAX_SEATS];
        let house = self.data.as_ref().is_some_and(|data| data.house);
        Build {
            settings: &self.settings,
            data: self.data_text(),
            squads: if self.squads.is_empty() { &UNNAMED } else { &self.squads },
            totals: if house { Totals::House } else { Totals::Stated },
        }
    }

    /// Compiles the arm.
    ///
    /// # Errors
    /// Whatever the ruleset finds wrong with switches, data, squads or bots.
    pub fn runner(&self, seed: u64) -> Result<Box<dyn Runner>, Vec<Fault>> {
        let table = Table {
            bots: &self.bots,
            seed,
            pairing: seed::of_text(&self.pairing),
            paired: self.paired,
            rotations: self.rotations(),
            patience: self.patience,
        };
        let mut runner = self.ruleset.runner(&self.build(), &table)?;
        if self.verified {
            runner.verify(self.replay());
        }
        Ok(runner)
    }

    /// What sets its game apart from the printed one, in words: `players = 4`,
    /// `data of cards.toml`; of switches and values those whose key is `told`.
    #[must_use]
    pub fn changes(&self, told: impl Fn(&str) -> bool) -> Vec<String> {
        let data = self.data.as_ref();
        let values = data.into_iter().flat_map(|data| &data.values).map(|(key, value)| (&**key, &**value));
        let switches = self.settings.changed().map(|(key, value): (&str, &str)| (key, value));
        let set = switches.chain(values).filter(|(key, _)| told(key));
        let file = data.and_then(|data| data.file.as_ref()).map(|file| format!("data of {file}"));
        file.into_iter().chain(set.map(|(key, value)| format!("{key} = {value}"))).collect()
    }

    /// The command that tells a game of this arm, without seed and number of the
    /// game.
    #[must_use]
    pub fn replay(&self) -> String {
        let words = self.replay_words();
        let words = std::iter::once(PROGRAM).chain(words.iter().map(String::as_str));
        words.map(shell_word).collect::<Vec<_>>().join(" ")
    }

    /// Its words, the program left out.
    #[must_use]
    pub fn replay_words(&self) -> Vec<String> {
        let mut words = vec!["replay".to_owned(), self.ruleset.id.to_owned()];
        let mut set = |key: &str, value: &str| {
            words.extend(["--set".to_owned(), format!("{key}={value}")]);
        };
        self.settings.changed().for_each(|(key, value)| set(key, value));
        let data = self.data.as_ref();
        data.iter().flat_map(|data| &data.values).for_each(|(key, value)| set(key, value));
        let mut option = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
        option("--bots", &self.bots.join(","));
        if self.squads.iter().any(Option::is_some) {
            let squads: Vec<&str> = self.squads.iter().map(|squad| squad.as_deref().unwrap_or("")).collect();
            option("--squads", &squads.join(","));
        }
        let files = data.iter().flat_map(|data| [("--data", &data.file), ("--bot", &data.weights)]);
        files.for_each(|(name, file)| file.iter().for_each(|file| option(name, file)));
        if let Some(luck) = self.own_luck() {
            option("--luck", luck);
        }
        words.extend(self.paired.then(|| "--paired".to_owned()));
        words.extend((self.rotates && self.mirrored()).then(|| "--rotated".to_owned()));
        words
    }

    /// What keys its luck, where that isn't the game and its number of seats.
    #[must_use]
    pub fn own_luck(&self) -> Option<&str> {
        (self.pairing != self.usual_luck()).then_some(&self.pairing)
    }

    /// What keys the luck of such a table where nothing else does.
    #[must_use]
    pub fn usual_luck(&self) -> String {
        format!("{}/{}", self.ruleset, self.bots.len())
    }

    /// Number of seats that the switches ask for.
    ///
    /// # Errors
    /// As [`PlanArm::runner`], but for the bots.
    pub fn seats(&self) -> Result<usize, Vec<Fault>> {
        self.ruleset.seats(&self.build())
    }

    /// Whether the rules compile.
    ///
    /// # Errors
    /// As [`PlanArm::seats`].
    pub fn check(&self) -> Result<(), Vec<Fault>> {
        self.seats().map(drop)
    }

    /// Shape of the tally and names of its items.
    ///
    /// # Errors
    /// As [`PlanArm::seats`].
    pub fn shape(&self) -> Result<(Layout, Vec<String>), Vec<Fault>> {
        self.ruleset.shape(&self.build())
    }

    /// Items that are tallied but no part of the game under these settings, by
    /// their places.
    #[must_use]
    pub fn absent_items(&self) -> Vec<usize> {
        self.ruleset.absent_items(&self.build())
    }

    /// What may be done to single cards.
    #[must_use]
    pub fn interventions(&self) -> Vec<Intervention> {
        self.ruleset.interventions(&self.build())
    }

    /// Kinds of squads of which the best are wanted.
    #[must_use]
    pub fn squad_map(&self) -> Option<SquadMap> {
        self.ruleset.squads(&self.build())
    }
}

/// A word as a shell takes it.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(safe) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Settles which arms rotate their entrants. Arms that are compared block by
/// block (an arm and its base) need blocks of one size: they rotate if the
/// entrants of any of them differ. Among entrants that are all alike a rotation
/// would change nothing but whose whims are whose, and a bot without whims
/// would play the same game again.
pub fn rotate(arms: &mut [PlanArm]) {
    let mut root: Vec<usize> = (0..arms.len()).collect();
    for i in 0..arms.len() {
        if let Some(base) = arms[i].base.filter(|&base| base < i) {
            root[i] = root[base];
        }
    }
    let differ: Vec<usize> = (0..arms.len()).filter(|&i| !arms[i].mirrored()).map(|i| root[i]).collect();
    for (arm, root) in arms.iter_mut().zip(root) {
        arm.rotates = differ.contains(&root);
    }
}

/// One switch changed against a base arm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Index of the base arm.
    pub base: usize,
    /// Switch.
    pub key: String,
    /// Its value here.
    pub value: String,
}

/// Component data given by the user.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// File name as given; `None` for the ruleset's own file, of which `values`
    /// or `weights` were changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Single values that were changed in it, in that order: key (`data.…`) and
    /// value as typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
    /// The file of a bot's weights that replaced its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// The text that came of it.
    pub text: String,
    /// Whether single numbers of it were changed on purpose: then totals that
    /// the box states no longer bind (see [`crate::game::Totals`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub house: bool,
}

impl DataFile {
    /// A file as it is.
    #[must_use]
    pub fn of(file: impl Into<String>, text: String) -> Self {
        Self { file: Some(file.into()), text, ..Self::default() }
    }

    /// `data`, or the ruleset's own where that is `None`, with one value
    /// changed.
    ///
    /// # Errors
    /// As [`edit::replaced`].
    pub fn with_value(
        data: Option<&Self>,
        ruleset: RulesetId,
        path: &str,
        value: &str,
    ) -> Result<Self, Fault> {
        let mut data = Self::or_own(data, ruleset);
        data.text = edit::replaced(&data.text, path, value)?;
        data.values.push((format!("{}{path}", edit::PREFIX), value.to_owned()));
        data.house = true;
        Ok(data)
    }

    /// `data`, or the ruleset's own where that is `None`, with the weights of a
    /// bot that `file` holds.
    ///
    /// # Errors
    /// As [`weights::with`].
    pub fn with_weights(
        data: Option<&Self>,
        ruleset: RulesetId,
        file: &str,
        text: &str,
    ) -> Result<Self, Vec<Fault>> {
        let mut data = Self::or_own(data, ruleset);
        data.text = weights::with(&data.text, text)?;
        data.weights = Some(file.to_owned());
        Ok(data)
    }

    fn or_own(data: Option<&Self>, ruleset: RulesetId) -> Self {
        let own = || Self { text: ruleset.facts().data.to_owned(), ..Self::default() };
        data.cloned().unwrap_or_else(own)
    }

    /// What faults in its text are told of.
    #[must_use]
    pub fn name(&self, ruleset: RulesetId) -> &str {
        self.file.as_deref().unwrap_or(ruleset.id)
    }
}

/// A run with nothing left open.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The program that made it, named wherever a reader may type a command.
    pub program: Program,
    /// Name: of the built-in scenario, the file's stem, or the ruleset id.
    pub name: String,
    /// What the command line changed about it, `players=3`: runs that differ
    /// here are kept apart.
    pub changes: Vec<String>,
    /// The words of the command that asks, program first left out, as far as
    /// they say what is played; empty where none was typed.
    pub typed: Vec<String>,
    /// The question in one sentence.
    pub question: String,
    /// Text of the scenario file, empty if there was none.
    pub text: String,
    /// Root of all luck.
    pub seed: u64,
    /// How long to play.
    pub length: Length,
    /// What is compared.
    pub arms: Vec<PlanArm>,
    /// The question's yardstick.
    pub verdict: Option<Verdict>,
    /// Bounds to respect.
    pub budgets: Vec<Budget>,
    /// Answers that take several arms.
    pub findings: Vec<Finding>,
    /// Quantiles to show beside those of verdict, budgets and findings.
    pub asked: Vec<Metric>,
    /// Games of every plausible value of an assumption that is tried to see
    /// whether it can change the verdict; `None` to try none.
    pub assumptions: Option<u64>,
    /// Confidence level of every interval.
    pub level: f64,
    /// What is healthy enough to print.
    pub health: Limits,
}

impl Plan {
    /// The command that asks for the same again; empty where none was typed.
    #[must_use]
    pub fn command(&self) -> String {
        if self.typed.is_empty() {
            return String::new();
        }
        let words = std::iter::once(self.program.name).chain(self.typed.iter().map(String::as_str));
        words.map(shell_word).collect::<Vec<_>>().join(" ")
    }

    /// Of each of these arms, how many of the same name are played by stronger
    /// bots: panels and lists of bots go from weak to strong.
    #[must_use]
    pub fn ranks(&self, arms: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..arms.len()).collect();
        order.sort_by_key(|&at| Reverse(arms[at]));
        let mut seen: HashMap<(&str, Cow<'_, str>), usize> = HashMap::new();
        let mut ranks = vec![0; arms.len()];
        for at in order {
            let arm = &self.arms[arms[at]];
            let stronger = seen.entry((arm.ruleset.id, arm.name.of_all_bots())).or_default();
            ranks[at] = *stronger;
            *stronger += 1;
        }
        ranks
    }

    /// What belongs to these arms in their order, that of the strongest bot of
    /// each before any other: whose play is to be believed is told first.
    #[must_use]
    pub fn strongest_first<T>(&self, all: Vec<T>, arm: impl Fn(&T) -> usize) -> Vec<T> {
        let ranks = self.ranks(&all.iter().map(arm).collect::<Vec<_>>());
        let mut ranked: Vec<(usize, T)> = ranks.into_iter().zip(all).collect();
        ranked.sort_by_key(|(stronger, _)| *stronger);
        ranked.into_iter().map(|(_, one)| one).collect()
    }

    /// Shape of each arm's tally and names of its items.
    ///
    /// # Errors
    /// As [`PlanArm::shape`].
    pub fn shapes(&self) -> Result<Vec<Shape>, Vec<Fault>> {
        let mut shapes: Vec<Shape> = Vec::new();
        for arm in &self.arms {
            shapes.push(layout::shared(arm.shape()?, shapes.last()));
        }
        Ok(shapes)
    }

    /// The metric that progress, precision and verdict are about in an arm.
    #[must_use]
    pub fn main_metric(&self, arm: &PlanArm) -> Metric {
        self.verdict.as_ref().map_or_else(|| arm.usual_metric(), |verdict| verdict.metric)
    }

    /// What a metric is judged by in an arm: the value called fair, and the
    /// deviation from it that is still level; `None` where no value is called
    /// fair. Of a number that is no share only a scenario knows a margin.
    #[must_use]
    pub fn yardstick(&self, arm: &PlanArm, metric: Metric) -> Option<(f64, Option<f64>)> {
        let own = self.verdict.as_ref().filter(|verdict| verdict.metric == metric);
        let fair = own.and_then(|verdict| verdict.fair).or_else(|| metric.fair(arm.bots.len()))?;
        let usual = (metric.unit() != Unit::Number).then_some(MARGIN);
        Some((fair, own.and_then(|verdict| verdict.margin).or(usual)))
    }

    /// How far a seat's share may be from an equal one in a level game.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let own =
            self.verdict.as_ref().filter(|v| [Metric::SEAT_GAP, Metric::FIRST_SEAT].contains(&v.metric));
        own.and_then(|verdict| verdict.margin).unwrap_or(MARGIN)
    }

    /// Quantiles that it asks for, each once: those of its verdict, budgets and
    /// findings, and those that a command adds.
    #[must_use]
    pub fn quantiles(&self) -> Vec<Metric> {
        let verdict = self.verdict.iter().map(|verdict| verdict.metric);
        let budgets = self.budgets.iter().map(|budget| budget.metric);
        let findings = self.findings.iter().map(|finding| finding.metric);
        let mut all: Vec<Metric> = Vec::new();
        for metric in verdict.chain(budgets).chain(findings).chain(self.asked.iter().copied()) {
            if metric.is_quantile() && !all.contains(&metric) {
                all.push(metric);
            }
        }
        all
    }
}
