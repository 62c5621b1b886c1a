//! Which switches matter: what every switch value that was tried does to
//! fairness, length and decisiveness against the printed game on the same luck.

use super::{Checkup, FALSE_DISCOVERIES};
use crate::arena::RulesetId;
use crate::estimates::{ArmResult, Difference};
use crate::metric::{Common, Metric, Metrics};
use crate::scenario::Plan;
use crate::stats::many;

/// What a switch may move.
#[derive(Debug)]
pub struct Aspect {
    /// Its name.
    pub name: &'static str,
    /// The metric that shows it, of those that an arm has.
    shown: fn(Metrics) -> Option<Metric>,
    /// How it is said.
    pub words: &'static str,
}

impl PartialEq for Aspect {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Everything that a switch may move.
pub static ASPECTS: [Aspect; 4] = [
    Aspect { name: "fairness", shown: |_| Some(Metric::SEAT_GAP), words: "how far a seat is from equal" },
    Aspect { name: "length", shown: Metrics::turns, words: "the length of a game in turns" },
    Aspect { name: "decisiveness", shown: |_| Some(SHARED), words: "games without a sole winner" },
    Aspect { name: "margin", shown: |_| Some(MARGIN), words: "the winner's margin" },
];
const SHARED: Metric = Metric::Common(Common::SharedGameShare);
const MARGIN: Metric = Metric::Common(Common::WinningMargin);

/// One switch value's effect on one aspect.
#[derive(Debug, Clone)]
pub struct Effect {
    /// The game.
    pub ruleset: RulesetId,
    /// The bot that played it.
    pub bot: String,
    /// The switch.
    pub key: String,
    /// The value tried.
    pub value: String,
    /// The arm it is measured against.
    pub base: usize,
    /// What moved.
    pub aspect: &'static Aspect,
    /// The metric that shows it.
    pub metric: Metric,
    /// How far.
    pub difference: Difference,
    /// p value corrected for all effects on the same game and bot; none where
    /// one of them has none (a watched run).
    pub corrected: Option<f64>,
}

impl Effect {
    /// Whether it is told apart from none.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.corrected.is_some_and(|q| q <= FALSE_DISCOVERIES)
    }

    /// Size in units of its own error: comparable between aspects.
    #[must_use]
    pub fn weight(&self) -> f64 {
        let half = self.difference.estimate.half_width();
        let size = self.difference.estimate.value.abs();
        if half > 0.0 && half.is_finite() { size / half } else { 0.0 }
    }
}

/// Every effect of a run on the aspects, game by game and bot by bot in the
/// order of the plan, p values corrected within each game and bot. Arms that must
/// not be printed are left out.
#[must_use]
pub fn effects(plan: &Plan, results: &[ArmResult], health: &Checkup) -> Vec<Effect> {
    let mut tables: Vec<((RulesetId, &str), Vec<Effect>)> = Vec::new();
    // What moves in games that nobody can print is no effect on the game.
    for result in results.iter().filter(|result| result.is_finished() && !health.is_ill(result)) {
        let arm = &plan.arms[result.index];
        let Some(effect) = &arm.effect else { continue };
        let of = (arm.ruleset, arm.bots[0].as_str());
        let at = tables.iter().position(|(table, _)| *table == of).unwrap_or_else(|| {
            tables.push((of, Vec::new()));
            tables.len() - 1
        });
        for aspect in &ASPECTS {
            let Some(metric) = (aspect.shown)(arm.metrics()) else { continue };
            let Some(named) = result.metric(metric) else { continue };
            let difference = named.difference.as_ref().filter(|d| d.estimate.value.is_finite());
            tables[at].1.extend(difference.map(|difference| Effect {
                ruleset: arm.ruleset,
                bot: arm.bots[0].clone(),
                key: effect.key.clone(),
                value: effect.value.clone(),
                base: effect.base,
                aspect,
                metric,
                difference: difference.clone(),
                corrected: None,
            }));
        }
    }
    for (_, effects) in &mut tables {
        let p: Option<Vec<f64>> = effects.iter().map(|effect| effect.difference.p).collect();
        let corrected = p.map_or(Vec::new(), |p| many::benjamini_hochberg(&p));
        for (effect, q) in effects.iter_mut().zip(corrected) {
            effect.corrected = Some(q);
        }
    }
    tables.into_iter().flat_map(|(_, effects)| effects).collect()
}
