//! What a finding names must exist, and what it compares must be compared.

use super::{PANEL, Resolver, is_named, unknown};
use crate::estimates;
use crate::scenario::plan::{Finding, FindingKind, PlanArm};
use crate::scenario::wire::WireFinding;
use crate::settings::Fault;

impl Resolver<'_> {
    /// What a finding names must exist.
    pub(super) fn finding(&mut self, arms: &[PlanArm], wire: &WireFinding) -> Finding {
        let named = |name: &str| arms.iter().any(|arm| is_named(arm, name));
        let first = arms.iter().map(|arm| arm.name.split(PANEL).next().unwrap_or_default().to_owned());
        let mut known: Vec<String> = first.collect();
        known.dedup();
        let keys = |a: &PlanArm| a.effect.as_ref().map(|e| e.key.clone());
        let mut varied: Vec<String> = arms.iter().filter_map(keys).collect();
        varied.dedup();
        let mut groups: Vec<String> = arms.iter().filter_map(|a| a.group.clone()).collect();
        groups.dedup();
        let mut faults = Vec::new();
        match &wire.finding.kind {
            FindingKind::Difference { from, to } | FindingKind::GapClosed { from, to, .. } => {
                faults.extend(
                    [("from", from), ("to", to)]
                        .into_iter()
                        .filter(|(_, n)| !named(n))
                        .map(|(key, name)| unknown(key, name, &known)),
                );
                let pair = |arm: &PlanArm| {
                    arm.base.is_some_and(|base| {
                        let base = &arms[base];
                        (is_named(arm, to) && is_named(base, from))
                            || (is_named(arm, from) && is_named(base, to))
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
                if !varied.contains(key) {
                    faults.push(unknown("key", key, &varied));
                }
            }
            FindingKind::Range { among } => {
                if !arms.iter().any(|arm| arm.name.starts_with(among.as_str())) {
                    faults.push(unknown("among", among, &known));
                }
            }
            FindingKind::Gap { arm, minus } => {
                let metrics = arms.first().map(estimates::metric_names).unwrap_or_default();
                if !named(arm) {
                    faults.push(unknown("arm", arm, &known));
                }
                if !metrics.contains(minus) {
                    faults.push(unknown("minus", minus, &metrics));
                }
            }
            FindingKind::Worst { among, .. } => {
                if !groups.contains(among) {
                    faults.push(unknown("among", among, &groups));
                }
            }
        }
        for fault in faults {
            self.fault(wire.offset, fault);
        }
        wire.finding.clone()
    }
}
