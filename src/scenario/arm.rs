//! One arm of a plan: a game, its table and who plays it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ArmName;
use super::data_file::DataFile;
use crate::arena::ruleset::{RulesetId, Table};
use crate::arena::runner::Runner;
use crate::chance::MAX_SEATS;
use crate::game::{Build, Intervention, SquadMap, Totals};
use crate::metric::{Metric, Metrics};
use crate::seed;
use crate::settings::{Fault, PROGRAM, Settings};
use crate::tally::Layout;

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

    /// What the settings make of an entrant that names no squad, where they don't make
    /// all entrants alike: such a table is no mirror, though whoever sits at it is.
    #[must_use]
    pub fn tier(&self, entrant: usize) -> Option<&'static str> {
        let named = self.squads.get(entrant).is_some_and(Option::is_some);
        self.ruleset.tier(&self.settings, entrant).filter(|_| !named)
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

    /// The value of a metric that says that the arm is level, where there is one.
    /// Between different bots no share of an entrant does: whoever plays better wins
    /// more often on a level pitch, too.
    #[must_use]
    pub fn fair(&self, metric: Metric) -> Option<f64> {
        let alike = self.bots.windows(2).all(|pair| pair[0] == pair[1]);
        metric.fair(self.bots.len()).filter(|_| alike || !metric.is_of_entrant())
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

    /// What goes with the switches that are turned between `base` and this arm of
    /// the same game and isn't set in it: without that no game may meet them.
    /// `league-legs` alone, say, in a single match.
    #[must_use]
    pub fn companions(&self, base: &Self) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        let turned = self.settings.iter().zip(base.settings.iter());
        for ((switch, value), _) in turned.filter(|((_, own), (_, other))| own != other) {
            let absent = switch.beside(value).filter(|(key, with)| self.settings.text(key) != *with);
            for text in absent.map(|(key, with)| format!("`{key} = {with}`")) {
                if !missing.contains(&text) {
                    missing.push(text);
                }
            }
        }
        missing
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
