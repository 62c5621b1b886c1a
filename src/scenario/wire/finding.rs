//! One `[[finding]]`: which keys belong to which kind.

use toml::de::DeTable;

use super::{Reader, WireFinding};
use crate::scenario::plan::{Finding, FindingKind};
use crate::settings::{Fault, nearest};

/// Keys of all kinds together.
pub(super) const KEYS: &[&str] = &[
    "kind", "metric", "about", "what", "from", "to", "fair", "key", "target", "among", "arm", "minus",
    "bound",
];

impl Reader<'_> {
    pub(super) fn finding(&mut self, table: &DeTable<'_>, offset: usize) -> Option<WireFinding> {
        self.unknown_keys(table, KEYS);
        let metric = self.metric(table, offset);
        let kind = self.text("kind", table);
        let kind = self.needed(kind, "kind", table, offset)?;
        let mut word = |key| {
            let value = self.text(key, table).map(|at| at.value);
            self.needed(value, key, table, offset)
        };
        let (kind, used): (Option<FindingKind>, &[&str]) = match kind.value.as_str() {
            "difference" | "gap-closed" => {
                let (from, to) = (word("from"), word("to"));
                let ends = from.zip(to);
                if kind.value == "difference" {
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
                let key = word("key");
                let bound = self.number("bound", table).map(|n| n.value);
                let bound = self.needed(bound, "bound", table, offset);
                (key.zip(bound).map(|(key, bound)| FindingKind::Flagged { key, bound }), &["key", "bound"])
            }
            "range" => {
                let among = self.text("among", table).map_or(String::new(), |at| at.value);
                (Some(FindingKind::Range { among }), &["among"])
            }
            "gap" => {
                let (arm, minus) = (word("arm"), word("minus"));
                (arm.zip(minus).map(|(arm, minus)| FindingKind::Gap { arm, minus }), &["arm", "minus"])
            }
            other => {
                let known =
                    ["difference", "gap-closed", "per-step", "reaches", "worst", "range", "gap", "flagged"];
                let fault = Fault::new("kind", format!("`{other}`"), known.join(", "));
                let fault = match nearest(other, known) {
                    Some(near) => fault.hint(format!("did you mean `{near}`?")),
                    None => fault,
                };
                self.fault(kind.offset, fault);
                return None;
            }
        };
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            let common = ["kind", "metric", "about", "what"];
            if KEYS.contains(&name) && !common.contains(&name) && !used.contains(&name) {
                let fault = Fault::new(name, "a key of another kind of finding", used.join(", "));
                self.fault(key.span().start, fault);
            }
        }
        let metric = metric?;
        let plain = metric.value.replace('-', " ");
        let about = self.text("about", table).map_or(plain, |at| at.value);
        let what = self.text("what", table).map_or(String::new(), |at| at.value);
        let finding = Finding { kind: kind?, metric: metric.value.clone(), about, what };
        Some(WireFinding { offset, metric, finding })
    }
}
