//! What a finding names must exist, and what it compares must be compared.

use std::borrow::Cow;

use super::Resolver;
use crate::metric::Metric;
use crate::scenario::arm::PlanArm;
use crate::scenario::fault::{quoted, unknown};
use crate::scenario::judged::{Finding, FindingKind};
use crate::scenario::wire::{Wire, WireFinding};
use crate::settings::Fault;

impl Resolver<'_> {
    /// The switch that a finding names, where not every arm is known yet: it
    /// must be varied. Arms `against` another one vary a switch too.
    pub(super) fn finding_key(&mut self, file: &Wire, wire: &WireFinding) {
        let (FindingKind::PerStep { key, .. }
        | FindingKind::Reaches { key, .. }
        | FindingKind::Flagged { key, .. }) = &wire.finding.kind
        else {
            return;
        };
        let varied: Vec<String> = file.vary.iter().map(|(key, _)| key.value.clone()).collect();
        let by_hand = file.arms.iter().any(|arm| arm.against.is_some());
        if !key.is_empty() && !by_hand && !varied.contains(key) {
            self.fault(wire.offset, not_varied(key, &varied));
        }
    }

    /// What a finding names must exist.
    pub(super) fn finding(&mut self, arms: &[PlanArm], wire: &WireFinding) -> Option<Finding> {
        if self.enough() {
            return None;
        }
        let metric = self.metric(arms, &wire.metric, None);
        let named = |name: &str| arms.iter().any(|arm| arm.name.means(name));
        let mut known: Vec<_> = arms.iter().map(|arm| arm.name.of_all_bots()).collect();
        known.dedup();
        let keys = |a: &PlanArm| a.effect.as_ref().map(|e| e.key.clone());
        let mut varied: Vec<String> = arms.iter().filter_map(keys).collect();
        varied.dedup();
        let mut groups: Vec<String> = arms.iter().filter_map(|arm| arm.name.group.clone()).collect();
        groups.dedup();
        let mut faults = Vec::new();
        match &wire.finding.kind {
            FindingKind::Difference { from, to }
            | FindingKind::GapClosed { from, to, .. }
            | FindingKind::Worth { from, to, .. } => {
                faults.extend(
                    [("from", from), ("to", to)]
                        .into_iter()
                        .filter(|(_, n)| !named(n))
                        .map(|(key, name)| unknown(key, name, &known)),
                );
                let pair = |arm: &PlanArm| {
                    arm.base.is_some_and(|base| {
                        let base = &arms[base];
                        (arm.name.means(to) && base.name.means(from))
                            || (arm.name.means(from) && base.name.means(to))
                    })
                };
                if faults.is_empty() && !arms.iter().any(pair) {
                    let found = format!("`{from}` and `{to}`, which are not compared with each other");
                    faults.push(Fault::new(
                        "from",
                        found,
                        "an arm and the one it is `against` (the first by default)",
                    ));
                }
            }
            FindingKind::PerStep { key, .. }
            | FindingKind::Reaches { key, .. }
            | FindingKind::Flagged { key, .. } => {
                let all = key.is_empty() && matches!(wire.finding.kind, FindingKind::Flagged { .. });
                if !all && !varied.contains(key) {
                    faults.push(not_varied(key, &varied));
                } else if let FindingKind::PerStep { from, .. } | FindingKind::Reaches { from, .. } =
                    &wire.finding.kind
                {
                    faults.extend(line_from(arms, key, from.as_deref()));
                }
            }
            FindingKind::Range { among } => {
                if !arms.iter().any(|arm| arm.name.to_string().starts_with(among.as_str())) {
                    faults.push(unknown("among", among, &known));
                }
            }
            FindingKind::Gap { arm, minus } => {
                if !named(arm) {
                    faults.push(unknown("arm", arm, &known));
                }
                let known = arms.first().map(PlanArm::metrics);
                if let Some(known) = known.filter(|known| known.find(minus).is_none_or(Metric::is_quantile)) {
                    faults.push(unknown("minus", minus, &known.all().map(Metric::name).collect::<Vec<_>>()));
                }
            }
            FindingKind::Worst { among, .. } => {
                if !groups.contains(among) {
                    faults.push(unknown("among", among, &groups));
                }
            }
        }
        if let FindingKind::Worth { per, .. } = &wire.finding.kind {
            faults.extend(metric.and_then(|metric| per_unit("metric", metric)));
            let per = arms.first().map(|arm| arm.metrics().resolve("per", per));
            faults.extend(per.and_then(|per| per.map_or_else(Some, |per| per_unit("per", per))));
        }
        if metric.is_some_and(Metric::is_quantile) && !wire.finding.kind.suits_quantiles() {
            let found = format!("`{}`, a quantile", wire.metric.value);
            let fault = Fault::new("metric", found, "a mean or a share in a finding of this kind");
            faults.push(fault.hint("`difference` and `range` take quantiles; so do verdicts and budgets"));
        }
        for fault in faults {
            self.fault(wire.offset, fault);
        }
        let known = arms.first()?.metrics();
        let mut finding = wire.finding.clone().with(|name| known.find(&name).ok_or(())).ok()?;
        if finding.about.is_empty() {
            finding.about = finding.metric.worded();
        }
        Some(finding)
    }
}

/// What is wrong with the base of a line along a switch, if anything: points
/// that were varied from several bases lie on several lines.
fn line_from(arms: &[PlanArm], key: &str, from: Option<&str>) -> Option<Fault> {
    let varied = arms.iter().filter_map(|arm| arm.effect.as_ref().filter(|e| e.key == key));
    let mut bases: Vec<Cow<'_, str>> = Vec::new();
    for effect in varied {
        let base = arms.get(effect.base)?.name.of_all_bots();
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    match from {
        Some(name) if bases.iter().any(|base| base == name) => None,
        Some(name) => Some(unknown("from", name, &bases)),
        None if bases.len() < 2 => None,
        None => {
            let found = format!("no `from`, though `{key}` was varied from {} arms", bases.len());
            Some(Fault::new("from", found, quoted(&bases)).hint("each of them starts a line of its own"))
        }
    }
}

/// A key that no arm varies.
fn not_varied(key: &str, varied: &[String]) -> Fault {
    if varied.is_empty() {
        return Fault::new("key", format!("`{key}`, which nothing varies"), "a switch of a [vary] table");
    }
    unknown("key", key, varied)
}

/// What is wrong with a metric of a `worth` finding, if anything.
fn per_unit(key: &str, metric: Metric) -> Option<Fault> {
    let found = format!("`{metric}`, which is no sum per game or per seat");
    (!metric.is_of_each_block()).then(|| Fault::new(key, found, "a metric counted per game or per seat"))
}
