//! How a changed arm is judged: beside its base, at the level of one comparison and
//! at that of all of them.

use super::sway::{self, Ruling, Sway, Yardstick};
use super::{Factor, Probe, Row};
use crate::estimates::{ArmResult, Named};
use crate::metric::Metric;
use crate::scenario::Plan;
use crate::stats::{Estimate, combine};
use crate::verdict::Health;

/// Estimates of all arms at both levels.
pub(super) struct Judge<'a> {
    pub(super) plan: &'a Plan,
    pub(super) metric: Metric,
    pub(super) yardstick: Option<Yardstick>,
    pub(super) nominal: Vec<ArmResult>,
    pub(super) strict: Vec<ArmResult>,
}

impl Judge<'_> {
    /// Why an arm must not be printed, if it must not.
    fn ill(&self, arm: usize) -> Option<String> {
        let Plan { arms, health, level, .. } = self.plan;
        let health = Health::of(&arms[arm], self.nominal.get(arm)?, health, *level);
        health.worst().filter(|_| health.is_ill()).map(|item| item.told.clone())
    }

    /// Without a yardstick there is no verdict to decide.
    pub(super) fn rule(&self, estimate: &Estimate) -> Ruling {
        self.yardstick.map_or(Ruling::Undecided, |yardstick| yardstick.rule(estimate))
    }

    fn named(&self, arm: usize) -> Option<(&Named, &Named)> {
        Some((self.nominal.get(arm)?.metric(self.metric)?, self.strict.get(arm)?.metric(self.metric)?))
    }

    /// What a probe is compared with: the scenario's own at its own level, a
    /// base made for companions as strictly as the probes.
    pub(super) fn base(&self, probe: &Probe) -> Option<&Estimate> {
        let (nominal, strict) = self.named(probe.base)?;
        Some(if probe.base == probe.root { &nominal.estimate } else { &strict.estimate })
    }

    pub(super) fn row(&self, probe: &Probe) -> Option<Row> {
        let (nominal, strict) = self.named(probe.arm)?;
        let (base, _) = self.named(probe.base)?;
        let (effect, shared, worth, p) = match &nominal.difference {
            Some(d) => (d.estimate, true, d.worth, d.p),
            None => {
                let (effect, p) = combine::mover(&base.estimate, &nominal.estimate);
                (effect, false, None, p)
            }
        };
        let counted = self.base(probe)?;
        let ill = self.ill(probe.arm).filter(|_| self.ill(probe.base).is_none());
        let (ruling, same) = match &self.yardstick {
            // What can't be printed is neither level nor not.
            Some(_) if ill.is_some() => (Ruling::Undecided, false),
            Some(yardstick) => sway::ruled(yardstick, counted, strict),
            None => (Ruling::Undecided, strict.difference.as_ref().is_some_and(|d| d.same)),
        };
        Some(Row {
            what: probe.what.clone(),
            with: probe.with.clone(),
            value: nominal.estimate,
            corrected: strict.estimate,
            effect,
            shared,
            worth,
            p,
            q: None,
            base: self.rule(counted),
            sway: sway::changes(self.rule(counted), ruling),
            ruling,
            ill,
            same,
        })
    }
}

/// Rows by switch and card. Values tried under different companions are judged
/// apart: each against its own base.
pub(super) fn factors(rows: &[Row]) -> Vec<Factor> {
    let mut all: Vec<Factor> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let origin = row.what.origin();
        let is_same = |f: &&mut Factor| {
            f.name == row.what.name() && f.with == row.with && f.origin.is_none() == origin.is_none()
        };
        match all.iter_mut().find(is_same) {
            Some(factor) => factor.rows.push(index),
            None => all.push(Factor {
                name: row.what.name().to_owned(),
                origin,
                with: row.with.clone(),
                sway: Sway::Undecided,
                rows: vec![index],
            }),
        }
    }
    for factor in &mut all {
        let rulings: Vec<Ruling> = factor.rows.iter().map(|&i| rows[i].ruling).collect();
        factor.sway = sway::sway(rows[factor.rows[0]].base, &rulings);
    }
    all
}
