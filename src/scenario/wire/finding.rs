//! One `[[finding]]`: which keys belong to which kind.

use toml::de::DeTable;

use super::{Reader, WireFinding};
use crate::metric::worded;
use crate::scenario::plan::{Finding, FindingKind};
use crate::settings::{Fault, nearest};

/// Keys of all kinds together.
pub(super) const KEYS: &[&str] = &[
    "kind", "metric", "about", "what", "from", "to", "fair", "key", "target", "among", "arm", "minus",
    "bound", "per",
];

/// What a finding can compute.
const KINDS: [&str; 9] =
    ["difference", "worth", "gap-closed", "per-step", "reaches", "worst", "range", "gap", "flagged"];

impl Reader<'_> {
    pub(super) fn finding(&mut self, table: &DeTable<'_>, offset: usize) -> Option<WireFinding> {
        self.unknown_keys(table, KEYS);
        let metric = self.metric(table, offset);
        let kind = self.text("kind", table);
        let kind = self.needed(kind, "kind", table, offset)?;
        // An unknown kind is read as the nearest one, so that its other
        // mistakes are told with it; one without a near one as the kind that
        // its key belongs to.
        let known = KINDS.contains(&kind.value.as_str());
        let meant = if known {
            kind.value.as_str()
        } else {
            let near = nearest(&kind.value, KINDS.iter().copied());
            let fault = Fault::new("kind", format!("`{}`", kind.value), KINDS.join(", "));
            self.fault(kind.offset, near.map_or(fault.clone(), |near| fault.meant(near)));
            near.or_else(|| table.contains_key("key").then_some("per-step"))?
        };
        let mut word = |key| {
            let value = self.text(key, table).map(|at| at.value);
            self.needed(value, key, table, offset)
        };
        let (kind, used): (Option<FindingKind<String>>, &[&str]) = match meant {
            "difference" | "gap-closed" => {
                let (from, to) = (word("from"), word("to"));
                let ends = from.zip(to);
                if meant == "difference" {
                    (ends.map(|(from, to)| FindingKind::Difference { from, to }), &["from", "to"])
                } else {
                    let fair = self.number("fair", table).map_or(0.5, |n| n.value);
                    (
                        ends.map(|(from, to)| FindingKind::GapClosed { from, to, fair }),
                        &["from", "to", "fair"],
                    )
                }
            }
            "per-step" => {
                let key = word("key");
                let from = self.text("from", table).map(|at| at.value);
                (key.map(|key| FindingKind::PerStep { key, from }), &["key", "from"])
            }
            "reaches" => {
                let key = word("key");
                let from = self.text("from", table).map(|at| at.value);
                let target = self.number("target", table).map(|n| n.value);
                let target = self.needed(target, "target", table, offset);
                let made = key.zip(target).map(|(key, target)| FindingKind::Reaches { key, from, target });
                (made, &["key", "from", "target"])
            }
            "worst" => {
                let among = word("among");
                let fair = self.number("fair", table).map_or(0.5, |n| n.value);
                (among.map(|among| FindingKind::Worst { among, fair }), &["among", "fair"])
            }
            "flagged" => {
                let key = self.text("key", table).map_or(String::new(), |at| at.value);
                let bound = self.number("bound", table).map(|n| n.value);
                let bound = self.needed(bound, "bound", table, offset);
                (bound.map(|bound| FindingKind::Flagged { key, bound }), &["key", "bound"])
            }
            "range" => {
                let among = self.text("among", table).map_or(String::new(), |at| at.value);
                (Some(FindingKind::Range { among }), &["among"])
            }
            "worth" => {
                let (per, from, to) = (word("per"), word("from"), word("to"));
                let ends = from.zip(to);
                let made = per.zip(ends).map(|(per, (from, to))| FindingKind::Worth { per, from, to });
                (made, &["per", "from", "to"])
            }
            // `gap`, the last of the list.
            _ => {
                let (arm, minus) = (word("arm"), word("minus"));
                (arm.zip(minus).map(|(arm, minus)| FindingKind::Gap { arm, minus }), &["arm", "minus"])
            }
        };
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            let common = ["kind", "metric", "about", "what"];
            if known && KEYS.contains(&name) && !common.contains(&name) && !used.contains(&name) {
                let fault = Fault::new(name, "a key of another kind of finding", used.join(", "));
                self.fault(key.span().start, fault);
            }
        }
        let metric = metric?;
        let plain = worded(&metric.value);
        let about = self.text("about", table).map_or(plain, |at| at.value);
        let what = self.text("what", table).map_or(String::new(), |at| at.value);
        let finding = Finding { kind: kind?, metric: metric.value.clone(), about, what };
        Some(WireFinding { offset, metric, finding })
    }
}
