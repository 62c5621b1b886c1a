//! A run with nothing left open.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Limits;
use super::arm::{PlanArm, shell_word};
use super::judged::{Budget, Finding, MARGIN, Verdict};
use crate::app::Program;
use crate::game::Unit;
use crate::metric::Metric;
use crate::settings::Fault;
use crate::tally::{Shape, layout};

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

    /// The metric that a question about an arm is about, where it names none: that of
    /// its games, but who wins where the settings set entrants apart.
    #[must_use]
    pub fn asked_metric(&self, arm: &PlanArm) -> Metric {
        match self.main_metric(arm) {
            Metric::SEAT_GAP if self.verdict.is_none() && arm.tier(0).is_some() => Metric::entrant_share(0),
            main => main,
        }
    }

    /// What a metric is judged by in an arm: the value called fair, and the
    /// deviation from it that is still level; `None` where no value is called
    /// fair.
    #[must_use]
    pub fn yardstick(&self, arm: &PlanArm, metric: Metric) -> Option<(f64, Option<f64>)> {
        let own = self.verdict.as_ref().filter(|verdict| verdict.metric == metric);
        let fair = own.and_then(|verdict| verdict.fair).or_else(|| arm.fair(metric))?;
        Some((fair, self.within(metric)))
    }

    /// The deviation of a metric from a value that is called fair that is still level;
    /// none of a number that is no share, where the scenario doesn't say it.
    #[must_use]
    pub fn within(&self, metric: Metric) -> Option<f64> {
        let own = self.verdict.as_ref().filter(|verdict| verdict.metric == metric);
        let usual = (metric.unit() != Unit::Number).then_some(MARGIN);
        own.and_then(|verdict| verdict.margin).or(usual)
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
