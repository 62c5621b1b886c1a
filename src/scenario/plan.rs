//! A run with nothing left open.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ArmName, Limits};
use crate::app::Program;
use crate::arena::ruleset::{RulesetId, Table};
use crate::arena::runner::Runner;
use crate::chance::MAX_SEATS;
use crate::game::{Build, Intervention, Totals, Unit};
use crate::metric::{Metric, Metrics};
use crate::seed;
use crate::settings::{Fault, Settings};
use crate::stats::equivalence::Bounds;
use crate::tally::Layout;

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
    /// The group of match-ups that it belongs to, if it does.
    pub group: Option<String>,
}

impl PlanArm {
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

    /// The metric that says whether it is level, where nobody names one.
    #[must_use]
    pub fn usual_metric(&self) -> Metric {
        match self.bots.len() {
            1 => Metric::FIRST_SEAT,
            _ if self.mirrored() => Metric::SEAT_GAP,
            _ => Metric::entrant_share(0),
        }
    }

    /// Whether a bot of the arm searches, and is slow for that.
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
        };
        self.ruleset.runner(&self.build(), &table)
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// File name as given.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether single numbers of it were changed on purpose: then totals that
    /// the box states no longer bind (see [`crate::game::Totals`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub house: bool,
}

/// How far a share may be from a fair one and still be called level, where
/// nothing else is said: two percentage points, for every seat and in every
/// command.
pub const MARGIN: f64 = 0.02;

/// The question's own yardstick. Like what follows it holds metrics, or, in a
/// file, their names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict<M = Metric> {
    /// Metric judged.
    pub metric: M,
    /// Arm judged; all arms if absent.
    pub arm: Option<String>,
    /// The value that is called fair.
    pub fair: Option<f64>,
    /// Deviation from `fair` that is still called balanced.
    pub margin: Option<f64>,
    /// The metric in the words of the sentence: `Pro's share of wins`.
    pub about: Option<String>,
}

impl Verdict {
    /// Fairness over all seats, to within a margin.
    #[must_use]
    pub fn of_seats(margin: f64) -> Self {
        let (metric, fair) = (Metric::SEAT_GAP, Some(0.0));
        Self { metric, arm: None, fair, margin: Some(margin), about: None }
    }

    /// With names, for a file.
    #[must_use]
    pub fn written(self) -> Verdict<String> {
        let Ok(written) = self.with(|metric| Ok::<_, Infallible>(metric.name()));
        written
    }
}

impl<M> Verdict<M> {
    /// The same of what `read` makes of its metric.
    ///
    /// # Errors
    /// As `read`.
    pub fn with<N, E>(self, read: impl FnOnce(M) -> Result<N, E>) -> Result<Verdict<N>, E> {
        let Self { metric, arm, fair, margin, about } = self;
        Ok(Verdict { metric: read(metric)?, arm, fair, margin, about })
    }
}

/// An answer that takes several arms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Finding<M = Metric> {
    /// What is computed.
    pub kind: FindingKind<M>,
    /// Metric concerned.
    pub metric: M,
    /// The metric in the words of the sentence: `Elite's share of wins`; its
    /// name in words where a file says nothing.
    pub about: String,
    /// What is changed, in the words of the sentence: `the cap of 21 stars`.
    pub what: String,
}

/// What a [`Finding`] computes. Arms are named without the bot that a panel
/// adds; a finding is made once per bot of the panel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "is")]
pub enum FindingKind<M = Metric> {
    /// `to` minus `from`, on shared luck.
    Difference {
        /// Arm compared with.
        from: String,
        /// Arm compared.
        to: String,
    },
    /// Which share of the gap from `fair` in arm `from` is gone in arm `to`.
    GapClosed {
        /// Arm with the gap.
        from: String,
        /// Arm that is to close it.
        to: String,
        /// Value without a gap.
        fair: f64,
    },
    /// What one step of a numeric switch is worth, from its lowest to its
    /// highest value.
    PerStep {
        /// Switch.
        key: String,
        /// Arm that the others were varied from; needed where there are several.
        from: Option<String>,
    },
    /// At which value of a numeric switch the metric reaches a target.
    Reaches {
        /// Switch.
        key: String,
        /// Arm that the others were varied from; needed where there are several.
        from: Option<String>,
        /// Target.
        target: f64,
    },
    /// The arms of a group of match-ups that are farthest from fair.
    Worst {
        /// Name of the group.
        among: String,
        /// Fair value.
        fair: f64,
    },
    /// The arms with the lowest and the highest value, among those whose name
    /// begins with `among`.
    Range {
        /// Beginning of the arms' names; empty for all.
        among: String,
    },
    /// The metric minus another one of the same arm.
    Gap {
        /// Arm.
        arm: String,
        /// The other metric.
        minus: M,
    },
    /// How much the metric changes per unit of another one between two arms
    /// compared on shared luck: victory points per manager hired.
    Worth {
        /// The metric that it is counted per.
        per: M,
        /// Arm compared with.
        from: String,
        /// Arm compared.
        to: String,
    },
    /// The values of a switch, or of all varied switches, that move the metric
    /// by more than `bound`.
    Flagged {
        /// Switch; empty for all.
        key: String,
        /// Change that is called decisive.
        bound: f64,
    },
}

impl Finding {
    /// With names, for a file.
    #[must_use]
    pub fn written(self) -> Finding<String> {
        let Ok(written) = self.with(|metric| Ok::<_, Infallible>(metric.name()));
        written
    }
}

impl<M> Finding<M> {
    /// The same of what `read` makes of its metrics.
    ///
    /// # Errors
    /// As `read`.
    pub fn with<N, E>(self, read: impl Fn(M) -> Result<N, E>) -> Result<Finding<N>, E> {
        let Self { kind, metric, about, what } = self;
        let kind = match kind {
            FindingKind::Difference { from, to } => FindingKind::Difference { from, to },
            FindingKind::GapClosed { from, to, fair } => FindingKind::GapClosed { from, to, fair },
            FindingKind::PerStep { key, from } => FindingKind::PerStep { key, from },
            FindingKind::Reaches { key, from, target } => FindingKind::Reaches { key, from, target },
            FindingKind::Worst { among, fair } => FindingKind::Worst { among, fair },
            FindingKind::Range { among } => FindingKind::Range { among },
            FindingKind::Gap { arm, minus } => FindingKind::Gap { arm, minus: read(minus)? },
            FindingKind::Worth { per, from, to } => FindingKind::Worth { per: read(per)?, from, to },
            FindingKind::Flagged { key, bound } => FindingKind::Flagged { key, bound },
        };
        Ok(Finding { kind, metric: read(metric)?, about, what })
    }
}

impl<M> FindingKind<M> {
    /// The names of the arms that it is made from.
    pub(in crate::scenario) fn arms(&mut self) -> Vec<&mut String> {
        match self {
            Self::Difference { from, to }
            | Self::GapClosed { from, to, .. }
            | Self::Worth { from, to, .. } => {
                vec![from, to]
            }
            Self::PerStep { from, .. } | Self::Reaches { from, .. } => from.iter_mut().collect(),
            Self::Gap { arm, .. } => vec![arm],
            Self::Worst { .. } | Self::Range { .. } | Self::Flagged { .. } => Vec::new(),
        }
    }

    /// Whether it can be made from a quantile: others scale intervals as only
    /// those of means may be.
    #[must_use]
    pub const fn suits_quantiles(&self) -> bool {
        matches!(self, Self::Difference { .. } | Self::Range { .. })
    }
}

/// How serious a broken budget is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Fails the run.
    Error,
    /// Is only reported.
    Warn,
}

/// A bound that an estimate must respect, or what may drift from a baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget<M = Metric> {
    /// Short name; the metric and its bound if absent.
    pub name: Option<String>,
    /// One line shown when it breaks.
    pub why: Option<String>,
    /// Metric bounded.
    pub metric: M,
    /// Arm concerned; every arm if absent.
    pub arm: Option<String>,
    /// The bounds are on the difference from this arm, on shared luck.
    pub against: Option<String>,
    /// Smallest value allowed.
    pub min: Option<f64>,
    /// Largest value allowed.
    pub max: Option<f64>,
    /// Most probable that it is judged wrongly, before the budgets of a check
    /// share their error rates.
    pub alpha: f64,
    /// Deviation from a baseline that is allowed.
    pub drift: Option<f64>,
    /// What a broken budget means.
    pub severity: Severity,
}

impl Budget {
    /// Every seat level under every bot, where all entrants are alike.
    #[must_use]
    pub fn of_seats(plan: &Plan) -> Option<Self> {
        let fits = plan.arms.iter().all(|arm| arm.mirrored() && arm.bots.len() > 1);
        fits.then(|| Self {
            name: Some("every seat level".to_owned()),
            why: Some("a seat wins clearly more or less often than an equal share".to_owned()),
            metric: Metric::SEAT_GAP,
            arm: None,
            against: None,
            min: None,
            max: Some(plan.margin()),
            alpha: 0.05,
            drift: None,
            severity: Severity::Error,
        })
    }

    /// With names, for a file.
    #[must_use]
    pub fn written(self) -> Budget<String> {
        let Ok(written) = self.with(|metric| Ok::<_, Infallible>(metric.name()));
        written
    }
}

impl<M> Budget<M> {
    /// The same of what `read` makes of its metric.
    ///
    /// # Errors
    /// As `read`.
    pub fn with<N, E>(self, read: impl FnOnce(M) -> Result<N, E>) -> Result<Budget<N>, E> {
        let Self { name, why, metric, arm, against, min, max, alpha, drift, severity } = self;
        let metric = read(metric)?;
        Ok(Budget { name, why, metric, arm, against, min, max, alpha, drift, severity })
    }

    /// The values allowed; `None` for a budget about drift alone.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let bounded = self.min.is_some() || self.max.is_some();
        bounded.then(|| Bounds {
            least: self.min.unwrap_or(Bounds::NONE.least),
            most: self.max.unwrap_or(Bounds::NONE.most),
        })
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
