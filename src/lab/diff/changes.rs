//! What was set differently: switches, bots, squads and single values of the
//! component data, each by the name under which it is set.
//!
//! In: two arms. Out: their differences. A comment or another layout of a data
//! file is none.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use toml::Value;

use crate::scenario::PlanArm;
use crate::scenario::edit::PREFIX;

/// One thing that is set differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// Its key, as `--set` takes it; `bots`, `squads` or `ruleset`.
    pub key: String,
    /// Its value before; null where it is new.
    pub then: Option<String>,
    /// Its value now; null where it is gone.
    pub now: Option<String>,
}

impl Change {
    /// As it is told: `halftimes 1 → 0`.
    #[must_use]
    pub fn told(&self) -> String {
        match (&self.then, &self.now) {
            (Some(then), Some(now)) => format!("{} {then} → {now}", self.key),
            (None, Some(now)) => format!("{} {now} is new", self.key),
            (Some(then), None) => format!("{} {then} is gone", self.key),
            (None, None) => self.key.clone(),
        }
    }
}

/// Every single value of a data file by its path. A table in a list is called by
/// its name where no other of the list has the same.
fn leaves(value: &Value, path: &str, into: &mut IndexMap<String, String>) {
    let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let name = |item: &Value| item.get("name").and_then(Value::as_str).map(str::to_owned);
    match value {
        Value::Table(table) => table.iter().for_each(|(key, item)| leaves(item, &inside(key), into)),
        Value::Array(items) => {
            let names: Vec<Option<String>> = items.iter().map(name).collect();
            for (place, item) in items.iter().enumerate() {
                let own = names[place].as_ref();
                let own =
                    own.filter(|own| names.iter().filter(|other| other.as_ref() == Some(own)).count() == 1);
                leaves(item, &inside(own.map_or(&place.to_string(), |own| own)), into);
            }
        }
        Value::String(text) => drop(into.insert(path.to_owned(), text.clone())),
        other => drop(into.insert(path.to_owned(), other.to_string())),
    }
}

fn values(data: &str) -> Option<IndexMap<String, String>> {
    let mut all = IndexMap::new();
    leaves(&Value::Table(data.parse().ok()?), "", &mut all);
    Some(all)
}

/// Values of the component data that differ, in the order of the earlier file,
/// new ones last.
fn of_data(then: &str, now: &str) -> Vec<Change> {
    if then == now {
        return Vec::new();
    }
    let whole = || vec![Change { key: "data".to_owned(), then: None, now: None }];
    let (Some(then), Some(now)) = (values(then), values(now)) else { return whole() };
    let key = |path: &String| format!("{PREFIX}{path}");
    let changed = then.iter().filter(|(path, value)| now.get(*path) != Some(value)).map(|(path, value)| {
        Change { key: key(path), then: Some(value.clone()), now: now.get(path).cloned() }
    });
    let new = now.iter().filter(|(path, _)| !then.contains_key(*path)).map(|(path, value)| Change {
        key: key(path),
        then: None,
        now: Some(value.clone()),
    });
    changed.chain(new).collect()
}

/// What sets `new` apart from `old`, two arms of one ruleset.
#[must_use]
pub fn between(old: &PlanArm, new: &PlanArm) -> Vec<Change> {
    let change = |key: &str, then: String, now: String| Change {
        key: key.to_owned(),
        then: Some(then),
        now: Some(now),
    };
    let pairs = old.settings.iter().zip(new.settings.iter()).filter(|((_, then), (_, now))| then != now);
    let mut changes: Vec<Change> =
        pairs.map(|((switch, then), (_, now))| change(switch.key, then.to_owned(), now.to_owned())).collect();
    changes.extend(of_data(old.data_text(), new.data_text()));
    if old.bots != new.bots && !is_alike(old, new) {
        changes.push(change("bots", old.bots.join(","), new.bots.join(",")));
    }
    if old.squads != new.squads && old.squads.iter().chain(&new.squads).any(Option::is_some) {
        let all = |arm: &PlanArm| {
            arm.squads.iter().map(|squad| squad.as_deref().unwrap_or("none")).collect::<Vec<_>>().join(",")
        };
        changes.push(change("squads", all(old), all(new)));
    }
    changes
}

/// Whether the same bot sits in every seat of both: more of them is no other play.
fn is_alike(old: &PlanArm, new: &PlanArm) -> bool {
    let bots = || old.bots.iter().chain(&new.bots);
    bots().all(|bot| Some(bot) == old.bots.first()) && !old.bots.is_empty() && !new.bots.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_values_are_told_by_their_paths_and_comments_are_none() {
        let then = "[shots]\ngoal = 10 # ten\nsave = 4\nlist = [1, 2]\n[[card]]\nname = \"a\"\ncost = 1\n[[card]]\nname = \"b\"\ncost = 2\n";
        let told = |now: &str| of_data(then, now).iter().map(Change::told).collect::<Vec<_>>();
        assert_eq!(told(&format!("# edited\n{then}")), Vec::<String>::new());
        assert_eq!(told(&then.replace("10 # ten", "14")), ["data.shots.goal 10 → 14"]);
        assert_eq!(
            told(&then.replace("[1, 2]", "[1, 3, 4]")),
            ["data.shots.list.1 2 → 3", "data.shots.list.2 4 is new"]
        );
        assert_eq!(told(&then.replace("cost = 2", "cost = 5")), ["data.card.b.cost 2 → 5"]);
        assert_eq!(told(&then.replace("save = 4\n", "")), ["data.shots.save 4 is gone"]);
        // Cards in another order are the same cards.
        let (head, cards) = then.split_once("[[card]]").unwrap();
        let (a, b) = cards.split_once("[[card]]").unwrap();
        assert_eq!(told(&format!("{head}[[card]]{b}[[card]]{a}")), Vec::<String>::new());
    }
}
