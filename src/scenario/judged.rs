//! What is judged in a run: the question's own yardstick, answers that take
//! several arms, and budgets. Each holds metrics, or in a file their names.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Plan;
use crate::game::Unit;
use crate::metric::Metric;
use crate::settings::{Fault, written};
use crate::stats::equivalence::Bounds;

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

/// What is wrong with how far a metric may be off and still be level: within half of
/// all games everything is.
///
/// # Errors
/// A margin of a share that is 0.5 or more; `key` is what stated it.
pub fn judged_by(key: &str, margin: f64, metric: Metric) -> Result<(), Fault> {
    if metric.unit() == Unit::Number || margin < 0.5 {
        return Ok(());
    }
    let allowed =
        format!("for {metric} a share above 0 and below 0.5, such as 0.02 for two percentage points");
    Err(Fault::new(key, written(margin), allowed))
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
